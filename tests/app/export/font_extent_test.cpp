// Ascents and descents of embedded fonts.
#include "app/export/font_extent.h"

#include <QtTest>
#include <array>
#include <string>

namespace poscope::test {
namespace {

void put(std::string& bytes, std::size_t at, std::size_t count, int number) {
  for (std::size_t i = count; i-- > 0; number >>= 8) {
    bytes[at + i] = static_cast<char>(number & 0xFF);
  }
}

int signedAt(const std::string& bytes, std::size_t at) {
  return static_cast<std::int16_t>(static_cast<unsigned char>(bytes[at]) << 8 |
                                   static_cast<unsigned char>(bytes[at + 1]));
}

constexpr std::size_t kOs2 = 100;
constexpr std::size_t kHead = 200;
constexpr std::size_t kHhea = 300;

// Three tables: glyphs from -328 to 1518, ascents of 1020 and descents of -300 or 300.
std::string madeFont() {
  std::string font(400, '\0');
  put(font, 0, 4, 0x00010000);
  put(font, 4, 2, 3);
  const std::array<std::pair<const char*, std::size_t>, 3> tables{
      {{"OS/2", kOs2}, {"head", kHead}, {"hhea", kHhea}}};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    font.replace(12 + 16 * i, 4, tables[i].first);
    put(font, 12 + 16 * i + 8, 4, static_cast<int>(tables[i].second));
    put(font, 12 + 16 * i + 12, 4, 80);
  }
  put(font, kHead + 38, 2, -328);
  put(font, kHead + 42, 2, 1518);
  for (const std::size_t at : {kHhea + 4, kOs2 + 68, kOs2 + 74}) {
    put(font, at, 2, 1020);
  }
  put(font, kHhea + 6, 2, -300);
  put(font, kOs2 + 70, 2, -300);
  put(font, kOs2 + 76, 2, 300);
  return font;
}

}  // namespace

class FontExtentTest : public QObject {
  Q_OBJECT

 private slots:
  void shortAscent_isThatOfTheBox() {
    std::string font = madeFont();
    coverGlyphs(font);
    for (const std::size_t at : {kHhea + 4, kOs2 + 68, kOs2 + 74}) {
      QCOMPARE(signedAt(font, at), 1518);
    }
    QCOMPARE(signedAt(font, kHhea + 6), -328);
    QCOMPARE(signedAt(font, kOs2 + 70), -328);
    QCOMPARE(signedAt(font, kOs2 + 76), 328);
    // The sum of the words of hhea, whose other bytes are 0.
    QCOMPARE(signedAt(font, 12 + 32 + 4), 1518);
    QCOMPARE(signedAt(font, 12 + 32 + 6), -328);
  }

  void longAscent_stays() {
    std::string font = madeFont();
    put(font, kHhea + 4, 2, 2728);
    coverGlyphs(font);
    QCOMPARE(signedAt(font, kHhea + 4), 2728);
  }

  void whatIsNoFont_stays() {
    std::string cut = madeFont();
    cut.resize(kHhea + 20);  // hhea goes beyond the end.
    for (const std::string& bytes :
         {std::string(), std::string("%!PS"), std::string(12, '\xFF'), cut.substr(0, 30)}) {
      std::string changed = bytes;
      coverGlyphs(changed);
      QCOMPARE(changed, bytes);
    }
    std::string changed = cut;
    coverGlyphs(changed);
    QCOMPARE(changed.size(), cut.size());
    QCOMPARE(signedAt(changed, kHhea + 4), 1020);
  }
};

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::FontExtentTest)
#include "font_extent_test.moc"
