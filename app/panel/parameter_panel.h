// The controls of a view, built from its schema.
#pragma once

#include <QWidget>
#include <vector>

#include "app/panel/parameter_editor.h"
#include "core/views/view.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace poscope {

class Appearance;
class ParameterRow;

/// What is used often stands open; what is rare (ParameterSpec::rare, and the stages of recipes) is
/// behind "More".
class ParameterPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ParameterPanel(const Appearance& appearance, QWidget* parent = nullptr);

  /// What the play buttons ask for; set before the first view.
  void setPlayControls(PlayControls controls) { controls_ = std::move(controls); }
  /// Shows in its row what plays.
  void setPlay(const PlayState& state);
  /// The parameter whose row has the keyboard, where it can be played; empty for none.
  [[nodiscard]] std::string focusedPlayable() const;
  /// The first that can be played; empty for none.
  [[nodiscard]] std::string firstPlayable() const;

  /// New controls when the view is another one, else new values only. `view` lives as long as the
  /// program.
  void setParams(const View& view, const Params& params);
  /// Shows under the control of `name` (or of a stage) why an input was refused.
  void setError(const QString& name, const Text& error);
  /// Gives the keyboard to the control of `name` and brings it into view.
  void focusControl(const QString& name);
  /// In the order in which they stand.
  [[nodiscard]] const std::vector<ParameterRow*>& rows() const { return rows_; }

  /// Whether the rare ones are seen, on every view.
  void setMoreShown(bool shown);
  [[nodiscard]] bool isMoreShown() const;

 signals:
  void edited(const QString& name, const QString& text, int gesture);
  void resetRequested(const QString& name);
  void typing(const QString& name);
  void moreToggled();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build(const View& view);
  void addRow(const EditorSource& source, EditorMaker makesEditor, bool rare);
  void retranslate();
  void labelMore();

  const Appearance& appearance_;
  PlayControls controls_;
  const View* view_ = nullptr;
  QLabel* title_;
  QPushButton* more_;
  QWidget* rare_;  ///< Holds the rows behind "More".
  QVBoxLayout* column_;
  std::vector<ParameterRow*> rows_;
};

}  // namespace poscope
