// What pages say of files of learned numbers, against generate_tensors.py (tests/golden).
#include <QTest>

#include "tests/core/catalogue/golden_fact.h"
#include "tests/core/model/model_test_data.h"
#include "tests/core/recipe/golden_file.h"
#include "tests/core/views/opened_figure.h"

using namespace poscope;

class GoldenTensorsTest : public QObject {
  Q_OBJECT

 private slots:
  void facts_everyRow_areThoseOfTheGenerator_data();
  void facts_everyRow_areThoseOfTheGenerator();
};

void GoldenTensorsTest::facts_everyRow_areThoseOfTheGenerator_data() {
  QTest::addColumn<QByteArray>("file");
  QTest::addColumn<QByteArray>("link");
  QTest::addColumn<QByteArray>("fact");
  QTest::addColumn<double>("value");
  const auto rows = goldenRows("tensor_facts.tsv");
  QVERIFY(!rows.empty());
  for (const QList<QByteArray>& row : rows) {
    QTest::newRow((row.at(1) + ' ' + row.at(2)).constData())
        << row.at(0) << row.at(1) << row.at(2) << row.at(3).toDouble();
  }
}

void GoldenTensorsTest::facts_everyRow_areThoseOfTheGenerator() {
  QFETCH(QByteArray, file);
  QFETCH(QByteArray, link);
  QFETCH(QByteArray, fact);
  QFETCH(double, value);
  const auto asked = parseLink(link.toStdString());
  QVERIFY(asked);
  auto opened = test::opened(poscope::testing::dataPath("../golden/tensors/" + file.toStdString()),
                             asked->view);
  QVERIFY(opened);
  for (const auto& [name, word] : asked->params.changed()) {
    opened->set(name, word);
  }
  test::compareFact(test::figureOf(opened), fact, value);
}

QTEST_GUILESS_MAIN(GoldenTensorsTest)
#include "golden_tensors_test.moc"
