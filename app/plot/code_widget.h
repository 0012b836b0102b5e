// A panel of code in the window: text in the mono font that can be selected and copied, and lines
// that can be pointed at and chosen.
#pragma once

#include "app/plot/code_text.h"
#include "app/plot/panel_title.h"
#include "app/plot/panel_widget.h"

class QLabel;
class QToolButton;

namespace poscope {

/// A line under the mouse or the keyboard is outlined with all lines of its subject, and its note
/// is said; a click, Return or Space triggers its action. Changes have their sign in the text.
class CodeWidget final : public PanelWidget {
  Q_OBJECT

 public:
  explicit CodeWidget(QWidget* parent);
  ~CodeWidget() override;

  [[nodiscard]] bool shows(const Panel& panel) const override;
  void setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                const PlotStyle& style) override;
  [[nodiscard]] double naturalWidth() const override;
  [[nodiscard]] double leastWidth() const override;
  [[nodiscard]] QWidget& spoken() override { return *code_; }
  void light(const std::string& subject) override;

 protected:
  double layOut(double width) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();
  void setText(const CodePanel& panel);
  void setNotes(const CodePanel& panel);
  [[nodiscard]] const CodeLine* lineOf(std::optional<int> line) const;
  void follow();
  void trigger(int line);
  [[nodiscard]] QRect groundOf(int line) const;
  void paintLine(QPainter& painter, int line) const;

  PanelTitle* title_;
  CodeText* code_;
  QLabel* notes_;  ///< Of the chosen lines.
  QToolButton* copy_;
  std::shared_ptr<const Figure> figure_;
  const CodePanel* panel_ = nullptr;  ///< `figure_` keeps it alive.
  PlotStyle style_;
  std::string lit_;  ///< The subject that is looked at, here or elsewhere.
};

}  // namespace poscope
