// The right column: the parameters above, what is read off the plot below. Each part scrolls.
#pragma once

#include <QSplitter>
#include <QTimer>
#include <vector>

namespace poscope {

/// Until the line between the parts is dragged, the parameters get the height that they ask for,
/// and the readings at least so much that the values under the cursor are seen. A double click on
/// the line goes back to that.
class SideColumn : public QSplitter {
  Q_OBJECT

 public:
  /// Takes the widgets over. The hairline over a reading is there only while the reading is.
  SideColumn(QWidget* parameters, const std::vector<QWidget*>& readings, QWidget* parent = nullptr);

  /// Where the line was dragged to; empty when it was not.
  [[nodiscard]] QByteArray arrangement() const;
  /// An empty or unreadable arrangement leaves the parts to themselves.
  void arrange(const QByteArray& arrangement);

 signals:
  void arranged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void balance();
  void showReadings();

  QWidget* parameters_;
  std::vector<QWidget*> readings_;
  QTimer settling_;
  bool dragged_ = false;
};

}  // namespace poscope
