// scaling: what does each RoPE scaling do to each pair, and which angles are new beyond the trained
// length?
#include "core/views/scaling.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/base/suggestion.h"
#include "core/encoding/frequencies.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr WordParameter kMethod{{"method"}};
constexpr WordParameter kPicture{{"picture"}};
constexpr RealParameter kFactor{{"factor"}};
constexpr FlagParameter kOthers{{"others"}};
constexpr const char* kFit = "fit";  // The factor: as often as the trained length fits.
const ScalingPicture kPictures[] = {
    {"wavelength",
     "scaling.axis.wavelength",
     {"wavelength", "tokens"},
     [](double frequency, double, double) { return wavelengthTokens(frequency); },
     true},
    {"stretch",
     "scaling.axis.stretch",
     {"stretch"},
     [](double frequency, double plain, double) { return plain / frequency; },
     true},
    {"frequency",
     "scaling.axis.frequency",
     {"frequency", "radians"},
     [](double frequency, double, double) { return frequency; }},
    {"angle",
     "scaling.axis.angle",
     {"angle", "turns"},
     [](double frequency, double, double context) { return turnsWithin(frequency, context); }}};
Text methodName(const ScalingRow& row) {
  return Text("choice.method." + std::string(row.id));
}

std::size_t methodAt(const std::string& id) {
  const auto rows = ropeScalings();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const ScalingRow& row) { return row.id == id; });
  return static_cast<std::size_t>(found - rows.begin());
}

ScaledMethod methodOf(const ScalingPage& page, const ScalingRow& row) {
  ScaledMethod method{
      &row, page.methods.isOwn(row), {}, page.methods.frequenciesWith(row, page.context), 0};
  if (const auto shape = page.methods.shapeWith(row, page.context)) {
    method.written = writeRopeScaling(shape->scaling);
  }
  if (method.scaled) {
    method.unseen =
        page.training.unseenPairs(method.scaled->frequencies, static_cast<double>(page.context));
  }
  return method;
}

const ScalingPicture* pictureOf(const Params& params) {
  return std::find_if(std::begin(kPictures), std::end(kPictures),
                      [&](const ScalingPicture& row) { return row.id == params.text(kPicture); });
}

Result<ScalingPage> pageOf(const Params& params) {
  ScalingPage page;
  page.context = params.integer(parameter::kContext);
  const std::int64_t original = params.integer(parameter::kOriginal);
  const double fit =
      std::max(1.0, static_cast<double>(page.context) / static_cast<double>(original));
  page.methods = {shapeOf(params, page.context), original,
                  params.isAutomatic(kFactor) ? fit : params.real(kFactor)};
  const auto unscaled = std::find_if(ropeScalings().begin(), ropeScalings().end(),
                                     [](const ScalingRow& row) { return row.none; });
  POSCOPE_TRY(auto plain, page.methods.frequenciesWith(*unscaled, original));
  page.training = {std::move(plain.frequencies), static_cast<double>(original)};
  page.unfinished = unfinishedPairs(page.training.frequencies, page.training.tokens);
  for (const ScalingRow& row : ropeScalings()) {
    page.all.push_back(methodOf(page, row));
  }
  page.picture = pictureOf(params);
  page.others = params.flag(kOthers);
  page.reference = static_cast<std::size_t>(unscaled - ropeScalings().begin());
  page.a = methodAt(params.text(kMethod));
  page.b = methodAt(params.text(parameter::kMethodB));
  POSCOPE_CHECK(page.all[page.a].scaled);
  POSCOPE_CHECK(page.all[page.b].scaled);
  return page;
}
/// Numbers of one method, as facts and as a row of the table.
struct MethodNumbers {
  double longest = 0;
  std::int64_t unfinishedTrained = 0;
  std::int64_t unfinishedContext = 0;
  std::int64_t unseen = 0;
  double seenShare = 1;
  double fastestDivided = 1;  ///< By how much the fastest pair turns more slowly than unscaled.
  double attentionFactor = 1;
};

MethodNumbers numbersOf(const ScalingPage& page, const ScaledMethod& method) {
  const std::vector<double>& frequencies = method.scaled->frequencies;
  const double slowest = *std::min_element(frequencies.begin(), frequencies.end());
  return {wavelengthTokens(slowest),
          unfinishedPairs(frequencies, page.training.tokens),
          unfinishedPairs(frequencies, static_cast<double>(page.context)),
          method.unseen,
          1 - static_cast<double>(method.unseen) / static_cast<double>(page.pairs()),
          page.training.frequencies.front() / frequencies.front(),
          method.scaled->tableFactor};
}

