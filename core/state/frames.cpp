#include "core/state/frames.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/numbers.h"
#include "core/base/suggestion.h"
#include "core/base/words.h"
#include "core/state/find_spec.h"

namespace poscope {
namespace {

constexpr double kLargestStep = 1e12;
constexpr double kLargestFactor = 1e6;
constexpr int kMostDigits = 9;

// Which parameters of a schema can run, for messages about one that cannot.
Names runningNames(const Schema& schema) {
  Names names;
  for (const ParameterSpec& spec : schema) {
    if (canRun(spec) && !spec.hidden) {
      names.all.push_back(spec.name);
    }
  }
  return names;
}

Result<const ParameterSpec*> runningSpec(const Schema& schema, std::string_view name) {
  const ParameterSpec* const spec = findSpec(schema, name);
  if (spec != nullptr && canRun(*spec)) {
    return spec;
  }
  const Names names = runningNames(schema);
  if (names.all.empty()) {
    return usageError("frames.none");
  }
  return usageError(spec == nullptr ? unknownName("frames.unknown", name, names)
                                    : Text("frames.kind", {{"parameter", name},
                                                           {"expected", expectedName(names)}}));
}

double unitOf(const ParameterSpec& spec) {
  return spec.even ? 2 : 1;
}

std::int64_t rounded(const ParameterSpec& spec, double number) {
  const double unit = unitOf(spec);
  return static_cast<std::int64_t>(std::round(number / unit) * unit);
}

Result<std::int64_t> readEnd(Params params, const std::string& parameter, const std::string& text) {
  const auto typed = parseTyped(text).map(exactDecimal);
  const std::string value = typed.value_or(text);
  POSCOPE_CHECK(params.set(parameter, value));
  if (params.isAutomatic({parameter})) {  // A word, and no number to begin or to end with.
    return usageError({"frames.value", {{"parameter", parameter}, {"value", text}}});
  }
  return params.integer({{parameter}});
}

// What is behind the sign of a factor; nothing for a text without one.
std::optional<std::string_view> factorText(std::string_view text) {
  for (const std::string_view sign : {"x", "X", "*", "×"}) {
    if (text.starts_with(sign)) {
      return trimmed(text.substr(sign.size()));
    }
  }
  return std::nullopt;
}

Result<FrameStep> readStep(const ParameterSpec& spec, std::string_view text) {
  const auto refused = [&] {
    return usageError({spec.even ? "frames.step.even" : "frames.step",
                       {{"parameter", spec.name}, {"value", text}, {"least", kLeastFactor}}});
  };
  const auto factor = factorText(trimmed(text));
  const auto number = parseTyped(factor.value_or(text));
  if (!number) {
    return refused();
  }
  const FrameStep step{*number, factor.has_value()};
  const double least = step.times ? kLeastFactor : unitOf(spec);
  const double most = step.times ? kLargestFactor : kLargestStep;
  const bool whole = step.times || std::fmod(step.by, unitOf(spec)) == 0;
  return step.by >= least && step.by <= most && whole ? Result<FrameStep>(step)
                                                      : Result<FrameStep>(refused());
}

// How many values there are at most; a factor may give one twice.
double countOf(const ParameterSpec& spec, const FrameRange& range) {
  const auto low = static_cast<double>(std::min(range.from, range.to));
  const auto high = static_cast<double>(std::max(range.from, range.to));
  if (!range.step.times) {
    return std::floor((high - low) / range.step.by) + 1;
  }
  constexpr double kRounding = 1e-9;
  const double least = std::max(low, unitOf(spec));
  const double factors = std::log2(std::max(high, least) / least) / std::log2(range.step.by);
  // Zero, which no factor leaves, stands before the least.
  return std::floor(factors + kRounding) + (low < least ? 2 : 1);
}

// The k-th value of a range that multiplies, before it is rounded.
double multiplied(const ParameterSpec& spec, const FrameRange& range, std::int64_t k) {
  const auto from = static_cast<double>(range.from);
  if (range.from > range.to) {
    const double value = from / std::pow(range.step.by, static_cast<double>(k));
    return value < unitOf(spec) && range.to == 0 ? 0 : value;
  }
  return range.from > 0 ? from * std::pow(range.step.by, static_cast<double>(k))
         : k == 0       ? 0
                        : unitOf(spec) * std::pow(range.step.by, static_cast<double>(k - 1));
}

std::int64_t valueAt(const ParameterSpec& spec, const FrameRange& range, std::int64_t k) {
  if (range.step.times) {
    return rounded(spec, multiplied(spec, range, k));
  }
  const auto step = static_cast<std::int64_t>(range.step.by);
  return range.from + (range.from > range.to ? -step : step) * k;
}

}  // namespace

bool canRun(const ParameterSpec& spec) {
  return spec.type == ParameterType::integer;
}

FrameRange standardRange(const ParameterSpec& spec) {
  constexpr double kBelow = 16;
  constexpr double kAbove = 32;
  constexpr double kFew = 31;     // Steps of one, where twice the default is fewer.
  constexpr double kLarge = 128;  // A token goes on one by one, a context does not.
  const auto* const number = std::get_if<std::int64_t>(&spec.standard);
  const double standard = number == nullptr ? 0 : static_cast<double>(*number);
  const auto within = [&](double value) {
    return rounded(spec, std::clamp(value, spec.minimum, spec.maximum));
  };
  if (spec.scale == ParameterScale::linear || standard < kLarge) {
    const double to = std::max(2 * standard, spec.minimum + kFew * unitOf(spec));
    return {within(spec.minimum), within(to), {unitOf(spec), false}};
  }
  const auto power = [](double value) { return std::exp2(std::floor(std::log2(value))); };
  return {within(power(standard / kBelow)), within(power(standard * kAbove)), {2, true}};
}

FrameTexts writtenRange(const FrameRange& range) {
  return {std::to_string(range.from), std::to_string(range.to),
          (range.step.times ? "x" : "") + exactDecimal(range.step.by)};
}

Result<FrameRange> readRange(const Params& params, std::string_view parameter,
                             const FrameTexts& texts) {
  POSCOPE_TRY(const ParameterSpec* const spec, runningSpec(params.schema(), parameter));
  FrameRange range = standardRange(*spec);
  if (!trimmed(texts.from).empty()) {
    POSCOPE_TRY(range.from, readEnd(params, spec->name, texts.from));
  }
  if (!trimmed(texts.to).empty()) {
    POSCOPE_TRY(range.to, readEnd(params, spec->name, texts.to));
  }
  if (!trimmed(texts.step).empty()) {
    POSCOPE_TRY(range.step, readStep(*spec, texts.step));
  }
  if (const double count = countOf(*spec, range); count > static_cast<double>(kMostFrames)) {
    return usageError({"frames.many",
                       {{"parameter", spec->name},
                        {"from", range.from},
                        {"to", range.to},
                        {"frames", static_cast<std::int64_t>(count)},
                        {"most", kMostFrames}}});
  }
  return range;
}

std::vector<std::int64_t> valuesOf(const ParameterSpec& spec, const FrameRange& range) {
  const std::int64_t low = std::min(range.from, range.to);
  const std::int64_t high = std::max(range.from, range.to);
  const auto count = static_cast<std::int64_t>(countOf(spec, range));
  std::vector<std::int64_t> values;
  for (std::int64_t k = 0; k < count; ++k) {
    const std::int64_t value = std::clamp(valueAt(spec, range, k), low, high);
    if (values.empty() || values.back() != value) {
      values.push_back(value);
    }
  }
  return values;
}

Result<Frames> readFrames(const Params& params, std::string_view text) {
  const auto equals = text.find('=');
  const std::string_view name = trimmed(text.substr(0, equals));
  FrameTexts texts;
  if (equals != std::string_view::npos) {
    const std::string_view range = text.substr(equals + 1);
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= range.size();) {
      const std::size_t end = std::min(range.find(':', begin), range.size());
      parts.emplace_back(trimmed(range.substr(begin, end - begin)));
      begin = end + 1;
    }
    if (parts.size() < 2 || parts.size() > 3) {
      return usageError({"frames.form", {{"value", text}}});
    }
    parts.resize(3);
    texts = {parts[0], parts[1], parts[2]};
  }
  POSCOPE_TRY(const ParameterSpec* const spec, runningSpec(params.schema(), name));
  POSCOPE_TRY(const FrameRange range, readRange(params, name, texts));
  return Frames{spec->name, valuesOf(*spec, range)};
}

