// Label, control, reset and error of one parameter.
#pragma once

#include <QWidget>

#include "app/panel/parameter_editor.h"

class QLabel;
class QToolButton;

namespace poscope {

class ParameterRow : public QWidget {
  Q_OBJECT

 public:
  ParameterRow(const EditorSource& source, QWidget* parent);

  void setParams(const Params& params);
  /// Shows why the last input was refused; an empty text takes it away.
  void setError(const Text& error);
  void retranslate();
  [[nodiscard]] const std::string& name() const { return source_.spec.name; }

 signals:
  void edited(const QString& name, const QString& text, int gesture);
  void resetRequested(const QString& name);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeLabel();
  void requestReset();

  EditorSource source_;
  ParameterEditor* editor_;
  QLabel* label_;
  QToolButton* reset_;
  QLabel* error_;
  Text errorText_;
};

}  // namespace poscope
