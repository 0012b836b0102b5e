// Verdicts in words and as facts: what figures carry, in both languages, for every state.
#include "core/views/judgement.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

#include <QtTest>
#include <algorithm>
#include <mutex>

#include "core/figure/data_export.h"
#include "core/figure/verdict_words.h"
#include "core/state/link.h"
#include "core/views/view.h"

using namespace poscope;

namespace {

std::string english(const Text& text) {
  return renderPlain(text, Language::english);
}

void verifyText(const Text& text) {
  for (const Language language : allLanguages()) {
    const std::string words = renderPlain(text, language);
    QVERIFY(!words.empty());
    QVERIFY2(text.key.empty() || hasText(text.key, language), text.key.c_str());
    QVERIFY2(words.find_first_of("{}[]") == std::string::npos, words.c_str());
  }
}

void verifyBlocks(const std::vector<Verdict>& blocks) {
  QCOMPARE(blocks.size(), std::size_t{3});
  for (const Verdict& block : blocks) {
    verifyText(block.title);
    verifyText(block.summary);
    verifyText(block.explanation);
    QVERIFY(block.rows.size() >= 2);
    for (const DetailRow& row : block.rows) {
      verifyText(row.label);
      verifyText(row.value);
    }
  }
}

Figure figureOf(const std::string& link) {
  const auto state = parseLink(link);
  if (!state) {
    qFatal("%s", english(state.error().text).c_str());
  }
  auto figure = buildFigure(*findView(state->view), state->params, {makeCpuBackend(), {}, {}});
  if (!figure) {
    qFatal("%s", english(figure.error().text).c_str());
  }
  return std::move(*figure);
}

std::vector<Fact> factsOf(const Figure& figure) {
  auto facts = figure.judgement->facts({});
  if (!facts) {
    qFatal("%s", english(facts.error().text).c_str());
  }
  return std::move(*facts);
}

template <typename T>
T fact(const std::vector<Fact>& facts, std::string_view name) {
  for (const Fact& each : facts) {
    if (each.name == name) {
      return std::get<T>(each.value);
    }
  }
  qFatal("no fact %s", std::string(name).c_str());
}

VerdictSetup ropeSetup(std::string_view recipe, std::int64_t context, std::int64_t start = 0) {
  VerdictSetup setup;
  setup.recipe = *findRecipe(Scheme::rope, recipe);
  setup.format = findFormat("bf16");
  setup.context = context;
  setup.start = start;
  return setup;
}

JudgedRecipe judged(VerdictSetup setup) {
  auto verdicts = judge(setup);
  if (!verdicts) {
    qFatal("%s", english(verdicts.error().text).c_str());
  }
  return {std::move(setup), std::move(*verdicts)};
}

}  // namespace

