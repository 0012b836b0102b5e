#include "core/state/inputs.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

namespace fs = std::filesystem;

std::string identity(const std::shared_ptr<const ModelConfig>& model) {
  return model == nullptr ? std::string() : hexText(model->hash) + model->name;
}

std::string identity(const std::shared_ptr<const TableFile>& table) {
  return table == nullptr ? std::string() : table->hash + table->path.string();
}

// A view has one of them.
constexpr FileHandles kFileHandles[] = {{parameter::kFile, parameter::kFileHash},
                                        {parameter::kModel, parameter::kHash}};

}  // namespace

const FileHandles* fileHandles(const Params& params) {
  const auto* const found = std::find_if(
      std::begin(kFileHandles), std::end(kFileHandles), [&params](const FileHandles& handles) {
        return params.has(handles.name) && params.has(handles.hash);
      });
  return found == std::end(kFileHandles) ? nullptr : found;
}

const TableFile* namedTable(const Params& params, const Inputs& inputs) {
  const FileHandles* const handles = fileHandles(params);
  const TableFile* const table = inputs.table.get();
  if (handles == nullptr || table == nullptr || table->name != params.text(handles->name)) {
    return nullptr;
  }
  const std::string& hash = params.text(handles->hash);
  return hash.empty() || hash == table->hash ? table : nullptr;
}

bool operator==(const Inputs& left, const Inputs& right) {
  return identity(left.model) == identity(right.model) &&
         identity(left.table) == identity(right.table);
}

Result<TableFile> openTableFile(const fs::path& path, const std::stop_token& stop) {
  POSCOPE_TRY(const auto bytes, plainFileBytes(path));
  std::error_code ignored;
  TableFile file;
  file.path = fs::absolute(path, ignored);
  file.name = path.filename().string();
  file.bytes = bytes;
  file.modified = fs::last_write_time(path, ignored);
  return hashFile(path, stop).map([&](std::uint64_t hash) {
    file.hash = hexText(hash);
    return file;
  });
}

Result<void> checkUnchanged(const TableFile& file, const std::stop_token& stop) {
  std::error_code failed;
  if (fs::file_size(file.path, failed) == file.bytes &&
      fs::last_write_time(file.path, failed) == file.modified && !failed) {
    return {};
  }
  POSCOPE_TRY(const auto now, openTableFile(file.path, stop));
  if (now.hash != file.hash) {
    return fileError({"state.error.changed", {{"file", shownPath(file.path)}}});
  }
  return {};
}

}  // namespace poscope
