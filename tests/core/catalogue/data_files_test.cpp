// The data files of every view: names that scripts read, the same numbers in every kind of file and
// in the fields themselves, the same bytes in every language.
#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/figure/data_export.h"
#include "core/state/schema.h"

using namespace poscope;
using Json = nlohmann::ordered_json;

namespace {

ViewContext context() {
  return {makeCpuBackend(), {}, {}};
}

Result<Figure> figureOf(const std::string& link) {
  return parseLink(link).and_then([](const State& state) {
    return buildFigure(*findView(state.view), state.params, context());
  });
}

QString english(const Error& error) {
  return QString::fromStdString(renderPlain(error.text, Language::english));
}

QStringList csvLines(const Figure& figure, const std::string& layer) {
  DataRequest request;
  request.layer = layer;
  return QString::fromStdString(dataBytes("csv", figure, request).value_or("")).split('\n');
}

Json jsonLayer(Figure figure, const std::string& layer) {
  figure.judgement = nullptr;  // Takes time, and is no part of a layer.
  DataRequest request;
  request.layer = layer;
  return Json::parse(*dataBytes("json", figure, request))["layers"][0];
}

// All numbers of an npy, whatever their width.
std::vector<double> npyNumbers(const Figure& figure, const std::string& layer) {
  DataRequest request;
  request.layer = layer;
  const std::string bytes = *dataBytes("npy", figure, request);
  const std::size_t start =
      10U + static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  const bool narrow = bytes.find("'<f4'") < start;
  std::vector<double> numbers;
  for (std::size_t at = start; at < bytes.size(); at += narrow ? 4 : 8) {
    float small = 0;
    double large = 0;
    std::memcpy(narrow ? static_cast<void*>(&small) : &large, bytes.data() + at, narrow ? 4 : 8);
    numbers.push_back(narrow ? static_cast<double>(small) : large);
  }
  return numbers;
}

double numberOf(const Json& value) {
  return value.is_string() ? QString::fromStdString(value.get<std::string>()).toDouble()
                           : value.get<double>();
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// Every view, of A and of the difference; short contexts have the same columns as long ones.
void links() {
  QTest::addColumn<std::string>("link");
  for (const View& view : views()) {
    std::string state = view.id;
    for (const ParameterSpec& spec : view.schema) {
      state += spec.name == "context" && spec.automatic.empty() ? "?context=300" : "";
    }
    QTest::newRow(view.id.c_str()) << state;
    if (view.compares) {
      const std::string other = state + (state == view.id ? "?" : "&") + "show=difference";
      QTest::newRow(other.c_str()) << other;
    }
  }
  for (const char* more :
       {"alibi?context=300&picture=matrix", "alibi?context=300&picture=heads",
        "decay?context=300&relation=independent", "relative-bias?context=300&bias=kerple-log",
        "relative-bias?context=300&bias=t5"}) {
    QTest::newRow(more) << std::string(more);
  }
}

bool isPlainName(const QString& name) {
  static const QRegularExpression kName("^[a-z][a-z0-9_.]*( \\[[a-z]+\\])?$");
  return kName.match(name).hasMatch();
}

}  // namespace

class DataFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyView_data() { links(); }
  void everyView() {
    QFETCH(std::string, link);
    const auto figure = figureOf(link);
    QVERIFY2(figure, figure ? "" : qPrintable(english(figure.error())));
    const Json whole = Json::parse(*dataBytes("json", *figure));
    checkNames(whole);
    checkNumbers(*figure, whole);
    checkLanguages(*figure, whole);
  }

  // Against the fields themselves, one cell at a time.
  void alibiMatrix_isTheField() {
    const auto figure = figureOf("alibi?picture=matrix&context=300&length=300&show=b");
    const auto& heat = std::get<HeatLayer>(std::get<PlotPanel>(figure->panels[0]).layers[0]);
    const std::vector<double> numbers = npyNumbers(*figure, "bias");
    QCOMPARE(numbers.size(), std::size_t{300 * 300});
    for (std::int64_t row = 0; row < 300; ++row) {
      for (std::int64_t key = 0; key < 300; ++key) {
        QVERIFY(same(numbers[static_cast<std::size_t>(row * 300 + key)],
                     heat.source->value(row, key, heat.quantity)));
      }
    }
  }

  // Those of the picture, and which "nan" are no lost numbers.
  void alibiMatrix_hasWhatIsDrawn() {
    const auto figure = figureOf("alibi?picture=matrix");
    const Json layer = jsonLayer(*figure, "bias");
    QCOMPARE(layer["rows"].front().get<double>(), 3996.0);
    QCOMPARE(layer["columns"].front().get<double>(), 3996.0);
    QCOMPARE(layer["rows"].size(), std::size_t{100});
    QCOMPARE(layer["masked"].get<std::string>(), std::string("column > row"));
    QCOMPARE(layer["values"][0][1].get<std::string>(), std::string("nan"));
  }

  void alibiKeys_areThoseOfThePicture() {
    const auto figure = figureOf("alibi?picture=keys&context=4096&length=100");
    const Json layer = jsonLayer(*figure, "a");
    QCOMPARE(layer["x"].size(), std::size_t{100});
    QCOMPARE(layer["x"].front().get<double>(), 3996.0);
    QCOMPARE(layer["x"].back().get<double>(), 4095.0);
  }

