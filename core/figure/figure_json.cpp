// A figure as json.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/numbers.h"
#include "core/figure/data_export.h"
#include "core/figure/figure_tables.h"
#include "core/figure/named_layers.h"

namespace poscope {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinities: words instead, as in csv.
Json numberJson(double number) {
  return std::isfinite(number) ? Json(number) : Json(exactDecimal(number));
}

Json arrayJson(std::span<const double> numbers) {
  Json array = Json::array();
  for (const double number : numbers) {
    array.push_back(numberJson(number));
  }
  return array;
}

Json factJson(const FactValue& value) {
  return std::visit(
      [](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, double>) {
          return numberJson(held);
        } else {
          return Json(held);
        }
      },
      value);
}

// Parameters are text in the figure's source; those that are written as numbers become numbers.
Json parameterJson(const std::string& text) {
  const char* end = text.data() + text.size();
  std::int64_t integer = 0;
  if (const auto read = std::from_chars(text.data(), end, integer);
      read.ec == std::errc{} && read.ptr == end && std::to_string(integer) == text) {
    return integer;
  }
  double number = 0;
  if (const auto read = std::from_chars(text.data(), end, number);
      read.ec == std::errc{} && read.ptr == end && exactDecimal(number) == text) {
    return numberJson(number);
  }
  return text;
}

Json heatJson(const LayerData& data) {
  Json rows = Json::array();
  const auto columns = static_cast<std::size_t>(data.columns);
  for (std::size_t row = 0; row < static_cast<std::size_t>(data.rows); ++row) {
    rows.push_back(arrayJson(std::span(data.values).subspan(row * columns, columns)));
  }
  return {{"name", data.name},
          {"kind", "heat"},
          {"sampled", data.sampled},
          {"shape", {data.rows, data.columns}},
          {"rows", arrayJson(data.rowAxis)},
          {"columns", arrayJson(data.columnAxis)},
          {"values", std::move(rows)}};
}

Json seriesJson(const LayerData& data, std::span<const std::string_view> columns) {
  Json json{{"name", data.name}, {"kind", "series"}, {"sampled", data.sampled}};
  std::vector<double> numbers(static_cast<std::size_t>(data.rows));
  for (std::size_t column = 0; column < columns.size(); ++column) {
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      numbers[row] = data.values[row * columns.size() + column];
    }
    json[std::string(columns[column])] = arrayJson(numbers);
  }
  return json;
}

Json tableJson(const NamedLayer& layer, Language language) {
  const WordTable table = wordTable(*layer.table, language);
  return {
      {"name", layer.name}, {"kind", "table"}, {"columns", table.columns}, {"rows", table.rows}};
}

Result<Json> layerJson(const NamedLayer& layer, Language language, const std::stop_token& stop) {
  if (layer.table != nullptr) {
    return tableJson(layer, language);
  }
  const auto columns = seriesColumns(layer);
  return readLayer(layer, kMostJsonCells, stop).map([&](const LayerData& data) {
    return columns.empty() ? heatJson(data) : seriesJson(data, columns);
  });
}

Result<Json> layersJson(const Figure& figure, std::string_view name, Language language,
                        const std::stop_token& stop) {
  std::vector<NamedLayer> layers = namedLayers(figure);
  if (!name.empty()) {
    POSCOPE_TRY(const auto chosen, findLayer(figure, name));
    layers = {chosen};
  }
  Json array = Json::array();
  for (const NamedLayer& layer : layers) {
    auto json = layerJson(layer, language, stop);
    if (!json) {
      return json;
    }
    array.push_back(std::move(*json));
  }
  return array;
}

// The names of roles in data; verdicts have only the last three.
const char* roleName(ColourRole role) {
  return role == ColourRole::good ? "good" : role == ColourRole::bad ? "bad" : "neutral";
}

