#include "core/audit/config_findings.h"

#include "core/audit/scheme_audit.h"

#include <algorithm>
#include <numbers>

#include "core/analysis/places.h"
#include "core/audit/implementations.h"
#include "core/base/numbers.h"
#include "core/model/rope_shape.h"

namespace poscope {
namespace {

// Rules with better names than those of their sentences.
struct RuleName {
  std::string_view sentence;
  std::string_view rule;
};
constexpr RuleName kRuleNames[] = {
    {"model.notice.yarn_lengths", "lengths-contradict"},
    {"model.notice.yarn_usual", "length-is-original"},
    {"model.notice.original_not_shorter", "lengths-contradict"},
    {"model.notice.two_originals", "lengths-contradict"},
    {"model.notice.no_dtype", "dtype-missing"},
    {"model.notice.unknown_dtype", "dtype-unknown"},
    {"model.notice.no_context", "context-missing"},
    {"model.notice.assumed_context", "context-assumed"},
    {"model.notice.no_scheme", "scheme-unknown"},
    {"model.notice.unknown_scheme", "scheme-unknown"},
    {"model.notice.unknown_scaling", "scaling-unknown"},
    {"model.notice.no_type", "scaling-unknown"},
    {"model.notice.missing_key", "key-missing"},
    {"model.notice.extra_key", "key-unknown"},
    {"model.notice.unread_keys", "key-unread"},
    {"model.notice.odd_rotary", "rotary-odd"},
    {"model.notice.no_rotary", "rotary-empty"},
    {"model.notice.wide_rotary", "rotary-wide"},
    {"model.notice.both_blocks", "two-blocks"},
    {"model.notice.text_block", "block-is-text"},
    {"model.notice.assumed_base", "base-assumed"},
    {"model.notice.assumed_layer_base", "base-assumed"},
    {"model.notice.assumed_share", "rotary-assumed"},
    {"model.notice.assumed_factor", "factor-assumed"},
    {"model.notice.assumed_original", "original-assumed"},
    {"model.notice.baichuan_alibi", "scheme-by-heads"},
    {"model.notice.baichuan_rope", "scheme-by-heads"},
};

std::string ruleOf(std::string_view sentence) {
  for (const RuleName& row : kRuleNames) {
    if (row.sentence == sentence) {
      return std::string(row.rule);
    }
  }
  constexpr std::string_view kPrefix = "model.notice.";
  std::string rule(sentence.starts_with(kPrefix) ? sentence.substr(kPrefix.size()) : sentence);
  std::replace_if(
      rule.begin(), rule.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return rule;
}

AuditFinding finding(NoticeLevel level, std::string rule, Text text, std::string keyPath = {}) {
  const std::string fix = "audit.fix." + rule;
  return {level, std::move(rule), std::move(text), std::move(keyPath),
          hasText(fix, Language::english) ? Text(fix) : Text()};
}

AuditFinding note(std::string rule, Text text, std::string keyPath = {}) {
  return finding(NoticeLevel::note, std::move(rule), std::move(text), std::move(keyPath));
}

/// One kind of layer with its frequencies at the audited context.
struct LayerNumbers {
  const RopeSetting& setting;
  ScaledFrequencies numbers;
};

std::vector<LayerNumbers> layerNumbers(const ModelConfig& config, std::int64_t length) {
  std::vector<LayerNumbers> layers;
  for (const RopeSetting& setting : config.rope) {
    if (!setting.rotaryDim || config.broken()) {
      continue;
    }
    auto numbers = scaledFrequencies(ropeShape(config, setting, length), FrequencyForm::power,
                                     FrequencyArithmetic::fp32);
    if (numbers) {
      layers.push_back({setting, *std::move(numbers)});
    }
  }
  return layers;
}

void addScope(const AuditScope& scope, std::vector<AuditSetting>& settings) {
  if (scope.context > 0) {
    settings.push_back({"audited_context", std::to_string(scope.context),
                        scope.contextAsked ? "--context" : "context", false});
  }
  settings.push_back({"audited_format", std::string(scope.format->id),
                      scope.formatAsked     ? "--format"
                      : scope.formatAssumed ? ""
                                            : "dtype",
                      scope.formatAssumed});
}

void addComputed(const LayerNumbers& layer, std::vector<AuditSetting>& settings) {
  constexpr int kDigits = 9;
  const std::string prefix =
      "computed." + (layer.setting.layerType.empty() ? "" : layer.setting.layerType + ".");
  const std::string& path = layer.setting.scaling.keyPath;
  const auto add = [&](const std::string& name, double value) {
    settings.push_back({prefix + name, shortDecimal(value, kDigits), path, false});
  };
  for (const DerivedNumber& derived : layer.numbers.derived) {
    add(derived.name, derived.value);
  }
  if (layer.numbers.tableFactor != 1) {
    add("table_factor", layer.numbers.tableFactor);
  }
  if (layer.numbers.softmaxFactor != 1) {
    add("softmax_factor", layer.numbers.softmaxFactor);
  }
  const double last = layer.numbers.frequencies.back();
  if (last > 0) {
    add("longest_wavelength", 2 * std::numbers::pi / last);
  }
}

bool isDeepSeek(const ModelConfig& config) {
  return config.modelType == "deepseek_v2" || config.modelType == "deepseek_v3";
}

// The base of a dynamic scaling at the model's length, at twice and at four times that.
void addDynamic(const ModelConfig& config, const RopeSetting& setting,
                std::vector<AuditFinding>& findings) {
  const std::int64_t trained = config.context.value_or(0);
  std::vector<TextArgument> arguments;
  std::int64_t length = trained;
  for (const char* const name : {"1", "2", "4"}) {
    const auto numbers = scaledFrequencies(ropeShape(config, setting, length), FrequencyForm::power,
                                           FrequencyArithmetic::fp64);
    const auto base = numbers ? numbers->derivedNumber("effective_base") : std::nullopt;
    if (!base) {
      return;
    }
    arguments.emplace_back(std::string("length") + name, length);
    arguments.emplace_back(std::string("base") + name, shortDecimal(*base, 9));
    length *= 2;
  }
  findings.push_back(note("dynamic-base", Text("audit.finding.dynamic", std::move(arguments)),
                          setting.scaling.keyPath));
}

void addLayerRules(const ModelConfig& config, const AuditScope& scope, const LayerNumbers& layer,
                   std::vector<AuditFinding>& findings) {
  const RopeScaling& scaling = layer.setting.scaling;
  const auto regime = layer.numbers.derivedNumber("regime");
  if (regime && scope.context > 0) {
    const auto original = layer.numbers.derivedNumber("original").value_or(0);
    findings.push_back(
        note("longrope-list",
             Text(*regime > 0 ? "audit.finding.list_long" : "audit.finding.list_short",
                  {{"context", scope.context}, {"original", static_cast<std::int64_t>(original)}}),
             scaling.keyPath));
  }
  if (scaling.type == "dynamic" && !scaling.number("alpha") && config.context) {
    addDynamic(config, layer.setting, findings);
  }
  if (layer.numbers.softmaxFactor != 1) {
    findings.push_back(
        note("softmax-factor",
             Text(isDeepSeek(config) ? "audit.finding.softmax" : "audit.finding.softmax_other",
                  {{"factor", shortDecimal(layer.numbers.softmaxFactor, 9)}}),
             scaling.keyPath + ".mscale_all_dim"));
  }
}

void addContextRules(const ModelConfig& config, const AuditScope& scope,
                     std::vector<AuditFinding>& findings) {
  if (scope.contextAsked && config.context && scope.context > *config.context) {
    const bool grows =
        std::any_of(config.rope.begin(), config.rope.end(),
                    [](const RopeSetting& setting) { return setting.scaling.type == "dynamic"; });
    const SchemeAudit* const scheme = findSchemeAudit(config.scheme);
    const bool beyond = grows || (scheme != nullptr && scheme->extrapolates);
    findings.push_back(finding(beyond ? NoticeLevel::note : NoticeLevel::warning, "context-beyond",
                               Text(grows ? "audit.finding.beyond_dynamic" : "audit.finding.beyond",
                                    {{"asked", scope.context}, {"context", *config.context}}),
                               "max_position_embeddings"));
  }
  if (!scope.contextAsked && config.context && scope.context != *config.context) {
    findings.push_back(note(
        "context-capped",
        Text("audit.finding.capped", {{"context", *config.context}, {"audited", scope.context}}),
        "max_position_embeddings"));
  }
  const auto window =
      std::find_if(config.settings.begin(), config.settings.end(),
                   [](const Setting& setting) { return setting.name == "sliding_window"; });
  if (window != config.settings.end()) {
    const std::int64_t length = std::stoll(window->value);
    if (length < scope.context) {
      findings.push_back(
          note("sliding-window",
               Text("audit.finding.window", {{"window", length}, {"context", scope.context}}),
               window->keyPath));
    }
  }
}

// What a cast of position ids would do, whoever casts them.
void addPositionRules(const ModelConfig& config, const AuditScope& scope,
                      std::vector<AuditFinding>& findings) {
  const SchemeAudit* const scheme = findSchemeAudit(config.scheme);
  const bool cast = scheme != nullptr && scheme->castsPositions;
  if (!cast || config.broken() || scope.context < 2) {
    return;
  }
  const PlaceCounts counts = Places(*scope.format, 0, scope.context - 1).count();
  const std::vector<TextArgument> arguments{
      {"format", scope.format->label},
      {"total", counts.total},
      {"exact", counts.exact},
      {"share",
       shortDecimal(100.0 * static_cast<double>(counts.exact) / static_cast<double>(counts.total),
                    4)},
      {"distinct", counts.distinct},
      {"lost", counts.lost}};
  if (counts.lost > 0) {
    findings.push_back(note("positions-lost", Text("audit.finding.positions_lost", arguments)));
  } else if (counts.distinct < counts.total) {
    findings.push_back(note("positions-cast", Text("audit.finding.positions", arguments)));
  }
}

void addCodeRules(const ModelConfig& config, std::vector<AuditFinding>& findings) {
  const ModelCode code = modelCode(config);
  if (code.standsIn) {
    findings.push_back(note(
        "code-not-known",
        Text(config.modelType.empty() ? "audit.finding.no_type" : "audit.finding.stands_in",
             {{"type", config.modelType}, {"recipe", Text("recipe." + code.recipes.front()->id)}}),
        "model_type"));
  }
  if (code.ambiguous) {
    findings.push_back(note("code-ambiguous",
                            Text("audit.finding.ambiguous", {{"type", config.modelType}}),
                            "model_type"));
  }
}

}  // namespace

std::vector<AuditSetting> auditSettings(const ModelConfig& config, const AuditScope& scope) {
  std::vector<AuditSetting> settings = config.settings;
  addScope(scope, settings);
  for (const LayerNumbers& layer : layerNumbers(config, scope.context)) {
    addComputed(layer, settings);
  }
  return settings;
}

std::vector<AuditFinding> configFindings(const ModelConfig& config, const AuditScope& scope) {
  std::vector<AuditFinding> findings;
  for (const Notice& notice : config.notices) {
    const std::string rule = ruleOf(notice.text.key);
    const bool missingFormat = rule == "dtype-missing";
    if (missingFormat && scope.formatAsked) {
      continue;
    }
    const bool assumed = missingFormat && scope.formatAssumed;
    findings.push_back(
        finding(notice.level, rule,
                assumed ? Text("audit.finding.dtype_missing", {{"format", scope.format->label}})
                        : notice.text,
                notice.keyPath));
  }
  addContextRules(config, scope, findings);
  for (const LayerNumbers& layer : layerNumbers(config, scope.context)) {
    addLayerRules(config, scope, layer, findings);
  }
  addPositionRules(config, scope, findings);
  addCodeRules(config, findings);
  return findings;
}

}  // namespace poscope
