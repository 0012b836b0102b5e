// How a difference is shown, on every page that compares: without its sign it is the magnitude of
// the signed one, cell by cell and in means, and everything on the page says so.
#include <QTest>
#include <cmath>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/figure/data_export.h"
#include "core/state/schema.h"
#include "core/views/difference.h"

using namespace poscope;

namespace {

Figure figureOf(const std::string& link) {
  const auto state = parseLink(link);
  return buildFigure(*findView(state->view), state->params, {makeCpuBackend(), {}, {}, {}}).value();
}

std::string english(const Text& text) {
  return renderPlain(text, Language::english);
}

const PlotPanel& mainPlot(const Figure& figure) {
  return std::get<PlotPanel>(figure.panels.front());
}

bool isPowerOfTen(double number) {
  const double exponent = std::log10(number);
  return number > 0 && std::abs(exponent - std::round(exponent)) < 1e-9;
}

std::vector<double> cellsOf(const CellSource& source, const Lattice& lattice, Quantity quantity,
                            Reduction reduction) {
  std::vector<double> cells(static_cast<std::size_t>(lattice.rows.count * lattice.columns.count));
  return source.cells(lattice, quantity, reduction, std::span<double>(cells), {})
             ? cells
             : std::vector<double>();
}

// bf16 writes the biases 0.5 k of the keys that it cannot hold as their neighbours; those of the
// distance are exact here.
constexpr const char* kAlibi =
    "poscope:alibi?picture=matrix&heads=8&head=0&context=512&length=512&a=baichuan-13b&b=relative&"
    "show=difference";

}  // namespace

class DifferenceTest : public QObject {
  Q_OBJECT

 private slots:
  // With slope 1/2, keys 256 to 259 have the biases 128, 128.5, 129 and 129.5; bf16 has steps of 1
  // there and rounds to even: off by 0, -1/2, 0 and +1/2. The mean is 0, that of magnitudes 1/4.
  void mean_whereSignsCancel_isThatOfMagnitudes() {
    const Figure figure = figureOf(kAlibi);
    const auto& heat = std::get<HeatLayer>(mainPlot(figure).layers.front());
    const Lattice four{{300, 1, 1}, {256, 4, 4}};
    QCOMPARE(cellsOf(*heat.source, four, Quantity::aMinusB, Reduction::sample),
             (std::vector<double>{0, -0.5, 0, 0.5}));
    QCOMPARE(cellsOf(*heat.source, four, Quantity::absoluteAMinusB, Reduction::sample),
             (std::vector<double>{0, 0.5, 0, 0.5}));
    const Lattice one{{300, 1, 1}, {256, 4, 1}};
    QCOMPARE(cellsOf(*heat.source, one, Quantity::aMinusB, Reduction::mean),
             std::vector<double>{0});
    QCOMPARE(cellsOf(*heat.source, one, Quantity::absoluteAMinusB, Reduction::mean),
             std::vector<double>{0.25});
    QCOMPARE(cellsOf(*heat.source, one, Quantity::absoluteAMinusB, Reduction::maximum),
             std::vector<double>{0.5});
  }

  // Keys 8193 and 8195 have the biases 4096.5 and 4097.5, bf16 steps of 32 there: both are 4096.
  void values_beyond4096_areMagnitudes() {
    const Figure figure = figureOf(
        "poscope:alibi?heads=8&head=0&context=8200&length=8200&a=baichuan-13b&b=relative&"
        "show=difference&difference=absolute");
    const auto& curve = std::get<CurveLayer>(mainPlot(figure).layers.front());
    QVERIFY(curve.quantity == Quantity::absoluteAMinusB);
    for (const auto& [key, error] : {std::pair{8193, 0.5}, std::pair{8195, 1.5}}) {
      QCOMPARE(curve.source->value(8199, key, Quantity::aMinusB), -error);
      QCOMPARE(curve.source->value(8199, key, curve.quantity), error);
    }
  }

  // Of the last 100 keys they are up to 7.92; those before are off by more.
  void logScale_holdsWhatIsShown() {
    const Figure figure = figureOf("poscope:alibi?picture=matrix&show=difference&difference=log10");
    const auto& heat = std::get<HeatLayer>(mainPlot(figure).layers.front());
    QCOMPARE(heat.colours.high, 10.0);
  }

