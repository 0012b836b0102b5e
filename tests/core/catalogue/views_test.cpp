// Every view: it builds at its defaults and at hard parameters, has the facts it promises, speaks
// both languages, and its published numbers hold.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "core/base/numbers.h"
#include "core/base/version.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/model_params.h"
#include "core/state/state.h"

using namespace poscope;

namespace {

ViewContext context() {
  return {makeCpuBackend(), {}, {}};
}

Figure figureOf(const std::string& link) {
  const auto state = parseLink(link);
  if (!state) {
    qFatal("%s: %s", link.c_str(), renderPlain(state.error().text, Language::english).c_str());
  }
  auto figure = buildFigure(*findView(state->view), state->params, context());
  if (!figure) {
    qFatal("%s: %s", link.c_str(), renderPlain(figure.error().text, Language::english).c_str());
  }
  return std::move(*figure);
}

/// Some values that a parameter does not have now.
std::vector<std::string> otherValues(const ParameterSpec& spec, const Params& params) {
  const std::string now = params.written(spec.name);
  std::vector<std::string> values;
  if (spec.type == ParameterType::flag) {
    values = {"on", "off"};
  } else if (spec.type == ParameterType::choice || spec.type == ParameterType::recipe) {
    values = choiceValues(spec);
  } else if (spec.type == ParameterType::format) {
    values = spec.choices;
  } else if (spec.type == ParameterType::integer) {
    values = {"64", "32", "2"};
  } else if (spec.type == ParameterType::real) {
    values = {"64", "3", "0.5"};
  }
  std::erase(values, now);
  if (spec.type == ParameterType::recipe || spec.type == ParameterType::format) {
    values.resize(std::min<std::size_t>(values.size(), 1));  // One stands for all.
  }
  return values;
}

double realFact(const Figure& figure, std::string_view name) {
  for (const Fact& fact : figure.facts) {
    if (fact.name == name) {
      const auto* number = std::get_if<double>(&fact.value);
      return number == nullptr ? static_cast<double>(std::get<std::int64_t>(fact.value)) : *number;
    }
  }
  qFatal("no fact %s", std::string(name).c_str());
}

void verifyText(const Text& text) {
  for (const Language language : allLanguages()) {
    const std::string words = renderPlain(text, language);
    QVERIFY2(words.find('[') == std::string::npos || !text.key.empty(), words.c_str());
    QVERIFY2(text.key.empty() || hasText(text.key, language), text.key.c_str());
    // A literal is no sentence: code of a patch has braces of its own.
    QVERIFY2(text.key.empty() || words.find('{') == std::string::npos, words.c_str());
  }
}

// The panel of a kind and a name, which every figure of the view has.
template <typename Kind>
const Kind& panelOf(const Figure& figure, std::string_view name) {
  for (const Panel& panel : figure.panels) {
    const auto* const found = std::get_if<Kind>(&panel);
    if (found != nullptr && found->name == name) {
      return *found;
    }
  }
  qFatal("no such panel");
}

void verifyTexts(const Figure& figure) {
  verifyText(figure.finding.question);
  verifyText(figure.finding.sentence);
  verifyText(figure.finding.explanation);
  for (const Text& note : figure.notes) {
    verifyText(note);
  }
  for (const Verdict& verdict : figure.verdicts) {
    verifyText(verdict.title);
    verifyText(verdict.summary);
    for (const DetailRow& row : verdict.rows) {
      verifyText(row.label);
      verifyText(row.value);
    }
  }
  for (const Panel& panel : figure.panels) {
    if (const auto* plot = std::get_if<PlotPanel>(&panel)) {
      verifyText(plot->x.title);
      verifyText(plot->y.title);
      QVERIFY(plot->x.first < plot->x.last);
      QVERIFY(plot->y.first < plot->y.last);
      QVERIFY(!plot->x.title.empty() && (!plot->y.title.empty() || !plot->y.hasScale()));
    } else if (const auto* bits = std::get_if<BitsPanel>(&panel)) {
      for (const BitsRow& row : bits->rows) {
        verifyText(row.label);
        verifyText(row.value);
        verifyText(row.meaning);
        verifyText(row.detail);
      }
    } else if (const auto* clocks = std::get_if<ClockPanel>(&panel)) {
      for (const HandKind& kind : clocks->kinds) {
        verifyText(kind.label);
      }
      for (const ClockFace& face : clocks->faces) {
        QCOMPARE(face.values.size(), clocks->columns.size());
        verifyText(face.label);
        verifyText(face.value);
        for (const ClockHand& hand : face.hands) {
          QVERIFY(std::isfinite(hand.angle));
          QVERIFY(hand.length >= 0 && hand.length <= 1);
        }
      }
    } else if (const auto* code = std::get_if<CodePanel>(&panel)) {
      verifyText(code->title);
      for (const CodeLine& line : code->lines) {
        QVERIFY(line.text.find('\n') == std::string::npos);
        verifyText(line.note);
      }
    } else if (const auto* table = std::get_if<TablePanel>(&panel)) {
      for (const TableRow& row : table->rows) {
        QCOMPARE(row.cells.size(), table->columns.size());
        for (const TableCell& cell : row.cells) {
          verifyText(cell.text);
        }
      }
    }
  }
}

}  // namespace

