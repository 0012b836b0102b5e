// The window as a whole: commands, opening, restoring, languages.
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "app/export/export_dialog.h"
#include "app/panel/number_box.h"
#include "app/panel/parameter_panel.h"
#include "app/panel/parameter_row.h"
#include "app/window/actions.h"
#include "app/window/banner_stack.h"
#include "app/window/compare_bar.h"
#include "app/window/elided_button.h"
#include "app/window/headline.h"
#include "app/window/side_column.h"
#include "app/window/status_strip.h"
#include "app/window/view_list.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/difference.h"
#include "tests/app/window/window_fixture.h"

using namespace poscope;

namespace {

constexpr int kWholeAudit = 60000;  ///< Milliseconds: a whole model, without optimisation.

void drop(MainWindow& window, const QMimeData& data) {
  QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &event);
}

void dropFile(MainWindow& window, const QString& path) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  drop(window, data);
}

void trigger(WindowFixture& fixture, Command command) {
  fixture.window().actions()[command]->trigger();
}

void choose(WindowFixture& fixture, Language language) {
  fixture.window().actions().languageChoices().at(static_cast<std::size_t>(language))->trigger();
}

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// cos and sin of 64 positions and 4 pairs as a .npy; `halved`: positions 2 n and 2 n + 1 share
/// their row.
void writeTable(const QString& path, bool halved) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (64, 8), }";
  header += std::string(63 - (header.size() + 10) % 64, ' ') + "\n";
  QByteArray bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xFFU);
  bytes += static_cast<char>(header.size() >> 8U);
  bytes += QByteArray::fromStdString(header);
  for (int row = 0; row < 64; ++row) {
    for (int column = 0; column < 8; ++column) {
      const double angle = (halved ? row / 2 * 2 : row) * std::pow(10000, -(column % 4) / 4.0);
      const auto value = static_cast<float>(column < 4 ? std::cos(angle) : std::sin(angle));
      bytes.append(reinterpret_cast<const char*>(&value), 4);
    }
  }
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

/// As the CPU's, until it dies.
class MortalBackend final : public Backend {
 public:
  BackendInfo info() const override {
    return {"mortal", Text::verbatim("a mortal device"), true, {}, 9};
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<float> out,
                    std::stop_token stop) const override {
    return dead ? lost() : cpu_->fill(field, lattice, quantity, reduction, out, std::move(stop));
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<double> out,
                    std::stop_token stop) const override {
    return dead ? lost() : cpu_->fill(field, lattice, quantity, reduction, out, std::move(stop));
  }
  std::atomic<bool> dead = false;

 private:
  static Result<void> lost() { return internalError(Text::verbatim("it was unplugged")); }
  std::shared_ptr<const Backend> cpu_ = makeCpuBackend();
};

}  // namespace

class MainWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }
  void firstStart_showsPositions();
  void headline_isTheFinding_inBothLanguages();
  void restart_everyViewComesBack();
  void restart_fresh_startsWithTheDefaults();
  void restart_damagedState_saysSo();
  void restart_rightColumnKeepsItsSizes();
  void export_announcesTheFile();
  void aPageOfTheWeb_isCopied();
  void dropConfig_setsAllViews_undoTakesItBack();
  void dropBrokenConfig_leavesTheStateAndSaysWhy();
  void dropModelWithAnotherScheme_saysSo();
  void dropFigure_restoresItsState_data();
  void dropFigure_restoresItsState();
  void dropPictureOfSomethingElse_leavesTheStateAndSaysWhy();
  void dropLink_opensIt();
  void preset_isOneStep();
  void undoRedo_byKeys();
  void undo_byKeysInANumberBox_isTheWindows();
  void copyLink_readsBack();
  void viewKeys_switchViews();
  void difference_togglesAndComesBack();
  void blink_whileHeld_isNoStep();
  void hideSides_hidesBoth();
  void filter_findsViewsAndModels();
  void filter_modelChosen_showsTheViewsAgain();
  void openedFile_isShownAtOnce_aModelBesideAPageSetsItsValues();
  void noModel_theAuditIsAnExample();
  void theme_switchesLive();
  void zoomThatNoLongerFits_isDropped();
  void buildError_showsABanner_keepsTheFigure();
  void backend_diesUnderAnOpenPage_theCpuGoesOnAndItIsSaid();
  void dropTable_dumpedAgain_isReadAgain();
  void dropTwoModels_undoGoesBackToTheFirst();
  void restart_fileUnchanged_isOpenAgain();
  void restart_fileChangedOrGone_saysSo_data();
  void restart_fileChangedOrGone_saysSo();
  void auditCommand_showsThePageAboutTheModel();

 private:
  std::unique_ptr<QTemporaryDir> folder_;
};

