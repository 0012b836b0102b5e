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
  panel.y.title = Text::verbatim("key, \"first\"");
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
  first.layers = {band, points("stored", {4000, 4001}, {4000, 0.1}), curve};
  PlotPanel second;
  second.name = "detail";
  second.layers = {points("stored", {1}, {2})};
  TablePanel table;
  table.name = "formats";
  table.columns = {Text::verbatim("name"), Text::verbatim("largest, exact")};
  table.rows = {
      {{{Text::verbatim("bf16"), TextRole::plain}, {Text::verbatim("256"), TextRole::plain}},
       {},
       false}};
  BitsPanel bits;
  bits.name = "bits";
  bits.rows = {
      {Text::verbatim("bf16"),
       Text::verbatim("1"),
       {},
       {{BitPart::sign, false, 2}, {BitPart::exponent, true, 1}, {BitPart::fraction, false, 0}},
       {},
       TextRole::plain,
       {},
       false}};
  figure.panels = {first, second, table, bits};
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
                                       "bits"}));
  }

  void layer_unknown_isAUsageErrorThatNamesTheOthers() {
    const auto data = layerData(heatFigure(), "nope", 100, {});
    QVERIFY(!data);
    QCOMPARE(data.error().kind, ErrorKind::usage);
    const std::string message = renderPlain(data.error().text, Language::english);
    QVERIFY(message.find("nope") != std::string::npos);
    QVERIFY(message.find("bias, other") != std::string::npos);
    QCOMPARE(layerData(Figure{}, "", 100, {}).error().kind, ErrorKind::usage);
    QCOMPARE(layerData(seriesFigure(), "formats", 100, {}).error().kind, ErrorKind::usage);
  }

  void layer_whole_hasEveryCellAndItsAxes() {
    const auto data = layerData(heatFigure(), "", 28, {});
    QVERIFY(data);
    QVERIFY(!data->sampled);
    QCOMPARE(*layerCells(heatFigure(), ""), 28);
    QCOMPARE(*layerCells(seriesFigure(), "score"), 4);
    QCOMPARE(*layerCells(seriesFigure(), "bits"), 0);
    QCOMPARE(data->rows, 4);
    QCOMPARE(data->columns, 7);
    QCOMPARE(data->rowAxis, (std::vector<double>{100, 101, 102, 103}));
    QCOMPARE(data->columnAxis, (std::vector<double>{5, 6, 7, 8, 9, 10, 11}));
    for (std::size_t i = 0; i < 28; ++i) {
      const auto at = static_cast<std::int64_t>(i);
      QVERIFY(sameBits(data->values[i], awkward(at / 7, at % 7)));
    }
  }

  void layer_tooLarge_isSampledWhereTheAxesSay_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("both long") << 1000 << 3000;
    QTest::newRow("short columns stay whole") << 5000 << 7;
    QTest::newRow("short rows stay whole") << 3 << 9999;
  }
  void layer_tooLarge_isSampledWhereTheAxesSay() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    Figure figure = heatFigure();
    std::get<PlotPanel>(figure.panels[0]).layers = {heat("bias", rows, columns, code)};
    const auto data = layerData(figure, "", 1000, {});
    QVERIFY(data);
    QVERIFY(data->sampled);
    QVERIFY(data->rows * data->columns <= 1000);
    QVERIFY(data->rows * data->columns > 900);
    QVERIFY(rows > 10 || data->rows == rows);
    QVERIFY(columns > 10 || data->columns == columns);
    std::size_t at = 0;
    for (const double row : data->rowAxis) {
      for (const double column : data->columnAxis) {
        QCOMPARE(data->values[at++], (row - 100) * 1'000'000 + (column - 5));
      }
    }
  }

  void layer_ofPoints_isRowsOfXAndY() {
    const auto stored = layerData(seriesFigure(), "", 100, {});
    QVERIFY(stored);
    QCOMPARE(stored->values, (std::vector<double>{4000, 4000, 4001, 0.1}));
    const auto spread = layerData(seriesFigure(), "spread", 100, {});
    QCOMPARE(spread->columns, 3);
    QCOMPARE(spread->values, (std::vector<double>{0, -1, 1, 1, -2, 2.5}));
    const auto score = layerData(seriesFigure(), "score", 100, {});
    QCOMPARE(score->values, (std::vector<double>{1, 1, 2, 2, 3, 3, 4, 4}));
  }

  void csv_ofAHeatMap_readsBackEqual() {
    const auto text = figureCsv(heatFigure(), "", Language::english, {});
    QVERIFY(text);
    const auto lines = readCsv(*text);
    QCOMPARE(lines.size(), std::size_t{5});
    QCOMPARE(lines[0], QStringList({"key, \"first\"", "5", "6", "7", "8", "9", "10", "11"}));
    for (std::int64_t row = 0; row < 4; ++row) {
      const QStringList& fields = lines[static_cast<std::size_t>(row) + 1];
      QCOMPARE(fields[0], QString::number(100 + row));
      for (std::int64_t column = 0; column < 7; ++column) {
        QVERIFY(sameBits(fields[column + 1].toDouble(), awkward(row, column)));
      }
    }
  }

  void csv_ofSeries_isOneTidyTable() {
    const auto all = figureCsv(seriesFigure(), "", Language::english, {});
    QCOMPARE(
        QString::fromStdString(*all),
        QString(
            "series,x,y\nstored,4000,4000\nstored,4001,0.1\nspread.low,0,-1\nspread.low,1,-2\n"
            "spread.high,0,1\nspread.high,1,2.5\nscore,1,1\nscore,2,2\nscore,3,3\nscore,4,4\n"));
    const auto one = figureCsv(seriesFigure(), "detail.stored", Language::english, {});
    QCOMPARE(QString::fromStdString(*one), QString("series,x,y\ndetail.stored,1,2\n"));
  }

  void csv_ofTables_hasTheirWords() {
    QCOMPARE(QString::fromStdString(*figureCsv(seriesFigure(), "formats", Language::english, {})),
             QString("name,\"largest, exact\"\nbf16,256\n"));
    QCOMPARE(QString::fromStdString(*figureCsv(seriesFigure(), "bits", Language::english, {})),
             QString("Format,Stored value,Details,Bits\nbf16,1,,0|1|0\n"));
    QVERIFY(figureCsv(seriesFigure(), "bits", Language::chinese, {})->starts_with("格式,"));
  }

  void npy_ofFloats_isFloat32WithEqualBits() {
    const auto bytes = figureNpy(heatFigure(), "", {});
    QVERIFY(bytes);
    const Npy npy = readNpy(*bytes);
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
    const Npy npy = readNpy(*figureNpy(heatFigure(), "other", {}));
    QVERIFY(npy.header.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"));
    double value = 0;
    std::memcpy(&value, npy.data.data(), 8);
    QVERIFY(sameBits(value, 1.0 / 3.0));
    const Npy series = readNpy(*figureNpy(seriesFigure(), "", {}));
    QVERIFY(
        series.header.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"));
    QCOMPARE(figureNpy(seriesFigure(), "formats", {}).error().kind, ErrorKind::usage);
  }

  void json_frame_keysInOrderWithTypes() {
    const auto text = figureJson(heatFigure(), "", Language::english, {});
    QVERIFY(text);
    const auto json = nlohmann::ordered_json::parse(*text);
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
    const auto json = nlohmann::json::parse(*figureJson(heatFigure(), "", Language::english, {}));
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
    const auto one =
        nlohmann::json::parse(*figureJson(heatFigure(), "other", Language::english, {}));
    QCOMPARE(one["layers"].size(), std::size_t{1});
  }

  void json_series_haveColumns() {
    const auto json = nlohmann::json::parse(*figureJson(seriesFigure(), "", Language::english, {}));
    QCOMPARE(json["layers"][0]["y"].dump(), std::string("[4000.0,0.1]"));
    QCOMPARE(json["layers"][1]["high"].dump(), std::string("[1.0,2.5]"));
    QCOMPARE(json["layers"][4]["rows"].dump(), std::string(R"([["bf16","256"]])"));
  }

  void numbers_inAGermanLocale_keepTheirPoint() {
    const auto csv = *figureCsv(heatFigure(), "", Language::english, {});
    const auto json = *figureJson(heatFigure(), "", Language::english, {});
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
    const auto csvThere = *figureCsv(heatFigure(), "", Language::english, {});
    const auto jsonThere = *figureJson(heatFigure(), "", Language::english, {});
    std::locale::global(before);
    std::setlocale(LC_ALL, cBefore.c_str());
    QCOMPARE(csvThere, csv);
    QCOMPARE(jsonThere, json);
  }

  void cancelled_beforeTheStart_writesNothing() {
    std::stop_source source;
    source.request_stop();
    QCOMPARE(figureCsv(heatFigure(), "", Language::english, source.get_token()).error().kind,
             ErrorKind::cancelled);
    QCOMPARE(figureNpy(heatFigure(), "", source.get_token()).error().kind, ErrorKind::cancelled);
    QCOMPARE(figureJson(heatFigure(), "", Language::english, source.get_token()).error().kind,
             ErrorKind::cancelled);
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
