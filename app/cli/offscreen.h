// Drawing without a display.
#pragma once

#include <QApplication>
#include <memory>

namespace poscope {

/// The application object that pictures need, on Qt's offscreen platform whatever the environment
/// asks for. Call it once and keep the result while drawing.
[[nodiscard]] std::unique_ptr<QApplication> makeOffscreenApplication();

}  // namespace poscope
