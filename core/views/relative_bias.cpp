// relative-bias: what do schemes that know the distance only take off a score, and which distances
// look alike to them?
#include "core/views/relative_bias.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

using namespace relative;

constexpr const char* kSteepest = "steepest";
constexpr const char* kDrawn = "drawn";

TableCell noCell() {
  return {Text::verbatim("–"), TextRole::plain, {}, std::nan("")};
}

// "p 0.5, a 0.25", and for data "p=0.5 a=0.25".
TableCell numbersCell(const RelativePage& page, const RelativeSeries& series) {
  std::vector<TextArgument> words;
  std::string data;
  for (const NamedNumber& number : series.scheme->numbers(page.setup, series.row)) {
    words.emplace_back(number.name, shortDecimal(number.value, 3));
    data += (data.empty() ? "" : " ") + std::string(number.name) + "=" + exactDecimal(number.value);
  }
  const std::string_view id = page.showsNumbers() ? "t5-numbers" : series.scheme->id;
  return {Text("relative-bias.numbers." + std::string(id), std::move(words)),
          TextRole::plain,
          {},
          std::move(data)};
}

TableRow tableRow(const RelativePage& page, const RelativeSeries& series) {
  const DistanceCounts& counts = series.counts;
  const bool bucket = series.scheme->effect == RelativeEffect::bucket;
  const bool schemes = page.showsAll();
  const bool all = counts.distinct == counts.counted;
  TableRow row;
  row.cells = {{page.titleOf(series), TextRole::plain, {}, page.nameOf(series)},
               numbersCell(page, series),
               bucket ? noCell() : TableCell{biasText(series.farthest), {}, {}, series.farthest},
               integerCell(counts.distinct, all ? TextRole::plain : TextRole::a),
               integerCell(counts.counted),
               counts.firstCollision ? integerCell(counts.firstCollision->second) : noCell(),
               integerCell(counts.largestGroup),
               integerCell(counts.lost, counts.lost > 0 ? TextRole::bad : TextRole::plain)};
  row.action = schemes
                   ? Action{std::string(kBias.name), std::string(series.scheme->id)}
                   : Action{std::string(series.scheme->byPair ? kPair.name : parameter::kHead.name),
                            std::to_string(series.row)};
  row.selected = !schemes && series.row == page.chosen().row;
  return row;
}

TablePanel tableOf(const RelativePage& page) {
  const bool schemes = page.showsAll();
  TablePanel table;
  table.name = "rows";
  table.title = {"relative-bias.table", {{"format", page.formatTitle()}}};
  const Text rows(schemes               ? "relative-bias.column.scheme"
                  : page.scheme->byPair ? "relative-bias.column.pair"
                                        : "relative-bias.column.head");
  table.columns = {{rows, {"row"}},
                   {"relative-bias.column.numbers", {"numbers"}},
                   {{"relative-bias.column.farthest", {{"distance", page.last()}}}, {"at_last"}},
                   {"relative-bias.column.distinct", {"distinct", "distances"}},
                   {"relative-bias.column.counted", {"counted", "distances"}},
                   {"relative-bias.column.shared", {"first_shared", "tokens"}},
                   {"relative-bias.column.largest", {"largest_group", "distances"}},
                   {"relative-bias.column.lost", {"lost", "distances"}}};
  table.of = schemes ? std::string(page.format->id) : page.ofRow(*page.scheme, page.format->id);
  table.spareColumns = {7, 6, 4};
  for (const RelativeSeries& series : page.listed()) {
    table.rows.push_back(tableRow(page, series));
  }
  return table;
}

constexpr SideFact<DistanceCounts> kCountFacts[] = {
    {"counted", [](const DistanceCounts& c) -> FactValue { return c.counted; }},
    {"distinct", [](const DistanceCounts& c) -> FactValue { return c.distinct; }},
    {"first_shared",
     [](const DistanceCounts& c) -> FactValue {
       return c.firstCollision ? c.firstCollision->second : std::int64_t{-1};
     }},
    {"largest_group", [](const DistanceCounts& c) -> FactValue { return c.largestGroup; }},
    {"lost", [](const DistanceCounts& c) -> FactValue { return c.lost; }}};

