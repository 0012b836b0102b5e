// The numbers that findings name, against those of generate_facts.py, generate_relative.py,
// generate_pages.py, generate_pitfalls.py and generate_terms.py (tests/golden).
#include <QTest>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "tests/core/catalogue/golden_fact.h"
#include "tests/core/recipe/golden_file.h"

using namespace poscope;

class GoldenFactsTest : public QObject {
  Q_OBJECT

 private slots:
  void facts_everyRow_areThoseOfTheGenerators_data();
  void facts_everyRow_areThoseOfTheGenerators();
};

void GoldenFactsTest::facts_everyRow_areThoseOfTheGenerators_data() {
  QTest::addColumn<QByteArray>("link");
  QTest::addColumn<QByteArray>("fact");
  QTest::addColumn<double>("value");
  for (const char* const file : {"facts.tsv", "relative.tsv", "page_facts.tsv", "pitfall_facts.tsv",
                                 "term_facts.tsv", "learned.tsv"}) {
    const auto rows = goldenRows(file);
    QVERIFY(!rows.empty());
    for (const QList<QByteArray>& row : rows) {
      QTest::newRow((row.at(0) + ' ' + row.at(1)).constData())
          << row.at(0) << row.at(1) << row.at(2).toDouble();
    }
  }
}

void GoldenFactsTest::facts_everyRow_areThoseOfTheGenerators() {
  QFETCH(QByteArray, link);
  QFETCH(QByteArray, fact);
  QFETCH(double, value);
  const auto state = parseLink(link.toStdString());
  QVERIFY(state);
  const auto figure =
      buildFigure(*findView(state->view), state->params, {makeCpuBackend(), {}, {}});
  QVERIFY(figure);
  test::compareFact(*figure, fact, value);
}

QTEST_GUILESS_MAIN(GoldenFactsTest)
#include "golden_facts_test.moc"
