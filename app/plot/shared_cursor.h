// The one cursor and the one marked range of the window: every plot moves them and shows them.
#pragma once

#include <QObject>
#include <optional>

#include "core/figure/cursor.h"

namespace poscope {

class SharedCursor : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  [[nodiscard]] const Cursor& cursor() const { return cursor_; }
  /// What is read stays while it is locked, wherever the mouse goes; keys still move it.
  [[nodiscard]] bool locked() const { return locked_; }
  [[nodiscard]] const std::optional<MarkedRange>& range() const { return range_; }

  /// Emits cursorMoved where it is another place.
  void moveTo(const Cursor& cursor);
  /// Nowhere, as at the start; not while it is locked.
  void forget();
  void setLocked(bool locked);
  /// Emits rangeChanged where it is another one; none takes it away.
  void setRange(const std::optional<MarkedRange>& range);
  /// All plots over the range's coordinate are to show it alone. Nothing without a range.
  void zoomToRange();

 signals:
  void cursorMoved();
  void lockChanged(bool locked);
  void rangeChanged();
  void zoomRequested();

 private:
  Cursor cursor_;
  std::optional<MarkedRange> range_;
  bool locked_ = false;
};

}  // namespace poscope
