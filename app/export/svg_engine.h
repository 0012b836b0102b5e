// The paint engine behind SvgDevice: turns what a QPainter draws into SVG elements.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QPaintEngine>
#include <QTransform>

#include "app/export/picture_format.h"

namespace poscope {

class SvgPaintEngine final : public QPaintEngine {
 public:
  /// `page`: size of the view box; `toPage`: from device units to the view box's.
  SvgPaintEngine(const QSizeF& page, const QTransform& toPage, TextForm text);

  bool begin(QPaintDevice* device) override;
  bool end() override;
  void updateState(const QPaintEngineState& state) override;
  using QPaintEngine::drawLines;
  using QPaintEngine::drawPoints;
  using QPaintEngine::drawPolygon;
  using QPaintEngine::drawRects;
  void drawRects(const QRectF* rects, int count) override;
  void drawLines(const QLineF* lines, int count) override;
  void drawPoints(const QPointF* points, int count) override;
  void drawPath(const QPainterPath& path) override;
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override;
  void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override;
  void drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                 Qt::ImageConversionFlags flags) override;
  void drawTextItem(const QPointF& at, const QTextItem& item) override;
  [[nodiscard]] Type type() const override { return User; }

  [[nodiscard]] const QByteArray& definitions() const { return definitions_; }
  [[nodiscard]] const QByteArray& body() const { return body_; }

 private:
  void draw(const QPainterPath& path, bool fill, bool stroke);
  void openGroup();
  void closeGroup();
  struct TextLook;
  void openText(const QPointF& at, const TextLook& look);
  void closeText();
  [[nodiscard]] bool continuesText(const QPointF& at);
  [[nodiscard]] TextLook textLook(const QTextItem& item) const;
  [[nodiscard]] QByteArray groupAttributes();
  [[nodiscard]] QByteArray fillAttributes();
  [[nodiscard]] QByteArray strokeAttributes() const;
  [[nodiscard]] QByteArray patternId(Qt::BrushStyle style, const QColor& colour);
  [[nodiscard]] QByteArray clipId();
  [[nodiscard]] double pageScale() const;

  QRectF page_;
  QTransform toPage_;
  TextForm text_;
  QTransform transform_;  ///< Painter to page.
  bool clipChanged_ = true;
  QByteArray clip_;   ///< Id of the clip path in force; empty for none.
  QByteArray group_;  ///< Attributes of the open group.
  bool groupOpen_ = false;
  // Attributes.
  struct TextLook {
    QByteArray font;
    QByteArray colour;
  };
  // The open <text>, which what follows on its line is written into.
  struct TextLine {
    bool open = false;
    QTransform direction;  ///< Painter to page without the place.
    QPointF end;           ///< On the page.
    TextLook look;         ///< Of its first words.
  };
  TextLine line_;
  QHash<QByteArray, QByteArray> ids_;  ///< Definition -> id.
  QByteArray definitions_;
  QByteArray body_;
};

}  // namespace poscope
