// What every stage of a recipe does, and its number format.
#pragma once

#include <vector>

#include "app/panel/parameter_editor.h"

class QLabel;

namespace poscope {

class QuietCombo;

class StagesEditor : public ParameterEditor {
  Q_OBJECT

 public:
  StagesEditor(const EditorSource& source, QWidget* parent);

  void setParams(const Params& params) override;
  void retranslate() override;
  [[nodiscard]] bool wide() const override { return true; }
  [[nodiscard]] QString title() const override;
  [[nodiscard]] bool isChanged(const Params& params) const override;
  [[nodiscard]] bool sets(const std::string& name) const override;
  void reset() override;

 private:
  [[nodiscard]] std::string prefix() const { return source_.spec.name + "."; }

  struct Row {
    std::size_t stage = 0;  ///< Place in stagesOf.
    QLabel* label = nullptr;
    QuietCombo* settings = nullptr;
  };

  std::vector<Row> rows_;  ///< Without stages that the page decides by other parameters.
  Recipe value_;
};

}  // namespace poscope
