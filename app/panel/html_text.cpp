#include "app/panel/html_text.h"

#include "app/panel/appearance.h"

namespace poscope {

QString coloured(const QString& words, const QColor& colour) {
  return QStringLiteral("<span style=\"color:%1\">%2</span>")
      .arg(colour.name(), words.toHtmlEscaped());
}

QString richText(const Text& text, const Appearance& appearance) {
  QString html;
  for (const TextRun& run : render(text, appearance.language())) {
    const QString words = QString::fromStdString(run.text);
    html += run.role == TextRole::plain
                ? words.toHtmlEscaped()
                : coloured(words, textColour(appearance.colours(), run.role));
  }
  return html;
}

}  // namespace poscope