// Of T5's numbers in the chosen head; nothing is known without a file.
void addNumberFacts(std::vector<Fact>& facts, const RelativePage& page) {
  const auto add = [&](const char* name, FactValue value) {
    facts.push_back({std::string("t5_numbers.") + name,
                     page.showsNumbers() ? std::move(value) : FactValue(std::string())});
  };
  const RelativeSeries none;
  const RelativeSeries& series = page.showsNumbers() ? page.chosen() : none;
  add("head", series.row);
  add("at_0", page.showsNumbers() ? series.curve.exact(0) : 0.0);
  add("at_last", series.farthest);
  add("stored_last", series.farthestStored);
  add("in_file", series.inFile);
  for (const SideFact<DistanceCounts>& row : kCountFacts) {
    add(std::string(row.name).c_str(), row.value(series.counts));
  }
}

// Of every scheme at the chosen head or pair, whichever the page is about.
std::vector<Fact> factsOf(const RelativePage& page) {
  std::vector<Fact> facts;
  for (const RelativeScheme& scheme : relativeSchemes()) {
    const std::string prefix = std::string(scheme.id) + ".";
    const RelativeSeries series = page.schemes.empty() ? RelativeSeries() : page.of(scheme);
    if (scheme.effect != RelativeEffect::bucket) {
      facts.push_back({prefix + "at_1", series.curve.exact ? series.curve.exact(1) : 0.0});
      facts.push_back({prefix + "at_last", series.farthest});
      facts.push_back({prefix + "stored_last", series.farthestStored});
    }
    addFacts(facts, prefix, kCountFacts, series.counts);
  }
  addNumberFacts(facts, page);
  return facts;
}

// What was not counted.
std::vector<Text> notesOf(const RelativePage& page) {
  std::vector<Text> notes;
  const std::vector<RelativeSeries>& listed = page.listed();
  const auto least = std::min_element(listed.begin(), listed.end(),
                                      [](const RelativeSeries& left, const RelativeSeries& right) {
                                        return left.counts.counted < right.counts.counted;
                                      });
  if (least->counts.counted < page.setup.context) {
    notes.emplace_back("relative-bias.note.counted",
                       std::vector<TextArgument>{{"counted", least->counts.counted},
                                                 {"context", page.setup.context}});
  }
  return notes;
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(RelativePage made, relativePage(params, context));
  const auto page = std::make_shared<const RelativePage>(std::move(made));
  const bool buckets = page->showsBuckets();
  Figure figure;
  figure.finding = {relativeQuestion(*page), relativeSentence(*page), relativeExplanation(*page)};
  figure.facts = factsOf(*page);
  figure.notes = notesOf(*page);
  if (page->showsNumbers()) {
    addNumbers(figure, page);
    addFileParts(figure, *page);
    figure.panels.emplace_back(tableOf(*page));
    figure.panels.emplace_back(numbersTable(*page));
    return figure;
  }
  if (buckets) {
    const auto ranges = bucketRanges(*page);
    figure.panels.emplace_back(bucketPlot(*page, ranges));
    figure.panels.emplace_back(bucketTable(ranges));
    figure.mainLayer = "bucket";
    addFileParts(figure, *page);
    return figure;
  }
  figure.panels.emplace_back(relativeCurves(page));
  if (!page->showsAll()) {
    figure.panels.emplace_back(relativeFarEnd(page));
  }
  figure.panels.emplace_back(tableOf(*page));
  addFileParts(figure, *page);
  figure.mainLayer = page->nameOf(page->showsAll() ? page->drawn.front() : page->chosen());
  return figure;
}

// The choices of `bias` whose schemes are as `is` asks, after `first`.
template <typename Is>
std::vector<std::string> choicesWhere(Is is, std::vector<std::string> first = {kAll}) {
  for (const RelativeScheme& scheme : relativeSchemes()) {
    if (is(scheme)) {
      first.emplace_back(scheme.id);
    }
  }
  return first;
}

