// Runs the built program as a user would: no display in the environment unless a test puts it
// there.
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace poscope {

struct ProgramRun {
  int code = -1;  ///< -1: it did not end by itself (a crash, or too long).
  QByteArray out;
  QByteArray err;

  [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

[[nodiscard]] inline QProcessEnvironment bareEnvironment() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name :
       {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LANG", "LC_MESSAGES"}) {
    environment.remove(QString::fromLatin1(name));
  }
  environment.insert("LC_ALL", "C.UTF-8");
  return environment;
}

/// Without the line that announces long work: whether there is one depends on how fast the machine
/// is.
[[nodiscard]] inline QByteArray withoutAnnouncement(const QByteArray& messages) {
  QByteArray kept;
  for (const QByteArray& line : messages.split('\n')) {
    if (!line.contains("Ctrl-C")) {
      kept += line + '\n';
    }
  }
  kept.chop(1);
  return kept;
}

[[nodiscard]] inline ProgramRun runProgram(
    const QStringList& arguments, const QProcessEnvironment& environment = bareEnvironment(),
    const QByteArray& input = {}, const QString& folder = {}) {
  constexpr int kPatienceMs = 120'000;
  QProcess process;
  process.setProcessEnvironment(environment);
  process.setWorkingDirectory(folder);
  process.start(QStringLiteral(POSCOPE_PROGRAM), arguments);
  process.write(input);
  process.closeWriteChannel();
  const bool ended =
      process.waitForFinished(kPatienceMs) && process.exitStatus() == QProcess::NormalExit;
  return {ended ? process.exitCode() : -1, process.readAllStandardOutput(),
          withoutAnnouncement(process.readAllStandardError())};
}

[[nodiscard]] inline QString dataFile(const QString& name) {
  return QStringLiteral(POSCOPE_TEST_DATA) + "/" + name;
}

}  // namespace poscope
