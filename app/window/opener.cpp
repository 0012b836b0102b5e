#include "app/window/opener.h"

#include <QFileInfo>
#include <QUrl>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "app/export/figure_metadata.h"
#include "core/catalogue/links.h"

namespace poscope {
namespace {

constexpr std::array<const char*, 3> kFigureEndings{"png", "svg", "pdf"};

constexpr std::array<const char*, 2> kTableEndings{"npy", "safetensors"};

template <std::size_t kCount>
bool endsLike(const QFileInfo& file, const std::array<const char*, kCount>& endings) {
  const QString ending = file.suffix().toLower();
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* known) { return ending == QLatin1String(known); });
}

Result<Opened> asState(Result<State> state) {
  return std::move(state).map([](State&& good) { return Opened(std::move(good)); });
}

Result<Opened> openModel(const QString& path) {
  auto config = readModelConfig(std::filesystem::path(path.toStdString()));
  if (!config) {
    return tl::unexpected(config.error());
  }
  if (config->broken()) {
    Text reason;
    for (const Notice& notice : config->notices) {
      if (notice.level() == NoticeLevel::error) {
        reason = notice.text;
      }
    }
    return fileError({"window.open.broken", {{"model", config->name}, {"reason", reason}}});
  }
  return Opened(std::move(*config));
}

}  // namespace

Result<Opened> openArgument(const QString& argument) {
  const std::string text = argument.trimmed().toStdString();
  if (looksLikeLink(text)) {
    return asState(parseLink(text));
  }
  const QUrl url(argument);
  const QString path = url.isLocalFile() ? url.toLocalFile() : argument;
  const QFileInfo file(path);
  if (!file.exists()) {
    return fileError({"window.open.missing", {{"path", path.toStdString()}}});
  }
  if (file.isDir() || file.suffix().toLower() == QLatin1String("json")) {
    return openModel(path);
  }
  if (endsLike(file, kTableEndings)) {
    return Opened(OpenedTable{std::filesystem::path(path.toStdString())});
  }
  if (endsLike(file, kFigureEndings)) {
    const auto link = linkFromFigureFile(path);
    return link ? asState(parseLink(*link)) : tl::unexpected(link.error());
  }
  return fileError({"window.open.unknown", {{"path", path.toStdString()}}});
}

Opener::Opener(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
}

Opener::~Opener() {
  pool_.waitForDone();
}

void Opener::open(const QString& argument) {
  pool_.start([this, argument] {
    auto result = std::make_shared<Result<Opened>>(openArgument(argument));
    QMetaObject::invokeMethod(
        this,
        [this, result] {
          if (*result) {
            emit opened(**result);
          } else {
            emit failed(result->error());
          }
        },
        Qt::QueuedConnection);
  });
}

}  // namespace poscope
