// Ctrl-C in the middle of a gallery: what is there is whole, and nothing else is.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliInterruptTest : public QObject {
  Q_OBJECT

 private slots:
  void interruptedGallery_leavesWholePicturesOnly_data();
  void interruptedGallery_leavesWholePicturesOnly();
};

void CliInterruptTest::interruptedGallery_leavesWholePicturesOnly_data() {
  QTest::addColumn<int>("signal");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
}

void CliInterruptTest::interruptedGallery_leavesWholePicturesOnly() {
  QFETCH(int, signal);
  const QTemporaryDir folder;
  const QDir gallery(folder.filePath("gallery"));
  QProcess process;
  process.setProcessEnvironment(bareEnvironment());
  process.start(QStringLiteral(POSCOPE_PROGRAM), {"gallery", gallery.path()});
  QVERIFY(process.waitForStarted());
  QTRY_VERIFY_WITH_TIMEOUT(!gallery.entryList({"*.png"}, QDir::Files).isEmpty(), 60'000);
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
  QVERIFY(process.waitForFinished(60'000));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 4);
  QVERIFY(process.readAllStandardOutput().isEmpty());
  QVERIFY(process.readAllStandardError().contains("the same command again"));
  const QStringList names =
      gallery.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  QVERIFY(!names.contains("index.html"));
  for (const QString& name : names) {
    if (name == ".poscope-gallery") {  // Says that the folder is a gallery.
      continue;
    }
    QVERIFY2(name.endsWith(".png"), qPrintable(name));
    QFile file(gallery.filePath(name));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith("\x89PNG"));
    QCOMPARE(bytes.right(8).left(4), QByteArray("IEND"));
  }
}

QTEST_GUILESS_MAIN(CliInterruptTest)
#include "cli_interrupt_test.moc"
