// The page learned: it names its example, shows nothing past the end, and its pictures are of the
// same numbers.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "core/analysis/example_table.h"
#include "tests/core/model/tensor_files.h"
#include "tests/core/views/opened_figure.h"

using namespace poscope;
using namespace poscope::testing;
using poscope::test::figureOf;
using poscope::test::opened;
using poscope::test::panelOf;
using poscope::test::real;

namespace {

QString words(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

// A copy: the panel is often gone.
HeatLayer heatOf(const PlotPanel& panel) {
  return std::get<HeatLayer>(panel.layers.front());
}

QString readings(const PlotPanel& panel, double x, double y) {
  QString all;
  for (const DetailRow& row : panel.inspection->at(x, y).rows) {
    all += words(row.label) + ": " + words(row.value) + "\n";
  }
  return all;
}

}  // namespace

class LearnedPageTest : public QObject {
  Q_OBJECT

 private slots:
  void example_isNamedInQuestionExplanationAndData();
  void table_cells_areTheExamplesAndNothingPastTheEnd();
  void inspection_pastTheEnd_saysNoData();
  void length_shorterThanTheTable_hasNoHatch();
  void similarity_isTheCosine();
  void spectrum_sharesSumToOne();
  void curve_ofAColumn_endsWithTheTable();
  void column_beyondTheTable_isRefused();
  void file_isNamedOnThePage_andItsNumbersAreShown();
  void file_ofSeveralTables_listsThem_andTensorChooses();
  void offset_skipsRows_andTheTableEndsWhereTheFileDoes();
  void offset_thatLeavesNoTwoPositions_isRefused();
  void npy_ofAnyName_isTaken_whereThePageIsAsked();
  void npy_ofV2_isReadAsBf16_andSaysSo();
  void file_thatIsNoTable_isRefusedByOneSentence_data();
  void file_thatIsNoTable_isRefusedByOneSentence();
  void file_cutShort_isRefused();
  void rowsOfZeros_haveNoDirection_andAreCounted();
  void columnsThatNeverChange_haveNoWaves();
  void largeTable_hasTheWavesOfAllColumnsOnTheirPictureOnly();

 private:
  QString pathOf(const char* name) const { return folder_.filePath(name); }
  std::filesystem::path written(const char* name, const std::vector<WrittenTensor>& tensors) const {
    const std::filesystem::path path = pathOf(name).toStdString();
    writeSafetensors(path, tensors);
    return path;
  }
  QTemporaryDir folder_;
};

namespace {

constexpr const char* kPadded = "model.decoder.embed_positions.weight";

// Another number at every place.
WrittenTensor numbered(const char* name, std::vector<std::int64_t> shape) {
  WrittenTensor tensor{name, std::move(shape), {}};
  std::int64_t count = 1;
  for (const std::int64_t size : tensor.shape) {
    count *= size;
  }
  for (std::int64_t k = 0; k < count; ++k) {
    tensor.values.push_back(static_cast<float>(k % 7 - 3) + static_cast<float>(k) / 1024);
  }
  return tensor;
}

QString refusal(const Result<poscope::test::OpenedState>& opened) {
  const auto figure = opened ? opened->figure() : tl::unexpected(opened.error());
  return figure ? QString("nothing is refused") : words(figure.error().text);
}

// The bytes of a .npy of version 1.0.
std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         data;
}

}  // namespace

void LearnedPageTest::example_isNamedInQuestionExplanationAndData() {
  const Figure figure = figureOf("learned?seed=3");
  QVERIFY(words(figure.finding.question).startsWith("An example, not a trained model"));
  QVERIFY(words(figure.finding.explanation).contains("drawn with seed 3"));
  QCOMPARE(heatOf(panelOf<PlotPanel>(figure, "table")).of, std::string("example, seed 3"));
}

