// What views say of the side and of the picture that is shown: sentence, explanation and facts are
// about the same numbers.
#include <QTest>

#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::figureOf;
using test::real;

namespace {

QString english(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

QString chinese(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::chinese));
}

constexpr const char* kYarn =
    "context=65536&scaling=yarn~factor~16~original_max_position_embeddings~4096";

}  // namespace

class FindingsTest : public QObject {
  Q_OBJECT

 private slots:
  void sentence_side_isAboutWhatIsShown_data();
  void sentence_side_isAboutWhatIsShown();
  void explanation_side_isAboutWhatIsShown_data();
  void explanation_side_isAboutWhatIsShown();
  void decay_everySide_namesItsOwnRises();
  void decay_yarn_bandAndTableCarryTheFactor();
  void difference_equalSides_areSaidToBeEqual();
  void difference_sampled_isAtLeast();
  void everyPicture_bothLanguages_hasAllWords_data();
  void everyPicture_bothLanguages_hasAllWords();
};

void FindingsTest::sentence_side_isAboutWhatIsShown_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<QString>("sentence");
  const auto row = [](const QString& link, const QString& sentence) {
    QTest::newRow(qPrintable(link)) << link << sentence;
  };
  row("decay?show=a",
      "The score falls from 128 to 0.134 over 4,095 tokens, but 1 of the first 50 steps goes up");
  row("decay?show=b",
      "The score falls from 128 to −8.49 over 4,095 tokens, but 15 of the first 50 steps go up");
  row("decay?show=difference", "The scores of A and B differ by up to 34.3, at distance 7");
  row(QString("decay?") + kYarn,
      "The score falls from 209 to 15.8 over 65,535 tokens, but 17 of the first 50 steps go up");
  row("sinusoidal?show=difference",
      "The tables of A and B differ by up to 2.95×10⁻⁶, at position 49, dimension 65");
  row("positions?show=difference",
      "Stored minus true: bf16 is off by up to 8, at position 4,008; fp32 is exact");
  row("positions?show=difference&format=fp16&context=131072",
      "Stored minus true: fp16 loses 100 to infinity or NaN; fp32 is exact");
  row("positions?show=difference&format=fp16&context=65540",
      "Stored minus true: fp16 is off by up to 16, at position 65,456, and loses 20 to infinity or "
      "NaN; fp32 is exact");
  row("rope-precision?show=difference",
      "The largest error is 2 (position 6,032) in A, 0.00223 (position 5,684) in B");
  row("rope-precision?show=b", "This setting is fine up to 112,169 positions");
  row("rope-precision?show=b&context=131072",
      "Right up to 112,169 positions; beyond that fp32 angles drift, over 131,072 by 0.00796 "
      "or more");
  row("rope-precision?a=formula",
      "This setting is fine up to at least 1,048,576 positions, as far as was looked");
  row("alibi?picture=heads&show=reference",
      "From head to head the bias falls by 0.917004 down to 0.00390625 per token of distance, over "
      "40 heads");
  row("alibi?picture=heads&show=reference&heads=1",
      "The bias of head 0 falls by 0.00390625 per token of distance");
  row("alibi?picture=heads", "Before: 4 to 7 bias levels for 100 keys, depending on the head");
  row("alibi?picture=heads&show=b", "After: 100 bias levels for 100 keys in every head");
  row("alibi?picture=heads&show=difference",
      "The biases of A and B differ by up to 7.97, in head 0 at key 4,005");
  row("alibi?show=difference", "The biases of A and B differ by up to 7.88, at key 4,039");
  row("alibi?picture=matrix&context=1024&length=1024&show=difference",
      "The biases of A and B differ by up to 2.96, at query 867 and key 289");
  row("alibi?picture=matrix&heads=32&head=3&context=1024", "Before: 26 bias levels for 100 keys");
  row("alibi?picture=matrix&heads=32&head=3&context=1024&show=b",
      "After: 100 bias levels for 100 keys");
  row("alibi", "Before: 7 bias levels for 100 keys. After: 100.");
  row("alibi?a=relative&b=baichuan-13b", "Before: 100 bias levels for 100 keys. After: only 7.");
  row("alibi?a=relative&b=relative", "Before and after: 100 bias levels for 100 keys");
}

void FindingsTest::sentence_side_isAboutWhatIsShown() {
  QFETCH(QString, link);
  QTEST(english(figureOf(link.toStdString()).finding.sentence), "sentence");
}

