// The three verdicts on RoPE: the table of the product page, distinct rows of every pipeline,
// public reports, starts and lost positions.
#include <QtTest>
#include <algorithm>

#include "tests/core/analysis/verdict_setups.h"

using namespace poscope;

class VerdictTest : public QObject {
  Q_OBJECT

 private slots:
  void productTable_rowByRow_data();
  void productTable_rowByRow();
  void distinctRows_ofEveryPipeline_data();
  void distinctRows_ofEveryPipeline();
  void threeRoutes_toTheSameCollision_data();
  void threeRoutes_toTheSameCollision();
  void report_gptNeox1003_isWrongAnglesAndCollisionsApart();
  void report_sglangJax1472_isWarpWithoutCollision();
  void report_transformers30709_dependsOnHowItWasLoaded_data();
  void report_transformers30709_dependsOnHowItWasLoaded();
  void fp32Phase_driftsFromAComputedContextOn();
  void fp32Phase_atItsOwnPrecision_isNeverBad_data();
  void fp32Phase_atItsOwnPrecision_isNeverBad();
  void frequencyCast_isStillRelative();
  void start_65536InBf16_leavesAGridTwoPlaces();
  void start_doesNotMatterToPositionsBelow257();
  void fp16_over65504_losesPositions();
  void contexts_ofEveryLength_areCountedAsByHand_data();
  void contexts_ofEveryLength_areCountedAsByHand();
  void distances_goToHalfTheContext();
};

void VerdictTest::productTable_rowByRow_data() {
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("stages");
  QTest::addColumn<qint64>("distinct");
  QTest::addColumn<qint64>("first");
  QTest::addColumn<QString>("spread");
  QTest::addColumn<QString>("error");
  const auto row = [](const char* name, const char* recipe, const char* format, const char* stages,
                      qint64 distinct, qint64 first, const char* spread, const char* error) {
    QTest::newRow(name) << recipe << format << stages << distinct << first << spread << error;
  };
  row("fp32 phase, fp32 out", "hf-llama", "fp32", "", 8192, 0, "0.0000", "0.0005");
  row("fp32 phase, bf16 cos/sin", "hf-llama", "bf16", "", 8192, 0, "0.0013", "0.0022");
  row("ids bf16", "zero-init", "bf16", "", 897, 257, "0.44", "2.00");
  row("inv_freq bf16 only", "frequency-cast", "bf16", "table=fp32", 8192, 0, "0.0000", "2.00");
  row("angle bf16", "hf-llama", "fp32", "angle=bf16", 7573, 2567, "0.46", "2.00");
  row("all bf16", "module-cast", "bf16", "", 897, 257, "0.61", "2.00");
  row("all fp16", "module-cast", "fp16", "", 4097, 2049, "0.18", "2.00");
  row("TF32 matmul", "tf32-matmul", "fp32", "", 4097, 2049, "0.03", "2.00");
  row("int8 table", "hf-llama", "bf16", "table=int8", 8192, 0, "0.003", "0.004");
  row("e4m3 table", "hf-llama", "bf16", "table=e4m3fn", 8192, 0, "0.021", "0.031");
  // The page prints 0.071, half a step of 1/7: storage alone. The fp32 phase adds 0.0003 to it.
  row("int4 table", "hf-llama", "bf16", "table=int4", 8192, 0, "0.052", "0.072");
  row("int4 table of the formula", "formula", "bf16", "table=int4", 8192, 0, "0.052", "0.071");
}

void VerdictTest::productTable_rowByRow() {
  QFETCH(QString, recipe);
  QFETCH(QString, format);
  QFETCH(QString, stages);
  QFETCH(qint64, distinct);
  QFETCH(qint64, first);
  QFETCH(QString, spread);
  QFETCH(QString, error);
  // The table is about cos and sin: rotated vectors and scores are left exact.
  const Verdicts verdicts =
      judged(ropeSetup(recipe, format.toLatin1().constData(), 8192, stages + "&" + kTableOnly));
  QCOMPARE(verdicts.unique.total, std::int64_t{8192});
  QCOMPARE(verdicts.unique.distinct, distinct);
  QCOMPARE(verdicts.unique.firstCollision.has_value(), first != 0);
  if (first != 0) {
    QCOMPARE(*verdicts.unique.firstCollision, (Pair{first - 1, first}));
  }
  QCOMPARE(stateOf(verdicts.unique.state), QByteArray(first != 0 ? "bad" : "good"));
  QVERIFY2(prints(spreadAt(verdicts.relative, 16), spread),
           qPrintable(QString::number(spreadAt(verdicts.relative, 16))));
  QVERIFY2(prints(verdicts.faithful.error, error),
           qPrintable(QString::number(verdicts.faithful.error)));
}

