// The plots of the view scaling: by pair, and by length of the text.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/numbers.h"
#include "core/compute/array_source.h"
#include "core/encoding/frequencies.h"
#include "core/views/build_parts.h"
#include "core/views/scaling.h"

namespace poscope {
namespace {

/// Those that are drawn, the compared ones last and so on top.
std::vector<std::size_t> drawnMethods(const ScalingPage& page) {
  std::vector<std::size_t> drawn;
  for (std::size_t k = 0; k < page.all.size(); ++k) {
    const ScaledMethod& method = page.all[k];
    const bool main = k == page.a || k == page.b || k == page.reference;
    const bool wanted = method.own || (page.others && method.row->changesFrequencies);
    if (!main && wanted && method.scaled) {
      drawn.push_back(k);
    }
  }
  for (const std::size_t k : {page.reference, page.b, page.a}) {
    if (std::find(drawn.begin(), drawn.end(), k) == drawn.end()) {
      drawn.push_back(k);
    }
  }
  return drawn;
}
PointLayer layerOf(const ScalingPage& page, std::size_t k) {
  const MethodStyle style = styleOf(page, k);
  PointLayer layer;
  layer.name = style.name;
  layer.label = methodTitle(page.all[k]);
  layer.role = style.role;
  layer.faint = style.faint;
  layer.of = page.all[k].written;
  return layer;
}

// One pair is a point, several are joined.
Mark markOf(const ScalingPage& page) {
  return page.pairs() > 1 ? Mark::line : Mark::dots;
}

PointLayer curveOf(const ScalingPage& page, std::size_t k) {
  PointLayer layer = layerOf(page, k);
  layer.mark = markOf(page);
  const std::vector<double>& frequencies = page.all[k].scaled->frequencies;
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
    layer.x.push_back(static_cast<double>(pair));
    layer.y.push_back(page.value(pair, frequencies[pair]));
  }
  return layer;
}

// Of pairs that finished no turn in training: how far they may go.
PointLayer limitOf(const ScalingPage& page) {
  PointLayer layer;
  layer.name = "limit";
  layer.role = ColourRole::marked;
  layer.mark = page.unfinished > 1 ? Mark::dashed : Mark::squares;
  for (std::size_t pair = 0; pair < page.training.frequencies.size(); ++pair) {
    if (const auto most = page.training.limit(pair, static_cast<double>(page.context))) {
      layer.x.push_back(static_cast<double>(pair));
      layer.y.push_back(page.value(pair, *most));
    }
  }
  return layer;
}

// What lies beyond, down or up to the edge of the picture. It only shades: the limit is the number.
BandLayer newAngles(const ScalingPage& page, const PointLayer& limit, const Axis& y) {
  const std::vector<double> edge(limit.y.size(), page.picture->upward ? y.first : y.last);
  const bool upward = page.picture->upward;
  std::vector<double> rows = upward ? edge : limit.y;
  const std::vector<double>& high = upward ? limit.y : edge;
  rows.insert(rows.end(), high.begin(), high.end());
  BandLayer band;
  band.label = "scaling.label.new";
  band.role = ColourRole::marked;
  band.source = arraySource(std::move(rows), 2);
  band.columnFirst = limit.x.front();
  return band;
}

// Where a pair turns round once in the trained length.
PointLayer turnLine(const ScalingPage& page) {
  PointLayer line;
  line.label = {"scaling.label.turn", {{"tokens", page.methods.original}}};
  line.role = ColourRole::neutral;
  line.mark = Mark::dashed;
  for (std::size_t pair = 0; pair < page.training.frequencies.size(); ++pair) {
    line.x.push_back(static_cast<double>(pair));
    line.y.push_back(page.value(pair, frequencyOfTurn(page.training.tokens)));
  }
  return line;
}

// From the least to the greatest number of the curves, with room for what lies beyond.
void fitValues(PlotPanel& panel) {
  constexpr double kMargin = 1.5;
  ValueRange range;
  for (const Layer& layer : panel.layers) {
    for (const double y : std::get<PointLayer>(layer).y) {
      range.widen(y > 0 ? y : HUGE_VAL);
    }
  }
  panel.y.first = range.low / kMargin;
  panel.y.last = range.high * kMargin;
}

/// The numbers of a pair under the cursor.
class PairInspection final : public Inspection {
 public:
  explicit PairInspection(std::shared_ptr<const ScalingPage> page) : page_(std::move(page)) {}

