#include "app/export/file_reason.h"

#include <string>
#include <system_error>

#include "core/base/system_error.h"

namespace poscope {

// Qt keeps the system's words only, and errno may be another call's by now.
Text fileReason(const QFileDevice& file) {
  constexpr int kLargestNumber = 133;
  const std::string words = file.errorString().toStdString();
  for (int number = 1; number <= kLargestNumber; ++number) {
    if (words == std::generic_category().message(number)) {
      return systemReason(number);
    }
  }
  return Text::verbatim(words);
}

}  // namespace poscope
