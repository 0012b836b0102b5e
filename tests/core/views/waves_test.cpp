// waves: how many never finish a turn, which are drawn, and what their clocks and digits say.
#include <QtTest>
#include <cmath>
#include <numbers>

#include "core/state/state.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::panelOf;
using test::real;

namespace {

Figure figureOf(const std::string& parameters) {
  return test::figureOf("waves?" + parameters);
}

}  // namespace

class WavesTest : public QObject {
  Q_OBJECT

 private slots:
  // PRODUCT C2: 18 of 64 pairs at base 10,000 and 32 at base 500,000.
  void unfinished_dim128_isThatOfTheSources() {
    const Figure small = figureOf("base=10000");
    QCOMPARE(integerFact(small, "pairs"), std::int64_t{64});
    QCOMPARE(integerFact(small, "unfinished"), std::int64_t{18});
    QVERIFY(std::abs(real(small, "shortest_wavelength") - 2 * std::numbers::pi) < 1e-12);
    QVERIFY(std::abs(real(small, "longest_wavelength") - 54410) < 1);
    QCOMPARE(integerFact(figureOf("base=500000"), "unfinished"), std::int64_t{32});
    const Figure all = figureOf("context=65536");
    QCOMPARE(integerFact(all, "unfinished"), std::int64_t{0});
    QVERIFY(renderPlain(all.finding.sentence, Language::english).starts_with("Every wave"));
    QVERIFY(renderPlain(small.finding.sentence, Language::english).starts_with("18 of 64 waves"));
  }

  void wavelengths_aboveTheLine_areTheUnfinishedOnes() {
    const auto panel = panelOf<PlotPanel>(figureOf(""), "wavelengths");
    std::size_t unfinished = 0;
    std::size_t pairs = 0;
    for (const Layer& layer : panel.layers) {
      const auto& points = std::get<PointLayer>(layer);
      pairs += points.name.empty() ? 0 : points.x.size();
      if (points.name == "unfinished") {
        unfinished = points.x.size();
        QVERIFY(*std::min_element(points.y.begin(), points.y.end()) > 4096);
      }
    }
    QCOMPARE(unfinished, std::size_t{18});
    QCOMPARE(pairs, std::size_t{64});
  }

  void waves_chosenPairs_areTheirSines() {
    const auto panel = panelOf<PlotPanel>(figureOf("pairs=63,0"), "waves");
    const auto& fast = std::get<CurveLayer>(panel.layers[0]);
    const auto& slow = std::get<CurveLayer>(panel.layers[1]);
    QCOMPARE(fast.name, std::string("pair-0"));
    QCOMPARE(slow.name, std::string("pair-63"));
    QVERIFY(fast.role != slow.role);
    QCOMPARE(fast.source->columns(), std::int64_t{200});
    QVERIFY(std::abs(fast.source->value(fast.row, 100, fast.quantity) - std::sin(100.0)) < 1e-15);
    const double slowest = 100 * std::pow(10000.0, -126.0 / 128);
    QVERIFY(std::abs(slow.source->value(slow.row, 100, slow.quantity) - std::sin(slowest)) < 1e-15);
  }

  void waves_longest_areDrawnWhole() {
    const auto panel = panelOf<PlotPanel>(figureOf("length=1048576&pairs=8"), "waves");
    const auto& wave = std::get<CurveLayer>(panel.layers[0]);
    const double angle = 1048575 * std::pow(10000.0, -16.0 / 128);
    QVERIFY(std::abs(wave.source->value(0, 1048575, wave.quantity) - std::sin(angle)) < 1e-9);
  }