  void exactShare_hasEachContextOnce_andTheOneAskedFor() {
    for (const char* asked : {"8192", "5000", "17", "2000000"}) {
      const auto figure = figureOf(std::string("exact-share?context=") + asked);
      const QString context(asked);
      std::vector<double> curve = jsonLayer(*figure, "a.exact")["x"];
      QVERIFY(std::is_sorted(curve.begin(), curve.end()));
      QVERIFY(std::adjacent_find(curve.begin(), curve.end()) == curve.end());
      QVERIFY(std::find(curve.begin(), curve.end(), context.toDouble()) != curve.end());
      std::vector<double> table;
      const Json tableRows = jsonLayer(*figure, "table")["rows"];
      QVERIFY(!tableRows.empty());
      for (const Json& row : tableRows) {
        table.push_back(row[0].get<double>());
      }
      QVERIFY(std::is_sorted(table.begin(), table.end()));
      QVERIFY(std::count(table.begin(), table.end(), context.toDouble()) == 1);
    }
  }

  void tables_holdNumbers() {
    const auto share = figureOf("exact-share?context=8192&format=bf16");
    QCOMPARE(csvLines(*share, "table")[0],
             QString("context [tokens],exact [positions],exact_share,unshared [positions],"
                     "distinct [positions],spacing [tokens]"));
    QVERIFY(csvLines(*share, "table").contains("8192,896,0.109375,320,897,32"));
    const auto cases = figureOf("cases");
    const Json listRows = jsonLayer(*cases, "list")["rows"];
    QVERIFY(!listRows.empty());
    for (const Json& row : listRows) {
      QVERIFY(row[2] == "good" || row[2] == "harmless" || row[2] == "bad");
      QVERIFY(row[5].is_boolean());
    }
    const auto audit = figureOf("audit");
    const Json waysRows = jsonLayer(*audit, "ways")["rows"];
    QVERIFY(!waysRows.empty());
    for (const Json& row : waysRows) {
      QVERIFY(row[2] == "good" || row[2] == "harmless" || row[2] == "bad");
      QVERIFY(row[5].is_number_float());
    }
    const auto precision = figureOf("rope-precision?context=512");
    const Json stages = jsonLayer(*precision, "stages_a");
    QCOMPARE(stages["of"].get<std::string>(), std::string("module-cast bf16"));
    QCOMPARE(stages["rows"][0][0].get<std::string>(), std::string("position"));
    QVERIFY(stages["rows"][0][3].is_number_float());
    QVERIFY(stages["rows"][0][4].is_number_integer());
    const auto formats = figureOf("formats?number=4095");
    QVERIFY(csvLines(*formats, "bits").contains("bf16,4096,1,4080,4096,0x4580,0|10001011|0000000"));
  }

 private:
  static void checkNames(const Json& whole) {
    for (const Json& layer : whole["layers"]) {
      const std::string name = layer["name"];
      if (layer["kind"] == "table") {
        std::set<std::string> seen;
        for (const std::string column : layer["columns"]) {
          QVERIFY2(seen.insert(column).second, column.c_str());
          QVERIFY2(column.find("score (") != std::string::npos ||
                       isPlainName(QString::fromStdString(column)),
                   column.c_str());
        }
        continue;
      }
      QVERIFY2(layer["kind"] != "heat" || !layer["of"].get<std::string>().empty(), name.c_str());
      for (const char* axis : {"x_axis", "y_axis", "row_axis", "column_axis", "quantity"}) {
        if (layer.contains(axis)) {
          QVERIFY2(isPlainName(QString::fromStdString(layer[axis]["name"])), axis);
        }
      }
    }
  }

  // csv, npy and json of each layer.
  static void checkNumbers(const Figure& figure, const Json& whole) {
    for (const Json& layer : whole["layers"]) {
      if (layer["kind"] == "table") {
        continue;
      }
      const bool heat = layer["kind"] == "heat";
      const std::string name = layer["name"];
      const QStringList lines = csvLines(figure, name);
      const std::vector<double> numbers = npyNumbers(figure, name);
      const Json& rows = heat ? layer["rows"] : layer["x"];
      QCOMPARE(lines.size(), static_cast<qsizetype>(rows.size()) + 2);
      std::size_t at = 0;
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const QStringList fields = lines[static_cast<qsizetype>(row) + 1].split(',');
        QCOMPARE(fields[0].toDouble(), rows[row].get<double>());
        at += heat ? 0 : 1;  // x.
        for (qsizetype column = 1; column < fields.size(); ++column) {
          const double read = fields[column].toDouble();
          QVERIFY(same(read, numbers[at++]));
          const auto place = static_cast<std::size_t>(column) - 1;
          const char* const over = layer.contains("y") ? "y" : place == 0 ? "low" : "high";
          QVERIFY(same(read, numberOf(heat ? layer["values"][row][place] : layer[over][row])));
        }
      }
      QCOMPARE(at, numbers.size());
    }
  }

  static void checkLanguages(const Figure& figure, const Json& whole) {
    DataRequest request;
    request.language = Language::chinese;
    const Json inChinese = Json::parse(*dataBytes("json", figure, request));
    QVERIFY(whole["facts"] == inChinese["facts"]);
    QVERIFY(whole["parameters"] == inChinese["parameters"]);
    for (std::size_t i = 0; i < whole["layers"].size(); ++i) {
      for (const auto& [key, value] : whole["layers"][i].items()) {
        QVERIFY(inChinese["layers"][i].contains(key));
        QVERIFY(key == "rows" || value == inChinese["layers"][i][key]);
      }
      request.layer = whole["layers"][i]["name"];
      const QString english = csvLines(figure, request.layer).join('\n');
      QCOMPARE(QString::fromStdString(*dataBytes("csv", figure, request)), english);
    }
  }
};

QTEST_GUILESS_MAIN(DataFilesTest)
#include "data_files_test.moc"
