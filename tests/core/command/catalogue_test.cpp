// `poscope views`, `recipes`, `formats`, `presets`: complete, with documented keys, in both
// languages.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <algorithm>
#include <functional>

#include "core/base/version.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/command/catalogue.h"
#include "core/model/presets.h"
#include "core/recipe/recipe.h"
#include "core/state/link.h"
#include "core/views/view.h"

using namespace poscope;

class TestCatalogue : public QObject {
  Q_OBJECT

 private slots:
  void viewsJson_listsEveryViewWithEveryParameter();
  void viewsJson_rangesAndChoicesAreTypedAsTheParameter();
  void viewsJson_figuresAreLinksThatOpen();
  void viewsText_isALineForEachView();
  void viewText_tellsOneWhole();
  void viewJson_isThatOfTheList();
  void unknownView_isAUsageErrorWithTheNearest();
  void recipesFilter_keepsThoseThatHoldEveryWord();
  void recipesFilter_thatNothingHolds_isAUsageError();
  void presetsJson_saysWhatTheirFilesSay();
  void presetsText_namesEachOnceInItsTable();
  void recipesJson_hasEveryStageAndASource();
  void formatsJson_saysWhatARowDecides();
  void formatsJson_hasTheNumbersOfTheFormats_data();
  void formatsJson_hasTheNumbersOfTheFormats();
  void texts_haveNoMissingWords_data();
  void texts_haveNoMissingWords();
};

namespace {

using Command = std::function<Result<CommandOutput>(bool json, Language language)>;

Command viewsCalled(const std::string& name) {
  return [name](bool json, Language language) { return viewsCommand(name, json, language); };
}

Command recipesWith(const std::string& filter) {
  return [filter](bool json, Language language) { return recipesCommand(filter, json, language); };
}

QJsonObject jsonOf(const Command& command) {
  const auto output = command(true, Language::english);
  return output ? QJsonDocument::fromJson(QByteArray::fromStdString(output->text)).object()
                : QJsonObject();
}

std::string textOf(const Command& command) {
  const auto output = command(false, Language::english);
  return output ? output->text : std::string();
}

QStringList idsOf(const QJsonArray& rows) {
  QStringList ids;
  for (const QJsonValue& row : rows) {
    ids << row.toObject()["id"].toString();
  }
  return ids;
}

}  // namespace

void TestCatalogue::viewsJson_listsEveryViewWithEveryParameter() {
  const QJsonObject json = jsonOf(viewsCalled({}));
  QCOMPARE(json["version"].toString().toStdString(), std::string(programVersion()));
  const QJsonArray list = json["views"].toArray();
  QCOMPARE(static_cast<std::size_t>(list.size()), views().size());
  for (int v = 0; v < list.size(); ++v) {
    const View& view = views()[static_cast<std::size_t>(v)];
    const QJsonObject row = list[v].toObject();
    QCOMPARE(row["id"].toString().toStdString(), view.id);
    QVERIFY(!row["title"].toString().isEmpty() && !row["question"].toString().isEmpty());
    QCOMPARE(static_cast<std::size_t>(row["facts"].toArray().size()), view.facts.size());
    QCOMPARE(row["judged_facts"].toArray().contains("a.distinct"), view.judges);
    const QJsonArray parameters = row["parameters"].toArray();
    QCOMPARE(static_cast<std::size_t>(parameters.size()), view.schema.size());
    for (int p = 0; p < parameters.size(); ++p) {
      const QJsonObject parameter = parameters[p].toObject();
      QCOMPARE(parameter["name"].toString().toStdString(),
               view.schema[static_cast<std::size_t>(p)].name);
      QVERIFY(!parameter["type"].toString().isEmpty() && parameter.contains("default"));
      QVERIFY2(!parameter["meaning"].toString().isEmpty(),
               qPrintable(parameter["name"].toString()));
    }
  }
}