class JudgementTest : public QObject {
  Q_OBJECT
 private slots:
  void judgement_ofDecay_saysWhatTheCastCosts() {
    const Figure figure = figureOf("poscope:decay?context=8192");
    QVERIFY(figure.judgement != nullptr);
    const auto blocks = figure.judgement->verdicts(Side::a, {}, {});
    QVERIFY(blocks.has_value());
    verifyBlocks(*blocks);
    QCOMPARE((*blocks)[0].role, ColourRole::bad);
    QCOMPARE(english((*blocks)[0].summary), std::string("897 places for 8,192 positions"));
    QCOMPARE(english((*blocks)[0].rows[0].label), std::string("module cast"));
    QCOMPARE(english((*blocks)[0].rows[1].label), std::string("fp32 phase"));
    QCOMPARE(english((*blocks)[0].rows[1].value),
             std::string("● good: all 8,192 positions differ"));
    QCOMPARE(english((*blocks)[0].rows[2].value), std::string("256 = 257"));
    const auto facts = factsOf(figure);
    QCOMPARE(fact<std::int64_t>(facts, "a.total"), std::int64_t{8192});
    QCOMPARE(fact<std::int64_t>(facts, "a.distinct"), std::int64_t{897});
    QCOMPARE(fact<std::int64_t>(facts, "a.largest_group"), std::int64_t{33});
    QCOMPARE(fact<std::int64_t>(facts, "a.unshared"), std::int64_t{320});
    QCOMPARE(fact<std::int64_t>(facts, "a.lost"), std::int64_t{0});
    QCOMPARE(fact<std::vector<std::int64_t>>(facts, "a.first_collision"),
             (std::vector<std::int64_t>{256, 257}));
    QCOMPARE(fact<std::string>(facts, "a.unique"), std::string("bad"));
    QCOMPARE(fact<std::string>(facts, "b.unique"), std::string("good"));
    QCOMPARE(fact<std::string>(facts, "b.relative"), std::string("good"));
    QCOMPARE(fact<std::string>(facts, "b.faithful"), std::string("good"));
    QCOMPARE(fact<std::int64_t>(facts, "b.holds_up_to"), std::int64_t{8192});
    QVERIFY(fact<double>(facts, "a.error") > 1.99);
    QVERIFY(fact<double>(facts, "b.error") < 0.0023);
    QVERIFY(fact<double>(facts, "a.effect_mean") > fact<double>(facts, "b.effect_mean"));
  }

  void facts_ofEveryJudgingView_areTheNamesThatItPromises() {
    std::size_t judging = 0;
    for (const View& view : views()) {
      const Figure figure = figureOf("poscope:" + view.id);
      QVERIFY2((figure.judgement != nullptr) == view.judges, view.id.c_str());
      if (!view.judges) {
        continue;
      }
      ++judging;
      std::vector<std::string> names;
      for (const Fact& each : factsOf(figure)) {
        names.push_back(each.name);
      }
      QCOMPARE(names, judgementFactNames());
      const auto blocks = figure.judgement->verdicts(Side::a, {}, {});
      QVERIFY(blocks.has_value());
      verifyBlocks(*blocks);
    }
    QVERIFY(judging >= 3);
  }

  void verdictSetup_ofEachView_takesItsOwnParameters() {
    const auto setupOf = [](const char* link, RecipeParameter side) {
      return verdictSetup(parseLink(link)->params, side);
    };
    const VerdictSetup table =
        setupOf("poscope:sinusoidal?length=300&start=40&dim=64&base=500", parameter::kB);
    QCOMPARE(table.context, std::int64_t{300});
    QCOMPARE(table.start, std::int64_t{40});
    QCOMPARE(table.shape.dim, std::int64_t{64});
    QCOMPARE(table.shape.base, 500.0);
    QCOMPARE(table.shape.length, std::int64_t{340});
    QCOMPARE(table.recipe.id, std::string("module-cast"));
    const VerdictSetup bias =
        setupOf("poscope:alibi?heads=8&context=500&max_bias=16&format=fp16&overflow=saturate",
                parameter::kA);
    QCOMPARE(bias.heads, std::int64_t{8});
    QCOMPARE(bias.maxBias, 16.0);
    QCOMPARE(bias.context, std::int64_t{500});
    QCOMPARE(std::string(bias.format->id), std::string("fp16"));
    QVERIFY(bias.overflow == Overflow::saturate);
    const VerdictSetup scaled = setupOf(
        "poscope:decay?context=4096&scaling=linear~factor~4&a.position=fp32", parameter::kA);
    QCOMPARE(scaled.shape.scaling.type, std::string("linear"));
    QCOMPARE(std::string(scaled.recipe.setting(Stage::position)), std::string("fp32"));
  }