  Detail at(double x, double) const override {
    Detail detail;
    const double pair = std::round(x);
    if (!(pair >= 0 && pair < static_cast<double>(page_->pairs()))) {
      return detail;
    }
    const auto at = static_cast<std::size_t>(pair);
    const TrainedAngles& training = page_->training;
    const double turns = turnsWithin(training.frequencies[at], training.tokens);
    detail.rows.push_back({"scaling.row.pair",
                           {"value.integer", {{"value", static_cast<std::int64_t>(at)}}},
                           TextRole::plain,
                           {}});
    detail.rows.push_back(
        {"scaling.row.training",
         {training.wholeTurn(at) ? "scaling.reading.whole" : "scaling.reading.part",
          {{"turns", shortDecimal(turns, 3)}}},
         TextRole::plain,
         {}});
    for (const std::size_t k : std::set{page_->reference, page_->a, page_->b}) {
      addMethod(detail, k, at);
    }
    detail.marked = true;
    detail.markX = pair;
    detail.markY = page_->value(at, page_->all[page_->a].scaled->frequencies[at]);
    return detail;
  }

 private:
  void addMethod(Detail& detail, std::size_t k, std::size_t pair) const {
    const double frequency = page_->all[k].scaled->frequencies[pair];
    const auto context = static_cast<double>(page_->context);
    const bool seen = page_->training.shows(pair, frequency, context);
    detail.rows.push_back({methodTitle(page_->all[k]),
                           {seen ? "scaling.reading.seen" : "scaling.reading.unseen",
                            {{"wavelength", wavelengthText(wavelengthTokens(frequency), 5)},
                             {"turns", shortDecimal(turnsWithin(frequency, context), 3)}}},
                           styleOf(*page_, k).text,
                           {}});
  }

  std::shared_ptr<const ScalingPage> page_;
};

// Lengths of a text: from half the trained one to twice the longer one, 16 to an octave, and the
// ones where something begins.
std::vector<double> lengthsOf(const ScalingPage& page) {
  constexpr int kStepsPerOctave = 16;
  const double first = std::max(2.0, std::floor(page.training.tokens / 2));
  const double last = 2 * std::max(page.training.tokens, static_cast<double>(page.context));
  std::set<double> lengths{last};
  // Where no scaling, and one that is set up for a factor, give out.
  for (const double end :
       {page.training.tokens, std::floor(page.training.tokens * page.methods.factor),
        static_cast<double>(page.context)}) {
    lengths.insert({std::min(end, last), std::min(end + 1, last)});
  }
  for (int step = 0;; ++step) {
    const double length =
        std::round(first * std::exp2(static_cast<double>(step) / kStepsPerOctave));
    if (length >= last) {
      break;
    }
    lengths.insert(length);
  }
  return {lengths.begin(), lengths.end()};
}

Result<std::vector<double>> unseenByLength(const ScalingPage& page, std::size_t k,
                                           const std::vector<double>& lengths,
                                           const std::stop_token& stop) {
  const ScaledMethod& method = page.all[k];
  std::vector<double> unseen;
  for (const double length : lengths) {
    if (stop.stop_requested()) {
      return cancelled();
    }
    std::vector<double> frequencies = method.scaled->frequencies;
    if (method.row->followsLength) {
      POSCOPE_TRY(auto scaled,
                  page.methods.frequenciesWith(*method.row, static_cast<std::int64_t>(length)));
      frequencies = std::move(scaled.frequencies);
    }
    unseen.push_back(static_cast<double>(page.training.unseenPairs(frequencies, length)));
  }
  return unseen;
}

/// The unseen pairs at the length under the cursor.
class LengthInspection final : public Inspection {
 public:
  explicit LengthInspection(std::vector<PointLayer> curves) : curves_(std::move(curves)) {}

