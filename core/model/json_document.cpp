#include "core/model/json_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/model/file_bytes.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;

// Tells the parser's position: nlohmann's SAX calls carry none.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** seen) : at_(at), seen_(seen) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    *seen_ = at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  const char** seen_;
};

bool isNumberCharacter(char c) {
  return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

// Where the string that ends before `end` (its closing quote is the last character) begins.
std::size_t stringBegin(std::string_view text, std::size_t end) {
  std::size_t at = end - 1;
  while (at > 0) {
    --at;
    if (text[at] != '"') {
      continue;
    }
    std::size_t slashes = 0;
    while (slashes < at && text[at - 1 - slashes] == '\\') {
      ++slashes;
    }
    if (slashes % 2 == 0) {
      break;
    }
  }
  return at;
}

// Where the number begins whose last character, or the one after it, is the last one read.
std::size_t numberBegin(std::string_view text, std::size_t end) {
  if (end > 0 && !isNumberCharacter(text[end - 1])) {
    --end;
  }
  while (end > 0 && isNumberCharacter(text[end - 1])) {
    --end;
  }
  return end;
}

/// What Python reads as NaN or an infinity.
struct NonFinite {
  std::string_view word;
  double value;
};
constexpr NonFinite kNonFiniteWords[] = {
    {"NaN", std::numeric_limits<double>::quiet_NaN()},
    {"Infinity", std::numeric_limits<double>::infinity()},
    {"-Infinity", -std::numeric_limits<double>::infinity()},
};

// A number that is larger than any double. Numbers with a negative exponent are small.
bool isTooLarge(std::string_view number) {
  double value = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  const auto exponent = number.find_first_of("eE");
  const bool small =
      exponent == std::string_view::npos
          ? number.find('.') < std::size_t{std::numeric_limits<double>::max_exponent10}
          : number.substr(exponent + 1).starts_with('-');
  return read.ec == std::errc::result_out_of_range && read.ptr == number.data() + number.size() &&
         !small;
}

std::optional<NonFinite> nonFiniteAt(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  for (const NonFinite& row : kNonFiniteWords) {
    if (rest.starts_with(row.word)) {
      return row;
    }
  }
  const auto* const end = std::find_if_not(rest.begin(), rest.end(), isNumberCharacter);
  const std::string_view number(rest.begin(), end);
  if (!isTooLarge(number)) {
    return std::nullopt;
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return NonFinite{number, number.starts_with('-') ? -kInfinity : kInfinity};
}

// Puts the string "?" and spaces in place of each of them, so that offsets stay, and lists them.
std::vector<std::uint32_t> replaceNonFinite(std::string& text) {
  std::vector<std::uint32_t> offsets;
  bool inString = false;
  bool valueMayBegin = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (inString) {
      at += c == '\\' ? 1 : 0;
      inString = c != '"';
      continue;
    }
    const auto found = valueMayBegin ? nonFiniteAt(text, at) : std::nullopt;
    if (found) {
      const std::size_t size = found->word.size();
      std::string placeholder = "\"?\"";
      placeholder.resize(size, ' ');
      text.replace(at, size, placeholder);
      offsets.push_back(static_cast<std::uint32_t>(at));
      at += size - 1;
      continue;
    }
    inString = c == '"';
    valueMayBegin =
        c == '[' || c == ':' || c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
  return offsets;
}

class TreeBuilder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  TreeBuilder(JsonDocument& document, std::string_view parsed, const JsonLimits& limits)
      : document_(document), parsed_(parsed), limits_(limits), seen_(parsed.data()) {}

  [[nodiscard]] const char** seen() { return &seen_; }
  [[nodiscard]] const std::optional<Text>& problem() const { return problem_; }
  [[nodiscard]] std::size_t problemOffset() const { return problemOffset_; }

  bool null() { return add(valueOf(Kind::null, position() - 4)); }
  bool boolean(bool flag) {
    JsonValue value = valueOf(Kind::boolean, position() - (flag ? 4 : 5));
    value.flag = flag;
    return add(std::move(value));
  }
  bool number_integer(number_integer_t number) { return whole(number); }
  bool number_unsigned(number_unsigned_t number) {
    constexpr auto kLargest =
        static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max());
    return number <= kLargest ? whole(static_cast<std::int64_t>(number))
                              : real(static_cast<double>(number));
  }
  bool number_float(number_float_t number, const string_t& /*spelling*/) { return real(number); }
  bool string(string_t& text) {
    const std::size_t begin = stringBegin(parsed_, position());
    const bool bare = std::binary_search(document_.nonFinite.begin(), document_.nonFinite.end(),
                                         static_cast<std::uint32_t>(begin));
    JsonValue value = valueOf(bare ? Kind::nonFinite : Kind::text, begin);
    if (bare) {
      value.number = nonFiniteAt(document_.text, begin)->value;  // As it was found there before.
    } else {
      value.text = std::move(text);
    }
    return add(std::move(value));
  }
  bool binary(binary_t& /*bytes*/) { return false; }  // Never called for JSON text.
  bool start_object(std::size_t /*count*/) { return open(Kind::object); }
  bool start_array(std::size_t /*count*/) { return open(Kind::array); }
  bool key(string_t& name) {
    JsonMember member;
    member.key = std::move(name);
    member.keyOffset = static_cast<std::uint32_t>(stringBegin(parsed_, position()));
    open_.back()->members.push_back(std::move(member));
    return true;
  }
  bool end_object() {
    noteDuplicates(*open_.back());
    open_.pop_back();
    return true;
  }
  bool end_array() {
    open_.pop_back();
    return true;
  }
  bool parse_error(std::size_t read, const std::string& token,
                   const nlohmann::json::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) {
      problemOffset_ = numberBegin(parsed_, position());
      problem_ = Text("model.json.number", {{"token", printable(token, 40)}});
    } else if (read > parsed_.size()) {  // The lexer counts the end as one more character.
      problemOffset_ = parsed_.size();
      problem_ = Text("model.json.end");
    } else {
      problemOffset_ = read == 0 ? 0 : read - 1;
      const bool zero = problemOffset_ < parsed_.size() && parsed_[problemOffset_] == '\0';
      problem_ = zero ? Text("model.json.zero")
                      : Text("model.json.syntax", {{"token", printable(token, 40)}});
    }
    return false;
  }

 private:
  [[nodiscard]] std::size_t position() const {
    return static_cast<std::size_t>(seen_ - parsed_.data());
  }
  static JsonValue valueOf(Kind kind, std::size_t offset) {
    JsonValue value;
    value.kind = kind;
    value.offset = static_cast<std::uint32_t>(offset);
    return value;
  }
  bool whole(std::int64_t number) {
    JsonValue value = valueOf(Kind::integer, numberBegin(parsed_, position()));
    value.integer = number;
    value.number = static_cast<double>(number);
    return add(std::move(value));
  }
  bool real(double number) {
    JsonValue value = valueOf(Kind::real, numberBegin(parsed_, position()));
    value.number = number;
    return add(std::move(value));
  }
  // The value's place in the tree. An open container's own place never moves: its parent grows only
  // when it is closed.
  JsonValue* place(JsonValue&& value) {
    if (open_.empty()) {
      document_.root = std::move(value);
      return &document_.root;
    }
    JsonValue& parent = *open_.back();
    if (parent.kind == Kind::array) {
      parent.items.push_back(std::move(value));
      return &parent.items.back();
    }
    parent.members.back().value = std::move(value);
    return &parent.members.back().value;
  }
  bool add(JsonValue&& value) {
    const std::size_t offset = value.offset;
    if (++count_ > limits_.values) {
      return refuse("model.json.many", limits_.values, offset);
    }
    place(std::move(value));
    return true;
  }
  bool open(Kind kind) {
    JsonValue value = valueOf(kind, position() - 1);
    if (++count_ > limits_.values) {
      return refuse("model.json.many", limits_.values, value.offset);
    }
    if (open_.size() >= limits_.depth) {
      return refuse("model.json.deep", limits_.depth, value.offset);
    }
    open_.push_back(place(std::move(value)));
    return true;
  }
  bool refuse(const char* key, std::size_t limit, std::size_t offset) {
    problem_ = Text(key, {{"limit", static_cast<std::int64_t>(limit)}});
    problemOffset_ = offset;
    return false;
  }
  void noteDuplicates(const JsonValue& object) {
    std::vector<const JsonMember*> sorted;
    sorted.reserve(object.members.size());
    for (const JsonMember& member : object.members) {
      sorted.push_back(&member);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const JsonMember* a, const JsonMember* b) { return a->key < b->key; });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (sorted[i]->key == sorted[i - 1]->key) {
        document_.duplicates.push_back(
            {sorted[i]->key, sorted[i - 1]->keyOffset, sorted[i]->keyOffset});
      }
    }
  }

  JsonDocument& document_;
  std::string_view parsed_;
  JsonLimits limits_;
  const char* seen_;
  std::size_t count_ = 0;
  std::vector<JsonValue*> open_;
  std::optional<Text> problem_;
  std::size_t problemOffset_ = 0;
};

