// The table of notices against docs/audit.md, which promises its words, and against the texts.
#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <map>
#include <set>

#include "core/audit/way_findings.h"
#include "core/model/notice.h"

using namespace poscope;

namespace {

using Levels = std::set<std::string>;

// The rows of the document's table of rules: the words of the first column, each with the levels of
// the second.
std::map<std::string, Levels> documentedRules() {
  QFile file(QString(POSCOPE_TEST_DATA) + "/../../docs/audit.md");
  if (!file.open(QIODevice::ReadOnly)) {
    return {};
  }
  const QString page = QString::fromUtf8(file.readAll());
  const qsizetype begin = page.indexOf("| rule | level | meaning |");
  const QString table = page.mid(begin, page.indexOf("\n\n", begin) - begin);
  static const QRegularExpression kWord("`([a-z0-9-]+)`");
  std::map<std::string, Levels> rules;
  const QStringList lines = table.split('\n');
  for (const QString& line : lines.mid(2)) {
    const QStringList cells = line.split('|');
    for (auto words = kWord.globalMatch(cells.value(1)); words.hasNext();) {
      Levels& levels = rules[words.next().captured(1).toStdString()];
      for (const QString& level : cells.value(2).split(',')) {
        levels.insert(level.trimmed().toStdString());
      }
    }
  }
  return rules;
}

std::map<std::string, Levels> tableRules() {
  std::map<std::string, Levels> rules;
  for (const NoticeRow& row : noticeRows()) {
    rules[std::string(row.rule)].emplace(noticeLevelName(row.level));
  }
  return rules;
}

std::set<std::string> keysFrom(const std::string& prefix) {
  std::set<std::string> keys;
  for (const std::string& key : textKeys(Language::english)) {
    if (key.starts_with(prefix)) {
      keys.insert(key);
    }
  }
  return keys;
}

QByteArray shown(const std::set<std::string>& words) {
  QByteArray text;
  for (const std::string& word : words) {
    text += " " + QByteArray::fromStdString(word);
  }
  return text;
}

}  // namespace

class NoticeRulesTest : public QObject {
  Q_OBJECT

 private slots:
  void rules_areThoseOfTheDocument();
  void rules_levels_areThoseOfTheDocument();
  void rows_sentences_areThoseOfBothLanguages();
  void rows_fixes_areThoseOfBothLanguages();
  void advices_areTheTextsThatThereAre();
  void makeNotice_speaksInTheWordsOfItsRow();
};

void NoticeRulesTest::rules_areThoseOfTheDocument() {
  const auto documented = documentedRules();
  const auto rules = tableRules();
  QVERIFY(!documented.empty());
  for (const auto& [rule, levels] : rules) {
    QVERIFY2(documented.contains(rule), ("not in docs/audit.md: " + rule).c_str());
  }
  for (const auto& [rule, levels] : documented) {
    QVERIFY2(rules.contains(rule), ("only in docs/audit.md: " + rule).c_str());
  }
}

// A row of the document may hold several rules: together they have the levels that it names.
void NoticeRulesTest::rules_levels_areThoseOfTheDocument() {
  const auto documented = documentedRules();
  for (const auto& [rule, levels] : tableRules()) {
    for (const std::string& level : levels) {
      QVERIFY2(documented.at(rule).contains(level), (rule + " as " + level).c_str());
    }
  }
}

void NoticeRulesTest::rows_sentences_areThoseOfBothLanguages() {
  std::set<std::string> said;
  for (const NoticeRow& row : noticeRows()) {
    const std::string sentence(row.sentence);
    QCOMPARE(sentence.empty(), row.id == NoticeId::cannotCompute);
    for (const Language language : allLanguages()) {
      QVERIFY2(sentence.empty() || hasText(sentence, language), sentence.c_str());
      QVERIFY2(hasText(sentence + ".layer", language) == row.layered, sentence.c_str());
    }
    said.insert(sentence);
    said.insert(sentence + ".layer");
  }
  for (const char* prefix : {"model.notice.", "audit.finding."}) {
    for (const std::string& key : keysFrom(prefix)) {
      QVERIFY2(said.contains(key), ("no notice says " + key).c_str());
    }
  }
}

void NoticeRulesTest::rows_fixes_areThoseOfBothLanguages() {
  std::set<std::string> fixes;
  for (const NoticeRow& row : noticeRows()) {
    const std::string fix = "audit.fix." + std::string(row.rule);
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText(fix, language) == row.fix, fix.c_str());
    }
    QCOMPARE(withFix(makeNotice(row.id)).fix, row.fix ? Text(fix) : Text());
    if (row.fix) {
      fixes.insert(fix);
    }
  }
  QVERIFY2(fixes == keysFrom("audit.fix."), shown(keysFrom("audit.fix.")));
}

void NoticeRulesTest::advices_areTheTextsThatThereAre() {
  std::set<std::string> advices{"audit.do.table"};
  for (const WayAdvice& advice : wayAdvices()) {
    advices.emplace(advice.text);
  }
  for (const Recipe& recipe : recipeCatalogue()) {
    advices.insert("audit.do." + std::string(recipeSchemeName(recipe.scheme)));
  }
  QVERIFY2(advices == keysFrom("audit.do."), shown(advices));
}

void NoticeRulesTest::makeNotice_speaksInTheWordsOfItsRow() {
  const Notice notice = makeNotice(NoticeId::noHeadDim, "head_dim");
  QCOMPARE(notice.text, Text("model.notice.no_head_dim"));
  QCOMPARE(notice.keyPath, std::string("head_dim"));
  QVERIFY(notice.level() == NoticeLevel::warning);
  QVERIFY(notice.rule() == "no-head-dim");
}

QTEST_APPLESS_MAIN(NoticeRulesTest)
#include "notice_rules_test.moc"
