// Shares of power by wave: of waves that are known, of noise against the sum that defines the
// transform, and of what is no wave.
#include <QtTest>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "core/analysis/example_table.h"
#include "core/analysis/seeded_numbers.h"
#include "core/analysis/spectrum.h"

using namespace poscope;

namespace {

std::vector<double> wave(std::size_t length, double cycles, double turns, double mean) {
  std::vector<double> values;
  for (std::size_t k = 0; k < length; ++k) {
    values.push_back(
        mean + std::cos(2 * std::numbers::pi *
                        (cycles * static_cast<double>(k) / static_cast<double>(length) + turns)));
  }
  return values;
}

// The definition, term by term.
std::vector<double> slowShares(const std::vector<double>& column) {
  const std::size_t n = column.size();
  std::vector<double> shares(n / 2 + 1, 0.0);
  double whole = 0;
  for (std::size_t k = 1; k < shares.size(); ++k) {
    std::complex<double> sum = 0;
    for (std::size_t at = 0; at < n; ++at) {
      sum += column[at] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * at % n) /
                                              static_cast<double>(n));
    }
    shares[k] = std::norm(sum) * (2 * k == n ? 1 : 2);
    whole += shares[k];
  }
  for (double& share : shares) {
    share /= whole;
  }
  return shares;
}

}  // namespace

class SpectrumTest : public QObject {
  Q_OBJECT

 private slots:
  void powerShares_ofAWave_areAllAtItsCycles();
  void powerShares_ofNoise_areThoseOfTheDefinition_data();
  void powerShares_ofNoise_areThoseOfTheDefinition();
  void powerShares_ofAConstant_areNone();
  void columnSpectra_columns_areEachItsOwn();
  void columnSpectra_stopped_isCancelled();
  void exampleTable_isTheSameForASeed();
};

void SpectrumTest::powerShares_ofAWave_areAllAtItsCycles() {
  for (const std::size_t length : {std::size_t{64}, std::size_t{63}, std::size_t{510}}) {
    for (const double cycles : {1.0, 5.0, 31.0}) {
      const std::vector<double> shares = powerShares(wave(length, cycles, 0.13, 7));
      QCOMPARE(shares.size(), length / 2 + 1);
      const auto at = static_cast<std::size_t>(cycles);
      QVERIFY(std::abs(shares[at] - 1) < 1e-12);
      QCOMPARE(shares[0], 0.0);
    }
  }
}

void SpectrumTest::powerShares_ofNoise_areThoseOfTheDefinition_data() {
  QTest::addColumn<int>("length");
  for (const int length : {2, 3, 16, 17, 100, 197, 512, 514, 1009}) {
    QTest::addRow("%d", length) << length;
  }
}

void SpectrumTest::powerShares_ofNoise_areThoseOfTheDefinition() {
  QFETCH(int, length);
  const std::vector<double> column = seededNumbers(3, "noise", length);
  const std::vector<double> shares = powerShares(column);
  const std::vector<double> slow = slowShares(column);
  QCOMPARE(shares.size(), slow.size());
  for (std::size_t k = 0; k < shares.size(); ++k) {
    QVERIFY2(std::abs(shares[k] - slow[k]) < 1e-12, qPrintable(QString::number(k)));
  }
  QVERIFY(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1) < 1e-12);
}

void SpectrumTest::powerShares_ofAConstant_areNone() {
  for (const double constant : {0.0, 0.1, -3e7}) {
    for (const double share : powerShares(std::vector<double>(48, constant))) {
      QCOMPARE(share, 0.0);
    }
  }
}

void SpectrumTest::columnSpectra_columns_areEachItsOwn() {
  const std::vector<double> slow = wave(32, 2, 0, 0);
  const std::vector<double> quick = wave(32, 9, 0.4, 1);
  std::vector<double> table;
  for (std::size_t row = 0; row < 32; ++row) {
    table.insert(table.end(), {slow[row], quick[row], 5});
  }
  double told = 0;
  const auto spectra = columnSpectra(table, 3, [&told](double share) { told = share; }, {}).value();
  QCOMPARE(spectra.size(), std::size_t{17 * 3});
  QVERIFY(std::abs(spectra[2 * 3] - 1) < 1e-12);
  QVERIFY(std::abs(spectra[9 * 3 + 1] - 1) < 1e-12);
  for (std::size_t k = 0; k < 17; ++k) {
    QCOMPARE(spectra[k * 3 + 2], 0.0);
  }
  QCOMPARE(told, 1.0);
}

void SpectrumTest::columnSpectra_stopped_isCancelled() {
  std::stop_source stop;
  stop.request_stop();
  const auto spectra = columnSpectra(std::vector<double>(64, 1), 4, {}, stop.get_token());
  QVERIFY(!spectra.has_value());
  QVERIFY(spectra.error().kind == ErrorKind::cancelled);
}

void SpectrumTest::exampleTable_isTheSameForASeed() {
  QVERIFY(exampleTable(1, 16, 8) == exampleTable(1, 16, 8));
  QVERIFY(exampleTable(1, 16, 8) != exampleTable(2, 16, 8));
  for (const double value : exampleTable(5, 64, 32)) {
    QVERIFY(std::abs(value) <= (1 + 0.2) / 20);
  }
}

QTEST_GUILESS_MAIN(SpectrumTest)
#include "spectrum_test.moc"
