// The glossary in a window of its own: a list that can be searched, and what the chosen term means.
#pragma once

#include <QDialog>

#include "core/catalogue/glossary.h"

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace poscope {

class Appearance;

class GlossaryDialog : public QDialog {
  Q_OBJECT

 public:
  /// Not modal: it can stay open beside the page that it explains.
  explicit GlossaryDialog(const Appearance& appearance, QWidget* parent = nullptr);

  /// Shows `entry`; nullptr: the first term.
  void showEntry(const GlossaryEntry* entry);
  [[nodiscard]] const GlossaryEntry* entry() const { return entry_; }

 signals:
  /// A link to the page that shows a term was followed.
  void viewRequested(const QString& view);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void choose(int row);
  void follow(const QUrl& url);
  void refresh();
  [[nodiscard]] QString htmlOf(const GlossaryEntry& entry) const;
  [[nodiscard]] QString linked(const GlossaryEntry& entry) const;

  const Appearance& appearance_;
  QLineEdit* search_;
  QListWidget* list_;
  QTextBrowser* text_;
  std::vector<const GlossaryEntry*> rows_;  ///< Of the list; nullptr is a heading.
  const GlossaryEntry* entry_ = nullptr;
};

}  // namespace poscope
