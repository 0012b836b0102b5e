// Frames in the Export dialog: what is offered, what is written, what is refused, and Cancel.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "app/export/export_dialog.h"
#include "app/export/figure_metadata.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

namespace poscope::test {
namespace {

/// The dialog of a link's page, with frames on offer.
struct Desk {
  State state;
  std::unique_ptr<ExportDialog> dialog;

  explicit Desk(const char* link) : state(*parseLink(link)) {
    const auto backend = makeCpuBackend();
    auto figure = buildFigure(*findView(state.view), state.params, {backend, {}, {}, {}});
    dialog = std::make_unique<ExportDialog>(nullptr, state,
                                            std::make_shared<const Figure>(std::move(*figure)),
                                            ThemeKind::light, Language::english);
    dialog->offerFrames(backend, {});
    dialog->show();
  }

  [[nodiscard]] QComboBox* box(const char* offer) const {
    for (QComboBox* each : dialog->findChildren<QComboBox*>()) {
      if (each->findText(QString::fromUtf8(offer)) >= 0) {
        return each;
      }
    }
    return nullptr;
  }
  void choose(const char* offer) const {
    QComboBox* const found = box(offer);
    QVERIFY2(found != nullptr, offer);
    found->setCurrentIndex(found->findText(QString::fromUtf8(offer)));
  }
  [[nodiscard]] QLineEdit* edit(const char* name) const {
    for (QLineEdit* each : dialog->findChildren<QLineEdit*>()) {
      if (each->accessibleName() == QLatin1String(name)) {
        return each;
      }
    }
    return nullptr;
  }
  void range(const char* from, const char* to, const char* step) const {
    edit("First value")->setText(QLatin1String(from));
    edit("Last value")->setText(QLatin1String(to));
    edit("Step")->setText(QLatin1String(step));
  }
  [[nodiscard]] bool says(const char* words) const {
    const auto labels = dialog->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [words](const QLabel* label) {
      return label->text().contains(QLatin1String(words));
    });
  }
};

QStringList filesIn(const QTemporaryDir& folder) {
  return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

constexpr int kPatience = 60000;
constexpr const char* kContext = "For each value: Context";

}  // namespace

class FrameDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void offers_wholeNumbersThatHaveAnEffect() {
    const Desk desk("poscope:alibi?picture=heads");
    const QComboBox* const frames = desk.box("One picture");
    QVERIFY(frames != nullptr);
    QVERIFY(frames->findText(QStringLiteral("For each value: Heads")) > 0);
    QCOMPARE(frames->findText(QStringLiteral("For each value: Head")), -1);  // All are shown.
    QVERIFY(!desk.edit("First value")->isVisible());
  }

  void pageWithoutWholeNumbers_offersNothing() {
    const Desk desk("poscope:formats");
    QVERIFY(!desk.box("One picture")->isVisible());
  }

  void chosen_beginsWithTheUsualRange() {
    const Desk desk("poscope:positions");
    desk.choose(kContext);
    QVERIFY(desk.edit("First value")->isVisible());
    QCOMPARE(desk.edit("First value")->text(), QStringLiteral("256"));
    QCOMPARE(desk.edit("Last value")->text(), QStringLiteral("131072"));
    QCOMPARE(desk.edit("Step")->text(), QStringLiteral("x2"));
    QTRY_VERIFY_WITH_TIMEOUT(
        desk.says("10 pictures will be written, for Context from 256 to 131,072."), kPatience);
  }

