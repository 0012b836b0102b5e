// Where bytes go that are made piece by piece: a file, a pipe, memory.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace poscope {

/// Takes the next bytes. Errors: file when they cannot be written; nothing may follow then.
using WriteBytes = std::function<Result<void>(std::string_view bytes)>;

/// Small pieces of text, written in large ones.
class TextSink {
 public:
  explicit TextSink(const WriteBytes& write) : write_(write) {}

  /// Text is appended to this; flushIfFull() now and then writes it.
  std::string text;

  [[nodiscard]] Result<void> flushIfFull() {
    return text.size() < kFull ? Result<void>() : flush();
  }
  [[nodiscard]] Result<void> flush() {
    auto written = write_(text);
    text.clear();
    return written;
  }

 private:
  static constexpr std::size_t kFull = std::size_t{1} << 18U;
  const WriteBytes& write_;
};

}  // namespace poscope
