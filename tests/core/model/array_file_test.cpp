// .npy and .safetensors: what the case files hold, value by value, and every way in which a header
// can lie.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>

#include "core/model/array_file.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestArrayFile : public QObject {
  Q_OBJECT

 private slots:
  void npyCaseLoads_data();
  void npyCaseLoads();
  void voidOfTwoBytesOffersBf16();
  void safetensorsCasesLoad();
  void caseIsRefused_data();
  void caseIsRefused();
  void npyHeaderIsChecked_data();
  void npyHeaderIsChecked();
  void npyTypesDecode_data();
  void npyTypesDecode();
  void npyOddShapesLoad_data();
  void npyOddShapesLoad();
  void npyTrailingBytesAreMentioned();
  void safetensorsHeaderIsChecked_data();
  void safetensorsHeaderIsChecked();
  void safetensorsTypesDecode();
  void eightBitFloatsDecodeByTheirFormat();
  void subByteTypesAreListedNotRead();
  void safetensorsHeaderOf640BytesIsNoPickle();
  void foreignFilesAreNamed_data();
  void foreignFilesAreNamed();
  void arrayOfSeveralPiecesIsReadInOrder();
  void changedFileIsNoticed();
  void sparseFileWithTooManyValuesIsRefused();

 private:
  std::filesystem::path written(const std::string& name, const std::string& bytes) {
    const std::filesystem::path path =
        std::filesystem::path(temporary_.path().toStdString()) / name;
    writeFile(path, bytes);
    return path;
  }
  QTemporaryDir temporary_;
};

namespace {

using Shape = std::vector<std::int64_t>;
using Values = std::vector<double>;
using Samples = std::vector<std::pair<std::size_t, double>>;  // Row-major index, value.

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string littleEndian(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) {
    text += static_cast<char>((number >> (8 * i)) & 0xFFU);
  }
  return text;
}

std::string npy(const std::string& header, const std::string& data, int major = 1) {
  return std::string("\x93NUMPY") + static_cast<char>(major) + '\0' +
         littleEndian(header.size(), major == 1 ? 2 : 4) + header + data;
}

std::string npyOf(const std::string& type, const std::string& shape, const std::string& data,
                  const char* fortran = "False") {
  return npy(
      "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }  \n",
      data);
}

std::string safetensors(const std::string& header, const std::string& data) {
  return littleEndian(header.size(), 8) + header + data;
}

Values valuesOf(const std::filesystem::path& path, std::size_t index = 0) {
  const auto file = inspectArrayFile(path);
  if (!file || index >= file->arrays.size()) {
    return {};
  }
  return readArray(path, file->arrays[index]).value_or(Values{});
}

QString problemOf(const std::filesystem::path& path) {
  const auto file = inspectArrayFile(path);
  if (file) {
    return "(opened)";
  }
  return isComplete(file.error().text) && exitCode(file.error()) == 3 ? english(file.error().text)
                                                                      : "(incomplete)";
}

}  // namespace

void TestArrayFile::npyCaseLoads_data() {
  QTest::addColumn<QString>("dtype");
  QTest::addColumn<QString>("version");
  QTest::addColumn<Shape>("shape");
  QTest::addColumn<Samples>("samples");
  QTest::newRow("arr_f4_c.npy") << "fp32"
                                << "1.0" << Shape{4, 6} << Samples{{8, 1.0}, {23, 2.875}};
  QTest::newRow("arr_f8_fortran.npy")
      << "fp64"
      << "1.0" << Shape{3, 5} << Samples{{1, 1.0}, {5, 5.0}, {14, 14.0}};
  QTest::newRow("arr_py2_long.npy") << "fp32"
                                    << "1.0" << Shape{3, 4} << Samples{{11, 11.0}};
  QTest::newRow("arr_f2_1d_768.npy") << "fp16"
                                     << "1.0" << Shape{768} << Samples{{767, 11.984375}};
  QTest::newRow("arr_be_f4.npy") << "fp32"
                                 << "1.0" << Shape{2, 3}
                                 << Samples{{1, 1.0}, {5, static_cast<double>(0.001F)}};
  QTest::newRow("arr_v2_unaligned.npy") << "fp64"
                                        << "2.0" << Shape{10, 4} << Samples{{39, 39.0}, {4, 4.0}};
  QTest::newRow("arr_v1_header_1014.npy") << "fp32"
                                          << "1.0" << Shape{2, 2} << Samples{};
}

