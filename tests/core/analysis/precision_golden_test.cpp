// The golden list of public reports on precision, row by row: every number of a row's expectation
// is computed and held against it. A row without a check fails, and so does a check without a row.
#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <cmath>
#include <functional>
#include <map>

#include "core/analysis/places.h"
#include "core/analysis/verdict.h"
#include "core/encoding/alibi.h"
#include "core/encoding/phase.h"
#include "core/recipe/pipeline.h"

using namespace poscope;

namespace {

using Numbers = std::vector<double>;

const NumberFormat& formatOf(const char* id) {
  return *findFormat(id);
}

double rounded(const char* format, double number) {
  return roundTo(roundingOf(formatOf(format)), number);
}

PlaceCounts countsOf(const char* format, std::int64_t context) {
  return Places(formatOf(format), 0, context - 1).count();
}

Numbers eachOf(const std::vector<std::int64_t>& contexts, const char* format,
               std::int64_t PlaceCounts::*count) {
  Numbers numbers;
  for (const std::int64_t context : contexts) {
    numbers.push_back(static_cast<double>(countsOf(format, context).*count));
  }
  return numbers;
}

VerdictSetup ropeSetup(const char* recipe, const char* format, std::int64_t dim,
                       std::int64_t context) {
  VerdictSetup setup;
  setup.recipe = *findRecipe(Scheme::rope, recipe);
  setup.format = &formatOf(format);
  setup.shape.dim = dim;
  setup.context = context;
  return setup;
}

UniqueVerdict uniqueOf(const VerdictSetup& setup) {
  const auto verdicts = judge(setup);
  if (!verdicts) {
    qFatal("%s", renderPlain(verdicts.error().text, Language::english).c_str());
  }
  return verdicts->unique;
}

PhasePipeline pipelineOf(const VerdictSetup& setup) {
  auto pipeline = phasePipeline(setup.recipe, setup.shape, *setup.format, setup.context);
  if (!pipeline) {
    qFatal("no pipeline");
  }
  return std::move(*pipeline);
}

double angleOf(const PhasePipeline& pipeline, double position, std::size_t pair) {
  return phaseAngle(pipeline.stages, phasePosition(pipeline.stages, position),
                    pipeline.frequencies[pair]);
}

double exactAngle(double position, std::size_t pair, std::int64_t dim) {
  return position * std::pow(10000.0, -2.0 * static_cast<double>(pair) / static_cast<double>(dim));
}

// A02

Numbers lastExactIntegers() {
  Numbers numbers;
  for (const char* format : {"bf16", "fp16", "e4m3fn", "e5m2", "fp32"}) {
    numbers.push_back(static_cast<double>(lastExactInteger(formatOf(format))));
  }
  return numbers;
}

Numbers exactInBf16() {
  Numbers numbers;
  for (const std::int64_t context : {512, 2048, 4096, 8192, 32768}) {
    const auto exact = static_cast<double>(countsOf("bf16", context).exact);
    numbers.push_back(exact);
    numbers.push_back(100 * exact / static_cast<double>(context));
  }
  return numbers;
}

// A05: torch.arange fills vectors of 16 numbers: the first is rounded, offsets are added to it.
Numbers arangeInBf16() {
  constexpr double kLanes = 16;
  const auto made = [](double position) {
    const double offset = std::fmod(position - 241, kLanes);
    return rounded("bf16", rounded("bf16", position - offset) + offset);
  };
  Numbers numbers;
  for (double position = 255; position <= 263; ++position) {
    numbers.push_back(made(position));
  }
  numbers.insert(numbers.end(), {258, made(258), 259, made(259)});
  return numbers;
}

Numbers oneByOne(double first, double last) {
  Numbers numbers;
  for (double number = first; number <= last; ++number) {
    numbers.push_back(rounded("bf16", number));
  }
  return numbers;
}

// A04

Numbers fp16Spacing() {
  const NumberFormat& format = formatOf("fp16");
  if (spacingAt(format, 16384) != spacingAt(format, 32767)) {
    return {};
  }
  return {spacingAt(format, 16384), largestNumber(format), rounded("fp16", 32768)};
}

Numbers fp16Infinities() {
  std::int64_t first = -1;
  std::int64_t last = -1;
  std::int64_t firstLargest = -1;
  std::int64_t lastLargest = -1;
  for (std::int64_t number = 0; number <= 65535; ++number) {
    const double stored = rounded("fp16", static_cast<double>(number));
    if (!std::isfinite(stored)) {
      first = first < 0 ? number : first;
      last = number;
    } else if (stored == 65504 && number >= 65504) {
      firstLargest = firstLargest < 0 ? number : firstLargest;
      lastLargest = number;
    }
  }
  const auto lost = static_cast<double>(Places(formatOf("fp16"), 0, 65535).count().lost);
  return {lost,
          static_cast<double>(first),
          static_cast<double>(last),
          static_cast<double>(firstLargest),
          static_cast<double>(lastLargest),
          65504};
}

// A01

Numbers allInFp16() {
  const VerdictSetup setup = ropeSetup("gpt-neox-2021", "fp16", 32, 2048);
  const PhasePipeline pipeline = pipelineOf(setup);
  double largest = 0;
  for (int position = 0; position < 2048; ++position) {
    for (std::size_t pair = 0; pair < 16; ++pair) {
      const SineCosine entry = phaseEntry(pipeline.stages, angleOf(pipeline, position, pair));
      largest =
          std::max(largest, std::abs(entry.cosine - std::cos(exactAngle(position, pair, 32))));
    }
  }
  return {angleOf(pipeline, 1857, 1), exactAngle(1857, 1, 32), largest,
          static_cast<double>(uniqueOf(setup).distinct)};
}

Numbers allInBf16() {
  const VerdictSetup setup = ropeSetup("gpt-neox-2021", "bf16", 32, 2048);
  return {angleOf(pipelineOf(setup), 1857, 1), static_cast<double>(uniqueOf(setup).distinct)};
}

// A06: against the fp32 phase, as the report has it; the exact frequency of pair 1 is 3e-8 larger.

Numbers frequenciesInBf16() {
  const VerdictSetup setup = ropeSetup("frequency-cast", "bf16", 128, 4096);
  const PhasePipeline pipeline = pipelineOf(setup);
  const PhasePipeline single = pipelineOf(ropeSetup("hf-llama", "bf16", 128, 4096));
  double largest = 0;
  double worst = 0;
  double over = 0;
  for (std::size_t pair = 0; pair < 64; ++pair) {
    const double error = std::abs(angleOf(pipeline, 4095, pair) - angleOf(single, 4095, pair));
    over += error > 0.5 ? 1 : 0;
    worst = error > largest ? static_cast<double>(pair) : worst;
    largest = std::max(largest, error);
  }
  const UniqueVerdict unique = uniqueOf(setup);
  if (unique.firstCollision) {
    return {};
  }
  return {largest, worst, over, static_cast<double>(unique.distinct)};
}

// A07

Numbers slopesInBf16() {
  Numbers numbers;
  Numbers errors;
  for (const int heads : {8, 16, 32}) {
    double exact = 0;
    double exactInFp16 = 0;
    double largest = 0;
    for (const double slope : alibiSlopes(heads, 8)) {
      const double single = rounded("fp32", slope);
      exact += rounded("bf16", single) == single ? 1 : 0;
      exactInFp16 += rounded("fp16", single) == single ? 1 : 0;
      largest = std::max(largest, std::abs(rounded("bf16", single) - single) / single);
    }
    if (exact != exactInFp16) {
      return {};
    }
    numbers.push_back(exact);
    numbers.push_back(heads);
    errors.push_back(largest);
  }
  numbers.insert(numbers.end(), errors.begin(), errors.end());
  return numbers;
}

// D06

Numbers ownWeightOfTheLastQuery() {
  constexpr std::int64_t kKeys = 2048;
  const double slope = alibiSlopes(8, 8)[0];
  const auto weight = [&](const char* id, double& shared) {
    const Recipe& recipe = *findRecipe(Scheme::alibi, id);
    const AlibiStages stages = alibiStages(recipe, formatOf("bf16"), kKeys, slope * (kKeys - 1));
    const double own = alibiStored(stages, slope, kKeys - 1, kKeys - 1);
    double sum = 0;
    shared = 0;
    for (std::int64_t key = 0; key < kKeys; ++key) {
      const double bias = alibiStored(stages, slope, kKeys - 1, static_cast<double>(key));
      sum += std::exp(bias - own);
      shared += bias == own ? 1 : 0;
    }
    return 1 / sum;
  };
  double shared = 0;
  Numbers numbers{weight("exact", shared), weight("relative", shared)};
  numbers.push_back(weight("press", shared));
  return shared == 4 ? numbers : Numbers();
}

struct Check {
  const char* input;  ///< A beginning of "kind | input" that no other row of the id has.
  std::function<Numbers()> compute;
};

// By id; rows of one id are told apart by how they begin.
const std::multimap<QString, Check>& checks() {
  static const std::multimap<QString, Check> kChecks{
      {"A02", {"largest N", lastExactIntegers}},
      {"A02", {"exact positions among 0..N-1, bf16", exactInBf16}},
      {"A02",
       {"distinct codes",
        [] {
          return eachOf({512, 2048, 4096, 8192}, "bf16", &PlaceCounts::distinct);
        }}},
      {"A02",
       {"largest group",
        [] {
          return eachOf({512, 4096, 8192}, "bf16", &PlaceCounts::largestGroup);
        }}},
      {"A02",
       {"exact positions among 0..N-1, fp16",
        [] {
          return eachOf({4096, 8192, 32768}, "fp16", &PlaceCounts::exact);
        }}},
      {"D05",
       {"bf16(x)",
        [] {
          Numbers numbers;
          for (const double number : {257, 259, 261, 8191, 65535}) {
            numbers.push_back(rounded("bf16", number));
          }
          return numbers;
        }}},
      {"A05", {"bf16 of 256..268", [] { return oneByOne(256, 268); }}},
      {"A05", {"torch.arange(241,273)", arangeInBf16}},
      {"A03",
       {"fp16(x)",
        [] {
          return Numbers{rounded("fp16", 4173), rounded("fp16", 4174), rounded("fp16", 4175),
                         spacingAt(formatOf("fp16"), 4174)};
        }}},
      {"A04", {"fp16 spacing", fp16Spacing}},
      {"A04", {"fp16 non-finite", fp16Infinities}},
      {"A01", {"RoPE dim 32 base 10000, everything in fp16", allInFp16}},
      {"A01", {"same, everything in bf16", allInBf16}},
      {"A06", {"only inv_freq rounded", frequenciesInBf16}},
      {"A07", {"ALiBi slopes exact", slopesInBf16}},
      {"D06", {"ALiBi, 8 heads, head 1", ownWeightOfTheLastQuery}}};
  return kChecks;
}

/// A number as the list prints it: its value and how far what it stands for may be off.
struct Printed {
  double value = 0;
  double slack = 0;
};

// The numbers of an expectation in their order; "bf16" and "fp16" are words.
std::vector<Printed> printedNumbers(QString text) {
  static const QRegularExpression kNumber(
      QStringLiteral("(?<![A-Za-z0-9.])(\\d+(?:\\.(\\d+))?)(?:e(-?\\d+))?"));
  text.replace(QStringLiteral("..."), QStringLiteral(" "))
      .replace(QStringLiteral(".."), QStringLiteral(" "));
  std::vector<Printed> numbers;
  auto matches = kNumber.globalMatch(text);
  while (matches.hasNext()) {
    const auto match = matches.next();
    const double unit = std::pow(10.0, match.captured(3).toInt() - match.captured(2).size());
    const bool whole = match.captured(2).isEmpty() && match.captured(3).isEmpty();
    numbers.push_back({match.captured(0).toDouble(), whole ? 0 : 0.5000001 * unit});
  }
  return numbers;
}

struct Row {
  QString id;
  QString kind;
  QString input;
  QString expected;
};

std::vector<Row> rows() {
  QFile file(QStringLiteral(POSCOPE_TEST_DATA) + "/cases/precision_golden.tsv");
  if (!file.open(QIODevice::ReadOnly)) {
    qFatal("no golden list");
  }
  std::vector<Row> rows;
  const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
  for (const QString& line : lines.mid(1)) {
    const QStringList cells = line.split('\t');
    if (cells.size() != 4) {
      qFatal("not four cells: %s", qPrintable(line));
    }
    rows.push_back({cells[0], cells[1], cells[2], cells[3]});
  }
  return rows;
}

}  // namespace

