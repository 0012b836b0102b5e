#include "app/export/svg_engine.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <array>
#include <charconv>
#include <cmath>

#include "app/plot/theme.h"

namespace poscope {
namespace {

constexpr double kPointsPerInch = 72;

// 1/1000 point is a third of a micrometre. No locale, no trailing zeros.
QByteArray number(double value) {
  const double rounded = std::round(value * 1000) / 1000 + 0.0;
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded,
                                    std::chars_format::fixed);
  return {buffer.data(), result.ptr - buffer.data()};
}

QByteArray point(const QPointF& at) {
  return number(at.x()) + ' ' + number(at.y());
}

// A line along an axis names one number only.
QByteArray lineData(const QPointF& from, const QPointF& to) {
  const QByteArray x = number(to.x());
  const QByteArray y = number(to.y());
  if (y == number(from.y())) {
    return 'H' + x;
  }
  return x == number(from.x()) ? 'V' + y : 'L' + x + ' ' + y;
}

// A subpath that ends where it began is closed, so that its corners are joined.
QByteArray pathData(const QPainterPath& path) {
  QByteArray data;
  QPointF start;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element element = path.elementAt(i);
    if (element.type == QPainterPath::MoveToElement) {
      start = element;
    }
    const bool ends =
        i + 1 == path.elementCount() || path.elementAt(i + 1).type == QPainterPath::MoveToElement;
    if (ends && element.type == QPainterPath::LineToElement && start == QPointF(element)) {
      data += 'z';
      continue;
    }
    if (element.type == QPainterPath::CurveToElement && i + 2 < path.elementCount()) {
      data += 'C' + point(element) + ' ' + point(path.elementAt(i + 1)) + ' ' +
              point(path.elementAt(i + 2));
      i += 2;
    } else if (element.type == QPainterPath::MoveToElement) {
      data += 'M' + point(element);
    } else {
      data += lineData(path.elementAt(i - 1), element);
    }
  }
  return data;
}

QByteArray rectData(const QRectF& rect) {
  return 'M' + point(rect.topLeft()) + 'h' + number(rect.width()) + 'v' + number(rect.height()) +
         'h' + number(-rect.width()) + 'z';
}

QByteArray colourAttribute(const QByteArray& name, const QColor& colour) {
  QByteArray text = ' ' + name + "=\"" + colour.name(QColor::HexRgb).toLatin1() + '"';
  if (colour.alpha() < 255) {
    text += ' ' + name + "-opacity=\"" + number(static_cast<double>(colour.alphaF())) + '"';
  }
  return text;
}

// Lines of Qt's patterns in a tile of 8: slopes and counts as on screen.
struct PatternRow {
  Qt::BrushStyle style;
  const char* lines;
};
constexpr std::array<PatternRow, 6> kPatterns{{
    {Qt::HorPattern, "M0 4h8"},
    {Qt::VerPattern, "M4 0v8"},
    {Qt::CrossPattern, "M0 4h8M4 0v8"},
    {Qt::BDiagPattern, "M-1 1l2-2M0 8l8-8M7 9l2-2"},
    {Qt::FDiagPattern, "M-1 7l2 2M0 0l8 8M7-1l2 2"},
    {Qt::DiagCrossPattern, "M0 0l8 8M0 8l8-8"},
}};

// Names with blanks in quotes; what every reader has at the end.
QByteArray familyList(const QFont& font) {
  QByteArray list;
  for (const QString& family : font.families()) {
    const QByteArray name = commonFamily(family).toHtmlEscaped().toUtf8();
    list += (name.contains(' ') ? '\'' + name + '\'' : name) + ", ";
  }
  return list + (font.fixedPitch() ? "monospace" : "sans-serif");
}

QTransform withoutPlace(const QTransform& t) {
  return {t.m11(), t.m12(), t.m21(), t.m22(), 0, 0};
}

struct CapRow {
  Qt::PenCapStyle cap;
  const char* attribute;
};
constexpr std::array<CapRow, 2> kCaps{
    {{Qt::RoundCap, " stroke-linecap=\"round\""}, {Qt::SquareCap, " stroke-linecap=\"square\""}}};

