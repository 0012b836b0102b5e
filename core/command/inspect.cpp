#include "core/command/inspect.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "core/command/file_kind.h"
#include "core/command/text_table.h"
#include "core/model/array_file.h"
#include "core/model/file_bytes.h"
#include "core/model/model_config.h"

namespace poscope {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

constexpr std::size_t kMostRows = 10'000;

std::string say(const char* key, Language language) {
  return renderPlain(Text(key), language);
}

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], shownWidth(row[i]));
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += " " + row[i] + std::string(widths[i] - shownWidth(row[i]) + 1, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t size : shape) {
    text += text.empty() ? std::to_string(size) : " x " + std::to_string(size);
  }
  return text.empty() ? "1" : text;
}

std::string noticeText(const Notice& notice, Language language) {
  const std::string level = "inspect.level_" + std::string(noticeLevelName(notice.level()));
  return renderPlain(Text("inspect.notice", {{"level", Text(level)}, {"text", notice.text}}),
                     language);
}

std::string noticesText(const std::vector<Notice>& notices, Language language) {
  std::string text;
  if (!notices.empty()) {
    text += "\n" + say("inspect.notices", language) + "\n";
  }
  for (const Notice& notice : notices) {
    text += "  " + noticeText(notice, language) + "\n";
  }
  return text;
}

Json noticesJson(const std::vector<Notice>& notices, Language language) {
  Json list = Json::array();
  for (const Notice& notice : notices) {
    list.push_back({{"level", noticeLevelName(notice.level())},
                    {"key", notice.keyPath},
                    {"code", notice.rule()},
                    {"text", renderPlain(notice.text, language)}});
  }
  return list;
}

std::string dump(const Json& json) {
  // Metadata may hold any text; what is no UTF-8 was refused by the reader already.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string orderText(const ArrayInfo& info, Language language) {
  if (info.fortranOrder && info.bigEndian) {
    return say("inspect.order_both", language);
  }
  return info.fortranOrder ? say("inspect.order_fortran", language)
         : info.bigEndian  ? say("inspect.order_big", language)
                           : std::string();
}

std::string arraysText(const ArrayFile& file, Language language) {
  const bool named = file.kind == ArrayFileKind::safetensors;
  std::vector<Row> rows;
  const auto heading = [&](const char* key) { return say(key, language); };
  rows.push_back({heading("inspect.column_type"), heading("inspect.column_shape"),
                  heading("inspect.column_bytes"), heading("inspect.column_order")});
  const std::size_t shown = std::min(file.arrays.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const ArrayInfo& info = file.arrays[i];
    rows.push_back(
        {info.dtype, shapeText(info.shape), std::to_string(info.bytes), orderText(info, language)});
  }
  if (named) {
    rows[0].insert(rows[0].begin(), heading("inspect.column_name"));
    for (std::size_t i = 0; i < shown; ++i) {
      rows[i + 1].insert(rows[i + 1].begin(), printable(file.arrays[i].name, 200));
    }
  }
  std::string text = table(rows);
  if (shown < file.arrays.size()) {
    const auto rest = static_cast<std::int64_t>(file.arrays.size() - shown);
    text += "  " + renderPlain(Text("inspect.more", {{"count", rest}}), language) + "\n";
  }
  return text;
}

std::string arrayFileText(const std::string& name, const ArrayFile& file, Language language) {
  const std::string title = "inspect.title_" + std::string(arrayFileKindName(file.kind));
  std::string text =
      renderPlain(Text(title, {{"file", name},
                               {"version", file.version},
                               {"bytes", static_cast<std::int64_t>(file.fileBytes)}}),
                  language) +
      "\n";
  const auto count = static_cast<std::int64_t>(file.arrays.size());
  text += "\n" + renderPlain(Text("inspect.arrays", {{"count", count}}), language) + "\n";
  text += arraysText(file, language);
  if (!file.metadata.empty()) {
    std::vector<Row> rows;
    for (const auto& [key, value] : file.metadata) {
      rows.push_back({printable(key), printable(value, 200)});
    }
    text += "\n" + say("inspect.metadata", language) + "\n" + table(rows);
  }
  return text + noticesText(file.notices, language);
}

std::string arrayFileJson(const std::string& name, const ArrayFile& file, Language language) {
  Json arrays = Json::array();
  for (const ArrayInfo& info : file.arrays) {
    Json row{{"name", info.name},
             {"dtype", info.dtype},
             {"shape", info.shape},
             {"fortran_order", info.fortranOrder},
             {"big_endian", info.bigEndian},
             {"begin", info.begin},
             {"bytes", info.bytes}};
    if (!info.readAs.empty()) {
      row["read_as"] = info.readAs;
    }
    arrays.push_back(std::move(row));
  }
  Json metadata = Json::object();
  for (const auto& [key, value] : file.metadata) {
    metadata[key] = value;
  }
  Json report{{"file", name}, {"kind", arrayFileKindName(file.kind)}};
  if (!file.version.empty()) {
    report["version"] = file.version;
  }
  report["bytes"] = file.fileBytes;
  report["arrays"] = std::move(arrays);
  report["metadata"] = std::move(metadata);
  report["notices"] = noticesJson(file.notices, language);
  return dump(report);
}

std::string configText(const std::string& name, const ModelConfig& config, Language language) {
  std::string text =
      renderPlain(Text("inspect.title_config", {{"file", name}, {"name", config.name}}), language);
  text += "\n\n" + say("inspect.settings", language) + "\n";
  std::vector<Row> rows;
  for (const Setting& setting : config.settings) {
    const std::string assumed = setting.assumed ? say("inspect.assumed", language) : "";
    rows.push_back({setting.name, setting.value, setting.keyPath, assumed});
  }
  text += table(rows) + noticesText(config.notices, language);
  return text + "\n" + renderPlain(Text("inspect.use_model", {{"file", name}}), language) + "\n";
}

std::string configJson(const std::string& name, const ModelConfig& config, Language language) {
  Json settings = Json::array();
  for (const Setting& setting : config.settings) {
    settings.push_back({{"name", setting.name},
                        {"value", setting.value},
                        {"key", setting.keyPath},
                        {"assumed", setting.assumed}});
  }
  Json report{{"file", name},
              {"kind", "config"},
              {"name", config.name},
              {"model_type", config.modelType},
              {"scheme", schemeName(config.scheme)},
              {"settings", std::move(settings)},
              {"notices", noticesJson(config.notices, language)}};
  return dump(report);
}

bool isConfig(const std::filesystem::path& path, const KnownFile& known) {
  std::error_code failure;
  return std::filesystem::is_directory(path, failure) || path.extension() == ".json" ||
         known.kind == FileKind::json;
}

}  // namespace

Result<CommandOutput> inspectCommand(const NamedFile& file, bool json, Language language) {
  const KnownFile known = fileKindOf(file.path);
  if (known.kind == FileKind::picture || known.kind == FileKind::other) {
    const bool picture = known.kind == FileKind::picture;
    return fileError({picture ? "inspect.error.picture" : "inspect.error.kind",
                      {{"file", file.name}, {"kind", known.name}}});
  }
  if (isConfig(file.path, known)) {
    return readModelConfig(file).map([&](const ModelConfig& config) {
      return CommandOutput{
          json ? configJson(file.name, config, language) : configText(file.name, config, language),
          config.broken() ? 1 : 0};
    });
  }
  return inspectArrayFile(file).map([&](const ArrayFile& held) {
    return CommandOutput{
        json ? arrayFileJson(file.name, held, language) : arrayFileText(file.name, held, language),
        0};
  });
}

}  // namespace poscope
