#include "core/audit/config_findings.h"

#include <algorithm>
#include <numbers>

#include "core/analysis/places.h"
#include "core/audit/implementations.h"
#include "core/audit/scheme_audit.h"
#include "core/base/numbers.h"
#include "core/model/rope_shape.h"

namespace poscope {
namespace {

void tell(std::vector<AuditFinding>& findings, NoticeId id, std::string_view keyPath,
          std::vector<TextArgument> arguments) {
  findings.push_back(withFix(makeNotice(id, keyPath, std::move(arguments))));
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
    settings.push_back({prefix + name, plainShortDecimal(value, kDigits), path, false});
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
  tell(findings, NoticeId::dynamicBase, setting.scaling.keyPath, std::move(arguments));
}

void addLayerRules(const ModelConfig& config, const AuditScope& scope, const LayerNumbers& layer,
                   std::vector<AuditFinding>& findings) {
  const RopeScaling& scaling = layer.setting.scaling;
  const auto regime = layer.numbers.derivedNumber("regime");
  if (regime && scope.context > 0) {
    const auto original = layer.numbers.derivedNumber("original").value_or(0);
    tell(findings, *regime > 0 ? NoticeId::longList : NoticeId::shortList, scaling.keyPath,
         {{"context", scope.context}, {"original", static_cast<std::int64_t>(original)}});
  }
  if (scaling.is(&ScalingRow::growsBase) && !scaling.number("alpha") && config.context) {
    addDynamic(config, layer.setting, findings);
  }
  if (layer.numbers.softmaxFactor != 1) {
    tell(findings, isDeepSeek(config) ? NoticeId::softmaxFactor : NoticeId::softmaxElsewhere,
         scaling.keyPath + ".mscale_all_dim",
         {{"factor", shortDecimal(layer.numbers.softmaxFactor, 9)}});
  }
}

void addContextRules(const ModelConfig& config, const AuditScope& scope,
                     std::vector<AuditFinding>& findings) {
  if (scope.contextAsked && config.context && scope.context > *config.context) {
    const bool grows = std::any_of(
        config.rope.begin(), config.rope.end(),
        [](const RopeSetting& setting) { return setting.scaling.is(&ScalingRow::growsBase); });
    const SchemeAudit* const scheme = findSchemeAudit(config.scheme);
    const bool bias = scheme != nullptr && scheme->extrapolates;
    const NoticeId id = grows  ? NoticeId::dynamicBeyond
                        : bias ? NoticeId::biasBeyond
                               : NoticeId::beyondContext;
    tell(findings, id, "max_position_embeddings",
         {{"asked", scope.context}, {"context", *config.context}});
  }
  if (!scope.contextAsked && config.context && scope.context != *config.context) {
    tell(findings, NoticeId::contextCapped, "max_position_embeddings",
         {{"context", *config.context}, {"audited", scope.context}});
  }
  const auto window =
      std::find_if(config.settings.begin(), config.settings.end(),
                   [](const Setting& setting) { return setting.name == "sliding_window"; });
  if (window != config.settings.end()) {
    const std::int64_t length = std::stoll(window->value);
    if (length < scope.context) {
      tell(findings, NoticeId::slidingWindow, window->keyPath,
           {{"window", length}, {"context", scope.context}});
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
    tell(findings, NoticeId::positionsLost, "", arguments);
  } else if (counts.distinct < counts.total) {
    tell(findings, NoticeId::positionsCast, "", arguments);
  }
}

void addCodeRules(const ModelConfig& config, std::vector<AuditFinding>& findings) {
  const ModelCode code = modelCode(config);
  if (code.standsIn) {
    tell(findings, config.modelType.empty() ? NoticeId::noModelType : NoticeId::codeStandsIn,
         "model_type",
         {{"type", config.modelType}, {"recipe", Text("recipe." + code.recipes.front()->id)}});
  }
  if (code.ambiguous) {
    tell(findings, NoticeId::codeAmbiguous, "model_type", {{"type", config.modelType}});
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
    if (notice.id != NoticeId::noDtype) {
      findings.push_back(withFix(notice));
    } else if (scope.formatAssumed) {
      tell(findings, NoticeId::fp32Assumed, notice.keyPath, {{"format", scope.format->label}});
    }
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
