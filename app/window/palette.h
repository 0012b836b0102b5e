// One box that goes to any page, model, parameter or command by its name.
#pragma once

#include "app/window/overlay.h"
#include "app/window/palette_entries.h"

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace poscope {

/// Arrows choose, Return goes there.
class Palette : public Overlay {
  Q_OBJECT

 public:
  Palette(PaletteParts parts, QWidget* window);

  [[nodiscard]] QLineEdit& box() const { return *box_; }
  [[nodiscard]] QTreeWidget& list() const { return *list_; }
  /// The row that is chosen, of what is found.
  [[nodiscard]] const PaletteEntry* chosen() const;

 protected:
  void prepare() override;
  [[nodiscard]] QSize wantedSize() const override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void find(const QString& words);
  void run();
  void step(int rows);

  PaletteParts parts_;
  QLineEdit* box_;
  QTreeWidget* list_;
  QLabel* none_;
  std::vector<PaletteEntry> entries_;
  std::vector<PaletteEntry> found_;
};

}  // namespace poscope
