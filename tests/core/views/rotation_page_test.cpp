// rotation: the score stays when both move, whatever the layout when the weights fit; clocks stand
// where they should. The numbers are held by page_facts.tsv.
#include <QtTest>
#include <cmath>
#include <numbers>

#include "core/state/state.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::panelOf;
using test::real;

namespace {

Figure figureOf(const std::string& parameters) {
  return test::figureOf("rotation?" + parameters);
}

double realValue(const CellValue& value) {
  return std::get<double>(value);
}

}  // namespace

class RotationPageTest : public QObject {
  Q_OBJECT

 private slots:
  void score_isTheSumOfItsParts() {
    const Figure figure = figureOf("");
    const auto clocks = panelOf<ClockPanel>(figure, "clocks");
    QCOMPARE(clocks.faces.size(), std::size_t{4});
    double sum = 0;
    for (const ClockFace& face : clocks.faces) {
      sum += realValue(face.values[3]);
    }
    QVERIFY(std::abs(sum - real(figure, "score")) < 1e-15);
  }

  // Seed 1: q starts (-0.67, 0.2), k (0.45, -0.82); pair 0 turns by a radian a token.
  void hands_ofPair0_standWhereTheyShould() {
    const auto clocks = panelOf<ClockPanel>(figureOf(""), "clocks");
    const ClockFace& face = clocks.faces[0];
    const auto within = [](double angle) {
      const double turn = 2 * std::numbers::pi;
      return angle - turn * std::floor(angle / turn);
    };
    const double query = within(std::atan2(0.2, -0.67) + 7);
    const double key = within(std::atan2(-0.82, 0.45) + 4);
    QVERIFY(std::abs(realValue(face.values[1]) - query) < 1e-14);
    QVERIFY(std::abs(realValue(face.values[2]) - key) < 1e-14);
    // |q| |k| cos of the angle between them.
    const double part = std::hypot(0.67, 0.2) * std::hypot(0.45, 0.82) * std::cos(query - key);
    QVERIFY(std::abs(realValue(face.values[3]) - part) < 1e-14);
    QCOMPARE(face.hands.size(), std::size_t{2});
    QVERIFY(face.hands[0].mark != face.hands[1].mark);  // Not by colour alone.
    QVERIFY(face.hands[0].role != face.hands[1].role);
    QCOMPARE(clocks.kinds.size(), std::size_t{2});
  }

  void shift_turnsAllHands_andKeepsTheScore() {
    const Figure here = figureOf("");
    const Figure there = figureOf("shift=100");
    QVERIFY(std::abs(real(here, "score") - real(there, "score")) < 1e-13);
    const auto handOf = [](const Figure& figure, std::size_t pair) {
      return realValue(panelOf<ClockPanel>(figure, "clocks").faces[pair].values[1]);
    };
    for (std::size_t pair = 0; pair < 4; ++pair) {
      QVERIFY(std::abs(handOf(here, pair) - handOf(there, pair)) > 0.01);
    }
    QVERIFY(std::abs(real(figureOf("query=8"), "score") - real(here, "score")) > 0.01);
    // One distance, wherever it is reached.
    QVERIFY(std::abs(real(figureOf("query=107&key=104"), "score") - real(there, "score")) < 1e-13);
  }

  void norms_stay() {
    for (const char* link :
         {"", "shift=12345", "pairing=half", "dim=64&query=9999", "permuted=on"}) {
      const Figure figure = figureOf(link);
      QVERIFY(std::abs(real(figure, "query.norm") - real(figure, "query.norm_turned")) < 1e-14);
      QVERIFY(std::abs(real(figure, "key.norm") - real(figure, "key.norm_turned")) < 1e-14);
    }
  }

  void layouts_theFourScores_areTheSameWhereTheWeightsFit() {
    const Figure figure = figureOf("");
    const double trained = real(figure, "score.interleaved");
    QCOMPARE(real(figure, "score.half_permuted"), trained);  // Bit for bit.
    QVERIFY(std::abs(real(figure, "score.half") - trained) > 0.1);
    QVERIFY(std::abs(real(figure, "score.interleaved_permuted") - trained) > 0.1);
    for (const auto& [link, fact] :
         {std::pair("", "score.interleaved"), std::pair("pairing=half", "score.half"),
          std::pair("pairing=half&permuted=on", "score.half_permuted"),
          std::pair("permuted=on", "score.interleaved_permuted")}) {
      const Figure chosen = figureOf(link);
      QCOMPARE(real(chosen, "score"), real(figure, fact));
      const std::string said = renderPlain(chosen.finding.sentence, Language::english);
      const bool fits = real(chosen, "score") == trained;
      QVERIFY2((said.find("instead of") == std::string::npos) == fits, said.c_str());
    }
    // At distance 0 nothing is turned apart: the pairs do not matter.
    const Figure near = figureOf("query=4&pairing=half");
    QVERIFY(std::abs(real(near, "score") - real(near, "score.interleaved")) < 1e-14);
  }

