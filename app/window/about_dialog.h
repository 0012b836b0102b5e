// What the program is, whose work is in it, and what a bug report needs.
#pragma once

#include <QDialog>
#include <string>
#include <vector>

#include "core/compute/backend.h"

namespace poscope {

/// Version, Qt, backends, processor, platform, fonts and the link of the picture, one "name: value"
/// a line; English, because it is for bug reports.
[[nodiscard]] QString diagnostics(const std::vector<BackendInfo>& backends,
                                  const std::string& link);

class AboutDialog : public QDialog {
  Q_OBJECT

 public:
  AboutDialog(const std::vector<BackendInfo>& backends, const std::string& link,
              QWidget* parent = nullptr);

 private:
  [[nodiscard]] QWidget* makeProgramPage();
  [[nodiscard]] QWidget* makeLicencePage(bool withCuda);
  [[nodiscard]] QWidget* makeDiagnosticsPage(const QString& text);
};

}  // namespace poscope
