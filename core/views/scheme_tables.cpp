#include "core/views/scheme_tables.h"

#include <algorithm>
#include <array>

#include "core/base/numbers.h"
#include "core/encoding/relative_bias.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {

View alibiView();
View auditView();
View learnedView();
View orderView();
View relativeBiasView();
View rotationView();
View sinusoidalView();
View termsView();

namespace {

std::string pageOf(View (*page)(), const LinkSettings& settings = {}) {
  return linkTo(page(), settings);
}
std::string biasPage(const char* scheme) {
  return pageOf(relativeBiasView, {{"bias", scheme}});
}

std::string termsPage(const char* variant) {
  return pageOf(termsView, {{"variant", variant}});
}

constexpr SchemeEntry kEntries[] = {
    {"sinusoidal", Scheme::sinusoidal, SchemeKnows::place, 2017, "Vaswani et al., arXiv:1706.03762",
     [] { return pageOf(sinusoidalView); }},
    {"learned", Scheme::learned, SchemeKnows::place, 2017, "Gehring et al., arXiv:1705.03122",
     [] { return pageOf(learnedView); }},
    {"transformer-xl", Scheme::relative, SchemeKnows::distance, 2019,
     "Dai et al., arXiv:1901.02860", [] { return termsPage("transformer-xl"); }},
    {"t5", Scheme::relative, SchemeKnows::distance, 2019, "Raffel et al., arXiv:1910.10683",
     [] { return biasPage("t5"); }},
    {"deberta", Scheme::relative, SchemeKnows::distance, 2020, "He et al., arXiv:2006.03654",
     [] { return termsPage("deberta-v2"); }},
    {"rope", Scheme::rope, SchemeKnows::distance, 2021, "Su et al., arXiv:2104.09864",
     [] { return pageOf(rotationView); }},
    {"alibi", Scheme::alibi, SchemeKnows::distance, 2021, "Press et al., arXiv:2108.12409",
     [] { return pageOf(alibiView); }},
    {"none", Scheme::none, SchemeKnows::nothing, 2022, "Haviv et al., arXiv:2203.16634",
     [] {
       return pageOf(orderView, {{"encoding", "none"}});
     }},
    {"kerple", Scheme::kerpleLog, SchemeKnows::distance, 2022, "Chi et al., arXiv:2205.09921",
     [] { return biasPage("kerple-log"); }},
    {"sandwich", Scheme::relative, SchemeKnows::distance, 2022, "Chi et al., arXiv:2212.10356",
     [] { return biasPage("sandwich"); }},
    {"xpos", Scheme::rope, SchemeKnows::distance, 2022, "Sun et al., arXiv:2212.10554",
     [] { return biasPage("xpos"); }},
};

struct KnowsRow {
  SchemeKnows knows;
  const char* id;
};
constexpr KnowsRow kKnows[] = {{SchemeKnows::nothing, "nothing"},
                               {SchemeKnows::place, "absolute"},
                               {SchemeKnows::distance, "relative"}};

TableCell wordsCell(Text text) {
  return {std::move(text), TextRole::plain, {}, {}};
}
// Words whose id data files and sorting know.
TableCell idCell(Text text, std::string_view id) {
  return {std::move(text), TextRole::plain, {}, std::string(id)};
}
TableCell literalCell(std::string_view words) {
  return idCell(Text::verbatim(words), words);
}
TableCell yearCell(std::int64_t year) {
  return {Text::verbatim(std::to_string(year)), TextRole::plain, {}, year};
}
// Also in data files: there is no such number.
TableCell noCell() {
  return {};
}
TableCell numberOrNone(std::int64_t number) {
  return number == 0 ? noCell() : integerCell(number);
}

TableCell knowsCell(SchemeKnows knows) {
  const char* const id = kKnows[static_cast<std::size_t>(knows)].id;
  return idCell(Text(std::string("schemes.knows.") + id), id);
}

}  // namespace

std::span<const SchemeEntry> schemeEntries() {
  return kEntries;
}

const SchemeEntry* findSchemeEntry(std::string_view id) {
  const auto* const found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                         [id](const SchemeEntry& each) { return each.id == id; });
  return found == std::end(kEntries) ? nullptr : found;
}

Text schemeEntryName(const SchemeEntry& entry) {
  return Text("schemes.name." + std::string(entry.id));
}

Text monthText(std::string_view month) {
  const auto dash = std::min(month.find('-'), month.size());
  return {
      "schemes.month",
      {{"year", month.substr(0, dash)}, {"month", month.substr(std::min(dash + 1, month.size()))}}};
}

TablePanel schemeTable(const PrecisionSetup& setup) {
  const T5Buckets t5;
  const std::vector<TextArgument> numbers{{"format", Text::verbatim(setup.format->label)},
                                          {"context", setup.context},
                                          {"places", setup.places},
                                          {"biases", setup.biases},
                                          {"last", lastExactInteger(*setup.format)},
                                          {"buckets", t5.buckets},
                                          {"limit", t5.maxDistance}};
  TablePanel table;
  table.name = "schemes";
  table.title = "schemes.table.schemes";
  table.columns = {{"schemes.column.scheme", {"scheme"}},
                   {"schemes.column.year", {"year"}},
                   {"schemes.column.adds", {"adds"}},
                   {"schemes.column.learned", {"learned_numbers"}},
                   {"schemes.column.knows", {"knows"}},
                   {"schemes.column.beyond", {"beyond_trained_length"}},
                   {"schemes.column.cost", {"cost"}},
                   {Text("schemes.column.precision", numbers), {"low_precision"}},
                   {"schemes.column.source", {"source"}}};
  for (const SchemeEntry& entry : kEntries) {
    const auto words = [&](const char* column) {
      return wordsCell(
          Text("schemes." + std::string(column) + "." + std::string(entry.id), numbers));
    };
    TableRow row;
    row.cells = {idCell(schemeEntryName(entry), entry.id),
                 yearCell(entry.year),
                 words("adds"),
                 words("learned"),
                 knowsCell(entry.knows),
                 words("beyond"),
                 words("cost"),
                 words("precision"),
                 literalCell(entry.source)};
    row.action = openLink(entry.page());
    table.rows.push_back(std::move(row));
  }
  return table;
}

