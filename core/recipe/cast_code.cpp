#include "core/recipe/cast_code.h"

#include <algorithm>
#include <iterator>

namespace poscope {
namespace {

// Tensor methods for the formats that torch computes in.
struct Method {
  std::string_view format;
  std::string_view name;
};
constexpr Method kMethods[] = {
    {"fp64", "double"}, {"fp32", "float"}, {"fp16", "half"}, {"bf16", "bfloat16"}};

const Method* methodOf(const NumberFormat& format) {
  const auto* const found =
      std::find_if(std::begin(kMethods), std::end(kMethods),
                   [&](const Method& method) { return method.format == format.id; });
  return found == std::end(kMethods) ? nullptr : found;
}

bool isCastTo(const NumberFormat& format) {
  return format.kind == FormatKind::floating && !format.torch.empty();
}

// What rounded() gives is in fp32, and so is a result before its cast.
const NumberFormat& heldIn(const NumberFormat& format) {
  return isCastTo(format) ? format : *findFormat("fp32");
}

// The format in which a stage works before it rounds.
const NumberFormat& workingFormat(const NumberFormat& to) {
  return *findFormat(to.id == "fp64" ? "fp64" : "fp32");
}

std::string widened(const TensorCode& tensor, const NumberFormat& wide) {
  return heldIn(tensor.format).id == wide.id ? tensor.name : castCode(tensor.name, wide);
}

std::string castFrom(std::string expression, const NumberFormat& wide, const NumberFormat& to) {
  return to.id == wide.id ? bareCode(std::move(expression)) : castCode(expression, to);
}

}  // namespace

bool isComputedIn(const NumberFormat& format) {
  return methodOf(format) != nullptr;
}

std::string bareCode(std::string expression) {
  if (!expression.starts_with('(')) {
    return expression;
  }
  int depth = 0;
  for (std::size_t k = 0; k < expression.size(); ++k) {
    depth += expression[k] == '(' ? 1 : expression[k] == ')' ? -1 : 0;
    if (depth == 0) {  // The first bracket closes.
      return k + 1 == expression.size() ? expression.substr(1, k - 1) : expression;
    }
  }
  return expression;
}

std::string castCode(std::string_view expression, const NumberFormat& format) {
  const std::string text(expression);
  if (const Method* const method = methodOf(format)) {
    return text + "." + std::string(method->name) + "()";
  }
  return isCastTo(format) ? text + ".to(torch." + std::string(format.torch) + ")"
                          : "rounded(" + bareCode(text) + ", \"" + std::string(format.id) + "\")";
}

std::string operationCode(const TensorCode& one, const NumberFormat& to,
                          const std::function<std::string(const std::string&)>& write) {
  if (one.format.id == to.id && isComputedIn(to)) {
    return bareCode(write(one.name));
  }
  const NumberFormat& wide = workingFormat(to);
  return castFrom(write(widened(one, wide)), wide, to);
}

std::string operationCode(
    const TensorCode& one, const TensorCode& other, const NumberFormat& to,
    const std::function<std::string(const std::string&, const std::string&)>& write) {
  if (one.format.id == to.id && other.format.id == to.id && isComputedIn(to)) {
    return bareCode(write(one.name, other.name));
  }
  const NumberFormat& wide = workingFormat(to);
  return castFrom(write(widened(one, wide), widened(other, wide)), wide, to);
}

}  // namespace poscope
