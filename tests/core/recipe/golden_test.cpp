// Every RoPE and sinusoid recipe of the catalogue against what PyTorch and the real classes of
// transformers and other packages compute, stage by stage (tests/golden/README.md).
#include <QHash>
#include <QtTest>
#include <algorithm>
#include <array>
#include <set>

#include "core/analysis/phase_rows.h"
#include "golden_file.h"

using namespace poscope;

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::array kStageNames{"position", "frequency", "angle", "cos", "sin", "rotated"};
constexpr std::array<std::size_t, 10> kPairs{0, 1, 2, 7, 16, 31, 32, 48, 62, 63};

/// Positions of the golden sets (PIPELINES 10).
std::vector<int> positions() {
  constexpr std::array<std::array<int, 2>, 5> kRuns{
      {{0, 300}, {2040, 2060}, {4090, 4110}, {8180, 8200}, {131060, 131080}}};
  std::vector<int> all;
  for (const auto& [first, last] : kRuns) {
    for (int m = first; m <= last; ++m) {
      all.push_back(m);
    }
  }
  return all;
}

/// The words of all stages at all positions, pairs innermost.
using StageWords = std::array<Words, kStageNames.size()>;

/// `rotation` is what a RoPE does with its table; a sinusoid adds it and rotates nothing.
StageWords computed(const PhasePipeline& pipeline, const RotationStages& rotation) {
  const std::vector<int> all = positions();
  const std::size_t pairs = pipeline.frequencies.size();
  StageWords words;
  PhaseRows table;
  table.resize(static_cast<std::int64_t>(all.size()), static_cast<std::int64_t>(pairs));
  std::ranges::transform(pipeline.frequencies, std::back_inserter(words[1]), goldenWord);
  for (std::size_t row = 0; row < all.size(); ++row) {
    const double position = phasePosition(pipeline.stages, all[row]);
    words[0].push_back(goldenWord(position));
    for (std::size_t i = 0; i < pairs; ++i) {
      const double angle = RecurrentAngle::of(pipeline.stages, position, pipeline.frequencies[i],
                                              static_cast<std::int64_t>(i));
      const SineCosine entry = phaseEntry(pipeline.stages, angle);
      words[2].push_back(goldenWord(angle));
      table.cosines[row * pairs + i] = entry.cosine;
      table.sines[row * pairs + i] = entry.sine;
    }
  }
  std::vector<double> rotated;
  rotateOnes(rotation, table, rotated);
  std::ranges::transform(table.cosines, std::back_inserter(words[3]), goldenWord);
  std::ranges::transform(table.sines, std::back_inserter(words[4]), goldenWord);
  std::ranges::transform(rotated, std::back_inserter(words[5]), goldenWord);
  return words;
}

/// A stage of a row: its sets of words (rounded functions, the library's) and how they differ.
struct GoldenStage {
  QByteArray rounded;
  QByteArray library;
  int differing = 0;
  int apart = 0;
};

/// The stages that a row has: sinusoids have no rotation.
std::size_t stageCount(const QList<QByteArray>& row) {
  return static_cast<std::size_t>(row.size()) - 8;
}

GoldenStage stageOf(const QList<QByteArray>& row, std::size_t stage) {
  const QList<QByteArray> cells = row[8 + static_cast<int>(stage)].split(':');
  return {cells[0], cells[1], cells[2].toInt(), cells[3].toInt()};
}

/// Columns of a row of a set that are written in full: some pairs, of rotated vectors both halves.
std::vector<std::size_t> fullColumns(std::size_t stage, std::size_t pairs) {
  std::vector<std::size_t> columns;
  for (std::size_t half = 0; half < (stage == 5 ? 2U : 1U); ++half) {
    for (const std::size_t pair : kPairs) {
      if (pair < pairs) {
        columns.push_back(half * pairs + pair);
      }
    }
  }
  return columns;
}

