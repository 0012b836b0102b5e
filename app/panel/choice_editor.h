// Choices and number formats: chips where they fit into one line, else a combo box.
#pragma once

#include "app/panel/parameter_editor.h"

namespace poscope {

class ChipRow;
class QuietCombo;

/// Both are as high as each other, so that a column that gets narrower moves nothing.
class ChoiceEditor : public ParameterEditor {
  Q_OBJECT

 public:
  ChoiceEditor(const EditorSource& source, QWidget* parent);

  void setParams(const Params& params) override;
  void retranslate() override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  [[nodiscard]] QString itemOf(const std::string& value) const;

  ChipRow* chips_ = nullptr;  ///< nullptr where there are too many for any line.
  QuietCombo* combo_;
  QString value_;
};

}  // namespace poscope
