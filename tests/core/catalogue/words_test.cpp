// One notation in everything that is read, nothing English on Chinese pages, and no internal key in
// a message of the window.
#include <QRegularExpression>
#include <QTest>
#include <set>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/compute/backend.h"
#include "core/model/presets.h"
#include "core/state/params.h"
#include "tests/core/catalogue/figure_texts.h"
#include "tests/core/catalogue/foreign_words.h"

namespace poscope::test {
namespace {

/// A way of writing that is not ours.
struct Slip {
  const char* what;
  const char* pattern;
};
constexpr Slip kSlips[] = {
    {"a hyphen for a minus", R"((?<![\w\-,.~…])-(?=\d))"},
    {"a hyphen for “to”", R"((?<![\w\-#./])\d[\d,]*-\d)"},
    {"a percent sign without its blank", R"(\d%)"},
    {"a power that is not raised", R"((?<![\w.])\d+\^\d)"},
    {"a power of ten with e", R"((?<![\w.])\d+(\.\d+)?e[+\-−]?\d)"},
    {"five digits without a separator", R"((?<![\w.,#/:~=\-])\d{5,}(?![\w.]))"},
};

QString slipIn(const QString& text) {
  for (const Slip& slip : kSlips) {
    const auto match = QRegularExpression(QString::fromUtf8(slip.pattern),
                                          QRegularExpression::UseUnicodePropertiesOption)
                           .match(text);
    if (match.hasMatch()) {
      return QString::fromUtf8(slip.what) + QStringLiteral(" at “") + match.captured() +
             QStringLiteral("”");
    }
  }
  return {};
}

// Sentences that quote what is typed.
bool quotesNotation(const std::string& key) {
  static const QRegularExpression kQuoting(
      QStringLiteral("^(command\\.|error\\.number|error\\.parameter\\.typed|audit\\.expected|"
                     "audit\\.fix\\.base|inspect\\.error)"));
  return kQuoting.match(QString::fromStdString(key)).hasMatch();
}

struct Page {
  std::string name;
  State state;
};

std::vector<Page> pages() {
  std::vector<Page> all;
  for (const View& view : views()) {
    all.push_back({view.id, defaultState(view)});
    for (const NamedFigure& figure : view.figures) {
      all.push_back({figure.name, namedFigureState(figure.name).value()});
    }
  }
  // Pages that one choice makes another page, with sentences of their own.
  for (const char* link :
       {"relative-bias?bias=alibi", "relative-bias?bias=kerple-power",
        "relative-bias?bias=kerple-log", "relative-bias?bias=sandwich", "relative-bias?bias=t5",
        "relative-bias?bias=xpos&context=100000", "pitfalls?pitfall=stuck",
        "pitfalls?pitfall=left-padded", "pitfalls?pitfall=left-padded&counted=always",
        "pitfalls?pitfall=rotated-again", "pitfalls?pitfall=length-mismatch",
        "pitfalls?pitfall=odd-width", "pitfalls?pitfall=fp16-overflow",
        "pitfalls?pitfall=fp16-overflow&step=3", "pitfalls?pitfall=int16",
        "pitfalls?pitfall=find-the-bug&guess=2",
        "pitfalls?pitfall=find-the-bug&snippet=slopes&reveal=on"}) {
    all.push_back({link, parseLink("poscope:" + std::string(link)).value()});
  }
  return all;
}

/// The figure of a page at each of its sides, judged.
std::vector<Figure> figuresOf(const Page& page) {
  const View& view = *findView(page.state.view);
  const auto figure = buildFigure(view, page.state.params, {makeCpuBackend(), {}, {}});
  std::vector<Figure> all;
  for (const Side side : kSides) {
    all.push_back(atSide(*figure, side).value());
    if (all.back().judgement != nullptr) {
      auto verdicts = all.back().judgement->verdicts(side, {}, {}).value();
      all.back().verdicts.insert(all.back().verdicts.end(), verdicts.begin(), verdicts.end());
    }
    if (figure->sides == nullptr) {
      break;
    }
  }
  return all;
}

void addPages() {
  QTest::addColumn<int>("page");
  const auto all = pages();
  for (std::size_t k = 0; k < all.size(); ++k) {
    QTest::newRow(all[k].name.c_str()) << static_cast<int>(k);
  }
}

}  // namespace

class WordsTest : public QObject {
  Q_OBJECT

