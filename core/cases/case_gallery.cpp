#include "core/cases/case_gallery.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <variant>

#include "core/base/embedded.h"
#include "core/model/json_document.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;

constexpr VerdictState kStates[] = {VerdictState::good, VerdictState::harmless, VerdictState::bad};

// A key of the file and where its value goes.
template <typename Row, typename... Values>
struct Key {
  std::string_view name;
  std::variant<Values Row::*...> member;
  bool required = false;
};
using CaseKey =
    Key<PublicCase, std::string, std::int64_t, double, bool, Scheme, CaseRecipe, CaseMarks>;
using RecipeKey = Key<CaseRecipe, std::string>;
using MarkKey = Key<CaseMarks, VerdictState>;

constexpr CaseKey kCaseKeys[] = {
    {"id", &PublicCase::id, true},       {"scheme", &PublicCase::scheme, true},
    {"link", &PublicCase::link, true},   {"broken", &PublicCase::broken, true},
    {"fixed", &PublicCase::fixed, true}, {"also", &PublicCase::also},
    {"marks", &PublicCase::marks, true}, {"format", &PublicCase::format},
    {"start", &PublicCase::start},       {"context", &PublicCase::context, true},
    {"dim", &PublicCase::dim},           {"base", &PublicCase::base},
    {"scaling", &PublicCase::scaling},   {"heads", &PublicCase::heads},
    {"head", &PublicCase::head},         {"query", &PublicCase::query},
    {"example", &PublicCase::example},   {"pair", &PublicCase::pair},
    {"claimed", &PublicCase::claimed},   {"wrongNumber", &PublicCase::wrongNumber},
    {"assumed", &PublicCase::assumed},
};
constexpr RecipeKey kRecipeKeys[] = {{"recipe", &CaseRecipe::id, true},
                                     {"stages", &CaseRecipe::stages}};
constexpr MarkKey kMarkKeys[] = {{"unique", &CaseMarks::unique, true},
                                 {"relative", &CaseMarks::relative, true},
                                 {"faithful", &CaseMarks::faithful, true}};

class CaseReader {
 public:
  CaseReader(const JsonDocument& document, std::string_view fileName)
      : document_(document), fileName_(fileName) {}

