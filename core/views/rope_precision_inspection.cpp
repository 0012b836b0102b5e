// What is under the cursor of rope-precision: the numbers of one cell, stage by stage.
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/views/rope_precision.h"

namespace poscope {
namespace {

constexpr int kDigits = 8;

void add(Detail& detail, Text label, Text value, TextRole role = TextRole::plain) {
  detail.rows.push_back({std::move(label), std::move(value), role, {}});
}

Text number(double value) {
  return Text::verbatim(shortDecimal(value, kDigits));
}

Text positionText(std::int64_t position) {
  return {"value.plain", {{"value", position}}};
}

class ErrorInspection final : public Inspection {
 public:
  ErrorInspection(const RopePrecision& lab, PhasePipeline a, PhasePipeline b)
      : source_(lab.errors),
        start_(lab.start),
        titleA_(recipeTitle(lab.recipes.a)),
        titleB_(recipeTitle(lab.recipes.b)),
        a_(std::move(a)),
        b_(std::move(b)) {}

  Detail at(double x, double y) const override {
    const double row = std::round(y) - static_cast<double>(start_);
    const double column = std::round(x);
    Detail detail;
    if (!(row >= 0 && column >= 0 && row < static_cast<double>(source_->rows()) &&
          column < static_cast<double>(source_->columns()))) {
      return detail;
    }
    const auto position = start_ + static_cast<std::int64_t>(row);
    const auto pair = static_cast<std::int64_t>(column);
    const double exact = a_.reference.frequencies[static_cast<std::size_t>(pair)];
    const double angle = static_cast<double>(position) * exact;
    add(detail, "inspector.position", positionText(position));
    add(detail, "rope-precision.row.pair", positionText(pair));
    add(detail, "rope-precision.row.wavelength", number(wavelengthTokens(exact)));
    addSide(detail, a_, titleA_, TextRole::a, position, pair, Quantity::a);
    addSide(detail, b_, titleB_, TextRole::b, position, pair, Quantity::b);
    const SineCosine entry = sineCosine(angle);
    add(detail, "inspector.reference", number(angle), TextRole::reference);
    addEntry(detail, entry.cosine * a_.reference.tableFactor, entry.sine * a_.reference.tableFactor,
             TextRole::reference);
    detail.marked = true;
    detail.markX = column;
    detail.markY = static_cast<double>(position);
    return detail;
  }

 private:
  static void addEntry(Detail& detail, double cosine, double sine, TextRole role) {
    add(detail, "rope-precision.row.entry",
        {"rope-precision.value.entry",
         {{"cosine", shortDecimal(cosine, kDigits)}, {"sine", shortDecimal(sine, kDigits)}}},
        role);
  }

  void addSide(Detail& detail, const PhasePipeline& side, const Text& title, TextRole role,
               std::int64_t position, std::int64_t pair, Quantity quantity) const {
    const double frequency = side.frequencies[static_cast<std::size_t>(pair)];
    const double made = phasePosition(side.stages, static_cast<double>(position));
    const double angle = RecurrentAngle::of(side.stages, made, frequency, pair);
    const SineCosine entry = phaseEntry(side.stages, angle);
    const double error = source_->value(position - start_, pair, quantity);
    add(detail, title, {"rope-precision.value.error", {{"error", shortDecimal(error, 4)}}}, role);
    add(detail, "rope-precision.row.stored-position", Text::verbatim(exactText(made)), role);
    add(detail, "rope-precision.row.angle", number(angle), role);
    addEntry(detail, entry.cosine, entry.sine, role);
  }

  std::shared_ptr<const CellSource> source_;
  std::int64_t start_;
  Text titleA_;
  Text titleB_;
  PhasePipeline a_;
  PhasePipeline b_;
};

class WorstInspection final : public Inspection {
 public:
  WorstInspection(const RopePrecision& lab, Side shown)
      : source_(lab.worst),
        start_(lab.start),
        shown_(shown),
        titleA_(recipeTitle(lab.recipes.a)),
        titleB_(recipeTitle(lab.recipes.b)) {}

  Detail at(double x, double) const override {
    const double column = std::round(x) - static_cast<double>(start_);
    Detail detail;
    if (!(column >= 0 && column < static_cast<double>(source_->columns()))) {
      return detail;
    }
    const auto c = static_cast<std::int64_t>(column);
    const double a = source_->value(0, c, Quantity::a);
    const double b = source_->value(0, c, Quantity::b);
    add(detail, "inspector.position", positionText(start_ + c));
    add(detail, titleA_, number(a), TextRole::a);
    add(detail, titleB_, number(b), TextRole::b);
    detail.marked = true;
    detail.markX = std::round(x);
    detail.markY = shown_ == Side::b ? b : a;
    return detail;
  }

 private:
  std::shared_ptr<const CellSource> source_;
  std::int64_t start_;
  Side shown_;
  Text titleA_;
  Text titleB_;
};

}  // namespace

Result<std::shared_ptr<const Inspection>> errorInspection(const RopePrecision& lab) {
  const auto pipeline = [&](const Recipe& recipe) {
    return phasePipeline(recipe, lab.shape, *lab.recipes.format, lab.start + lab.context,
                         lab.recipes.overflow);
  };
  POSCOPE_TRY(auto a, pipeline(lab.drawn.a));
  POSCOPE_TRY(auto b, pipeline(lab.drawn.b));
  return std::make_shared<ErrorInspection>(lab, std::move(a), std::move(b));
}

std::shared_ptr<const Inspection> worstInspection(const RopePrecision& lab, Side shown) {
  return std::make_shared<WorstInspection>(lab, shown);
}

}  // namespace poscope
