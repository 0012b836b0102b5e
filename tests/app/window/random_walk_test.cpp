// Anything that a person can do to the window, three thousand times: it neither falls over nor
// warns nor loses a state.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialog>
#include <QDrag>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>
#include <array>
#include <csignal>
#include <cstdio>
#include <random>

#include "app/window/actions.h"
#include "app/window/palette.h"
#include "app/window/player.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"
#include "window_fixture.h"

// Of the sanitizers, where the program is built with one.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

using namespace poscope;

namespace {

constexpr unsigned kSeed = 20261130;
constexpr int kActions = 3000;
constexpr int kPart = 250;
constexpr std::int64_t kLongestContext = 8192;  ///< More costs time and shows nothing else.

constexpr std::array kSchemes{"http", "https", "file"};

unsigned numberFrom(const char* variable, unsigned standard) {
  bool isNumber = false;
  const unsigned number = qEnvironmentVariable(variable).toUInt(&isNumber);
  return isNumber ? number : standard;
}

/// As an event loop does. What is to be deleted later would pile up to thousands of widgets.
void processEvents() {
  QCoreApplication::processEvents();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// What was done last, in memory that can still be read when the program dies.
class Diary {
 public:
  void write(int number, const QString& what) {
    const QByteArray line = QByteArray::number(number) + ": " + what.toUtf8() + '\n';
    std::array<char, kWidth>& place = lines_.at(static_cast<std::size_t>(number) % kLines);
    std::snprintf(place.data(), place.size(), "%s", line.constData());
    last_ = number;
  }
  void tell() const {
    std::fprintf(stderr, "seed %u (POSCOPE_WALK_SEED); the last actions:\n", seed);
    for (int number = std::max(0, last_ - static_cast<int>(kLines) + 1); number <= last_;
         ++number) {
      std::fputs(lines_.at(static_cast<std::size_t>(number) % kLines).data(), stderr);
    }
  }
  unsigned seed = kSeed;

 private:
  static constexpr std::size_t kLines = 40;
  static constexpr std::size_t kWidth = 160;
  std::array<std::array<char, kWidth>, kLines> lines_{};
  int last_ = -1;
};

Diary diary;
QStringList warnings;

void tellDiary() {
  diary.tell();
}

void dying(int signal) {
  diary.tell();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void takeMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
  // The platform of tests tells what it cannot do; that is nothing of ours.
  const bool platform = message.startsWith(QLatin1String("This plugin does not support"));
  if (type != QtDebugMsg && type != QtInfoMsg && !platform) {
    warnings << message;
  }
}

}  // namespace

/// Links to the web are followed by nobody here.
class NoBrowser : public QObject {
  Q_OBJECT

 public slots:
  void open(const QUrl& /*url*/) {}
};

class RandomWalkTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void walk_threeThousandActions_nothingBreaks_data();
  void walk_threeThousandActions_nothingBreaks();
  void end_stateIsWhole();
  void cleanupTestCase();

 private:
  using Deed = QString (RandomWalkTest::*)();
  struct DeedRow {
    int weight;
    Deed deed;
  };

  QString clickSomething();
  QString clickPlot();
  QString pressKey();
  QString typeWords();
  QString turnWheel();
  QString dragAcross();
  QString resizeWindow();
  QString changeLook();
  QString triggerCommand();
  QString closeDialog();
  QString openModel();
  QString openLink();
  QString choosePage();
  QString setParameter();
  QString fillBox();
  QString chooseInCombo();
  QString goByPalette();
  QString stepBackOrForward();
  QString goInHistory();
  QString blink();

  static const std::array<DeedRow, 20>& deeds();

  int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
  template <typename List>
  auto& oneOf(List& list) {
    return list[static_cast<decltype(list.size())>(upTo(static_cast<int>(list.size()) - 1))];
  }
  QWidget* topmost();
  std::vector<QWidget*> reachable(QWidget* top);
  QPoint placeIn(const QWidget* widget);
  static void mouse(QEvent::Type type, const QPointer<QWidget>& widget, const QPoint& place,
                    Qt::MouseButton held = Qt::NoButton);
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
  void sendKey(QEvent::Type type, Qt::Key key);
  QString doSomething();
  void endNestedLoop();
  void keepSmall();
  void check(int number);

