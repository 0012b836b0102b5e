// Values from text: what is accepted, what is refused, and with which words.
#include "core/state/params.h"
#include "core/base/numbers.h"
#include "core/catalogue/views.h"

#include <QtTest>
#include <cmath>
#include <set>

#include "core/views/view.h"

using namespace poscope;

class ParamsTest : public QObject {
  Q_OBJECT

 private slots:
  void parseNumber_ways_data();
  void parseNumber_ways();
  void set_refusedValue_namesParameterValueAndRange_data();
  void set_refusedValue_namesParameterValueAndRange();
  void stage_override_changesTheRecipeAndIsWritten();
  void stage_overrideEqualToTheCatalogue_isNoChange();
  void stage_thatThePageDecides_isRefused();
  void recipe_change_dropsItsStages();
  void written_everyParameterOfEveryView_readsBackEqual();
  void labels_everyParameterAndChoice_existInBothLanguages();
  void labels_ofViews_areThoseThatParametersClaim();
  void setTyped_whatPagesPrint_isTaken();
  void setTyped_refusedValue_namesTheParameterAsShown();
  void needs_everyParameterThatHasThem_areOfItsSchema();
  void decided_everyStage_isOfItsSchema();
};

void ParamsTest::setTyped_whatPagesPrint_isTaken() {
  const View& view = *findView("positions");
  Params params(view.schema);
  for (const char* typed : {"16,384", "16 k", "4096*4", "2^14", "2\u00b9\u2074"}) {
    QVERIFY(setTyped(params, view.id, "context", "4096"));
    QVERIFY2(setTyped(params, view.id, "context", typed), typed);
    QCOMPARE(params.integer(parameter::kContext), std::int64_t{16384});
    // Links stay as they are written.
    QVERIFY(!params.set("context", "16,384"));
  }
  QVERIFY(setTyped(params, view.id, "format", "fp16"));
  QCOMPARE(params.text(parameter::kFormat), std::string("fp16"));
}

void ParamsTest::setTyped_refusedValue_namesTheParameterAsShown() {
  struct Row {
    const char* view;
    const char* name;
    const char* typed;
    const char* message;
  };
  for (const Row& row :
       {Row{"positions", "context", "16,777,217",
            "Context: \"16,777,217\" is not accepted. Expected an integer from 2 to 16,777,216, "
            "written as 8192, 8,192, 8k, 2^13 or 4096*2."},
        {"alibi", "head", "first",
         "Head: \"first\" is not accepted. Expected an integer from 0 to 1,023, or steepest, "
         "written as 8192, 8,192, 8k, 2^13 or 4096*2."}}) {
    const View& view = *findView(row.view);
    Params params(view.schema);
    const Params before = params;
    const auto done = setTyped(params, view.id, row.name, row.typed);
    QVERIFY(!done);
    QCOMPARE(QString::fromStdString(renderPlain(done.error().text, Language::english)),
             QString::fromUtf8(row.message));
    QVERIFY(params == before);
  }
  // No key of a schema is left in any refusal.
  for (const View& view : views()) {
    for (const ParameterSpec& spec : view.schema) {
      Params params(view.schema);
      const auto done = setTyped(params, view.id, spec.name, "\u2603");
      if (!done) {
        const std::string words = renderPlain(done.error().text, Language::chinese);
        QVERIFY2(!words.starts_with(spec.name + "\uff1a"), words.c_str());
      }
    }
  }
}

void ParamsTest::needs_everyParameterThatHasThem_areOfItsSchema() {
  std::size_t seen = 0;
  for (const View& view : views()) {
    const Params params(view.schema);
    for (const ParameterSpec& spec : view.schema) {
      if (spec.needs.parameter.empty()) {
        QVERIFY(hasEffect(spec, params));
        continue;
      }
      ++seen;
      QVERIFY(params.has(spec.needs.parameter));
      Params other = params;
      for (const std::string& value : spec.needs.values) {
        QVERIFY(other.set(spec.needs.parameter, value));
        QVERIFY(hasEffect(spec, other));
      }
      for (const Language language : allLanguages()) {
        const std::string words = renderPlain(needText(view.id, view.schema, spec), language);
        QVERIFY2(words.find_first_of("{}[]") == std::string::npos, words.c_str());
      }
    }
  }
  QVERIFY(seen > 0);
  const View& decay = *findView("decay");
  Params params(decay.schema);
  const auto correlation =
      std::find_if(decay.schema.begin(), decay.schema.end(),
                   [](const ParameterSpec& spec) { return spec.name == "correlation"; });
  QVERIFY(!hasEffect(*correlation, params));
  QCOMPARE(renderPlain(needText(decay.id, decay.schema, *correlation), Language::english),
           std::string("It changes something only where Query and key is “correlated”."));
}

