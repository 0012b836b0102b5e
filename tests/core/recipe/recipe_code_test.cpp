// Recipes as code: each stage's line, and the cast that its format needs and no other.
#include <QtTest>
#include <array>
#include <cstdlib>
#include <set>

#include "core/recipe/pipeline.h"
#include "core/recipe/recipe_code.h"
#include "golden_file.h"

namespace poscope::test {
namespace {

const NumberFormat& format(const char* id) {
  return *findFormat(id);
}

QStringList texts(const std::vector<StageLine>& lines) {
  QStringList all;
  for (const StageLine& line : lines) {
    all << QString::fromStdString(line.text);
  }
  return all;
}

Recipe rope(const char* id) {
  return *findRecipe(Scheme::rope, id);
}

QStringList ropeTexts(const Recipe& recipe, const RopeShape& shape = {}) {
  return texts(ropeCode(recipe, format("bf16"), shape, 0, 8192));
}

// As generate_code.py names them.
constexpr std::array<std::int64_t, 12> kPositions{0,   1,    2,    100,  255,  257,
                                                  258, 1000, 2049, 3001, 4095, 8190};
constexpr std::array<std::size_t, 5> kPairs{0, 1, 7, 31, 62};
constexpr std::array<std::int64_t, 5> kHeads{0, 3, 31, 32, 39};
constexpr std::int64_t kAlibiKeys = 512;

std::vector<double> numbers(const QByteArray& list) {
  std::vector<double> all;
  for (const QByteArray& word : list.split(',')) {
    all.push_back(std::strtod(word.constData(), nullptr));  // Hexadecimal.
  }
  return all;
}

// Positions, then angles, cos and sin of all pairs, as Poscope computes them.
std::array<std::vector<double>, 4> ropeValues(const Recipe& recipe, const NumberFormat& model) {
  const auto pipeline = phasePipeline(recipe, {}, model, 8192);
  std::array<std::vector<double>, 4> values;
  for (const std::int64_t position : kPositions) {
    const double made = phasePosition(pipeline->stages, static_cast<double>(position));
    values[0].push_back(made);
    for (const std::size_t pair : kPairs) {
      const double angle = RecurrentAngle::of(pipeline->stages, made, pipeline->frequencies[pair],
                                              static_cast<std::int64_t>(pair));
      const double direct = phaseAngle(pipeline->stages, made, pipeline->frequencies[pair]);
      const bool steps = frequencyForm(recipe) == FrequencyForm::recurrence;
      const SineCosine entry = phaseEntry(pipeline->stages, steps ? angle : direct);
      values[1].push_back(steps ? angle : direct);
      values[2].push_back(entry.cosine);
      values[3].push_back(entry.sine);
    }
  }
  return values;
}

std::vector<double> alibiValues(const Recipe& recipe, const NumberFormat& model) {
  const auto slopes = alibiSlopes(40, 8, slopeForm(recipe));
  const AlibiStages stages = alibiStages(recipe, model, kAlibiKeys, 1);
  std::vector<double> values;
  for (const std::int64_t head : kHeads) {
    for (const std::int64_t key : kPositions) {
      if (key < kAlibiKeys) {
        values.push_back(alibiStored(stages, slopes[static_cast<std::size_t>(head)],
                                     static_cast<double>(kAlibiKeys - 1),
                                     static_cast<double>(key)));
      }
    }
  }
  return values;
}

QStringList alibiTexts(const char* id, std::int64_t heads = 40, const char* model = "bf16") {
  return texts(alibiCode(*findRecipe(Scheme::alibi, id), format(model), heads, 8, 4096));
}

}  // namespace

class RecipeCodeTest final : public QObject {
  Q_OBJECT

 private slots:
  void rope_moduleCast_castsWhatIsMade_andNothingTwice() {
    QCOMPARE(
        ropeTexts(rope("module-cast")),
        (QStringList{"position = torch.arange(8192).bfloat16()",
                     "exponent = torch.arange(0, 128, 2).float() / 128",
                     "frequency = (1 / 10000 ** exponent).bfloat16()",
                     "angle = torch.outer(position, frequency)", "cos = angle.cos()",
                     "sin = angle.sin()", "q, k = (x * cos + rotate_half(x) * sin for x in (q, k))",
                     "score = q @ k.T"}));
  }

