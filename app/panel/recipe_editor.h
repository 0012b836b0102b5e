// A recipe and, folded away, the number format of each of its stages.
#pragma once

#include <vector>

#include "app/panel/parameter_editor.h"

class QLabel;
class QToolButton;

namespace poscope {

class QuietCombo;

class RecipeEditor : public ParameterEditor {
  Q_OBJECT

 public:
  RecipeEditor(const EditorSource& source, QWidget* parent);

  void setParams(const Params& params) override;
  void retranslate() override;
  [[nodiscard]] bool wide() const override { return true; }

 private:
  void addStages();
  void showSummary();

  QuietCombo* recipe_;
  QToolButton* fold_;
  QLabel* summary_;
  QWidget* stages_;
  std::vector<QLabel*> stageLabels_;
  std::vector<QuietCombo*> stageSettings_;
  Recipe value_;
};

}  // namespace poscope
