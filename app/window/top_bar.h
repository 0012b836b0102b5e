// The bar on top: mark, model, compare switch, export, menu.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace poscope {

class Actions;
class Appearance;
class CompareBar;

class TopBar : public QWidget {
  Q_OBJECT

 public:
  TopBar(const Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);

  [[nodiscard]] CompareBar& compareBar() const { return *compare_; }
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
  QToolButton* makeButton(QMenu* menu);

  const Appearance& appearance_;
  const Actions& actions_;
  CompareBar* compare_;
  QWidget* name_;
  QToolButton* model_;
  QToolButton* open_;
  QToolButton* export_;
  QToolButton* menu_;
  QMenu* language_;
  QMenu* theme_;
  QString modelName_;
};

}  // namespace poscope