class ViewsTest : public QObject {
  Q_OBJECT

 private slots:
  void build_link_hasFactsAndTexts_data();
  void build_link_hasFactsAndTexts();
  void views_oneIsFirst_eachFileHasItsPage();
  void resetsZoom_everyParameterThatMovesThePlot_data();
  void resetsZoom_everyParameterThatMovesThePlot();
  void positions_publishedFacts();
  void positions_inspection_saysWhoSharesThePlace();
  void sinusoidal_defaultTable_isTheFormulaRoundedToFloat();
  void decay_defaults_haveThePublishedScores();
  void alibi_publishedCounts_data();
  void alibi_publishedCounts();
  void alibi_headBeyondHeads_isRefused();
  void alibi_baichuan2Inference_equalsAbsolute();
  void formats_4095_hasItsNeighbours();
  void formats_rangeTable_hasEveryOctave();
  void formats_rangeTable_hasTheRowOfTheNumber_data();
  void formats_rangeTable_hasTheRowOfTheNumber();
  void formats_line_hasTheNeighboursAndWhereTheNumberGoes();
  void formats_bits_sayWhatTheyMean();
  void positions_lostOnes_areCrossesWithOneEntry();
  void positions_range_neverBeginsBelowThem();
  void decay_sinusoid_followsTheRelation();
  void exactShare_contexts_ascend();
  void decay_independent_showsNoNegativeZero();
  void formats_everyRow_isNamedInBothLanguages();
  void formats_bitActions_readBack();
  void sentences_oddParameters_sayWhatIs_data();
  void sentences_oddParameters_sayWhatIs();
  void alibi_lostBiases_areCountedAndNoErrorIsClaimed();
  void build_stopped_isCancelled();
  void model_parameters_reachEveryView();
  void finding_modelOfAnotherScheme_saysSoWithoutAlarm_data();
  void finding_modelOfAnotherScheme_saysSoWithoutAlarm();
};

void ViewsTest::build_link_hasFactsAndTexts_data() {
  QTest::addColumn<QString>("link");
  for (const View& view : views()) {
    QTest::newRow(view.id.c_str()) << QString::fromStdString("poscope:" + view.id);
    for (const NamedFigure& figure : view.figures) {
      QTest::newRow(figure.name.c_str())
          << QString::fromStdString("poscope:" + view.id + "?" + figure.parameters);
    }
    if (view.compares) {
      for (const Side side : kSides) {
        const std::string show(sideName(side));
        QTest::addRow("%s %s", view.id.c_str(), show.c_str())
            << QString::fromStdString("poscope:" + view.id + "?show=" + show);
      }
    }
    for (const NumberFormat& format : numberFormats()) {
      if (!Params(view.schema).set("format", format.id)) {
        continue;  // The bits of fp64 fit no line.
      }
      QTest::addRow("%s %s", view.id.c_str(), std::string(format.id).c_str())
          << QString::fromStdString("poscope:" + view.id + "?format=" + std::string(format.id) +
                                    (view.id == "audit" ? "&context=4k" : ""));
    }
  }
  for (const char* link : {"poscope:positions?context=2",
                           "poscope:positions?context=16777216&length=16384",
                           "poscope:positions?context=65536&format=fp16",
                           "poscope:positions?format=e4m3fn&show=difference",
                           "poscope:exact-share?context=2",
                           "poscope:exact-share?context=16777216",
                           "poscope:sinusoidal?length=1048576&dim=2048&a=module-cast&format=bf16",
                           "poscope:sinusoidal?length=1&dim=2&base=1.000001",
                           "poscope:sinusoidal?layout=rope&show=difference",
                           "poscope:decay?context=1048576",
                           "poscope:decay?context=2",
                           "poscope:decay?relation=correlated",
                           "poscope:decay?relation=independent&show=a",
                           "poscope:alibi?context=1048576&picture=matrix",
                           "poscope:alibi?context=2&picture=heads",
                           "poscope:alibi?heads=1&head=0&align=off",
                           "poscope:alibi?picture=matrix&show=difference",
                           "poscope:formats?number=1e300",
                           "poscope:formats?number=-0.1",
                           "poscope:formats?number=0",
                           "poscope:formats?number=480&overflow=saturate",
                           "poscope:alibi?model=llama&scheme=rope",
                           "poscope:alibi?heads=32",
                           "poscope:alibi?format=e4m3fn&picture=matrix",
                           "poscope:alibi?format=fp16&context=1048576",
                           "poscope:formats?number=inf",
                           "poscope:formats?number=-300&rounding=downward&format=int8",
                           "poscope:formats?rounding=upward&overflow=saturate",
                           "poscope:decay?base=1.000001&dim=64&context=64",
                           "poscope:decay?dim=16384",
                           "poscope:positions?format=e5m2&format_b=fp16&start=1000000",
                           "poscope:positions?overflow=saturate&format=fp16&context=131072",
                           "poscope:exact-share?format=e8m0fnu&b=int16",
                           "poscope:exact-share?format=int16&context=131072",
                           "poscope:positions?format=int16&context=200000&b=e3m2",
                           "poscope:positions?format=int16&overflow=saturate&context=200000",
                           "poscope:formats?number=inf&format=int16",
                           "poscope:formats?number=-1&format=e8m0fnu",
                           "poscope:formats?number=1e-50&format=e8m0fnu",
                           "poscope:rope-precision?a=hf-llama&a.position=e8m0fnu",
                           "poscope:rope-precision?a=hf-llama&a.position=int16&context=65536",
                           "poscope:exact-share?format=int8",
                           "poscope:relative-bias?context=2",
                           "poscope:relative-bias?context=2&bias=t5",
                           "poscope:relative-bias?context=2&bias=alibi&rounded=every",
                           "poscope:relative-bias?bias=alibi&heads=1&context=16777216",
                           "poscope:relative-bias?bias=kerple-power&bias_p=2&bias_a=1024",
                           "poscope:relative-bias?bias=xpos&dim=2&context=1048576&format=fp16",
                           "poscope:relative-bias?bias=sandwich&dim=1024&context=1048576",
                           "poscope:relative-bias?bias=t5&both_ways=off&buckets=512&"
                           "max_distance=1048576",
                           "poscope:decay?model=llama&scheme=rope&scaling=llama3~factor~8~low_freq_"
                           "factor~1~high_freq_factor~4~original_max_position_embeddings~8192"}) {
    QTest::newRow(link) << QString(link);
  }
}

