#include "app/window/state_store.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>
#include <array>
#include <mutex>

#include "app/export/file_reason.h"
#include "core/catalogue/links.h"

namespace poscope {
namespace {

constexpr int kVersion = 1;
constexpr qint64 kLargestFile = 1 << 20;
constexpr std::array<const char*, 3> kThemes{"system", "light",
                                             "dark"};  // In the order of ThemeChoice.

QString toText(const QByteArray& bytes) {
  return QString::fromLatin1(bytes.toBase64());
}

QByteArray toBytes(const QJsonValue& value) {
  return QByteArray::fromBase64(value.toString().toLatin1());
}

ThemeChoice themeOf(const QString& name) {
  for (std::size_t index = 0; index < kThemes.size(); ++index) {
    if (name == QLatin1String(kThemes.at(index))) {
      return static_cast<ThemeChoice>(index);
    }
  }
  return ThemeChoice::system;
}

/// A single page where they cannot be used.
Panes panesOf(const QJsonObject& json, int& lost) {
  Panes panes;
  for (const QJsonValue value : json.value(QLatin1String("panes")).toArray()) {
    if (const auto state = parseLink(value.toString().toStdString())) {
      panes.states.push_back(*state);
    } else {
      ++lost;
    }
  }
  panes.active = static_cast<std::size_t>(std::max(0, json.value(QLatin1String("pane")).toInt()));
  const bool usable =
      std::find(kPaneCounts.begin(), kPaneCounts.end(), panes.states.size()) != kPaneCounts.end() &&
      panes.active < panes.states.size() && panes.states.size() > 1;
  return usable ? panes : Panes();
}

/// The states of the file's links; links that are no longer understood are counted in `lost`.
StatePatch statesOf(const QJsonObject& json, int& lost) {
  StatePatch patch;
  for (const QJsonValue value : json.value(QLatin1String("states")).toArray()) {
    const auto state = parseLink(value.toString().toStdString());
    if (state) {
      patch.states.push_back(*state);
    } else {
      ++lost;
    }
  }
  patch.view = json.value(QLatin1String("view")).toString().toStdString();
  patch.model = json.value(QLatin1String("model")).toString().toStdString();
  patch.panes = panesOf(json, lost);
  return patch;
}

std::vector<OpenedFile> filesOf(const QJsonObject& json) {
  std::vector<OpenedFile> files;
  for (const QJsonValue value : json.value(QLatin1String("files")).toArray()) {
    const QJsonObject file = value.toObject();
    const std::string hash = file.value(QLatin1String("hash")).toString().toStdString();
    const std::string path = file.value(QLatin1String("path")).toString().toStdString();
    if (!hash.empty() && !path.empty()) {
      files.push_back({hash, path, {}});
    }
  }
  return files;
}

QJsonArray writtenFiles(const std::vector<OpenedFile>& files) {
  QJsonArray array;
  for (const OpenedFile& file : files) {
    array.append(QJsonObject{{QStringLiteral("hash"), QString::fromStdString(file.hash)},
                             {QStringLiteral("path"), QString::fromStdString(file.path.string())}});
  }
  return array;
}

const char* modeName(PlayMode mode) {
  return kPlayModes.at(static_cast<std::size_t>(mode));
}

// What is not known there is as at first.
PlaySettings playOf(const QJsonObject& json) {
  PlaySettings play;
  const int speed = json.value(QLatin1String("speed")).toInt();
  if (std::find(kPlaySpeeds.begin(), kPlaySpeeds.end(), speed) != kPlaySpeeds.end()) {
    play.speed = speed;
  }
  const QString mode = json.value(QLatin1String("mode")).toString();
  for (std::size_t k = 0; k < kPlayModes.size(); ++k) {
    if (mode == QLatin1String(kPlayModes.at(k))) {
      play.mode = static_cast<PlayMode>(k);
    }
  }
  return play;
}

SavedWindow savedOf(const QJsonObject& json, int& lost) {
  SavedWindow saved;
  saved.states = statesOf(json, lost);
  saved.files = filesOf(json);
  Language language = Language::english;
  if (parseLanguage(json.value(QLatin1String("language")).toString().toStdString(), language)) {
    saved.language = language;
  }
  saved.theme = themeOf(json.value(QLatin1String("theme")).toString());
  saved.geometry = toBytes(json.value(QLatin1String("geometry")));
  saved.splitter = toBytes(json.value(QLatin1String("splitter")));
  saved.sides = toBytes(json.value(QLatin1String("sides")));
  saved.sidesHidden = json.value(QLatin1String("sidesHidden")).toBool();
  saved.moreShown = json.value(QLatin1String("moreShown")).toBool();
  saved.play = playOf(json.value(QLatin1String("play")).toObject());
  if (const QJsonValue reduce = json.value(QLatin1String("reduceMotion")); reduce.isBool()) {
    saved.reduceMotion = reduce.toBool();
  }
  return saved;
}

QJsonObject jsonOf(QJsonObject json, const SavedWindow& saved) {
  QJsonArray links;
  for (const State& state : saved.states.states) {
    links.append(QString::fromStdString(formatLink(state)));
  }
  json[QLatin1String("version")] = kVersion;
  json[QLatin1String("view")] = QString::fromStdString(saved.states.view);
  json[QLatin1String("model")] = QString::fromStdString(saved.states.model);
  json[QLatin1String("states")] = links;
  QJsonArray panes;
  const Panes beside = saved.states.panes.value_or(Panes());
  for (const State& state : beside.states) {
    panes.append(QString::fromStdString(formatLink(state)));
  }
  json[QLatin1String("panes")] = panes;
  json[QLatin1String("pane")] = static_cast<int>(beside.active);
  json[QLatin1String("files")] = writtenFiles(saved.files);
  if (saved.language) {
    json[QLatin1String("language")] =
        QString::fromStdString(std::string(languageName(*saved.language)));
  }
  json[QLatin1String("theme")] = QLatin1String(kThemes.at(static_cast<std::size_t>(saved.theme)));
  json[QLatin1String("geometry")] = toText(saved.geometry);
  json[QLatin1String("splitter")] = toText(saved.splitter);
  json[QLatin1String("sides")] = toText(saved.sides);
  json[QLatin1String("sidesHidden")] = saved.sidesHidden;
  json[QLatin1String("moreShown")] = saved.moreShown;
  json[QLatin1String("play")] =
      QJsonObject{{QStringLiteral("speed"), saved.play.speed},
                  {QStringLiteral("mode"), QLatin1String(modeName(saved.play.mode))}};
  if (saved.reduceMotion) {
    json[QLatin1String("reduceMotion")] = *saved.reduceMotion;
  }
  return json;
}

Result<void> writeWhole(const QString& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(path).absolutePath());
  QSaveFile file(path);
  const bool done =
      file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
  return done ? Result<void>()
              : fileError({"window.state.unwritable",
                           {{"path", path.toStdString()}, {"reason", fileReason(file)}}});
}

}  // namespace

