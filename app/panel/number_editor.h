// Integer and real parameters: a number box, and a slider where the range doubles. Whole numbers
// can be played.
#pragma once

#include "app/panel/parameter_editor.h"

namespace poscope {

class LogSlider;
class NumberBox;
class PlayButton;

class NumberEditor : public ParameterEditor {
  Q_OBJECT

 public:
  NumberEditor(const EditorSource& source, QWidget* parent);

  void setParams(const Params& params) override;
  void setWrong(bool wrong) override;
  void setPlaying(bool playing) override;
  void retranslate() override;

 private:
  void addPlayButton();
  void labelPlay();
  void step(int steps);
  [[nodiscard]] QString written(double number) const;
  [[nodiscard]] QString shown(const std::string& text) const;
  [[nodiscard]] QString meant(const QString& typed) const;

  NumberBox* box_;
  PlayButton* play_ = nullptr;  ///< Of whole numbers.
  LogSlider* slider_ = nullptr;
  double number_ = 0;
  std::string value_;
};

}  // namespace poscope
