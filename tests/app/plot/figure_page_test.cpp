#include <QPainter>
#include <QPicture>
#include <QTest>
#include <thread>

#include "app/plot/colour_map.h"
#include "app/plot/figure_page.h"
#include "app/plot/panel_plot.h"
#include "app/plot/theme.h"
#include "core/catalogue/views.h"
#include "core/views/view.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

constexpr int kMargin = 50;
constexpr QRgb kPaper = 0xFF00FF00;

PageOptions smallPage() {
  PageOptions options;
  options.sizePoints = {84 / 25.4 * 72, 60 / 25.4 * 72};
  options.captionPoints = 7;
  options.pointsToDevice = 2;
  return options;
}

struct Painted {
  Result<PageReport> report;
  QImage image;
  QRect page;
};

// On paper of a colour that no figure has, with a margin around the page.
Painted painted(const Figure& figure, const PageOptions& options, std::stop_token stop = {}) {
  const QSize page = (options.sizePoints * options.pointsToDevice).toSize();
  QImage image(page + QSize(2 * kMargin, 2 * kMargin), QImage::Format_ARGB32_Premultiplied);
  image.fill(kPaper);
  QPainter painter(&image);
  painter.translate(kMargin, kMargin);
  auto report = paintFigure(painter, figure, options, std::move(stop));
  painter.end();
  return {std::move(report), image, QRect(QPoint(kMargin, kMargin), page)};
}

int paintedOutside(const Painted& result) {
  int count = 0;
  const QRect allowed = result.page.adjusted(-1, -1, 1, 1);  // Half a device pixel of rounding.
  for (int y = 0; y < result.image.height(); ++y) {
    for (int x = 0; x < result.image.width(); ++x) {
      count += !allowed.contains(x, y) && result.image.pixel(x, y) != kPaper ? 1 : 0;
    }
  }
  return count;
}

std::vector<std::shared_ptr<Figure>> allFigures() {
  return {samples::sinusoidalFigure(),      samples::stairFigure(),
          samples::curveFigure(4096, true), samples::bitsFigure(),
          samples::mixedFigure(),           samples::specialFigure(),
          samples::twoMapsFigure(),         samples::alibiFigure(1 << 20)};
}

}  // namespace

class FigurePageTest final : public QObject {
  Q_OBJECT

 private slots:
  void smallPagesStayInsideOfThePage() {
    for (const auto& figure : allFigures()) {
      for (const bool vector : {false, true}) {
        PageOptions options = smallPage();
        options.vector = vector;
        const Painted result = painted(*figure, options);
        QVERIFY(result.report.has_value());
        QCOMPARE(paintedOutside(result), 0);
        QCOMPARE(result.image.pixel(result.page.topLeft() + QPoint(1, 1)),
                 theme(ThemeKind::light).surface.rgba());
      }
    }
  }

  void pagesAreLightUnlessAsked() {
    PageOptions options = smallPage();
    options.theme = ThemeKind::dark;
    const Painted result = painted(*samples::stairFigure(), options);
    QCOMPARE(result.image.pixel(result.page.center() - QPoint(0, result.page.height() / 2 - 2)),
             theme(ThemeKind::dark).surface.rgba());
  }

  void cellsAreExactOnARaster() {
    auto figure =
        samples::figureOf(samples::heatPanel(std::make_shared<samples::CountingSource>(4, 4, false),
                                             {ColourScale::Map::sequential, 0, 3003, {}}, false));
    const ColourMap map({ColourScale::Map::sequential, 0, 3003, {}}, ThemeKind::light);
    const Painted result = painted(*figure, smallPage());
    QVERIFY(result.report.has_value());
    QCOMPARE(result.report->heatCells, std::int64_t{16});
    int found = 0;
    for (int y = 0; y < result.image.height(); ++y) {
      for (int x = 0; x < result.image.width(); ++x) {
        found += result.image.pixel(x, y) == map.colour(2001.0F) ? 1 : 0;
      }
    }
    QVERIFY(found > 100);
  }

  void fewCellsAreVectorsAndManyAreOneImage() {
    PageOptions options = smallPage();
    options.vector = true;
    const Painted few = painted(*samples::sinusoidalFigure(), options);
    QVERIFY(few.report.has_value());
    QVERIFY(few.report->images.empty());
    QCOMPARE(few.report->heatCells, std::int64_t{50 * 128});
    const Painted many = painted(*samples::sinusoidalFigure(4096, 512), options);
    QVERIFY(many.report.has_value());
    QCOMPARE(many.report->images.size(), std::size_t{1});
    QVERIFY(many.report->images[0].width() > 100 && many.report->images[0].height() > 100);
  }

