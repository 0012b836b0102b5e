// The glossary: whole in every language, said in words that it explains, and found in sentences.
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "core/catalogue/glossary.h"
#include "core/catalogue/views.h"
#include "core/numeric/format.h"
#include "core/recipe/recipe.h"

namespace poscope::test {
namespace {

// Words that a first-year student need not know: a definition may use them where they are terms.
constexpr const char* kHardWords[] = {
    "bias",     "softmax",   "logit",        "exponent", "fraction",  "mantissa",
    "ulp",      "collision", "rounding",     "octave",   "frequency", "wavelength",
    "slope",    "embedding", "autocast",     "cast",     "subnormal", "radian",
    "sinusoid", "RoPE",      "ALiBi",        "config",   "spacing",   "recipe",
    "tensor",   "quantiser", "quantisation", "lattice",  "residual",  "logarithm"};
// Hard words that are explained where they stand.
const std::set<std::string> kExplainedThere{"rope: embedding", "kerple: logarithm", "tf32: tensor"};

std::vector<std::string> namesIn(std::string_view sentence, Language language) {
  std::vector<std::string> names;
  for (const TermUse& use : termsIn(sentence, language)) {
    names.push_back(use.entry->id);
  }
  return names;
}

using Ids = std::vector<std::string>;

}  // namespace

class GlossaryTest : public QObject {
  Q_OBJECT

