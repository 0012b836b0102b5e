// Code on a page: lines in the mono font on a ground of their own, changes with sign and colour,
// what is said of chosen lines below.
#include <QPainter>
#include <algorithm>
#include <array>
#include <optional>

#include "app/plot/code_look.h"
#include "app/plot/painted_panel.h"
#include "app/plot/rich_text.h"
#include "app/plot/table_grid.h"

namespace poscope {
namespace {

constexpr double kPadding = 8;  ///< Between the lines and the edge of their ground.
constexpr double kTightPadding = 3;
constexpr double kRadius = 6;
constexpr double kBar = 2;  ///< Width of the mark of a changed or chosen line.
constexpr double kTint = 0.08;
constexpr std::array kChangeTokens{&Theme::text, &Theme::a, &Theme::b};  // Of CodeChange.

class CodePainter final : public PaintedPanel {
 public:
  CodePainter(const CodePanel& panel, const PlotStyle& style)
      : panel_(panel),
        style_(style),
        title_(panel.title, style, style.text(FontSize::base, QFont::DemiBold),
               style.colours().text) {
    cutTo(panel.lines.size());
    for (const Text& note : selectedNotes(panel)) {
      notes_.emplace_back(note, style, style.text(FontSize::small), style.colours().muted);
    }
  }

  double naturalWidth() const override {
    double widest = title_.naturalWidth();
    for (const Line& line : lines_) {
      widest = std::max(widest, line.words.naturalWidth() + 1);
    }
    return widest + 2 * edge();
  }
  double leastWidth() const override {
    double widest = 0;
    for (const Line& line : lines_) {
      widest = std::max(widest, line.words.leastWidth() + 1);
    }
    return widest + 2 * edge();
  }
  void tighten() override { tight_ = true; }
  // A part of a program is of no use.
  std::size_t leastRows() const override { return panel_.lines.size(); }

  void cutTo(std::size_t rows) override {
    const auto chosen = std::find_if(panel_.lines.begin(), panel_.lines.end(),
                                     [](const CodeLine& line) { return line.selected; });
    const auto selected = static_cast<std::size_t>(chosen - panel_.lines.begin());
    lines_.clear();
    for (const std::size_t k : rowsKept(panel_.lines.size(), selected, rows)) {
      const CodeLine& line = panel_.lines[k];
      lines_.push_back({line,
                        RichText(Text::verbatim(shownLine(panel_, line)), style_,
                                 style_.mono(FontSize::small), style_.colours().text),
                        {}});
    }
    more_.reset();
    if (rows < panel_.lines.size()) {
      more_.emplace(moreRows(panel_.lines.size() - rows), style_, style_.text(FontSize::small),
                    style_.colours().muted);
    }
  }

  double layOut(double width) override {
    const double unit = style_.scale();
    const double room = width - 2 * edge();
    double y = (tight_ ? 0.375 : 1) * edge();
    titleTop_ = y;
    if (!title_.empty()) {
      y += title_.wrap(room) + (tight_ ? 2 : 6) * unit;
    }
    double widest = 0;
    const double top = y;
    y += padding();
    for (Line& line : lines_) {
      const double height = line.words.wrap(room);
      line.area = QRectF(edge() - padding(), y, 0, height);
      widest = std::max(widest, std::min(room, line.words.naturalWidth() + 1));
      y += height;
    }
    y += padding();
    ground_ = QRectF(edge() - padding(), top, widest + 2 * padding(), y - top);
    for (Line& line : lines_) {
      line.area.setWidth(ground_.width());
    }
    noteTops_.clear();
    const auto below = [&](RichText& words) {
      y += 3 * unit;
      noteTops_.push_back(y);
      y += words.wrap(room);
    };
    if (more_) {
      below(*more_);
    }
    std::for_each(notes_.begin(), notes_.end(), below);
    return y + (tight_ ? 4 : 8) * unit;
  }

  void paint(QPainter& painter, const QPointF& topLeft) const override {
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    title_.draw(painter, {edge(), titleTop_});
    painter.setPen(Qt::NoPen);
    painter.setBrush(style_.colours().sunken);
    painter.drawRoundedRect(ground_, kRadius * style_.scale(), kRadius * style_.scale());
    for (const Line& line : lines_) {
      paintLine(painter, line);
    }
    std::size_t note = 0;
    if (more_) {
      more_->draw(painter, {edge(), noteTops_[note++]});
    }
    for (const RichText& words : notes_) {
      words.draw(painter, {edge(), noteTops_[note++]});
    }
    painter.restore();
  }

 private:
  struct Line {
    const CodeLine& source;
    RichText words;
    QRectF area;
  };

  [[nodiscard]] double edge() const { return TableGrid::kEdge * style_.scale(); }
  [[nodiscard]] double padding() const {
    return (tight_ ? kTightPadding : kPadding) * style_.scale();
  }

  void paintLine(QPainter& painter, const Line& line) const {
    const Theme& colours = style_.colours();
    if (const auto ground = lineGround(colours, line.source)) {
      painter.fillRect(line.area, *ground);
    }
    if (const auto bar = lineBar(colours, line.source)) {
      painter.fillRect(
          QRectF(line.area.topLeft(), QSizeF(kBar * style_.scale(), line.area.height())), *bar);
    }
    line.words.draw(painter, {edge(), line.area.top()});
  }

  const CodePanel& panel_;
  PlotStyle style_;
  RichText title_;
  std::vector<Line> lines_;
  std::vector<RichText> notes_;
  std::optional<RichText> more_;
  std::vector<double> noteTops_;  ///< Of `more_`, if any, and of the notes.
  QRectF ground_;
  double titleTop_ = 0;
  bool tight_ = false;
};

}  // namespace

std::optional<QColor> lineGround(const Theme& theme, const CodeLine& line) {
  if (line.selected) {
    return theme.accentBackground;
  }
  const QColor mark = theme.*kChangeTokens[static_cast<std::size_t>(line.change)];
  return line.change == CodeChange::kept ? std::nullopt
                                         : std::optional(mixed(theme.sunken, mark, kTint));
}

std::optional<QColor> lineBar(const Theme& theme, const CodeLine& line) {
  if (line.change == CodeChange::kept) {
    return line.selected ? std::optional(theme.accent) : std::nullopt;
  }
  return theme.*kChangeTokens[static_cast<std::size_t>(line.change)];
}

std::unique_ptr<PaintedPanel> makeCodePainter(const CodePanel& panel, const PlotStyle& style) {
  return std::make_unique<CodePainter>(panel, style);
}

}  // namespace poscope
