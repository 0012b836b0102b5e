// Undo and redo of every kind of change.
#include <QtTest>

#include "app/window/state_model.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"

using namespace poscope;

namespace {

std::vector<State> everyState(const StateModel& model) {
  std::vector<State> states;
  for (const View& view : views()) {
    states.push_back(model.stateOf(view.id));
  }
  return states;
}

TableFile tableFile(const char* name, char digit) {
  TableFile table;
  table.name = name;
  table.hash = std::string(16, digit);
  table.path = std::filesystem::path("/tables") / name;
  return table;
}

/// The header of a dumped cos/sin table.
ArrayFile header() {
  ArrayFile file;
  file.arrays.resize(1);
  file.arrays.front().name = "cos_sin";
  file.arrays.front().shape = {4096, 64};
  return file;
}

}  // namespace

class StateModelTest : public QObject {
  Q_OBJECT

 private slots:
  void firstState_isPositionsAtItsDefaults();
  void setParameter_eachIsOneStep_undoGoesBackInOrder();
  void setParameter_refused_changesNothingAndIsNoStep();
  void setParameter_sameValue_isNoStep();
  void setParameter_oneGesture_isOneStep();
  void setParameter_dragBackToTheStart_leavesNoStep();
  void setParameter_otherGesture_isAnotherStep();
  void selectView_keepsTheLastStateOfEachView();
  void setWindow_isAStep_dropWindowIsNone();
  void setRecipe_takesItsChangedStagesBack();
  void resetParameter_takesStagesBackToo();
  void shownModel_isThePagesOwn();
  void openModel_changesAllViewsInOneStep();
  void openTable_isOneStep_undoAndRedoGoOverIt();
  void openTable_otherBytesOfTheSameName_isAnotherState();
  void know_isNoStep_butTellsOfNewInputs();
  void namedFiles_areThoseOfTheStates();
  void setParameter_thatShowsAnotherPicture_dropsTheZoomInTheSameStep();
};

void StateModelTest::firstState_isPositionsAtItsDefaults() {
  StateModel model;
  QCOMPARE(model.state().view, std::string("positions"));
  QVERIFY(model.state() == defaultState(*findView("positions")));
  QCOMPARE(model.undoStack().count(), 0);
}

void StateModelTest::setParameter_eachIsOneStep_undoGoesBackInOrder() {
  StateModel model;
  const State first = model.state();
  QVERIFY(model.setParameter("context", "8k"));
  QVERIFY(model.setParameter("format", "fp16"));
  const State last = model.state();
  QCOMPARE(last.params.integer(parameter::kContext), std::int64_t{8192});
  QCOMPARE(model.undoStack().count(), 2);
  model.undoStack().undo();
  QCOMPARE(model.state().params.text(parameter::kFormat), first.params.text(parameter::kFormat));
  QCOMPARE(model.state().params.integer(parameter::kContext), std::int64_t{8192});
  model.undoStack().undo();
  QVERIFY(model.state() == first);
  model.undoStack().redo();
  model.undoStack().redo();
  QVERIFY(model.state() == last);
}

void StateModelTest::setParameter_refused_changesNothingAndIsNoStep() {
  StateModel model;
  const State first = model.state();
  QSignalSpy changed(&model, &StateModel::changed);
  for (const char* rubbish : {"", "eight", "-4", "1e400", "8kk", "2^", "0x10", "nan"}) {
    const auto set = model.setParameter("context", rubbish);
    QVERIFY2(!set, rubbish);
    QCOMPARE(set.error().kind, ErrorKind::usage);
  }
  QVERIFY(!model.setParameter("no-such-parameter", "1"));
  QVERIFY(model.state() == first);
  QCOMPARE(changed.count(), 0);
  QCOMPARE(model.undoStack().count(), 0);
}

void StateModelTest::setParameter_sameValue_isNoStep() {
  StateModel model;
  QVERIFY(model.setParameter("context", "4096"));
  QVERIFY(model.setParameter("context", "2^12"));
  QCOMPARE(model.undoStack().count(), 0);
}

