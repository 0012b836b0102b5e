#include "core/model/unread_keys.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_set>

#include "core/model/config_notes.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;

// What shows that a key may concern positions, in the spelling of spelledOut: the first letters of
// a word, or with "_" behind them a whole word.
struct PositionWord {
  std::string_view part;
  bool ofLayers = false;  // Which layers see what: of no account where nothing is computed.
};
constexpr PositionWord kWords[] = {
    {"_rope"},
    {"_norope"},
    {"_nope_"},
    {"_mrope"},
    {"_longrope"},
    {"_rotary"},
    {"_rotat"},
    {"_theta"},
    {"_alibi"},
    {"_position"},
    {"_pos_"},
    {"_posemb"},
    {"_sinus"},
    {"_xpos"},
    {"_yarn"},
    {"_ntk"},
    {"_scaling"},
    {"_relative_att"},
    {"_wavelength"},
    {"_logn"},
    {"_inv_freq"},
    {"_base_freq"},
    {"_freq_base"},
    {"_context_len"},
    {"_interpol"},
    {"_extrapol"},
    {"_temperature_tuning"},
    {"_floor_scale"},
    {"_global_head"},
    {"_layer_type", true},
    {"_layers_block_type", true},
    {"_block_type", true},
    {"_layer_pattern", true},
    {"_override_pattern", true},
    {"_sliding", true},
    {"_swa_", true},
    {"_window", true},
    {"_attn_layer", true},
    {"_attn_type", true},
    {"_attention_type", true},
    {"_full_attn", true},
    {"_attention_interval", true},
    {"_global_att", true},
    {"_local_att", true},
    {"_attention_chunk", true},
    {"_chunk_att", true},
};

/// What a rule about a key may ask.
struct Reading {
  const Architecture* architecture;
  const ModelConfig& config;

  [[nodiscard]] bool is(Scheme scheme) const { return config.scheme == scheme; }
  // Each kind of layer is judged, or all are known to be of one kind.
  [[nodiscard]] bool judgesEachKind() const {
    return config.rope.size() > 1 ||
           (is(Scheme::rope) && architecture != nullptr && !architecture->layersDiffer);
  }
  [[nodiscard]] bool computesPositions() const {
    constexpr Scheme kNothing[] = {Scheme::learned, Scheme::relative, Scheme::none,
                                   Scheme::unknown};
    return std::find(std::begin(kNothing), std::end(kNothing), config.scheme) == std::end(kNothing);
  }
};

bool always(const JsonValue& /*value*/, const Reading& /*reading*/) {
  return true;
}

bool isNumber(const JsonValue& value) {
  return value.kind == Kind::integer || value.kind == Kind::real;
}

bool whenOff(const JsonValue& value, const Reading& /*reading*/) {
  return (value.kind == Kind::boolean && !value.flag) || (isNumber(value) && value.number <= 0);
}

bool whenOne(const JsonValue& value, const Reading& /*reading*/) {
  return isNumber(value) && value.number == 1;
}

// A switch that says of RoPE what was understood anyway.
bool whenAgreeing(const JsonValue& value, const Reading& reading) {
  return value.kind == Kind::boolean && value.flag == reading.is(Scheme::rope);
}

bool whenAlibi(const JsonValue& /*value*/, const Reading& reading) {
  return reading.is(Scheme::alibi);
}

bool whenNotAlibi(const JsonValue& /*value*/, const Reading& reading) {
  return !reading.is(Scheme::alibi);
}

bool whenRelative(const JsonValue& /*value*/, const Reading& reading) {
  return reading.is(Scheme::relative);
}

bool whenSinusoidal(const JsonValue& /*value*/, const Reading& reading) {
  return reading.is(Scheme::sinusoidal);
}

bool whenEachKindIsJudged(const JsonValue& /*value*/, const Reading& reading) {
  return reading.judgesEachKind();
}

bool whenHeadIsAsWide(const JsonValue& value, const Reading& reading) {
  return isNumber(value) && reading.config.headDim &&
         value.number == static_cast<double>(*reading.config.headDim);
}

bool whenAllRotate(const JsonValue& value, const Reading& /*reading*/) {
  return value.kind == Kind::array && !value.items.empty() &&
         std::all_of(value.items.begin(), value.items.end(),
                     [](const JsonValue& item) { return isNumber(item) && item.number == 1; });
}

struct LayerKind {
  std::string_view name;
  bool attends;
};
constexpr LayerKind kLayerKinds[] = {
    {"full_attention", true}, {"sliding_attention", true},
    {"attention", true},      {"linear_attention", false},
    {"conv", false},          {"mamba", false},
};

