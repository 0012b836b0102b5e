// The page about scalings: what it says and draws is what was computed, for every method and from
// any model.
#include <QTest>
#include <cmath>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/encoding/rope_scaling.h"
#include "core/model/presets.h"
#include "core/state/model_params.h"

using namespace poscope;

namespace {

Result<Figure> tryFigure(const std::string& query) {
  return parseLink("poscope:scaling" + query).and_then([](const State& state) {
    return buildFigure(*findView(state.view), state.params, {makeCpuBackend(), {}, {}});
  });
}

Figure figureOf(const std::string& query) {
  auto figure = tryFigure(query);
  if (!figure) {
    qFatal("%s: %s", query.c_str(), renderPlain(figure.error().text, Language::english).c_str());
  }
  return std::move(*figure);
}

QString english(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

const PlotPanel& plotNamed(const Figure& figure, std::string_view name) {
  for (const Panel& panel : figure.panels) {
    const auto* const plot = std::get_if<PlotPanel>(&panel);
    if (plot != nullptr && plot->name == name) {
      return *plot;
    }
  }
  qFatal("no such plot");
}

const TablePanel& tableOf(const Figure& figure) {
  return std::get<TablePanel>(figure.panels[1]);
}

const PointLayer* findLayer(const PlotPanel& plot, std::string_view name) {
  for (const Layer& layer : plot.layers) {
    const auto* const points = std::get_if<PointLayer>(&layer);
    if (points != nullptr && points->name == name) {
      return points;
    }
  }
  return nullptr;
}

double real(const Figure& figure, const char* name) {
  return std::get<double>(*findFact(figure, name));
}

/// The parameters of the page after a model was opened.
Params opened(const char* preset) {
  const auto config = presetConfig(preset);
  if (!config) {
    qFatal("%s", preset);
  }
  return withModel(defaultState(*findView("scaling")), *config).params;
}

Figure figureFor(const Params& params) {
  return *buildFigure(*findView("scaling"), params, {makeCpuBackend(), {}, {}});
}

}  // namespace

class ScalingTest : public QObject {
  Q_OBJECT

 private slots:
  void finding_isAboutWhatIsCompared_data();
  void finding_isAboutWhatIsCompared();
  void explanation_saysWhatBecomesOfTheFastestPair();
  void everyScaling_hasANameAndARow();
  void everyScaling_canBeChosen_orSaysWhatItNeeds();
  void pictures_showTheSameFrequencies();
  void limit_isDrawnForPairsWithoutATurn();
  void lengths_dynamicFollowsTheLength();
  void reading_ofAPair_isItsNumbers();
  void proportional_pairsThatStandStill_areGaps();
  void factor_fitsTheContext_orIsGiven();
  void model_setsLengthsAndItsOwnMethod_data();
  void model_setsLengthsAndItsOwnMethod();
  void model_ownScaling_hasItsNumbersAndANote();
};

void ScalingTest::finding_isAboutWhatIsCompared_data() {
  QTest::addColumn<QString>("query");
  QTest::addColumn<QString>("sentence");
  const auto row = [](const char* query, const char* sentence) {
    QTest::newRow(query) << QString(query) << QString(sentence);
  };
  row("", "At 16,384 tokens NTK takes 17 of 64 pairs to untrained angles, YaRN 0");
  row("?method=none&method_b=linear",
      "At 16,384 tokens unscaled takes 18 of 64 pairs to untrained angles, PI (linear) 0");
  row("?method=none&method_b=none",
      "At 16,384 tokens unscaled takes 18 of 64 pairs to untrained angles");
  row("?context=4096", "At 4,096 tokens no pair comes to an untrained angle");
  row("?base=100&context=1M", "At 1,048,576 tokens no pair comes to an untrained angle");
}

void ScalingTest::finding_isAboutWhatIsCompared() {
  QFETCH(QString, query);
  QTEST(english(figureOf(query.toStdString()).finding.sentence), "sentence");
}

void ScalingTest::explanation_saysWhatBecomesOfTheFastestPair() {
  const auto explained = [](const char* query) {
    return english(figureOf(query).finding.explanation);
  };
  const QString part =
      "18 of 64 pairs finish no turn in 4,096 tokens: training showed a part of the circle only. "
      "Neighbours are told apart by the fastest pair: ";
  QCOMPARE(explained(""), part + "both leave it as it is.");
  QCOMPARE(explained("?method=linear"),
           part + "PI (linear) makes it 4 times slower, YaRN leaves it as it is.");
  QCOMPARE(explained("?method=linear&method_b=linear"),
           part + "PI (linear) makes it 4 times slower.");
  QCOMPARE(explained("?method=linear&method_b=proportional"),
           part + "both make it 4 times slower.");
  // 2 pi 100^(63/64) = 584.7 tokens.
  QCOMPARE(
      explained("?base=100"),
      QString("Every pair finishes a turn in the 4,096 tokens of training, which so showed the "
              "whole circle. Neighbours are told apart by the fastest pair: both leave it as "
              "it is."));
}

void ScalingTest::everyScaling_hasANameAndARow() {
  const Figure figure = figureOf("");
  const TablePanel& table = tableOf(figure);
  QCOMPARE(table.rows.size(), ropeScalings().size());
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const std::string id(ropeScalings()[k].id);
    QVERIFY2(table.rows[k].cells.front().value == CellValue(id), id.c_str());
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText("choice.method." + id, language), id.c_str());
    }
  }
}

