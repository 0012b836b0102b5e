// The CPU backend: rows over the machine's threads, cells of a row through rowLoop.
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/compute/backend.h"
#include "core/compute/reduction.h"
#include "core/compute/row_loop.h"
#include "core/compute/row_splitter.h"

namespace poscope {
namespace {

/// What the rows of `rowLoop` run on here: the best of its clones, else what the compiler was told.
Text instructionSet() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(POSCOPE_NO_CLONES)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
    return Text::verbatim("AVX-512");
  }
  if (__builtin_cpu_supports("avx2")) {
    return Text::verbatim("AVX2");
  }
#endif
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return Text::verbatim("AVX-512");
#elif defined(__AVX2__)
  return Text::verbatim("AVX2");
#elif defined(__x86_64__) || defined(_M_X64)
  return Text::verbatim("SSE2");
#elif defined(__aarch64__) || defined(_M_ARM64)
  return "backend.instructions.neon";
#else
  return "backend.instructions.any";
#endif
}

/// The integers of an axis' samples, laid out as sampleSlot says. Computed once, shared by all
/// rows.
std::vector<std::int64_t> sampleIntegers(const AxisLattice& axis, int strata) {
  std::vector<std::int64_t> integers(static_cast<std::size_t>(axis.count * strata));
  if (axis.span == axis.count && strata == 1) {
    // A cell for each integer: no divisions.
    std::iota(integers.begin(), integers.end(), axis.first);
    return integers;
  }
  for (int s = 0; s < strata; ++s) {
    for (std::int64_t k = 0; k < axis.count; ++k) {
      integers[static_cast<std::size_t>(sampleSlot(axis.count, k, s))] =
          sampleInteger(axis, k, s, strata);
    }
  }
  return integers;
}

// Accumulators of one row: the reduction so far and how many samples were numbers.
template <typename Real>
struct RowAccumulator {
  std::vector<Real> values;
  std::vector<float> seen;

  void start(std::int64_t count) {
    values.assign(static_cast<std::size_t>(count), Real{0});
    seen.assign(static_cast<std::size_t>(count), 0.0F);
  }
};

template <typename Join, typename Real>
void joinRow(RowAccumulator<Real>& row, const Real* samples) {
  const std::size_t count = row.values.size();
  for (std::size_t k = 0; k < count; ++k) {
    joinSample<Join>(row.values[k], row.seen[k], samples[k]);
  }
}

template <typename Real>
using JoinFunction = void (*)(RowAccumulator<Real>&, const Real*);

template <typename Real>
JoinFunction<Real> joinOf(Reduction reduction) {
  return withJoin(reduction,
                  []<typename Join>() -> JoinFunction<Real> { return joinRow<Join, Real>; });
}

template <typename Real>
void finishRow(const RowAccumulator<Real>& row, Reduction reduction, Real* out) {
  for (std::size_t k = 0; k < row.values.size(); ++k) {
    out[k] = reducedValue(row.values[k], row.seen[k], reduction);
  }
}

template <typename Real>
using RowFunction = void (*)(const void* body, const double* table, std::int64_t row,
                             const std::int64_t* columns, std::int64_t count, Real* out);

template <Quantity Q, typename Body, typename Real, bool kVectorised>
void anyRow(const void* body, const double* table, std::int64_t row, const std::int64_t* columns,
            std::int64_t count, Real* out) {
  const Body& typed = *static_cast<const Body*>(body);
  if constexpr (kVectorised) {
    rowLoop<Q>(typed, table, row, columns, count, out);
  } else {
    rowLoopScalar<Q>(typed, table, row, columns, count, out);
  }
}

/// The row function of a field's body and a quantity, with the body's address.
template <typename Real>
struct RowCall {
  RowFunction<Real> function;
  const void* body;
};

template <typename Real>
RowCall<Real> rowCall(const Field& field, Quantity quantity, bool vectorised) {
  return std::visit(
      [&](const auto& body) {
        using Body = std::decay_t<decltype(body)>;
        const RowFunction<Real> function =
            withQuantity(quantity, [&]<Quantity Q>() -> RowFunction<Real> {
              return vectorised ? anyRow<Q, Body, Real, true> : anyRow<Q, Body, Real, false>;
            });
        return RowCall<Real>{function, &body};
      },
      field.body);
}