// Parameters of some schemes change something where one of these is shown.
ParameterSpec whereUsed(ParameterSpec spec) {
  auto choices =
      choicesWhere([&spec](const RelativeScheme& scheme) { return scheme.has(spec.name); });
  return onlyWhere(std::move(spec), kBias, std::move(choices));
}

// Also of T5's numbers, where a file has them.
ParameterSpec andOfT5(ParameterSpec spec) {
  spec.needs.values.emplace_back(t5WithNumbers().id);
  return spec;
}

// Of the table of formats those with fractions: a bias is no multiple of a step.
ParameterSpec biasFormat() {
  ParameterSpec spec = formatParameter(parameter::kFormat, "bf16", kAtModel);
  const auto scaled = [](const std::string& id) {
    return findFormat(id)->kind != FormatKind::floating;
  };
  std::erase_if(spec.choices, scaled);
  std::erase_if(spec.others, scaled);
  spec.choices.insert(spec.choices.end(), spec.others.begin(), spec.others.end());
  spec.others.clear();
  spec.strict = true;
  return spec;
}

}  // namespace

View relativeBiasView() {
  const auto any = [](const RelativeScheme&) { return true; };
  const auto isNumber = [](const RelativeScheme& scheme) {
    return scheme.effect != RelativeEffect::bucket;
  };
  const auto ofNumbers = [&](ParameterSpec spec) {
    return onlyWhere(std::move(spec), kBias, choicesWhere(isNumber));
  };
  const auto number = [](IntegerParameter handle, std::int64_t standard, double minimum,
                         double maximum) {
    return integerParameter(handle, standard, minimum, maximum, ParameterScale::log2);
  };
  View view;
  view.id = "relative-bias";
  view.group = "learn";
  view.schema = {
      choiceParameter(kBias, kAll, choicesWhere(any)),
      contextParameter(4096),
      andOfT5(ofNumbers(biasFormat())),
      ofNumbers(choiceParameter(kRounded, kStored, {kStored, "every"})),
      whereUsed(number(parameter::kHeads, 8, 1, 1024)),
      andOfT5(whereUsed(withWord(integerParameter(parameter::kHead, 0, 0, 1023), kSteepest))),
      whereUsed(integerParameter(kPair, 0, 0, 511)),
      whereUsed(integerParameter(parameter::kSeed, 0, 0, 4294967295.0)),
      whereUsed(rareParameter(
          withOwnWords(withWord(realParameter(parameter::kBiasP, 0, 0.01, 2), kDrawn)))),
      whereUsed(rareParameter(
          withOwnWords(withWord(realParameter(parameter::kBiasA, 0, 0.01, 1024), kDrawn)))),
      whereUsed(number(kBuckets, 32, 4, 512)),
      whereUsed(number(kMaxDistance, 128, 3, 1048576)),
      whereUsed(choiceParameter(kBothWays, kTold, {kTold, "on", "off"})),
      onlyWhere(withOwnWords(number(parameter::kLength, 100, 2, kLongestContext)), kBias,
                choicesWhere(isNumber, {})),
      whereUsed(rareParameter(withOwnWords(number(parameter::kDim, 64, 2, 1024)))),
      whereUsed(rareParameter(realParameter(parameter::kMaxBias, 8, 0.0625, 1024))),
      andOfT5(ofNumbers(overflowParameter()))};
  view.schema = joinSchemas({std::move(view.schema), fileParameters()});
  view.reads = {{TensorKind::t5Bias, t5Settings}, {TensorKind::kerple, kerpleSettings}};
  const std::set<std::string> moves{"bias",         "context",   "buckets",
                                    "max_distance", "both_ways", "tensor"};
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = moves.contains(spec.name);
    spec.even = spec.even || spec.name == parameter::kDim.name || spec.name == kBuckets.name;
  }
  view.facts = factNames(factsOf(RelativePage()));
  view.build = build;
  return view;
}

}  // namespace poscope
