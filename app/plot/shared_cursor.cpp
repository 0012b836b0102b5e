#include "app/plot/shared_cursor.h"

namespace poscope {

void SharedCursor::moveTo(const Cursor& cursor) {
  if (!(cursor == cursor_)) {
    cursor_ = cursor;
    emit cursorMoved();
  }
}

void SharedCursor::forget() {
  if (!locked_) {
    moveTo({});
  }
}

void SharedCursor::setLocked(bool locked) {
  if (locked != locked_) {
    locked_ = locked;
    emit lockChanged(locked);
  }
}

void SharedCursor::setRange(const std::optional<MarkedRange>& range) {
  if (range != range_) {
    range_ = range;
    emit rangeChanged();
  }
}

void SharedCursor::zoomToRange() {
  if (range_) {
    emit zoomRequested();
  }
}

}  // namespace poscope
