// States as links: round trips, order, and what is refused.
#include "core/state/link.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

#include <QtTest>

using namespace poscope;

class LinkTest : public QObject {
  Q_OBJECT

 private slots:
  void format_defaults_isTheBareView();
  void parse_design_example();
  void roundTrip_states_areEqual_data();
  void roundTrip_states_areEqual();
  void parse_bad_isRefusedWithItsName_data();
  void parse_bad_isRefusedWithItsName();
  void parse_stageBeforeRecipe_isKept();
  void namedFigure_knownAndUnknown();
};

void LinkTest::format_defaults_isTheBareView() {
  for (const View& view : views()) {
    QCOMPARE(formatLink(defaultState(view)), "poscope:" + view.id);
  }
}

void LinkTest::parse_design_example() {
  const auto state = parseLink("poscope:alibi?heads=40&context=4096&a=baichuan-13b&b=relative");
  QVERIFY(state);
  QCOMPARE(state->view, std::string("alibi"));
  QCOMPARE(state->params.integer(parameter::kHeads), std::int64_t{40});
  QVERIFY(*state == defaultState(*findView("alibi")));
}

void LinkTest::roundTrip_states_areEqual_data() {
  QTest::addColumn<QString>("link");
  for (const char* link :
       {"poscope:positions?context=131072&format=fp16&start=65536",
        "poscope:sinusoidal?length=1048576&dim=2048&x=0.5..100.25&y=1000..2000000",
        "poscope:decay?relation=correlated&correlation=0.1&b.position=bf16&show=difference",
        "poscope:alibi?picture=matrix&context=1048576&a.bias=fp16",
        "poscope:formats?number=0.1&rounding=upward", "poscope:exact-share?format=e4m3fn",
        "poscope:positions?model=caf%C3%A9%20%26%20co%2Bx%3Dy%25"}) {
    QTest::newRow(link) << QString(link);
  }
}

void LinkTest::roundTrip_states_areEqual() {
  QFETCH(QString, link);
  const auto state = parseLink(link.toStdString());
  QVERIFY2(state.has_value(),
           state ? "" : renderPlain(state.error().text, Language::english).c_str());
  const auto again = parseLink(formatLink(*state));
  QVERIFY(again);
  QVERIFY(*again == *state);
  QCOMPARE(formatLink(*again), formatLink(*state));
}

void LinkTest::parse_bad_isRefusedWithItsName_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<QString>("named");
  struct Row {
    const char *link, *named;
  };
  for (const Row& row : {Row{"poscope:nothing", "nothing"},
                         {"poscope:", "poscope views"},  // They are too many to be named.
                         {"poscope:positions?contexts=5", "contexts"},
                         {"poscope:positions?context=abc", "abc"},
                         {"poscope:positions?context", "context"},
                         {"poscope:positions?x=1..2", "x and y"},
                         {"poscope:positions?x=2..1&y=0..1", "2..1"},
                         {"poscope:positions?x=nan..1&y=0..1", "nan..1"},
                         {"poscope:positions?context=5&format=fp16&context=6", "context"},
                         {"poscope:positions?x=0..1&y=0..1&x=0..2", "\"x\""},
                         {"poscope:positions?format.position=bf16", "format.position"}}) {
    QTest::newRow(row.link) << QString(row.link) << QString(row.named);
  }
  QTest::newRow("long") << "poscope:positions?model=" + QString(10000, 'x') << "8,192";
}

void LinkTest::parse_bad_isRefusedWithItsName() {
  QFETCH(QString, link);
  QFETCH(QString, named);
  const auto state = parseLink(link.toStdString());
  QVERIFY(!state);
  QCOMPARE(state.error().kind, ErrorKind::usage);
  const auto message = QString::fromStdString(renderPlain(state.error().text, Language::english));
  QVERIFY2(message.contains(named), qPrintable(message));
}

void LinkTest::parse_stageBeforeRecipe_isKept() {
  const auto state = parseLink("poscope:decay?a.position=bf16&a=hf-llama");
  QVERIFY(state);
  QCOMPARE(state->params.recipe(parameter::kA).setting(Stage::position), std::string_view("bf16"));
  QCOMPARE(state->params.recipe(parameter::kA).id, std::string("hf-llama"));
}

void LinkTest::namedFigure_knownAndUnknown() {
  for (const char* name : {"fig2", "fig3", "fig4", "fig9", "fig10", "fig11", "9", "figure11"}) {
    QVERIFY2(namedFigureState(name).has_value(), name);
  }
  const auto unknown = namedFigureState("fig99");
  QVERIFY(!unknown);
  QVERIFY(renderPlain(unknown.error().text, Language::english).find("fig9") != std::string::npos);
}

QTEST_GUILESS_MAIN(LinkTest)
#include "link_test.moc"