void TestCatalogue::viewsJson_rangesAndChoicesAreTypedAsTheParameter() {
  const QJsonArray list = jsonOf(viewsCalled({}))["views"].toArray();
  bool integers = false;
  bool formats = false;
  bool recipes = false;
  for (const QJsonValue& view : list) {
    for (const QJsonValue& each : view.toObject()["parameters"].toArray()) {
      const QJsonObject parameter = each.toObject();
      const QString type = parameter["type"].toString();
      if (type == "integer") {
        integers = true;
        // A word ("steepest", "model") stands for a number that is worked out.
        const QJsonValue standard = parameter["default"];
        const bool inside = parameter["minimum"].toDouble() <= standard.toDouble() &&
                            standard.toDouble() <= parameter["maximum"].toDouble();
        QVERIFY(standard.isString() ? !standard.toString().isEmpty() : inside);
      } else if (type == "format") {
        formats = true;
        // Every format that the parameter takes, and no other.
        Params params(findView(view.toObject()["id"].toString().toStdString())->schema);
        for (const NumberFormat& format : numberFormats()) {
          const std::string id(format.id);
          QCOMPARE(parameter["choices"].toArray().contains(QString::fromStdString(id)),
                   params.set(parameter["name"].toString().toStdString(), id).has_value());
        }
      } else if (type == "recipe") {
        recipes = true;
        QVERIFY(parameter["stages"].toObject()["position"].toArray().contains("bf16"));
        QVERIFY(parameter["choices"].toArray().contains(parameter["default"]));
      }
    }
  }
  QVERIFY(integers && formats && recipes);
}

void TestCatalogue::viewsJson_figuresAreLinksThatOpen() {
  QStringList names;
  for (const QJsonValue& view : jsonOf(viewsCalled({}))["views"].toArray()) {
    for (const QJsonValue& figure : view.toObject()["figures"].toArray()) {
      names += figure.toObject()["name"].toString();
      const auto state = parseLink(figure.toObject()["link"].toString().toStdString());
      QVERIFY(state.has_value());
      QCOMPARE(state->view, view.toObject()["id"].toString().toStdString());
    }
  }
  for (const View& view : views()) {
    for (const NamedFigure& figure : view.figures) {
      QVERIFY2(names.removeOne(QString::fromStdString(figure.name)), figure.name.c_str());
    }
  }
  QVERIFY2(names.isEmpty(), qPrintable(names.join(' ')));
}

void TestCatalogue::viewsText_isALineForEachView() {
  const QStringList lines = QString::fromStdString(textOf(viewsCalled({}))).split('\n');
  for (const View& view : views()) {
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const QString& each) {
      return each.startsWith(QString::fromStdString(view.id) + "  ");
    });
    QVERIFY2(line != lines.end(), view.id.c_str());
    for (const NamedFigure& figure : view.figures) {
      QVERIFY2(line->contains(QString::fromStdString(figure.name)), figure.name.c_str());
    }
  }
  // The heading, a line that is empty, one that says how to get more, and the end.
  QCOMPARE(static_cast<std::size_t>(lines.size()), views().size() + 4);
}

void TestCatalogue::viewText_tellsOneWhole() {
  const std::string text = textOf(viewsCalled("positions"));
  QVERIFY(text.starts_with("positions  "));
  for (const char* word : {"context", "integer", "4096", "largest_group", "bf16", "fig9"}) {
    QVERIFY2(text.find(word) != std::string::npos, word);
  }
  for (const View& view : views()) {
    QVERIFY2(view.id == "positions" || text.find("\n" + view.id + "  ") == std::string::npos,
             view.id.c_str());
  }
}

void TestCatalogue::viewJson_isThatOfTheList() {
  const QJsonArray list = jsonOf(viewsCalled({}))["views"].toArray();
  for (const QJsonValue& each : list) {
    const QJsonObject one = jsonOf(viewsCalled(each.toObject()["id"].toString().toStdString()));
    QCOMPARE(one["views"].toArray(), QJsonArray{each});
    QVERIFY(one.contains("version"));
  }
}

void TestCatalogue::unknownView_isAUsageErrorWithTheNearest() {
  const auto output = viewsCommand("positons", false, Language::english);
  QVERIFY(!output);
  QCOMPARE(exitCode(output.error()), 2);
  const std::string message = renderPlain(output.error().text, Language::english);
  QVERIFY2(message.find("positons") != std::string::npos, message.c_str());
  QVERIFY2(message.ends_with("Did you mean positions?"), message.c_str());
}

void TestCatalogue::recipesFilter_keepsThoseThatHoldEveryWord() {
  const auto filtered = [](const char* filter) {
    return idsOf(jsonOf(recipesWith(filter))["recipes"].toArray());
  };
  const QStringList all = filtered("");
  const QStringList baichuan = filtered("Baichuan");
  QVERIFY(baichuan.contains("baichuan-13b"));
  QVERIFY(baichuan.size() < all.size());
  QCOMPARE(filtered("BAICHUAN"), baichuan);
  for (const QJsonValue& each : jsonOf(recipesWith("kerple-log fp32"))["recipes"].toArray()) {
    QCOMPARE(each.toObject()["scheme"].toString(), QString("kerple-log"));
  }
  const std::string text = textOf(recipesWith("baichuan-13b"));
  QVERIFY(text.find("baichuan-13b") != std::string::npos);
  QVERIFY(text.find("hf-llama") == std::string::npos);
}

