// Parameters of a view: a schema (data) and the values that obey it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/recipe/recipe.h"
#include "core/state/parameters.h"

namespace poscope {

enum class ParameterType {
  integer,
  real,
  choice,  ///< One of `choices`.
  format,  ///< The id of a number format.
  recipe,  ///< The id of a recipe of `scheme`; its stages are set as "<name>.<stage>".
  flag,    ///< "on" or "off".
  text,
};

enum class ParameterScale { linear, log2 };

/// What has to hold for a parameter to change anything: another one has one of these values.
struct ParameterNeed {
  std::string parameter = {};  ///< Empty: nothing.
  std::vector<std::string> values = {};
};

/// A stage of a recipe that a parameter of the view sets on its page.
struct DecidedStage {
  std::string stage;
  std::string parameter;
};

using ParameterValue = std::variant<std::int64_t, double, std::string>;

/// One row of a view's schema. Its label is the text `parameter.<name>`, its help
/// `parameter.<name>.help`; with `ownLabel` and `ownHelp` the view's `<view>.parameter.<name>` and
/// `.help`. Labels of choices: `choice.<parameter>.<value>`.
struct ParameterSpec {
  std::string name;
  ParameterType type = ParameterType::integer;
  ParameterValue standard;  ///< The default.
  double minimum = 0;       ///< integer, real: both ends are allowed,
  double maximum = 0;
  bool above = false;  ///< real: but not the minimum itself.
  ParameterScale scale = ParameterScale::linear;
  std::vector<std::string>
      choices;  ///< choice; for `format` the formats offered first (all are accepted).
  Scheme scheme = Scheme::rope;
  /// text: the value as it is kept ("yarn~factor~4"), or why it is none; nullptr keeps it as it is.
  Result<std::string> (*canonical)(std::string_view) = nullptr;
  bool ownLabel = false;  ///< The view has a label of its own for it,
  bool ownHelp = false;   ///< and a help of its own.
  bool hidden = false;    ///< No control: set by a model or a link only.
  bool even = false;      ///< integer: must be even.
  std::string automatic;  ///< integer, real: a word that is accepted instead ("steepest").
  bool strict = false;    ///< format: only `choices` are accepted.
  /// Another name under which links and files of earlier versions have it ("b" of `format_b`).
  std::string formerly = {};
  /// How a figure is looked at (`show`): building one does not depend on it.
  bool presentation = false;
  std::vector<std::string> others;  ///< format: offered behind `choices`.
  bool resetsZoom = false;          ///< A change shows another picture: the zoom is dropped.
  /// choice: what a value is about, for lists of values whose labels do not say it.
  Text (*about)(std::string_view value) = nullptr;
  bool rare = false;  ///< Seldom changed: a window folds its control away.
  ParameterNeed needs = {};
  std::vector<DecidedStage> decided = {};  ///< recipe: these can't be set.
};

/// What sets a stage of a recipe on the page of `spec`; nullptr where the recipe does.
[[nodiscard]] const DecidedStage* decidedStage(const ParameterSpec& spec, std::string_view stage);

using Schema = std::vector<ParameterSpec>;

/// Values for every parameter of a schema, and stage overrides of recipes. A regular value.
class Params {
 public:
  /// Obeys the schema that has no parameters.
  Params();
  /// Every parameter at its default. `schema` must outlive the object (schemas live as long as the
  /// program).
  explicit Params(const Schema& schema);

  /// Sets one parameter from text, as links, the command line and number boxes write it: "8k",
  /// "2^17", "131072", "bf16", "on". "a.position" sets a stage of recipe parameter a; "model" there
  /// means the parameter `format`. Usage errors name the parameter, the value and what was
  /// expected; nothing changes then.
  [[nodiscard]] Result<void> set(std::string_view name, std::string_view text);

  [[nodiscard]] std::int64_t integer(IntegerParameter handle) const;
  /// Whether a number holds its `automatic` word; integer() and real() are 0 then.
  [[nodiscard]] bool isAutomatic(ParameterName handle) const;
  /// Integers too.
  [[nodiscard]] double real(ParameterName handle) const;
  /// The word of a choice, format, recipe, flag or text; empty for a number.
  [[nodiscard]] const std::string& text(ParameterName handle) const;
  [[nodiscard]] bool flag(FlagParameter handle) const;
  [[nodiscard]] const NumberFormat& format(FormatParameter handle) const;
  /// With its stage overrides.
  [[nodiscard]] Recipe recipe(RecipeParameter handle) const;

  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] bool has(ParameterName handle) const { return has(handle.name); }
  /// The same with every presentation parameter at its default: what a figure is built from.
  [[nodiscard]] Params content() const;
  /// The value as `set` takes it; numbers read back equal.
  [[nodiscard]] std::string written(std::string_view name) const;
  /// Every parameter and stage override that differs from the default, in schema order.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> changed() const;
  /// All of them.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> all() const;
  [[nodiscard]] const Schema& schema() const { return *schema_; }

  friend bool operator==(const Params& left, const Params& right) {
    return left.values_ == right.values_ && left.stages_ == right.stages_;
  }

 private:
  [[nodiscard]] const ParameterSpec* find(std::string_view name) const;
  [[nodiscard]] const ParameterSpec* findSettable(std::string_view name) const;
  [[nodiscard]] const ParameterSpec& spec(std::string_view name) const;
  [[nodiscard]] const ParameterValue& value(std::string_view name) const;
  Result<void> setStage(std::string_view name, std::string_view text);

  const Schema* schema_ = nullptr;
  std::map<std::string, ParameterValue, std::less<>> values_;
  std::map<std::string, std::string, std::less<>>
      stages_;  ///< "a.position" -> the stage's setting.
};

/// Params::set with what a person typed into the control of a view: numbers as parseTyped reads
/// them. Errors name the parameter as the view does, and say how a number may be written.
[[nodiscard]] Result<void> setTyped(Params& params, std::string_view view, std::string_view name,
                                    std::string_view typed);

/// Whether a change of the parameter would change anything in this state (ParameterNeed).
[[nodiscard]] bool hasEffect(const ParameterSpec& spec, const Params& params);
/// Why it would not: "Has an effect only where Query and key is correlated."
[[nodiscard]] Text needText(std::string_view view, const Schema& schema, const ParameterSpec& spec);

/// The label of a parameter (see ParameterSpec) in the view `view`.
[[nodiscard]] Text parameterLabel(std::string_view view, const ParameterSpec& spec);
[[nodiscard]] Text parameterHelp(std::string_view view, const ParameterSpec& spec);
/// `message` with the parameters that it names as links do ("context", "a.position") called as the
/// controls of the view are.
[[nodiscard]] Text inWordsOf(std::string_view view, const Schema& schema, Text message);
/// The label of one value of a choice, format or recipe parameter.
[[nodiscard]] Text choiceLabel(const ParameterSpec& spec, std::string_view value);
/// The label of a stage: text `stage.<name>`; of one of its settings: a format's, or text
/// `stage.<name>.<word>`.
[[nodiscard]] Text stageLabel(const StageSpec& stage);
[[nodiscard]] Text settingLabel(const StageSpec& stage, std::string_view setting);
/// Every setting that a stage can have; for formats "model" first.
[[nodiscard]] std::vector<std::string> stageSettings(const StageSpec& stage);
/// Every value that a choice, format or recipe parameter can take.
[[nodiscard]] std::vector<std::string> choiceValues(const ParameterSpec& spec);

}  // namespace poscope