void LearnedPageTest::table_cells_areTheExamplesAndNothingPastTheEnd() {
  const Figure figure = figureOf("learned");
  QCOMPARE(integerFact(figure, "table_rows"), std::int64_t{512});
  QCOMPARE(integerFact(figure, "positions_without_row"), std::int64_t{128});
  const PlotPanel panel = panelOf<PlotPanel>(figure, "table");
  const CellSource& source = *heatOf(panel).source;
  QCOMPARE(source.rows(), std::int64_t{640});
  const std::vector<double> table = exampleTable(0, 512, 768);
  for (const std::int64_t row : {0, 1, 255, 511}) {
    for (const std::int64_t column : {0, 100, 767}) {
      QCOMPARE(source.value(row, column, Quantity::a),
               table[static_cast<std::size_t>(row * 768 + column)]);
    }
  }
  for (const std::int64_t row : {512, 600, 639}) {
    QVERIFY(std::isnan(source.value(row, 5, Quantity::a)));
  }
}

void LearnedPageTest::inspection_pastTheEnd_saysNoData() {
  const PlotPanel panel = panelOf<PlotPanel>(figureOf("learned"), "table");
  QVERIFY2(readings(panel, 10, 512).contains("no data: the last row is that of position 511"),
           qPrintable(readings(panel, 10, 512)));
  QVERIFY(!readings(panel, 10, 511).contains("no data"));
  QVERIFY(readings(panel, 10, 640).isEmpty());
  QVERIFY(readings(panel, 768, 3).isEmpty());
  QVERIFY(readings(panel, NAN, 3).isEmpty());
  const PlotPanel matrix =
      panelOf<PlotPanel>(figureOf("learned?picture=similarity"), "similarities");
  QVERIFY(readings(matrix, 520, 10).contains("no data"));
  QVERIFY(readings(matrix, 10, 520).contains("no data"));
}

void LearnedPageTest::length_shorterThanTheTable_hasNoHatch() {
  const Figure figure = figureOf("learned?length=100");
  QCOMPARE(integerFact(figure, "positions_without_row"), std::int64_t{0});
  const PlotPanel panel = panelOf<PlotPanel>(figure, "table");
  QCOMPARE(panel.layers.size(), std::size_t{1});
  QCOMPARE(heatOf(panel).source->rows(), std::int64_t{100});
}

void LearnedPageTest::similarity_isTheCosine() {
  const Figure figure = figureOf("learned?picture=similarity&position=7");
  const PlotPanel matrix = panelOf<PlotPanel>(figure, "similarities");
  const std::vector<double> table = exampleTable(0, 512, 768);
  const auto cosine = [&table](std::size_t one, std::size_t other) {
    double product = 0;
    double left = 0;
    double right = 0;
    for (std::size_t c = 0; c < 768; ++c) {
      product += table[one * 768 + c] * table[other * 768 + c];
      left += table[one * 768 + c] * table[one * 768 + c];
      right += table[other * 768 + c] * table[other * 768 + c];
    }
    return product / std::sqrt(left * right);
  };
  const CellSource& source = *heatOf(matrix).source;
  QVERIFY(std::abs(source.value(7, 7, Quantity::a) - 1) < 1e-12);
  QVERIFY(std::abs(source.value(7, 300, Quantity::a) - cosine(7, 300)) < 1e-12);
  QVERIFY(std::isnan(source.value(7, 512, Quantity::a)));
  const auto profile = panelOf<PlotPanel>(figure, "profile");
  const auto& curve = std::get<PointLayer>(profile.layers.back());
  QCOMPARE(curve.x.size(), std::size_t{512});
  QVERIFY(std::abs(curve.y[300] - cosine(7, 300)) < 1e-12);
}

void LearnedPageTest::spectrum_sharesSumToOne() {
  const Figure figure = figureOf("learned?picture=spectrum&column=3");
  const CellSource& source = *heatOf(panelOf<PlotPanel>(figure, "spectra")).source;
  QCOMPARE(source.rows(), std::int64_t{256});
  double sum = 0;
  for (std::int64_t row = 0; row < 256; ++row) {
    sum += source.value(row, 3, Quantity::a);
  }
  QVERIFY(std::abs(sum - 1) < 1e-12);
  const std::int64_t cycles = integerFact(figure, "column_cycles");
  QCOMPARE(source.value(cycles - 1, 3, Quantity::a), real(figure, "column_share"));
}

