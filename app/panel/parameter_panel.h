// The controls of a view, built from its schema.
#pragma once

#include <QWidget>
#include <vector>

#include "core/views/view.h"

class QLabel;
class QVBoxLayout;

namespace poscope {

class Appearance;
class ParameterRow;

class ParameterPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ParameterPanel(const Appearance& appearance, QWidget* parent = nullptr);

  /// New controls when the view is another one, else new values only. `view` lives as long as the
  /// program.
  void setParams(const View& view, const Params& params);
  /// Shows under the control of `name` (a stage counts to its recipe) why an input was refused.
  void setError(const QString& name, const Text& error);
  [[nodiscard]] const std::vector<ParameterRow*>& rows() const { return rows_; }

 signals:
  void edited(const QString& name, const QString& text, int gesture);
  void resetRequested(const QString& name);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build(const View& view);
  void retranslate();

  const Appearance& appearance_;
  const View* view_ = nullptr;
  QLabel* title_;
  QVBoxLayout* column_;
  std::vector<ParameterRow*> rows_;
};

}  // namespace poscope
