// Code beside the picture: what of it differs, what a line says and asks, what it draws.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/core/views/linked_figure.h"

namespace poscope::test {
namespace {

CodePanel codeOf(const std::string& link) {
  return panelOf<CodePanel>(figureOf(link), "code");
}

// "- line" and "+ line" of what differs.
QStringList changes(const CodePanel& code) {
  QStringList all;
  for (const CodeLine& line : code.lines) {
    if (line.change != CodeChange::kept) {
      all << QString::fromStdString(shownLine(code, line));
    }
  }
  return all;
}

const CodeLine& lineOf(const CodePanel& code, std::string_view text) {
  const auto found = std::find_if(code.lines.begin(), code.lines.end(), [&](const CodeLine& line) {
    return line.text.find(text) != std::string::npos;
  });
  if (found == code.lines.end()) {
    qFatal("no line %s", std::string(text).c_str());
  }
  return *found;
}

std::string english(const Text& text) {
  return renderPlain(text, Language::english);
}

double largestError(const Figure& figure) {
  const auto& heat = std::get<HeatLayer>(std::get<PlotPanel>(figure.panels.front()).layers.front());
  double largest = 0;
  for (std::int64_t row = 0; row < heat.source->rows(); ++row) {
    for (std::int64_t column = 0; column < heat.source->columns(); ++column) {
      largest = std::max(largest, std::abs(heat.source->value(row, column, heat.quantity)));
    }
  }
  return largest;
}

}  // namespace

class CodePagesTest final : public QObject {
  Q_OBJECT

 private slots:
  void rope_defaults_differWhereTheCastIs() {
    QCOMPARE(
        changes(codeOf("rope-precision")),
        (QStringList{
            "- position = torch.arange(8192).bfloat16()", "+ position = torch.arange(8192).float()",
            "- frequency = (1 / 10000 ** exponent).bfloat16()",
            "+ frequency = 1 / 10000 ** exponent", "- cos = angle.cos()", "- sin = angle.sin()",
            "+ cos = angle.cos().bfloat16()", "+ sin = angle.sin().bfloat16()"}));
  }

  void rope_sides_haveTheSameCode() {
    const Figure figure = figureOf("rope-precision");
    for (const Side side : kSides) {
      const auto other = atSide(figure, side);
      QVERIFY(other.has_value());
      QCOMPARE(changes(panelOf<CodePanel>(*other, "code")), changes(codeOf("rope-precision")));
    }
  }

  void rope_equalRecipes_haveNoChanges() {
    const CodePanel code = codeOf("rope-precision?a=hf-llama&b=hf-llama");
    QVERIFY(!code.hasChanges());
    QCOMPARE(english(code.title), std::string("The code of “fp32 phase”"));
    QCOMPARE(english(codeOf("rope-precision?a=hf-llama&b=hf-5").title),
             std::string("The code of “fp32 phase” and “HF Llama 5, loaded”: no difference"));
  }

  // A chip of the table changes the line.
  void rope_stage_ofALink_changesTheLine() {
    const QStringList lines = changes(codeOf("rope-precision?a=hf-llama&b.angle=bf16"));
    QCOMPARE(lines, (QStringList{"- angle = torch.outer(position, frequency)",
                                 "+ angle = torch.outer(position, frequency).bfloat16()",
                                 "- cos = angle.cos().bfloat16()", "- sin = angle.sin().bfloat16()",
                                 "+ cos = angle.cos()", "+ sin = angle.sin()"}));
  }

  void rope_line_saysWhatItDoes_andAsksForItsMap() {
    const CodePanel code = codeOf("rope-precision");
    const CodeLine& cast = lineOf(code, "arange(8192).bfloat16()");
    QCOMPARE(english(cast.note), std::string("Positions exact up to 256"));
    QCOMPARE(cast.subject, std::string("position"));
    QCOMPARE(cast.action, (Action{"stage", "position"}));
    QVERIFY(!cast.selected);
    QVERIFY(lineOf(code, "score").action.empty());  // It has no map.
    const CodePanel chosen = codeOf("rope-precision?stage=position");
    for (const CodeLine& line : chosen.lines) {
      QCOMPARE(line.selected, line.subject == "position");
    }
    QCOMPARE(selectedNotes(chosen).size(), std::size_t{2});
    const auto table = panelOf<TablePanel>(figureOf("rope-precision?stage=position"), "stages_a");
    for (const TableRow& row : table.rows) {
      QCOMPARE(row.selected, row.subject == "position");
    }
  }

