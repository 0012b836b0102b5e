// What the page relative-bias says.
#include <cmath>

#include "core/base/numbers.h"
#include "core/views/build_parts.h"
#include "core/views/relative_bias.h"

namespace poscope {
namespace {

Text allSentence(const RelativePage& page) {
  std::vector<TextArgument> arguments{{"distance", page.last()}};
  for (const RelativeSeries& series : page.drawn) {
    arguments.emplace_back(series.scheme->id, biasText(-series.farthest));
  }
  return {"relative-bias.finding.all", std::move(arguments)};
}

Text bucketSentence(const RelativePage& page) {
  const DistanceCounts& counts = page.chosen().counts;
  const T5Buckets& t5 = page.setup.t5;
  const auto run = runAt(page.chosen().curve.stored, page.setup.context, page.last());
  const bool last = static_cast<std::int64_t>(run.value) == t5.oneWay() - 1 && run.size() > 1;
  const char* const key = t5.bidirectional ? (last ? "relative-bias.finding.buckets.both"
                                                   : "relative-bias.finding.buckets.both-near")
                                           : (last ? "relative-bias.finding.buckets"
                                                   : "relative-bias.finding.buckets.near");
  return {key,
          {{"context", page.setup.context},
           {"distinct", counts.distinct},
           {"first", run.first},
           {"alone", t5.alone()}}};
}

// Which keys have buckets, and who says so.
Text directionText(const RelativePage& page) {
  const std::string to = page.setup.t5.bidirectional ? "both" : "back";
  if (!page.directionTold) {
    return Text("relative-bias.direction.set." + to);
  }
  const bool unknown = blockOf(page.file->tensor.name) == BlockKind::unknown;
  return Text(unknown ? std::string("relative-bias.direction.unknown")
                      : "relative-bias.direction." + to);
}

Text numbersExplanation(const RelativePage& page) {
  const BiasFile& file = *page.file;
  return {"relative-bias.explanation.numbers",
          {{"source", Text::verbatim(page.scheme->source)},
           {"tensor", file.tensor.name},
           {"file", file.name()},
           {"buckets", page.setup.t5.buckets},
           {"heads", page.setup.heads},
           {"stored", Text::verbatim(formatOf(file.tensor)->label)},
           {"direction", directionText(page)},
           {"max_distance", page.setup.t5.maxDistance},
           {"format", page.formatTitle()}}};
}

// Whose learned numbers these are.
Text originText(const RelativePage& page) {
  if (!page.showsAll() && !page.scheme->learned) {
    return "relative-bias.origin.none";
  }
  const bool p = page.setup.p.has_value();
  const bool a = page.setup.a.has_value();
  if (page.file && page.file->kind == TensorKind::kerple && !(p && a)) {
    return {p || a ? "relative-bias.origin.file.part" : "relative-bias.origin.file",
            {{"file", page.file->name()}, {"tensor", page.file->tensor.name}}};
  }
  return {p && a   ? "relative-bias.origin.set"
          : p || a ? "relative-bias.origin.part"
                   : "relative-bias.origin.drawn",
          {{"seed", std::to_string(page.setup.seed)}}};
}

// What of it is in the format.
Text roundingText(const RelativePage& page) {
  const bool scales = !page.showsAll() && page.scheme->effect == RelativeEffect::multiplied;
  const std::string key =
      page.everyStep ? "relative-bias.rounding.every" : "relative-bias.rounding.bias";
  return {key + (scales ? ".scales" : ""), {{"format", page.formatTitle()}}};
}

}  // namespace

Text biasText(double value) {
  constexpr double kWhole = 1000;
  constexpr double kPowersOfTen = 1e12;
  const bool whole = std::abs(value) >= kWhole && std::abs(value) < kPowersOfTen;
  return whole ? Text("value.integer", {{"value", static_cast<std::int64_t>(std::llround(value))}})
               : Text::verbatim(shortDecimal(value, 4));
}

Text relativeSentence(const RelativePage& page) {
  if (page.showsAll()) {
    return allSentence(page);
  }
  if (page.showsBuckets()) {
    return bucketSentence(page);
  }
  const RelativeSeries& chosen = page.chosen();
  const DistanceCounts& counts = chosen.counts;
  // Rounding makes some of T5's numbers equal, whichever bucket they are in.
  const char* const key = counts.lost > 0         ? "relative-bias.finding.lost"
                          : page.showsNumbers()   ? "relative-bias.finding.numbers"
                          : counts.firstCollision ? "relative-bias.finding.collide"
                                                  : "relative-bias.finding.fine";
  return {key,
          {{"format", inColourOf(Side::a, {"", page.formatTitle()})},
           {"scheme", chosen.schemeTitle()},
           {"row", chosen.named()},
           {"counted", counts.counted},
           {"count", counts.distinct},
           {"distinct", inColourOf(Side::a, {"", counts.distinct})},
           {"exact", chosen.inFile},
           {"shared", counts.firstCollision ? counts.firstCollision->second : 0},
           {"lost", counts.lost},
           {"first", counts.firstLost}}};
}

Text relativeQuestion(const RelativePage& page) {
  if (!page.showsAll() && page.fromFile(*page.scheme)) {
    return {page.showsNumbers() ? "relative-bias.question.numbers" : "relative-bias.question.file",
            {{"file", page.file->name()}, {"tensor", page.file->tensor.name}}};
  }
  return page.showsBuckets() ? "relative-bias.question.buckets" : "relative-bias.question";
}

Text relativeExplanation(const RelativePage& page) {
  if (page.showsNumbers()) {
    return numbersExplanation(page);
  }
  const std::string id = page.showsAll() ? relative::kAll : std::string(page.scheme->id);
  const RelativeSeries& chosen = page.chosen();
  std::vector<TextArgument> arguments{{"rounding", roundingText(page)},
                                      {"origin", originText(page)},
                                      {"head", std::to_string(page.head)},
                                      {"row", chosen.named()},
                                      {"source", Text::verbatim(chosen.scheme->source)},
                                      {"dim", page.setup.dim},
                                      {"alone", page.setup.t5.alone()},
                                      {"max_distance", page.setup.t5.maxDistance}};
  for (const NamedNumber& number : chosen.scheme->numbers(page.setup, chosen.row)) {
    arguments.emplace_back(number.name, shortDecimal(number.value, 5));
  }
  return {"relative-bias.explanation." + id, std::move(arguments)};
}

}  // namespace poscope
