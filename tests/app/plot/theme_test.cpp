#include <QFontInfo>
#include <QTest>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "app/plot/colour_map.h"
#include "app/plot/style.h"
#include "app/plot/theme.h"

namespace poscope {
namespace {

constexpr std::array kThemes{ThemeKind::light, ThemeKind::dark};

std::vector<QColor> tokens(const Theme& theme) {
  return {theme.background, theme.surface, theme.sunken, theme.border,    theme.grid,
          theme.text,       theme.muted,   theme.faint,  theme.accent,    theme.accentBackground,
          theme.a,          theme.aText,   theme.b,      theme.reference, theme.mark,
          theme.good,       theme.bad,     theme.one,    theme.two,       theme.three,
          theme.four};
}

ColourScale scaleOf(ColourScale::Map map, double low, double high) {
  return {map, low, high, {}};
}

}  // namespace

class ThemeTest final : public QObject {
  Q_OBJECT

 private slots:
  void everyTokenIsSet() {
    for (const ThemeKind kind : kThemes) {
      QCOMPARE(theme(kind).kind, kind);
      for (const QColor& colour : tokens(theme(kind))) {
        QVERIFY(colour.isValid());
        QCOMPARE(colour.alpha(), 255);
      }
    }
  }

  void tokensAreThoseOfTheTable() {
    QCOMPARE(theme(ThemeKind::light).accent, QColor(0x25, 0x63, 0xEB));
    QCOMPARE(theme(ThemeKind::light).bad, QColor(0xB4, 0x23, 0x18));
    QCOMPARE(theme(ThemeKind::dark).surface, QColor(0x19, 0x1D, 0x24));
    QCOMPARE(theme(ThemeKind::dark).bad, QColor(0xFF, 0x7A, 0x6B));
  }

  void wordsAreReadableOnEveryGround() {
    for (const ThemeKind kind : kThemes) {
      const Theme& colours = theme(kind);
      for (const QColor& words :
           {colours.text, colours.muted, colours.aText, colours.b, colours.reference, colours.good,
            colours.bad, colours.accent, colours.one, colours.two, colours.three, colours.four}) {
        QVERIFY2(contrast(words, colours.surface) >= 4.5, qPrintable(words.name()));
        QVERIFY2(contrast(words, colours.background) >= 4.5, qPrintable(words.name()));
      }
    }
  }

  // WCAG 2.1, 1.4.11: what must be seen of a picture has a contrast of 3 with its ground.
  void linesAndDotsOfEveryRole_canBeSeen() {
    for (const ThemeKind kind : kThemes) {
      const Theme& colours = theme(kind);
      for (const ColourRole role :
           {ColourRole::a, ColourRole::b, ColourRole::reference, ColourRole::marked,
            ColourRole::neutral, ColourRole::good, ColourRole::bad, ColourRole::one,
            ColourRole::two, ColourRole::three, ColourRole::four}) {
        const QColor line = lineColour(colours, role);
        QVERIFY2(contrast(line, colours.surface) >= 3, qPrintable(line.name()));
        const QColor faint = faintColour(colours, line);
        QVERIFY2(contrast(faint, colours.surface) >= 3, qPrintable(faint.name()));
        QVERIFY(contrast(faint, colours.surface) <= contrast(line, colours.surface));
      }
      QCOMPARE(lineColour(colours, ColourRole::a), colours.a);
      QCOMPARE(lineColour(colours, ColourRole::b), colours.b);
      QVERIFY(contrast(colours.accent, colours.surface) >= 3);
    }
  }

  void contrastOfBlackAndWhiteIsTwentyOne() {
    QVERIFY(std::abs(contrast(Qt::black, Qt::white) - 21) < 1e-9);
    QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
  }

  void rolesHaveTheirColours() {
    const Theme& colours = theme(ThemeKind::light);
    QCOMPARE(markColour(colours, ColourRole::a), colours.a);
    QCOMPARE(markColour(colours, ColourRole::marked), colours.mark);
    QCOMPARE(markColour(colours, ColourRole::bad), colours.bad);
    QCOMPARE(textColour(colours, TextRole::a), colours.aText);
    QCOMPARE(textColour(colours, TextRole::b), colours.b);
    QCOMPARE(textColour(colours, TextRole::bad), colours.bad);
    QCOMPARE(textColour(colours, ColourRole::a), colours.aText);
    QCOMPARE(textColour(colours, ColourRole::neutral), colours.text);
  }

