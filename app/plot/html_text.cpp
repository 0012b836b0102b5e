#include "app/plot/html_text.h"

namespace poscope {

QString coloured(const QString& words, const QColor& colour) {
  return QStringLiteral("<span style=\"color:%1\">%2</span>")
      .arg(colour.name(), words.toHtmlEscaped());
}

QString richText(const Text& text, Language language, const Theme& theme) {
  QString html;
  for (const TextRun& run : render(text, language)) {
    const QString words = QString::fromStdString(run.text);
    html += run.role == TextRole::plain ? words.toHtmlEscaped()
                                        : coloured(words, textColour(theme, run.role));
  }
  return html;
}

}  // namespace poscope