void LearnedPageTest::curve_ofAColumn_endsWithTheTable() {
  const PlotPanel panel = panelOf<PlotPanel>(figureOf("learned?column=9"), "column");
  const auto& curve = std::get<PointLayer>(panel.layers.back());
  QCOMPARE(curve.x.back(), 511.0);
  QCOMPARE(curve.y.back(), exampleTable(0, 512, 768)[511 * 768 + 9]);
  QVERIFY(readings(panel, 600, 0).contains("no data"));
}

void LearnedPageTest::column_beyondTheTable_isRefused() {
  const auto state = parseLink("poscope:learned?column=768");
  QVERIFY(state.has_value());
  const auto figure = buildFigure(*findView("learned"), state->params, {makeCpuBackend(), {}, {}});
  QVERIFY(!figure.has_value());
  const QString problem = words(figure.error().text);
  QVERIFY2(problem.contains("768") && problem.contains("from 0 to 767"), qPrintable(problem));
}

void LearnedPageTest::file_isNamedOnThePage_andItsNumbersAreShown() {
  const WrittenTensor tensor = numbered("transformer.wpe.weight", {12, 4});
  const auto path = written("gpt.safetensors", {numbered("ln_f.weight", {4}), tensor});
  const Figure figure = figureOf(opened(path, "learned"));
  for (const QString& said : {words(figure.finding.question), words(figure.finding.explanation)}) {
    QVERIFY2(said.contains("transformer.wpe.weight") && said.contains("gpt.safetensors"),
             qPrintable(said));
    QVERIFY(!said.contains("xample"));
  }
  QVERIFY(words(figure.finding.explanation).contains("12 rows of 4 numbers in fp32"));
  const HeatLayer& heat = heatOf(panelOf<PlotPanel>(figure, "table"));
  QCOMPARE(heat.of, std::string("gpt.safetensors transformer.wpe.weight"));
  QCOMPARE(heat.source->rows(), std::int64_t{15});
  QCOMPARE(heat.source->value(11, 3, Quantity::a), static_cast<double>(tensor.values[47]));
  QVERIFY(std::isnan(heat.source->value(12, 0, Quantity::a)));
  const auto named = [&figure](const char* name, const std::string& value) {
    return std::find(figure.source.parameters.begin(), figure.source.parameters.end(),
                     std::pair(std::string(name), value)) != figure.source.parameters.end();
  };
  QVERIFY(named("file", "gpt.safetensors") && named("tensor", "transformer.wpe.weight"));
}

void LearnedPageTest::file_ofSeveralTables_listsThem_andTensorChooses() {
  const auto path = written("bart.safetensors", {numbered("encoder.embed_positions.weight", {9, 4}),
                                                 numbered(kPadded, {7, 3})});
  auto state = opened(path, "learned");
  QVERIFY(state);
  const Figure first = figureOf(state);
  QCOMPARE(integerFact(first, "table_rows"), std::int64_t{9});
  const auto list = panelOf<TablePanel>(first, "tensors");
  QCOMPARE(list.rows.size(), std::size_t{2});
  QVERIFY(list.rows[0].selected && !list.rows[1].selected);
  QCOMPARE(words(list.rows[1].cells[1].text), QString("[7, 3]"));
  const Action& action = list.rows[1].action;
  state->set(action.parameter, action.value);
  QCOMPARE(integerFact(figureOf(state), "table_columns"), std::int64_t{3});
  state->set("tensor", "decoder.embed_positions.weight");
  const QString said = refusal(state);
  QVERIFY2(said.contains("bart.safetensors") && said.contains(kPadded), qPrintable(said));
}