// A list of the kinds of layers: all of one kind, or each kind is judged by itself.
bool whenKindsAreJudged(const JsonValue& value, const Reading& reading) {
  std::set<std::string_view> attending;
  for (const JsonValue& item : value.items) {
    const auto* const kind =
        std::find_if(std::begin(kLayerKinds), std::end(kLayerKinds),
                     [&](const LayerKind& row) { return row.name == item.text; });
    if (kind == std::end(kLayerKinds)) {
      return false;
    }
    if (kind->attends) {
      attending.insert(kind->name);
    }
  }
  const auto& rope = reading.config.rope;
  const bool named = std::all_of(attending.begin(), attending.end(), [&](std::string_view kind) {
    return std::any_of(rope.begin(), rope.end(),
                       [kind](const RopeSetting& setting) { return setting.layerType == kind; });
  });
  return value.kind == Kind::array &&
         (named || attending.size() <= 1 || (rope.size() == 1 && reading.judgesEachKind()));
}

// Keys whose names suggest positions and that change no number of theirs, with the reason.
struct QuietKey {
  std::string_view name;
  bool (*quiet)(const JsonValue& value, const Reading& reading);
};
constexpr QuietKey kQuiet[] = {
    // How the pairs lie in a head: the same angles, elsewhere.
    {"rope_interleave", always},
    {"rope_interleaved", always},
    {"rotary_emb_interleaved", always},
    {"original_rope", always},
    // Scales of something else.
    {"logits_scaling", always},
    {"routed_scaling_factor", always},
    {"residual_scaling", always},
    {"embedding_scaling", always},
    // Switches that are off, and factors that multiply by one.
    {"use_scaled_rope", whenOff},
    {"mla_use_nope", whenOff},
    {"position_embedding_xdrope", whenOff},
    {"sinusoidal_pos_embds", whenOff},
    {"use_logn_attn", whenOff},
    {"attn_temperature_tuning", whenOff},
    {"rotary_scaling_factor", whenOne},
    {"rope", whenAgreeing},
    {"use_rope", whenAgreeing},
    {"rotary", whenAgreeing},
    {"use_rotary", whenAgreeing},
    {"use_rotary_pos_emb", whenAgreeing},
    {"use_rotary_embeddings", whenAgreeing},
    {"use_rotary_position_embeddings", whenAgreeing},
    // Read where a scaling needs it; without one it stands for itself.
    {"original_max_position_embeddings", always},
    // Says the original length of the scaling block again.
    {"initial_context_length", always},
    // MPT clears it when it has ALiBi or RoPE; Bloom's code no longer reads the offset.
    {"learned_pos_emb", always},
    {"offset_alibi", always},
    // OLMo computes its phase in fp32 then; the code stands in the catalogue.
    {"rope_full_precision", always},
    // The other scheme of a file that switches between two.
    {"rope_theta", whenAlibi},
    {"rope_scaling", whenAlibi},
    {"rope_impl", whenAlibi},
    {"rope_dail_config", whenAlibi},
    {"rope_hf_config", whenAlibi},
    {"alibi_bias_max", whenNotAlibi},
    // Parts of a learned bias or term: nothing is computed from positions there.
    {"relative_attention", whenRelative},
    {"relative_attention_num_buckets", whenRelative},
    {"relative_attention_max_distance", whenRelative},
    {"max_relative_positions", whenRelative},
    {"position_buckets", whenRelative},
    {"position_biased_input", whenRelative},
    {"pos_att_type", whenRelative},
    {"static_position_embeddings", whenSinusoidal},
    // Which layers are of which kind.
    {"layer_types", whenKindsAreJudged},
    {"layers_block_type", whenKindsAreJudged},
    {"no_rope_layers", whenAllRotate},
    {"sliding_window_pattern", whenEachKindIsJudged},
    {"_sliding_window_pattern", whenEachKindIsJudged},
    {"hybrid_layer_pattern", whenEachKindIsJudged},
    {"global_attn_every_n_layers", whenEachKindIsJudged},
    {"full_attention_interval", whenEachKindIsJudged},
    {"attn_type_list", whenEachKindIsJudged},
    {"attn_layer_indices", whenEachKindIsJudged},
    // How far a layer looks back; its positions are the same.
    {"max_window_layers", always},
    {"local_attention", always},
    {"sliding_window_size", whenOff},
    {"swa_num_attention_heads", always},
    {"swa_num_key_value_heads", always},
    {"swa_head_dim", whenHeadIsAsWide},
};

// Objects that are no part of the model.
constexpr std::string_view kNoParts[] = {"quantization_config",
                                         "compression_config",
                                         "generation_config",
                                         "task_specific_params",
                                         "id2label",
                                         "label2id",
                                         "auto_map"};

