// The page schemes: what it counts, what its rows open, and how they are sorted.
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/model/model_facts.h"
#include "core/model/presets.h"
#include "core/state/link.h"
#include "core/views/scheme_tables.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;

namespace {

Figure opened(const std::string& link) {
  return test::figureOf(parseLink(link).value());
}

TablePanel tableOf(const Figure& figure, std::string_view name) {
  return test::panelOf<TablePanel>(figure, name);
}

std::size_t columnOf(const TablePanel& table, std::string_view name) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].data.name == name) {
      return c;
    }
  }
  qFatal("no such column");
}

QString words(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

std::vector<std::string> modelsOf(const TablePanel& table) {
  std::vector<std::string> names;
  for (const TableRow& row : table.rows) {
    names.push_back(std::get<std::string>(row.cells.front().value));
  }
  return names;
}

double numberOf(const CellValue& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  const auto* const real = std::get_if<double>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : real != nullptr ? *real : -1;
}

}  // namespace

class SchemesPageTest : public QObject {
  Q_OBJECT

 private slots:
  void finding_countsTheListedModels();
  void rows_ofModels_openTheirPresetOrScheme();
  void rows_ofSchemes_openPagesThatExist();
  void models_useSchemesOfTheTable();
  void sorting_everyColumn_ordersAndKeepsAllRows_data();
  void sorting_everyColumn_ordersAndKeepsAllRows();
  void sorting_missingNumbers_comeLastEitherWay();
  void precision_numbers_areCounted_data();
  void precision_numbers_areCounted();
  void experience_isMarkedAsOneAuthors();
};

void SchemesPageTest::finding_countsTheListedModels() {
  const Figure figure = opened("poscope:schemes");
  std::int64_t rope = 0;
  std::string lastOther;
  for (const ModelFacts& model : modelFacts()) {
    rope += model.uses == "rope" ? 1 : 0;
    lastOther = model.uses == "rope" ? lastOther : std::max(lastOther, model.released);
  }
  const auto newer =
      std::count_if(modelFacts().begin(), modelFacts().end(),
                    [&](const ModelFacts& model) { return model.released > lastOther; });
  QCOMPARE(integerFact(figure, "with_rope"), rope);
  QCOMPARE(integerFact(figure, "newer"), static_cast<std::int64_t>(newer));
  QCOMPARE(lastOther, std::string("2023-09"));  // Baichuan2 13B.
  QCOMPARE(words(figure.finding.sentence),
           QString("%1 of %2 listed models use RoPE, among them all %3 that came after 2023/09")
               .arg(rope)
               .arg(modelFacts().size())
               .arg(newer));
  QCOMPARE(integerFact(figure, "with_rope") + integerFact(figure, "with_alibi") +
               integerFact(figure, "with_learned") + integerFact(figure, "with_relative") +
               integerFact(figure, "with_sinusoidal"),
           integerFact(figure, "listed"));
  QCOMPARE(integerFact(figure, "no_preset"), std::ssize(modelFacts()) - std::ssize(modelPresets()));
}

void SchemesPageTest::rows_ofModels_openTheirPresetOrScheme() {
  const Figure figure = opened("poscope:schemes");
  const TablePanel table = tableOf(figure, "models");
  QCOMPARE(table.rows.size(), modelFacts().size());
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const ModelFacts& model = modelFacts()[k];  // The page begins in the file's order.
    const Action& action = table.rows[k].action;
    const auto state = parseLink(action.link);
    QVERIFY2(state.has_value(), action.link.c_str());
    if (!model.preset) {
      QCOMPARE(action.link, findSchemeEntry(model.uses)->page());
    } else {
      QCOMPARE(state->view, std::string("audit"));
      QCOMPARE(state->params.text(parameter::kModel), findPreset(model.id)->title);
    }
  }
}

void SchemesPageTest::rows_ofSchemes_openPagesThatExist() {
  const Figure figure = opened("poscope:schemes");
  std::set<std::string> opened;
  const TablePanel table = tableOf(figure, "schemes");
  for (const TableRow& row : table.rows) {
    const auto state = parseLink(row.action.link);
    QVERIFY2(state.has_value(), row.action.link.c_str());
    opened.insert(state->view);
  }
  for (const char* const view :
       {"sinusoidal", "learned", "rotation", "alibi", "relative-bias", "order", "terms"}) {
    QVERIFY2(opened.contains(view), view);
  }
}

void SchemesPageTest::models_useSchemesOfTheTable() {
  for (const ModelFacts& model : modelFacts()) {
    QVERIFY2(findSchemeEntry(model.uses) != nullptr, model.id.c_str());
  }
  std::int64_t before = 0;
  for (const SchemeEntry& entry : schemeEntries()) {
    QVERIFY(before <= entry.year);
    before = entry.year;
  }
}

