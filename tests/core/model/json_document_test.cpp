// The JSON tree: places, duplicates, non-finite words, limits and syntax errors.
#include <QtTest>
#include <cmath>

#include "core/model/json_document.h"

using namespace poscope;

class TestJsonDocument : public QObject {
  Q_OBJECT

 private slots:
  void placeOfEveryKindIsItsFirstCharacter();
  void escapedQuotesDoNotMoveThePlace();
  void columnsCountCharactersNotBytes();
  void duplicateKeyKeepsTheLastAndIsListed();
  void bareNonFiniteWordsAreReadOnlyWhenAccepted();
  void nonFiniteWordsInsideTextsStayTexts();
  void deepNestingIsRefused();
  void tooManyValuesAreRefused();
  void hugeNumberNamesItsPlace();
  void hugeNumberIsAnInfinityWhereThoseAreTaken();
  void syntaxErrors_data();
  void syntaxErrors();
};

namespace {
QString message(const Error& error) {
  return QString::fromStdString(renderPlain(error.text, Language::english));
}
}  // namespace

void TestJsonDocument::placeOfEveryKindIsItsFirstCharacter() {
  const auto document =
      parseJson("{\n \"a\": 12 ,\n \"b\": [true,\n-1.5e3], \"c\": \"x\\\"y\",\n\"d\": null}", "f");
  QVERIFY(document.has_value());
  const auto placeOf = [&](const JsonValue* value) {
    const JsonPlace place = document->place(value->offset);
    return std::pair(place.line, place.column);
  };
  using Place = std::pair<std::int64_t, std::int64_t>;
  const JsonValue& root = document->root;
  QCOMPARE(placeOf(root.find("a")), Place(2, 7));
  QCOMPARE(placeOf(root.find("b")), Place(3, 7));
  QCOMPARE(placeOf(&root.find("b")->items[0]), Place(3, 8));
  QCOMPARE(placeOf(&root.find("b")->items[1]), Place(4, 1));
  QCOMPARE(root.find("b")->items[1].number, -1500.0);
  QCOMPARE(placeOf(root.find("c")), Place(4, 15));
  QCOMPARE(placeOf(root.find("d")), Place(5, 6));
}

void TestJsonDocument::escapedQuotesDoNotMoveThePlace() {
  const auto document = parseJson(R"({"a": "\\\"\\", "b": "\\"})", "f");
  QVERIFY(document.has_value());
  QCOMPARE(document->root.find("a")->offset, 6U);
  QCOMPARE(document->root.find("a")->text, std::string("\\\"\\"));
  QCOMPARE(document->root.find("b")->offset, 21U);
}

void TestJsonDocument::columnsCountCharactersNotBytes() {
  const auto document = parseJson("{\"\xE4\xBD\x8D\": 1}", "f");
  QVERIFY(document.has_value());
  QCOMPARE(document->place(document->root.members[0].value.offset).column, std::int64_t{7});
}

void TestJsonDocument::duplicateKeyKeepsTheLastAndIsListed() {
  const auto document = parseJson("{\"a\": 1,\n\"b\": 2,\n\"a\": 3}", "f");
  QVERIFY(document.has_value());
  QCOMPARE(document->root.find("a")->integer, std::int64_t{3});
  QCOMPARE(document->duplicates.size(), std::size_t{1});
  QCOMPARE(document->place(document->duplicates[0].first).line, std::int64_t{1});
  QCOMPARE(document->place(document->duplicates[0].second).line, std::int64_t{3});
}

void TestJsonDocument::bareNonFiniteWordsAreReadOnlyWhenAccepted() {
  const std::string text = "{\"a\": [NaN, Infinity,\n-Infinity]}";
  const auto refused = parseJson(text, "f");
  QVERIFY(!refused.has_value());
  QVERIFY2(message(refused.error()).contains("line 1, column 8"),
           qPrintable(message(refused.error())));
  JsonLimits limits;
  limits.acceptNonFinite = true;
  const auto document = parseJson(text, "f", limits);
  QVERIFY(document.has_value());
  const auto& items = document->root.find("a")->items;
  QVERIFY(items[0].kind == JsonValue::Kind::nonFinite && std::isnan(items[0].number));
  QVERIFY(items[1].kind == JsonValue::Kind::nonFinite && items[1].number > 0);
  QVERIFY(items[2].kind == JsonValue::Kind::nonFinite && items[2].number < 0);
  QCOMPARE(document->nonFinite.size(), std::size_t{3});
}

void TestJsonDocument::nonFiniteWordsInsideTextsStayTexts() {
  JsonLimits limits;
  limits.acceptNonFinite = true;
  const auto document =
      parseJson(R"({"a": "x, NaN \", Infinity", "b": "?", "NaN": 1})", "f", limits);
  QVERIFY(document.has_value());
  QCOMPARE(document->root.find("a")->text, std::string("x, NaN \", Infinity"));
  QVERIFY(document->root.find("b")->kind == JsonValue::Kind::text);
  QVERIFY(document->root.find("NaN") != nullptr);
  QVERIFY(document->nonFinite.empty());
}

