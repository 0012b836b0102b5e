// What a mistyped word probably meant, and how a message says so in both languages.
#include "core/base/suggestion.h"

#include <QtTest>

#include "core/base/edit_distance.h"

using namespace poscope;

namespace {

using Words = std::vector<std::string>;

const Words kFormats{"fp16", "bf16", "e4m3fn"};
const Words kRecipes{"exact", "hf-llama", "hf-llama-cast", "module-cast", "module-cast-fp16"};

std::string english(const Text& text) {
  return renderPlain(text, Language::english);
}

}  // namespace

class SuggestionTest : public QObject {
  Q_OBJECT

 private slots:
  void editDistance_countsSteps_data() {
    QTest::addColumn<std::string>("a");
    QTest::addColumn<std::string>("b");
    QTest::addColumn<int>("steps");
    const auto row = [](const char* a, const char* b, int steps) {
      QTest::addRow("%s %s", a, b) << std::string(a) << std::string(b) << steps;
    };
    row("", "", 0);
    row("", "abc", 3);
    row("export", "export", 0);
    row("exprot", "export", 1);  // Neighbours that are swapped are one step.
    row("bf61", "bf16", 1);
    row("positons", "positions", 1);
    row("kitten", "sitting", 3);
    row("ca", "abc", 3);  // Nothing is put between letters that were swapped.
  }
  void editDistance_countsSteps() {
    QFETCH(std::string, a);
    QFETCH(std::string, b);
    QFETCH(int, steps);
    QCOMPARE(editDistance(a, b), static_cast<std::size_t>(steps));
    QCOMPARE(editDistance(b, a), static_cast<std::size_t>(steps));
  }

  void nearNames_areWhatWasMeant_data() {
    QTest::addColumn<std::string>("word");
    QTest::addColumn<Words>("names");
    QTest::addColumn<Words>("near");
    const auto row = [](const char* word, const Words& names, const Words& near) {
      QTest::addRow("%s", word) << std::string(word) << names << near;
    };
    row("bf61", kFormats, {"bf16"});
    row("BF16", kFormats, {"bf16"});
    row("e4m3", kFormats, {"e4m3fn"});  // Its start.
    row("modul-cast", kRecipes, {"module-cast"});
    row("cast", kRecipes, {"hf-llama-cast", "module-cast", "module-cast-fp16"});  // A part.
    row("my-hf-llama-copy", kRecipes, {"hf-llama"});  // It holds the name.
    row("hf-lama", kRecipes, {"hf-llama"});
    row("", kFormats, {});
    row("sideways", kFormats, {});
    row("x", {"a", "b"}, {});  // One letter for another is another word.
    row("fig", {"fig2", "fig4", "fig9", "fig10"}, {"fig2", "fig4", "fig9"});  // At most three.
  }
  void nearNames_areWhatWasMeant() {
    QFETCH(std::string, word);
    QFETCH(Words, names);
    QFETCH(Words, near);
    QCOMPARE(nearNames(word, names), near);
  }

  void nearNames_ofHugeWord_areNone() {
    QVERIFY(nearNames(std::string(100'000, 'a'), {std::string(100'000, 'a') + "b"}).empty());
  }

  void expectedName_fewNames_areListed() {
    QCOMPARE(english(expectedName({{"light", "dark"}, "poscope --help"})),
             std::string("one of: light, dark"));
  }

  void expectedName_manyNames_areLeftToTheirCommand() {
    const Words many(kMostListed + 1, "name");
    QCOMPARE(english(expectedName({many, "poscope recipes"})),
             std::string("one that \"poscope recipes\" lists"));
    QCOMPARE(renderPlain(expectedName({many, "poscope recipes"}), Language::chinese),
             std::string("“poscope recipes”所列之一"));
  }

  void unknownName_saysTheValueWhatWasExpectedAndWhatWasMeant() {
    const Names names{kFormats, {}};
    const Text text = unknownName("error.view.unknown", "bf61", names);
    QCOMPARE(
        english(text),
        std::string(
            "There is no view \"bf61\". Expected one of: fp16, bf16, e4m3fn. Did you mean bf16?"));
    QVERIFY(renderPlain(text, Language::chinese).ends_with("是否想用 bf16？"));
    QVERIFY(english(unknownName("error.view.unknown", "sideways", names)).ends_with("e4m3fn."));
  }

  void withSuggestion_joinsUpToThree() {
    const auto meant = [](const Words& words) {
      return english(withSuggestion(Text::verbatim("No."), words));
    };
    QCOMPARE(meant({}), std::string("No."));
    QCOMPARE(meant({"a"}), std::string("No. Did you mean a?"));
    QCOMPARE(meant({"a", "b"}), std::string("No. Did you mean a or b?"));
    QCOMPARE(meant({"a", "b", "c"}), std::string("No. Did you mean a, b or c?"));
  }
};

QTEST_APPLESS_MAIN(SuggestionTest)
#include "suggestion_test.moc"
