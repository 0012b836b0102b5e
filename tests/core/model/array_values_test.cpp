// Least, greatest, NaN and infinities of arrays of every type, and values of slices.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>

#include "core/model/array_values.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestArrayValues : public QObject {
  Q_OBJECT

 private slots:
  void summary_countsWhatIsThere_data();
  void summary_countsWhatIsThere();
  void summary_keepsWideIntegersExactly();
  void summary_ofNothing_hasNoLeast();
  void summary_ofManyPieces_findsTheLastValue();
  void summary_stops();
  void slice_isWhatIndexingGives_data();
  void slice_isWhatIndexingGives();
  void slice_ofAnEmptyArray_isEmpty();
  void slice_thatIsTooLarge_isRefused();
  void typesWithoutNumbers_areRefused();

 private:
  std::filesystem::path written(const std::string& bytes) {
    const std::filesystem::path path =
        std::filesystem::path(folder_.path().toStdString()) / "f.npy";
    writeFile(path, bytes);
    return path;
  }
  QTemporaryDir folder_;
};

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string npyHeader(const std::string& type, const std::string& shape,
                      const char* fortran = "False") {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header;
}

template <typename Number>
std::string bytesOf(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

ArrayInfo infoOf(const std::filesystem::path& path, const char* as = nullptr) {
  auto file = inspectArrayFile(path);
  ArrayInfo info = file && !file->arrays.empty() ? file->arrays[0] : ArrayInfo();
  info.dtype = as == nullptr ? info.dtype : as;
  return info;
}

}  // namespace

