// learned: what does a table of learned positions hold, and where does it end? That of an opened
// file, or a seeded example, named as such.
#include "core/views/learned.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/analysis/example_table.h"
#include "core/analysis/spectrum.h"
#include "core/base/numbers.h"
#include "core/model/learned_rows.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/opened_tensors.h"
#include "core/views/view.h"

namespace poscope {

using namespace learned;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// The shape of BERT's and of the article's table.
constexpr std::int64_t kExampleRows = 512;
constexpr std::int64_t kExampleColumns = 768;
constexpr std::int64_t kMostShown = 1048576;
constexpr std::string_view kSpectrum = "spectrum";
constexpr const char* kTold = "told";  ///< The offset that name and rows tell.

}  // namespace

double LearnedTable::value(std::int64_t at, std::int64_t of) const {
  return at < positions() ? known()[static_cast<std::size_t>(at * dim + of)] : kNan;
}

double LearnedTable::similarity(std::int64_t one, std::int64_t other) const {
  if (std::max(one, other) >= positions()) {
    return kNan;
  }
  const double* const left = known().data() + one * dim;
  const double* const right = known().data() + other * dim;
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

std::int64_t LearnedTable::strongest() const {
  return std::max_element(columnShares.begin() + 1, columnShares.end()) - columnShares.begin();
}

namespace {

void measureSimilarities(LearnedTable& table) {
  for (std::int64_t at = 0; at < table.positions(); ++at) {
    const double* const row = table.known().data() + at * table.dim;
    table.lengths.push_back(std::sqrt(std::inner_product(row, row + table.dim, row, 0.0)));
    table.zeros += table.lengths.back() == 0 ? 1 : 0;
  }
  const auto mean = [&table](std::int64_t distance) {
    std::int64_t pairs = 0;
    double sum = 0;
    for (std::int64_t at = 0; at + distance < table.positions(); ++at) {
      const double similarity = table.similarity(at, at + distance);
      if (!std::isnan(similarity)) {
        sum += similarity;
        ++pairs;
      }
    }
    return pairs > 0 ? sum / static_cast<double>(pairs) : kNan;
  };
  table.near = mean(1);
  table.far = mean(table.positions() / 2);
}

void measureWaves(LearnedTable& table) {
  double held = 0;
  for (std::int64_t cycles = 1; cycles < table.waves(); ++cycles) {
    table.power += table.meanShare(cycles);
  }
  for (table.halfCycles = 1; table.halfCycles < table.waves() - 1; ++table.halfCycles) {
    held += table.meanShare(table.halfCycles);
    if (held >= 0.5 * table.power) {
      break;
    }
  }
}

// Waves of all columns where the picture is about them, or where they take less than a second.
Result<void> transformColumns(LearnedTable& table, const Params& params,
                              const ViewContext& context) {
  constexpr std::size_t kMost = std::size_t{1} << 22;
  if (params.text(kPicture) == kSpectrum || table.known().size() <= kMost) {
    POSCOPE_TRY(table.spectra,
                columnSpectra(table.known(), table.dim, context.progress, context.stop));
    for (std::int64_t cycles = 0; cycles < table.waves(); ++cycles) {
      table.columnShares.push_back(table.share(cycles, table.column));
    }
    measureWaves(table);
    return {};
  }
  std::vector<double> column;
  for (std::int64_t at = 0; at < table.positions(); ++at) {
    column.push_back(table.value(at, table.column));
  }
  table.columnShares = powerShares(column);
  return {};
}

// The row of position 0, of a table whose rows are there.
Result<void> placeRows(LearnedTable& table, const Params& params) {
  constexpr std::int64_t kFewest = 2;  // Of one position there is nothing to compare.
  table.offsetTold = params.isAutomatic(kOffset);
  table.offset =
      table.offsetTold ? toldFirstRow(table.tensor, table.rows) : params.integer(kOffset);
  if (table.positions() < kFewest) {
    return usageError({"learned.error.offset",
                       {{"parameter", std::string(kOffset.name)},
                        {"value", std::to_string(table.offset)},
                        {"last", table.rows - kFewest},
                        {"rows", table.rows}}});
  }
  return {};
}

// What is shown of a table whose values, rows and dim are there.
Result<void> complete(LearnedTable& table, const Params& params, const ViewContext& context) {
  POSCOPE_CHECK(placeRows(table, params));
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
  measureSimilarities(table);
  return transformColumns(table, params, context);
}

LearnedTable exampleOf(const Params& params) {
  LearnedTable table;
  table.seed = static_cast<std::uint64_t>(params.integer(parameter::kSeed));
  table.owner = "example, seed " + std::to_string(table.seed);
  table.rows = kExampleRows;
  table.dim = kExampleColumns;
  table.values = exampleTable(table.seed, table.rows, table.dim);
  return table;
}

Result<LearnedTable> tableIn(const OpenedTensors& opened, const ArrayInfo& info,
                             const std::stop_token& stop) {
  LearnedTable table;
  table.file = opened.file->name;
  table.tensor = info.name;
  table.owner = opened.of(info);
  table.rows = longAxes(info)[0];
  table.dim = longAxes(info)[1];
  if (table.rows > kMostShown) {
    return fileError({"learned.error.rows",
                      {{"file", table.file},
                       {"tensor", table.tensor},
                       {"rows", table.rows},
                       {"most", kMostShown}}});
  }
  POSCOPE_TRY(table.values, opened.values(info, stop));
  table.format = std::string(formatOf(info)->label);
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
          {"seed", static_cast<std::int64_t>(table.seed)},
          {"file", table.file},
          {"tensor", table.tensor},
          {"format", table.format},
          {"rows", table.rows},
          {"offset", table.offset}};
}

std::vector<Fact> factsOf(const LearnedTable& table) {
  const bool built = !table.columnShares.empty();
  const std::int64_t strongest = built ? table.strongest() : 1;
  return {{"table_rows", table.rows},
          {"table_columns", table.dim},
          {"row_offset", table.offset},
          {"positions_known", table.positions()},
          {"positions_without_row", std::max<std::int64_t>(0, table.shown - table.positions())},
          {"similarity_near", table.near},
          {"similarity_half", table.far},
          {"half_power_cycles",
           table.spectra.empty() ? FactValue(std::string()) : FactValue(table.halfCycles)},
          {"column_cycles", strongest},
          {"column_share", built ? table.columnShares[static_cast<std::size_t>(strongest)] : 0.0}};
}

// The sentence of a picture; another one where its numbers are none, or no trained table's.
std::string sentenceOf(const LearnedTable& table, const std::string& picture) {
  const bool usual = table.near > 0.5 && std::abs(table.far) < 0.25;
  if (picture == "similarity" && !usual) {
    const bool none = std::isnan(table.near) || std::isnan(table.far);
    return none ? "similarity.none" : "similarity.plain";
  }
  return picture == "spectrum" && table.power == 0 ? "spectrum.none" : picture;
}

// Which rows are not shown: those before position 0.
Text offsetText(const LearnedTable& table, const std::vector<TextArgument>& words) {
  return {table.offset == 0  ? "learned.offset.none"
          : table.offsetTold ? "learned.offset.told"
                             : "learned.offset.set",
          words};
}

Finding findingOf(const LearnedTable& table, const std::string& picture) {
  const std::vector<TextArgument> words = wordsOf(table);
  const bool example = table.file.empty();
  return {Text(example ? "learned.question.example" : "learned.question.file", words),
          Text("learned.finding." + sentenceOf(table, picture), words),
          {"learned.explanation",
           {{"source", Text(example ? "learned.source" : "learned.source.file", words)},
            {"offset", offsetText(table, words)},
            {"what", Text("learned.explanation." + picture, words)}}}};
}

Figure figureOf(const std::shared_ptr<const LearnedTable>& table, const PictureRow& picture) {
  Figure figure;
  figure.finding = findingOf(*table, picture.id);
  figure.facts = factsOf(*table);
  if (table->zeros > 0) {
    figure.notes.emplace_back("learned.note.zeros",
                              std::vector<TextArgument>{{"count", table->zeros}});
  }
  if (table->spectra.empty()) {
    figure.notes.emplace_back("learned.note.waves");
  }
  picture.add(figure, table);
  return figure;
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(const auto opened, openedTensors(params, context));
  if (!opened) {
    LearnedTable table = exampleOf(params);
    POSCOPE_CHECK(complete(table, params, context));
    return figureOf(std::make_shared<const LearnedTable>(std::move(table)), pictureOf(params));
  }
  POSCOPE_TRY(const auto info, chosenTensor(*opened, params, TensorKind::learnedRows));
  POSCOPE_TRY(LearnedTable table, tableIn(*opened, info, context.stop));
  POSCOPE_CHECK(complete(table, params, context));
  Figure figure =
      figureOf(std::make_shared<const LearnedTable>(std::move(table)), pictureOf(params));
  const auto notes = opened->readAsNotes(info);
  figure.notes.insert(figure.notes.end(), notes.begin(), notes.end());
  if (auto choice = tensorChoice(*opened, TensorKind::learnedRows, info)) {
    figure.panels.emplace_back(*std::move(choice));
  }
  return figure;
}

// What an earlier table was asked for may lie beyond this one.
LinkSettings settingsOf(const ArrayFile& file) {
  constexpr std::int64_t kStandard = 100;
  const ArrayInfo info = tensorsOfKind(file, TensorKind::learnedRows).front();
  return {
      {std::string(parameter::kTensor.name), info.name},
      {std::string(kOffset.name), kTold},
      {std::string(parameter::kLength.name), "table"},
      {std::string(kColumn.name), "0"},
      {std::string(kPosition.name), std::to_string(std::min(kStandard, longAxes(info)[0] / 2))}};
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
  view.schema = joinSchemas(
      {{withOwnWords(choiceParameter(kPicture, pictures.front(), pictures)),
        withWord(withOwnWords(integerParameter(parameter::kLength, 640, 2, kMostShown,
                                               ParameterScale::log2)),
                 "table"),
        onlyWhere(withOwnWords(integerParameter(kColumn, 0, 0, kMostShown - 1)), kPicture,
                  {"table", "spectrum"}),
        onlyWhere(withOwnWords(integerParameter(kPosition, 100, 0, kMostShown - 1)), kPicture,
                  {"similarity"}),
        withWord(withOwnWords(integerParameter(kOffset, 0, 0, kMostShown - 1)), kTold),
        rareParameter(withOwnWords(integerParameter(parameter::kSeed, 0, 0, 4294967295.0)))},
       modelContextParameters(),
       fileParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == kPicture.name || spec.name == parameter::kLength.name ||
                      spec.name == kOffset.name || spec.name == parameter::kTensor.name;
  }
  view.reads = {{TensorKind::learnedRows, settingsOf}};
  view.facts = factNames(factsOf(LearnedTable()));
  view.scheme = [](const Params&) { return Scheme::learned; };
  view.build = build;
  return view;
}

}  // namespace poscope
