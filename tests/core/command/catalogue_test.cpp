// `poscope views`, `recipes`, `formats`: complete, with documented keys, in both languages.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "core/base/version.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/command/catalogue.h"
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
  void viewsText_namesViewsParametersAndFacts();
  void recipesJson_hasEveryStageAndASource();
  void formatsJson_saysWhatARowDecides();
  void formatsJson_hasTheNumbersOfTheFormats_data();
  void formatsJson_hasTheNumbersOfTheFormats();
  void texts_haveNoMissingWords_data();
  void texts_haveNoMissingWords();
};

namespace {

using Command = CommandOutput (*)(bool, Language);

QJsonObject jsonOf(Command command) {
  const CommandOutput output = command(true, Language::english);
  return QJsonDocument::fromJson(QByteArray::fromStdString(output.text)).object();
}

}  // namespace

void TestCatalogue::viewsJson_listsEveryViewWithEveryParameter() {
  const QJsonObject json = jsonOf(viewsCommand);
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
  const QJsonArray list = jsonOf(viewsCommand)["views"].toArray();
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
        QCOMPARE(static_cast<std::size_t>(parameter["choices"].toArray().size()),
                 numberFormats().size());
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
  for (const QJsonValue& view : jsonOf(viewsCommand)["views"].toArray()) {
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

void TestCatalogue::viewsText_namesViewsParametersAndFacts() {
  const std::string text = viewsCommand(false, Language::english).text;
  for (const View& view : views()) {
    QVERIFY2(text.find(view.id + "  ") != std::string::npos, view.id.c_str());
  }
  for (const char* word : {"context", "integer", "4096", "largest_group", "bf16", "fig9"}) {
    QVERIFY2(text.find(word) != std::string::npos, word);
  }
}

void TestCatalogue::recipesJson_hasEveryStageAndASource() {
  const QJsonArray list = jsonOf(recipesCommand)["recipes"].toArray();
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
  QTest::addColumn<int>("command");
  QTest::addColumn<int>("language");
  for (int command = 0; command < 3; ++command) {
    for (int language = 0; language < 2; ++language) {
      QTest::addRow("command %d language %d", command, language) << command << language;
    }
  }
}

void TestCatalogue::texts_haveNoMissingWords() {
  QFETCH(int, command);
  QFETCH(int, language);
  const Command commands[] = {viewsCommand, recipesCommand, formatsCommand};
  const CommandOutput output = commands[command](false, static_cast<Language>(language));
  QCOMPARE(output.exitCode, 0);
  QVERIFY(output.text.ends_with("\n"));
  for (const char* missing : {"[command.", "[parameter.", "[recipe.", ".title]", ".help]", "{"}) {
    QVERIFY2(output.text.find(missing) == std::string::npos, missing);
  }
}

QTEST_GUILESS_MAIN(TestCatalogue)
#include "catalogue_test.moc"
