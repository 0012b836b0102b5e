// Files of arrays lead to the page that reads them, and what a page is about is said by its
// parameters.
#include <QTemporaryDir>
#include <QtTest>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/views/opened_tensors.h"
#include "tests/core/model/tensor_files.h"

using namespace poscope;
using namespace poscope::testing;

class OpenedTensorsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    path_ = folder_.filePath("table.safetensors").toStdString();
    writeSafetensors(path_, {{"cos", {2, 1}, {1, 0.5F}}, {"sin", {2, 1}, {0, 0.75F}}});
    arrays_ = inspectTensors(path_).value();
    file_ = openTableFile(path_, {}).value();
  }

  void viewThatReads_cosAndSin_isTheAudit_whateverIsShown() {
    for (const View& shown : views()) {
      const View& page = viewThatReads(arrays_, shown);
      QVERIFY2(page.opensModels, shown.id.c_str());
    }
  }

  void viewThatReads_aKindThatNoPageReads_isThePageOfAnyTable() {
    const std::string path = folder_.filePath("t5.safetensors").toStdString();
    writeSafetensors(
        path, {{"encoder.relative_attention_bias.weight", {4, 2}, std::vector<float>(8, 0.5F)}});
    const ArrayFile arrays = inspectTensors(path).value();
    const View& page = viewThatReads(arrays, *findView("positions"));
    const TensorKind kind = kindByName(arrays);
    const bool read = std::any_of(page.reads.begin(), page.reads.end(),
                                  [kind](const TensorReading& each) { return each.kind == kind; });
    QVERIFY2(read || page.opensModels, page.id.c_str());
  }

  void withTable_namesTheFile_andForgetsTheZoomAndWhatWasAsked() {
    const View& page = viewThatOpensModels();
    State before = defaultState(page);
    QVERIFY(before.params.set("context", "8k"));
    before.zoom = Zoom{1, 2, 3, 4};
    const auto after = withTable(before, page, file_, arrays_);
    QVERIFY(after);
    QCOMPARE(after->params.text(parameter::kModel), std::string("table.safetensors"));
    QCOMPARE(after->params.text(parameter::kHash), file_.hash);
    QVERIFY(after->params.isAutomatic(parameter::kContext));
    QVERIFY(!after->zoom);
    const Inputs inputs{nullptr, std::make_shared<const TableFile>(file_)};
    QVERIFY(namedTable(after->params, inputs) != nullptr);
    QVERIFY(namedTable(before.params, inputs) == nullptr);
    QVERIFY(parseLink(formatLink(*after)).value() == *after);
  }

  void withTable_onAPageThatReadsNothing_saysSo() {
    const View& page = *findView("positions");
    const auto state = withTable(defaultState(page), page, file_, arrays_);
    QVERIFY(!state);
    QCOMPARE(state.error().kind, ErrorKind::file);
    QCOMPARE(state.error().text.key, std::string("state.error.no_reading"));
  }

  void openedTensors_readsTheValues_untilTheFileChanges() {
    const View& page = viewThatOpensModels();
    const State state = withTable(defaultState(page), page, file_, arrays_).value();
    const ViewContext context{nullptr, {}, {}, {nullptr, std::make_shared<const TableFile>(file_)}};
    const auto opened = openedTensors(state.params, context);
    QVERIFY(opened && *opened);
    const ArrayInfo* const sine = findTensor((*opened)->arrays, "sin");
    QVERIFY(sine != nullptr);
    QCOMPARE((*opened)->values(*sine).value(), (std::vector<double>{0, 0.75}));
    QVERIFY(!openedTensors(defaultState(page).params, context).value());
    writeSafetensors(path_, {{"cos", {2, 1}, {1, 0.5F}}, {"sine", {1, 1}, {0}}});
    const auto changed = openedTensors(state.params, context);
    QVERIFY(!changed);
    QCOMPARE(changed.error().text.key, std::string("state.error.changed"));
  }

  // What is no scheme means nothing to any page.
  void scheme_thatIsNone_isRefusedByName() {
    for (const View& view : views()) {
      State state = defaultState(view);
      if (state.params.has(parameter::kScheme)) {
        QVERIFY2(state.params.set("scheme", "alibi"), view.id.c_str());
        const auto refused = state.params.set("scheme", "t5");
        QVERIFY2(!refused, view.id.c_str());
        const std::string said = renderPlain(refused.error().text, Language::english);
        QVERIFY2(said.find("\"t5\" is no scheme") != std::string::npos, said.c_str());
        QVERIFY2(said.starts_with("scheme"), said.c_str());
      }
    }
  }

 private:
  QTemporaryDir folder_;
  std::filesystem::path path_;
  ArrayFile arrays_;
  TableFile file_;
};

QTEST_GUILESS_MAIN(OpenedTensorsTest)
#include "opened_tensors_test.moc"