void MainWindowTest::firstStart_showsPositions() {
  WindowFixture fixture(pathIn(*folder_));
  QVERIFY(fixture.showAndSettle());
  QCOMPARE(fixture.model().state().view, std::string("positions"));
  QVERIFY(fixture.window().card().headline().sentence().contains(QStringLiteral("769")));
  QVERIFY(QApplication::activeModalWidget() == nullptr);
}

void MainWindowTest::headline_isTheFinding_inBothLanguages() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  const QString english = fixture.window().card().headline().sentence();
  choose(fixture, Language::chinese);
  const QString chinese = fixture.window().card().headline().sentence();
  QVERIFY(english != chinese);
  QVERIFY(chinese.contains(QStringLiteral("769")));
  QTRY_COMPARE(fixture.window().windowTitle().contains(QStringLiteral("Poscope")), true);
  choose(fixture, Language::english);
  QCOMPARE(fixture.window().card().headline().sentence(), english);
}

void MainWindowTest::restart_everyViewComesBack() {
  std::vector<State> left;
  {
    WindowFixture fixture(pathIn(*folder_));
    for (const View& view : views()) {
      fixture.model().selectView(view.id);
      for (const ParameterSpec& spec : view.schema) {
        if (spec.type == ParameterType::choice) {
          QVERIFY(fixture.model().setParameter(spec.name, spec.choices.back()));
        }
      }
    }
    fixture.model().selectView("positions");
    QVERIFY(fixture.model().setParameter("context", "8192"));
    fixture.model().setWindow(Zoom{8100, 8150, 8100, 8200});
    for (const View& view : views()) {
      left.push_back(fixture.model().stateOf(view.id));
    }
    fixture.window().close();
  }
  WindowFixture again(pathIn(*folder_));
  QCOMPARE(again.model().state().view, std::string("positions"));
  for (std::size_t index = 0; index < views().size(); ++index) {
    QVERIFY2(again.model().stateOf(views()[index].id) == left.at(index), views()[index].id.c_str());
  }
  QCOMPARE(again.model().undoStack().count(), 0);
  QVERIFY(again.showAndSettle());
  QVERIFY(again.model().state() ==
          left.at(static_cast<std::size_t>(findView("positions") - views().data())));
}

void MainWindowTest::restart_fresh_startsWithTheDefaults() {
  {
    WindowFixture fixture(pathIn(*folder_));
    QVERIFY(fixture.model().setParameter("context", "8192"));
    fixture.window().close();
  }
  const QByteArray left = bytesOf(pathIn(*folder_));
  QVERIFY(!left.isEmpty());
  WindowFixture fresh(pathIn(*folder_), true);
  QCOMPARE(fresh.model().state().params.integer(parameter::kContext), std::int64_t{4096});
  QVERIFY(fresh.model().setParameter("context", "2048"));
  trigger(fresh, Command::themeDark);
  fresh.window().close();
  QCOMPARE(bytesOf(pathIn(*folder_)), left);
  QCOMPARE(QDir(folder_->path()).entryList(QDir::Files).size(), 1);
}

