// The file of the public cases: it is read whole, and what is wrong in one is named with its place.
#include <QtTest>

#include "core/cases/case_gallery.h"

using namespace poscope;

namespace {

// moc cannot read raw strings; apostrophes stand for the quotes of JSON.
QByteArray quoted(const char* json) {
  return QByteArray(json).replace('\'', '"');
}

const QByteArray kWhole = quoted(
    "[{'id': 'one', 'scheme': 'alibi', 'link': 'https://one',\n"
    "  'broken': {'recipe': 'r', 'stages': 'table=fp32'}, 'fixed': {'recipe': 's'},\n"
    "  'marks': {'unique': 'good', 'relative': 'harmless', 'faithful': 'bad'},\n"
    "  'context': 8, 'base': 1e6, 'assumed': true}]");

QString problemOf(const QByteArray& json) {
  const auto cases = parseCases(json.toStdString(), "cases.json");
  return cases ? QString()
               : QString::fromStdString(renderPlain(cases.error().text, Language::english));
}

}  // namespace

class CaseGalleryTest : public QObject {
  Q_OBJECT

 private slots:
  void parseCases_row_readsEveryKindOfValue();
  void parseCases_brokenFile_namesThePlaceAndTheKey_data();
  void parseCases_brokenFile_namesThePlaceAndTheKey();
};

void CaseGalleryTest::parseCases_row_readsEveryKindOfValue() {
  const auto cases = parseCases(kWhole.toStdString(), "cases.json");
  QVERIFY2(cases.has_value(), qPrintable(problemOf(kWhole)));
  QCOMPARE(cases->size(), std::size_t{1});
  const PublicCase& row = cases->front();
  QCOMPARE(row.id, std::string("one"));
  QCOMPARE(row.link, std::string("https://one"));
  QVERIFY(row.scheme == Scheme::alibi);
  QCOMPARE(row.broken.id, std::string("r"));
  QCOMPARE(row.broken.stages, std::string("table=fp32"));
  QCOMPARE(row.fixed.id, std::string("s"));
  QVERIFY(row.fixed.stages.empty() && row.also.id.empty());
  QVERIFY((row.marks == CaseMarks{VerdictState::good, VerdictState::harmless, VerdictState::bad}));
  QCOMPARE(row.context, std::int64_t{8});
  QCOMPARE(row.base, 1e6);
  QVERIFY(row.assumed && !row.wrongNumber);
  QCOMPARE(row.format, std::string("bf16"));
}

void CaseGalleryTest::parseCases_brokenFile_namesThePlaceAndTheKey_data() {
  QTest::addColumn<QByteArray>("from");
  QTest::addColumn<QByteArray>("to");
  QTest::addColumn<QString>("named");
  const auto row = [](const char* name, const char* from, const char* to, const char* named) {
    QTest::newRow(name) << quoted(from) << quoted(to) << QString(quoted(named));
  };
  row("syntax", "}]", "}", "cases.json");
  row("no list", kWhole.constData(), "{}", "line 1, column 1: []");
  row("no row", kWhole.constData(), "[]", "line 1, column 1: []");
  row("row of another kind", kWhole.constData(), "[7]", "line 1, column 2: []");
  row("unknown key", "'assumed'", "'asumed'", "line 4, column 30: a row has no key 'asumed'");
  row("unknown key of a recipe", "'stages'", "'stage'", "line 2, column 29: a row has no key");
  row("missing key", "'context': 8, ", "", "line 1, column 2: the row has no 'context'");
  row("missing mark", "'unique': 'good', ", "", "line 3, column 12: the row has no 'unique'");
  row("key twice", "'base'", "'context'", "line 4, column 17: 'context' stands twice");
  row("empty text", "https://one", "", "line 1, column 43: link holds no value");
  row("text as number", "8,", "'8',", "line 4, column 14: context holds no value");
  row("fraction", "8,", "8.5,", "line 4, column 14: context holds no value");
  row("number as flag", "true", "1", "line 4, column 41: assumed holds no value");
  row("text as base", "1e6", "true", "line 4, column 25: base holds no value");
  row("unknown scheme", "alibi", "rotary", "line 1, column 26: scheme holds no value");
  row("unknown state", "harmless", "fine", "line 3, column 43: relative holds no value");
  row("recipe as text", "{'recipe': 's'}", "'s'", "line 2, column 63: fixed holds no value");
}

void CaseGalleryTest::parseCases_brokenFile_namesThePlaceAndTheKey() {
  QFETCH(QByteArray, from);
  QFETCH(QByteArray, to);
  QFETCH(QString, named);
  QVERIFY(kWhole.contains(from));
  const QString problem = problemOf(QByteArray(kWhole).replace(from, to));
  QVERIFY2(problem.contains(named), qPrintable(problem));
  QVERIFY(problem.startsWith("cases.json"));

  const QByteArray again = kWhole.chopped(1) + "," + kWhole.mid(1);
  QVERIFY2(problemOf(again).contains("\"one\" stands twice"), qPrintable(problemOf(again)));
}

QTEST_GUILESS_MAIN(CaseGalleryTest)
#include "case_gallery_test.moc"
