// Which recipe a side follows; its stages have an editor of their own.
#pragma once

#include "app/panel/parameter_editor.h"

namespace poscope {

class QuietCombo;

class RecipeEditor : public ParameterEditor {
  Q_OBJECT

 public:
  RecipeEditor(const EditorSource& source, QWidget* parent);

  void setParams(const Params& params) override;
  void retranslate() override;

 private:
  QuietCombo* recipe_;
  QString value_;
};

}  // namespace poscope
