// The line below: who computed, how long, against what; language, theme and zoom.
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/compute/backend.h"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace poscope {

class Actions;
class Appearance;

class StatusStrip : public QWidget {
  Q_OBJECT

 public:
  StatusStrip(const Appearance& appearance, const Actions& actions, QWidget* parent = nullptr);

  void setBackend(const BackendInfo& info);
  void setMilliseconds(double milliseconds);
  void setPixelNote(const Text& note);
  /// 1: everything is shown; 0 when the figure has no plot.
  void setZoom(double factor);
  /// For a few seconds in place of the pixel note.
  void announce(const QString& words);
  /// The name of the backend that is shown.
  [[nodiscard]] QString backend() const;
  /// The pixel note or the announcement, whole.
  [[nodiscard]] QString note() const;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QLabel* addLabel(QHBoxLayout* line);
  QToolButton* addButton(QHBoxLayout* line, QAction* action);
  void retranslate();
  void keepPlaces();
  void placeNote();
  void switchLanguage();
  [[nodiscard]] std::size_t nextLanguage() const;

  const Appearance& appearance_;
  const Actions& actions_;
  QLabel* backend_;
  QLabel* time_;
  QLabel* reference_;
  QLabel* rounding_;
  QLabel* note_;
  QToolButton* language_;
  QToolButton* theme_;
  QToolButton* zoom_;
  BackendInfo info_;
  double milliseconds_ = -1;
  double factor_ = 0;
  Text noteText_;
  QString announcement_;
  QTimer announced_;
};

}  // namespace poscope
