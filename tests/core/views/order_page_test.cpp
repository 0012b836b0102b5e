// order: one bag of scores without positions, others with them; sentences and orders as people
// write them. The numbers are held by page_facts.tsv.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/state/state.h"
#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::panelOf;
using test::real;

namespace {

Figure figureOf(const std::string& parameters) {
  return test::figureOf("order?" + parameters);
}

std::string sentence(const Figure& figure) {
  return renderPlain(figure.finding.sentence, Language::english);
}

// The words of the second sentence.
std::string other(const Figure& figure) {
  return renderPlain(panelOf<PlotPanel>(figure, "matrix_other").title, Language::english);
}

// The scores of the same two words: those that are no longer the same where there are any.
PointLayer lastPoints(const Figure& figure) {
  return std::get<PointLayer>(panelOf<PlotPanel>(figure, "same_words").layers.back());
}

const TableRow& chips(const TablePanel& table) {
  return table.rows.at(1);
}

}  // namespace

class OrderPageTest : public QObject {
  Q_OBJECT

 private slots:
  void none_theDefault_hasOneBag() {
    const Figure figure = figureOf("");
    QCOMPARE(other(figure), std::string("the man bit the dog"));
    QCOMPARE(integerFact(figure, "scores"), std::int64_t{25});
    QCOMPARE(integerFact(figure, "different_scores"), std::int64_t{16});  // Of 4 different words.
    QCOMPARE(integerFact(figure, "same_bag"), std::int64_t{1});
    QCOMPARE(integerFact(figure, "changed"), std::int64_t{0});
    QCOMPARE(real(figure, "largest_change"), 0.0);
    QVERIFY2(sentence(figure).find("the same 25 scores") != std::string::npos,
             sentence(figure).c_str());
    const auto points = lastPoints(figure);
    QCOMPARE(points.name, std::string("kept"));
    QCOMPARE(points.x.size(), std::size_t{25});
    QCOMPARE(points.x, points.y);  // All on the diagonal.
    // In other places.
    const auto cells = [&figure](const char* name) {
      const auto panel = panelOf<PlotPanel>(figure, name);
      const auto& heat = std::get<HeatLayer>(panel.layers[0]);
      std::vector<double> values;
      for (std::int64_t k = 0; k < 25; ++k) {
        values.push_back(heat.source->value(k / 5, k % 5, heat.quantity));
      }
      return values;
    };
    auto given = cells("matrix_given");
    auto moved = cells("matrix_other");
    QVERIFY(given != moved);
    std::sort(given.begin(), given.end());
    std::sort(moved.begin(), moved.end());
    QCOMPARE(given, moved);
  }

  void everyEncoding_hasAnotherBag() {
    for (const char* encoding : {"sinusoidal", "rope", "alibi", "kerple-log"}) {
      const Figure figure = figureOf(std::string("encoding=") + encoding);
      QCOMPARE(integerFact(figure, "same_bag"), std::int64_t{0});
      QVERIFY(real(figure, "largest_change") > 1);
      QVERIFY(integerFact(figure, "changed") >= 12);
    }
    // Two words at the distance at which they were keep their score: 25 - 14 pairs.
    const Figure figure = figureOf("encoding=rope");
    const auto changed = lastPoints(figure);
    QCOMPARE(changed.name, std::string("changed"));
    QCOMPARE(changed.x.size(), std::size_t{14});
    QCOMPARE(sentence(figure),
             std::string("With RoPE, 14 of 25 scores are others in the second sentence: one by "
                         "2.42"));
  }

  // Backwards all distances are as before, and a bias sees nothing else; RoPE tells the directions.
  void backwards_isUnseenByABias() {
    const Figure alibi = figureOf("encoding=alibi&order=4,3,2,1,0");
    QCOMPARE(integerFact(alibi, "same_bag"), std::int64_t{1});
    QVERIFY2(sentence(alibi).find("all distances") != std::string::npos, sentence(alibi).c_str());
    QVERIFY(integerFact(figureOf("encoding=rope&order=4,3,2,1,0"), "changed") > 0);
  }

  void repeatedWords_areTold() {
    const auto explained = [](const std::string& link) {
      return renderPlain(figureOf(link).finding.explanation, Language::english);
    };
    QVERIFY(explained("").find("equal scores at both places") != std::string::npos);
    QVERIFY(explained("encoding=rope").find("other scores at each") != std::string::npos);
    QVERIFY(explained("sentence=a b c").find("twice") == std::string::npos);
    QVERIFY(explained("seed=77").find("seed 77") != std::string::npos);
  }

  // "the" for "the": nobody can see that.
  void sameSentence_isSaidSo() {
    for (const char* order : {"0,1,2,3,4", "3,1,2,0,4", ""}) {
      const Figure figure = figureOf(std::string("encoding=rope&order=") + order);
      QVERIFY2(sentence(figure).find("are the same: move") != std::string::npos, order);
    }
  }

