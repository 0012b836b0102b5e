// order: why does attention need positions at all? The scores of a short sentence's words with each
// other in two orders.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/analysis/seeded_numbers.h"
#include "core/analysis/word_scores.h"
#include "core/base/number_list.h"
#include "core/base/numbers.h"
#include "core/base/utf8.h"
#include "core/compute/array_source.h"
#include "core/state/link.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr WordParameter kSentence{{"sentence"}};
constexpr WordParameter kOrder{{"order"}};
constexpr IntegerParameter kShuffle{{"shuffle"}};
constexpr WordParameter kEncoding{{"encoding"}};

constexpr std::string_view kId = "order";
constexpr std::size_t kMostWords = 12;
constexpr std::size_t kLongestWord = 24;  ///< Characters.
constexpr std::uint32_t kWideSpace = 0x3000;
constexpr double kNoise = 1e-12;  ///< What roundings in fp64 leave of two equal scores, and more.

using Words = std::vector<std::string>;
using Places = std::vector<std::int64_t>;

// The words between blanks; nothing where a word is too long or holds what is no text.
std::optional<Words> splitWords(std::string_view text) {
  Words words;
  std::size_t characters = 0;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t length = utf8Length(text);
    const std::uint32_t code = length == 0 ? 0 : codePoint(text.substr(0, length));
    const bool blank = code == ' ' || code == kWideSpace;
    if (code < ' ' || code == 0x7F || (!blank && inside && characters == kLongestWord)) {
      return std::nullopt;
    }
    if (!blank) {
      if (!inside) {
        words.emplace_back();
        characters = 0;
      }
      words.back() += text.substr(0, length);
      ++characters;
    }
    inside = !blank;
    text.remove_prefix(length);
  }
  return words;
}

Result<Words> parseSentence(std::string_view text) {
  const auto words = splitWords(text);
  if (!words || words->size() < 2 || words->size() > kMostWords) {
    return usageError({"order.error.sentence",
                       {{"value", text},
                        {"most", static_cast<std::int64_t>(kMostWords)},
                        {"longest", static_cast<std::int64_t>(kLongestWord)}}});
  }
  return *words;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

Result<std::string> canonicalSentence(std::string_view text) {
  return parseSentence(text).map(joined);
}

Result<Places> parseOrder(std::string_view text) {
  auto places = parseNumberList(text, static_cast<std::int64_t>(kMostWords));
  if (!places || std::set<std::int64_t>(places->begin(), places->end()).size() != places->size()) {
    return usageError({"order.error.order",
                       {{"value", text}, {"last", static_cast<std::int64_t>(kMostWords) - 1}}});
  }
  return std::move(*places);
}

Result<std::string> canonicalOrder(std::string_view text) {
  return parseOrder(text).map(writeNumberList);
}

Places inTurn(std::size_t count) {
  Places places(count);
  std::iota(places.begin(), places.end(), 0);
  return places;
}

// The listed places that the sentence has, then the others.
Places completed(const Places& listed, std::size_t count) {
  Places places;
  std::copy_if(listed.begin(), listed.end(), std::back_inserter(places),
               [count](std::int64_t place) { return place < static_cast<std::int64_t>(count); });
  for (const std::int64_t place : inTurn(count)) {
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(place);
    }
  }
  return places;
}

// Sorted by drawn numbers; never as they were.
Places shuffled(std::uint64_t shuffle, std::size_t count) {
  const auto drawn = seededNumbers(shuffle, "shuffle", static_cast<std::int64_t>(count));
  Places places = inTurn(count);
  std::stable_sort(places.begin(), places.end(), [&drawn](std::int64_t one, std::int64_t other) {
    return drawn[static_cast<std::size_t>(one)] < drawn[static_cast<std::size_t>(other)];
  });
  if (std::is_sorted(places.begin(), places.end())) {
    std::rotate(places.begin(), places.begin() + 1, places.end());
  }
  return places;
}

bool isKept(double before, double now) {
  return std::abs(now - before) <= kNoise;
}