  std::mt19937 random_;
  NoBrowser noBrowser_;
  QTimer nested_;
  bool acting_ = false;
  bool broken_ = false;  ///< What follows a failure says nothing.
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<WindowFixture> fixture_;
};

void RandomWalkTest::initTestCase() {
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(tellDiary);
  } else {
    std::signal(SIGSEGV, dying);
    std::signal(SIGABRT, dying);
  }
  diary.seed = numberFrom("POSCOPE_WALK_SEED", kSeed);
  random_.seed(diary.seed);
  qApp->setQuitOnLastWindowClosed(false);
  for (const char* scheme : kSchemes) {
    QDesktopServices::setUrlHandler(QLatin1String(scheme), &noBrowser_, "open");
  }
  connect(&nested_, &QTimer::timeout, this, &RandomWalkTest::endNestedLoop);
  nested_.start(5);
  folder_ = std::make_unique<QTemporaryDir>();
  qInstallMessageHandler(takeMessage);
  fixture_ = std::make_unique<WindowFixture>(pathIn(*folder_));
  fixture_->window().player().setReduced(true);
  QVERIFY(fixture_->showAndSettle());
}

// Menus of buttons, dialogs that ask for a file and drags wait in a loop of their own, in which
// only a timer acts. Files are not chosen: that would write some.
void RandomWalkTest::endNestedLoop() {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    auto* const dialog = qobject_cast<QFileDialog*>(widget);
    if (dialog != nullptr && dialog->isVisible()) {
      dialog->reject();
    }
  }
  if (!acting_) {
    return;
  }
  if (fixture_->window().findChild<QDrag*>() != nullptr) {
    QKeyEvent enough(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
    QApplication::sendEvent(&fixture_->window(), &enough);
  }
  auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  if (menu == nullptr) {
    return;
  }
  const auto actions = menu->actions();
  QAction* const action = actions.isEmpty() ? nullptr : oneOf(actions);
  menu->close();
  const Actions& actionsOfWindow = fixture_->window().actions();
  if (action != nullptr && action->isEnabled() && action->menu() == nullptr &&
      action != actionsOfWindow[Command::quit] &&
      action != actionsOfWindow[Command::reduceMotion]) {
    action->trigger();
  }
}

void RandomWalkTest::cleanupTestCase() {
  fixture_.reset();
  qInstallMessageHandler(nullptr);
  for (const char* scheme : kSchemes) {
    QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
  }
}

QWidget* RandomWalkTest::topmost() {
  if (QWidget* const popup = QApplication::activePopupWidget()) {
    return popup;
  }
  QWidget* const modal = QApplication::activeModalWidget();
  return modal != nullptr ? modal : &fixture_->window();
}

std::vector<QWidget*> RandomWalkTest::reachable(QWidget* top) {
  std::vector<QWidget*> widgets{top};
  for (QWidget* widget : top->findChildren<QWidget*>()) {
    if (widget->isVisible() && widget->isEnabled() && widget->window() == top &&
        !widget->visibleRegion().isEmpty()) {
      widgets.push_back(widget);
    }
  }
  return widgets;
}

QPoint RandomWalkTest::placeIn(const QWidget* widget) {
  return {upTo(std::max(0, widget->width() - 1)), upTo(std::max(0, widget->height() - 1))};
}

// What an event does may be the end of the widget: what follows goes to nobody then.
void RandomWalkTest::mouse(QEvent::Type type, const QPointer<QWidget>& widget, const QPoint& place,
                           Qt::MouseButton held) {
  if (widget == nullptr || !widget->isVisible()) {
    return;
  }
  const bool moves = type == QEvent::MouseMove;
  const bool down = type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick;
  const Qt::MouseButton button = moves ? Qt::NoButton : Qt::LeftButton;
  QMouseEvent event(type, QPointF(place), widget->mapToGlobal(QPointF(place)), button,
                    down ? Qt::LeftButton : held, Qt::NoModifier);
  QSpontaneKeyEvent::setSpontaneous(&event);  // As from outside: it moves the keyboard, too.
  QApplication::sendEvent(widget, &event);
}

