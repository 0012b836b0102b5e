// DeBERTa's rows of relative positions against those of NumPy (tests/golden/generate_terms.py).
#include "core/encoding/deberta_rows.h"

#include <QTest>

#include "tests/core/recipe/golden_file.h"

using namespace poscope;

class DebertaRowsTest : public QObject {
  Q_OBJECT

 private slots:
  void rows_everyDistance_areThoseOfNumPy() {
    const auto rows = goldenRows("deberta.tsv");
    QVERIFY(rows.size() > 1000);
    for (const QList<QByteArray>& row : rows) {
      const DebertaRows table{row[0].toLongLong(), row[1].toLongLong()};
      QCOMPARE(debertaRow(table, row[2].toLongLong()), std::int64_t{row[3].toLongLong()});
    }
  }

  // PIPELINES 6.3, of 256 buckets up to 512.
  void buckets_havePublishedSamples() {
    for (const auto& [distance, bucket] : {std::pair{127, 127},
                                           {128, 128},
                                           {129, 129},
                                           {150, 143},
                                           {200, 169},
                                           {256, 192},
                                           {300, 207},
                                           {400, 233},
                                           {500, 254}}) {
      QCOMPARE(debertaRow({256, 512}, distance), std::int64_t{256 + bucket});
      QCOMPARE(debertaRow({256, 512}, -distance), std::int64_t{256 - bucket});
    }
  }

  // Equation 3 of the paper: 0 up to -k, 2 k - 1 from k on.
  void clipped_endsAtBothEnds() {
    QCOMPARE(debertaRow({4, 0}, -5), std::int64_t{0});
    QCOMPARE(debertaRow({4, 0}, -4), std::int64_t{0});
    QCOMPARE(debertaRow({4, 0}, -3), std::int64_t{1});
    QCOMPARE(debertaRow({4, 0}, 3), std::int64_t{7});
    QCOMPARE(debertaRow({4, 0}, 4), std::int64_t{7});
  }
};

QTEST_GUILESS_MAIN(DebertaRowsTest)
#include "deberta_rows_test.moc"