/// The words in one order, and their scores: words x words, a row is a query.
struct Sentence {
  Words words;
  std::vector<double> scores;

  [[nodiscard]] std::int64_t count() const { return std::ssize(words); }
  [[nodiscard]] double score(std::int64_t query, std::int64_t key) const {
    return scores[static_cast<std::size_t>(query * count() + key)];
  }
  [[nodiscard]] std::vector<double> sorted() const {
    std::vector<double> bag = scores;
    std::sort(bag.begin(), bag.end());
    return bag;
  }
};

/// What the order does to the score of the same two words.
struct Change {
  std::int64_t changed = 0;  ///< Pairs of words whose score is another one.
  double largest = 0;
  std::int64_t query = 0;  ///< Where it is the largest: places in the first sentence.
  std::int64_t key = 0;
};

/// What was computed once.
struct Picture {
  Scheme scheme = Scheme::none;
  std::int64_t seed = 0;
  Places places;  ///< Of the words of the second sentence in the first one.
  Sentence given;
  Sentence other;
  Change change;

  [[nodiscard]] bool sameSentence() const { return given.words == other.words; }
  /// Where the word at `place` of the first sentence stands in the second one.
  [[nodiscard]] std::int64_t placeInOther(std::int64_t place) const {
    return std::find(places.begin(), places.end(), place) - places.begin();
  }
  /// The score in the second sentence of two words, by their places in the first one.
  [[nodiscard]] double inOther(std::int64_t query, std::int64_t key) const {
    return other.score(placeInOther(query), placeInOther(key));
  }
};

std::int64_t different(const Words& words) {
  return std::ssize(std::set<std::string>(words.begin(), words.end()));
}

// How many scores there are, equal ones counted once.
std::int64_t differentScores(const Sentence& sentence) {
  const std::vector<double> bag = sentence.sorted();
  std::int64_t count = bag.empty() ? 0 : 1;
  for (std::size_t k = 1; k < bag.size(); ++k) {
    count += bag[k] - bag[k - 1] > kNoise ? 1 : 0;
  }
  return count;
}

Change changeOf(const Picture& picture) {
  Change change;
  for (std::int64_t query = 0; query < picture.given.count(); ++query) {
    for (std::int64_t key = 0; key < picture.given.count(); ++key) {
      const double before = picture.given.score(query, key);
      const double now = picture.inOther(query, key);
      const double move = std::abs(now - before);
      change.changed += isKept(before, now) ? 0 : 1;
      if (move > change.largest) {
        change.largest = move;
        change.query = query;
        change.key = key;
      }
    }
  }
  return change;
}

Result<Picture> pictureOf(const Params& params) {
  Picture picture;
  picture.scheme = findScheme(params.text(kEncoding)).value_or(Scheme::none);
  picture.seed = params.integer(parameter::kSeed);
  const auto seed = static_cast<std::uint64_t>(picture.seed);
  POSCOPE_TRY(picture.given.words, parseSentence(params.text(kSentence)));
  POSCOPE_TRY(const Places listed, parseOrder(params.text(kOrder)));
  const std::size_t count = picture.given.words.size();
  const auto shuffle = static_cast<std::uint64_t>(params.integer(kShuffle));
  picture.places = shuffle == 0 ? completed(listed, count) : shuffled(shuffle, count);
  for (const std::int64_t place : picture.places) {
    picture.other.words.push_back(picture.given.words[static_cast<std::size_t>(place)]);
  }
  picture.given.scores = wordScores(picture.given.words, picture.scheme, seed);
  picture.other.scores = wordScores(picture.other.words, picture.scheme, seed);
  picture.change = changeOf(picture);
  return picture;
}

Text wordAt(const Sentence& sentence, std::int64_t place) {
  return {"order.word",
          {{"word", sentence.words[static_cast<std::size_t>(place)]}, {"place", place}}};
}

