// What the files of the view `pitfalls` share: what is set, and what one pitfall says and shows at
// one step. A pitfall is one function of that kind and one row of the table in pitfalls.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/figure/figure.h"
#include "core/recipe/pipeline.h"
#include "core/state/params.h"

namespace poscope {

/// The last step: every pitfall can be played from 0 to it.
inline constexpr std::int64_t kLastStep = 64;

/// Lines of each snippet of findTheBug: a guess is one of them.
inline constexpr std::size_t kSnippetLines = 5;

/// Parameters of the view.
namespace pitfall {
inline constexpr WordParameter kPitfall{{"pitfall"}};
inline constexpr IntegerParameter kStep{{"step"}};
inline constexpr IntegerParameter kPrompt{{"prompt"}};
inline constexpr IntegerParameter kPadding{{"padding"}};
inline constexpr WordParameter kCounted{{"counted"}};
inline constexpr IntegerParameter kHop{{"hop"}};
inline constexpr IntegerParameter kRows{{"rows"}};
inline constexpr IntegerParameter kTrainedRows{{"rows_trained"}};
inline constexpr WordParameter kSnippet{{"snippet"}};
inline constexpr IntegerParameter kGuess{{"guess"}};
inline constexpr FlagParameter kReveal{{"reveal"}};
}  // namespace pitfall

/// What every pitfall needs of the parameters.
struct PitfallSetup {
  const Params& params;
  std::int64_t step = 0;
  RopeShape shape;
  PhaseReference reference;    ///< RoPE of the shape, in fp64.
  std::vector<double> vector;  ///< Query and key of every token, from the seed; interleaved.

  [[nodiscard]] std::int64_t pairs() const { return shape.dim / 2; }
};

/// What a pitfall comes to at one step.
struct PitfallAnswer {
  bool wrong = false;  ///< Something is broken at this step.
  Text sentence;
  Text explanation;
  std::vector<Fact> facts;  ///< Without the pitfall's name.
  std::vector<Panel> panels;
  std::string mainLayer;
};

/// Position ids of a text that is continued with a cache, by the rules of idRules().
[[nodiscard]] Result<PitfallAnswer> restartedIds(const PitfallSetup& setup);
[[nodiscard]] Result<PitfallAnswer> stuckIds(const PitfallSetup& setup);
[[nodiscard]] Result<PitfallAnswer> paddedIds(const PitfallSetup& setup);
/// A cache whose keys are turned again each time the context is shifted.
[[nodiscard]] Result<PitfallAnswer> keysTurnedAgain(const PitfallSetup& setup);
/// A table of cos and sin that is shorter than the one of training.
[[nodiscard]] Result<PitfallAnswer> lengthMismatch(const PitfallSetup& setup);
/// A rotary width that makes no pairs.
[[nodiscard]] Result<PitfallAnswer> oddWidth(const PitfallSetup& setup);
/// Positions beyond the largest number of fp16, and beyond that of int16.
[[nodiscard]] Result<PitfallAnswer> fp16Overflow(const PitfallSetup& setup);
[[nodiscard]] Result<PitfallAnswer> int16Wraps(const PitfallSetup& setup);
/// Short code with one wrong line, to be guessed. It knows no step.
[[nodiscard]] Result<PitfallAnswer> findTheBug(const PitfallSetup& setup);
[[nodiscard]] std::vector<std::string> snippetIds();

/// Points that a pitfall's plots are made of.
[[nodiscard]] PointLayer pitfallPoints(std::string name, Text label, ColourRole role, Mark mark,
                                       std::string of);
/// A plot of whole numbers `first`..`last` along x, y widened to `layers` with some room, a line at
/// `now`, and readings of every layer that has a name and a label.
[[nodiscard]] PlotPanel pitfallPlot(std::string name, Text title, Axis x, Axis y,
                                    std::vector<PointLayer> layers, double now);
[[nodiscard]] Axis valueAxis(Text title, DataName data);
/// Marks what has no number along the upper edge of `panel`; nothing where `places` is empty.
void addLostMarks(PlotPanel& panel, Text label, std::vector<double> places);

}  // namespace poscope
