// Values of one whole number that follow each other, each of them a picture: what a window plays
// and what an export writes as numbered files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/state/params.h"

namespace poscope {

/// More are refused: at 25 a second they would play for over six minutes.
inline constexpr std::int64_t kMostFrames = 10000;

/// How a value leads to the next one: something is added, or it is multiplied.
struct FrameStep {
  double by = 1;       ///< Added: a whole number from 1 on. Multiplied: kLeastFactor or more.
  bool times = false;  ///< Multiplied.
  friend bool operator==(const FrameStep&, const FrameStep&) = default;
};
inline constexpr double kLeastFactor = 1.01;

/// Both ends may be part of it; downwards where `from` is above `to`.
struct FrameRange {
  std::int64_t from = 0;
  std::int64_t to = 0;
  FrameStep step;
  friend bool operator==(const FrameRange&, const FrameRange&) = default;
};

/// The same as people write it. What is empty is that of the standard range.
struct FrameTexts {
  std::string from;
  std::string to;
  std::string step;  ///< "16" adds, "x2" multiplies.
  friend bool operator==(const FrameTexts&, const FrameTexts&) = default;
};

/// Whether a parameter can run through values: whole numbers can.
[[nodiscard]] bool canRun(const ParameterSpec& spec);

/// A good range about the default of such a parameter. One that is large, in a range that doubles
/// (a context), doubles: from a sixteenth of the default to 32 times it, in powers of two. The
/// others (a position) go one by one from the least to twice the default.
[[nodiscard]] FrameRange standardRange(const ParameterSpec& spec);

[[nodiscard]] FrameTexts writtenRange(const FrameRange& range);

/// Usage errors name the parameter as links do (inWordsOf makes its label of that): one that is not
/// there or is no whole number, ends that it refuses, a step that is none, and more values than
/// kMostFrames.
[[nodiscard]] Result<FrameRange> readRange(const Params& params, std::string_view parameter,
                                           const FrameTexts& texts);

/// Those of a range that readRange has read, in order, each once.
[[nodiscard]] std::vector<std::int64_t> valuesOf(const ParameterSpec& spec,
                                                 const FrameRange& range);

/// A parameter and its values.
struct Frames {
  std::string parameter;
  std::vector<std::int64_t> values;
};

/// "context=256:131072:x2", "context=256:131072", or "context" for its standard range. Usage errors
/// as readRange.
[[nodiscard]] Result<Frames> readFrames(const Params& params, std::string_view text);

/// The same with the parameter at one of its values.
[[nodiscard]] Params withFrame(Params params, std::string_view parameter, std::int64_t value);

/// Names of numbered files, from 1 on: "frames/f-%04d.png".
class FrameNames {
 public:
  /// One %d, or %0Nd for N digits at least; %% is a percent sign. Usage error for anything else.
  [[nodiscard]] static Result<FrameNames> parse(std::string_view pattern);
  /// The name for a word that has no number in it yet: "f.png" gives "f-%04d.png".
  [[nodiscard]] static std::string patternFor(std::string_view name);

  [[nodiscard]] std::string at(std::int64_t number) const;

 private:
  std::string before_;
  std::string after_;
  int digits_ = 0;
};

/// What is said of the frame whose figure or file could not be made; files say themselves which.
[[nodiscard]] Error frameError(const Frames& frames, std::size_t frame, const Error& error);
/// "Wrote 10 frames, f-01.png to f-10.png: context from 256 to 131,072."
[[nodiscard]] Text writtenFrames(const Frames& frames, const FrameNames& names);

}  // namespace poscope
