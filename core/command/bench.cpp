#include "core/command/bench.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/base/version.h"
#include "core/catalogue/views.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"
#include "core/encoding/alibi.h"
#include "core/field/make_field.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr std::int64_t kLongContext = std::int64_t{1} << 20;
constexpr std::int64_t kWideTable = 2048;
constexpr std::int64_t kWindowColumns = 1600;
constexpr std::int64_t kWindowRows = 1000;
constexpr double kBase = 10000;

RecipePair recipes(Scheme scheme, const char* a, const char* b) {
  return {*findRecipe(scheme, a), *findRecipe(scheme, b), findFormat("bf16")};
}

Field phaseTable(std::int64_t rows, std::int64_t columns) {
  return makePhaseField(recipes(Scheme::rope, "hf-llama", "module-cast"), columns, kBase,
                        TableLayout::interleaved, 0, rows);
}

// One piece of work: fills one lattice of a field. The buffer is allocated before the clock starts.
struct Fill {
  Field field;
  Lattice lattice;
  Quantity quantity = Quantity::a;
  Reduction reduction = Reduction::sample;
};

// 65536 positions x 64 pairs, sin and cos: 8.4 million numbers.
Fill sincosTable() {
  Field field = phaseTable(65536, 128);
  const Lattice all = everyCell(field.rows, field.columns);
  return {std::move(field), all};
}

Fill alibiWindow() {
  const double slope = alibiSlopes(8).front();
  return {
      makeAlibiField(recipes(Scheme::alibi, "baichuan-13b", "relative"), slope, kLongContext, true),
      {{0, kLongContext, kWindowRows}, {0, kLongContext, kWindowColumns}}};
}

Fill sinusoidalWindow() {
  return {phaseTable(kLongContext, kWideTable),
          {{0, kLongContext, kWindowRows}, {0, kWideTable, kWindowColumns}}};
}

// 16 heads x 2^20 keys, each stored once in bf16: 16.8 million numbers.
Fill rounding() {
  Field field = makeAlibiHeadsField(recipes(Scheme::alibi, "baichuan-13b", "relative"), 16, 8,
                                    kLongContext, false);
  const Lattice all = everyCell(field.rows, field.columns);
  return {std::move(field), all, Quantity::storedA};
}

struct Context {
  std::shared_ptr<const Backend> backend;
  int runs;
  std::stop_token stop;
};

struct Measured {
  std::int64_t items = 0;
  double medianSeconds = 0;
};

