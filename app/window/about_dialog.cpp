#include "app/window/about_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSysInfo>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "app/plot/theme.h"
#include "core/base/version.h"
#include "core/views/view.h"

namespace poscope {
namespace {

struct Licence {
  const char* name;
  const char* kind;  ///< "library", "font" ..., translated in AboutDialog.
  const char* licence;
  bool onlyWithCuda = false;
};

// Names of licences are SPDX identifiers.
constexpr std::array<Licence, 14> kLicences{{
    {"Qt 6", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "LGPL-3.0-only"},
    {"QCustomPlot 2.1", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "GPL-3.0-or-later"},
    {"Eigen 3.4", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "MPL-2.0"},
    {"oneTBB", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "Apache-2.0"},
    {"nlohmann/json", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "MIT"},
    {"CLI11", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "BSD-3-Clause"},
    {"tl::expected", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "CC0-1.0"},
    {"CUDA Runtime", QT_TRANSLATE_NOOP("poscope::AboutDialog", "library"), "NVIDIA CUDA EULA",
     true},
    {"Inter", QT_TRANSLATE_NOOP("poscope::AboutDialog", "font"), "OFL-1.1"},
    {"JetBrains Mono", QT_TRANSLATE_NOOP("poscope::AboutDialog", "font"), "OFL-1.1"},
    {"Noto Sans CJK SC", QT_TRANSLATE_NOOP("poscope::AboutDialog", "font of the system"),
     "OFL-1.1"},
    {"cividis", QT_TRANSLATE_NOOP("poscope::AboutDialog", "colour map, as in matplotlib"),
     "PSF-2.0"},
    {"diverging-light, diverging-dark",
     QT_TRANSLATE_NOOP("poscope::AboutDialog", "colour maps, computed for it"), "GPL-3.0-or-later"},
    {"Poscope", QT_TRANSLATE_NOOP("poscope::AboutDialog", "mark and icons, drawn for it"),
     "GPL-3.0-or-later"},
}};

QString processorName() {
  QFile file(QStringLiteral("/proc/cpuinfo"));
  if (file.open(QIODevice::ReadOnly)) {
    for (const QByteArray& line : file.readAll().split('\n')) {
      if (line.startsWith("model name")) {
        return QString::fromUtf8(line.mid(line.indexOf(':') + 1)).trimmed();
      }
    }
  }
  return QSysInfo::currentCpuArchitecture();
}

/// The stand-in of builds without CUDA gives its own reason.
bool builtWithCuda(const std::vector<BackendInfo>& backends) {
  return std::any_of(backends.begin(), backends.end(), [](const BackendInfo& info) {
    return info.id == "cuda" && info.reason.key != "gpu.reason.not-built";
  });
}

QString families() {
  return QFontInfo(textFont(FontSize::base)).family() + QStringLiteral(", ") +
         QFontInfo(monoFont(FontSize::base)).family();
}

}  // namespace

QString diagnostics(const std::vector<BackendInfo>& backends, const std::string& link) {
  const auto english = [](const Text& text) {
    return QString::fromStdString(renderPlain(text, Language::english));
  };
  const std::string version(programVersion());
  QStringList lines{
      QStringLiteral("Poscope: ") + QString::fromStdString(version),
      QStringLiteral("Qt: %1 (built with %2)")
          .arg(QLatin1String(qVersion()), QLatin1String(QT_VERSION_STR)),
      QStringLiteral("System: %1, %2")
          .arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture()),
      QStringLiteral("Processor: ") + processorName(),
      QStringLiteral("Platform: ") + QGuiApplication::platformName(),
  };
  for (const QScreen* screen : QGuiApplication::screens()) {
    lines << QStringLiteral("Screen: %1 x %2 at %3x")
                 .arg(screen->size().width())
                 .arg(screen->size().height())
                 .arg(screen->devicePixelRatio());
  }
  for (const BackendInfo& info : backends) {
    const QString state = info.usable ? english(info.description) : english(info.reason);
    lines << QStringLiteral("Backend %1 (%2): %3")
                 .arg(QString::fromStdString(info.id),
                      info.usable ? QStringLiteral("usable") : QStringLiteral("not usable"), state);
  }
  lines << QStringLiteral("Fonts: ") + families();
  lines << QStringLiteral("Link: ") + QString::fromStdString(link);
  return lines.join(QLatin1Char('\n'));
}

AboutDialog::AboutDialog(const std::vector<BackendInfo>& backends, const std::string& link,
                         QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("About Poscope"));
  resize(560, 440);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  auto* pages = new QTabWidget(this);
  pages->setDocumentMode(true);
  pages->tabBar()->setDrawBase(false);  // The style sheet draws the line.
  pages->addTab(makeProgramPage(), tr("Program"));
  pages->addTab(makeLicencePage(builtWithCuda(backends)), tr("Licences"));
  pages->addTab(makeDiagnosticsPage(diagnostics(backends, link)), tr("Diagnostics"));
  column->addWidget(pages, 1);
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

QWidget* AboutDialog::makeProgramPage() {
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 16, 0, 0);
  column->setSpacing(8);
  const std::string version(programVersion());
  auto* name = new QLabel(tr("Poscope %1").arg(QString::fromStdString(version)), page);
  name->setFont(textFont(FontSize::headline, QFont::DemiBold));
  auto* what = new QLabel(
      tr("Shows how a Transformer knows where a token is, and how low precision makes it forget."),
      page);
  auto* rights = new QLabel(tr("Free software under the GNU General Public License, version 3 or "
                               "later. It comes without any warranty."),
                            page);
  auto* quiet = new QLabel(tr("Works offline; sends nothing."), page);
  for (QLabel* label : {what, rights, quiet}) {
    label->setWordWrap(true);
  }
  for (QLabel* label : {name, what, rights, quiet}) {
    column->addWidget(label);
  }
  column->addStretch(1);
  return page;
}

QWidget* AboutDialog::makeLicencePage(bool withCuda) {
  QString rows;
  for (const Licence& licence : kLicences) {
    if (licence.onlyWithCuda && !withCuda) {
      continue;
    }
    rows += QStringLiteral(
                "<tr><td>%1</td><td style=\"padding-left:24px\">%2</td>"
                "<td style=\"padding-left:24px\">%3</td></tr>")
                .arg(QLatin1String(licence.name), tr(licence.kind), QLatin1String(licence.licence));
  }
  auto* page = new QTextBrowser(this);
  page->setHtml(QStringLiteral("<table>%1</table>").arg(rows));
  page->setAccessibleName(tr("Licences"));
  return page;
}

QWidget* AboutDialog::makeDiagnosticsPage(const QString& text) {
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 12, 0, 0);
  auto* lines = new QPlainTextEdit(text, page);
  lines->setReadOnly(true);
  lines->setFont(monoFont(FontSize::small));
  lines->setAccessibleName(tr("Diagnostics"));
  auto* copy = new QPushButton(tr("Copy diagnostics"), page);
  connect(copy, &QPushButton::clicked, page, [text] { QApplication::clipboard()->setText(text); });
  column->addWidget(lines, 1);
  column->addWidget(copy, 0, Qt::AlignLeft);
  return page;
}

}  // namespace poscope
