// What can be done with the picture on screen: copy it, read it as a table, and its menu.
#pragma once

#include <QObject>
#include <QPoint>

#include "app/export/figure_copy.h"

namespace poscope {

class Actions;
class Appearance;
class FigureCard;
class Presenter;
class StateModel;
class StatusStrip;

class FigureCommands : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    const Appearance& appearance;
    const Actions& actions;
    const StateModel& model;
    const Presenter& presenter;
    FigureCard& card;
    StatusStrip& status;
  };

  /// Wires the commands; `parts` outlive it.
  FigureCommands(const Parts& parts, QObject* parent);

  void copyPicture();
  /// The numbers of a layer with its neighbours, as DataRequest names it; empty for the main one.
  void copyData(const std::string& layer = {});
  /// At a place on the screen, about a panel of the figure.
  void showMenu(const QPoint& place, std::size_t panel);

 private:
  void wireTable();
  [[nodiscard]] ExportOptions options() const;

  Parts parts_;
  FigureCopy copy_;
};

}  // namespace poscope