 private slots:
  void entries_areNamedAndExplainedInEveryLanguage();
  void entries_ofTerms_areAllThatTheTextsHave();
  void entries_holdEveryFormatAndRecipe();
  void entries_nameViewsThatExist();
  void spellings_areUniqueWithinALanguage();
  void spellings_ofTerms_holdTheNameInTheOtherLanguage();
  void explanations_useNoHardWordThatIsNoTerm();
  void explanation_ofFormat_takesItsNumbersFromTheTable();
  void find_takesAnySpelling();
  void find_unknownWord_isNothing();
  void search_findsNamesBeforeExplanations();
  void terms_inASentence_data();
  void terms_inASentence();
  void terms_saySubstringsOfTheSentence();
};

void GlossaryTest::entries_areNamedAndExplainedInEveryLanguage() {
  QVERIFY(glossary().size() > 60);
  for (const GlossaryEntry& entry : glossary()) {
    for (const Language language : allLanguages()) {
      const std::string name = renderPlain(entry.name, language);
      const std::string about = renderPlain(entry.about, language);
      QVERIFY2(!name.empty() && name.find('[') == std::string::npos, entry.id.c_str());
      QVERIFY2(about.size() > 20 && about.find('[') == std::string::npos, about.c_str());
      QVERIFY2(about.find('{') == std::string::npos, about.c_str());
      const bool ends = about.ends_with(".") || about.ends_with("。") || about.ends_with("?") ||
                        about.ends_with("？");
      QVERIFY2(ends, about.c_str());
    }
  }
}

void GlossaryTest::entries_ofTerms_areAllThatTheTextsHave() {
  std::set<std::string> told;
  for (const std::string& key : textKeys(Language::english)) {
    const QString name = QString::fromStdString(key);
    if (name.startsWith("glossary.term.") && name.count('.') == 2) {
      told.insert(name.section('.', 2).toStdString());
    }
  }
  std::set<std::string> listed;
  for (const GlossaryEntry& entry : glossary()) {
    if (entry.kind == GlossaryKind::term) {
      QVERIFY2(listed.insert(entry.id).second, entry.id.c_str());
    }
  }
  QVERIFY(told == listed);
}

void GlossaryTest::entries_holdEveryFormatAndRecipe() {
  const auto has = [](GlossaryKind kind, std::string_view id) {
    return std::any_of(glossary().begin(), glossary().end(), [&](const GlossaryEntry& entry) {
      return entry.kind == kind && entry.id == id;
    });
  };
  for (const NumberFormat& format : numberFormats()) {
    QVERIFY2(has(GlossaryKind::format, format.id), format.id.data());
  }
  for (const Recipe& recipe : recipeCatalogue()) {
    QVERIFY2(has(GlossaryKind::recipe, recipe.id), recipe.id.c_str());
  }
}

void GlossaryTest::entries_nameViewsThatExist() {
  int named = 0;
  for (const GlossaryEntry& entry : glossary()) {
    QVERIFY2(entry.view.empty() || findView(entry.view) != nullptr, entry.view.c_str());
    named += entry.view.empty() ? 0 : 1;
  }
  QVERIFY(named > 20);
}

// Two entries of one spelling could not both be found.
void GlossaryTest::spellings_areUniqueWithinALanguage() {
  for (const Language language : allLanguages()) {
    std::map<std::string, std::string> owners;
    for (const GlossaryEntry& entry : glossary()) {
      for (const std::string& word : glossarySpellings(entry, language)) {
        const auto [owner, added] = owners.emplace(word, entry.id);
        QVERIFY2(added, (word + ": " + entry.id + " and " + owner->second).c_str());
      }
    }
  }
}

void GlossaryTest::spellings_ofTerms_holdTheNameInTheOtherLanguage() {
  for (const GlossaryEntry& entry : glossary()) {
    if (entry.kind != GlossaryKind::term) {
      continue;
    }
    for (const Language language : allLanguages()) {
      const auto words = glossarySpellings(entry, language);
      for (const Language other : allLanguages()) {
        const std::string name = renderPlain(entry.name, other);
        QVERIFY2(std::find(words.begin(), words.end(), name) != words.end(),
                 (entry.id + ": " + name).c_str());
      }
    }
  }
}

void GlossaryTest::explanations_useNoHardWordThatIsNoTerm() {
  for (const GlossaryEntry& entry : glossary()) {
    if (entry.kind == GlossaryKind::recipe) {
      continue;  // They are read by those who look at an implementation.
    }
    const std::string about = renderPlain(entry.about, Language::english);
    const auto uses = termsIn(about, Language::english);
    for (const char* const word : kHardWords) {
      const QRegularExpression whole(QStringLiteral("\\b%1").arg(QLatin1String(word)));
      for (auto all = whole.globalMatch(QString::fromStdString(about)); all.hasNext();) {
        const QString before = QString::fromStdString(about).left(all.next().capturedStart());
        const std::size_t at = before.toStdString().size();
        const bool told = std::any_of(uses.begin(), uses.end(), [at](const TermUse& use) {
          return use.begin <= at && at < use.begin + use.length;
        });
        QVERIFY2(told || kExplainedThere.contains(entry.id + ": " + word),
                 (entry.id + " uses " + word + ": " + about).c_str());
      }
    }
  }
}

void GlossaryTest::explanation_ofFormat_takesItsNumbersFromTheTable() {
  const GlossaryEntry* const bf16 = findGlossaryEntry("bf16");
  QVERIFY(bf16 != nullptr);
  const std::string about = renderPlain(bf16->about, Language::english);
  for (const char* const number : {"16 bits", "8 for the exponent", "7 for the fraction", "256"}) {
    QVERIFY2(about.find(number) != std::string::npos, about.c_str());
  }
  QCOMPARE(renderPlain(findGlossaryEntry("e8m0")->about, Language::english).find("no zero") !=
               std::string::npos,
           true);
}

void GlossaryTest::find_takesAnySpelling() {
  const std::pair<const char*, const char*> words[] = {{"collision", "collision"},
                                                       {"Collisions", "collision"},
                                                       {"碰撞", "collision"},
                                                       {"bfloat16", "bf16"},
                                                       {"ulp", "spacing"},
                                                       {"rope", "rope"},
                                                       {"module cast", "module-cast"},
                                                       {"module-cast", "module-cast"},
                                                       {" place ", "place"}};
  for (const auto& [word, id] : words) {
    const GlossaryEntry* const entry = findGlossaryEntry(word);
    QVERIFY2(entry != nullptr, word);
    QCOMPARE(entry->id, std::string(id));
  }
}

void GlossaryTest::find_unknownWord_isNothing() {
  QVERIFY(findGlossaryEntry("collisionism") == nullptr);
  QVERIFY(findGlossaryEntry("") == nullptr);
}

void GlossaryTest::search_findsNamesBeforeExplanations() {
  const auto found = searchGlossary("place", Language::english);
  QVERIFY(found.size() > 1);
  QCOMPARE(found.front()->id, std::string("place"));
  QCOMPARE(searchGlossary("", Language::english).size(), glossary().size());
  QVERIFY(searchGlossary("no such words", Language::english).empty());
}

void GlossaryTest::terms_inASentence_data() {
  QTest::addColumn<QString>("sentence");
  QTest::addColumn<Language>("language");
  QTest::addColumn<Ids>("ids");
  const auto row = [](const char* name, const char* sentence, Language language, const Ids& ids) {
    QTest::newRow(name) << QString::fromUtf8(sentence) << language << ids;
  };
  const Language en = Language::english;
  const Language zh = Language::chinese;
  row("finding", "4,096 tokens, but bf16 sees only 769 places", en, {"token", "bf16", "place"});
  row("longest first", "the inverse frequency of a pair", en, {"frequency", "pair"});
  row("whole words only", "placement, tokenizer, rebiased", en, {});
  row("recipe", "“module cast” merges positions", en, {"module-cast", "position"});
  row("capital at the start", "Positions collide", en, {"position", "collision"});
  row("an abbreviation is not a number", "pi is 3.14, PI is a scaling", en, {"pi", "scaling"});
  row("no single letters", "A position", en, {"position"});
  row("Chinese without blanks", "4,096 个词元，bf16 却只看到 769 格", zh, {"token", "bf16"});
  row("Chinese, longest first", "数字格式的间距", zh, {"number-format", "spacing"});
}

void GlossaryTest::terms_inASentence() {
  QFETCH(QString, sentence);
  QFETCH(Language, language);
  QFETCH(Ids, ids);
  const Ids found = namesIn(sentence.toStdString(), language);
  QString told;
  for (const std::string& id : found) {
    told += QString::fromStdString(id) + ' ';
  }
  QVERIFY2(found == ids, qPrintable(told));
}

void GlossaryTest::terms_saySubstringsOfTheSentence() {
  const std::string sentence = "A RoPE table in bf16: positions collide.";
  std::size_t last = 0;
  for (const TermUse& use : termsIn(sentence, Language::english)) {
    QVERIFY(use.begin >= last);
    const std::string word = sentence.substr(use.begin, use.length);
    QVERIFY2(findGlossaryEntry(word) == use.entry, word.c_str());
    last = use.begin + use.length;
  }
  QVERIFY(last > 0);
}

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::GlossaryTest)
#include "glossary_test.moc"