  void layoutTable_opensEachCombination() {
    const auto table = panelOf<TablePanel>(figureOf("query=9"), "layouts");
    QCOMPARE(table.rows.size(), std::size_t{4});
    for (std::size_t k = 0; k < 4; ++k) {
      QCOMPARE(table.rows[k].selected, k == 0);
      const Figure opened = test::figureOf(*parseLink(table.rows[k].action.link));
      QCOMPARE(real(opened, "score"), realValue(table.rows[k].cells[2].value));
      QVERIFY(panelOf<TablePanel>(opened, "layouts").rows[k].selected);
    }
  }

  void pairTable_saysWhichComponentsMakeAPair() {
    const auto table = panelOf<TablePanel>(figureOf(""), "pairs");
    const auto word = [&](std::size_t row, std::size_t cell) {
      return renderPlain(table.rows[row].cells[cell].text, Language::english);
    };
    QCOMPARE(word(1, 1), std::string("2 and 3"));
    QCOMPARE(word(1, 2), std::string("1 and 5"));
    QCOMPARE(word(0, 3), std::string("57.3°"));  // A radian.
  }

  void together_isStillInFp64_andMovesInLowPrecision() {
    const Figure fine = figureOf(
        "format=fp64&a.table=fp64&a.rotation=fp64&a.score=fp64"
        "&a.position=fp64&a.frequency=fp64&a.angle=fp64");
    QVERIFY(real(fine, "together.spread_fp64") < 1e-12);
    QVERIFY(real(fine, "together.spread") < 1e-12);
    const Figure low = figureOf("format=bf16");
    QVERIFY(real(low, "together.spread") > 0.01);
    // Positions in bf16 are a worse fault, far from the beginning.
    QVERIFY(real(figureOf("shift=4000&a.position=bf16"), "together.spread") >
            10 * real(figureOf("shift=4000"), "together.spread"));
  }

  void course_beginsWhereTheShiftIs() {
    const auto panel = panelOf<PlotPanel>(figureOf("shift=1000&length=64"), "score");
    QCOMPARE(panel.x.first, 960.0);
    QCOMPARE(panel.x.last, 1023.0);
    const auto& curve = std::get<PointLayer>(panel.layers[0]);
    QCOMPARE(curve.x.front(), 960.0);
    QCOMPARE(curve.x.back(), 1023.0);
    QCOMPARE(curve.y.size(), std::size_t{64});
  }

  void lost_scores_areCounted() {
    const Figure figure = figureOf("a=hf-llama&a.position=fp16&format=fp16&shift=65500");
    const std::int64_t lost = integerFact(figure, "together.lost");
    QVERIFY(lost > 0 && lost < 128);
    QCOMPARE(figure.notes.size(), std::size_t{1});
    QVERIFY(std::isfinite(real(figure, "together.spread")));
  }

  // 256 pairs: 8,192 of them are turned at once, so over 32 tokens.
  void longCourse_ofManyPairs_isCutAndSaysSo() {
    const Figure figure = figureOf("dim=512&length=4096&shift=100");
    const auto panel = panelOf<PlotPanel>(figure, "score");
    QCOMPARE(panel.x.first, 96.0);
    QCOMPARE(panel.x.last, 127.0);
    QCOMPARE(figure.notes.size(), std::size_t{1});
    const std::string said = renderPlain(figure.notes[0], Language::english);
    QVERIFY2(said.find("32 instead of 4,096") != std::string::npos, said.c_str());
    QVERIFY(figureOf("dim=128").notes.empty());
  }

  void manyPairs_areDrawnInSteps() {
    const auto clocks = panelOf<ClockPanel>(figureOf("dim=128"), "clocks");
    QCOMPARE(clocks.faces.size(), std::size_t{8});
    QCOMPARE(std::get<std::int64_t>(clocks.faces[1].values[0]), std::int64_t{8});
  }
};

QTEST_GUILESS_MAIN(RotationPageTest)
#include "rotation_page_test.moc"