struct JoinRow {
  Qt::PenJoinStyle join;
  const char* attribute;
};
constexpr std::array<JoinRow, 2> kJoins{
    {{Qt::RoundJoin, " stroke-linejoin=\"round\""}, {Qt::BevelJoin, " stroke-linejoin=\"bevel\""}}};

}  // namespace

SvgPaintEngine::SvgPaintEngine(const QSizeF& page, const QTransform& toPage, TextForm text)
    : QPaintEngine(PrimitiveTransform | PixmapTransform | PatternBrush | PainterPaths | AlphaBlend |
                   Antialiasing | ConstantOpacity | PaintOutsidePaintEvent),
      page_(QPointF(), page),
      toPage_(toPage),
      text_(text),
      transform_(toPage) {}

bool SvgPaintEngine::begin(QPaintDevice*) {
  setActive(true);
  return true;
}

bool SvgPaintEngine::end() {
  closeGroup();
  setActive(false);
  return true;
}

void SvgPaintEngine::updateState(const QPaintEngineState& changed) {
  if (changed.state().testFlag(DirtyTransform)) {
    transform_ = changed.transform() * toPage_;
  }
  if (changed.state() & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) {
    clipChanged_ = true;
  }
}

double SvgPaintEngine::pageScale() const {
  return std::sqrt(std::abs(transform_.determinant()));
}

QByteArray SvgPaintEngine::clipId() {
  if (!clipChanged_) {
    return clip_;
  }
  clipChanged_ = false;
  clip_.clear();
  const QPainterPath path =
      painter()->hasClipping() ? transform_.map(painter()->clipPath()) : QPainterPath();
  if (painter()->hasClipping() && !path.contains(page_.adjusted(0.01, 0.01, -0.01, -0.01))) {
    const QByteArray definition = "<path d=\"" + pathData(path) + "\"/>";
    QByteArray& id = ids_[definition];
    if (id.isEmpty()) {
      id = "c" + QByteArray::number(ids_.size());
      definitions_ += "<clipPath id=\"" + id + "\">" + definition + "</clipPath>\n";
    }
    clip_ = id;
  }
  return clip_;
}

QByteArray SvgPaintEngine::groupAttributes() {
  QByteArray attributes;
  if (const QByteArray clip = clipId(); !clip.isEmpty()) {
    attributes += " clip-path=\"url(#" + clip + ")\"";
  }
  if (!painter()->testRenderHint(QPainter::Antialiasing)) {
    attributes += " shape-rendering=\"crispEdges\"";
  }
  if (painter()->opacity() < 1) {
    attributes += " opacity=\"" + number(painter()->opacity()) + '"';
  }
  return attributes;
}

void SvgPaintEngine::openGroup() {
  closeText();
  const QByteArray attributes = groupAttributes();
  if (groupOpen_ && attributes == group_) {
    return;
  }
  closeGroup();
  body_ += "<g" + attributes + ">\n";
  group_ = attributes;
  groupOpen_ = true;
}

void SvgPaintEngine::closeGroup() {
  closeText();
  if (groupOpen_) {
    body_ += "</g>\n";
    groupOpen_ = false;
  }
}

QByteArray SvgPaintEngine::patternId(Qt::BrushStyle style, const QColor& colour) {
  for (const PatternRow& row : kPatterns) {
    if (row.style != style) {
      continue;
    }
    const QByteArray definition = QByteArray("<path d=\"") + row.lines + "\" fill=\"none\"" +
                                  colourAttribute("stroke", colour) + " stroke-width=\"0.75\"/>";
    QByteArray& id = ids_[definition];
    if (id.isEmpty()) {
      id = "p" + QByteArray::number(ids_.size());
      definitions_ += "<pattern id=\"" + id +
                      "\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
                      "patternTransform=\"scale(0.75)\">" +
                      definition + "</pattern>\n";
    }
    return id;
  }
  return {};
}

