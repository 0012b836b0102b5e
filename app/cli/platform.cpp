#include "app/cli/platform.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QLibraryInfo>
#include <QPluginLoader>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
#if defined(__linux__)
#include <dlfcn.h>

#include "core/base/words.h"
#endif

namespace poscope {

#if defined(__linux__)

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

template <typename Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

// Both libraries are those that Qt's platforms use; without them it is Qt that has to say so.
bool reachesX() {
  void* const library = dlopen("libxcb.so.1", RTLD_NOW);
  if (library == nullptr) {
    return true;
  }
  const auto connect = symbol<void* (*)(const char*, int*)>(library, "xcb_connect");
  const auto hasError = symbol<int (*)(void*)>(library, "xcb_connection_has_error");
  const auto disconnect = symbol<void (*)(void*)>(library, "xcb_disconnect");
  if (connect == nullptr || hasError == nullptr || disconnect == nullptr) {
    return true;
  }
  void* const connection = connect(nullptr, nullptr);
  const bool reached = hasError(connection) == 0;
  disconnect(connection);
  return reached;
}

bool reachesWayland() {
  const std::string display = environment("WAYLAND_DISPLAY");
  if (display.empty() || (display.front() != '/' && environment("XDG_RUNTIME_DIR").empty())) {
    return false;
  }
  void* const library = dlopen("libwayland-client.so.0", RTLD_NOW);
  if (library == nullptr) {
    return false;
  }
  const auto connect = symbol<void* (*)(const char*)>(library, "wl_display_connect");
  const auto disconnect = symbol<void (*)(void*)>(library, "wl_display_disconnect");
  if (connect == nullptr || disconnect == nullptr) {
    return false;
  }
  void* const connection = connect(nullptr);
  if (connection != nullptr) {
    disconnect(connection);
  }
  return connection != nullptr;
}

// Platforms that draw elsewhere (offscreen, vnc, the frame buffer) need no display.
bool reachesDisplayOf(const std::string& platform) {
  if (platform == "xcb") {
    return reachesX();
  }
  return platform.starts_with("wayland") ? reachesWayland() : true;
}

// The plugins' files by the names that they answer to.
std::map<std::string, QString> installedPlatforms() {
  QStringList folders{qEnvironmentVariable("QT_QPA_PLATFORM_PLUGIN_PATH"),
                      QLibraryInfo::path(QLibraryInfo::PluginsPath) + "/platforms"};
  for (const QString& path : qEnvironmentVariable("QT_PLUGIN_PATH").split(':')) {
    folders.append(path.isEmpty() ? path : path + "/platforms");
  }
  folders.removeAll(QString());
  std::map<std::string, QString> platforms;
  for (const QString& folder : folders) {
    for (const QString& file : QDir(folder).entryList({"*.so"}, QDir::Files)) {
      const QString path = folder + "/" + file;
      const QJsonObject data = QPluginLoader(path).metaData()["MetaData"].toObject();
      for (const QJsonValue key : data["Keys"].toArray()) {
        platforms.emplace(key.toString().toLower().toStdString(), path);
      }
    }
  }
  return platforms;
}

// "xcb;wayland:argument" is a list of platforms that Qt tries in turn.
std::vector<std::string> wantedPlatforms(const QString& wanted) {
  std::vector<std::string> names;
  for (const QString& each : wanted.split(';', Qt::SkipEmptyParts)) {
    names.push_back(each.section(':', 0, 0).trimmed().toLower().toStdString());
  }
  return names;
}

tl::unexpected<Error> noDisplay() {
  std::string display = environment("DISPLAY");
  const std::string wayland = environment("WAYLAND_DISPLAY");
  display += display.empty() || wayland.empty() ? wayland : ", " + wayland;
  return display.empty() ? usageError("command.error.display")
                         : usageError({"command.error.display.reach", {{"display", display}}});
}

Result<void> checkLoads(const std::string& name, const QString& path) {
  QPluginLoader loader(path);
  return loader.load()
             ? Result<void>()
             : usageError({"command.error.platform.load",
                           {{"value", name}, {"reason", loader.errorString().toStdString()}}});
}

}  // namespace

Result<void> checkWindowPlatform() {
  const std::map<std::string, QString> installed = installedPlatforms();
  if (installed.empty()) {
    return {};  // They are linked into the program, or Qt says what is missing.
  }
  const QString asked = qEnvironmentVariable("QT_QPA_PLATFORM");
  std::vector<std::string> names =
      asked.isEmpty() ? std::vector<std::string>{"xcb", "wayland"} : wantedPlatforms(asked);
  std::erase_if(names, [&](const std::string& name) { return !installed.contains(name); });
  if (names.empty() && asked.isEmpty()) {
    return {};
  }
  if (names.empty()) {
    return usageError(
        {"command.error.platform",
         {{"value", asked.toStdString()},
          {"expected", joinWords(installed, [](const auto& each) { return each.first; })}}});
  }
  const auto usable = std::find_if(names.begin(), names.end(), reachesDisplayOf);
  if (usable == names.end()) {
    return noDisplay();
  }
  if (asked.isEmpty() && *usable == "wayland") {
    qputenv("QT_QPA_PLATFORM", "wayland");  // Qt would try X alone and give up.
  }
  return checkLoads(*usable, installed.at(*usable));
}

#else

Result<void> checkWindowPlatform() {
  return {};
}

#endif

}  // namespace poscope
