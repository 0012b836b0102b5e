// Which side of a comparison is shown is presentation: nothing is built again for it, and
// everything on a page follows it.
#include <QTest>
#include <algorithm>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/figure/data_export.h"
#include "core/state/schema.h"

using namespace poscope;

namespace {

ViewContext context() {
  return {makeCpuBackend(), {}, {}};
}

Result<Figure> build(const View& view, Side side) {
  Params params(view.schema);
  return params.set("show", sideName(side)).and_then([&] {
    return buildFigure(view, params, context());
  });
}

std::string written(const Figure& figure) {
  DataRequest request;
  request.layer = figure.mainLayer;
  return dataBytes("json", figure, request).value_or("no json");
}

int builds = 0;

Result<Figure> countingBuild(const Params& params, const ViewContext&) {
  ++builds;
  Figure common;
  common.facts = {{"shown", params.text(parameter::kShow)}};
  class Sides final : public FigureSides {
   public:
    explicit Sides(Figure common) : common_(std::move(common)) {}
    Result<Figure> figure(Side side, std::stop_token) const override {
      Figure figure = common_;
      figure.finding.sentence = Text::verbatim(sideName(side));
      return figure;
    }

   private:
    Figure common_;
  };
  Figure figure;
  figure.sides = std::make_shared<Sides>(std::move(common));
  return figure;
}

View countingView() {
  View view;
  view.id = "counting";
  view.schema = {showParameter(Side::reference)};
  view.compares = true;
  view.build = countingBuild;
  return view;
}

}  // namespace

class SidesTest : public QObject {
  Q_OBJECT

 private slots:
  void names_everySide_readBack();
  void build_anySide_isCalledOnceAndSeesNoSide();
  void atSide_everyView_isWhatBuildingThatSideGives_data();
  void atSide_everyView_isWhatBuildingThatSideGives();
  void atSide_plainFigure_isItself();
  void axes_areTheSameForAAndB();
  void source_everySide_hasTheLinkThatShowsIt();
  void findings_json_holdsAllOfThem();
  void verdicts_followTheSide();
  void positions_b_isReadAsFormatB();
  void positions_sides_speakOfTheirFormat();
};

void SidesTest::names_everySide_readBack() {
  for (const Side side : kSides) {
    QVERIFY(findSide(sideName(side)) == side);
  }
  QVERIFY(!findSide("c"));
}

// Who switches, blinks or wipes compares places.
void SidesTest::axes_areTheSameForAAndB() {
  for (const View& view : views()) {
    if (!view.compares) {
      continue;
    }
    const auto a = build(view, Side::a);
    const auto b = build(view, Side::b);
    QVERIFY(a && b && a->panels.size() == b->panels.size());
    for (std::size_t k = 0; k < a->panels.size(); ++k) {
      const auto* const one = std::get_if<PlotPanel>(&a->panels[k]);
      const auto* const other = std::get_if<PlotPanel>(&b->panels[k]);
      QCOMPARE(one == nullptr, other == nullptr);
      if (one != nullptr) {
        QVERIFY2(one->x.first == other->x.first && one->x.last == other->x.last &&
                     one->y.first == other->y.first && one->y.last == other->y.last,
                 view.id.c_str());
      }
    }
  }
}

void SidesTest::build_anySide_isCalledOnceAndSeesNoSide() {
  const View view = countingView();
  builds = 0;
  const auto figure = build(view, Side::b);
  QVERIFY(figure);
  QCOMPARE(builds, 1);
  QVERIFY(figure->side == Side::b);
  QCOMPARE(std::get<std::string>(*findFact(*figure, "shown")), std::string("reference"));
  for (const Side side : kSides) {
    const auto other = atSide(*figure, side);
    QVERIFY(other);
    QVERIFY(other->side == side);
    QCOMPARE(renderPlain(other->finding.sentence, Language::english), std::string(sideName(side)));
    QCOMPARE(other->source.link, side == Side::reference
                                     ? std::string("poscope:counting")
                                     : "poscope:counting?show=" + std::string(sideName(side)));
  }
  QCOMPARE(builds, 1);
}

void SidesTest::atSide_everyView_isWhatBuildingThatSideGives_data() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<int>("side");
  for (const View& view : views()) {
    for (const Side side : kSides) {
      if (view.compares) {
        QTest::addRow("%s %s", view.id.c_str(), std::string(sideName(side)).c_str())
            << QString::fromStdString(view.id) << static_cast<int>(side);
      }
    }
  }
}

