// The gallery: every view and figure, an index that shows them, and no harm to other people's
// files.
#include "app/export/gallery.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "core/catalogue/views.h"
#include "core/views/view.h"

namespace poscope::test {
namespace {

GalleryOptions smallGallery() {
  GalleryOptions options;
  options.backend = makeCpuBackend();
  options.pixels = QSize(800, 600);
  options.dpi = 100;
  return options;
}

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList filesOf(const QString& folder) {
  return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

void put(const QString& path) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("mine");
}

QStringList expectedPictures() {
  QStringList names;
  for (const View& view : views()) {
    names.append(QString::fromStdString(view.id) + ".png");
    for (const NamedFigure& figure : view.figures) {
      names.append(QString::fromStdString(figure.name) + ".png");
    }
  }
  return names;
}

}  // namespace

class GalleryTest : public QObject {
  Q_OBJECT

 private slots:
  void gallery_writesEveryViewAndFigure() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("new/gallery");
    int calls = 0;
    int all = 0;
    const auto report = writeGallery(path.toStdString(), smallGallery(),
                                     [&](int done, int of, const std::string&) {
                                       QCOMPARE(done, calls++);
                                       all = of;
                                     },
                                     {});
    QVERIFY2(report, report ? "" : renderPlain(report.error().text, Language::english).c_str());
    const QStringList pictures = expectedPictures();
    QCOMPARE(report->pictures, static_cast<int>(pictures.size()));
    QCOMPARE(calls, all + 1);
    QCOMPARE(filesOf(path).size(), pictures.size() + 2);  // With the index and the hidden list.
    const QByteArray index = contents(path + "/index.html");
    for (const QString& picture : pictures) {
      QCOMPARE(QImage(path + "/" + picture).size(), QSize(800, 600));
      QVERIFY(index.contains("src=\"" + picture.toUtf8() + "\""));
    }
    QVERIFY(index.contains("poscope:positions"));
    QVERIFY(index.contains("poscope export fig9 -o fig9.png --size 800x600 --dpi 100"));
    QVERIFY(index.contains("--") && !index.contains("[export."));
  }

  void gallery_again_replacesItselfAndRemovesWhatIsGone() {
    const QTemporaryDir folder;
    QVERIFY(writeGallery(folder.path().toStdString(), smallGallery(), {}, {}));
    QFile list(folder.filePath(".poscope-gallery"));
    QVERIFY(list.open(QIODevice::Append));
    list.write("old-view.png\n../outside.png\n");
    list.close();
    put(folder.filePath("old-view.png"));
    put(folder.filePath("positions.png.aBcDeF"));  // What a killed run leaves.
    GalleryOptions chinese = smallGallery();
    chinese.language = Language::chinese;
    chinese.theme = ThemeKind::dark;
    const auto again = writeGallery(folder.path().toStdString(), chinese, {}, {});
    QVERIFY2(again, again ? "" : renderPlain(again.error().text, Language::english).c_str());
    QVERIFY(!QFile::exists(folder.filePath("old-view.png")));
    QVERIFY(!QFile::exists(folder.filePath("positions.png.aBcDeF")));
    const QByteArray index = contents(folder.filePath("index.html"));
    QVERIFY(index.contains("lang=\"zh-Hans\"") && index.contains("图集"));
    QVERIFY(index.contains("--theme dark --lang zh"));
  }

  void folder_withOtherFiles_isRefusedUntouched() {
    const QTemporaryDir folder;
    put(folder.filePath("thesis.tex"));
    const auto report = writeGallery(folder.path().toStdString(), smallGallery(), {}, {});
    QVERIFY(!report);
    QCOMPARE(report.error().kind, ErrorKind::file);
    QVERIFY(renderPlain(report.error().text, Language::english).find("thesis.tex") !=
            std::string::npos);
    QCOMPARE(filesOf(folder.path()), QStringList{"thesis.tex"});
    QCOMPARE(contents(folder.filePath("thesis.tex")), QByteArray("mine"));
  }

  void folder_thatIsAFile_isAFileError() {
    const QTemporaryDir folder;
    put(folder.filePath("file"));
    const auto report = writeGallery(folder.filePath("file").toStdString(), smallGallery(), {}, {});
    QCOMPARE(report.error().kind, ErrorKind::file);
    QCOMPARE(contents(folder.filePath("file")), QByteArray("mine"));
  }

  void gallery_stopped_leavesWholeFilesAndCanBeRepeated() {
    const QTemporaryDir folder;
    std::stop_source source;
    const auto stopped = writeGallery(
        folder.path().toStdString(), smallGallery(),
        [&](int done, int, const std::string&) {
          if (done == 2) {
            source.request_stop();
          }
        },
        source.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().kind, ErrorKind::cancelled);
    QVERIFY(!QFile::exists(folder.filePath("index.html")));
    int pictures = 0;
    for (const QString& name : filesOf(folder.path())) {
      if (name.endsWith(".png")) {
        QCOMPARE(QImage(folder.filePath(name)).size(), QSize(800, 600));
        ++pictures;
      }
    }
    QCOMPARE(pictures, 2);
    QVERIFY(writeGallery(folder.path().toStdString(), smallGallery(), {}, {}));
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::GalleryTest)
#include "gallery_test.moc"
