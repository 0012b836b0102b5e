// What the articles say and what holds instead: each of these facts has its place, the sentence
// that says it there, and the number that it rests on. Numbered as in the list of the articles'
// errors.
#include <QtTest>
#include <cmath>
#include <set>

#include "core/catalogue/glossary.h"
#include "core/catalogue/links.h"
#include "tests/core/catalogue/figure_texts.h"
#include "tests/core/views/linked_figure.h"

namespace poscope::test {
namespace {

struct NumberOf {
  const char* fact;
  double value;
  double within;  ///< Of what was published: digits.
};
struct Row {
  int number;
  const char* what;
  const char* link;  ///< Without "poscope:"; nullptr: measured in the lab, not said here yet.
  const char* key;   ///< Of the sentence: on that page, about its recipe, or in the glossary.
  std::vector<NumberOf> numbers;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {1,
       "Meta's own code never had the bug",
       "rope-precision?a=meta-llama",
       "recipe.meta-llama.about",
       {{"a.ablation.distinct", 8192, 0}}},
      {1,
       "the listing is that of transformers",
       "rope-precision?a=hf-4.28-cast",
       "recipe.hf-4.28-cast.about",
       {{"a.ablation.distinct", 897, 0}}},
      {2, "who made ALiBi", "alibi?heads=8", "glossary.term.alibi.about", {{"slope", 0.5, 0}}},
      {3,
       "a value of its own is not a place of its own",
       "exact-share?context=8192&format=bf16",
       "exact-share.explanation",
       {{"exact", 896, 0},
        {"exact_share", 0.1094, 5e-5},
        {"unshared", 320, 0},
        {"unshared_share", 0.0391, 5e-5}}},
      {3,
       "and there are never more of those",
       "exact-share?context=131072&format=bf16",
       "exact-share.explanation",
       {{"unshared", 320, 0}, {"exact_share", 0.0107, 5e-5}}},
      {4,
       "4095 becomes a position that does not exist",
       "formats?number=4095&format=bf16",
       "formats.finding.rounded",
       {{"stored", 4096, 0}}},
      {4,
       "so does 8191",
       "formats?number=8191&format=bf16",
       "formats.finding.rounded",
       {{"stored", 8192, 0}}},
      {4,
       "steps of unequal width",
       "positions?context=4096&format=bf16",
       "positions.explanation",
       {{"largest_group", 17, 0}, {"distinct", 769, 0}}},
      {5,
       "257 is the first integer that bf16 loses",
       "formats?number=257&format=bf16",
       "formats.explanation",
       {{"last_exact_integer", 256, 0}, {"stored", 256, 0}}},
      {5,
       "fp16",
       "formats?number=2049&format=fp16",
       "formats.explanation",
       {{"last_exact_integer", 2048, 0}}},
      {5,
       "TF32",
       "formats?number=2049&format=tf32",
       "formats.explanation",
       {{"last_exact_integer", 2048, 0}}},
      {5,
       "e4m3",
       "formats?number=17&format=e4m3fn",
       "formats.explanation",
       {{"last_exact_integer", 16, 0}, {"stored", 16, 0}}},
      {5,
       "e5m2",
       "formats?number=9&format=e5m2",
       "formats.explanation",
       {{"last_exact_integer", 8, 0}, {"stored", 8, 0}}},
      {5,
       "fp32",
       "formats?number=16777217&format=fp32",
       "formats.explanation",
       {{"last_exact_integer", 16777216, 0}, {"stored", 16777216, 0}}},
      {6,
       "a cast of the model is not a load with a dtype",
       "cases?case=hf-30709",
       "cases.hf-30709.symptom",
       {{"a.largest_error", 2.0, 0.005}, {"b.distinct", 4096, 0}}},
      {6,
       "autocast lowers the product alone",
       "cases?case=hf-29285",
       "cases.hf-29285.symptom",
       {{"a.distinct", 897, 0}}},
      {7,
       "collide, warp, jitter: three faults",
       "rope-precision",
       "rope-precision.finding.merge-turn",
       {{"a.ablation.position.distinct", 897, 0},
        {"a.ablation.frequency.distinct", 8192, 0},
        {"a.ablation.frequency.error", 2.0, 0.005},
        {"a.ablation.angle.distinct", 7573, 0}}},
      {7,
       "rounded cos and sin alone",
       "rope-precision?stage=table",
       "rope-precision.finding.alone",
       {{"a.ablation.table.error", 0.0020, 5e-5}}},
      {8,
       "buffers are cast",
       "cases?case=hf-25681",
       "cases.hf-25681.fix",
       {{"a.distinct", 769, 0}, {"also.largest_error", 2.0, 0.005}}},
      {9, "ALiBi by key index: how much attention moves", nullptr, nullptr, {}},
      {10,
       "far keys count in flat heads",
       "alibi?picture=heads",
       "alibi.place.heads",
       {{"far.flattest", 0.37, 0.005}}},
      {11,
       "fused attention takes slopes",
       "alibi",
       "alibi.cost.slopes",
       {{"cost.fp32_bytes", 2684354560.0, 0}, {"cost.slope_bytes", 160, 0}}},
      {11,
       "the index is key minus query",
       "alibi?show=reference",
       "alibi.what.reference",
       {{"slope", 0.9170040432046712, 1e-15}}},
      {12,
       "the score wobbles",
       "decay",
       "decay.finding.wobble",
       {{"reference.first_rise", 11, 0}, {"reference.rises_50", 15, 0}}},
      {12,
       "independent vectors do not decay",
       "decay?relation=independent",
       "decay.finding.independent",
       {{"reference.deviation_0", 11.3, 0.05}}},
      {13,
       "RoPE past its trained length",
       "scaling?method=none",
       "scaling.explanation",
       {{"a.unseen", 18, 0}}},
      {14,
       "there is more than NTK",
       "scaling?method=ntk&method_b=yarn",
       "scaling.finding.two",
       {{"b.unseen", 0, 0}}},
      {14,
       "log n over log of the trained length",
       "entropy?trained=512&context=8192",
       "entropy.explanation",
       {{"log_factor", 1.4444, 5e-5}}},
      {15,
       "the score of a pair is Re(q conj k)",
       "rotation",
       "glossary.term.pair.about",
       {{"together.spread_fp64", 0, 1e-12}}},
      {16,
       "DeBERTa scales by sqrt(3d)",
       "terms?variant=deberta-v1&length=16&dim=16&seed=1",
       "terms.about.deberta-v1",
       {{"scale", 0.1443375673, 5e-11}, {"kept", 1, 0}}},
      {17,
       "a shape is one argument",
       "pitfalls?pitfall=find-the-bug&snippet=zeros&reveal=on",
       "pitfalls.bug.zeros.why",
       {{"find_the_bug.line", 3, 0}}},
      {18,
       "a last axis of 2",
       "pitfalls?pitfall=find-the-bug&snippet=complex&reveal=on",
       "pitfalls.bug.complex.why",
       {{"find_the_bug.line", 3, 0}}},
      {18,
       "tokens over tokens",
       "pitfalls?pitfall=find-the-bug&snippet=broadcast&reveal=on",
       "pitfalls.bug.broadcast.why",
       {{"find_the_bug.line", 4, 0}}},
      {18,
       "flattened again",
       "pitfalls?pitfall=find-the-bug&snippet=flatten&reveal=on",
       "pitfalls.bug.flatten.why",
       {{"find_the_bug.line", 5, 0}}},
      {19,
       "two axes",
       "pitfalls?pitfall=find-the-bug&snippet=axes&reveal=on",
       "pitfalls.bug.axes.why",
       {{"find_the_bug.line", 3, 0}}},
      {19,
       "slopes follow from the number of heads",
       "pitfalls?pitfall=find-the-bug&snippet=slopes&reveal=on",
       "pitfalls.bug.slopes.why",
       {{"find_the_bug.line", 2, 0}}},
      {20,
       "any position can be computed",
       "pitfalls?pitfall=length-mismatch",
       "pitfalls.length.explanation",
       {{"length_mismatch.equal", 1024, 0}}},
      {21,
       "what fails is a row that is not there",
       "pitfalls?pitfall=length-mismatch",
       "pitfalls.length.wrong",
       {{"length_mismatch.shared", 1024, 0}, {"length_mismatch.asked", 1472, 0}}},
      {22,
       "only the rotary width is even",
       "pitfalls?pitfall=odd-width",
       "pitfalls.width.explanation",
       {{"odd_width.even", 24, 0}, {"odd_width.bias", -5, 0}}},
      {22,
       "positions overflow, sines do not",
       "pitfalls?pitfall=fp16-overflow",
       "pitfalls.fp16.explanation",
       {{"fp16_overflow.first_lost", 65520, 0}}},
      {23,
       "a causal mask gives order away",
       "order?encoding=none",
       "order.how.none",
       {{"changed", 0, 0}}},
      {24, "bits of bf16", nullptr, nullptr, {}},
      {25,
       "fp16 ends early",
       "formats?number=65520&format=fp16",
       "formats.finding.lost",
       {{"stored", HUGE_VAL, 0}}},
      {25,
       "bf16 rounds",
       "formats?number=65520&format=bf16",
       "formats.finding.rounded",
       {{"stored", 65536, 0}}},
      {26, "the first token", nullptr, nullptr, {}},
      {27,
       "a step of 64",
       "cases?case=candle-3520",
       "cases.candle-3520.wrong",
       {{"example_spacing", 64, 0}}},
      {27,
       "no overflow",
       "cases?case=megatron-535",
       "cases.megatron-535.wrong",
       {{"a.distinct", 6145, 0}}},
      {27,
       "two places",
       "cases?case=diffusers-13922",
       "cases.diffusers-13922.wrong",
       {{"a.distinct", 2, 0}, {"first_group", 257, 0}, {"last_group", 255, 0}}},
      {28,
       "fp32 drifts, too",
       "rope-precision?a=hf-llama&format=fp32&context=131072",
       "rope-precision.finding.drift",
       {{"a.ablation.error", 0.0077, 1e-4}}},
  };
  return kRows;
}

void collect(const Text& text, std::set<std::string>& keys) {
  keys.insert(text.key);
  for (const TextArgument& argument : text.arguments) {
    if (const auto* inner = std::get_if<Text>(&argument.value)) {
      collect(*inner, keys);
    }
  }
}

// Sentences that are not of the figure: what is told of its recipe, and of terms.
bool isToldBeside(const State& state, const std::string& key) {
  constexpr std::string_view kTerm = "glossary.term.";
  return key.starts_with(kTerm) ||
         (key.starts_with("recipe.") &&
          key == "recipe." + state.params.recipe(RecipeParameter{{"a"}}).id + ".about");
}

double numberOf(const FactValue& value) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  return integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value);
}

}  // namespace

