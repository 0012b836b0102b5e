// The saved state: round trip, damage, newer versions, lost links.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include "app/window/state_store.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

using namespace poscope;

namespace {

/// Another value than the default, for every kind of parameter.
State changedState(const View& view) {
  State state = defaultState(view);
  for (const ParameterSpec& spec : view.schema) {
    const std::string now = state.params.written(spec.name);
    if (spec.type == ParameterType::integer) {
      const auto more = static_cast<std::int64_t>(std::min(spec.maximum, spec.minimum + 6));
      static_cast<void>(state.params.set(spec.name, std::to_string(more)));
    } else if (spec.type != ParameterType::real && spec.type != ParameterType::text) {
      for (const std::string& value : choiceValues(spec)) {
        if (value != now && state.params.set(spec.name, value)) {
          break;
        }
      }
    }
    if (spec.type == ParameterType::recipe) {
      const std::string stage = spec.name + "." + std::string(stagesOf(spec.scheme)[1].name());
      static_cast<void>(state.params.set(stage, "e5m2"));
    }
  }
  state.zoom = Zoom{0.125, 10.5, -1e-3, 7};
  return state;
}

SavedWindow example() {
  SavedWindow saved;
  for (const View& view : views()) {
    saved.states.states.push_back(changedState(view));
  }
  saved.states.view = views().back().id;
  saved.states.model = "名字 \"with\" marks";
  saved.files = {{"0123456789abcdef", "/名字/a \"b\".npy", {}}, {std::string(16, 'f'), "/m", {}}};
  saved.language = Language::chinese;
  saved.theme = ThemeChoice::dark;
  saved.geometry = QByteArray("\x00\x01\xff geometry", 12);
  saved.splitter = QByteArray("\x02splitter", 9);
  saved.sides = QByteArray("\x03sides", 6);
  saved.sidesHidden = true;
  saved.moreShown = true;
  saved.play = {15, PlayMode::bounce};
  saved.reduceMotion = true;
  return saved;
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

}  // namespace

class StateStoreTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }
  void saveAndLoad_everyView_isEqual();
  void load_noFile_isNoMessage();
  void load_damaged_isSetAsideWithAMessage_data();
  void load_damaged_isSetAsideWithAMessage();
  void load_damagedTwice_keepsBothFiles();
  void load_unknownLink_keepsTheRestAndTheFile();
  void save_unknownKeys_areKept();
  void save_noFolder_isMade();
  void save_unwritable_isAFileError();

 private:
  QString path() const { return folder_->filePath(QStringLiteral("config/state.json")); }
  std::unique_ptr<QTemporaryDir> folder_;
};

void StateStoreTest::saveAndLoad_everyView_isEqual() {
  const SavedWindow saved = example();
  QVERIFY(StateStore(path()).save(saved));
  const LoadReport report = StateStore(path()).load();
  QVERIFY(report.saved);
  QVERIFY(report.message.empty());
  QCOMPARE(report.saved->states.states.size(), views().size());
  for (std::size_t index = 0; index < views().size(); ++index) {
    const State& found = report.saved->states.states.at(index);
    QVERIFY2(found == saved.states.states.at(index), views()[index].id.c_str());
    QVERIFY2(found != defaultState(views()[index]), views()[index].id.c_str());
  }
  QCOMPARE(report.saved->states.view, saved.states.view);
  QCOMPARE(report.saved->states.model, saved.states.model);
  QCOMPARE(report.saved->files.size(), saved.files.size());
  for (std::size_t index = 0; index < saved.files.size(); ++index) {
    QCOMPARE(report.saved->files[index].hash, saved.files[index].hash);
    QCOMPARE(report.saved->files[index].path, saved.files[index].path);
  }
  QVERIFY(report.saved->language == saved.language);
  QVERIFY(report.saved->theme == saved.theme);
  QCOMPARE(report.saved->geometry, saved.geometry);
  QCOMPARE(report.saved->splitter, saved.splitter);
  QCOMPARE(report.saved->sides, saved.sides);
  QCOMPARE(report.saved->sidesHidden, saved.sidesHidden);
  QCOMPARE(report.saved->moreShown, saved.moreShown);
  QCOMPARE(report.saved->play, saved.play);
  QCOMPARE(report.saved->reduceMotion, saved.reduceMotion);
}

