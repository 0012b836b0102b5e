// The sentence syntax: placeholders, roles, one and many; and how numbers are written for people.
#include "core/base/text.h"
#include "core/base/numbers.h"

#include <QTest>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/base/result.h"

namespace poscope::test {
namespace {

QString plain(std::string_view sentence, const std::vector<TextArgument>& arguments,
              Language language = Language::english) {
  std::string result;
  for (const TextRun& run : renderSentence(sentence, arguments, language)) {
    result += run.text;
  }
  return QString::fromStdString(result);
}

}  // namespace

class TextTest : public QObject {
  Q_OBJECT

 private slots:
  void placeholderIsReplacedByItsArgument();
  void placeholderWithRoleMakesItsOwnRun();
  void roleThatIsUnknownCountsAsPlain();
  void neighboursOfTheSameRoleMakeOneRun();
  void oneAndManyFollowTheInteger_data();
  void oneAndManyFollowTheInteger();
  void oneAndManyOfADoubleIsMany();
  void doubledBracesAreBraces();
  void braceWithoutPartnerStaysVisible();
  void missingArgumentStaysVisible();
  void missingKeyStaysVisible();
  void nestedTextKeepsItsRoles();
  void nestedTextInARoleTakesThatRole();
  void verbatimTextIsTheSameInEveryLanguage();
  void emptyTextHasNoRuns();
  void textsCompareByKeyArgumentsAndLiteral();
  void languagesAreNamedEnAndZh();
  void localesGiveTheirLanguageOrEnglish();
  void integersAreGroupedByThousands_data();
  void integersAreGroupedByThousands();
  void exactDecimalReadsBackAsTheSameDouble_data();
  void exactDecimalReadsBackAsTheSameDouble();
  void shortDecimalKeepsTheDigitsAskedFor_data();
  void shortDecimalKeepsTheDigitsAskedFor();
  void numbersForPeopleHaveSeparatorsAndATrueMinus();
  void exitCodesFollowTheKindOfError();
};

void TextTest::placeholderIsReplacedByItsArgument() {
  QCOMPARE(plain("{a} of {b} in {format}", {{"a", 896}, {"b", 8192}, {"format", "bf16"}}),
           QString("896 of 8,192 in bf16"));
  QCOMPARE(plain("{share} %", {{"share", 10.9375}}), QString("10.9375 %"));
  QCOMPARE(plain("{a}{a}", {{"a", "x"}}), QString("xx"));
}

void TextTest::placeholderWithRoleMakesItsOwnRun() {
  const auto runs = renderSentence("sees only {n:a} places", {{"n", 769}}, Language::english);
  const std::vector<TextRun> expected = {
      {"sees only ", TextRole::plain}, {"769", TextRole::a}, {" places", TextRole::plain}};
  QVERIFY(runs == expected);
  struct Row {
    const char* sentence;
    TextRole role;
  };
  for (const Row& row : {Row{"{n:b}", TextRole::b}, Row{"{n:reference}", TextRole::reference},
                         Row{"{n:number}", TextRole::number}, Row{"{n:good}", TextRole::good},
                         Row{"{n:bad}", TextRole::bad}}) {
    QVERIFY2(renderSentence(row.sentence, {{"n", 1}}, Language::english).front().role == row.role,
             row.sentence);
  }
}

void TextTest::roleThatIsUnknownCountsAsPlain() {
  QVERIFY(renderSentence("{n:loud}", {{"n", 1}}, Language::english).front().role ==
          TextRole::plain);
}

void TextTest::neighboursOfTheSameRoleMakeOneRun() {
  const auto runs = renderSentence("{a:bad}{b:bad} c", {{"a", 1}, {"b", 2}}, Language::english);
  const std::vector<TextRun> expected = {{"12", TextRole::bad}, {" c", TextRole::plain}};
  QVERIFY(runs == expected);
}

void TextTest::oneAndManyFollowTheInteger_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<QString>("expected");
  QTest::newRow("zero") << 0 << "0 tokens";
  QTest::newRow("one") << 1 << "1 token";
  QTest::newRow("two") << 2 << "2 tokens";
  QTest::newRow("minus one") << -1 << "−1 tokens";
}

void TextTest::oneAndManyFollowTheInteger() {
  QFETCH(int, count);
  QTEST(plain("{n} {n?token:tokens}", {{"n", count}}), "expected");
}

