// Every text of a figure, for tests of words.
#pragma once

#include <vector>

#include "core/figure/figure.h"

namespace poscope::test {

class FigureTexts {
 public:
  explicit FigureTexts(const Figure& figure) {
    add(figure.finding.question);
    add(figure.finding.sentence);
    add(figure.finding.explanation);
    for (const Text& note : figure.notes) {
      add(note);
    }
    for (const Verdict& verdict : figure.verdicts) {
      add(verdict.title);
      add(verdict.summary);
      add(verdict.explanation);
      addRows(verdict.rows);
    }
    for (const Panel& panel : figure.panels) {
      std::visit([this](const auto& body) { addPanel(body); }, panel);
    }
  }
  [[nodiscard]] const std::vector<Text>& all() const { return texts_; }

 private:
  void add(const Text& text) {
    if (!text.empty()) {
      texts_.push_back(text);
    }
  }
  void addRows(const std::vector<DetailRow>& rows) {
    for (const DetailRow& row : rows) {
      add(row.label);
      add(row.value);
    }
  }
  void addLayer(const Layer& layer) {
    std::visit(
        [this](const auto& body) {
          if constexpr (requires { body.label; }) {
            add(body.label);
          }
          if constexpr (requires { body.colours; }) {
            add(body.colours.title);
          }
          if constexpr (requires { body.detail; }) {
            add(body.title);
            add(body.detail);
          }
        },
        layer);
  }
  void addPanel(const PlotPanel& plot) {
    add(plot.title);
    add(plot.x.title);
    add(plot.y.title);
    for (const Layer& layer : plot.layers) {
      addLayer(layer);
    }
    if (plot.inspection == nullptr) {
      return;
    }
    constexpr int kPlaces = 5;
    for (int k = 0; k < kPlaces; ++k) {
      const auto at = [k](const Axis& axis) {
        return axis.first + (axis.last - axis.first) * (k + 0.5) / kPlaces;
      };
      const Detail detail = plot.inspection->at(at(plot.x), at(plot.y));
      addRows(detail.rows);
      for (const NoteLayer& note : detail.notes) {
        addLayer(note);
      }
    }
  }
  void addPanel(const BitsPanel& bits) {
    add(bits.title);
    for (const BitsRow& row : bits.rows) {
      add(row.label);
      add(row.value);
      add(row.detail);
    }
  }
  void addPanel(const ClockPanel& clocks) {
    add(clocks.title);
    for (const HandKind& kind : clocks.kinds) {
      add(kind.label);
    }
    for (const ClockFace& face : clocks.faces) {
      add(face.label);
      add(face.value);
    }
  }
  void addPanel(const CodePanel& code) {
    add(code.title);
    for (const CodeLine& line : code.lines) {
      add(line.note);
    }
  }
  void addPanel(const TablePanel& table) {
    add(table.title);
    for (const TableColumn& column : table.columns) {
      add(column.title);
    }
    for (const TableRow& row : table.rows) {
      for (const TableCell& cell : row.cells) {
        add(cell.text);
      }
    }
  }
  template <typename Other>
  void addPanel(const Other& /*other*/) {}

  std::vector<Text> texts_;
};

}  // namespace poscope::test