void ViewsTest::build_link_hasFactsAndTexts() {
  QFETCH(QString, link);
  const Figure figure = figureOf(link.toStdString());
  const View& view = *findView(figure.source.view);
  for (const std::string& name : view.facts) {
    const auto found = std::find_if(figure.facts.begin(), figure.facts.end(),
                                    [&](const Fact& fact) { return fact.name == name; });
    QVERIFY2(found != figure.facts.end(), name.c_str());
  }
  QCOMPARE(figure.facts.size(), view.facts.size());
  QVERIFY(!figure.panels.empty());
  QVERIFY(!figure.mainLayer.empty());
  QCOMPARE(figure.source.version, std::string(programVersion()));
  verifyTexts(figure);
}

void ViewsTest::views_oneIsFirst_eachFileHasItsPage() {
  const auto count = [](auto test) { return std::count_if(views().begin(), views().end(), test); };
  QCOMPARE(count([](const View& view) { return view.first; }), std::ptrdiff_t{1});
  QCOMPARE(count([](const View& view) { return view.opensModels; }), std::ptrdiff_t{1});
  QCOMPARE(firstView().id, std::string("positions"));
  QVERIFY(viewThatOpensModels().opensModels);
  std::set<TensorKind> read;
  for (const View& view : views()) {
    const bool names = fileHandles(Params(view.schema)) != nullptr;
    QVERIFY2(names == (view.opensModels || !view.reads.empty()), view.id.c_str());
    for (const TensorReading& reading : view.reads) {
      QVERIFY2(read.insert(reading.kind).second, view.id.c_str());  // One page for each kind.
    }
  }
  QVERIFY(read.contains(TensorKind::rotaryTable));  // Where all others lead.
}

void ViewsTest::resetsZoom_everyParameterThatMovesThePlot_data() {
  QTest::addColumn<std::string>("id");
  for (const View& view : views()) {
    QTest::newRow(view.id.c_str()) << view.id;
  }
}

// Another range along x is another picture; a zoom into the one before means nothing there.
void ViewsTest::resetsZoom_everyParameterThatMovesThePlot() {
  QFETCH(std::string, id);
  const View& view = *findView(id);
  Params params(view.schema);
  if (params.has("context")) {
    QVERIFY(params.set("context", "128"));
  }
  const auto rangeOf = [&](const Params& at) -> std::optional<std::tuple<double, double, bool>> {
    const auto figure = buildFigure(view, at, context());
    const auto* plot = figure && !figure->panels.empty()
                           ? std::get_if<PlotPanel>(&figure->panels.front())
                           : nullptr;
    if (plot == nullptr) {
      return std::nullopt;
    }
    return std::tuple(plot->x.first, plot->x.last, plot->x.scale == AxisScale::log2);
  };
  const auto before = rangeOf(params);
  if (!before) {
    return;  // Bits and tables are not zoomed.
  }
  for (const ParameterSpec& spec : view.schema) {
    for (const std::string& value : otherValues(spec, params)) {
      Params changed = params;
      if (spec.hidden || spec.resetsZoom || !changed.set(spec.name, value)) {
        continue;
      }
      const auto after = rangeOf(changed);
      QVERIFY2(!after || after == before, (spec.name + "=" + value).c_str());
    }
  }
}