void LearnedPageTest::offset_skipsRows_andTheTableEndsWhereTheFileDoes() {
  const WrittenTensor tensor = numbered(kPadded, {34, 2});
  auto state = opened(written("opt.safetensors", {tensor}), "learned");
  QVERIFY(state);
  const Figure told = figureOf(state);
  QCOMPARE(integerFact(told, "positions_known"), std::int64_t{32});
  QVERIFY(words(told.finding.explanation).contains("Position 0 is row 2:"));
  const auto panel = panelOf<PlotPanel>(told, "table");
  const CellSource& source = *heatOf(panel).source;
  QCOMPARE(source.value(0, 1, Quantity::a), static_cast<double>(tensor.values[5]));
  QCOMPARE(source.value(31, 1, Quantity::a), static_cast<double>(tensor.values[67]));
  QVERIFY(std::isnan(source.value(32, 1, Quantity::a)));
  QVERIFY(readings(panel, 1, 32).contains("no data: the last row is that of position 31"));
  state->set("offset", "0");
  const Figure set = figureOf(state);
  QCOMPARE(integerFact(set, "positions_known"), std::int64_t{34});
  QVERIFY(words(set.finding.explanation).contains("Position 0 is row 0."));
  state->set("offset", "1");
  QVERIFY(words(figureOf(state).finding.explanation).contains("Position 0 is row 1, as set"));
}

void LearnedPageTest::offset_thatLeavesNoTwoPositions_isRefused() {
  auto state = opened(written("short.safetensors", {numbered(kPadded, {6, 2})}), "learned");
  QVERIFY(state);
  QCOMPARE(integerFact(figureOf(state->set("offset", "4")), "positions_known"), std::int64_t{2});
  state->set("offset", "5");
  const QString said = refusal(state);
  QVERIFY2(said.contains("offset: \"5\"") && said.contains("from 0 to 4"), qPrintable(said));
}

void LearnedPageTest::npy_ofAnyName_isTaken_whereThePageIsAsked() {
  const std::filesystem::path path = pathOf("mine.npy").toStdString();
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  writeFile(path, npy("<f8", "(3, 2)", {reinterpret_cast<const char*>(values.data()), 48}));
  const Figure figure = figureOf(opened(path, "learned"));
  QCOMPARE(heatOf(panelOf<PlotPanel>(figure, "table")).source->value(2, 1, Quantity::a), 6.0);
  QVERIFY(words(figure.finding.question).contains("mine in mine.npy"));
}

void LearnedPageTest::npy_ofV2_isReadAsBf16_andSaysSo() {
  const std::filesystem::path path = pathOf("wpe.npy").toStdString();
  const std::string codes("\x80\x3F\x00\xC0\x40\x40\x00\x00\x20\x41\x00\x3F", 12);
  writeFile(path, npy("|V2", "(3, 2)", codes));
  const Figure figure = figureOf(opened(path, "learned"));
  const CellSource& source = *heatOf(panelOf<PlotPanel>(figure, "table")).source;
  QCOMPARE(source.value(0, 1, Quantity::a), -2.0);
  QCOMPARE(source.value(2, 0, Quantity::a), 10.0);
  QCOMPARE(figure.notes.size(), std::size_t{1});
  QVERIFY2(words(figure.notes.front()).contains("read as bf16"),
           qPrintable(words(figure.notes.front())));
}

