#include "app/window/opener.h"

#include <QFileInfo>
#include <QUrl>
#include <algorithm>
#include <array>
#include <filesystem>

#include "app/export/figure_metadata.h"
#include "app/export/picture_format.h"
#include "core/catalogue/links.h"
#include "core/model/file_bytes.h"
#include "core/model/presets.h"
#include "core/state/model_params.h"

namespace poscope {
namespace {

constexpr char kModelEnding[] = "json";
constexpr std::array<const char*, 2> kTableEndings{"npy", "safetensors"};

bool isTableEnding(const QString& ending) {
  return std::any_of(kTableEndings.begin(), kTableEndings.end(),
                     [&](const char* known) { return ending == QLatin1String(known); });
}

Result<Opened> asState(Result<State> state) {
  return std::move(state).map([](State&& good) { return Opened(std::move(good)); });
}

Result<Opened> openModel(const QString& path) {
  POSCOPE_TRY(auto config, readModelConfig(std::filesystem::path(path.toStdString())));
  if (config.broken()) {
    Text reason;
    for (const Notice& notice : config.notices) {
      if (notice.level() == NoticeLevel::error) {
        reason = notice.text;
      }
    }
    return fileError({"window.open.broken", {{"model", config.name}, {"reason", reason}}});
  }
  std::error_code ignored;
  return Opened(
      OpenedModel{std::move(config),
                  std::filesystem::absolute(std::filesystem::path(path.toStdString()), ignored)});
}

Result<Opened> openTable(const std::filesystem::path& path, const std::stop_token& stop) {
  POSCOPE_TRY(auto arrays, inspectTensors(path));
  return openTableFile(path, stop).map([&arrays](TableFile&& file) {
    return Opened(OpenedTable{std::move(file), std::move(arrays)});
  });
}

std::string hashOf(const Opened& file) {
  if (const auto* table = std::get_if<OpenedTable>(&file)) {
    return table->file.hash;
  }
  const auto* model = std::get_if<OpenedModel>(&file);
  return model == nullptr ? std::string() : modelHash(model->config);
}

}  // namespace

QStringList openedEndings() {
  QStringList endings{QLatin1String(kModelEnding)};
  for (const char* ending : kTableEndings) {
    endings += QLatin1String(ending);
  }
  for (const PictureFormat& format : pictureFormats()) {
    endings += QString::fromStdString(std::string(format.ending));
  }
  return endings;
}

Result<Opened> openArgument(const QString& argument, const std::stop_token& stop) {
  const std::string text = argument.trimmed().toStdString();
  if (looksLikeLink(text)) {
    return asState(parseLink(text));
  }
  const QUrl url(argument);
  const QString path = url.isLocalFile() ? url.toLocalFile() : argument;
  const QFileInfo file(path);
  POSCOPE_TRY(const bool exists, pathExists(path.toStdString()));
  if (!exists) {
    if (auto preset = presetConfig(text)) {
      return Opened(OpenedModel{std::move(*preset), {}});
    }
    return fileError({"window.open.missing", {{"path", path.toStdString()}}});
  }
  if (file.isDir() || file.suffix().toLower() == QLatin1String(kModelEnding)) {
    return openModel(path);
  }
  const QString ending = file.suffix().toLower();
  if (isTableEnding(ending)) {
    return openTable(std::filesystem::path(path.toStdString()), stop);
  }
  if (findPictureFormat(ending.toStdString()) != nullptr) {
    POSCOPE_TRY(const std::string link, linkFromFigureFile(path));
    return asState(parseLink(link));
  }
  return fileError({"window.open.unknown", {{"path", path.toStdString()}}});
}

Result<Opened> reopenFile(const std::filesystem::path& path, const std::string& hash,
                          const std::stop_token& stop) {
  const std::string shown = shownPath(path);
  auto opened = openArgument(QString::fromStdString(path.string()), stop);
  if (!opened) {
    return fileError({"window.reopen.failed", {{"path", shown}, {"reason", opened.error().text}}});
  }
  if (hashOf(*opened) != hash) {
    return fileError({"window.reopen.changed", {{"path", shown}}});
  }
  return opened;
}

}  // namespace poscope
