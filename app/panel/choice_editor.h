// Choices and number formats: chips, or a combo box where there are more than six.
#pragma once

#include "app/panel/parameter_editor.h"

namespace poscope {

class ChipRow;
class QuietCombo;

class ChoiceEditor : public ParameterEditor {
  Q_OBJECT

 public:
  ChoiceEditor(const EditorSource& source, QWidget* parent);

  void setParams(const Params& params) override;
  void retranslate() override;

 private:
  [[nodiscard]] QString itemOf(const std::string& value) const;

  ChipRow* chips_ = nullptr;
  QuietCombo* combo_ = nullptr;
  std::vector<std::string> offered_;
  std::vector<std::string> others_;
  QString value_;
};

}  // namespace poscope
