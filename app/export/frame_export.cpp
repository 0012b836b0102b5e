#include "app/export/frame_export.h"

#include "app/export/frame_page.h"
#include "core/catalogue/views.h"

namespace poscope {

FrameExport::FrameExport(QObject& owner, Progress progress, Done done)
    : progress_(std::move(progress)),
      done_(std::move(done)),
      building_(owner, [this](Result<Built> built) { accept(std::move(built)); }),
      content_(owner, [this](Result<Content> content) { paint(std::move(content)); }),
      saving_(owner, [this](const Result<ExportReport>& report) { saved(report); }) {}

void FrameExport::start(FrameOrder order) {
  order_ = std::move(order);
  ends_.clear();
  axes_.clear();
  compared_ = !draws();
  progress_(0);
  build(compared_ ? 0 : order_->frames.values.size() - 1);
}

void FrameExport::stop() {
  building_.stop();
  content_.stop();
  saving_.stop();
  writing_.reset();
  order_.reset();
}

void FrameExport::build(std::size_t frame) {
  frame_ = frame;
  State state = order_->state;
  state.params =
      withFrame(std::move(state.params), order_->frames.parameter, order_->frames.values[frame]);
  building_.start([state = std::move(state), backend = order_->backend,
                   inputs = order_->inputs](const Job<Built>& job) {
    return buildFigure(*findView(state.view), state.params, {backend, {}, job.stop, inputs})
        .map([](Figure&& figure) { return std::make_shared<const Figure>(std::move(figure)); });
  });
}

void FrameExport::accept(Result<Built> built) {
  if (!built) {
    fail(built.error());
  } else if (compared_) {
    write(*built);
  } else {
    compare(*built);
  }
}

// Before the first frame of pictures both ends are built, the last one first.
void FrameExport::compare(const Built& end) {
  axes_.remember(*end);
  ends_.push_back(*end);
  if (ends_.size() == 1) {
    build(0);
    return;
  }
  compared_ = true;
  auto options = withPageOfAll(order_->options, ends_, order_->state.zoom);
  ends_.clear();
  if (!options) {
    fail(options.error());
    return;
  }
  order_->options = std::move(*options);
  write(end);
}

void FrameExport::write(const Built& figure) {
  axes_.remember(*figure);
  auto begun = FigureWriting::begin(draws() ? axes_.fit(*figure) : *figure, order_->state.zoom,
                                    order_->ending, order_->options);
  if (!begun) {
    fail(begun.error());
    return;
  }
  writing_.emplace(std::move(*begun));
  content_.start(
      [compute = writing_->compute()](const Job<Content>& job) { return compute(job.stop); });
}

void FrameExport::paint(Result<Content> content) {
  auto encode = std::move(content).and_then(
      [this](Content&& numbers) { return writing_->paint(std::move(numbers)); });
  writing_.reset();
  if (!encode) {
    fail(encode.error());
    return;
  }
  const std::filesystem::path path = order_->names.at(static_cast<std::int64_t>(frame_) + 1);
  saving_.start([path, encode = std::move(*encode)](const Job<ExportReport>& job) {
    return saveFigure(path, encode, {job.progress, job.stop});
  });
}

void FrameExport::saved(const Result<ExportReport>& report) {
  if (!report) {
    fail(report.error());
    return;
  }
  const std::size_t written = frame_ + 1;
  if (written < order_->frames.values.size()) {
    progress_(written);
    build(written);
    return;
  }
  order_.reset();
  done_({});
}

void FrameExport::fail(const Error& error) {
  const Error told = frameError(order_->frames, frame_, error);
  order_.reset();
  done_(tl::unexpected<Error>(told));
}

}  // namespace poscope