void TestJsonDocument::deepNestingIsRefused() {
  for (const char open : {'[', '{'}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
      text += open == '[' ? "[" : "{\"a\":";
    }
    const auto document = parseJson(text, "bomb.json");
    QVERIFY(!document.has_value());
    QVERIFY(message(document.error()).contains("more than 64 levels"));
  }
}

void TestJsonDocument::tooManyValuesAreRefused() {
  std::string text = "[0";
  for (int i = 0; i < 1'000'000; ++i) {
    text += ",0";
  }
  const auto document = parseJson(text + "]", "many.json");
  QVERIFY(!document.has_value());
  QVERIFY(message(document.error()).contains("more than 1,000,000 values"));
}

void TestJsonDocument::hugeNumberNamesItsPlace() {
  const auto document = parseJson("{\"a\":\n  1e999}", "f");
  QVERIFY(!document.has_value());
  QVERIFY2(message(document.error()).contains("f, line 2, column 3"),
           qPrintable(message(document.error())));
  QVERIFY(message(document.error()).contains("1e999"));
  const auto whole = parseJson("[123456789012345678901234567890, 9223372036854775807]", "f");
  QVERIFY(whole.has_value());
  QVERIFY(whole->root.items[0].kind == JsonValue::Kind::real);
  QCOMPARE(whole->root.items[1].integer, std::numeric_limits<std::int64_t>::max());
}

// As Python reads it, where the caller takes NaN and infinities.
void TestJsonDocument::hugeNumberIsAnInfinityWhereThoseAreTaken() {
  JsonLimits limits;
  limits.acceptNonFinite = true;
  const std::string digits(400, '9');
  const auto document = parseJson(
      "{\"a\": 1e400, \"b\":-1E+999,\"c\": [" + digits + ", 1e-999, 1e308], \"d\": \"1e400\"}", "f",
      limits);
  QVERIFY(document.has_value());
  const JsonValue& root = document->root;
  QVERIFY(root.find("a")->kind == JsonValue::Kind::nonFinite);
  QCOMPARE(root.find("a")->number, std::numeric_limits<double>::infinity());
  QCOMPARE(root.find("b")->number, -std::numeric_limits<double>::infinity());
  const auto& list = root.find("c")->items;
  QVERIFY(list[0].kind == JsonValue::Kind::nonFinite);
  QVERIFY(list[1].kind == JsonValue::Kind::real && list[1].number == 0);
  QVERIFY(list[2].kind == JsonValue::Kind::real);
  QVERIFY(root.find("d")->kind == JsonValue::Kind::text);
  QCOMPARE(document->nonFinite.size(), std::size_t{3});
  QVERIFY(!parseJson("[1e400.5]", "f", limits).has_value());
}

void TestJsonDocument::syntaxErrors_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("expected");
  QTest::newRow("comment") << QByteArray("{\n  // no\n}") << "line 2, column 3";
  QTest::newRow("trailing comma") << QByteArray("{\"a\": 1,}") << "line 1, column 9";
  QTest::newRow("single quotes") << QByteArray("{'a': 1}") << "line 1, column 2";
  QTest::newRow("web page") << QByteArray("<!DOCTYPE html>") << "line 1, column 1";
  QTest::newRow("text after the end") << QByteArray("{}\n{}") << "line 2, column 1";
  QTest::newRow("cut in a text") << QByteArray("{\n\"a\": \"b") << "ends in the middle";
  QTest::newRow("cut in a word") << QByteArray("[tru") << "ends in the middle";
  QTest::newRow("cut after a number") << QByteArray("{\"a\": 1") << "ends in the middle";
  QTest::newRow("no UTF-8") << QByteArray("{\"\xFF\": 1}") << "line 1, column 3";
  QTest::newRow("control character") << QByteArray("{\"a\x1B\": 1}") << "line 1";
  QTest::newRow("zero byte") << QByteArray("{\0}", 3) << "line 1, column 2";
  // nlohmann's lexer takes a zero byte for the end: what follows must not go unnoticed.
  QTest::newRow("text after a zero byte")
      << QByteArray("{}\n\0{\"a\": 1}", 12) << "line 2, column 1";
  QTest::newRow("zero byte at the end") << QByteArray("{} \0", 4) << "line 1, column 4";
}

void TestJsonDocument::syntaxErrors() {
  QFETCH(QByteArray, text);
  QFETCH(QString, expected);
  const auto document = parseJson(text.toStdString(), "f.json");
  QVERIFY(!document.has_value());
  QCOMPARE(exitCode(document.error()), 3);
  QVERIFY2(message(document.error()).contains(expected), qPrintable(message(document.error())));
  for (const QChar c : message(document.error())) {
    QVERIFY(c.unicode() >= 0x20 && c.unicode() != 0x7F);
  }
}

QTEST_GUILESS_MAIN(TestJsonDocument)
#include "json_document_test.moc"
