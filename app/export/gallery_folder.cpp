#include "app/export/gallery_folder.h"

#include <algorithm>
#include <fstream>

#include "app/export/file_save.h"
#include "core/base/system_error.h"

namespace poscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kListName = ".poscope-gallery";
constexpr std::size_t kMostNames = 10'000;

Error folderError(const fs::path& path, const std::error_code& reason) {
  return {ErrorKind::file,
          {"export.gallery.folder", {{"path", path.string()}, {"reason", systemReason(reason)}}}};
}

// The list may have been edited: only plain names of this folder are taken from it.
bool isPlainName(const std::string& name) {
  return !name.empty() && name.find('/') == std::string::npos && name != "." && name != "..";
}

std::vector<std::string> readList(const fs::path& path) {
  std::vector<std::string> names;
  std::ifstream stream(path);
  for (std::string line; names.size() < kMostNames && std::getline(stream, line);) {
    if (isPlainName(line)) {
      names.push_back(line);
    }
  }
  return names;
}

Result<void> writeList(const fs::path& folder, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += name + '\n';
  }
  return saveWhole(folder / kListName, text, {});
}

// What a killed run leaves of a file: its name, a dot and six letters (QSaveFile's temporary
// names).
bool isLeftover(std::string_view name, std::string_view of) {
  constexpr std::size_t kLetters = 7;
  return name.size() == of.size() + kLetters && name.starts_with(of) && name[of.size()] == '.';
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Result<void> checkEntries(const fs::path& folder, const std::vector<std::string>& earlier) {
  std::error_code reason;
  for (fs::directory_iterator entry(folder, reason), end; !reason && entry != end;
       entry.increment(reason)) {
    const std::string name = entry->path().filename().string();
    const bool leftover = isLeftover(name, kListName) ||
                          std::any_of(earlier.begin(), earlier.end(), [&](const std::string& each) {
                            return isLeftover(name, each);
                          });
    if (leftover) {
      fs::remove(entry->path(), reason);
    } else if (name != kListName && !contains(earlier, name)) {
      return fileError({"export.gallery.foreign", {{"path", folder.string()}, {"file", name}}});
    }
  }
  return reason ? Result<void>(tl::unexpected<Error>(folderError(folder, reason))) : Result<void>();
}

}  // namespace

Result<GalleryFolder> GalleryFolder::open(const fs::path& path, std::vector<std::string> files) {
  std::error_code reason;
  fs::create_directories(path, reason);
  if (!reason && !fs::is_directory(path, reason) && !reason) {
    reason = std::make_error_code(std::errc::not_a_directory);
  }
  if (reason) {
    return tl::unexpected<Error>(folderError(path, reason));
  }
  GalleryFolder folder;
  folder.path_ = path;
  folder.files_ = std::move(files);
  folder.earlier_ = readList(path / kListName);
  // Until the end, files of both galleries are ours.
  std::vector<std::string> both = folder.earlier_;
  std::copy_if(folder.files_.begin(), folder.files_.end(), std::back_inserter(both),
               [&](const std::string& name) { return !contains(folder.earlier_, name); });
  return checkEntries(path, folder.earlier_)
      .and_then([&] { return writeList(path, both); })
      .map([&] { return folder; });
}

Result<void> GalleryFolder::finish() const {
  for (const std::string& name : earlier_) {
    if (!contains(files_, name)) {
      std::error_code ignored;  // A file that is gone already is no fault.
      fs::remove(path_ / name, ignored);
    }
  }
  return writeList(path_, files_);
}

}  // namespace poscope
