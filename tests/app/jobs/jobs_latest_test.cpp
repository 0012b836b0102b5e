// Background work on std threads: which results arrive, in which order, and which never do. Nothing
// here looks at a clock: jobs wait for gates that the test opens.
#include <QtTest>
#include <condition_variable>
#include <latch>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/jobs/job_threads.h"
#include "app/jobs/latest.h"

using namespace poscope;

namespace {

constexpr std::chrono::seconds kAllThreads{60};

/// The owner's event loop.
class Mailbox {
 public:
  Post post() {
    return [this](std::function<void()> call) {
      {
        const std::scoped_lock lock(mutex_);
        calls_.push_back(std::move(call));
      }
      arrived_.notify_one();
    };
  }
  /// Waits for one call and makes it.
  void serveOne() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !calls_.empty(); });
    const auto call = std::move(calls_.front());
    calls_.pop_front();
    lock.unlock();
    call();
  }
  /// Makes every call that will ever come; false when a thread does not end.
  bool serveAll() {
    if (!waitForJobThreads(kAllThreads)) {
      return false;
    }
    while (!calls_.empty()) {  // No thread is left that could post.
      serveOne();
    }
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> calls_;
};

/// Closed until it is opened, by any thread.
class Gate {
 public:
  void open() { latch_.count_down(); }
  void pass() { latch_.wait(); }

 private:
  std::latch latch_{1};
};

/// A job's own view of being stopped.
void waitForStop(const std::stop_token& stop) {
  Gate stopped;
  const std::stop_callback told(stop, [&] { stopped.open(); });
  stopped.pass();
}

Latest<int>::Work answer(int number) {
  return [number](const Job<int>&) -> Result<int> { return number; };
}

/// Opens `begun`, then works until it is stopped.
Latest<int>::Work endless(const std::shared_ptr<Gate>& begun) {
  return [begun](const Job<int>& job) -> Result<int> {
    begun->open();
    waitForStop(job.stop);
    return cancelled();
  };
}

/// Opens `begun`, and answers when `end` is opened, deaf to stops.
Latest<int>::Work held(const std::shared_ptr<Gate>& begun, const std::shared_ptr<Gate>& end,
                       int number) {
  return [begun, end, number](const Job<int>&) -> Result<int> {
    begun->open();
    end->pass();
    return number;
  };
}

}  // namespace

class JobsLatestTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    mailbox_ = std::make_unique<Mailbox>();
    numbers_.clear();
    errors_.clear();
    latest_.emplace(mailbox_->post(), [this](Result<int> result) {
      if (result) {
        numbers_.push_back(*result);
      } else {
        errors_.push_back(result.error());
      }
    });
  }
  void cleanup() {
    latest_.reset();
    QVERIFY(waitForJobThreads(kAllThreads));
  }

  void start_one_isDeliveredAndIdleAfter() {
    QVERIFY(latest_->idle());
    latest_->start(answer(7));
    QVERIFY(!latest_->idle());
    mailbox_->serveOne();
    QCOMPARE(numbers_, std::vector{7});
    QVERIFY(latest_->idle());
  }

  void start_whileOneRuns_stopsItAndDeliversTheNewest() {
    const auto begun = std::make_shared<Gate>();
    latest_->start(endless(begun));
    begun->pass();
    latest_->start(answer(2));
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_, std::vector{2});
    QVERIFY(errors_.empty());
  }

  void start_afterAResultIsOnItsWay_dropsThatResult() {
    latest_->start(answer(1));
    QVERIFY(waitForJobThreads(kAllThreads));
    latest_->start(answer(2));
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_, std::vector{2});
  }

  void start_aThousandTimes_theLastIsDeliveredOnceAndLast() {
    for (int k = 0; k < 1000; ++k) {
      latest_->start(answer(k));
    }
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_, std::vector{999});
    QVERIFY(latest_->idle());
  }

  void startNext_theRunningAndTheNewestAreDelivered() {
    const auto begun = std::make_shared<Gate>();
    const auto end = std::make_shared<Gate>();
    latest_->start(held(begun, end, 1));
    begun->pass();
    latest_->startNext(answer(2));
    latest_->startNext(answer(3));
    end->open();
    mailbox_->serveOne();
    QVERIFY(!latest_->idle());
    mailbox_->serveOne();
    QCOMPARE(numbers_, (std::vector{1, 3}));
    QVERIFY(latest_->idle());
  }

  void hurry_stopsARunningJobOnlyIfAnotherWaits() {
    const auto begun = std::make_shared<Gate>();
    latest_->start(endless(begun));
    begun->pass();
    latest_->hurry();
    latest_->startNext(answer(2));
    latest_->hurry();
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_, std::vector{2});
    QCOMPARE(errors_.size(), std::size_t{1});
    QCOMPARE(errors_.front().kind, ErrorKind::cancelled);
  }

  void append_everyJobIsDeliveredInOrder() {
    for (int k = 0; k < 100; ++k) {
      latest_->append(answer(k));
    }
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_.size(), std::size_t{100});
    QVERIFY(std::is_sorted(numbers_.begin(), numbers_.end()));
    QVERIFY(latest_->idle());
  }

  void early_comesBeforeTheEnd() {
    latest_->start([](const Job<int>& job) -> Result<int> {
      job.early(1);
      job.early(2);
      return 3;
    });
    mailbox_->serveOne();
    QCOMPARE(numbers_, std::vector{1});
    QVERIFY(!latest_->idle());
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_, (std::vector{1, 2, 3}));
    QVERIFY(latest_->idle());
  }

  void stop_deliversNothing() {
    const auto begun = std::make_shared<Gate>();
    latest_->append(endless(begun));
    latest_->append(answer(2));
    begun->pass();
    latest_->stop();
    QVERIFY(latest_->idle());
    QVERIFY(mailbox_->serveAll());
    QVERIFY(numbers_.empty());
    QVERIFY(errors_.empty());
    latest_->start(answer(3));
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_, std::vector{3});
  }

  void progress_isThatOfTheRunningJob() {
    const auto begun = std::make_shared<Gate>();
    const auto end = std::make_shared<Gate>();
    latest_->start([begun, end](const Job<int>& job) -> Result<int> {
      job.progress(0.25);
      begun->open();
      end->pass();
      return 1;
    });
    begun->pass();
    QCOMPARE(latest_->share(), 0.25);
    end->open();
    QVERIFY(mailbox_->serveAll());
  }

  void exception_isDeliveredAsAnInternalError_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<std::string>("key");
    QTest::newRow("standard") << 0 << std::string("job.error.exception");
    QTest::newRow("memory") << 1 << std::string("job.error.memory");
    QTest::newRow("other") << 2 << std::string("job.error.unknown");
  }
  void exception_isDeliveredAsAnInternalError() {
    QFETCH(int, kind);
    QFETCH(std::string, key);
    latest_->start([kind](const Job<int>&) -> Result<int> {
      switch (kind) {
        case 0:
          throw std::runtime_error("the reason");
        case 1:
          throw std::bad_alloc();
        default:
          throw kind;
      }
    });
    mailbox_->serveOne();
    QCOMPARE(errors_.size(), std::size_t{1});
    QCOMPARE(errors_.front().kind, ErrorKind::internal);
    QCOMPARE(errors_.front().text.key, key);
    for (const Language language : allLanguages()) {
      const std::string words = renderPlain(errors_.front().text, language);
      QVERIFY2(words.front() != '[', words.c_str());
      QCOMPARE(words.find("the reason") != std::string::npos, kind == 0);
    }
    latest_->start(answer(1));
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(numbers_, std::vector{1});
  }

  void destroyed_whileRunning_stopsTheJobAndDeliversNothing() {
    const auto begun = std::make_shared<Gate>();
    const auto owned = std::make_shared<int>(5);
    const std::weak_ptr<int> watched = owned;
    bool stopped = false;
    latest_->start([begun, &stopped, kept = owned](const Job<int>& job) -> Result<int> {
      begun->open();
      waitForStop(job.stop);
      stopped = job.stop.stop_requested();
      return *kept;
    });
    begun->pass();
    latest_.reset();
    QVERIFY(mailbox_->serveAll());
    QVERIFY(stopped);
    QCOMPARE(owned.use_count(), 1L);
    QVERIFY(numbers_.empty());
    QVERIFY(errors_.empty());
  }

  // A read from a dead file system hears no stop.
  void destroyed_whileAJobIsDeaf_doesNotWait() {
    const auto begun = std::make_shared<Gate>();
    const auto end = std::make_shared<Gate>();
    latest_->start(held(begun, end, 1));
    begun->pass();
    latest_.reset();
    QVERIFY(!waitForJobThreads(std::chrono::milliseconds(0)));
    end->open();
    QVERIFY(mailbox_->serveAll());
    QVERIFY(numbers_.empty());
  }

  void destroyed_withAResultOnItsWay_deliversNothing() {
    latest_->start(answer(1));
    QVERIFY(waitForJobThreads(kAllThreads));
    latest_.reset();
    QVERIFY(mailbox_->serveAll());
    QVERIFY(numbers_.empty());
  }

  void done_mayDestroyItsLatest() {
    int delivered = 0;
    latest_.emplace(mailbox_->post(), [&](const Result<int>&) {
      latest_.reset();
      ++delivered;
    });
    latest_->append(answer(1));
    latest_->append(answer(2));
    QVERIFY(mailbox_->serveAll());
    QCOMPARE(delivered, 1);
  }

 private:
  std::unique_ptr<Mailbox> mailbox_;
  std::vector<int> numbers_;
  std::vector<Error> errors_;
  std::optional<Latest<int>> latest_;
};

QTEST_GUILESS_MAIN(JobsLatestTest)
#include "jobs_latest_test.moc"