void ViewsTest::positions_publishedFacts() {
  struct Row {
    const char* context;
    std::int64_t exact, distinct, largest, unshared;
  };
  for (const Row& row : {Row{"8192", 896, 897, 33, 320}, Row{"1048576", 1792, 1793, 4097, 320}}) {
    const Figure figure =
        figureOf(std::string("poscope:positions?format=bf16&context=") + row.context);
    QCOMPARE(realFact(figure, "total"), std::atof(row.context));
    QCOMPARE(realFact(figure, "exact"), static_cast<double>(row.exact));
    QCOMPARE(realFact(figure, "distinct"), static_cast<double>(row.distinct));
    QCOMPARE(realFact(figure, "largest_group"), static_cast<double>(row.largest));
    QCOMPARE(realFact(figure, "unshared"), static_cast<double>(row.unshared));
    for (const Fact& fact : figure.facts) {
      if (fact.name == "first_collision") {
        QVERIFY(fact.value == FactValue(std::vector<std::int64_t>{256, 257}));
      }
    }
  }
  const Figure figure = figureOf("poscope:positions");
  QCOMPARE(renderPlain(figure.finding.sentence, Language::english),
           std::string("4,096 tokens, but bf16 sees only 769 places"));
}

void ViewsTest::positions_inspection_saysWhoSharesThePlace() {
  const Figure figure = figureOf("poscope:positions");
  const Detail detail = std::get<PlotPanel>(figure.panels[0]).inspection->at(4063.2, 4060);
  std::string all;
  for (const DetailRow& row : detail.rows) {
    all += renderPlain(row.label, Language::english) + ": " +
           renderPlain(row.value, Language::english) + "\n";
  }
  for (const char* part : {"Position: 4,063", "4,064  (+1)", "16 others of 4,056–4,072",
                           "Spacing: 16", "0x457E", "4,048 · 4,080"}) {
    QVERIFY2(all.find(part) != std::string::npos, (std::string(part) + "\n" + all).c_str());
  }
  QCOMPARE(detail.markX, 4063.0);
  QCOMPARE(detail.markY, 4064.0);
  QVERIFY(std::get<PlotPanel>(figure.panels[0]).inspection->at(1.0, 1.0).rows.empty());
}

void ViewsTest::sinusoidal_defaultTable_isTheFormulaRoundedToFloat() {
  const Figure figure = figureOf("poscope:sinusoidal?length=50&dim=128&layout=interleaved");
  const auto& heat = std::get<HeatLayer>(std::get<PlotPanel>(figure.panels[0]).layers[0]);
  std::vector<double> cells(50 * 128);
  QVERIFY(heat.source->cells(everyCell(50, 128), heat.quantity, Reduction::sample,
                             std::span<double>(cells), {}));
  for (int p = 0; p < 50; ++p) {
    for (int c = 0; c < 128; ++c) {
      const double angle = p * std::pow(10000.0, -2.0 * (c / 2) / 128);
      const double wanted = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
      QCOMPARE(cells[static_cast<std::size_t>(p * 128 + c)],
               static_cast<double>(static_cast<float>(wanted)));
    }
  }
}

void ViewsTest::decay_defaults_haveThePublishedScores() {
  const Figure figure = figureOf("poscope:decay");
  struct Row {
    const char* fact;
    double score;
  };
  for (const Row& row : {Row{"reference.score_0", 128},
                         {"reference.score_16", 79.403},
                         {"reference.score_256", 41.050},
                         {"reference.score_1024", 26.169},
                         {"reference.score_last", -8.505}}) {
    QVERIFY2(std::abs(realFact(figure, row.fact) - row.score) < 0.0006, row.fact);
  }
  QCOMPARE(realFact(figure, "reference.first_rise"), 11.0);
  QCOMPARE(realFact(figure, "reference.rises_50"), 15.0);
  const Figure independent = figureOf("poscope:decay?relation=independent");
  QVERIFY(std::abs(realFact(independent, "reference.deviation_0") - std::sqrt(128.0)) < 1e-12);
  QCOMPARE(realFact(independent, "reference.score_0"), 0.0);
}

void ViewsTest::alibi_publishedCounts_data() {
  QTest::addColumn<QString>("parameters");
  QTest::addColumn<QList<double>>("before");
  QTest::addColumn<QList<double>>("after");
  struct Row {
    const char* parameters;
    QList<double> before;
    QList<double> after;
  };
  // PIPELINES 5.5: distinct in the nearest 256, the farthest 256, all; largest error in the nearest
  // 256.
  for (const Row& row :
       {Row{"context=4096&head=3", {17, 256, 769, 4}, {256, 17, 769, 0}},
        Row{"context=8192&head=3", {9, 256, 897, 8}, {256, 9, 897, 0}},
        Row{"context=4096&head=0", {14, 239, 752, 7.97}, {239, 14, 752, 0.498}},
        Row{"context=8192&head=0", {7, 239, 880, 15.8}, {239, 7, 880, 0.498}},
        Row{"context=4096&head=31", {17, 256, 769, 0.03125}, {256, 17, 769, 0}},
        Row{"context=4096&head=3&format=fp16", {129, 256, 3073, 0.5}, {256, 129, 3073, 0}}}) {
    QTest::newRow(row.parameters) << QString(row.parameters) << row.before << row.after;
  }
}

