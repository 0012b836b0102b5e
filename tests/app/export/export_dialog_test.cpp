// The Export dialog: its controls say what is written, problems stay in the dialog.
#include "app/export/export_dialog.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <latch>
#include <mutex>
#include <stdexcept>

#include "app/jobs/job_threads.h"
#include "tests/app/export/test_figures.h"

namespace poscope::test {
namespace {

// The combo box that offers `text`.
QComboBox* boxWith(const QWidget& dialog, const QString& text) {
  for (QComboBox* box : dialog.findChildren<QComboBox*>()) {
    if (box->findText(text) >= 0) {
      return box;
    }
  }
  return nullptr;
}

QCheckBox* checkBoxWith(const QWidget& dialog, const QString& text) {
  for (QCheckBox* box : dialog.findChildren<QCheckBox*>()) {
    if (box->text() == text) {
      return box;
    }
  }
  return nullptr;
}

QLabel* labelWith(const QWidget& dialog, const QString& accessibleName) {
  for (QLabel* label : dialog.findChildren<QLabel*>()) {
    if (label->accessibleName() == accessibleName) {
      return label;
    }
  }
  return nullptr;
}

void choose(const QWidget& dialog, const QString& text) {
  QComboBox* box = boxWith(dialog, text);
  QVERIFY2(box != nullptr, qPrintable(text));
  box->setCurrentIndex(box->findText(text));
  emit box->activated(box->currentIndex());
}

class TestSource : public CellSource {
 public:
  std::int64_t rows() const override { return 5; }
  std::int64_t columns() const override { return 5; }
  Result<void> cells(const Lattice&, Quantity, Reduction, std::span<float>,
                     std::stop_token) const override {
    return work();
  }
  Result<void> cells(const Lattice&, Quantity, Reduction, std::span<double>,
                     std::stop_token) const override {
    return work();
  }

 private:
  virtual Result<void> work() const = 0;
};

/// Hears no stop, as a device that is busy.
class DeafSource final : public TestSource {
 public:
  void waitUntilBegun() const { begun_.wait(); }
  void finish() const { end_.count_down(); }

