#include "core/model/model_config.h"

#include <algorithm>
#include <system_error>

#include "core/model/architectures.h"
#include "core/model/config_keys.h"
#include "core/model/config_notes.h"
#include "core/model/config_scheme.h"
#include "core/model/file_bytes.h"
#include "core/model/json_document.h"
#include "core/model/rope_settings.h"
#include "core/model/unread_keys.h"
#include "core/numeric/format.h"

namespace poscope {
namespace {

namespace fs = std::filesystem;

std::string lastPart(std::string_view path) {
  const auto slash = path.find_last_of("/\\");
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

// models--owner--name/snapshots/<commit>/config.json -> "owner/name"; x/gpt2/config.json -> "gpt2".
std::string modelName(std::string_view fileName) {
  const fs::path path(fileName);
  const fs::path folder = path.parent_path();
  std::string name = folder.filename().string();
  if (folder.parent_path().filename() == "snapshots") {
    name = folder.parent_path().parent_path().filename().string();
  }
  if (path.filename() != "config.json" || name.empty() || name == "." || name == "..") {
    name = path.stem().string();
  }
  constexpr std::string_view kHubPrefix = "models--";
  if (name.starts_with(kHubPrefix)) {
    name.erase(0, kHubPrefix.size());
    const auto dashes = name.find("--");
    if (dashes != std::string::npos) {
      name.replace(dashes, 2, "/");
    }
  }
  return printable(name);
}

void readType(ConfigKeys& keys, ModelConfig& config) {
  if (const auto type = keys.text({"model_type"})) {
    config.modelType = type->value;
    putSetting(config, "model_type", type->value, type->keyPath);
  }
}

void readShapes(ConfigKeys& keys, ModelConfig& config) {
  const auto put = [&](const char* name, std::optional<std::int64_t>& target,
                       const std::optional<Keyed<std::int64_t>>& found) {
    if (found) {
      target = found->value;
      putSetting(config, name, settingValue(found->value), found->keyPath);
    }
  };
  put("heads", config.heads,
      keys.whole({"num_attention_heads", "n_head", "n_heads", "num_heads"}, kHeadRange));
  put("hidden_size", config.hiddenSize,
      keys.whole({"hidden_size", "n_embd", "d_model", "dim"}, kDimensionRange));
  put("context", config.context,
      keys.whole({"max_position_embeddings", "max_sequence_length", "n_positions", "max_seq_len",
                  "seq_length", "model_max_length", "n_ctx"},
                 kLengthRange));
}

// The window of layers that look back a part of the context only; 0 and less, null and a switch
// that is off mean that there is none.
void readWindow(ConfigKeys& keys, ModelConfig& config) {
  const auto used = keys.peek({"use_sliding_window"});
  const bool flag = used && used->value->kind == JsonValue::Kind::boolean;
  const auto window = keys.peek({"sliding_window", "attn_config.sliding_window_size"});
  const bool whole = window && window->value->kind == JsonValue::Kind::integer &&
                     window->value->number <= static_cast<double>(kLengthRange.highest);
  if (flag) {
    keys.settle(*used->value);
  }
  if (whole || (window && flag && !used->value->flag)) {
    keys.settle(*window->value);
  }
  if (whole && window->value->number >= 1 && !(flag && !used->value->flag)) {
    putSetting(config, "sliding_window", settingValue(window->value->integer), window->keyPath);
  }
}

std::string keyOf(const ModelConfig& config, std::string_view name) {
  const auto setting =
      std::find_if(config.settings.begin(), config.settings.end(),
                   [&](const Setting& candidate) { return candidate.name == name; });
  return setting == config.settings.end() ? std::string() : setting->keyPath;
}

void readKeyValueHeads(ConfigKeys& keys, ModelConfig& config) {
  const auto stated = keys.whole({"num_key_value_heads", "num_kv_heads", "n_head_kv",
                                  "attn_config.kv_n_heads", "multi_query_group_num", "n_kv_heads"},
                                 kHeadRange);
  const auto multiQuery = keys.boolean({"multi_query"});
  if (stated) {
    config.keyValueHeads = stated->value;
    putSetting(config, "key_value_heads", settingValue(stated->value), stated->keyPath);
  } else if (multiQuery && multiQuery->value) {
    config.keyValueHeads = 1;
    putSetting(config, "key_value_heads", "1", multiQuery->keyPath);
  } else if (config.heads) {
    config.keyValueHeads = config.heads;
    putSetting(config, "key_value_heads", settingValue(*config.heads), keyOf(config, "heads"),
               true);
  }
  if (config.heads && config.keyValueHeads && *config.heads % *config.keyValueHeads != 0) {
    addNotice(config, NoticeId::headsGroups, "num_key_value_heads",
              {{"heads", *config.heads}, {"groups", *config.keyValueHeads}});
  }
}

// hidden size / heads, rounded down as the reference code does.
void deriveHeadDim(ModelConfig& config) {
  if (!config.hiddenSize || !config.heads) {
    return;
  }
  const std::string path = keyOf(config, "hidden_size") + " / " + keyOf(config, "heads");
  config.headDim = *config.hiddenSize / *config.heads;
  putSetting(config, "head_dim", settingValue(*config.headDim), path);
  if (*config.hiddenSize % *config.heads != 0) {
    addNotice(config, NoticeId::unevenHeads, path,
              {{"hidden", *config.hiddenSize}, {"heads", *config.heads}, {"dim", *config.headDim}});
  }
}

void readHeadDim(ConfigKeys& keys, ModelConfig& config) {
  const auto rotating = keys.whole({"qk_rope_head_dim"}, kDimensionRange);
  const auto passing = keys.whole({"qk_nope_head_dim"}, kDimensionRange);
  const auto stated = keys.whole({"head_dim", "kv_channels", "d_kv"}, kDimensionRange);
  if (rotating && passing) {
    config.headDim = rotating->value + passing->value;
    putSetting(config, "head_dim", settingValue(*config.headDim),
               rotating->keyPath + " + " + passing->keyPath);
  } else if (stated) {
    config.headDim = stated->value;
    putSetting(config, "head_dim", settingValue(stated->value), stated->keyPath);
  } else {
    deriveHeadDim(config);
  }
}

void readElementType(ConfigKeys& keys, ModelConfig& config) {
  const auto found = keys.text({"dtype", "torch_dtype"});
  if (!found) {
    addNotice(config, NoticeId::noDtype, "torch_dtype");
    return;
  }
  std::string_view spelling = found->value;
  if (spelling.starts_with("torch.")) {
    spelling.remove_prefix(6);
  }
  if (spelling == "auto") {
    return;
  }
  config.dtype = std::string(spelling);
  if (const NumberFormat* const format = findFormatByDtype(spelling)) {
    config.dtype = std::string(format->id);
  } else {
    addNotice(config, NoticeId::unknownDtype, found->keyPath,
              {{"key", found->keyPath}, {"value", spelling}});
  }
  putSetting(config, "dtype", config.dtype, found->keyPath);
}

void assumeContext(const Architecture* architecture, ModelConfig& config) {
  if (!config.context && architecture != nullptr && architecture->context > 0) {
    config.context = architecture->context;
    putSetting(config, "context", settingValue(architecture->context), "model_type", true);
    addNotice(config, NoticeId::assumedContext, "max_position_embeddings",
              {{"context", architecture->context}, {"type", config.modelType}});
  } else if (!config.context) {
    addNotice(config, NoticeId::noContext, "max_position_embeddings");
  }
}

void readAlibi(ConfigKeys& keys, ModelConfig& config) {
  const auto stated = keys.positive({"attn_config.alibi_bias_max", "alibi_bias_max"});
  if (stated) {
    config.alibiBiasMax = stated->value;
  }
  putSetting(config, "alibi_bias_max", settingValue(config.alibiBiasMax),
             stated ? stated->keyPath : std::string(), !stated);
  if (!config.heads) {
    addNotice(config, NoticeId::alibiHeads, "num_attention_heads");
  }
}

void noteTwoDimensions(ConfigKeys& keys, ModelConfig& config) {
  const auto both = keys.boolean({"position_encoding_2d"});
  if (both && both->value && config.rotaryDim) {
    config.twoDimensions = true;
    addNotice(config, NoticeId::twoDimensions, both->keyPath, {{"dim", *config.rotaryDim}});
  }
  const auto dynamic = keys.boolean({"use_dynamic_ntk"});
  if (dynamic && dynamic->value) {
    addNotice(config, NoticeId::dynamicSwitch, dynamic->keyPath);
  }
}

void readDocumentNotices(const JsonDocument& document, ModelConfig& config) {
  constexpr std::size_t kMost = 20;
  for (std::size_t i = 0; i < std::min(kMost, document.duplicates.size()); ++i) {
    const JsonDuplicate& duplicate = document.duplicates[i];
    const std::string key = printable(duplicate.key);
    addNotice(config, NoticeId::duplicate, key,
              {{"key", key},
               {"first", document.place(duplicate.first).line},
               {"second", document.place(duplicate.second).line}});
  }
  if (!document.nonFinite.empty()) {
    addNotice(config, NoticeId::nonFinite, "",
              {{"line", document.place(document.nonFinite[0]).line}});
  }
}

// T5's buckets, also those of other models with such a bias. Its classes
// have 32 buckets up to 128 where a file does not say it.
void readBuckets(ConfigKeys& keys, ModelConfig& config) {
  constexpr WholeRange kBuckets{1, 1 << 24};
  const auto buckets = keys.whole({"relative_attention_num_buckets"}, kBuckets);
  const auto largest = keys.whole({"relative_attention_max_distance"}, kLengthRange);
  const bool t5 = config.modelType.find("t5") != std::string::npos;
  if (!buckets && !t5) {
    return;
  }
  const auto put = [&config](const char* name, const std::optional<Keyed<std::int64_t>>& stated,
                             const char* key, std::int64_t usual) {
    putSetting(config, name, settingValue(stated ? stated->value : usual),
               stated ? stated->keyPath : key, !stated);
  };
  put("buckets", buckets, "relative_attention_num_buckets", 32);
  put("max_distance", largest, "relative_attention_max_distance", 128);
  const auto both = keys.boolean({"is_encoder_decoder"});
  const auto decoder = keys.boolean({"is_decoder"});
  const bool back = decoder && decoder->value && !(both && both->value);
  putSetting(config, "both_ways", back ? "off" : "on", back || !both ? "is_decoder" : both->keyPath,
             !back && !both);
}

// What a scheme's own keys say.
struct SchemeReader {
  Scheme scheme;
  void (*read)(ConfigKeys& keys, const Architecture* architecture, ModelConfig& config);
};
constexpr SchemeReader kReaders[] = {
    {Scheme::rope,
     [](ConfigKeys& keys, const Architecture* architecture, ModelConfig& config) {
       readRope(keys, architecture, config);
       noteTwoDimensions(keys, config);
     }},
    {Scheme::alibi, [](ConfigKeys& keys, const Architecture* /*architecture*/,
                       ModelConfig& config) { readAlibi(keys, config); }},
    {Scheme::relative, [](ConfigKeys& keys, const Architecture* /*architecture*/,
                          ModelConfig& config) { readBuckets(keys, config); }}};

Result<ModelConfig> understand(const JsonDocument& document, std::string_view fileName) {
  ModelConfig config;
  config.name = modelName(fileName);
  config.hash = fnv1a(document.text);
  ConfigKeys keys(document, std::string(fileName));
  readDocumentNotices(document, config);
  readType(keys, config);
  const Architecture* const architecture = findArchitecture(config.modelType);
  readShapes(keys, config);
  readKeyValueHeads(keys, config);
  readHeadDim(keys, config);
  readElementType(keys, config);
  readWindow(keys, config);
  readScheme(keys, architecture, config);
  assumeContext(architecture, config);
  if (const SchemeReader* const reader = findRow(kReaders, config.scheme)) {
    reader->read(keys, architecture, config);
  }
  if (keys.error()) {
    return tl::unexpected<Error>(*keys.error());
  }
  warnOfUnreadKeys(keys, architecture, config);
  return config;
}

// The config.json of a hub cache folder: refs/main names the snapshot; else the only snapshot is
// taken.
fs::path hubCacheConfig(const fs::path& folder) {
  std::error_code failure;
  if (const auto commit = readWholeFile(folder / "refs" / "main", 256)) {
    const std::string name = lastPart(commit->substr(0, commit->find_first_of("\r\n ")));
    fs::path config = folder / "snapshots" / name / "config.json";
    if (!name.empty() && fs::exists(config, failure)) {
      return config;
    }
  }
  fs::path only;
  for (fs::directory_iterator at(folder / "snapshots", failure), end; !failure && at != end;
       at.increment(failure)) {
    const fs::path config = at->path() / "config.json";
    std::error_code missing;
    if (fs::exists(config, missing)) {
      if (!only.empty()) {
        return {};
      }
      only = config;
    }
  }
  return only;
}

}  // namespace

bool ModelConfig::broken() const {
  return std::any_of(notices.begin(), notices.end(),
                     [](const Notice& notice) { return notice.level() == NoticeLevel::error; });
}

Result<ModelConfig> parseModelConfig(std::string_view json, std::string_view fileName) {
  const std::string shown = printable(fileName, 4096);
  if (json.size() > kLargestConfigBytes) {
    return fileError(
        Text("model.error.too_big", {{"file", shown},
                                     {"bytes", static_cast<std::int64_t>(json.size())},
                                     {"limit", static_cast<std::int64_t>(kLargestConfigBytes)}}));
  }
  if (json.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return fileError(Text("model.error.empty", {{"file", shown}}));
  }
  if (gitLfsPointer(json)) {
    return fileError(Text("model.error.lfs", {{"file", shown}}));
  }
  JsonLimits limits;
  limits.acceptNonFinite = true;
  POSCOPE_TRY(const auto document, parseJson(std::string(json), shown, limits));
  if (!document.root.isObject()) {
    const JsonPlace place = document.place(document.root.offset);
    return fileError(Text("model.error.root", {{"file", shown},
                                               {"line", place.line},
                                               {"column", place.column},
                                               {"value", describeValue(document.root)}}));
  }
  return understand(document, shown);
}

Result<ModelConfig> readModelConfig(const NamedFile& file) {
  std::error_code failure;
  NamedFile read = file;
  if (fs::is_directory(file.path, failure)) {
    const fs::path own = file.path / "config.json";
    // A folder that may not be looked into says so when its file is read.
    const bool here = fs::exists(own, failure) || failure;
    const fs::path inside = here ? own : hubCacheConfig(file.path);
    if (inside.empty()) {
      return fileError(Text("model.error.no_config", {{"folder", file.name}}));
    }
    read = inside;
  }
  return readWholeFile(read, kLargestConfigBytes).and_then([&](const std::string& json) {
    return parseModelConfig(json, read.name);
  });
}

}  // namespace poscope
