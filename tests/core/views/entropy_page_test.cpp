// entropy: what the page says against closed forms: without a deviation all scores but the peak are
// equal.
#include <QTest>
#include <cmath>

#include "tests/core/views/linked_figure.h"

using namespace poscope;
using test::figureOf;
using test::real;

namespace {

const PointLayer& seriesOf(const Figure& figure, std::string_view name) {
  for (const Layer& layer : std::get<PlotPanel>(figure.panels.front()).layers) {
    const auto* series = std::get_if<PointLayer>(&layer);
    if (series != nullptr && series->name == name) {
      return *series;
    }
  }
  qFatal("no such series");
}

double at(const PointLayer& series, double x) {
  const auto found = std::find(series.x.begin(), series.x.end(), x);
  return found == series.x.end() ? std::nan("")
                                 : series.y[static_cast<std::size_t>(found - series.x.begin())];
}

bool near(double value, double wanted) {
  return std::abs(value - wanted) <= 1e-9 * (1 + std::abs(wanted));
}

QString english(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

}  // namespace

class EntropyPageTest : public QObject {
  Q_OBJECT

 private slots:
  void peak_withoutDeviation_hasTheClosedForm();
  void clamped_isWithoutFactorBelowTheTrainedLength();
  void curves_meetAtTheTrainedLength();
  void facts_areOnTheCurves();
  void table_hasTheLengthsThatAreNamed();
  void sentence_countsTokens();
  void readings_tellEveryWay();
  void normalScores_spreadAsTheClosedFormSays();
};

void EntropyPageTest::peak_withoutDeviation_hasTheClosedForm() {
  const Figure figure =
      figureOf("entropy?scores=peaked&deviation=0&peak=9&trained=512&context=262144");
  QVERIFY(near(real(figure, "log_factor"), 2));  // 262,144 = 512².
  const auto weight = [](double mass, double n) { return mass / (mass + n - 1); };
  QVERIFY(near(real(figure, "trained.peak"), weight(std::exp(9.0), 512)));
  QVERIFY(near(real(figure, "plain.peak"), weight(std::exp(9.0), 262144)));
  QVERIFY(near(real(figure, "factor.peak"), weight(std::exp(18.0), 262144)));
  QVERIFY(near(real(figure, "clamped.peak"), weight(std::exp(18.0), 262144)));
  QVERIFY(near(real(figure, "uniform.entropy"), std::log(262144.0)));
  // 8,103 / 8,614 of the mass at 512 tokens, 3 % at 262,144; squared it stands out again.
  QVERIFY(english(figure.finding.explanation).contains("it has 3 % of all attention"));
  QVERIFY(english(figure.finding.explanation).contains("by 2, it has 99.6 %"));
}

void EntropyPageTest::clamped_isWithoutFactorBelowTheTrainedLength() {
  const Figure figure = figureOf("entropy?trained=4096&context=64");
  QCOMPARE(real(figure, "clamped.entropy"), real(figure, "plain.entropy"));
  QVERIFY(real(figure, "factor.entropy") > real(figure, "plain.entropy"));
  const Figure beyond = figureOf("entropy?trained=4096&context=65536");
  QCOMPARE(real(beyond, "clamped.entropy"), real(beyond, "factor.entropy"));
  QVERIFY(real(beyond, "factor.entropy") < real(beyond, "plain.entropy"));
}

void EntropyPageTest::curves_meetAtTheTrainedLength() {
  const Figure figure = figureOf("entropy?trained=1000");
  const double plain = at(seriesOf(figure, "plain"), 1000);
  QVERIFY(std::isfinite(plain));
  QCOMPARE(at(seriesOf(figure, "factor"), 1000), plain);
  QCOMPARE(at(seriesOf(figure, "clamped"), 1000), plain);
  QCOMPARE(plain, real(figure, "trained.entropy"));
}

void EntropyPageTest::facts_areOnTheCurves() {
  const Figure figure = figureOf("entropy?context=5000");
  for (const char* way : {"plain", "factor", "clamped"}) {
    const std::string entropy = std::string(way) + ".entropy";
    const std::string effective = std::string(way) + ".effective";
    QCOMPARE(at(seriesOf(figure, way), 5000), real(figure, entropy.c_str()));
    QVERIFY(near(real(figure, effective.c_str()), std::exp(real(figure, entropy.c_str()))));
    const PointLayer& series = seriesOf(figure, way);
    QVERIFY(std::is_sorted(series.x.begin(), series.x.end()));
    QCOMPARE(series.x.front(), 16.0);
    QCOMPARE(series.x.back(), 1048576.0);
  }
  QVERIFY(near(at(seriesOf(figure, "uniform"), 5000), std::log(5000.0)));
}

void EntropyPageTest::table_hasTheLengthsThatAreNamed() {
  const Figure figure = figureOf("entropy?context=5000&trained=700");
  const auto& table = std::get<TablePanel>(figure.panels.at(1));
  std::vector<std::int64_t> lengths;
  for (const TableRow& row : table.rows) {
    lengths.push_back(std::get<std::int64_t>(row.cells.front().value));
    QCOMPARE(row.selected, lengths.back() == 5000);
  }
  QVERIFY((lengths == std::vector<std::int64_t>{64, 700, 1024, 5000, 16384, 262144}));
}

void EntropyPageTest::sentence_countsTokens() {
  QCOMPARE(english(figureOf("entropy?deviation=0").finding.sentence),
           QString("In 512 tokens attention is as wide as over 512 equal ones, in 65,536 as over "
                   "65,536; with a factor log n as over 65,536"));
  QCOMPARE(english(figureOf("entropy?deviation=0&context=512").finding.sentence),
           QString("In 512 tokens attention is as wide as over 512 equal ones, with a factor log n "
                   "or without"));
}

void EntropyPageTest::readings_tellEveryWay() {
  const Figure figure = figureOf("entropy?deviation=0");
  const auto& inspection = std::get<PlotPanel>(figure.panels.front()).inspection;
  QStringList lines;
  for (const DetailRow& row : inspection->at(262144, 3).rows) {
    lines.append(english(row.label) + ": " + english(row.value));
  }
  QCOMPARE(lines.first(), QString("tokens n: 262,144"));
  QVERIFY2(lines.contains("factor log n: 12.477 nats"), qPrintable(lines.join('\n')));
  QVERIFY2(lines.contains("… scores times: 2"), qPrintable(lines.join('\n')));
  QVERIFY(inspection->at(15, 3).rows.empty());
  QVERIFY(inspection->at(1048577, 3).rows.empty());
}

// ln n - s²/2: 0.5 with deviation 1, and with a factor 16/9 at 65,536 = 2^16 over 512 = 2^9.
void EntropyPageTest::normalScores_spreadAsTheClosedFormSays() {
  const Figure figure = figureOf("entropy?deviation=1");
  QVERIFY(near(real(figure, "log_factor"), 16.0 / 9));
  QVERIFY(std::abs(real(figure, "plain.entropy") - (std::log(65536.0) - 0.5)) < 0.01);
  QVERIFY(std::abs(real(figure, "factor.entropy") - (std::log(65536.0) - 128.0 / 81)) < 0.01);
}

QTEST_GUILESS_MAIN(EntropyPageTest)
#include "entropy_page_test.moc"
