// `poscope round`: the numbers of the articles, text and JSON, refused input.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <cmath>

#include "core/command/round.h"

using namespace poscope;

class TestRound : public QObject {
  Q_OBJECT

 private slots:
  void bf16_storesTheArticlesNumbers();
  void row_hasNeighboursSpacingAndError();
  void goldenRows_areStoredAsListed();
  void codeWithoutInfinity_hasNothingAbove();
  void spacing_isThatOfTheInput();
  void e8m0fnu_zeroIsStoredAsNan();
  void int16_wrapsAlsoWhatIsNoDouble();
  void scale_isTheStepOfIntegers();
  void saturate_staysFinite();
  void text_isATableInBothLanguages();
  void json_hasItsKeysInOrderAndTheDefaults();
  void json_writesWhatIsNoNumber();
  void refused_namesThingAndValue_data();
  void refused_namesThingAndValue();
};

namespace {

RoundRequest request(const std::string& format, std::vector<std::string> numbers) {
  RoundRequest result;
  result.format = format;
  result.numbers = std::move(numbers);
  return result;
}

RoundedNumber one(const std::string& format, const std::string& number) {
  const auto rows = roundNumbers(request(format, {number}));
  return rows ? rows->front() : RoundedNumber{};
}

}  // namespace

void TestRound::bf16_storesTheArticlesNumbers() {
  const auto rows = roundNumbers(request("bf16", {"255", "256", "257", "259", "4095", "8191"}));
  QVERIFY(rows.has_value());
  std::vector<double> stored;
  for (const RoundedNumber& row : *rows) {
    stored.push_back(row.stored);
  }
  QCOMPARE(stored, (std::vector<double>{255, 256, 256, 260, 4096, 8192}));
}

void TestRound::row_hasNeighboursSpacingAndError() {
  const RoundedNumber row = one("bf16", "257");
  QCOMPARE(row.bits, std::string("0 10000111 0000000"));
  QCOMPARE(row.hex, std::string("0x4380"));
  QCOMPARE(row.below, 256.0);
  QCOMPARE(row.above, 258.0);
  QCOMPARE(row.spacing, 2.0);
  QCOMPARE(row.error, -1.0);
  QCOMPARE(one("bf16", "4095").below, 4080.0);
  QCOMPARE(one("bf16", "4095").above, 4096.0);
  QCOMPARE(one("bf16", "256").below, 255.0);
  QCOMPARE(one("bf16", "256").above, 258.0);
  QCOMPARE(one("bf16", "256.00000000000000000001").below, 256.0);
  QCOMPARE(one("fp64", "0.1").below, 0x1.9999999999999p-4);
  QCOMPARE(one("fp64", "0.1").above, 0x1.999999999999ap-4);
}

// Rows of precision_golden.tsv whose kind is "format(x)": numbers and what is stored, separated by
// semicolons.
void TestRound::goldenRows_areStoredAsListed() {
  QFile file(POSCOPE_TEST_DATA "/cases/precision_golden.tsv");
  QVERIFY(file.open(QIODevice::ReadOnly));
  int checked = 0;
  for (const QByteArray& line : file.readAll().split('\n')) {
    const QList<QByteArray> cells = line.trimmed().split('\t');
    if (cells.size() < 4 || !cells[1].endsWith("(x)")) {
      continue;
    }
    const std::string format = cells[1].chopped(3).toStdString();
    const QList<QByteArray> numbers = cells[2].split(';');
    const QList<QByteArray> expected = cells[3].split('(').first().split(';');
    QCOMPARE(numbers.size(), expected.size());
    for (int i = 0; i < numbers.size(); ++i, ++checked) {
      QCOMPARE(one(format, numbers[i].toStdString()).stored, expected[i].trimmed().toDouble());
    }
  }
  QCOMPARE(checked, 8);
}

void TestRound::codeWithoutInfinity_hasNothingAbove() {
  const RoundedNumber largest = one("e4m3fn", "448");
  QVERIFY(std::isnan(largest.above));
  QVERIFY(std::isnan(one("e4m3fn", "1000").stored));
  QCOMPARE(one("e5m2", "1e9").below, 57344.0);
}

// 2047 in bf16 lies between 2040 and 2048, and becomes 2048.
void TestRound::spacing_isThatOfTheInput() {
  QCOMPARE(one("bf16", "2047").stored, 2048.0);
  QCOMPARE(one("bf16", "2047").spacing, 8.0);
  QCOMPARE(one("bf16", "2048").spacing, 16.0);
  QCOMPARE(one("bf16", "256").spacing, 2.0);
  QCOMPARE(one("bf16", "255.99999999999999999999").spacing, 1.0);
  QCOMPARE(one("e4m3fnuz", "240").spacing, 16.0);
  QCOMPARE(one("e8m0fnu", "3").spacing, 2.0);
  QCOMPARE(one("bf16", "0").spacing, smallestPositive(*findFormat("bf16")));
}

void TestRound::e8m0fnu_zeroIsStoredAsNan() {
  const RoundedNumber zero = one("e8m0fnu", "0");
  QVERIFY(std::isnan(zero.stored));
  QCOMPARE(zero.hex, std::string("0xFF"));
  QCOMPARE(zero.bits, std::string("11111111"));
  QCOMPARE(zero.above, 0x1p-127);
  QCOMPARE(one("e8m0fnu", "3").stored, 4.0);
  QCOMPARE(one("e8m0fnu", "4095").bits, std::string("10001011"));
}

