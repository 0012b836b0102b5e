// The Export dialog: its controls say what is written, problems stay in the dialog.
#include "app/export/export_dialog.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

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

void choose(const QWidget& dialog, const QString& text) {
  QComboBox* box = boxWith(dialog, text);
  QVERIFY2(box != nullptr, qPrintable(text));
  box->setCurrentIndex(box->findText(text));
  emit box->activated(box->currentIndex());
}

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

  void options_followTheControls() {
    QComboBox* format = boxWith(*dialog_, "PDF vector page");
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

  void dialog_closedWhileItWorks_isNotWaitedFor() {
    const QTemporaryDir folder;
    dialog_->show();
    dialog_->saveTo(folder.filePath("late.png"));
    dialog_->reject();
    dialog_.reset();
    QVERIFY(!QFile::exists(folder.filePath("late.png.tmp")));
  }

 private:
  std::unique_ptr<ExportDialog> dialog_;
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::ExportDialogTest)
#include "export_dialog_test.moc"