void TextTest::oneAndManyOfADoubleIsMany() {
  QCOMPARE(plain("{n} {n?token:tokens}", {{"n", 1.0}}), QString("1 tokens"));
}

void TextTest::doubledBracesAreBraces() {
  QCOMPARE(plain("{{a}} {{{a}}}", {{"a", 7}}), QString("{a} {7}"));
}

void TextTest::braceWithoutPartnerStaysVisible() {
  QCOMPARE(plain("a } b", {}), QString("a } b"));
  QCOMPARE(plain("a { b", {}), QString("a { b"));
}

void TextTest::missingArgumentStaysVisible() {
  QCOMPARE(plain("{a} {b:bad} {c?x:y}", {{"a", 1}}), QString("1 {b} {c}"));
}

void TextTest::missingKeyStaysVisible() {
  QCOMPARE(renderPlain(Text("no.such.key"), Language::english), std::string("[no.such.key]"));
  QCOMPARE(renderPlain(Text("no.such.key"), Language::chinese), std::string("[no.such.key]"));
  QVERIFY(!hasText("no.such.key", Language::english));
  QVERIFY(textTemplate("no.such.key", Language::english).empty());
}

void TextTest::nestedTextKeepsItsRoles() {
  const auto runs =
      renderSentence("<{inner}>", {{"inner", Text("error.cancelled")}}, Language::chinese);
  QCOMPARE(runs.size(), std::size_t{1});
  QCOMPARE(runs.front().text, "<" + renderPlain(Text("error.cancelled"), Language::chinese) + ">");
}

void TextTest::nestedTextInARoleTakesThatRole() {
  const auto runs =
      renderSentence("{inner:good}", {{"inner", Text::verbatim("fine")}}, Language::english);
  const std::vector<TextRun> expected = {{"fine", TextRole::good}};
  QVERIFY(runs == expected);
}

void TextTest::verbatimTextIsTheSameInEveryLanguage() {
  const Text text = Text::verbatim("{a} config.json");
  QCOMPARE(renderPlain(text, Language::english), std::string("{a} config.json"));
  QCOMPARE(renderPlain(text, Language::chinese), std::string("{a} config.json"));
}

void TextTest::emptyTextHasNoRuns() {
  QVERIFY(Text().empty());
  QVERIFY(render(Text(), Language::english).empty());
  QVERIFY(!Text("error.cancelled").empty());
}

void TextTest::textsCompareByKeyArgumentsAndLiteral() {
  const Text text("a.key", {{"n", 1}});
  QVERIFY(text == Text("a.key", {{"n", 1}}));
  QVERIFY(!(text == Text("b.key", {{"n", 1}})));
  QVERIFY(!(text == Text("a.key", {{"n", 2}})));
  QVERIFY(!(text == Text("a.key", {{"m", 1}})));
  QVERIFY(!(text == Text("a.key", {{"n", 1.0}})));
  QVERIFY(!(Text::verbatim("x") == Text::verbatim("y")));
}

void TextTest::languagesAreNamedEnAndZh() {
  Language language = Language::english;
  QVERIFY(parseLanguage("zh", language));
  QVERIFY(language == Language::chinese);
  QVERIFY(parseLanguage("en", language));
  QVERIFY(language == Language::english);
  for (const char* other : {"", "EN", "zh_CN", "fr"}) {
    QVERIFY2(!parseLanguage(other, language), other);
    QVERIFY(language == Language::english);
  }
  QCOMPARE(languageName(Language::english), std::string_view("en"));
  QCOMPARE(languageName(Language::chinese), std::string_view("zh"));
}

void TextTest::localesGiveTheirLanguageOrEnglish() {
  for (const char* name : {"zh", "zh_CN.UTF-8", "zh-Hans-CN"}) {
    QVERIFY2(languageOfLocale(name) == Language::chinese, name);
  }
  for (const char* name : {"", "C", "en_US.UTF-8", "de_DE.UTF-8", "POSIX"}) {
    QVERIFY2(languageOfLocale(name) == Language::english, name);
  }
}