void TestArrayFile::npyCaseLoads() {
  QFETCH(Shape, shape);
  QFETCH(Samples, samples);
  const std::filesystem::path path = dataPath(std::string("cases/") + QTest::currentDataTag());
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  QCOMPARE(file->arrays.size(), std::size_t{1});
  QVERIFY(file->notices.empty());
  QTEST(QString::fromStdString(file->arrays[0].dtype), "dtype");
  QTEST(QString::fromStdString(file->version), "version");
  QCOMPARE(file->arrays[0].shape, shape);
  const auto values = readArray(path, file->arrays[0]);
  QVERIFY(values.has_value());
  std::size_t count = 1;
  for (const std::int64_t size : shape) {
    count *= static_cast<std::size_t>(size);
  }
  QCOMPARE(values->size(), count);
  for (const auto& [index, expected] : samples) {
    QCOMPARE((*values)[index], expected);
  }
}

void TestArrayFile::voidOfTwoBytesOffersBf16() {
  const auto path = dataPath("cases/arr_bf16_as_V2.npy");
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  ArrayInfo info = file->arrays[0];
  QCOMPARE(info.dtype, std::string("V2"));
  QCOMPARE(info.readAs, std::string("bf16"));
  QCOMPARE(file->notices.size(), std::size_t{1});
  QVERIFY(english(file->notices[0].text).contains("read as bf16"));
  QVERIFY(!readArray(path, info).has_value());  // Never silently as fp16.
  info.dtype = info.readAs;
  QCOMPARE(readArray(path, info).value_or(Values{}), (Values{0, 1, 2, 3}));
}

void TestArrayFile::safetensorsCasesLoad() {
  const auto metadata = dataPath("cases/st_f32_metadata.safetensors");
  const auto file = inspectArrayFile(metadata);
  QVERIFY(file.has_value());
  QCOMPARE(file->arrays.size(), std::size_t{1});
  QCOMPARE(file->arrays[0].name, std::string("wpe.weight"));
  QCOMPARE(file->arrays[0].shape, (Shape{4, 3}));
  QCOMPARE(file->metadata.size(), std::size_t{2});
  QCOMPARE(valuesOf(metadata).back(), 11.0);
  QCOMPARE(valuesOf(dataPath("cases/st_bf16.safetensors")),
           (Values{0, 1, 2, 3, 256, 258, -0.5, 65536}));
  const auto small = dataPath("cases/st_f8.safetensors");
  const Values e4m3 = valuesOf(small, 0);
  QCOMPARE(e4m3.size(), std::size_t{4});
  QCOMPARE(e4m3[0], 1.0);
  QCOMPARE(e4m3[1], 448.0);
  QVERIFY(std::isnan(e4m3[2]));
  QCOMPARE(e4m3[3], 0.001953125);
  QCOMPARE(valuesOf(small, 1), (Values{1, 57344, kInfinity, 1.52587890625e-05}));
}

void TestArrayFile::caseIsRefused_data() {
  QTest::addColumn<QStringList>("parts");
  QTest::newRow("arr_object.npy") << QStringList{"pickled"};
  QTest::newRow("arr_truncated.npy") << QStringList{"16,384", "8,192"};
  QTest::newRow("arr_header_too_long.npy") << QStringList{"60,000 bytes", "144 bytes"};
  QTest::newRow("st_git_lfs_pointer.safetensors") << QStringList{"Git LFS pointer"};
  QTest::newRow("st_header_132MB_claim.safetensors") << QStringList{"132095296", "66"};
  QTest::newRow("st_data_truncated.safetensors") << QStringList{"1,024 bytes", "512 present"};
}

void TestArrayFile::caseIsRefused() {
  QFETCH(QStringList, parts);
  const QString problem = problemOf(dataPath(std::string("cases/") + QTest::currentDataTag()));
  for (const QString& part : parts) {
    QVERIFY2(problem.contains(part), qPrintable(problem));
  }
}

