// The control of one parameter. What it looks like follows from the schema's row; adding a
// parameter needs nothing here.
#pragma once

#include <QWidget>
#include <vector>

#include "app/panel/play_state.h"
#include "core/views/view.h"

namespace poscope {

class Appearance;

/// What an editor is made from; both outlive it.
struct EditorSource {
  const View& view;
  const ParameterSpec& spec;
  const Appearance& appearance;
  const PlayControls& play;
};

class ParameterEditor : public QWidget {
  Q_OBJECT

 public:
  ParameterEditor(const EditorSource& source, QWidget* parent);

  /// Shows the values in force.
  virtual void setParams(const Params& params) = 0;
  /// Marks the last input as refused.
  virtual void setWrong(bool wrong) { static_cast<void>(wrong); }
  /// Wide editors stand under their label instead of beside it.
  [[nodiscard]] virtual bool wide() const { return false; }
  /// Whether its parameter plays. Editors of what cannot run know nothing of it.
  virtual void setPlaying(bool playing) { static_cast<void>(playing); }
  /// Words again, in the language in force.
  virtual void retranslate() = 0;
  /// What it is called, in the language in force.
  [[nodiscard]] virtual QString title() const;
  /// Whether it holds another value than the default.
  [[nodiscard]] virtual bool isChanged(const Params& params) const;
  /// Whether it sets `name`: its parameter, or a stage ("a.position").
  [[nodiscard]] virtual bool sets(const std::string& name) const;
  /// Asks for its default.
  virtual void reset();

 signals:
  /// A text is being typed: what was said of the one before is about another one.
  void typing();
  void resetRequested(const QString& name);
  /// "name=text" was entered (stages: "a.position"). Edits of one drag share a gesture other than
  /// 0.
  void edited(const QString& name, const QString& text, int gesture);

 protected:
  [[nodiscard]] QString labelOf(const std::string& value) const;
  [[nodiscard]] QString name() const;
  /// "a", "b" or empty.
  [[nodiscard]] QString role() const;

  EditorSource source_;
};

/// Makes an editor.
using EditorMaker = ParameterEditor* (*)(const EditorSource&, QWidget*);

/// The editor that the parameter's type asks for.
[[nodiscard]] ParameterEditor* makeEditor(const EditorSource& source, QWidget* parent);
/// That of the stages of a recipe.
[[nodiscard]] ParameterEditor* makeStagesEditor(const EditorSource& source, QWidget* parent);

}  // namespace poscope
