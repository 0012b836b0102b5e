// alibi: the article's figure of the bias, and words that are about the picture that is shown.
#include <QtTest>
#include <set>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/state.h"

using namespace poscope;

namespace {

Figure figureOf(const State& state) {
  auto figure = buildFigure(*findView(state.view), state.params, {makeCpuBackend(), {}, {}});
  if (!figure) {
    qFatal("%s", renderPlain(figure.error().text, Language::english).c_str());
  }
  return std::move(*figure);
}

Figure figureOf(const std::string& parameters) {
  const auto state = parseLink("poscope:alibi?" + parameters);
  if (!state) {
    qFatal("%s", renderPlain(state.error().text, Language::english).c_str());
  }
  return figureOf(*state);
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
    const std::string question = renderPlain(figure.finding.question, Language::english);
    QVERIFY2(question.find("before and after") == std::string::npos, question.c_str());
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
