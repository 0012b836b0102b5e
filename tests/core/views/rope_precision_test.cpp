// rope-precision: the numbers of the recipes that the product promises, the stage that does the
// damage, chips that change stages, and the error fields behind the pictures.
#include <QtTest>
#include <cmath>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/state.h"

using namespace poscope;

namespace {

State stateOf(const std::string& parameters) {
  auto state = parseLink("poscope:rope-precision?" + parameters);
  if (!state) {
    qFatal("%s", renderPlain(state.error().text, Language::english).c_str());
  }
  return std::move(*state);
}

Figure figureOf(const std::string& parameters) {
  const State state = stateOf(parameters);
  auto figure = buildFigure(*findView(state.view), state.params, {makeCpuBackend(), {}, {}});
  if (!figure) {
    qFatal("%s", renderPlain(figure.error().text, Language::english).c_str());
  }
  return std::move(*figure);
}

double real(const Figure& figure, std::string_view name) {
  const FactValue* value = findFact(figure, name);
  const auto* number = value == nullptr ? nullptr : std::get_if<double>(value);
  if (number == nullptr) {
    qFatal("no real fact %s", std::string(name).c_str());
  }
  return *number;
}

std::string word(const Figure& figure, std::string_view name) {
  const FactValue* value = findFact(figure, name);
  return value == nullptr ? std::string() : std::get<std::string>(*value);
}

std::string english(const Text& text) {
  return renderPlain(text, Language::english);
}

void verifyWords(const Text& text) {
  for (const Language language : allLanguages()) {
    const std::string words = renderPlain(text, language);
    QVERIFY2(words.find("[rope") == std::string::npos && words.find('{') == std::string::npos,
             words.c_str());
    QVERIFY2(text.key.empty() || hasText(text.key, language), text.key.c_str());
  }
}

const TablePanel& tableOf(const Figure& figure, std::string_view name) {
  for (const Panel& panel : figure.panels) {
    const auto* table = std::get_if<TablePanel>(&panel);
    if (table != nullptr && table->name == name) {
      return *table;
    }
  }
  qFatal("no table %s", std::string(name).c_str());
}

const HeatLayer& mapOf(const Figure& figure) {
  return std::get<HeatLayer>(std::get<PlotPanel>(figure.panels.front()).layers.front());
}

// The chips of a table, by the parameters that they set.
std::map<std::string, TableCell> chipsOf(const TablePanel& table) {
  std::map<std::string, TableCell> chips;
  for (const TableRow& row : table.rows) {
    for (const TableCell& cell : row.cells) {
      if (!cell.action.parameter.empty()) {
        chips[cell.action.parameter] = cell;
      }
    }
  }
  return chips;
}

}  // namespace

class RopePrecisionTest : public QObject {
  Q_OBJECT

 private slots:
  void recipes_publishedNumbers_data();
  void recipes_publishedNumbers();
  void worstStage_recipe_isNamed_data();
  void worstStage_recipe_isNamed();
  void words_everyState_areThere_data();
  void words_everyState_areThere();
  void sentence_everyRecipe_agreesWithTheVerdicts_data();
  void sentence_everyRecipe_agreesWithTheVerdicts();
  void sentence_defaults_nameBothFaults();
  void marks_numbers_sayWhatOfAStageIsDamage();
  void sentence_lostPositions_areSaid();
  void chips_clickedTwice_comeBack_data();
  void chips_clickedTwice_comeBack();
  void chips_lowStage_isMendedByTheFirstClick();
  void chips_choices_areListedWhereTheyDiffer();
  void errorMap_limits_areTheSameForBothSides();
  void start_offset_movesAxesAndCollisions();
  void scaledModel_isMeasuredAgainstItsOwnReference();
  void inspection_cell_showsStages();
  void build_stopped_isCancelled();
};

