// relative-bias: what each scheme's page shows and says, and whose numbers they are. The facts of
// whole contexts are held against NumPy's in golden_facts_test.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <set>

#include "core/encoding/relative_bias.h"
#include "core/state/model_params.h"
#include "core/state/state.h"
#include "tests/core/model/tensor_files.h"
#include "tests/core/views/opened_figure.h"

using namespace poscope;
using test::real;

namespace {

Figure figureOf(const std::string& parameters) {
  return test::figureOf("relative-bias?" + parameters);
}

std::string english(const Text& text) {
  return renderPlain(text, Language::english);
}

template <typename Kind>
Kind panelOf(const Figure& figure, std::string_view name) {
  for (const Panel& panel : figure.panels) {
    if (const auto* found = std::get_if<Kind>(&panel); found != nullptr && found->name == name) {
      return *found;
    }
  }
  qFatal("no such panel");
}

std::vector<CurveLayer> curvesOf(const PlotPanel& panel) {
  std::vector<CurveLayer> curves;
  for (const Layer& layer : panel.layers) {
    if (const auto* curve = std::get_if<CurveLayer>(&layer)) {
      curves.push_back(*curve);
    }
  }
  return curves;
}

double valueAt(const CurveLayer& curve, std::int64_t distance) {
  const auto column = distance - static_cast<std::int64_t>(curve.columnFirst);
  return curve.source->value(curve.row, column, curve.quantity);
}

std::string refusal(const std::string& parameters) {
  const auto state = parseLink("poscope:relative-bias?" + parameters);
  if (!state) {
    return english(state.error().text);
  }
  const auto figure =
      buildFigure(*findView("relative-bias"), state->params, {makeCpuBackend(), {}, {}});
  return figure ? std::string() : english(figure.error().text);
}

// A file of generate_tensors.py.
std::filesystem::path tensors(const char* name) {
  return poscope::testing::dataPath(std::string("../golden/tensors/") + name);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class RelativeBiasPageTest : public QObject {
  Q_OBJECT

 private slots:
  void all_hasTheSchemesThatAdd() {
    const Figure figure = figureOf("");
    const auto curves = curvesOf(panelOf<PlotPanel>(figure, "curves"));
    QCOMPARE(curves.size(), std::size_t{4});
    QCOMPARE(curves[0].name, std::string("alibi"));
    QCOMPARE(valueAt(curves[0], 4095), 2047.5);
    std::set<ColourRole> roles;
    for (const CurveLayer& curve : curves) {
      roles.insert(curve.role);
      QVERIFY(valueAt(curve, 4095) > valueAt(curve, 1));
    }
    QCOMPARE(roles.size(), std::size_t{4});
    QCOMPARE(panelOf<TablePanel>(figure, "rows").rows.size(), relativeSchemes().size());
    QVERIFY(has(english(figure.finding.sentence), "ALiBi takes 2,048 off a score"));
  }

  // What nobody trained is said to be so, with what makes it again.
  void learned_numbers_nameTheirSeed() {
    for (const char* page : {"seed=17", "seed=17&bias=kerple-log", "seed=17&bias=kerple-power"}) {
      const std::string said = english(figureOf(page).finding.explanation);
      QVERIFY2(has(said, "drawn with seed 17"), said.c_str());
    }
    QVERIFY(
        has(english(figureOf("bias=kerple-log&bias_p=2&bias_a=0.5").finding.explanation),
            "p = 2 and a = 0.5. p and a of KERPLE are learned; these are the ones that you set."));
    QVERIFY(has(english(figureOf("bias=kerple-log&bias_p=2&seed=5").finding.explanation),
                "one is the one that you set, the other is drawn with seed 5."));
    QVERIFY(has(english(figureOf("bias=t5").finding.explanation), "without a model's weights"));
    for (const char* page : {"bias=alibi", "bias=sandwich", "bias=xpos"}) {
      const std::string said = english(figureOf(page).finding.explanation);
      QVERIFY2(has(said, "Nothing is learned."), said.c_str());
      QVERIFY2(!has(said, "seed"), said.c_str());
    }
  }

  void seeds_giveOtherNumbers_andTheSameAgain() {
    const double one = real(figureOf("seed=1"), "kerple-log.at_last");
    QVERIFY(one != real(figureOf("seed=2"), "kerple-log.at_last"));
    QCOMPARE(real(figureOf("seed=1"), "kerple-log.at_last"), one);
  }

  void heads_areDrawnFromFirstToLast_withTheChosenOne() {
    const auto names = [](const char* page) {
      std::string all;
      for (const CurveLayer& curve : curvesOf(panelOf<PlotPanel>(figureOf(page), "curves"))) {
        all += curve.name + " ";
      }
      return all;
    };
    QCOMPARE(names("bias=alibi&heads=8"), std::string("head-0 head-2 head-4 head-7 "));
    QCOMPARE(names("bias=alibi&heads=8&head=5"), std::string("head-0 head-2 head-5 head-7 "));
    QCOMPARE(names("bias=sandwich&heads=1"), std::string("head-0 "));
    QCOMPARE(names("bias=kerple-log&heads=2&head=1"), std::string("head-0 head-1 "));
    QCOMPARE(names("bias=xpos&dim=64&pair=31"), std::string("pair-0 pair-10 pair-20 pair-31 "));
  }

  void stored_isTheChosenHead() {
    const std::string page = "bias=alibi&heads=8&head=4&context=65536";
    const Figure figure = figureOf(page);
    const auto curves = curvesOf(panelOf<PlotPanel>(figure, "curves"));
    QCOMPARE(valueAt(curves[2], 1001), 1001.0 / 32);
    const auto far = curvesOf(panelOf<PlotPanel>(figure, "far-end"));
    QCOMPARE(far.front().source->columns(), std::int64_t{100});
    QCOMPARE(valueAt(far.front(), 65535), -65535.0 / 32);
    QCOMPARE(valueAt(far.back(), 65535), -2048.0);
    const auto all = curvesOf(panelOf<PlotPanel>(figureOf(page + "&length=65536"), "far-end"));
    QCOMPARE(all.back().source->columns(), std::int64_t{65535});
    QCOMPARE(valueAt(all.back(), 1001), -31.25);  // 31.28125, in eighths as bf16 has them.
  }

  void sentences_sayWhatIs_data() {
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QByteArray>("part");
    const auto add = [](const char* page, const char* part) {
      QTest::newRow(page) << QByteArray(page) << QByteArray(part);
    };
    add("bias=alibi&context=8192",
        "has 897 values for 8,192 distances in head 0; 257 is the first");
    add("bias=alibi&context=256", "In bf16, ALiBi keeps all 256 distances apart in head 0");
    add("bias=alibi&format=fp32", "In fp32, ALiBi keeps all 4,096 distances apart in head 0");
    add("bias=alibi&context=262144&format=fp16",
        "loses 131,104 of 262,144 distances in head 0 to infinity or NaN, the first at 131,040");
    add("bias=alibi&context=131072&format=fp16&rounded=every",
        "loses 65,552 of 131,072 distances in head 0 to infinity or NaN, the first at 65,520");
    add("bias=t5",
        "To each side, T5 has 16 buckets for 4,096 distances; from 91 tokens on all look alike");
    add("bias=t5&both_ways=off", "from 113 tokens on all look alike");
    add("bias=t5&context=12", "the first 8 have one each");
    add("bias=xpos&context=131072&format=fp32", "In fp32, xPos loses");
  }
  void sentences_sayWhatIs() {
    QFETCH(QByteArray, page);
    QFETCH(QByteArray, part);
    const std::string said = english(figureOf(page.toStdString()).finding.sentence);
    QVERIFY2(has(said, part.toStdString()), said.c_str());
  }

  // Both directions, and every distance in one bucket only.
  void t5_ranges_holdEachDistanceOnce() {
    const Figure figure = figureOf("bias=t5&context=1048576");
    std::int64_t all = 0;
    std::set<std::int64_t> buckets;
    for (const TableRow& row : panelOf<TablePanel>(figure, "ranges").rows) {
      buckets.insert(std::get<std::int64_t>(row.cells[0].value));
      all += std::get<std::int64_t>(row.cells[3].value);
    }
    QCOMPARE(all, std::int64_t{2 * 1048576 - 1});
    QCOMPARE(buckets.size(), std::size_t{31});  // 16 would be a key after, at no distance.
    const auto plot = panelOf<PlotPanel>(figure, "buckets");
    QCOMPARE(plot.x.first, -160.5);
    QCOMPARE(plot.x.last, 160.5);
    const auto curve = curvesOf(plot).front();
    QCOMPARE(valueAt(curve, 12), 9.0);
    QCOMPARE(valueAt(curve, -12), 25.0);
    // Eight shared buckets in each direction.
    std::size_t edges = 0;
    for (const Layer& layer : plot.layers) {
      edges += std::holds_alternative<StripLayer>(layer) ? 1 : 0;
    }
    QCOMPARE(edges, std::size_t{16});
  }

  void sums_ofLongContexts_sayHowManyWereCounted() {
    const Figure figure = figureOf("bias=sandwich&context=1048576");
    QCOMPARE(integerFact(figure, "sandwich.counted"), std::int64_t{4096});
    QCOMPARE(figure.notes.size(), std::size_t{1});
    QVERIFY(has(english(figure.notes[0]), "the first 4,096 of 1,048,576"));
    QVERIFY(figureOf("bias=sandwich").notes.empty());
    const Figure wide = figureOf("bias=alibi&context=1048576&format=fp32");
    QCOMPARE(integerFact(wide, "alibi.counted"), integerFact(wide, "alibi.distinct"));
    QVERIFY(integerFact(wide, "alibi.counted") < 1048576);
    QCOMPARE(wide.notes.size(), std::size_t{1});
    QVERIFY(figureOf("bias=alibi&context=1048576").notes.empty());
  }

  void inspection_sharedDistance_namesItsGroup() {
    const auto panel = panelOf<PlotPanel>(figureOf("bias=alibi"), "curves");
    const Detail detail = panel.inspection->at(1003.2, 10);
    QCOMPARE(detail.markX, 1003.0);
    QCOMPARE(detail.markY, 501.5);
    QVERIFY(!detail.strips.empty());
    QCOMPARE(english(detail.rows.back().value), std::string("distances 1,003–1,005"));
    QVERIFY(panel.inspection->at(4096, 0).rows.empty());
  }

  // A sum of waves is lowest anywhere, not at its end.
  void curves_thatTurnBack_areInThePicture() {
    const auto panel =
        panelOf<PlotPanel>(figureOf("bias=sandwich&heads=1&head=0&context=4096"), "curves");
    const auto curves = curvesOf(panel);
    for (std::int64_t distance = 1; distance < 4096; ++distance) {
      QVERIFY(valueAt(curves[0], distance) < panel.y.last);
    }
  }

  // Distance 0, which has no place on a logarithmic axis, is in the group.
  void inspection_groupFromZero_hasItsStripOnTheAxis() {
    const auto panel = panelOf<PlotPanel>(figureOf("bias=xpos&pair=31"), "curves");
    const Detail detail = panel.inspection->at(1, 1);
    QCOMPARE(detail.strips.size(), std::size_t{1});
    QCOMPARE(detail.strips[0].x0, 0.5);
    QVERIFY(detail.strips[0].x1 > 2);
  }

  // In a file of two blocks the name of the tensor decides which keys have buckets.
  void t5_file_showsItsNumbers_andNamesThem() {
    auto opened = test::opened(tensors("t5.safetensors"), "relative-bias");
    QVERIFY(opened);
    const Figure figure = test::figureOf(opened);
    for (const Text& text : {figure.finding.question, figure.finding.explanation}) {
      QVERIFY2(has(english(text), "encoder.block.0.layer.0.SelfAttention") &&
                   has(english(text), "t5.safetensors"),
               english(text).c_str());
    }
    QVERIFY(has(english(figure.finding.explanation), "Its name is an encoder’s"));
    QVERIFY(has(english(figure.finding.explanation), "32 buckets, 6 heads, in fp32"));
    const auto map = panelOf<PlotPanel>(figure, "heads");
    const auto& heat = std::get<HeatLayer>(map.layers.front());
    QVERIFY(has(heat.of, "t5.safetensors encoder.block.0"));
    QCOMPARE(heat.source->rows(), std::int64_t{6});
    QCOMPARE(map.x.first, -160.5);
    // Bucket 17 of head 2: a key one after the query.
    const double number = static_cast<double>(static_cast<float>((3 - 0.11 * 17) * 3 / 4));
    QCOMPARE(heat.source->value(2, 160 - 1, Quantity::reference), number);
    const Detail detail = map.inspection->at(-1, 2);
    QCOMPARE(english(detail.rows[1].value), std::string("17"));
    QCOMPARE(panelOf<TablePanel>(figure, "rows").rows.size(), std::size_t{6});
    const auto list = panelOf<TablePanel>(figure, "tensors");
    opened->set(list.rows[1].action.parameter, list.rows[1].action.value);
    const Figure decoder = test::figureOf(opened);
    QVERIFY(has(english(decoder.finding.explanation), "Its name is a decoder’s"));
    QCOMPARE(panelOf<PlotPanel>(decoder, "heads").x.first, -0.5);
    opened->set("both_ways", "on");
    QVERIFY(has(english(test::figureOf(opened).finding.explanation), "As set, keys after"));
    opened->set("bias", "alibi");
    QVERIFY(!has(english(test::figureOf(opened).finding.explanation), "t5.safetensors"));
  }

  void t5_otherSizesThanTheFiles_areRefused() {
    auto opened = test::opened(tensors("t5.safetensors"), "relative-bias");
    QVERIFY(opened);
    opened->set("heads", "8");
    const auto figure = opened->figure();
    QVERIFY(!figure);
    const std::string said = english(figure.error().text);
    QVERIFY2(has(said, "heads: \"8\"") && has(said, "Expected 6") && has(said, "t5.safetensors"),
             said.c_str());
  }

  void kerple_file_hasItsHeads_andItsCodesEnds() {
    auto opened = test::opened(tensors("kerple.safetensors"), "relative-bias");
    QVERIFY(opened);
    const Figure figure = test::figureOf(opened);
    QVERIFY(has(english(figure.finding.question), "sequential.2.attention.rpe.bias_p"));
    QVERIFY(has(english(figure.finding.explanation), "does not say which of the two kernels"));
    QVERIFY(!has(english(figure.finding.explanation), "seed"));
    QCOMPARE(figure.notes.size(), std::size_t{1});
    QVERIFY2(has(english(figure.notes[0]), "In 2 heads"), english(figure.notes[0]).c_str());
    QVERIFY(has(curvesOf(panelOf<PlotPanel>(figure, "curves")).front().of, "kerple.safetensors"));
    opened->set("bias_p", "1");
    QVERIFY(
        has(english(test::figureOf(opened).finding.explanation), "one is the one that you set"));
  }

  void kerple_file_withoutItsA_isRefused() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("half.safetensors").toStdString();
    poscope::testing::writeSafetensors(path, {{"rpe.bias_p", {2}, {1, 2}}});
    const auto opened = test::opened(path, "relative-bias");
    QVERIFY(opened);
    const auto figure = opened->figure();
    QVERIFY(!figure);
    QVERIFY2(has(english(figure.error().text), "there is no rpe.bias_a"),
             english(figure.error().text).c_str());
  }

  void t5_config_setsItsSizes() {
    const auto config = parseModelConfig(
        R"({"model_type": "t5", "num_heads": 12, "d_model": 768, "d_kv": 64,
            "relative_attention_num_buckets": 64, "is_encoder_decoder": true})",
        "config.json");
    QVERIFY(config);
    const State state = withModel(defaultState(*findView("relative-bias")), *config);
    QCOMPARE(state.params.written("buckets"), std::string("64"));
    QCOMPARE(state.params.written("max_distance"), std::string("128"));
    QCOMPARE(state.params.written("heads"), std::string("12"));
    QCOMPARE(state.params.written("both_ways"), std::string("on"));
    const auto decoder = parseModelConfig(
        R"({"model_type": "t5", "is_decoder": true, "is_encoder_decoder": false,
            "relative_attention_max_distance": 256})",
        "config.json");
    QVERIFY(decoder);
    const State after = withModel(state, *decoder);
    QCOMPARE(after.params.written("buckets"), std::string("32"));
    QCOMPARE(after.params.written("max_distance"), std::string("256"));
    QCOMPARE(after.params.written("both_ways"), std::string("off"));
  }

  void table_click_opensTheScheme() {
    const auto table = panelOf<TablePanel>(figureOf(""), "rows");
    QCOMPARE(table.rows[4].action, (Action{"bias", "t5"}));
    const auto pairs = panelOf<TablePanel>(figureOf("bias=xpos"), "rows");
    QCOMPARE(pairs.rows[1].action, (Action{"pair", "10"}));
    QVERIFY(pairs.rows[0].selected);
  }

  void badInput_isRefusedByName() {
    QVERIFY(has(refusal("head=8"), "Expected a head from 0 to 7, as there are 8 heads."));
    QVERIFY(has(refusal("pair=32"), "Expected a pair from 0 to 31, as a head has 32 pairs."));
    QVERIFY(has(refusal("max_distance=8"), "Expected more than 8"));
    QVERIFY(has(refusal("buckets=5"), "buckets"));
    QVERIFY(has(refusal("format=int8"), "int8"));
    QVERIFY(has(refusal("bias=rope"), "rope"));
    // The parameter of models that other pages have is none here: nobody is to take it for `bias`.
    QVERIFY(has(refusal("scheme=t5"), "scheme"));
  }
};

QTEST_GUILESS_MAIN(RelativeBiasPageTest)
#include "relative_bias_page_test.moc"
