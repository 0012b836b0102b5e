#include "app/plot/line_breaks.h"

#include <QTextBoundaryFinder>

namespace poscope {
namespace {

bool isIdeograph(QChar sign) {
  return sign.script() == QChar::Script_Han;
}

bool isSlash(QChar sign) {
  return sign == QLatin1Char('/') || sign == QChar(0xFF0F);
}

// Ideographs may be parted anywhere, so that a slash between them is no reason to.
bool breaksExpression(const QString& text, qsizetype place) {
  const auto ideographAt = [&text](qsizetype k) {
    return k >= 0 && k < text.size() && isIdeograph(text[k]);
  };
  const bool before = isSlash(text[place]) && ideographAt(place - 1);
  const bool after = isSlash(text[place - 1]) && ideographAt(place);
  return before || after;
}

}  // namespace

std::vector<qsizetype> breakPlaces(const QString& text) {
  std::vector<qsizetype> places;
  QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
  for (qsizetype place = finder.toNextBoundary(); place > 0 && place < text.size();
       place = finder.toNextBoundary()) {
    if (!breaksExpression(text, place)) {
      places.push_back(place);
    }
  }
  return places;
}

bool isLoneIdeograph(const QString& text, qsizetype start) {
  int ideographs = 0;
  for (qsizetype k = start; k < text.size(); ++k) {
    if (text[k].isLetterOrNumber() && !isIdeograph(text[k])) {
      return false;
    }
    ideographs += isIdeograph(text[k]) ? 1 : 0;
  }
  return ideographs == 1;
}

}  // namespace poscope
