// The tables of resources/text: well formed, complete in both languages, and with the same
// placeholders in both.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>
#include <map>
#include <set>

#include "core/base/embedded.h"
#include "core/base/text.h"

namespace poscope::test {
namespace {

constexpr std::string_view kRoles[] = {"a", "b", "reference", "number", "good", "bad"};

struct Placeholders {
  std::set<std::string> shown;  ///< "name" or "name:role".
  std::set<std::string>
      counted;  ///< Names of {name?one:many}; a language without plurals has none.
  std::set<std::string> roles;
};

Placeholders placeholdersOf(std::string_view sentence) {
  Placeholders found;
  while (!sentence.empty()) {
    const auto open = sentence.find('{');
    if (open == std::string_view::npos) {
      break;
    }
    sentence.remove_prefix(open);
    const auto close = sentence.find('}');
    if (sentence.starts_with("{{") || close == std::string_view::npos) {
      sentence.remove_prefix(sentence.size() > 1 ? 2 : 1);
      continue;
    }
    const std::string body(sentence.substr(1, close - 1));
    if (const auto question = body.find('?'); question != std::string::npos) {
      found.counted.insert(body.substr(0, question));
    } else {
      found.shown.insert(body);
      if (const auto colon = body.find(':'); colon != std::string::npos) {
        found.roles.insert(body.substr(colon + 1));
      }
    }
    sentence.remove_prefix(close + 1);
  }
  return found;
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool hasSentence(std::string_view line) {
  return !line.empty() && line.front() != '#';
}

QByteArray bytes(std::string_view text) {
  return {text.data(), static_cast<qsizetype>(text.size())};
}

// Every source of ours by its path.
std::map<QString, QString> readSources() {
  const QDir root(QString(POSCOPE_TEST_DATA) + "/../..");
  std::map<QString, QString> sources;
  for (const char* const folder : {"core", "app", "gpu"}) {
    QDirIterator files(root.filePath(folder), {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
      QFile file(files.next());
      if (file.open(QIODevice::ReadOnly)) {
        sources.emplace(file.fileName(), QString::fromUtf8(file.readAll()));
      }
    }
  }
  return sources;
}

}  // namespace

class TextTablesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyLineIsAKeyAndASentence();
  void keyStandsInOneFileOfALanguageOnly();
  void everyLanguageHasTheSameKeys();
  void everyLanguageHasTheSamePlaceholders();
  void countedNamesAreShownOrCountedInEnglish();
  void everyLanguageIsWhole();
  void everyRoleIsKnown();
  void sentencesAreValidUtf8();
  void noCodeAsksATableWhetherSomethingIsTrue();
  void everyKeyInCodeIsInTheTables();
  void everyCountThatMayBeOneHasBothForms();
};

void TextTablesTest::everyLineIsAKeyAndASentence() {
  QVERIFY(!embeddedTexts().empty());
  for (const EmbeddedFile& file : embeddedTexts()) {
    for (const std::string_view line : linesOf(file.text)) {
      if (hasSentence(line)) {
        const auto equals = line.find(" = ");
        QVERIFY2(equals != std::string_view::npos && equals > 0 && equals + 3 < line.size(),
                 bytes(file.name) + ": " + bytes(line));
        QVERIFY2(line.substr(0, equals).find(' ') == std::string_view::npos,
                 bytes(file.name) + ": a key holds no space: " + bytes(line));
      }
    }
  }
}

void TextTablesTest::keyStandsInOneFileOfALanguageOnly() {
  std::map<std::string, std::string_view> places;
  for (const EmbeddedFile& file : embeddedTexts()) {
    for (const std::string_view line : linesOf(file.text)) {
      if (hasSentence(line)) {
        const std::string key =
            std::string(file.name.substr(0, 3)) + std::string(line.substr(0, line.find(" = ")));
        const auto [place, added] = places.emplace(key, file.name);
        QVERIFY2(added, bytes(key) + " stands in " + bytes(place->second) + " and again in " +
                            bytes(file.name));
      }
    }
  }
}

void TextTablesTest::everyLanguageHasTheSameKeys() {
  const std::vector<std::string> english = textKeys(Language::english);
  QVERIFY(!english.empty());
  for (const Language language : allLanguages()) {
    const auto where = bytes(languageName(language));
    for (const std::string& key : english) {
      QVERIFY2(hasText(key, language), "not in " + where + ": " + bytes(key));
    }
    for (const std::string& key : textKeys(language)) {
      QVERIFY2(hasText(key, Language::english), "only in " + where + ": " + bytes(key));
    }
  }
}

void TextTablesTest::everyLanguageHasTheSamePlaceholders() {
  for (const Language language : allLanguages()) {
    for (const std::string& key : textKeys(Language::english)) {
      const Placeholders english = placeholdersOf(textTemplate(key, Language::english));
      const Placeholders other = placeholdersOf(textTemplate(key, language));
      QVERIFY2(english.shown == other.shown, bytes(languageName(language)) + ": " + bytes(key));
    }
  }
}

// English may say {n?is:are} without showing n, and Chinese has no plural; but a name that English
// does not know is a slip.
void TextTablesTest::countedNamesAreShownOrCountedInEnglish() {
  for (const Language language : allLanguages()) {
    for (const std::string& key : textKeys(language)) {
      const Placeholders english = placeholdersOf(textTemplate(key, Language::english));
      for (const std::string& name : placeholdersOf(textTemplate(key, language)).counted) {
        QVERIFY2(english.counted.contains(name),
                 bytes(languageName(language)) + ": " + bytes(key + " counts " + name));
      }
    }
  }
}

// The test of a new row: its texts are a folder of its own, and it says all that a row says.
void TextTablesTest::everyLanguageIsWhole() {
  std::set<std::string_view> ids;
  for (const LanguageRow& row : languages()) {
    QVERIFY2(ids.insert(row.id).second, bytes(row.id));
    for (const std::string_view word : {row.id, row.name, row.mark, row.tag, row.thousands}) {
      QVERIFY2(!word.empty(), bytes(row.id));
    }
  }
  for (const EmbeddedFile& file : embeddedTexts()) {
    QVERIFY2(ids.contains(file.name.substr(0, file.name.find('/'))), bytes(file.name));
  }
}

void TextTablesTest::everyRoleIsKnown() {
  const std::set<std::string_view> known(std::begin(kRoles), std::end(kRoles));
  for (const Language language : allLanguages()) {
    for (const std::string& key : textKeys(language)) {
      for (const std::string& role : placeholdersOf(textTemplate(key, language)).roles) {
        QVERIFY2(known.contains(role), bytes(key + " has the role " + role));
      }
    }
  }
}

void TextTablesTest::sentencesAreValidUtf8() {
  for (const EmbeddedFile& file : embeddedTexts()) {
    const QByteArray text = bytes(file.text);
    QVERIFY2(QString::fromUtf8(text).toUtf8() == text, bytes(file.name));
  }
}

void TextTablesTest::noCodeAsksATableWhetherSomethingIsTrue() {
  const std::map<QString, QString> sources = readSources();
  QVERIFY(!sources.empty());
  for (const auto& [name, code] : sources) {
    const bool own = QFileInfo(name).path().endsWith("core/base");
    QVERIFY2(own || !code.contains("hasText("), qPrintable(name));
  }
}

// A literal that looks like a key ("verdict.note.start") and begins like one, or the beginning of
// keys ("choice.a", "inspect.level_") to which code adds a name.
void TextTablesTest::everyKeyInCodeIsInTheTables() {
  const std::vector<std::string> list = textKeys(Language::english);
  const std::set<std::string> keys(list.begin(), list.end());
  std::set<std::string> topics;
  for (const std::string& key : keys) {
    topics.insert(key.substr(0, key.find('.')));
  }
  static const QRegularExpression kLiteral(R"re("([a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+)")re");
  int found = 0;
  for (const auto& [name, code] : readSources()) {
    for (const QString& line : code.split('\n')) {
      if (line.startsWith("#include") || line.trimmed().startsWith("//")) {
        continue;
      }
      for (auto all = kLiteral.globalMatch(line); all.hasNext();) {
        const std::string key = all.next().captured(1).toStdString();
        if (!topics.contains(key.substr(0, key.find('.')))) {
          continue;
        }
        const std::string start = key + (key.back() == '_' ? "" : ".");
        const auto next = keys.lower_bound(start);
        QVERIFY2(keys.contains(key) || (next != keys.end() && next->starts_with(start)),
                 qPrintable(name + ": " + QString::fromStdString(key)));
        ++found;
      }
    }
  }
  QVERIFY(found > 500);
}

// "1 positions" is never said: a number before a plural is one that cannot be 1, or {name?one:many}
// follows it.
void TextTablesTest::everyCountThatMayBeOneHasBothForms() {
  // At least 2 wherever they are told, or names of things and no counts.
  const std::set<std::string> neverOne{
      "context", "total",   "dim",      "seen",  "asked",     "most",  "limit",         "near",
      "keys",    "blocks",  "tokens",   "size",  "original",  "least", "layer",         "layers",
      "audited", "counted", "millions", "kinds", "positions", "all",   "longest:number"};
  // The same, in one sentence only.
  const std::set<std::string> neverOneHere{"alibi.finding.reference-heads heads",
                                           "entropy.finding trained",
                                           "audit.finding.dynamic length1",
                                           "exact-share.explanation.fine unshared",
                                           "model.notice.baichuan_alibi heads",
                                           "model.notice.baichuan_rope heads",
                                           "model.array.slice_large count",
                                           "plot.pixel-note.two-axes columns",
                                           "positions.explanation.reference length",
                                           "order.error.sentence longest",
                                           "range.too-many values",
                                           "relative-bias.numbers.t5 buckets",
                                           "sinusoidal.finding.collide length",
                                           "export.size.range height",
                                           "export.written.pixels rows",
                                           "export.progress numbers",
                                           "export.notice.image rows",
                                           "plot.error.page-too-small height"};
  static const QRegularExpression kCount(
      R"(\{([a-z_0-9]+(?::[a-z]+)?)\} (?:(?:bias|rotary|hidden|vector|key-value) )?)"
      R"((?:positions|tokens|places|keys|levels|heads|pairs|bytes|rows|columns|cells|values|ways|)"
      R"(dimensions|distances|entries|queries|blocks|steps|biases|changes|slopes|pictures|layers|)"
      R"(characters|points|waves|groups|pixels|views|others|numbers|arrays|threads|runs|files|)"
      R"(tensors|lines|findings|recipes|curves|panels)\b)");
  for (const std::string& key : textKeys(Language::english)) {
    if (key.starts_with("cases.")) {
      continue;  // Numbers of reports, which do not change.
    }
    const QString sentence = QString::fromUtf8(bytes(textTemplate(key, Language::english)));
    for (auto all = kCount.globalMatch(sentence); all.hasNext();) {
      const std::string name = all.next().captured(1).toStdString();
      const std::string plain = name.substr(0, name.find(':'));
      QVERIFY2(neverOne.contains(name) || neverOne.contains(plain) ||
                   neverOneHere.contains(key + " " + plain),
               qPrintable(QString::fromStdString(key) + ": " + sentence));
    }
  }
}

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::TextTablesTest)
#include "text_tables_test.moc"