Json verdictJson(const Verdict& verdict, Language language) {
  Json rows = Json::array();
  for (const DetailRow& row : verdict.rows) {
    rows.push_back(
        {{"label", renderPlain(row.label, language)}, {"value", renderPlain(row.value, language)}});
  }
  return {{"key", verdict.title.key},
          {"title", renderPlain(verdict.title, language)},
          {"role", roleName(verdict.role)},
          {"summary", renderPlain(verdict.summary, language)},
          {"rows", std::move(rows)},
          {"explanation", renderPlain(verdict.explanation, language)}};
}

/// What a figure says of itself, and what its judgement adds.
struct Findings {
  std::vector<Fact> facts;
  std::vector<Verdict> verdicts;
};

Result<Findings> findingsOf(const Figure& figure, const std::stop_token& stop) {
  Findings findings{figure.facts, figure.verdicts};
  if (figure.judgement == nullptr) {
    return findings;
  }
  POSCOPE_TRY(auto verdicts, figure.judgement->verdicts(figure.side, {}, stop));
  POSCOPE_TRY(auto facts, figure.judgement->facts(stop));
  std::move(verdicts.begin(), verdicts.end(), std::back_inserter(findings.verdicts));
  std::move(facts.begin(), facts.end(), std::back_inserter(findings.facts));
  return findings;
}

Json findingJson(const Finding& finding, Language language) {
  return {{"question", renderPlain(finding.question, language)},
          {"sentence", renderPlain(finding.sentence, language)},
          {"explanation", renderPlain(finding.explanation, language)}};
}

// By the names of the sides.
Result<Json> allFindingsJson(const Figure& figure, Language language, const std::stop_token& stop) {
  Json findings = Json::object();
  for (const Side side : kSides) {
    POSCOPE_TRY(const Figure shown, atSide(figure, side, stop));
    findings[std::string(sideName(side))] = findingJson(shown.finding, language);
  }
  return findings;
}

// Everything but the layers.
Json frameJson(const Figure& figure, const Findings& findings, Language language) {
  Json parameters = Json::object();
  for (const auto& [name, value] : figure.source.parameters) {
    parameters[name] = parameterJson(value);
  }
  Json facts = Json::object();
  for (const Fact& fact : findings.facts) {
    facts[fact.name] = factJson(fact.value);
  }
  return {{"view", figure.source.view},
          {"link", figure.source.link},
          {"version", figure.source.version},
          {"parameters", std::move(parameters)},
          {"finding", findingJson(figure.finding, language)},
          {"facts", std::move(facts)}};
}

// Readable at the top, compact inside: arrays of numbers would fill screens otherwise.
std::string oneKeyPerLine(const Json& object) {
  constexpr auto kReplace = Json::error_handler_t::replace;
  std::string text = "{";
  for (const auto& [key, value] : object.items()) {
    text += (text.size() == 1 ? "\n  " : ",\n  ") + Json(key).dump(-1, ' ', false, kReplace) +
            ": " + value.dump(-1, ' ', false, kReplace);
  }
  return text + "\n}\n";
}

}  // namespace

Result<std::string> figureJson(const Figure& figure, std::string_view layer, Language language,
                               const std::stop_token& stop) {
  POSCOPE_TRY(Json layers, layersJson(figure, layer, language, stop));
  POSCOPE_TRY(const Findings findings, findingsOf(figure, stop));
  Json json = frameJson(figure, findings, language);
  if (figure.sides != nullptr) {
    POSCOPE_TRY(json["findings"], allFindingsJson(figure, language, stop));
  }
  json["layers"] = std::move(layers);
  if (!findings.verdicts.empty()) {
    Json verdicts = Json::array();
    for (const Verdict& verdict : findings.verdicts) {
      verdicts.push_back(verdictJson(verdict, language));
    }
    json["verdicts"] = std::move(verdicts);
  }
  Json notes = Json::array();
  for (const Text& note : figure.notes) {
    notes.push_back(renderPlain(note, language));
  }
  if (!notes.empty()) {
    json["notes"] = std::move(notes);
  }
  return oneKeyPerLine(json);
}

DataFormat jsonFormat() {
  return {"json", kMostJsonCells, figureJson};
}

}  // namespace poscope
