// Gives every file of a target's corpus to the target. Compiled once with each target.
#include <QDirIterator>
#include <QtTest>

#include "tests/fuzz/fuzz_support.h"

class ReplayTest : public QObject {
  Q_OBJECT

 private slots:
  void corpusFile_isAnswered_data();
  void corpusFile_isAnswered();
};

void ReplayTest::corpusFile_isAnswered_data() {
  QTest::addColumn<QByteArray>("bytes");
  const QDir corpus(QStringLiteral(POSCOPE_FUZZ_CORPUS));
  const QStringList names = corpus.entryList(QDir::Files, QDir::Name);
  QVERIFY2(!names.empty(), "the corpus is empty");
  for (const QString& name : names) {
    QFile file(corpus.filePath(name));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QTest::newRow(qPrintable(name)) << file.readAll();
  }
  QTest::newRow("no bytes") << QByteArray();
}

void ReplayTest::corpusFile_isAnswered() {
  QFETCH(QByteArray, bytes);
  // An own copy of just this size: the sanitizers see a byte read beyond it.
  const std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
  QCOMPARE(LLVMFuzzerTestOneInput(copy.data(), copy.size()), 0);
}

QTEST_GUILESS_MAIN(ReplayTest)
#include "replay_test.moc"