void RopePrecisionTest::recipes_publishedNumbers_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<int>("distinct");
  QTest::addColumn<double>("spread");
  QTest::addColumn<double>("error");
  // PRODUCT C0: head dimension 128, base 10000, positions 0..8191, distance 16.
  const auto row = [](const char* link, int distinct, double spread, double error) {
    QTest::newRow(link) << QString(link) << distinct << spread << error;
  };
  row("a=hf-llama&format=fp32", 8192, 0.0000, 0.0005);
  row("a=hf-llama", 8192, 0.0013, 0.0022);
  row("a=hf-llama&a.position=bf16&a.table=fp32", 897, 0.44, 2.00);
  row("a=frequency-cast&a.table=fp32", 8192, 0.0000, 2.00);
  row("a=hf-llama&a.angle=bf16&a.table=fp32", 7573, 0.46, 2.00);
  row("a=module-cast", 897, 0.61, 2.00);
  row("a=module-cast&format=fp16", 4097, 0.18, 2.00);
  row("a=tf32-matmul&a.table=fp32", 4097, 0.03, 2.00);
  row("a=hf-llama&a.table=int8", 8192, 0.003, 0.004);
  row("a=hf-llama&a.table=e4m3fn", 8192, 0.021, 0.031);
  row("a=hf-llama&a.table=int4", 8192, 0.052, 0.071);
}

void RopePrecisionTest::recipes_publishedNumbers() {
  QFETCH(QString, link);
  QFETCH(int, distinct);
  QFETCH(double, spread);
  QFETCH(double, error);
  const Figure figure = figureOf(link.toStdString() + "&a.rotation=fp64&a.score=fp64");
  QCOMPARE(integerFact(figure, "a.ablation.distinct"), std::int64_t{distinct});
  // As many digits as were published.
  const double spreadStep = spread >= 0.1 || spread == 0.03 ? 0.005 : spread < 0.002 ? 5e-5 : 5e-4;
  QVERIFY(std::abs(real(figure, "a.ablation.spread") - spread) <= spreadStep * 1.001);
  const double errorStep = error >= 1 ? 0.005 : error < 0.003 ? 5e-5 : error < 0.05 ? 5e-4 : 1e-3;
  QVERIFY(std::abs(real(figure, "a.ablation.error") - error) <= errorStep * 1.001);
}

void RopePrecisionTest::worstStage_recipe_isNamed_data() {
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<QString>("stage");
  QTest::newRow("P0") << "exact"
                      << "none";
  QTest::newRow("P1") << "hf-llama"
                      << "none";
  QTest::newRow("P2") << "zero-init"
                      << "position";
  QTest::newRow("P3") << "module-cast"
                      << "position";
  QTest::newRow("P3g") << "chatglm2-6b"
                       << "position";
  QTest::newRow("P5") << "hf-llama-cast"
                      << "frequency";
  QTest::newRow("P6") << "position-and-frequency"
                      << "position";
  QTest::newRow("P7") << "gpt-j-default-dtype"
                      << "frequency";
  QTest::newRow("angle") << "xpos-torchscale"
                         << "angle";
  QTest::newRow("tf32") << "tf32-matmul"
                        << "position";
  QTest::newRow("meta") << "meta-llama"
                        << "none";
  QTest::newRow("llama.cpp") << "llama.cpp"
                             << "none";
}

void RopePrecisionTest::worstStage_recipe_isNamed() {
  QFETCH(QString, recipe);
  QFETCH(QString, stage);
  const Figure figure = figureOf("b=exact&a=" + recipe.toStdString());
  QCOMPARE(word(figure, "a.ablation.worst_stage"), stage.toStdString());
  QCOMPARE(word(figure, "b.ablation.worst_stage"), std::string("none"));
  const std::string sentence = english(figure.finding.sentence);
  const bool fine = sentence.find("fine up to") != std::string::npos;
  QVERIFY2(fine == (stage == "none"), sentence.c_str());
}