template <typename Work>
Result<double> medianSeconds(const Context& context, const Work& work) {
  std::vector<double> seconds;
  for (int run = 0; run <= context.runs; ++run) {
    if (context.stop.stop_requested()) {
      return cancelled();
    }
    const auto begin = std::chrono::steady_clock::now();
    POSCOPE_CHECK(work());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (run > 0) {  // The first run warms up.
      seconds.push_back(taken.count());
    }
  }
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

template <Fill (*Make)()>
Result<Measured> measureFill(const Context& context) {
  const Fill fill = Make();
  const std::int64_t cells = fill.lattice.rows.count * fill.lattice.columns.count;
  std::vector<float> out(static_cast<std::size_t>(cells));
  const auto seconds = medianSeconds(context, [&] {
    return context.backend->fill(fill.field, fill.lattice, fill.quantity, fill.reduction,
                                 std::span<float>(out), context.stop);
  });
  return seconds.map([&](double median) { return Measured{cells, median}; });
}

Result<Measured> measurePositions(const Context& context) {
  const View* view = findView("positions");
  Params params(view->schema);
  POSCOPE_CHECK(params.set("context", std::to_string(kLongContext)));
  const auto seconds = medianSeconds(context, [&]() -> Result<void> {
    POSCOPE_CHECK(buildFigure(*view, params, {context.backend, {}, context.stop}));
    return {};
  });
  return seconds.map([](double median) { return Measured{kLongContext, median}; });
}

struct Work {
  const char* id;    ///< Stable, for JSON; its words are the text `command.bench.<id>`.
  const char* item;  ///< What is counted.
  Result<Measured> (*measure)(const Context&);
};

constexpr std::array<Work, 5> kWorks{{{"sincos-table", "cells", measureFill<sincosTable>},
                                      {"alibi-window", "cells", measureFill<alibiWindow>},
                                      {"sinusoidal-window", "cells", measureFill<sinusoidalWindow>},
                                      {"rounding", "numbers", measureFill<rounding>},
                                      {"position-counts", "positions", measurePositions}}};

struct BenchRow {
  std::string backend;
  const Work* work;
  Measured measured;

  [[nodiscard]] double milliseconds() const { return measured.medianSeconds * 1e3; }
  [[nodiscard]] double itemsPerSecond() const {
    return static_cast<double>(measured.items) / measured.medianSeconds;
  }
};

Text workName(const Work& work) {
  return Text(std::string("command.bench.") + work.id);
}

Result<std::vector<std::shared_ptr<const Backend>>> chosenBackends(const BackendSet& set,
                                                                   const std::string& id) {
  std::vector<std::shared_ptr<const Backend>> chosen;
  if (!id.empty()) {
    POSCOPE_TRY(auto one, set.choose(id));
    chosen.push_back(std::move(one));
    return chosen;
  }
  for (const auto& backend : set.backends) {
    if (backend->info().usable) {
      chosen.push_back(backend);
    }
  }
  return chosen;
}

Result<std::vector<BenchRow>> measureAll(const BackendSet& set, const BenchOptions& options) {
  POSCOPE_TRY(const auto backends, chosenBackends(set, options.backend));
  std::vector<BenchRow> rows;
  for (const auto& backend : backends) {
    const std::string id = backend->info().id;
    for (const Work& work : kWorks) {
      if (options.progress) {
        options.progress({"command.bench.progress", {{"backend", id}, {"work", workName(work)}}});
      }
      POSCOPE_TRY(const auto measured, work.measure({backend, options.runs, options.stop}));
      rows.push_back({id, &work, measured});
    }
  }
  return rows;
}

std::string plainText(const std::vector<BenchRow>& rows, int runs, Language language) {
  const auto say = [language](const Text& words) { return renderPlain(words, language); };
  TextTable table({Align::left, Align::left, Align::right, Align::right});
  table.add({say("command.bench.backend"), say("command.bench.work"), say("command.bench.median"),
             say("command.bench.rate")});
  for (const BenchRow& row : rows) {
    table.add({row.backend, say(workName(*row.work)),
               say({"command.bench.ms", {{"ms", row.milliseconds()}}}),
               say({std::string("command.bench.rate.") + row.work->item,
                    {{"millions", row.itemsPerSecond() / 1e6}}})});
  }
  return table.text() + "\n" + say({"command.bench.note", {{"runs", runs}}}) + "\n";
}

std::string jsonOutput(const std::vector<BenchRow>& rows, int runs) {
  Json results = Json::array();
  for (const BenchRow& row : rows) {
    results.push_back({{"backend", row.backend},
                       {"work", row.work->id},
                       {"items", row.measured.items},
                       {"item", row.work->item},
                       {"median_ms", row.milliseconds()},
                       {"items_per_second", row.itemsPerSecond()}});
  }
  return jsonText({{"version", std::string(programVersion())},
                   {"runs", runs},
                   {"results", std::move(results)}});
}

}  // namespace

Result<CommandOutput> benchCommand(const BackendSet& set, const BenchOptions& options, bool json,
                                   Language language) {
  POSCOPE_TRY(const auto rows, measureAll(set, options));
  return CommandOutput{
      json ? jsonOutput(rows, options.runs) : plainText(rows, options.runs, language), 0};
}

}  // namespace poscope
