// Parameters by handle: a wrong name does not compile, and a handle that a view's schema lacks ends
// the program with its name. Those that several views share are here; a view's own stand beside its
// schema.
#pragma once

#include <string_view>

namespace poscope {

/// The name of a parameter, as links and schemas have it.
struct ParameterName {
  std::string_view name;
};
struct IntegerParameter : ParameterName {};
struct RealParameter : ParameterName {};
struct FlagParameter : ParameterName {};
struct FormatParameter : ParameterName {};
struct RecipeParameter : ParameterName {};
/// A choice or a text.
struct WordParameter : ParameterName {};

namespace parameter {

inline constexpr IntegerParameter kContext{{"context"}};
inline constexpr IntegerParameter kLength{{"length"}};
inline constexpr IntegerParameter kStart{{"start"}};
inline constexpr IntegerParameter kDim{{"dim"}};
inline constexpr IntegerParameter kHeads{{"heads"}};
inline constexpr IntegerParameter kHead{{"head"}};
inline constexpr IntegerParameter kHeadDim{{"head_dim"}};
inline constexpr IntegerParameter kTrained{{"trained"}};
inline constexpr IntegerParameter kOriginal{{"original"}};
inline constexpr IntegerParameter kSeed{{"seed"}};
inline constexpr RealParameter kBase{{"base"}};
inline constexpr RealParameter kMaxBias{{"max_bias"}};
inline constexpr RealParameter kBiasP{{"bias_p"}};
inline constexpr RealParameter kBiasA{{"bias_a"}};
inline constexpr FormatParameter kFormat{{"format"}};
inline constexpr FormatParameter kFormatB{{"format_b"}};
inline constexpr RecipeParameter kA{{"a"}};
inline constexpr RecipeParameter kB{{"b"}};
inline constexpr WordParameter kOverflow{{"overflow"}};
inline constexpr WordParameter kShow{{"show"}};
inline constexpr WordParameter kLayout{{"layout"}};
inline constexpr WordParameter kModel{{"model"}};
inline constexpr WordParameter kHash{{"hash"}};
inline constexpr WordParameter kFile{{"file"}};
inline constexpr WordParameter kFileHash{{"file_hash"}};
inline constexpr WordParameter kTensor{{"tensor"}};
inline constexpr WordParameter kScheme{{"scheme"}};
inline constexpr WordParameter kScaling{{"scaling"}};
inline constexpr WordParameter kMethodB{{"method_b"}};

}  // namespace parameter

}  // namespace poscope
