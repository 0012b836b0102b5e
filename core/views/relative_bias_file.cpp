// Learned numbers of the page relative-bias from an opened file: T5's of each bucket and head, or
// KERPLE's p and a of each head.
#include <algorithm>

#include "core/views/relative_bias.h"

namespace poscope {
namespace {

using namespace relative;

std::int64_t countOf(const ArrayInfo& info) {
  const std::vector<std::int64_t> axes = longAxes(info);
  return axes.empty() ? 1 : axes.front();
}

std::int64_t t5Heads(const ArrayInfo& info) {
  const std::vector<std::int64_t> axes = longAxes(info);
  return axes.size() == 2 ? axes[1] : 1;
}

// "bias_a" beside "layer.bias_p".
std::string nameOfA(std::string_view p) {
  return std::string(p.substr(0, p.size() - lastPart(p).size())) + "bias_a";
}

LinkSettings settingsFor(const ArrayInfo& tensor, const char* scheme, std::int64_t heads) {
  return {{std::string(parameter::kTensor.name), tensor.name},
          {std::string(kBias.name), scheme},
          {std::string(parameter::kHeads.name), std::to_string(heads)},
          {std::string(parameter::kHead.name), "steepest"}};
}

// The file's sizes are those of the parameters: another number would be one of no model.
Result<void> checkSize(const BiasFile& file, ParameterName name, std::int64_t set,
                       std::int64_t held) {
  return set == held ? Result<void>()
                     : usageError({"relative-bias.error.size",
                                   {{"parameter", std::string(name.name)},
                                    {"value", std::to_string(set)},
                                    {"file", file.name()},
                                    {"tensor", file.tensor.name},
                                    {"expected", std::to_string(held)}}});
}

Result<LearnedBiases> readT5(RelativePage& page, const Params& params,
                             const std::stop_token& stop) {
  const BiasFile& file = *page.file;
  POSCOPE_CHECK(checkSize(file, kBuckets, page.setup.t5.buckets, countOf(file.tensor)));
  POSCOPE_CHECK(checkSize(file, parameter::kHeads, page.setup.heads, t5Heads(file.tensor)));
  if (params.text(kBothWays) == kTold) {
    page.setup.t5.bidirectional = blockOf(file.tensor.name) != BlockKind::decoder;
  }
  LearnedBiases learned;
  POSCOPE_TRY(learned.buckets, file.opened.values(file.tensor, stop));
  return learned;
}

Result<LearnedBiases> readKerple(RelativePage& page, const std::stop_token& stop) {
  BiasFile& file = *page.file;
  const std::int64_t heads = countOf(file.tensor);
  const std::string name = nameOfA(file.tensor.name);
  const ArrayInfo* const beside = findTensor(file.opened.arrays, name);
  if (beside == nullptr || longAxes(*beside) != longAxes(file.tensor)) {
    return fileError({"relative-bias.error.no_a",
                      {{"file", file.name()},
                       {"tensor", file.tensor.name},
                       {"expected", name},
                       {"count", heads}}});
  }
  POSCOPE_CHECK(checkSize(file, parameter::kHeads, page.setup.heads, heads));
  POSCOPE_TRY(const auto p, file.opened.values(file.tensor, stop));
  POSCOPE_TRY(const auto a, file.opened.values(*beside, stop));
  const bool power = page.scheme != nullptr && page.scheme->id == "kerple-power";
  LearnedBiases learned;
  for (std::size_t head = 0; head < p.size(); ++head) {
    learned.kerple.push_back({p[head], a[head]});
    const KerpleHead used = kerpleClamped(learned.kerple.back(), power);
    file.clamped += used.p != p[head] || used.a != a[head] ? 1 : 0;
  }
  return learned;
}

// The kind of the tensor that is asked for; of none the first that the file has.
TensorKind kindAsked(const ArrayFile& arrays, const std::string& name) {
  const auto holds = [&](TensorKind kind) {
    const auto tensors = tensorsOfKind(arrays, kind);
    return std::any_of(tensors.begin(), tensors.end(), [&name](const ArrayInfo& info) {
      return name.empty() || info.name == name;
    });
  };
  const bool t5 = holds(TensorKind::t5Bias) || !holds(TensorKind::kerple);
  const bool none = tensorsOfKind(arrays, TensorKind::t5Bias).empty();
  return t5 && !none ? TensorKind::t5Bias : TensorKind::kerple;
}

}  // namespace

BlockKind blockOf(std::string_view tensor) {
  const auto has = [tensor](std::string_view part) {
    return tensor.starts_with(part) || tensor.find("." + std::string(part)) != tensor.npos;
  };
  return has("decoder.")   ? BlockKind::decoder
         : has("encoder.") ? BlockKind::encoder
                           : BlockKind::unknown;
}

LinkSettings t5Settings(const ArrayFile& file) {
  const ArrayInfo tensor = tensorsOfKind(file, TensorKind::t5Bias).front();
  LinkSettings settings = settingsFor(tensor, "t5", t5Heads(tensor));
  settings.emplace_back(kBuckets.name, std::to_string(countOf(tensor)));
  settings.emplace_back(kBothWays.name, kTold);
  return settings;
}

LinkSettings kerpleSettings(const ArrayFile& file) {
  const ArrayInfo tensor = tensorsOfKind(file, TensorKind::kerple).front();
  LinkSettings settings = settingsFor(tensor, "kerple-log", countOf(tensor));
  settings.emplace_back(parameter::kBiasP.name, "drawn");
  settings.emplace_back(parameter::kBiasA.name, "drawn");
  return settings;
}

Result<void> readBiases(RelativePage& page, const Params& params, const ViewContext& context) {
  page.directionTold = params.text(kBothWays) == kTold;
  POSCOPE_TRY(auto opened, openedTensors(params, context));
  if (!opened) {
    return {};
  }
  const TensorKind kind = kindAsked(opened->arrays, params.text(parameter::kTensor));
  POSCOPE_TRY(auto tensor, chosenTensor(*opened, params, kind));
  page.file = BiasFile{*std::move(opened), std::move(tensor), kind};
  POSCOPE_TRY(LearnedBiases learned, kind == TensorKind::t5Bias ? readT5(page, params, context.stop)
                                                                : readKerple(page, context.stop));
  page.setup.learned = std::make_shared<const LearnedBiases>(std::move(learned));
  return {};
}

void addFileParts(Figure& figure, const RelativePage& page) {
  if (!page.file) {
    return;
  }
  const BiasFile& file = *page.file;
  if (auto choice = tensorChoice(file.opened, file.kind, file.tensor)) {
    figure.panels.emplace_back(*std::move(choice));
  }
  const auto notes = file.opened.readAsNotes(file.tensor);
  figure.notes.insert(figure.notes.end(), notes.begin(), notes.end());
  if (file.clamped > 0) {
    figure.notes.emplace_back("relative-bias.note.clamped",
                              std::vector<TextArgument>{{"count", file.clamped}});
  }
}

}  // namespace poscope