void MainWindowTest::restart_damagedState_saysSo() {
  QFile file(pathIn(*folder_));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("{ half");
  file.close();
  WindowFixture fixture(pathIn(*folder_));
  QVERIFY(fixture.showAndSettle());
  const QStringList lines = fixture.window().card().banners().lines("window.state.damaged");
  QCOMPARE(lines.size(), 1);
  QVERIFY(lines.front().contains(QStringLiteral("state.json.damaged-1")));
}

void MainWindowTest::dropConfig_setsAllViews_undoTakesItBack() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  const State before = fixture.model().stateOf("decay");
  dropFile(fixture.window(), dataPath("configs/llama-3-8b/config.json"));
  QTRY_VERIFY(!fixture.model().modelName().empty());
  QCOMPARE(fixture.model().stateOf("decay").params.real(parameter::kBase), 500000.0);
  QCOMPARE(fixture.model().stateOf("positions").params.integer(parameter::kContext),
           std::int64_t{8192});
  QCOMPARE(fixture.model().undoStack().count(), 1);
  trigger(fixture, Command::undo);
  QVERIFY(fixture.model().stateOf("decay") == before);
  QCOMPARE(fixture.model().state().view, std::string("positions"));
}

void MainWindowTest::dropBrokenConfig_leavesTheStateAndSaysWhy() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  const State before = fixture.model().state();
  for (const char* name : {"cases/cfg_truncated.json", "cases/cfg_odd_head_dim.json"}) {
    fixture.window().card().banners().settle("open");
    dropFile(fixture.window(), dataPath(name));
    QTRY_COMPARE(fixture.window().card().banners().lines("open").size(), 1);
    QVERIFY(fixture.model().state() == before);
    QVERIFY(fixture.model().modelName().empty());
    QCOMPARE(fixture.model().undoStack().count(), 0);
  }
}

void MainWindowTest::dropModelWithAnotherScheme_saysSo() {
  WindowFixture fixture({}, true);
  fixture.model().selectView("alibi");
  QVERIFY(fixture.showAndSettle());
  fixture.window().openPreset(QStringLiteral("llama-3-8b"));
  QCOMPARE(fixture.model().state().view, std::string("alibi"));
  QVERIFY(fixture.settle());
  const QString said = fixture.window().card().headline().sentence();
  QVERIFY2(said.contains(QStringLiteral("does not use ALiBi")), qPrintable(said));
}

void MainWindowTest::dropFigure_restoresItsState_data() {
  QTest::addColumn<QString>("ending");
  for (const char* ending : {"png", "svg", "pdf"}) {
    QTest::newRow(ending) << QString::fromLatin1(ending);
  }
}

void MainWindowTest::dropFigure_restoresItsState() {
  QFETCH(QString, ending);
  const auto state = parseLink("poscope:alibi?heads=8&head=3&context=8192&show=b");
  QVERIFY(state);
  WindowFixture fixture({}, true);
  fixture.model().setState(*state);
  QVERIFY(fixture.showAndSettle());
  const QString path = folder_->filePath(QStringLiteral("figure.") + ending);
  ExportDialog dialog(nullptr, *state, fixture.window().presenter().figure(), ThemeKind::light,
                      Language::english);
  QSignalSpy saved(&dialog, &ExportDialog::saved);
  dialog.saveTo(path);
  QTRY_COMPARE(saved.count(), 1);
  fixture.model().setState(defaultState(*findView("positions")));
  const int steps = fixture.model().undoStack().count();
  dropFile(fixture.window(), path);
  QTRY_VERIFY(fixture.model().state() == *state);
  QCOMPARE(fixture.model().undoStack().count(), steps + 1);
  QVERIFY(fixture.settle());
  QVERIFY(fixture.window().card().banners().lines("open").isEmpty());
}

