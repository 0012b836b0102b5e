// No line of a headline holds a single sign.
#include <QTextDocument>
#include <QTextLayout>
#include <QtTest>

#include "app/plot/theme.h"
#include "app/window/balanced_label.h"

using namespace poscope;

namespace {

/// The lengths of the lines in which the label sets its text.
std::vector<int> linesOf(const BalancedLabel& label) {
  QTextLayout layout(label.text(), label.font());
  layout.beginLayout();
  std::vector<int> lengths;
  const int width = label.width() - label.contentsMargins().right();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    lengths.push_back(line.textLength());
  }
  layout.endLayout();
  return lengths;
}

}  // namespace

class BalancedLabelTest : public QObject {
  Q_OBJECT

 private slots:
  void chineseSentence_leavesNoSignAlone() {
    BalancedLabel label;
    label.setFont(textFont(FontSize::headline, QFont::DemiBold));
    label.setTextFormat(Qt::RichText);
    const QString text = QStringLiteral(
        "最后一百个键的偏置在十六位格式中只剩下七级别的差异而用相对距离时全部一百级都在");
    label.setText(text);
    label.show();
    int wrapped = 0;
    for (int width = 300; width <= 1100; width += 7) {
      label.resize(width, 200);
      const std::vector<int> lines = linesOf(label);
      if (lines.size() > 1) {
        ++wrapped;
        QVERIFY2(lines.back() * 2 >= lines.front(), qPrintable(QString::number(width)));
      }
      // No more lines, and no more height, than without balance.
      QLabel plain(text);
      plain.setFont(label.font());
      plain.setTextFormat(Qt::RichText);
      plain.setWordWrap(true);
      QCOMPARE(label.heightForWidth(width), plain.heightForWidth(width));
    }
    QVERIFY(wrapped > 20);
  }

  void shortSentence_isOneLine() {
    BalancedLabel label;
    label.setText(QStringLiteral("4,096 tokens"));
    label.resize(600, 40);
    QCOMPARE(label.contentsMargins().right(), 0);
  }
};

QTEST_MAIN(BalancedLabelTest)
#include "balanced_label_test.moc"