Params withFrame(Params params, std::string_view parameter, std::int64_t value) {
  // The parameter takes every value of a range that was read.
  static_cast<void>(params.set(parameter, std::to_string(value)));
  return params;
}

Result<FrameNames> FrameNames::parse(std::string_view pattern) {
  const auto refused = [&] { return usageError({"frames.pattern", {{"file", pattern}}}); };
  FrameNames names;
  bool found = false;
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    std::string& part = found ? names.after_ : names.before_;
    if (pattern[k] != '%') {
      part += pattern[k];
      continue;
    }
    ++k;
    if (k < pattern.size() && pattern[k] == '%') {
      part += '%';
      continue;
    }
    if (k + 1 < pattern.size() && pattern[k] == '0') {
      names.digits_ = pattern[k + 1] - '0';
      k += 2;
    }
    const bool number = k < pattern.size() && pattern[k] == 'd';
    if (!number || found || names.digits_ < 0 || names.digits_ > kMostDigits) {
      return refused();
    }
    found = true;
  }
  return found ? Result<FrameNames>(names) : Result<FrameNames>(refused());
}

std::string FrameNames::patternFor(std::string_view name) {
  if (parse(name)) {
    return std::string(name);
  }
  const auto folder = name.rfind('/');
  const auto point = name.rfind('.');
  const bool ending =
      point != std::string_view::npos && (folder == std::string_view::npos || point > folder);
  const std::size_t end = ending ? point : name.size();
  std::string pattern;
  for (const char each : name.substr(0, end)) {
    pattern += each == '%' ? "%%" : std::string(1, each);
  }
  return pattern + "-%04d" + std::string(name.substr(end));
}

std::string FrameNames::at(std::int64_t number) const {
  std::string digits = std::to_string(number);
  const auto missing = std::max(0, digits_ - static_cast<int>(digits.size()));
  digits.insert(0, static_cast<std::size_t>(missing), '0');
  return before_ + digits + after_;
}

Error frameError(const Frames& frames, std::size_t frame, const Error& error) {
  return error.kind == ErrorKind::file ? error
                                       : Error{error.kind,
                                               {"frames.frame",
                                                {{"parameter", frames.parameter},
                                                 {"value", frames.values[frame]},
                                                 {"text", error.text}}}};
}

Text writtenFrames(const Frames& frames, const FrameNames& names) {
  const auto count = static_cast<std::int64_t>(frames.values.size());
  return {count == 1 ? "frames.written.one" : "frames.written",
          {{"frames", count},
           {"first", names.at(1)},
           {"last", names.at(count)},
           {"parameter", frames.parameter},
           {"from", frames.values.front()},
           {"to", frames.values.back()}}};
}

}  // namespace poscope
