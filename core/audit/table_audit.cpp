#include "core/audit/table_audit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/row_groups.h"
#include "core/analysis/table_row.h"
#include "core/analysis/verdict_parts.h"
#include "core/audit/patch.h"
#include "core/audit/table_fit.h"
#include "core/audit/way_findings.h"
#include "core/base/numbers.h"

namespace poscope {
namespace {

constexpr std::int64_t kTileRows = 1024;
constexpr std::int64_t kMostBlocks = 64;
constexpr std::int64_t kMostRows = std::int64_t{1} << 20;

UniqueVerdict uniqueOf(const PhaseRows& rows) {
  std::vector<std::uint64_t> hashes;
  std::int64_t lost = 0;
  for (std::int64_t r = 0; r < rows.rows; ++r) {
    const RowPair row = rowPair(rows, rows, r);
    hashes.push_back(rowHash(row));
    lost += isLost(row) ? 1 : 0;
  }
  UniqueVerdict unique = countGroups(std::move(hashes), 0, [&](std::int64_t k, std::int64_t other) {
    return sameRow(rows, k, rows, other);
  });
  unique.lost = lost;
  unique.state = lost > 0 ? VerdictState::bad : unique.state;
  return unique;
}

/// What a table is held against: that of an fp32 phase, the exact one of its reference, and this
/// one stored in the table's format.
struct Sides {
  PhasePipeline practice;
  Rounding stored;
};

struct Errors {
  std::vector<double> own;  // The largest of each row.
  double storage = 0;
  double practice = 0;
};

// The angle between the stored entries and the exact ones.
void joinPhase(const RowPair& row, std::int64_t position, PhaseError& phase) {
  for (std::int64_t i = 0; i < row.pairs; ++i) {
    const double c = row.exactCosines[i];
    const double s = row.exactSines[i];
    const double cosine = row.cosines[i];
    const double sine = row.sines[i];
    const double angle = std::abs(std::atan2(sine * c - cosine * s, cosine * c + sine * s));
    if (angle > phase.radians) {
      phase = {angle, position, i};
    }
  }
}

Errors errorsOf(const PhaseRows& rows, const Sides& sides, FaithfulVerdict& worst,
                PhaseError& phase) {
  Errors errors;
  PhaseRows exact;
  PhaseRows practice;
  for (std::int64_t first = 0; first < rows.rows; first += kTileRows) {
    const std::int64_t count = std::min(kTileRows, rows.rows - first);
    fillReferenceRows(sides.practice.reference, first, count, exact);
    fillPhaseRows(sides.practice, first, count, practice);
    errors.storage = std::max(errors.storage, storageError(sides.stored, exact));
    for (std::int64_t r = 0; r < count; ++r) {
      const RowPair row{rows.cosine(first + r), rows.sine(first + r), exact.cosine(r),
                        exact.sine(r), rows.pairs};
      const double error = rowError(row);
      if (error > worst.error) {
        worst.error = error;
        worst.position = first + r;
        worst.index = pairOfError(row, error);
      }
      errors.own.push_back(error);
      errors.practice = std::max(errors.practice, rowError(rowPair(practice, exact, r)));
      joinPhase(row, first + r, phase);
    }
  }
  return errors;
}

FaithfulVerdict faithfulOf(const PhaseRows& rows, const Sides& sides, PhaseError& phase) {
  FaithfulVerdict verdict;
  const Errors errors = errorsOf(rows, sides, verdict, phase);
  verdict.storage = errors.storage;
  const auto over = std::find_if(errors.own.begin(), errors.own.end(),
                                 [&](double error) { return overStorage(error, errors.storage); });
  verdict.holdsUpTo = over - errors.own.begin();
  verdict.state = stateOf(over != errors.own.end(), verdict.error, 2 * errors.practice);
  return verdict;
}

// The score of two rows, 1 for equal exact ones: q = k = ones, rotated without rounding.
double scoreOf(const PhaseRows& left, std::int64_t query, const PhaseRows& right,
               std::int64_t key) {
  double sum = 0;
  for (std::int64_t i = 0; i < left.pairs; ++i) {
    sum += left.cosine(query)[i] * right.cosine(key)[i] + left.sine(query)[i] * right.sine(key)[i];
  }
  return sum / static_cast<double>(left.pairs);
}

// Spreads of whole tables over the judged distances.
std::vector<Extremes> spreadsOf(const PhaseRows& rows) {
  const std::vector<std::int64_t> distances = judgedDistances(rows.rows);
  std::vector<Extremes> found(distances.size());
  for (const std::int64_t block : judgedBlocks(rows.rows, kTileRows, kMostBlocks)) {
    const std::int64_t first = block * kTileRows;
    const std::int64_t end = std::min(first + kTileRows, rows.rows);
    for (std::size_t d = 0; d < distances.size(); ++d) {
      for (std::int64_t query = std::max(first, distances[d]); query < end; ++query) {
        const double score = scoreOf(rows, query, rows, query - distances[d]);
        if (std::isfinite(score)) {
          found[d].add(score, query);
        }
      }
    }
  }
  return found;
}

RelativeVerdict relativeOf(const PhaseRows& rows, const PhaseRows& stored,
                           const PhaseRows& practice) {
  const std::vector<Extremes> own = spreadsOf(rows);
  const std::vector<Extremes> storage = spreadsOf(stored);
  const std::vector<Extremes> allowed = spreadsOf(practice);
  const std::vector<std::int64_t> distances = judgedDistances(rows.rows);
  RelativeVerdict verdict;
  for (const std::int64_t block : judgedBlocks(rows.rows, kTileRows, kMostBlocks)) {
    verdict.queries += std::min(kTileRows, rows.rows - block * kTileRows);
  }
  double worst = -1;
  for (std::size_t d = 0; d < own.size(); ++d) {
    verdict.spreads.push_back(
        {distances[d], own[d].spread(), storage[d].spread(), own[d].lowest, own[d].highest, 0});
    const double spread = own[d].spread();
    const bool over = overStorage(spread, storage[d].spread());
    verdict.state = std::max(verdict.state, stateOf(over, spread, 2 * allowed[d].spread()));
    const double ratio = spread / (kStorageFactor * storage[d].spread() + kSumming);
    if (ratio > worst) {
      worst = ratio;
      verdict.worst = d;
    }
  }
  return verdict;
}

// Scores of the last query, q.k / sqrt(d) of ones.
std::vector<double> scoresOf(const PhaseRows& rows) {
  const double root = std::sqrt(static_cast<double>(2 * rows.pairs));
  std::vector<double> scores;
  for (std::int64_t key = 0; key < rows.rows; ++key) {
    scores.push_back(root * scoreOf(rows, rows.rows - 1, rows, key));
  }
  return scores;
}

AttentionEffect effectOf(const PhaseRows& rows, const PhaseRows& exact) {
  const double moved = massMoved(scoresOf(rows), scoresOf(exact));
  return {moved, moved, 0};
}

AuditWay wayOf(const DumpedTable& table, const TableFit& fit) {
  AuditWay way;
  way.way = CastWay::none;
  way.recipe = *fit.recipe;
  way.title = "audit.way.table";
  way.link = fit.recipe->id;
  way.setup.recipe = *fit.recipe;
  way.setup.format = table.format;
  way.setup.shape = fit.shape;
  way.setup.context = table.rows.rows;
  return way;
}

Result<AuditWay> judgeTable(const DumpedTable& table, const TableFit& fit,
                            const VerdictControl& control) {
  AuditWay way = wayOf(table, fit);
  const Recipe practice = fp32Practice(*fit.recipe);
  POSCOPE_TRY(auto pipeline, phasePipeline(practice, fit.shape, *table.format, table.rows.rows));
  const Sides sides{std::move(pipeline), roundingOf(*table.format)};
  way.verdicts.unique = uniqueOf(table.rows);
  way.verdicts.faithful = faithfulOf(table.rows, sides, way.phase);
  if (control.stop.stop_requested()) {
    return cancelled();
  }
  PhaseRows exact;
  PhaseRows stored;
  PhaseRows fp32;
  fillReferenceRows(sides.practice.reference, 0, table.rows.rows, exact);
  storeRows(sides.stored, exact, stored);
  fillPhaseRows(sides.practice, 0, table.rows.rows, fp32);
  way.verdicts.relative = relativeOf(table.rows, stored, fp32);
  way.effect = effectOf(table.rows, exact);
  way.safe = way.fine();
  way.reach = way.verdicts.faithful.holdsUpTo;
  return way;
}

// A table whose frequencies no base gives: what can be said without a reference.
AuditReport unfitted(AuditReport report, const DumpedTable& table) {
  const UniqueVerdict unique = uniqueOf(table.rows);
  const bool bad = unique.state == VerdictState::bad;
  report.findings.push_back(
      withFix(makeNotice(bad ? NoticeId::tableCollides : NoticeId::tableUnique, "",
                         {{"distinct", unique.distinct},
                          {"total", unique.total},
                          {"group", unique.largestGroup},
                          {"lost", unique.lost}})));
  report.findings.push_back(withFix(makeNotice(NoticeId::tableNotKnown)));
  report.conclusion = report.findings.front().text;
  return report;
}

NoticeId matchOf(const TableFit& fit, std::int64_t rows) {
  const bool linear = fit.shape.scaling.is(&ScalingRow::byPosition);
  if (fit.equalRows == rows) {
    return linear ? NoticeId::tableEqualsLinear : NoticeId::tableEquals;
  }
  return linear ? NoticeId::tableMatchesLinear : NoticeId::tableMatches;
}

AuditReport reportOf(AuditReport report, const DumpedTable& table, const TableFit& fit,
                     AuditWay way) {
  AuditTable& shown = *report.table;
  shown.base = fit.shape.base;
  shown.recipe = fit.recipe->id;
  shown.format = table.format->id;
  shown.equalRows = fit.equalRows;
  std::vector<TextArgument> arguments{{"recipe", Text("recipe." + fit.recipe->id)},
                                      {"id", fit.recipe->id},
                                      {"format", table.format->label},
                                      {"factor", fit.shape.scaling.number("factor").value_or(1)},
                                      {"equal", fit.equalRows},
                                      {"total", table.rows.rows},
                                      {"base", shortDecimal(fit.shape.base, 9)},
                                      {"dim", fit.shape.dim}};
  const bool fine = way.fine();
  AuditFinding verdict = withFix(makeNotice(fine ? NoticeId::tableFine : NoticeId::tableBad, "",
                                            {{"outcome", wayOutcome(way)}}));
  verdict.fix = fine ? Text() : Text("audit.do.table");
  report.conclusion = verdict.text;
  report.findings.push_back(std::move(verdict));
  report.findings.push_back(
      withFix(makeNotice(matchOf(fit, table.rows.rows), "", std::move(arguments))));
  if (!fine) {
    report.fixes.emplace_back("audit.do.table");
  }
  report.ways.push_back(std::move(way));
  report.patch = patchFor(report);
  return report;
}

}  // namespace

Result<AuditReport> auditTable(const NamedFile& file, const AuditRequest& request,
                               const VerdictControl& control) {
  if (request.context && *request.context < 2) {
    return usageError(
        {"audit.error.context", {{"context", *request.context}, {"most", kMostRows}}});
  }
  const Recipe* const asked = request.recipe ? findRecipe(Scheme::rope, *request.recipe) : nullptr;
  if (request.recipe && asked == nullptr) {
    return usageError({"audit.error.table_recipe", {{"recipe", *request.recipe}}});
  }
  POSCOPE_TRY(auto table,
              readDumpedTable(file, std::min(request.context.value_or(kMostRows), kMostRows)));
  if (request.format != nullptr) {
    table.format = request.format;
  }
  AuditReport report;
  report.config.name = file.name;
  report.table = AuditTable{
      file.name, table.dtype, table.rows.rows, table.rows.pairs, table.layout, 0, "", "", 0};
  report.settings = {{"layout", renderPlain(table.layout, Language::english), "", false},
                     {"stored", table.dtype, "", false},
                     {"values", std::string(table.format->id), "", false}};
  const auto shape = fitShape(table);
  if (!shape) {
    return unfitted(std::move(report), table);
  }
  POSCOPE_TRY(const auto fit, fitRecipe(table, *shape, asked));
  return judgeTable(table, fit, control).map([&](AuditWay way) {
    return reportOf(std::move(report), table, fit, std::move(way));
  });
}

}  // namespace poscope
