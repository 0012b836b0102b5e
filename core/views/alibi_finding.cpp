// The words of alibi: one sentence about what is drawn, and how to read it.
#include <algorithm>
#include <string_view>

#include "core/views/alibi.h"

namespace poscope {
namespace {

Text referenceSentence(const AlibiSetup& setup, bool allHeads) {
  if (!allHeads || setup.heads == 1) {
    return {"alibi.finding.reference",
            {{"head", std::to_string(setup.head)}, {"slope", setup.slope()}}};
  }
  return {"alibi.finding.reference-heads",
          {{"heads", setup.heads}, {"steepest", setup.steepest()}, {"flattest", setup.flattest()}}};
}

// The stairs of both sides, beside each other.
Text keysSentence(const AlibiPicture& picture) {
  const AlibiCounts& a = picture.a;
  const AlibiCounts& b = picture.b;
  const char* key = a.shown < b.shown   ? "alibi.finding.before-after"
                    : a.shown > b.shown ? "alibi.finding.after-before"
                                        : "alibi.finding.same";
  return {key, {{"keys", picture.setup.length}, {"before", a.shown}, {"after", b.shown}}};
}

Text ofSide(Side shown, Text levels) {
  return {shown == Side::b ? "alibi.finding.after" : "alibi.finding.before",
          {{"levels", std::move(levels)}}};
}

// The last query, whose row is the longest.
Text matrixSentence(const AlibiPicture& picture, Side shown) {
  const AlibiCounts& counts = picture.of(shown);
  return ofSide(shown, {"alibi.finding.matrix",
                        {{"keys", picture.setup.length},
                         {"levels", inColourOf(shown, {"", counts.shown})},
                         {"count", counts.shown}}});
}

Text headsSentence(const AlibiPicture& picture, Side shown) {
  const AlibiCounts& counts = picture.of(shown);
  const bool same = counts.leastShown == counts.mostShown;
  return ofSide(shown, {same ? "alibi.finding.heads-same" : "alibi.finding.heads",
                        {{"keys", picture.setup.length},
                         {"least", inColourOf(shown, {"", counts.leastShown})},
                         {"most", inColourOf(shown, {"", counts.mostShown})},
                         {"count", counts.mostShown}}});
}

/// What is drawn: its words, and the sentence about a side of it.
struct PictureWords {
  std::string_view kind;
  const char* question;
  const char* referenceQuestion;
  const char* place;
  const char* stairs;
  const char* difference;
  Text (*side)(const AlibiPicture& picture, Side shown);
};
constexpr PictureWords kPictures[] = {
    {"keys", "alibi.question", "alibi.question.reference", "alibi.place.keys", "alibi.what.stairs",
     "alibi.finding.difference.keys",
     [](const AlibiPicture& picture, Side) { return keysSentence(picture); }},
    {"matrix", "alibi.question.matrix", "alibi.question.matrix-reference", "alibi.place.matrix",
     "alibi.what.levels", "alibi.finding.difference.matrix", matrixSentence},
    {"heads", "alibi.question.heads", "alibi.question.heads-reference", "alibi.place.heads",
     "alibi.what.levels", "alibi.finding.difference.heads", headsSentence}};

const PictureWords& wordsOf(const AlibiPicture& picture) {
  return *std::find_if(std::begin(kPictures), std::end(kPictures),
                       [&](const PictureWords& words) { return words.kind == picture.kind; });
}

// Of the shown side first; the difference is lost wherever one of them is.
Text lostSentence(const AlibiPicture& picture, Side shown) {
  const bool isA = shown == Side::b ? picture.b.lost == 0 : picture.a.lost > 0;
  return {isA ? "alibi.finding.lost-a" : "alibi.finding.lost-b",
          {{"recipe", recipeTitle(picture.recipe(isA ? Side::a : Side::b))},
           {"format", Text::verbatim(picture.setup.recipes.format->label)},
           {"lost", isA ? picture.a.lost : picture.b.lost},
           {"context", picture.setup.context}}};
}

Text sentence(const AlibiPicture& picture, Side shown) {
  const PictureWords& words = wordsOf(picture);
  if (shown == Side::reference) {
    return referenceSentence(picture.setup, picture.kind == "heads");
  }
  if (picture.a.lost > 0 || picture.b.lost > 0) {
    return lostSentence(picture, shown);
  }
  if (shown == Side::difference) {
    const std::int64_t row = picture.difference.row;
    return differenceSentence(picture.difference, words.difference,
                              {{"row", row}, {"key", picture.difference.column}});
  }
  return words.side(picture, shown);
}

// Whether keys of what is drawn share a bias of the shown side.
bool sharesBias(const AlibiPicture& picture, Side shown) {
  const AlibiSetup& setup = picture.setup;
  const AlibiCounts& counts = picture.of(shown);
  return (picture.kind == "heads" ? counts.leastShown : counts.shown) < setup.length;
}

Text whatIsDrawn(const AlibiPicture& picture, Side shown) {
  const char* key = shown == Side::reference     ? "alibi.what.reference"
                    : shown == Side::difference  ? "alibi.what.difference"
                    : sharesBias(picture, shown) ? wordsOf(picture).stairs
                                                 : "alibi.what.apart";
  return {key,
          {{"recipe", inColourOf(shown, {"", recipeTitle(picture.recipe(shown))})},
           {"format", Text::verbatim(picture.setup.recipes.format->label)},
           {"a", recipeTitle(picture.setup.recipes.a)},
           {"b", recipeTitle(picture.setup.recipes.b)}}};
}

Text explanation(const AlibiPicture& picture, Side shown) {
  const AlibiSetup& setup = picture.setup;
  const Text place(wordsOf(picture).place,
                   {{"a", recipeTitle(setup.recipes.a)},
                    {"b", recipeTitle(setup.recipes.b)},
                    {"format", Text::verbatim(setup.recipes.format->label)},
                    {"keys", setup.length},
                    {"head", std::to_string(setup.head)},
                    {"last", std::to_string(setup.heads - 1)},
                    {"slope", setup.slope()},
                    {"heads", setup.heads},
                    {"steepest", setup.steepest()},
                    {"flattest", setup.flattest()},
                    {"far", shareCell(setup.far(setup.flattest()), 3).text},
                    {"near", shareCell(setup.far(setup.steepest()), 3).text},
                    {"beyond", kFarBeyond},
                    {"context", setup.context}});
  return {"alibi.explanation", {{"place", place}, {"what", whatIsDrawn(picture, shown)}}};
}

}  // namespace

std::vector<std::string> alibiPictures() {
  std::vector<std::string> kinds;
  for (const PictureWords& words : kPictures) {
    kinds.emplace_back(words.kind);
  }
  return kinds;
}

Finding alibiFinding(const AlibiPicture& picture, Side shown) {
  const PictureWords& words = wordsOf(picture);
  return {shown == Side::reference ? words.referenceQuestion : words.question,
          sentence(picture, shown), explanation(picture, shown)};
}

}  // namespace poscope
