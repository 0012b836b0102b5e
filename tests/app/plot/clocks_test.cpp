// Clocks: as many in a line as there is room for, hands that point where they should, clicks.
#include <QtTest>
#include <numbers>

#include "app/plot/painted_panel.h"
#include "app/plot/painted_widget.h"
#include "tests/app/plot/text_recorder.h"

namespace poscope::test {
namespace {

constexpr PlotStyle kStyle{ThemeKind::light, Language::english, 0};

ClockPanel clocks(int count) {
  ClockPanel panel;
  panel.name = "clocks";
  panel.title = Text::verbatim("Clocks");
  for (int k = 0; k < count; ++k) {
    ClockFace face;
    face.label = Text::verbatim("pair " + std::to_string(k));
    face.value = Text::verbatim("0.25");
    face.hands = {{std::numbers::pi / 2, ColourRole::one}};
    face.select = {"pairs", std::to_string(k)};
    face.selected = k == count - 1;
    panel.faces.push_back(std::move(face));
  }
  return panel;
}

QImage picture(PaintedPanel& painter, double width) {
  const double height = painter.layOut(width);
  QImage image(static_cast<int>(width), static_cast<int>(height) + 1, QImage::Format_RGB32);
  image.fill(kStyle.colours().surface);
  QPainter paint(&image);
  painter.paint(paint, {0, 0});
  return image;
}

}  // namespace

class ClocksTest final : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(loadFonts()); }

  void faces_stayInsideAndApart_data() {
    QTest::addColumn<double>("width");
    for (const double width : {240.0, 400.0, 900.0}) {
      QTest::addRow("%.0f", width) << width;
    }
  }
  void faces_stayInsideAndApart() {
    QFETCH(double, width);
    const ClockPanel panel = clocks(16);
    const auto painter = makeClocksPainter(panel, kStyle);
    const double height = painter->layOut(width);
    QCOMPARE(painter->spots().size(), std::size_t{16});
    for (std::size_t k = 0; k < 16; ++k) {
      const QRectF& area = painter->spots()[k].area;
      QVERIFY(area.left() >= 0 && area.right() <= width + 0.5);
      QVERIFY(area.top() >= 0 && area.bottom() <= height + 0.5);
      for (std::size_t other = 0; other < k; ++other) {
        QVERIFY(!area.intersects(painter->spots()[other].area));
      }
    }
  }

  // A quarter of a turn points to the right.
  void hand_ofAQuarter_pointsRight() {
    const ClockPanel panel = clocks(1);
    const auto painter = makeClocksPainter(panel, kStyle);
    const QImage image = picture(*painter, 300);
    const QRectF area = painter->spots()[0].area;
    const QRgb hand = kStyle.colours().one.rgb();
    int left = 0;
    int right = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        if (image.pixel(x, y) == hand) {
          ++(x < area.center().x() - 2 ? left : right);
        }
      }
    }
    QCOMPARE(left, 0);
    QVERIFY(right > 10);
  }

  static int countOf(const QImage& image, const QColor& colour) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        count += image.pixel(x, y) == colour.rgb() ? 1 : 0;
      }
    }
    return count;
  }

  // Two kinds of hands differ in grey print, and a shorter hand is shorter.
  void hands_ofTwoKinds_differAlsoWithoutColour() {
    const auto drawn = [](Mark mark, double length) {
      ClockPanel panel = clocks(1);
      panel.faces[0].hands = {{std::numbers::pi / 2, ColourRole::one, mark, length}};
      const auto painter = makeClocksPainter(panel, kStyle);
      return countOf(picture(*painter, 300), kStyle.colours().one);
    };
    const int whole = drawn(Mark::line, 1);
    QVERIFY(drawn(Mark::dashed, 1) < 0.85 * whole);
    QVERIFY(drawn(Mark::line, 0.5) < 0.7 * whole);
  }

  void legend_namesTheKindsOfHands() {
    ClockPanel panel = clocks(4);
    panel.kinds = {{Text::verbatim("query"), ColourRole::one, Mark::line},
                   {Text::verbatim("key"), ColourRole::two, Mark::dashed}};
    const ClockPanel without = clocks(4);
    const double plain = makeClocksPainter(without, kStyle)->layOut(400);
    const auto painter = makeClocksPainter(panel, kStyle);
    TextRecorder recorder(QSize(800, 800), pixelsPerPoint());
    QPainter paint(&recorder);
    QVERIFY(painter->layOut(400) > plain);
    painter->paint(paint, {0, 0});
    paint.end();
    QStringList words;
    for (const DrawnText& text : recorder.texts()) {
      words << text.words;
    }
    QVERIFY2(words.contains("query") && words.contains("key"), qPrintable(words.join('\n')));
  }

  void large_fewFaces_areLargerThanMany() {
    ClockPanel few = clocks(4);
    few.large = true;
    ClockPanel many = clocks(16);
    many.large = true;
    const auto heightOf = [](const ClockPanel& panel) {
      const auto painter = makeClocksPainter(panel, kStyle);
      painter->layOut(900);
      return painter->spots()[0].area.height();
    };
    QVERIFY(heightOf(few) > heightOf(clocks(4)) + 50);
    QCOMPARE(heightOf(many), heightOf(clocks(16)));
  }

  void cut_keepsTheSelectedFaceAndSaysHowManyMore() {
    const ClockPanel panel = clocks(16);
    const auto painter = makeClocksPainter(panel, kStyle);
    painter->cutTo(4);
    TextRecorder recorder(QSize(800, 800), pixelsPerPoint());
    QPainter paint(&recorder);
    painter->layOut(600);
    painter->paint(paint, {0, 0});
    paint.end();
    QString words;
    for (const DrawnText& text : recorder.texts()) {
      words += text.words + QLatin1Char('\n');
    }
    QVERIFY2(words.contains("pair 15"), qPrintable(words));
    QVERIFY2(words.contains("12"), qPrintable(words));
    QVERIFY2(!words.contains("pair 9"), qPrintable(words));
  }

  void click_asksForItsAction() {
    auto figure = std::make_shared<Figure>();
    figure->panels.emplace_back(clocks(3));
    PaintedWidget widget;
    QVERIFY(widget.shows(figure->panels[0]));
    widget.setPanel(figure, figure->panels[0], kStyle);
    widget.resize(400, static_cast<int>(widget.heightFor(400)) + 1);
    const auto painter = makeClocksPainter(std::get<ClockPanel>(figure->panels[0]), kStyle);
    painter->layOut(400);
    QSignalSpy asked(&widget, &PanelWidget::actionRequested);
    QTest::mouseClick(&widget, Qt::LeftButton, Qt::NoModifier,
                      painter->spots()[1].area.center().toPoint());
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<Action>().value, std::string("1"));
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::ClocksTest)
#include "clocks_test.moc"
