// The page of the audit: which model it shows, and what it says when there is none.
#include <QtTest>
#include <set>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"
#include "core/state/link.h"
#include "core/state/model_params.h"
#include "core/views/view.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;

namespace {

std::shared_ptr<const ModelConfig> config(const char* folder) {
  auto read = readModelConfig(std::filesystem::path(POSCOPE_TEST_DATA "/configs") / folder);
  return read ? std::make_shared<const ModelConfig>(std::move(*read)) : nullptr;
}

Figure page(const State& state, Inputs inputs = {}) {
  auto figure =
      buildFigure(*findView("audit"), state.params, {makeCpuBackend(), {}, {}, std::move(inputs)});
  if (!figure) {
    qFatal("%s", renderPlain(figure.error().text, Language::english).c_str());
  }
  return *figure;
}

State audit(const char* query) {
  return parseLink(std::string("poscope:audit?") + query).value();
}

const TablePanel* table(const Figure& figure, std::string_view name) {
  for (const Panel& panel : figure.panels) {
    const auto* found = std::get_if<TablePanel>(&panel);
    if (found != nullptr && found->name == name) {
      return found;
    }
  }
  return nullptr;
}

std::string english(const Text& text) {
  return renderPlain(text, Language::english);
}

}  // namespace

class AuditPageTest : public QObject {
  Q_OBJECT

 private slots:
  void opened_model_isAudited();
  void opened_otherFile_asksForTheRightOne();
  void preset_needsNoFile();
  void sentence_saysHowFarTheModelIsUnderstood_data();
  void sentence_saysHowFarTheModelIsUnderstood();
  void ways_nameTheSafeAndTheDefault();
  void unknown_model_asksAndOffersPresets();
  void ways_openPagesThatRead();
  void ways_repaired_openWithTheirStages();
  void ways_ofASinusoidalTable_openItsPage();
  void context_andFormat_areTaken();
  void hash_malformed_isRefused();
  void link_ofAnOpenedModel_readsBack();
};

void AuditPageTest::opened_model_isAudited() {
  const auto model = config("llama-2-7b");
  QVERIFY(model != nullptr);
  const State state = withModel(defaultState(*findView("audit")), *model);
  const Figure figure = page(state, {model, {}});
  QCOMPARE(english(figure.finding.question), "Does " + model->name + " keep its positions?");
  QCOMPARE(integerFact(figure, "errors"), std::int64_t{0});
  QCOMPARE(integerFact(figure, "context"), std::int64_t{4096});
  QCOMPARE(integerFact(figure, "safe_distinct"), std::int64_t{4096});
  QVERIFY(integerFact(figure, "bad_ways") >= 1);
  QCOMPARE(figure.verdicts.size(), std::size_t{3});
  const auto patch = test::panelOf<CodePanel>(figure, "patch");
  QVERIFY(patch.lines.size() > 10);
  QCOMPARE(patch.lines.front().text, std::string("import torch"));
}

void AuditPageTest::opened_otherFile_asksForTheRightOne() {
  const auto model = config("llama-2-7b");
  State state = withModel(defaultState(*findView("audit")), *model);
  QVERIFY(state.params.set("hash", "0000000000000001"));  // Another file of the same name.
  const Figure figure = page(state, {model, {}});
  QVERIFY(table(figure, "presets") != nullptr);
  QVERIFY(english(figure.finding.sentence).find("is not open") != std::string::npos);
}

void AuditPageTest::preset_needsNoFile() {
  const Figure figure = page(audit("model=llama-2-7b&context=512"));
  QCOMPARE(integerFact(figure, "context"), std::int64_t{512});
  QVERIFY(table(figure, "ways") != nullptr);
}

void AuditPageTest::sentence_saysHowFarTheModelIsUnderstood_data() {
  QTest::addColumn<QString>("keys");
  QTest::addColumn<QString>("begins");
  const QString rope = R"("model_type": "llama", "rope_theta": 1e4)";
  const QString bf16 = R"(, "torch_dtype": "bfloat16")";
  QTest::newRow("understood") << rope + bf16 << "It depends on";
  QTest::newRow("a key left out") << rope + bf16 + R"(, "rope_a": 1)"
                                  << "As far as understood: It depends on";
  QTest::newRow("a format assumed") << rope << "Assuming fp32: Yes, in";
  QTest::newRow("both") << rope + R"(, "rope_a": 1)"
                        << "As far as understood, and assuming fp32: Yes, in";
  QTest::newRow("a scheme without precision")
      << R"("model_type": "bert")" + bf16 << "Precision decides nothing here";
  QTest::newRow("an unknown scheme")
      << R"("model_type": "newer")" + bf16 << "Nothing can be judged here";
}

// In words, and each thing that is left out as a row of the findings.
void AuditPageTest::sentence_saysHowFarTheModelIsUnderstood() {
  QFETCH(QString, keys);
  QFETCH(QString, begins);
  const auto read = parseModelConfig(
      "{" + keys.toStdString() +
          R"(, "hidden_size": 256, "num_attention_heads": 4, "max_position_embeddings": 512})",
      "m/config.json");
  QVERIFY(read.has_value());
  const auto model = std::make_shared<const ModelConfig>(*read);
  const Figure figure = page(withModel(defaultState(*findView("audit")), *model), {model, {}});
  const QString sentence = QString::fromStdString(english(figure.finding.sentence));
  QVERIFY2(sentence.startsWith(begins), qPrintable(sentence));
  const auto& rows = table(figure, "findings")->rows;
  QCOMPARE(keys.contains("rope_a"), std::any_of(rows.begin(), rows.end(), [](const TableRow& row) {
             return english(row.cells[1].text).find("rope_a is 1") != std::string::npos;
           }));
}

