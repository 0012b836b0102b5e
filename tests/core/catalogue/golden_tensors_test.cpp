// What pages say of files of learned numbers, against generate_tensors.py (tests/golden).
#include <QTest>
#include <cmath>

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
  const Figure figure = test::figureOf(opened);
  const FactValue* found = findFact(figure, fact.toStdString());
  QVERIFY(found != nullptr);
  if (const auto* integer = std::get_if<std::int64_t>(found)) {
    QCOMPARE(static_cast<double>(*integer), value);
  } else {
    // Sums are formed in another order.
    QVERIFY2(std::abs(std::get<double>(*found) - value) <= 1e-11 * std::abs(value),
             qPrintable(QString::number(std::get<double>(*found), 'g', 17)));
  }
}

QTEST_GUILESS_MAIN(GoldenTensorsTest)
#include "golden_tensors_test.moc"
