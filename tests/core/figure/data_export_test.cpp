// csv, npy and json of a figure: read back by independent readers, equal bits, in every locale.
#include "core/figure/data_export.h"

#include <QTest>
#include <bit>
#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>
#include <locale>
#include <nlohmann/json.hpp>

namespace poscope::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// value(row, column) from a function, sampled as the contract of Backend::fill says.
class FunctionSource final : public CellSource {
 public:
  using Function = double (*)(std::int64_t, std::int64_t);
  FunctionSource(std::int64_t rows, std::int64_t columns, Function function)
      : rows_(rows), columns_(columns), function_(function) {}
  std::int64_t rows() const override { return rows_; }
  std::int64_t columns() const override { return columns_; }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<float> out,
                     std::stop_token stop) const override {
    return fill(lattice, out, stop);
  }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<double> out,
                     std::stop_token stop) const override {
    return fill(lattice, out, stop);
  }

 private:
  template <typename Real>
  Result<void> fill(const Lattice& lattice, std::span<Real> out,
                    const std::stop_token& stop) const {
    if (stop.stop_requested()) {
      return cancelled();
    }
    std::size_t at = 0;
    for (std::int64_t r = 0; r < lattice.rows.count; ++r) {
      for (std::int64_t c = 0; c < lattice.columns.count; ++c) {
        const auto integer = [](const AxisLattice& axis, std::int64_t k) {
          return stratifiedSample(axis.begin(k), axis.width(k), 0, 1);
        };
        out[at++] =
            static_cast<Real>(function_(integer(lattice.rows, r), integer(lattice.columns, c)));
      }
    }
    return {};
  }
  std::int64_t rows_;
  std::int64_t columns_;
  Function function_;
};

// fp32 numbers with awkward digits, and the three that are none.
double awkward(std::int64_t row, std::int64_t column) {
  if (row == 1 && column < 3) {
    const double lost[] = {kNan, kInfinity, -kInfinity};
    return lost[column];
  }
  return row == 0 && column == 0
             ? -0.0
             : static_cast<double>(std::sin(static_cast<float>(row * 31 + column)));
}
double third(std::int64_t row, std::int64_t column) {
  return static_cast<double>(row + 1) / 3.0 + static_cast<double>(column);
}
// -1, -2 below and 1, 2.5 above.
double edge(std::int64_t row, std::int64_t column) {
  const auto at = static_cast<double>(column);
  return row == BandLayer::kLow ? -1 - at : 1 + 1.5 * at;
}
double code(std::int64_t row, std::int64_t column) {
  return static_cast<double>(row * 1'000'000 + column);
}

HeatLayer heat(const char* name, std::int64_t rows, std::int64_t columns,
               FunctionSource::Function function) {
  HeatLayer layer;
  layer.name = name;
  layer.source = std::make_shared<FunctionSource>(rows, columns, function);
  layer.rowFirst = 100;
  layer.columnFirst = 5;
  layer.data = {"bias"};
  layer.of = "relative bf16";
  return layer;
}

PointLayer points(const char* name, std::vector<double> x, std::vector<double> y) {
  PointLayer layer;
  layer.name = name;
  layer.x = std::move(x);
  layer.y = std::move(y);
  return layer;
}

Figure heatFigure() {
  Figure figure;
  PlotPanel panel;
  panel.name = "matrix";
  panel.x.data = {"key"};
  panel.x.first = 4.5;
  panel.x.last = 11.5;
  panel.y.data = {"query, \"first\"", "tokens"};
  panel.y.first = 99.5;
  panel.y.last = 103.5;
  panel.layers = {heat("other", 2, 2, third), heat("bias", 4, 7, awkward), StripLayer{}};
  figure.panels = {panel};
  figure.mainLayer = "bias";
  figure.facts = {
      {"total", std::int64_t{8192}}, {"first_collision", std::vector<std::int64_t>{256, 257}},
      {"share", 0.109375},           {"lost", kNan},
      {"range", -kInfinity},         {"format", std::string("bf16")}};
  figure.source = {"alibi",
                   "poscope:alibi?heads=40",
                   {{"heads", "40"}, {"base", "0.5"}, {"format", "bf16"}, {"list", "1,2"}},
                   "9.9"};
  figure.finding = {Text::verbatim("question?"), Text::verbatim("5 levels"),
                    Text::verbatim("\xFF")};
  return figure;
}

