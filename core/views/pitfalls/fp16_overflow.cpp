// Positions in fp16: infinite from 65,520 on, and what is lost below that.
#include <algorithm>
#include <cmath>

#include "core/analysis/phase_rows.h"
#include "core/analysis/rotary_limits.h"
#include "core/base/numbers.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

constexpr std::int64_t kFirst = 65504;  ///< The position of step 0: fp16's largest number.
constexpr std::int64_t kLast = kFirst + kLastStep;
constexpr std::int64_t kFirstOctave = 2048;  ///< Up to here fp16 holds every integer.
constexpr double kFarAngle = 0.5;            ///< Radians: an angle that is off by more is lost.

const NumberFormat& fp16() {
  return *findFormat("fp16");
}

// They depend on nothing that can be set.
const std::vector<OctaveLoss>& losses() {
  static const std::vector<OctaveLoss> kLosses = octaveLosses(fp16(), kFirstOctave, kLast);
  return kLosses;
}

struct Overflowing {
  std::int64_t position = 0;
  double stored = 0;
  std::int64_t firstLost = 0;
  std::int64_t lostPairs = 0;     ///< Of the position's row: no number.
  double largestEntry = 0;        ///< Of all cosines and sines that fp32 positions give.
  std::vector<double> positions;  ///< As fp16 holds kFirst..kLast.
  PhaseRows broken;               ///< Their rows, with positions in fp16,
  PhaseRows fixed;                ///< and in fp32.

  /// What is stored, or where it is no number, the position itself: nothing to be off by.
  [[nodiscard]] double finite() const {
    return std::isfinite(stored) ? stored : static_cast<double>(position);
  }
};

double largestOf(const PhaseRows& table) {
  double largest = 0;
  for (const std::vector<double>* numbers : {&table.cosines, &table.sines}) {
    for (const double number : *numbers) {
      largest = std::max(largest, std::abs(number));
    }
  }
  return largest;
}

Result<PhaseRows> rowsOf(const PitfallSetup& setup, std::string_view recipe) {
  POSCOPE_TRY(const PhasePipeline pipeline,
              phasePipeline(*findRecipe(Scheme::rope, recipe), setup.shape, fp16(), kLast + 1));
  PhaseRows table;
  fillPhaseRows(pipeline, kFirst, kLastStep + 1, table);
  return table;
}

Result<Overflowing> overflowOf(const PitfallSetup& setup) {
  Overflowing result;
  result.position = kFirst + setup.step;
  POSCOPE_TRY(result.broken, rowsOf(setup, "module-cast"));
  POSCOPE_TRY(result.fixed, rowsOf(setup, "hf-llama"));
  const Rounding rounding = roundingOf(fp16());
  for (std::int64_t position = kFirst; position <= kLast; ++position) {
    result.positions.push_back(roundTo(rounding, static_cast<double>(position)));
  }
  result.stored = result.positions[static_cast<std::size_t>(setup.step)];
  result.firstLost = firstLostPosition(fp16(), kFirst, kLast);
  const double* const row = result.broken.cosine(setup.step);
  result.lostPairs = std::count_if(row, row + result.broken.pairs,
                                   [](double cosine) { return !std::isfinite(cosine); });
  result.largestEntry = largestOf(result.fixed);
  return result;
}

// Finite numbers as points, the places of others apart.
std::vector<double> addFinite(PointLayer& layer, std::size_t count, auto value) {
  std::vector<double> lost;
  for (std::size_t k = 0; k < count; ++k) {
    const double at = static_cast<double>(kFirst) + static_cast<double>(k);
    const double number = value(k);
    if (std::isfinite(number)) {
      layer.x.push_back(at);
      layer.y.push_back(number);
    } else {
      lost.push_back(at);
    }
  }
  return lost;
}

PlotPanel twoSides(const char* name, const char* title, Axis y, const Overflowing& overflowing,
                   auto right, auto stored) {
  const std::string suffix = std::string(".") + name;
  PointLayer fixed = pitfallPoints("right" + suffix, "pitfalls.label.fp32", ColourRole::b,
                                   Mark::line, "hf-llama fp16");
  PointLayer broken = pitfallPoints("given" + suffix, "pitfalls.label.fp16", ColourRole::a,
                                    Mark::squares, "module-cast fp16");
  const std::size_t count = overflowing.positions.size();
  addFinite(fixed, count, right);
  std::vector<double> lost = addFinite(broken, count, stored);
  PlotPanel panel = pitfallPlot(
      name, title, wholeAxis("pitfalls.axis.position", {"position", "tokens"}, kFirst, kLast),
      std::move(y), {std::move(fixed), std::move(broken)},
      static_cast<double>(overflowing.position));
  const auto count64 = static_cast<std::int64_t>(lost.size());
  addLostMarks(panel, {"pitfalls.label.lost", {{"lost", count64}}}, std::move(lost));
  return panel;
}