void TestCatalogue::recipesFilter_thatNothingHolds_isAUsageError() {
  for (const bool json : {false, true}) {
    const auto output = recipesCommand("modul-cast", json, Language::english);
    QVERIFY(!output);
    QCOMPARE(exitCode(output.error()), 2);
    const std::string message = renderPlain(output.error().text, Language::english);
    QVERIFY2(message.find("modul-cast") != std::string::npos, message.c_str());
    QVERIFY2(message.find("Did you mean module-cast") != std::string::npos, message.c_str());
  }
}

void TestCatalogue::presetsJson_saysWhatTheirFilesSay() {
  const QJsonArray list = jsonOf(presetsCommand)["presets"].toArray();
  QCOMPARE(static_cast<std::size_t>(list.size()), modelPresets().size());
  QMap<QString, QJsonObject> rows;
  for (const QJsonValue& each : list) {
    const QJsonObject row = each.toObject();
    rows[row["id"].toString()] = row;
    QVERIFY(presetConfig(row["id"].toString().toStdString()).has_value());
    QVERIFY2(row["scheme"].toString() != "unknown", qPrintable(row["id"].toString()));
    QVERIFY(!row["title"].toString().isEmpty() && !row["source"].toString().isEmpty());
    QCOMPARE(row["base"].isDouble(), row["scheme"].toString() == "rope");
  }
  QCOMPARE(rows["llama-2-7b"]["context"].toInt(), 4096);
  QCOMPARE(rows["llama-2-7b"]["base"].toDouble(), 10000.0);
  QVERIFY(rows["llama-2-7b"]["scaling"].isNull());
  QCOMPARE(rows["llama-3.1-8b"]["scaling"].toString(), QString("llama3"));
  QCOMPARE(rows["llama-3.1-8b"]["base"].toDouble(), 500000.0);
  QCOMPARE(rows["baichuan-13b"]["scheme"].toString(), QString("alibi"));
}

void TestCatalogue::presetsText_namesEachOnceInItsTable() {
  const std::string text = textOf(presetsCommand);
  for (const ModelPreset& preset : modelPresets()) {
    QVERIFY2(text.find("\n" + preset.id + "  ") != std::string::npos, preset.id.c_str());
  }
}

void TestCatalogue::recipesJson_hasEveryStageAndASource() {
  const QJsonArray list = jsonOf(recipesWith({}))["recipes"].toArray();
  QCOMPARE(static_cast<std::size_t>(list.size()), recipeCatalogue().size());
  for (const QJsonValue& each : list) {
    const QJsonObject recipe = each.toObject();
    const Recipe* row = findRecipe(recipe["scheme"].toString().toStdString() + "/" +
                                   recipe["id"].toString().toStdString());
    QVERIFY(row != nullptr);
    QCOMPARE(static_cast<std::size_t>(recipe["stages"].toObject().size()), row->settings.size());
    QVERIFY(!recipe["source"].toString().isEmpty());
    QVERIFY(!recipe["about"].toString().isEmpty());
    QCOMPARE(recipe["stages"].toObject().contains("index"), recipe["scheme"].toString() == "alibi");
    if (recipe["id"].toString() == "zero-init" && recipe["scheme"].toString() == "rope") {
      QCOMPARE(recipe["stages"].toObject()["position"].toString(), QString("model"));
      QCOMPARE(recipe["stages"].toObject()["frequency"].toString(), QString("fp32"));
    }
  }
}

