#include "app/plot/mark_style.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace poscope {
namespace {

constexpr double kCrossWidth = 0.25;  ///< Of the strokes of a cross, in its sizes.
constexpr double kHeadLength = 6;     ///< Of an arrow, in widths of its line.

struct MarkLook {
  QCPGraph::LineStyle line;
  QCPScatterStyle::ScatterShape shape;
  double largest;  ///< Of a scatter mark, logical pixels.
  bool dashes;     ///< Told from others by its dashes; an arrow is told by its head.
};

// One row per Mark, in its order.
constexpr std::array<MarkLook, 7> kLooks{{
    {QCPGraph::lsLine, QCPScatterStyle::ssNone, 0, true},
    {QCPGraph::lsLine, QCPScatterStyle::ssNone, 0, true},
    {QCPGraph::lsNone, QCPScatterStyle::ssCircle, 5, false},
    {QCPGraph::lsNone, QCPScatterStyle::ssSquare, 6, false},
    {QCPGraph::lsStepLeft, QCPScatterStyle::ssNone, 0, true},
    {QCPGraph::lsNone, QCPScatterStyle::ssCross, 6, false},
    {QCPGraph::lsLine, QCPScatterStyle::ssNone, 0, false},
}};
static_assert(kLooks.size() == static_cast<std::size_t>(Mark::arrow) + 1);

const MarkLook& lookOf(Mark mark) {
  return kLooks[static_cast<std::size_t>(mark)];
}

/// In widths of the line: drawn, left out, drawn, ...; zeros are no part of it.
using Dash = std::array<double, 6>;
// The plainest first. What a view calls dashed begins at the second one.
constexpr std::array<Dash, 7> kDashes{
    {{}, {5, 3}, {8, 2.5, 1.5, 2.5}, {1.5, 2.5}, {11, 3}, {6, 2, 1.5, 2, 1.5, 2}, {3, 5}}};

QVector<qreal> patternOf(const Dash& dash) {
  QVector<qreal> pattern;
  for (const double part : dash) {
    if (part > 0) {
      pattern.push_back(part);
    }
  }
  return pattern;
}

// Dashes in the order in which a line of this mark takes them.
std::vector<QVector<qreal>> wishesOf(Mark mark) {
  std::vector<QVector<qreal>> wishes;
  for (const Dash& dash : kDashes) {
    wishes.push_back(patternOf(dash));
  }
  if (mark == Mark::dashed) {
    std::rotate(wishes.begin(), wishes.begin() + 1, wishes.end());
  } else {
    std::rotate(wishes.begin() + 1, wishes.begin() + 2, wishes.end());
  }
  return wishes;
}

struct Look {
  Mark mark = Mark::line;
  ColourRole role = ColourRole::neutral;
  bool faint = false;
};

std::optional<Look> lookOf(const Layer& layer) {
  return std::visit(
      [](const auto& body) -> std::optional<Look> {
        if constexpr (requires { body.mark; }) {
          return Look{body.mark, body.role, body.faint};
        } else if constexpr (requires {
                               body.role;
                               body.label;
                             }) {
          return Look{Mark::line, body.role, false};
        } else {
          return std::nullopt;
        }
      },
      layer);
}

// Lines that stay behind are paler. Dots are smaller than squares and need all of their colour.
QColor colourOf(const Look& look, const Theme& theme) {
  const QColor colour = lineColour(theme, look.role);
  return look.faint && isLine(look.mark) ? faintColour(theme, colour) : colour;
}

bool isCurve(const Layer& layer) {
  return std::holds_alternative<PointLayer>(layer) || std::holds_alternative<CurveLayer>(layer);
}

bool alike(const MarkStyle& one, const MarkStyle& other) {
  return std::abs(lightness(one.colour) - lightness(other.colour)) < kLeastContrast &&
         one.dash == other.dash;
}

}  // namespace

bool isLine(Mark mark) {
  return lookOf(mark).dashes;
}

double lightness(const QColor& colour) {
  return (0.299 * colour.red() + 0.587 * colour.green() + 0.114 * colour.blue()) / 255;
}

std::vector<MarkStyle> markStyles(const PlotPanel& panel, const PlotStyle& style) {
  std::vector<MarkStyle> styles(panel.layers.size());
  std::vector<std::size_t> lines;
  std::vector<Look> looks(panel.layers.size());
  for (std::size_t k = 0; k < panel.layers.size(); ++k) {
    looks[k] = lookOf(panel.layers[k]).value_or(Look());
    styles[k] = {looks[k].mark,
                 colourOf(looks[k], style.colours()),
                 1.6 * style.scale(),
                 lookOf(looks[k].mark).largest * style.scale(),
                 {}};
    if (isCurve(panel.layers[k]) && isLine(looks[k].mark)) {
      lines.push_back(k);
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [&](std::size_t one, std::size_t other) {
    return std::pair(looks[one].faint, looks[one].role) <
           std::pair(looks[other].faint, looks[other].role);
  });
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    for (QVector<qreal>& dash : wishesOf(looks[*line].mark)) {
      styles[*line].dash = std::move(dash);
      if (std::none_of(lines.begin(), line,
                       [&](std::size_t other) { return alike(styles[other], styles[*line]); })) {
        break;
      }
    }
  }
  return styles;
}

void drawCross(QCPPainter& painter, const QPointF& centre, const QColor& colour, double size) {
  painter.setPen(QPen(colour, kCrossWidth * size));
  const double half = 0.5 * size;
  painter.drawLine(
      QLineF(centre.x() - half, centre.y() - half, centre.x() + half, centre.y() + half));
  painter.drawLine(
      QLineF(centre.x() - half, centre.y() + half, centre.x() + half, centre.y() - half));
}

void drawHead(QCPPainter& painter, const QLineF& way, const QPen& pen) {
  const double reach = way.length();
  if (!(reach > 0)) {
    return;
  }
  const double length = kHeadLength * pen.widthF();
  const QPointF along = (way.p2() - way.p1()) / reach;
  const QPointF across = QPointF(-along.y(), along.x()) * (0.4 * length);
  const QPointF back = way.p2() - along * length;
  painter.setPen(Qt::NoPen);
  painter.setBrush(pen.color());
  painter.drawPolygon(QPolygonF({way.p2(), back + across, back - across}));
}

QPen linePen(const MarkStyle& mark) {
  QPen pen(mark.colour, mark.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (!mark.dash.isEmpty()) {
    pen.setDashPattern(mark.dash);
  }
  return pen;
}

void applyMark(QCPGraph& graph, const MarkStyle& mark) {
  const MarkLook& look = lookOf(mark.mark);
  graph.setLineStyle(look.line);
  graph.setPen(linePen(mark));
  if (look.shape != QCPScatterStyle::ssNone) {
    graph.setScatterStyle(QCPScatterStyle(look.shape, mark.colour, mark.colour, mark.size));
  }
}

double markSize(Mark mark, double spacing, double scale) {
  return std::clamp(spacing * 0.8, 1.5 * scale, lookOf(mark).largest * scale);
}

}  // namespace poscope
