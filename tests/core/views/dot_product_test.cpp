// dot-product: the numbers of the articles' third figure, the same rises as on the page of decay,
// and what the page says of positions that a format cannot tell apart.
#include <QTest>
#include <cmath>

#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::figureOf;
using test::real;

namespace {

const PlotPanel& plotOf(const Figure& figure, std::size_t index) {
  return std::get<PlotPanel>(figure.panels.at(index));
}

const HeatLayer& mapOf(const Figure& figure) {
  return std::get<HeatLayer>(plotOf(figure, 0).layers.at(0));
}

const PointLayer* risesOf(const Figure& figure) {
  for (const Layer& layer : plotOf(figure, 1).layers) {
    const auto* points = std::get_if<PointLayer>(&layer);
    if (points != nullptr && points->name == "rises") {
      return points;
    }
  }
  return nullptr;
}

QString english(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

QString readings(const Detail& detail) {
  QStringList lines;
  for (const DetailRow& row : detail.rows) {
    lines.append(english(row.label) + ": " + english(row.value));
  }
  return lines.join('\n');
}

}  // namespace

class DotProductTest : public QObject {
  Q_OBJECT

 private slots:
  void reference_risesAndEnds_areThoseOfDecay();
  void reference_everyCell_isTheSumOfCosines();
  void rises_markedSteps_goUp();
  void colours_everySide_reachTheDiagonal();
  void readings_bothPanels_nameBothPositions();
  void sentence_side_isAboutWhatIsShown_data();
  void sentence_side_isAboutWhatIsShown();
  void explanation_reference_namesPairsAndRise();
  void equalSides_differNowhere();
  void start_movesThePositions();
};

// RoPE's score of q = k = ones is twice the dot product at every distance.
void DotProductTest::reference_risesAndEnds_areThoseOfDecay() {
  const Figure dots = figureOf("dot-product?length=4096");
  const Figure decay = figureOf("decay");
  QCOMPARE(integerFact(dots, "reference.first_rise"), std::int64_t{11});
  QCOMPARE(integerFact(dots, "reference.rises_50"), std::int64_t{15});
  QCOMPARE(integerFact(dots, "reference.first_rise"), integerFact(decay, "reference.first_rise"));
  QCOMPARE(integerFact(dots, "reference.rises_50"), integerFact(decay, "reference.rises_50"));
  QCOMPARE(real(dots, "reference.dot_0"), 64.0);
  QCOMPARE(2 * real(dots, "reference.dot_0"), real(decay, "reference.score_0"));
  QVERIFY(std::abs(2 * real(dots, "reference.dot_last") - real(decay, "reference.score_last")) <
          1e-9);
}

void DotProductTest::reference_everyCell_isTheSumOfCosines() {
  const Figure figure = figureOf("dot-product?length=50&dim=128&base=10000");
  const HeatLayer& map = mapOf(figure);
  QVERIFY(map.quantity == Quantity::reference);
  for (std::int64_t one = 0; one < 50; ++one) {
    for (std::int64_t other = 0; other < 50; ++other) {
      double sum = 0;
      for (int pair = 0; pair < 64; ++pair) {
        sum += std::cos(static_cast<double>(one - other) * std::pow(10000.0, -pair / 64.0));
      }
      QVERIFY(std::abs(map.source->value(one, other, map.quantity) - sum) < 1e-11);
    }
  }
}

void DotProductTest::rises_markedSteps_goUp() {
  const Figure figure = figureOf("dot-product");
  const PointLayer* rises = risesOf(figure);
  QVERIFY(rises != nullptr);
  QCOMPARE(rises->x.size(), std::size_t{15});
  QCOMPARE(rises->x.front(), 12.0);  // The step from 11.
  const CellSource& dots = *mapOf(figure).source;
  for (std::size_t k = 0; k < rises->x.size(); ++k) {
    const auto distance = static_cast<std::int64_t>(rises->x[k]);
    QCOMPARE(rises->y[k], dots.value(0, distance, Quantity::reference));
    QVERIFY(rises->y[k] > dots.value(0, distance - 1, Quantity::reference));
  }
  QVERIFY(risesOf(figureOf("dot-product?show=difference")) == nullptr);
  QVERIFY(risesOf(figureOf("dot-product?length=11")) == nullptr);  // Distances up to 10.
}

// A table in int4 has rows of other lengths than 64.
void DotProductTest::colours_everySide_reachTheDiagonal() {
  for (const char* link : {"dot-product", "dot-product?show=a&format=int4", "dot-product?dim=64"}) {
    const Figure figure = figureOf(link);
    const ColourScale& colours = mapOf(figure).colours;
    QCOMPARE(colours.low, -colours.high);
    for (const Quantity side : {Quantity::a, Quantity::b, Quantity::reference}) {
      QVERIFY(mapOf(figure).source->value(127, 127, side) < colours.high + 1e-9);
    }
  }
}

void DotProductTest::readings_bothPanels_nameBothPositions() {
  const Figure figure = figureOf("dot-product");
  const Detail cell = plotOf(figure, 0).inspection->at(115.4, 126.6);
  QVERIFY(readings(cell).startsWith("Position: 127\nOther position: 115\nDistance: 12\n"));
  QCOMPARE(cell.markX, 115.0);
  QCOMPARE(cell.markY, 127.0);
  const Detail distance = plotOf(figure, 1).inspection->at(12.2, 0);
  QVERIFY(readings(distance).startsWith("Distance: 12\nPosition: 127\nOther position: 115\n"));
  QCOMPARE(distance.markX, 12.0);
  // Both say the same of the same two positions.
  QCOMPARE(readings(cell).section('\n', 3), readings(distance).section('\n', 3));
  QVERIFY(plotOf(figure, 0).inspection->at(128.6, 3).rows.empty());
  QVERIFY(plotOf(figure, 1).inspection->at(-0.6, 3).rows.empty());
}

void DotProductTest::sentence_side_isAboutWhatIsShown_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<QString>("sentence");
  const auto row = [](const QString& link, const QString& sentence) {
    QTest::newRow(qPrintable(link)) << link << sentence;
  };
  row("dot-product",
      "The dot product of two positions falls from 64 to 23.2 over 127 tokens, but 15 of the first "
      "50 steps go up");
  row("dot-product?length=50",
      "The dot product of two positions falls from 64 to 33.7 over 49 tokens, but 14 of the first "
      "49 steps go up");
  row("dot-product?length=11",
      "The dot product of two positions falls from 64 to 42.8 over 10 tokens, without a rise in "
      "the first 10 steps");
  row("dot-product?show=a&start=1000000",
      "To “module cast” position 1,000,127 and the 50 before it are the same: their dot product "
      "stays at 64");
  row("dot-product?show=difference",
      "The dot products of A and B differ by up to 1.14, for positions 115 and 117");
}

