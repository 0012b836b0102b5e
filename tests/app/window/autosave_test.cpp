// The state is on the disk soon after each change, whatever ends the program.
#include <QFile>
#include <QProcess>
#include <QTimer>

#include "core/catalogue/links.h"
#include "window_fixture.h"

using namespace poscope;

namespace {

constexpr int kPatienceMs = 120'000;

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool waitUntilHolds(const QString& path, const QByteArray& words) {
  return QTest::qWaitFor([&] { return contentOf(path).contains(words); }, kPatienceMs);
}

}  // namespace

class AutosaveTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
  }
  void program_isKilled_stateIsThereAgain();
  void change_whileOthersFollow_isWritten();
  void change_size_isWritten();
  void writing_whatIsWritten_leavesTheFileAlone();
  void writing_calledInAnotherOrder_laterOneStays();

 private:
  std::unique_ptr<QTemporaryDir> folder_;
};

void AutosaveTest::program_isKilled_stateIsThereAgain() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder_->path());
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  const QString path = folder_->filePath(QStringLiteral("poscope/state.json"));
  QProcess program;
  program.setProcessEnvironment(environment);
  program.start(QStringLiteral(POSCOPE_PROGRAM),
                {QStringLiteral("poscope:alibi?context=3072&heads=12")});
  QVERIFY(program.waitForStarted(kPatienceMs));
  QVERIFY(waitUntilHolds(path, "context=3072"));
  program.kill();
  QVERIFY(program.waitForFinished(kPatienceMs));
  QCOMPARE(program.exitStatus(), QProcess::CrashExit);

  WindowFixture fixture(path);
  QCOMPARE(fixture.model().state().view, std::string("alibi"));
  QCOMPARE(fixture.model().state().params.integer(parameter::kContext), std::int64_t{3072});
  QCOMPARE(fixture.model().state().params.integer(parameter::kHeads), std::int64_t{12});
}

void AutosaveTest::change_whileOthersFollow_isWritten() {
  WindowFixture fixture(pathIn(*folder_));
  QVERIFY(fixture.showAndSettle());
  fixture.model().selectView("sinusoidal");
  int context = 512;
  QTimer changes;  // More often than the state is written.
  connect(&changes, &QTimer::timeout, this, [&] {
    context = context == 512 ? 1024 : 512;
    static_cast<void>(fixture.model().setParameter("context", std::to_string(context)));
  });
  changes.start(50);
  QVERIFY(waitUntilHolds(pathIn(*folder_), "\"view\": \"sinusoidal\""));
}

void AutosaveTest::change_size_isWritten() {
  WindowFixture fixture(pathIn(*folder_));
  QVERIFY(fixture.showAndSettle());
  fixture.window().save();
  const QByteArray before = contentOf(pathIn(*folder_));
  fixture.window().resize(fixture.window().size() - QSize(40, 30));
  QVERIFY(QTest::qWaitFor([&] { return contentOf(pathIn(*folder_)) != before; }, kPatienceMs));
}

void AutosaveTest::writing_whatIsWritten_leavesTheFileAlone() {
  StateStore store(pathIn(*folder_));
  SavedWindow saved;
  saved.states.view = "positions";
  QVERIFY(store.save(saved));
  QVERIFY(QFile::remove(pathIn(*folder_)));  // Only a write would bring it back.
  QVERIFY(store.save(saved));
  QVERIFY(!QFile::exists(pathIn(*folder_)));
  saved.states.view = "alibi";
  QVERIFY(store.save(saved));
  QVERIFY(QFile::exists(pathIn(*folder_)));
}

void AutosaveTest::writing_calledInAnotherOrder_laterOneStays() {
  StateStore store(pathIn(*folder_));
  SavedWindow saved;
  saved.states.view = "positions";
  const StateStore::Writing earlier = store.writing(saved);
  saved.states.view = "alibi";
  const StateStore::Writing later = store.writing(saved);
  QVERIFY(later());
  QVERIFY(earlier());
  QVERIFY(contentOf(pathIn(*folder_)).contains("\"view\": \"alibi\""));
}

QTEST_MAIN(AutosaveTest)
#include "autosave_test.moc"
