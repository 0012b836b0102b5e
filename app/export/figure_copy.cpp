#include "app/export/figure_copy.h"

#include <QClipboard>
#include <QGuiApplication>

#include "app/export/picture_format.h"

namespace poscope {
namespace {

constexpr const char* kTable = "tsv";

}  // namespace

// One thing to copy, in several kinds of files of which one is made after the other.
struct FigureCopy::Wish {
  Figure figure;
  std::optional<Zoom> window;
  ExportOptions options;
  std::deque<std::string> endings;  ///< That are still to be made.
  std::unique_ptr<QMimeData> mime = std::make_unique<QMimeData>();
  Text sentence;
};

FigureCopy::FigureCopy(QObject* parent)
    : QObject(parent),
      content_(*this,
               [this](Result<FigureWriting::Content> content) { paint(std::move(content)); }),
      bytes_(*this, [this](Result<FigureBytes> made) { keep(std::move(made)); }) {}

FigureCopy::~FigureCopy() = default;

void FigureCopy::copyPicture(const Figure& figure, const std::optional<Zoom>& window,
                             const ExportOptions& options) {
  Wish wish{figure, window, options, {}, std::make_unique<QMimeData>(), "window.copied.picture"};
  for (const PictureFormat& format : pictureFormats()) {
    wish.endings.emplace_back(format.ending);
  }
  start(std::move(wish));
}

void FigureCopy::copyData(const Figure& figure, const std::optional<Zoom>& window,
                          ExportOptions options) {
  options.most = std::min(options.most, kMostCopiedNumbers);
  start({figure, window, std::move(options), {kTable}, std::make_unique<QMimeData>(), {}});
}

void FigureCopy::start(Wish wish) {
  content_.stop();
  bytes_.stop();
  wish_ = std::make_unique<Wish>(std::move(wish));
  next();
}

void FigureCopy::next() {
  if (wish_->endings.empty()) {
    finish();
    return;
  }
  auto begun =
      FigureWriting::begin(wish_->figure, wish_->window, wish_->endings.front(), wish_->options);
  if (!begun) {
    emit failed(begun.error());
    return;
  }
  writing_.emplace(std::move(*begun));
  content_.start([compute = writing_->compute()](const Job<FigureWriting::Content>& job) {
    return compute(job.stop);
  });
}

void FigureCopy::paint(Result<FigureWriting::Content> content) {
  auto encode = std::move(content).and_then(
      [this](FigureWriting::Content&& cells) { return writing_->paint(std::move(cells)); });
  writing_.reset();
  if (!encode) {
    emit failed(encode.error());
    return;
  }
  bytes_.start([encode = std::move(*encode)](const Job<FigureBytes>& job) {
    return bytesOf(encode, {{}, job.stop});
  });
}

void FigureCopy::keep(Result<FigureBytes> made) {
  if (!made) {
    emit failed(made.error());
    return;
  }
  const PictureFormat* const picture = findPictureFormat(wish_->endings.front());
  if (picture != nullptr) {
    wish_->mime->setData(QString::fromLatin1(picture->mime), made->bytes);
  } else {
    wish_->mime->setData(QStringLiteral("text/tab-separated-values"), made->bytes);
    wish_->mime->setText(QString::fromUtf8(made->bytes));
    const std::int64_t numbers = made->report.numbers;
    wish_->sentence = numbers > 0 ? Text("window.copied.numbers", {{"numbers", numbers}})
                                  : Text("window.copied.table");
  }
  wish_->endings.pop_front();
  next();
}

void FigureCopy::finish() {
  QGuiApplication::clipboard()->setMimeData(wish_->mime.release());
  const Text sentence = wish_->sentence;
  wish_.reset();
  emit copied(sentence);
}

}  // namespace poscope
