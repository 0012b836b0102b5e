// Which angles training has shown, against numbers worked out by hand.
#include "core/analysis/trained_angles.h"

#include <QTest>
#include <cmath>
#include <numbers>

#include "core/analysis/scaling_methods.h"
#include "core/base/text.h"
#include "core/encoding/frequencies.h"

using namespace poscope;

namespace {

std::vector<double> plain(double base) {
  return inverseFrequencies(128, base, FrequencyForm::power, Rounding{});
}

MethodSetup llama2(double factor) {
  MethodSetup setup;
  setup.original = 4096;
  setup.factor = factor;
  return setup;
}

const ScalingRow& row(std::string_view id) {
  return *findRopeScaling(id);
}

QString english(const Error& error) {
  return QString::fromStdString(renderPlain(error.text, Language::english));
}

}  // namespace

class TrainedAnglesTest : public QObject {
  Q_OBJECT

 private slots:
  void turns_areTokensOverTheWavelength();
  void limit_isTheTrainedAngleSpreadOverTheText();
  void shows_everyAngle_whereATurnWasFinished();
  void unseen_withinTheTrainedLength_isNone();
  void unseen_byMethod_atFourTimesTheLength();
  void unseen_linear_holdsExactlyToItsFactor();
  void methods_neutralFactor_arePlain();
  void methods_yarn_keepsFastPairsAndDividesSlowOnes();
  void methods_ownScaling_keepsItsNumbers();
  void methods_longrope_asksForAModel();
};

void TrainedAnglesTest::turns_areTokensOverTheWavelength() {
  const double turn = frequencyOfTurn(100);
  QCOMPARE(turn, 2 * std::numbers::pi / 100);
  QCOMPARE(turnsWithin(turn, 250), 2.5);
  const std::vector<double> pairs{turn * 1.001, turn * 0.999, 0.0};
  QCOMPARE(unfinishedPairs(pairs, 100), std::int64_t{2});
}

void TrainedAnglesTest::limit_isTheTrainedAngleSpreadOverTheText() {
  const TrainedAngles training{{1.0, 0.01}, 100};  // 15.9 turns, and 0.159 of one.
  QVERIFY(training.wholeTurn(0) && !training.wholeTurn(1));
  QVERIFY(!training.limit(0, 1000).has_value());
  QCOMPARE(*training.limit(1, 1000), 0.001);
}

void TrainedAnglesTest::shows_everyAngle_whereATurnWasFinished() {
  const TrainedAngles training{{1.0, 0.01}, 100};
  QVERIFY(training.shows(0, 1.0, 1e6));
  QVERIFY(training.shows(1, 0.01, 100));
  QVERIFY(!training.shows(1, 0.01, 101));
  QVERIFY(training.shows(1, 0.0, 1e9));  // A pair that stands still.
}

void TrainedAnglesTest::unseen_withinTheTrainedLength_isNone() {
  for (const double base : {10000.0, 500000.0}) {
    const TrainedAngles training{plain(base), 4096};
    QCOMPARE(training.unseenPairs(training.frequencies, 4096), std::int64_t{0});
    QCOMPARE(training.unseenPairs(training.frequencies, 4097), unfinishedPairs(plain(base), 4096));
  }
}

// NTK divides pair i by 4^(i/63): all of the 18 by less than 4, but for the last one. Dynamic NTK
// of factor 4 has the stretch 4 * 4 - 3 = 13 at 16384 tokens: 13^(46/63) = 6.5 is more than 4.
void TrainedAnglesTest::unseen_byMethod_atFourTimesTheLength() {
  const TrainedAngles training{plain(10000), 4096};
  struct Row {
    const char* method;
    std::int64_t unseen;
  };
  for (const Row& each : {Row{"none", 18},
                          {"linear", 0},
                          {"dynamic", 0},
                          {"ntk", 17},
                          {"yarn", 0},
                          {"llama3", 0},
                          {"mrope", 18}}) {
    const auto scaled = llama2(4).frequenciesWith(row(each.method), 16384);
    QVERIFY2(scaled, each.method);
    QCOMPARE(training.unseenPairs(scaled->frequencies, 16384), each.unseen);
  }
}