void TestArrayFile::npyHeaderIsChecked_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("part");
  const auto row = [](const char* name, const std::string& bytes, const char* part) {
    QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(part);
  };
  row("magic only", "\x93NUMPY", "header is said");
  row("version 4", npy("{}", "", 4), "version 4.0");
  row("version 0", npy("{}", "", 0), "version 0.0");
  row("version 1.1", std::string("\x93NUMPY\1\1\2\0{}", 12), "version 1.1");
  row("no dictionary", npy("descr", ""), "character 1");
  row("missing shape", npy("{'descr': '<f4', 'fortran_order': False}", ""), "cannot be understood");
  row("key twice",
      npy("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "1234"),
      "cannot be understood");
  row("unknown key", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1}", "1234"),
      "Found: 'x': 1}");
  row("code after the end",
      npy("{'descr': '<f4', 'fortran_order': False, 'shape': ()} + f()", "1234"), "Found: + f()");
  row("open quote", npy("{'descr", ""), "cannot be understood");
  row("negative size", npyOf("<f4", "(-1,)", ""), "cannot be understood");
  row("huge size", npyOf("<f4", "(99999999999999999999,)", ""), "cannot be understood");
  row("product overflows", npyOf("<f4", "(4294967296, 4294967296)", ""), "larger than any file");
  row("bytes overflow", npyOf("<f8", "(4611686018427387904,)", ""), "larger than any file");
  row("one byte short", npyOf("<f4", "(2,)", "1234567"), "promises 8 bytes of data, 7 are present");
  std::string ones;
  for (int i = 0; i < 65; ++i) {
    ones += "1, ";
  }
  row("too many dimensions", npyOf("<f4", "(" + ones + ")", "1234"), "cannot be understood");
  row("texts", npyOf("<U5", "(1,)", std::string(20, 'a')), "no numbers");
  row("dates", npyOf("<M8[ns]", "(1,)", "12345678"), "no numbers");
  row("objects", npyOf("|O", "(1,)", "12345678"), "pickled");
  row("unknown type", npyOf("<q9", "(1,)", "123456789"), "type <q9 is not known");
  row("records",
      npy("{'descr': [('a]', '<f4'), ('b', '<i4', (2,))], 'fortran_order': False, 'shape': (1,)}",
          ""),
      "several fields");
}

void TestArrayFile::npyHeaderIsChecked() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, part);
  const QString problem = problemOf(written("header.npy", bytes.toStdString()));
  QVERIFY2(problem.contains(part), qPrintable(problem));
}

void TestArrayFile::npyTypesDecode_data() {
  QTest::addColumn<QByteArray>("type");
  QTest::addColumn<QByteArray>("data");
  QTest::addColumn<QString>("dtype");
  QTest::addColumn<double>("value");
  const auto row = [](const char* type, const char* hex, const char* dtype, double value) {
    QTest::newRow(type) << QByteArray(type) << QByteArray::fromHex(hex) << QString(dtype) << value;
  };
  row("|b1", "01", "bool", 1);
  row("|i1", "80", "int8", -128);
  row("|u1", "80", "uint8", 128);
  row("<i2", "00ff", "int16", -256);
  row(">i2", "ff00", "int16", -256);
  row("<u2", "00ff", "uint16", 65280);
  row(">i4", "fffffffe", "int32", -2);
  row("<u4", "ffffffff", "uint32", 4294967295.0);
  row("<i8", "ffffffffffffffff", "int64", -1);
  row("<u8", "ffffffffffffffff", "uint64", 18446744073709551616.0);
  row("<f2", "007c", "fp16", kInfinity);
  row(">f2", "3c01", "fp16", 1.0009765625);
  row("<f2", "0100", "fp16", 5.960464477539063e-08);
  row("<f4", "01000000", "fp32", 1.401298464324817e-45);
  row(">f8", "3ff0000000000001", "fp64", 1.0000000000000002);
  row("=f8", "000000000000f0bf", "fp64", -1);
}