tl::unexpected<Error> placedError(const JsonDocument& document, std::string_view fileName,
                                  std::size_t offset, Text problem) {
  const JsonPlace place = document.place(offset);
  return fileError(Text("model.json.placed", {{"file", fileName},
                                              {"line", place.line},
                                              {"column", place.column},
                                              {"problem", std::move(problem)}}));
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->key == key) {
      return &member->value;
    }
  }
  return nullptr;
}

JsonPlace JsonDocument::place(std::size_t offset) const {
  JsonPlace place;
  const std::string_view before = std::string_view(text).substr(0, offset);
  const auto lastBreak = before.rfind('\n');
  place.line += std::count(before.begin(), before.end(), '\n');
  const std::string_view line =
      lastBreak == std::string_view::npos ? before : before.substr(lastBreak + 1);
  place.column += std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return place;
}

Result<JsonDocument> parseJson(std::string text, std::string_view fileName,
                               const JsonLimits& limits) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return fileError(Text("model.error.too_big",
                          {{"file", fileName},
                           {"bytes", static_cast<std::int64_t>(text.size())},
                           {"limit", std::int64_t{std::numeric_limits<std::uint32_t>::max()}}}));
  }
  if (const auto encoding = wideEncoding(text); !encoding.empty()) {
    return fileError(Text("model.error.wide", {{"file", fileName}, {"encoding", encoding}}));
  }
  JsonDocument document;
  document.text = std::move(text);
  std::string parsed = document.text;
  if (limits.acceptNonFinite) {
    document.nonFinite = replaceNonFinite(parsed);
  }
  TreeBuilder builder(document, parsed, limits);
  try {
    const char* const begin = parsed.data();
    const bool whole = nlohmann::json::sax_parse(
        CountingIterator(begin, builder.seen()),
        CountingIterator(begin + parsed.size(), builder.seen()), &builder);
    if (!whole) {
      return placedError(document, fileName, builder.problemOffset(),
                         builder.problem().value_or(Text("model.json.end")));
    }
    // The lexer takes a zero byte for the end of the text; no JSON holds one.
    if (const auto zero = parsed.find('\0'); zero != std::string::npos) {
      return placedError(document, fileName, zero, Text("model.json.zero"));
    }
  } catch (const std::exception&) {
    return placedError(document, fileName, builder.problemOffset(), Text("model.json.memory"));
  }
  return document;
}

}  // namespace poscope
