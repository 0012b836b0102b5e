// The page terms: a board of the four terms, what is dropped, and the table that chooses a model.
#include <QTest>

#include "core/analysis/score_terms.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::figureOf;
using test::panelOf;
using test::real;

namespace {

std::string sentence(const Figure& figure) {
  return renderPlain(figure.finding.sentence, Language::english);
}

std::string explained(const std::string& link) {
  return renderPlain(figureOf(link).finding.explanation, Language::english);
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

const HeatLayer* heatOf(const PlotPanel& panel) {
  return panel.layers.empty() ? nullptr : std::get_if<HeatLayer>(&panel.layers.front());
}

}  // namespace

class TermsPageTest : public QObject {
  Q_OBJECT

 private slots:
  // Content above position, query by query, so that two lines of three are the board.
  void board_standsInTheOrderOfTheExpansion() {
    std::vector<std::string> names;
    for (const Panel& panel : figureOf("terms").panels) {
      if (const auto* plot = std::get_if<PlotPanel>(&panel)) {
        names.push_back(plot->name);
      }
    }
    QCOMPARE(names, (std::vector<std::string>{"content_content", "content_position", "score",
                                              "position_content", "position_position", "weights"}));
  }

  void finding_countsWhatBecomesOfTheTerms() {
    QVERIFY(sentence(figureOf("terms"))
                .starts_with("Added positions make four terms of each score: 3 of them know a "
                             "position and move 61 %"));
    const Figure t5 = figureOf("terms?variant=t5");
    QVERIFY(sentence(t5).starts_with(
        "T5 keeps 1 of the four terms, replaces 1 and drops 2: positions enter 1 and move "));
    const Figure deberta = figureOf("terms?variant=deberta-v1");
    QVERIFY(
        sentence(deberta).starts_with("DeBERTa v1 keeps 1 of the four terms, replaces 2 and "
                                      "drops 1: positions enter 2 and move "));
  }

  void dropped_isGreyAndSaysWhy() {
    const Figure figure = figureOf("terms?variant=t5");
    for (const char* name : {"content_position", "position_content"}) {
      const auto panel = panelOf<PlotPanel>(figure, name);
      QCOMPARE(panel.layers.size(), std::size_t{2});
      const auto& strip = std::get<StripLayer>(panel.layers[0]);
      QCOMPARE(strip.role, ColourRole::neutral);
      QCOMPARE(strip.x0, panel.x.first);
      QCOMPARE(strip.x1, panel.x.last);
      const auto& note = std::get<NoteLayer>(panel.layers[1]);
      QCOMPARE(renderPlain(note.detail, Language::english),
               std::string("Content and positions are not to meet."));
    }
    QCOMPARE(real(figure, "content_position.rms"), 0.0);
    QVERIFY(heatOf(panelOf<PlotPanel>(figure, "position_position")) != nullptr);
  }

  // A pale term is a small one.
  void maps_ofTermsAndScore_shareTheirColours() {
    for (const ScoreVariant& variant : scoreVariants()) {
      const Figure figure = figureOf("terms?variant=" + std::string(variant.id));
      const auto score = panelOf<PlotPanel>(figure, "score");
      for (const char* name : {"content_content", "position_position"}) {
        const auto panel = panelOf<PlotPanel>(figure, name);
        const HeatLayer* const heat = heatOf(panel);
        QVERIFY(heat == nullptr || heat->colours.high == heatOf(score)->colours.high);
      }
    }
  }

  void titles_nameTheFormulaOfTheModel() {
    const auto titleOf = [](const std::string& link, const char* panel) {
      return renderPlain(panelOf<PlotPanel>(figureOf(link), panel).title, Language::english);
    };
    QCOMPARE(titleOf("terms?variant=transformer-xl", "position_content"),
             std::string("position–content: u · k_j"));
    QCOMPARE(titleOf("terms?variant=deberta-v1", "position_content"),
             std::string("position–content: q_r(P(j−i)) · k_j"));
    QCOMPARE(titleOf("terms?variant=deberta-v1&direction=code", "position_content"),
             std::string("position–content: q_r(P(i−j)) · k_j"));
    QCOMPARE(titleOf("terms?variant=deberta-v1", "position_position"),
             std::string("position–position: dropped"));
  }

