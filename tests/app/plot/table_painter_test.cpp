// Tables on pages: one baseline for a row, fewer rows and columns where there is little room.
#include <QTest>
#include <cmath>
#include <map>
#include <set>

#include "app/plot/painted_panel.h"
#include "tests/app/plot/text_recorder.h"

namespace poscope::test {
namespace {

TableCell words(const char* text) {
  return {Text::verbatim(text), TextRole::plain};
}

TablePanel table(int rows) {
  TablePanel panel;
  panel.name = "table";
  panel.title = Text::verbatim("A table");
  panel.columns = {{Text::verbatim("阶段")}, {Text::verbatim("Code")}, {Text::verbatim("Error")}};
  panel.spareColumns = {1};
  for (int row = 0; row < rows; ++row) {
    panel.rows.push_back(
        {{words("逆频率"), words("a long line of code"), words("0.00195")}, {}, false});
  }
  return panel;
}

const PlotStyle kStyle{ThemeKind::light, Language::english, 9};
constexpr double kWide = 600;

std::vector<DrawnText> drawn(PaintedPanel& painted, double width) {
  TextRecorder recorder(QSize(800, 800), pixelsPerPoint());
  QPainter painter(&recorder);
  painted.layOut(width);
  painted.paint(painter, {0, 0});
  painter.end();
  return recorder.texts();
}

int count(const std::vector<DrawnText>& texts, const char* part) {
  return static_cast<int>(std::count_if(texts.begin(), texts.end(), [part](const DrawnText& text) {
    return text.words.contains(QString::fromUtf8(part));
  }));
}

}  // namespace

class TablePainterTest : public QObject {
  Q_OBJECT

 private slots:
  // A cell of another script, type or size does not stand higher than its row.
  void row_ofTwoScripts_hasOneBaseline() {
    const TablePanel panel = table(1);
    const auto painted = makeTablePainter(panel, kStyle);
    std::vector<double> baselines;
    for (const DrawnText& text : drawn(*painted, kWide)) {
      for (const char* const cell : {"逆频率", "code", "0.00195"}) {
        if (text.words.contains(QString::fromUtf8(cell))) {
          baselines.push_back(text.baseline.y());
        }
      }
    }
    QCOMPARE(baselines.size(), std::size_t{3});
    for (const double baseline : baselines) {
      QVERIFY2(std::abs(baseline - baselines[0]) < 0.1, qPrintable(QString::number(baseline)));
    }
  }

  void cut_showsTheFirstRowsAndSaysHowManyMore() {
    const TablePanel panel = table(9);
    const auto painted = makeTablePainter(panel, kStyle);
    const double whole = painted->layOut(kWide);
    painted->cutTo(2);
    const auto texts = drawn(*painted, kWide);
    QCOMPARE(count(texts, "逆频率"), 2);
    QCOMPARE(count(texts, "and 7 more rows"), 1);
    QVERIFY(painted->layOut(kWide) < whole);
    painted->cutTo(9);
    QCOMPARE(count(drawn(*painted, kWide), "逆频率"), 9);
    QCOMPARE(painted->layOut(kWide), whole);
  }

  void cut_keepsTheSelectedRow() {
    TablePanel panel = table(9);
    panel.rows[6].selected = true;
    panel.rows[6].cells[0] = words("selected");
    const auto painted = makeTablePainter(panel, kStyle);
    painted->cutTo(2);
    QCOMPARE(count(drawn(*painted, kWide), "selected"), 1);
  }

  void narrow_leavesSpareColumnsOutAndNamesThem() {
    const TablePanel panel = table(2);
    const auto painted = makeTablePainter(panel, kStyle);
    painted->narrowTo(kWide);
    QVERIFY(painted->columnsLeftOut().empty());
    const double natural = painted->naturalWidth();
    painted->narrowTo(natural - 10);
    QCOMPARE(painted->columnsLeftOut(), std::vector<Text>{Text::verbatim("Code")});
    QVERIFY(painted->naturalWidth() < natural);
    const auto texts = drawn(*painted, natural);
    QCOMPARE(count(texts, "code"), 0);
    QCOMPARE(count(texts, "0.00195"), 2);
  }

  // Ideographs break anywhere, so that a sentence of them is no word that needs its own width.
  void leastWidth_ofASentenceOfIdeographs_isNotTheSentence() {
    TablePanel panel = table(1);
    panel.rows[0].cells[0] = words("每一个位置都要先舍入再乘以逆频率然后才求正弦和余弦");
    const auto painted = makeTablePainter(panel, kStyle);
    QVERIFY(painted->leastWidth() < 0.6 * painted->naturalWidth());
  }

  // Four columns of a side panel: neither "1.3×10⁻⁸" nor "unshared" is cut in two.
  void narrow_numbersBesideAWord_areAllWhole_data() {
    QTest::addColumn<double>("width");
    for (const double width : {300.0, 270.0, 250.0}) {
      QTest::addRow("%.0f", width) << width;
    }
  }
  void narrow_numbersBesideAWord_areAllWhole() {
    QFETCH(double, width);
    TablePanel panel;
    panel.columns = {{}, {Text::verbatim("A")}, {Text::verbatim("B")}, {Text::verbatim("storage")}};
    for (const char* name : {"unshared", "distance only"}) {
      panel.rows.push_back(
          {{words(name), words("● 1.3×10⁻⁸"), words("○ 1.7×10⁻⁷"), words("1.3×10⁻⁸")}, {}, false});
    }
    const auto painted = makeTablePainter(panel, kStyle);
    painted->tighten();
    // The type may be of several fonts, each drawn by itself: a number stands on one line when its
    // pieces share a baseline, one for the row of either name.
    std::map<QString, std::set<double>> baselines;
    for (const DrawnText& text : drawn(*painted, width)) {
      for (const QChar sign : text.words) {
        baselines[QString(sign)].insert(std::round(text.baseline.y()));
      }
    }
    for (const char* sign : {"●", "○", "3", "7", "×", "⁻", "⁷", "⁸"}) {
      QCOMPARE(baselines[QString::fromUtf8(sign)].size(), std::size_t{2});
    }
    QCOMPARE(baselines["h"].size(), std::size_t{1});  // "unshared"
    QCOMPARE(baselines["u"], baselines["h"]);
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::TablePainterTest)
#include "table_painter_test.moc"
