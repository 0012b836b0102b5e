#include "core/views/opened_tensors.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/tensor_shapes.h"
#include "core/base/numbers.h"
#include "core/base/suggestion.h"

namespace poscope {
namespace {

// "*.bias_p, *.bias_a [heads, 1, 1]; ...".
std::string expectedTensors(const View& view) {
  std::string all;
  for (const TensorReading& reading : view.reads) {
    all += (all.empty() ? "" : "; ") + std::string(tensorPattern(reading.kind));
  }
  return all;
}

// "[3, 17]": where the value of a place in row-major order stands.
std::string indexText(const std::vector<std::int64_t>& shape, std::int64_t at) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = at % shape[axis];
    at /= shape[axis];
  }
  return axesText(index);
}

// The same page without a file.
std::string linkWithout(const View& view, const Params& params) {
  LinkSettings kept = params.changed();
  std::erase_if(kept, [](const auto& setting) {
    return setting.first == parameter::kFile.name || setting.first == parameter::kFileHash.name ||
           setting.first == parameter::kTensor.name;
  });
  return linkTo(view, kept);
}

}  // namespace

const TensorReading* readingOf(const View& view, const ArrayFile& file) {
  const auto found = std::find_if(
      view.reads.begin(), view.reads.end(),
      [&file](const TensorReading& reading) { return !tensorsOfKind(file, reading.kind).empty(); });
  return found == view.reads.end() ? nullptr : &*found;
}

Result<State> withTable(State state, const View& view, const TableFile& file,
                        const ArrayFile& arrays) {
  const TensorReading* const reading = readingOf(view, arrays);
  if (reading == nullptr) {
    return view.reads.empty()
               ? fileError({"state.error.no_reading", {{"file", file.name}, {"view", view.id}}})
               : fileError({"state.error.no_tensors",
                            {{"file", file.name},
                             {"view", view.id},
                             {"expected", expectedTensors(view)}}});
  }
  const FileHandles& handles = *fileHandles(state.params);
  LinkSettings settings{{std::string(handles.name.name), file.name},
                        {std::string(handles.hash.name), file.hash}};
  if (reading->settings != nullptr) {
    const LinkSettings own = reading->settings(arrays);
    settings.insert(settings.end(), own.begin(), own.end());
  }
  for (const auto& [name, value] : settings) {
    POSCOPE_CHECK(state.params.set(name, value));
  }
  state.zoom.reset();
  return state;
}

const NumberFormat* formatOf(const ArrayInfo& info) {
  const NumberFormat* const format = findFormat(info.readAs.empty() ? info.dtype : info.readAs);
  return format != nullptr && format->kind == FormatKind::floating ? format : nullptr;
}

Result<std::vector<double>> OpenedTensors::values(const ArrayInfo& info,
                                                  const std::stop_token& stop) const {
  const NumberFormat* const format = formatOf(info);
  if (format == nullptr) {
    return fileError({"state.error.tensor_type",
                      {{"file", file->name}, {"tensor", info.name}, {"type", info.dtype}}});
  }
  ArrayInfo read = info;
  read.dtype = format->id;
  POSCOPE_TRY(auto numbers, readArray({file->path, file->name}, read, stop));
  const auto wrong = std::find_if(numbers.begin(), numbers.end(),
                                  [](double value) { return !std::isfinite(value); });
  if (wrong != numbers.end()) {
    return fileError({"state.error.tensor_number",
                      {{"file", file->name},
                       {"tensor", info.name},
                       {"value", exactDecimal(*wrong)},
                       {"index", indexText(info.shape, wrong - numbers.begin())}}});
  }
  return numbers;
}

std::vector<Text> OpenedTensors::readAsNotes(const ArrayInfo& info) const {
  return info.readAs.empty()
             ? std::vector<Text>()
             : std::vector<Text>{
                   {"state.note.read_as",
                    {{"file", file->name}, {"type", info.dtype}, {"format", info.readAs}}}};
}

std::string OpenedTensors::of(const ArrayInfo& info) const {
  return file->name + " " + info.name;
}

Result<std::optional<OpenedTensors>> openedTensors(const Params& params,
                                                   const ViewContext& context) {
  const TableFile* const table = namedTable(params, context.inputs);
  if (table == nullptr) {
    return std::optional<OpenedTensors>();
  }
  POSCOPE_CHECK(checkUnchanged(*table, context.stop));
  return inspectTensors({table->path, table->name}).map([&context](ArrayFile&& arrays) {
    return std::optional(OpenedTensors{context.inputs.table, std::move(arrays)});
  });
}

Result<ArrayInfo> chosenTensor(const OpenedTensors& opened, const Params& params, TensorKind kind) {
  const std::string& name = params.text(parameter::kTensor);
  const std::vector<ArrayInfo> tensors = tensorsOfKind(opened.arrays, kind);
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&name](const ArrayInfo& info) {
    return name.empty() || info.name == name;
  });
  if (found != tensors.end()) {
    return *found;
  }
  return fileError(unknownName("state.error.tensor", name, namesOf(tensors, &ArrayInfo::name),
                               {{"file", opened.file->name}}));
}

std::optional<TablePanel> tensorChoice(const OpenedTensors& opened, TensorKind kind,
                                       const ArrayInfo& chosen) {
  const std::vector<ArrayInfo> tensors = tensorsOfKind(opened.arrays, kind);
  if (tensors.size() < 2) {
    return std::nullopt;
  }
  TablePanel table;
  table.name = "tensors";
  table.title = {"state.tensors", {{"file", opened.file->name}}};
  table.columns = {{"state.missing.tensor", {"tensor"}},
                   {"state.tensors.shape", {"shape"}},
                   {"state.tensors.format", {"format"}}};
  table.worth = PanelWorth::extra;
  table.spareColumns = {2, 1};
  const auto cell = [](const std::string& words) {
    return TableCell{Text::verbatim(words), TextRole::plain, {}, words};
  };
  for (const ArrayInfo& info : tensors) {
    table.rows.push_back({{cell(info.name), cell(axesText(info.shape)), cell(info.dtype)},
                          {std::string(parameter::kTensor.name), info.name},
                          info.name == chosen.name});
  }
  return table;
}

std::optional<Figure> askForFile(const View& view, const Params& params, const Inputs& inputs) {
  const bool names = params.has(parameter::kFile) && !params.text(parameter::kFile).empty();
  if (!names || namedTable(params, inputs) != nullptr) {
    return std::nullopt;
  }
  const std::string& file = params.text(parameter::kFile);
  Figure figure;
  figure.finding = {Text(view.id + ".question"),
                    {"state.missing", {{"file", file}}},
                    "state.missing.explanation"};
  for (const std::string& name : view.facts) {
    figure.facts.push_back({name, std::string()});  // Nothing is known.
  }
  TablePanel table;
  table.name = "missing";
  table.title = "state.missing.title";
  table.columns = {{"state.missing.file", {"file"}},
                   {"state.missing.tensor", {"tensor"}},
                   {"state.missing.hash", {"hash"}}};
  const auto cell = [](const std::string& words) {
    return TableCell{Text::verbatim(words), TextRole::plain, {}, words};
  };
  table.rows.push_back(
      {{cell(file), cell(params.text(parameter::kTensor)), cell(params.text(parameter::kFileHash))},
       {},
       false});
  table.rows.push_back(
      {{{"state.missing.without", TextRole::plain, {}, std::string()}, cell({}), cell({})},
       openLink(linkWithout(view, params)),
       false});
  figure.panels.emplace_back(std::move(table));
  figure.mainLayer = "missing";
  return figure;
}

}  // namespace poscope
