// Sizes: what people write, what venues ask for, what it comes to.
#include "app/export/export_size.h"

#include <QTest>

namespace poscope::test {

class ExportSizeTest : public QObject {
  Q_OBJECT

 private slots:
  void size_asPeopleWriteIt_isRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("height");
    QTest::newRow("mm") << "84mmx60mm" << 84.0 << 60.0;
    QTest::newRow("fractions") << "84.5mmx60.25mm" << 84.5 << 60.25;
    QTest::newRow("inches") << "5.5inx3in" << 139.7 << 76.2;
    QTest::newRow("mixed") << "10cmx72pt" << 100.0 << 25.4;
  }
  void size_asPeopleWriteIt_isRead() {
    QFETCH(QString, text);
    QFETCH(double, width);
    QFETCH(double, height);
    const auto size = parseSize(text.toStdString());
    QVERIFY(size && size->millimetres && !size->pixels);
    QVERIFY(std::abs(size->millimetres->width() - width) < 1e-9);
    QVERIFY(std::abs(size->millimetres->height() - height) < 1e-9);
  }

  void size_ofPlainNumbers_isPixels() {
    QCOMPARE(*parseSize("1600x900"), (ExportSize{std::nullopt, QSize(1600, 900)}));
    QCOMPARE(*parseSize("1600pxx900px"), (ExportSize{std::nullopt, QSize(1600, 900)}));
  }

  void size_nonsense_isAUsageError_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", "x", "84mm", "84mmx", "84mmx60", "84x60mm", "0x5", "-3x5", "1e3x5", "nanx5", "infx5",
          "84mmx60mm ", "84mm60mm", "1600.5x900", "84ftx60ft", "9999999999999x9"}) {
      QTest::addRow("%s", text) << text;
    }
  }
  void size_nonsense_isAUsageError() {
    QFETCH(QString, text);
    const auto size = parseSize(text.toStdString());
    QVERIFY(!size);
    QCOMPARE(size.error().kind, ErrorKind::usage);
    const std::string message = renderPlain(size.error().text, Language::english);
    QVERIFY(message.find("84mmx60mm") != std::string::npos);
  }

  void size_nearlyRight_isSuggested_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("meant");
    const auto row = [](const char* text, const char* meant) {
      QTest::addRow("%s", text) << text << meant;
    };
    row("84x60", "84mmx60mm");  // No picture has so few dots.
    row("5x3", "5inx3in");
    row("5.5x3", "5.5inx3in");
    row("84mmx60", "84mmx60mm");
    row("84x60mm", "84mmx60mm");
    row("84 mm x 60 mm", "84mmx60mm");
    row("84MM×60MM", "84mmx60mm");
    row("84mnx60mn", "84mmx60mm");
    row("8inchx5inch", "8inx5in");
    row("1600X900", "1600pxx900px");
  }
  void size_nearlyRight_isSuggested() {
    QFETCH(QString, text);
    QFETCH(QString, meant);
    const auto size = parseSize(text.toStdString());
    QVERIFY(!size);
    QCOMPARE(size.error().kind, ErrorKind::usage);
    const QString message =
        QString::fromStdString(renderPlain(size.error().text, Language::english));
    QVERIFY2(message.contains('"' + text + '"'), qPrintable(message));
    QVERIFY2(message.endsWith("Did you mean " + meant + "?"), qPrintable(message));
    QVERIFY(parseSize(meant.toStdString()));
  }

  void size_ofFewPixels_isTakenWithItsUnit() {
    QCOMPARE(*parseSize("84pxx60px"), (ExportSize{std::nullopt, QSize(84, 60)}));
    QCOMPARE(*parseSize("256x251"), (ExportSize{std::nullopt, QSize(256, 251)}));
  }

  void papers_ofVenues_haveTheirWidths() {
    QCOMPARE(paperSize("neurips")->millimetres->width(), 5.5 * 25.4);
    QCOMPARE(paperSize("neurips-half")->millimetres->width(), 2.65 * 25.4);
    QCOMPARE(paperSize("icml-wide")->millimetres->width(), 6.75 * 25.4);
    QCOMPARE(paperSize("ieee-wide")->millimetres->width(), 7.16 * 25.4);
    QCOMPARE(paperSize("nature")->millimetres->width(), 89.0);
    QCOMPARE(*paperSize("slide")->pixels, QSize(1920, 1080));
    for (const Paper& paper : papers()) {
      QVERIFY(resolveSize(paper.size, kStandardDpi));
      // Nature's limit; the others allow more.
      QVERIFY(!paper.size.millimetres || paper.size.millimetres->height() <= 170);
    }
    const auto unknown = paperSize("lettr");
    QCOMPARE(unknown.error().kind, ErrorKind::usage);
    QVERIFY(renderPlain(unknown.error().text, Language::english).find("poscope export --help") !=
            std::string::npos);
  }

  void page_inMillimetres_isExactInPoints() {
    const auto page = resolveSize({QSizeF(84.3, 60.7), std::nullopt}, 300);
    QCOMPARE(page->points, QSizeF(84.3, 60.7) * (72 / 25.4));
    QCOMPARE(page->pixels, QSize(996, 717));
  }

  void page_inPixels_keepsThem() {
    const auto page = resolveSize({std::nullopt, QSize(1600, 900)}, 144);
    QCOMPARE(page->pixels, QSize(1600, 900));
    QCOMPARE(page->points, QSizeF(800, 450));
  }

  void page_outOfRange_isAUsageError() {
    QCOMPARE(resolveSize({}, 71).error().kind, ErrorKind::usage);
    QCOMPARE(resolveSize({}, 2401).error().kind, ErrorKind::usage);
    QCOMPARE(resolveSize({}, qQNaN()).error().kind, ErrorKind::usage);
    QVERIFY(resolveSize({}, 72));
    QVERIFY(resolveSize({}, 2400));
    QCOMPARE(resolveSize({std::nullopt, QSize(40000, 100)}, 300).error().kind, ErrorKind::usage);
    QCOMPARE(resolveSize({std::nullopt, QSize(30000, 30000)}, 300).error().kind, ErrorKind::usage);
    QCOMPARE(resolveSize({std::nullopt, QSize(800, 3)}, 300).error().kind, ErrorKind::usage);
    QCOMPARE(resolveSize({QSizeF(1e300, 1e300), std::nullopt}, 300).error().kind, ErrorKind::usage);
  }
};

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::ExportSizeTest)
#include "export_size_test.moc"