void MainWindowTest::dropPictureOfSomethingElse_leavesTheStateAndSaysWhy() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  const State before = fixture.model().state();
  const QString path = folder_->filePath(QStringLiteral("other.png"));
  QImage picture(4, 4, QImage::Format_RGB32);
  picture.fill(Qt::red);
  QVERIFY(picture.save(path));
  dropFile(fixture.window(), path);
  QTRY_COMPARE(fixture.window().card().banners().lines("open").size(), 1);
  QVERIFY(fixture.model().state() == before);
}

void MainWindowTest::restart_rightColumnKeepsItsSizes() {
  QList<int> left;
  {
    WindowFixture fixture(pathIn(*folder_));
    QVERIFY(fixture.showAndSettle());
    SideColumn& sides = fixture.window().sides();
    QVERIFY(sides.arrangement().isEmpty());
    QSplitterHandle* handle = sides.handle(1);
    QTest::mousePress(handle, Qt::LeftButton, {}, {20, 1});
    QTest::mouseMove(handle, {20, 61});
    QTest::mouseRelease(handle, Qt::LeftButton, {}, {20, 61});
    QVERIFY(!sides.arrangement().isEmpty());
    left = sides.sizes();
    fixture.window().close();
  }
  WindowFixture again(pathIn(*folder_));
  QVERIFY(again.showAndSettle());
  QCOMPARE(again.window().sides().sizes(), left);
  QTest::mouseDClick(again.window().sides().handle(1), Qt::LeftButton, {}, {20, 1});
  QVERIFY(again.window().sides().arrangement().isEmpty());
  QVERIFY(again.window().sides().sizes() != left);
}

void MainWindowTest::aPageOfTheWeb_isCopied() {
  WindowFixture fixture(pathIn(*folder_));
  emit fixture.window().card().plot().actionRequested(webPage("https://example.org/issues/1"));
  QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("https://example.org/issues/1"));
  QVERIFY(!fixture.window().findChild<StatusStrip*>()->note().isEmpty());
}

void MainWindowTest::export_announcesTheFile() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  trigger(fixture, Command::exportFigure);
  auto* dialog = fixture.window().findChild<ExportDialog*>();
  QVERIFY(dialog != nullptr);
  dialog->saveTo(folder_->filePath(QStringLiteral("announced.png")));
  auto* strip = fixture.window().findChild<StatusStrip*>();
  QTRY_VERIFY(strip->note().contains(QStringLiteral("announced.png")));
}

void MainWindowTest::dropLink_opensIt() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  QMimeData data;
  data.setText(QStringLiteral("poscope:sinusoidal?length=64"));
  drop(fixture.window(), data);
  QTRY_COMPARE(fixture.model().state().view, std::string("sinusoidal"));
  QCOMPARE(fixture.model().state().params.integer(parameter::kLength), std::int64_t{64});
  QVERIFY(fixture.settle());
}

void MainWindowTest::preset_isOneStep() {
  WindowFixture fixture({}, true);
  fixture.window().openPreset(QStringLiteral("llama-2-7b"));
  QCOMPARE(fixture.model().undoStack().count(), 1);
  QVERIFY(!fixture.model().modelName().empty());
}

void MainWindowTest::undoRedo_byKeys() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  fixture.window().activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&fixture.window()));
  QVERIFY(fixture.model().setParameter("context", "8192"));
  QTest::keyClick(&fixture.window(), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(fixture.model().state().params.integer(parameter::kContext), std::int64_t{4096});
  QTest::keyClick(&fixture.window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(fixture.model().state().params.integer(parameter::kContext), std::int64_t{8192});
}

void MainWindowTest::undo_byKeysInANumberBox_isTheWindows() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  fixture.window().activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&fixture.window()));
  const auto& rows = fixture.window().parameters().rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [](const ParameterRow* each) {
    return each->name() == parameter::kContext.name;
  });
  QVERIFY(row != rows.end());
  auto* box = (*row)->findChild<NumberBox*>();
  box->setFocus();
  box->selectAll();
  QTest::keyClicks(box, QStringLiteral("8k"));
  QTest::keyClick(box, Qt::Key_Return);
  QCOMPARE(fixture.model().state().params.integer(parameter::kContext), std::int64_t{8192});
  QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(fixture.model().state().params.integer(parameter::kContext), std::int64_t{4096});
  QCOMPARE(box->text(), QStringLiteral("4096"));
}

