// Every scheme's verdicts have their sentences, in both languages.
#include "core/figure/scheme_words.h"

#include <QtTest>
#include <string>

#include "core/base/text.h"
#include "core/figure/verdict_words.h"

using namespace poscope;

class SchemeWordsTest : public QObject {
  Q_OBJECT

 private slots:
  void sentences_everyScheme_areThere_data();
  void sentences_everyScheme_areThere();
  void summaries_ofOneHead_nameNoHead();
  void holds_limit_isToldOnlyWhereOneWasFound();
};

void SchemeWordsTest::sentences_everyScheme_areThere_data() {
  QTest::addColumn<int>("scheme");
  for (const SchemeRow& row : recipeSchemes()) {
    QTest::newRow(row.name.data()) << static_cast<int>(row.scheme);
  }
}

void SchemeWordsTest::sentences_everyScheme_areThere() {
  QFETCH(int, scheme);
  const SchemeWords& words = schemeWords(static_cast<Scheme>(scheme));
  std::vector<std::string> keys{std::string(words.setup),
                                std::string(words.effect),
                                std::string(words.reportEffect),
                                std::string(words.verdict.spread),
                                std::string(words.verdict.errorLabel),
                                std::string(words.verdict.errorStorage),
                                std::string(words.verdict.reportFaithful)};
  const std::string family(words.verdict.family);
  for (const char* end : {".explain.good", ".explain.bad", ".explain.lost"}) {
    keys.push_back("verdict.unique." + family + end);
  }
  for (const char* end : {".exact", ".explain.good"}) {
    keys.push_back("verdict.relative." + family + end);
  }
  for (const char* end : {".exact", ".good", ".harmless", ".bad", ".explain.good",
                          ".explain.harmless", ".explain.bad"}) {
    keys.push_back("verdict.faithful." + family + end);
  }
  for (const char* end : {"limit", "least", "none", "drift"}) {
    keys.push_back(std::string(words.verdict.holds) + end);
  }
  keys.push_back("verdict.error." + family + ".value");
  for (const std::string& key : keys) {
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText(key, language), key.c_str());
    }
  }
}

void SchemeWordsTest::summaries_ofOneHead_nameNoHead() {
  FaithfulVerdict faithful;
  faithful.state = VerdictState::bad;
  faithful.error = 0.5;
  faithful.storage = 0.01;
  faithful.position = 300;
  const auto told = [&](Scheme scheme) {
    return QString::fromStdString(
        renderPlain(faithfulSummary(faithful, scheme), Language::english));
  };
  QCOMPARE(told(Scheme::kerpleLog), QStringLiteral("the bias is off by 0.5 at distance 300"));
  QCOMPARE(told(Scheme::alibi), QStringLiteral("the bias is off by 0.5 at distance 300, head 0"));
  QVERIFY(told(Scheme::rope).endsWith("pair 0: 50 times what storing it costs"));
}

// The end of what was judged is no limit, and "nothing" never stands beside what is harmless.
void SchemeWordsTest::holds_limit_isToldOnlyWhereOneWasFound() {
  VerdictSetup setup;
  setup.context = 8192;
  const auto told = [&](Scheme scheme, VerdictState state, std::int64_t holds, std::int64_t reach) {
    setup.recipe = recipesOf(scheme).front();
    FaithfulVerdict faithful;
    faithful.state = state;
    faithful.holdsUpTo = holds;
    return QString::fromStdString(
        renderPlain(holdsText(faithful, setup, reach), Language::english));
  };
  using enum VerdictState;
  QCOMPARE(told(Scheme::rope, good, 8192, 0), QString("at least 8,192, as far as was looked"));
  QCOMPARE(told(Scheme::rope, good, 8192, 8192), QString("at least 8,192, as far as was looked"));
  QCOMPARE(told(Scheme::rope, good, 8192, 112169), QString("a context of 112,169"));
  QCOMPARE(told(Scheme::rope, good, 8192, 1 << 20),
           QString("at least 1,048,576, as far as was looked"));
  QCOMPARE(told(Scheme::rope, harmless, 4000, 4000), QString("a context of 4,000"));
  QVERIFY(told(Scheme::rope, bad, 0, 0).startsWith("nothing"));
  QVERIFY(told(Scheme::rope, harmless, 0, 0).startsWith("no position: all drift"));
  QCOMPARE(told(Scheme::alibi, bad, 300, 0), QString("distances below 300"));
  QCOMPARE(told(Scheme::alibi, bad, 1, 0), QString("no distance"));
  QVERIFY(told(Scheme::alibi, harmless, 1, 0).contains("no more than storing"));
}

QTEST_GUILESS_MAIN(SchemeWordsTest)
#include "scheme_words_test.moc"
