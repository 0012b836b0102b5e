#include "core/model/npy_header.h"

#include <charconv>
#include <optional>

#include "core/model/file_bytes.h"

namespace poscope {
namespace {

// Every function returns false at the first thing that is not what numpy writes; `at` then tells
// where.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] const NpyHeader& header() const { return header_; }

  bool parse() {
    if (!take('{')) {
      return false;
    }
    while (!take('}')) {
      if (!entry()) {
        return false;
      }
      if (!take(',') && !next('}')) {
        return false;
      }
    }
    skipSpace();
    return at_ == text_.size() && hasDescr_ && hasOrder_ && hasShape_;
  }

 private:
  void skipSpace() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }
  bool next(char wanted) {
    skipSpace();
    return at_ < text_.size() && text_[at_] == wanted;
  }
  bool take(char wanted) {
    const bool found = next(wanted);
    at_ += found ? 1 : 0;
    return found;
  }
  bool word(std::string_view wanted) {
    skipSpace();
    const bool found = text_.substr(at_).starts_with(wanted);
    at_ += found ? wanted.size() : 0;
    return found;
  }
  bool quoted(std::string& text) {
    skipSpace();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const auto end = text_.find(quote, at_ + 1);
    if ((quote != '\'' && quote != '"') || end == std::string_view::npos) {
      return false;
    }
    text = std::string(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return true;
  }
  bool entry() {
    skipSpace();
    const std::size_t begin = at_;
    std::string key;
    if (!quoted(key) || !take(':')) {
      return false;
    }
    if (key == "descr" && !hasDescr_) {
      hasDescr_ = true;
      return next('[') ? skipList() : quoted(header_.descr);
    }
    if (key == "fortran_order" && !hasOrder_) {
      hasOrder_ = true;
      header_.fortranOrder = word("True");
      return header_.fortranOrder || word("False");
    }
    if (key == "shape" && !hasShape_) {
      hasShape_ = true;
      return shape();
    }
    at_ = begin;  // An unknown key, or one that stands twice.
    return false;
  }
  // The fields of a structured type: only its end matters.
  bool skipList() {
    int depth = 0;
    std::string ignored;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        if (!quoted(ignored)) {
          return false;
        }
        continue;
      }
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      ++at_;
      if (depth == 0) {
        return true;
      }
    }
    return false;
  }
  bool shape() {
    if (!take('(')) {
      return false;
    }
    while (!take(')')) {
      if (!dimension() || (!take(',') && !next(')'))) {
        return false;
      }
    }
    constexpr std::size_t kMostDimensions = 64;  // As numpy.
    return header_.shape.size() <= kMostDimensions;
  }
  bool dimension() {
    skipSpace();
    std::int64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, failure] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (failure != std::errc() || value < 0) {
      return false;
    }
    at_ += static_cast<std::size_t>(end - begin);
    at_ += at_ < text_.size() && text_[at_] == 'L' ? 1 : 0;
    header_.shape.push_back(value);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  NpyHeader header_;
  bool hasDescr_ = false;
  bool hasOrder_ = false;
  bool hasShape_ = false;
};

}  // namespace

Result<NpyHeader> parseNpyHeader(std::string_view header, std::string_view fileName) {
  HeaderParser parser(header);
  if (!parser.parse()) {
    return fileError(
        Text("model.npy.header", {{"file", fileName},
                                  {"place", static_cast<std::int64_t>(parser.at() + 1)},
                                  {"token", printable(header.substr(parser.at()), 30)}}));
  }
  return parser.header();
}

}  // namespace poscope