  // Chips, table and facts say the same, and of the side that is shown.
  void verdicts_everyViewAndSide_areThoseOfTheSideShown() {
    struct Block {
      const char* fact;
      const char* answer;
    };
    for (const View& view : views()) {
      if (!view.judges) {
        continue;
      }
      for (const Side side : kSides) {
        const bool hasContext = Params(view.schema).has(parameter::kContext);
        const Figure figure =
            figureOf("poscope:" + view.id + "?show=" + std::string(sideName(side)) +
                     (hasContext ? "&context=1024" : ""));
        const std::string whose = english(figure.verdictsOf);
        const auto chips = figure.judgement->verdicts(side, {}, {});
        QVERIFY(chips.has_value());
        const auto facts = factsOf(figure);
        const Block blocks[] = {
            {"unique", " unique: "}, {"relative", "distance only: "}, {"faithful", "faithful: "}};
        for (std::size_t k = 0; k < chips->size(); ++k) {
          const Verdict& chip = (*chips)[k];
          const std::string answer = english(chip.answer);
          const auto stateOf = [&](const char* of) {
            return fact<std::string>(facts, std::string(of) + "." + blocks[k].fact);
          };
          if (side == Side::reference) {
            QVERIFY(chip.answer.empty());
            QVERIFY(whose.starts_with("Reference"));
          } else if (side == Side::difference) {
            QVERIFY(answer.find(": A ") != std::string::npos);
          } else {
            const std::string state = stateOf(side == Side::a ? "a" : "b");
            const char* said = state == "good" ? "yes" : state == "bad" ? "no" : "nearly";
            QVERIFY2(answer.ends_with(std::string(blocks[k].answer) + said), answer.c_str());
            QCOMPARE(chip.role, state == "good"  ? ColourRole::good
                                : state == "bad" ? ColourRole::bad
                                                 : ColourRole::neutral);
            QVERIFY2(whose.starts_with(side == Side::a ? "A " : "B "), whose.c_str());
          }
          if (side == Side::reference || side == Side::difference) {
            QCOMPARE(chip.role, ColourRole::neutral);
          }
        }
      }
    }
  }

  void table_ofTwoRecipes_hasTheNumbersOfBoth() {
    const Figure figure = figureOf("poscope:rope-precision?context=8192");
    const auto table = figure.judgement->table({});
    QVERIFY(table.has_value());
    QCOMPARE(table->columns.size(), std::size_t{4});
    std::vector<std::vector<std::string>> cells;
    for (const TableRow& row : table->rows) {
      verifyText(row.help);
      std::vector<std::string> words;
      for (const TableCell& cell : row.cells) {
        words.push_back(english(cell.text));
      }
      cells.push_back(words);
    }
    const auto row = [&](std::size_t k) {
      std::string joined;
      for (const std::string& word : cells.at(k)) {
        joined += (joined.empty() ? "" : " | ") + word;
      }
      return joined;
    };
    QCOMPARE(row(0), std::string("unique | ■ 897 | ● 8,192"));
    QCOMPARE(row(1), std::string("first pair | 256=257 | –"));
    QCOMPARE(row(2), std::string("unshared | 320 | 8,192"));
    QVERIFY(row(3).starts_with("distance only | ■ 0.6"));
    QVERIFY(row(4).starts_with("faithful | ■ 2 | ● 0.00"));
    QVERIFY(row(5).ends_with(" | ≥ 8,192"));
    QVERIFY(row(6).starts_with("attention moved | 63 % | "));
  }

  void figure_ofOnePosition_hasNothingToJudge() {
    QVERIFY(figureOf("poscope:sinusoidal?length=1").judgement == nullptr);
    QVERIFY(figureOf("poscope:sinusoidal?length=2").judgement != nullptr);
  }

  void figure_beyondTheLastJudgedPosition_saysSo() {
    const Figure figure = figureOf("poscope:sinusoidal?start=16777216");
    QVERIFY(figure.judgement == nullptr);
    QVERIFY(std::any_of(figure.notes.begin(), figure.notes.end(),
                        [](const Text& note) { return note.key == "verdict.note.range"; }));
  }