void TestArrayFile::npyTypesDecode() {
  QFETCH(QByteArray, type);
  QFETCH(QByteArray, data);
  QFETCH(double, value);
  const auto path = written("type.npy", npyOf(type.toStdString(), "()", data.toStdString()));
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  QTEST(QString::fromStdString(file->arrays[0].dtype), "dtype");
  const Values values = readArray(path, file->arrays[0]).value_or(Values{});
  QCOMPARE(values.size(), std::size_t{1});
  QVERIFY(values[0] == value);  // QCOMPARE is fuzzy on doubles.
}

void TestArrayFile::npyOddShapesLoad_data() {
  QTest::addColumn<QByteArray>("shape");
  QTest::addColumn<QByteArray>("data");
  QTest::addColumn<QByteArray>("fortran");
  QTest::addColumn<Values>("values");
  QTest::newRow("scalar") << QByteArray("()") << QByteArray("\7") << QByteArray("True")
                          << Values{7};
  QTest::newRow("empty") << QByteArray("(0,)") << QByteArray() << QByteArray("False") << Values{};
  QTest::newRow("empty beside huge") << QByteArray("(0, 9223372036854775807, 9223372036854775807)")
                                     << QByteArray() << QByteArray("True") << Values{};
  QTest::newRow("no last comma") << QByteArray("(1,2)") << QByteArray("\1\2") << QByteArray("False")
                                 << Values{1, 2};
  // a[i][j][k] = 100 i + 10 j + k, written with i fastest.
  QTest::newRow("three dimensions in Fortran order")
      << QByteArray("(2, 2, 2)")
      << QByteArray::fromHex(
             "00640a6e0165"
             "0b6f")
      << QByteArray("True") << Values{0, 1, 10, 11, 100, 101, 110, 111};
}

void TestArrayFile::npyOddShapesLoad() {
  QFETCH(QByteArray, shape);
  QFETCH(QByteArray, data);
  QFETCH(QByteArray, fortran);
  QFETCH(Values, values);
  const auto path =
      written("shape.npy", npyOf("|u1", shape.toStdString(), data.toStdString(), fortran));
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  const auto read = readArray(path, file->arrays[0]);
  QVERIFY(read.has_value());
  QCOMPARE(*read, values);
}

void TestArrayFile::npyTrailingBytesAreMentioned() {
  const auto path = written("rest.npy", npyOf("|u1", "(2,)", "\1\2\3"));
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  QCOMPARE(file->notices.size(), std::size_t{1});
  QVERIFY(english(file->notices[0].text).contains("1 byte follows"));
  QCOMPARE(valuesOf(path), (Values{1, 2}));
}

