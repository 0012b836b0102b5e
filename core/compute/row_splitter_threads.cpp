#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/compute/row_splitter.h"

namespace poscope {

// A machine with one core still gets two threads: what this is built for is finding races.
std::int64_t rowThreads() {
  return std::max<std::int64_t>(2, std::thread::hardware_concurrency());
}

void splitRows(std::int64_t rows,
               const std::function<void(std::int64_t begin, std::int64_t end)>& work) {
  const std::int64_t parts = std::min(rows, rowThreads());
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto guarded = [&](std::int64_t begin, std::int64_t end) {
    try {
      work(begin, end);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      thrown = thrown ? thrown : std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::int64_t part = 1; part < parts; ++part) {
      threads.emplace_back(guarded, rows / parts * part + std::min(part, rows % parts),
                           rows / parts * (part + 1) + std::min(part + 1, rows % parts));
    }
    if (rows > 0) {
      guarded(0, rows / parts + std::min<std::int64_t>(1, rows % parts));
    }
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
}

}  // namespace poscope