  void judgement_whenStopped_isCancelledAndCanBeAskedAgain() {
    const auto judgement = judgementOf(ropeSetup("module-cast", 65536));
    std::stop_source stopped;
    stopped.request_stop();
    const auto none = judgement->verdicts(Side::a, {}, stopped.get_token());
    QVERIFY(!none.has_value());
    QVERIFY(none.error().kind == ErrorKind::cancelled);
    QVERIFY(judgement->facts(stopped.get_token()).error().kind == ErrorKind::cancelled);
    QVERIFY(judgement->verdicts(Side::a, {}, {}).has_value());
  }

  void progress_ofTwoSides_goesFromZeroToOne() {
    const auto judgement = judgementOf(ropeSetup("module-cast", 4096), ropeSetup("hf-llama", 4096));
    std::mutex mutex;
    std::vector<double> shares;
    const auto blocks = judgement->verdicts(Side::a,
                                            [&](double share) {
                                              const std::lock_guard<std::mutex> guard(mutex);
                                              shares.push_back(share);
                                            },
                                            {});
    QVERIFY(blocks.has_value());
    QVERIFY(!shares.empty());
    const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
    QVERIFY(*least > 0 && *least < 0.1);
    QVERIFY(*most > 0.7 && *most <= 1);
  }

  void words_ofAnFp32Phase_callItsDriftHarmless() {
    const JudgedRecipe side = judged(ropeSetup("hf-llama", 1 << 17));
    const auto blocks = verdictBlocks(side);
    verifyBlocks(blocks);
    QCOMPARE(blocks[2].role, ColourRole::neutral);
    QVERIFY(english(blocks[2].summary).ends_with("as with any fp32 angles"));
    QCOMPARE(english(blocks[2].rows.back().value), std::string("a context of 112,169"));
    QVERIFY(english(blocks[2].explanation).find("no alarm") != std::string::npos);
    QVERIFY(isFine(side.verdicts));
  }

  void words_ofLostPositions_countThem() {
    VerdictSetup setup = ropeSetup("module-cast", 32, 65504);
    setup.format = findFormat("fp16");
    const auto blocks = verdictBlocks(judged(setup));
    verifyBlocks(blocks);
    QCOMPARE(english(blocks[0].summary), std::string("16 of 32 positions lost, 2 places"));
    QCOMPARE(blocks[0].explanation.key, std::string("verdict.unique.phase.explain.lost"));
  }

  void words_ofEveryRecipe_areComplete() {
    for (const Recipe& recipe : recipeCatalogue()) {
      for (const char* format : {"fp64", "bf16", "int8"}) {
        VerdictSetup setup;
        setup.recipe = recipe;
        setup.format = findFormat(format);
        setup.context = 600;
        setup.heads = 12;
        verifyBlocks(verdictBlocks(judged(setup)));
      }
    }
  }

  void json_ofAJudgedFigure_holdsFactsAndVerdicts() {
    const auto json = dataBytes("json", figureOf("poscope:decay?context=1024&show=a"));
    QVERIFY(json.has_value());
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*json)).object();
    QCOMPARE(object["facts"].toObject()["a.distinct"].toInt(), 513);
    QCOMPARE(object["facts"].toObject()["a.unique"].toString(), QStringLiteral("bad"));
    const QJsonArray verdicts = object["verdicts"].toArray();
    QCOMPARE(verdicts.size(), 3);
    QCOMPARE(verdicts[0].toObject()["key"].toString(), QStringLiteral("verdict.unique"));
    QCOMPARE(verdicts[0].toObject()["role"].toString(), QStringLiteral("bad"));
    QCOMPARE(verdicts[0].toObject()["summary"].toString(),
             QStringLiteral("513 places for 1,024 positions"));
    QVERIFY(!verdicts[2].toObject()["explanation"].toString().isEmpty());
    QVERIFY(object.contains("layers") && object.contains("finding"));
  }
};

QTEST_GUILESS_MAIN(JudgementTest)
#include "judgement_test.moc"