void TestArrayFile::safetensorsHeaderIsChecked_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("part");
  const auto row = [](const char* name, const std::string& bytes, const char* part) {
    QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(part);
  };
  const auto one = [](const std::string& entry, std::size_t data = 4) {
    return safetensors("{\"a\":" + entry + "}", std::string(data, '\0'));
  };
  row("seven bytes", "1234567", "the file has 7");
  row("empty", "", "is empty");
  row("length beyond 2^63", littleEndian(~std::uint64_t{0}, 8) + "{}", "18446744073709551615");
  row("no brace", safetensors("[1]", ""), "does not begin with a brace");
  row("no header", safetensors("", "1234"), "does not begin with a brace");
  row("bad JSON", safetensors("{\"a\":}", ""), "line 1, column 6");
  row("bare NaN", safetensors("{\"a\":NaN}", ""), "no valid JSON");
  row("entry no object", one("3"), "needs dtype");
  row("no dtype", one(R"({"shape":[1],"data_offsets":[0,4]})"), "needs dtype");
  row("dtype a number", one(R"({"dtype":1,"shape":[1],"data_offsets":[0,4]})"), "needs dtype");
  row("unknown dtype", one(R"({"dtype":"F5","shape":[1],"data_offsets":[0,4]})"),
      "unknown type F5");
  row("negative size", one(R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})"), "needs dtype");
  row("size with a fraction", one(R"({"dtype":"F32","shape":[1.5],"data_offsets":[0,4]})"),
      "needs dtype");
  row("one offset", one(R"({"dtype":"F32","shape":[1],"data_offsets":[0]})"), "needs dtype");
  row("offsets reversed", one(R"({"dtype":"F32","shape":[1],"data_offsets":[4,0]})"),
      "from byte 4 to 0");
  row("size too small", one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,4]})"), "need 8 bytes");
  row("overflow", one(R"({"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]})"),
      "larger than any file");
  row("past the end", one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8]})"),
      "8 bytes of data expected, 4 present");
  row("huge offsets",
      one(R"({"dtype":"U8","shape":[9223372036854775807],"data_offsets":[0,9223372036854775807]})"),
      "larger than any file");
  row("rest", one(R"({"dtype":"F32","shape":[1],"data_offsets":[0,4]})", 5),
      "4 bytes of data expected, 5 present");
  row("begins late", one(R"({"dtype":"U8","shape":[3],"data_offsets":[1,4]})"),
      "gap before the tensor");
  const std::string first = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":)";
  row("overlap", safetensors(first + R"({"dtype":"U8","shape":[3],"data_offsets":[1,4]}})", "1234"),
      "inside another one");
  row("hole", safetensors(first + R"({"dtype":"U8","shape":[1],"data_offsets":[3,4]}})", "1234"),
      "gap");
  row("name twice",
      safetensors(
          R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}})",
          "1234"),
      "\"a\" twice");
  row("metadata a number", safetensors(R"({"__metadata__":{"a":1}})", ""), "texts only");
  row("metadata a list", safetensors(R"({"__metadata__":[]})", ""), "texts only");
  const std::string whole = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  row("padded with line breaks", safetensors(whole + " \n", "1"), "padded with other bytes");
  row("padded with zeros", safetensors(whole + std::string(2, '\0'), "1"), "a zero byte");
  row("two objects", safetensors(whole + whole, "1"), "no valid JSON");
  row("half a byte", one(R"({"dtype":"F4","shape":[7],"data_offsets":[0,4]})"),
      "larger than any file");
}

void TestArrayFile::safetensorsHeaderIsChecked() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, part);
  const QString problem = problemOf(written("header.safetensors", bytes.toStdString()));
  QVERIFY2(problem.contains(part), qPrintable(problem));
}

void TestArrayFile::safetensorsTypesDecode() {
  const auto path =
      written("types.safetensors",
              safetensors(R"({"z":{"dtype":"I16","shape":[1,2],"data_offsets":[0,4]},)"
                          R"("none":{"dtype":"F32","shape":[0],"data_offsets":[4,4]},)"
                          R"("half":{"dtype":"F16","shape":[2],"data_offsets":[4,8]},)"
                          R"("flag":{"dtype":"BOOL","shape":[],"data_offsets":[8,9]}}   )",
                          std::string("\xFF\xFF\x01\x00\x00\x3C\x00\xC0\x01", 9)));
  const auto file = inspectArrayFile(path);
  QVERIFY2(file.has_value(), qPrintable(problemOf(path)));
  QCOMPARE(file->arrays.size(), std::size_t{4});
  QCOMPARE(valuesOf(path, 0), (Values{-1, 1}));
  QCOMPARE(file->arrays[1].name, std::string("none"));
  QCOMPARE(valuesOf(path, 2), (Values{1, -2}));
  QCOMPARE(valuesOf(path, 3), (Values{1}));
}

void TestArrayFile::eightBitFloatsDecodeByTheirFormat() {
  const auto path =
      written("floats8.safetensors",
              safetensors(R"({"a":{"dtype":"F8_E4M3FNUZ","shape":[2],"data_offsets":[0,2]},)"
                          R"("b":{"dtype":"F8_E5M2FNUZ","shape":[1],"data_offsets":[2,3]},)"
                          R"("c":{"dtype":"F8_E8M0","shape":[2],"data_offsets":[3,5]}}  )",
                          std::string("\x7F\xC0\x7F\x7F\x80", 5)));
  const auto file = inspectArrayFile(path);
  QVERIFY2(file.has_value(), qPrintable(problemOf(path)));
  QCOMPARE(file->arrays[0].dtype, std::string("e4m3fnuz"));
  QCOMPARE(valuesOf(path, 0), (Values{240, -1}));
  QCOMPARE(valuesOf(path, 1), (Values{57344}));
  QCOMPARE(valuesOf(path, 2), (Values{1, 2}));
}

