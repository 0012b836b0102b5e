// Every ALiBi recipe of the catalogue, and positions made by torch.arange on a CPU, against what
// PyTorch and the real functions of transformers compute (tests/golden/README.md).
#include <QtTest>
#include <array>
#include <numeric>
#include <set>

#include "core/encoding/phase.h"
#include "core/recipe/pipeline.h"
#include "golden_file.h"

using namespace poscope;

namespace {

using Words = std::vector<std::uint32_t>;

constexpr int kKeys = 8192;
constexpr double kQuery = kKeys - 1;

/// Keys of the golden sets.
std::vector<int> keys() {
  constexpr std::array<std::array<int, 2>, 4> kRuns{
      {{0, 300}, {2040, 2060}, {4090, 4110}, {8180, 8191}}};
  std::vector<int> all;
  for (const auto& [first, last] : kRuns) {
    for (int key = first; key <= last; ++key) {
      all.push_back(key);
    }
  }
  return all;
}

/// Keys and heads whose words the file holds in full.
const std::vector<int> kFullKeys{0,   1,    2,    3,    255,  256,  257,  258,  259,  260,
                                 300, 2047, 2048, 2049, 4095, 4096, 4097, 8180, 8190, 8191};
std::vector<int> fullHeads(int heads) {
  return heads == 40 ? std::vector<int>{0, 3, 7, 31, 32, 39} : std::vector<int>{0, 3, 7, 31};
}
std::vector<int> allHeads(int heads) {
  std::vector<int> all(static_cast<std::size_t>(heads));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// One ALiBi recipe in numbers.
struct Bias {
  AlibiStages stages;
  std::vector<double> slopes;

  [[nodiscard]] double slope(int head) const {
    return stageValue(stages.slope, slopes[static_cast<std::size_t>(head)]);
  }
  [[nodiscard]] double position(int key) const {
    return stageValue(stages.position, key - stages.queryWeight * kQuery - stages.anchor);
  }
  [[nodiscard]] double product(int head, int key) const {
    return stageProduct(stages.product, slope(head), position(key));
  }
  [[nodiscard]] double bias(int head, int key) const {
    return alibiStored(stages, slopes[static_cast<std::size_t>(head)], kQuery, key);
  }

  /// The words of a stage, heads first.
  [[nodiscard]] Words words(const QByteArray& stage, const std::vector<int>& heads,
                            const std::vector<int>& keySet) const {
    Words words;
    if (stage == "position") {
      for (const int key : keySet) {
        words.push_back(goldenWord(position(key)));
      }
      return words;
    }
    for (const int head : heads) {
      if (stage == "slope") {
        words.push_back(goldenWord(slope(head)));
        continue;
      }
      for (const int key : keySet) {
        words.push_back(goldenWord(stage == "product" ? product(head, key) : bias(head, key)));
      }
    }
    return words;
  }
};

}  // namespace

class GoldenAlibiTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void stages_everyRecipe_areThoseOfTheImplementation_data();
  void stages_everyRecipe_areThoseOfTheImplementation();
  void recipes_wholeCatalogue_isCovered();
  void library_deviations_areBloomsOnly();
  void arange_onCpu_roundsTheFirstOfEachBlock_data();
  void arange_onCpu_roundsTheFirstOfEachBlock();

 private:
  QList<QList<QByteArray>> rows_;
};

void GoldenAlibiTest::initTestCase() {
  rows_ = goldenRows("alibi.tsv");
  QCOMPARE(rows_.size(), 14 * 3 * 2 * 4);
}

void GoldenAlibiTest::stages_everyRecipe_areThoseOfTheImplementation_data() {
  QTest::addColumn<int>("index");
  for (int index = 0; index < rows_.size(); ++index) {
    const QList<QByteArray>& row = rows_[index];
    QTest::newRow((row.mid(0, 3).join(' ') + ' ' + row[4]).constData()) << index;
  }
}