void VerdictTest::distinctRows_ofEveryPipeline_data() {
  QTest::addColumn<qint64>("context");
  QTest::addColumn<qint64>("bf16");
  QTest::addColumn<qint64>("bf16Group");
  QTest::addColumn<qint64>("fp16");
  QTest::addColumn<qint64>("fp16Group");
  QTest::newRow("2048") << qint64{2048} << qint64{641} << qint64{9} << qint64{2048} << qint64{1};
  QTest::newRow("4096") << qint64{4096} << qint64{769} << qint64{17} << qint64{3073} << qint64{3};
  QTest::newRow("8192") << qint64{8192} << qint64{897} << qint64{33} << qint64{4097} << qint64{5};
  QTest::newRow("16384") << qint64{16384} << qint64{1025} << qint64{65} << qint64{5121}
                         << qint64{9};
  QTest::newRow("32768") << qint64{32768} << qint64{1153} << qint64{129} << qint64{6145}
                         << qint64{17};
}

void VerdictTest::distinctRows_ofEveryPipeline() {
  QFETCH(qint64, context);
  QFETCH(qint64, bf16);
  QFETCH(qint64, bf16Group);
  QFETCH(qint64, fp16);
  QFETCH(qint64, fp16Group);
  // P1, P5: every row is its own.
  for (const char* fine : {"hf-llama", "hf-llama-cast"}) {
    const UniqueVerdict unique = judged(ropeSetup(fine, "bf16", context)).unique;
    QCOMPARE(unique.distinct, context);
    QCOMPARE(unique.unshared, context);
    QCOMPARE(unique.largestGroup, std::int64_t{1});
  }
  // P2, P3, P6: the rows that R(m) leaves.
  for (const char* cast : {"zero-init", "module-cast", "position-and-frequency"}) {
    const UniqueVerdict unique = judged(ropeSetup(cast, "bf16", context)).unique;
    QCOMPARE(unique.distinct, bf16);
    QCOMPARE(unique.largestGroup, bf16Group);
    QCOMPARE(unique.unshared, std::int64_t{320});
    QCOMPARE(*unique.firstCollision, (Pair{256, 257}));
    const UniqueVerdict half = judged(ropeSetup(cast, "fp16", context)).unique;
    QCOMPARE(half.distinct, fp16);
    QCOMPARE(half.largestGroup, fp16Group);
  }
}

void VerdictTest::threeRoutes_toTheSameCollision_data() {
  QTest::addColumn<QString>("recipe");
  for (const char* recipe : {"module-cast", "hf-4.38.0-autocast", "hf-4.28-zero-init"}) {
    QTest::newRow(recipe) << recipe;
  }
}

void VerdictTest::threeRoutes_toTheSameCollision() {
  QFETCH(QString, recipe);
  const UniqueVerdict unique = judged(ropeSetup(recipe, "bf16", 8192)).unique;
  QCOMPARE(unique.distinct, std::int64_t{897});
  QCOMPARE(unique.largestGroup, std::int64_t{33});
  QCOMPARE(*unique.firstCollision, (Pair{256, 257}));
}

void VerdictTest::report_gptNeox1003_isWrongAnglesAndCollisionsApart() {
  VerdictSetup setup = ropeSetup("gpt-neox-2021", "fp16", 2048);
  setup.shape.dim = 32;
  const Verdicts half = judged(setup);
  QCOMPARE(half.unique.distinct, std::int64_t{2048});
  QVERIFY(half.unique.state == VerdictState::good);
  QVERIFY(half.faithful.state == VerdictState::bad);
  // The largest error of cos, at position 2008 and pair 1, is 0.7819; that of sin is larger.
  QVERIFY(half.faithful.error >= 0.7819 - 0.00005);
  setup.format = findFormat("bf16");
  const Verdicts brain = judged(setup);
  QCOMPARE(brain.unique.distinct, std::int64_t{641});
  QVERIFY(brain.unique.state == VerdictState::bad);
}

