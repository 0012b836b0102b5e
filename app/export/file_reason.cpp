#include "app/export/file_reason.h"

#include <cerrno>

#include "core/base/system_error.h"

namespace poscope {

// Qt keeps words at most, and QSaveFile not even these when a write fails.
Text fileReason(const QFileDevice& file) {
  const int number = errno;
  return number != 0 ? systemReason(number) : Text::verbatim(file.errorString().toStdString());
}

}  // namespace poscope
