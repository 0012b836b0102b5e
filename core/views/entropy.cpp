// entropy: how widely does attention spread as a text grows, and what does a factor log n do about
// it? Scores are a stated model.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/entropy.h"
#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr WordParameter kScores{{"scores"}};
constexpr RealParameter kDeviation{{"deviation"}};
constexpr RealParameter kPeak{{"peak"}};

constexpr std::int64_t kFirst = 16;
constexpr std::int64_t kLeastLast = std::int64_t{1} << 20;
constexpr int kStepsPerOctave = 4;

// What is done about the length.
struct Way {
  std::string_view name;
  ColourRole role;
  Mark mark;
  double (*factor)(double n, double trained);
};
constexpr std::array kWays{
    Way{"plain", ColourRole::one, Mark::line, [](double, double) { return 1.0; }},
    Way{"factor", ColourRole::two, Mark::line,
        [](double n, double trained) { return logFactor(n, trained, false); }},
    Way{"clamped", ColourRole::three, Mark::dashed,
        [](double n, double trained) { return logFactor(n, trained, true); }}};
constexpr std::size_t kPlain = 0;
constexpr std::size_t kFactor = 1;
using Spreads = std::array<AttentionSpread, kWays.size()>;

Text labelOf(const Way& way) {
  return Text("entropy.label." + std::string(way.name));
}

struct Setup {
  std::int64_t context = 2;
  std::int64_t trained = 2;
  ScoreModel model;

  [[nodiscard]] std::int64_t last() const { return std::max(context, kLeastLast); }
};

double factorOf(const Setup& setup, const Way& way, std::int64_t n) {
  return way.factor(static_cast<double>(n), static_cast<double>(setup.trained));
}

Spreads spreadsAt(const Setup& setup, std::int64_t n) {
  Spreads spreads;
  std::array<double, kWays.size()> factors{};
  for (std::size_t k = 0; k < kWays.size(); ++k) {
    factors[k] = factorOf(setup, kWays[k], n);
    const auto known =
        std::find(factors.begin(), factors.begin() + k, factors[k]) - factors.begin();
    const auto same = static_cast<std::size_t>(known);
    spreads[k] = same < k ? spreads[same] : attentionSpread(setup.model, n, factors[k]);
  }
  return spreads;
}

Setup setupOf(const Params& params) {
  Setup setup;
  setup.context = params.integer(parameter::kContext);
  setup.trained = params.integer(parameter::kTrained);
  setup.model.deviation = params.real(kDeviation);
  setup.model.peaked = params.text(kScores) == "peaked";
  setup.model.peak = setup.model.peaked ? params.real(kPeak) : 0.0;
  return setup;
}