// What is read of two words by their places in the first sentence.
void addScores(Detail& detail, const Picture& picture, std::int64_t query, std::int64_t key) {
  const auto add = [&detail](Text label, double score) {
    detail.rows.push_back({std::move(label), Text::verbatim(readingDecimal(score)), {}, {}});
  };
  add("order.row.given", picture.given.score(query, key));
  add("order.row.other", picture.inOther(query, key));
}

void addWords(Detail& detail, const Sentence& sentence, std::int64_t query, std::int64_t key) {
  detail.rows.push_back({"inspector.query", wordAt(sentence, query), {}, {}});
  detail.rows.push_back({"inspector.key", wordAt(sentence, key), {}, {}});
}

class MatrixInspection final : public Inspection {
 public:
  MatrixInspection(std::shared_ptr<const Picture> picture, bool other)
      : picture_(std::move(picture)), other_(other) {}

  Detail at(double x, double y) const override {
    const Sentence& shown = other_ ? picture_->other : picture_->given;
    const double query = std::round(y);
    const double key = std::round(x);
    const auto count = static_cast<double>(shown.count());
    Detail detail;
    if (!(query >= 0 && query < count && key >= 0 && key < count)) {
      return detail;
    }
    const auto row = static_cast<std::int64_t>(query);
    const auto column = static_cast<std::int64_t>(key);
    addWords(detail, shown, row, column);
    addScores(detail, *picture_, placeInGiven(row), placeInGiven(column));
    detail.marked = true;
    detail.markX = key;
    detail.markY = query;
    return detail;
  }

 private:
  [[nodiscard]] std::int64_t placeInGiven(std::int64_t place) const {
    return other_ ? picture_->places[static_cast<std::size_t>(place)] : place;
  }

  std::shared_ptr<const Picture> picture_;
  bool other_;
};

Axis wordAxis(Text title, DataName data, const Words& words) {
  Axis axis{std::move(title), -0.5, static_cast<double>(words.size()) - 0.5, AxisScale::linear,
            AxisTicks::given};
  axis.data = std::move(data);
  for (const std::string& word : words) {
    axis.tickValues.push_back(static_cast<double>(axis.tickValues.size()));
    axis.tickWords.push_back(Text::verbatim(word));
  }
  return axis;
}

ValueRange rangeOf(const Picture& picture) {
  ValueRange range;
  for (const Sentence* sentence : {&picture.given, &picture.other}) {
    for (const double score : sentence->scores) {
      range.widen(score);
    }
  }
  return range;
}

PlotPanel matrixOf(const std::shared_ptr<const Picture>& picture, bool other) {
  const Sentence& sentence = other ? picture->other : picture->given;
  PlotPanel panel;
  panel.name = other ? "matrix_other" : "matrix_given";
  panel.title = Text::verbatim(joined(sentence.words));
  panel.x = wordAxis("order.axis.key", {"key", "tokens"}, sentence.words);
  panel.y = wordAxis("order.axis.query", {"query", "tokens"}, sentence.words);
  panel.y.downward = true;
  HeatLayer heat;
  heat.name = other ? "scores_other" : "scores_given";
  heat.source = arraySource(sentence.scores, sentence.count());
  heat.quantity = Quantity::reference;
  heat.data = {"score"};
  heat.of = "fp64";
  heat.colours.title = "order.axis.score";
  heat.colours.high = niceLimit(rangeOf(*picture).magnitude(), 1.0);
  heat.colours.low = -heat.colours.high;
  panel.layers.emplace_back(std::move(heat));
  panel.inspection = std::make_shared<MatrixInspection>(picture, other);
  panel.zoomable = false;
  return panel;
}

// The two words whose point is the nearest.
class SameWordsInspection final : public Inspection {
 public:
  explicit SameWordsInspection(std::shared_ptr<const Picture> picture)
      : picture_(std::move(picture)) {}

