// Shapes that are laid against each other; NumPy's are in pitfall_facts.tsv.
#include <QTest>

#include "core/analysis/tensor_shapes.h"

using namespace poscope;

class TensorShapesTest : public QObject {
  Q_OBJECT

 private slots:
  void broadcast_isNumPys() {
    QCOMPARE(broadcastShape({1, 8, 1, 32}, {2, 8, 4, 32}), (TensorShape{2, 8, 4, 32}));
    QCOMPARE(broadcastShape({8, 1, 1, 32}, {1, 8, 4, 32}), (TensorShape{8, 8, 4, 32}));
    QCOMPARE(broadcastShape({32}, {8, 1}), (TensorShape{8, 32}));
    QCOMPARE(broadcastShape({}, {3}), (TensorShape{3}));
    QCOMPARE(broadcastShape({0}, {1}), (TensorShape{0}));
    QVERIFY(!broadcastShape({8, 1, 1, 32}, {2, 8, 4, 32}));
    QVERIFY(!broadcastShape({0}, {2}));
  }

  void text_isPythons() {
    QCOMPARE(axesText({2, 8, 64}), std::string("[2, 8, 64]"));
    QCOMPARE(axesText({}), std::string("[]"));
  }
};

QTEST_GUILESS_MAIN(TensorShapesTest)
#include "tensor_shapes_test.moc"