// What needs a model's own numbers is a row without numbers, and says so.
void ScalingTest::everyScaling_canBeChosen_orSaysWhatItNeeds() {
  const Figure figure = figureOf("");
  int refused = 0;
  for (const TableRow& row : tableOf(figure).rows) {
    const std::string id = std::get<std::string>(row.cells.front().value);
    const auto chosen = tryFigure("?method=" + id);
    QCOMPARE(chosen.has_value(), row.help.empty());
    QCOMPARE(row.action.empty(), !row.help.empty());
    if (!chosen) {
      QCOMPARE(english(chosen.error().text), english(row.help));
      ++refused;
      continue;
    }
    QVERIFY(row.cells[1].value == CellValue(integerFact(*chosen, "a.unseen")));
    QVERIFY(row.cells[4].value == CellValue(real(*chosen, "a.longest_wavelength")));
  }
  QCOMPARE(refused, 1);
}

void ScalingTest::pictures_showTheSameFrequencies() {
  const double turn = 2 * std::acos(-1.0);
  const auto curve = [](const char* picture) {
    return findLayer(plotNamed(figureOf(std::string("?picture=") + picture), "pairs"), "b")->y;
  };
  const auto wavelengths = curve("wavelength");
  const auto frequencies = curve("frequency");
  const auto angles = curve("angle");
  QCOMPARE(wavelengths.size(), std::size_t{64});
  const auto stretches = curve("stretch");
  QCOMPARE(stretches.front(), 1.0);
  QVERIFY(std::abs(stretches.back() - 4) < 1e-12);
  for (std::size_t pair = 0; pair < wavelengths.size(); ++pair) {
    QVERIFY(std::abs(wavelengths[pair] * frequencies[pair] / turn - 1) < 1e-12);
    QVERIFY(std::abs(angles[pair] * wavelengths[pair] / 16384 - 1) < 1e-12);
  }
}

// PI by as much as the context is longer goes exactly as far as training did.
void ScalingTest::limit_isDrawnForPairsWithoutATurn() {
  const Figure figure = figureOf("?method=linear");
  const PlotPanel& plot = plotNamed(figure, "pairs");
  const PointLayer* const limit = findLayer(plot, "limit");
  const PointLayer* const linear = findLayer(plot, "a");
  QCOMPARE(limit->x.size(), std::size_t{18});
  QCOMPARE(limit->x.front(), 46.0);
  for (std::size_t k = 0; k < limit->x.size(); ++k) {
    const double drawn = linear->y[static_cast<std::size_t>(limit->x[k])];
    QVERIFY(std::abs(drawn / limit->y[k] - 1) < 1e-12);
  }
  QVERIFY(findLayer(plotNamed(figureOf("?base=100"), "pairs"), "limit") == nullptr);
}

// Static scalings give out at their factor, dynamic NTK goes on.
void ScalingTest::lengths_dynamicFollowsTheLength() {
  const Figure figure = figureOf("?method=linear&method_b=dynamic");
  const PlotPanel& plot = plotNamed(figure, "lengths");
  const auto at = [&](const char* layer, double length) {
    const PointLayer* const curve = findLayer(plot, layer);
    const auto found = std::find(curve->x.begin(), curve->x.end(), length);
    return curve->y[static_cast<std::size_t>(found - curve->x.begin())];
  };
  QCOMPARE(at("unseen_reference", 4096), 0.0);
  QCOMPARE(at("unseen_reference", 4097), 18.0);
  QCOMPARE(at("unseen_a", 16384), 0.0);
  QCOMPARE(at("unseen_a", 16385), 18.0);
  QCOMPARE(at("unseen_a", 32768), 18.0);
  QCOMPARE(at("unseen_b", 32768), 0.0);
  const Detail detail = plot.inspection->at(20000, 3);
  QCOMPARE(english(detail.rows.front().label), QString("Length of the text"));
  QVERIFY(plot.inspection->at(1, 3).rows.empty());
}

