#include "core/model/model_facts.h"

#include <algorithm>

#include "core/base/embedded.h"
#include "core/model/json_rows.h"

namespace poscope {
namespace {

constexpr std::string_view kFile = "facts.json";

using FactKey = JsonKey<ModelFacts, std::string, double, std::int64_t, bool>;
constexpr FactKey kKeys[] = {
    {"id", &ModelFacts::id, true},
    {"title", &ModelFacts::title, true},
    {"released", &ModelFacts::released, true},
    {"uses", &ModelFacts::uses, true},
    {"page", &ModelFacts::page, true},
    {"base", &ModelFacts::base},
    {"localBase", &ModelFacts::localBase},
    {"scaling", &ModelFacts::scaling},
    {"original", &ModelFacts::original},
    {"length", &ModelFacts::length},
    {"lengthFromCard", &ModelFacts::lengthFromCard},
    {"preset", &ModelFacts::preset},
};

std::vector<ModelFacts> loadFacts() {
  const auto files = embeddedModels();
  const auto file = std::find_if(files.begin(), files.end(),
                                 [](const EmbeddedFile& each) { return each.name == kFile; });
  return shippedRows(parseModelFacts(file == files.end() ? std::string_view() : file->text, kFile));
}

}  // namespace

Result<std::vector<ModelFacts>> parseModelFacts(std::string_view json, std::string_view fileName) {
  POSCOPE_TRY(const JsonDocument document, parseJson(std::string(json), fileName));
  return JsonRows(document, fileName).rows<ModelFacts>(kKeys);
}

std::span<const ModelFacts> modelFacts() {
  static const std::vector<ModelFacts> facts = loadFacts();
  return facts;
}

}  // namespace poscope
