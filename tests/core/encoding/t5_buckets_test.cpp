// T5's buckets against those of its formula by NumPy and in whole numbers
// (tests/golden/generate_relative.py).
#include "core/encoding/t5_buckets.h"

#include <QTest>

#include "tests/core/recipe/golden_file.h"

using namespace poscope;

class T5BucketsTest : public QObject {
  Q_OBJECT

 private slots:
  void starts_everyShape_areThoseOfNumPy_data() {
    QTest::addColumn<int>("index");
    rows_ = goldenRows("t5.tsv");
    QVERIFY(rows_.size() == 5);
    for (int index = 0; index < rows_.size(); ++index) {
      QTest::newRow(rows_[index].mid(0, 2).join(' ').constData()) << index;
    }
  }
  // Each bucket begins where it should, and the distance before is in the one before.
  void starts_everyShape_areThoseOfNumPy() {
    QFETCH(int, index);
    const QList<QByteArray>& row = rows_[index];
    const T5Buckets causal{row[0].toLongLong(), row[1].toLongLong(), false};
    const T5Buckets encoder{2 * causal.buckets, causal.maxDistance, true};
    QCOMPARE(row[3], QByteArray("none"));
    const QList<QByteArray> starts = row[2].split(',');
    QCOMPARE(static_cast<std::int64_t>(starts.size()), causal.buckets);
    for (std::int64_t bucket = 0; bucket < causal.buckets; ++bucket) {
      const std::int64_t start = starts[static_cast<qsizetype>(bucket)].toLongLong();
      QCOMPARE(t5Bucket(causal, start), bucket);
      QCOMPARE(t5Bucket(encoder, start), bucket);
      if (start > 0) {
        QCOMPARE(t5Bucket(causal, start - 1), bucket - 1);
        QCOMPARE(t5Bucket(encoder, -start), causal.buckets + bucket);
      }
    }
    for (const std::int64_t far : {causal.maxDistance, std::int64_t{1} << 20}) {
      QCOMPARE(t5Bucket(causal, far), causal.buckets - 1);
      QCOMPARE(t5Bucket(encoder, -far), encoder.buckets - 1);
    }
  }

  // PIPELINES 6.1, the left side of an encoder's 32 buckets.
  void encoder_32Buckets_hasThePublishedEdges() {
    const T5Buckets t5{32, 128, true};
    for (const auto& [bucket, start] :
         {std::pair{8, 8}, {9, 12}, {10, 16}, {11, 23}, {12, 32}, {13, 46}, {14, 64}, {15, 91}}) {
      QCOMPARE(t5Bucket(t5, start), std::int64_t{bucket});
      QCOMPARE(t5Bucket(t5, start - 1), std::int64_t{bucket - 1});
    }
  }

  // A decoder masks them; its code puts them with the query itself.
  void causal_keysAfterTheQuery_areInItsOwnBucket() {
    QCOMPARE(t5Bucket({32, 128, false}, -5), std::int64_t{0});
  }

  void valid_needsALogarithm() {
    QVERIFY((T5Buckets{32, 17, false}).valid());
    QVERIFY(!(T5Buckets{32, 16, false}).valid());
    QVERIFY((T5Buckets{32, 9, true}).valid());
  }

 private:
  QList<QList<QByteArray>> rows_;
};

QTEST_GUILESS_MAIN(T5BucketsTest)
#include "t5_buckets_test.moc"