constexpr SideFact<MethodNumbers> kFacts[] = {
    {"longest_wavelength", [](const MethodNumbers& m) -> FactValue { return m.longest; }},
    {"unfinished_trained", [](const MethodNumbers& m) -> FactValue { return m.unfinishedTrained; }},
    {"unfinished_context", [](const MethodNumbers& m) -> FactValue { return m.unfinishedContext; }},
    {"unseen", [](const MethodNumbers& m) -> FactValue { return m.unseen; }},
    {"seen_share", [](const MethodNumbers& m) -> FactValue { return m.seenShare; }},
    {"fastest_divided", [](const MethodNumbers& m) -> FactValue { return m.fastestDivided; }},
    {"attention_factor", [](const MethodNumbers& m) -> FactValue { return m.attentionFactor; }}};

std::vector<Fact> factsOf(std::int64_t pairs, double factor, const MethodNumbers& reference,
                          const MethodNumbers& a, const MethodNumbers& b) {
  std::vector<Fact> facts{{"pairs", pairs}, {"factor", factor}};
  addFacts(facts, "reference.", kFacts, reference);
  addSideFacts(facts, kFacts, a, b);
  return facts;
}

TableRow refusedRow(const ScaledMethod& method, std::size_t columns) {
  TableRow row;
  row.cells.assign(columns, TableCell{Text::verbatim("–"), TextRole::plain, {}, std::nan("")});
  row.cells.front() = {methodTitle(method), TextRole::plain, {}, std::string(method.row->id)};
  row.help = method.scaled.error().text;
  return row;
}

// In whole tokens: no fraction of one counts here.
TableCell wavelengthCell(double tokens) {
  return {Text::verbatim(wavelengthText(std::round(tokens), 9)), TextRole::plain, {}, tokens};
}

TableRow methodRow(const ScalingPage& page, std::size_t k) {
  const ScaledMethod& method = page.all[k];
  const MethodNumbers numbers = numbersOf(page, method);
  const TextRole role = styleOf(page, k).text;
  TableRow row;
  row.cells = {{methodTitle(method), role, {}, std::string(method.row->id)},
               integerCell(numbers.unseen),
               shareCell(numbers.seenShare, 3),
               integerCell(numbers.unfinishedContext),
               wavelengthCell(numbers.longest),
               numberCell(numbers.fastestDivided, 4),
               numberCell(numbers.attentionFactor, 4)};
  row.action = {std::string(kMethod.name), std::string(method.row->id)};
  row.selected = k == page.a;
  return row;
}

TablePanel tableOf(const ScalingPage& page) {
  TablePanel table;
  table.name = "methods";
  table.title = {"scaling.table", {{"context", page.context}}};
  table.columns = {{"scaling.column.method", {"method"}},
                   {"scaling.column.unseen", {"unseen", "pairs"}},
                   {"scaling.column.share", {"seen_share"}},
                   {"scaling.column.unfinished", {"unfinished", "pairs"}},
                   {"scaling.column.longest", {"longest_wavelength", "tokens"}},
                   {"scaling.column.fastest", {"fastest_divided"}},
                   {"scaling.column.attention", {"attention_factor"}}};
  table.spareColumns = {3, 2, 6};
  for (std::size_t k = 0; k < page.all.size(); ++k) {
    table.rows.push_back(page.all[k].scaled ? methodRow(page, k)
                                            : refusedRow(page.all[k], table.columns.size()));
  }
  return table;
}

Text sentence(const ScalingPage& page) {
  const ScaledMethod& a = page.all[page.a];
  const ScaledMethod& b = page.all[page.b];
  const std::int64_t unscaled = page.all[page.reference].unseen;
  const char* key = unscaled + a.unseen + b.unseen == 0 ? "scaling.finding.none"
                    : page.a == page.b                  ? "scaling.finding.one"
                                                        : "scaling.finding.two";
  return {key,
          {{"context", page.context},
           {"pairs", page.pairs()},
           {"a", methodTitle(a)},
           {"b", methodTitle(b)},
           {"unseen_a", a.unseen},
           {"unseen_b", b.unseen}}};
}

// What becomes of the fastest pair, by one method or by both.
Text fastest(const char* kept, const char* slowed, const std::string& times, Text method = {}) {
  return {times == "1" ? kept : slowed, {{"method", std::move(method)}, {"times", times}}};
}

