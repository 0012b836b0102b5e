// No list of views, formats, scalings or subcommands is kept by hand: a file that names many of
// them is either a table itself or says something of each that only it can say.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <map>
#include <set>

#include "app/cli/subcommands.h"
#include "core/catalogue/views.h"
#include "core/encoding/rope_scaling.h"
#include "core/numeric/format.h"

using namespace poscope;

namespace {

constexpr int kList = 5;           // So many names of a kind within kLines lines are a list,
constexpr int kLines = 5;          // and so are
constexpr double kMost = 2.0 / 3;  // so many of all its names in one file.

struct Kind {
  const char* name;
  QStringList ids;
};

template <typename Rows>
QStringList idsOf(const Rows& rows) {
  QStringList ids;
  for (const auto& row : rows) {
    ids << QString::fromStdString(std::string(row.id));
  }
  return ids;
}

std::vector<Kind> kinds() {
  QStringList names;
  for (const Subcommand& subcommand : subcommands()) {
    names << subcommand.name;
  }
  return {{"views", idsOf(views())},
          {"formats", idsOf(numberFormats())},
          {"scalings", idsOf(ropeScalings())},
          {"subcommands", names}};
}

// Why a file may name many of a kind.
struct Exception {
  const char* kind;
  const char* file;
  const char* reason;
};
constexpr Exception kExceptions[] = {
    {"formats", "core/numeric/format.cpp", "the table"},
    {"formats", "core/catalogue/glossary.cpp", "those of which more is said than their row does"},
    {"views", "core/catalogue/glossary.cpp", "the page that shows a term"},
    {"scalings", "core/encoding/rope_scaling.cpp", "the table"},
    {"subcommands", "app/cli/subcommands.cpp", "the table"},
    {"subcommands", "app/cli/options.cpp", "the options and examples of each"},
    {"formats", "tests/core/numeric/format_test.cpp", "known facts of each"},
    {"formats", "tests/core/command/catalogue_test.cpp", "known facts of each"},
    {"formats", "tests/core/command/round_test.cpp", "known roundings of each"},
    {"formats", "tests/core/analysis/precision_golden_test.cpp", "published numbers of each"},
    {"formats", "tests/app/plot/sample_figures.h", "a made-up figure of the first few"},
    {"formats", "tests/golden/generate_formats.py", "independent of the program, or no reference"},
    {"formats", "tests/golden/generate_rounding.py", "independent of the program, or no reference"},
    {"scalings", "tests/golden/generate_scalings.py",
     "independent of the program, or no reference"},
    {"scalings", "tests/core/encoding/rope_scaling_test.cpp", "known frequencies of each"},
    {"scalings", "tests/core/model/model_config_test.cpp", "configurations of public models"},
    {"scalings", "tests/core/analysis/trained_angles_test.cpp", "known counts of each"},
    {"views", "tests/core/catalogue/link_test.cpp", "links with parameters of their own"},
    {"views", "tests/core/catalogue/views_test.cpp", "known findings of each"},
    {"views", "tests/core/catalogue/data_files_test.cpp", "known numbers of some"},
    {"views", "docs/performance.md", "what was measured, and when"},
    {"views", "tests/core/views/findings_test.cpp", "known findings of each"},
    {"formats", "tests/golden/generate_facts.py", "independent of the program, or no reference"},
    {"formats", "tests/golden/generate_code.py", "independent of the program, or no reference"},
    {"views", "tests/golden/README.md", "what each file of numbers is about"},
    {"views", "tests/core/views/schemes_page_test.cpp", "where rows of the table lead"},
    {"subcommands", "tests/app/cli/cli_exit_codes_test.cpp", "known exit codes of each"},
    {"subcommands", "README.md", "what a newcomer types, in the order of learning"},
};

bool isOneOf(QChar c, const char* characters) {
  return QLatin1String(characters).contains(c);
}

// Whether the line names the id as code: quoted, in a link or as an argument of the program.
bool names(const QString& line, const QString& id) {
  for (qsizetype at = line.indexOf(id); at >= 0; at = line.indexOf(id, at + 1)) {
    const qsizetype end = at + id.size();
    const QString before = line.left(at);
    const bool starts = (at > 0 && isOneOf(line[at - 1], "\"'`:")) ||
                        before.endsWith(QLatin1String("poscope ")) ||
                        before.endsWith(QLatin1String("export "));
    if (starts && end < line.size() && isOneOf(line[end], "\"'`? \\&~,")) {
      return true;
    }
  }
  return false;
}

/// How many of its names the text has.
int namedIn(const QString& text, const Kind& kind) {
  return static_cast<int>(std::count_if(kind.ids.begin(), kind.ids.end(),
                                        [&text](const QString& id) { return names(text, id); }));
}

/// What the text holds a list of: the kind's name and how many; empty for none.
QString listIn(const QString& text, const Kind& kind) {
  const QStringList lines = text.split('\n');
  std::vector<std::set<QString>> named;
  std::set<QString> all;
  for (const QString& line : lines) {
    named.emplace_back();
    for (const QString& id : kind.ids) {
      if (names(line, id)) {
        named.back().insert(id);
        all.insert(id);
      }
    }
  }
  const auto count = static_cast<double>(all.size());
  if (count >= kList && count >= kMost * static_cast<double>(kind.ids.size())) {
    return QStringLiteral("%1 of its %2").arg(all.size()).arg(kind.name);
  }
  for (std::size_t first = 0; first < named.size(); ++first) {
    std::set<QString> near;
    for (std::size_t at = first; at < std::min(first + kLines, named.size()); ++at) {
      near.insert(named[at].begin(), named[at].end());
    }
    if (near.size() >= kList) {
      return QStringLiteral("%1 %2 from line %3").arg(near.size()).arg(kind.name).arg(first + 1);
    }
  }
  return {};
}

QDir root() {
  return QDir(QStringLiteral(POSCOPE_TEST_DATA "/../.."));
}

// Files that people write, but the records: the CHANGELOG, data and inputs of tests, and texts,
// where each thing has its words.
QStringList files() {
  QStringList all{"README.md", "CONTRIBUTING.md", "CMakeLists.txt"};
  for (const char* folder : {"core", "app", "gpu", "tests", "docs", "scripts", "cmake"}) {
    QDirIterator each(root().filePath(folder), QDir::Files, QDirIterator::Subdirectories);
    while (each.hasNext()) {
      const QString file = root().relativeFilePath(each.next());
      const bool code = QStringList{"cpp", "h", "md", "txt", "py", "cmake", ""}.contains(
          QFileInfo(file).suffix());
      if (code && !file.startsWith("tests/data/") && !file.startsWith("tests/fuzz/corpus/")) {
        all << file;
      }
    }
  }
  all.sort();
  return all;
}

QString contents(const QString& file) {
  QFile opened(root().filePath(file));
  return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
}

const Exception* exceptionOf(const Kind& kind, const QString& file) {
  const auto* const found =
      std::find_if(std::begin(kExceptions), std::end(kExceptions), [&](const Exception& each) {
        return file == QLatin1String(each.file) &&
               QLatin1String(each.kind) == QLatin1String(kind.name);
      });
  return found == std::end(kExceptions) ? nullptr : found;
}

}  // namespace