void MainWindowTest::copyLink_readsBack() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.model().setParameter("context", "8192"));
  trigger(fixture, Command::copyLink);
  const auto state = parseLink(QApplication::clipboard()->text().toStdString());
  QVERIFY(state);
  QVERIFY(*state == fixture.model().state());
}

void MainWindowTest::viewKeys_switchViews() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  fixture.window().activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&fixture.window()));
  const int count = std::min(9, static_cast<int>(views().size()));
  for (int number = 0; number < count; ++number) {
    QTest::keyClick(&fixture.window(), static_cast<Qt::Key>(Qt::Key_1 + number),
                    Qt::ControlModifier);
    QCOMPARE(fixture.model().state().view, views()[static_cast<std::size_t>(number)].id);
  }
}

void MainWindowTest::difference_togglesAndComesBack() {
  WindowFixture fixture({}, true);
  const std::string before = fixture.model().state().params.text(parameter::kShow);
  const ElidedButton* const button = fixture.window().findChild<CompareBar*>()->differenceButton();
  QVERIFY(fixture.showAndSettle());
  QVERIFY(!button->isVisible());
  for (const char* kind : {"signed", "absolute", "log10"}) {
    trigger(fixture, Command::difference);
    const Params& params = fixture.model().state().params;
    QCOMPARE(params.text(parameter::kShow), std::string("difference"));
    QCOMPARE(params.text(parameter::kDifference), std::string(kind));
    QVERIFY(fixture.settle());
    QVERIFY(button->isVisible());
  }
  QCOMPARE(button->words(), QStringLiteral("Log scale"));
  button->menu()->actions().at(1)->trigger();
  QCOMPARE(fixture.model().state().params.text(parameter::kDifference), std::string("absolute"));
  fixture.model().undoStack().undo();
  trigger(fixture, Command::difference);
  QCOMPARE(fixture.model().state().params.text(parameter::kShow), before);
  QCOMPARE(fixture.model().state().params.text(parameter::kDifference), std::string("signed"));
  QVERIFY(fixture.settle());
  QVERIFY(!button->isVisible());
}

void MainWindowTest::blink_whileHeld_isNoStep() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  fixture.window().activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&fixture.window()));
  fixture.window().card().setFocus();
  const auto before = fixture.window().presenter().figure();
  QTest::keyPress(&fixture.window(), Qt::Key_B);
  QVERIFY(fixture.window().presenter().blinking());
  QTRY_VERIFY(fixture.window().presenter().figure() != before);
  QVERIFY(fixture.window().presenter().figure()->source.link.find("show=b") != std::string::npos);
  QCOMPARE(fixture.model().undoStack().count(), 0);
  QTest::keyRelease(&fixture.window(), Qt::Key_B);
  QVERIFY(!fixture.window().presenter().blinking());
  QVERIFY(fixture.settle());
}

void MainWindowTest::hideSides_hidesBoth() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  QVERIFY(fixture.window().viewList().isVisible());
  trigger(fixture, Command::hideSides);
  QVERIFY(!fixture.window().viewList().isVisible());
  QVERIFY(!fixture.window().parameters().isVisible());
  trigger(fixture, Command::hideSides);
  QVERIFY(fixture.window().viewList().isVisible());
  QVERIFY(fixture.window().parameters().isVisible());
}