void DotProductTest::sentence_side_isAboutWhatIsShown() {
  QFETCH(QString, link);
  QTEST(english(figureOf(link.toStdString()).finding.sentence), "sentence");
}

void DotProductTest::explanation_reference_namesPairsAndRise() {
  QCOMPARE(english(figureOf("dot-product?dim=128").finding.explanation),
           QString("A cell is the dot product of two rows of the sinusoidal table, 128 numbers "
                   "each: the sum of cos(distance × frequency) over 64 pairs, so it depends on the "
                   "distance only. A position with itself gives 64. The first rise comes after "
                   "distance 11."));
}

void DotProductTest::equalSides_differNowhere() {
  const Figure figure = figureOf("dot-product?a=formula&b=formula&show=difference");
  QCOMPARE(real(figure, "difference.largest"), 0.0);
  QCOMPARE(english(figure.finding.sentence), QString("A and B do not differ"));
}

// The exact ones stay, the rounded ones do not.
void DotProductTest::start_movesThePositions() {
  const Figure near = figureOf("dot-product");
  const Figure far = figureOf("dot-product?start=4000");
  QCOMPARE(real(far, "reference.dot_last"), real(near, "reference.dot_last"));
  QVERIFY(real(far, "a.dot_last") != real(near, "a.dot_last"));
  QCOMPARE(plotOf(far, 0).x.first, 3999.5);
  QVERIFY(readings(plotOf(far, 0).inspection->at(4001, 4000))
              .startsWith("Position: 4,000\nOther position: 4,001\nDistance: 1\n"));
}

QTEST_GUILESS_MAIN(DotProductTest)
#include "dot_product_test.moc"
