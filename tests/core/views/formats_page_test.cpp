// The page formats: how its number line names the neighbours of a number.
#include <QtTest>

#include "tests/core/views/linked_figure.h"

using namespace poscope;
using poscope::test::figureOf;
using poscope::test::panelOf;

namespace {

QString wordsAt(const Axis& axis) {
  QStringList words;
  for (const Text& word : axis.tickWords) {
    words << QString::fromStdString(renderPlain(word, Language::english));
  }
  return words.join(QLatin1Char(' '));
}

}  // namespace

class FormatsPageTest : public QObject {
  Q_OBJECT

 private slots:
  void line_longWholeNumbers_areCountedFromWhatIsStored() {
    const auto panel = panelOf<PlotPanel>(figureOf("formats?number=16777217&format=fp32"), "line");
    QCOMPARE(wordsAt(panel.x), QStringLiteral("\u22122 \u22121 0 +2 +4"));
    QCOMPARE(panel.x.tickWords.size(), panel.x.tickValues.size());
    QCOMPARE(renderPlain(panel.x.title, Language::english),
             std::string("number, counted from 16,777,216"));
  }

  void line_ofOtherNumbers_hasTheNumbersThemselves() {
    for (const char* link : {"formats?number=257", "formats?number=0.1&format=fp32"}) {
      const auto panel = panelOf<PlotPanel>(figureOf(link), "line");
      QVERIFY(panel.x.tickWords.empty());
      QCOMPARE(renderPlain(panel.x.title, Language::english), std::string("number"));
    }
  }
};

QTEST_GUILESS_MAIN(FormatsPageTest)
#include "formats_page_test.moc"
