// Label, control, reset and error of one parameter.
#pragma once

#include <QWidget>

#include "app/panel/parameter_editor.h"

class QLabel;

namespace poscope {

class PlayBar;
class ResetButton;

class ParameterRow : public QWidget {
  Q_OBJECT

 public:
  explicit ParameterRow(const EditorSource& source, QWidget* parent,
                        EditorMaker makesEditor = makeEditor);

  void setParams(const Params& params);
  /// Shows why the last input was refused, until another one is typed; an empty text takes it away.
  void setError(const Text& error);
  void retranslate();
  /// Shows what plays where that is its parameter.
  void setPlay(const PlayState& state);
  /// Whether its parameter can be played in this state.
  [[nodiscard]] bool isPlayable() const { return canRun(source_.spec) && reason_.empty(); }
  /// Gives the keyboard to the control, and what is in its box to the next key.
  void focusControl() const;
  /// Of its parameter.
  [[nodiscard]] const std::string& name() const { return source_.spec.name; }
  [[nodiscard]] const ParameterEditor& editor() const { return *editor_; }
  [[nodiscard]] ResetButton& resetButton() const { return *reset_; }
  /// Whether its value is not the default.
  [[nodiscard]] bool isChanged() const;

 signals:
  void edited(const QString& name, const QString& text, int gesture);
  void resetRequested(const QString& name);
  /// Something is being typed into its box.
  void typing(const QString& name);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QWidget* makeLabel();
  void tellWhetherItMatters(const Params& params);
  void showHelp();

  EditorSource source_;
  ParameterEditor* editor_;
  QLabel* label_;
  ResetButton* reset_;
  QLabel* error_;
  PlayBar* play_ = nullptr;  ///< Made when it plays first.
  Text errorText_;
  Text reason_;  ///< Why a change would have no effect; empty where it has one.
};

}  // namespace poscope
