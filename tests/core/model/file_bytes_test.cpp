// What cannot be read is named: links in a circle, pipes, devices, names, permissions, text of the
// wrong encoding.
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/system_error.h"
#include "core/model/array_file.h"
#include "core/model/file_bytes.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestFileBytes : public QObject {
  Q_OBJECT

 private slots:
  void unreadableFile_saysWhy_data();
  void unreadableFile_saysWhy();
  void folderWithoutPermission_saysSo();
  void nameWithAZeroByte_isRefused();
  void readsWhatWasAskedFor();
  void textOfAnotherEncoding_isNamed_data();
  void textOfAnotherEncoding_isNamed();
  void zeroByteInJson_isNamed();
  void everyReason_isASentenceInBothLanguages();

 private:
  std::filesystem::path at(const std::string& name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  QTemporaryDir folder_;
};

void TestFileBytes::unreadableFile_saysWhy_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("reason");
  QTest::newRow("missing") << "none.npy"
                           << "there is no such file";
  QTest::newRow("folder") << "."
                          << "is a folder";
  QTest::newRow("circle of links") << "circle.npy"
                                   << "links lead in a circle";
  QTest::newRow("long name") << QString(300, 'n') + ".npy"
                             << "name is too long";
  QTest::newRow("file as a folder") << "plain/x.npy"
                                    << "not a folder";
  QTest::newRow("pipe") << "pipe.json"
                        << "is a pipe";
  QTest::newRow("device") << "/dev/null"
                          << "is a device";
}

void TestFileBytes::unreadableFile_saysWhy() {
  QFETCH(QString, name);
  QFETCH(QString, reason);
  writeFile(at("plain"), "x");
  std::filesystem::remove(at("circle.npy"));
  std::filesystem::create_symlink("circle.npy", at("circle.npy"));
  ::mkfifo(at("pipe.json").c_str(), 0600);
  const std::filesystem::path path = at(name.toStdString());
  const auto bytes = readWholeFile(path, 100);
  QVERIFY(!bytes);
  QCOMPARE(exitCode(bytes.error()), 3);
  QVERIFY(isComplete(bytes.error().text));
  const QString said = english(bytes.error().text);
  QVERIFY2(said.startsWith(QString::fromStdString(path.string())), qPrintable(said));
  QVERIFY2(said.contains(reason), qPrintable(said));
  QCOMPARE(plainFileBytes(path).error(), bytes.error());
  QCOMPARE(hashFile(path, {}).error(), bytes.error());
  QCOMPARE(inspectArrayFile(path).error(), bytes.error());
}

void TestFileBytes::folderWithoutPermission_saysSo() {
  if (::geteuid() == 0) {
    QSKIP("everything is permitted to root");
  }
  const auto folder = at("closed");
  std::filesystem::create_directory(folder);
  std::filesystem::permissions(folder, std::filesystem::perms::none);
  for (const auto& path : {folder, folder / "config.json"}) {
    const auto config = readModelConfig(path);
    QVERIFY(!config);
    QVERIFY2(english(config.error().text).contains("no permission"),
             qPrintable(english(config.error().text)));
  }
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

void TestFileBytes::nameWithAZeroByte_isRefused() {
  writeFile(at("a.json"), "{}");
  const std::filesystem::path path = at("a.json").string() + std::string("\0.json", 6);
  const auto bytes = readWholeFile(path, 100);
  QVERIFY(!bytes);
  QVERIFY(english(bytes.error().text).contains("zero byte"));
}

void TestFileBytes::readsWhatWasAskedFor() {
  writeFile(at("letters"), "abcdef");
  QCOMPARE(*readBytes(at("letters"), 2, 3), std::string("cde"));
  QCOMPARE(*readBytes(at("letters"), 6, 0), std::string());
  QVERIFY(!readBytes(at("letters"), 4, 3));
  QVERIFY(!readBytes(at("letters"), ~std::uint64_t{0}, 2));
  QCOMPARE(*hashFile(at("letters"), {}), fnv1a("abcdef"));
}

void TestFileBytes::textOfAnotherEncoding_isNamed_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("encoding");
  using namespace std::string_view_literals;
  const auto row = [](const char* name, std::string_view bytes, const char* encoding) {
    QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                        << QString(encoding);
  };
  row("UTF-16LE with a mark", "\xFF\xFE{\0}\0"sv, "UTF-16");
  row("UTF-16BE with a mark", "\xFE\xFF\0{\0}"sv, "UTF-16");
  row("UTF-16LE", "{\0}\0"sv, "UTF-16");
  row("UTF-16BE",
      "\0{\0\n"
      "\0}"sv,
      "UTF-16");
  row("UTF-32LE", "\xFF\xFE\0\0{\0\0\0"sv, "UTF-32");
  row("UTF-32BE", "\0\0\xFE\xFF\0\0\0{"sv, "UTF-32");
  row("UTF-8 with a mark", "\xEF\xBB\xBF{}"sv, "");
}

void TestFileBytes::textOfAnotherEncoding_isNamed() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, encoding);
  writeFile(at("config.json"), bytes.toStdString());
  const auto config = readModelConfig(at("config.json"));
  if (encoding.isEmpty()) {
    QVERIFY(config.has_value());
    return;
  }
  QVERIFY(!config);
  const QString said = english(config.error().text);
  QVERIFY2(said.contains(encoding + " text") && said.contains("UTF-8"), qPrintable(said));
}

void TestFileBytes::zeroByteInJson_isNamed() {
  using namespace std::string_view_literals;
  for (const std::string_view json : {"{\"a\": 1}\0"sv, "{\"a\": \0}"sv, "{\"a\0\": 1}"sv}) {
    const auto config = parseModelConfig(json, "config.json");
    QVERIFY(!config);
    const QString said = english(config.error().text);
    QVERIFY2(said.contains("line 1") && said.contains("zero byte"), qPrintable(said));
  }
}

void TestFileBytes::everyReason_isASentenceInBothLanguages() {
  QSet<QString> told;
  for (int number = 1; number < 140; ++number) {
    const Text reason = systemReason(number);
    QVERIFY(isComplete(reason));
    told.insert(english(reason));
  }
  QVERIFY(told.size() > 100);  // Those without a sentence of their own still differ.
  QCOMPARE(systemReason(std::make_error_code(std::errc::no_space_on_device)),
           Text("system.disk_full"));
}

QTEST_GUILESS_MAIN(TestFileBytes)
#include "file_bytes_test.moc"
