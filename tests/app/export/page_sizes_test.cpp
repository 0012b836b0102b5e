// Every view and every figure of the articles on every page that people ask for: it fits, its
// answer is there, all of it can be read, and what is missing is named.
#include <QTest>
#include <set>

#include "app/export/figure_file.h"
#include "app/export/picture_format.h"
#include "app/plot/page_layout.h"
#include "tests/app/export/test_figures.h"
#include "tests/app/plot/text_recorder.h"

namespace poscope::test {
namespace {

constexpr double kDpi = 72;  // Few pixels: what is asked for is the layout.
constexpr const char* kOneColumn = "84x60";
constexpr const char* kTwoColumns = "174x110";

// Papers once each, and sizes of the articles.
std::vector<std::pair<std::string, ExportSize>> pageSizes() {
  std::vector<std::pair<std::string, ExportSize>> sizes{
      {kOneColumn, {QSizeF(84, 60), std::nullopt}},
      {kTwoColumns, {QSizeF(174, 110), std::nullopt}},
      {"174x300", {QSizeF(174, 300), std::nullopt}},
      {"standard", {}}};
  for (const Paper& paper : papers()) {
    const auto same = [&paper](const auto& size) { return size.second == paper.size; };
    if (std::none_of(sizes.begin(), sizes.end(), same)) {
      sizes.emplace_back(paper.name, paper.size);
    }
  }
  return sizes;
}

double widthOf(const ExportSize& size) {
  const auto page = resolveSize(size, kStandardDpi);
  return page ? page->points.width() : 0;
}

// What a person would tell apart: the view or the article's figure.
const std::vector<std::pair<std::string, Figure>>& allFigures() {
  static const std::vector<std::pair<std::string, Figure>> kFigures = [] {
    std::vector<std::pair<std::string, Figure>> figures;
    for (const View& view : views()) {
      figures.emplace_back(view.id, figureOf(("poscope:" + view.id).c_str()));
      for (const NamedFigure& named : view.figures) {
        figures.emplace_back(named.name,
                             figureOf(("poscope:" + view.id + "?" + named.parameters).c_str()));
      }
    }
    return figures;
  }();
  return kFigures;
}

PageOptions optionsOf(const ExportSize& size, Language language, bool caption) {
  ExportOptions options;
  options.millimetres = size.millimetres;
  options.pixels = size.pixels;
  options.language = language;
  options.caption = caption;
  options.dpi = size.pixels ? kStandardDpi : kDpi;
  const auto page = resolveSize({size.millimetres, size.pixels}, options.dpi);
  if (!page) {
    qFatal("%s", renderPlain(page.error().text, Language::english).c_str());
  }
  PageOptions made = findPictureFormat("png")->page(pageOptions(options, *page, {}), *page, {kDpi});
  made.sizePoints = page->points;
  made.pointsToDevice = 1;
  return made;
}

// `check` for every figure, language, and with and without a caption, on the page of this row.
template <typename Check>
void forAllPages(const ExportSize& size, Check check) {
  for (const auto& [name, figure] : allFigures()) {
    for (const Language language : allLanguages()) {
      for (const bool caption : {true, false}) {
        const QString what =
            QStringLiteral("%1 %2 %3")
                .arg(QString::fromStdString(name),
                     QString::fromStdString(std::string(languageRow(language).id)),
                     caption ? QStringLiteral("caption") : QStringLiteral("no caption"));
        check(figure, optionsOf(size, language, caption), what);
        if (QTest::currentTestFailed()) {
          return;
        }
      }
    }
  }
}

std::vector<DrawnText> recorded(const Figure& figure, const PageOptions& options,
                                PageReport& report) {
  TextRecorder recorder((options.sizePoints * options.pointsToDevice).toSize(),
                        options.pointsToDevice);
  QPainter painter(&recorder);
  const auto painted = paintFigure(painter, figure, options, {});
  painter.end();
  if (painted) {
    report = *painted;
  }
  return recorder.texts();
}

bool isCut(const Text& text) {
  return text.key == "plot.left-out.rows";
}

bool isPlot(const Panel& panel) {
  return std::holds_alternative<PlotPanel>(panel);
}

bool isCode(const Panel& panel) {
  return std::holds_alternative<CodePanel>(panel);
}

QString inOnePiece(QString words) {
  return words.remove(QLatin1Char(' '));
}

// All that answers is on the page, inside of it, and the main plot where a column is wide enough.
void checkLayout(const Figure& figure, const PageOptions& options, const QString& what) {
  PageLayout layout(figure, options);
  QVERIFY2(layout.layOut(), qPrintable(what));
  const QRectF page = QRectF(QPointF(0, 0), layout.size()).adjusted(-1, -1, 1, 1);
  std::set<std::size_t> shown;
  bool plot = false;
  for (const PagePanel& panel : layout.panels()) {
    shown.insert(panel.panel);
    plot = plot || panel.plot != nullptr;
    QVERIFY2(page.contains(panel.area), qPrintable(what));
  }
  for (std::size_t k = 0; k < figure.panels.size(); ++k) {
    const Panel& panel = figure.panels[k];
    const bool answers = worthOf(panel) == PanelWorth::answer && !isCode(panel);
    QVERIFY2(!answers || shown.count(k) == 1, qPrintable(what));
  }
  const bool plots = std::any_of(figure.panels.begin(), figure.panels.end(), isPlot);
  const bool wide = options.sizePoints.width() >= 80 / 25.4 * 72;
  QVERIFY2(plot || !plots || !wide, qPrintable(what));
}

// Words are of a size that venues take, and on the page; cut tables say so in the picture.
void checkWords(const Figure& figure, const PageOptions& options, const QString& what) {
  PageReport report;
  const std::vector<DrawnText> texts = recorded(figure, options, report);
  QVERIFY2(!texts.empty(), qPrintable(what));
  const bool oneColumn = options.sizePoints.width() < 100 / 25.4 * 72;
  QString all;
  for (const DrawnText& text : texts) {
    const QString told = QStringLiteral("%1: %2 pt: %3").arg(what).arg(text.points).arg(text.words);
    QVERIFY2(text.points >= kLeastPagePoints - 0.01, qPrintable(told));
    QVERIFY2(text.points <= (oneColumn ? 9 : 10) + 0.01, qPrintable(told));
    QVERIFY2(text.baseline.x() >= -1 && text.baseline.y() <= options.sizePoints.height() + 1,
             qPrintable(told));
    all += text.words;
  }
  all = inOnePiece(all);
  for (const Text& thing : report.leftOut) {
    const QString words = QString::fromStdString(renderPlain(thing, options.language));
    QVERIFY2(!words.contains(QLatin1Char('[')), qPrintable(words));
    if (isCut(thing)) {
      const auto rows = std::get<std::int64_t>(thing.arguments[1].value);
      const Text more = moreRows(static_cast<std::size_t>(rows));
      QVERIFY2(
          all.contains(inOnePiece(QString::fromStdString(renderPlain(more, options.language)))),
          qPrintable(what));
    }
  }
}

}  // namespace

class PageSizesTest : public QObject {
  Q_OBJECT

