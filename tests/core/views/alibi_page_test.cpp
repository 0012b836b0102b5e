// alibi: the article's figure of the bias, and words that are about the picture that is shown.
#include <QtTest>
#include <set>

#include "core/state/state.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;

namespace {

Figure figureOf(const State& state) {
  return test::figureOf(state);
}

Figure figureOf(const std::string& parameters) {
  return test::figureOf("alibi?" + parameters);
}

const ParameterSpec& specOf(std::string_view name) {
  const Schema& schema = findView("alibi")->schema;
  return *std::find_if(schema.begin(), schema.end(),
                       [name](const ParameterSpec& spec) { return spec.name == name; });
}

}  // namespace

class AlibiPageTest : public QObject {
  Q_OBJECT

 private slots:
  // Fig. 4: every query and key; the bias is the slope times the distance, taken away.
  void fig4_isTheBiasOfEachQueryAndKey() {
    const auto state = namedFigureState("fig4");
    QVERIFY(state.has_value());
    const Figure figure = figureOf(*state);
    const auto& panel = std::get<PlotPanel>(figure.panels.front());
    QCOMPARE(panel.name, std::string("matrix"));
    const auto& heat = std::get<HeatLayer>(panel.layers.front());
    QCOMPARE(heat.source->rows(), heat.source->columns());
    QVERIFY(heat.causal);
    const FactValue* slope = findFact(figure, "slope");
    QVERIFY(slope != nullptr);
    for (std::int64_t query = 0; query < heat.source->rows(); ++query) {
      for (std::int64_t key = 0; key <= query; ++key) {
        const auto distance = static_cast<double>(query - key);
        QCOMPARE(heat.source->value(query, key, heat.quantity),
                 -std::get<double>(*slope) * distance);
      }
    }
    // All of them are negative: the colours do not reach over 0.
    QVERIFY(heat.colours.map == ColourScale::Map::sequential);
    QCOMPARE(heat.colours.low, -15 * std::get<double>(*slope));
    QCOMPARE(heat.colours.high, 0.0);
    const std::string question = renderPlain(figure.finding.question, Language::english);
    QVERIFY2(question.find("before and after") == std::string::npos, question.c_str());
  }

  // As many colours in the last row as the sentence counts levels, however long the context is.
  void matrix_levels_haveColoursOfTheirOwn_data() {
    QTest::addColumn<std::string>("parameters");
    QTest::newRow("plain") << std::string("picture=matrix");
    QTest::newRow("million") << std::string("picture=matrix&context=1048576&length=256");
    QTest::newRow("raw") << std::string("picture=matrix&align=off");
    QTest::newRow("after") << std::string("picture=matrix&show=b");
  }
  void matrix_levels_haveColoursOfTheirOwn() {
    QFETCH(std::string, parameters);
    const Figure figure = figureOf(parameters);
    const auto& panel = std::get<PlotPanel>(figure.panels.front());
    const auto& heat = std::get<HeatLayer>(panel.layers.front());
    constexpr double kEntries = 1024;
    const auto first = static_cast<std::int64_t>(panel.x.first + 0.5);
    const auto query = static_cast<std::int64_t>(panel.y.last - 0.5);
    std::set<double> levels;
    std::set<std::int64_t> colours;
    for (std::int64_t key = first; key <= query; ++key) {
      const double bias = heat.source->value(query, key, heat.quantity);
      QVERIFY(bias >= heat.colours.low && bias <= heat.colours.high);
      levels.insert(bias);
      colours.insert(static_cast<std::int64_t>(kEntries * (bias - heat.colours.low) /
                                               (heat.colours.high - heat.colours.low)));
    }
    const std::string side(sideName(figure.side));
    const FactValue* shown = findFact(figure, side + ".shown");
    QVERIFY(shown != nullptr);
    QCOMPARE(static_cast<std::int64_t>(levels.size()), std::get<std::int64_t>(*shown));
    QCOMPARE(colours.size(), levels.size());
  }

  // The flattest head uses the whole scale as the steepest does.
  void heads_everyHead_hasAScaleOfItsOwn_data() {
    QTest::addColumn<std::string>("show");
    for (const Side side : kSides) {
      QTest::newRow(std::string(sideName(side)).c_str()) << std::string(sideName(side));
    }
  }
  void heads_everyHead_hasAScaleOfItsOwn() {
    QFETCH(std::string, show);
    const Figure figure = figureOf("picture=heads&show=" + show);
    const auto& panel = std::get<PlotPanel>(figure.panels.front());
    const auto& heat = std::get<HeatLayer>(panel.layers.front());
    QCOMPARE(static_cast<std::int64_t>(heat.rowUnits.size()), heat.source->rows());
    QVERIFY(renderPlain(heat.colours.title, Language::english).find("of the head") !=
            std::string::npos);
    const auto first = static_cast<std::int64_t>(panel.x.first + 0.5);
    for (std::int64_t head = 0; head < heat.source->rows(); ++head) {
      double largest = 0;
      for (std::int64_t key = first; key < heat.source->columns(); ++key) {
        const double part = heat.source->value(head, key, heat.quantity) /
                            heat.rowUnits[static_cast<std::size_t>(head)];
        QVERIFY(part >= heat.colours.low && part <= heat.colours.high);
        largest = std::max(largest, std::abs(part));
      }
      QVERIFY2(largest > (show == "difference" ? 0.05 : 0.85), std::to_string(head).c_str());
    }
  }

  // A key after its query has no bias that was lost: it is masked, in every reading.
  void maskedKeys_readMasked() {
    const Figure figure = figureOf("picture=matrix");
    const auto& panel = std::get<PlotPanel>(figure.panels.front());
    QVERIFY(isMasked(std::get<HeatLayer>(panel.layers.front()), 4000, 4001));
    for (const Language language : allLanguages()) {
      std::string words;
      for (const DetailRow& row : panel.inspection->at(4001, 4000).rows) {
        words += renderPlain(row.label, language) + renderPlain(row.value, language);
      }
      QVERIFY2(words.find("nan") == std::string::npos, words.c_str());
      QVERIFY(words.find(renderPlain("inspector.masked", language)) != std::string::npos);
    }
  }

  // Each picture asks, and explains, something of its own; of the reference other than of recipes.
  void words_areOfThePictureShown() {
    std::set<std::string> recipes;
    std::set<std::string> references;
    for (const std::string& picture : specOf("picture").choices) {
      for (const std::string show : {"a", "reference"}) {
        const Figure figure = figureOf("picture=" + picture + "&show=" + show);
        for (const Language language : allLanguages()) {
          for (const Text& text :
               {figure.finding.question, figure.finding.sentence, figure.finding.explanation}) {
            const std::string words = renderPlain(text, language);
            QVERIFY2(
                words.find("[alibi") == std::string::npos && words.find('{') == std::string::npos,
                words.c_str());
          }
        }
        (show == "a" ? recipes : references).insert(figure.finding.question.key);
      }
    }
    QCOMPARE(recipes.size(), specOf("picture").choices.size());
    QCOMPARE(references.size(), recipes.size());
    for (const std::string& question : references) {
      QVERIFY2(recipes.count(question) == 0, question.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(AlibiPageTest)
#include "alibi_page_test.moc"
