// Every page of the window in Chinese: no control, label, tip or menu speaks English.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTextDocumentFragment>

#include "app/window/actions.h"
#include "core/catalogue/views.h"
#include "tests/core/catalogue/foreign_words.h"
#include "window_fixture.h"

using namespace poscope;

namespace {

QString plain(const QString& words) {
  return Qt::mightBeRichText(words) ? QTextDocumentFragment::fromHtml(words).toPlainText() : words;
}

QStringList wordsOf(const QWidget& window) {
  QStringList words;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    words << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
      words << label->text();
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
      words << button->text();
    } else if (const auto* edit = qobject_cast<const QLineEdit*>(widget)) {
      words << edit->placeholderText();
    } else if (const auto* combo = qobject_cast<const QComboBox*>(widget)) {
      for (int k = 0; k < combo->count(); ++k) {
        words << combo->itemText(k);
      }
    }
  }
  for (const QAction* action : window.findChildren<QAction*>()) {
    words << action->text();
  }
  words.removeDuplicates();
  return words;
}

}  // namespace

class ChinesePagesTest : public QObject {
  Q_OBJECT

 private slots:
  void page_inChinese_holdsNoEnglishWord_data();
  void page_inChinese_holdsNoEnglishWord();
};

void ChinesePagesTest::page_inChinese_holdsNoEnglishWord_data() {
  QTest::addColumn<QString>("view");
  for (const View& view : views()) {
    QTest::newRow(view.id.c_str()) << QString::fromStdString(view.id);
  }
}

void ChinesePagesTest::page_inChinese_holdsNoEnglishWord() {
  QFETCH(QString, view);
  WindowFixture fixture(QString(), true, Language::chinese);
  fixture.model().selectView(view.toStdString());
  QVERIFY(fixture.showAndSettle());
  QStringList english;
  for (const QString& words : wordsOf(fixture.window())) {
    QString text = plain(words);
    for (const LanguageRow& row : languages()) {  // A language is called by its own name.
      text.remove(QString::fromStdString(std::string(row.name)));
    }
    const QStringList found = test::foreignWords(text);
    if (!found.isEmpty()) {
      english << found.join(' ') + " in " + text;
    }
  }
  QVERIFY2(english.isEmpty(), qPrintable(english.join('\n')));
}

QTEST_MAIN(ChinesePagesTest)
#include "chinese_pages_test.moc"
