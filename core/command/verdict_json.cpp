#include "core/command/verdict_json.h"

#include "core/figure/scheme_words.h"

namespace poscope {

Json uniqueJson(const UniqueVerdict& unique) {
  const auto& pair = unique.firstCollision;
  return {{"state", std::string(verdictStateName(unique.state))},
          {"total", unique.total},
          {"distinct", unique.distinct},
          {"largest_group", unique.largestGroup},
          {"unshared", unique.unshared},
          {"lost", unique.lost},
          {"first_collision", pair ? Json::array({pair->first, pair->second}) : Json()}};
}

Json relativeJson(const RelativeVerdict& relative) {
  Json spreads = Json::array();
  for (const DistanceSpread& row : relative.spreads) {
    spreads.push_back({{"distance", row.distance},
                       {"spread", jsonNumber(row.spread)},
                       {"storage", jsonNumber(row.storage)}});
  }
  Json json{{"state", std::string(verdictStateName(relative.state))}};
  if (!relative.spreads.empty()) {
    const DistanceSpread& worst = relative.spreads[relative.worst];
    json["distance"] = worst.distance;
    json["spread"] = jsonNumber(worst.spread);
    json["storage"] = jsonNumber(worst.storage);
  }
  json["queries"] = relative.queries;
  json["spreads"] = std::move(spreads);
  return json;
}

Json faithfulJson(const FaithfulVerdict& faithful, Scheme scheme, std::int64_t reach) {
  Json json{{"state", std::string(verdictStateName(faithful.state))},
            {"error", jsonNumber(faithful.error)},
            {"position", faithful.position},
            {std::string(schemeWords(scheme).verdict.index), faithful.index},
            {"storage", jsonNumber(faithful.storage)},
            {"holds_up_to", faithful.holdsUpTo}};
  json["reach"] = reach > 0 ? Json(reach) : Json();
  return json;
}

Json effectJson(const AttentionEffect& effect) {
  return {{"mean", jsonNumber(effect.mean)},
          {"worst", jsonNumber(effect.worst)},
          {"head", effect.head}};
}

Json stagesJson(const Recipe& recipe) {
  Json stages = Json::object();
  for (const StageSpec& stage : stagesOf(recipe.scheme)) {
    stages[std::string(stage.name())] = std::string(recipe.setting(stage.id));
  }
  return stages;
}

}  // namespace poscope
