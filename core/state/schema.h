// Rows that several views share: one word for one thing.
#pragma once

#include <string>
#include <vector>

#include "core/field/make_field.h"
#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

/// The largest context of a picture: 2^20 positions are promised, more than a window can tell apart
/// is refused.
inline constexpr double kLongestContext = 16777216;

[[nodiscard]] ParameterSpec integerParameter(IntegerParameter handle, std::int64_t standard,
                                             double minimum, double maximum,
                                             ParameterScale scale = ParameterScale::linear);
[[nodiscard]] ParameterSpec realParameter(RealParameter handle, double standard, double minimum,
                                          double maximum);
[[nodiscard]] ParameterSpec choiceParameter(ParameterName handle, std::string standard,
                                            std::vector<std::string> choices);
[[nodiscard]] ParameterSpec flagParameter(FlagParameter handle, bool standard);
/// `canonical` as ParameterSpec's.
[[nodiscard]] ParameterSpec textParameter(
    WordParameter handle, std::string standard,
    Result<std::string> (*canonical)(std::string_view) = nullptr);
/// Offers the formats whose rows name one of `places` (a mask of FormatPlace), first those that
/// they name as the first ones there.
[[nodiscard]] ParameterSpec formatParameter(FormatParameter handle, std::string standard,
                                            unsigned places);
[[nodiscard]] ParameterSpec recipeParameter(RecipeParameter handle, Scheme scheme,
                                            std::string standard);

/// The same parameter with a label and a help of the view's own.
[[nodiscard]] ParameterSpec withOwnWords(ParameterSpec spec);

[[nodiscard]] ParameterSpec contextParameter(std::int64_t standard,
                                             double maximum = kLongestContext);
[[nodiscard]] ParameterSpec dimParameter(std::int64_t standard);
[[nodiscard]] ParameterSpec baseParameter();
/// `start`: the first position.
[[nodiscard]] ParameterSpec startParameter();
/// The same number, for which a word can stand and does where nothing else is said.
[[nodiscard]] ParameterSpec withWord(ParameterSpec spec, std::string word);
/// The same parameter without a control: set by a model or a link only.
[[nodiscard]] ParameterSpec hiddenParameter(ParameterSpec spec);
/// The same parameter, seldom changed.
[[nodiscard]] ParameterSpec rareParameter(ParameterSpec spec);
/// The same parameter, which changes something only where `parameter` has one of `values`.
[[nodiscard]] ParameterSpec onlyWhere(ParameterSpec spec, ParameterName parameter,
                                      std::vector<std::string> values);
/// The same recipe, a stage of which `by` sets on this page.
[[nodiscard]] ParameterSpec withDecided(ParameterSpec spec, std::string stage, ParameterName by);
/// What becomes of numbers beyond the largest one: as the format says, or saturated.
[[nodiscard]] ParameterSpec overflowParameter();
[[nodiscard]] Overflow overflowOf(const Params& params);
/// `show`: the side that is shown, a, b, difference or reference.
[[nodiscard]] ParameterSpec showParameter(Side standard);
/// The side that `show` names; a where there is no such parameter.
[[nodiscard]] Side shownSide(const Params& params);
/// "A module cast", "B fp32", "Reference": the side as the parameters name it, in its colour.
[[nodiscard]] Text sideTitle(const Params& params, Side side);
/// `format_b`: the format that `format` is compared with; earlier versions wrote it as `b`.
[[nodiscard]] ParameterSpec secondFormatParameter(std::string standard);
/// model, scheme, scaling, trained and head_dim: set by opening a model, without a control.
[[nodiscard]] std::vector<ParameterSpec> modelContextParameters();

/// Empty, or a hash as links carry it: 16 hexadecimal digits in lower case.
[[nodiscard]] Result<std::string> canonicalHash(std::string_view text);
/// file, file_hash and tensor: set by opening a file of arrays, without a control.
[[nodiscard]] std::vector<ParameterSpec> fileParameters();

/// The RoPE that the parameters dim, base, scaling, trained and head_dim describe, for a sequence
/// of `length` tokens.
[[nodiscard]] RopeShape shapeOf(const Params& params, std::int64_t length);
/// The recipes a and b with the parameters format and overflow.
[[nodiscard]] RecipePair recipesOf(const Params& params);

[[nodiscard]] Schema joinSchemas(std::vector<Schema> parts);

}  // namespace poscope