Text fastestOf(const ScalingPage& page, const MethodNumbers& a, const MethodNumbers& b) {
  const std::string timesA = shortDecimal(a.fastestDivided, 3);
  const std::string timesB = shortDecimal(b.fastestDivided, 3);
  const auto one = [&](std::size_t k, const std::string& times) {
    return fastest("scaling.fastest.kept", "scaling.fastest.slowed", times,
                   methodTitle(page.all[k]));
  };
  if (page.a == page.b) {
    return one(page.a, timesA);
  }
  return timesA == timesB
             ? fastest("scaling.fastest.both-kept", "scaling.fastest.both-slowed", timesA)
             : Text("scaling.fastest.each",
                    {{"a", one(page.a, timesA)}, {"b", one(page.b, timesB)}});
}

Text explanation(const ScalingPage& page, const MethodNumbers& a, const MethodNumbers& b) {
  return {page.unfinished == 0 ? "scaling.explanation.all" : "scaling.explanation",
          {{"original", page.methods.original},
           {"pairs", page.pairs()},
           {"unfinished", page.unfinished},
           {"fastest", fastestOf(page, a, b)}}};
}

std::vector<Text> notesOf(const Params& params, const ScalingPage& page) {
  std::vector<Text> notes;
  const std::string& model = params.text(parameter::kModel);
  for (const ScaledMethod& method : page.all) {
    if (method.own && !model.empty()) {
      notes.push_back(
          {"scaling.note.own", {{"model", model}, {"method", methodName(*method.row)}}});
    }
  }
  return notes;
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(ScalingPage made, pageOf(params));
  const auto page = std::make_shared<const ScalingPage>(std::move(made));
  const MethodNumbers a = numbersOf(*page, page->all[page->a]);
  const MethodNumbers b = numbersOf(*page, page->all[page->b]);
  Figure figure;
  figure.finding = {"scaling.question", sentence(*page), explanation(*page, a, b)};
  figure.facts = factsOf(page->pairs(), page->methods.factor,
                         numbersOf(*page, page->all[page->reference]), a, b);
  figure.panels.emplace_back(pairsPanel(page));
  figure.panels.emplace_back(tableOf(*page));
  POSCOPE_TRY(PlotPanel lengths, lengthsPanel(*page, context.stop));
  figure.panels.emplace_back(std::move(lengths));
  figure.notes = notesOf(params, *page);
  figure.mainLayer = "a";
  return figure;
}

std::vector<std::string> methodIds() {
  return namesOf(ropeScalings(), &ScalingRow::id).all;
}

std::vector<std::string> pictureIds() {
  std::vector<std::string> ids;
  for (const ScalingPicture& row : kPictures) {
    ids.emplace_back(row.id);
  }
  return ids;
}

ParameterSpec factorParameter() {
  constexpr double kMost = 65536;
  ParameterSpec spec = realParameter(kFactor, 1, 1, kMost);
  spec.scale = ParameterScale::log2;
  return withWord(std::move(spec), kFit);
}

}  // namespace

Text methodTitle(const ScaledMethod& method) {
  return method.own ? Text("scaling.method.own", {{"method", methodName(*method.row)}})
                    : methodName(*method.row);
}
MethodStyle styleOf(const ScalingPage& page, std::size_t k) {
  return k == page.a   ? MethodStyle{"a", ColourRole::a, TextRole::a}
         : k == page.b ? MethodStyle{"b", ColourRole::b, TextRole::b}
         : k == page.reference
             ? MethodStyle{"reference", ColourRole::reference, TextRole::reference}
             : MethodStyle{std::string(page.all[k].row->id), ColourRole::neutral, TextRole::plain,
                           !page.all[k].own};
}

std::string wavelengthText(double tokens, int digits) {
  return std::isfinite(tokens) ? shortDecimal(tokens, digits) : "∞";
}

View scalingView() {
  View view;
  view.id = "scaling";
  view.group = "learn";
  ParameterSpec picture = choiceParameter(kPicture, "wavelength", pictureIds());
  picture.ownHelp = true;
  view.schema = joinSchemas(
      {{integerParameter(parameter::kOriginal, 4096, 2, kLongestContext, ParameterScale::log2),
        contextParameter(16384), choiceParameter(kMethod, "ntk", methodIds()),
        choiceParameter(parameter::kMethodB, "yarn", methodIds()), std::move(picture),
        flagParameter(kOthers, false), factorParameter(), dimParameter(128), baseParameter()},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "dim";
    spec.ownHelp = spec.ownHelp || spec.name == "context";
  }
  view.facts = factNames(factsOf(0, 1, {}, {}, {}));
  view.scheme = [](const Params&) { return Scheme::rope; };
  view.build = build;
  return view;
}

}  // namespace poscope
