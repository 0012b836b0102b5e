// pitfalls: each one at the steps where it begins and before, what its page shows of it, and that
// the list speaks of all of them. The numbers are held by pitfall_facts.tsv.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/state/find_spec.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::panelOf;
using test::real;

namespace {

Figure figureOf(const std::string& parameters) {
  return test::figureOf("pitfalls?" + parameters);
}

std::string said(const Text& text, Language language = Language::english) {
  return renderPlain(text, language);
}

std::vector<std::string> ids() {
  return findSpec(findView("pitfalls")->schema, "pitfall")->choices;
}

std::string factOf(std::string id, std::string_view name) {
  std::replace(id.begin(), id.end(), '-', '_');
  return id.append(".").append(name);
}

const PointLayer& layerOf(const PlotPanel& panel, std::string_view name) {
  for (const Layer& layer : panel.layers) {
    const auto* const points = std::get_if<PointLayer>(&layer);
    if (points != nullptr && points->name == name) {
      return *points;
    }
  }
  qFatal("no such layer");
}

}  // namespace

class PitfallsPageTest : public QObject {
  Q_OBJECT

 private slots:
  void begin_stepBeforeAndStepOf_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("fine");
    QTest::addColumn<int>("wrong");
    // A stuck position is right for the first token after the prompt.
    QTest::newRow("stale") << QByteArray("stale") << 0 << 1;
    QTest::newRow("stuck") << QByteArray("stuck") << 1 << 2;
    QTest::newRow("left-padded") << QByteArray("left-padded") << 0 << 1;
    QTest::newRow("rotated-again") << QByteArray("rotated-again") << 0 << 1;
    QTest::newRow("length-mismatch") << QByteArray("length-mismatch") << 16 << 17;  // 1024 rows.
    QTest::newRow("odd-width") << QByteArray("odd-width") << 62 << 63;              // 64 and 65.
    QTest::newRow("fp16-overflow") << QByteArray("fp16-overflow") << 15 << 16;      // 65,520.
    QTest::newRow("int16") << QByteArray("int16") << 15 << 16;                      // 32,768.
  }
  void begin_stepBeforeAndStepOf() {
    QFETCH(QByteArray, id);
    QFETCH(int, fine);
    QFETCH(int, wrong);
    for (const auto& [step, there] : {std::pair(fine, 0), std::pair(wrong, 1)}) {
      const Figure figure =
          figureOf("pitfall=" + id.toStdString() + "&step=" + std::to_string(step));
      QCOMPARE(integerFact(figure, factOf(id.toStdString(), "wrong")), std::int64_t{there});
      const auto list = panelOf<TablePanel>(figure, "list");
      const auto row = std::find_if(list.rows.begin(), list.rows.end(),
                                    [](const TableRow& one) { return one.selected; });
      QCOMPARE(std::get<std::string>(row->cells[0].value), id.toStdString());
      QCOMPARE(std::get<bool>(row->cells[2].value), there == 1);
    }
  }

  // Every page at every kind of step speaks in both languages and has what it says it has.
  void everyPitfall_isWholeAtEachStep() {
    for (const std::string& id : ids()) {
      for (const int step : {0, 1, 7, 23, 63, 64}) {
        const Figure figure = figureOf("pitfall=" + id + "&step=" + std::to_string(step));
        for (const Text& text :
             {figure.finding.question, figure.finding.sentence, figure.finding.explanation}) {
          for (const Language language : allLanguages()) {
            const std::string words = said(text, language);
            QVERIFY2(words.find('{') == std::string::npos && words.front() != '[', words.c_str());
          }
        }
        std::vector<std::string> names;
        for (const Fact& fact : figure.facts) {
          names.push_back(fact.name);
        }
        QCOMPARE(names, findView("pitfalls")->facts);
      }
    }
  }

  void list_namesEach_andItsClickShowsIt() {
    const auto list = panelOf<TablePanel>(figureOf(""), "list");
    QCOMPARE(list.rows.size(), ids().size());
    QVERIFY(list.contents);
    for (std::size_t k = 0; k < list.rows.size(); ++k) {
      QCOMPARE(list.rows[k].action.parameter, std::string("pitfall"));
      QCOMPARE(list.rows[k].action.value, ids()[k]);
    }
  }

  void stale_picture_hasBothIdsOfEachToken() {
    const Figure figure = figureOf("pitfall=stale&step=5&prompt=4");
    const auto panel = panelOf<PlotPanel>(figure, "ids");
    QCOMPARE(layerOf(panel, "right").y, (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    QCOMPARE(layerOf(panel, "given").y, (std::vector<double>{0, 1, 2, 3, 0, 0, 0, 0, 0}));
    // The axes stand still while it is played.
    const auto later = panelOf<PlotPanel>(figureOf("pitfall=stale&step=50&prompt=4"), "ids");
    QCOMPARE(later.x.last, panel.x.last);
    QCOMPARE(later.y.last, panel.y.last);
    const Detail detail = panel.inspection->at(6.2, 0);
    QCOMPARE(detail.rows.size(), std::size_t{3});
    QCOMPARE(said(detail.rows[1].value), std::string("6"));
    QCOMPARE(said(detail.rows[2].value), std::string("0"));
  }

  // With the prompt's slots counted, too, all ids move alike, and RoPE sees no difference.
  void leftPadded_countedAlways_isHarmless() {
    const Figure always = figureOf("pitfall=left-padded&counted=always");
    QCOMPARE(integerFact(always, "left_padded.wrong"), std::int64_t{0});
    QCOMPARE(integerFact(always, "left_padded.wrong_ids"),
             integerFact(always, "left_padded.tokens"));
    QVERIFY(real(always, "left_padded.score_error") < 1e-12);
    QVERIFY(said(always.finding.sentence).find("no score changes") != std::string::npos);
    const Figure none = figureOf("pitfall=left-padded&padding=0");
    QCOMPARE(integerFact(none, "left_padded.wrong_ids"), std::int64_t{0});
    const Figure more = figureOf("pitfall=left-padded&padding=30");
    QVERIFY(real(more, "left_padded.score_error") >
            real(figureOf("pitfall=left-padded&padding=1"), "left_padded.score_error"));
  }

  void rotatedAgain_coarserFormats_loseMore() {
    const Figure figure = figureOf("pitfall=rotated-again&step=64");
    QVERIFY(real(figure, "rotated_again.again_bf16") >
            4 * real(figure, "rotated_again.again_fp16"));
    QVERIFY(real(figure, "rotated_again.again_fp16") >
            20 * real(figure, "rotated_again.again_fp32"));
    QVERIFY(real(figure, "rotated_again.again_bf16") > 5 * real(figure, "rotated_again.once_bf16"));
  }

  // generate_pitfalls.py's numbers, which hang on the last bits of the reference's angles.
  void rotatedAgain_inFp32_isWhatNumPyGives() {
    const Figure figure = figureOf("pitfall=rotated-again");
    const auto near = [&](const char* name, double value) {
      return std::abs(real(figure, name) / value - 1) < 1e-7;
    };
    QVERIFY(near("rotated_again.again_fp32", 2.087569660572392e-05));
    QVERIFY(near("rotated_again.once_fp32", 1.4814185466096949e-05));
  }

  void lengthMismatch_onlyScalingsThatKnowTheLength_change() {
    const Figure figure = figureOf("pitfall=length-mismatch");
    const auto table = panelOf<TablePanel>(figure, "scalings");
    std::int64_t changing = 0;
    for (const TableRow& row : table.rows) {
      const auto* const pairs = std::get_if<std::int64_t>(&row.cells[1].value);
      const auto id = std::get<std::string>(row.cells[0].value);
      changing += pairs != nullptr && *pairs > 0 ? 1 : 0;
      if (id == "none") {
        QCOMPARE(*pairs, std::int64_t{0});
        QCOMPARE(std::get<double>(row.cells[2].value), 0.0);
      } else if (id == "linear" || id == "dynamic" || id == "yarn") {
        QVERIFY2(pairs != nullptr && *pairs > 0, id.c_str());
        QVERIFY2(std::get<double>(row.cells[2].value) > 0, id.c_str());
      }
    }
    QCOMPARE(integerFact(figure, "length_mismatch.changing"), changing);
    // A longer table than in training fails nowhere that training reached.
    const Figure longer = figureOf("pitfall=length-mismatch&rows=4096&rows_trained=2048&step=64");
    QCOMPARE(integerFact(longer, "length_mismatch.wrong"), std::int64_t{0});
  }

  void oddWidth_theLastComponentIsAlone() {
    const auto panel = panelOf<PlotPanel>(figureOf("pitfall=odd-width&step=63"), "pairs");
    QCOMPARE(layerOf(panel, "part").x.size(), std::size_t{64});
    QCOMPARE(layerOf(panel, "whole").x.size(), std::size_t{64});
    QCOMPARE(layerOf(panel, "").x, (std::vector<double>{64}));
  }

  void fp16_beforeTheEnd_isRounded_andNoSineIsLost() {
    const Figure figure = figureOf("pitfall=fp16-overflow&step=15");
    QCOMPARE(real(figure, "fp16_overflow.stored"), 65504.0);
    QCOMPARE(integerFact(figure, "fp16_overflow.lost_pairs"), std::int64_t{0});
    QCOMPARE(real(figure, "fp16_overflow.largest_entry"), 1.0);
    const Figure beyond = figureOf("pitfall=fp16-overflow&step=16");
    QVERIFY(std::isinf(real(beyond, "fp16_overflow.stored")));
    QCOMPARE(integerFact(beyond, "fp16_overflow.lost_pairs"), std::int64_t{32});
    const auto octaves = panelOf<TablePanel>(beyond, "octaves");
    QCOMPARE(std::get<std::int64_t>(octaves.rows.front().cells[0].value), std::int64_t{2048});
    QCOMPARE(std::get<std::int64_t>(octaves.rows.back().cells[5].value), std::int64_t{33});
  }

  // Keys on the query's side of the wrap keep their scores.
  void int16_onlyKeysAcrossTheWrap_moveAway() {
    const Figure figure = figureOf("pitfall=int16&step=40");
    QCOMPARE(integerFact(figure, "int16.stored"), std::int64_t{-32744});
    QCOMPARE(integerFact(figure, "int16.across"), std::int64_t{16});
    const auto panel = panelOf<PlotPanel>(figure, "scores");
    const PointLayer& right = layerOf(panel, "right.scores");
    const PointLayer& given = layerOf(panel, "given.scores");
    for (std::size_t k = 0; k < right.y.size(); ++k) {
      QCOMPARE(std::abs(right.y[k] - given.y[k]) > 1e-9, right.x[k] < 32768);
    }
  }

  // Each snippet, line by line: one of them is the wrong one, and the answer puts another one
  // there.
  void bug_guessAndAnswer_sayWhichLine() {
    const auto snippets = findSpec(findView("pitfalls")->schema, "snippet")->choices;
    QCOMPARE(snippets.size(), std::size_t{6});
    for (const std::string& snippet : snippets) {
      const std::string link = "pitfall=find-the-bug&snippet=" + snippet;
      const Figure asked = figureOf(link);
      const std::int64_t line = integerFact(asked, "find_the_bug.line");
      const auto code = panelOf<CodePanel>(asked, "code");
      QCOMPARE(code.lines.size(), std::size_t{5});
      QVERIFY(!code.hasChanges());
      for (std::int64_t guess = 1; guess <= 5; ++guess) {
        const auto at = static_cast<std::size_t>(guess - 1);
        QCOMPARE(code.lines[at].action.parameter, std::string("guess"));
        QVERIFY(code.lines[at].note.empty());  // It would tell.
        const Figure guessed = figureOf(link + "&guess=" + code.lines[at].action.value);
        QCOMPARE(integerFact(guessed, "find_the_bug.found"), std::int64_t{guess == line ? 1 : 0});
        const bool told = said(guessed.finding.sentence).find("the wrong one") != std::string::npos;
        QCOMPARE(told, guess == line);
        QVERIFY(panelOf<CodePanel>(guessed, "code").lines[at].selected);
      }
      const Figure revealed = figureOf(link + "&reveal=on");
      const auto mended = panelOf<CodePanel>(revealed, "code");
      QCOMPARE(mended.lines.size(), std::size_t{6});
      const auto at = static_cast<std::size_t>(line - 1);
      QVERIFY(mended.lines[at].change == CodeChange::removed);
      QVERIFY(mended.lines[at + 1].change == CodeChange::added);
      QVERIFY(mended.lines[at].text != mended.lines[at + 1].text);
      QCOMPARE(mended.lines[at].text, code.lines[at].text);
      QCOMPARE(integerFact(revealed, "find_the_bug.wrong"), std::int64_t{0});
    }
  }

  void bug_anotherSnippet_isNotGuessedYet() {
    const Figure figure = figureOf("pitfall=find-the-bug&guess=2&reveal=on");
    const auto table = panelOf<TablePanel>(figure, "snippets");
    QVERIFY(table.rows[0].selected);
    const Figure opened = test::figureOf(*parseLink(table.rows[4].action.link));
    QCOMPARE(integerFact(opened, "find_the_bug.guess"), std::int64_t{0});
    QVERIFY(!panelOf<CodePanel>(opened, "code").hasChanges());
    const auto answer = panelOf<TablePanel>(figure, "answer");
    QCOMPARE(answer.rows[0].cells[1].action.value, std::string("off"));
  }

  // Eight heads: 2^-1 to 2^-8; the wrong ones begin at 1.
  void bug_numbers_areThoseOfTheExample() {
    const Figure figure = figureOf("pitfall=find-the-bug");
    QCOMPARE(real(figure, "find_the_bug.first_slope"), 0.5);
    QCOMPARE(real(figure, "find_the_bug.last_slope"), 0x1p-8);
    QCOMPARE(real(figure, "find_the_bug.wrong_first_slope"), 1.0);
    QCOMPARE(integerFact(figure, "find_the_bug.batch_fits"), std::int64_t{0});
    QCOMPARE(integerFact(figure, "find_the_bug.alone_batch"), std::int64_t{8});
  }

  void reports_openTheirCase() {
    const auto table = panelOf<TablePanel>(figureOf("pitfall=fp16-overflow"), "reports");
    QCOMPARE(table.rows.size(), std::size_t{2});
    for (const TableRow& row : table.rows) {
      const Figure opened = test::figureOf(*parseLink(row.action.link));
      QCOMPARE(opened.source.view, std::string("cases"));
    }
    QCOMPARE(panelOf<TablePanel>(figureOf("pitfall=int16"), "reports").rows[0].action.address,
             std::string("https://github.com/vllm-project/tpu-inference/pull/2756"));
  }

  void model_itsDimensionsAndBase_areTaken() {
    const Figure small = figureOf("dim=2");
    const Figure large = figureOf("dim=512&base=1000000");
    QVERIFY(real(small, "stale.score_error") != real(large, "stale.score_error"));
    QCOMPARE(integerFact(large, "fp16_overflow.wrong"), std::int64_t{1});
    QCOMPARE(integerFact(large, "fp16_overflow.lost_pairs"), std::int64_t{256});
  }
};

QTEST_GUILESS_MAIN(PitfallsPageTest)
#include "pitfalls_page_test.moc"
