// Splits a range of independent rows over the machine's threads. Which source is built decides how:
// oneTBB in the program, one after the other where that library is missing (scripts/gpu-check).
#pragma once

#include <cstdint>
#include <functional>

namespace poscope {

/// Threads that splitRows uses at most, at least 1.
[[nodiscard]] std::int64_t rowThreads();

/// Calls work(begin, end) with disjoint ranges that cover [0, rows), each call on one thread, and
/// returns when all have returned. What `work` throws is thrown on here then, the first of several.
void splitRows(std::int64_t rows,
               const std::function<void(std::int64_t begin, std::int64_t end)>& work);

}  // namespace poscope
