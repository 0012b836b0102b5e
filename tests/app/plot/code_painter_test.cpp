// Code on a page: every line, its sign and ground, what is chosen and what is said of it.
#include <QtTest>

#include "app/plot/code_look.h"
#include "app/plot/painted_panel.h"
#include "app/plot/rich_text.h"
#include "tests/app/plot/text_recorder.h"

namespace poscope::test {
namespace {

constexpr PlotStyle kStyle{ThemeKind::light, Language::english, 9};

CodePanel code() {
  CodePanel panel;
  panel.title = Text::verbatim("Code");
  panel.lines = {{"def bias(m):"},
                 {"    i = arange(n).bfloat16()", CodeChange::removed},
                 {"    i = arange(n).float()", CodeChange::added},
                 {"    return m * i"}};
  return panel;
}

QString words(PaintedPanel& painter, double width) {
  TextRecorder recorder(QSize(1200, 800), pixelsPerPoint());
  QPainter paint(&recorder);
  painter.layOut(width);
  painter.paint(paint, {0, 0});
  paint.end();
  QString all;
  for (const DrawnText& text : recorder.texts()) {
    all += text.words + QLatin1Char('\n');
  }
  return all;
}

int pixels(PaintedPanel& painter, const QColor& colour) {
  const double height = painter.layOut(500);
  QImage image(500, static_cast<int>(height) + 1, QImage::Format_RGB32);
  image.fill(kStyle.colours().surface);
  QPainter paint(&image);
  painter.paint(paint, {0, 0});
  paint.end();
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      count += image.pixel(x, y) == colour.rgb() ? 1 : 0;
    }
  }
  return count;
}

// WCAG's contrast of two colours.
double contrast(const QColor& one, const QColor& other) {
  const auto luminance = [](const QColor& colour) {
    const auto linear = [](double part) {
      return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
  };
  const double a = luminance(one) + 0.05;
  const double b = luminance(other) + 0.05;
  return std::max(a, b) / std::min(a, b);
}

}  // namespace

class CodePainterTest final : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(loadFonts()); }

  void lines_haveTheirSigns_whereAnythingChanged() {
    CodePanel panel = code();
    const QString changed = words(*makeCodePainter(panel, kStyle), 600);
    QVERIFY2(changed.contains("-     i = arange(n).bfloat16()"), qPrintable(changed));
    QVERIFY2(changed.contains("+     i = arange(n).float()"), qPrintable(changed));
    panel.lines[1].change = panel.lines[2].change = CodeChange::kept;
    const QString same = words(*makeCodePainter(panel, kStyle), 600);
    QVERIFY2(!same.contains(QLatin1Char('+')) && !same.contains(QLatin1Char('-')),
             qPrintable(same));
  }

  void changes_haveTheirGrounds() {
    CodePanel panel = code();
    const QColor removed = *lineGround(kStyle.colours(), panel.lines[1]);
    const QColor added = *lineGround(kStyle.colours(), panel.lines[2]);
    QVERIFY(pixels(*makeCodePainter(panel, kStyle), removed) > 500);
    QVERIFY(pixels(*makeCodePainter(panel, kStyle), added) > 500);
    panel.lines[2].change = CodeChange::kept;
    QCOMPARE(pixels(*makeCodePainter(panel, kStyle), added), 0);
  }

  void words_keepTheirContrast() {
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
      const Theme& colours = theme(kind);
      for (const CodeChange change : {CodeChange::kept, CodeChange::removed, CodeChange::added}) {
        for (const bool selected : {false, true}) {
          const CodeLine line{"x", change, {}, {}, selected};
          const QColor ground = lineGround(colours, line).value_or(colours.sunken);
          QVERIFY(contrast(colours.text, ground) >= 4.5);
          QVERIFY(contrast(lineBar(colours, line).value_or(colours.text), ground) >= 3);
        }
      }
    }
  }

  void chosenLine_isMarked_andSaysItsNote() {
    CodePanel panel = code();
    panel.lines[3].note = Text::verbatim("keeps every position");
    QVERIFY(!words(*makeCodePainter(panel, kStyle), 600).contains("keeps every"));
    QCOMPARE(pixels(*makeCodePainter(panel, kStyle), kStyle.colours().accent), 0);
    panel.lines[3].selected = true;
    const QString all = words(*makeCodePainter(panel, kStyle), 600);
    QVERIFY2(all.contains("Line 4: keeps every position"), qPrintable(all));
    QVERIFY(pixels(*makeCodePainter(panel, kStyle), kStyle.colours().accent) > 5);
  }

  void lines_areWithinTheirWidth_andNotCut() {
    const CodePanel panel = code();
    const auto painter = makeCodePainter(panel, kStyle);
    QCOMPARE(painter->leastRows(), panel.lines.size());
    QVERIFY(painter->leastWidth() <= painter->naturalWidth());
    const double one = painter->layOut(painter->naturalWidth());
    QVERIFY(painter->layOut(painter->leastWidth()) > one);  // Broken, not cut.
    painter->cutTo(2);
    const QString all = words(*painter, 600);
    QVERIFY2(all.contains("and 2 more rows") && !all.contains("return"), qPrintable(all));
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::CodePainterTest)
#include "code_painter_test.moc"