  void rope_fp32Phase_castsTheTableOnly() {
    QCOMPARE(ropeTexts(rope("hf-llama")).mid(0, 6),
             (QStringList{"position = torch.arange(8192).float()",
                          "exponent = torch.arange(0, 128, 2).float() / 128",
                          "frequency = 1 / 10000 ** exponent",
                          "angle = torch.outer(position, frequency)",
                          "cos = angle.cos().bfloat16()", "sin = angle.sin().bfloat16()"}));
  }

  // Setting a stage changes its line, and others only where they must widen what it gives.
  void rope_stage_changesItsLine_data() {
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* stage, const char* setting, const char* line) {
      QTest::addRow("%s %s", stage, setting) << QString(stage) << QString(setting) << QString(line);
    };
    row("position", "fp16", "position = torch.arange(8192).half()");
    row("position", "tf32", "position = rounded(torch.arange(8192), \"tf32\")");
    row("position", "fp64", "position = torch.arange(8192).double()");
    row("frequency", "bf16", "frequency = (1 / 10000 ** exponent).bfloat16()");
    row("frequency", "fp64", "exponent = torch.arange(0, 128, 2).double() / 128");
    row("angle", "bf16", "angle = torch.outer(position, frequency).bfloat16()");
    row("angle", "fp64", "angle = torch.outer(position.double(), frequency.double())");
    row("table", "e4m3fn", "cos = angle.cos().to(torch.float8_e4m3fn)");
    row("table", "int8", "cos = rounded(angle.cos(), \"int8\")");
    row("application", "once",
        "q, k = ((x.float() * cos + rotate_half(x).float() * sin).bfloat16() for x in (q, k))");
    row("layout", "interleaved", "q, k = (x * cos + rotate_pairs(x) * sin for x in (q, k))");
    row("score", "fp32", "score = q.float() @ k.float().T");
    row("making", "arange16",
        "position = torch.arange(8192, dtype=torch.float32)  # CPU, 16 lanes");
    row("form", "exponential", "frequency = torch.exp(exponent)");
    row("form", "recurrence", "for i in range(1, 64): angle[:, i] = angle[:, i - 1] * step");
  }
  void rope_stage_changesItsLine() {
    QFETCH(QString, stage);
    QFETCH(QString, setting);
    QFETCH(QString, line);
    const auto changed = withStage(rope("hf-llama"), stage.toStdString(), setting.toStdString());
    QVERIFY(changed.has_value());
    QVERIFY2(ropeTexts(*changed).contains(line),
             qPrintable(ropeTexts(*changed).join(QLatin1Char('\n'))));
  }

  void rope_lowOperands_areWidened() {
    const QStringList lines = ropeTexts(rope("frequency-cast"));
    QVERIFY(lines.contains("angle = torch.outer(position, frequency.float())"));
    QVERIFY(
        ropeTexts(rope("zero-init")).contains("angle = torch.outer(position.float(), frequency)"));
  }

  void rope_lowArange_saysItsLanes() {
    const QStringList lines = ropeTexts(rope("arange-cpu"));
    QCOMPARE(lines.front(),
             QString("position = torch.arange(8192, dtype=torch.bfloat16)  # CPU, 16 lanes"));
  }

  void rope_scaling_isWhereTheRecipeHasIt() {
    RopeShape shape;
    shape.scaling = linearScaling(4);
    QVERIFY(ropeTexts(rope("hf-llama"), shape)
                .contains("frequency = linear_scaling(1 / 10000 ** exponent)"));
    QVERIFY(ropeTexts(rope("hf-4.31"), shape).contains("position = position / 4"));
    QVERIFY(ropeTexts(rope("megatron"), shape).contains("position = position * (1 / 4)"));
    QVERIFY(ropeTexts(rope("hf-4.31"), shape).contains("frequency = 1 / 10000 ** exponent"));
  }

  void rope_start_andSizes_areThePages() {
    RopeShape shape;
    shape.dim = 64;
    shape.base = 500000;
    const QStringList lines = texts(ropeCode(rope("hf-llama"), format("fp16"), shape, 100, 50));
    QCOMPARE(lines[0], QString("position = torch.arange(100, 150).float()"));
    QCOMPARE(lines[2], QString("frequency = 1 / 500000 ** exponent"));
    QCOMPARE(lines[4], QString("cos = angle.cos().half()"));
  }