/// Where the library's functions are not the correctly rounded ones, apart from fp32 tables:
/// "recipe format dim base scaling stage: entries of the set, units in the last place". The units
/// of cos and sin count where the angles agree, those of rotated vectors are not counted.
const char* const kKnownDeviations[] = {
    "rope arange-cpu fp16 128 10000 none rotated: 2, 0",
    "rope arange-cpu fp16 128 10000 none sin: 1, 1",
    "rope baichuan-7b-cast fp16 128 10000 none rotated: 2, 0",
    "rope baichuan-7b-cast fp16 128 10000 none sin: 1, 1",
    "rope chatglm-6b fp16 64 10000 none rotated: 2, 0",
    "rope chatglm-6b fp16 64 10000 none sin: 1, 1",
    "rope flash-attn-2023 fp16 128 10000 none rotated: 2, 0",
    "rope flash-attn-2023 fp16 128 10000 none sin: 1, 1",
    "rope gpt-neox-2021 fp16 128 10000 none rotated: 2, 0",
    "rope gpt-neox-2021 fp16 128 10000 none sin: 1, 1",
    "rope gpt-neox-2021 fp16 24 10000 none rotated: 2, 0",
    "rope gpt-neox-2021 fp16 24 10000 none sin: 1, 1",
    "rope hf-4.28-autocast fp16 128 10000 none rotated: 2, 0",
    "rope hf-4.28-autocast fp16 128 10000 none sin: 1, 1",
    "rope hf-4.28-cast fp16 128 10000 none rotated: 2, 0",
    "rope hf-4.28-cast fp16 128 10000 none sin: 1, 1",
    "rope hf-4.31-autocast fp16 128 10000 none rotated: 2, 0",
    "rope hf-4.31-autocast fp16 128 10000 none sin: 1, 1",
    "rope hf-4.31-cast fp16 128 10000 linear~factor~2.5 rotated: 2, 0",
    "rope hf-4.31-cast fp16 128 10000 linear~factor~2.5 sin: 1, 1",
    "rope hf-4.31-cast fp16 128 10000 none rotated: 2, 0",
    "rope hf-4.31-cast fp16 128 10000 none sin: 1, 1",
    "rope hf-4.31-zero-init fp16 128 10000 linear~factor~2.5 cos: 1, 1",
    "rope hf-4.31-zero-init fp16 128 10000 linear~factor~2.5 rotated: 2, 0",
    "rope hf-4.38-cached-cast fp16 128 10000 none rotated: 2, 0",
    "rope hf-4.38-cached-cast fp16 128 10000 none sin: 1, 1",
    "rope hf-4.38.0-autocast fp16 128 10000 none rotated: 2, 0",
    "rope hf-4.38.0-autocast fp16 128 10000 none sin: 1, 1",
    "rope hf-5 bf16 128 1000000 none angle: 354, 2",
    "rope hf-5 bf16 128 1000000 none frequency: 1, 1",
    "rope hf-5 fp16 128 1000000 none angle: 354, 2",
    "rope hf-5 fp16 128 1000000 none frequency: 1, 1",
    "rope hf-5 fp32 128 1000000 none angle: 354, 2",
    "rope hf-5 fp32 128 1000000 none frequency: 1, 1",
    "rope hf-5-cast fp16 128 10000 linear~factor~2.5 rotated: 2, 0",
    "rope hf-5-cast fp16 128 10000 linear~factor~2.5 sin: 1, 1",
    "rope hf-5-cast fp16 128 10000 yarn~factor~4~original_max_position_embeddings~32768 cos: 1, 1",
    "rope module-cast fp16 128 10000 none rotated: 2, 0",
    "rope module-cast fp16 128 10000 none sin: 1, 1",
    "rope xpos-torchscale fp16 128 10000 none rotated: 2, 0",
    "rope xpos-torchscale fp16 128 10000 none sin: 1, 1",
    "sinusoid module-cast fp16 128 10000 none sin: 1, 1",
    "sinusoid transformer-xl fp16 128 10000 none sin: 1, 1",
    "sinusoid tutorial bf16 128 10000 none angle: 362, 2",
    "sinusoid tutorial bf16 128 10000 none cos: 7, 0",
    "sinusoid tutorial bf16 128 10000 none frequency: 1, 1",
    "sinusoid tutorial bf16 128 10000 none sin: 9, 0",
    "sinusoid tutorial fp16 128 10000 none angle: 362, 2",
    "sinusoid tutorial fp16 128 10000 none cos: 19, 0",
    "sinusoid tutorial fp16 128 10000 none frequency: 1, 1",
    "sinusoid tutorial fp16 128 10000 none sin: 22, 0",
    "sinusoid tutorial fp32 128 10000 none angle: 362, 2",
    "sinusoid tutorial fp32 128 10000 none frequency: 1, 1",
};