void LearnedPageTest::file_thatIsNoTable_isRefusedByOneSentence_data() {
  QTest::addColumn<std::string>("bytes");
  QTest::addColumn<QString>("said");
  const auto row = [](const char* name, std::string bytes, const char* said) {
    QTest::newRow(name) << std::move(bytes) << QString(said);
  };
  const std::string zeros(64, '\0');
  row("one axis", npy("<f4", "(16,)", zeros),
      "holds no tensor that learned reads. Expected: *.wpe");
  row("three axes", npy("<f4", "(2, 4, 2)", zeros), "holds no tensor that learned reads");
  row("no rows", npy("<f4", "(0, 4)", {}), "holds no tensor that learned reads");
  row("integers", npy("<i4", "(8, 2)", zeros), "holds int32. Expected numbers in a floating-point");
  row("other numbers", npy("<c8", "(4, 2)", zeros), "holds c8. Expected numbers in a floating");
  row("not a number",
      npy("<f4", "(8, 2)", zeros.substr(0, 20) + std::string("\0\0\xC0\x7F", 4) + zeros.substr(24)),
      "holds nan at [2, 1]. Expected finite numbers");
  row("too long", npy("<f2", "(1048577, 2)", std::string(4 * 1048577, '\0')),
      "has 1,048,577 rows. Expected a table of at most 1,048,576");
}

void LearnedPageTest::file_thatIsNoTable_isRefusedByOneSentence() {
  QFETCH(std::string, bytes);
  QFETCH(QString, said);
  const std::filesystem::path path = pathOf("bad.npy").toStdString();
  writeFile(path, bytes);
  const QString problem = refusal(opened(path, "learned"));
  QVERIFY2(problem.contains(said) && problem.contains("bad.npy"), qPrintable(problem));
}

void LearnedPageTest::file_cutShort_isRefused() {
  const std::filesystem::path path = pathOf("cut.safetensors").toStdString();
  const std::string whole = safetensors({numbered("wpe.weight", {40, 3})});
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{7}, std::size_t{30}, whole.size() - 1}) {
    writeFile(path, whole.substr(0, length));
    const QString problem = refusal(opened(path, "learned"));
    QVERIFY2(problem.contains("cut.safetensors"), qPrintable(problem));
  }
}

void LearnedPageTest::rowsOfZeros_haveNoDirection_andAreCounted() {
  WrittenTensor tensor = numbered("wpe.weight", {8, 2});
  tensor.values[6] = tensor.values[7] = 0;
  auto state = opened(written("zero.safetensors", {tensor}), "learned");
  QVERIFY(state);
  const Figure figure = figureOf(state->set("picture", "similarity"));
  QVERIFY(std::isfinite(real(figure, "similarity_near")));
  QCOMPARE(figure.notes.size(), std::size_t{1});
  QVERIFY(words(figure.notes.front()).startsWith("1 row is all zeros"));
  tensor.values.assign(16, 0.0F);
  state = opened(written("zeros.safetensors", {tensor}), "learned");
  QVERIFY(state);
  QVERIFY(words(figureOf(state->set("picture", "similarity")).finding.sentence)
              .startsWith("No two of these rows can be compared"));
}

void LearnedPageTest::columnsThatNeverChange_haveNoWaves() {
  const WrittenTensor tensor{"wpe.weight", {6, 2}, std::vector<float>(12, 0.3F)};
  auto state = opened(written("constant.safetensors", {tensor}), "learned");
  QVERIFY(state);
  QVERIFY(words(figureOf(state->set("picture", "spectrum")).finding.sentence)
              .startsWith("No column changes along the 6 positions"));
}

void LearnedPageTest::largeTable_hasTheWavesOfAllColumnsOnTheirPictureOnly() {
  auto state =
      opened(written("large.safetensors", {numbered("wpe.weight", {2049, 2048})}), "learned");
  QVERIFY(state);
  const Figure table = figureOf(state);
  QCOMPARE(std::get<std::string>(*findFact(table, "half_power_cycles")), std::string());
  QVERIFY(words(table.notes.front()).startsWith("The table is large"));
  const Figure waves = figureOf(state->set("picture", "spectrum"));
  QVERIFY(integerFact(waves, "half_power_cycles") > 0);
  QVERIFY(waves.notes.empty());
  // Two columns share a transform there.
  QCOMPARE(integerFact(waves, "column_cycles"), integerFact(table, "column_cycles"));
  QVERIFY(std::abs(real(waves, "column_share") - real(table, "column_share")) < 1e-12);
}

QTEST_GUILESS_MAIN(LearnedPageTest)
#include "learned_page_test.moc"