void ParamsTest::parseNumber_ways_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("number");
  QTest::addColumn<bool>("good");
  struct Row {
    const char* text;
    double number;
    bool good;
  };
  for (const Row& row : {Row{"4096", 4096, true}, {" 131072 ", 131072, true},
                         {"8k", 8192, true},      {"128K", 131072, true},
                         {"1M", 1048576, true},   {"2^17", 131072, true},
                         {"1e6", 1000000, true},  {"+0.5", 0.5, true},
                         {"-3", -3, true},        {"10000.0", 10000, true},
                         {"", 0, false},          {"k", 0, false},
                         {"abc", 0, false},       {"1,5", 0, false},
                         {"2^", 0, false},        {"2^2000", 0, false},
                         {"inf", 0, false},       {"nan", 0, false},
                         {"12 34", 0, false},     {"0x10", 0, false}}) {
    QTest::addRow("'%s'", row.text) << QString(row.text) << row.number << row.good;
  }
}

void ParamsTest::parseNumber_ways() {
  QFETCH(QString, text);
  QFETCH(bool, good);
  const auto number = parseNumber(text.toStdString());
  QCOMPARE(number.has_value(), good);
  if (good) {
    QTEST(*number, "number");
  } else {
    QVERIFY(renderPlain(number.error().text, Language::english).find(text.toStdString()) !=
            std::string::npos);
  }
}

void ParamsTest::set_refusedValue_namesParameterValueAndRange_data() {
  QTest::addColumn<QString>("view");
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("expected");
  struct Row {
    const char *view, *name, *value, *expected;
  };
  for (const Row& row : {Row{"positions", "context", "abc", "16,777,216"},
                         {"positions", "context", "1", "an integer from 2"},
                         {"positions", "context", "99999999999", "16,777,216"},
                         {"positions", "context", "4096.5", "an integer"},
                         {"sinusoidal", "dim", "127", "an even integer"},
                         {"sinusoidal", "base", "0", "a number over 1, up to 1"},
                         {"sinusoidal", "base", "1", "a number over 1, up to 1"},
                         {"sinusoidal", "base", "-10000", "a number over 1"},
                         {"sinusoidal", "base", "nan", "a number over 1"},
                         {"sinusoidal", "base", "inf", "a number over 1"},
                         {"sinusoidal", "base", "1e400", "a number over 1"},
                         {"sinusoidal", "base", "ten", "a number over 1"},
                         {"sinusoidal", "layout", "diagonal", "interleaved, concatenated, rope"},
                         {"positions", "format", "bf17", "Did you mean bf16?"},
                         {"alibi", "a", "hf-llama", "\"poscope recipes\""},
                         {"alibi", "align", "yes", "off, on"},
                         {"alibi", "a.table", "table", "slope, index, position, product, bias"},
                         {"alibi", "a.bias", "float", "model, or"}}) {
    QTest::addRow("%s %s=%s", row.view, row.name, row.value)
        << QString(row.view) << QString(row.name) << QString(row.value) << QString(row.expected);
  }
}

void ParamsTest::set_refusedValue_namesParameterValueAndRange() {
  QFETCH(QString, view);
  QFETCH(QString, name);
  QFETCH(QString, value);
  QFETCH(QString, expected);
  Params params(findView(view.toStdString())->schema);
  const Params before = params;
  const auto set = params.set(name.toStdString(), value.toStdString());
  QVERIFY(!set);
  QCOMPARE(set.error().kind, ErrorKind::usage);
  const QString message = QString::fromStdString(renderPlain(set.error().text, Language::english));
  QVERIFY2(message.contains(name) && message.contains(value) && message.contains(expected),
           qPrintable(message));
  QVERIFY(params == before);
}

void ParamsTest::stage_override_changesTheRecipeAndIsWritten() {
  Params params(findView("decay")->schema);
  QVERIFY(params.set("b", "hf-llama"));
  QVERIFY(params.set("b.position", "bf16"));
  QCOMPARE(params.recipe(parameter::kB).setting(Stage::position), std::string_view("bf16"));
  QCOMPARE(params.recipe(parameter::kB).setting(Stage::frequency), std::string_view("fp32"));
  const auto changed = params.changed();
  QVERIFY(std::find(changed.begin(), changed.end(),
                    std::pair<std::string, std::string>{"b.position", "bf16"}) != changed.end());
}

