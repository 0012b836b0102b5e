// The SVG engine: what is painted comes back when the file is drawn.
#include "app/export/svg_device.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "app/plot/theme.h"

namespace poscope::test {
namespace {

constexpr QSizeF kPage(100, 50);
constexpr int kUnit = kSvgUnitsPerPoint;

QByteArray painted(void (*paint)(QPainter&), TextForm text = TextForm::outlines) {
  SvgDevice device(kPage, text);
  QPainter painter(&device);
  paint(painter);
  painter.end();
  return device.file({kPage, QSizeF(35.2778, 17.6389), "A & B", "<desc>", "<m/>"});
}

bool isWellFormed(const QByteArray& xml) {
  QXmlStreamReader reader(xml);
  while (!reader.atEnd()) {
    reader.readNext();
  }
  return !reader.hasError();
}

}  // namespace

class SvgDeviceTest : public QObject {
  Q_OBJECT

 private slots:
  void device_ratio_isOne() { QCOMPARE(SvgDevice(kPage).devicePixelRatio(), 1.0); }

  void file_isXmlWithSizeTitleAndMetadata() {
    const QByteArray svg = painted([](QPainter&) {});
    QVERIFY(isWellFormed(svg));
    QVERIFY(
        svg.contains("width=\"35.2778mm\" height=\"17.6389mm\" viewBox=\"0 0 100.0000 50.0000\""));
    QVERIFY(svg.contains("<title>A &amp; B</title>"));
    QVERIFY(svg.contains("<metadata><m/></metadata>"));
  }

  void rectangles_areInPagePoints() {
    const QByteArray svg = painted([](QPainter& painter) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(QColor(1, 2, 3));
      painter.translate(10 * kUnit, 0);
      painter.drawRect(QRectF(0, 2 * kUnit, 5.5 * kUnit, kUnit));
    });
    QVERIFY(svg.contains("<path fill=\"#010203\" d=\"M10 2h5.5v1h-5.5z\"/>"));
  }

  void pens_haveWidthAndDashesInPoints() {
    const QByteArray svg = painted([](QPainter& painter) {
      painter.setPen(QPen(Qt::red, kUnit, Qt::CustomDashLine, Qt::FlatCap));
      QPen pen = painter.pen();
      pen.setDashPattern({4, 2});
      painter.setPen(pen);
      painter.drawLine(QPointF(0, 0), QPointF(20 * kUnit, 0));
    });
    QVERIFY(svg.contains("stroke=\"#ff0000\" stroke-width=\"1\""));
    QVERIFY(svg.contains("stroke-dasharray=\"4 2\""));
    QVERIFY(svg.contains("d=\"M0 0H20\""));
  }

  void text_isPathsInEveryScript() {
    const QByteArray svg = painted([](QPainter& painter) {
      QFont font = textFont(FontSize::base);
      font.setPixelSize(10 * kUnit);
      painter.setFont(font);
      painter.drawText(QPointF(0, 12 * kUnit), "Ag");
      painter.drawText(QPointF(0, 30 * kUnit), QString::fromUtf8("位置"));
    });
    QVERIFY(!svg.contains("<text"));
    QVERIFY(!svg.contains("font-family"));
    QCOMPARE(svg.count("<path"), 2);
    QVERIFY(QString::fromUtf8(svg).count(QRegularExpression("[CLHV]")) > 40);
    QVERIFY(isWellFormed(svg));
  }

  void text_asText_namesItsFontsAndPlace() {
    const QByteArray svg = painted(
        [](QPainter& painter) {
          QFont font = textFont(FontSize::base, QFont::DemiBold);
          font.setPixelSize(10 * kUnit);
          painter.setFont(font);
          painter.setPen(QColor(1, 2, 3));
          painter.drawText(QPointF(5 * kUnit, 12 * kUnit), "a < b");
        },
        TextForm::text);
    QVERIFY2(svg.contains("<text xml:space=\"preserve\" x=\"5\" y=\"12\" font-family=\"Inter, "
                          "'Noto Sans CJK SC', sans-serif\" font-size=\"10\" font-weight=\"600\" "
                          "fill=\"#010203\">a &lt; b</text>"),
             svg.constData());
    QVERIFY(isWellFormed(svg));
  }

  // Painters hand a line over in pieces: one for each script, font and colour.
  void text_asText_isOneElementALine() {
    const QByteArray svg = painted(
        [](QPainter& painter) {
          QFont font = textFont(FontSize::base);
          font.setPixelSize(5 * kUnit);
          painter.setFont(font);
          painter.drawText(QPointF(0, 12 * kUnit), QString::fromUtf8("位置 4096 in bf16：重"));
          painter.drawText(QPointF(0, 30 * kUnit), "below");
        },
        TextForm::text);
    QCOMPARE(svg.count("<text"), 2);
    QVERIFY2(svg.contains("位置 4096 in bf16：重</text>"), svg.constData());
    QVERIFY(isWellFormed(svg));
  }