// Parts beside the language model, with positions of their own.
constexpr std::string_view kOtherParts[] = {
    "vision_config", "vit_config",    "visual",           "vision_tower_config",  "audio_config",
    "speech_config", "talker_config", "token2wav_config", "audio_encoder_config", "qformer_config"};

template <std::size_t count>
bool isOneOf(const std::string_view (&names)[count], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// "ropeTheta" and "rope_theta" as "_rope_theta_".
std::string spelledOut(std::string_view key) {
  std::string spelled = "_";
  bool small = false;
  for (const char c : key) {
    const auto letter = static_cast<unsigned char>(c);
    if (small && std::isupper(letter) != 0) {
      spelled += '_';
    }
    small = std::islower(letter) != 0;
    spelled += std::isalnum(letter) != 0 ? static_cast<char>(std::tolower(letter)) : '_';
  }
  return spelled + "_";
}

const PositionWord* positionWord(std::string_view key) {
  const std::string spelled = spelledOut(key);
  const auto* const row = std::find_if(
      std::begin(kWords), std::end(kWords),
      [&](const PositionWord& word) { return spelled.find(word.part) != std::string::npos; });
  return row == std::end(kWords) ? nullptr : row;
}

bool isQuiet(const JsonMember& member, const PositionWord& word, const Reading& reading) {
  const auto* const row =
      std::find_if(std::begin(kQuiet), std::end(kQuiet),
                   [&](const QuietKey& quiet) { return quiet.name == member.key; });
  const bool ofNoAccount = word.ofLayers && !reading.computesPositions();
  return ofNoAccount || (row != std::end(kQuiet) && row->quiet(member.value, reading));
}

class Walk {
 public:
  Walk(const ConfigKeys& keys, const Reading& reading) : keys_(keys), reading_(reading) {}

  // From the end: of a duplicated key the last one counts.
  void object(const JsonValue& object, const std::string& prefix) {
    std::unordered_set<std::string_view> seen;
    for (auto member = object.members.rbegin(); member != object.members.rend(); ++member) {
      if (seen.insert(member->key).second) {
        look(*member, prefix + printable(member->key));
      }
    }
  }

  // In the order of the file.
  void tell(ModelConfig& config) {
    constexpr std::size_t kMost = 20;
    std::sort(unread_.begin(), unread_.end(), [](const auto& left, const auto& right) {
      return left.value->offset < right.value->offset;
    });
    for (std::size_t i = 0; i < std::min(kMost, unread_.size()); ++i) {
      addNotice(config, NoticeId::unreadKey, unread_[i].keyPath,
                {{"key", unread_[i].keyPath}, {"value", describeValue(*unread_[i].value)}});
    }
    if (unread_.size() > kMost) {
      addNotice(config, NoticeId::moreUnreadKeys, "",
                {{"count", static_cast<std::int64_t>(unread_.size() - kMost)}});
    }
    for (const std::string& part : otherParts_) {
      addNotice(config, NoticeId::otherPart, part, {{"key", part}});
    }
  }

 private:
  void look(const JsonMember& member, const std::string& path) {
    const JsonValue& value = member.value;
    if (value.isNull() || keys_.settled(value) || isOneOf(kNoParts, member.key)) {
      return;
    }
    if (isOneOf(kOtherParts, member.key)) {
      notePart(value, path);
      return;
    }
    if (const PositionWord* const word = positionWord(member.key)) {
      if (!isQuiet(member, *word, reading_)) {
        unread_.push_back({&value, path});
      }
      return;
    }
    inside(value, path);
  }

  void inside(const JsonValue& value, const std::string& path) {
    if (value.isObject()) {
      object(value, path + ".");
    }
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (value.items[i].isObject()) {
        object(value.items[i], path + "[" + std::to_string(i) + "].");
      }
    }
  }

  // Only where it says something about positions.
  void notePart(const JsonValue& value, const std::string& path) {
    Walk part(keys_, reading_);
    part.inside(value, path);
    if (!part.unread_.empty()) {
      otherParts_.push_back(path);
    }
  }

  const ConfigKeys& keys_;
  const Reading& reading_;
  std::vector<Keyed<const JsonValue*>> unread_;
  std::vector<std::string> otherParts_;
};

}  // namespace

void warnOfUnreadKeys(const ConfigKeys& keys, const Architecture* architecture,
                      ModelConfig& config) {
  const Reading reading{architecture, config};
  Walk walk(keys, reading);
  walk.object(keys.root(), "");
  walk.tell(config);
}

}  // namespace poscope