void StateModelTest::setParameter_oneGesture_isOneStep() {
  StateModel model;
  const State first = model.state();
  for (const char* value : {"5000", "6000", "7000"}) {
    QVERIFY(model.setParameter("context", value, 7));
  }
  QCOMPARE(model.undoStack().count(), 1);
  QCOMPARE(model.state().params.integer(parameter::kContext), std::int64_t{7000});
  model.undoStack().undo();
  QVERIFY(model.state() == first);
  model.undoStack().redo();
  QCOMPARE(model.state().params.integer(parameter::kContext), std::int64_t{7000});
}

void StateModelTest::setParameter_dragBackToTheStart_leavesNoStep() {
  StateModel model;
  QVERIFY(model.setParameter("context", "5000", 7));
  QVERIFY(model.setParameter("context", "4096", 7));
  QCOMPARE(model.undoStack().count(), 0);
}

void StateModelTest::setParameter_otherGesture_isAnotherStep() {
  StateModel model;
  QVERIFY(model.setParameter("context", "5000", 7));
  QVERIFY(model.setParameter("context", "6000", 8));
  QCOMPARE(model.undoStack().count(), 2);
}

void StateModelTest::selectView_keepsTheLastStateOfEachView() {
  StateModel model;
  QVERIFY(model.setParameter("context", "8192"));
  const State positions = model.state();
  model.selectView("alibi");
  QCOMPARE(model.state().view, std::string("alibi"));
  model.selectView("positions");
  QVERIFY(model.state() == positions);
  QCOMPARE(model.undoStack().count(), 3);
  model.selectView("no-such-view");
  QCOMPARE(model.undoStack().count(), 3);
  model.undoStack().undo();
  QCOMPARE(model.state().view, std::string("alibi"));
}

void StateModelTest::setWindow_isAStep_dropWindowIsNone() {
  StateModel model;
  const Zoom window{4000, 4050, 4000, 4050};
  model.setWindow(window);
  QCOMPARE(model.undoStack().count(), 1);
  model.dropWindow();
  QVERIFY(!model.state().zoom);
  QCOMPARE(model.undoStack().count(), 1);
  model.undoStack().undo();
  QVERIFY(!model.state().zoom);
}

void StateModelTest::setRecipe_takesItsChangedStagesBack() {
  StateModel model;
  model.selectView("alibi");
  QVERIFY(model.setParameter("a.position", "bf16"));
  QVERIFY(model.state().params.recipe(parameter::kA).setting(Stage::position) == "bf16");
  const std::string other = model.state().params.text(parameter::kB);
  QVERIFY(model.setParameter("a", other));
  QVERIFY(model.state().params.recipe(parameter::kA) == *findRecipe(Scheme::alibi, other));
}

void StateModelTest::resetParameter_takesStagesBackToo() {
  StateModel model;
  model.selectView("alibi");
  const State first = model.state();
  QVERIFY(model.setParameter("a.position", "bf16"));
  QVERIFY(model.setParameter("heads", "32"));
  model.resetParameter("a");
  QCOMPARE(model.state().params.integer(parameter::kHeads), std::int64_t{32});
  model.resetParameter("heads");
  QVERIFY(model.state() == first);
}

void StateModelTest::shownModel_isThePagesOwn() {
  StateModel model;
  model.selectView("audit");
  QVERIFY(model.shownModel().empty());  // Its example is no model that is open.
  model.setState(*parseLink("poscope:audit?model=llama-2-7b"));
  QCOMPARE(model.shownModel(), std::string("Llama 2 7B"));
  model.openModel(presetConfig("llama-3-8b").value());
  QCOMPARE(model.shownModel(), std::string("Llama 3 8B"));
  model.setState(*parseLink("poscope:audit?model=my-own"));
  QCOMPARE(model.shownModel(), std::string("my-own"));
  model.selectView("alibi");
  QCOMPARE(model.shownModel(), std::string("Llama 3 8B"));
}