// Also where the factor is no power of two, and rounds.
void TrainedAnglesTest::unseen_linear_holdsExactlyToItsFactor() {
  const TrainedAngles training{plain(10000), 4096};
  for (const std::int64_t length : {5000, 12288, 40961, 1048573}) {
    const auto scaled =
        llama2(static_cast<double>(length) / 4096).frequenciesWith(row("linear"), length);
    QCOMPARE(training.unseenPairs(scaled->frequencies, static_cast<double>(length)),
             std::int64_t{0});
    QCOMPARE(training.unseenPairs(scaled->frequencies, static_cast<double>(length + 1)),
             std::int64_t{18});
  }
}

// But for those that need a model, or let pairs stand still at any factor.
void TrainedAnglesTest::methods_neutralFactor_arePlain() {
  const auto expected = plain(10000);
  int seen = 0;
  for (const ScalingRow& each : ropeScalings()) {
    const auto scaled = llama2(1).frequenciesWith(each, 4096);
    if (!scaled || scaled->frequencies.back() == 0) {
      continue;
    }
    ++seen;
    for (std::size_t pair = 0; pair < expected.size(); ++pair) {
      QVERIFY2(std::abs(scaled->frequencies[pair] / expected[pair] - 1) < 1e-14, each.id.data());
    }
    QCOMPARE(scaled->tableFactor, 1.0);
  }
  QCOMPARE(seen, 7);
}

// Some sources have the two bands the other way round.
void TrainedAnglesTest::methods_yarn_keepsFastPairsAndDividesSlowOnes() {
  const auto expected = plain(10000);
  const auto yarn = llama2(4).frequenciesWith(row("yarn"), 16384);
  QCOMPARE(yarn->frequencies.front(), expected.front());
  QVERIFY(std::abs(expected.back() / yarn->frequencies.back() - 4) < 1e-12);
  for (std::size_t pair = 0; pair + 1 < expected.size(); ++pair) {
    const double divided = expected[pair] / yarn->frequencies[pair];
    QVERIFY(divided <= expected[pair + 1] / yarn->frequencies[pair + 1] + 1e-12);
  }
}

void TrainedAnglesTest::methods_ownScaling_keepsItsNumbers() {
  MethodSetup setup = llama2(16);
  setup.model.base = 500000;
  setup.model.trained = 131072;
  setup.model.scaling = *parseRopeScaling(
      "llama3~factor~8~low_freq_factor~1~high_freq_factor~4~original_max_position_embeddings~8192");
  QVERIFY(setup.isOwn(row("llama3")) && !setup.isOwn(row("yarn")) && !setup.isOwn(row("none")));
  const auto own = setup.frequenciesWith(row("llama3"), 131072);
  const auto none = setup.frequenciesWith(row("none"), 131072);
  QVERIFY(std::abs(none->frequencies.back() / own->frequencies.back() - 8) < 1e-12);
  const auto linear = setup.frequenciesWith(row("linear"), 131072);
  QVERIFY(std::abs(none->frequencies.back() / linear->frequencies.back() - 16) < 1e-12);
  QCOMPARE(setup.shapeWith(row("llama3"), 131072)->trained, std::int64_t{131072});
  QCOMPARE(setup.shapeWith(row("dynamic"), 131072)->trained, std::int64_t{4096});
}

void TrainedAnglesTest::methods_longrope_asksForAModel() {
  const auto without = llama2(4).frequenciesWith(row("longrope"), 16384);
  QVERIFY(!without);
  QCOMPARE(english(without.error()),
           QString("The scaling longrope needs short_factor, which each model has of its own. Open "
                   "a model that uses this scaling."));
  MethodSetup own = llama2(4);
  own.model.dim = 4;
  own.model.scaling = *parseRopeScaling(
      "longrope~short_factor~1_1~long_factor~1_4~original_max_position_embeddings~4096");
  QCOMPARE(own.frequenciesWith(row("longrope"), 4096)->frequencies.back(), 0.01);
  QCOMPARE(own.frequenciesWith(row("longrope"), 4097)->frequencies.back(), 0.0025);
}

QTEST_GUILESS_MAIN(TrainedAnglesTest)
#include "trained_angles_test.moc"