  Detail at(double x, double y) const override {
    double nearest = HUGE_VAL;
    std::int64_t query = 0;
    std::int64_t key = 0;
    for (std::int64_t i = 0; i < picture_->given.count(); ++i) {
      for (std::int64_t j = 0; j < picture_->given.count(); ++j) {
        const double far = std::hypot(picture_->given.score(i, j) - x, picture_->inOther(i, j) - y);
        if (far < nearest) {
          nearest = far;
          query = i;
          key = j;
        }
      }
    }
    Detail detail;
    addWords(detail, picture_->given, query, key);
    addScores(detail, *picture_, query, key);
    detail.marked = true;
    detail.markX = picture_->given.score(query, key);
    detail.markY = picture_->inOther(query, key);
    return detail;
  }

 private:
  std::shared_ptr<const Picture> picture_;
};

// Points of the same two words in both sentences: those that keep their score, or the others.
PointLayer sameWords(const Picture& picture, bool kept) {
  PointLayer layer;
  layer.name = kept ? "kept" : "changed";
  layer.label = kept ? "order.label.kept" : "order.label.changed";
  layer.role = kept ? ColourRole::reference : ColourRole::marked;
  layer.mark = kept ? Mark::dots : Mark::squares;
  layer.of = "fp64";
  std::vector<std::pair<double, double>> points;
  for (std::int64_t i = 0; i < picture.given.count(); ++i) {
    for (std::int64_t j = 0; j < picture.given.count(); ++j) {
      const std::pair point(picture.given.score(i, j), picture.inOther(i, j));
      if (kept == isKept(point.first, point.second)) {
        points.push_back(point);
      }
    }
  }
  std::sort(points.begin(), points.end());
  for (const auto& [given, other] : points) {
    layer.x.push_back(given);
    layer.y.push_back(other);
  }
  return layer;
}

PlotPanel sameWordsPanel(const std::shared_ptr<const Picture>& picture) {
  PlotPanel panel;
  panel.name = "same_words";
  panel.title = "order.panel.same-words";
  const ValueRange range = rangeOf(*picture);
  const double margin = std::max(0.08 * (range.high - range.low), 0.01);
  panel.x = {"order.axis.given", range.low - margin, range.high + margin};
  panel.x.data = {"score"};
  panel.y = {"order.axis.other", range.low - margin, range.high + margin};
  panel.y.data = {"score_other"};
  PointLayer diagonal;
  diagonal.role = ColourRole::neutral;
  diagonal.mark = Mark::dashed;
  diagonal.x = {panel.x.first, panel.x.last};
  diagonal.y = diagonal.x;
  panel.layers.emplace_back(std::move(diagonal));
  for (const bool kept : {true, false}) {
    PointLayer points = sameWords(*picture, kept);
    if (!points.x.empty()) {
      panel.layers.emplace_back(std::move(points));
    }
  }
  panel.inspection = std::make_shared<SameWordsInspection>(picture);
  panel.zoomable = false;
  panel.worth = PanelWorth::answer;
  return panel;
}

// The page with the word at `place` of the second sentence one place further on, the last one in
// front.
Action moveOn(const Params& params, Places places, std::size_t place) {
  if (place + 1 == places.size()) {
    std::rotate(places.rbegin(), places.rbegin() + 1, places.rend());
  } else {
    std::swap(places[place], places[place + 1]);
  }
  State state{std::string(kId), params, std::nullopt};
  const bool set = state.params.set(kOrder.name, writeNumberList(places)).has_value() &&
                   state.params.set(kShuffle.name, "0").has_value();
  return set ? openLink(formatLink(state)) : Action();
}

TablePanel sentencesOf(const Params& params, const Picture& picture) {
  TablePanel table;
  table.name = "sentences";
  table.title = "order.panel.sentences";
  table.worth = PanelWorth::answer;  // Which sentences the page speaks of.
  table.columns = {{"order.column.position", {"order"}}};
  for (std::int64_t place = 0; place < picture.given.count(); ++place) {
    table.columns.push_back(
        {{"value.integer", {{"value", place}}}, {"word_" + std::to_string(place)}});
  }
  const auto addRow = [&](Text label, std::string id, const Words& words, bool movable) {
    TableRow row;
    row.cells.push_back({std::move(label), {}, {}, std::move(id)});
    for (std::size_t place = 0; place < words.size(); ++place) {
      row.cells.push_back({Text::verbatim(words[place]),
                           {},
                           movable ? moveOn(params, picture.places, place) : Action(),
                           words[place]});
    }
    table.rows.push_back(std::move(row));
  };
  addRow("order.row.given", "given", picture.given.words, false);
  addRow("order.row.other", "other", picture.other.words, true);
  return table;
}