void SidesTest::atSide_everyView_isWhatBuildingThatSideGives() {
  QFETCH(QString, id);
  QFETCH(int, side);
  const View& view = *findView(id.toStdString());
  const auto first = buildFigure(view, Params(view.schema), context());
  const auto built = build(view, static_cast<Side>(side));
  QVERIFY(first && built && first->sides != nullptr);
  const auto switched = atSide(*first, static_cast<Side>(side));
  QVERIFY(switched);
  QVERIFY(switched->side == static_cast<Side>(side));
  QVERIFY(!switched->panels.empty());
  QCOMPARE(written(*switched), written(*built));
  QVERIFY(switched->judgement == first->judgement);
}

void SidesTest::atSide_plainFigure_isItself() {
  const View& view = *findView("formats");
  const auto figure = buildFigure(view, Params(view.schema), context());
  QVERIFY(figure);
  const auto same = atSide(*figure, Side::b);
  QVERIFY(same);
  QCOMPARE(written(*same), written(*figure));
}

void SidesTest::source_everySide_hasTheLinkThatShowsIt() {
  for (const View& view : views()) {
    if (!view.compares) {
      continue;
    }
    const auto figure = build(view, Side::difference);
    QVERIFY(figure);
    QVERIFY2(figure->source.link.find("show=difference") != std::string::npos, view.id.c_str());
    const auto state = parseLink(figure->source.link);
    QVERIFY(state && shownSide(state->params) == Side::difference);
  }
}

void SidesTest::findings_json_holdsAllOfThem() {
  const auto figure = build(*findView("positions"), Side::b);
  QVERIFY(figure);
  const QString json = QString::fromStdString(written(*figure));
  QVERIFY(json.contains("\"findings\""));
  for (const Side side : kSides) {
    const auto other = atSide(*figure, side);
    QVERIFY(other);
    QVERIFY(json.contains(
        QString::fromStdString(renderPlain(other->finding.sentence, Language::english))));
  }
}

void SidesTest::verdicts_followTheSide() {
  const auto state = parseLink("poscope:rope-precision?context=1024");
  QVERIFY(state);
  const auto figure = buildFigure(*findView("rope-precision"), state->params, context());
  QVERIFY(figure && figure->judgement);
  const auto roles = [&](Side side) {
    std::vector<ColourRole> found;
    const auto verdicts = figure->judgement->verdicts(side, {}, {});
    for (const Verdict& verdict : verdicts.value_or(std::vector<Verdict>())) {
      found.push_back(verdict.role);
    }
    return found;
  };
  const std::vector<ColourRole> bad(3, ColourRole::bad);
  const std::vector<ColourRole> good(3, ColourRole::good);
  const std::vector<ColourRole> neither(3, ColourRole::neutral);
  QVERIFY(roles(Side::a) == bad);
  QVERIFY(roles(Side::b) == good);
  QVERIFY(roles(Side::reference) == neither);
  QVERIFY(roles(Side::difference) == neither);
}

void SidesTest::positions_b_isReadAsFormatB() {
  for (const char* view : {"positions", "exact-share"}) {
    const auto former = parseLink("poscope:" + std::string(view) + "?b=tf32");
    const auto now = parseLink("poscope:" + std::string(view) + "?format_b=tf32");
    QVERIFY(former && now);
    QVERIFY(*former == *now);
    QCOMPARE(formatLink(*former), "poscope:" + std::string(view) + "?format_b=tf32");
    QVERIFY(!parseLink("poscope:" + std::string(view) + "?b=hf-llama"));
  }
}

void SidesTest::positions_sides_speakOfTheirFormat() {
  const auto state = parseLink("poscope:positions?format=bf16&format_b=fp16&context=4096&show=b");
  QVERIFY(state);
  const auto figure = buildFigure(*findView("positions"), state->params, context());
  QVERIFY(figure);
  QCOMPARE(renderPlain(figure->finding.sentence, Language::english),
           std::string("4,096 tokens, but fp16 sees only 3,073 places"));
  QCOMPARE(integerFact(*figure, "distinct"), std::int64_t{769});
  QCOMPARE(integerFact(*figure, "b.distinct"), std::int64_t{3073});
  QCOMPARE(figure->mainLayer, std::string("b"));
}

QTEST_GUILESS_MAIN(SidesTest)
#include "sides_test.moc"