void SchemesPageTest::sorting_everyColumn_ordersAndKeepsAllRows_data() {
  QTest::addColumn<QByteArray>("column");
  QTest::addColumn<bool>("descending");
  for (const char* const column :
       {"model", "released", "scheme", "base", "scaling", "length_before_scaling", "length"}) {
    for (const bool descending : {false, true}) {
      QTest::addRow("%s %s", column, descending ? "down" : "up")
          << QByteArray(column) << descending;
    }
  }
}

void SchemesPageTest::sorting_everyColumn_ordersAndKeepsAllRows() {
  QFETCH(QByteArray, column);
  QFETCH(bool, descending);
  const Figure figure = opened("poscope:schemes?models_by=" + column.toStdString() +
                               (descending ? "&models_down=on" : ""));
  const TablePanel table = tableOf(figure, "models");
  const std::size_t index = columnOf(table, column.toStdString());
  QCOMPARE(table.columns[index].title.key,
           std::string(descending ? "plot.heading.descending" : "plot.heading.ascending"));
  for (std::size_t k = 1; k < table.rows.size(); ++k) {
    const CellValue& one = table.rows[k - 1].cells[index].value;
    const CellValue& next = table.rows[k].cells[index].value;
    if (one.index() != next.index() || std::holds_alternative<std::monostate>(next)) {
      continue;
    }
    if (std::holds_alternative<std::string>(one)) {
      const QString left = QString::fromStdString(std::get<std::string>(one)).toLower();
      const QString right = QString::fromStdString(std::get<std::string>(next)).toLower();
      QVERIFY(descending ? left >= right : left <= right);
    } else {
      QVERIFY(descending ? numberOf(one) >= numberOf(next) : numberOf(one) <= numberOf(next));
    }
  }
  std::vector<std::string> sorted = modelsOf(table);
  std::vector<std::string> all;
  for (const ModelFacts& model : modelFacts()) {
    all.push_back(model.title);
  }
  std::sort(sorted.begin(), sorted.end());
  std::sort(all.begin(), all.end());
  QVERIFY(sorted == all);
}

void SchemesPageTest::sorting_missingNumbers_comeLastEitherWay() {
  for (const char* const link :
       {"poscope:schemes?models_by=base", "poscope:schemes?models_by=base&models_down=on"}) {
    const Figure figure = opened(link);
    const TablePanel table = tableOf(figure, "models");
    bool missing = false;
    for (const TableRow& row : table.rows) {
      const bool none = std::holds_alternative<std::monostate>(row.cells[3].value);
      QVERIFY(none || !missing);
      missing = none;
    }
    QVERIFY(missing);
  }
}

void SchemesPageTest::precision_numbers_areCounted_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<qint64>("places");
  QTest::addColumn<qint64>("biases");
  // PIPELINES 5.5 and 9: positions, and biases of a slope of 1/2.
  QTest::newRow("bf16 4096") << "poscope:schemes" << qint64{769} << qint64{769};
  QTest::newRow("bf16 8192") << "poscope:schemes?context=8192" << qint64{897} << qint64{897};
  QTest::newRow("fp16 4096") << "poscope:schemes?format=fp16" << qint64{3073} << qint64{3073};
  QTest::newRow("fp32 4096") << "poscope:schemes?format=fp32" << qint64{4096} << qint64{4096};
}

void SchemesPageTest::precision_numbers_areCounted() {
  QFETCH(QString, link);
  const Figure figure = opened(link.toStdString());
  QTEST(static_cast<qint64>(integerFact(figure, "places")), "places");
  QTEST(static_cast<qint64>(integerFact(figure, "biases")), "biases");
  const TablePanel table = tableOf(figure, "promises");
  const QString told = words(table.rows.front().cells[columnOf(table, "low_precision")].text);
  QVERIFY2(told.contains(words({"value.integer", {{"value", integerFact(figure, "places")}}})),
           qPrintable(told));
}

void SchemesPageTest::experience_isMarkedAsOneAuthors() {
  const Figure figure = opened("poscope:schemes");
  const TablePanel table = tableOf(figure, "experience");
  QVERIFY(words(table.title).contains("One author’s experience"));
  QCOMPARE(table.rows.size(), std::size_t{4});
  QCOMPARE(integerFact(figure, "least_reach"), std::int64_t{4});  // PI and YaRN of Qwen2.5.
  QCOMPARE(integerFact(figure, "most_reach"), std::int64_t{40});  // DeepSeek.
}

QTEST_GUILESS_MAIN(SchemesPageTest)
#include "schemes_page_test.moc"