/// A recipe whose tables stay in fp32 whatever the model's format.
bool keepsFp32Tables(const QList<QByteArray>& row) {
  return row[2] == "fp32" || row[1] == "baichuan2-7b" || row[1] == "meta-llama";
}

/// A golden set: its rows in full, by position; "all" where it is one row.
using GoldenSet = QHash<QByteArray, Words>;

RopeShape shapeOf(const QList<QByteArray>& row) {
  RopeShape shape;
  shape.dim = row[3].toLongLong();
  shape.base = row[4].toDouble();
  const auto scaling = parseRopeScaling(row[5].toStdString());
  if (!scaling) {
    qFatal("scaling %s", row[5].constData());
  }
  shape.scaling = *scaling;
  return shape;
}

}  // namespace

class GoldenTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void stages_everyRecipe_areThoseOfTheImplementation_data();
  void stages_everyRecipe_areThoseOfTheImplementation();
  void recipes_wholeCatalogue_isCovered();
  void library_deviations_areTheKnownOnes();
  void library_fp32Tables_differByOneUnit();
  void library_fullRows_differNoMoreThanStated();

 private:
  QList<QList<QByteArray>> rows_;
  QHash<QByteArray, GoldenSet> sets_;

  int differingInFull(const GoldenStage& golden) const;
  void compareRows(const GoldenSet& golden, const Words& ours,
                   const std::vector<std::size_t>& columns, std::size_t width) const;
};

void GoldenTest::initTestCase() {
  rows_ = goldenRows("recipes.tsv");
  QVERIFY(!rows_.isEmpty());
  for (const QList<QByteArray>& row : goldenRows("recipe_words.tsv")) {
    sets_[row[0]][row[2]] = goldenWords(row[3]);
  }
  QVERIFY(!sets_.isEmpty());
}

void GoldenTest::stages_everyRecipe_areThoseOfTheImplementation_data() {
  QTest::addColumn<int>("index");
  for (int index = 0; index < rows_.size(); ++index) {
    QTest::newRow(rows_[index].mid(0, 6).join(' ').constData()) << index;
  }
}

// With correctly rounded fp32 functions every word of every stage is ours.
void GoldenTest::stages_everyRecipe_areThoseOfTheImplementation() {
  QFETCH(int, index);
  const QList<QByteArray>& row = rows_[index];
  const Scheme scheme = row[0] == "rope" ? Scheme::rope : Scheme::sinusoidal;
  const Recipe* recipe = findRecipe(scheme, row[1].toStdString());
  const NumberFormat* model = findFormat(row[2].toStdString());
  QVERIFY(recipe != nullptr && model != nullptr);
  const auto pipeline = phasePipeline(*recipe, shapeOf(row), *model, row[6].toLongLong());
  QVERIFY(pipeline);
  const StageWords ours = computed(*pipeline, rotationStages(*recipe, *model, Overflow::ofFormat));
  for (std::size_t stage = 0; stage < stageCount(row); ++stage) {
    const GoldenStage golden = stageOf(row, stage);
    compareRows(sets_[golden.rounded], ours[stage],
                fullColumns(stage, pipeline->frequencies.size()),
                stage == 5 ? pipeline->frequencies.size() * 2 : pipeline->frequencies.size());
    QVERIFY2(goldenHash(ours[stage]) == golden.rounded, kStageNames[stage]);
  }
}

