// Columns of a terminal: widths of Chinese text, wrapping, alignment.
#include <QtTest>

#include "core/command/text_table.h"

using namespace poscope;

class TestTextTable : public QObject {
  Q_OBJECT

 private slots:
  void shownWidth_countsWideCharactersTwice();
  void wrapped_breaksAtBlanks();
  void wrapped_cutsChineseButNotBeforeItsPunctuation();
  void wrapped_keepsLineBreaksAndLongWords();
  void text_alignsColumnsWithoutBlanksAtTheEnd();
};

void TestTextTable::shownWidth_countsWideCharactersTwice() {
  QCOMPARE(shownWidth("abc"), std::size_t{3});
  QCOMPARE(shownWidth("格式"), std::size_t{4});
  QCOMPARE(shownWidth("“é”"), std::size_t{3});
  QCOMPARE(shownWidth("：a"), std::size_t{3});
  QCOMPARE(shownWidth(""), std::size_t{0});
}

void TestTextTable::wrapped_breaksAtBlanks() {
  const std::vector<std::string> expected{"one two", "three"};
  QCOMPARE(wrapped("one two  three", 7), expected);
  QVERIFY(wrapped("", 10).empty());
}

void TestTextTable::wrapped_cutsChineseButNotBeforeItsPunctuation() {
  const std::vector<std::string> expected{"位置编", "码。"};
  QCOMPARE(wrapped("位置编码。", 6), expected);
}

void TestTextTable::wrapped_keepsLineBreaksAndLongWords() {
  const std::vector<std::string> expected{"a", "extraordinary", "b"};
  QCOMPARE(wrapped("a\nextraordinary b", 5), expected);
}

void TestTextTable::text_alignsColumnsWithoutBlanksAtTheEnd() {
  TextTable table({Align::left, Align::right, Align::left});
  table.add({"格式", "n", "x"});
  table.add({"a", "100", ""});
  QCOMPARE(table.text(1), std::string(" 格式    n  x\n a     100\n"));
}

QTEST_GUILESS_MAIN(TestTextTable)
#include "text_table_test.moc"
