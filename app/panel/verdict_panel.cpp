#include "app/panel/verdict_panel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/detail_view.h"
#include "app/panel/section.h"
#include "app/panel/verdict_sign.h"
#include "app/plot/html_text.h"

namespace poscope {
namespace {

constexpr int kLabelWidth = 92;

}  // namespace

VerdictPanel::VerdictPanel(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      title_(makeSectionTitle(this)),
      column_(makeSection(this)) {
  column_->addWidget(title_);
  setVisible(false);
  // Signals, not change events: widgets must not be deleted while Qt walks over them with a new
  // style.
  connect(&appearance, &Appearance::languageChanged, this, &VerdictPanel::rebuild);
  connect(&appearance, &Appearance::themeChanged, this, &VerdictPanel::rebuild);
}

void VerdictPanel::setVerdicts(std::vector<Verdict> verdicts, const Text& of) {
  verdicts_ = std::move(verdicts);
  of_ = of;
  rebuild();
}

void VerdictPanel::rebuild() {
  delete blocks_;
  blocks_ = new QWidget(this);
  auto* column = new QVBoxLayout(blocks_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column_->addWidget(blocks_);
  title_->setText(verdicts_.size() == 1 ? tr("Verdict") : tr("Verdicts"));
  if (!of_.empty()) {
    auto* of = new QLabel(appearance_.say(of_), blocks_);
    of->setProperty("look", "muted");
    of->setFont(textFont(FontSize::small));
    of->setWordWrap(true);
    column->addWidget(of);
  }
  blocks_->setEnabled(of_.empty());
  for (const Verdict& verdict : verdicts_) {
    addVerdict(verdict);
  }
  setVisible(!verdicts_.empty());
}

void VerdictPanel::addVerdict(const Verdict& verdict) {
  const Theme& theme = appearance_.colours();
  const QColor colour = of_.empty() ? textColour(theme, verdict.role) : theme.muted;
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  auto* title = new QLabel(appearance_.say(verdict.title), blocks_);
  title->setProperty("look", "muted");
  title->setFont(textFont(FontSize::small));
  title->setFixedWidth(kLabelWidth);
  title->setWordWrap(true);
  auto* summary = new QLabel(blocks_);
  summary->setWordWrap(true);
  summary->setTextFormat(Qt::RichText);
  summary->setText(coloured(verdictSign(verdict.role), colour) + QStringLiteral("&nbsp; ") +
                   appearance_.html(verdict.summary));
  summary->setAccessibleName(
      tr("%1: %2").arg(appearance_.say(verdict.title), appearance_.say(verdict.summary)));
  line->addWidget(title, 0, Qt::AlignTop);
  line->addWidget(summary, 1);
  static_cast<QVBoxLayout*>(blocks_->layout())->addLayout(line);
  if (!verdict.rows.empty()) {
    auto* rows = new DetailView(appearance_, blocks_);
    rows->setAccessibleName(appearance_.say(verdict.title));
    rows->setRows(verdict.rows);
    blocks_->layout()->addWidget(rows);
  }
}

}  // namespace poscope