std::vector<std::int64_t> sortedOnce(std::vector<std::int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

// Where the curves are computed: even steps of the logarithm, and the two lengths that are named.
std::vector<std::int64_t> drawnLengths(const Setup& setup) {
  std::vector<std::int64_t> lengths{setup.context, setup.trained, setup.last()};
  const double first = std::log2(static_cast<double>(kFirst));
  for (int step = 0;; ++step) {
    const auto n = static_cast<std::int64_t>(
        std::llround(std::exp2(first + static_cast<double>(step) / kStepsPerOctave)));
    if (n > setup.last()) {
      break;
    }
    lengths.push_back(n);
  }
  std::erase_if(lengths, [&setup](std::int64_t n) { return n < kFirst || n > setup.last(); });
  return sortedOnce(std::move(lengths));
}

std::vector<std::int64_t> listedLengths(const Setup& setup) {
  std::vector<std::int64_t> lengths{setup.context, setup.trained};
  for (std::int64_t n = 64; n <= kLeastLast; n *= 16) {
    lengths.push_back(n);
  }
  return sortedOnce(std::move(lengths));
}

/// What was computed once.
struct Picture {
  Setup setup;
  Spreads trained;
  Spreads context;
};

class EntropyInspection final : public Inspection {
 public:
  explicit EntropyInspection(std::shared_ptr<const Picture> picture)
      : picture_(std::move(picture)) {}

  Detail at(double x, double) const override {
    Detail detail;
    const Setup& setup = picture_->setup;
    if (!(x >= static_cast<double>(kFirst) && x <= static_cast<double>(setup.last()))) {
      return detail;
    }
    const auto n = static_cast<std::int64_t>(std::llround(x));
    const Spreads spreads = spreadsAt(setup, n);
    detail.rows.push_back({"entropy.axis.length", {"value.integer", {{"value", n}}}, {}, {}});
    detail.rows.push_back(
        {"entropy.label.uniform", nats(std::log(static_cast<double>(n))), {}, {}});
    for (std::size_t k = 0; k < kWays.size(); ++k) {
      detail.rows.push_back({labelOf(kWays[k]), nats(spreads[k].entropy), {}, {}});
      detail.rows.push_back({"entropy.row.factor",
                             Text::verbatim(readingDecimal(factorOf(setup, kWays[k], n))),
                             {},
                             {}});
      detail.rows.push_back(
          {"entropy.row.effective", Text::verbatim(readingDecimal(spreads[k].effective)), {}, {}});
      if (setup.model.peaked) {
        detail.rows.push_back({"entropy.row.peak", percent(spreads[k].peak), {}, {}});
      }
    }
    detail.marked = true;
    detail.markX = static_cast<double>(n);
    detail.markY = spreads[kPlain].entropy;
    return detail;
  }

 private:
  static Text nats(double entropy) {
    return {"entropy.value.nats", {{"value", shortDecimal(entropy, 5)}}};
  }
  static Text percent(double share) {
    return {"value.percent", {{"share", shortDecimal(100 * share, 4)}}};
  }

  std::shared_ptr<const Picture> picture_;
};

PointLayer seriesOf(std::string_view name, Text label, ColourRole role, Mark mark) {
  PointLayer series;
  series.name = name;
  series.label = std::move(label);
  series.role = role;
  series.mark = mark;
  series.of = "fp64";
  return series;
}

PlotPanel plotOf(const std::shared_ptr<const Picture>& picture) {
  const Setup& setup = picture->setup;
  PlotPanel panel;
  panel.name = "entropy";
  panel.x = {"entropy.axis.length", static_cast<double>(kFirst), static_cast<double>(setup.last()),
             AxisScale::log2, AxisTicks::powersOfTwo};
  panel.x.data = {"length", "tokens"};
  panel.y.title = "entropy.axis.entropy";
  panel.y.data = {"entropy", "nats"};
  panel.y.first = 0;
  panel.y.last = 1.05 * std::log(static_cast<double>(setup.last()));
  PointLayer uniform =
      seriesOf("uniform", "entropy.label.uniform", ColourRole::reference, Mark::line);
  uniform.faint = true;
  std::vector<PointLayer> ways;
  ways.reserve(kWays.size());
  for (const Way& way : kWays) {
    ways.push_back(seriesOf(way.name, labelOf(way), way.role, way.mark));
  }
  for (const std::int64_t n : drawnLengths(setup)) {
    const auto x = static_cast<double>(n);
    const Spreads spreads = spreadsAt(setup, n);
    uniform.x.push_back(x);
    uniform.y.push_back(std::log(x));
    for (std::size_t k = 0; k < kWays.size(); ++k) {
      ways[k].x.push_back(x);
      ways[k].y.push_back(spreads[k].entropy);
    }
  }
  panel.layers.emplace_back(std::move(uniform));
  for (PointLayer& way : ways) {
    panel.layers.emplace_back(std::move(way));
  }
  if (setup.trained >= kFirst) {
    const auto x = static_cast<double>(setup.trained);
    panel.layers.emplace_back(StripLayer{ColourRole::neutral, x, x, "entropy.label.trained"});
  }
  const auto x = static_cast<double>(setup.context);
  if (setup.context >= kFirst) {
    panel.layers.emplace_back(StripLayer{ColourRole::marked, x, x, {}});
  }
  panel.inspection = std::make_shared<EntropyInspection>(picture);
  return panel;
}

// Thousands are told as whole tokens.
TextArgument tokens(std::string_view name, double effective) {
  return effective < 1000 ? TextArgument(name, shortDecimal(effective, 3))
                          : TextArgument(name, static_cast<std::int64_t>(std::llround(effective)));
}

TablePanel tableOf(const Picture& picture) {
  const Setup& setup = picture.setup;
  TablePanel table;
  table.name = "effective";
  table.title = "entropy.table";
  table.columns = {{"entropy.axis.length", {"length", "tokens"}}};
  for (const Way& way : kWays) {
    table.columns.push_back(
        {Text("entropy.column." + std::string(way.name)), {std::string(way.name), "tokens"}});
  }
  table.of = "fp64";
  for (const std::int64_t n : listedLengths(setup)) {
    TableRow row;
    row.cells = {integerCell(n)};
    for (const AttentionSpread& spread : spreadsAt(setup, n)) {
      row.cells.push_back(
          {{"value.integer", {tokens("value", spread.effective)}}, {}, {}, spread.effective});
    }
    row.action = {"context", std::to_string(n)};
    row.selected = n == setup.context;
    table.rows.push_back(std::move(row));
  }
  return table;
}

Text sentence(const Picture& picture) {
  const Setup& setup = picture.setup;
  return {setup.context == setup.trained ? "entropy.finding.trained" : "entropy.finding",
          {{"trained", setup.trained},
           {"context", setup.context},
           tokens("at_trained", picture.trained[kPlain].effective),
           tokens("plain", picture.context[kPlain].effective),
           tokens("factor", picture.context[kFactor].effective)}};
}

Text explanation(const Picture& picture) {
  const Setup& setup = picture.setup;
  const Text model(setup.model.peaked ? "entropy.model.peaked" : "entropy.model.normal",
                   {{"deviation", shortDecimal(setup.model.deviation, 4)},
                    {"peak", shortDecimal(setup.model.peak, 4)}});
  const double factor = factorOf(setup, kWays[kFactor], setup.context);
  return {setup.model.peaked ? "entropy.explanation.peaked" : "entropy.explanation",
          {{"model", model},
           {"context", setup.context},
           {"trained", setup.trained},
           {"factor", shortDecimal(factor, 4)},
           {"peak_plain", shortDecimal(100 * picture.context[kPlain].peak, 3)},
           {"peak_factor", shortDecimal(100 * picture.context[kFactor].peak, 3)}}};
}

std::vector<Fact> factsOf(const Setup& setup, const Spreads& trained, const Spreads& context) {
  std::vector<Fact> facts{{"uniform.entropy", std::log(static_cast<double>(setup.context))},
                          {"log_factor", factorOf(setup, kWays[kFactor], setup.context)},
                          {"trained.entropy", trained[kPlain].entropy},
                          {"trained.effective", trained[kPlain].effective},
                          {"trained.peak", trained[kPlain].peak}};
  constexpr SideFact<AttentionSpread> kFacts[] = {
      {"entropy", [](const AttentionSpread& s) -> FactValue { return s.entropy; }},
      {"effective", [](const AttentionSpread& s) -> FactValue { return s.effective; }},
      {"peak", [](const AttentionSpread& s) -> FactValue { return s.peak; }}};
  for (std::size_t k = 0; k < kWays.size(); ++k) {
    addFacts(facts, std::string(kWays[k].name) + ".", kFacts, context[k]);
  }
  return facts;
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  const Setup setup = setupOf(params);
  const auto picture = std::make_shared<const Picture>(
      Picture{setup, spreadsAt(setup, setup.trained), spreadsAt(setup, setup.context)});
  if (context.stop.stop_requested()) {
    return cancelled();
  }
  Figure figure;
  figure.finding = {"entropy.question", sentence(*picture), explanation(*picture)};
  figure.facts = factsOf(setup, picture->trained, picture->context);
  figure.panels.emplace_back(plotOf(picture));
  figure.panels.emplace_back(tableOf(*picture));
  figure.mainLayer = kWays[kPlain].name;
  return figure;
}

}  // namespace

View entropyView() {
  View view;
  view.id = "entropy";
  view.group = "learn";
  view.schema = {contextParameter(65536),
                 withOwnWords(integerParameter(parameter::kTrained, 512, 2, kLongestContext,
                                               ParameterScale::log2)),
                 withOwnWords(choiceParameter(kScores, "normal", {"normal", "peaked"})),
                 withOwnWords(realParameter(kDeviation, 2, 0, 20)),
                 withOwnWords(onlyWhere(realParameter(kPeak, 12, 0, 100), kScores, {"peaked"}))};
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "context";
  }
  view.facts = factNames(factsOf({}, {}, {}));
  view.build = build;
  return view;
}

}  // namespace poscope
