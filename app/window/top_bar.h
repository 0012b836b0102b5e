// The bar on top: mark, model, compare switch, export, menu.
#pragma once

#include <QWidget>
#include <vector>

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace poscope {

class Actions;
class Appearance;
class CompareBar;
class ElidedButton;

class TopBar : public QWidget {
  Q_OBJECT

 public:
  TopBar(const Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);

  [[nodiscard]] CompareBar& compareBar() const { return *compare_; }
  /// What stands around the compare bar, from left to right.
  [[nodiscard]] std::vector<QWidget*> buttons() const;
  /// Empty for none.
  void setModelName(const QString& name);
  /// Where the model button starts: the width of the left panel.
  void setIndent(int pixels);

 signals:
  void presetChosen(const QString& preset);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void addButtons(QHBoxLayout* line);
  void fillMenus();
  void retranslate();
  void openMenu();

  const Appearance& appearance_;
  const Actions& actions_;
  CompareBar* compare_;
  QWidget* name_;
  ElidedButton* model_;
  ElidedButton* open_;
  ElidedButton* export_;
  QToolButton* menu_;
  QMenu* commands_;
  QMenu* copy_;
  QMenu* language_;
  QMenu* theme_;
  QMenu* panes_;
  QString modelName_;
};

}  // namespace poscope