// Pair 50: 2 pi 10000^(50/64) = 8378.8 tokens; 4096 of them are 0.489 of a turn; NTK stretches the
// wave by 4^(50/63) = 3.005 to 25,177 tokens: 16384 are 0.651 of a turn.
void ScalingTest::reading_ofAPair_isItsNumbers() {
  const Figure figure = figureOf("");
  const Detail detail = plotNamed(figure, "pairs").inspection->at(50.3, 1000);
  QStringList lines;
  for (const DetailRow& row : detail.rows) {
    lines << english(row.label) + ": " + english(row.value);
  }
  QCOMPARE(lines.join('\n'), QString("Pair: 50\nIn training: 0.489 of a turn\n"
                                     "unscaled: wavelength 8,378.8, turns 1.96: untrained angles\n"
                                     "NTK: wavelength 25,177, turns 0.651: untrained angles\n"
                                     "YaRN: wavelength 33,515, turns 0.489: trained angles"));
  QCOMPARE(detail.markX, 50.0);
  QVERIFY(plotNamed(figure, "pairs").inspection->at(64, 1000).rows.empty());
}

// A wave without end is in the data as such; the axis ends where the numbers do.
void ScalingTest::proportional_pairsThatStandStill_areGaps() {
  const Figure figure = figureOf("?method=proportional");
  const PlotPanel& plot = plotNamed(figure, "pairs");
  const PointLayer* const curve = findLayer(plot, "a");
  QVERIFY(std::isfinite(curve->y[15]) && std::isinf(curve->y[16]));
  QVERIFY(std::isfinite(plot.y.last) && plot.y.first > 0);
  QVERIFY(std::isinf(real(figure, "a.longest_wavelength")));
  QCOMPARE(integerFact(figure, "a.unseen"), std::int64_t{0});
  QStringList waves;
  for (const TableRow& row : tableOf(figure).rows) {
    waves << english(row.cells[4].text);
  }
  QCOMPARE(waves[0], QString("54,410"));
  QCOMPARE(waves.count("∞"), 1);
  const Detail detail = plot.inspection->at(16, 1000);
  QCOMPARE(english(detail.rows[4].value), QString("wavelength ∞, turns 0: trained angles"));
  const Figure angles = figureOf("?method=proportional&picture=angle");
  QVERIFY(plotNamed(angles, "pairs").y.first > 0);
}

void ScalingTest::factor_fitsTheContext_orIsGiven() {
  QCOMPARE(real(figureOf("?context=12288"), "factor"), 3.0);
  QCOMPARE(real(figureOf("?context=1024"), "factor"), 1.0);
  QCOMPARE(real(figureOf("?factor=2.5"), "factor"), 2.5);
  QCOMPARE(real(figureOf("?factor=fit"), "factor"), 4.0);
  const auto refused = tryFigure("?factor=0.5");
  QVERIFY(!refused);
  QVERIFY2(english(refused.error().text).contains("fit"),
           qPrintable(english(refused.error().text)));
}

void ScalingTest::model_setsLengthsAndItsOwnMethod_data() {
  QTest::addColumn<QByteArray>("preset");
  QTest::addColumn<qint64>("original");
  QTest::addColumn<qint64>("context");
  QTest::addColumn<std::string>("method");
  QTest::newRow("plain") << QByteArray("llama-2-7b") << qint64{4096} << qint64{4096}
                         << std::string("yarn");
  QTest::newRow("llama3") << QByteArray("llama-3.1-8b") << qint64{8192} << qint64{131072}
                          << std::string("llama3");
  QTest::newRow("longrope") << QByteArray("phi-3-mini-128k") << qint64{4096} << qint64{131072}
                            << std::string("longrope");
}

void ScalingTest::model_setsLengthsAndItsOwnMethod() {
  QFETCH(QByteArray, preset);
  QFETCH(qint64, original);
  QFETCH(qint64, context);
  const Params params = opened(preset.constData());
  QCOMPARE(qint64{params.integer(parameter::kOriginal)}, original);
  QCOMPARE(qint64{params.integer(parameter::kContext)}, context);
  QTEST(params.text(parameter::kMethodB), "method");
  QVERIFY(!figureFor(params).panels.empty());
}

void ScalingTest::model_ownScaling_hasItsNumbersAndANote() {
  const Figure figure = figureFor(opened("llama-3.1-8b"));
  // The context is 16 times the trained length; the config asks for a factor of 8.
  QCOMPARE(real(figure, "factor"), 16.0);
  QCOMPARE(integerFact(figure, "reference.unseen"), std::int64_t{29});
  QCOMPARE(integerFact(figure, "b.unseen"), std::int64_t{29});
  QVERIFY(
      std::abs(real(figure, "b.longest_wavelength") / real(figure, "reference.longest_wavelength") -
               8) < 1e-12);
  QCOMPARE(figure.notes.size(), std::size_t{1});
  QVERIFY(english(figure.notes.front()).contains("asks for Llama 3, which"));
  const Figure phi = figureFor(opened("phi-3-mini-128k"));
  const PlotPanel& lengths = plotNamed(phi, "lengths");
  QVERIFY(findLayer(lengths, "unseen_b") != nullptr);
}

QTEST_GUILESS_MAIN(ScalingTest)
#include "scaling_test.moc"