// As the window system sends them: shortcuts first, then who has the keyboard.
void RandomWalkTest::press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
  if (QWindow* const window = topmost()->windowHandle()) {
    QTest::keyClick(window, key, modifiers);
  }
}

void RandomWalkTest::sendKey(QEvent::Type type, Qt::Key key) {
  if (QWindow* const window = topmost()->windowHandle()) {
    type == QEvent::KeyPress ? QTest::keyPress(window, key) : QTest::keyRelease(window, key);
  }
}

QString RandomWalkTest::clickSomething() {
  auto widgets = reachable(topmost());
  const QPointer<QWidget> widget = oneOf(widgets);
  const Qt::MouseButton button = upTo(9) == 0 ? Qt::RightButton : Qt::LeftButton;
  const QPoint place = placeIn(widget);
  const QString what = QStringLiteral("click %1 at %2, %3")
                           .arg(QLatin1String(widget->metaObject()->className()))
                           .arg(place.x())
                           .arg(place.y());
  if (button == Qt::RightButton) {
    QContextMenuEvent asked(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
    QApplication::sendEvent(widget, &asked);
    return what + QStringLiteral(" (menu)");
  }
  mouse(QEvent::MouseButtonPress, widget, place);
  mouse(QEvent::MouseButtonRelease, widget, place);
  if (upTo(9) == 0) {
    mouse(QEvent::MouseButtonDblClick, widget, place);
    mouse(QEvent::MouseButtonRelease, widget, place);
  }
  return what;
}

QString RandomWalkTest::clickPlot() {
  const QPointer<QWidget> plot = fixture_->window().card().plot().focusProxy();
  if (plot == nullptr || !plot->isVisible()) {
    return QStringLiteral("no plot");
  }
  const QPoint place = placeIn(plot);
  for (const auto type :
       {QEvent::MouseMove, QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
    mouse(type, plot, place);
  }
  return QStringLiteral("click the plot");
}

QString RandomWalkTest::pressKey() {
  static const std::vector<int> kKeys{
      Qt::Key_Tab,    Qt::Key_Backtab, Qt::Key_Left,  Qt::Key_Right,  Qt::Key_Up,
      Qt::Key_Down,   Qt::Key_Return,  Qt::Key_Space, Qt::Key_Escape, Qt::Key_Home,
      Qt::Key_End,    Qt::Key_PageUp,  Qt::Key_F1,    Qt::Key_F8,     Qt::Key_F9,
      Qt::Key_Delete, Qt::Key_Plus,    Qt::Key_Minus, Qt::Key_F,      Qt::Key_D,
      Qt::Key_A,      Qt::Key_C,       Qt::Key_Z,     Qt::Key_K,      Qt::Key_H,
      Qt::Key_E,      Qt::Key_L,       Qt::Key_1,     Qt::Key_5,      Qt::Key_Question};
  static const std::vector<Qt::KeyboardModifiers> kModifiers{
      Qt::NoModifier, Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier};
  const auto key = static_cast<Qt::Key>(oneOf(kKeys));
  const Qt::KeyboardModifiers modifiers = oneOf(kModifiers);
  press(key, modifiers);
  return QStringLiteral("key ") + QKeySequence(static_cast<int>(modifiers) | key).toString();
}

QString RandomWalkTest::typeWords() {
  static const std::vector<QString> kWords{QStringLiteral("16,384"), QStringLiteral("alibi"),
                                           QStringLiteral("2^9"),    QStringLiteral("-1"),
                                           QStringLiteral("旋转"),   QStringLiteral("4k x"),
                                           QStringLiteral("b")};
  const QString words = oneOf(kWords);
  for (const QChar c : words) {
    if (QWidget* const now = QApplication::focusWidget()) {
      QKeyEvent typed(QEvent::KeyPress, 0, Qt::NoModifier, QString(c));
      QApplication::sendEvent(now, &typed);
    }
  }
  return QStringLiteral("type ") + words;
}

QString RandomWalkTest::turnWheel() {
  auto widgets = reachable(topmost());
  const QPointer<QWidget> widget = oneOf(widgets);
  const QPointF place = placeIn(widget);
  const QPoint angle(0, upTo(1) == 0 ? 120 : -120);
  const Qt::KeyboardModifiers modifiers = upTo(3) == 0 ? Qt::ControlModifier : Qt::NoModifier;
  QWheelEvent event(place, widget->mapToGlobal(place), {}, angle, Qt::NoButton, modifiers,
                    Qt::NoScrollPhase, false);
  const QString what =
      QStringLiteral("wheel over ") + QLatin1String(widget->metaObject()->className());
  QApplication::sendEvent(widget, &event);
  return what;
}

QString RandomWalkTest::dragAcross() {
  auto widgets = reachable(topmost());
  const QPointer<QWidget> widget = oneOf(widgets);
  const QString what =
      QStringLiteral("drag over ") + QLatin1String(widget->metaObject()->className());
  mouse(QEvent::MouseButtonPress, widget, placeIn(widget));
  for (int step = 0; step < 3 && widget != nullptr; ++step) {
    mouse(QEvent::MouseMove, widget, placeIn(widget), Qt::LeftButton);
  }
  if (widget != nullptr) {
    mouse(QEvent::MouseButtonRelease, widget, placeIn(widget));
  }
  return what;
}

QString RandomWalkTest::resizeWindow() {
  const QSize size(960 + upTo(900), 560 + upTo(500));
  fixture_->window().resize(size);
  return QStringLiteral("resize to %1 x %2").arg(size.width()).arg(size.height());
}

QString RandomWalkTest::changeLook() {
  const Actions& actions = fixture_->window().actions();
  if (upTo(1) == 0) {
    const auto& languages = actions.languageChoices();
    oneOf(languages)->trigger();
    return QStringLiteral("another language");
  }
  static const std::array kThemes{Command::themeSystem, Command::themeLight, Command::themeDark};
  actions[oneOf(kThemes)]->trigger();
  return QStringLiteral("another theme");
}

QString RandomWalkTest::triggerCommand() {
  const auto command = static_cast<Command>(upTo(static_cast<int>(kCommandCount) - 1));
  QAction* const action = fixture_->window().actions()[command];
  // What plays by itself would make a walk that no seed repeats.
  if (command == Command::quit || command == Command::reduceMotion ||
      topmost() != &fixture_->window()) {
    return closeDialog();
  }
  action->trigger();
  return QStringLiteral("command ") + action->text();
}

QString RandomWalkTest::closeDialog() {
  QWidget* const top = topmost();
  if (top == &fixture_->window()) {
    fixture_->window().paletteSheet().leave();
    return QStringLiteral("no dialog");
  }
  if (auto* const dialog = qobject_cast<QDialog*>(top)) {
    dialog->reject();
  } else {
    top->close();
  }
  return QStringLiteral("close ") + QLatin1String(top->metaObject()->className());
}

QString RandomWalkTest::openModel() {
  const auto presets = modelPresets();
  const std::string id =
      presets[static_cast<std::size_t>(upTo(static_cast<int>(presets.size()) - 1))].id;
  fixture_->window().openPreset(QString::fromStdString(id));
  return QStringLiteral("model ") + QString::fromStdString(id);
}

QString RandomWalkTest::openLink() {
  static const std::vector<QString> kLinks{
      QStringLiteral("poscope:alibi?heads=40&context=512"),
      QStringLiteral("poscope:positions?context=600&x=100..200&y=50..300"),
      QStringLiteral("poscope:rope-precision?context=256&show=difference"),
      QStringLiteral("poscope:alibi?picture=matrix&context=300&x=250..350&y=0..20"),
      QStringLiteral("poscope:nothing"),
      QStringLiteral("/there/is/no/such/file"),
      QStringLiteral("poscope:alibi?heads=-3")};
  const QString link = oneOf(kLinks);
  fixture_->window().open(link);
  return QStringLiteral("open ") + link;
}

QString RandomWalkTest::choosePage() {
  const auto all = views();
  const View& view = all[static_cast<std::size_t>(upTo(static_cast<int>(all.size()) - 1))];
  fixture_->model().selectView(view.id);
  return QStringLiteral("page ") + QString::fromStdString(view.id);
}

QString RandomWalkTest::setParameter() {
  const Schema& schema = fixture_->model().view().schema;
  const ParameterSpec& spec = oneOf(schema);
  const std::vector<std::string> values = choiceValues(spec);
  const std::string value =
      values.empty() ? std::to_string(upTo(300))
                     : values[static_cast<std::size_t>(upTo(static_cast<int>(values.size()) - 1))];
  static_cast<void>(fixture_->model().setParameter(spec.name, value));
  return QString::fromStdString("set " + spec.name + " to " + value);
}

QString RandomWalkTest::fillBox() {
  static const std::vector<QString> kWords{
      QStringLiteral("512"),  QStringLiteral("1,024"), QStringLiteral("1 k"),
      QStringLiteral("64*8"), QStringLiteral("-5"),    QStringLiteral("nan"),
      QStringLiteral(""),     QStringLiteral("1e30"),  QStringLiteral("2^99"),
      QStringLiteral("0"),    QStringLiteral("x\ty"),  QStringLiteral("99999999999999999999"),
      QStringLiteral("7.5"),  QStringLiteral("你好"),  QStringLiteral("2^8")};
  std::vector<QLineEdit*> boxes;
  for (QWidget* widget : reachable(topmost())) {
    if (auto* const box = qobject_cast<QLineEdit*>(widget)) {
      boxes.push_back(box);
    }
  }
  if (boxes.empty()) {
    return QStringLiteral("no box");
  }
  QLineEdit* const box = oneOf(boxes);
  const QString words = oneOf(kWords);
  box->setFocus();
  box->setText(words);
  press(upTo(3) == 0 ? Qt::Key_Escape : Qt::Key_Return);
  return QStringLiteral("enter “%1”").arg(words);
}

QString RandomWalkTest::chooseInCombo() {
  std::vector<QComboBox*> boxes;
  for (QWidget* widget : reachable(topmost())) {
    auto* const box = qobject_cast<QComboBox*>(widget);
    if (box != nullptr && box->count() > 0) {
      boxes.push_back(box);
    }
  }
  if (boxes.empty()) {
    return QStringLiteral("no list");
  }
  QComboBox* const box = oneOf(boxes);
  const int row = upTo(box->count() - 1);
  box->setFocus();
  box->setCurrentIndex(row);
  emit box->activated(row);
  return QStringLiteral("choose row %1 of %2").arg(row).arg(box->accessibleName());
}

QString RandomWalkTest::goByPalette() {
  if (topmost() != &fixture_->window()) {
    return closeDialog();
  }
  static const std::vector<QString> kWords{QStringLiteral("context 700"), QStringLiteral("format"),
                                           QStringLiteral("rope"),        QStringLiteral("表"),
                                           QStringLiteral("zzz"),         QStringLiteral("copy"),
                                           QStringLiteral("llama"),       QStringLiteral("fp32")};
  fixture_->window().actions()[Command::palette]->trigger();
  Palette& palette = fixture_->window().paletteSheet();
  const QString words = oneOf(kWords);
  palette.box().setText(words);
  for (int step = upTo(3); step > 0; --step) {
    press(Qt::Key_Down);
  }
  press(upTo(3) == 0 ? Qt::Key_Escape : Qt::Key_Return);
  return QStringLiteral("palette “%1”").arg(words);
}

QString RandomWalkTest::stepBackOrForward() {
  const bool back = upTo(2) > 0;
  for (int step = upTo(3); step >= 0; --step) {
    fixture_->window().actions()[back ? Command::undo : Command::redo]->trigger();
  }
  return back ? QStringLiteral("undo") : QStringLiteral("redo");
}

QString RandomWalkTest::goInHistory() {
  QUndoStack& undo = fixture_->model().undoStack();
  const int index = std::clamp(undo.index() + upTo(10) - 5, 0, undo.count());
  undo.setIndex(index);
  return QStringLiteral("step %1 of the history").arg(index);
}

QString RandomWalkTest::blink() {
  sendKey(QEvent::KeyPress, Qt::Key_B);
  QCoreApplication::processEvents();
  sendKey(QEvent::KeyRelease, Qt::Key_B);
  return QStringLiteral("blink");
}

const std::array<RandomWalkTest::DeedRow, 20>& RandomWalkTest::deeds() {
  static const std::array<DeedRow, 20> kDeeds{{
      {16, &RandomWalkTest::clickSomething}, {6, &RandomWalkTest::clickPlot},
      {14, &RandomWalkTest::pressKey},       {3, &RandomWalkTest::typeWords},
      {8, &RandomWalkTest::turnWheel},       {6, &RandomWalkTest::dragAcross},
      {3, &RandomWalkTest::resizeWindow},    {1, &RandomWalkTest::changeLook},
      {4, &RandomWalkTest::triggerCommand},  {6, &RandomWalkTest::closeDialog},
      {1, &RandomWalkTest::openModel},       {2, &RandomWalkTest::openLink},
      {5, &RandomWalkTest::choosePage},      {6, &RandomWalkTest::setParameter},
      {5, &RandomWalkTest::fillBox},         {3, &RandomWalkTest::chooseInCombo},
      {3, &RandomWalkTest::goByPalette},     {4, &RandomWalkTest::stepBackOrForward},
      {1, &RandomWalkTest::goInHistory},     {3, &RandomWalkTest::blink},
  }};
  return kDeeds;
}

QString RandomWalkTest::doSomething() {
  int all = 0;
  for (const DeedRow& row : deeds()) {
    all += row.weight;
  }
  int ticket = upTo(all - 1);
  for (const DeedRow& row : deeds()) {
    ticket -= row.weight;
    if (ticket < 0) {
      return (this->*row.deed)();
    }
  }
  return {};
}

// A slider goes to millions in one move, and a menu leaves the window.
void RandomWalkTest::keepSmall() {
  const State& state = fixture_->model().state();
  if (state.params.has(parameter::kContext) &&
      state.params.integer(parameter::kContext) > kLongestContext) {
    static_cast<void>(fixture_->model().setParameter("context", "1024"));
  }
  if (!fixture_->window().isVisible()) {
    fixture_->window().show();
  }
}

void RandomWalkTest::check(int number) {
  const State& state = fixture_->model().state();
  const auto read = parseLink(formatLink(state));
  QVERIFY2(read && *read == state, qPrintable(QStringLiteral("%1: %2").arg(number).arg(
                                       QString::fromStdString(formatLink(state)))));
  QVERIFY2(warnings.isEmpty(),
           qPrintable(QStringLiteral("%1: %2").arg(number).arg(warnings.join(QLatin1Char('\n')))));
}

// In parts, each of which is watched for itself, and which together are one walk.
void RandomWalkTest::walk_threeThousandActions_nothingBreaks_data() {
  QTest::addColumn<int>("first");
  const auto actions = static_cast<int>(numberFrom("POSCOPE_WALK_ACTIONS", kActions));
  for (int first = 0; first < actions; first += kPart) {
    QTest::addRow("from %d", first) << first;
  }
}

void RandomWalkTest::walk_threeThousandActions_nothingBreaks() {
  QFETCH(int, first);
  for (int number = first; number < first + kPart && !broken_; ++number) {
    diary.write(number, QStringLiteral("…"));
    acting_ = true;
    diary.write(number, doSomething());
    acting_ = false;
    keepSmall();
    processEvents();
    check(number);
    broken_ = QTest::currentTestFailed();
  }
  if (QTest::currentTestFailed()) {
    diary.tell();
  }
}

// What was done can be taken back and done again, and is there at the next start.
void RandomWalkTest::end_stateIsWhole() {
  while (topmost() != &fixture_->window()) {
    closeDialog();
    processEvents();
  }
  QVERIFY(fixture_->settle());
  const State end = fixture_->model().state();
  QUndoStack& undo = fixture_->model().undoStack();
  const int index = undo.index();
  undo.setIndex(0);
  processEvents();
  undo.setIndex(index);
  processEvents();
  QVERIFY(fixture_->model().state() == end);
  fixture_->window().save();
  WindowFixture again(pathIn(*folder_));
  QVERIFY(again.model().state() == end);
}

QTEST_MAIN(RandomWalkTest)
#include "random_walk_test.moc"