  void table_hasEveryModel_andAClickChooses() {
    const auto table = panelOf<TablePanel>(figureOf("terms?variant=xlnet"), "variants");
    QCOMPARE(table.rows.size(), scoreVariants().size());
    for (std::size_t k = 0; k < table.rows.size(); ++k) {
      const std::string id(scoreVariants()[k].id);
      QCOMPARE(table.rows[k].action, (Action{"variant", id}));
      QCOMPARE(table.rows[k].selected, id == "xlnet");
    }
    const auto cell = [&table](std::size_t row, std::size_t column) {
      return renderPlain(table.rows.at(row).cells.at(column).text, Language::english);
    };
    QCOMPARE(cell(0, 5), std::string("√16"));
    QCOMPARE(cell(4, 2), std::string("dropped"));
    QCOMPARE(cell(4, 4), std::string("b(i−j)"));
    QCOMPARE(cell(4, 5), std::string("1"));
    QCOMPARE(cell(5, 5), std::string("√(3·16)"));
  }

  void explanation_saysSeedScaleAndWhatWasRead() {
    QVERIFY(has(explained("terms?seed=77"), "seed 77"));
    QVERIFY(has(explained("terms?variant=deberta-v1"), "divided by √(3·16)"));
    QVERIFY(has(explained("terms?variant=t5"), "√16 times smaller"));
    QVERIFY(has(explained("terms?variant=deberta-v1&direction=code"), "published code"));
    QVERIFY(!has(explained("terms?variant=xlnet&direction=code"), "published code"));
    QVERIFY(has(explained("terms?variant=t5&length=8"), "15 of 32"));
    QVERIFY(has(explained("terms?variant=t5&length=12"), "17 of 32"));
  }

  void reading_hasTermsThatAddUp() {
    const Figure figure = figureOf("terms?variant=deberta-v1");
    const Detail detail = panelOf<PlotPanel>(figure, "score").inspection->at(3, 5);
    QCOMPARE(detail.rows.size(), std::size_t{9});
    const auto number = [&detail](std::size_t row) {
      const std::string read = renderPlain(detail.rows.at(row).value, Language::english);
      return QString::fromStdString(read).replace(QChar(0x2212), '-').toDouble();
    };
    QCOMPARE(number(2), 2.0);  // The distance.
    QVERIFY(std::abs(number(3) + number(4) + number(5) - number(7)) < 1e-4);
    QCOMPARE(renderPlain(detail.rows[6].value, Language::english), std::string("dropped"));
    QVERIFY(panelOf<PlotPanel>(figure, "score").inspection->at(16, 0).rows.empty());
  }

  void reading_ofALaterKey_isMasked() {
    const Figure figure = figureOf("terms?variant=transformer-xl");
    const auto panel = panelOf<PlotPanel>(figure, "content_content");
    QCOMPARE(panel.inspection->at(5, 3).rows.size(), std::size_t{4});
    QCOMPARE(panel.inspection->at(3, 5).rows.size(), std::size_t{9});
    QVERIFY(isMasked(*heatOf(panel), 3, 5));
    QVERIFY(!isMasked(*heatOf(panel), 5, 3));
  }

  void direction_hasAnEffectWhereDebertaIsShown() {
    const State state = defaultState(*findView("terms"));
    for (const ParameterSpec& spec : findView("terms")->schema) {
      if (spec.name == "direction") {
        QVERIFY(!hasEffect(spec, state.params));
        State deberta = state;
        QVERIFY(deberta.params.set("variant", "deberta-v2"));
        QVERIFY(hasEffect(spec, deberta.params));
      }
    }
  }
};

QTEST_GUILESS_MAIN(TermsPageTest)
#include "terms_page_test.moc"
