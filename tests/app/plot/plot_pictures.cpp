// A developer's tool, not a test: writes a PNG of every kind of panel, in both themes, to look at.
//   QT_QPA_PLATFORM=offscreen plot_pictures FOLDER [zh]
//   QT_QPA_PLATFORM=offscreen plot_pictures --time      medians of computing and painting at 1600 x
//   1000
#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "app/plot/figure_page.h"
#include "app/plot/figure_view.h"
#include "core/catalogue/views.h"
#include "core/views/view.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

void waitUntilDrawn(FigureView& view) {
  QEventLoop loop;
  QObject::connect(&view, &FigureView::rendered, &loop, &QEventLoop::quit);
  QTimer::singleShot(20000, &loop, &QEventLoop::quit);
  if (view.busy()) {
    loop.exec();
  }
}

struct Sample {
  QString name;
  std::shared_ptr<const Figure> figure;
  std::optional<Zoom> window;
};

std::vector<Sample> allSamples() {
  std::vector<Sample> all{
      {"sinusoidal", samples::sinusoidalFigure(), std::nullopt},
      {"sinusoidal-deep", samples::sinusoidalFigure(), Zoom{10.2, 22.7, 4.6, 12.3}},
      {"alibi", samples::alibiFigure(4096), std::nullopt},
      {"alibi-million", samples::alibiFigure(1 << 20), std::nullopt},
      {"special", samples::specialFigure(), std::nullopt},
      {"two-maps", samples::twoMapsFigure(), std::nullopt},
      {"stairs", samples::stairFigure(), std::nullopt},
      {"curve", samples::curveFigure(4096, false), std::nullopt},
      {"curve-log", samples::curveFigure(4096, true), std::nullopt},
      {"bits", samples::bitsFigure(), std::nullopt},
      {"mixed", samples::mixedFigure(), std::nullopt}};
  for (const View& view : views()) {
    auto figure = buildFigure(view, Params(view.schema), {samples::backend(), {}, {}});
    if (figure) {
      const QString name = QStringLiteral("view-") + QString::fromStdString(view.id);
      all.push_back({name, std::make_shared<Figure>(std::move(*figure)), std::nullopt});
    }
  }
  return all;
}

void saveScreen(const Sample& sample, ThemeKind kind, Language language, const QString& path) {
  FigureView view;
  view.resize(900, 600);
  view.setTheme(kind);
  view.setLanguage(language);
  view.show();
  view.setFigure(sample.figure, sample.window);
  waitUntilDrawn(view);
  if (QWidget* child = view.childAt(400, 300)) {
    QMouseEvent inside(QEvent::MouseMove, child->mapFrom(&view, QPointF(500, 300)),
                       view.mapToGlobal(QPointF(500, 300)), Qt::NoButton, Qt::NoButton,
                       Qt::NoModifier);
    QApplication::sendEvent(child, &inside);
  }
  QApplication::processEvents();
  view.grab().save(path);
}

void savePage(const Sample& sample, Language language, const QString& path) {
  PageOptions options;
  options.language = language;
  options.sizePoints = {84 / 25.4 * 72, 60 / 25.4 * 72};
  options.captionPoints = 7;
  options.pointsToDevice = 300.0 / 72;
  options.window = sample.window;
  QImage image((options.sizePoints * options.pointsToDevice).toSize(),
               QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::white);
  QPainter painter(&image);
  const auto report = paintFigure(painter, *sample.figure, options, {});
  painter.end();
  if (!report) {
    std::fprintf(stderr, "%s\n", renderPlain(report.error().text, Language::english).c_str());
    return;
  }
  image.save(path);
}

double medianOf(std::vector<double> numbers) {
  std::nth_element(numbers.begin(),
                   numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2),
                   numbers.end());
  return numbers[numbers.size() / 2];
}

// Zooms in a little each time, as a wheel does, and waits for the full picture.
void printTimes(const char* name, const std::shared_ptr<Figure>& figure) {
  constexpr int kSteps = 25;
  FigureView view;
  view.resize(1600, 1000);
  view.show();
  std::vector<double> compute;
  std::vector<double> paint;
  QObject::connect(&view, &FigureView::rendered, [&](double computed, double painted) {
    compute.push_back(computed);
    paint.push_back(painted);
  });
  const auto& panel = std::get<PlotPanel>(figure->panels[0]);
  for (int k = 0; k < kSteps; ++k) {
    const double part = 0.5 - 0.01 * k;
    const auto around = [part](const Axis& axis) {
      const double middle = 0.5 * (axis.first + axis.last);
      const double half = part * (axis.last - axis.first);
      return std::pair(middle - half, middle + half);
    };
    const auto [x0, x1] = around(panel.x);
    const auto [y0, y1] = around(panel.y);
    view.setFigure(figure, Zoom{x0, x1, y0, y1});
    waitUntilDrawn(view);
  }
  std::printf("%-28s compute %6.2f ms, paint %6.2f ms (medians of %zu)\n", name, medianOf(compute),
              medianOf(paint), compute.size());
}

}  // namespace
}  // namespace poscope

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "plot_pictures FOLDER [zh]\n");
    return 2;
  }
  if (QString::fromLocal8Bit(argv[1]) == QLatin1String("--time")) {
    constexpr std::int64_t kMillion = 1 << 20;
    poscope::printTimes("alibi 2^20 x 2^20", poscope::samples::alibiFigure(kMillion));
    poscope::printTimes("sinusoidal 2^20 x 2048",
                        poscope::samples::sinusoidalFigure(kMillion, 2048));
    return 0;
  }
  const QDir folder(QString::fromLocal8Bit(argv[1]));
  folder.mkpath(QStringLiteral("."));
  const auto language = argc > 2 ? poscope::Language::chinese : poscope::Language::english;
  for (const poscope::Sample& sample : poscope::allSamples()) {
    poscope::saveScreen(sample, poscope::ThemeKind::light, language,
                        folder.filePath(sample.name + "-light.png"));
    poscope::saveScreen(sample, poscope::ThemeKind::dark, language,
                        folder.filePath(sample.name + "-dark.png"));
    poscope::savePage(sample, language, folder.filePath(sample.name + "-page.png"));
  }
  return 0;
}