void FindingsTest::explanation_side_isAboutWhatIsShown_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<QString>("explanation");
  const auto row = [](const QString& link, const QString& explanation) {
    QTest::newRow(qPrintable(link)) << link << explanation;
  };
  row("decay",
      "RoPE turns a query and a key whose 128 components are all 1. Their score is 2 × the sum of "
      "cos(distance × frequency). The first rise comes after distance 11.");
  row("decay?show=a",
      "“module cast” turns a query and a key whose 128 components are all 1; the query stands at "
      "position 4,095. The first rise comes after distance 22.");
  row("decay?show=difference",
      "The score with A (“module cast”) minus that with B (“fp32 phase”), for the same query and "
      "key.");
  row(QString("decay?") + kYarn,
      "RoPE turns a query and a key whose 128 components are all 1. Their score is 1.277² × 2 × "
      "the "
      "sum of cos(distance × frequency), because yarn scaling multiplies cos and sin by 1.277: 128 "
      "× 1.277² = 209 at distance 0. The first rise comes after distance 11.");
  row("decay?context=4",
      "RoPE turns a query and a key whose 128 components are all 1. Their score is 2 × the sum of "
      "cos(distance × frequency). None of the first 3 steps goes up.");
  row("alibi?show=b",
      "Before is “absolute key index”, after is “relative distance”, both in bf16. Head 32 of 0–39 "
      "with slope 0.917004; the last token of 4,096 looks back. “relative distance” gives every "
      "key that is shown a bias of its own.");
  row("alibi?picture=heads",
      "Heads 0–39 with slopes from 0.917004 to 0.00390625, each in a colour scale of its own; the "
      "last token of 4,096 looks back at 100 keys. Where scores are equal, the flattest head has "
      "36.6 % of its attention more than 256 tokens away, the steepest 0 %. Neighbours of one "
      "colour in a row get the same "
      "bias from “absolute key index” in bf16: attention cannot prefer the nearer one.");
  row("alibi?picture=heads&show=reference&heads=8",
      "Heads 0–7 with slopes from 0.5 to 0.00390625, each in a colour scale of its own; the last "
      "token of 4,096 looks back at 100 keys. Where scores are equal, the flattest head has 36.6 % "
      "of its attention more than 256 tokens away, the steepest 0 %. The bias is slope × (key − "
      "query), in fp64.");
  row("alibi?picture=matrix&context=512&show=difference",
      "Head 32 of 0–39 with slope 0.917004; each of the last 100 of 512 tokens looks back at those "
      "before it. The bias of A (“absolute key index”) minus that of B (“relative distance”).");
}

void FindingsTest::explanation_side_isAboutWhatIsShown() {
  QFETCH(QString, link);
  QTEST(english(figureOf(link.toStdString()).finding.explanation), "explanation");
}

// Sentence, explanation and facts of a side come from the same steps.
void FindingsTest::decay_everySide_namesItsOwnRises() {
  for (const char* side : {"a", "b"}) {
    const Figure figure = figureOf(std::string("decay?show=") + side);
    const auto count = integerFact(figure, std::string(side) + ".rises_50");
    const auto first = integerFact(figure, std::string(side) + ".first_rise");
    QVERIFY(english(figure.finding.sentence).contains(QString("but %1 of").arg(count)));
    QVERIFY(english(figure.finding.explanation).contains(QString("distance %1.").arg(first)));
    QVERIFY(chinese(figure.finding.explanation).contains(QString("距离 %1 之后").arg(first)));
  }
}

void FindingsTest::decay_yarn_bandAndTableCarryTheFactor() {
  const std::string yarn = std::string("decay?") + kYarn;
  const double squared = std::pow(real(figureOf(yarn), "reference.attention_factor"), 2);
  const Figure independent = figureOf(yarn + "&relation=independent");
  const double deviation = std::sqrt(128.0) * squared;
  QVERIFY(std::abs(real(independent, "reference.deviation_0") - deviation) < 1e-9);
  const auto& plot = std::get<PlotPanel>(independent.panels.front());
  const auto& band = std::get<BandLayer>(plot.layers.front());
  QVERIFY(std::abs(band.source->value(BandLayer::kHigh, 0, Quantity::a) - deviation) < 1e-9);
  QVERIFY(english(independent.finding.sentence).contains("spread 18.5"));
  QVERIFY(english(independent.finding.explanation).contains("scores by 1.277²"));
}

void FindingsTest::difference_equalSides_areSaidToBeEqual() {
  for (const char* link : {"alibi?a=baichuan2-inference&b=baichuan-13b",
                           "decay?a=hf-llama&b=hf-4.28", "sinusoidal?a=formula&b=formula"}) {
    const Figure figure = figureOf(std::string(link) + "&show=difference");
    QCOMPARE(real(figure, "difference.largest"), 0.0);
    QCOMPARE(english(figure.finding.sentence), QString("A and B do not differ"));
  }
}

// What was not looked at may be larger: the sentence does not say "up to".
void FindingsTest::difference_sampled_isAtLeast() {
  const Figure figure =
      figureOf("alibi?picture=matrix&context=1048576&length=1048576&show=difference");
  QVERIFY2(english(figure.finding.sentence).contains(" or more, at query "),
           qPrintable(english(figure.finding.sentence)));
  QVERIFY(chinese(figure.finding.sentence).contains("至少相差"));
}

void FindingsTest::everyPicture_bothLanguages_hasAllWords_data() {
  QTest::addColumn<QString>("link");
  for (const char* link :
       {"alibi?picture=keys", "alibi?picture=matrix&context=512", "alibi?picture=heads",
        "alibi?picture=heads&heads=1", "alibi?picture=heads&format=fp32", "alibi?align=off",
        "decay?relation=correlated", "decay?relation=independent", "decay?context=2",
        "positions?format=e4m3fn", "positions?format=e8m0fnu", "positions?format_b=int16",
        "sinusoidal?length=1", "rope-precision?start=262144&context=4096"}) {
    for (const Side side : kSides) {
      const QString name =
          QString(link) + "&show=" + QString::fromStdString(std::string(sideName(side)));
      QTest::newRow(qPrintable(name)) << name;
    }
  }
}

void FindingsTest::everyPicture_bothLanguages_hasAllWords() {
  QFETCH(QString, link);
  const Figure figure = figureOf(link.toStdString());
  for (const Text& text :
       {figure.finding.question, figure.finding.sentence, figure.finding.explanation}) {
    for (const QString& words : {english(text), chinese(text)}) {
      QVERIFY2(!words.contains('[') && !words.contains('{') && !words.isEmpty(), qPrintable(words));
    }
  }
}

QTEST_GUILESS_MAIN(FindingsTest)
#include "findings_test.moc"
