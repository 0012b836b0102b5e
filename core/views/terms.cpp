// terms: which of the four terms of an attention score do models keep? Content and position of the
// query with content and position of the key, as maps of one drawn head.
#include "core/views/terms.h"

#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

using namespace terms;

constexpr WordParameter kVariant{{"variant"}};
constexpr WordParameter kDirection{{"direction"}};
constexpr const char* kPaper = "paper";

constexpr std::string_view kId = "terms";
/// Larger maps take longer than a picture.
constexpr double kMostTokens = 256;
constexpr double kMostDim = 512;

TermsPage pageOf(const Params& params) {
  TermsPage page;
  const TermSetup setup{params.integer(parameter::kLength), params.integer(parameter::kDim),
                        static_cast<std::uint64_t>(params.integer(parameter::kSeed)),
                        params.text(kDirection) == kPaper};
  page.board = scoreTerms(*findScoreVariant(params.text(kVariant)), setup);
  for (const ScoreTerm term : kScoreTerms) {
    page.sizes[static_cast<std::size_t>(term)] = sizeOf(page.board.term(term), setup.length);
  }
  page.score = sizeOf(page.board.score, setup.length);
  page.weights = sizeOf(page.board.weights, setup.length);
  return page;
}

void addSizeFacts(std::vector<Fact>& facts, std::string_view name, const TermSize& size) {
  const std::string prefix = std::string(name) + ".";
  facts.push_back({prefix + "largest", size.largest});
  facts.push_back({prefix + "largest_query", size.query});
  facts.push_back({prefix + "largest_key", size.key});
  facts.push_back({prefix + "sum", size.sum});
  facts.push_back({prefix + "rms", size.root});
}

std::vector<Fact> factsOf(const TermsPage& page) {
  const ScoreVariant& variant = page.variant();
  std::vector<Fact> facts{{"kept", variant.count(TermFate::kept)},
                          {"replaced", variant.count(TermFate::replaced)},
                          {"dropped", variant.count(TermFate::dropped)},
                          {"informed", variant.informed()},
                          {"seed", static_cast<std::int64_t>(page.board.setup.seed)},
                          {"rows", page.board.rows},
                          {"scale", variant.scale(page.board.setup.dim)},
                          {"effect", page.board.effect},
                          {"moved", page.board.moved},
                          {"unexpanded_error", page.board.unexpanded}};
  for (const ScoreTerm term : kScoreTerms) {
    addSizeFacts(facts, scoreTermName(term), page.sizes[static_cast<std::size_t>(term)]);
  }
  addSizeFacts(facts, "score", page.score);
  return facts;
}

const char* findingKey(const ScoreVariant& variant) {
  return variant.count(TermFate::dropped) > 0    ? "terms.finding"
         : variant.count(TermFate::replaced) > 0 ? "terms.finding.replaces"
                                                 : "terms.finding.all";
}

Text sentence(const TermsPage& page) {
  const ScoreVariant& variant = page.variant();
  return {findingKey(variant),
          {{"variant", variantTitle(variant)},
           {"kept", variant.count(TermFate::kept)},
           {"replaced", variant.count(TermFate::replaced)},
           {"dropped", variant.count(TermFate::dropped)},
           {"informed", variant.informed()},
           {"seed", static_cast<std::int64_t>(page.board.setup.seed)},
           {"moved", Text("value.percent", {{"share", shortDecimal(100 * page.board.moved, 3)}})}}};
}

// The code's direction differs from the paper's where a term has another formula for it.
bool readsOtherwise(const TermsPage& page) {
  const TermRule& rule = page.variant().rule(ScoreTerm::positionContent);
  return !page.board.setup.fromKey && !rule.fromQuery.empty();
}

Text explanation(const TermsPage& page) {
  const TermSetup& setup = page.board.setup;
  const Text about("terms.about." + std::string(page.variant().id),
                   std::vector<TextArgument>{{"dim", setup.dim},
                                             {"rows", page.board.rows},
                                             {"scale", scaleText(page.variant(), setup.dim)},
                                             {"error", shortDecimal(page.board.unexpanded, 2)}});
  return {readsOtherwise(page) ? "terms.explanation.code" : "terms.explanation",
          {{"about", about}, {"seed", static_cast<std::int64_t>(setup.seed)}}};
}

Result<Figure> build(const Params& params, const ViewContext&) {
  const auto page = std::make_shared<const TermsPage>(pageOf(params));
  Figure figure;
  figure.finding = {"terms.question", sentence(*page), explanation(*page)};
  figure.facts = factsOf(*page);
  addBoard(figure, page);
  figure.panels.emplace_back(variantsOf(*page));
  figure.panels.emplace_back(sizesOf(*page));
  return figure;
}

std::vector<std::string> variantNames(bool all) {
  std::vector<std::string> names;
  for (const ScoreVariant& variant : scoreVariants()) {
    if (all || !variant.rule(ScoreTerm::positionContent).fromQuery.empty()) {
      names.emplace_back(variant.id);
    }
  }
  return names;
}

ParameterSpec dimensions() {
  ParameterSpec spec = integerParameter(parameter::kDim, 16, 2, kMostDim, ParameterScale::log2);
  spec.even = true;
  return rareParameter(withOwnWords(std::move(spec)));
}

TermsPage emptyPage() {
  TermsPage page;
  page.board.variant = scoreVariants().data();
  page.board.setup.dim = 2;
  return page;
}

}  // namespace

View termsView() {
  View view;
  view.id = kId;
  view.group = "learn";
  view.hint = "terms.hint";
  view.schema = {
      choiceParameter(kVariant, "absolute", variantNames(true)),
      withOwnWords(integerParameter(parameter::kLength, 16, 2, kMostTokens, ParameterScale::log2)),
      onlyWhere(choiceParameter(kDirection, kPaper, {kPaper, "code"}), kVariant,
                variantNames(false)),
      dimensions(), rareParameter(integerParameter(parameter::kSeed, 1, 0, 1000000))};
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "length";
  }
  view.facts = factNames(factsOf(emptyPage()));
  view.build = build;
  return view;
}

}  // namespace poscope
