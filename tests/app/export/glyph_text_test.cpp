// What the glyphs of pages are read as: the characters that were meant, not those of the same
// shape.
#include "app/export/glyph_text.h"

#include <QFont>
#include <QGlyphRun>
#include <QRawFont>
#include <QTest>
#include <QTextLayout>
#include <map>
#include <set>

#include "app/plot/theme.h"
#include "core/base/text.h"

namespace poscope::test {
namespace {

const GlyphText& chineseFont() {
  const GlyphText* text = findGlyphText(glyphTexts(Language::chinese), "NotoSansCJKsc-Regular");
  if (text == nullptr) {
    qFatal("no Noto Sans CJK SC");
  }
  return *text;
}

QString sentences(Language language) {
  std::string all;
  for (const std::string& key : textKeys(language)) {
    all += textTemplate(key, language);
  }
  return QString::fromStdString(all);
}

}  // namespace

class GlyphTextTest : public QObject {
  Q_OBJECT

 private slots:
  void radicals_areReadAsIdeographs_data() {
    QTest::addColumn<char16_t>("named");
    QTest::addColumn<char16_t>("meant");
    QTest::newRow("Kangxi") << u'\u2f00' << u'一';
    QTest::newRow("supplement, without a decomposition") << u'\u2ef0' << u'龙';
    QTest::newRow("two radicals") << u'\u2ed1' << u'長';
  }
  void radicals_areReadAsIdeographs() {
    QFETCH(char16_t, named);
    QFETCH(char16_t, meant);
    QCOMPARE(chineseFont().meant.value(named), meant);
  }

  void blanksAndHyphens_stayThemselves() {
    for (const char16_t plain : {u' ', u'-', u'0', u'A', u'一'}) {
      QVERIFY(!chineseFont().meant.contains(plain));
    }
  }

  void noCharacter_isReadAsARadical() {
    for (const Language language : allLanguages()) {
      for (const GlyphText& text : glyphTexts(language)) {
        for (const char16_t meant : text.meant) {
          QVERIFY2(meant < 0x2e80 || meant > 0x2fdf, qPrintable(QString::number(meant, 16)));
        }
      }
    }
  }

  void font_isFoundByItsPostScriptName() {
    const auto& texts = glyphTexts(Language::english);
    QCOMPARE(findGlyphText(texts, "InterPoscope-SemiBold")->family, QString("interposcope"));
    QCOMPARE(findGlyphText(texts, "JetBrainsMonoPoscope-Bold")->family,
             QString("jetbrainsmonoposcope"));
    QVERIFY(findGlyphText(texts, "Inter-SemiBold") == nullptr);
  }

  // Two characters of one glyph that both occur could not be told apart in a page that is read.
  void sentences_useOneCharacterOfAGlyph() {
    for (const Language language : allLanguages()) {
      const QString all = sentences(language);
      for (const QString& family : textFont(FontSize::base).families()) {
        const QRawFont font = QRawFont::fromFont(QFont(family));
        std::map<quint32, QChar> used;
        for (const QChar c : all) {
          const QList<quint32> glyphs = font.glyphIndexesForString(QString(c));
          if (!c.isSurrogate() && c.isPrint() && glyphs.size() == 1 && glyphs[0] != 0) {
            const QChar first = used.emplace(glyphs[0], c).first->second;
            QVERIFY2(first == c,
                     qPrintable(QString("%1 and %2 in %3").arg(first).arg(c).arg(family)));
          }
        }
      }
    }
  }

  // The shipped fonts set every character by a glyph that is a character's: none by its neighbours.
  void shippedFonts_setNoGlyphByNeighbours_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("colon between digits") << QStringLiteral("12:30");
    QTest::newRow("colon before a digit") << QStringLiteral("bf16: 7");
    QTest::newRow("x between digits") << QStringLiteral("2 x 3 2x3");
    QTest::newRow("parentheses in capitals") << QStringLiteral("(3.91 %) (ABC)");
    QTest::newRow("dashes") << QString::fromUtf8("0-39 A-B 1–2");
    QTest::newRow("arrows and code") << QStringLiteral("-> => != == <= >= // ** ... www");
  }
  void shippedFonts_setNoGlyphByNeighbours() {
    QFETCH(QString, text);
    for (const QFont& font :
         {textFont(FontSize::base), textFont(FontSize::base, QFont::Medium),
          textFont(FontSize::base, QFont::DemiBold), monoFont(FontSize::base)}) {
      QTextLayout layout(text, font);
      layout.beginLayout();
      layout.createLine();
      layout.endLayout();
      QList<quint32> set;
      for (const QGlyphRun& run : layout.glyphRuns()) {
        set += run.glyphIndexes();
      }
      QCOMPARE(set, QRawFont::fromFont(font).glyphIndexesForString(text));
    }
  }
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::GlyphTextTest)
#include "glyph_text_test.moc"