  void theWindowZoomsTheMainPanel() {
    PageOptions options = smallPage();
    options.window = Zoom{9.5, 19.5, 4.5, 9.5};
    const Painted result = painted(*samples::sinusoidalFigure(), options);
    QVERIFY(result.report.has_value());
    QCOMPARE(result.report->heatCells, std::int64_t{50});
  }

  void everyFigureHasRoomOn60By40Millimetres() {
    PageOptions options = smallPage();
    options.sizePoints = {60 / 25.4 * 72, 40 / 25.4 * 72};
    options.captionPoints = 6.5;
    std::vector<std::shared_ptr<Figure>> figures = allFigures();
    for (const View& view : views()) {
      auto figure = buildFigure(view, Params(view.schema), {samples::backend(), {}, {}});
      QVERIFY(figure.has_value());
      figures.push_back(std::make_shared<Figure>(std::move(*figure)));
    }
    for (const auto& figure : figures) {
      const Painted result = painted(*figure, options);
      QVERIFY2(result.report.has_value(), figure->source.view.c_str());
      QCOMPARE(paintedOutside(result), 0);
    }
  }

  void smallPagesLeaveTablesOutAndLargeOnesShowThem() {
    const View* view = findView("exact-share");
    QVERIFY(view != nullptr);
    const auto figure = buildFigure(*view, Params(view->schema), {samples::backend(), {}, {}});
    QVERIFY(figure.has_value());
    const auto tables = [&](const PageOptions& options) {
      const Painted result = painted(*figure, options);
      const auto& out = result.report->leftOut;
      return std::count_if(out.begin(), out.end(),
                           [](const Text& thing) { return thing.key == "plot.left-out.panel"; });
    };
    QCOMPARE(tables(smallPage()), 1);
    PageOptions large = smallPage();
    large.sizePoints = {480, 400};
    QCOMPARE(tables(large), 0);
  }

  // The picture that explains rounding belongs to the answer.
  void numberLine_isOnPagesOfBothWidths() {
    const View* view = findView("formats");
    const auto figure = buildFigure(*view, Params(view->schema), {samples::backend(), {}, {}});
    QVERIFY(figure.has_value());
    for (const QSizeF& millimetres : {QSizeF(84, 60), QSizeF(174, 110)}) {
      PageOptions options;
      options.sizePoints = millimetres * (72 / 25.4);
      options.captionPoints = millimetres.width() < 100 ? 6.75 : 9;
      FigurePage page(*figure, options);
      QVERIFY(page.layOut());
      const std::vector<PanelPlot*> plots = page.plots();
      QVERIFY(std::any_of(plots.begin(), plots.end(),
                          [](const PanelPlot* plot) { return plot->panel()->name == "line"; }));
    }
  }

  void tooSmallPagesAreAUsageError() {
    PageOptions options = smallPage();
    options.sizePoints = {40, 40};
    const Painted result = painted(*samples::stairFigure(), options);
    QVERIFY(!result.report.has_value());
    QCOMPARE(result.report.error().kind, ErrorKind::usage);
    QVERIFY(hasText(result.report.error().text.key, Language::chinese));
  }

  void aStoppedPageIsCancelled() {
    std::stop_source stop;
    stop.request_stop();
    const Painted result =
        painted(*samples::sinusoidalFigure(4096, 512), smallPage(), stop.get_token());
    QVERIFY(!result.report.has_value());
    QCOMPARE(result.report.error().kind, ErrorKind::cancelled);
  }

  void inSteps_cellsFromAWorker_isTheSamePicture() {
    const auto figure = samples::sinusoidalFigure();
    const Painted whole = painted(*figure, smallPage(), {});
    QImage image(whole.image.size(), whole.image.format());
    image.fill(kPaper);
    FigurePage page(*figure, smallPage());
    QVERIFY(page.layOut());
    Result<std::vector<CellPicture>> cells;
    std::thread worker([&, needed = page.needed()] { cells = computeAll(needed, {}); });
    worker.join();  // The page needs nothing of this thread meanwhile.
    QVERIFY(cells);
    QPainter painter(&image);
    painter.translate(kMargin, kMargin);
    const PageReport report = page.fill(std::move(*cells));
    page.paint(painter);
    painter.end();
    QCOMPARE(report.heatCells, whole.report->heatCells);
    QCOMPARE(image, whole.image);
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::FigurePageTest)
#include "figure_page_test.moc"