  void saved_isAFileForEachValue() {
    const Desk desk("poscope:positions?format=fp16");
    const QTemporaryDir folder;
    desk.choose(kContext);
    desk.range("1k", "4k", "x2");
    QSignalSpy saved(desk.dialog.get(), &ExportDialog::saved);
    desk.dialog->saveTo(folder.filePath("f.png"));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kPatience);
    QVERIFY(saved[0][0].toString().contains(QStringLiteral("Wrote 3 frames")));
    QVERIFY(saved[0][0].toString().endsWith(QStringLiteral("Context from 1,024 to 4,096.")));
    QCOMPARE(filesIn(folder), (QStringList{"f-0001.png", "f-0002.png", "f-0003.png"}));
    QStringList links;
    std::set<std::pair<int, int>> sizes;
    for (const QString& name : filesIn(folder)) {
      links << QString::fromStdString(linkFromFigureFile(folder.filePath(name)).value_or(""));
      const QImage image(folder.filePath(name));
      sizes.emplace(image.width(), image.height());
    }
    QCOMPARE(links, (QStringList{"poscope:positions?context=1024&format=fp16",
                                 "poscope:positions?context=2048&format=fp16",
                                 "poscope:positions?format=fp16"}));
    QCOMPARE(sizes.size(), std::size_t{1});
    QVERIFY(!desk.dialog->isVisible());
  }

  void saved_asData_underAPattern() {
    const Desk desk("poscope:positions");
    const QTemporaryDir folder;
    desk.choose("CSV table of numbers");
    desk.choose(kContext);
    desk.range("256", "512", "256");
    QSignalSpy saved(desk.dialog.get(), &ExportDialog::saved);
    desk.dialog->saveTo(folder.filePath("a%d.csv"));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kPatience);
    QCOMPARE(filesIn(folder), (QStringList{"a1.csv", "a2.csv"}));
  }

  void badRange_isAProblem_andNothingIsSaved() {
    const Desk desk("poscope:positions");
    const QTemporaryDir folder;
    desk.choose(kContext);
    desk.range("1", "4k", "x2");
    QVERIFY2(desk.dialog->problem().startsWith("Context: \"1\""),
             qPrintable(desk.dialog->problem()));
    desk.dialog->saveTo(folder.filePath("f.png"));
    QVERIFY(filesIn(folder).isEmpty());
    desk.range("2", "100000", "1");
    QVERIFY(desk.dialog->problem().contains("99,999"));
    desk.choose("One picture");
    QVERIFY(desk.dialog->problem().isEmpty());
  }

  void frameThatIsNoFigure_saysWhich_andKeepsThoseBefore() {
    const Desk desk("poscope:alibi?picture=keys&heads=4");
    const QTemporaryDir folder;
    desk.choose("CSV table of numbers");
    desk.choose("For each value: Head");
    desk.range("2", "6", "1");
    desk.dialog->saveTo(folder.filePath("f.csv"));
    QTRY_VERIFY_WITH_TIMEOUT(!desk.dialog->problem().isEmpty(), kPatience);
    QVERIFY2(desk.dialog->problem().contains("=4"), qPrintable(desk.dialog->problem()));
    QCOMPARE(filesIn(folder), (QStringList{"f-0001.csv", "f-0002.csv"}));
    QVERIFY(desk.dialog->isVisible());
  }

  void cancel_leavesWholeFramesOnly() {
    const Desk desk("poscope:positions");
    const QTemporaryDir folder;
    desk.choose(kContext);
    desk.range("2", "9000", "1");
    QSignalSpy saved(desk.dialog.get(), &ExportDialog::saved);
    desk.dialog->saveTo(folder.filePath("f.png"));
    QTRY_VERIFY_WITH_TIMEOUT(filesIn(folder).contains("f-0002.png"), kPatience);
    desk.dialog->reject();
    // What was under way is heard of no more.
    QTest::qWait(0);
    const QStringList names = filesIn(folder);
    QVERIFY(names.size() < 8999);
    QVERIFY(!QImage(folder.filePath("f-0001.png")).isNull());
    QCOMPARE(saved.count(), 0);
  }

  void openedFile_isNotWrittenOver() {
    const Desk desk("poscope:positions");
    const QTemporaryDir folder;
    QFile opened(folder.filePath("f-0002.png"));
    QVERIFY(opened.open(QIODevice::WriteOnly));
    opened.close();
    desk.dialog->keep({folder.filePath("f-0002.png").toStdString()});
    desk.choose(kContext);
    desk.dialog->saveTo(folder.filePath("f.png"));
    QVERIFY2(desk.dialog->problem().contains("f-0002.png is open"),
             qPrintable(desk.dialog->problem()));
    QCOMPARE(filesIn(folder), QStringList{"f-0002.png"});
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::FrameDialogTest)
#include "frame_dialog_test.moc"