Figure seriesFigure() {
  Figure figure;
  PlotPanel first;
  first.name = "main";
  BandLayer band;
  band.name = "spread";
  band.source = std::make_shared<FunctionSource>(2, 2, edge);
  CurveLayer curve;
  curve.name = "score";
  curve.source = std::make_shared<FunctionSource>(3, 4, third);
  curve.row = 2;
  curve.columnFirst = 1;
  curve.of = "fp64";
  first.x = {{}, 0, 5000};
  first.x.data = {"position", "tokens"};
  first.y.data = {"score"};
  first.layers = {band, points("stored", {3, 4000}, {4000, 0.1}), curve};
  PlotPanel second;
  second.name = "detail";
  second.x.last = 2;
  second.layers = {points("stored", {1}, {2})};
  TablePanel table;
  table.name = "formats";
  table.of = "bf16";
  table.columns = {{"export.kind.csv", {"format"}},
                   {"export.kind.npy", {"largest, exact", "tokens"}},
                   {"export.kind.json", {"share"}},
                   {Text::verbatim("good"), {"good"}},
                   {Text::verbatim("words"), {"words"}}};
  const auto cell = [](Text text, CellValue value) {
    return TableCell{std::move(text), TextRole::plain, {}, std::move(value)};
  };
  table.rows = {
      {{cell("error.cancelled", "bf16"), cell(Text::verbatim("8,192"), std::int64_t{8192}),
        cell(Text::verbatim("33.3 %"), 1.0 / 3.0), cell(Text::verbatim("yes"), true),
        cell("error.cancelled", {})},
       {},
       false},
      {{cell("error.cancelled", "fp16"), cell({}, {}), cell({}, kNan), cell({}, false),
        cell({}, {})},
       {},
       false}};
  BitsPanel bits;
  bits.name = "bits";
  BitsRow row;
  row.label = Text::verbatim("bf16");
  row.value = Text::verbatim("1");
  row.bits = {
      {BitPart::sign, false, 2}, {BitPart::exponent, true, 1}, {BitPart::fraction, false, 0}};
  row.values = {"bf16", 1.0};
  bits.rows = {row};
  bits.columns = {{"format"}, {"stored"}};
  CodePanel code;
  code.name = "code";
  code.lines = {{"a, \"b\"", CodeChange::removed, "position", {}, true, "error.cancelled"}, {"c"}};
  figure.panels = {first, second, table, bits, code};
  figure.mainLayer = "stored";
  return figure;
}

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

std::vector<QStringList> readCsv(const std::string& text) {
  std::vector<QStringList> lines;
  QStringList fields{""};
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      inside = !inside;
      if (inside && i > 0 && text[i - 1] == '"') {
        fields.back() += '"';
      }
    } else if (!inside && text[i] == ',') {
      fields.append("");
    } else if (!inside && text[i] == '\n') {
      lines.push_back(fields);
      fields = {""};
    } else {
      fields.back() += QLatin1Char(text[i]);
    }
  }
  return lines;
}

DataRequest layerOnly(const char* name) {
  DataRequest request;
  request.layer = name;
  return request;
}

DataRequest rowsOnly(AxisSlice rows, const char* layer = "") {
  DataRequest request = layerOnly(layer);
  request.rows = rows;
  return request;
}

QString csvOf(const Figure& figure, const DataRequest& request = {}) {
  const auto text = dataBytes("csv", figure, request);
  return text ? QString::fromStdString(*text)
              : QString::fromStdString(renderPlain(text.error().text, Language::english));
}

nlohmann::ordered_json jsonOf(const Figure& figure, const DataRequest& request = {}) {
  return nlohmann::ordered_json::parse(dataBytes("json", figure, request).value_or("null"));
}

