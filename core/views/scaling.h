// What the files of the view scaling share.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/scaling_methods.h"
#include "core/analysis/trained_angles.h"
#include "core/figure/figure.h"

namespace poscope {

/// What is plotted of an inverse frequency, for a text of `context` tokens; `plain` is that of the
/// same pair without a scaling.
struct ScalingPicture {
  std::string_view id;
  const char* axis;
  DataName data;
  double (*value)(double frequency, double plain, double context);
  bool upward = false;  ///< The slower a pair, the higher it is drawn.
};

/// A scaling of the table, applied; or why it could not be.
struct ScaledMethod {
  const ScalingRow* row = nullptr;
  bool own = false;     ///< With the numbers of the open model.
  std::string written;  ///< As links have it: "yarn~factor~4".
  Result<ScaledFrequencies> scaled;
  std::int64_t unseen = 0;  ///< Pairs that come to angles which training has not shown.
};

/// Everything that one figure of the view is made of.
struct ScalingPage {
  MethodSetup methods;
  std::int64_t context = 2;
  TrainedAngles training;
  std::int64_t unfinished = 0;    ///< Pairs that finished no turn in training.
  std::vector<ScaledMethod> all;  ///< In the order of ropeScalings().
  const ScalingPicture* picture = nullptr;
  bool others = false;        ///< All methods are drawn.
  std::size_t reference = 0;  ///< Of `all`: no scaling,
  std::size_t a = 0;          ///< and the two that are compared.
  std::size_t b = 0;

  [[nodiscard]] std::int64_t pairs() const {
    return static_cast<std::int64_t>(training.frequencies.size());
  }
  /// What is plotted of a pair that turns with `frequency`.
  [[nodiscard]] double value(std::size_t pair, double frequency) const {
    return picture->value(frequency, training.frequencies[pair], static_cast<double>(context));
  }
};

/// How a method is drawn: those that are compared before the others.
struct MethodStyle {
  std::string name;
  ColourRole role = ColourRole::neutral;
  TextRole text = TextRole::plain;
  bool faint = false;
};

/// What a method is called, and how it is drawn.
[[nodiscard]] Text methodTitle(const ScaledMethod& method);
[[nodiscard]] MethodStyle styleOf(const ScalingPage& page, std::size_t k);

/// A wavelength for people; a pair that stands still has one without end.
[[nodiscard]] std::string wavelengthText(double tokens, int digits);

/// The methods by pair, and how many pairs come to untrained angles by length of the text.
[[nodiscard]] PlotPanel pairsPanel(const std::shared_ptr<const ScalingPage>& page);
[[nodiscard]] Result<PlotPanel> lengthsPanel(const ScalingPage& page, const std::stop_token& stop);

}  // namespace poscope