  void everyView_saysWhichIsShown_data() {
    QTest::addColumn<QString>("id");
    for (const View& view : views()) {
      if (view.compares) {
        QTest::newRow(view.id.c_str()) << QString::fromStdString(view.id);
      }
    }
  }
  void everyView_saysWhichIsShown() {
    QFETCH(QString, id);
    const std::string link = "poscope:" + id.toStdString() + "?show=difference";
    const Figure plain = figureOf(link);
    const PlotPanel& signedPlot = mainPlot(plain);
    for (const char* name : {"absolute", "log10"}) {
      const Figure figure = figureOf(link + "&difference=" + name);
      QVERIFY(figure.source.link.find(std::string("difference=") + name) != std::string::npos);
      QCOMPARE(differenceOf(figure), *findDifference(name));
      QVERIFY(english(figure.finding.explanation).find("without its sign") != std::string::npos);
      QCOMPARE(english(figure.finding.sentence), english(plain.finding.sentence));
      const PlotPanel& plot = mainPlot(figure);
      QCOMPARE(plot.layers.size(), signedPlot.layers.size());
      int changed = 0;
      for (std::size_t k = 0; k < plot.layers.size(); ++k) {
        changed += checkLayer(plot, plot.layers[k], signedPlot, signedPlot.layers[k],
                              *findDifference(name))
                       ? 1
                       : 0;
      }
      QVERIFY(changed > 0);
      QVERIFY(dataOf(figure).find("|") != std::string::npos);
    }
    QVERIFY(dataOf(plain).find("|") == std::string::npos);
  }

  void atSide_otherDifference_isWhatBuildingItGives() {
    const Figure first = figureOf("poscope:decay?context=1024");
    for (const Difference difference : kDifferences) {
      const auto other = atSide(first, Side::difference, difference, {});
      QVERIFY(other);
      const Figure built = figureOf("poscope:decay?context=1024&show=difference&difference=" +
                                    std::string(differenceName(difference)));
      QCOMPARE(other->source.link, built.source.link);
      QCOMPARE(english(mainPlot(*other).y.title), english(mainPlot(built).y.title));
      QCOMPARE(mainPlot(*other).y.last, mainPlot(built).y.last);
    }
  }

  void otherSides_areUntouched() {
    const Figure plain = figureOf("poscope:decay?context=1024&show=a");
    const Figure other = figureOf("poscope:decay?context=1024&show=a&difference=log10");
    QCOMPARE(english(plain.finding.explanation), english(other.finding.explanation));
    QCOMPARE(mainPlot(plain).y.last, mainPlot(other).y.last);
  }

  void readings_tellTheDifference() {
    for (const auto& [name, label, value] :
         {std::tuple{"signed", "A − B", "−0.5"}, std::tuple{"absolute", "|A − B|", "0.5"}}) {
      const Figure figure = figureOf(std::string(kAlibi) + "&difference=" + name);
      const Detail detail = mainPlot(figure).inspection->at(257, 300);
      QCOMPARE(english(detail.rows.back().label), std::string(label));
      QCOMPARE(english(detail.rows.back().value), std::string(value));
      // After its query a key has no bias.
      const Detail masked = mainPlot(figure).inspection->at(301, 300);
      QVERIFY(english(masked.rows.back().label) != label);
    }
  }

  void unknownWord_isRefused() {
    const auto state = parseLink("poscope:decay?difference=log2");
    QVERIFY(!state);
    const std::string words = english(state.error().text);
    QVERIFY(words.find("difference") != std::string::npos);
    QVERIFY(words.find("log2") != std::string::npos);
    QVERIFY(words.find("log10") != std::string::npos);
  }

 private:
  static std::string dataOf(const Figure& figure) {
    DataRequest request;
    request.layer = figure.mainLayer;
    return dataBytes("json", figure, request).value_or("no json");
  }

  // Whether it shows a difference, and then: as it should.
  static bool checkLayer(const PlotPanel& plot, const Layer& layer, const PlotPanel& signedPlot,
                         const Layer& before, Difference difference) {
    const bool log = difference == Difference::log10;
    if (const auto* const heat = std::get_if<HeatLayer>(&layer)) {
      const auto& old = std::get<HeatLayer>(before);
      return heat->quantity == Quantity::absoluteAMinusB && heat->of == "|" + old.of + "|" &&
             english(heat->colours.title).starts_with("|" + english(old.colours.title) + "|") &&
             (log ? isPowerOfTen(heat->colours.low) && isPowerOfTen(heat->colours.high)
                  : heat->colours.low == 0 && heat->colours.high == old.colours.high);
    }
    const bool axis = english(plot.y.title).starts_with("|" + english(signedPlot.y.title) + "|") &&
                      (log ? isPowerOfTen(plot.y.first) && isPowerOfTen(plot.y.last) &&
                                 plot.y.scale == AxisScale::log2
                           : plot.y.first < 0 && plot.y.last > 0);
    if (const auto* const curve = std::get_if<CurveLayer>(&layer)) {
      return axis && curve->quantity == Quantity::absoluteAMinusB &&
             curve->of == "|" + std::get<CurveLayer>(before).of + "|";
    }
    const auto* const points = std::get_if<PointLayer>(&layer);
    if (points == nullptr || (points->name != "a" && points->name != "b")) {
      return false;
    }
    const auto& old = std::get<PointLayer>(before);
    for (std::size_t k = 0; k < points->y.size(); ++k) {
      if (std::isfinite(old.y[k]) && points->y[k] != std::abs(old.y[k])) {
        return false;
      }
    }
    return axis && points->of == "|" + old.of + " - fp64|";
  }
};

QTEST_MAIN(DifferenceTest)
#include "difference_test.moc"
