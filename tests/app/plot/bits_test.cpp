// Bits in the window: what can be clicked says so, and says what it does.
#include <QApplication>
#include <QMouseEvent>
#include <QTest>

#include "app/plot/painted_widget.h"
#include "core/catalogue/views.h"
#include "core/views/view.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

constexpr int kWidth = 740;

std::shared_ptr<const Figure> formatsFigure() {
  const View& view = *findView("formats");
  auto figure = buildFigure(view, Params(view.schema), {samples::backend(), {}, {}});
  return figure ? std::make_shared<const Figure>(std::move(*figure)) : nullptr;
}

const Panel& bitsOf(const Figure& figure) {
  return *std::find_if(figure.panels.begin(), figure.panels.end(),
                       [](const Panel& panel) { return std::holds_alternative<BitsPanel>(panel); });
}

void moveTo(QWidget& widget, const QPointF& at) {
  QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                   Qt::NoModifier);
  QApplication::sendEvent(&widget, &move);
}

}  // namespace

class BitsTest final : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(loadFonts()); }

  void hoveredBit_isMarkedAndSaysWhatAClickDoes() {
    const auto figure = formatsFigure();
    QVERIFY(figure != nullptr);
    const Panel& panel = bitsOf(*figure);
    const auto painter = makeBitsPainter(std::get<BitsPanel>(panel), {});
    const double height = painter->layOut(kWidth);
    PaintedWidget widget;
    widget.setPanel(figure, panel, {});
    widget.resize(kWidth, static_cast<int>(widget.heightFor(kWidth)) + 1);
    const auto bit =
        std::find_if(painter->spots().begin(), painter->spots().end(),
                     [](const ActionSpot& spot) { return spot.action.parameter == "number"; });
    QVERIFY(bit != painter->spots().end());
    const QImage plain = widget.grab().toImage();
    moveTo(widget, bit->area.center());
    QCOMPARE(widget.cursor().shape(), Qt::PointingHandCursor);
    QVERIFY(widget.toolTip().contains("flip"));
    QVERIFY(widget.grab().toImage() != plain);
    moveTo(widget, {kWidth - 2.0, height - 2.0});
    QCOMPARE(widget.cursor().shape(), Qt::ArrowCursor);
    QVERIFY(widget.toolTip().isEmpty());
    QCOMPARE(widget.grab().toImage(), plain);
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::BitsTest)
#include "bits_test.moc"