  Detail at(double x, double) const override {
    Detail detail;
    const std::vector<double>& lengths = curves_.back().x;
    if (!(x >= lengths.front() && x <= lengths.back())) {
      return detail;
    }
    const auto next = std::upper_bound(lengths.begin(), lengths.end(), x);
    const auto at = static_cast<std::size_t>(next - lengths.begin()) - 1;
    const auto integer = [](double value) {
      return Text("value.integer", {{"value", static_cast<std::int64_t>(value)}});
    };
    detail.rows.push_back({"scaling.row.length", integer(lengths[at]), TextRole::plain, {}});
    for (const PointLayer& curve : curves_) {
      detail.rows.push_back({curve.label, integer(curve.y[at]), TextRole::plain, {}});
    }
    detail.marked = true;
    detail.markX = lengths[at];
    detail.markY = curves_.back().y[at];
    return detail;
  }

 private:
  std::vector<PointLayer> curves_;
};

}  // namespace

PlotPanel pairsPanel(const std::shared_ptr<const ScalingPage>& page) {
  const auto pairs = static_cast<double>(page->pairs());
  PlotPanel panel;
  panel.name = "pairs";
  panel.x = {"scaling.axis.pair", -0.5, pairs - 0.5, AxisScale::linear, AxisTicks::integers};
  panel.y.title = {page->picture->axis, {{"context", page->context}}};
  panel.y.scale = AxisScale::log2;
  panel.x.data = {"pair"};
  panel.y.data = page->picture->data;
  for (const std::size_t k : drawnMethods(*page)) {
    panel.layers.emplace_back(curveOf(*page, k));
  }
  fitValues(panel);
  if (page->unfinished > 0) {
    PointLayer limit = limitOf(*page);
    // Under all curves, also the faint ones.
    panel.layers.emplace(panel.layers.begin(), newAngles(*page, limit, panel.y));
    panel.layers.emplace_back(std::move(limit));
  }
  panel.layers.emplace_back(turnLine(*page));
  panel.inspection = std::make_shared<PairInspection>(page);
  return panel;
}

Result<PlotPanel> lengthsPanel(const ScalingPage& page, const std::stop_token& stop) {
  const std::vector<double> lengths = lengthsOf(page);
  PlotPanel panel;
  panel.name = "lengths";
  panel.title = "scaling.lengths";
  panel.x = {"scaling.axis.length", lengths.front(), lengths.back(), AxisScale::log2,
             AxisTicks::powersOfTwo};
  panel.y = {"scaling.axis.unseen", 0,
             1.1 * static_cast<double>(std::max<std::int64_t>(page.unfinished, 1)),
             AxisScale::linear, AxisTicks::integers};
  panel.x.data = {"length", "tokens"};
  panel.y.data = {"unseen", "pairs"};
  const auto context = static_cast<double>(page.context);
  panel.layers.emplace_back(StripLayer{ColourRole::marked, context, context, {}});
  std::vector<PointLayer> curves;
  for (const std::size_t k : drawnMethods(page)) {
    PointLayer curve = layerOf(page, k);
    curve.name = "unseen_" + curve.name;
    curve.mark = Mark::stairs;
    curve.x = lengths;
    POSCOPE_TRY(curve.y, unseenByLength(page, k, lengths, stop));
    panel.layers.emplace_back(curve);
    curves.push_back(std::move(curve));
  }
  panel.inspection = std::make_shared<LengthInspection>(std::move(curves));
  return panel;
}

}  // namespace poscope