void ViewsTest::alibi_publishedCounts() {
  QFETCH(QString, parameters);
  QFETCH(QList<double>, before);
  QFETCH(QList<double>, after);
  const Figure figure = figureOf("poscope:alibi?" + parameters.toStdString());
  const auto verify = [&](const char* side, const QList<double>& wanted) {
    const std::string name(side);
    QCOMPARE(realFact(figure, name + ".nearest_256"), wanted[0]);
    QCOMPARE(realFact(figure, name + ".farthest_256"), wanted[1]);
    QCOMPARE(realFact(figure, name + ".all"), wanted[2]);
    // The page gives errors with three digits.
    const double error = realFact(figure, name + ".max_error");
    QVERIFY2(std::abs(error - wanted[3]) <= 0.005 * wanted[3], qPrintable(QString::number(error)));
  };
  verify("a", before);
  verify("b", after);
}

void ViewsTest::alibi_headBeyondHeads_isRefused() {
  const auto state = parseLink("poscope:alibi?heads=8&head=32");
  QVERIFY(state);
  const auto figure = buildFigure(*findView("alibi"), state->params, context());
  QVERIFY(!figure);
  const std::string message = renderPlain(figure.error().text, Language::english);
  QVERIFY2(message.find("32") != std::string::npos && message.find("0 to 7") != std::string::npos,
           message.c_str());
}

void ViewsTest::alibi_baichuan2Inference_equalsAbsolute() {
  const Figure figure =
      figureOf("poscope:alibi?a=baichuan2-inference&b=baichuan-13b&picture=matrix&show=difference");
  const auto& heat = std::get<HeatLayer>(std::get<PlotPanel>(figure.panels[0]).layers[0]);
  std::vector<double> cells(4096);
  const Lattice row{{4095, 1, 1}, {0, 4096, 4096}};
  QVERIFY(
      heat.source->cells(row, Quantity::aMinusB, Reduction::sample, std::span<double>(cells), {}));
  for (const double cell : cells) {
    QCOMPARE(cell, 0.0);
  }
}

void ViewsTest::formats_4095_hasItsNeighbours() {
  const Figure figure = figureOf("poscope:formats");
  QCOMPARE(realFact(figure, "stored"), 4096.0);
  QCOMPARE(realFact(figure, "below"), 4080.0);
  QCOMPARE(realFact(figure, "above"), 4096.0);
  QCOMPARE(realFact(figure, "spacing"), 16.0);  // Between the neighbours, not that of 4096.
  QCOMPARE(realFact(figure, "last_exact_integer"), 256.0);
}

// Every octave, so that each number has its row; at the end the first one beyond it.
void ViewsTest::formats_rangeTable_hasEveryOctave() {
  for (const std::string& id : findView("formats")->schema[1].choices) {
    const Figure figure = figureOf("poscope:formats?number=3&format=" + id);
    const auto& table = panelOf<TablePanel>(figure, "ranges");
    const double largest = largestNumber(*findFormat(id));
    double low = parseNumber(table.rows.front().action.value).value() - 1;
    QVERIFY2(low <= std::max(1.0, std::min(256.0, largest)), id.c_str());
    for (const TableRow& row : table.rows) {
      QCOMPARE(parseNumber(row.action.value).value(), low + 1);
      QCOMPARE(row.selected, 3 >= low && 3 < 2 * low);
      low *= 2;
    }
    QVERIFY2(low / 2 == 1048576 || (low / 2 > largest && low / 4 <= largest), id.c_str());
  }
  const Figure standard = figureOf("poscope:formats");
  const auto& table = panelOf<TablePanel>(standard, "ranges");
  const auto chosen = std::find_if(table.rows.begin(), table.rows.end(),
                                   [](const TableRow& row) { return row.selected; });
  QVERIFY(chosen != table.rows.end());
  QCOMPARE(renderPlain(chosen->cells[0].text, Language::english), std::string("2,048 to 4,096"));
  QCOMPARE(renderPlain(chosen->cells[1].text, Language::english), std::string("16"));
}

void ViewsTest::formats_rangeTable_hasTheRowOfTheNumber_data() {
  QTest::addColumn<QString>("number");
  QTest::addColumn<QString>("range");
  QTest::newRow("plain") << "4095"
                         << "2,048 to 4,096";
  QTest::newRow("negative") << "-4096"
                            << "4,096 to 8,192";
  QTest::newRow("small") << "3"
                         << "2 to 4";
  QTest::newRow("fraction") << "0.3"
                            << "0.25 to 0.5";
  QTest::newRow("large") << "1e30"
                         << "6.33825×10²⁹ to 1.26765×10³⁰";
}

void ViewsTest::formats_rangeTable_hasTheRowOfTheNumber() {
  QFETCH(QString, number);
  const Figure figure = figureOf("poscope:formats?number=" + number.toStdString());
  QStringList selected;
  double before = 0;
  for (const TableRow& row : panelOf<TablePanel>(figure, "ranges").rows) {
    const double low = std::get<double>(row.cells[0].value);
    QVERIFY(low > before);
    before = low;
    if (row.selected) {
      selected << QString::fromStdString(renderPlain(row.cells[0].text, Language::english));
    }
  }
  QTEST(selected.join("; "), "range");
}