void StateStoreTest::load_noFile_isNoMessage() {
  const LoadReport report = StateStore(path()).load();
  QVERIFY(!report.saved);
  QVERIFY(report.message.empty());
}

void StateStoreTest::load_damaged_isSetAsideWithAMessage_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("key");
  QTest::newRow("empty") << QByteArray() << QStringLiteral("window.state.damaged");
  QTest::newRow("cut") << QByteArray("{\"version\": 1, \"states\": [")
                       << QStringLiteral("window.state.damaged");
  QTest::newRow("list") << QByteArray("[1, 2]") << QStringLiteral("window.state.damaged");
  QTest::newRow("no version") << QByteArray("{\"view\": \"alibi\"}")
                              << QStringLiteral("window.state.damaged");
  QTest::newRow("binary") << QByteArray("\x00\xff\xfe\x01", 4)
                          << QStringLiteral("window.state.damaged");
  QTest::newRow("newer") << QByteArray("{\"version\": 99}") << QStringLiteral("window.state.newer");
  QTest::newRow("huge") << QByteArray(2 << 20, ' ') << QStringLiteral("window.state.unreadable");
}

void StateStoreTest::load_damaged_isSetAsideWithAMessage() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, key);
  QVERIFY(QDir().mkpath(QFileInfo(path()).absolutePath()));
  write(path(), bytes);
  const LoadReport report = StateStore(path()).load();
  QVERIFY(!report.saved);
  QCOMPARE(QString::fromStdString(report.message.key), key);
  QVERIFY(!QFile::exists(path()));
  QFile aside(path() + QStringLiteral(".damaged-1"));
  QVERIFY(aside.open(QIODevice::ReadOnly));
  QCOMPARE(aside.readAll(), bytes);
}

void StateStoreTest::load_damagedTwice_keepsBothFiles() {
  QVERIFY(QDir().mkpath(QFileInfo(path()).absolutePath()));
  for (const char* bytes : {"first", "second"}) {
    write(path(), bytes);
    QVERIFY(!StateStore(path()).load().saved);
  }
  QVERIFY(QFile::exists(path() + QStringLiteral(".damaged-1")));
  QVERIFY(QFile::exists(path() + QStringLiteral(".damaged-2")));
}

void StateStoreTest::load_unknownLink_keepsTheRestAndTheFile() {
  QVERIFY(QDir().mkpath(QFileInfo(path()).absolutePath()));
  write(path(), R"({"version": 1, "view": "positions", "states":
    ["poscope:positions?context=8192", "poscope:gone?x=1", 7]})");
  const LoadReport report = StateStore(path()).load();
  QVERIFY(report.saved);
  QCOMPARE(report.saved->states.states.size(), std::size_t{1});
  QCOMPARE(report.saved->states.states.front().params.integer(parameter::kContext),
           std::int64_t{8192});
  QCOMPARE(report.message.key, std::string("window.state.lost"));
  QVERIFY(QFile::exists(path() + QStringLiteral(".damaged-1")));
}

void StateStoreTest::save_unknownKeys_areKept() {
  QVERIFY(QDir().mkpath(QFileInfo(path()).absolutePath()));
  write(path(), R"({"version": 1, "view": "positions", "states": [], "bookmarks": ["x"]})");
  StateStore store(path());
  QVERIFY(store.load().saved);
  QVERIFY(store.save(example()));
  QFile file(path());
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
  QCOMPARE(json.value(QLatin1String("bookmarks")).toArray().size(), 1);
}

void StateStoreTest::save_noFolder_isMade() {
  QVERIFY(StateStore(path()).save(example()));
  QVERIFY(QFile::exists(path()));
}

void StateStoreTest::save_unwritable_isAFileError() {
  write(folder_->filePath(QStringLiteral("config")), "a file where the folder should be");
  const auto saved = StateStore(path()).save(example());
  QVERIFY(!saved);
  QCOMPARE(saved.error().kind, ErrorKind::file);
  const std::string said = renderPlain(saved.error().text, Language::english);
  QVERIFY2(said.find("a part of its path is a file") != std::string::npos, said.c_str());
}

QTEST_GUILESS_MAIN(StateStoreTest)
#include "state_store_test.moc"
