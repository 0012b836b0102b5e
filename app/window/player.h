// Plays a parameter of the page that is shown: sets one value after the other.
#pragma once

#include <QObject>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panel/play_state.h"
#include "app/window/play_order.h"
#include "app/window/ticker.h"

namespace poscope {

class StateModel;

/// A value is set when its time has come and the picture of the one before is on screen: speed is a
/// bound, and nothing piles up. A play is one undo step, also over pauses. It pauses when its
/// parameter is changed by anyone else or has no effect any more, and ends with its page. With
/// reduced motion nothing moves by itself: every toggle is one step.
class Player : public QObject {
  Q_OBJECT

 public:
  /// The model outlives it.
  Player(StateModel& model, std::unique_ptr<Ticker> ticker, QObject* parent = nullptr);

  [[nodiscard]] const PlayState& state() const { return state_; }
  /// Whether pictures follow each other: it plays, or the picture of the last value is on its way.
  [[nodiscard]] bool isMoving() const { return state_.playing || waiting_; }
  /// The parameter of the page that was played last; empty for none.
  [[nodiscard]] std::string last() const;

  /// Plays a parameter of the page from its value in force, or pauses it.
  void toggle(const std::string& parameter);
  void pause();
  /// Pauses, and no parameter is the one that plays.
  void close();
  /// Of the parameter that plays, as long as the program runs. Errors as readRange.
  [[nodiscard]] Result<void> setRange(const FrameTexts& range);
  void setSettings(const PlaySettings& settings);
  void setReduced(bool reduced);

  /// The picture of the state is on screen.
  void shown();
  /// There will be none.
  void failed();

 signals:
  /// state() is another one.
  void changed();
  /// The settings of state() are.
  void settingsChanged();

 private:
  void follow();
  void open(const std::string& parameter);
  void start();
  void tick();
  [[nodiscard]] std::optional<PlayPlace> placeInForce() const;
  [[nodiscard]] std::optional<PlayPlace> next() const;
  void step(PlayPlace to);
  void advance();
  void measure();
  void readValues();
  [[nodiscard]] const ParameterSpec* spec() const;
  [[nodiscard]] bool isOnItsPage() const;
  [[nodiscard]] bool isOurs() const;

  StateModel& model_;
  std::unique_ptr<Ticker> ticker_;
  PlayState state_;
  std::string view_;      ///< Of the parameter that plays,
  std::size_t pane_ = 0;  ///< and where it is shown.
  std::map<std::pair<std::string, std::string>, FrameTexts> ranges_;  ///< By view and parameter.
  std::map<std::string, std::string> last_;                           ///< By view.
  std::vector<std::int64_t> values_;
  std::optional<PlayPlace> place_;  ///< Of the value that was set; none before the first.
  std::string set_;                 ///< The value that was set, as written.
  int gesture_ = 0;
  bool setting_ = false;      ///< The change of the model is ours.
  bool waiting_ = false;      ///< The picture of the last value is not there yet,
  bool due_ = false;          ///< though it is time for the next one.
  std::deque<qint64> times_;  ///< Of the last steps.
};

}  // namespace poscope
