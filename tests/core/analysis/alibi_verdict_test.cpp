// Verdicts on ALiBi, the effect on attention, and what holds for every judgement: cancellation,
// errors, the same result from every number of threads.
#include <QtTest>
#include <atomic>
#include <limits>

#include "tests/core/analysis/verdict_setups.h"

using namespace poscope;

class AlibiVerdictTest : public QObject {
  Q_OBJECT

 private slots:
  void report_llmFoundry186_tiesTheNearestKeys();
  void alibi_eightHeadsInBf16_slopesAreFine();
  void alibi_absoluteKeys_areBadAndRelativeOnesAreNot_data();
  void alibi_absoluteKeys_areBadAndRelativeOnesAreNot();
  void effect_ofAlibi_isThatOfTheProductPage_data();
  void effect_ofAlibi_isThatOfTheProductPage();
  void effect_ofExactRecipes_isNothing();
  void judge_whenStopped_isCancelled_data();
  void judge_whenStopped_isCancelled();
  void judge_impossiblePositions_areUsageErrors_data();
  void judge_impossiblePositions_areUsageErrors();
  void judge_threads_doNotChangeTheResult();
};

void AlibiVerdictTest::report_llmFoundry186_tiesTheNearestKeys() {
  // Absolute keys in bf16: the last four keys of head 1 share one bias; all heads together still
  // do, because the steepest one has the coarsest biases.
  const Verdicts absolute = judged(alibiSetup("press", "bf16", 2048, 8));
  const Verdicts relative = judged(alibiSetup("relative", "bf16", 2048, 8));
  QVERIFY(absolute.relative.state == VerdictState::bad);
  QVERIFY(absolute.faithful.state == VerdictState::bad);
  QVERIFY(relative.relative.state == VerdictState::good);
  QVERIFY(relative.faithful.state != VerdictState::bad);
  QVERIFY(relative.unique.state != VerdictState::bad);
}

void AlibiVerdictTest::alibi_eightHeadsInBf16_slopesAreFine() {
  // All slopes are powers of two: the cast changes nothing.
  const Verdicts verdicts = judged(alibiSetup("slopes-cast", "bf16", 4096, 8));
  QVERIFY(verdicts.unique.state == VerdictState::good);
  QVERIFY(verdicts.relative.state == VerdictState::good);
  QVERIFY(verdicts.faithful.state == VerdictState::good);
  QCOMPARE(verdicts.faithful.error, 0.0);
  // Of 32 slopes only 8 are; the others are off by less than storing a bias in bf16 costs.
  QVERIFY(judged(alibiSetup("slopes-cast", "bf16", 4096, 32)).faithful.state ==
          VerdictState::harmless);
}

void AlibiVerdictTest::alibi_absoluteKeys_areBadAndRelativeOnesAreNot_data() {
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<bool>("fine");
  // llm-foundry's index is relative to the last key: fine for the last query only.
  for (const char* recipe :
       {"press", "bloom", "falcon", "baichuan-13b", "baichuan2-inference", "llm-foundry"}) {
    QTest::newRow(recipe) << recipe << false;
  }
  for (const char* recipe :
       {"exact", "relative", "mpt", "gpt-neox-alibi", "flash-attn-alibi", "vllm-alibi"}) {
    QTest::newRow(recipe) << recipe << true;
  }
}

void AlibiVerdictTest::alibi_absoluteKeys_areBadAndRelativeOnesAreNot() {
  QFETCH(QString, recipe);
  QFETCH(bool, fine);
  const Verdicts verdicts = judged(alibiSetup(recipe, "bf16", 8192, 40));
  QCOMPARE(verdicts.unique.state != VerdictState::bad &&
               verdicts.relative.state != VerdictState::bad &&
               verdicts.faithful.state != VerdictState::bad,
           fine);
}

void AlibiVerdictTest::effect_ofAlibi_isThatOfTheProductPage_data() {
  QTest::addColumn<qint64>("context");
  QTest::addColumn<qint64>("heads");
  QTest::addColumn<int>("mean");
  QTest::addColumn<int>("worst");
  QTest::newRow("8 heads, 4K") << qint64{4096} << qint64{8} << 14 << 42;
  QTest::newRow("40 heads, 8K") << qint64{8192} << qint64{40} << 36 << 85;
}