namespace {

TableCell baseCell(const ModelFacts& model) {
  if (model.base == 0) {
    return noCell();
  }
  const Text base = Text::verbatim(shortDecimal(model.base, 9));
  return {model.localBase == 0
              ? base
              : Text("schemes.value.bases",
                     {{"base", base}, {"local", Text::verbatim(shortDecimal(model.localBase, 9))}}),
          TextRole::plain,
          {},
          model.base};
}

// Its name is a config's word in every language.
TableCell scalingCell(const ModelFacts& model) {
  return model.scaling == "none" ? noCell()
                                 : idCell(Text("choice.method." + model.scaling), model.scaling);
}

TableCell schemeCell(const ModelFacts& model) {
  const SchemeEntry* const entry = findSchemeEntry(model.uses);
  return idCell(entry == nullptr ? Text::verbatim(model.uses) : schemeEntryName(*entry),
                model.uses);
}

// Without what most rows have in common.
TableCell addressCell(const std::string& page) {
  constexpr std::string_view kHub = "https://huggingface.co/";
  constexpr std::string_view kSecure = "https://";
  const auto start = page.starts_with(kHub) ? kHub.size() : kSecure.size();
  return idCell(Text::verbatim(page.substr(start)), page);
}

TableRow modelRow(const ModelFacts& model) {
  TableRow row;
  row.cells = {idCell(Text::verbatim(model.title), model.title),
               idCell(monthText(model.released), model.released),
               schemeCell(model),
               baseCell(model),
               scalingCell(model),
               numberOrNone(model.original),
               numberOrNone(model.length),
               addressCell(model.page)};
  if (model.lengthFromCard) {
    row.cells[6].text = {"schemes.value.card", {{"length", model.length}}};
  }
  if (model.preset) {
    row.action = openLink(linkTo(auditView(), {{"model", model.title}}));
  } else if (const SchemeEntry* const entry = findSchemeEntry(model.uses)) {
    row.action = openLink(entry->page());
  }
  return row;
}

}  // namespace

TablePanel modelTable(std::span<const ModelFacts> models) {
  TablePanel table;
  table.name = "models";
  table.title = "schemes.table.models";
  table.columns = {{"schemes.column.model", {"model"}},
                   {"schemes.column.released", {"released"}},
                   {"schemes.column.scheme", {"scheme"}},
                   {"schemes.column.base", {"base"}},
                   {"schemes.column.scaling", {"scaling"}},
                   {"schemes.column.original", {"length_before_scaling", "tokens"}},
                   {"schemes.column.length", {"length", "tokens"}},
                   {"schemes.column.page", {"page"}}};
  table.worth = PanelWorth::answer;
  table.spareColumns = {7, 5, 4, 3};
  for (const ModelFacts& model : models) {
    table.rows.push_back(modelRow(model));
  }
  return table;
}

namespace {

TablePanel columnsOf(const TablePanel& whole, std::span<const std::size_t> columns) {
  TablePanel table = whole;
  table.columns.clear();
  for (const std::size_t column : columns) {
    table.columns.push_back(whole.columns[column]);
  }
  for (std::size_t row = 0; row < whole.rows.size(); ++row) {
    table.rows[row].cells.clear();
    for (const std::size_t column : columns) {
      table.rows[row].cells.push_back(whole.rows[row].cells[column]);
    }
  }
  return table;
}

}  // namespace

TablePanel whatSchemesAre(const TablePanel& whole) {
  constexpr std::array<std::size_t, 6> kColumns{0, 1, 2, 4, 3, 8};
  TablePanel table = columnsOf(whole, kColumns);
  table.spareColumns = {5, 4, 1};
  return table;
}

TablePanel whatSchemesPromise(const TablePanel& whole) {
  constexpr std::array<std::size_t, 4> kColumns{0, 5, 6, 7};
  TablePanel table = columnsOf(whole, kColumns);
  table.name = "promises";
  table.title = "schemes.table.promises";
  table.spareColumns = {2};
  return table;
}

ScaledReach scaledReach(std::span<const ModelFacts> models) {
  ScaledReach reach;
  for (const ModelFacts& model : models) {
    if (model.original > 0) {
      const std::int64_t times = model.length / model.original;
      reach.least = reach.least == 0 ? times : std::min(reach.least, times);
      reach.most = std::max(reach.most, times);
    }
  }
  return reach;
}

TablePanel experienceTable(const ScaledReach& reach) {
  TablePanel table;
  table.name = "experience";
  table.title = "schemes.table.experience";
  table.columns = {{"schemes.column.scheme", {"scheme"}},
                   {"schemes.column.trained", {"trained"}},
                   {"schemes.column.works", {"works_to"}},
                   {"schemes.column.uses", {"uses"}},
                   {"schemes.column.known", {"known"}}};
  table.worth = PanelWorth::extra;
  table.spareColumns = {3};
  for (const char* const id : {"absolute", "rope", "alibi", "none"}) {
    TableRow row;
    row.cells = {idCell(Text("schemes.experience.scheme." + std::string(id)), id)};
    for (const char* const column : {"trained", "works", "uses", "known"}) {
      row.cells.push_back(
          wordsCell(Text("schemes.experience." + std::string(column) + "." + std::string(id),
                         {{"least", reach.least}, {"most", reach.most}})));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace poscope