void ViewsTest::formats_line_hasTheNeighboursAndWhereTheNumberGoes() {
  for (const NumberFormat& format : numberFormats()) {
    if (format.storageBits > 32) {
      continue;
    }
    for (const char* number : {"4095", "-0.1", "6"}) {
      const Figure figure = figureOf(std::string("poscope:formats?number=") + number +
                                     "&format=" + std::string(format.id));
      const auto& line = panelOf<PlotPanel>(figure, "line");
      for (const char* fact : {"below", "above", "stored"}) {
        const double neighbour = realFact(figure, fact);
        const bool shown = neighbour >= line.x.first && neighbour <= line.x.last;
        QVERIFY2(shown || !std::isfinite(neighbour), format.id.data());
        QVERIFY(!shown ||
                std::count(line.x.tickValues.begin(), line.x.tickValues.end(), neighbour) == 1);
      }
      for (const double tick : line.x.tickValues) {
        QCOMPARE(roundToward(format, tick, Direction::nearestEven, Overflow::ofFormat), tick);
      }
      const auto arrow =
          std::find_if(line.layers.begin(), line.layers.end(), [](const Layer& layer) {
            const auto* const points = std::get_if<PointLayer>(&layer);
            return points != nullptr && points->mark == Mark::arrow;
          });
      QCOMPARE(arrow != line.layers.end(), std::isfinite(realFact(figure, "stored")));
      if (arrow != line.layers.end()) {
        const std::vector<double> way{realFact(figure, "number"), realFact(figure, "stored")};
        QCOMPARE(std::get<PointLayer>(*arrow).x, way);
      }
    }
  }
  // Beside infinity a scale says nothing.
  for (const Panel& panel : figureOf("poscope:formats?number=inf").panels) {
    const auto* const plot = std::get_if<PlotPanel>(&panel);
    QVERIFY(plot == nullptr || plot->name != "line");
  }
}

void ViewsTest::formats_bits_sayWhatTheyMean() {
  struct Row {
    const char *number, *format, *meaning;
  };
  for (const Row& row : {Row{"4095", "bf16", "= 1.0 × 2¹²"}, Row{"6", "fp16", "= 1.5 × 2²"},
                         Row{"-0.75", "bf16", "= −1.5 × 2⁻¹"}, Row{"0", "bf16", ""},
                         Row{"2e-8", "fp16", ""}, Row{"3e-8", "fp16", "= 0.0009765625 × 2⁻¹⁴"},
                         Row{"4095", "fp32", "≈ 1.99951172 × 2¹¹"}, Row{"5", "int8", ""}}) {
    const Figure figure = figureOf(std::string("poscope:formats?number=") + row.number);
    const auto& bits = panelOf<BitsPanel>(figure, "bits");
    const auto found = std::find_if(bits.rows.begin(), bits.rows.end(), [&](const BitsRow& each) {
      return std::get<std::string>(each.values[0]) == row.format;
    });
    QCOMPARE(renderPlain(found->meaning, Language::english), std::string(row.meaning));
  }
}

// One thing, one entry of the legend, and no place.
void ViewsTest::positions_lostOnes_areCrossesWithOneEntry() {
  const Figure figure = figureOf("poscope:positions?format=e4m3fn");
  QStringList labels;
  bool crosses = false;
  for (const Layer& layer : panelOf<PlotPanel>(figure, "places").layers) {
    const auto& points = std::get<PointLayer>(layer);
    labels << QString::fromStdString(renderPlain(points.label, Language::english));
    crosses = crosses || (points.mark == Mark::crosses && points.role == ColourRole::bad);
  }
  QVERIFY(crosses);
  QCOMPARE(labels.filter("e4m3"), QStringList{"e4m3: 100 lost"});
  const Figure some = figureOf("poscope:positions?format=fp16&context=65540");
  const Layer& kept = panelOf<PlotPanel>(some, "places").layers.front();
  QCOMPARE(renderPlain(std::get<PointLayer>(kept).label, Language::english),
           std::string("fp16: 3 places for 80 tokens"));
}

void ViewsTest::positions_range_neverBeginsBelowThem() {
  for (const char* link :
       {"poscope:positions?context=2", "poscope:positions?context=100",
        "poscope:positions?context=2&show=b", "poscope:positions?context=16384&length=16384"}) {
    const Figure figure = figureOf(link);
    const auto& panel = panelOf<PlotPanel>(figure, "places");
    QVERIFY2(panel.x.first > -1 && panel.y.first > -1, link);
  }
}

// With q and k that have half in common the sinusoid has half, too, and none with none.
void ViewsTest::decay_sinusoid_followsTheRelation() {
  struct Row {
    const char* relation;
    double weight;
  };
  for (const Row& row : {Row{"same", 1}, Row{"correlated", 0.5}, Row{"independent", 0}}) {
    const Figure figure = figureOf(std::string("poscope:decay?relation=") + row.relation);
    const auto& plot = panelOf<PlotPanel>(figure, "score");
    const auto curve = std::find_if(plot.layers.begin(), plot.layers.end(), [](const Layer& layer) {
      const auto* const found = std::get_if<CurveLayer>(&layer);
      return found != nullptr && found->name == "sinusoid";
    });
    QVERIFY(curve != plot.layers.end());
    const auto& layer = std::get<CurveLayer>(*curve);
    for (const TableRow& each : panelOf<TablePanel>(figure, "distances").rows) {
      const double score = std::get<double>(each.cells[2].value);
      const auto distance = std::get<std::int64_t>(each.cells[0].value);
      QVERIFY(distance > 0 || std::abs(score - 64 * row.weight) < 1e-9);
      QVERIFY(std::abs(layer.source->value(0, distance, layer.quantity) - score) < 1e-9);
      QVERIFY(!std::signbit(score) || score < 0);
    }
  }
}

