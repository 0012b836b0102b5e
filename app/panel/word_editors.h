// Flags (a switch) and free texts (a line).
#pragma once

#include "app/panel/parameter_editor.h"

class QLineEdit;

namespace poscope {

class SwitchBox;

class FlagEditor : public ParameterEditor {
  Q_OBJECT

 public:
  FlagEditor(const EditorSource& source, QWidget* parent);
  void setParams(const Params& params) override;
  void retranslate() override;

 private:
  SwitchBox* box_;
};

class TextEditor : public ParameterEditor {
  Q_OBJECT

 public:
  TextEditor(const EditorSource& source, QWidget* parent);
  void setParams(const Params& params) override;
  void setWrong(bool wrong) override;
  void retranslate() override;
  [[nodiscard]] bool wide() const override { return true; }

 private:
  QLineEdit* line_;
  QString value_;
};

}  // namespace poscope