void TestRound::int16_wrapsAlsoWhatIsNoDouble() {
  QCOMPARE(one("int16", "40000").stored, -25536.0);
  QCOMPARE(one("int16", "32767.5").stored, -32768.0);
  QCOMPARE(one("int16", "-0.5").stored, 0.0);
  // 2^53 + 1, and 2^70 + 3.
  QCOMPARE(one("int16", "9007199254740993").stored, 1.0);
  QCOMPARE(one("int16", "1180591620717411303427").stored, 3.0);
}

void TestRound::scale_isTheStepOfIntegers() {
  RoundRequest int8 = request("int8", {"0.3", "-100"});
  int8.scale = "0.25";
  const auto rows = roundNumbers(int8);
  QVERIFY(rows.has_value());
  QCOMPARE(rows->at(0).stored, 0.25);
  QCOMPARE(rows->at(0).spacing, 0.25);
  QCOMPARE(rows->at(1).stored, -31.75);
  QCOMPARE(rows->at(1).bits, std::string("10000001"));
}

void TestRound::saturate_staysFinite() {
  for (const std::string format : {"fp64", "fp32", "fp16", "bf16", "e4m3fn", "e5m2"}) {
    RoundRequest saturating = request(format, {"1e400", "-inf"});
    saturating.overflow = "saturate";
    const auto rows = roundNumbers(saturating);
    QVERIFY(rows.has_value());
    QCOMPARE(rows->at(0).stored, largestNumber(*findFormat(format)));
    QCOMPARE(rows->at(1).stored, -largestNumber(*findFormat(format)));
  }
}

void TestRound::text_isATableInBothLanguages() {
  const auto english = roundCommand(request("bf16", {"257"}), false, Language::english);
  QVERIFY(english.has_value());
  QCOMPARE(english->exitCode, 0);
  QCOMPARE(
      english->text,
      std::string("input  stored  bits                hex     below  above  spacing  error\n"
                  "  257     256  0 10000111 0000000  0x4380    256    258        2     -1\n"));
  const auto chinese = roundCommand(request("bf16", {"257"}), false, Language::chinese);
  QVERIFY(chinese->text.find("存储值") != std::string::npos);
}

void TestRound::json_hasItsKeysInOrderAndTheDefaults() {
  const auto output = roundCommand(request("e4m3", {"257.5"}), true, Language::english);
  QVERIFY(output.has_value());
  const QJsonObject json =
      QJsonDocument::fromJson(QByteArray::fromStdString(output->text)).object();
  QCOMPARE(json["format"].toString(), QString("e4m3fn"));
  QCOMPARE(json["rounding"].toString(), QString("nearest-even"));
  QCOMPARE(json["overflow"].toString(), QString("format"));
  const QJsonObject row = json["numbers"].toArray().at(0).toObject();
  QCOMPARE(row["input"].toString(), QString("257.5"));
  QCOMPARE(row["stored"].toDouble(), 256.0);
  QCOMPARE(row["bits"].toString(), QString("01111000"));
  QCOMPARE(row["error"].toDouble(), -1.5);
  std::size_t at = 0;
  for (const char* key : {"\"format\"", "\"rounding\"", "\"overflow\"", "\"scale\"", "\"numbers\"",
                          "\"input\"", "\"stored\"", "\"bits\"", "\"hex\"", "\"below\"",
                          "\"above\"", "\"spacing\"", "\"error\""}) {
    const std::size_t found = output->text.find(key, at);
    QVERIFY2(found != std::string::npos, key);
    at = found;
  }
}

void TestRound::json_writesWhatIsNoNumber() {
  const auto output = roundCommand(request("e4m3", {"1e9"}), true, Language::english);
  const QJsonObject row = QJsonDocument::fromJson(QByteArray::fromStdString(output->text))
                              .object()["numbers"]
                              .toArray()
                              .at(0)
                              .toObject();
  QCOMPARE(row["stored"].toString(), QString("nan"));
  QVERIFY(row["above"].isNull());
  QVERIFY(row["spacing"].isNull());
}

void TestRound::refused_namesThingAndValue_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("number");
  QTest::addColumn<QString>("rounding");
  QTest::addColumn<QString>("scale");
  QTest::addColumn<QString>("named");
  QTest::newRow("format") << "bf17"
                          << "1"
                          << "upward"
                          << ""
                          << "bf17";
  QTest::newRow("number") << "bf16"
                          << "12x"
                          << "upward"
                          << ""
                          << "12x";
  QTest::newRow("rounding") << "bf16"
                            << "1"
                            << "sideways"
                            << ""
                            << "sideways";
  QTest::newRow("scale of a float") << "bf16"
                                    << "1"
                                    << "upward"
                                    << "2"
                                    << "bf16";
  QTest::newRow("scale") << "int8"
                         << "1"
                         << "upward"
                         << "-2"
                         << "-2";
  QTest::newRow("nan where no code is one") << "e2m1"
                                            << "nan"
                                            << "upward"
                                            << ""
                                            << "e2m1";
  QTest::newRow("nan in an integer") << "int4"
                                     << "nan"
                                     << "upward"
                                     << ""
                                     << "int4";
}

void TestRound::refused_namesThingAndValue() {
  QFETCH(QString, format);
  QFETCH(QString, number);
  QFETCH(QString, rounding);
  QFETCH(QString, scale);
  QFETCH(QString, named);
  RoundRequest bad = request(format.toStdString(), {number.toStdString()});
  bad.rounding = rounding.toStdString();
  bad.scale = scale.toStdString();
  const auto output = roundCommand(bad, false, Language::english);
  QVERIFY(!output.has_value());
  QCOMPARE(exitCode(output.error()), 2);
  QVERIFY(renderPlain(output.error().text, Language::english).find(named.toStdString()) !=
          std::string::npos);
}

QTEST_GUILESS_MAIN(TestRound)
#include "round_test.moc"
