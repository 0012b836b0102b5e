// A figure as json.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/numbers.h"
#include "core/figure/data_export.h"
#include "core/figure/figure_tables.h"
#include "core/figure/layer_part.h"

namespace poscope {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinities: words instead, as in csv.
Json numberJson(double number) {
  return std::isfinite(number) ? Json(number) : Json(exactDecimal(number));
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

// A number of a layer: always a real one, so that -0 keeps its sign and no reader makes integers of
// some.
void appendNumber(std::string& text, double number) {
  if (!std::isfinite(number)) {
    text += '"' + exactDecimal(number) + '"';
    return;
  }
  const std::size_t start = text.size();
  appendExact(text, number);
  if (text.find_first_of(".e", start) == std::string::npos) {
    text += ".0";
  }
}

constexpr auto kReplace = Json::error_handler_t::replace;  // Of bytes that are no UTF-8.

std::string compact(const Json& json) {
  return json.dump(-1, ' ', false, kReplace);
}

Json nameJson(const DataName& data) {
  return {{"name", data.name}, {"unit", data.unit}};
}

// `count` numbers as an array, written as they come.
template <typename Value>
Result<void> writeArray(TextSink& sink, std::int64_t count, Value value) {
  sink.text += '[';
  for (std::int64_t k = 0; k < count; ++k) {
    sink.text += k == 0 ? "" : ",";
    appendNumber(sink.text, value(k));
    POSCOPE_CHECK(sink.flushIfFull());
  }
  sink.text += ']';
  return {};
}

Result<void> writeHeat(const LayerPart& part, TextSink& sink, DataProgress& progress) {
  Json head{{"name", part.layer().name},
            {"kind", "heat"},
            {"of", part.of()},
            {"quantity", nameJson(part.quantity())},
            {"row_axis", nameJson(part.rowAxis())},
            {"column_axis", nameJson(part.columnAxis())},
            {"shape", {part.rows(), part.columns()}}};
  if (part.layer().heat()->causal) {
    head["masked"] = "column > row";  // Which "nan" are no lost numbers.
  }
  sink.text += compact(head);
  sink.text.back() = ',';
  sink.text += "\"rows\":";
  POSCOPE_CHECK(writeArray(sink, part.rows(), [&](std::int64_t k) { return part.rowValue(k); }));
  sink.text += ",\"columns\":";
  POSCOPE_CHECK(
      writeArray(sink, part.columns(), [&](std::int64_t k) { return part.columnValue(k); }));
  sink.text += ",\"values\":[";
  const auto width = static_cast<std::size_t>(part.columns());
  const auto writeRows = [&](std::int64_t row, std::span<const double> values) -> Result<void> {
    for (; !values.empty(); values = values.subspan(width)) {
      sink.text += row++ == 0 ? "" : ",";
      POSCOPE_CHECK(writeArray(sink, part.columns(), [&](std::int64_t k) {
        return values[static_cast<std::size_t>(k)];
      }));
    }
    return {};
  };
  POSCOPE_CHECK(eachBlock(part, progress, writeRows));
  sink.text += "]}";
  return {};
}

Result<void> writeColumn(const LayerPart& part, std::size_t column, TextSink& sink,
                         DataProgress& progress) {
  bool first = true;
  return eachBlock(part, progress, [&](std::int64_t, std::span<const double> values) {
    for (std::size_t at = column; at < values.size();
         at += static_cast<std::size_t>(part.columns())) {
      sink.text += first ? "" : ",";
      first = false;
      appendNumber(sink.text, values[at]);
    }
    return sink.flushIfFull();
  });
}

Result<void> writeSeries(const LayerPart& part, TextSink& sink, DataProgress& progress) {
  const Json head{{"name", part.layer().name},
                  {"kind", "series"},
                  {"of", part.of()},
                  {"x_axis", nameJson(part.rowAxis())},
                  {"y_axis", nameJson(part.quantity())}};
  sink.text += compact(head);
  sink.text.back() = ',';
  sink.text += "\"x\":";
  POSCOPE_CHECK(writeArray(sink, part.rows(), [&](std::int64_t k) { return part.rowValue(k); }));
  std::size_t column = 0;
  for (const std::string_view name : part.seriesColumns()) {
    sink.text += ",\"" + std::string(name) + "\":[";
    POSCOPE_CHECK(writeColumn(part, ++column, sink, progress));
    sink.text += ']';
  }
  sink.text += '}';
  return {};
}

Json cellJson(const DataCell& cell) {
  return std::visit(
      [](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::monostate>) {
          return Json(nullptr);
        } else if constexpr (std::is_same_v<Value, double>) {
          return numberJson(value);
        } else {
          return Json(value);
        }
      },
      cell);
}

void writeTable(const LayerPart& part, Language language, TextSink& sink) {
  const DataTable table = dataTable(*part.layer().table, language);
  Json rows = Json::array();
  for (const std::vector<DataCell>& cells : table.rows) {
    Json& row = rows.emplace_back(Json::array());
    for (const DataCell& cell : cells) {
      row.push_back(cellJson(cell));
    }
  }
  sink.text += compact({{"name", part.layer().name},
                        {"kind", "table"},
                        {"of", part.of()},
                        {"columns", table.columns},
                        {"rows", std::move(rows)}});
}

Result<void> writeLayers(const std::vector<LayerPart>& parts, Language language, TextSink& sink,
                         DataProgress& progress) {
  sink.text += '[';
  for (const LayerPart& part : parts) {
    sink.text += &part == &parts.front() ? "" : ",";
    if (part.layer().isTable()) {
      writeTable(part, language, sink);
      continue;
    }
    POSCOPE_CHECK(part.layer().isSeries() ? writeSeries(part, sink, progress)
                                          : writeHeat(part, sink, progress));
  }
  sink.text += ']';
  return {};
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
          {"answer", renderPlain(verdict.answer, language)},
          {"summary", renderPlain(verdict.summary, language)},
          {"rows", std::move(rows)},
          {"explanation", renderPlain(verdict.explanation, language)}};
}