QByteArray SvgPaintEngine::fillAttributes() {
  const QBrush brush = painter()->brush();
  const QByteArray pattern = patternId(brush.style(), brush.color());
  return pattern.isEmpty() ? colourAttribute("fill", brush.color())
                           : " fill=\"url(#" + pattern + ")\"";
}

QByteArray SvgPaintEngine::strokeAttributes() const {
  const QPen pen = painter()->pen();
  // A cosmetic pen is so many pixels wide on a screen of 96 pixels per inch.
  const double width =
      pen.isCosmetic() ? std::max(1.0, pen.widthF()) * 0.75 : pen.widthF() * pageScale();
  QByteArray text =
      colourAttribute("stroke", pen.color()) + " stroke-width=\"" + number(width) + '"';
  for (const CapRow& row : kCaps) {
    text += row.cap == pen.capStyle() ? row.attribute : "";
  }
  for (const JoinRow& row : kJoins) {
    text += row.join == pen.joinStyle() ? row.attribute : "";
  }
  if (pen.style() != Qt::SolidLine) {
    QByteArray dashes;
    for (const double dash : pen.dashPattern()) {
      dashes += (dashes.isEmpty() ? "" : " ") + number(dash * width);
    }
    text += " stroke-dasharray=\"" + dashes + '"';
  }
  return text;
}

void SvgPaintEngine::draw(const QPainterPath& path, bool fill, bool stroke) {
  fill = fill && painter()->brush().style() != Qt::NoBrush;
  stroke = stroke && painter()->pen().style() != Qt::NoPen;
  if (path.isEmpty() || (!fill && !stroke)) {
    return;
  }
  openGroup();
  body_ += "<path" + (fill ? fillAttributes() : QByteArray(" fill=\"none\"")) +
           (stroke ? strokeAttributes() : QByteArray()) +
           (fill && path.fillRule() == Qt::OddEvenFill ? " fill-rule=\"evenodd\"" : "") + " d=\"" +
           pathData(transform_.map(path)) + "\"/>\n";
}

void SvgPaintEngine::drawRects(const QRectF* rects, int count) {
  const bool simple = painter()->pen().style() == Qt::NoPen &&
                      painter()->brush().style() != Qt::NoBrush &&
                      transform_.type() <= QTransform::TxScale;
  if (!simple) {
    for (int i = 0; i < count; ++i) {
      QPainterPath path;
      path.addRect(rects[i]);
      draw(path, true, true);
    }
    return;
  }
  openGroup();
  body_ += "<path" + fillAttributes() + " d=\"";
  for (int i = 0; i < count; ++i) {
    body_ += rectData(transform_.mapRect(rects[i]));
  }
  body_ += "\"/>\n";
}

void SvgPaintEngine::drawLines(const QLineF* lines, int count) {
  QPainterPath path;
  for (int i = 0; i < count; ++i) {
    path.moveTo(lines[i].p1());
    path.lineTo(lines[i].p2());
  }
  draw(path, false, true);
}

// A line of no length is a dot of the pen's cap.
void SvgPaintEngine::drawPoints(const QPointF* points, int count) {
  QPainterPath path;
  for (int i = 0; i < count; ++i) {
    path.moveTo(points[i]);
    path.lineTo(points[i]);
  }
  draw(path, false, true);
}

void SvgPaintEngine::drawPath(const QPainterPath& path) {
  draw(path, true, true);
}

void SvgPaintEngine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) {
  if (count == 0) {
    return;
  }
  QPainterPath path(points[0]);
  path.setFillRule(mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
  for (int i = 1; i < count; ++i) {
    path.lineTo(points[i]);
  }
  if (mode != PolylineMode) {
    path.closeSubpath();
  }
  draw(path, mode != PolylineMode, true);
}

void SvgPaintEngine::drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) {
  drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
}