void ParamsTest::stage_overrideEqualToTheCatalogue_isNoChange() {
  Params params(findView("decay")->schema);
  const Params before = params;
  QVERIFY(params.set("b.position", "bf16"));
  QVERIFY(!(params == before));
  QVERIFY(params.set("b.position", "fp32"));
  QVERIFY(params == before);
}

void ParamsTest::stage_thatThePageDecides_isRefused() {
  Params params(findView("rotation")->schema);
  const auto refused = params.set("a.layout", "interleaved");
  QVERIFY(!refused);
  QCOMPARE(renderPlain(refused.error().text, Language::english),
           std::string("On this page \"pairing\" decides a.layout: \"interleaved\" would change "
                       "nothing. Set \"pairing\" instead."));
  QVERIFY(params.changed().empty());
  QVERIFY(params.set("a.position", "bf16"));
}

// The parameter that decides is there, and so is the stage.
void ParamsTest::decided_everyStage_isOfItsSchema() {
  std::size_t rows = 0;
  for (const View& view : views()) {
    for (const ParameterSpec& spec : view.schema) {
      const auto stages =
          spec.type == ParameterType::recipe ? stagesOf(spec.scheme) : std::span<const StageSpec>();
      for (const DecidedStage& decided : spec.decided) {
        ++rows;
        QVERIFY(Params(view.schema).has(decided.parameter));
        QVERIFY(std::any_of(stages.begin(), stages.end(),
                            [&](const StageSpec& stage) { return stage.name() == decided.stage; }));
      }
    }
  }
  QVERIFY(rows > 0);
}

void ParamsTest::recipe_change_dropsItsStages() {
  Params params(findView("decay")->schema);
  QVERIFY(params.set("b.position", "bf16"));
  QVERIFY(params.set("b", "exact"));
  QCOMPARE(params.recipe(parameter::kB).setting(Stage::position), std::string_view("fp64"));
}

void ParamsTest::written_everyParameterOfEveryView_readsBackEqual() {
  for (const View& view : views()) {
    const Params params(view.schema);
    Params copy(view.schema);
    for (const auto& [name, value] : params.all()) {
      const bool infinite = value == "inf" || value == "-inf";
      QVERIFY2(infinite || copy.set(name, value).has_value(), name.c_str());
    }
    QVERIFY(copy == params);
    QVERIFY(params.changed().empty());
  }
}

void ParamsTest::labels_everyParameterAndChoice_existInBothLanguages() {
  for (const View& view : views()) {
    for (const ParameterSpec& spec : view.schema) {
      std::vector<Text> texts{parameterLabel(view.id, spec), parameterHelp(view.id, spec)};
      if (spec.type != ParameterType::integer && spec.type != ParameterType::real &&
          spec.type != ParameterType::text) {
        for (const std::string& value : choiceValues(spec)) {
          texts.push_back(choiceLabel(spec, value));
        }
      }
      for (const Text& text : texts) {
        for (const Language language : allLanguages()) {
          QVERIFY2(text.key.empty() || hasText(text.key, language), text.key.c_str());
        }
      }
    }
    for (const char* part : {".title", ".question"}) {
      QVERIFY(hasText(view.id + part, Language::english));
      QVERIFY(hasText(view.id + part, Language::chinese));
    }
    QVERIFY(hasText("group." + view.group, Language::chinese));
  }
}

void ParamsTest::labels_ofViews_areThoseThatParametersClaim() {
  for (const Language language : allLanguages()) {
    std::set<std::string> unclaimed;
    for (const std::string& key : textKeys(language)) {
      const auto dot = key.find(".parameter.");
      const std::string view = key.substr(0, std::min(dot, key.size()));
      if (dot != std::string::npos && findView(view) != nullptr) {
        unclaimed.insert(key);
      }
    }
    for (const View& view : views()) {
      for (const ParameterSpec& spec : view.schema) {
        const std::string own = view.id + ".parameter." + spec.name;
        QVERIFY2(unclaimed.erase(own) == (spec.ownLabel ? 1U : 0U), own.c_str());
        QVERIFY2(unclaimed.erase(own + ".help") == (spec.ownHelp ? 1U : 0U), own.c_str());
      }
    }
    QVERIFY2(unclaimed.empty(), unclaimed.empty() ? "" : unclaimed.begin()->c_str());
  }
}

QTEST_GUILESS_MAIN(ParamsTest)
#include "params_test.moc"