Error errorOf(std::string_view ending, const Figure& figure, const DataRequest& request) {
  const auto bytes = dataBytes(ending, figure, request);
  const auto summary = findDataFormat(ending)->check(figure, request);
  // Whoever looks first is refused as whoever writes.
  return bytes || summary || bytes.error() != summary.error() ? Error{ErrorKind::internal, "?"}
                                                              : bytes.error();
}

// Headers of NumPy 1.0: enough of a reader to hold the bytes against the documentation.
struct Npy {
  std::string header;
  std::string data;
};
Npy readNpy(const std::string& bytes) {
  if (bytes.substr(0, 8) != std::string("\x93NUMPY\x01\x00", 8)) {
    return {};
  }
  const std::size_t length =
      static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  return {bytes.substr(10, length), bytes.substr(10 + length)};
}

}  // namespace

class DataExportTest : public QObject {
  Q_OBJECT

 private slots:
  void layers_ofAFigure_mainFirstAndUnique() {
    QCOMPARE(layerNames(heatFigure()), (std::vector<std::string>{"bias", "other"}));
    QCOMPARE(layerNames(seriesFigure()),
             (std::vector<std::string>{"stored", "spread", "score", "detail.stored", "formats",
                                       "bits", "code"}));
  }

  void layer_unknown_isAUsageErrorThatNamesTheOthers() {
    const Error error = errorOf("csv", heatFigure(), layerOnly("nope"));
    QCOMPARE(error.kind, ErrorKind::usage);
    const std::string message = renderPlain(error.text, Language::english);
    QVERIFY(message.find("nope") != std::string::npos);
    QVERIFY(message.find("bias, other") != std::string::npos);
    QCOMPARE(errorOf("npy", Figure{}, {}).kind, ErrorKind::usage);
    QCOMPARE(errorOf("npy", seriesFigure(), layerOnly("formats")).text.key,
             std::string("export.layer.words"));
    QVERIFY(checkLayer(heatFigure(), "other"));
    QVERIFY(!checkLayer(heatFigure(), "nope"));
  }

  // Nothing is left out, however large: the refusal names the size and how to ask for less.
  void numbers_tooMany_areRefusedBeforeAnyWork() {
    Figure figure = heatFigure();
    PlotPanel& panel = std::get<PlotPanel>(figure.panels[0]);
    const auto never = [](std::int64_t, std::int64_t) -> double { qFatal("computed"); };
    panel.layers = {heat("bias", 1 << 20, 1 << 20, never)};
    panel.x.last = panel.y.last = 1e9;
    for (const DataFormat& format : dataFormats()) {
      const Error error = errorOf(format.ending, figure, {});
      QCOMPARE(error.kind, ErrorKind::usage);
      const std::string message = renderPlain(error.text, Language::english);
      QVERIFY(message.find("1,048,576 rows") != std::string::npos);
      QVERIFY(message.find("268,435,456") != std::string::npos);
      QVERIFY(message.find("--rows A:B:STEP") != std::string::npos);
    }
    panel.layers = {heat("bias", 1 << 14, 1 << 14, never)};
    const auto most = findDataFormat("npy")->check(figure, {});
    QVERIFY(most);
    QCOMPARE(most->numbers, kMostNumbers);
  }