Text schemeText(std::string_view before, Scheme scheme) {
  return Text(std::string(before) + std::string(schemeName(scheme)));
}

Text sentence(const Picture& picture) {
  const Change& change = picture.change;
  const char* key = picture.sameSentence()           ? "order.finding.identical"
                    : picture.scheme == Scheme::none ? "order.finding.none"
                    : change.changed == 0            ? "order.finding.unseen"
                                                     : "order.finding.changed";
  return {key,
          {{"encoding", schemeText("choice.encoding.", picture.scheme)},
           {"scores", std::ssize(picture.given.scores)},
           {"changed", change.changed},
           {"largest", shortDecimal(change.largest, 3)}}};
}

Text explanation(const Picture& picture) {
  const bool repeated = different(picture.given.words) < picture.given.count();
  const bool told = picture.scheme != Scheme::none;
  const char* key = !repeated ? "order.explanation"
                    : told    ? "order.explanation.repeated-told"
                              : "order.explanation.repeated";
  return {key,
          {{"how", schemeText("order.how.", picture.scheme)},
           {"dim", kWordDim},
           {"seed", picture.seed}}};
}

std::vector<Fact> factsOf(const Picture& picture) {
  const std::vector<double> bag = picture.given.sorted();
  return {{"words", picture.given.count()},
          {"different_words", different(picture.given.words)},
          {"scores", std::ssize(picture.given.scores)},
          {"different_scores", differentScores(picture.given)},
          {"same_bag", std::int64_t{bag == picture.other.sorted() ? 1 : 0}},
          {"changed", picture.change.changed},
          {"largest_change", picture.change.largest},
          {"largest_query", picture.change.query},
          {"largest_key", picture.change.key},
          {"smallest_score", bag.empty() ? 0.0 : bag.front()},
          {"largest_score", bag.empty() ? 0.0 : bag.back()}};
}

Result<Figure> build(const Params& params, const ViewContext&) {
  POSCOPE_TRY(Picture made, pictureOf(params));
  const auto picture = std::make_shared<const Picture>(std::move(made));
  Figure figure;
  figure.finding = {"order.question", sentence(*picture), explanation(*picture)};
  figure.facts = factsOf(*picture);
  figure.panels.emplace_back(sentencesOf(params, *picture));
  figure.panels.emplace_back(matrixOf(picture, false));
  figure.panels.emplace_back(matrixOf(picture, true));
  figure.panels.emplace_back(sameWordsPanel(picture));
  figure.mainLayer = "scores_given";
  return figure;
}

std::vector<std::string> encodingNames() {
  std::vector<std::string> names;
  for (const Scheme scheme : wordSchemes()) {
    names.emplace_back(schemeName(scheme));
  }
  return names;
}

}  // namespace

View orderView() {
  View view;
  view.id = kId;
  view.group = "learn";
  view.hint = "order.hint";
  view.schema = {textParameter(kSentence, "the dog bit the man", canonicalSentence),
                 choiceParameter(kEncoding, std::string(schemeName(Scheme::none)), encodingNames()),
                 integerParameter(kShuffle, 0, 0, 1000),
                 onlyWhere(textParameter(kOrder, "0,4,2,3,1", canonicalOrder), kShuffle, {"0"}),
                 rareParameter(integerParameter(parameter::kSeed, 1, 0, 1000000))};
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == kSentence.name;
  }
  view.figures = {{"fig1", "encoding=none"}};
  view.facts = factNames(factsOf(Picture()));
  view.build = build;
  return view;
}

}  // namespace poscope