 private slots:
  void notation_ofASlip_isFound();
  void notation_ofTheTexts_isOne();
  void notation_ofPages_isOne_data() { addPages(); }
  void notation_ofPages_isOne();
  void chinesePages_holdNoEnglishWord_data() { addPages(); }
  void chinesePages_holdNoEnglishWord();
  void allowedWords_areAllUsed();
  void refusals_nameParametersAsTheReaderKnowsThem_data();
  void refusals_nameParametersAsTheReaderKnowsThem();
};

// The test itself: it would find what it looks for.
void WordsTest::notation_ofASlip_isFound() {
  for (const char* const text :
       {"from -8.5 on", "keys 4024-4040", "10%", "up to 2^13", "1e-07", "65536 tokens"}) {
    QVERIFY2(!slipIn(QString::fromUtf8(text)).isEmpty(), text);
  }
  for (const char* const text : {"from −8.5 on", "keys 4,024–4,040", "10 %", "up to 2¹³", "10⁻⁷",
                                 "65,536 tokens", "GPT-4", "4.28–4.30", "transformers #28685"}) {
    QVERIFY2(slipIn(QString::fromUtf8(text)).isEmpty(),
             qPrintable(slipIn(QString::fromUtf8(text))));
  }
}

void WordsTest::notation_ofTheTexts_isOne() {
  for (const Language language : allLanguages()) {
    for (const std::string& key : textKeys(language)) {
      if (quotesNotation(key)) {
        continue;
      }
      const std::string_view sentence = textTemplate(key, language);
      const QString text =
          QString::fromUtf8(sentence.data(), static_cast<qsizetype>(sentence.size()));
      QVERIFY2(slipIn(text).isEmpty(),
               qPrintable(QString::fromStdString(key) + ": " + slipIn(text)));
    }
  }
}

void WordsTest::notation_ofPages_isOne() {
  QFETCH(int, page);
  const Page which = pages()[static_cast<std::size_t>(page)];
  QStringList slips;
  for (const Figure& figure : figuresOf(which)) {
    const FigureTexts texts(figure);
    for (const Text& text : texts.all()) {
      for (const Language language : allLanguages()) {
        const QString words = shown(text, language);
        const QString slip = words.startsWith(QLatin1String("0x")) ? QString() : slipIn(words);
        if (!slip.isEmpty() && !quotesNotation(text.key)) {
          slips << slip + ": " + words;
        }
      }
    }
  }
  slips.removeDuplicates();
  QVERIFY2(slips.isEmpty(), qPrintable(slips.join('\n')));
}

void WordsTest::chinesePages_holdNoEnglishWord() {
  QFETCH(int, page);
  const Page which = pages()[static_cast<std::size_t>(page)];
  QStringList english;
  for (const Figure& figure : figuresOf(which)) {
    const FigureTexts texts(figure);
    for (const Text& text : texts.all()) {
      if (text.key.empty() || text.key == "audit.setting.of") {
        continue;  // In no language: ids, names and numbers; a key of a config.
      }
      const QString words = shown(text, Language::chinese);
      const QStringList found = foreignWords(words);
      if (!found.isEmpty()) {
        english << found.join(' ') + " in " + words;
      }
    }
  }
  english.removeDuplicates();
  QVERIFY2(english.isEmpty(), qPrintable(english.join('\n')));
}

// A list that only grows would allow everything in the end.
void WordsTest::allowedWords_areAllUsed() {
  const std::set<QString> allowed = allowedWords();
  QVERIFY(allowed.size() > 5);
  QString all;
  for (const std::string& key : textKeys(Language::chinese)) {
    const std::string_view sentence = textTemplate(key, Language::chinese);
    all += QString::fromUtf8(sentence.data(), static_cast<qsizetype>(sentence.size())) + '\n';
  }
  for (const ModelPreset& preset : modelPresets()) {
    all += QString::fromStdString(preset.title) + '\n';
  }
  for (const QString& word : allowed) {
    QVERIFY2(all.contains(word), qPrintable(word));
  }
}

void WordsTest::refusals_nameParametersAsTheReaderKnowsThem_data() {
  QTest::addColumn<QByteArray>("view");
  for (const View& view : views()) {
    QTest::newRow(view.id.c_str()) << QByteArray::fromStdString(view.id);
  }
}

void WordsTest::refusals_nameParametersAsTheReaderKnowsThem() {
  QFETCH(QByteArray, view);
  const View& page = *findView(view.toStdString());
  int refused = 0;
  for (const ParameterSpec& spec : page.schema) {
    Params params(page.schema);
    const auto set = params.set(spec.name, "~no such value~");
    if (set) {
      continue;  // A text takes anything.
    }
    ++refused;
    for (const Language language : allLanguages()) {
      const QString typed = shown(set.error().text, language);
      QVERIFY2(typed.startsWith(QString::fromStdString(spec.name)), qPrintable(typed));
      const QString words = shown(inWordsOf(page.id, page.schema, set.error().text), language);
      const QString label = shown(parameterLabel(page.id, spec), language);
      QVERIFY2(words.startsWith(label), qPrintable(words));
    }
  }
  QVERIFY(refused > 0);
}

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::WordsTest)
#include "words_test.moc"