// Rows in full say what a hash cannot: which word is not the golden one.
void GoldenTest::compareRows(const GoldenSet& golden, const Words& ours,
                             const std::vector<std::size_t>& columns, std::size_t width) const {
  const std::vector<int> all = positions();
  QVERIFY(!golden.isEmpty());
  for (auto row = golden.begin(); row != golden.end(); ++row) {
    Words mine = ours;
    if (row.key() != "all") {
      const auto place =
          static_cast<std::size_t>(std::ranges::find(all, row.key().toInt()) - all.begin());
      mine.clear();
      for (const std::size_t column : columns) {
        mine.push_back(ours[place * width + column]);
      }
    }
    QVERIFY2(mine == row.value(), row.key().constData());
  }
}

void GoldenTest::recipes_wholeCatalogue_isCovered() {
  std::set<std::pair<std::string, std::string>> golden;
  for (const QList<QByteArray>& row : rows_) {
    golden.emplace(row[0].toStdString(), row[1].toStdString());
  }
  for (const Recipe& recipe : recipeCatalogue()) {
    if (!isBias(recipe.scheme)) {
      QVERIFY2(golden.contains({std::string(recipeSchemeName(recipe.scheme)), recipe.id}),
               recipe.id.c_str());
    }
  }
}

// Nothing is bounded loosely: a deviation that appears or goes away fails.
void GoldenTest::library_deviations_areTheKnownOnes() {
  std::set<QByteArray> found;
  for (const QList<QByteArray>& row : rows_) {
    for (std::size_t stage = 0; stage < stageCount(row); ++stage) {
      const GoldenStage golden = stageOf(row, stage);
      QCOMPARE(golden.rounded == golden.library, golden.differing == 0);
      if (golden.differing != 0 && (stage < 3 || !keepsFp32Tables(row))) {
        found.insert(row.mid(0, 6).join(' ') + ' ' + kStageNames[stage] + ": " +
                     QByteArray::number(golden.differing) + ", " +
                     QByteArray::number(golden.apart));
      }
    }
  }
  const std::set<QByteArray> known(std::begin(kKnownDeviations), std::end(kKnownDeviations));
  for (const QByteArray& each : found) {
    QVERIFY2(known.contains(each), each.constData());
  }
  QCOMPARE(found.size(), known.size());
}

// cosf and sinf of PyTorch's vectors, and the factor of an attention scaling on top of them.
void GoldenTest::library_fp32Tables_differByOneUnit() {
  int entries = 0;
  std::array<int, 2> differing{};
  for (const QList<QByteArray>& row : rows_) {
    if (!keepsFp32Tables(row)) {
      continue;
    }
    entries += static_cast<int>(positions().size()) * row[3].toInt() / 2;
    for (const std::size_t stage : {std::size_t{3}, std::size_t{4}}) {
      const GoldenStage golden = stageOf(row, stage);
      QVERIFY2(golden.apart <= (row[5].startsWith("yarn") ? 2 : 1), row[1].constData());
      differing[stage - 3] += golden.differing;
    }
  }
  QCOMPARE(entries, 1709400);
  QCOMPARE(differing[0], 79450);
  QCOMPARE(differing[1], 60216);
}

/// Entries of the rows in full at which the two sets of a stage differ.
int GoldenTest::differingInFull(const GoldenStage& golden) const {
  int count = 0;
  const GoldenSet& rounded = sets_[golden.rounded];
  const GoldenSet& library = sets_[golden.library];
  for (auto row = rounded.begin(); row != rounded.end(); ++row) {
    const Words& other = library[row.key()];
    for (std::size_t k = 0; k < row.value().size(); ++k) {
      count += other.at(k) == row.value()[k] ? 0 : 1;
    }
  }
  return count;
}

void GoldenTest::library_fullRows_differNoMoreThanStated() {
  int total = 0;
  for (const QList<QByteArray>& row : rows_) {
    for (std::size_t stage = 0; stage < stageCount(row); ++stage) {
      const GoldenStage golden = stageOf(row, stage);
      const int count = differingInFull(golden);
      QVERIFY2(count <= golden.differing, row[1].constData());
      total += count;
    }
  }
  QVERIFY(total > 0);
}

QTEST_GUILESS_MAIN(GoldenTest)
#include "golden_test.moc"
