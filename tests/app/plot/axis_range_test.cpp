#include <QTest>
#include <cmath>

#include "app/plot/axes.h"
#include "app/plot/axis_range.h"
#include "app/plot/number_text.h"
#include "app/plot/pixel_note.h"

namespace poscope {
namespace {

constexpr std::int64_t kMillion = 1 << 20;

const IntegerAxis kAxis{0, kMillion};

Axis axisOf(AxisTicks ticks, AxisScale scale = AxisScale::linear) {
  Axis axis;
  axis.ticks = ticks;
  axis.scale = scale;
  return axis;
}

QStringList texts(const Axis& axis, const std::vector<double>& ticks) {
  QStringList list;
  for (const QString& text : tickTexts(axis, ticks)) {
    list.append(text);
  }
  return list;
}

}  // namespace

class AxisRangeTest final : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(loadFonts()); }

  void words_standWhereTheyAreAndNeverMeet() {
    Axis axis = axisOf(AxisTicks::given);
    axis.first = -0.5;
    axis.last = 4.5;
    for (const char* const word : {"the", "dog", "bit", "the", "man"}) {
      axis.tickValues.push_back(static_cast<double>(axis.tickValues.size()));
      axis.tickWords.push_back(Text::verbatim(word));
    }
    constexpr PlotStyle kStyle{ThemeKind::light, Language::english, 0};
    QCustomPlot plot;
    const auto shown = [&](int pixels) {
      setUpAxis(*plot.xAxis, axis, kStyle, false);
      plot.xAxis->setRange(axis.first, axis.last);
      fitTicks(*plot.xAxis, axis, kStyle, pixels);
      QVector<double> ticks;
      QVector<QString> labels;
      plot.xAxis->ticker()->generate(plot.xAxis->range(), {}, 'g', 6, ticks, nullptr, &labels);
      return QStringList(labels.begin(), labels.end());
    };
    QCOMPARE(shown(400), QStringList({"the", "dog", "bit", "the", "man"}));
    QCOMPARE(shown(120), QStringList({"the", "bit", "man"}));
  }

  void latticeOfTheWholeFieldEndsAtItsEdges() {
    const AxisLattice lattice = visibleLattice(kAxis, {-0.5, kMillion - 0.5}, 1600);
    QCOMPARE(lattice, (AxisLattice{0, kMillion, 1600}));
    QCOMPARE(lattice.begin(0), std::int64_t{0});
    QCOMPARE(lattice.begin(1600), kMillion);
  }

  void latticeOfTheLastCellsEndsAtTheLastInteger() {
    const AxisLattice lattice = visibleLattice(kAxis, {kMillion - 4.5, kMillion - 0.5}, 1600);
    QCOMPARE(lattice, (AxisLattice{kMillion - 4, 4, 4}));
  }

  void latticeTakesEveryIntegerThatIsTouched() {
    QCOMPARE(visibleLattice(kAxis, {9.6, 12.4}, 1000), (AxisLattice{10, 3, 3}));
    QCOMPARE(visibleLattice(kAxis, {9.4, 12.6}, 1000), (AxisLattice{9, 5, 5}));
    QCOMPARE(visibleLattice({100, 50}, {99.6, 101.4}, 1000), (AxisLattice{0, 2, 2}));
  }

  void latticeNeverHasMoreCellsThanPixels() {
    QCOMPARE(visibleLattice(kAxis, {-0.5, 999.5}, 300).count, std::int64_t{300});
    QCOMPARE(visibleLattice(kAxis, {-0.5, 299.5}, 300).count, std::int64_t{300});
    QCOMPARE(visibleLattice(kAxis, {-0.5, 298.5}, 300).count, std::int64_t{299});
  }

  void latticeOfAFieldThatEndsInViewHasItsShareOfThePixels() {
    const AxisLattice lattice = visibleLattice({0, 1000}, {-0.5, 1999.5}, 300);
    QCOMPARE(lattice, (AxisLattice{0, 1000, 150}));
  }

  void latticeOfNothingIsEmpty() {
    QCOMPARE(visibleLattice({0, 10}, {20, 30}, 100).count, std::int64_t{0});
    QCOMPARE(visibleLattice({0, 10}, {-30, -20}, 100).count, std::int64_t{0});
  }

  void columnsCoverWhatIsSeenAndItsNeighbours() {
    using Edges = std::vector<std::int64_t>;
    // Four columns of ten integers each; 4 and 45 lie outside.
    QCOMPARE(columnEdges({0, 100}, {5, 44.9}, AxisScale::linear, 4),
             (Edges{4, 5, 15, 25, 35, 45, 46}));
    QCOMPARE(columnEdges({100, 3}, {99.5, 102.5}, AxisScale::linear, 600), (Edges{0, 1, 2, 3}));
    // Between two integers: the line between them is seen.
    QCOMPARE(columnEdges({0, 10}, {5.2, 5.8}, AxisScale::linear, 600), (Edges{5, 6, 7}));
    QCOMPARE(columnEdges({0, 10}, {20, 30}, AxisScale::linear, 600), Edges{});
    QCOMPARE(columnEdges({0, 10}, {-9, -5}, AxisScale::linear, 600), Edges{});
  }

  void columnsOfALogarithmicAxisAreAsWideAsPixels() {
    const auto edges = columnEdges({0, 5000}, {1, 4096}, AxisScale::log2, 600);
    QCOMPARE(edges.front(), std::int64_t{0});
    QCOMPARE(edges[1], std::int64_t{1});
    QCOMPARE(edges.back(), std::int64_t{4098});
    for (std::size_t k = 1; k + 3 < edges.size(); ++k) {
      const double first = std::log2(static_cast<double>(edges[k]));
      const double last = std::log2(static_cast<double>(edges[k + 1] - 1));
      QVERIFY(edges[k] < edges[k + 1] && (last - first) * 600 / 12 < 1);
    }
  }

  void zoomKeepsTheValueUnderTheCursor() {
    const ZoomRules rules{{0, 1000}, 1, AxisScale::linear};
    const AxisRange zoom = zoomed(rules, {0, 1000}, 0.5, 250);
    QCOMPARE(zoom.span(), 500.0);
    QCOMPARE((250 - zoom.low) / zoom.span(), 0.25);
  }

  void zoomKeepsTheValueOnALogarithmicAxis() {
    const ZoomRules rules{{1, 4096}, 0.01, AxisScale::log2};
    const AxisRange zoom = zoomed(rules, {1, 4096}, 0.5, 64);
    QVERIFY(std::abs(std::log2(zoom.high / zoom.low) - 6) < 1e-9);
    QVERIFY(std::abs(std::log2(64 / zoom.low) / 6 - 0.5) < 1e-9);
  }

  void zoomStopsAtASingleCell() {
    const ZoomRules rules{{-0.5, kMillion - 0.5}, 1, AxisScale::linear};
    AxisRange range = rules.limits;
    for (int k = 0; k < 200; ++k) {
      range = zoomed(rules, range, 0.5, 777777);
    }
    QVERIFY(std::abs(range.span() - 1) < 1e-6);
    QVERIFY(range.low <= 777777 && 777777 <= range.high);
  }

  void zoomOutStopsAtTheWhole() {
    const ZoomRules rules{{-0.5, 99.5}, 1, AxisScale::linear};
    QCOMPARE(zoomed(rules, {10, 20}, 1e6, 15), rules.limits);
  }

  void panStopsAtTheEdges() {
    const ZoomRules rules{{0, 100}, 1, AxisScale::linear};
    QCOMPARE(panned(rules, {10, 20}, 0.5), (AxisRange{15, 25}));
    QCOMPARE(panned(rules, {10, 20}, -100), (AxisRange{0, 10}));
    QCOMPARE(panned(rules, {10, 20}, 100), (AxisRange{90, 100}));
  }

  void windowsOutsideOfTheLimitsAreMovedInside() {
    const ZoomRules rules{{0, 100}, 1, AxisScale::linear};
    QCOMPARE(bounded(rules, {-50, -40}), (AxisRange{0, 10}));
    QCOMPARE(bounded(rules, {-50, 500}), rules.limits);
  }

  void ticksStandAtRoundNumbers() {
    QCOMPARE(axisTicks(axisOf(AxisTicks::automatic), {0, 1}, 5),
             (std::vector<double>{0, 0.2, 0.2 * 2, 0.2 * 3, 0.8, 1}));
    QCOMPARE(axisTicks(axisOf(AxisTicks::integers), {-0.5, 3.5}, 20),
             (std::vector<double>{0, 1, 2, 3}));
  }

  void ticksOfPowersKeepTheirDistance() {
    const auto ticks = axisTicks(axisOf(AxisTicks::powersOfTwo), {0, 4096}, 8);
    QCOMPARE(ticks, (std::vector<double>{512, 1024, 2048, 4096}));
    const auto logarithmic =
        axisTicks(axisOf(AxisTicks::powersOfTwo, AxisScale::log2), {1, 4096}, 5);
    QCOMPARE(logarithmic, (std::vector<double>{1, 8, 64, 512, 4096}));
  }

  void ticks_givenDecades_areThinnedAndWrittenAsSuch() {
    Axis axis = axisOf(AxisTicks::given, AxisScale::log2);
    axis.tickValues = {0.01, 0.1, 1, 10};
    QCOMPARE(axisTicks(axis, {0.01, 10}, 9), axis.tickValues);
    QCOMPARE(axisTicks(axis, {0.05, 20}, 9), (std::vector<double>{0.1, 1, 10}));
    QCOMPARE(axisTicks(axis, {0.01, 10}, 2), (std::vector<double>{0.01, 1}));
    QCOMPARE(texts(axis, {0.01, 0.1, 1}), (QStringList{"0.01", "0.1", "1"}));
    QCOMPARE(texts(axis, {1e-6, 1e-3, 1}), (QStringList{"10⁻⁶", "10⁻³", "10⁰"}));
  }

  void ticksOfStepsStandAtMultiples() {
    Axis axis = axisOf(AxisTicks::steps);
    axis.first = 3994;
    axis.tickStep = 16;
    QCOMPARE(axisTicks(axis, {3994, 4050}, 10), (std::vector<double>{4000, 4016, 4032, 4048}));
  }

  void givenTicksLoseTheOuterOnesFirst() {
    Axis axis = axisOf(AxisTicks::given);
    QVERIFY(!axis.hasScale());
    QVERIFY(axisTicks(axis, {0, 1}, 9).empty());
    axis.tickValues = {4064, 4080, 4096, 4128};
    QVERIFY(axis.hasScale());
    QCOMPARE(axisTicks(axis, {4060, 4130}, 9), axis.tickValues);
    QCOMPARE(axisTicks(axis, {4070, 4100}, 9), (std::vector<double>{4080, 4096}));
    QCOMPARE(axisTicks(axis, {4060, 4130}, 4), std::vector<double>{4096});
  }

  void labelsAreWrittenAsNumbersInSentences() {
    const Axis axis = axisOf(AxisTicks::integers);
    QCOMPARE(texts(axis, {0, 4096}), (QStringList{"0", "4,096"}));
    QCOMPARE(texts(axis, {4096, 1048576}), (QStringList{"4,096", "1,048,576"}));
    QCOMPARE(texts(axis, {-2, 0}), (QStringList{"−2", "0"}));
  }

  void ticksAreThreeWhereverTheRangeHasThem() {
    for (double span = 0.01; span < 1e7; span *= 1.7) {
      QVERIFY(axisTicks(axisOf(AxisTicks::automatic), {-0.94 * span, 0.06 * span}, 1).size() >= 3);
      QVERIFY(span < 3 || axisTicks(axisOf(AxisTicks::integers), {0.5, span + 0.5}, 1).size() >= 3);
    }
    const Axis powers = axisOf(AxisTicks::powersOfTwo, AxisScale::log2);
    QCOMPARE(axisTicks(powers, {std::exp2(-24), std::exp2(20)}, 3),
             (std::vector<double>{std::exp2(-15), 1, std::exp2(15)}));
    QVERIFY(axisTicks(powers, {16, 1 << 20}, 1).size() >= 3);
    QVERIFY(axisTicks(powers, {300, 700}, 1).size() >= 3);
    QCOMPARE(axisTicks(axisOf(AxisTicks::integers), {-0.5, 1.5}, 9), (std::vector<double>{0, 1}));
  }

  void labelsOfPercentAndSmallNumbersReadWell() {
    Axis axis = axisOf(AxisTicks::automatic);
    QCOMPARE(texts(axis, {1e-7, 2e-7}), (QStringList{"10⁻⁷", "2×10⁻⁷"}));
    axis.percent = true;
    QCOMPARE(texts(axis, {0, 0.5, 1}), (QStringList{"0 %", "50 %", "100 %"}));
  }

  void labelsOfWideLogarithmicAxesArePowers() {
    const Axis axis = axisOf(AxisTicks::powersOfTwo, AxisScale::log2);
    QCOMPARE(texts(axis, {std::exp2(-20), 1, 1024}), (QStringList{"2⁻²⁰", "2⁰", "2¹⁰"}));
    QCOMPARE(texts(axis, {1, 1024}), (QStringList{"1", "1,024"}));
  }

  void pixelNoteCountsWhatIsSeen() {
    HeatRequest request;
    request.lattice = {{0, 1000, 1000}, {0, 1600, 100}};
    request.reduction = Reduction::mean;
    QCOMPARE(renderPlain(pixelNoteOf(request), Language::english),
             std::string("1 pixel stands for 16 positions and shows the mean of 4"));
    request.lattice.rows = {0, 64, 32};
    QCOMPARE(renderPlain(pixelNoteOf(request), Language::english),
             std::string("1 pixel stands for 2 × 16 positions and shows the mean of 8"));
    request.lattice = everyCell(10, 10);
    QVERIFY(pixelNoteOf(request).empty());
  }

  void pixelNoteOfCurvesSaysWhetherAllIsSeen() {
    const auto note = [](const CellRequest& request) {
      return renderPlain(pixelNoteOf(request), Language::english);
    };
    CurveRequest request;
    request.edges = {0, 256, 512};
    QCOMPARE(note(request),
             std::string("1 pixel stands for 256 positions: the first, last, smallest "
                         "and largest are drawn"));
    QCOMPARE(
        note(coarse(request, 2)),
        std::string("1 pixel stands for 256 positions: 4 of them are drawn, the rest follows"));
    request.edges = {0, 1, 2};
    QVERIFY(pixelNoteOf(request).empty());
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::AxisRangeTest)
#include "axis_range_test.moc"
