#include "app/export/gallery_page.h"

#include <QString>
#include <array>

#include "core/base/version.h"
#include "core/views/view.h"

namespace poscope {
namespace {

QString escaped(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

class Page {
 public:
  explicit Page(const GalleryOptions& options)
      : language_(options.language), theme_(theme(options.theme)), size_(options.pixels) {}

  void begin() {
    html_ = QStringLiteral(
                "<!doctype html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<title>%2</title>\n<style>\n%3</style>\n</head>\n<body>\n<header>\n<h1>%2</h1>\n"
                "<p>%4</p>\n</header>\n<main>\n")
                .arg(QString::fromStdString(std::string(languageRow(language_).tag)),
                     words("export.gallery.title"), style(), words("export.gallery.intro"));
  }

  void section(const Text& title) { html_ += QStringLiteral("<h2>%1</h2>\n").arg(words(title)); }

  void add(const GalleryEntry& entry) {
    const QString file = escaped(entry.file);
    html_ += QStringLiteral("<article id=\"%1\">\n<p class=\"question\">%2</p>\n<h3>%3</h3>\n")
                 .arg(escaped(entry.name), words(entry.finding.question),
                      coloured(entry.finding.sentence));
    html_ += QStringLiteral(
                 "<a href=\"%1\"><img src=\"%1\" width=\"%2\" height=\"%3\" loading=\"lazy\" "
                 "alt=\"%4\"></a>\n<p>%5</p>\n")
                 .arg(file, QString::number(size_.width()), QString::number(size_.height()),
                      words(entry.finding.sentence), words(entry.finding.explanation));
    html_ += QStringLiteral(
                 "<dl><dt>%1</dt><dd><a href=\"%2\"><code>%2</code></a></dd>"
                 "<dt>%3</dt><dd><code>%4</code></dd></dl>\n</article>\n")
                 .arg(words("export.gallery.link"), escaped(entry.link),
                      words("export.gallery.command"), escaped(entry.command));
  }

  QByteArray end() {
    const Text version{"export.gallery.version", {{"version", programVersion()}}};
    return (html_ +
            QStringLiteral("</main>\n<footer>%1</footer>\n</body>\n</html>\n").arg(words(version)))
        .toUtf8();
  }

 private:
  QString words(const Text& text) const { return escaped(renderPlain(text, language_)); }

  // The decisive words in the colour of what they describe, as in the window.
  QString coloured(const Text& text) const {
    QString html;
    for (const TextRun& run : render(text, language_)) {
      html += run.role == TextRole::plain
                  ? escaped(run.text)
                  : QStringLiteral("<span style=\"color:%1\">%2</span>")
                        .arg(textColour(theme_, run.role).name(), escaped(run.text));
    }
    return html;
  }

  QString style() const {
    return QStringLiteral(
               ":root{color-scheme:%1}\n"
               "body{margin:0;background:%2;color:%3;font:16px/1.5 Inter,\"Noto Sans CJK SC\","
               "\"Noto Sans SC\",\"PingFang SC\",\"Microsoft YaHei\",system-ui,sans-serif}\n"
               "header,main,footer{max-width:960px;margin:0 auto;padding:24px}\n"
               "h1,h2{font-weight:600;margin:0}\nh2{font-size:18px;padding-top:16px;color:%4}\n"
               "h3{font-size:24px;line-height:1.25;font-weight:600;margin:0 0 16px}\n"
               "p{margin:0 0 16px;max-width:72ch}\n.question,header p,footer,dt{color:%4}\n"
               ".question{font-size:14px;margin:0 0 4px}\nfooter,dl{font-size:14px}\n"
               "article{background:%5;border:1px solid "
               "%6;border-radius:10px;padding:24px;margin:24px 0}\n"
               "img{display:block;width:100%;height:auto;margin:0 0 16px}\n"
               "dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0}\n"
               "dd{margin:0;overflow-wrap:anywhere}\na{color:%7;text-decoration:none}\n"
               "code{font-family:\"JetBrains Mono\",ui-monospace,monospace;font-size:13px}\n")
        .arg(theme_.kind == ThemeKind::dark ? QStringLiteral("dark") : QStringLiteral("light"),
             theme_.background.name(), theme_.text.name(), theme_.muted.name(),
             theme_.surface.name(), theme_.border.name(), theme_.accent.name());
  }

  Language language_;
  const Theme& theme_;
  QSize size_;
  QString html_;
};

}  // namespace

QByteArray galleryPage(const std::vector<GalleryEntry>& entries, const GalleryOptions& options) {
  Page page(options);
  page.begin();
  bool figures = false;
  for (const GalleryEntry& entry : entries) {
    if (!figures && !entry.figure.empty()) {
      page.section("export.gallery.figures");
      figures = true;
    }
    page.add(entry);
  }
  return page.end();
}

}  // namespace poscope
