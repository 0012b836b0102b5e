#include "core/state/link.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace poscope {
namespace {

constexpr std::string_view kScheme = "poscope:";
constexpr std::size_t kLongestLink = 8192;

std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && at + 2 < text.size() && hexValue(text[at + 1]) >= 0 &&
        hexValue(text[at + 2]) >= 0) {
      result += static_cast<char>(hexValue(text[at + 1]) * 16 + hexValue(text[at + 2]));
      at += 2;
    } else {
      result += text[at];
    }
  }
  return result;
}

std::string encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~';
    if (plain) {
      result += c;
    } else {
      result += '%' + hexText(static_cast<unsigned char>(c), 2, HexLetters::capital);
    }
  }
  return result;
}

tl::unexpected<Error> badRange(std::string_view key, std::string_view value) {
  return usageError({"error.parameter.value",
                     {{"parameter", key}, {"value", value}, {"expected", Text("expected.range")}}});
}

bool readExact(std::string_view text, double& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
}

struct Range {
  double first;
  double last;
};

Result<Range> parseRange(std::string_view key, std::string_view value) {
  const auto dots = value.find("..");
  Range range{};
  if (dots == std::string_view::npos || !readExact(value.substr(0, dots), range.first) ||
      !readExact(value.substr(dots + 2), range.last) || !(range.first < range.last)) {
    return badRange(key, value);
  }
  return range;
}

// The zoom while a link is read: both axes must be there in the end.
struct PendingZoom {
  std::optional<Range> x;
  std::optional<Range> y;
};

Result<void> applyPair(State& state, PendingZoom& zoom, const std::string& key,
                       const std::string& value) {
  if (key == "x" || key == "y") {
    POSCOPE_TRY(auto range, parseRange(key, value));
    (key == "x" ? zoom.x : zoom.y) = range;
    return {};
  }
  return state.params.set(key, value);
}

}  // namespace

bool looksLikeLink(std::string_view text) {
  return text.starts_with(kScheme);
}

// A recipe resets its stages, so recipes are applied before stages whatever the order in the link.
Result<State> applyQuery(State state, std::string_view query) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair.empty()) {
      continue;
    }
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos) {
      return usageError({"error.link.pair", {{"value", decoded(pair)}}});
    }
    std::string key = decoded(pair.substr(0, equals));
    if (std::any_of(pairs.begin(), pairs.end(),
                    [&](const auto& earlier) { return earlier.first == key; })) {
      return usageError({"error.link.twice", {{"value", key}}});
    }
    pairs.emplace_back(std::move(key), decoded(pair.substr(equals + 1)));
  }
  std::stable_partition(pairs.begin(), pairs.end(),
                        [](const auto& pair) { return pair.first.find('.') == std::string::npos; });
  PendingZoom zoom;
  for (const auto& [key, value] : pairs) {
    POSCOPE_CHECK(applyPair(state, zoom, key, value));
  }
  if (zoom.x.has_value() != zoom.y.has_value()) {
    return usageError({"error.link.window"});
  }
  if (zoom.x) {
    state.zoom = Zoom{zoom.x->first, zoom.x->last, zoom.y->first, zoom.y->last};
  }
  return state;
}

Result<LinkParts> splitLink(std::string_view link) {
  if (link.size() > kLongestLink) {
    return usageError({"error.link.long",
                       {{"bytes", static_cast<std::int64_t>(link.size())},
                        {"most", static_cast<std::int64_t>(kLongestLink)}}});
  }
  if (looksLikeLink(link)) {
    link.remove_prefix(kScheme.size());
  }
  const auto question = std::min(link.find('?'), link.size());
  return LinkParts{link.substr(0, question), link.substr(std::min(question + 1, link.size()))};
}

std::string writeQuery(const LinkSettings& settings) {
  const auto pair = [](const auto& setting) {
    return encoded(setting.first) + "=" + encoded(setting.second);
  };
  return joinWords(settings, pair, "&");
}

std::string writeLink(std::string_view view, const LinkSettings& settings) {
  const std::string query = writeQuery(settings);
  return std::string(kScheme) + std::string(view) + (query.empty() ? "" : "?" + query);
}

std::string formatLink(const State& state) {
  LinkSettings settings = state.params.changed();
  if (state.zoom) {
    const Zoom& zoom = *state.zoom;
    settings.emplace_back("x", exactDecimal(zoom.x0) + ".." + exactDecimal(zoom.x1));
    settings.emplace_back("y", exactDecimal(zoom.y0) + ".." + exactDecimal(zoom.y1));
  }
  return writeLink(state.view, settings);
}

}  // namespace poscope
