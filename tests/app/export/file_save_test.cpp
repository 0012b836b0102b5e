// Files are written whole or not at all.
#include "app/export/file_save.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

namespace poscope::test {
namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

void put(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

// Files of this process end here while it lives: what a full disk does.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

}  // namespace

class FileSaveTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
  }

  void file_new_holdsTheBytes() {
    QVERIFY(saveWhole(at("a.bin").toStdString(), QByteArray(100'000, 'x'), {}));
    QCOMPARE(contents(at("a.bin")), QByteArray(100'000, 'x'));
    QCOMPARE(names(), QStringList{"a.bin"});
  }

  void file_thatIsThere_isReplaced() {
    put(at("a.bin"), "something longer than before");
    QVERIFY(saveWhole(at("a.bin").toStdString(), QByteArray("new"), {}));
    QCOMPARE(contents(at("a.bin")), QByteArray("new"));
  }

  void file_onAFullDisk_leavesTheOldOne() {
    put(at("a.bin"), "old");
    Result<void> saved;
    {
      const FileLimit limit(4096);
      saved = saveWhole(at("a.bin").toStdString(), QByteArray(1'000'000, 'x'), {});
    }
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, ErrorKind::file);
    QVERIFY(renderPlain(saved.error().text, Language::english).find(at("a.bin").toStdString()) !=
            std::string::npos);
    QCOMPARE(contents(at("a.bin")), QByteArray("old"));
    QCOMPARE(names(), QStringList{"a.bin"});
  }

  void file_whenStopped_leavesTheOldOne() {
    put(at("a.bin"), "old");
    std::stop_source source;
    source.request_stop();
    const auto saved = saveWhole(at("a.bin").toStdString(), QByteArray("new"), source.get_token());
    QCOMPARE(saved.error().kind, ErrorKind::cancelled);
    QCOMPARE(contents(at("a.bin")), QByteArray("old"));
    QCOMPARE(names(), QStringList{"a.bin"});
  }

  void file_whereNoneCanBe_isAFileErrorWithPathAndReason() {
    const auto missing = saveWhole(at("no/such/a.bin").toStdString(), QByteArray("x"), {});
    QCOMPARE(missing.error().kind, ErrorKind::file);
    const std::string message = renderPlain(missing.error().text, Language::english);
    QVERIFY(message.find("no/such/a.bin: ") != std::string::npos);
    QVERIFY(message.find("there is no folder") != std::string::npos);
    const auto folder = saveWhole(folder_->path().toStdString(), QByteArray("x"), {});
    QCOMPARE(folder.error().kind, ErrorKind::file);
    QCOMPARE(names(), QStringList{});
  }

  void device_isWrittenNotReplaced() {
    QVERIFY(saveWhole("/dev/null", QByteArray("x"), {}));
    QVERIFY(std::filesystem::is_character_file("/dev/null"));
    QCOMPARE(saveWhole("/dev/full", QByteArray("x"), {}).error().kind, ErrorKind::file);
  }

  void link_isFollowed() {
    put(at("real.bin"), "old");
    QVERIFY(QFile::link(at("real.bin"), at("link.bin")));
    QVERIFY(saveWhole(at("link.bin").toStdString(), QByteArray("new"), {}));
    QCOMPARE(contents(at("real.bin")), QByteArray("new"));
    QVERIFY(QFileInfo(at("link.bin")).isSymLink());
  }

  void several_oneOfThemWhereNoneCanBe_writesTheOthers() {
    put(at("a.bin"), "old");
    const auto make = [](const WriteBytes& write) { return write("new"); };
    const auto fails = [](const WriteBytes&) -> Result<void> {
      return usageError("error.link.pair");
    };
    const FileToSave files[] = {{at("no/such/b.bin").toStdString(), make},
                                {at("a.bin").toStdString(), make},
                                {at("c.bin").toStdString(), fails},
                                {at("d.bin").toStdString(), make}};
    const auto results = saveEachWhole(files, {});
    QCOMPARE(results.size(), std::size_t{4});
    QCOMPARE(results[0].error().kind, ErrorKind::file);
    QCOMPARE(results[2].error().kind, ErrorKind::usage);
    QVERIFY(results[1] && results[3]);
    QCOMPARE(contents(at("a.bin")), QByteArray("new"));
    QCOMPARE(names(), (QStringList{"a.bin", "d.bin"}));
  }

  void several_stoppedAtTheSecond_changeNone() {
    put(at("a.bin"), "old");
    std::stop_source source;
    const auto make = [](const WriteBytes& write) { return write("new"); };
    const auto stops = [&](const WriteBytes&) -> Result<void> {
      source.request_stop();
      return cancelled();
    };
    const FileToSave files[] = {{at("a.bin").toStdString(), make},
                                {at("b.bin").toStdString(), stops},
                                {at("c.bin").toStdString(), make}};
    for (const auto& result : saveEachWhole(files, source.get_token())) {
      QCOMPARE(result.error().kind, ErrorKind::cancelled);
    }
    QCOMPARE(contents(at("a.bin")), QByteArray("old"));
    QCOMPARE(names(), QStringList{"a.bin"});
  }

  void failure_isNamed_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reason");
    QTest::newRow("full") << "/dev/full"
                          << "the disk is full";
    QTest::newRow("circle of links") << "circle.bin"
                                     << "links lead in a circle";
    QTest::newRow("long name") << QString(300, 'n') << "name is too long";
    QTest::newRow("file as a folder") << "plain/a.bin"
                                      << "not a folder";
    QTest::newRow("no folder") << "none/a.bin"
                               << "there is no folder";
    QTest::newRow("folder") << "."
                            << "it is a folder";
  }

  void failure_isNamed() {
    QFETCH(QString, name);
    QFETCH(QString, reason);
    put(at("plain"), "x");
    QVERIFY(QFile::link("circle.bin", at("circle.bin")));
    const QString path = name.startsWith('/') ? name : folder_->filePath(name);
    const auto saved = saveWhole(path.toStdString(), QByteArray("x"), {});
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, ErrorKind::file);
    const QString said = QString::fromStdString(renderPlain(saved.error().text, Language::english));
    QVERIFY2(said.contains(reason) && said.contains(path), qPrintable(said));
    QVERIFY(QFileInfo(at("circle.bin")).isSymLink());
  }

  void limit_ofTheFileSize_isNamed() {
    Result<void> saved;
    {
      const FileLimit limit(4096);
      saved = saveWhole(at("a.bin").toStdString(), QByteArray(1'000'000, 'x'), {});
    }
    QVERIFY(!saved);
    const QString said = QString::fromStdString(renderPlain(saved.error().text, Language::english));
    QVERIFY2(said.contains("larger than files may be"), qPrintable(said));
  }

  void pieces_oneOfThemFails_leaveTheOldOne() {
    put(at("a.bin"), "old");
    const auto make = [](const WriteBytes& write) -> Result<void> {
      POSCOPE_CHECK(write("one"));
      POSCOPE_CHECK(write("two"));
      return cancelled();
    };
    const FileToSave file{at("a.bin").toStdString(), make};
    QCOMPARE(saveWhole(file, {}).error().kind, ErrorKind::cancelled);
    QCOMPARE(contents(at("a.bin")), QByteArray("old"));
    QCOMPARE(names(), QStringList{"a.bin"});
  }

  void unfinished_isGoneAfterTheProgramsEnd() {
    const pid_t child = fork();
    if (child == 0) {  // Ends in the middle of writing, as a second Ctrl-C does.
      const auto make = [](const WriteBytes& write) -> Result<void> {
        POSCOPE_CHECK(write(std::string(100'000, 'x')));
        removeUnfinished();
        _exit(7);
      };
      const FileToSave file{at("a.bin").toStdString(), make};
      put(at("b.bin"), "half");
      const Unfinished half(at("b.bin").toStdString());
      static_cast<void>(saveWhole(file, {}));
      _exit(0);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 7);
    QCOMPARE(names(), QStringList{});
  }

 private:
  QString at(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }
  QStringList names() const {
    return QDir(folder_->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
  }
  std::unique_ptr<QTemporaryDir> folder_;
};

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::FileSaveTest)
#include "file_save_test.moc"
