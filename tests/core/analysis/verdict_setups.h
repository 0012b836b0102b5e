// Recipes to judge, and what a test asks of their verdicts.
#pragma once

#include <QtTest>
#include <utility>

#include "core/analysis/effect.h"
#include "core/analysis/verdict.h"

namespace poscope {

inline Recipe recipeOf(Scheme scheme, const QString& id, const QString& stages = {}) {
  const Recipe* found = findRecipe(scheme, id.toStdString());
  if (found == nullptr) {
    qFatal("no recipe %s", qPrintable(id));
  }
  Recipe recipe = *found;
  for (const QString& stage : stages.split('&', Qt::SkipEmptyParts)) {
    auto changed = withStage(recipe, stage.section('=', 0, 0).toStdString(),
                             stage.section('=', 1).toStdString());
    if (!changed) {
      qFatal("%s", qPrintable(stage));
    }
    recipe = std::move(*changed);
  }
  return recipe;
}

inline VerdictSetup ropeSetup(const QString& id, const char* format, std::int64_t context,
                              const QString& stages = {}, std::int64_t start = 0) {
  VerdictSetup setup;
  setup.recipe = recipeOf(Scheme::rope, id, stages);
  setup.format = findFormat(format);
  setup.context = context;
  setup.start = start;
  return setup;
}

inline VerdictSetup alibiSetup(const QString& id, const char* format, std::int64_t context,
                               std::int64_t heads) {
  VerdictSetup setup;
  setup.recipe = recipeOf(Scheme::alibi, id);
  setup.format = findFormat(format);
  setup.context = context;
  setup.heads = heads;
  return setup;
}

inline Verdicts judged(const VerdictSetup& setup) {
  auto verdicts = judge(setup);
  if (!verdicts) {
    qFatal("%s", renderPlain(verdicts.error().text, Language::english).c_str());
  }
  return std::move(*verdicts);
}

inline AttentionEffect effectOf(const VerdictSetup& setup) {
  const auto effect = attentionEffect(setup);
  if (!effect) {
    qFatal("%s", renderPlain(effect.error().text, Language::english).c_str());
  }
  return *effect;
}

inline QByteArray stateOf(VerdictState state) {
  const std::string_view name = verdictStateName(state);
  return {name.data(), static_cast<qsizetype>(name.size())};
}

inline double spreadAt(const RelativeVerdict& relative, std::int64_t distance) {
  for (const DistanceSpread& row : relative.spreads) {
    if (row.distance == distance) {
      return row.spread;
    }
  }
  qFatal("no distance %lld", static_cast<long long>(distance));
}

// A number as it is printed: "0.44" is any number that rounds to it.
inline bool prints(double number, const QString& printed) {
  const auto digits = static_cast<int>(printed.size() - printed.indexOf('.') - 1);
  return QString::number(number, 'f', digits) == printed;
}

using Pair = std::pair<std::int64_t, std::int64_t>;
inline const QString kTableOnly = "rotation=fp64&score=fp64";

}  // namespace poscope
