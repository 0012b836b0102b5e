// Every case file cut at every length and with bytes changed in fixed pseudo-random places: the
// readers answer, with a value or a complete message, and never crash (run under the sanitizers as
// well).
#include <QTemporaryDir>
#include <QtTest>

#include "core/model/array_file.h"
#include "core/model/model_config.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestModelHostileBytes : public QObject {
  Q_OBJECT

 private slots:
  void configsAnswer();
  void arraysAnswer();
};

namespace {

// A fixed sequence (Knuth's MMIX generator).
class Sequence {
 public:
  std::size_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>((state_ >> 33U) % limit);
  }

 private:
  std::uint64_t state_ = 42;
};

// Bytes that matter to a parser come up more often.
char hostileByte(Sequence& sequence) {
  constexpr std::string_view kMarks = "{}[]\",:-0e9.\\'()\n";
  const bool mark = sequence.below(2) == 0;
  return mark ? kMarks[sequence.below(kMarks.size())] : static_cast<char>(sequence.below(256));
}

std::string mutated(std::string bytes, Sequence& sequence) {
  const std::size_t changes = 1 + sequence.below(4);
  for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
    const std::size_t at = sequence.below(bytes.size());
    switch (sequence.below(3)) {
      case 0:
        bytes[at] = hostileByte(sequence);
        break;
      case 1:
        bytes.insert(at, 1, hostileByte(sequence));
        break;
      default:
        bytes.erase(at, 1 + sequence.below(8));
    }
  }
  return bytes;
}

std::vector<std::string> caseFiles(const std::string& prefix) {
  std::vector<std::string> texts;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(dataPath("cases"))) {
    if (entry.path().filename().string().starts_with(prefix)) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    texts.push_back(fileText(path));
  }
  return texts;
}

bool answers(const std::string& json) {
  const auto config = parseModelConfig(json, "config.json");
  if (!config) {
    return isComplete(config.error().text);
  }
  return std::all_of(config->notices.begin(), config->notices.end(),
                     [](const Notice& notice) { return isComplete(notice.text); });
}

bool answers(const std::filesystem::path& path) {
  const auto file = inspectArrayFile(path);
  if (!file) {
    return isComplete(file.error().text);
  }
  for (const ArrayInfo& info : file->arrays) {
    const auto values = readArray(path, info);
    if (!values && !isComplete(values.error().text)) {
      return false;
    }
  }
  return true;
}

}  // namespace

void TestModelHostileBytes::configsAnswer() {
  Sequence sequence;
  for (const std::string& text : caseFiles("cfg_")) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      QVERIFY(answers(text.substr(0, length)));
    }
    for (int round = 0; round < 300; ++round) {
      const std::string changed = mutated(text, sequence);
      QVERIFY2(answers(changed), changed.c_str());
    }
  }
}

void TestModelHostileBytes::arraysAnswer() {
  QTemporaryDir temporary;
  const std::filesystem::path path =
      std::filesystem::path(temporary.path().toStdString()) / "hostile";
  Sequence sequence;
  for (const std::string prefix : {"arr_", "st_"}) {
    for (const std::string& bytes : caseFiles(prefix)) {
      for (std::size_t length = 0; length < std::min<std::size_t>(bytes.size(), 200); ++length) {
        writeFile(path, bytes.substr(0, length));
        QVERIFY(answers(path));
      }
      for (int round = 0; round < 200; ++round) {
        writeFile(path, mutated(bytes.substr(0, 600), sequence));
        QVERIFY(answers(path));
      }
    }
  }
}

QTEST_GUILESS_MAIN(TestModelHostileBytes)
#include "model_hostile_bytes_test.moc"