void AlibiVerdictTest::effect_ofAlibi_isThatOfTheProductPage() {
  QFETCH(qint64, context);
  QFETCH(qint64, heads);
  QFETCH(int, mean);
  QFETCH(int, worst);
  const AttentionEffect before = effectOf(alibiSetup("baichuan-13b", "bf16", context, heads));
  QCOMPARE(qRound(100 * before.mean), mean);
  QCOMPARE(qRound(100 * before.worst), worst);
  QVERIFY(before.head >= 0 && before.head < heads);
  const AttentionEffect after = effectOf(alibiSetup("relative", "bf16", context, heads));
  QVERIFY(after.mean < 0.001);
}

void AlibiVerdictTest::effect_ofExactRecipes_isNothing() {
  QVERIFY(effectOf(alibiSetup("exact", "bf16", 2048, 12)).worst < 1e-12);
  QVERIFY(effectOf(ropeSetup("exact", "bf16", 2048)).worst < 1e-12);
  QVERIFY(effectOf(ropeSetup("module-cast", "bf16", 8192)).worst >
          10 * effectOf(ropeSetup("hf-llama", "bf16", 8192)).worst);
}

void AlibiVerdictTest::judge_whenStopped_isCancelled_data() {
  QTest::addColumn<bool>("alibi");
  QTest::addColumn<double>("share");
  QTest::newRow("rope, before it begins") << false << -1.0;
  QTest::newRow("rope, table") << false << 0.1;
  QTest::newRow("rope, spreads") << false << 0.4;
  QTest::newRow("rope, storage") << false << 0.7;
  QTest::newRow("alibi, before it begins") << true << -1.0;
  QTest::newRow("alibi, distances") << true << 0.4;
}

void AlibiVerdictTest::judge_whenStopped_isCancelled() {
  QFETCH(bool, alibi);
  QFETCH(double, share);
  std::stop_source source;
  if (share < 0) {
    source.request_stop();
  }
  const VerdictSetup setup = alibi ? alibiSetup("baichuan-13b", "bf16", 65536, 40)
                                   : ropeSetup("module-cast", "bf16", 65536);
  std::atomic<double> reached = 0;
  const auto verdicts = judge(setup, {[&](double done) {
                                        reached = done;
                                        if (done > share) {
                                          source.request_stop();
                                        }
                                      },
                                      source.get_token()});
  QVERIFY(!verdicts.has_value());
  QVERIFY(verdicts.error().kind == ErrorKind::cancelled);
  QVERIFY(reached < 1);
}

void AlibiVerdictTest::judge_impossiblePositions_areUsageErrors_data() {
  QTest::addColumn<qint64>("start");
  QTest::addColumn<qint64>("context");
  QTest::newRow("no context") << qint64{0} << qint64{0};
  QTest::newRow("one position") << qint64{0} << qint64{1};
  QTest::newRow("negative") << qint64{-1} << qint64{100};
  QTest::newRow("beyond") << (qint64{1} << 24) << qint64{2};
  QTest::newRow("one too many") << qint64{1} << (qint64{1} << 24);
  QTest::newRow("overflow") << qint64{2} << std::numeric_limits<qint64>::max();
}

void AlibiVerdictTest::judge_impossiblePositions_areUsageErrors() {
  QFETCH(qint64, start);
  QFETCH(qint64, context);
  const auto verdicts = judge(ropeSetup("hf-llama", "bf16", context, {}, start));
  QVERIFY(!verdicts.has_value());
  QVERIFY(verdicts.error().kind == ErrorKind::usage);
}

void AlibiVerdictTest::judge_threads_doNotChangeTheResult() {
  const VerdictSetup setup = ropeSetup("module-cast", "bf16", 20000);
  const Verdicts one = judged(setup);
  for (int again = 0; again < 3; ++again) {
    const Verdicts two = judged(setup);
    QCOMPARE(two.unique.distinct, one.unique.distinct);
    QCOMPARE(two.relative.worst, one.relative.worst);
    QCOMPARE(two.faithful.position, one.faithful.position);
    QCOMPARE(two.faithful.index, one.faithful.index);
    for (std::size_t d = 0; d < one.relative.spreads.size(); ++d) {
      QCOMPARE(two.relative.spreads[d].spread, one.relative.spreads[d].spread);
      QCOMPARE(two.relative.spreads[d].lowest, one.relative.spreads[d].lowest);
      QCOMPARE(two.relative.spreads[d].highest, one.relative.spreads[d].highest);
    }
  }
}

QTEST_GUILESS_MAIN(AlibiVerdictTest)
#include "alibi_verdict_test.moc"