  [[nodiscard]] Result<std::vector<PublicCase>> rows() const {
    if (!document_.duplicates.empty()) {
      const JsonDuplicate& duplicate = document_.duplicates.front();
      return problem("twice", duplicate.key, duplicate.second);
    }
    if (document_.root.kind != Kind::array || document_.root.items.empty()) {
      return problem("value", "[]", document_.root.offset);
    }
    std::vector<PublicCase> rows;
    std::set<std::string_view> ids;
    for (const JsonValue& item : document_.root.items) {
      rows.emplace_back();
      POSCOPE_CHECK(readObject(item, "[]", kCaseKeys, rows.back()));
      const JsonValue& id = *item.find("id");
      if (!ids.insert(id.text).second) {
        return problem("twice", id.text, id.offset);
      }
    }
    return rows;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> problem(std::string_view what, std::string_view key,
                                              std::size_t offset) const {
    const JsonPlace place = document_.place(offset);
    return fileError(
        {"cases.error." + std::string(what),
         {{"file", fileName_}, {"line", place.line}, {"column", place.column}, {"key", key}}});
  }

  // The members of `object` into `row`: every key is one of `keys`, and those required are there.
  template <typename Keys, typename Row>
  [[nodiscard]] Result<void> readObject(const JsonValue& object, std::string_view name,
                                        const Keys& keys, Row& row) const {
    if (!object.isObject()) {
      return problem("value", name, object.offset);
    }
    for (const auto& key : keys) {
      if (key.required && object.find(key.name) == nullptr) {
        return problem("missing", key.name, object.offset);
      }
    }
    for (const JsonMember& member : object.members) {
      const auto found = std::find_if(std::begin(keys), std::end(keys),
                                      [&](const auto& key) { return key.name == member.key; });
      if (found == std::end(keys)) {
        return problem("key", member.key, member.keyOffset);
      }
      POSCOPE_CHECK(
          std::visit([&](auto place) { return read(member, row.*place); }, found->member));
    }
    return {};
  }

  [[nodiscard]] Result<void> read(const JsonMember& member, CaseRecipe& recipe) const {
    return readObject(member.value, member.key, kRecipeKeys, recipe);
  }
  [[nodiscard]] Result<void> read(const JsonMember& member, CaseMarks& marks) const {
    return readObject(member.value, member.key, kMarkKeys, marks);
  }
  [[nodiscard]] Result<void> read(const JsonMember& member, std::string& text) const {
    text = member.value.text;
    return accept(member, !text.empty());
  }
  [[nodiscard]] Result<void> read(const JsonMember& member, std::int64_t& whole) const {
    whole = member.value.integer;
    return accept(member, member.value.kind == Kind::integer);
  }
  [[nodiscard]] Result<void> read(const JsonMember& member, double& number) const {
    number = member.value.number;
    return accept(member, member.value.kind == Kind::integer || member.value.kind == Kind::real);
  }
  [[nodiscard]] Result<void> read(const JsonMember& member, bool& flag) const {
    flag = member.value.flag;
    return accept(member, member.value.kind == Kind::boolean);
  }
  [[nodiscard]] Result<void> read(const JsonMember& member, Scheme& scheme) const {
    for (const SchemeRow& row : recipeSchemes()) {
      if (row.name == member.value.text) {
        scheme = row.scheme;
        return {};
      }
    }
    return accept(member, false);
  }
  [[nodiscard]] Result<void> read(const JsonMember& member, VerdictState& state) const {
    for (const VerdictState each : kStates) {
      if (verdictStateName(each) == member.value.text) {
        state = each;
        return {};
      }
    }
    return accept(member, false);
  }
  [[nodiscard]] Result<void> accept(const JsonMember& member, bool good) const {
    if (!good) {
      return problem("value", member.key, member.value.offset);
    }
    return {};
  }

  const JsonDocument& document_;
  std::string_view fileName_;
};

std::vector<PublicCase> loadCases() {
  const EmbeddedFile& file = embeddedCases().front();
  auto cases = parseCases(file.text, file.name);
  if (!cases) {
    const std::string message = renderPlain(cases.error().text, Language::english);
    std::fprintf(stderr, "%s\n", message.c_str());
    std::abort();
  }
  return *std::move(cases);
}

}  // namespace

Result<std::vector<PublicCase>> parseCases(std::string_view json, std::string_view fileName) {
  POSCOPE_TRY(const JsonDocument document, parseJson(std::string(json), fileName));
  return CaseReader(document, fileName).rows();
}

std::span<const PublicCase> publicCases() {
  static const std::vector<PublicCase> cases = loadCases();
  return cases;
}

const PublicCase* findCase(std::string_view id) {
  for (const PublicCase& report : publicCases()) {
    if (report.id == id) {
      return &report;
    }
  }
  return nullptr;
}

Result<Recipe> recipeOf(const PublicCase& report, const CaseRecipe& named) {
  const Recipe* found = findRecipe(report.scheme, named.id);
  if (found == nullptr) {
    return internalError({"cases.error.recipe", {{"case", report.id}, {"recipe", named.id}}});
  }
  Result<Recipe> recipe = *found;
  std::string_view rest = named.stages;
  while (recipe && !rest.empty()) {
    const auto end = std::min(rest.find('&'), rest.size());
    const std::string_view setting = rest.substr(0, end);
    const auto equals = std::min(setting.find('='), setting.size());
    rest.remove_prefix(std::min(end + 1, rest.size()));
    recipe = withStage(std::move(*recipe), setting.substr(0, equals),
                       setting.substr(std::min(equals + 1, setting.size())));
  }
  return recipe;
}

}  // namespace poscope