class SeamsTest : public QObject {
  Q_OBJECT

 private slots:
  void listIn_lists_areFound();
  void listIn_singleNames_areNone();
  void files_keepNoListByHand();
  void exceptions_areStillNeeded();
  void types_haveNamesOfTheirOwn();
};

void SeamsTest::listIn_lists_areFound() {
  for (const Kind& kind : kinds()) {
    QVERIFY(kind.ids.size() >= kList);
    QString line;
    QString column;
    for (int i = 0; i < kList; ++i) {
      line += QStringLiteral("\"%1\", ").arg(kind.ids[i]);
      column += QStringLiteral("\"%1\"\n").arg(kind.ids[i]);
    }
    QVERIFY2(!listIn(line, kind).isEmpty(), qPrintable(line));
    QVERIFY2(!listIn(column, kind).isEmpty(), qPrintable(column));
    QString spread;
    for (const QString& id : kind.ids) {
      spread += QStringLiteral("`%1`").arg(id) + QString(20, '\n');
    }
    QVERIFY2(!listIn(spread, kind).isEmpty(), qPrintable(spread));
  }
}

void SeamsTest::listIn_singleNames_areNone() {
  for (const Kind& kind : kinds()) {
    QString text;
    for (int i = 0; i + 1 < kList; ++i) {
      text += QStringLiteral("\"%1\" ").arg(kind.ids[i]);
    }
    QCOMPARE(listIn(text, kind), QString());
    // Words of a sentence are not names.
    QCOMPARE(listIn(text.remove('"'), kind), QString());
  }
}

void SeamsTest::files_keepNoListByHand() {
  const QStringList all = files();
  QVERIFY(all.size() > 300);
  QStringList found;
  for (const QString& file : all) {
    const QString text = contents(file);
    for (const Kind& kind : kinds()) {
      const QString list = listIn(text, kind);
      if (!list.isEmpty() && exceptionOf(kind, file) == nullptr) {
        found << file + ": " + list;
      }
    }
  }
  QVERIFY2(found.isEmpty(), qPrintable("take them from the catalogue:\n" + found.join('\n')));
}

// A file with enough names for a list may keep its reason: whether they are most of all names
// changes with each name that is added anywhere.
void SeamsTest::exceptions_areStillNeeded() {
  for (const Exception& each : kExceptions) {
    QVERIFY2(QByteArray(each.reason).size() > 8, each.file);
    bool needed = false;
    for (const Kind& kind : kinds()) {
      needed = needed || (QLatin1String(kind.name) == QLatin1String(each.kind) &&
                          namedIn(contents(each.file), kind) >= kList);
    }
    QVERIFY2(needed, each.file);
  }
}

// Two types of one name in one namespace are one type for the linker, which then takes the
// destructor of either for both. Types of a source's own stand in an unnamed namespace.
void SeamsTest::types_haveNamesOfTheirOwn() {
  static const QRegularExpression kType(
      QStringLiteral(R"(^(?:struct|class|enum class) (\w+)[^;]*\{)"));
  std::map<QString, QString> places;
  for (const QString& file : files()) {
    const bool code = file.endsWith(".h") || file.endsWith(".cpp");
    if (!code || file.startsWith("tests/")) {  // Each test is a program of its own.
      continue;
    }
    bool own = false;
    for (const QString& line : contents(file).split('\n')) {
      own = line == "namespace {" || (own && line != "}  // namespace");
      const QString name = kType.match(line).captured(1);
      if (!own && !name.isEmpty()) {
        const auto [place, added] = places.emplace(name, file);
        QVERIFY2(added || place->second.section('.', 0, -2) == file.section('.', 0, -2),
                 qPrintable(name + ": " + place->second + ", " + file));
      }
    }
  }
  QVERIFY(places.size() > 300);
}

QTEST_GUILESS_MAIN(SeamsTest)
#include "seams_test.moc"