void TestCatalogue::formatsJson_saysWhatARowDecides() {
  QMap<QString, QJsonObject> rows;
  for (const QJsonValue& each : jsonOf(formatsCommand)["formats"].toArray()) {
    rows[each.toObject()["id"].toString()] = each.toObject();
  }
  QCOMPARE(static_cast<std::size_t>(rows.size()), numberFormats().size());
  const QJsonObject scale = rows["e8m0fnu"];
  QVERIFY(scale["last_exact_integer"].isNull());
  QCOMPARE(scale["zero"].toString(), QString("none"));
  QCOMPARE(scale["sign"].toString(), QString("none"));
  QCOMPARE(scale["ties"].toString(), QString("up"));
  QCOMPARE(scale["code_bits"].toInt(), 8);
  QCOMPARE(rows["e4m3fnuz"]["bias"].toInt(), 8);
  QCOMPARE(rows["e4m3fnuz"]["zero"].toString(), QString("positive"));
  QCOMPARE(rows["e2m1"]["beyond"].toString(), QString("saturates"));
  QCOMPARE(rows["int16"]["beyond"].toString(), QString("wraps"));
  QCOMPARE(rows["int16"]["lowest"].toDouble(), -32768.0);
  QCOMPARE(rows["bf16"]["beyond"].toString(), QString("infinity"));
}

void TestCatalogue::formatsJson_hasTheNumbersOfTheFormats_data() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<int>("bits");
  QTest::addColumn<double>("largest");
  QTest::addColumn<double>("smallest");
  QTest::addColumn<double>("lastExact");
  QTest::addColumn<int>("specials");
  QTest::newRow("fp32") << "fp32" << 32 << 3.4028234663852886e38 << 1.401298464324817e-45
                        << 16777216.0 << 2;
  QTest::newRow("fp16") << "fp16" << 16 << 65504.0 << 5.960464477539063e-08 << 2048.0 << 2;
  QTest::newRow("bf16") << "bf16" << 16 << 3.3895313892515355e38 << 9.183549615799121e-41 << 256.0
                        << 2;
  QTest::newRow("e4m3fn") << "e4m3fn" << 8 << 448.0 << 0.001953125 << 16.0 << 1;
  QTest::newRow("e5m2") << "e5m2" << 8 << 57344.0 << 1.52587890625e-05 << 8.0 << 2;
  QTest::newRow("e5m2fnuz") << "e5m2fnuz" << 8 << 57344.0 << 0x1p-17 << 8.0 << 1;
  QTest::newRow("e3m2") << "e3m2" << 6 << 28.0 << 0.0625 << 8.0 << 0;
  QTest::newRow("int16") << "int16" << 16 << 32767.0 << 1.0 << 32767.0 << 0;
  QTest::newRow("int8") << "int8" << 8 << 127.0 << 1.0 << 127.0 << 0;
}

void TestCatalogue::formatsJson_hasTheNumbersOfTheFormats() {
  QFETCH(QString, id);
  QFETCH(int, bits);
  QFETCH(double, largest);
  QFETCH(double, smallest);
  QFETCH(double, lastExact);
  QFETCH(int, specials);
  bool found = false;
  for (const QJsonValue& each : jsonOf(formatsCommand)["formats"].toArray()) {
    const QJsonObject format = each.toObject();
    if (format["id"].toString() != id) {
      continue;
    }
    found = true;
    QCOMPARE(format["bits"].toInt(), bits);
    QVERIFY(format["largest"].toDouble() == largest);
    QVERIFY(format["smallest"].toDouble() == smallest);
    QVERIFY(format["last_exact_integer"].toDouble() == lastExact);
    QCOMPARE(format["specials"].toArray().size(), specials);
  }
  QVERIFY(found);
}

void TestCatalogue::texts_haveNoMissingWords_data() {
  QTest::addColumn<Command>("command");
  QTest::addColumn<int>("language");
  const auto add = [](const std::string& name, const Command& command) {
    for (int language = 0; language < 2; ++language) {
      QTest::addRow("%s, language %d", name.c_str(), language) << command << language;
    }
  };
  add("views", viewsCalled({}));
  add("recipes", recipesWith({}));
  add("formats", formatsCommand);
  add("presets", presetsCommand);
  for (const View& view : views()) {
    add("views " + view.id, viewsCalled(view.id));
  }
}

void TestCatalogue::texts_haveNoMissingWords() {
  QFETCH(Command, command);
  QFETCH(int, language);
  const auto output = command(false, static_cast<Language>(language));
  QVERIFY(output);
  QCOMPARE(output->exitCode, 0);
  QVERIFY(output->text.ends_with("\n"));
  for (const char* missing : {"[command.", "[parameter.", "[recipe.", ".title]", ".help]", "{"}) {
    QVERIFY2(output->text.find(missing) == std::string::npos, missing);
  }
}

QTEST_GUILESS_MAIN(TestCatalogue)
#include "catalogue_test.moc"