class PrecisionGoldenTest : public QObject {
  Q_OBJECT

 private slots:
  void row_everyNumber_isComputed_data();
  void row_everyNumber_isComputed();
  void check_everyOne_hasARow();
};

void PrecisionGoldenTest::row_everyNumber_isComputed_data() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  for (const Row& row : rows()) {
    QTest::addRow("%s %s", qPrintable(row.id), qPrintable(row.kind.left(40)))
        << row.id << row.kind + " | " + row.input << row.expected;
  }
}

void PrecisionGoldenTest::row_everyNumber_isComputed() {
  QFETCH(QString, id);
  QFETCH(QString, text);
  QFETCH(QString, expected);
  std::vector<Check> found;
  for (auto [at, end] = checks().equal_range(id); at != end; ++at) {
    if (text.startsWith(QLatin1String(at->second.input))) {
      found.push_back(at->second);
    }
  }
  QVERIFY2(found.size() == 1, qPrintable("checks for this row: " + QString::number(found.size())));
  const Numbers computed = found.front().compute();
  const std::vector<Printed> printed = printedNumbers(expected);
  QCOMPARE(computed.size(), printed.size());
  for (std::size_t k = 0; k < printed.size(); ++k) {
    const QString told = QStringLiteral("number %1 of the row: expected %2, computed %3")
                             .arg(k)
                             .arg(printed[k].value, 0, 'g', 10)
                             .arg(computed[k], 0, 'g', 10);
    QVERIFY2(std::abs(computed[k] - printed[k].value) <= printed[k].slack, qPrintable(told));
  }
}

void PrecisionGoldenTest::check_everyOne_hasARow() {
  QCOMPARE(checks().size(), rows().size());
}

QTEST_GUILESS_MAIN(PrecisionGoldenTest)
#include "precision_golden_test.moc"
