#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include "core/compute/row_splitter.h"

namespace poscope {

std::int64_t rowThreads() {
  return tbb::info::default_concurrency();
}

void splitRows(std::int64_t rows,
               const std::function<void(std::int64_t begin, std::int64_t end)>& work) {
  using Range = tbb::blocked_range<std::int64_t>;
  tbb::parallel_for(Range(0, rows), [&](const Range& range) { work(range.begin(), range.end()); });
}

}  // namespace poscope
