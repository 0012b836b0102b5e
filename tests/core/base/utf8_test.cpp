// Where characters of UTF-8 end: well-formed ones, and every way of not being one.
#include "core/base/utf8.h"

#include <QtTest>

using namespace poscope;

class Utf8Test : public QObject {
  Q_OBJECT

 private slots:
  void character_wellFormed_isReadWhole_data();
  void character_wellFormed_isReadWhole();
  void utf8Length_illFormed_isZero_data();
  void utf8Length_illFormed_isZero();
};

void Utf8Test::character_wellFormed_isReadWhole_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<quint32>("code");
  const std::pair<const char*, quint32> rows[] = {{"A", 0x41},
                                                  {"\x7F", 0x7F},
                                                  {"\xC2\x80", 0x80},
                                                  {"é", 0xE9},
                                                  {"\xDF\xBF", 0x7FF},
                                                  {"\xE0\xA0\x80", 0x800},
                                                  {"位", 0x4F4D},
                                                  {"\xED\x9F\xBF", 0xD7FF},
                                                  {"\xEE\x80\x80", 0xE000},
                                                  {"𝄞", 0x1D11E},
                                                  {"\xF4\x8F\xBF\xBF", 0x10FFFF}};
  for (const auto& [text, code] : rows) {
    QTest::addRow("U+%04X", code) << QByteArray(text) << code;
  }
}

void Utf8Test::character_wellFormed_isReadWhole() {
  QFETCH(QByteArray, text);
  QFETCH(quint32, code);
  const std::string one = text.toStdString();
  const std::string more = one + "x";
  QCOMPARE(utf8Length(more), one.size());
  QCOMPARE(firstCharacter(more), std::string_view(one));
  QCOMPARE(codePoint(firstCharacter(more)), code);
}

void Utf8Test::utf8Length_illFormed_isZero_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("continuation") << QByteArray("\x80");
  QTest::newRow("overlong of two") << QByteArray("\xC1\xBF");
  QTest::newRow("overlong of three") << QByteArray("\xE0\x9F\xBF");
  QTest::newRow("overlong of four") << QByteArray("\xF0\x8F\xBF\xBF");
  QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80");
  QTest::newRow("beyond U+10FFFF") << QByteArray("\xF4\x90\x80\x80");
  QTest::newRow("no lead") << QByteArray("\xFF");
  QTest::newRow("cut off") << QByteArray("\xE4\xBD");
  QTest::newRow("no continuation") << QByteArray("\xE4\xBDx");
}

void Utf8Test::utf8Length_illFormed_isZero() {
  QFETCH(QByteArray, text);
  const std::string bytes = text.toStdString();
  QCOMPARE(utf8Length(bytes), std::size_t{0});
  QCOMPARE(firstCharacter(bytes), std::string_view(bytes).substr(0, 1));
}

QTEST_GUILESS_MAIN(Utf8Test)
#include "utf8_test.moc"