  void order_ofFewerOrMorePlaces_isCompleted() {
    QCOMPARE(other(figureOf("sentence=a b c&order=2")), std::string("c a b"));
    QCOMPARE(other(figureOf("sentence=a b c&order=11,2,7,1")), std::string("c b a"));
    QCOMPARE(other(figureOf("sentence=a b c d e f g")), std::string("a e c d b f g"));
  }

  void shuffle_everyNumber_isAnotherOrderOfTheSameWords() {
    std::set<std::string> seen;
    for (int shuffle = 1; shuffle <= 40; ++shuffle) {
      const Figure figure = figureOf("sentence=a b c d e&shuffle=" + std::to_string(shuffle));
      std::string words = other(figure);
      QVERIFY(words != "a b c d e");
      seen.insert(words);
      QCOMPARE(integerFact(figure, "same_bag"), std::int64_t{1});
      std::sort(words.begin(), words.end());
      QCOMPARE(words, std::string("    abcde"));
    }
    QVERIFY(seen.size() > 20);
    QVERIFY(other(figureOf("sentence=a b&shuffle=5")) == "b a");
  }

  // One place on; the last one to the front; and a click ends a shuffle where it stands.
  void click_movesTheWord() {
    const auto after = [](const std::string& link, std::size_t place) {
      const auto table = panelOf<TablePanel>(figureOf(link), "sentences");
      const auto state = parseLink(chips(table).cells.at(place + 1).action.link);
      return state ? other(test::figureOf(*state)) : std::string();
    };
    QCOMPARE(after("sentence=a b c&order=0,1,2", 0), std::string("b a c"));
    QCOMPARE(after("sentence=a b c&order=1,0,2", 1), std::string("b c a"));
    QCOMPARE(after("sentence=a b c&order=0,1,2", 2), std::string("c a b"));
    const std::string shuffled = other(figureOf("sentence=a b c d&shuffle=3"));
    std::string expected = shuffled;
    std::swap(expected[0], expected[2]);
    QCOMPARE(after("sentence=a b c d&shuffle=3", 0), expected);
    const auto table = panelOf<TablePanel>(figureOf(""), "sentences");
    for (const TableCell& cell : table.rows.at(0).cells) {
      QVERIFY(cell.action.empty());
    }
  }

  void axes_haveTheWordsOfTheirSentence() {
    const auto panel = panelOf<PlotPanel>(figureOf(""), "matrix_other");
    QCOMPARE(panel.x.tickWords.size(), std::size_t{5});
    QCOMPARE(panel.x.tickWords[1].literal, std::string("man"));
    QCOMPARE(panel.y.tickWords[4].literal, std::string("dog"));
    const Detail detail = panel.inspection->at(1, 4);  // "dog" asks "man".
    QCOMPARE(renderPlain(detail.rows.at(0).value, Language::english),
             std::string("dog (position 4)"));
    QCOMPARE(detail.rows.at(2).value, detail.rows.at(3).value);  // The same two words.
    QVERIFY(panel.inspection->at(5, 0).rows.empty());
    // The same two words beside each other: where the point of "man" and "dog" lies.
    const auto pairs = panelOf<PlotPanel>(figureOf(""), "same_words");
    const auto& heat = std::get<HeatLayer>(panel.layers[0]);
    const double score = heat.source->value(1, 4, heat.quantity);
    QCOMPARE(renderPlain(pairs.inspection->at(score, score).rows.at(0).value, Language::english),
             std::string("man (position 4)"));
  }

  void sentence_typedAnyHow_isKeptWithSingleBlanks() {
    State state = defaultState(*findView("order"));
    QVERIFY(state.params.set("sentence",
                             "  a\xE3\x80\x80"
                             "b   c "));
    QCOMPARE(state.params.text({"sentence"}), std::string("a b c"));
  }

  void malformed_isRefusedByName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("no word") << "sentence" << QByteArray("");
    QTest::newRow("one word") << "sentence" << QByteArray("word");
    QTest::newRow("13 words") << "sentence" << QByteArray("a b c d e f g h i j k l m");
    QTest::newRow("long word") << "sentence" << QByteArray("a ") + QByteArray(25, 'b');
    QTest::newRow("no text") << "sentence" << QByteArray("a \xFF");
    QTest::newRow("control") << "sentence" << QByteArray("a\nb");
    QTest::newRow("twice") << "order" << QByteArray("0,1,0");
    QTest::newRow("too large") << "order" << QByteArray("12");
    QTest::newRow("word") << "order" << QByteArray("dog");
  }
  void malformed_isRefusedByName() {
    QFETCH(QString, name);
    QFETCH(QByteArray, value);
    State state = defaultState(*findView("order"));
    const auto refused = state.params.set(name.toStdString(), value.toStdString());
    QVERIFY(!refused);
    const std::string message = renderPlain(refused.error().text, Language::english);
    QVERIFY2(message.find(name.toStdString()) != std::string::npos, message.c_str());
    QVERIFY2(message.find("Expected") != std::string::npos, message.c_str());
    QCOMPARE(state, defaultState(*findView("order")));
  }
};

QTEST_GUILESS_MAIN(OrderPageTest)
#include "order_page_test.moc"
