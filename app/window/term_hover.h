// What a term means, shown where the mouse rests on it: in labels, buttons, tables, lists and
// texts, whoever made them. Pages stay calm: a term is underlined only while its explanation shows.
#pragma once

#include <QObject>
#include <QPointer>
#include <QRect>
#include <QString>

class QHelpEvent;
class QWidget;

namespace poscope {

class Appearance;
struct GlossaryEntry;

/// The term that `widget` is about, for F1: of what is selected in it, of its words, or of the
/// label beside it; nullptr when there is none.
[[nodiscard]] const GlossaryEntry* termOf(const QWidget* widget, const Appearance& appearance);

/// What is said of a place of a widget.
struct TermTip {
  QString html;         ///< Empty: no term is there.
  QRect where;          ///< In the widget; the tip stays while the mouse is there.
  bool inText = false;  ///< `where` is the term itself rather than a whole button or cell.
};
[[nodiscard]] TermTip termTipAt(QWidget* widget, const QPoint& place, const Appearance& appearance);

/// Listens to the whole application; one per window.
class TermHover : public QObject {
  Q_OBJECT

 public:
  TermHover(const Appearance& appearance, QWidget* window);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool show(QWidget* widget, const QHelpEvent& event);

  const Appearance& appearance_;
  QWidget* window_;
  QPointer<QWidget> line_;  ///< Under the term that is explained.
};

}  // namespace poscope