  void rope_everyRecipe_hasEveryStage_inOrder() {
    for (const Recipe& recipe : recipesOf(Scheme::rope)) {
      std::size_t before = 0;
      std::set<Stage> seen;
      for (const StageLine& line : ropeCode(recipe, format("bf16"), {}, 0, 4096)) {
        const std::size_t place = stagePlace(Scheme::rope, line.stage);
        QVERIFY2(place >= before, recipe.id.c_str());
        before = place;
        seen.insert(line.stage);
        QVERIFY(!line.text.empty() && line.text.find('\n') == std::string::npos);
      }
      for (const Stage stage : {Stage::position, Stage::frequency, Stage::angle, Stage::table,
                                Stage::rotation, Stage::score}) {
        QVERIFY2(seen.contains(stage), recipe.id.c_str());
      }
    }
  }

  // What the lines give when they are run is what Poscope computes, bit for bit.
  void code_run_givesTheNumbers_data() {
    QTest::addColumn<int>("row");
    const auto rows = goldenRows("code.tsv");
    QVERIFY(rows.size() >= 12);
    for (int k = 0; k < rows.size(); ++k) {
      QTest::addRow("%s %s %s", rows[k][0].constData(), rows[k][1].constData(),
                    rows[k][2].constData())
          << k;
    }
  }
  void code_run_givesTheNumbers() {
    QFETCH(int, row);
    const QList<QByteArray> golden = goldenRows("code.tsv")[row];
    const bool isRope = golden[0] == "rope";
    const Recipe& recipe =
        *findRecipe(isRope ? Scheme::rope : Scheme::alibi, golden[1].toStdString());
    const NumberFormat& model = format(golden[2].constData());
    const QStringList lines = texts(isRope ? ropeCode(recipe, model, {}, 0, 8192)
                                           : alibiCode(recipe, model, 40, 8, kAlibiKeys));
    QCOMPARE(lines.join(QLatin1Char('|')), QString::fromUtf8(golden[3]));
    if (!isRope) {
      QCOMPARE(numbers(golden[4]), alibiValues(recipe, model));
      return;
    }
    const auto values = ropeValues(recipe, model);
    for (int k = 0; k < 4; ++k) {
      QCOMPARE(numbers(golden[4 + k]), values[static_cast<std::size_t>(k)]);
    }
  }

  void alibi_beforeAndAfter_differInTheIndex() {
    const QStringList before = alibiTexts("baichuan-13b");
    QCOMPARE(
        before,
        (QStringList{"step = torch.cat([torch.arange(1, 33) / 32, torch.arange(1, 16, 2) / 64])",
                     "slope = 2.0 ** (-8 * step.double())", "slope = slope.float()",
                     "key = torch.arange(4096)", "index = key", "index = index.float()",
                     "product = slope[:, None, None] * index", "bias = product.bfloat16()"}));
    QStringList after = alibiTexts("relative");
    QCOMPARE(after[4], QString("index = key - key[:, None]"));
    after[4] = before[4];
    QCOMPARE(after, before);
  }

  void alibi_otherCode_isItsOwn() {
    QVERIFY(alibiTexts("mpt").contains("index = key - 4095"));
    QVERIFY(alibiTexts("mpt").contains("slope = torch.cat([slope[1::2], slope[::2]])[:40]"));
    QVERIFY(alibiTexts("bloom", 16)
                .contains("slope = torch.tensor(2.0 ** (-8 / 16)) ** torch.arange(1, 17)"));
    QVERIFY(alibiTexts("falcon").contains("index = index.bfloat16()"));
    QVERIFY(alibiTexts("falcon").contains("product = slope[:, None, None] * index"));
    QVERIFY(alibiTexts("falcon").contains("bias = product"));
    QVERIFY(
        alibiTexts("llama.cpp-alibi").contains("product = slope[:, None, None] * index.float()"));
    QCOMPARE(alibiTexts("exact", 8).front(), QString("step = torch.arange(1, 9) / 8"));
  }

  void alibi_everyRecipe_hasEveryStage_inOrder() {
    for (const Recipe& recipe : recipesOf(Scheme::alibi)) {
      std::size_t before = 0;
      for (const StageLine& line : alibiCode(recipe, format("bf16"), 40, 8, 4096)) {
        const std::size_t place = stagePlace(Scheme::alibi, line.stage);
        QVERIFY2(place >= before, recipe.id.c_str());
        before = place;
      }
      QCOMPARE(before, stagePlace(Scheme::alibi, Stage::bias));
    }
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::RecipeCodeTest)
#include "recipe_code_test.moc"