void ViewsTest::exactShare_contexts_ascend() {
  const Figure figure = figureOf("poscope:exact-share");
  int curves = 0;
  for (const Layer& layer : std::get<PlotPanel>(figure.panels[0]).layers) {
    if (const auto* points = std::get_if<PointLayer>(&layer)) {
      QVERIFY(std::adjacent_find(points->x.begin(), points->x.end(), std::greater_equal<>()) ==
              points->x.end());
      ++curves;
    }
  }
  QVERIFY(curves > 4);
}

void ViewsTest::decay_independent_showsNoNegativeZero() {
  const Figure figure = figureOf("poscope:decay?relation=independent");
  for (const TableRow& row : std::get<TablePanel>(figure.panels[1]).rows) {
    for (const TableCell& cell : row.cells) {
      const std::string words = renderPlain(cell.text, Language::english);
      QVERIFY(words != "-0" && words != "−0");
    }
  }
  const auto& plot = std::get<PlotPanel>(figure.panels[0]);
  for (double distance = 0; distance < 4096; ++distance) {
    for (const DetailRow& row : plot.inspection->at(distance, 0).rows) {
      const std::string words = renderPlain(row.value, Language::english);
      QVERIFY(words != "-0" && words != "−0");
    }
  }
}

void ViewsTest::formats_everyRow_isNamedInBothLanguages() {
  for (const NumberFormat& format : numberFormats()) {
    const std::string key = "choice.format." + std::string(format.id);
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText(key, language), key.c_str());
      QCOMPARE(renderPlain(Text(key), language), std::string(format.label));
    }
  }
}

void ViewsTest::formats_bitActions_readBack() {
  const Figure figure = figureOf("poscope:formats?number=4095");
  const auto& bits = panelOf<BitsPanel>(figure, "bits");
  Params params(findView("formats")->schema);
  int checked = 0;
  for (const BitsRow& row : bits.rows) {
    QCOMPARE(row.actions.size(), row.bits.size());
    for (const Action& action : row.actions) {
      if (!action.parameter.empty()) {
        QVERIFY2(params.set(action.parameter, action.value).has_value(), action.value.c_str());
        ++checked;
      }
    }
  }
  QVERIFY(checked > 50);
}

void ViewsTest::sentences_oddParameters_sayWhatIs_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<QString>("sentence");
  struct Row {
    const char *link, *sentence;
  };
  for (const Row& row :
       {Row{"poscope:decay?context=2",
            "The score falls from 128 to 124 over 1 token, without a rise in the first 1 step"},
        Row{"poscope:decay?base=1.000001&dim=64&context=7",
            "The score falls from 64 to 61.5 over 6 tokens, but 3 of the first 6 steps go up"},
        Row{"poscope:positions?start=16777216&context=4", "4 tokens, but bf16 sees only 1 place"},
        Row{"poscope:positions?context=2", "bf16 keeps all 2 positions apart"},
        Row{"poscope:positions?format=e4m3fn",
            "4,096 tokens, but e4m3 loses 3,631 of them to infinity or NaN"},
        Row{"poscope:positions?format=e8m0fnu",
            "4,096 tokens, but e8m0 sees only 14 places, one of them NaN: position 0 is lost, for "
            "e8m0 "
            "has no zero"},
        Row{"poscope:positions?format=int16&context=40000",
            "int16 keeps all 40,000 positions apart"},
        Row{"poscope:positions?format=e2m1&context=64", "64 tokens, but e2m1 sees only 6 places"},
        Row{"poscope:formats?number=0&format=e8m0fnu", "e8m0 cannot hold 0: it becomes nan"},
        Row{"poscope:formats?number=40000&format=int16", "int16 stores 40,000 as −25,536"},
        Row{"poscope:formats?number=240&format=e4m3fnuz", "e4m3fnuz stores 240 exactly"},
        Row{"poscope:alibi?format=e4m3fn",
            "“absolute key index” in e4m3 loses 3,590 of 4,096 biases to infinity or NaN"},
        Row{"poscope:alibi?heads=32", "Before: 6 bias levels for 100 keys. After: 100."},
        Row{"poscope:formats?number=1e6&rounding=upward&overflow=saturate&format=fp16",
            "fp16 stores 1,000,000 as 65,504"},
        Row{"poscope:formats?number=-300&rounding=downward&format=int8",
            "int8 stores −300 as −127"}}) {
    QTest::newRow(row.link) << QString(row.link) << QString(row.sentence);
  }
}

void ViewsTest::sentences_oddParameters_sayWhatIs() {
  QFETCH(QString, link);
  const Figure figure = figureOf(link.toStdString());
  QTEST(QString::fromStdString(renderPlain(figure.finding.sentence, Language::english)),
        "sentence");
}

void ViewsTest::alibi_lostBiases_areCountedAndNoErrorIsClaimed() {
  const Figure figure = figureOf("poscope:alibi?format=e4m3fn");
  QVERIFY(realFact(figure, "a.lost_biases") > 3000);
  QVERIFY(std::isnan(realFact(figure, "a.max_error")));
}

