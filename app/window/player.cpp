#include "app/window/player.h"

#include "app/panel/log_slider.h"
#include "app/window/state_model.h"
#include "core/state/find_spec.h"

namespace poscope {
namespace {

constexpr std::size_t kMeasured = 9;       // Steps that tell the rate,
constexpr std::size_t kLeastMeasured = 4;  // and how many are needed.
constexpr double kBehind = 0.85;           // Of the speed that is asked for.

}  // namespace

Player::Player(StateModel& model, std::unique_ptr<Ticker> ticker, QObject* parent)
    : QObject(parent), model_(model), ticker_(std::move(ticker)) {
  connect(&model_, &StateModel::changed, this, &Player::follow);
  connect(ticker_.get(), &Ticker::ticked, this, &Player::tick);
}

std::string Player::last() const {
  const auto found = last_.find(model_.state().view);
  return found == last_.end() ? std::string() : found->second;
}

const ParameterSpec* Player::spec() const {
  return findSpec(model_.view().schema, state_.parameter);
}

bool Player::isOnItsPage() const {
  return model_.state().view == view_ && model_.activePane() == pane_;
}

// Whether the page and the value in force are what was set last.
bool Player::isOurs() const {
  return isOnItsPage() && !state_.parameter.empty() &&
         model_.state().params.written(state_.parameter) == set_;
}

void Player::toggle(const std::string& parameter) {
  if (state_.playing && state_.parameter == parameter) {
    pause();
    return;
  }
  if (state_.parameter != parameter || !isOnItsPage()) {
    open(parameter);
  }
  start();
}

void Player::open(const std::string& parameter) {
  pause();
  view_ = model_.state().view;
  pane_ = model_.activePane();
  state_.parameter = parameter;
  last_[view_] = parameter;
  set_.clear();
  place_.reset();
  const auto known = ranges_.find({view_, parameter});
  state_.range = known != ranges_.end() ? known->second : writtenRange(standardRange(*spec()));
  readValues();
}

void Player::readValues() {
  const auto range = readRange(model_.state().params, state_.parameter, state_.range);
  values_ = range ? valuesOf(*spec(), *range) : std::vector<std::int64_t>();
}

// A word in force ("steepest") stands nowhere.
std::optional<PlayPlace> Player::placeInForce() const {
  const Params& params = model_.state().params;
  return params.isAutomatic({state_.parameter})
             ? std::nullopt
             : placeBefore(values_, params.integer({{state_.parameter}}));
}

// From the value in force; at the end of a range that is played once, from its first.
void Player::start() {
  if (values_.empty()) {
    return;
  }
  if (!isOurs()) {  // Another play, with a step of its own.
    gesture_ = nextGesture();
    place_ = placeInForce();
  }
  state_.playing = !state_.stepwise;
  state_.rate = 0;
  times_.clear();
  step(next().value_or(PlayPlace{}));
}

std::optional<PlayPlace> Player::next() const {
  return place_ ? nextPlace(*place_, values_.size(), state_.settings.mode) : PlayPlace{};
}

void Player::step(PlayPlace to) {
  place_ = to;
  set_ = std::to_string(values_.at(to.at));
  const State before = model_.state();
  due_ = false;
  waiting_ = true;  // A picture that is known already comes at once.
  setting_ = true;
  const auto set = model_.setParameter(state_.parameter, set_, gesture_);
  setting_ = false;
  waiting_ = waiting_ && set.has_value() && model_.state() != before;
  if (!set || values_.size() == 1) {
    pause();
    return;
  }
  if (state_.playing) {
    measure();
    ticker_->start(1000 / state_.settings.speed);
  }
  emit changed();
}

// The true rate, where it stays behind.
void Player::measure() {
  times_.push_back(ticker_->now());
  if (times_.size() > kMeasured) {
    times_.pop_front();
  }
  const auto steps = static_cast<double>(times_.size() - 1);
  const auto taken = static_cast<double>(times_.back() - times_.front()) / 1000;
  const bool behind = times_.size() >= kLeastMeasured &&
                      steps < kBehind * static_cast<double>(state_.settings.speed) * taken;
  state_.rate = behind ? steps / taken : 0;
}

void Player::tick() {
  if (!state_.playing) {
    return;
  }
  if (waiting_) {
    due_ = true;
  } else {
    advance();
  }
}

void Player::advance() {
  if (const auto to = next()) {
    step(*to);
  } else {
    pause();
  }
}

void Player::shown() {
  if (!waiting_) {
    return;
  }
  waiting_ = false;
  if (state_.playing && due_) {
    advance();
  } else if (!state_.playing) {
    emit changed();
  }
}

void Player::failed() {
  waiting_ = false;
  pause();
}

void Player::pause() {
  ticker_->stop();
  due_ = false;
  state_.playing = false;
  state_.rate = 0;
  emit changed();
}

void Player::close() {
  state_.parameter.clear();
  pause();
}

// Someone else has changed something.
void Player::follow() {
  if (setting_ || state_.parameter.empty()) {
    return;
  }
  if (!isOnItsPage()) {
    close();
  } else if (isMoving() && (!isOurs() || !hasEffect(*spec(), model_.state().params))) {
    waiting_ = false;
    pause();
  }
}

Result<void> Player::setRange(const FrameTexts& texts) {
  const auto range = readRange(model_.state().params, state_.parameter, texts);
  if (!range) {
    return usageError(inWordsOf(view_, model_.view().schema, range.error().text));
  }
  state_.range = writtenRange(*range);
  ranges_[{view_, state_.parameter}] = state_.range;
  values_ = valuesOf(*spec(), *range);
  place_ = placeInForce();
  emit changed();
  return {};
}

void Player::setSettings(const PlaySettings& settings) {
  if (settings == state_.settings) {
    return;
  }
  state_.settings = settings;
  times_.clear();
  state_.rate = 0;
  emit changed();
  emit settingsChanged();
}

void Player::setReduced(bool reduced) {
  state_.stepwise = reduced;
  if (reduced) {
    pause();
  } else {
    emit changed();
  }
}

}  // namespace poscope
