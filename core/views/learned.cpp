// learned: what does a table of learned positions hold, and where does it end? A seeded example,
// named as such.
#include "core/views/learned.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/analysis/example_table.h"
#include "core/analysis/spectrum.h"
#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {

using namespace learned;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// The shape of BERT's and of the article's table.
constexpr std::int64_t kExampleRows = 512;
constexpr std::int64_t kExampleColumns = 768;
constexpr std::int64_t kMostShown = 65536;

}  // namespace

double LearnedTable::value(std::int64_t at, std::int64_t of) const {
  return at < positions() ? values[static_cast<std::size_t>(at * dim + of)] : kNan;
}

double LearnedTable::similarity(std::int64_t one, std::int64_t other) const {
  if (std::max(one, other) >= positions()) {
    return kNan;
  }
  const double* const left = values.data() + one * dim;
  const double* const right = values.data() + other * dim;
  return std::inner_product(left, left + dim, right, 0.0) /
         (lengths[static_cast<std::size_t>(one)] * lengths[static_cast<std::size_t>(other)]);
}

double LearnedTable::share(std::int64_t cycles, std::int64_t of) const {
  return spectra[static_cast<std::size_t>(cycles * dim + of)];
}

double LearnedTable::meanShare(std::int64_t cycles) const {
  double sum = 0;
  for (std::int64_t each = 0; each < dim; ++each) {
    sum += share(cycles, each);
  }
  return sum / static_cast<double>(dim);
}

std::int64_t LearnedTable::strongest(std::int64_t of) const {
  std::int64_t best = 1;
  for (std::int64_t cycles = 2; cycles < waves(); ++cycles) {
    best = share(cycles, of) > share(best, of) ? cycles : best;
  }
  return best;
}

