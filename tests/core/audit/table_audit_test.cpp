// Dumped cos/sin tables: tables of known recipes, written in every layout, are found again with
// their verdicts; what is no table is refused.
#include <QTemporaryDir>
#include <QtTest>
#include <cstring>

#include "audit_test_data.h"
#include "core/analysis/phase_rows.h"
#include "core/audit/table_audit.h"

using namespace poscope;
using namespace poscope::testing;

class TableAuditTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(folder_.isValid()); }
  void tableOfARecipe_isFoundAgain_data();
  void tableOfARecipe_isFoundAgain();
  void layouts_areAllRead_data();
  void layouts_areAllRead();
  void verdicts_areThoseOfTheRecipe();
  void linearScaling_isFound();
  void otherScaling_isNotKnownButCounted();
  void context_limitsTheRows();
  void recipe_askedFor_isComparedAlone();
  void noTable_isAFileError_data();
  void noTable_isAFileError();
  void lostRows_areBad();

 private:
  std::filesystem::path file(const char* name) const {
    return folder_.filePath(QString::fromLatin1(name)).toStdString();
  }
  QTemporaryDir folder_;
};

namespace {

using Columns = std::vector<const std::vector<double>*>;

struct Source {
  const char* recipe = "hf-llama";
  const char* format = "bf16";
  RopeShape shape;
  std::int64_t rows = 1024;
};

PhaseRows tableOf(const Source& source) {
  const auto pipeline = phasePipeline(*findRecipe(Scheme::rope, source.recipe), source.shape,
                                      *findFormat(source.format), source.rows);
  PhaseRows table;
  fillPhaseRows(*pipeline, 0, source.rows, table);
  return table;
}

// A fp32 .npy of rows x width, each number by `at(row, column)`.
template <typename At>
void writeNpy(const std::filesystem::path& path, std::int64_t rows, std::int64_t width,
              const std::string& shape, const At& at) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
  header += std::string(63 - (header.size() + 10) % 64, ' ') + "\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xFFU);
  bytes += static_cast<char>(header.size() >> 8U);
  bytes += header;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < width; ++c) {
      const auto value = static_cast<float>(at(r, c));
      char raw[4];
      std::memcpy(raw, &value, 4);
      bytes.append(raw, 4);
    }
  }
  writeFile(path, bytes);
}

std::string shapeOf(std::int64_t rows, std::int64_t width) {
  return "(" + std::to_string(rows) + ", " + std::to_string(width) + ")";
}

void writeHalves(const std::filesystem::path& path, const PhaseRows& table) {
  writeNpy(path, table.rows, 2 * table.pairs, shapeOf(table.rows, 2 * table.pairs),
           [&](std::int64_t r, std::int64_t c) {
             return c < table.pairs ? table.cosine(r)[c] : table.sine(r)[c - table.pairs];
           });
}

AuditReport auditedTable(const std::filesystem::path& path, const AuditRequest& request = {}) {
  const auto report = auditTable({path, "table"}, request);
  if (!report) {
    qWarning("%s", qPrintable(english(report.error().text)));
    return {};
  }
  return *report;
}

Source sourceOf(const char* recipe, const char* format, double base = 10000,
                std::int64_t dim = 128) {
  Source source{recipe, format, {}, 1024};
  source.shape.base = base;
  source.shape.dim = dim;
  return source;
}

}  // namespace

void TableAuditTest::tableOfARecipe_isFoundAgain_data() {
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<QString>("format");
  QTest::addColumn<double>("base");
  QTest::addColumn<int>("dim");
  for (const char* recipe : {"hf-llama", "hf-llama-cast", "module-cast", "zero-init",
                             "xpos-torchscale", "tf32-matmul"}) {
    QTest::addRow("%s bf16", recipe) << recipe << "bf16" << 1e4 << 128;
    QTest::addRow("%s fp16", recipe) << recipe << "fp16" << 5e5 << 64;
  }
  QTest::newRow("fp32") << "hf-llama"
                        << "fp32" << 1e6 << 96;
  QTest::newRow("recurrence") << "llama.cpp"
                              << "fp32" << 1e4 << 128;
  QTest::newRow("stepwise") << "chatglm2-6b"
                            << "fp16" << 1e4 << 64;
}

