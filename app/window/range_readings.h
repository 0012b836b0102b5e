// Keeps what the marked range holds in step with the range and with the figure on screen.
#pragma once

#include <QObject>
#include <vector>

#include "app/jobs/qt_latest.h"
#include "core/figure/figure.h"

namespace poscope {

class InspectorPanel;
class Presenter;
class SharedCursor;

class RangeReadings : public QObject {
  Q_OBJECT

 public:
  /// All outlive it.
  RangeReadings(const SharedCursor& cursor, const Presenter& presenter, InspectorPanel& inspector,
                QObject* parent = nullptr);

 private:
  void read();

  const SharedCursor& cursor_;
  const Presenter& presenter_;
  InspectorPanel& inspector_;
  QtLatest<std::vector<DetailRow>> job_;
};

}  // namespace poscope
