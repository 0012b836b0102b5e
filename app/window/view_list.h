// The views by question, and a filter box over them and the models.
#pragma once

#include <QListWidget>
#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;

namespace poscope {

class Appearance;

class ViewList : public QWidget {
  Q_OBJECT

 public:
  explicit ViewList(const Appearance& appearance, QWidget* parent = nullptr);

  void setCurrent(const std::string& view);
  /// Words of the filter; models are listed only while there are some.
  void setFilter(const QString& words);
  /// The ids that are listed, in order; models with "model:" before them.
  [[nodiscard]] QStringList listed() const;
  void focusFilter();

 signals:
  void viewChosen(const QString& view);
  void presetChosen(const QString& preset);
  void widthChanged(int pixels);

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void rebuild();
  void addHeader(const QString& title);
  void addEntry(const QString& title, const QString& tip, const QString& id);
  void addViews();
  void addPresets();
  void redraw();
  void choose(const QListWidgetItem* item);
  [[nodiscard]] bool matches(const QString& title, const QString& more) const;

  const Appearance& appearance_;
  QLineEdit* filter_;
  QListWidget* list_;
  QAction* clear_;   ///< Empties the filter; there while it has words.
  QLabel* nothing_;  ///< Says so where the filter leaves nothing.
  std::string current_;
};

}  // namespace poscope
