// Ctrl-C, SIGTERM and readers that go away, at any size: the program ends, says which way by its
// exit code, and leaves nothing behind.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliStopTest : public QObject {
  Q_OBJECT

 private slots:
  void exportIntoAPipeThatNobodyReads_stops_data();
  void exportIntoAPipeThatNobodyReads_stops();
  void longestWork_stops_data();
  void longestWork_stops();
  void readerThatGoesAway_isNoMessage();
  void readerOfTheStandardOutputThatGoesAway_isNoMessage();
  void listingWhoseReaderIsGone_isNoMessage();
};

namespace {

constexpr int kPatienceMs = 60'000;
const QStringList kLargest{"export", "poscope:alibi?picture=matrix&context=16384&length=16384"};

// A pipe in the file system. Its reader is there, so that writers do not wait for one.
class Pipe {
 public:
  explicit Pipe(const QString& path) {
    if (::mkfifo(qPrintable(path), 0600) == 0) {
      reader_ = ::open(qPrintable(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    }
  }
  ~Pipe() { close(); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] bool hasData() const {
    pollfd asked{reader_, POLLIN, 0};
    return ::poll(&asked, 1, kPatienceMs) == 1 && (asked.revents & POLLIN) != 0;
  }
  void close() {
    if (reader_ >= 0) {
      ::close(reader_);
    }
    reader_ = -1;
  }

 private:
  int reader_ = -1;
};

// Whether the program takes the signal itself, by what the system says of it.
bool takesItself(const QProcess& process, int signal) {
  QFile status(QStringLiteral("/proc/%1/status").arg(process.processId()));
  if (!status.open(QIODevice::ReadOnly)) {
    return false;
  }
  for (const QByteArray& line : status.readAll().split('\n')) {
    if (line.startsWith("SigBlk:")) {
      return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1U) != 0;
    }
  }
  return false;
}

void start(QProcess& process, const QStringList& arguments) {
  process.setProcessEnvironment(bareEnvironment());
  process.start(QStringLiteral(POSCOPE_PROGRAM), arguments);
  QVERIFY(process.waitForStarted());
}

void addSignals() {
  QTest::addColumn<int>("signal");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
}

}  // namespace

void CliStopTest::exportIntoAPipeThatNobodyReads_stops_data() {
  addSignals();
}

// The other file is complete by then, and must not take its name.
void CliStopTest::exportIntoAPipeThatNobodyReads_stops() {
  QFETCH(int, signal);
  const QTemporaryDir folder;
  const Pipe pipe(folder.filePath("pipe.csv"));
  QProcess process;
  start(process, QStringList(kLargest)
                     << "--rows"
                     << ":256"
                     << "-o" << folder.filePath("whole.npy") << folder.filePath("pipe.csv"));
  QVERIFY(pipe.hasData());
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
  QVERIFY(process.waitForFinished(kPatienceMs));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 4);
  QCOMPARE(process.readAllStandardError(), QByteArray("poscope: Cancelled.\n"));
  QCOMPARE(QDir(folder.path())
               .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot),
           QStringList{"pipe.csv"});
}

void CliStopTest::longestWork_stops_data() {
  QTest::addColumn<QStringList>("arguments");
  for (const char* ending : {"csv", "npy", "json", "png"}) {
    QTest::addRow("export %s", ending)
        << (QStringList(kLargest) << "-o" << QStringLiteral("x.%1").arg(ending));
  }
  QTest::newRow("export of the longest figure")
      << QStringList{"export", "rope-precision", "--set", "context=16777216", "-o", "x.png"};
  for (const char* recipe : {"module-cast", "baichuan-13b", "sinusoid/module-cast"}) {
    QTest::addRow("verdict %s", recipe)
        << QStringList{"verdict", recipe, "--context", "16777216", "--set", "heads=128"};
  }
  QTest::newRow("audit") << QStringList{"audit", dataFile("configs/phi-3-mini-128k/config.json"),
                                        "--context", "16777216"};
}

void CliStopTest::longestWork_stops() {
  QFETCH(QStringList, arguments);
  const QTemporaryDir folder;
  QProcess process;
  process.setWorkingDirectory(folder.path());
  start(process, arguments);
  QTRY_VERIFY_WITH_TIMEOUT(takesItself(process, SIGINT), kPatienceMs);
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
  QVERIFY(process.waitForFinished(kPatienceMs));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 4);
  QCOMPARE(process.readAllStandardOutput(), QByteArray());
  QVERIFY(QDir(folder.path()).isEmpty());
}

void CliStopTest::readerThatGoesAway_isNoMessage() {
  const QTemporaryDir folder;
  Pipe pipe(folder.filePath("pipe.csv"));
  QProcess process;
  start(process, QStringList(kLargest) << "-o" << folder.filePath("pipe.csv"));
  QVERIFY(pipe.hasData());
  pipe.close();
  QVERIFY(process.waitForFinished(kPatienceMs));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 3);
  QCOMPARE(process.readAllStandardError(), QByteArray());
}

void CliStopTest::readerOfTheStandardOutputThatGoesAway_isNoMessage() {
  QProcess process;
  process.setProcessEnvironment(bareEnvironment());
  process.start("sh",
                {"-c", QStringLiteral("{ %1 %2 '%3' -o - --type csv; echo $? >&2; } | head -c 9")
                           .arg(QStringLiteral(POSCOPE_PROGRAM), kLargest[0], kLargest[1])});
  QVERIFY(process.waitForFinished(kPatienceMs));
  QCOMPARE(process.readAllStandardError(), QByteArray("3\n"));
}

void CliStopTest::listingWhoseReaderIsGone_isNoMessage() {
  const QTemporaryDir folder;
  Pipe pipe(folder.filePath("pipe"));
  QProcess process;
  process.setProcessEnvironment(bareEnvironment());
  // The pipe has a writer before its reader goes, and the program starts after that.
  process.start("sh",
                {"-c", QStringLiteral("exec 3>%1; echo open; read go; %2 formats >&3; echo $?")
                           .arg(folder.filePath("pipe"), QStringLiteral(POSCOPE_PROGRAM))});
  QVERIFY(process.waitForReadyRead(kPatienceMs));
  pipe.close();
  process.write("go\n");
  QVERIFY(process.waitForFinished(kPatienceMs));
  QCOMPARE(process.readAllStandardOutput(), QByteArray("open\n3\n"));
  QCOMPARE(process.readAllStandardError(), QByteArray());
}

QTEST_GUILESS_MAIN(CliStopTest)
#include "cli_stop_test.moc"