void TestArrayValues::summary_countsWhatIsThere_data() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("as");
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<double>("least");
  QTest::addColumn<double>("greatest");
  QTest::addColumn<QString>("counts");  // Values, NaN, inf, -inf.
  const auto row = [](const char* name, const char* type, const std::string& bytes, double least,
                      double greatest, const char* counts, const char* as = "") {
    QTest::newRow(name) << QString(type) << QString(as) << QByteArray::fromStdString(bytes) << least
                        << greatest << QString(counts);
  };
  constexpr auto kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr auto kInf = std::numeric_limits<float>::infinity();
  row("fp64", "<f8", bytesOf<double>({0.1, -3, 1e300}), -3, 1e300, "3 0 0 0");
  row("fp32", "<f4", bytesOf<float>({kNan, kInf, -kInf, -kInf, 2, -0.5F}), -0.5, 2, "6 1 1 2");
  row("fp32 big-endian", ">f4", std::string("\x40\x00\x00\x00\xC0\x40\x00\x00", 8), -3, 2,
      "2 0 0 0");
  row("fp16", "<f2", std::string("\x00\x3C\x00\xFC\x00\x7E\xFF\x7B", 8), 1, 65504, "4 1 0 1");
  row("void as bf16", "|V2", std::string("\x80\x3F\x80\x7F\x49\xC0", 6), -3.140625, 1, "3 0 1 0",
      "bf16");
  row("void as e4m3fn", "|V1", std::string("\x38\x7E\x7F\xB8", 4), -1, 448, "4 1 0 0", "e4m3fn");
  row("void as e5m2", "|V1", std::string("\x3C\x7C\xFC\x7F", 4), 1, 1, "4 1 1 1", "e5m2");
  row("int8", "|i1", std::string("\x80\x7F\x00", 3), -128, 127, "3 0 0 0");
  row("uint8", "|u1", std::string("\x80\x7F\x00", 3), 0, 128, "3 0 0 0");
  row("int16", "<i2", bytesOf<std::int16_t>({-5, 300}), -5, 300, "2 0 0 0");
  row("uint16", ">u2", std::string("\x01\x00\x00\x07", 4), 7, 256, "2 0 0 0");
  row("int32", "<i4", bytesOf<std::int32_t>({-70000, 4}), -70000, 4, "2 0 0 0");
  row("uint32", "<u4", bytesOf<std::uint32_t>({4'000'000'000U, 4}), 4, 4e9, "2 0 0 0");
  row("bool", "|b1", std::string("\x01\x00\x01", 3), 0, 1, "3 0 0 0");
}

void TestArrayValues::summary_countsWhatIsThere() {
  QFETCH(QString, type);
  QFETCH(QString, as);
  QFETCH(QByteArray, bytes);
  QFETCH(QString, counts);
  const QString count = counts.section(' ', 0, 0);
  const auto path = written(npyHeader(type.toStdString(), "(" + count.toStdString() + ",)") +
                            bytes.toStdString());
  const QByteArray name = as.toUtf8();
  const ArrayInfo info = infoOf(path, as.isEmpty() ? nullptr : name.constData());
  QVERIFY(hasNumbers(info));
  const auto summary = summariseArray(path, info);
  QVERIFY(summary.has_value());
  QTEST(std::get<double>(summary->least.value_or(-99.0)), "least");
  QTEST(std::get<double>(summary->greatest.value_or(-99.0)), "greatest");
  QCOMPARE(QString("%1 %2 %3 %4")
               .arg(summary->values)
               .arg(summary->nan)
               .arg(summary->infinite)
               .arg(summary->minusInfinite),
           counts);
}

void TestArrayValues::summary_keepsWideIntegersExactly() {
  constexpr std::int64_t kOdd = (std::int64_t{1} << 53) + 1;  // Between two doubles.
  const std::vector<std::int64_t> numbers{kOdd, kOdd + 1, std::numeric_limits<std::int64_t>::min()};
  auto path = written(npyHeader("<i8", "(3,)") + bytesOf(numbers));
  const auto summary = summariseArray(path, infoOf(path));
  QVERIFY(summary.has_value());
  QCOMPARE(std::get<std::int64_t>(*summary->least), numbers[2]);
  QCOMPARE(std::get<std::int64_t>(*summary->greatest), kOdd + 1);
  const std::vector<IndexRange> first{{0, 1, 1}};
  QCOMPARE(std::get<std::int64_t>(readSlice(path, infoOf(path), first)->front()), kOdd);

  const std::vector<std::uint64_t> large{std::numeric_limits<std::uint64_t>::max(), 3, 1U << 31U};
  path = written(npyHeader("<u8", "(3,)") + bytesOf(large));
  const auto unsignedSummary = summariseArray(path, infoOf(path));
  QCOMPARE(std::get<std::uint64_t>(*unsignedSummary->least), std::uint64_t{3});
  QCOMPARE(std::get<std::uint64_t>(*unsignedSummary->greatest), large[0]);
}

void TestArrayValues::summary_ofNothing_hasNoLeast() {
  const auto empty = written(npyHeader("<f4", "(0, 3)"));
  const auto none = summariseArray(empty, infoOf(empty));
  QVERIFY(none.has_value());
  QCOMPARE(none->values, 0);
  QVERIFY(!none->least && !none->greatest);

  constexpr auto kNan = std::numeric_limits<float>::quiet_NaN();
  const auto nans =
      written(npyHeader("<f4", "(2,)") + bytesOf<float>({kNan, static_cast<float>(kInfinity)}));
  const auto lost = summariseArray(nans, infoOf(nans));
  QVERIFY(lost.has_value());
  QVERIFY(!lost->least && !lost->greatest);
  QCOMPARE(lost->nan + lost->infinite, 2);
}

// 40 MB that take no room on the disk, larger than any piece.
void TestArrayValues::summary_ofManyPieces_findsTheLastValue() {
  constexpr std::int64_t kValues = 10'000'001;
  const std::string header = npyHeader("<f4", "(" + std::to_string(kValues) + ",)");
  const auto path = written(header);
  std::filesystem::resize_file(path, header.size() + 4 * (kValues - 1));
  {
    std::ofstream end(path, std::ios::binary | std::ios::app);
    end << bytesOf<float>({-7});
  }
  std::uint64_t read = 0;
  const auto summary =
      summariseArray(path, infoOf(path), {[&](std::uint64_t bytes) { read += bytes; }, {}});
  QVERIFY(summary.has_value());
  QCOMPARE(summary->values, kValues);
  QCOMPARE(std::get<double>(*summary->least), -7.0);
  QCOMPARE(std::get<double>(*summary->greatest), 0.0);
  QCOMPARE(read, std::uint64_t{4 * kValues});
}

void TestArrayValues::summary_stops() {
  const auto path = written(npyHeader("<f4", "(1,)") + bytesOf<float>({1}));
  std::stop_source stop;
  stop.request_stop();
  const auto summary = summariseArray(path, infoOf(path), {{}, stop.get_token()});
  QCOMPARE(summary.error().kind, ErrorKind::cancelled);
  const std::vector<IndexRange> all{{0, 1, 1}};
  QCOMPARE(readSlice(path, infoOf(path), all, stop.get_token()).error().kind, ErrorKind::cancelled);
}

void TestArrayValues::slice_isWhatIndexingGives_data() {
  QTest::addColumn<bool>("fortran");
  QTest::addRow("C order") << false;
  QTest::addRow("Fortran order") << true;
}

// Every element holds its own index in row-major order.
void TestArrayValues::slice_isWhatIndexingGives() {
  QFETCH(bool, fortran);
  constexpr std::int64_t kShape[] = {7, 30, 40};
  std::vector<std::int32_t> numbers(7 * 30 * 40);
  for (std::int64_t i = 0; i < 7; ++i) {
    for (std::int64_t j = 0; j < 30; ++j) {
      for (std::int64_t k = 0; k < 40; ++k) {
        const std::int64_t rowMajor = (i * 30 + j) * 40 + k;
        const std::int64_t at = fortran ? (k * 30 + j) * 7 + i : rowMajor;
        numbers[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(rowMajor);
      }
    }
  }
  const auto path =
      written(npyHeader("<i4", "(7, 30, 40)", fortran ? "True" : "False") + bytesOf(numbers));
  const std::vector<std::vector<IndexRange>> slices{{{0, 1, 7}, {0, 1, 30}, {0, 1, 40}},
                                                    {{6, -2, 4}, {29, -29, 2}, {39, -1, 40}},
                                                    {{3, 1, 1}, {5, 7, 3}, {1, 13, 3}},
                                                    {{2, 1, 1}, {4, 1, 1}, {8, 1, 1}},
                                                    {{0, 6, 2}, {10, 1, 0}, {0, 1, 1}}};
  for (const auto& ranges : slices) {
    const auto values = readSlice(path, infoOf(path), ranges);
    QVERIFY(values.has_value());
    std::size_t at = 0;
    for (std::int64_t i = 0; i < ranges[0].count; ++i) {
      for (std::int64_t j = 0; j < ranges[1].count; ++j) {
        for (std::int64_t k = 0; k < ranges[2].count; ++k) {
          const std::int64_t index[] = {ranges[0].first + i * ranges[0].step,
                                        ranges[1].first + j * ranges[1].step,
                                        ranges[2].first + k * ranges[2].step};
          const std::int64_t expected = (index[0] * kShape[1] + index[1]) * kShape[2] + index[2];
          QVERIFY(at < values->size());
          QCOMPARE(std::get<double>((*values)[at++]), static_cast<double>(expected));
        }
      }
    }
    QCOMPARE(values->size(), at);
  }
}

void TestArrayValues::slice_ofAnEmptyArray_isEmpty() {
  const auto path = written(npyHeader("<f4", "(4611686018427387904, 0, 4611686018427387904)"));
  const ArrayInfo info = infoOf(path);
  const std::vector<IndexRange> all{{0, 1, info.shape.at(0)}, {0, 1, 0}, {0, 1, info.shape.at(2)}};
  const auto values = readSlice(path, info, all);
  QVERIFY(values.has_value());
  QVERIFY(values->empty());
}

void TestArrayValues::slice_thatIsTooLarge_isRefused() {
  const std::string header = npyHeader("|u1", "(2000000,)");
  const auto path = written(header);
  std::filesystem::resize_file(path, header.size() + 2'000'000);
  const std::vector<IndexRange> all{{0, 1, 2'000'000}};
  const auto values = readSlice(path, infoOf(path), all);
  QVERIFY(!values);
  QCOMPARE(exitCode(values.error()), 2);
  QVERIFY(english(values.error().text).contains("2,000,000"));
  const std::vector<IndexRange> some{{0, 2, 1'000'000}};
  QVERIFY(readSlice(path, infoOf(path), some).has_value());
}

void TestArrayValues::typesWithoutNumbers_areRefused() {
  const auto path = written(npyHeader("<c8", "(1,)") + std::string(8, '\0'));
  QVERIFY(!hasNumbers(infoOf(path)));
  QCOMPARE(exitCode(summariseArray(path, infoOf(path)).error()), 3);
  const std::vector<IndexRange> all{{0, 1, 1}};
  QCOMPARE(exitCode(readSlice(path, infoOf(path), all).error()), 3);
}

QTEST_GUILESS_MAIN(TestArrayValues)
#include "array_values_test.moc"