void MainWindowTest::filter_findsViewsAndModels() {
  WindowFixture fixture({}, true);
  ViewList& list = fixture.window().viewList();
  QCOMPARE(list.listed().size(), static_cast<qsizetype>(views().size()));
  list.setFilter(QStringLiteral("alibi"));
  QVERIFY(list.listed().contains(QStringLiteral("alibi")));
  QVERIFY(!list.listed().contains(QStringLiteral("sinusoidal")));
  list.setFilter(QStringLiteral("LLAMA 2"));
  QVERIFY(list.listed().contains(QStringLiteral("model:llama-2-7b")));
  list.setFilter(QStringLiteral("no such thing"));
  QVERIFY(list.listed().isEmpty());
  const auto labels = list.findChildren<QLabel*>();
  QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return !label->isHidden() && label->text().contains(QStringLiteral("“no such thing”"));
  }));
  list.setFilter({});
  QVERIFY(std::all_of(labels.begin(), labels.end(),
                      [](const QLabel* label) { return label->isHidden(); }));
  QCOMPARE(list.listed().size(), static_cast<qsizetype>(views().size()));
}

void MainWindowTest::filter_modelChosen_showsTheViewsAgain() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  ViewList& list = fixture.window().viewList();
  list.setFilter(QStringLiteral("llama 3"));
  QVERIFY(list.listed().size() < static_cast<qsizetype>(views().size()));
  QTest::keyClick(list.findChild<QLineEdit*>(), Qt::Key_Return);
  QTRY_VERIFY(!fixture.model().modelName().empty());
  QCOMPARE(list.listed().size(), static_cast<qsizetype>(views().size()));
}

void MainWindowTest::openedFile_isShownAtOnce_aModelBesideAPageSetsItsValues() {
  WindowFixture fixture({}, true);
  fixture.window().show();
  const QString path = dataPath("configs/llama-3-8b/config.json");
  fixture.window().open(QStringLiteral("poscope:rope-precision"));
  fixture.window().open(path, ModelPage::present);
  QTRY_VERIFY(!fixture.model().modelName().empty());
  QCOMPARE(fixture.model().state().view, std::string("rope-precision"));
  fixture.window().open(path);
  QTRY_COMPARE(fixture.model().state().view, viewThatOpensModels().id);
  const auto& presenter = fixture.window().presenter();
  QTRY_VERIFY_WITH_TIMEOUT(
      presenter.figure() != nullptr && integerFact(*presenter.figure(), "ways") > 0, kWholeAudit);
  QCOMPARE(presenter.figure()->finding.question.key, std::string("audit.page.question"));
}

void MainWindowTest::noModel_theAuditIsAnExample() {
  WindowFixture fixture({}, true);
  trigger(fixture, Command::auditModel);
  QVERIFY(fixture.showAndSettle());
  QVERIFY(fixture.model().modelName().empty());
  QCOMPARE(fixture.window().presenter().figure()->finding.question.key,
           std::string("audit.page.question.example"));
}

void MainWindowTest::theme_switchesLive() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  trigger(fixture, Command::themeDark);
  QVERIFY(fixture.appearance().themeKind() == ThemeKind::dark);
  QCOMPARE(QApplication::palette().color(QPalette::Window), theme(ThemeKind::dark).background);
  trigger(fixture, Command::themeLight);
  QCOMPARE(QApplication::palette().color(QPalette::Window), theme(ThemeKind::light).background);
}

void MainWindowTest::zoomThatNoLongerFits_isDropped() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  fixture.model().setWindow(Zoom{4010, 4050, 4010, 4050});
  QVERIFY(fixture.settle());
  QVERIFY(fixture.model().setParameter("format", "fp16"));
  QVERIFY(fixture.settle());
  QVERIFY(fixture.model().state().zoom.has_value());
  QVERIFY(fixture.model().setParameter("context", "131072"));
  QVERIFY(fixture.settle());
  QTRY_VERIFY(!fixture.model().state().zoom.has_value());
}