class ArticleFactsTest final : public QObject {
  Q_OBJECT

 private slots:
  void every_fact_hasItsRow() {
    std::set<int> numbers;
    std::set<int> without;
    for (const Row& row : rows()) {
      numbers.insert(row.number);
      if (row.link == nullptr) {
        without.insert(row.number);
      } else {
        QVERIFY2(!row.numbers.empty(), row.what);
      }
    }
    for (int number = 1; number <= 28; ++number) {
      QVERIFY2(numbers.contains(number), qPrintable(QString::number(number)));
    }
    QCOMPARE(without, (std::set<int>{9, 24, 26}));  // Left to the lab.
  }

  void fact_isSaid_andComputed_data() {
    QTest::addColumn<int>("row");
    for (std::size_t k = 0; k < rows().size(); ++k) {
      if (rows()[k].link != nullptr) {
        QTest::addRow("%d: %s", rows()[k].number, rows()[k].what) << static_cast<int>(k);
      }
    }
  }
  void fact_isSaid_andComputed() {
    QFETCH(int, row);
    const Row& fact = rows()[static_cast<std::size_t>(row)];
    const auto state = parseLink("poscope:" + std::string(fact.link));
    QVERIFY(state.has_value());
    const Figure figure = figureOf(*state);
    std::set<std::string> keys;
    const FigureTexts texts(figure);
    for (const Text& text : texts.all()) {
      collect(text, keys);
    }
    QVERIFY2(keys.contains(fact.key) || isToldBeside(*state, fact.key), fact.key);
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText(fact.key, language), fact.key);
    }
    for (const NumberOf& number : fact.numbers) {
      const FactValue* value = findFact(figure, number.fact);
      QVERIFY2(value != nullptr, number.fact);
      const double found = numberOf(*value);
      QVERIFY2(found == number.value || std::abs(found - number.value) <= number.within,
               qPrintable(QStringLiteral("%1 = %2").arg(number.fact).arg(found, 0, 'g', 17)));
    }
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::ArticleFactsTest)
#include "article_facts_test.moc"
