// Opened files as states know them: by their bytes.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/state/inputs.h"

using namespace poscope;

namespace {

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

}  // namespace

class InputsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath(QStringLiteral("t.npy"));
  }

  // FNV-1a, 64 bits, of "foobar": a published test vector.
  void openTableFile_hash_isThatOfTheBytes() {
    write(path_, "foobar");
    const auto table = openTableFile(path_.toStdString(), {});
    QVERIFY(table);
    QCOMPARE(table->hash, std::string("85944171f73967e8"));
    QCOMPARE(table->name, std::string("t.npy"));
    QCOMPARE(table->bytes, std::uintmax_t{6});
  }

  void openTableFile_largerThanAChunk_isHashedWhole() {
    QByteArray bytes((1 << 20) + 3, 'x');
    write(path_, bytes);
    const auto first = openTableFile(path_.toStdString(), {});
    bytes.back() = 'y';
    write(path_, bytes);
    const auto second = openTableFile(path_.toStdString(), {});
    QVERIFY(first && second);
    QVERIFY(first->hash != second->hash);
  }

  void openTableFile_noPlainFile_isAFileError() {
    for (const QString& path : {folder_->path(), folder_->filePath("none.npy")}) {
      const auto table = openTableFile(path.toStdString(), {});
      QVERIFY(!table);
      QCOMPARE(table.error().kind, ErrorKind::file);
    }
  }

  void checkUnchanged_touchedOrCopiedBack_isFine_otherBytesAreNot() {
    write(path_, "foobar");
    const auto table = openTableFile(path_.toStdString(), {});
    QVERIFY(table);
    QVERIFY(checkUnchanged(*table, {}));
    const auto later = table->modified + std::chrono::hours(1);
    std::filesystem::last_write_time(table->path, later);
    QVERIFY(checkUnchanged(*table, {}));
    write(path_, "foobaz");
    std::filesystem::last_write_time(table->path, later);
    const auto changed = checkUnchanged(*table, {});
    QVERIFY(!changed);
    QCOMPARE(changed.error().text.key, std::string("state.error.changed"));
    QVERIFY(QFile::remove(path_));
    QVERIFY(!checkUnchanged(*table, {}));
  }

  void inputs_areEqualByContent() {
    const auto table = [](const char* hash) {
      TableFile file;
      file.hash = hash;
      return std::make_shared<const TableFile>(file);
    };
    QVERIFY((Inputs{nullptr, table("a")} == Inputs{nullptr, table("a")}));
    QVERIFY(!(Inputs{nullptr, table("a")} == Inputs{nullptr, table("b")}));
    QVERIFY(!(Inputs{nullptr, table("a")} == Inputs{}));
    ModelConfig config;
    config.hash = 1;
    const auto first = std::make_shared<const ModelConfig>(config);
    config.hash = 2;
    QVERIFY(
        !(Inputs{first, nullptr} == Inputs{std::make_shared<const ModelConfig>(config), nullptr}));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  QString path_;
};

QTEST_GUILESS_MAIN(InputsTest)
#include "inputs_test.moc"