void MainWindowTest::buildError_showsABanner_keepsTheFigure() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  const auto before = fixture.window().presenter().figure();
  emit fixture.window().card().plot().failed(Error{ErrorKind::internal, "error.cancelled"});
  QCOMPARE(fixture.window().card().banners().lines("build").size(), 1);
  QVERIFY(fixture.window().presenter().figure() == before);
  QVERIFY(fixture.model().setParameter("context", "8192"));
  QVERIFY(fixture.settle());
  QTRY_VERIFY(fixture.window().card().banners().lines("build").isEmpty());
}

void MainWindowTest::backend_diesUnderAnOpenPage_theCpuGoesOnAndItIsSaid() {
  const auto device = std::make_shared<MortalBackend>();
  WindowOptions options;
  options.backends = {{makeCpuBackend(), device}};
  options.fresh = true;
  options.language = Language::english;
  for (const char* id : {"", "mortal"}) {
    device->dead = false;
    options.backendId = id;
    WindowFixture fixture(windowSetup(options).value());
    fixture.model().selectView("alibi");
    QVERIFY(fixture.showAndSettle());
    FigureView& plot = fixture.window().card().plot();
    QTRY_VERIFY(!plot.busy());
    const auto* strip = fixture.window().findChild<StatusStrip*>();
    QCOMPARE(strip->backend(), QStringLiteral("a mortal device"));
    QVERIFY(fixture.window().card().banners().lines("backend").isEmpty());
    device->dead = true;
    QVERIFY(fixture.model().setParameter("heads", "16"));
    QVERIFY(fixture.settle());
    QTRY_VERIFY(!plot.busy());
    QTRY_VERIFY(strip->backend().contains(QStringLiteral("CPU")));
    const QStringList said = fixture.window().card().banners().lines("backend");
    QCOMPARE(said.size(), 1);
    QVERIFY(said.front().contains(QStringLiteral("it was unplugged")));
    QVERIFY(fixture.window().card().banners().lines("build").isEmpty());
    QVERIFY(fixture.window().presenter().figure()->source.link.ends_with("heads=16"));
  }
}

void MainWindowTest::dropTable_dumpedAgain_isReadAgain() {
  WindowFixture fixture({}, true);
  QVERIFY(fixture.showAndSettle());
  const QString path = folder_->filePath(QStringLiteral("rope.npy"));
  const auto& figure = [&]() -> const Figure& { return *fixture.window().presenter().figure(); };
  const auto hash = [&] { return fixture.model().state().params.text(parameter::kHash); };
  writeTable(path, false);
  dropFile(fixture.window(), path);
  QTRY_COMPARE(fixture.model().state().params.text(parameter::kModel), std::string("rope.npy"));
  QVERIFY(fixture.settle());
  const std::string first = hash();
  QCOMPARE(integerFact(figure(), "safe_distinct"), std::int64_t{64});
  writeTable(path, true);  // Half of its rows are their neighbours' now.
  dropFile(fixture.window(), path);
  QTRY_VERIFY(hash() != first);
  QVERIFY(fixture.settle());
  QCOMPARE(integerFact(figure(), "warnings"), std::int64_t{1});
  const std::string told = renderPlain(figure().finding.explanation, Language::english);
  QVERIFY2(told.find("32 of 64 rows") != std::string::npos, told.c_str());
  trigger(fixture, Command::undo);
  QCOMPARE(hash(), first);
  // Its bytes are gone: that is said, and no verdict of the other table is taken for its own.
  QTRY_COMPARE(fixture.window().card().banners().lines("build").size(), 1);
  QVERIFY(fixture.window().card().banners().lines("build").front().contains("has changed"));
}

