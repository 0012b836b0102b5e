// One background thread per view: the newest order wins, older ones are stopped.
#pragma once

#include <QObject>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/plot/cells.h"

namespace poscope {

/// Which layer of which panel a request is for.
struct CellTarget {
  std::size_t panel = 0;
  std::size_t layer = 0;
};

struct CellOrder {
  CellTarget target;
  CellRequest request;
  int coarseStep = 0;  ///< 0: no coarse picture first.
};

struct CellAnswer {
  CellTarget target;
  CellPicture picture;
  bool isCoarse = false;
  bool isLast = false;           ///< Nothing more comes for this submission.
  double milliseconds = 0;       ///< Computing time so far, of full pictures only.
  double layerMilliseconds = 0;  ///< The part of this layer.
};

class CellWorker {
 public:
  using Done = std::function<void(CellAnswer)>;
  using Failed = std::function<void(Error)>;

  /// The functions are called in the thread of `receiver`, where the worker must also be destroyed,
  /// and never for a submission that a newer one or `cancel` has replaced.
  CellWorker(QObject* receiver, Done done, Failed failed);
  ~CellWorker();
  CellWorker(const CellWorker&) = delete;
  CellWorker& operator=(const CellWorker&) = delete;

  /// Replaces whatever was asked for before. `orders` is not empty.
  void submit(std::vector<CellOrder> orders);
  void cancel();

  /// True from `submit` until the last answer has been handed over.
  [[nodiscard]] bool busy() const { return busy_; }

 private:
  void run(const std::stop_token& end);
  void work(std::uint64_t generation, const std::vector<CellOrder>& orders,
            const std::stop_token& stop);
  void post(std::uint64_t generation, CellAnswer answer);
  void postError(std::uint64_t generation, Error error);

  QObject* receiver_;
  Done done_;
  Failed failed_;
  bool busy_ = false;
  /// Touched by the receiver's thread only; shared with answers on their way, which may outlive the
  /// worker.
  std::shared_ptr<std::uint64_t> generation_ = std::make_shared<std::uint64_t>(0);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<std::vector<CellOrder>> waiting_;  ///< Guarded by mutex_, as are the two below.
  std::uint64_t waitingGeneration_ = 0;
  std::stop_source running_;
  std::jthread thread_;
};

}  // namespace poscope