void GoldenAlibiTest::stages_everyRecipe_areThoseOfTheImplementation() {
  QFETCH(int, index);
  const QList<QByteArray>& row = rows_[index];
  const Recipe* recipe = findRecipe(Scheme::alibi, row[0].toStdString());
  const NumberFormat* model = findFormat(row[1].toStdString());
  QVERIFY(recipe != nullptr && model != nullptr);
  const int heads = row[2].toInt();
  const Bias bias{alibiStages(*recipe, *model, kKeys, kKeys),
                  alibiSlopes(heads, 8, slopeForm(*recipe))};
  const bool slope = row[4] == "slope";
  QCOMPARE(bias.words(row[4], slope ? allHeads(heads) : fullHeads(heads), kFullKeys),
           goldenWords(row[8]));
  QCOMPARE(goldenHash(bias.words(row[4], allHeads(heads), keys())), row[5]);
}

void GoldenAlibiTest::recipes_wholeCatalogue_isCovered() {
  std::set<std::string> golden;
  for (const QList<QByteArray>& row : rows_) {
    golden.insert(row[0].toStdString());
  }
  for (const Recipe& recipe : recipesOf(Scheme::alibi)) {
    QVERIFY2(golden.contains(recipe.id), recipe.id.c_str());
  }
}

// fp32 pow of PyTorch is one unit off for one slope of BLOOM's base; 350 of its products follow,
// and the biases where they stay in fp32.
void GoldenAlibiTest::library_deviations_areBloomsOnly() {
  int deviations = 0;
  for (const QList<QByteArray>& row : rows_) {
    const bool bloom = row[0] == "bloom" && (row[4] == "slope" || row[4] == "product" ||
                                             (row[4] == "bias" && row[1] == "fp32"));
    const bool slope = row[4] == "slope";
    QCOMPARE(row[6].toInt(), !bloom ? 0 : slope ? 1 : 350);
    QCOMPARE(row[7].toInt(), !bloom ? 0 : slope ? 1 : 2);
    deviations += bloom ? 1 : 0;
  }
  QCOMPARE(deviations, 14);
}

void GoldenAlibiTest::arange_onCpu_roundsTheFirstOfEachBlock_data() {
  QTest::addColumn<QByteArray>("format");
  QTest::addColumn<qint64>("total");
  QTest::addColumn<qint64>("notNearest");
  QTest::addColumn<qint64>("first");
  QTest::addColumn<qint64>("lanes");
  QTest::addColumn<QByteArray>("hash");
  for (const QList<QByteArray>& row : goldenRows("arange.tsv")) {
    QTest::newRow(row.mid(0, 3).join(' ').constData())
        << row[1] << row[2].toLongLong() << row[3].toLongLong() << row[4].toLongLong()
        << row[5].toLongLong() << row[6];
  }
}

void GoldenAlibiTest::arange_onCpu_roundsTheFirstOfEachBlock() {
  QFETCH(QByteArray, format);
  QFETCH(qint64, total);
  QFETCH(qint64, notNearest);
  QFETCH(qint64, first);
  QFETCH(qint64, lanes);
  QFETCH(QByteArray, hash);
  PhaseStages stages;
  stages.position = roundingOf(*findFormat(format.toStdString()));
  stages = withLanes(stages, lanes, total);
  Words words;
  qint64 wrong = 0;
  qint64 firstWrong = -1;
  for (qint64 m = 0; m < total; ++m) {
    const double position = phasePosition(stages, static_cast<double>(m));
    words.push_back(goldenWord(position));
    const bool nearest = position == roundTo(stages.position, static_cast<double>(m));
    wrong += nearest ? 0 : 1;
    firstWrong = firstWrong < 0 && !nearest ? m : firstWrong;
  }
  QCOMPARE(goldenHash(words), hash);
  QCOMPARE(wrong, notNearest);
  QCOMPARE(firstWrong, first);
}

QTEST_GUILESS_MAIN(GoldenAlibiTest)
#include "golden_alibi_test.moc"
