// What the blocks of the right panel have in common.
#pragma once

class QFrame;
class QLabel;
class QVBoxLayout;
class QWidget;

namespace poscope {

/// A column with the margins of a block.
[[nodiscard]] QVBoxLayout* makeSection(QWidget* block);
[[nodiscard]] QLabel* makeSectionTitle(QWidget* block);
/// A line of one pixel, horizontal or vertical.
[[nodiscard]] QFrame* makeHairline(QWidget* parent, bool vertical = false);

}  // namespace poscope