  void fontsComeFromTheProgram() {
    loadFonts();
    QCOMPARE(QFontInfo(textFont(FontSize::base)).family(), QStringLiteral("Inter Poscope"));
    QCOMPARE(QFontInfo(monoFont(FontSize::small)).family(),
             QStringLiteral("JetBrains Mono Poscope"));
    QCOMPARE(textFont(FontSize::headline).pixelSize(), 24);
    QCOMPARE(textFont(FontSize::tiny).families().value(1), QStringLiteral("Noto Sans CJK SC"));
  }

  void zeroIsTheSurfaceInBothThemes() {
    for (const ThemeKind kind : kThemes) {
      const ColourMap map(scaleOf(ColourScale::Map::diverging, -3, 3), kind);
      QCOMPARE(map.colour(0.0F), theme(kind).surface.rgba());
      QCOMPARE(map.colour(-1e-4F), theme(kind).surface.rgba());
      QVERIFY(map.colour(3.0F) != map.colour(-3.0F));
      QVERIFY(map.colour(1.0F) != theme(kind).surface.rgba());
    }
  }

  void numbersBeyondTheLimitsTakeTheEnds() {
    const ColourMap map(scaleOf(ColourScale::Map::sequential, 0, 10), ThemeKind::light);
    QCOMPARE(map.colour(10.0F), map.entry(1));
    QCOMPARE(map.colour(1e30F), map.entry(1));
    QCOMPARE(map.colour(-5.0F), map.entry(0));
    QCOMPARE(map.colour(0.0F), map.entry(0));
  }

  void logarithmicScale_stepsByFactorsAndLeavesZeroBlank() {
    ColourScale scale = scaleOf(ColourScale::Map::sequential, 0x1p-12, 2);
    scale.scale = AxisScale::log2;
    for (const ThemeKind kind : kThemes) {
      const ColourMap map(scale, kind);
      QCOMPARE(map.colour(2.0F), map.entry(1));
      QCOMPARE(map.colour(5.0F), map.entry(1));
      QCOMPARE(map.colour(0x1p-12F), map.entry(0));
      QCOMPARE(map.colour(1e-30F), map.entry(0));
      QCOMPARE(map.colour(0.0F), theme(kind).surface.rgba());
      QCOMPARE(map.colour(std::numeric_limits<float>::quiet_NaN()), kLostMark);
      // Half of the 13 octaves: 2^-5.5.
      const QRgb half = map.colour(0.0221F);
      QVERIFY(std::abs(qGreen(half) - qGreen(map.entry(0.5))) <= 1);
    }
  }

  void whatIsNoNumberHasItsOwnColours() {
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const ThemeKind kind : kThemes) {
      const ColourMap lost(scaleOf(ColourScale::Map::diverging, -1, 1), kind);
      std::set<QRgb> plain;
      for (int k = 0; k <= 1000; ++k) {
        plain.insert(lost.colour(static_cast<float>(k - 500) / 500.0F));
      }
      QCOMPARE(plain.count(lost.colour(infinity)), std::size_t{0});
      QCOMPARE(plain.count(lost.colour(-infinity)), std::size_t{0});
      QVERIFY(lost.colour(infinity) != lost.colour(-infinity));
      QCOMPARE(lost.colour(nan), kLostMark);
      QCOMPARE(lost.colour(std::bit_cast<float>(kOutsideBits)), theme(kind).background.rgba());
    }
  }

  void armsOfTheDivergingMapGetSteadilyStronger() {
    for (const ThemeKind kind : kThemes) {
      const ColourMap map(scaleOf(ColourScale::Map::diverging, -1, 1), kind);
      for (const float sign : {-1.0F, 1.0F}) {
        double before = 1;
        for (int k = 1; k <= 16; ++k) {
          const double now = contrast(QColor(map.colour(sign * static_cast<float>(k) / 16.0F)),
                                      theme(kind).surface);
          QVERIFY(now > before);
          before = now;
        }
      }
    }
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::ThemeTest)
#include "theme_test.moc"