  void slice_words_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("good");
    QTest::addColumn<AxisSlice>("slice");
    QTest::newRow("all") << "0:4096:64" << true << AxisSlice{0, 4096, 64};
    QTest::newRow("units") << "4k:8k" << true << AxisSlice{4096, 8192, 1};
    QTest::newRow("open") << "100:" << true << AxisSlice{100, {}, 1};
    QTest::newRow("begin") << ":100" << true << AxisSlice{{}, 100, 1};
    QTest::newRow("step") << "::16" << true << AxisSlice{{}, {}, 16};
    QTest::newRow("one") << "17" << true << AxisSlice{17, 18, 1};
    for (const char* bad : {"", ":5:0", "-1:", "1.5:", "a:b", "5:5", "9:3", "1:2:3:4", "1:2:-1"}) {
      QTest::addRow("bad %s", bad) << QString(bad) << false << AxisSlice{};
    }
  }
  void slice_words() {
    QFETCH(QString, words);
    QFETCH(bool, good);
    QFETCH(AxisSlice, slice);
    const auto read = parseAxisSlice("--rows", words.toStdString());
    QCOMPARE(read.has_value(), good);
    if (good) {
      QVERIFY(*read == slice);
      return;
    }
    QCOMPARE(read.error().kind, ErrorKind::usage);
    const std::string message = renderPlain(read.error().text, Language::english);
    QVERIFY(message.find("--rows is \"" + words.toStdString() + "\"") != std::string::npos);
  }

  void slice_ofAHeatMap_hasThatAxis() {
    DataRequest request = rowsOnly({101, {}, 2});
    request.columns = AxisSlice{5, 12, 3};
    const auto json = jsonOf(heatFigure(), request);
    QCOMPARE(json["layers"].size(), std::size_t{1});
    const auto& layer = json["layers"][0];
    QCOMPARE(layer["rows"].dump(), std::string("[101.0,103.0]"));
    QCOMPARE(layer["columns"].dump(), std::string("[5.0,8.0,11.0]"));
    for (std::size_t row = 0; row < 2; ++row) {
      for (std::size_t column = 0; column < 3; ++column) {
        const auto& value = layer["values"][row][column];
        const double exact =
            awkward(static_cast<std::int64_t>(1 + 2 * row), static_cast<std::int64_t>(3 * column));
        QVERIFY(value.is_string() ? std::isnan(exact) : sameBits(value.get<double>(), exact));
      }
    }
    // From before the axis on, in the same steps.
    const auto before = jsonOf(heatFigure(), rowsOnly({0, 103, 51}));
    QCOMPARE(before["layers"][0]["rows"].dump(), std::string("[102.0]"));
  }

  void slice_ofACurve_isEveryStep() {
    Figure figure = seriesFigure();
    auto& curve = std::get<CurveLayer>(std::get<PlotPanel>(figure.panels[0]).layers[2]);
    curve.source = std::make_shared<FunctionSource>(3, 1'000'000, code);
    QCOMPARE(csvOf(figure, rowsOnly({4, 900'000, 300'000}, "score")),
             QString("position [tokens],score.score (fp64)\n4,2000003\n300004,2300003\n"
                     "600004,2600003\n"));
  }

  void slice_thatChoosesNothing_isRefused_data() {
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("key");
    QTest::newRow("curve beyond") << "score"
                                  << "export.slice.empty";
    QTest::newRow("points beyond") << "detail.stored"
                                   << "export.slice.empty";
    QTest::newRow("table") << "formats"
                           << "export.slice.table";
  }
  void slice_thatChoosesNothing_isRefused() {
    QFETCH(QString, layer);
    QFETCH(QString, key);
    const DataRequest request = rowsOnly({5000, {}, 1}, qPrintable(layer));
    QCOMPARE(QString::fromStdString(errorOf("csv", seriesFigure(), request).text.key), key);
    DataRequest columns = layerOnly("score");
    columns.columns = AxisSlice{0, 1, 1};
    QCOMPARE(errorOf("csv", seriesFigure(), columns).text.key, std::string("export.slice.columns"));
    QCOMPARE(errorOf("csv", heatFigure(), rowsOnly({7, 8, 1})).text.key,
             std::string("export.slice.empty"));
  }

  // Cells that the window cuts are in the picture, points beyond it are not.
  void window_ofTheFirstPanel_isWhatTheFileSpans() {
    DataRequest request;
    request.window = DataWindow{6.2, 8.6, 100.5, 102};
    const auto heatJson = jsonOf(heatFigure(), request);
    QCOMPARE(heatJson["layers"][0]["rows"].dump(), std::string("[101.0,102.0]"));
    QCOMPARE(heatJson["layers"][0]["columns"].dump(), std::string("[6.0,7.0,8.0,9.0]"));
    request.window = DataWindow{1.5, 3, 0, 1};
    const auto series = jsonOf(seriesFigure(), request);
    QCOMPARE(series["layers"][0]["x"].dump(), std::string("[3.0]"));
    QCOMPARE(series["layers"][2]["x"].dump(), std::string("[2.0,3.0]"));
    QCOMPARE(series["layers"][3]["name"].get<std::string>(), std::string("detail.stored"));
    QCOMPARE(series["layers"][3]["x"].dump(), std::string("[1.0]"));
    // Without a window the axes say it: a curve of which the page shows the end.
    Figure shown = seriesFigure();
    std::get<PlotPanel>(shown.panels[0]).x.first = 2.5;
    QCOMPARE(jsonOf(shown)["layers"][2]["x"].dump(), std::string("[3.0,4.0]"));
  }

  void csv_ofAHeatMap_readsBackEqual() {
    const auto lines = readCsv(csvOf(heatFigure()).toStdString());
    QCOMPARE(lines.size(), std::size_t{5});
    QCOMPARE(lines[0], QStringList({"query, \"first\" [tokens] \\ key : bias (relative bf16)", "5",
                                    "6", "7", "8", "9", "10", "11"}));
    for (std::int64_t row = 0; row < 4; ++row) {
      const QStringList& fields = lines[static_cast<std::size_t>(row) + 1];
      QCOMPARE(fields[0], QString::number(100 + row));
      for (std::int64_t column = 0; column < 7; ++column) {
        QVERIFY(sameBits(fields[column + 1].toDouble(), awkward(row, column)));
      }
    }
  }

  // One row for each x that any of them has; a series that is not there leaves its field empty.
  void csv_ofSeries_isOneTableOverTheirAxis() {
    QCOMPARE(csvOf(seriesFigure()),
             QString("position [tokens],stored.score,spread.low.score,spread.high.score,"
                     "score.score (fp64)\n"
                     "0,,-1,1,\n1,,-2,2.5,1\n2,,,,2\n3,4000,,,3\n4,,,,4\n4000,0.1,,,\n"));
    QCOMPARE(csvOf(seriesFigure(), layerOnly("detail.stored")), QString(",detail.stored\n1,2\n"));
  }

  // More points than a block holds.
  void csv_ofALongCurve_hasEveryPoint() {
    constexpr std::int64_t kLong = 300'000;
    Figure figure = seriesFigure();
    PlotPanel& panel = std::get<PlotPanel>(figure.panels[0]);
    panel.x.last = 2.0 * kLong;
    std::get<CurveLayer>(panel.layers[2]).source = std::make_shared<FunctionSource>(3, kLong, code);
    const QStringList lines = csvOf(figure, layerOnly("score")).split('\n');
    QCOMPARE(lines.size(), kLong + 2);
    for (std::int64_t at = 0; at < kLong; ++at) {
      if (lines[at + 1] != QString("%1,%2").arg(at + 1).arg(2'000'000 + at)) {
        QFAIL(qPrintable(lines[at + 1]));
      }
    }
  }

  void csv_ofTables_hasNumbersAndIds() {
    QCOMPARE(csvOf(seriesFigure(), layerOnly("formats")),
             QString("format,\"largest, exact [tokens]\",share,good,words\n"
                     "bf16,8192,0.3333333333333333,true,Cancelled.\nfp16,,nan,false,\n"));
    QCOMPARE(csvOf(seriesFigure(), layerOnly("bits")),
             QString("format,stored,bits\nbf16,1,0|1|0\n"));
    QCOMPARE(csvOf(seriesFigure(), layerOnly("code")),
             QString("line,code,change,subject,chosen,note\n"
                     "1,\"a, \"\"b\"\"\",removed,position,true,Cancelled.\n"
                     "2,c,kept,,false,\n"));
  }

  // Scripts read the same file, whatever language its writer speaks.
  void languages_csvAndNpyAreEqual_jsonHasTheSameKeys() {
    for (const char* layer : {"stored", "formats", "bits", "code"}) {
      DataRequest request = layerOnly(layer);
      const QString english = csvOf(seriesFigure(), request);
      const auto englishJson = jsonOf(seriesFigure(), request);
      request.language = Language::chinese;
      QCOMPARE(csvOf(seriesFigure(), request), english);
      const auto chineseLayer = jsonOf(seriesFigure(), request)["layers"][0];
      for (const auto& [key, value] : englishJson["layers"][0].items()) {
        QVERIFY(chineseLayer.contains(key));
        QVERIFY(key == "rows" || value == chineseLayer[key]);
      }
    }
  }

  void npy_ofFloats_isFloat32WithEqualBits() {
    const Npy npy = readNpy(*dataBytes("npy", heatFigure()));
    QVERIFY(npy.header.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 7), }"));
    QVERIFY(npy.header.ends_with('\n'));
    QCOMPARE((npy.header.size() + 10) % 64, std::size_t{0});
    QCOMPARE(npy.data.size(), std::size_t{4 * 7 * 4});
    for (std::size_t i = 0; i < 28; ++i) {
      float value = 0;
      std::memcpy(&value, npy.data.data() + i * 4, 4);
      const auto at = static_cast<std::int64_t>(i);
      QVERIFY(sameBits(static_cast<double>(value), awkward(at / 7, at % 7)));
    }
  }

  void npy_ofDoubles_isFloat64() {
    const Npy npy = readNpy(*dataBytes("npy", heatFigure(), layerOnly("other")));
    QVERIFY(npy.header.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"));
    double value = 0;
    std::memcpy(&value, npy.data.data(), 8);
    QVERIFY(sameBits(value, 1.0 / 3.0));
    const Npy series = readNpy(*dataBytes("npy", seriesFigure()));
    QVERIFY(
        series.header.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"));
  }

  // The file has no room for them: the message about it says which rows and columns it holds.
  void npy_axes_areTold() {
    DataRequest request = rowsOnly({101, {}, 2});
    request.columns = AxisSlice{{}, 7, 1};
    const auto summary = findDataFormat("npy")->check(heatFigure(), request);
    QCOMPARE(QString::fromStdString(renderPlain(summary->axes, Language::english)),
             QString("rows are query, \"first\" [tokens] 101:104:2, columns are key 5:7"));
    QCOMPARE(summary->numbers, 4);
  }

  void json_frame_keysInOrderWithTypes() {
    const auto json = jsonOf(heatFigure());
    std::string keys;
    for (const auto& [key, value] : json.items()) {
      keys += key + " ";
    }
    QCOMPARE(keys, std::string("view link version parameters finding facts layers "));
    QCOMPARE(json["view"].get<std::string>(), std::string("alibi"));
    QCOMPARE(json["link"].get<std::string>(), std::string("poscope:alibi?heads=40"));
    QCOMPARE(json["version"].get<std::string>(), std::string("9.9"));
    QCOMPARE(json["parameters"].dump(),
             std::string(R"({"heads":40,"base":0.5,"format":"bf16","list":"1,2"})"));
    QCOMPARE(
        json["facts"].dump(),
        std::string(
            R"({"total":8192,"first_collision":[256,257],"share":0.109375,"lost":"nan","range":"-inf","format":"bf16"})"));
    QCOMPARE(json["finding"]["sentence"].get<std::string>(), std::string("5 levels"));
  }

  void json_layers_readBackEqual() {
    const auto json = jsonOf(heatFigure());
    QCOMPARE(json["layers"].size(), std::size_t{2});
    const auto& bias = json["layers"][0];
    QCOMPARE(bias["name"].get<std::string>(), std::string("bias"));
    QCOMPARE(bias["rows"].get<std::vector<double>>(), (std::vector<double>{100, 101, 102, 103}));
    QCOMPARE(bias["values"][1][0].get<std::string>(), std::string("nan"));
    QCOMPARE(bias["values"][1][2].get<std::string>(), std::string("-inf"));
    QVERIFY(sameBits(bias["values"][0][0].get<double>(), -0.0));
    for (std::size_t i = 7 + 3; i < 28; ++i) {
      const auto at = static_cast<std::int64_t>(i);
      QVERIFY(sameBits(bias["values"][i / 7][i % 7].get<double>(), awkward(at / 7, at % 7)));
    }
    const auto one = jsonOf(heatFigure(), layerOnly("other"));
    QCOMPARE(one["layers"].size(), std::size_t{1});
  }

  void json_series_haveColumns() {
    const auto json = jsonOf(seriesFigure());
    const auto& layers = json["layers"];
    QCOMPARE(layers[0]["y"].dump(), std::string("[4000.0,0.1]"));
    QCOMPARE(layers[1]["high"].dump(), std::string("[1.0,2.5]"));
    QCOMPARE(layers[2]["x_axis"].dump(), std::string(R"({"name":"position","unit":"tokens"})"));
    QCOMPARE(layers[2]["y_axis"].dump(), std::string(R"({"name":"score","unit":""})"));
    QCOMPARE(layers[2]["of"].get<std::string>(), std::string("fp64"));
    QCOMPARE(layers[4]["of"].get<std::string>(), std::string("bf16"));
    QCOMPARE(layers[4]["rows"].dump(),
             std::string(R"([["bf16",8192,0.3333333333333333,true,"Cancelled."],)"
                         R"(["fp16",null,"nan",false,null]])"));
    QCOMPARE(layers[5]["rows"].dump(), std::string(R"([["bf16",1.0,"0|1|0"]])"));
  }

  void numbers_inAGermanLocale_keepTheirPoint() {
    const auto csv = *dataBytes("csv", heatFigure());
    const auto json = *dataBytes("json", heatFigure());
    // A locale with a decimal comma, made here so that none has to be installed.
    struct Comma : std::numpunct<char> {
      char do_decimal_point() const override { return ','; }
      std::string do_grouping() const override { return "\3"; }
      char do_thousands_sep() const override { return '.'; }
    };
    const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
    const std::string cBefore = std::setlocale(LC_ALL, nullptr);
    if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) {
      qInfo("de_DE.UTF-8 is not installed: only the C++ locale has a decimal comma here");
    }
    const auto csvThere = *dataBytes("csv", heatFigure());
    const auto jsonThere = *dataBytes("json", heatFigure());
    std::locale::global(before);
    std::setlocale(LC_ALL, cBefore.c_str());
    QCOMPARE(csvThere, csv);
    QCOMPARE(jsonThere, json);
  }

  void cancelled_beforeTheStart_writesNothing() {
    std::stop_source source;
    source.request_stop();
    for (const DataFormat& format : dataFormats()) {
      const auto bytes = dataBytes(format.ending, heatFigure(), {}, {{}, source.get_token()});
      QCOMPARE(bytes.error().kind, ErrorKind::cancelled);
    }
  }

  void stopped_inTheMiddle_endsThere() {
    Figure figure = heatFigure();
    PlotPanel& panel = std::get<PlotPanel>(figure.panels[0]);
    panel.layers = {heat("bias", 4096, 4096, code)};
    panel.x.last = panel.y.last = 1e9;
    for (const DataFormat& format : dataFormats()) {
      std::stop_source source;
      double last = 0;
      const DataControl control{[&](double share) {
                                  last = share;
                                  source.request_stop();
                                },
                                source.get_token()};
      QCOMPARE(dataBytes(format.ending, figure, {}, control).error().kind, ErrorKind::cancelled);
      QVERIFY(last > 0 && last < 0.1);
    }
  }

  // A sink that fails ends the writing with its error.
  void sink_thatFails_endsTheWriting() {
    Figure figure = heatFigure();
    PlotPanel& panel = std::get<PlotPanel>(figure.panels[0]);
    panel.layers = {heat("bias", 1024, 1024, code)};
    panel.x.last = panel.y.last = 1e9;
    for (const DataFormat& format : dataFormats()) {
      int calls = 0;
      const WriteBytes full = [&](std::string_view) -> Result<void> {
        ++calls;
        return fileError("command.error.stdout");
      };
      QCOMPARE(format.write(figure, {}, full, {}).error().kind, ErrorKind::file);
      QCOMPARE(calls, 1);
    }
  }

  void facts_byName_findTheirTypes() {
    const Figure figure = heatFigure();
    QCOMPARE(integerFact(figure, "total"), 8192);
    QCOMPARE(integerFact(figure, "share"), 0);
    QCOMPARE(integerFact(figure, "missing"), 0);
    QVERIFY(findFact(figure, "missing") == nullptr);
    QCOMPARE(std::get<double>(*findFact(figure, "share")), 0.109375);
  }
};

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::DataExportTest)
#include "data_export_test.moc"