/// What a figure says of itself, and what its judgement adds.
struct Findings {
  std::vector<Fact> facts;
  std::vector<Verdict> verdicts;
};

// Judging long contexts takes about as long as writing their numbers.
constexpr double kJudgedShare = 0.5;

Result<Findings> findingsOf(const Figure& figure, const DataControl& control) {
  Findings findings{figure.facts, figure.verdicts};
  if (figure.judgement == nullptr) {
    return findings;
  }
  const auto judged = [&control](double share) {
    if (control.progress) {
      control.progress(kJudgedShare * share);
    }
  };
  POSCOPE_TRY(auto verdicts, figure.judgement->verdicts(figure.side, judged, control.stop));
  POSCOPE_TRY(auto facts, figure.judgement->facts(control.stop));
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
void startKey(TextSink& sink, std::string_view key) {
  sink.text += (sink.text == "{" ? "\n  " : ",\n  ") + compact(Json(key)) + ": ";
}

void writeKeys(const Json& object, TextSink& sink) {
  for (const auto& [key, value] : object.items()) {
    startKey(sink, key);
    sink.text += compact(value);
  }
}

// What follows the layers.
Json endJson(const Figure& figure, const Findings& findings, Language language) {
  Json end = Json::object();
  for (const Verdict& verdict : findings.verdicts) {
    end["verdicts"].push_back(verdictJson(verdict, language));
  }
  for (const Text& note : figure.notes) {
    end["notes"].push_back(renderPlain(note, language));
  }
  return end;
}

Result<DataSummary> check(const Figure& figure, const DataRequest& request) {
  POSCOPE_TRY(const auto parts, allParts(figure, request));
  return checkedNumbers(parts, request).map([](std::int64_t numbers) {
    return DataSummary{numbers, {}};
  });
}

Result<void> writeJson(const Figure& figure, const DataRequest& request, const WriteBytes& write,
                       const DataControl& control) {
  POSCOPE_TRY(const auto parts, allParts(figure, request));
  POSCOPE_TRY(const std::int64_t numbers, checkedNumbers(parts, request));
  POSCOPE_TRY(const Findings findings, findingsOf(figure, control));
  Json frame = frameJson(figure, findings, request.language);
  if (figure.sides != nullptr) {
    POSCOPE_TRY(frame["findings"], allFindingsJson(figure, request.language, control.stop));
  }
  DataProgress progress(control, numbers, figure.judgement == nullptr ? 0 : kJudgedShare);
  TextSink sink(write);
  sink.text = "{";
  writeKeys(frame, sink);
  startKey(sink, "layers");
  POSCOPE_CHECK(writeLayers(parts, request.language, sink, progress));
  writeKeys(endJson(figure, findings, request.language), sink);
  sink.text += "\n}\n";
  return control.stop.stop_requested() ? Result<void>(cancelled()) : sink.flush();
}

}  // namespace

DataFormat jsonFormat() {
  return {"json", check, writeJson};
}

}  // namespace poscope
