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
                                std::string(words.verdict.holds),
                                std::string(words.verdict.errorLabel),
                                std::string(words.verdict.errorStorage),
                                std::string(words.verdict.holdsNothing),
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
  QCOMPARE(told(Scheme::kerpleLog), QStringLiteral("bias error 0.5 at distance 300"));
  QCOMPARE(told(Scheme::alibi), QStringLiteral("bias error 0.5 at distance 300, head 0"));
  QVERIFY(told(Scheme::rope).endsWith("pair 0: 50 times storage alone"));
}

QTEST_GUILESS_MAIN(SchemeWordsTest)
#include "scheme_words_test.moc"
