#include "core/model/config_scheme.h"

#include <algorithm>

#include "core/model/config_notes.h"

namespace poscope {
namespace {

struct EncodingName {
  std::string_view spelling;
  Scheme scheme;
  bool leftOver = false;  // BERT's classes write it, also those of models with another scheme.
};
// Values of position_embedding_type and its like.
constexpr EncodingName kEncodingNames[] = {
    {"rope", Scheme::rope},
    {"rotary", Scheme::rope},
    {"rope_gptj", Scheme::rope},
    {"alibi", Scheme::alibi},
    {"absolute", Scheme::learned, true},
    {"learned", Scheme::learned},
    {"learned_absolute", Scheme::learned},
    {"sinusoidal", Scheme::sinusoidal},
    {"relative_key", Scheme::relative},
    {"relative_key_query", Scheme::relative},
    {"none", Scheme::none},
    {"nope", Scheme::none},
};

void setScheme(ModelConfig& config, Scheme scheme, std::string_view keyPath, bool assumed) {
  config.scheme = scheme;
  putSetting(config, "scheme", std::string(schemeName(scheme)), keyPath, assumed);
}

const EncodingName* findEncodingName(const JsonValue& value) {
  const auto* const row =
      std::find_if(std::begin(kEncodingNames), std::end(kEncodingNames),
                   [&](const EncodingName& candidate) { return candidate.spelling == value.text; });
  return value.kind == JsonValue::Kind::text && row != std::end(kEncodingNames) ? row : nullptr;
}

// A switch that names the scheme outright. `alibi: false` only rules ALiBi out.
bool readSwitch(ConfigKeys& keys, ModelConfig& config) {
  const auto alibi = keys.boolean({"attn_config.alibi", "alibi", "use_alibi"});
  if (alibi && alibi->value) {
    setScheme(config, Scheme::alibi, alibi->keyPath, false);
    return true;
  }
  const auto rope = keys.boolean({"attn_config.rope"});
  if (rope && rope->value) {
    setScheme(config, Scheme::rope, rope->keyPath, false);
    return true;
  }
  return false;
}

// Baichuan's code, not a key, decides: 13B (40 heads) has ALiBi, 7B (32 heads) RoPE.
void assumeBaichuan(ModelConfig& config) {
  constexpr std::int64_t kAlibiHeads = 40;
  const bool alibi = config.heads == kAlibiHeads;
  setScheme(config, alibi ? Scheme::alibi : Scheme::rope, "model_type", true);
  addNotice(config, alibi ? NoticeId::baichuanAlibi : NoticeId::baichuanRope, "model_type",
            {{"heads", config.heads.value_or(0)}});
}

// What the model's type and the keys of one scheme tell.
void inferScheme(const ConfigKeys& keys, const Architecture* architecture, ModelConfig& config) {
  if (config.modelType == "baichuan") {
    assumeBaichuan(config);
    return;
  }
  const auto ropeKey =
      keys.peek({"rope_theta", "rope_parameters", "rope_scaling", "rotary_emb_base", "rotary_pct",
                 "rotary_dim", "rope_ratio", "qk_rope_head_dim", "partial_rotary_factor",
                 "global_rope_theta", "attn_config.rope_theta"});
  const bool keyDecides =
      ropeKey && (architecture == nullptr || architecture->scheme == Scheme::rope);
  if (keyDecides) {
    setScheme(config, Scheme::rope, ropeKey->keyPath, false);
  } else if (architecture != nullptr) {
    setScheme(config, architecture->scheme, "model_type", true);
  } else {
    setScheme(config, Scheme::unknown, "model_type", true);
    addNotice(config, config.modelType.empty() ? NoticeId::noScheme : NoticeId::unknownScheme,
              "model_type", {{"type", config.modelType}});
  }
}

}  // namespace

void readScheme(ConfigKeys& keys, const Architecture* architecture, ModelConfig& config) {
  const auto named = keys.peek({"position_embedding_type", "position_encoding_type"});
  const EncodingName* const name = named ? findEncodingName(*named->value) : nullptr;
  const bool leftOver = name != nullptr && name->leftOver && architecture != nullptr &&
                        architecture->scheme != name->scheme;
  if (!readSwitch(keys, config)) {
    if (name != nullptr && !leftOver) {
      setScheme(config, name->scheme, named->keyPath, false);
    } else {
      inferScheme(keys, architecture, config);
    }
  }
  if (leftOver || (name != nullptr && name->scheme == config.scheme)) {
    keys.settle(*named->value);
  }
}

}  // namespace poscope