void VerdictTest::report_sglangJax1472_isWarpWithoutCollision() {
  const Verdicts verdicts = judged(ropeSetup("frequency-cast", "bf16", 4096));
  QCOMPARE(verdicts.unique.distinct, std::int64_t{4096});
  QVERIFY(verdicts.unique.state == VerdictState::good);
  QVERIFY(verdicts.relative.state == VerdictState::good);
  QVERIFY(verdicts.faithful.state == VerdictState::bad);
}

void VerdictTest::report_transformers30709_dependsOnHowItWasLoaded_data() {
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<qint64>("distinct");
  QTest::addColumn<QByteArray>("faithful");
  QTest::newRow("load with dtype") << "hf-4.31" << qint64{4096} << QByteArray("good");
  QTest::newRow("cast, old code") << "hf-4.31-cast" << qint64{769} << QByteArray("bad");
  QTest::newRow("cast, new code") << "hf-4.43-cast" << qint64{4096} << QByteArray("bad");
}

void VerdictTest::report_transformers30709_dependsOnHowItWasLoaded() {
  QFETCH(QString, recipe);
  QFETCH(qint64, distinct);
  QFETCH(QByteArray, faithful);
  const Verdicts verdicts = judged(ropeSetup(recipe, "bf16", 4096));
  QCOMPARE(verdicts.unique.distinct, distinct);
  QCOMPARE(stateOf(verdicts.faithful.state), faithful);
  if (faithful == "good") {
    // Rounding of the table alone: half a step of bf16 below 1.
    QVERIFY(prints(verdicts.faithful.storage, "0.00195"));
    QVERIFY(verdicts.faithful.error < 0.0023);
  }
}

void VerdictTest::fp32Phase_driftsFromAComputedContextOn() {
  const Verdicts within = judged(ropeSetup("hf-llama", "bf16", 65536));
  QVERIFY(within.faithful.state == VerdictState::good);
  QCOMPARE(within.faithful.holdsUpTo, std::int64_t{65536});
  const Verdicts beyond = judged(ropeSetup("hf-llama", "bf16", 131072));
  QVERIFY(beyond.unique.state == VerdictState::good);
  QVERIFY(beyond.relative.state == VerdictState::good);
  QVERIFY(beyond.faithful.state == VerdictState::harmless);
  QCOMPARE(beyond.faithful.holdsUpTo, std::int64_t{112169});
  QVERIFY(beyond.faithful.error > kStorageFactor * beyond.faithful.storage);
  // One position less holds, one more does not.
  QVERIFY(judged(ropeSetup("hf-llama", "bf16", 112169)).faithful.state == VerdictState::good);
  QCOMPARE(judged(ropeSetup("hf-llama", "bf16", 112170)).faithful.holdsUpTo, std::int64_t{112169});
}

void VerdictTest::fp32Phase_atItsOwnPrecision_isNeverBad_data() {
  QTest::addColumn<QString>("recipe");
  for (const char* recipe : {"hf-llama", "meta-llama", "baichuan2-7b", "vllm", "flash-attn",
                             "gpt-neox", "hf-5", "exact"}) {
    QTest::newRow(recipe) << recipe;
  }
}

void VerdictTest::fp32Phase_atItsOwnPrecision_isNeverBad() {
  QFETCH(QString, recipe);
  for (const char* format : {"fp32", "bf16", "fp16"}) {
    const Verdicts verdicts = judged(ropeSetup(recipe, format, 8192));
    QVERIFY(verdicts.unique.state == VerdictState::good);
    QVERIFY(verdicts.relative.state != VerdictState::bad);
    QVERIFY(verdicts.faithful.state != VerdictState::bad);
  }
}

void VerdictTest::frequencyCast_isStillRelative() {
  const Verdicts verdicts = judged(ropeSetup("hf-5-cast", "bf16", 8192));
  QVERIFY(verdicts.unique.state == VerdictState::good);
  QVERIFY(verdicts.relative.state == VerdictState::good);
  QVERIFY(verdicts.faithful.state == VerdictState::bad);
}