void MainWindowTest::dropTwoModels_undoGoesBackToTheFirst() {
  WindowFixture fixture({}, true);
  trigger(fixture, Command::auditModel);
  fixture.window().show();
  const auto question = [&] {
    const auto& figure = fixture.window().presenter().figure();
    return QString::fromStdString(figure ? renderPlain(figure->finding.question, Language::english)
                                         : std::string());
  };
  dropFile(fixture.window(), dataPath("configs/llama-3-8b/config.json"));
  QTRY_VERIFY_WITH_TIMEOUT(question().contains(QStringLiteral("llama-3-8b")), kWholeAudit);
  dropFile(fixture.window(), dataPath("configs/llama-2-7b/config.json"));
  QTRY_VERIFY_WITH_TIMEOUT(question().contains(QStringLiteral("llama-2-7b")), kWholeAudit);
  trigger(fixture, Command::undo);
  QTRY_VERIFY_WITH_TIMEOUT(question().contains(QStringLiteral("llama-3-8b")), kWholeAudit);
  trigger(fixture, Command::redo);
  QTRY_VERIFY_WITH_TIMEOUT(question().contains(QStringLiteral("llama-2-7b")), kWholeAudit);
}

void MainWindowTest::restart_fileUnchanged_isOpenAgain() {
  const QString config = folder_->filePath(QStringLiteral("mine.json"));
  QVERIFY(QFile::copy(dataPath("configs/llama-3-8b/config.json"), config));
  {
    WindowFixture fixture(pathIn(*folder_));
    trigger(fixture, Command::auditModel);
    dropFile(fixture.window(), config);
    QTRY_VERIFY(!fixture.model().modelName().empty());
    fixture.window().close();
  }
  WindowFixture again(pathIn(*folder_));
  std::vector<std::string> told;
  connect(&again.window().presenter(), &Presenter::figureShown, this, [&] {
    const auto& figure = again.window().presenter().figure();
    told.push_back(figure ? figure->finding.sentence.key : "waiting");
  });
  QVERIFY(again.showAndSettle());
  QTRY_VERIFY(again.model().inputs().model != nullptr);
  QVERIFY(std::find(told.begin(), told.end(), "audit.page.missing") == told.end());
  QTRY_VERIFY_WITH_TIMEOUT(integerFact(*again.window().presenter().figure(), "ways") > 0,
                           kWholeAudit);
  QCOMPARE(again.model().undoStack().count(), 0);
}

void MainWindowTest::restart_fileChangedOrGone_saysSo_data() {
  QTest::addColumn<bool>("gone");
  QTest::addColumn<QString>("key");
  QTest::newRow("changed") << false << QStringLiteral("window.reopen.changed");
  QTest::newRow("gone") << true << QStringLiteral("window.reopen.failed");
}

void MainWindowTest::restart_fileChangedOrGone_saysSo() {
  QFETCH(bool, gone);
  QFETCH(QString, key);
  const QString config = folder_->filePath(QStringLiteral("mine.json"));
  QVERIFY(QFile::copy(dataPath("configs/llama-3-8b/config.json"), config));
  {
    WindowFixture fixture(pathIn(*folder_));
    trigger(fixture, Command::auditModel);
    dropFile(fixture.window(), config);
    QTRY_VERIFY(!fixture.model().modelName().empty());
    fixture.window().close();
  }
  QVERIFY(QFile::remove(config));
  QVERIFY(gone || QFile::copy(dataPath("configs/llama-2-7b/config.json"), config));
  for (int start = 0; start < 2; ++start) {  // The path is kept until the file is there again.
    WindowFixture again(pathIn(*folder_));
    QVERIFY(again.showAndSettle());
    QTRY_COMPARE(again.window().card().banners().lines(key.toStdString()).size(), 1);
    QVERIFY(again.window().card().banners().lines(key.toStdString()).front().contains(config));
    QVERIFY(again.model().inputs().model == nullptr);
    QCOMPARE(integerFact(*again.window().presenter().figure(), "ways"), std::int64_t{0});
    again.window().close();
  }
}

void MainWindowTest::auditCommand_showsThePageAboutTheModel() {
  WindowFixture fixture({}, true);
  trigger(fixture, Command::auditModel);
  QVERIFY(fixture.model().view().opensModels);
}

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