  void clocks_position_standAtItsTurns() {
    const auto clocks = panelOf<ClockPanel>(figureOf("dim=32&position=5"), "clocks");
    QCOMPARE(clocks.faces.size(), std::size_t{16});
    const double turns = 5 / (2 * std::numbers::pi);  // Of pair 0: a radian a token.
    QVERIFY(std::abs(std::get<double>(clocks.faces[0].values[1]) - turns) < 1e-12);
    QVERIFY(std::abs(clocks.faces[0].hands[0].angle - 5.0) < 1e-12);
    QVERIFY(clocks.faces[0].selected);
    QVERIFY(!clocks.faces[1].selected);
  }

  // 100 is 1100100 in binary.
  void digits_ofAHundred_areItsBits() {
    const auto digits = panelOf<ClockPanel>(figureOf("context=128&position=100"), "digits");
    std::string bits;
    for (const ClockFace& face : digits.faces) {
      bits.insert(bits.begin(), std::get<std::int64_t>(face.values[2]) == 1 ? '1' : '0');
    }
    QCOMPARE(bits, std::string("1100100"));
    QCOMPARE(std::get<std::int64_t>(digits.faces[0].values[1]), std::int64_t{2});
  }

  void click_onAClock_togglesItsWave() {
    const auto clocks = panelOf<ClockPanel>(figureOf("pairs=0,8,24,63"), "clocks");
    const auto valueOf = [&](std::size_t face) { return clocks.faces[face].select.value; };
    QCOMPARE(valueOf(0), std::string("8,24,63"));    // Pair 0 goes.
    QCOMPARE(valueOf(1), std::string("4,8,24,63"));  // Pair 4 comes, and the first one goes.
    QCOMPARE(panelOf<ClockPanel>(figureOf("pairs=0"), "clocks").faces[0].select.value,
             std::string("0"));  // The last one stays.
  }

  void residual_isOfTheFormat() {
    const Figure fine = figureOf("format=fp64");
    QVERIFY(real(fine, "residual") < 1e-13);
    QCOMPARE(real(fine, "residual"), real(fine, "residual_fp64"));
    const Figure coarse = figureOf("format=bf16");
    QVERIFY(real(coarse, "residual") > 1e-3);
    // Two roundings of half a unit, mixed by a turn, and one more.
    QVERIFY(real(coarse, "residual") <= (std::sqrt(2.0) + 1) * std::exp2(-9));
  }

  void pairs_thatAreNotThere_areNamed() {
    const Figure figure = figureOf("dim=16&pairs=0,63");
    QCOMPARE(figure.notes.size(), std::size_t{1});
    QCOMPARE(renderPlain(figure.notes[0], Language::english),
             std::string("Pair 63 is not shown: the last pair is 7."));
    const auto waves = panelOf<PlotPanel>(figureOf("dim=16&pairs=63"), "waves");
    QCOMPARE(std::get<CurveLayer>(waves.layers[0]).name, std::string("pair-7"));
  }

  void pairs_malformed_areRefusedByName_data() {
    QTest::addColumn<QString>("pairs");
    for (const char* bad :
         {"", "a", "1,2,3,4,5", "-1", "8192", "1.5", "0;8", "99999999999999999999"}) {
      QTest::newRow(bad) << bad;
    }
  }
  void pairs_malformed_areRefusedByName() {
    QFETCH(QString, pairs);
    State state = defaultState(*findView("waves"));
    const auto refused = state.params.set("pairs", pairs.toStdString());
    QVERIFY(!refused);
    const std::string message = renderPlain(refused.error().text, Language::english);
    QVERIFY2(message.find("pairs") != std::string::npos, message.c_str());
    QVERIFY2(message.find("0,8,24,63") != std::string::npos, message.c_str());
    QCOMPARE(state.params.text({"pairs"}), std::string("0,8,24,63"));
  }
  void pairs_typedAnyHow_areSorted() {
    State state = defaultState(*findView("waves"));
    QVERIFY(state.params.set("pairs", " 24, 8 8,0"));
    QCOMPARE(state.params.text({"pairs"}), std::string("0,8,24"));
  }
};

QTEST_GUILESS_MAIN(WavesTest)
#include "waves_test.moc"