void VerdictTest::start_65536InBf16_leavesAGridTwoPlaces() {
  const UniqueVerdict unique = judged(ropeSetup("module-cast", "bf16", 513, {}, 65536)).unique;
  QCOMPARE(unique.distinct, std::int64_t{2});
  // 65536..65792 (the midpoint goes to the even one) and 65793..66048.
  QCOMPARE(unique.largestGroup, std::int64_t{257});
  QCOMPARE(unique.total - unique.largestGroup, std::int64_t{256});
  QCOMPARE(*unique.firstCollision, (Pair{65536, 65537}));
  QVERIFY(judged(ropeSetup("hf-llama", "bf16", 513, {}, 65536)).unique.state == VerdictState::good);
}

void VerdictTest::start_doesNotMatterToPositionsBelow257() {
  const Verdicts verdicts = judged(ropeSetup("zero-init", "bf16", 57, {}, 200));
  QVERIFY(verdicts.unique.state == VerdictState::good);
  QVERIFY(verdicts.faithful.state == VerdictState::good);
  QVERIFY(judged(ropeSetup("zero-init", "bf16", 58, {}, 200)).unique.state == VerdictState::bad);
}

void VerdictTest::fp16_over65504_losesPositions() {
  const Verdicts verdicts = judged(ropeSetup("module-cast", "fp16", 32, {}, 65504));
  QCOMPARE(verdicts.unique.lost, std::int64_t{16});
  QCOMPARE(verdicts.unique.distinct, std::int64_t{2});
  QVERIFY(verdicts.unique.state == VerdictState::bad);
  QCOMPARE(verdicts.faithful.error, 2.0);
  VerdictSetup saturating = ropeSetup("module-cast", "fp16", 32, {}, 65504);
  saturating.overflow = Overflow::saturate;
  const UniqueVerdict kept = judged(saturating).unique;
  QCOMPARE(kept.lost, std::int64_t{0});
  QCOMPARE(kept.distinct, std::int64_t{1});
  QCOMPARE(judged(ropeSetup("hf-llama", "fp16", 32, {}, 65504)).unique.lost, std::int64_t{0});
}

void VerdictTest::contexts_ofEveryLength_areCountedAsByHand_data() {
  QTest::addColumn<qint64>("context");
  for (const int context : {2, 3, 4, 255, 256, 257, 258, 1023, 1024, 1025, 2049}) {
    QTest::addRow("%d", context) << qint64{context};
  }
}

void VerdictTest::contexts_ofEveryLength_areCountedAsByHand() {
  QFETCH(qint64, context);
  const Rounding bf16 = roundingOf(*findFormat("bf16"));
  std::int64_t distinct = 0;
  std::int64_t group = 0;
  std::int64_t largest = 0;
  double before = -1;
  for (qint64 position = 0; position < context; ++position) {
    const double place = roundTo(bf16, static_cast<double>(position));
    group = place == before ? group + 1 : 1;
    distinct += place == before ? 0 : 1;
    largest = std::max(largest, group);
    before = place;
  }
  const Verdicts verdicts = judged(ropeSetup("module-cast", "bf16", context));
  QCOMPARE(verdicts.unique.total, context);
  QCOMPARE(verdicts.unique.distinct, distinct);
  QCOMPARE(verdicts.unique.largestGroup, largest);
  QCOMPARE(verdicts.relative.queries, context);
  const Verdicts fine = judged(ropeSetup("hf-llama", "bf16", context));
  QVERIFY(fine.unique.state == VerdictState::good);
  QVERIFY(fine.relative.state == VerdictState::good);
  QVERIFY(fine.faithful.state == VerdictState::good);
  QCOMPARE(fine.faithful.holdsUpTo, context);
}

void VerdictTest::distances_goToHalfTheContext() {
  const auto last = [](std::int64_t context) {
    return judged(ropeSetup("hf-llama", "bf16", context)).relative.spreads.back().distance;
  };
  QCOMPARE(last(2), std::int64_t{1});
  QCOMPARE(last(3), std::int64_t{1});
  QCOMPARE(last(4), std::int64_t{2});
  QCOMPARE(last(1025), std::int64_t{512});
  QCOMPARE(last(8192), std::int64_t{4096});
}

QTEST_GUILESS_MAIN(VerdictTest)
#include "verdict_test.moc"