TablePanel octavesTable(const PitfallSetup& setup) {
  TablePanel table;
  table.name = "octaves";
  table.title = "pitfalls.table.octaves";
  table.of = "fp16";
  table.columns = {{"pitfalls.column.from", {"first", "tokens"}},
                   {"pitfalls.column.to", {"last", "tokens"}},
                   {"pitfalls.column.spacing", {"spacing", "tokens"}},
                   {"pitfalls.column.error", {"error", "tokens"}},
                   {"pitfalls.column.distinct", {"distinct"}},
                   {"pitfalls.column.lost", {"lost"}},
                   {"pitfalls.column.far-pairs", {"far", "pairs"}}};
  table.spareColumns = {2, 4};
  const std::vector<double>& frequencies = setup.reference.frequencies;
  for (const OctaveLoss& loss : losses()) {
    const std::int64_t far =
        std::count_if(frequencies.begin(), frequencies.end(),
                      [&](double frequency) { return loss.largestError * frequency > kFarAngle; });
    table.rows.push_back(
        {{integerCell(loss.first), integerCell(loss.last), numberCell(loss.spacing, 4),
          numberCell(loss.largestError, 4), integerCell(loss.distinct),
          integerCell(loss.lost, loss.lost > 0 ? TextRole::bad : TextRole::plain),
          integerCell(far)},
         {},
         false});
  }
  return table;
}

}  // namespace

Result<PitfallAnswer> fp16Overflow(const PitfallSetup& setup) {
  POSCOPE_TRY(const Overflowing overflowing, overflowOf(setup));
  PitfallAnswer answer;
  answer.wrong = overflowing.lostPairs > 0;
  // Within the last octave: what is lost below infinity.
  const auto last = std::find_if(losses().begin(), losses().end(),
                                 [](const OctaveLoss& loss) { return loss.last >= kFirst; });
  const std::vector<TextArgument> arguments{
      {"position", overflowing.position},
      {"stored", shortDecimal(overflowing.stored, 6)},
      {"off", static_cast<std::int64_t>(
                  std::abs(static_cast<double>(overflowing.position) - overflowing.finite()))},
      {"first", overflowing.firstLost},
      {"lost", overflowing.lostPairs},
      {"pairs", overflowing.broken.pairs},
      {"largest", shortDecimal(overflowing.largestEntry, 6)},
      {"spacing", static_cast<std::int64_t>(last->spacing)},
      {"from", last->first},
      {"tokens", static_cast<std::int64_t>(last->largestError)}};
  answer.sentence = {answer.wrong ? "pitfalls.fp16.wrong" : "pitfalls.fp16.fine", arguments};
  answer.explanation = {"pitfalls.fp16.explanation", arguments};
  answer.facts = {
      {"position", overflowing.position},          {"stored", overflowing.stored},
      {"first_lost", overflowing.firstLost},       {"lost_pairs", overflowing.lostPairs},
      {"largest_entry", overflowing.largestEntry}, {"spacing", last->spacing},
      {"largest_error", last->largestError}};
  const auto at = [](const PhaseRows& table, std::size_t row) {
    return table.cosine(static_cast<std::int64_t>(row))[0];
  };
  PlotPanel positions = twoSides(
      "positions", "pitfalls.panel.stored", valueAxis("pitfalls.axis.stored", {"stored", "tokens"}),
      overflowing,
      [](std::size_t k) { return static_cast<double>(kFirst) + static_cast<double>(k); },
      [&](std::size_t k) { return overflowing.positions[k]; });
  positions.worth = PanelWorth::answer;
  answer.panels.emplace_back(std::move(positions));
  answer.panels.emplace_back(twoSides(
      "cosines", "pitfalls.panel.cosines", valueAxis("pitfalls.axis.cosine", {"cosine"}),
      overflowing, [&](std::size_t k) { return at(overflowing.fixed, k); },
      [&](std::size_t k) { return at(overflowing.broken, k); }));
  answer.panels.emplace_back(octavesTable(setup));
  answer.mainLayer = "given.positions";
  return answer;
}

}  // namespace poscope