void SvgPaintEngine::drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                               Qt::ImageConversionFlags) {
  QByteArray png;
  QBuffer buffer(&png);
  const QRect part = source.toAlignedRect();
  const bool whole = part == image.rect();
  if (!buffer.open(QIODevice::WriteOnly) ||
      !(whole ? image : image.copy(part)).save(&buffer, "PNG")) {
    return;
  }
  openGroup();
  const QTransform& t = transform_;
  body_ += "<image width=\"" + number(target.width()) + "\" height=\"" + number(target.height()) +
           "\" x=\"" + number(target.x()) + "\" y=\"" + number(target.y()) +
           "\" transform=\"matrix(";
  for (const double entry : {t.m11(), t.m12(), t.m21(), t.m22()}) {
    body_ += QByteArray::number(entry, 'g', 12) + ' ';
  }
  body_ += number(t.dx()) + ' ' + number(t.dy()) + ")\" preserveAspectRatio=\"none\"";
  if (!painter()->testRenderHint(QPainter::SmoothPixmapTransform)) {
    body_ += " style=\"image-rendering:crisp-edges;image-rendering:pixelated\"";
  }
  body_ += " xlink:href=\"data:image/png;base64," + png.toBase64() + "\"/>\n";
}

SvgPaintEngine::TextLook SvgPaintEngine::textLook(const QTextItem& item) const {
  const QFont font = item.font();
  const double pixels = font.pixelSize() > 0
                            ? font.pixelSize()
                            : font.pointSizeF() * paintDevice()->logicalDpiY() / kPointsPerInch;
  TextLook look;
  look.font =
      " font-family=\"" + familyList(font) + "\" font-size=\"" + number(pixels * pageScale()) + '"';
  look.colour = colourAttribute("fill", painter()->pen().color());
  if (font.weight() != QFont::Normal) {
    look.font += " font-weight=\"" + QByteArray::number(font.weight()) + '"';
  }
  return look;
}

// Painters hand a line over in pieces, one for each font, script and colour.
bool SvgPaintEngine::continuesText(const QPointF& at) {
  constexpr double kNear = 0.05;  // Points.
  const QPointF gap = transform_.map(at) - line_.end;
  return line_.open && groupOpen_ && groupAttributes() == group_ &&
         withoutPlace(transform_) == line_.direction && gap.manhattanLength() < kNear;
}

void SvgPaintEngine::openText(const QPointF& at, const TextLook& look) {
  openGroup();
  const QPointF place = transform_.map(at);
  const double scale = pageScale();
  const QTransform direction =
      withoutPlace(transform_) * QTransform::fromScale(1 / scale, 1 / scale);
  body_ += "<text xml:space=\"preserve\"";
  if (direction.isIdentity()) {
    body_ += " x=\"" + number(place.x()) + "\" y=\"" + number(place.y()) + '"';
  } else {
    body_ += " transform=\"matrix(";
    for (const double entry :
         {direction.m11(), direction.m12(), direction.m21(), direction.m22()}) {
      body_ += number(entry) + ' ';
    }
    body_ += number(place.x()) + ' ' + number(place.y()) + ")\"";
  }
  body_ += look.font + look.colour + '>';
  line_ = {true, withoutPlace(transform_), place, look};
}

void SvgPaintEngine::closeText() {
  if (line_.open) {
    body_ += "</text>\n";
    line_.open = false;
  }
}

void SvgPaintEngine::drawTextItem(const QPointF& at, const QTextItem& item) {
  if (text_ == TextForm::outlines) {
    QPaintEngine::drawTextItem(at, item);
    return;
  }
  const QString words = item.text();
  const bool continues = continuesText(at);
  if (!continues && words.trimmed().isEmpty()) {
    return;
  }
  const TextLook look = textLook(item);
  if (!continues) {
    openText(at, look);
  }
  const QByteArray content = words.toHtmlEscaped().toUtf8();
  const QByteArray differs = (look.font == line_.look.font ? "" : look.font) +
                             (look.colour == line_.look.colour ? "" : look.colour);
  body_ += differs.isEmpty() ? content : "<tspan" + differs + '>' + content + "</tspan>";
  line_.end = transform_.map(at + QPointF(item.width(), 0));
}

}  // namespace poscope
