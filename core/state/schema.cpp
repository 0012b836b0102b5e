#include "core/state/schema.h"

#include <algorithm>

namespace poscope {

ParameterSpec integerParameter(std::string name, std::int64_t standard, double minimum,
                               double maximum, ParameterScale scale) {
  ParameterSpec spec;
  spec.name = std::move(name);
  spec.type = ParameterType::integer;
  spec.standard = standard;
  spec.minimum = minimum;
  spec.maximum = maximum;
  spec.scale = scale;
  return spec;
}

ParameterSpec realParameter(std::string name, double standard, double minimum, double maximum) {
  ParameterSpec spec;
  spec.name = std::move(name);
  spec.type = ParameterType::real;
  spec.standard = standard;
  spec.minimum = minimum;
  spec.maximum = maximum;
  return spec;
}

ParameterSpec choiceParameter(std::string name, std::string standard,
                              std::vector<std::string> choices) {
  ParameterSpec spec;
  spec.name = std::move(name);
  spec.type = ParameterType::choice;
  spec.standard = std::move(standard);
  spec.choices = std::move(choices);
  return spec;
}

ParameterSpec flagParameter(std::string name, bool standard) {
  ParameterSpec spec;
  spec.name = std::move(name);
  spec.type = ParameterType::flag;
  spec.standard = std::string(standard ? "on" : "off");
  return spec;
}

ParameterSpec formatParameter(std::string name, std::string standard, unsigned places) {
  ParameterSpec spec =
      choiceParameter(std::move(name), std::move(standard), formatsAt(places, true));
  spec.type = ParameterType::format;
  for (std::string& id : formatsAt(places)) {
    if (std::find(spec.choices.begin(), spec.choices.end(), id) == spec.choices.end()) {
      spec.others.push_back(std::move(id));
    }
  }
  return spec;
}

ParameterSpec recipeParameter(std::string name, Scheme scheme, std::string standard) {
  ParameterSpec spec = choiceParameter(std::move(name), std::move(standard), {});
  spec.type = ParameterType::recipe;
  spec.scheme = scheme;
  return spec;
}

ParameterSpec withOwnWords(ParameterSpec spec) {
  spec.ownLabel = true;
  spec.ownHelp = true;
  return spec;
}

ParameterSpec contextParameter(std::int64_t standard, double maximum) {
  return integerParameter("context", standard, 2, maximum, ParameterScale::log2);
}

ParameterSpec dimParameter(std::int64_t standard) {
  ParameterSpec spec = integerParameter("dim", standard, 2, 16384, ParameterScale::log2);
  spec.even = true;
  return spec;
}

ParameterSpec baseParameter() {
  ParameterSpec spec = realParameter("base", 10000.0, 1.0, 1e12);
  spec.scale = ParameterScale::log2;
  return spec;
}

ParameterSpec overflowParameter() {
  return choiceParameter("overflow", "format", {"format", "saturate"});
}

Overflow overflowOf(const Params& params) {
  return params.text("overflow") == "saturate" ? Overflow::saturate : Overflow::ofFormat;
}

ParameterSpec showParameter(std::string standard) {
  return choiceParameter("show", std::move(standard), {"reference", "a", "b", "difference"});
}

namespace {

Result<std::string> canonicalScaling(std::string_view text) {
  auto scaling = parseRopeScaling(text);
  if (!scaling) {
    return tl::unexpected<Error>(scaling.error());
  }
  return scaling->is(&ScalingRow::none) ? std::string() : writeRopeScaling(*scaling);
}

}  // namespace

RopeShape shapeOf(const Params& params, std::int64_t length) {
  RopeShape shape;
  shape.dim = params.integer("dim");
  shape.base = params.real("base");
  shape.headDim = params.integer("head_dim");
  shape.trained = params.integer("trained");
  shape.length = length;
  // The parameter was parsed when it was set: it reads back.
  shape.scaling = parseRopeScaling(params.text("scaling")).value_or(RopeScaling());
  return shape;
}

RecipePair recipesOf(const Params& params) {
  return {params.recipe("a"), params.recipe("b"), &params.format("format"), overflowOf(params)};
}

std::vector<ParameterSpec> modelContextParameters() {
  std::vector<ParameterSpec> rows;
  for (const char* name : {"model", "scheme", "scaling"}) {
    ParameterSpec spec;
    spec.name = name;
    spec.type = ParameterType::text;
    spec.standard = std::string();
    spec.hidden = true;
    spec.canonical = spec.name == "scaling" ? canonicalScaling : nullptr;
    rows.push_back(spec);
  }
  for (const char* name : {"trained", "head_dim"}) {
    rows.push_back(integerParameter(name, 0, 0, 1e12));
    rows.back().hidden = true;
  }
  return rows;
}

Schema joinSchemas(std::vector<Schema> parts) {
  Schema all;
  for (Schema& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace poscope
