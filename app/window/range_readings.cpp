#include "app/window/range_readings.h"

#include <utility>

#include "app/panel/inspector_panel.h"
#include "app/plot/shared_cursor.h"
#include "app/window/presenter.h"

namespace poscope {
namespace {

constexpr JobPace kPace{40, 500};  // A range that is being dragged is read on its way.

}  // namespace

RangeReadings::RangeReadings(const SharedCursor& cursor, const Presenter& presenter,
                             InspectorPanel& inspector, QObject* parent)
    : QObject(parent),
      cursor_(cursor),
      presenter_(presenter),
      inspector_(inspector),
      job_(
          *this,
          [this](Result<std::vector<DetailRow>> rows) {
            // Curves that cannot be computed are told by the picture.
            inspector_.setRange(rows ? *rows : std::vector<DetailRow>());
          },
          {}, kPace) {
  connect(&cursor, &SharedCursor::rangeChanged, this, &RangeReadings::read);
  connect(&presenter, &Presenter::figureShown, this, &RangeReadings::read);
  connect(&presenter, &Presenter::sideShown, this, &RangeReadings::read);
}

void RangeReadings::read() {
  auto figure = presenter_.figure();
  const auto& range = cursor_.range();
  if (figure == nullptr || !range) {
    job_.stop();
    inspector_.setRange({});
    return;
  }
  job_.startNext(
      [figure = std::move(figure), range = *range](const Job<std::vector<DetailRow>>& job) {
        return rangeStatistics(*figure, range, job.stop);
      });
}

}  // namespace poscope
