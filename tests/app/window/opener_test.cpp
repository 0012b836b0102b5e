// What can be opened, and the message for what cannot.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "app/window/opener.h"

using namespace poscope;

namespace {

/// A .npy of four bytes.
QByteArray npyOf(const char* bytes) {
  QByteArray header = "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }\n";
  return QByteArray("\x93NUMPY\x01\x00", 8) + char(header.size()) + '\0' + header + bytes;
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

}  // namespace

class OpenerTest : public QObject {
  Q_OBJECT

 private slots:
  void openArgument_link_givesItsState();
  void openArgument_badLink_isAUsageError();
  void openArgument_configOrFolderOrUrl_givesTheModel_data();
  void openArgument_configOrFolderOrUrl_givesTheModel();
  void openArgument_preset_givesItsModelWithoutAFile();
  void openArgument_brokenFiles_areFileErrors_data();
  void openArgument_brokenFiles_areFileErrors();
  void openArgument_table_isKnownByItsBytes();
  void openArgument_stopped_isCancelled();
  void reopenFile_sameBytes_isOpenElseSaysWhy();
};

void OpenerTest::openArgument_link_givesItsState() {
  const auto opened = openArgument(QStringLiteral("  poscope:positions?context=8192\n"), {});
  QVERIFY(opened);
  QCOMPARE(std::get<State>(*opened).params.integer(parameter::kContext), std::int64_t{8192});
}

void OpenerTest::openArgument_badLink_isAUsageError() {
  const auto opened = openArgument(QStringLiteral("poscope:positions?nonsense=1"), {});
  QVERIFY(!opened);
  QCOMPARE(opened.error().kind, ErrorKind::usage);
}

void OpenerTest::openArgument_configOrFolderOrUrl_givesTheModel_data() {
  QTest::addColumn<QString>("argument");
  const QString folder = QStringLiteral(POSCOPE_TEST_DATA "/configs/llama-2-7b");
  QTest::newRow("file") << folder + QStringLiteral("/config.json");
  QTest::newRow("folder") << folder;
  QTest::newRow("url") << QStringLiteral("file://") + folder + QStringLiteral("/config.json");
}

void OpenerTest::openArgument_configOrFolderOrUrl_givesTheModel() {
  QFETCH(QString, argument);
  const auto opened = openArgument(argument, {});
  QVERIFY(opened);
  QCOMPARE(std::get<OpenedModel>(*opened).config.scheme, Scheme::rope);
  QCOMPARE(std::get<OpenedModel>(*opened).config.heads.value_or(0), std::int64_t{32});
}

// As `poscope --model llama-2-7b` opens the window.
void OpenerTest::openArgument_preset_givesItsModelWithoutAFile() {
  const auto opened = openArgument(QStringLiteral("llama-2-7b"), {});
  QVERIFY(opened);
  const auto& model = std::get<OpenedModel>(*opened);
  QCOMPARE(model.config.name, std::string("Llama 2 7B"));
  QVERIFY(model.path.empty());
}

void OpenerTest::openArgument_brokenFiles_areFileErrors_data() {
  QTest::addColumn<QString>("argument");
  const QString cases = QStringLiteral(POSCOPE_TEST_DATA "/cases/");
  QTest::newRow("missing") << QStringLiteral("/no/such/file.json");
  QTest::newRow("cut") << cases + QStringLiteral("cfg_truncated.json");
  QTest::newRow("odd head") << cases + QStringLiteral("cfg_odd_head_dim.json");
  QTest::newRow("table") << cases + QStringLiteral("MANIFEST.tsv");
  QTest::newRow("folder without config") << cases;
  QTest::newRow("nothing") << QString();
}

void OpenerTest::openArgument_brokenFiles_areFileErrors() {
  QFETCH(QString, argument);
  const auto opened = openArgument(argument, {});
  QVERIFY(!opened);
  QCOMPARE(opened.error().kind, ErrorKind::file);
  for (const Language language : allLanguages()) {
    const std::string sentence = renderPlain(opened.error().text, language);
    QVERIFY2(!sentence.empty() && sentence.front() != '[', sentence.c_str());
    QVERIFY2(sentence.find('{') == std::string::npos, sentence.c_str());
  }
}

void OpenerTest::openArgument_table_isKnownByItsBytes() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("rope.npy"));
  const auto hash = [&] { return std::get<OpenedTable>(openArgument(path, {}).value()).file.hash; };
  write(path, npyOf("one "));
  const std::string first = hash();
  QCOMPARE(first.size(), std::size_t{16});
  QCOMPARE(hash(), first);
  write(path, npyOf("two "));
  QVERIFY(hash() != first);
}

void OpenerTest::openArgument_stopped_isCancelled() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("rope.npy"));
  write(path, npyOf("one "));
  std::stop_source stop;
  stop.request_stop();
  const auto opened = openArgument(path, stop.get_token());
  QVERIFY(!opened);
  QCOMPARE(opened.error().kind, ErrorKind::cancelled);
}

void OpenerTest::reopenFile_sameBytes_isOpenElseSaysWhy() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("rope.npy"));
  write(path, npyOf("one "));
  const auto table = std::get<OpenedTable>(openArgument(path, {}).value()).file;
  QVERIFY(reopenFile(table.path, table.hash, {}));
  write(path, npyOf("two "));
  const auto changed = reopenFile(table.path, table.hash, {});
  QVERIFY(!changed);
  QCOMPARE(changed.error().text.key, std::string("window.reopen.changed"));
  QVERIFY(QFile::remove(path));
  const auto gone = reopenFile(table.path, table.hash, {});
  QVERIFY(!gone);
  QCOMPARE(gone.error().text.key, std::string("window.reopen.failed"));
}

QTEST_GUILESS_MAIN(OpenerTest)
#include "opener_test.moc"