void TestArrayFile::subByteTypesAreListedNotRead() {
  const auto path =
      written("f4.safetensors",
              safetensors(R"({"a":{"dtype":"F4","shape":[8],"data_offsets":[0,4]}})", "1234"));
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  QCOMPARE(file->arrays[0].dtype, std::string("e2m1"));
  QCOMPARE(file->notices.size(), std::size_t{1});
  const auto values = readArray(path, file->arrays[0]);
  QVERIFY(!values.has_value());
  QVERIFY(isComplete(values.error().text));
}

// The length of such a header begins as a pickle does: 80 02.
void TestArrayFile::safetensorsHeaderOf640BytesIsNoPickle() {
  for (const std::size_t length : {640U, 1152U, 1408U}) {
    std::string header = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
    header.resize(length, ' ');
    const auto path = written("length.safetensors", safetensors(header, "\1\2"));
    QVERIFY2(inspectArrayFile(path).has_value(), qPrintable(problemOf(path)));
    QCOMPARE(valuesOf(path), (Values{1, 2}));
  }
}

void TestArrayFile::foreignFilesAreNamed_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("part");
  QTest::newRow("zip") << QByteArray("PK\x03\x04....") << "zip archive";
  QTest::newRow("gguf") << QByteArray("GGUF\3...") << "GGUF";
  QTest::newRow("pickle") << QByteArray("\x80\x02}q.....") << "pickle";
  QTest::newRow("pickle, protocol 3") << QByteArray("\x80\3}q\1X....") << "pickle";
  QTest::newRow("pickle, protocol 4")
      << QByteArray("\x80\4\x95\x0C\0\0\0\0\0\0\0}", 12) << "pickle";
  QTest::newRow("pickle, protocol 5")
      << QByteArray("\x80\5\x95\x0C\0\0\0\0\0\0\0}", 12) << "pickle";
  QTest::newRow("text") << QByteArray("position,value\n") << "does not begin as a .npy";
}

void TestArrayFile::foreignFilesAreNamed() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, part);
  const QString problem = problemOf(written("foreign.npy", bytes.toStdString()));
  QVERIFY2(problem.contains(part), qPrintable(problem));
}

void TestArrayFile::arrayOfSeveralPiecesIsReadInOrder() {
  constexpr std::uint64_t kCount = 700'001;  // 2.8 MB
  std::string data;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    data += littleEndian(i, 4);
  }
  const Values values =
      valuesOf(written("large.npy", npyOf("<u4", "(" + std::to_string(kCount) + ",)", data)));
  QCOMPARE(values.size(), std::size_t{kCount});
  for (std::size_t i = 0; i < values.size(); ++i) {
    QVERIFY(values[i] == static_cast<double>(i));
  }
}

void TestArrayFile::changedFileIsNoticed() {
  const auto path = written("changed.npy", npyOf("|u1", "(4,)", "1234"));
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  std::filesystem::resize_file(path, file->arrays[0].begin + 2);
  const auto values = readArray(path, file->arrays[0]);
  QVERIFY(!values.has_value());
  QVERIFY2(english(values.error().text).contains("4 bytes needed, 2 present"),
           qPrintable(english(values.error().text)));
  std::filesystem::remove(path);
  QVERIFY(!readArray(path, file->arrays[0]).has_value());
}

void TestArrayFile::sparseFileWithTooManyValuesIsRefused() {
  const std::string header = npyOf("|u1", "(17179869184,)", "");
  const auto path = written("sparse.npy", header);
  std::filesystem::resize_file(path, header.size() + (std::uintmax_t{1} << 34));
  const auto file = inspectArrayFile(path);
  QVERIFY(file.has_value());
  const auto values = readArray(path, file->arrays[0]);
  QVERIFY(!values.has_value());
  QVERIFY(english(values.error().text).contains("134,217,728"));
}

QTEST_GUILESS_MAIN(TestArrayFile)
#include "array_file_test.moc"