/// What the file holds, as far as this program wrote it.
struct StateStore::Written {
  std::mutex mutex;
  std::uint64_t number = 0;  ///< Of the writing.
  QByteArray json;
};

StateStore::StateStore(QString path)
    : path_(std::move(path)), written_(std::make_shared<Written>()) {}

QString StateStore::standardPath() {
  return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) +
         QStringLiteral("/state.json");
}

Text StateStore::setAside(const char* reasonKey) {
  for (int number = 1; number < 1000; ++number) {
    const QString target = path_ + QStringLiteral(".damaged-%1").arg(number);
    if (QFile::exists(target)) {
      continue;
    }
    if (QFile::rename(path_, target)) {
      return {reasonKey, {{"path", path_.toStdString()}, {"aside", target.toStdString()}}};
    }
    break;
  }
  return {"window.state.stuck", {{"path", path_.toStdString()}}};
}

LoadReport StateStore::load() {
  unknown_ = {};
  QFile file(path_);
  if (!file.exists()) {
    return {};
  }
  if (file.size() > kLargestFile || !file.open(QIODevice::ReadOnly)) {
    return {{}, setAside("window.state.unreadable")};
  }
  const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
  file.close();
  const QJsonObject json = document.object();
  const int version = json.value(QLatin1String("version")).toInt();
  if (!document.isObject() || version < 1) {
    return {{}, setAside("window.state.damaged")};
  }
  if (version > kVersion) {
    return {{}, setAside("window.state.newer")};
  }
  unknown_ = json;
  int lost = 0;
  LoadReport report{savedOf(json, lost), {}};
  if (lost > 0) {
    // The file goes aside before anything is written over what could not be read.
    report.message = setAside("window.state.lost");
    report.message.arguments.emplace_back("count", lost);
  }
  return report;
}

StateStore::Writing StateStore::writing(const SavedWindow& saved) {
  return [path = path_, json = QJsonDocument(jsonOf(unknown_, saved)).toJson(), written = written_,
          number = ++asked_]() -> Result<void> {
    const std::scoped_lock lock(written->mutex);
    if (number < written->number) {
      return {};
    }
    if (json != written->json) {
      POSCOPE_CHECK(writeWhole(path, json));
    }
    written->number = number;
    written->json = json;
    return {};
  };
}

}  // namespace poscope