  // The picture of a stage alone is what the ablation measured of it.
  void rope_stageAlone_isDrawn_data() {
    QTest::addColumn<QString>("stage");
    for (const char* stage : {"position", "frequency", "angle", "table"}) {
      QTest::newRow(stage) << QString(stage);
    }
  }
  void rope_stageAlone_isDrawn() {
    QFETCH(QString, stage);
    const Figure figure =
        figureOf("rope-precision?context=512&dim=32&stage=" + stage.toStdString());
    const double measured = real(figure, "a.ablation." + stage.toStdString() + ".error");
    QVERIFY(measured > 0);
    QCOMPARE(largestError(figure), measured);
    const auto b = atSide(figure, Side::b);
    QVERIFY(b.has_value());
    QCOMPARE(largestError(*b), real(figure, "b.ablation." + stage.toStdString() + ".error"));
    const Figure whole = figureOf("rope-precision?context=512&dim=32");
    QCOMPARE(largestError(whole), real(whole, "a.ablation.error"));
  }

  void rope_stageAlone_sentence() {
    QCOMPARE(english(figureOf("rope-precision?stage=frequency").finding.sentence),
             std::string("Rounded frequencies alone: an error of up to 2; 8,192 of 8,192 positions "
                         "stay apart"));
    QVERIFY(parseLink("poscope:rope-precision?stage=rotation").has_value() == false);
  }

  void alibi_defaults_differInTheIndex() {
    const CodePanel code = codeOf("alibi");
    QCOMPARE(changes(code), (QStringList{"- index = key", "+ index = key - key[:, None]"}));
    QCOMPARE(lineOf(code, "index = key - key").action, (Action{"show", "b"}));
    QCOMPARE(english(lineOf(code, "index = key - key").note),
             std::string("Counts from the query back: the nearest keys have the smallest numbers"));
    QVERIFY(lineOf(code, "bias = product").action.empty());
    QCOMPARE(code.lines.back().text, std::string("score = q @ k.mT / math.sqrt(dim) + bias"));
  }

  void alibi_cost_isTheMatrix() {
    const Figure figure = figureOf("alibi?heads=40&context=4096");
    QCOMPARE(integerFact(figure, "cost.fp32_bytes"), std::int64_t{2'684'354'560});
    QCOMPARE(integerFact(figure, "cost.bf16_bytes"), std::int64_t{1'342'177'280});
    QCOMPARE(integerFact(figure, "cost.slope_bytes"), std::int64_t{160});
    // 2.68 GB at 4.8 TB/s.
    QVERIFY(std::abs(real(figure, "cost.fp32_seconds") - 0.000559240533) < 1e-12);
    QCOMPARE(2 * real(figure, "cost.bf16_seconds"), real(figure, "cost.fp32_seconds"));
    const auto table = panelOf<TablePanel>(figure, "cost");
    QCOMPARE(table.rows.size(), std::size_t{3});
    QCOMPARE(english(table.rows[0].cells[2].text), std::string("0.559 ms"));
    QVERIFY(english(table.rows[2].cells[0].text).find("2.4.0") != std::string::npos);
    // The largest that the page takes is still counted exactly.
    const Figure large = figureOf("alibi?heads=64&context=65536&length=2");
    QCOMPARE(integerFact(large, "cost.fp32_bytes"), std::int64_t{1} << 40);
  }

  // Article figures 6 to 8: the layouts of bf16, fp16 and fp32, on one number.
  void formats_figures_areTheArticles() {
    const View& view = *findView("formats");
    const auto bitsOfFigure = [&](std::size_t k, const char* name, const char* format) {
      const NamedFigure& named = view.figures[k];
      const Figure figure = figureOf("formats?" + std::string(named.parameters));
      const auto bits = panelOf<BitsPanel>(figure, "bits");
      const auto row = std::find_if(bits.rows.begin(), bits.rows.end(),
                                    [](const BitsRow& each) { return each.selected; });
      std::array<int, 3> parts{};
      for (const Bit& bit : row->bits) {
        ++parts[static_cast<std::size_t>(bit.part)];
      }
      const bool same = named.name == name && english(row->label) == format;
      return same ? parts : std::array<int, 3>{};
    };
    QCOMPARE(view.figures.size(), std::size_t{3});
    // Sign, exponent, fraction: IEEE 754 and bfloat16.
    QCOMPARE(bitsOfFigure(0, "fig6", "bf16"), (std::array<int, 3>{1, 8, 7}));
    QCOMPARE(bitsOfFigure(1, "fig7", "fp16"), (std::array<int, 3>{1, 5, 10}));
    QCOMPARE(bitsOfFigure(2, "fig8", "fp32"), (std::array<int, 3>{1, 8, 23}));
    for (const NamedFigure& named : view.figures) {
      QCOMPARE(std::get<double>(
                   *findFact(figureOf("formats?" + std::string(named.parameters)), "stored")),
               named.name == "fig8" ? 16777216.0 : 4096.0);
    }
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::CodePagesTest)
#include "code_pages_test.moc"