void AuditPageTest::ways_nameTheSafeAndTheDefault() {
  const Figure llama = page(audit("model=llama-2-7b&context=512"));
  QCOMPARE(english(table(llama, "ways")->rows[0].cells[0].text),
           std::string("loaded with a dtype (safe, default)"));
  const Figure bloom = page(audit("model=bloom-560m&context=512"));
  const auto& rows = table(bloom, "ways")->rows;
  QVERIFY(english(rows[0].cells[0].text).ends_with("(safe)"));
  QVERIFY(english(rows[1].cells[0].text).ends_with("(default)"));
}

void AuditPageTest::unknown_model_asksAndOffersPresets() {
  const Figure figure = page(audit("model=my-own-model&hash=0123456789abcdef&context=4096"));
  const TablePanel* presets = table(figure, "presets");
  QVERIFY(presets != nullptr);
  QCOMPARE(presets->rows.size(), modelPresets().size());
  for (const TableRow& row : presets->rows) {
    const auto state = parseLink(row.action.link);
    QVERIFY(state);
    QCOMPARE(state->params.text(parameter::kHash),
             std::string());  // That of my-own-model fits no preset.
    QCOMPARE(state->params.integer(parameter::kContext), std::int64_t{4096});
  }
  const auto first = parseLink(presets->rows.front().action.link);
  QVERIFY(table(page(*first), "presets") == nullptr);
  QCOMPARE(integerFact(figure, "ways"), std::int64_t{0});
}

void AuditPageTest::ways_openPagesThatRead() {
  for (const char* model : {"llama-3.1-8b", "baichuan2-13b", "qwen2.5-7b-instruct-yarn"}) {
    const Figure figure = page(audit((std::string("context=256&model=") + model).c_str()));
    const TablePanel* ways = table(figure, "ways");
    QVERIFY2(ways != nullptr, model);
    for (const TableRow& row : ways->rows) {
      const auto state = parseLink(row.action.link);
      QVERIFY2(state, row.action.link.c_str());
      QVERIFY(state->view == "rope-precision" || state->view == "alibi");
      QCOMPARE(state->params.integer(parameter::kContext), std::int64_t{256});
      QCOMPARE(row.action.link, formatLink(*state));  // It says only what is not a default.
    }
  }
}

void AuditPageTest::ways_repaired_openWithTheirStages() {
  const Figure figure = page(audit("context=2048&model=falcon-rw-1b"));
  std::set<std::string> changed;
  for (const TableRow& row : table(figure, "ways")->rows) {
    const Recipe recipe = parseLink(row.action.link)->params.recipe(parameter::kA);
    if (!(recipe == *findRecipe(recipe.scheme, recipe.id))) {
      changed.emplace(recipe.setting(Stage::index));
    }
  }
  QCOMPARE(changed, std::set<std::string>{"relative"});
}

void AuditPageTest::ways_ofASinusoidalTable_openItsPage() {
  const auto model = parseModelConfig(
      R"({"model_type": "marian", "d_model": 512, "max_position_embeddings": 512,
          "torch_dtype": "float16"})",
      "marian.json");
  QVERIFY(model.has_value());
  const auto opened = std::make_shared<const ModelConfig>(*model);
  const Figure figure = page(withModel(defaultState(*findView("audit")), *opened), {opened, {}});
  const TablePanel* ways = table(figure, "ways");
  QVERIFY(ways != nullptr && !ways->rows.empty());
  for (const TableRow& row : ways->rows) {
    const auto state = parseLink(row.action.link);
    QVERIFY2(state, row.action.link.c_str());
    QCOMPARE(state->view, std::string("sinusoidal"));
    QCOMPARE(state->params.integer(parameter::kLength), std::int64_t{512});
    QCOMPARE(state->params.integer(parameter::kDim), std::int64_t{512});
    QCOMPARE(state->params.recipe(parameter::kA).id, std::string("fairseq"));
  }
}

void AuditPageTest::context_andFormat_areTaken() {
  const Figure figure = page(audit("model=llama-2-7b&context=300&format=bf16"));
  QCOMPARE(integerFact(figure, "context"), std::int64_t{300});
  bool stated = false;
  for (const TableRow& row : table(figure, "findings")->rows) {
    stated = stated || english(row.cells.back().text).find("bf16") != std::string::npos;
  }
  QVERIFY(stated);
}

void AuditPageTest::hash_malformed_isRefused() {
  for (const char* hash : {"12", "0123456789ABCDEF", "0123456789abcdeg", "0123456789abcdef0"}) {
    const auto state = parseLink(std::string("poscope:audit?hash=") + hash);
    QVERIFY(!state);
    QVERIFY(english(state.error().text).find("hexadecimal") != std::string::npos);
  }
}

void AuditPageTest::link_ofAnOpenedModel_readsBack() {
  const auto model = config("deepseek-v3");
  const State state = withModel(defaultState(*findView("audit")), *model);
  const auto again = parseLink(formatLink(state));
  QVERIFY(again && again->params == state.params);
  QCOMPARE(state.params.text(parameter::kHash), modelHash(*model));
}

QTEST_GUILESS_MAIN(AuditPageTest)
#include "audit_page_test.moc"