void TableAuditTest::tableOfARecipe_isFoundAgain() {
  QFETCH(QString, recipe);
  QFETCH(QString, format);
  QFETCH(double, base);
  QFETCH(int, dim);
  const QByteArray id = recipe.toLatin1();
  const QByteArray formatId = format.toLatin1();
  Source source = sourceOf(id.constData(), formatId.constData(), base, dim);
  source.rows = 4096;  // fp16 holds the first 2048 positions.
  writeHalves(file("found.npy"), tableOf(source));
  const AuditReport report = auditedTable(file("found.npy"));
  QVERIFY(report.table.has_value());
  QCOMPARE(QString::fromStdString(report.table->recipe), recipe);
  QCOMPARE(QString::fromStdString(report.table->format), format);
  QCOMPARE(report.table->base, base);
  QCOMPARE(report.table->pairs, dim / 2);
  QCOMPARE(report.table->equalRows, 4096);
  for (const AuditFinding& finding : report.findings) {
    QVERIFY2(isComplete(finding.text), finding.text.key.c_str());
  }
  QVERIFY(isComplete(report.conclusion) && isComplete(report.table->layout));
}

void TableAuditTest::layouts_areAllRead_data() {
  QTest::addColumn<QString>("layout");
  for (const char* layout : {"cos_sin", "sin_cos", "interleaved_cos", "interleaved_sin", "doubled",
                             "doubled_beside", "axes"}) {
    QTest::newRow(layout) << layout;
  }
}

void TableAuditTest::layouts_areAllRead() {
  QFETCH(QString, layout);
  const PhaseRows table = tableOf(sourceOf("module-cast", "bf16"));
  const std::int64_t pairs = table.pairs;
  const auto cosine = [&](std::int64_t r, std::int64_t i) { return table.cosine(r)[i]; };
  const auto sine = [&](std::int64_t r, std::int64_t i) { return table.sine(r)[i]; };
  const bool doubled = layout.startsWith("doubled");
  const std::int64_t width = doubled ? 4 * pairs : 2 * pairs;
  const std::string shape =
      layout == "axes" ? "(1, 1, " + std::to_string(table.rows) + ", " + std::to_string(width) + ")"
                       : shapeOf(table.rows, width);
  writeNpy(file("layout.npy"), table.rows, width, shape, [&](std::int64_t r, std::int64_t c) {
    if (layout == "interleaved_cos" || layout == "interleaved_sin") {
      return (c % 2 == 0) == (layout == "interleaved_cos") ? cosine(r, c / 2) : sine(r, c / 2);
    }
    if (layout == "doubled") {
      return c < 2 * pairs ? cosine(r, c % pairs) : sine(r, c % pairs);
    }
    if (layout == "doubled_beside") {
      return c < 2 * pairs ? cosine(r, c / 2) : sine(r, (c - 2 * pairs) / 2);
    }
    return (c < pairs) != (layout == "sin_cos") ? cosine(r, c % pairs) : sine(r, c % pairs);
  });
  const AuditReport report = auditedTable(file("layout.npy"));
  QVERIFY(report.table.has_value());
  QCOMPARE(report.table->pairs, pairs);
  QCOMPARE(report.table->rows, table.rows);
  QCOMPARE(report.table->recipe, "module-cast");
  QCOMPARE(report.table->equalRows, table.rows);
}

// What is measured on the file is what judge works out from the recipe; the rotation is not part of
// a table, so Relative is compared with the recipe whose rotation is exact.
void TableAuditTest::verdicts_areThoseOfTheRecipe() {
  for (const char* id : {"hf-llama", "hf-llama-cast", "module-cast"}) {
    Source source = sourceOf(id, "bf16");
    source.rows = 4096;
    writeHalves(file("verdicts.npy"), tableOf(source));
    const AuditReport report = auditedTable(file("verdicts.npy"));
    QCOMPARE(report.ways.size(), std::size_t{1});
    const Verdicts& found = report.ways.front().verdicts;
    VerdictSetup setup;
    setup.recipe =
        *withStage(*withStage(*findRecipe(Scheme::rope, id), "rotation", "fp64"), "score", "fp64");
    setup.format = findFormat("bf16");
    setup.context = 4096;
    const auto judged = judge(setup);
    QVERIFY(judged.has_value());
    QCOMPARE(found.unique.distinct, judged->unique.distinct);
    QCOMPARE(found.unique.firstCollision, judged->unique.firstCollision);
    QVERIFY(found.unique.state == judged->unique.state);
    QCOMPARE(found.faithful.error, judged->faithful.error);
    QCOMPARE(found.faithful.position, judged->faithful.position);
    QCOMPARE(found.faithful.holdsUpTo, judged->faithful.holdsUpTo);
    QVERIFY(found.faithful.state == judged->faithful.state);
    QVERIFY(found.relative.state == judged->relative.state);
    for (std::size_t d = 0; d < found.relative.spreads.size(); ++d) {
      QVERIFY(std::abs(found.relative.spreads[d].spread - judged->relative.spreads[d].spread) <
              1e-9);
    }
  }
}