void RopePrecisionTest::words_everyState_areThere_data() {
  QTest::addColumn<QString>("link");
  for (const char* link : {"context=2",
                           "context=2&show=b",
                           "show=difference",
                           "show=reference",
                           "show=b",
                           "context=131072&format=fp16",
                           "context=1048576&dim=16384",
                           "dim=2",
                           "a=llama.cpp&b=meta-llama",
                           "a=arange-cpu&b=gpt-j-default-dtype",
                           "format=int8",
                           "format=int4",
                           "format=fp64",
                           "a=hf-llama&a.rotation=e4m3fn",
                           "a=hf-llama&a.score=e4m3fn",
                           "a=exact&b=formula",
                           "context=131072&a=hf-llama",
                           "format=e4m3fn&overflow=saturate",
                           "base=1.000001",
                           "context=16777216&start=16777216",
                           "a=hf-4.31&b=megatron&context=4096&scaling=linear~factor~4"}) {
    QTest::newRow(link) << QString(link);
  }
}

void RopePrecisionTest::words_everyState_areThere() {
  QFETCH(QString, link);
  const Figure figure = figureOf(link.toStdString());
  verifyWords(figure.finding.question);
  verifyWords(figure.finding.sentence);
  verifyWords(figure.finding.explanation);
  for (const Text& note : figure.notes) {
    verifyWords(note);
  }
  for (const Panel& panel : figure.panels) {
    if (const auto* plot = std::get_if<PlotPanel>(&panel)) {
      verifyWords(plot->x.title);
      verifyWords(plot->y.title);
      QVERIFY(plot->x.first < plot->x.last && plot->y.first < plot->y.last);
      const Detail detail = plot->inspection->at(plot->x.first + 1, plot->y.first + 1);
      for (const DetailRow& row : detail.rows) {
        verifyWords(row.label);
        verifyWords(row.value);
      }
    } else if (const auto* code = std::get_if<CodePanel>(&panel)) {
      verifyWords(code->title);
      for (const CodeLine& line : code->lines) {
        verifyWords(line.note);
      }
    } else {
      const auto& table = std::get<TablePanel>(panel);
      verifyWords(table.title);
      for (const TableColumn& column : table.columns) {
        verifyWords(column.title);
      }
      for (const TableRow& row : table.rows) {
        QCOMPARE(row.cells.size(), table.columns.size());
        for (const TableCell& cell : row.cells) {
          verifyWords(cell.text);
        }
      }
    }
  }
}

void RopePrecisionTest::sentence_everyRecipe_agreesWithTheVerdicts_data() {
  QTest::addColumn<QString>("link");
  const auto add = [](const std::string& recipe, const char* context, const char* format) {
    const QString link =
        QStringLiteral("a=%1&context=%2&format=%3")
            .arg(QString::fromStdString(recipe), QLatin1String(context), QLatin1String(format));
    QTest::newRow(qPrintable(link)) << link;
  };
  for (const Recipe& recipe : recipesOf(Scheme::rope)) {
    add(recipe.id, "600", "bf16");
    add(recipe.id, "4096", "fp16");
  }
  add("hf-llama", "150000", "bf16");  // Drifts, as any fp32 phase.
}

// Damage is named where a chip is bad and nowhere else, and "fine" stands over a faithful table.
void RopePrecisionTest::sentence_everyRecipe_agreesWithTheVerdicts() {
  QFETCH(QString, link);
  const Figure figure = figureOf(link.toStdString());
  const auto verdicts = figure.judgement->verdicts(Side::a, {}, {});
  QVERIFY(verdicts.has_value());
  const auto any = [&](ColourRole role) {
    return std::any_of(verdicts->begin(), verdicts->end(),
                       [&](const Verdict& verdict) { return verdict.role == role; });
  };
  const std::string& key = figure.finding.sentence.key;
  const bool fine = key.starts_with("rope-precision.finding.fine");
  const bool drift = key == "rope-precision.finding.drift";
  QVERIFY2(any(ColourRole::bad) == (!fine && !drift), key.c_str());
  QVERIFY2(!drift || (*verdicts)[2].role == ColourRole::neutral, key.c_str());
  QVERIFY2(!fine || (*verdicts)[2].role == ColourRole::good, key.c_str());
}