void StateModelTest::openModel_changesAllViewsInOneStep() {
  StateModel model;
  QVERIFY(!modelPresets().empty());
  const std::vector<State> before = everyState(model);
  const auto config = presetConfig("llama-2-7b");
  QVERIFY(config);
  model.openModel(*config);
  QCOMPARE(model.undoStack().count(), 1);
  QCOMPARE(model.modelName(), config->name);
  const std::vector<State> after = everyState(model);
  QVERIFY(after != before);
  model.undoStack().undo();
  QVERIFY(everyState(model) == before);
  QVERIFY(model.modelName().empty());
  model.undoStack().redo();
  QVERIFY(everyState(model) == after);
}

void StateModelTest::openTable_isOneStep_undoAndRedoGoOverIt() {
  StateModel model;
  QVERIFY(!model.inputs().table);
  QVERIFY(model.openTable(tableFile("a.npy", 'a'), header()));
  QCOMPARE(model.undoStack().count(), 1);
  QVERIFY(model.view().opensModels);
  QCOMPARE(model.state().params.text(parameter::kModel), std::string("a.npy"));
  QVERIFY(model.openTable(tableFile("b.npy", 'b'), header()));
  QCOMPARE(model.inputs().table->name, std::string("b.npy"));
  model.undoStack().undo();
  QCOMPARE(model.inputs().table->name, std::string("a.npy"));
  model.undoStack().undo();
  QVERIFY(!model.inputs().table);
  model.undoStack().redo();
  model.undoStack().redo();
  QCOMPARE(model.inputs().table->name, std::string("b.npy"));
}

void StateModelTest::openTable_otherBytesOfTheSameName_isAnotherState() {
  StateModel model;
  QVERIFY(model.openTable(tableFile("a.npy", 'a'), header()));
  const State first = model.state();
  QVERIFY(model.openTable(tableFile("a.npy", 'b'), header()));
  QVERIFY(!(model.state() == first));
  QCOMPARE(model.inputs().table->hash, std::string(16, 'b'));
  model.undoStack().undo();
  QVERIFY(model.state() == first);
  QCOMPARE(model.inputs().table->hash, std::string(16, 'a'));
}

void StateModelTest::know_isNoStep_butTellsOfNewInputs() {
  StateModel model;
  const TableFile table = tableFile("a.npy", 'a');
  QVERIFY(model.openTable(table, header()));
  const int steps = model.undoStack().count();
  QSignalSpy changed(&model, &StateModel::changed);
  model.know({table.hash, table.path, {nullptr, std::make_shared<const TableFile>(table)}});
  QCOMPARE(changed.count(), 0);  // The same bytes in the same place.
  TableFile moved = table;
  moved.path = "/elsewhere/a.npy";
  model.know({moved.hash, moved.path, {nullptr, std::make_shared<const TableFile>(moved)}});
  QCOMPARE(changed.count(), 1);
  model.know({std::string(16, 'c'), "/c.npy", {}});
  QCOMPARE(changed.count(), 1);
  QCOMPARE(model.undoStack().count(), steps);
}

void StateModelTest::namedFiles_areThoseOfTheStates() {
  StateModel model;
  model.know({std::string(16, 'c'), "/c.npy", {}});
  QVERIFY(model.namedFiles().empty());
  QVERIFY(model.openTable(tableFile("a.npy", 'a'), header()));
  QCOMPARE(model.namedFiles().size(), std::size_t{1});
  QCOMPARE(model.namedFiles().front().path, std::filesystem::path("/tables/a.npy"));
  model.openModel(presetConfig("llama-2-7b").value());  // A model of the program's own has no file.
  QVERIFY(model.namedFiles().empty());
}

void StateModelTest::setParameter_thatShowsAnotherPicture_dropsTheZoomInTheSameStep() {
  StateModel model;
  const Zoom zoom{4000, 4050, 4000, 4050};
  model.setWindow(zoom);
  QVERIFY(model.setParameter("format", "fp16"));
  QVERIFY(model.state().zoom == zoom);
  QVERIFY(model.setParameter("context", "4096"));
  QVERIFY(model.state().zoom == zoom);
  QVERIFY(model.setParameter("context", "8192"));
  QVERIFY(!model.state().zoom);
  model.undoStack().undo();
  QVERIFY(model.state().zoom == zoom);
}

QTEST_GUILESS_MAIN(StateModelTest)
#include "state_model_test.moc"