 private:
  Result<void> work() const override {
    std::call_once(once_, [this] { begun_.count_down(); });
    end_.wait();
    return {};
  }
  mutable std::once_flag once_;
  mutable std::latch begun_{1};
  mutable std::latch end_{1};
};

class ThrowingSource final : public TestSource {
  Result<void> work() const override { throw std::out_of_range("no such cell"); }
};

}  // namespace

class ExportDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    const auto figure = std::make_shared<Figure>(checkerFigure(5, 5));
    dialog_ = std::make_unique<ExportDialog>(nullptr, defaultState(*findView("sinusoidal")), figure,
                                             ThemeKind::dark, Language::chinese);
  }

  void options_atFirst_areAStandardLightPage() {
    const ExportOptions options = dialog_->options();
    QCOMPARE(dialog_->ending(), QString("png"));
    QVERIFY(!options.millimetres && !options.pixels);
    QCOMPARE(options.dpi, 300.0);
    QCOMPARE(options.theme, ThemeKind::light);
    QCOMPARE(options.language, Language::chinese);
    QVERIFY(options.caption);
    QVERIFY(options.layer.empty());
  }

  void text_isChosenForSvgOnly() {
    QCheckBox* text = checkBoxWith(*dialog_, "Text that can be &edited");
    QVERIFY(text != nullptr);
    QCOMPARE(dialog_->options().text, TextForm::outlines);
    for (const std::string& ending : exportEndings()) {
      choose(*dialog_,
             QString::fromStdString(renderPlain(Text("export.kind." + ending), Language::chinese)));
      QCOMPARE(text->isEnabled(), ending == "svg");
    }
    text->setChecked(true);
    QCOMPARE(dialog_->options().text, TextForm::text);
  }

  void options_followTheControls() {
    // The dialog is a Chinese one: kinds of files are named by core, in the window's language.
    const std::string pdf = renderPlain(Text("export.kind.pdf"), Language::chinese);
    QComboBox* format = boxWith(*dialog_, QString::fromStdString(pdf));
    QVERIFY2(format != nullptr, pdf.c_str());
    format->setCurrentIndex(2);
    QCOMPARE(dialog_->ending(), QString("pdf"));
    choose(*dialog_, "English");
    choose(*dialog_, "Dark");
    QSpinBox* dpi = dialog_->findChild<QSpinBox*>();
    QCOMPARE(dpi->minimum(), 72);
    QCOMPARE(dpi->maximum(), 2400);
    dpi->setValue(600);
    dialog_->findChild<QCheckBox*>()->setChecked(false);
    const ExportOptions options = dialog_->options();
    QCOMPARE(options.dpi, 600.0);
    QCOMPARE(options.theme, ThemeKind::dark);
    QCOMPARE(options.language, Language::english);
    QVERIFY(!options.caption);
  }

  void size_presetsAndFreeNumbers_areKept() {
    QComboBox* preset = boxWith(*dialog_, "slide: 1920 × 1080 px");
    QVERIFY(preset != nullptr);
    choose(*dialog_, "slide: 1920 × 1080 px");
    QCOMPARE(*dialog_->options().pixels, QSize(1920, 1080));
    choose(*dialog_, "nature: 89.0 mm wide");
    QCOMPARE(dialog_->options().millimetres->width(), 89.0);
    QDoubleSpinBox* width = dialog_->findChild<QDoubleSpinBox*>();
    width->setValue(100);
    QCOMPARE(preset->currentText(), QString("Free"));
    QCOMPARE(dialog_->options().millimetres->width(), 100.0);
    choose(*dialog_, "in");
    QVERIFY(std::abs(dialog_->options().millimetres->width() - 100) < 0.2);
    choose(*dialog_, "px");
    QCOMPARE(dialog_->options().pixels->width(), 1182);  // 3.94 in, as it was shown, at 300 dpi.
  }

  void preview_isShown() {
    dialog_->show();
    const auto hasPicture = [&] {
      for (QLabel* label : dialog_->findChildren<QLabel*>()) {
        if (!label->pixmap(Qt::ReturnByValue).isNull()) {
          return true;
        }
      }
      return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasPicture(), 20000);
  }

  // Before anything is written: what a small page leaves out, and that a vector file gets a bitmap.
  void preview_saysWhatTheFileWillBe() {
    const auto figure = std::make_shared<Figure>(figureOf("poscope:rope-precision?context=8192"));
    dialog_ = std::make_unique<ExportDialog>(nullptr, defaultState(*findView("rope-precision")),
                                             figure, ThemeKind::light, Language::english);
    const auto says = [&](const char* words) {
      const auto labels = dialog_->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [words](const QLabel* label) {
        return label->text().contains(QLatin1String(words));
      });
    };
    dialog_->show();
    choose(*dialog_, "neurips-half: 67.3 mm wide");
    QTRY_VERIFY_WITH_TIMEOUT(says("no room for"), 60000);
    QVERIFY(!says("bitmap"));
    choose(*dialog_, QString::fromStdString(renderPlain("export.kind.pdf", Language::english)));
    choose(*dialog_, "slide-4k: 3840 × 2160 px");
    QTRY_VERIFY_WITH_TIMEOUT(says("bitmap"), 60000);
  }

  void dataFile_disablesWhatIsOfPicturesOnly() {
    QLabel* const preview = labelWith(*dialog_, "Preview");
    QVERIFY(preview != nullptr);
    dialog_->show();
    chooseKind("csv");
    for (const char* const name : {"Width", "Height", "Unit"}) {
      const auto all = dialog_->findChildren<QWidget*>();
      const auto found = std::find_if(all.begin(), all.end(), [name](const QWidget* widget) {
        return widget->accessibleName() == QLatin1String(name);
      });
      QVERIFY2(found != all.end() && !(*found)->isEnabled(), name);
    }
    QVERIFY(!dialog_->findChild<QSpinBox*>()->isEnabled());
    QVERIFY(!checkBoxWith(*dialog_, "&Caption with the finding")->isEnabled());
    // 5 rows of 5 numbers, and no size in millimetres or pixels.
    QTRY_VERIFY_WITH_TIMEOUT(preview->text().contains("25"), 20000);
    for (const QLabel* label : dialog_->findChildren<QLabel*>()) {
      QVERIFY2(!label->text().contains(" × "), qPrintable(label->text()));
    }
    chooseKind("png");
    QVERIFY(dialog_->findChild<QSpinBox*>()->isEnabled());
  }

  void data_isOfALayerByItsShownName() {
    const auto figure = std::make_shared<Figure>(figureOf("poscope:positions"));
    dialog_ = std::make_unique<ExportDialog>(nullptr, defaultState(*findView("positions")), figure,
                                             ThemeKind::light, Language::english);
    QVERIFY(boxWith(*dialog_, "bf16: 7 places for 100 tokens") != nullptr);
    QVERIFY(boxWith(*dialog_, "a") == nullptr);
    chooseKind("csv");
    choose(*dialog_, "fp32: 100 places for 100 tokens");
    QCOMPARE(dialog_->options().layer, std::string("b"));
  }

  void rowsAndColumns_areASlice() {
    chooseKind("csv");
    QLineEdit* const rows = boxAt("&Rows");
    QLineEdit* const columns = boxAt("C&olumns");
    QVERIFY(rows != nullptr && columns != nullptr && rows->isEnabled());
    rows->setText("0:4:2");
    QCOMPARE(dialog_->options().rows, std::optional(AxisSlice{0, 4, 2}));
    QVERIFY(dialog_->problem().isEmpty());
    rows->setText("4:0");
    QVERIFY2(dialog_->problem().startsWith("Rows"), qPrintable(dialog_->problem()));
    QVERIFY(!dialog_->options().rows);
    rows->clear();
    QVERIFY(dialog_->problem().isEmpty());
    chooseKind("png");
    QVERIFY(!rows->isEnabled() && !columns->isEnabled());
  }

  void tooManyNumbers_areSaidInWordsOfTheDialog() {
    const auto figure = std::make_shared<Figure>(checkerFigure(1 << 16, 1 << 16));
    dialog_ = std::make_unique<ExportDialog>(nullptr, defaultState(*findView("sinusoidal")), figure,
                                             ThemeKind::light, Language::english);
    dialog_->show();
    chooseKind("csv");
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->problem().isEmpty(), 20000);
    QVERIFY2(dialog_->problem().contains("Rows"), qPrintable(dialog_->problem()));
    QVERIFY2(!dialog_->problem().contains("--"), qPrintable(dialog_->problem()));
    boxAt("&Rows")->setText("0:4");
    QTRY_VERIFY_WITH_TIMEOUT(dialog_->problem().isEmpty(), 20000);
  }

  void openedFile_isNotWrittenOver() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("config.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
    file.close();
    dialog_->keep({path.toStdString()});
    dialog_->show();
    chooseKind("json");
    dialog_->saveTo(folder.filePath("./config.json"));
    QVERIFY2(dialog_->problem().contains("config.json"), qPrintable(dialog_->problem()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{}"));
    QSignalSpy saved(dialog_.get(), &ExportDialog::saved);
    dialog_->saveTo(folder.filePath("other.json"));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  }

  void folder_atFirst_isTheDocumentsFolder() {
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    QCOMPARE(ExportDialog::folder(), QDir(documents).exists() ? documents : QDir::homePath());
  }

  // A page of no given size grows until it shows the figure whole; a long list at the end may go.
  void standardPage_showsTheWholeFigure_data() {
    QTest::addColumn<QByteArray>("link");
    QTest::addColumn<QStringList>("spared");
    QTest::newRow("table and plot")
        << QByteArray("poscope:rope-precision?context=8192") << QStringList();
    QTest::newRow("report with its chart")
        << QByteArray("poscope:cases") << QStringList("“All reports”");
  }
  void standardPage_showsTheWholeFigure() {
    QFETCH(QByteArray, link);
    const Figure figure = figureOf(link.constData());
    const auto size = pageSizeOf(figure, std::nullopt, {});
    QVERIFY(size.has_value());
    PageOptions page = pageOptions({}, *size, std::nullopt);
    page.sizePoints = size->points;
    FigurePage whole(figure, page);
    QVERIFY(whole.layOut());
    QStringList left;
    for (const Text& thing : whole.leftOut()) {
      left << QString::fromStdString(renderPlain(thing, Language::english));
    }
    QTEST(left, "spared");
    QCOMPARE(std::round(size->points.width()), 480.0);
    ExportOptions small;
    small.millimetres = QSizeF(84, 60);
    QCOMPARE(pageSizeOf(figure, std::nullopt, small)->millimetres, QSizeF(84, 60));
  }

  void save_writesTheFileAndCloses() {
    const QTemporaryDir folder;
    QSignalSpy saved(dialog_.get(), &ExportDialog::saved);
    choose(*dialog_, "slide: 1920 × 1080 px");
    dialog_->show();
    dialog_->saveTo(folder.filePath("a.png"));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
    QVERIFY(saved[0][0].toString().contains("a.png"));
    QCOMPARE(QImage(folder.filePath("a.png")).size(), QSize(1920, 1080));
    QVERIFY(!dialog_->isVisible());
  }

  void save_thatFails_staysOpenAndSaysWhy() {
    const QTemporaryDir folder;
    dialog_->show();
    dialog_->saveTo(folder.filePath("no/such/folder/a.png"));
    QTRY_VERIFY_WITH_TIMEOUT(dialog_->problem().contains("no/such/folder"), 20000);
    QVERIFY(dialog_->isVisible());
  }

  void dialog_closedWhileItWorks_isNotWaitedForAndWritesNothing() {
    const QTemporaryDir folder;
    const auto source = std::make_shared<DeafSource>();
    const auto figure = std::make_shared<Figure>(checkerFigure(5, 5));
    auto& panel = std::get<PlotPanel>(figure->panels.front());
    std::get<HeatLayer>(panel.layers.front()).source = source;
    dialog_ = std::make_unique<ExportDialog>(nullptr, defaultState(*findView("sinusoidal")), figure,
                                             ThemeKind::light, Language::english);
    dialog_->show();
    dialog_->saveTo(folder.filePath("late.png"));
    source->waitUntilBegun();
    dialog_->reject();
    dialog_.reset();  // Returns while the cells are still being computed.
    source->finish();
    QVERIFY(waitForJobThreads(std::chrono::seconds(60)));
    QCoreApplication::processEvents();
    QVERIFY(QDir(folder.path()).isEmpty());
  }

  void job_thatThrows_isAProblemInTheDialog() {
    const QTemporaryDir folder;
    const auto figure = std::make_shared<Figure>(checkerFigure(5, 5));
    auto& panel = std::get<PlotPanel>(figure->panels.front());
    std::get<HeatLayer>(panel.layers.front()).source = std::make_shared<ThrowingSource>();
    dialog_ = std::make_unique<ExportDialog>(nullptr, defaultState(*findView("sinusoidal")), figure,
                                             ThemeKind::light, Language::english);
    dialog_->show();
    dialog_->saveTo(folder.filePath("never.png"));
    QTRY_VERIFY_WITH_TIMEOUT(dialog_->problem().contains("no such cell"), 20000);
    QVERIFY(dialog_->isVisible());
    QVERIFY(QDir(folder.path()).isEmpty());
  }

 private:
  void chooseKind(const std::string& ending) {
    for (const Language language : allLanguages()) {
      const QString name =
          QString::fromStdString(renderPlain(Text("export.kind." + ending), language));
      if (boxWith(*dialog_, name) != nullptr) {
        choose(*dialog_, name);
        return;
      }
    }
    QFAIL(ending.c_str());
  }
  QLineEdit* boxAt(const QString& label) {
    for (const QLabel* each : dialog_->findChildren<QLabel*>()) {
      if (each->text() == label) {
        return qobject_cast<QLineEdit*>(each->buddy());
      }
    }
    return nullptr;
  }

  std::unique_ptr<ExportDialog> dialog_;
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::ExportDialogTest)
#include "export_dialog_test.moc"
