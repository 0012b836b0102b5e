// The folder of a gallery: whose files may stand in it. A hidden list names the files that a
// gallery wrote.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace poscope {

class GalleryFolder {
 public:
  /// Makes the folder when it is missing and takes it for a gallery of `files`. Errors of kind
  /// file: no folder, not writable, or it holds files that no gallery wrote.
  [[nodiscard]] static Result<GalleryFolder> open(const std::filesystem::path& path,
                                                  std::vector<std::string> files);

  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return path_ / name; }

  /// All files are written: removes those of the earlier gallery that are not among them.
  [[nodiscard]] Result<void> finish() const;

 private:
  std::filesystem::path path_;
  std::vector<std::string> files_;
  std::vector<std::string> earlier_;
};

}  // namespace poscope