void RopePrecisionTest::sentence_defaults_nameBothFaults() {
  const Figure figure = figureOf("");
  QCOMPARE(english(figure.finding.sentence),
           std::string("Rounded positions keep only 897 of 8,192 positions apart; rounded "
                       "frequencies make angles wrong by up to 10 radians"));
  const auto runs = render(figure.finding.sentence, Language::english);
  const auto marked = std::find_if(runs.begin(), runs.end(),
                                   [](const TextRun& run) { return run.role == TextRole::a; });
  QVERIFY(marked != runs.end() && marked->text == "897");
  const TablePanel& table = tableOf(figure, "stages_a");
  QCOMPARE(english(table.title),
           std::string("A: “module cast”, one stage rounded at a time. Most damage: Position"));
  QCOMPARE(table.rows.front().cells.front().role, TextRole::bad);
  QCOMPARE(english(tableOf(figure, "stages_b").title),
           std::string("B: “fp32 phase”, one stage rounded at a time"));
}

void RopePrecisionTest::marks_numbers_sayWhatOfAStageIsDamage() {
  const TablePanel table = tableOf(figureOf(""), "stages_a");
  const auto marked = [&](std::size_t row) {
    std::string marks;
    for (std::size_t k = 3; k < 6; ++k) {
      marks += table.rows[row].cells[k].role == TextRole::bad ? 'x' : '.';
    }
    return marks;
  };
  // Error, rows, spread of position, frequency, angle, table.
  QCOMPARE(marked(0), std::string("xxx"));
  QCOMPARE(marked(1), std::string("x.."));
  QCOMPARE(marked(2), std::string("xxx"));
  QCOMPARE(marked(3), std::string("..."));
  QCOMPARE(english(table.rows[1].cells[5].text), std::string("0"));
}

void RopePrecisionTest::sentence_lostPositions_areSaid() {
  const Figure figure = figureOf("format=fp16&context=70000");
  QVERIFY(integerFact(figure, "a.ablation.lost") > 0);
  const std::string sentence = english(figure.finding.sentence);
  QVERIFY2(sentence.find("Rounded positions turn") == 0, sentence.c_str());
}

void RopePrecisionTest::chips_clickedTwice_comeBack_data() {
  QTest::addColumn<QString>("link");
  QTest::newRow("bf16") << "context=256";
  QTest::newRow("fp32") << "context=256&format=fp32";
  QTest::newRow("words") << "context=256&a.form=stepwise&b.making=arange8&b.application=once";
}

void RopePrecisionTest::chips_clickedTwice_comeBack() {
  QFETCH(QString, link);
  const State before = stateOf(link.toStdString());
  const Figure figure = figureOf(link.toStdString());
  for (const char* name : {"stages_a", "stages_b"}) {
    for (const auto& [parameter, first] : chipsOf(tableOf(figure, name))) {
      QVERIFY(parameter.starts_with(std::string_view(name) == "stages_a" ? "a." : "b."));
      Params params = before.params;
      TableCell chip = first;
      // Words come round after all of them; a choice that is the plain one again is not listed.
      for (int click = 0; click == 0 || (click < 5 && !(chip.text == first.text)); ++click) {
        QVERIFY(params.set(chip.action.parameter, chip.action.value).has_value());
        const auto next =
            buildFigure(*findView("rope-precision"), params, {makeCpuBackend(), {}, {}});
        QVERIFY(next.has_value());
        const auto chips = chipsOf(tableOf(*next, name));
        if (!chips.contains(parameter)) {
          chip = first;
          break;
        }
        QVERIFY(!(chips.at(parameter).text == chip.text));
        chip = chips.at(parameter);
      }
      QVERIFY2(chip.text == first.text, parameter.c_str());
    }
  }
}

void RopePrecisionTest::chips_lowStage_isMendedByTheFirstClick() {
  QCOMPARE(chipsOf(tableOf(figureOf("context=256"), "stages_a"))["a.position"].action.value,
           std::string("fp32"));
  QCOMPARE(chipsOf(tableOf(figureOf("context=256"), "stages_b"))["b.position"].action.value,
           std::string("model"));
}

