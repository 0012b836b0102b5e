// The weight beyond a distance, against the sum over all keys.
#include <QtTest>
#include <cmath>

#include "core/analysis/bias_weight.h"

namespace poscope::test {

class BiasWeightTest final : public QObject {
  Q_OBJECT

 private slots:
  void share_isTheSumOverKeys_data() {
    QTest::addColumn<double>("slope");
    QTest::addColumn<int>("distance");
    QTest::addColumn<int>("keys");
    QTest::addRow("the flattest slope") << 0x1p-8 << 256 << 4096;
    QTest::addRow("a steep one") << 0.5 << 20 << 4096;
    QTest::addRow("few keys") << 0x1p-8 << 2 << 4;
    QTest::addRow("nearly flat") << 1e-9 << 99 << 400;
  }
  void share_isTheSumOverKeys() {
    QFETCH(double, slope);
    QFETCH(int, distance);
    QFETCH(int, keys);
    double far = 0;
    double all = 0;
    for (int d = 0; d < keys; ++d) {
      const double weight = std::exp(-slope * d);
      all += weight;
      far += d > distance ? weight : 0;
    }
    QVERIFY(far > 0);
    QVERIFY(std::abs(weightBeyond(slope, distance, keys) - far / all) <= 1e-9 * far / all + 1e-15);
  }

  void noKeyAsFar_isNothing() {
    QCOMPARE(weightBeyond(0.5, 4, 5), 0.0);
    QVERIFY(weightBeyond(0.5, 3, 5) > 0);
  }
};

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::BiasWeightTest)
#include "bias_weight_test.moc"