void TableAuditTest::linearScaling_isFound() {
  Source source = sourceOf("hf-4.31", "bf16");
  source.shape.scaling.type = "linear";
  source.shape.scaling.numbers = {{"factor", 4}};
  writeHalves(file("linear.npy"), tableOf(source));
  const AuditReport report = auditedTable(file("linear.npy"));
  QCOMPARE(report.table->base, 10000.0);
  QCOMPARE(report.table->equalRows, 1024);
  QVERIFY(english(findingOf(report, "table-matches")->text).contains("factor 4"));
  QVERIFY(report.ways.front().safe);
}

void TableAuditTest::otherScaling_isNotKnownButCounted() {
  Source source = sourceOf("hf-llama", "bf16");
  source.shape.scaling.type = "llama3";
  source.shape.scaling.numbers = {{"factor", 8},
                                  {"low_freq_factor", 1},
                                  {"high_freq_factor", 4},
                                  {"original_max_position_embeddings", 64}};
  writeHalves(file("llama3.npy"), tableOf(source));
  const AuditReport report = auditedTable(file("llama3.npy"));
  QVERIFY(report.ways.empty());
  QVERIFY(findingOf(report, "table-not-known") != nullptr);
  QVERIFY(said(report, "table-unique").contains("1,024"));
}

void TableAuditTest::context_limitsTheRows() {
  writeHalves(file("context.npy"), tableOf(sourceOf("module-cast", "bf16")));
  const AuditReport report = auditedTable(file("context.npy"), inFormat("bf16", 256));
  QCOMPARE(report.table->rows, 256);
  QCOMPARE(report.ways.front().verdicts.unique.distinct, 256);
}

void TableAuditTest::recipe_askedFor_isComparedAlone() {
  writeHalves(file("asked.npy"), tableOf(sourceOf("module-cast", "bf16")));
  AuditRequest request;
  request.recipe = "hf-llama";
  const AuditReport report = auditedTable(file("asked.npy"), request);
  QCOMPARE(report.table->recipe, "hf-llama");
  QCOMPARE(report.table->equalRows, 1);  // Position 0.
  request.recipe = "bloom";
  const auto other = auditTable({file("asked.npy"), "table"}, request);
  QVERIFY(!other && other.error().kind == ErrorKind::usage && isComplete(other.error().text));
}

void TableAuditTest::noTable_isAFileError_data() {
  QTest::addColumn<QString>("name");
  for (const char* name :
       {"cases/arr_f4_c.npy", "cases/arr_f2_1d_768.npy", "cases/arr_object.npy",
        "cases/arr_truncated.npy", "cases/arr_header_too_long.npy", "cases/arr_bf16_as_V2.npy",
        "cases/arr_py2_long.npy", "cases/st_f32_metadata.safetensors", "cases/st_bf16.safetensors",
        "cases/st_f8.safetensors", "cases/st_git_lfs_pointer.safetensors",
        "cases/st_header_132MB_claim.safetensors", "cases/st_data_truncated.safetensors",
        "cases/none.npy"}) {
    QTest::newRow(name) << name;
  }
}

void TableAuditTest::noTable_isAFileError() {
  QFETCH(QString, name);
  const auto report = auditTable({dataPath(name.toStdString()), name.toStdString()}, {});
  QVERIFY(!report.has_value());
  QVERIFY(report.error().kind == ErrorKind::file);
  QVERIFY(isComplete(report.error().text));
}

void TableAuditTest::lostRows_areBad() {
  PhaseRows table = tableOf(sourceOf("hf-llama", "bf16"));
  table.cosines[static_cast<std::size_t>(700 * table.pairs)] = std::nan("");
  writeHalves(file("lost.npy"), table);
  const AuditReport report = auditedTable(file("lost.npy"));
  QCOMPARE(report.ways.front().verdicts.unique.lost, 1);
  QVERIFY(!report.ways.front().fine());
  QVERIFY(english(report.conclusion).contains("lost"));
}

QTEST_GUILESS_MAIN(TableAuditTest)
#include "table_audit_test.moc"