void RopePrecisionTest::chips_choices_areListedWhereTheyDiffer() {
  QVERIFY(!chipsOf(tableOf(figureOf(""), "stages_a")).contains("a.form"));
  const Figure figure = figureOf("a=llama.cpp&b=arange-cpu");
  QVERIFY(chipsOf(tableOf(figure, "stages_a")).contains("a.form"));
  QVERIFY(chipsOf(tableOf(figure, "stages_b")).contains("b.form"));
  QVERIFY(chipsOf(tableOf(figure, "stages_b")).contains("b.making"));
  QVERIFY(chipsOf(tableOf(figure, "stages_a")).contains("a.application"));
}

void RopePrecisionTest::errorMap_limits_areTheSameForBothSides() {
  const HeatLayer a = mapOf(figureOf("show=a"));
  const HeatLayer b = mapOf(figureOf("show=b"));
  QCOMPARE(a.colours.scale, AxisScale::log2);
  QCOMPARE(a.colours.low, b.colours.low);
  QCOMPARE(a.colours.high, b.colours.high);
  QCOMPARE(a.colours.high, 2.0);
  QVERIFY(a.colours.low < 0x1p-9 && a.colours.low > 0);
  const HeatLayer difference = mapOf(figureOf("show=difference"));
  QCOMPARE(difference.colours.low, -difference.colours.high);
}

void RopePrecisionTest::start_offset_movesAxesAndCollisions() {
  const Figure figure = figureOf("start=1000&context=1000&a=zero-init");
  const auto& map = std::get<PlotPanel>(figure.panels.front());
  QCOMPARE(map.y.first, 999.5);
  QCOMPARE(map.y.last, 1999.5);
  // Positions 1000..1023 in steps of 4, from 1024 on in steps of 8: 1000 stays, 1001 and 1002 go
  // to it and to its neighbour.
  const auto pair =
      std::get<std::vector<std::int64_t>>(*findFact(figure, "a.ablation.first_collision"));
  QCOMPARE(pair, (std::vector<std::int64_t>{1000, 1001}));
  const Detail detail = map.inspection->at(3, 1000);
  QCOMPARE(english(detail.rows.front().value), std::string("1,000"));
  QVERIFY(map.inspection->at(3, 998).rows.empty());
}

void RopePrecisionTest::scaledModel_isMeasuredAgainstItsOwnReference() {
  const Figure figure = figureOf(
      "a=hf-llama&b=hf-llama-cast&base=500000&scaling=llama3~factor~8~low_freq_factor~1~"
      "high_freq_factor~4~original_max_position_embeddings~8192");
  QCOMPARE(integerFact(figure, "a.ablation.distinct"), std::int64_t{8192});
  QVERIFY(real(figure, "a.ablation.error") < 0.003);
  QVERIFY(real(figure, "b.ablation.error") > 1.9);
  QCOMPARE(word(figure, "b.ablation.worst_stage"), std::string("frequency"));
}

void RopePrecisionTest::inspection_cell_showsStages() {
  const Figure figure = figureOf("");
  const Detail detail = std::get<PlotPanel>(figure.panels.front()).inspection->at(0.2, 4095.3);
  std::string words;
  for (const DetailRow& row : detail.rows) {
    words += english(row.label) + "=" + english(row.value) + ";";
  }
  QVERIFY2(words.find("Position=4,095;Pair=0;") == 0, words.c_str());
  QVERIFY2(words.find("Position used=4,096;Angle=4,096;") != std::string::npos, words.c_str());
  QVERIFY2(words.find("Position used=4,095;Angle=4,095;") != std::string::npos, words.c_str());
  QVERIFY2(words.find("Reference=4,095;") != std::string::npos, words.c_str());
  QCOMPARE(detail.markX, 0.0);
  QCOMPARE(detail.markY, 4095.0);
}

void RopePrecisionTest::build_stopped_isCancelled() {
  std::stop_source stop;
  stop.request_stop();
  const auto figure = buildFigure(*findView("rope-precision"), stateOf("").params,
                                  {makeCpuBackend(), {}, stop.get_token()});
  QVERIFY(!figure);
  QCOMPARE(figure.error().kind, ErrorKind::cancelled);
}

QTEST_GUILESS_MAIN(RopePrecisionTest)
#include "rope_precision_test.moc"