 private slots:
  void page_ofEverySize_hasRoomForEveryFigure_data() { pages(); }
  void page_ofEverySize_hasRoomForEveryFigure() {
    QFETCH(int, page);
    forAllPages(pageSizes()[static_cast<std::size_t>(page)].second, checkLayout);
  }

  // On those that differ most: painting all would take minutes.
  void words_areAtLeast5PointsAndAtMost10_data() {
    QTest::addColumn<int>("page");
    const auto sizes = pageSizes();
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const std::string& name = sizes[k].first;
      const auto width = widthOf(sizes[k].second);
      const bool narrowest = std::all_of(sizes.begin(), sizes.end(), [width](const auto& other) {
        return width <= widthOf(other.second);
      });
      if (name == kOneColumn || name == kTwoColumns || narrowest) {
        QTest::addRow("%s", name.c_str()) << static_cast<int>(k);
      }
    }
  }
  void words_areAtLeast5PointsAndAtMost10() {
    QFETCH(int, page);
    forAllPages(pageSizes()[static_cast<std::size_t>(page)].second, checkWords);
  }

  // A page with room for it shows every part of an audit.
  void tallPage_ofTables_isUsed() {
    for (const Language language : allLanguages()) {
      const Figure figure = figureOf("poscope:audit");
      PageLayout layout(figure, optionsOf({QSizeF(174, 300), std::nullopt}, language, true));
      QVERIFY(layout.layOut());
      for (const Text& thing : layout.leftOut()) {
        QVERIFY2(thing.key == "plot.left-out.rows", renderPlain(thing, language).c_str());
      }
    }
  }

  // Where a page has not even room for all rows of a table, what is free is less than a few rows.
  void page_withACutTable_isFull() {
    const Figure figure = figureOf("poscope:audit");
    for (const double height : {60.0, 80.0, 100.0, 120.0}) {
      PageLayout layout(figure,
                        optionsOf({QSizeF(84, height), std::nullopt}, Language::english, true));
      QVERIFY(layout.layOut());
      const auto out = layout.leftOut();
      if (std::any_of(out.begin(), out.end(), isCut)) {
        QVERIFY2(layout.panels().back().area.bottom() > 0.75 * layout.size().height(),
                 qPrintable(QString::number(height)));
      }
    }
  }

  // The stage that does the damage is on the smallest page, and columns that went are named.
  void ropePrecision_at84Millimetres_showsItsStages() {
    const Figure figure = figureOf("poscope:rope-precision");
    PageReport report;
    const std::vector<DrawnText> texts = recorded(
        figure, optionsOf({QSizeF(84, 60), std::nullopt}, Language::english, true), report);
    QStringList words;
    for (const DrawnText& text : texts) {
      words.append(text.words.trimmed());
    }
    const QString all = words.join(QLatin1Char(' '));
    const auto* table = std::get_if<TablePanel>(&figure.panels[1]);
    QVERIFY(table != nullptr);
    QVERIFY(!std::any_of(report.leftOut.begin(), report.leftOut.end(), isCut));
    for (const TableRow& row : table->rows) {
      const auto stage = renderPlain(row.cells[0].text, Language::english);
      QVERIFY2(all.contains(QString::fromStdString(stage)), qPrintable(all));
    }
    QVERIFY(std::any_of(report.leftOut.begin(), report.leftOut.end(),
                        [](const Text& thing) { return thing.key == "plot.left-out.column"; }));
    QVERIFY(std::any_of(report.leftOut.begin(), report.leftOut.end(),
                        [](const Text& thing) { return thing.key == "plot.left-out.panel"; }));
  }

 private:
  static void pages() {
    QTest::addColumn<int>("page");
    const auto sizes = pageSizes();
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      QTest::addRow("%s", sizes[k].first.c_str()) << static_cast<int>(k);
    }
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::PageSizesTest)
#include "page_sizes_test.moc"
