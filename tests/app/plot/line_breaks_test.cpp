// Where lines begin, in two scripts.
#include "app/plot/line_breaks.h"

#include <QTest>

#include "app/plot/rich_text.h"
#include "tests/app/plot/text_recorder.h"

namespace poscope::test {
namespace {

// The lines of a text at a width, as they are drawn.
QStringList linesOf(const char* words, double width) {
  const PlotStyle style{ThemeKind::light, Language::chinese, 9};
  RichText text(Text::verbatim(words), style, style.text(FontSize::base), Qt::black);
  text.wrap(width);
  TextRecorder recorder(QSize(600, 600), 1);
  QPainter painter(&recorder);
  text.draw(painter, {0, 0});
  painter.end();
  QStringList lines;
  double baseline = -1;
  for (const DrawnText& drawn : recorder.texts()) {
    if (std::abs(drawn.baseline.y() - baseline) > 0.5) {
      lines.append(QString());
      baseline = drawn.baseline.y();
    }
    lines.back() += drawn.words;
  }
  for (QString& line : lines) {
    line = line.trimmed();
  }
  return lines;
}

}  // namespace

class LineBreaksTest : public QObject {
  Q_OBJECT

 private slots:
  void slashBetweenIdeographs_isNoPlaceToBreak() {
    const QString text = QStringLiteral("是/否两可");
    const auto places = breakPlaces(text);
    QVERIFY(std::find(places.begin(), places.end(), 1) == places.end());
    QVERIFY(std::find(places.begin(), places.end(), 2) == places.end());
    QVERIFY(std::find(places.begin(), places.end(), 3) != places.end());
  }

  void closingMark_neverBeginsALine() {
    const QString text = QStringLiteral("斜率，距离");
    const auto places = breakPlaces(text);
    QVERIFY(std::find(places.begin(), places.end(), 2) == places.end());
    QVERIFY(std::find(places.begin(), places.end(), 3) != places.end());
  }

  void loneIdeograph_isFoundWithItsMarks() {
    QVERIFY(isLoneIdeograph(QStringLiteral("不等"), 1));
    QVERIFY(isLoneIdeograph(QStringLiteral("不等。"), 1));
    QVERIFY(!isLoneIdeograph(QStringLiteral("不等"), 0));
    QVERIFY(!isLoneIdeograph(QStringLiteral("到 4 个"), 2));
    QVERIFY(!isLoneIdeograph(QStringLiteral("a b"), 2));
  }

  // At every width: all words are there, no line begins with a slash or a mark, none is one
  // ideograph where there is room for two.
  void wrapped_atAnyWidth_keepsTheRules() {
    const char* const words = "偏置每个词元的距离下降 0.5 到 0.0039 不等，是/否相同";
    QString whole = QString::fromUtf8(words);
    whole.remove(QLatin1Char(' '));
    for (double width = 60; width < 420; width += 7) {
      const QStringList lines = linesOf(words, width);
      QCOMPARE(QString(lines.join(QString())).remove(QLatin1Char(' ')), whole);
      for (const QString& line : lines) {
        QVERIFY2(!line.startsWith(QLatin1Char('/')) && !line.endsWith(QLatin1Char('/')) &&
                     !line.startsWith(QChar(0xFF0C)),
                 qPrintable(lines.join(QLatin1Char('|'))));
      }
      QVERIFY2(lines.size() == 1 || !isLoneIdeograph(lines.back(), 0),
               qPrintable(lines.join(QLatin1Char('|'))));
    }
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::LineBreaksTest)
#include "line_breaks_test.moc"
