// `poscope glossary`.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/command/catalogue.h"

namespace poscope::test {

class GlossaryCommandTest : public QObject {
  Q_OBJECT

 private slots:
  void word_isExplained();
  void noWord_listsTermsAndFormats();
  void json_hasFixedKeys();
  void unknownWord_isAUsageErrorThatSuggests();
};

void GlossaryCommandTest::word_isExplained() {
  const auto output = glossaryCommand("collisions", false, Language::english);
  QVERIFY(output.has_value());
  QVERIFY(output->text.starts_with("collision\n  Two or more positions"));
  QVERIFY(output->text.find("poscope:positions") != std::string::npos);
}

void GlossaryCommandTest::noWord_listsTermsAndFormats() {
  const auto output = glossaryCommand("", false, Language::chinese);
  QVERIFY(output.has_value());
  QVERIFY(output->text.starts_with("位置\n"));
  QVERIFY(output->text.find("\nbf16\n") != std::string::npos);
  QVERIFY(output->text.find("HF Llama 5") == std::string::npos);
}

void GlossaryCommandTest::json_hasFixedKeys() {
  const auto entries = [](const std::string& word) {
    const auto output = glossaryCommand(word, true, Language::english);
    return QJsonDocument::fromJson(QByteArray::fromStdString(output->text))["glossary"].toArray();
  };
  QCOMPARE(entries("slope").size(), 1);
  const QJsonObject slope = entries("slope")[0].toObject();
  QCOMPARE(slope.keys(), QStringList({"about", "id", "kind", "link", "name", "spellings"}));
  QCOMPARE(slope["id"].toString(), QStringLiteral("slope"));
  QCOMPARE(slope["kind"].toString(), QStringLiteral("term"));
  QCOMPARE(slope["link"].toString(), QStringLiteral("poscope:alibi"));
  QVERIFY(entries("token")[0].toObject()["link"].isNull());
  QVERIFY(entries("").size() > 100);
}

void GlossaryCommandTest::unknownWord_isAUsageErrorThatSuggests() {
  const auto output = glossaryCommand("colision", false, Language::english);
  QVERIFY(!output.has_value());
  QVERIFY(output.error().kind == ErrorKind::usage);
  const std::string message = renderPlain(output.error().text, Language::english);
  QVERIFY2(message.find("\"colision\"") != std::string::npos, message.c_str());
  QVERIFY2(message.find("collision") != std::string::npos, message.c_str());
}

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::GlossaryCommandTest)
#include "glossary_command_test.moc"