// Small enough that a curve of a window's width keeps several threads busy, large enough to be
// worth a task.
constexpr std::int64_t kSmallestPiece = 256;

template <typename Real>
struct FillJob {
  RowCall<Real> call;
  const double* table;
  Lattice lattice;
  Reduction reduction;
  int rowStrata;
  int columnStrata;
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  std::span<Real> out;

  /// Columns that one piece of a row has: all of them, unless there are too few rows for the
  /// threads (a curve is one row).
  [[nodiscard]] std::int64_t pieceWidth() const {
    const bool fewRows = lattice.rows.count < 4 * rowThreads();
    const std::int64_t count = lattice.columns.count;
    return fewRows && count > kSmallestPiece ? kSmallestPiece : count;
  }

  void fillPiece(std::int64_t r, std::int64_t first, std::int64_t count,
                 RowAccumulator<Real>& accumulator, std::vector<Real>& samples) const {
    const std::int64_t wholeRow = lattice.columns.count;
    Real* target = out.data() + r * wholeRow + first;
    if (rowStrata == 1 && columnStrata == 1) {
      call.function(call.body, table, rows[static_cast<std::size_t>(r)], columns.data() + first,
                    count, target);
      return;
    }
    accumulator.start(count);
    samples.resize(static_cast<std::size_t>(count));
    const JoinFunction<Real> join = joinOf<Real>(reduction);
    for (int rowStratum = 0; rowStratum < rowStrata; ++rowStratum) {
      const std::int64_t row =
          rows[static_cast<std::size_t>(sampleSlot(lattice.rows.count, r, rowStratum))];
      for (int stratum = 0; stratum < columnStrata; ++stratum) {
        call.function(call.body, table, row, columns.data() + sampleSlot(wholeRow, first, stratum),
                      count, samples.data());
        join(accumulator, samples.data());
      }
    }
    finishRow(accumulator, reduction, target);
  }
};

class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(bool vectorised) : vectorised_(vectorised) {}

  BackendInfo info() const override {
    const Text description(
        "backend.cpu",
        {{"threads", rowThreads()},
         {"instructions", vectorised_ ? instructionSet() : Text("backend.instructions.scalar")}});
    return {"cpu", description, true, {}, 1};
  }

  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<float> out,
                    std::stop_token stop) const override {
    return fillAny(field, lattice, quantity, reduction, out, stop);
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<double> out,
                    std::stop_token stop) const override {
    return fillAny(field, lattice, quantity, reduction, out, stop);
  }

 private:
  template <typename Real>
  Result<void> fillAny(const Field& field, const Lattice& lattice, Quantity quantity,
                       Reduction reduction, std::span<Real> out,
                       const std::stop_token& stop) const {
    POSCOPE_CHECK(checkFill(field, lattice, out.size()));
    FillJob<Real> job{rowCall<Real>(field, quantity, vectorised_),
                      field.table ? field.table->data() : nullptr,
                      lattice,
                      reduction,
                      strataOf(lattice.rows, reduction),
                      strataOf(lattice.columns, reduction),
                      {},
                      {},
                      out};
    job.rows = sampleIntegers(lattice.rows, job.rowStrata);
    job.columns = sampleIntegers(lattice.columns, job.columnStrata);
    runRows(job, stop);
    if (stop.stop_requested()) {
      return cancelled();
    }
    return {};
  }

  template <typename Real>
  static void runRows(const FillJob<Real>& job, const std::stop_token& stop) {
    const std::int64_t width = job.pieceWidth();
    const std::int64_t columns = job.lattice.columns.count;
    const std::int64_t piecesPerRow = (columns + width - 1) / width;
    splitRows(job.lattice.rows.count * piecesPerRow, [&](std::int64_t begin, std::int64_t end) {
      RowAccumulator<Real> accumulator;
      std::vector<Real> samples;
      for (std::int64_t piece = begin; piece != end && !stop.stop_requested(); ++piece) {
        const std::int64_t first = piece % piecesPerRow * width;
        job.fillPiece(piece / piecesPerRow, first, std::min(width, columns - first), accumulator,
                      samples);
      }
    });
  }

  bool vectorised_;
};

}  // namespace

std::shared_ptr<const Backend> makeCpuBackend(bool vectorised) {
  return std::make_shared<CpuBackend>(vectorised);
}

}  // namespace poscope
