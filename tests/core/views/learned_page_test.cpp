// The page learned: it names its example, shows nothing past the end, and its pictures are of the
// same numbers.
#include <QtTest>
#include <cmath>

#include "core/analysis/example_table.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;
using poscope::test::figureOf;
using poscope::test::panelOf;
using poscope::test::real;

namespace {

QString words(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

const HeatLayer& heatOf(const PlotPanel& panel) {
  return std::get<HeatLayer>(panel.layers.front());
}

QString readings(const PlotPanel& panel, double x, double y) {
  QString all;
  for (const DetailRow& row : panel.inspection->at(x, y).rows) {
    all += words(row.label) + ": " + words(row.value) + "\n";
  }
  return all;
}

}  // namespace

class LearnedPageTest : public QObject {
  Q_OBJECT

 private slots:
  void example_isNamedInQuestionExplanationAndData();
  void table_cells_areTheExamplesAndNothingPastTheEnd();
  void inspection_pastTheEnd_saysNoData();
  void length_shorterThanTheTable_hasNoHatch();
  void similarity_isTheCosine();
  void spectrum_sharesSumToOne();
  void curve_ofAColumn_endsWithTheTable();
  void column_beyondTheTable_isRefused();
};

void LearnedPageTest::example_isNamedInQuestionExplanationAndData() {
  const Figure figure = figureOf("learned?seed=3");
  QVERIFY(words(figure.finding.question).startsWith("An example, not a trained model"));
  QVERIFY(words(figure.finding.explanation).contains("drawn with seed 3"));
  QCOMPARE(heatOf(panelOf<PlotPanel>(figure, "table")).of, std::string("example, seed 3"));
}

void LearnedPageTest::table_cells_areTheExamplesAndNothingPastTheEnd() {
  const Figure figure = figureOf("learned");
  QCOMPARE(integerFact(figure, "table_rows"), std::int64_t{512});
  QCOMPARE(integerFact(figure, "positions_without_row"), std::int64_t{128});
  const PlotPanel panel = panelOf<PlotPanel>(figure, "table");
  const CellSource& source = *heatOf(panel).source;
  QCOMPARE(source.rows(), std::int64_t{640});
  const std::vector<double> table = exampleTable(0, 512, 768);
  for (const std::int64_t row : {0, 1, 255, 511}) {
    for (const std::int64_t column : {0, 100, 767}) {
      QCOMPARE(source.value(row, column, Quantity::a),
               table[static_cast<std::size_t>(row * 768 + column)]);
    }
  }
  for (const std::int64_t row : {512, 600, 639}) {
    QVERIFY(std::isnan(source.value(row, 5, Quantity::a)));
  }
}

void LearnedPageTest::inspection_pastTheEnd_saysNoData() {
  const PlotPanel panel = panelOf<PlotPanel>(figureOf("learned"), "table");
  QVERIFY2(readings(panel, 10, 512).contains("no data: the last row is that of position 511"),
           qPrintable(readings(panel, 10, 512)));
  QVERIFY(!readings(panel, 10, 511).contains("no data"));
  QVERIFY(readings(panel, 10, 640).isEmpty());
  QVERIFY(readings(panel, 768, 3).isEmpty());
  QVERIFY(readings(panel, NAN, 3).isEmpty());
  const PlotPanel matrix =
      panelOf<PlotPanel>(figureOf("learned?picture=similarity"), "similarities");
  QVERIFY(readings(matrix, 520, 10).contains("no data"));
  QVERIFY(readings(matrix, 10, 520).contains("no data"));
}

void LearnedPageTest::length_shorterThanTheTable_hasNoHatch() {
  const Figure figure = figureOf("learned?length=100");
  QCOMPARE(integerFact(figure, "positions_without_row"), std::int64_t{0});
  const PlotPanel panel = panelOf<PlotPanel>(figure, "table");
  QCOMPARE(panel.layers.size(), std::size_t{1});
  QCOMPARE(heatOf(panel).source->rows(), std::int64_t{100});
}

void LearnedPageTest::similarity_isTheCosine() {
  const Figure figure = figureOf("learned?picture=similarity&position=7");
  const PlotPanel matrix = panelOf<PlotPanel>(figure, "similarities");
  const std::vector<double> table = exampleTable(0, 512, 768);
  const auto cosine = [&table](std::size_t one, std::size_t other) {
    double product = 0;
    double left = 0;
    double right = 0;
    for (std::size_t c = 0; c < 768; ++c) {
      product += table[one * 768 + c] * table[other * 768 + c];
      left += table[one * 768 + c] * table[one * 768 + c];
      right += table[other * 768 + c] * table[other * 768 + c];
    }
    return product / std::sqrt(left * right);
  };
  const CellSource& source = *heatOf(matrix).source;
  QVERIFY(std::abs(source.value(7, 7, Quantity::a) - 1) < 1e-12);
  QVERIFY(std::abs(source.value(7, 300, Quantity::a) - cosine(7, 300)) < 1e-12);
  QVERIFY(std::isnan(source.value(7, 512, Quantity::a)));
  const auto profile = panelOf<PlotPanel>(figure, "profile");
  const auto& curve = std::get<PointLayer>(profile.layers.back());
  QCOMPARE(curve.x.size(), std::size_t{512});
  QVERIFY(std::abs(curve.y[300] - cosine(7, 300)) < 1e-12);
}

void LearnedPageTest::spectrum_sharesSumToOne() {
  const Figure figure = figureOf("learned?picture=spectrum&column=3");
  const CellSource& source = *heatOf(panelOf<PlotPanel>(figure, "spectra")).source;
  QCOMPARE(source.rows(), std::int64_t{256});
  double sum = 0;
  for (std::int64_t row = 0; row < 256; ++row) {
    sum += source.value(row, 3, Quantity::a);
  }
  QVERIFY(std::abs(sum - 1) < 1e-12);
  const std::int64_t cycles = integerFact(figure, "column_cycles");
  QCOMPARE(source.value(cycles - 1, 3, Quantity::a), real(figure, "column_share"));
}

void LearnedPageTest::curve_ofAColumn_endsWithTheTable() {
  const PlotPanel panel = panelOf<PlotPanel>(figureOf("learned?column=9"), "column");
  const auto& curve = std::get<PointLayer>(panel.layers.back());
  QCOMPARE(curve.x.back(), 511.0);
  QCOMPARE(curve.y.back(), exampleTable(0, 512, 768)[511 * 768 + 9]);
  QVERIFY(readings(panel, 600, 0).contains("no data"));
}

void LearnedPageTest::column_beyondTheTable_isRefused() {
  const auto state = parseLink("poscope:learned?column=768");
  QVERIFY(state.has_value());
  const auto figure = buildFigure(*findView("learned"), state->params, {makeCpuBackend(), {}, {}});
  QVERIFY(!figure.has_value());
  const QString problem = words(figure.error().text);
  QVERIFY2(problem.contains("768") && problem.contains("from 0 to 767"), qPrintable(problem));
}

QTEST_GUILESS_MAIN(LearnedPageTest)
#include "learned_page_test.moc"
