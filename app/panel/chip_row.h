// A few values to choose from, one chip each in one line; the rest behind a menu.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

class QButtonGroup;
class QMenu;
class QToolButton;

namespace poscope {

struct Chip {
  QString value;  ///< As in links.
  QString label;
};

class ChipRow : public QWidget {
  Q_OBJECT

 public:
  /// `role`: "a", "b" or empty: the colour of the chosen chip.
  explicit ChipRow(const QString& role, QWidget* parent = nullptr);

  /// `more` go into the menu of a last chip; a chosen one of them is shown as a chip.
  void setChips(std::vector<Chip> chips, std::vector<Chip> more);
  void setValue(const QString& value);
  /// The width at which no chip is cut.
  [[nodiscard]] int neededWidth() const;

 signals:
  void chosen(const QString& value);

 protected:
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void rebuild();
  QToolButton* addChip(const Chip& chip);
  void addMenu();
  void retranslate();

  QString role_;
  QString value_;
  std::vector<Chip> chips_;
  std::vector<Chip> more_;
  QButtonGroup* group_;
  QToolButton* moreButton_ = nullptr;
};

}  // namespace poscope
