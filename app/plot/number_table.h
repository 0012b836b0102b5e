// Shows a picture as a table: everything that a data file of the figure would hold.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>

#include "app/jobs/qt_latest.h"
#include "app/plot/grid_model.h"
#include "app/plot/style.h"

class QComboBox;
class QLabel;
class QTableView;

namespace poscope {

/// One table at a time of those that the figure has; the main one first.
class NumberTable : public QWidget {
  Q_OBJECT

 public:
  explicit NumberTable(QWidget* parent = nullptr);

  /// The part of the main panel that `window` shows; nothing for no figure. The table that was
  /// chosen stays chosen where the figure has it.
  void setFigure(std::shared_ptr<const Figure> figure, const std::optional<Zoom>& window);
  void setStyle(const PlotStyle& style);
  /// That of a panel of the figure.
  void showPanel(std::size_t panel);

  [[nodiscard]] QTableView& table() const { return *table_; }
  [[nodiscard]] const GridModel& model() const { return *model_; }
  /// What is said above it: its size, and how much of it is shown.
  [[nodiscard]] QString about() const;
  /// The layer whose table is shown, as DataRequest takes it.
  [[nodiscard]] std::string layer() const;

 signals:
  /// Escape: enough of the table.
  void left();
  /// All of it is to be copied.
  void copyRequested();
  /// Tab-separated text was put on the clipboard.
  void copied(const poscope::Text& sentence);
  void failed(const poscope::Error& error);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fillChoices();
  void showChosen();
  void copySelection();
  void retranslate();

  std::shared_ptr<const Figure> figure_;
  std::optional<Zoom> window_;
  PlotStyle style_;
  QComboBox* choice_;
  QLabel* about_;
  QTableView* table_;
  GridModel* model_;
  QAction* copy_;
  QtLatest<std::string> copying_;
};

}  // namespace poscope
