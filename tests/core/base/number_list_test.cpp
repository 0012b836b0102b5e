// Lists of whole numbers: what is one, and what is none.
#include <QtTest>

#include "core/base/number_list.h"

using namespace poscope;

class NumberListTest : public QObject {
  Q_OBJECT

 private slots:
  void list_inAnyDress_isRead() {
    using List = std::vector<std::int64_t>;
    QCOMPARE(parseNumberList("0,8,24", 25).value(), (List{0, 8, 24}));
    QCOMPARE(parseNumberList(" 24  8,,0 ", 25).value(), (List{24, 8, 0}));
    QVERIFY(parseNumberList("", 25).value().empty());
    QCOMPARE(writeNumberList({24, 8, 0}), std::string("24,8,0"));
    QCOMPARE(writeNumberList({}), std::string());
  }
  void anythingElse_isRefused() {
    for (const char* const bad : {"a", "1;2", "-1", "1.5", "25", "99999999999999999999", "1,x"}) {
      QVERIFY2(!parseNumberList(bad, 25), bad);
    }
  }
};

QTEST_GUILESS_MAIN(NumberListTest)
#include "number_list_test.moc"