void TextTest::integersAreGroupedByThousands_data() {
  QTest::addColumn<qint64>("number");
  QTest::addColumn<QString>("expected");
  QTest::newRow("0") << qint64{0} << "0";
  QTest::newRow("999") << qint64{999} << "999";
  QTest::newRow("1000") << qint64{1000} << "1,000";
  QTest::newRow("-999") << qint64{-999} << "−999";
  QTest::newRow("-1000") << qint64{-1000} << "−1,000";
  QTest::newRow("2^20") << qint64{1048576} << "1,048,576";
  QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << "−9,223,372,036,854,775,808";
}

void TextTest::integersAreGroupedByThousands() {
  QFETCH(qint64, number);
  QTEST(QString::fromStdString(groupedInteger(number)), "expected");
  const QString spaced = QString::fromStdString(groupedInteger(number, "\u202F"));
  QTEST(QString(spaced).replace(QChar(0x202F), ','), "expected");
}

void TextTest::exactDecimalReadsBackAsTheSameDouble_data() {
  QTest::addColumn<double>("number");
  QTest::addColumn<QString>("expected");
  QTest::newRow("tenth") << 0.1 << "0.1";
  QTest::newRow("integer") << 4096.0 << "4096";
  QTest::newRow("third") << 1.0 / 3.0 << "0.3333333333333333";
  QTest::newRow("minus zero") << -0.0 << "-0";
  QTest::newRow("denormal") << 5e-324 << "5e-324";
  QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << "inf";
  QTest::newRow("minus infinity") << -std::numeric_limits<double>::infinity() << "-inf";
  QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << "nan";
}

void TextTest::exactDecimalReadsBackAsTheSameDouble() {
  QFETCH(double, number);
  const std::string written = exactDecimal(number);
  QTEST(QString::fromStdString(written), "expected");
  if (std::isfinite(number)) {
    QVERIFY(std::strtod(written.c_str(), nullptr) == number);
  }
}

void TextTest::shortDecimalKeepsTheDigitsAskedFor_data() {
  QTest::addColumn<double>("number");
  QTest::addColumn<int>("digits");
  QTest::addColumn<QString>("expected");
  QTest::newRow("rounded") << 10.93754321 << 6 << "10.9375";
  QTest::newRow("no trailing zeros") << 2.50 << 6 << "2.5";
  QTest::newRow("three digits") << 1.0 / 3.0 << 3 << "0.333";
  QTest::newRow("small") << 1.5e-7 << 6 << "1.5×10⁻⁷";
  QTest::newRow("a power of ten alone") << 1e-30 << 6 << "10⁻³⁰";
  QTest::newRow("its negative") << -1e30 << 6 << "−10³⁰";
  QTest::newRow("large") << 1048576.0 << 7 << "1,048,576";
  QTest::newRow("negative") << -4096.25 << 6 << "−4,096.25";
  QTest::newRow("negative and small") << -1.5e-7 << 6 << "−1.5×10⁻⁷";
  QTest::newRow("a zero without its sign") << -0.0 << 6 << "0";
  QTest::newRow("infinity") << -std::numeric_limits<double>::infinity() << 6 << "−inf";
  QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << 3 << "nan";
}

void TextTest::shortDecimalKeepsTheDigitsAskedFor() {
  QFETCH(double, number);
  QFETCH(int, digits);
  QTEST(QString::fromStdString(shortDecimal(number, digits)), "expected");
}

void TextTest::numbersForPeopleHaveSeparatorsAndATrueMinus() {
  QCOMPARE(QString::fromStdString(exactText(-1234567.5)), QString("−1,234,567.5"));
  QCOMPARE(QString::fromStdString(exactText(999)), QString("999"));
  QCOMPARE(QString::fromStdString(exactText(-0.0)), QString("−0"));
  QCOMPARE(QString::fromStdString(readingDecimal(-0.0)), QString("0"));
  QCOMPARE(QString::fromStdString(exactText(1000.125)), QString("1,000.125"));
  QCOMPARE(plainShortDecimal(-1234567.5, 9), std::string("-1234567.5"));
}

void TextTest::exitCodesFollowTheKindOfError() {
  const Text text("error.cancelled");
  QCOMPARE(exitCode(usageError(text).value()), 2);
  QCOMPARE(exitCode(fileError(text).value()), 3);
  QCOMPARE(exitCode(internalError(text).value()), 4);
  QCOMPARE(exitCode(cancelled().value()), 4);
}

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::TextTest)
#include "text_test.moc"