  void text_asText_saysWhatDiffersInALine() {
    const QByteArray svg = painted(
        [](QPainter& painter) {
          QFont font = textFont(FontSize::base);
          font.setPixelSize(5 * kUnit);
          painter.setFont(font);
          painter.drawText(QPointF(0, 12 * kUnit), "black ");
          const double next = QFontMetricsF(font).horizontalAdvance("black ");
          painter.setPen(Qt::red);
          painter.drawText(QPointF(next, 12 * kUnit), "red");
        },
        TextForm::text);
    QVERIFY2(svg.contains(">black <tspan fill=\"#ff0000\">red</tspan></text>"), svg.constData());
  }

  void text_asText_turnsWithThePainter() {
    const QByteArray svg = painted(
        [](QPainter& painter) {
          QFont font = textFont(FontSize::base);
          font.setPixelSize(10 * kUnit);
          painter.setFont(font);
          painter.translate(20 * kUnit, 40 * kUnit);
          painter.rotate(-90);
          painter.drawText(QPointF(0, 0), "up");
        },
        TextForm::text);
    QVERIFY2(svg.contains("transform=\"matrix(0 -1 1 0 20 40)\""), svg.constData());
    QVERIFY(svg.contains("font-size=\"10\""));
  }

  void text_asText_leavesBlanksOut() {
    const QByteArray svg = painted(
        [](QPainter& painter) { painter.drawText(QPointF(0, 12 * kUnit), "   "); }, TextForm::text);
    QVERIFY(!svg.contains("<text"));
  }

  void lines_alongAxes_nameOneNumber() {
    const QByteArray svg = painted([](QPainter& painter) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(Qt::black);
      painter.drawPolygon(QPolygonF({QPointF(0, 0), QPointF(4 * kUnit, 0),
                                     QPointF(4 * kUnit, 3 * kUnit), QPointF(kUnit, 2 * kUnit)}));
    });
    QVERIFY2(svg.contains("d=\"M0 0H4V3L1 2z\""), svg.constData());
  }

  void clips_becomeClipPathsAndEnd() {
    const QByteArray svg = painted([](QPainter& painter) {
      painter.save();
      painter.setClipRect(QRectF(0, 0, 10 * kUnit, 10 * kUnit));
      painter.fillRect(QRectF(0, 0, 90 * kUnit, 40 * kUnit), Qt::blue);
      painter.fillRect(QRectF(0, 0, 80 * kUnit, 40 * kUnit), Qt::green);
      painter.restore();
      painter.fillRect(QRectF(0, 0, kUnit, kUnit), Qt::red);
    });
    QCOMPARE(svg.count("<clipPath"), 1);
    QCOMPARE(svg.count("clip-path=\"url(#c1)\""), 1);
    const qsizetype group = svg.indexOf("clip-path");
    const qsizetype red = svg.indexOf("#ff0000");
    QVERIFY(svg.lastIndexOf("</g>", red) > group);
    QVERIFY(isWellFormed(svg));
  }

  void images_areExactAndUnsmoothed() {
    QImage image(2, 1, QImage::Format_RGB32);
    image.setPixelColor(0, 0, QColor(10, 20, 30));
    image.setPixelColor(1, 0, QColor(200, 100, 50));
    SvgDevice device(kPage);
    QPainter painter(&device);
    painter.drawImage(QRectF(0, 0, 20 * kUnit, 10 * kUnit), image);
    painter.end();
    const QByteArray svg = device.file({kPage, kPage, {}, {}, {}});
    QVERIFY(svg.contains("image-rendering:pixelated"));
    const qsizetype start = svg.indexOf("base64,") + 7;
    const QByteArray png = QByteArray::fromBase64(svg.mid(start, svg.indexOf('"', start) - start));
    QCOMPARE(QImage::fromData(png, "PNG").convertToFormat(QImage::Format_RGB32), image);
  }

  void hatches_areLines() {
    const QByteArray svg = painted([](QPainter& painter) {
      painter.fillRect(QRectF(0, 0, kUnit, kUnit), QBrush(Qt::gray, Qt::BDiagPattern));
    });
    QCOMPARE(svg.count("<pattern"), 1);
    QVERIFY(svg.contains("fill=\"url(#p1)\""));
    QVERIFY(isWellFormed(svg));
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::SvgDeviceTest)
#include "svg_device_test.moc"
