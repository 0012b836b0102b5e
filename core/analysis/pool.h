// Scratch memory for work on many threads.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace poscope {

/// Objects that are costly to make, lent to one thread at a time: as many are made as are used at
/// once. The pool outlives what it lends.
template <typename T>
class Pool {
 public:
  [[nodiscard]] auto borrow() {
    const auto giveBack = [this](T* object) {
      const std::lock_guard<std::mutex> guard(mutex_);
      free_.emplace_back(object);
    };
    const std::lock_guard<std::mutex> guard(mutex_);
    if (free_.empty()) {
      return std::unique_ptr<T, decltype(giveBack)>(new T, giveBack);
    }
    T* const object = free_.back().release();
    free_.pop_back();
    return std::unique_ptr<T, decltype(giveBack)>(object, giveBack);
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace poscope
