// Every word of the app's chrome in every language but English, which the source speaks.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTranslator>
#include <QXmlStreamReader>
#include <QtTest>

#include "app/panel/appearance.h"

using namespace poscope;

namespace {

struct Message {
  QString context;
  QString source;
  QString translation;
  QString type;
};

void addTranslations() {
  QTest::addColumn<QString>("language");
  for (const Language language : allLanguages()) {
    if (language != Language::english) {
      const auto id = QString::fromStdString(std::string(languageName(language)));
      QTest::newRow(qPrintable(id)) << id;
    }
  }
}

std::vector<Message> messages(const QString& language) {
  QFile file(QStringLiteral(POSCOPE_TRANSLATIONS "/poscope_%1.ts").arg(language));
  std::vector<Message> result;
  if (!file.open(QIODevice::ReadOnly)) {
    return result;
  }
  QXmlStreamReader xml(&file);
  QString context;
  while (!xml.atEnd()) {
    xml.readNext();
    if (!xml.isStartElement()) {
      continue;
    }
    if (xml.name() == QLatin1String("name")) {
      context = xml.readElementText();
    } else if (xml.name() == QLatin1String("source")) {
      result.push_back({context, xml.readElementText(), {}, {}});
    } else if (xml.name() == QLatin1String("translation")) {
      result.back().type = xml.attributes().value(QLatin1String("type")).toString();
      result.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
    }
  }
  return result;
}

QStringList placesOf(const QString& text) {
  QStringList places;
  auto match = QRegularExpression(QStringLiteral("%\\d|%n")).globalMatch(text);
  while (match.hasNext()) {
    places << match.next().captured();
  }
  places.sort();
  return places;
}

/// The first argument of every tr("...") and QT_TRANSLATE_NOOP in a source.
QStringList stringsOf(const QString& source) {
  static const QRegularExpression call(
      QStringLiteral(R"((?:\btr\(|QT_TRANSLATE_NOOP\("\w+",)\s*((?:"(?:[^"\\]|\\.)*"\s*)+))"));
  static const QRegularExpression gap(QStringLiteral("\"\\s*\""));
  QStringList strings;
  auto match = call.globalMatch(source);
  while (match.hasNext()) {
    QString text = match.next().captured(1).trimmed();
    text.replace(gap, QString());
    text = text.mid(1, text.size() - 2);
    text.replace(QStringLiteral("\\n"), QStringLiteral("\n"));
    text.replace(QStringLiteral("\\\""), QStringLiteral("\""));
    strings << text;
  }
  return strings;
}

}  // namespace

class TranslationTest : public QObject {
  Q_OBJECT

 private slots:
  void everyMessage_isFinished_data() { addTranslations(); }
  void everyMessage_isFinished();
  void everyMessage_hasThePlacesOfItsSource_data() { addTranslations(); }
  void everyMessage_hasThePlacesOfItsSource();
  void everyStringOfTheSources_isInTheFile_data() { addTranslations(); }
  void everyStringOfTheSources_isInTheFile();
  void setLanguage_chinese_translatesTheChrome();
};

void TranslationTest::everyMessage_isFinished() {
  QFETCH(QString, language);
  const auto all = messages(language);
  QVERIFY(all.size() > 50);
  for (const Message& message : all) {
    QVERIFY2(message.type.isEmpty(),
             qPrintable(message.context + QLatin1String(": ") + message.source));
    QVERIFY2(!message.translation.isEmpty(), qPrintable(message.source));
  }
}

void TranslationTest::everyMessage_hasThePlacesOfItsSource() {
  QFETCH(QString, language);
  for (const Message& message : messages(language)) {
    QVERIFY2(placesOf(message.source) == placesOf(message.translation), qPrintable(message.source));
  }
}

void TranslationTest::everyStringOfTheSources_isInTheFile() {
  QFETCH(QString, language);
  QStringList known;
  for (const Message& message : messages(language)) {
    known << message.source;
  }
  QDirIterator files(QStringLiteral(POSCOPE_TRANSLATIONS "/../../app"),
                     {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                     QDirIterator::Subdirectories);
  int seen = 0;
  while (files.hasNext()) {
    QFile file(files.next());
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const QString& text : stringsOf(QString::fromUtf8(file.readAll()))) {
      QVERIFY2(known.contains(text), qPrintable(file.fileName() + QLatin1String(": ") + text));
      ++seen;
    }
  }
  QVERIFY(seen > 50);
}

void TranslationTest::setLanguage_chinese_translatesTheChrome() {
  Appearance appearance;
  appearance.setLanguage(Language::chinese);
  QCOMPARE(QCoreApplication::translate("Actions", "Undo"), QStringLiteral("撤销"));
  appearance.setLanguage(Language::english);
  QCOMPARE(QCoreApplication::translate("Actions", "Undo"), QStringLiteral("Undo"));
}

QTEST_MAIN(TranslationTest)
#include "translation_test.moc"