void ViewsTest::build_stopped_isCancelled() {
  std::stop_source stop;
  stop.request_stop();
  for (const View& view : views()) {
    const auto figure =
        buildFigure(view, Params(view.schema), {makeCpuBackend(), {}, stop.get_token()});
    QVERIFY(!figure);
    QCOMPARE(figure.error().kind, ErrorKind::cancelled);
  }
}

void ViewsTest::model_parameters_reachEveryView() {
  ModelConfig config;
  config.name = "llama-3.1-8b";
  config.scheme = Scheme::rope;
  config.heads = 32;
  config.headDim = 128;
  config.rotaryDim = 128;
  config.context = 131072;
  RopeSetting rope;
  rope.base = 500000;
  rope.scaling.type = "llama3";
  rope.scaling.numbers = {{"factor", 8},
                          {"low_freq_factor", 1},
                          {"high_freq_factor", 4},
                          {"original_max_position_embeddings", 8192}};
  config.rope.push_back(rope);
  for (const View& view : views()) {
    std::vector<Error> refused;
    const State state = withModel(defaultState(view), config, &refused);
    QVERIFY2(refused.empty(), view.id.c_str());
    if (state.params.has(parameter::kContext)) {
      QCOMPARE(state.params.integer(parameter::kContext), std::int64_t{131072});
    }
    if (state.params.has(parameter::kBase)) {
      QCOMPARE(state.params.real(parameter::kBase), 500000.0);
    }
    if (state.params.has(parameter::kHeads)) {
      QCOMPARE(state.params.integer(parameter::kHeads), std::int64_t{32});
    }
    const auto figure = buildFigure(view, state.params, context());
    QVERIFY(figure.has_value());
    verifyTexts(*figure);
  }
  const State decay = withModel(defaultState(*findView("decay")), config);
  const auto figure = buildFigure(*findView("decay"), decay.params, context());
  QVERIFY(figure->notes.size() == 1);
}

void ViewsTest::finding_modelOfAnotherScheme_saysSoWithoutAlarm_data() {
  QTest::addColumn<QByteArray>("link");
  QTest::addColumn<QByteArray>("told");
  const auto other = [](const char* scheme, const char* view) {
    return QByteArray("m does not use ") + view + ": it uses " + scheme;
  };
  const std::pair<const char*, QByteArray> rows[] = {
      {"sinusoidal?model=m&scheme=sinusoidal", ""},
      {"alibi?model=m&scheme=none", other("no positions", "ALiBi")},
      {"alibi?model=m&scheme=unknown", ""},  // A note says that its config does not tell.
      {"sinusoidal?model=m&scheme=rope", other("RoPE", "a sinusoidal table")},
      {"sinusoidal?model=m&scheme=rope&layout=rope", ""},
      {"sinusoidal?model=m&scheme=learned", other("a learned table", "a sinusoidal table")},
      {"decay?model=m&scheme=rope", ""},
      {"decay?model=m&scheme=alibi", other("ALiBi", "RoPE")},
      {"alibi?model=m&scheme=alibi", ""},
      {"alibi?model=m&scheme=sinusoidal", other("a sinusoidal table", "ALiBi")},
      {"alibi?scheme=rope", ""},  // No model: a scheme alone is nobody's.
      {"alibi?model=m", ""},
      {"positions?model=m&scheme=alibi", ""}};
  for (const auto& [link, note] : rows) {
    QTest::newRow(link) << QByteArray(link) << note;
  }
}

void ViewsTest::finding_modelOfAnotherScheme_saysSoWithoutAlarm() {
  QFETCH(QByteArray, link);
  QFETCH(QByteArray, told);
  const auto state = parseLink("poscope:" + link.toStdString());
  QVERIFY(state);
  const View& view = *findView(state->view);
  for (const Side side : kSides) {
    Params params = state->params;
    QVERIFY(params.set(parameter::kShow.name, sideName(side)));
    if (params.has(parameter::kContext)) {
      QVERIFY(params.set(parameter::kContext.name, "300"));
    }
    const auto figure = buildFigure(view, params, context());
    QVERIFY(figure);
    const QByteArray sentence =
        QByteArray::fromStdString(renderPlain(figure->finding.sentence, Language::english));
    QCOMPARE(sentence.contains(" does not use "), !told.isEmpty());
    if (told.isEmpty()) {
      continue;
    }
    QCOMPARE(sentence, told);
    QVERIFY(figure->judgement != nullptr);
    const auto verdicts = figure->judgement->verdicts(side, {}, {});
    QVERIFY(verdicts);
    for (const Verdict& verdict : *verdicts) {
      QVERIFY(verdict.role == ColourRole::neutral);
    }
    const auto table = figure->judgement->table({});
    QVERIFY(table);
    for (const TableRow& row : table->rows) {
      for (const TableCell& cell : row.cells) {
        QVERIFY(cell.role != TextRole::bad && cell.role != TextRole::good);
      }
    }
  }
}

QTEST_GUILESS_MAIN(ViewsTest)
#include "views_test.moc"
