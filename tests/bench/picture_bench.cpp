// From a request to a picture on screen, through the real canvas: zooming around in a view, and
// changing a parameter. Medians over several requests; offscreen, so the figures hold the painting
// but no compositor. Arguments are the beginnings of the names of cases: picture_bench decay
// dot-product
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <numeric>

#include "app/plot/figure_view.h"
#include "core/base/numbers.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/views/view.h"

using namespace poscope;

namespace {

constexpr int kRepeats = 15;
constexpr int kFewestRepeats = 3;
constexpr double kPatience = 5000;  ///< Milliseconds after which a case is not repeated once more.

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Times {
  std::vector<double> first;  ///< Until something of the new request is on screen.
  std::vector<double> full;

  [[nodiscard]] bool enough() const {
    return full.size() >= kRepeats || (full.size() >= kFewestRepeats &&
                                       std::accumulate(full.begin(), full.end(), 0.0) > kPatience);
  }
};

/// Milliseconds until the first and the complete picture of what `request` asks for. A picture
/// without cells is complete before the request returns.
void measure(FigureView& view, const std::function<void()>& request, Times& times) {
  QEventLoop loop;
  QElapsedTimer clock;
  double first = -1;
  double full = -1;
  const auto now = [&] { return static_cast<double>(clock.nsecsElapsed()) / 1e6; };
  const auto preview =
      QObject::connect(&view, &FigureView::previewed, [&] { first = first < 0 ? now() : first; });
  const auto done = QObject::connect(&view, &FigureView::rendered, [&] {
    full = now();
    first = first < 0 ? full : first;
    loop.quit();
  });
  clock.start();
  request();
  if (full < 0) {
    loop.exec();
  }
  QObject::disconnect(preview);
  QObject::disconnect(done);
  times.first.push_back(first);
  times.full.push_back(full);
}

std::shared_ptr<const Figure> figureOf(const State& state,
                                       const std::shared_ptr<const Backend>& backend) {
  auto figure = buildFigure(*findView(state.view), state.params, {backend, {}, {}});
  if (!figure) {
    std::fprintf(stderr, "%s\n", renderPlain(figure.error().text, Language::english).c_str());
    std::exit(1);
  }
  return std::make_shared<const Figure>(std::move(*figure));
}

// Windows that end at many places and sizes of the panel, by a fixed sequence.
Zoom windowNumber(const PlotPanel& panel, int k) {
  const auto part = [&](double first, double last, double at, double size) {
    return std::pair{first + (last - first) * at, first + (last - first) * (at + size)};
  };
  const double size = std::exp2(-(k % 8));
  const double at = (1 - size) * ((k * 7) % 11) / 10.0;
  const auto [x0, x1] = part(panel.x.first, panel.x.last, at, size);
  const auto [y0, y1] = part(panel.y.first, panel.y.last, at, size);
  return {x0, x1, y0, y1};
}

struct Case {
  std::string name;
  State state;
  std::string parameter;  ///< Changed for the second measurement.
  std::array<std::string, 2> values;
};

constexpr const char* kSizes[] = {"context", "length"};
constexpr const char* kLarge = "1048576";
// What pictures of these views ask most of; every view is measured as it opens and at kLarge.
constexpr const char* kHardest[] = {
    "poscope:alibi?picture=matrix&context=1048576&length=1048576",
    "poscope:sinusoidal?length=1048576&dim=2048&layout=rope",
    "poscope:decay?context=1048576&show=a",
    "poscope:decay?relation=correlated",
};

// Sets the first parameter that takes both of two values to them: formats, choices, then numbers.
bool findChange(Case& each) {
  const auto fits = [&](const std::string& name, const std::array<std::string, 2>& values) {
    each.parameter = name;
    each.values = values;
    return std::all_of(values.begin(), values.end(), [&](const std::string& value) {
      Params copy = each.state.params;
      return copy.set(name, value).has_value();
    });
  };
  const Schema& schema = each.state.params.schema();
  for (const ParameterType type : {ParameterType::format, ParameterType::choice,
                                   ParameterType::integer, ParameterType::real}) {
    for (const ParameterSpec& spec : schema) {
      if (spec.hidden || spec.type != type || spec.presentation) {
        continue;
      }
      const bool listed = spec.choices.size() > 1;
      const std::string standard = each.state.params.written(spec.name);
      const std::array<std::string, 2> values =
          listed ? std::array{spec.choices[1], spec.choices[0]}
                 : std::array{exactDecimal(spec.minimum), standard};
      if (values[0] != values[1] && fits(spec.name, values)) {
        return true;
      }
    }
  }
  return false;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const View& view : views()) {
    if (view.opensModels) {
      continue;  // A page of an opened file, and of words.
    }
    State state = defaultState(view);
    all.push_back({view.id, state, {}, {}});
    const State small = state;
    for (const char* size : kSizes) {
      (void)(state.params.has(size) && state.params.set(size, kLarge));
    }
    if (!(state == small)) {
      all.push_back({view.id + " 2^20", state, {}, {}});
    }
  }
  for (const char* link : kHardest) {
    all.push_back(
        {std::string(link).substr(std::string_view("poscope:").size()), *parseLink(link), {}, {}});
  }
  return all;
}

void run(const Case& each, const std::shared_ptr<const Backend>& backend) {
  FigureView view;
  view.resize(1680, 1060);
  view.show();
  State state = each.state;
  const auto figure = figureOf(state, backend);
  const auto* plot = std::get_if<PlotPanel>(&figure->panels.front());
  Times zoom;
  Times change;
  for (int k = 0; !zoom.enough(); ++k) {
    const bool whole = plot == nullptr || k == 0;
    const auto window = whole ? std::nullopt : std::optional(windowNumber(*plot, k));
    measure(
        view, [&] { view.setFigure(figure, window); }, zoom);
  }
  for (int k = 0; !change.enough(); ++k) {
    const auto request = [&] {
      (void)state.params.set(each.parameter, each.values[static_cast<std::size_t>(k % 2)]);
      view.setFigure(figureOf(state, backend), std::nullopt);
    };
    measure(view, request, change);
  }
  std::printf(
      "%-56s zoom: first %6.1f ms, full %6.1f ms   parameter: first %6.1f ms, full %6.1f ms (%zu, "
      "%zu)\n",
      each.name.c_str(), median(zoom.first), median(zoom.full), median(change.first),
      median(change.full), zoom.full.size(), change.full.size());
  std::fflush(stdout);
}

// Whether one of the arguments begins the name, or there are none.
bool isAsked(const std::string& name, int argc, char** argv) {
  return argc < 2 || std::any_of(argv + 1, argv + argc,
                                 [&](const char* asked) { return name.starts_with(asked); });
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const auto backend = makeCpuBackend();
  std::printf(
      "%s, canvas 1680 x 1060 (plot about 1600 x 1000), medians of %d, of slow cases of fewer\n",
      renderPlain(backend->info().description, Language::english).c_str(), kRepeats);
  for (Case& each : cases()) {
    if (isAsked(each.name, argc, argv) && findChange(each)) {
      run(each, backend);
    }
  }
  return 0;
}