namespace {

void measureSimilarities(LearnedTable& table) {
  for (std::int64_t at = 0; at < table.positions(); ++at) {
    const double* const row = table.values.data() + at * table.dim;
    table.lengths.push_back(std::sqrt(std::inner_product(row, row + table.dim, row, 0.0)));
  }
  const auto mean = [&table](std::int64_t distance) {
    const std::int64_t pairs = table.positions() - distance;
    double sum = 0;
    for (std::int64_t at = 0; at < pairs; ++at) {
      sum += table.similarity(at, at + distance);
    }
    return pairs > 0 ? sum / static_cast<double>(pairs) : kNan;
  };
  table.near = mean(1);
  table.far = mean(table.positions() / 2);
}

void measureWaves(LearnedTable& table) {
  double held = 0;
  double whole = 0;
  for (std::int64_t cycles = 1; cycles < table.waves(); ++cycles) {
    whole += table.meanShare(cycles);
  }
  for (table.halfCycles = 1; table.halfCycles < table.waves() - 1; ++table.halfCycles) {
    held += table.meanShare(table.halfCycles);
    if (held >= 0.5 * whole) {
      break;
    }
  }
}

// What is shown of a table whose values, rows and dim are there.
Result<void> complete(LearnedTable& table, const Params& params, const ViewContext& context) {
  table.shown = params.isAutomatic(parameter::kLength) ? table.positions() + table.positions() / 4
                                                       : params.integer(parameter::kLength);
  table.position = params.integer(kPosition);
  table.column = params.integer(kColumn);
  if (table.column >= table.dim) {
    return usageError({"learned.error.column",
                       {{"parameter", std::string(kColumn.name)},
                        {"value", std::to_string(table.column)},
                        {"last", table.dim - 1},
                        {"dim", table.dim}}});
  }
  POSCOPE_TRY(table.spectra,
              columnSpectra(table.values, table.dim, context.progress, context.stop));
  measureSimilarities(table);
  measureWaves(table);
  return {};
}

Result<LearnedTable> tableOf(const Params& params, const ViewContext& context) {
  LearnedTable table;
  table.seed = static_cast<std::uint64_t>(params.integer(parameter::kSeed));
  table.rows = kExampleRows;
  table.dim = kExampleColumns;
  table.values = exampleTable(table.seed, table.rows, table.dim);
  POSCOPE_CHECK(complete(table, params, context));
  return table;
}

// What the page can show.
struct PictureRow {
  const char* id;
  void (*add)(Figure& figure, const std::shared_ptr<const LearnedTable>& table);
};
constexpr PictureRow kPictures[] = {{"table", addTablePicture},
                                    {"similarity", addSimilarityPicture},
                                    {"spectrum", addSpectrumPicture}};

const PictureRow& pictureOf(const Params& params) {
  const auto* const found =
      std::find_if(std::begin(kPictures), std::end(kPictures),
                   [&params](const PictureRow& row) { return row.id == params.text(kPicture); });
  return found == std::end(kPictures) ? kPictures[0] : *found;
}

std::vector<TextArgument> wordsOf(const LearnedTable& table) {
  const double wavelength =
      static_cast<double>(table.positions()) / static_cast<double>(table.halfCycles);
  return {{"positions", table.positions()},
          {"last", table.positions() - 1},
          {"dim", table.dim},
          {"near", shortDecimal(table.near, 3)},
          {"far", shortDecimal(table.far, 3)},
          {"half", table.positions() / 2},
          {"limit", shortDecimal(wavelength, 3)},
          {"seed", static_cast<std::int64_t>(table.seed)}};
}

std::vector<Fact> factsOf(const LearnedTable& table) {
  const bool built = !table.spectra.empty();
  const std::int64_t strongest = built ? table.strongest(table.column) : 1;
  return {{"table_rows", table.rows},
          {"table_columns", table.dim},
          {"positions_known", table.positions()},
          {"positions_without_row", std::max<std::int64_t>(0, table.shown - table.positions())},
          {"similarity_near", table.near},
          {"similarity_half", table.far},
          {"half_power_cycles", table.halfCycles},
          {"column_cycles", strongest},
          {"column_share", built ? table.share(strongest, table.column) : 0.0}};
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(LearnedTable made, tableOf(params, context));
  const auto table = std::make_shared<const LearnedTable>(std::move(made));
  const PictureRow& picture = pictureOf(params);
  const std::string id = picture.id;
  // Of tables as trained ones are; others are told without a judgement.
  const bool usual = table->near > 0.5 && std::abs(table->far) < 0.25;
  const std::string sentence = id == "similarity" && !usual ? id + ".plain" : id;
  const std::vector<TextArgument> words = wordsOf(*table);
  Figure figure;
  figure.finding = {"learned.question",
                    Text("learned.finding." + sentence, words),
                    {"learned.explanation",
                     {{"source", Text("learned.source", words)},
                      {"what", Text("learned.explanation." + id, words)}}}};
  figure.facts = factsOf(*table);
  picture.add(figure, table);
  return figure;
}

}  // namespace

View learnedView() {
  View view;
  view.id = "learned";
  view.group = "learn";
  std::vector<std::string> pictures;
  for (const PictureRow& row : kPictures) {
    pictures.emplace_back(row.id);
  }
  ParameterSpec length =
      withOwnWords(integerParameter(parameter::kLength, 640, 2, kMostShown, ParameterScale::log2));
  length.automatic = "table";
  length.standard = std::string("table");
  view.schema =
      joinSchemas({{withOwnWords(choiceParameter(kPicture, pictures.front(), pictures)), length,
                    onlyWhere(withOwnWords(integerParameter(kColumn, 0, 0, kMostShown - 1)),
                              kPicture, {"table", "spectrum"}),
                    onlyWhere(withOwnWords(integerParameter(kPosition, 100, 0, kMostShown - 1)),
                              kPicture, {"similarity"}),
                    rareParameter(integerParameter(parameter::kSeed, 0, 0, 4294967295.0))},
                   modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == kPicture.name || spec.name == parameter::kLength.name;
  }
  view.facts = factNames(factsOf(LearnedTable()));
  view.scheme = [](const Params&) { return Scheme::learned; };
  view.build = build;
  return view;
}

}  // namespace poscope
