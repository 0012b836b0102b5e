#include "app/window/glossary_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/plot/html_text.h"
#include "core/base/words.h"

namespace poscope {
namespace {

constexpr int kListWidth = 216;
constexpr auto kEntryScheme = "entry";
constexpr auto kViewScheme = "view";

QString fromText(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString anchor(const char* scheme, const QString& id, const QString& words) {
  return QStringLiteral("<a href=\"%1:%2\">%3</a>")
      .arg(QLatin1String(scheme), id, words.toHtmlEscaped());
}

// Kinds have their own ids: "exact" may be a recipe and a term.
QString idOf(const GlossaryEntry& entry) {
  return fromText(glossaryKindName(entry.kind)) + QLatin1Char('/') + fromText(entry.id);
}

}  // namespace

GlossaryDialog::GlossaryDialog(const Appearance& appearance, QWidget* parent)
    : QDialog(parent),
      appearance_(appearance),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      text_(new QTextBrowser(this)) {
  setModal(false);
  auto* columns = new QHBoxLayout(this);
  auto* left = new QVBoxLayout;
  left->addWidget(search_);
  left->addWidget(list_, 1);
  columns->addLayout(left);
  columns->addWidget(text_, 1);
  list_->setProperty("look", "rows");
  list_->setFixedWidth(kListWidth);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTextElideMode(Qt::ElideRight);
  search_->setFixedWidth(kListWidth);
  search_->setClearButtonEnabled(true);
  text_->setOpenLinks(false);
  text_->setFrameShape(QFrame::NoFrame);
  resize(720, 440);
  connect(search_, &QLineEdit::textChanged, this, &GlossaryDialog::fill);
  connect(search_, &QLineEdit::returnPressed, list_, qOverload<>(&QWidget::setFocus));
  connect(list_, &QListWidget::currentRowChanged, this, &GlossaryDialog::choose);
  connect(text_, &QTextBrowser::anchorClicked, this, &GlossaryDialog::follow);
  refresh();
}

void GlossaryDialog::showEntry(const GlossaryEntry* entry) {
  search_->clear();
  const auto row =
      std::find(rows_.begin(), rows_.end(), entry == nullptr ? &glossary().front() : entry);
  list_->setCurrentRow(static_cast<int>(row - rows_.begin()));
  list_->scrollToItem(list_->currentItem(), QAbstractItemView::PositionAtCenter);
  search_->setFocus();
}

// The entries that are searched for, under the names of their kinds. The best one is shown.
void GlossaryDialog::fill() {
  const std::string part = search_->text().trimmed().toStdString();
  const auto found = searchGlossary(part, appearance_.language());
  const QSignalBlocker quiet(list_);
  list_->clear();
  rows_.clear();
  for (const GlossaryKind kind : {GlossaryKind::term, GlossaryKind::format, GlossaryKind::recipe}) {
    bool titled = false;
    for (const GlossaryEntry* each : found) {
      if (each->kind != kind) {
        continue;
      }
      if (!titled) {
        const std::string key = "glossary.kind." + std::string(glossaryKindName(kind));
        auto* heading = new QListWidgetItem(appearance_.say(Text(key)), list_);
        heading->setFlags(Qt::NoItemFlags);
        heading->setFont(textFont(FontSize::small, QFont::DemiBold));
        heading->setForeground(appearance_.colours().muted);
        rows_.push_back(nullptr);
        titled = true;
      }
      list_->addItem(appearance_.say(each->name));
      rows_.push_back(each);
    }
  }
  const GlossaryEntry* best = part.empty() ? entry_ : nullptr;
  best = best == nullptr && !found.empty() ? found.front() : best;
  const auto row = std::find(rows_.begin(), rows_.end(), best);
  list_->setCurrentRow(best == nullptr ? -1 : static_cast<int>(row - rows_.begin()));
  if (best == nullptr) {
    entry_ = nullptr;
    text_->setHtml(appearance_.html({"glossary.none", {{"value", part}}}));
  } else {
    choose(list_->currentRow());
  }
}

void GlossaryDialog::choose(int row) {
  if (row < 0 || row >= static_cast<int>(rows_.size()) ||
      rows_[static_cast<std::size_t>(row)] == nullptr) {
    return;
  }
  entry_ = rows_[static_cast<std::size_t>(row)];
  text_->setHtml(htmlOf(*entry_));
}

// The explanation, in which the other terms are links to theirs.
QString GlossaryDialog::linked(const GlossaryEntry& entry) const {
  const std::string about = renderPlain(entry.about, appearance_.language());
  QString html;
  std::size_t done = 0;
  for (const TermUse& use : termsIn(about, appearance_.language())) {
    if (use.entry == &entry) {
      continue;
    }
    const std::string_view all(about);
    html += fromText(all.substr(done, use.begin - done)).toHtmlEscaped();
    html += anchor(kEntryScheme, idOf(*use.entry), fromText(all.substr(use.begin, use.length)));
    done = use.begin + use.length;
  }
  return html + fromText(std::string_view(about).substr(done)).toHtmlEscaped();
}

QString GlossaryDialog::htmlOf(const GlossaryEntry& entry) const {
  QString html = QStringLiteral("<p style=\"font-size:18px; font-weight:600\">%1</p><p>%2</p>")
                     .arg(appearance_.say(entry.name).toHtmlEscaped(), linked(entry));
  std::vector<std::string> others = glossarySpellings(entry, appearance_.language());
  others.erase(others.begin());
  if (!others.empty()) {
    const QString also = appearance_.say({"glossary.also", {{"spellings", joinWords(others)}}});
    html += QStringLiteral("<p>%1</p>").arg(coloured(also, appearance_.colours().muted));
  }
  if (!entry.view.empty()) {
    const QString words =
        appearance_.say({"glossary.see", {{"view", Text(entry.view + ".title")}}});
    html += QStringLiteral("<p>%1</p>").arg(anchor(kViewScheme, fromText(entry.view), words));
  }
  return html;
}

void GlossaryDialog::follow(const QUrl& url) {
  if (url.scheme() == QLatin1String(kViewScheme)) {
    emit viewRequested(url.path());
    return;
  }
  const auto named = [&](const GlossaryEntry& entry) { return idOf(entry) == url.path(); };
  const auto found = std::find_if(glossary().begin(), glossary().end(), named);
  if (found != glossary().end()) {
    showEntry(&*found);
  }
}

void GlossaryDialog::refresh() {
  setWindowTitle(appearance_.say("glossary.title"));
  search_->setPlaceholderText(appearance_.say("glossary.search"));
  search_->setAccessibleName(search_->placeholderText());
  list_->setAccessibleName(windowTitle());
  text_->setAccessibleName(windowTitle());
  fill();
}

void GlossaryDialog::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
    refresh();
  }
  QDialog::changeEvent(event);
}

}  // namespace poscope
