// Ranges of frames: which values they hold, what is refused, and how files of frames are called.
#include "core/state/frames.h"

#include <QtTest>
#include <algorithm>

#include "core/catalogue/views.h"
#include "core/views/view.h"

using namespace poscope;

class FramesTest : public QObject {
  Q_OBJECT

 private slots:
  void readFrames_values_data();
  void readFrames_values();
  void readFrames_automaticWord_isNoEnd();
  void readFrames_refused_saysWhy_data();
  void readFrames_refused_saysWhy();
  void readFrames_mostFrames_andOneMore();
  void standardRange_ofEveryIntegerOfEveryView_isTakenAndShort();
  void standardRange_ofALargeOneDoubles_ofASmallOneDoesNot();
  void writtenRange_readsBackEqual();
  void withFrame_setsOnlyItsParameter();
  void names_data();
  void names();
  void names_refused_data();
  void names_refused();
  void patternFor_isAPatternOfTheSameKind_data();
  void patternFor_isAPatternOfTheSameKind();
};

namespace {

using Values = std::vector<std::int64_t>;

Params paramsOf(const char* view) {
  return Params(findView(view)->schema);
}

QString said(const Error& error) {
  return QString::fromStdString(renderPlain(error.text, Language::english));
}

}  // namespace

void FramesTest::readFrames_values_data() {
  QTest::addColumn<QString>("view");
  QTest::addColumn<QString>("text");
  QTest::addColumn<Values>("values");
  QTest::newRow("doubling") << "positions"
                            << "context=256:4096:x2" << Values{256, 512, 1024, 2048, 4096};
  QTest::newRow("doubles without a step") << "positions"
                                          << "context=256:1024" << Values{256, 512, 1024};
  QTest::newRow("a small one goes one by one") << "waves"
                                               << "position=0:4" << Values{0, 1, 2, 3, 4};
  QTest::newRow("the end is not hit") << "positions"
                                      << "context=256:1000:x2" << Values{256, 512};
  QTest::newRow("adding") << "positions"
                          << "context=10:20:4" << Values{10, 14, 18};
  QTest::newRow("adding to the end") << "positions"
                                     << "context=10:18:4" << Values{10, 14, 18};
  QTest::newRow("down") << "positions"
                        << "context=18:10:4" << Values{18, 14, 10};
  QTest::newRow("halving") << "positions"
                           << "context=4096:256:x4" << Values{4096, 1024, 256};
  QTest::newRow("by a share, each value once") << "positions"
                                               << "context=2:8:x1.25" << Values{2, 3, 4, 5, 6, 8};
  QTest::newRow("from zero") << "waves"
                             << "position=0:8:x2" << Values{0, 1, 2, 4, 8};
  QTest::newRow("down to zero") << "waves"
                                << "position=8:0:x2" << Values{8, 4, 2, 1, 0};
  QTest::newRow("zero alone") << "waves"
                              << "position=0:0:x2" << Values{0};
  QTest::newRow("one value") << "positions"
                             << "context=64:64:7" << Values{64};
  QTest::newRow("on a line one by one") << "alibi"
                                        << "heads=3:6" << Values{3, 4, 5, 6};
  QTest::newRow("even numbers") << "waves"
                                << "dim=2:8:2" << Values{2, 4, 6, 8};
  // 4, 6, 9 and 13.5 at the nearest even numbers.
  QTest::newRow("even numbers by a share") << "waves"
                                           << "dim=4:14:x1.5" << Values{4, 6, 10, 14};
  QTest::newRow("as people write numbers") << "positions"
                                           << "context=1k:2^12:x2" << Values{1024, 2048, 4096};
  QTest::newRow("other signs, spaces")
      << "positions"
      << " context = 256 : 1,024 : \u00d72 " << Values{256, 512, 1024};
}

void FramesTest::readFrames_values() {
  QFETCH(QString, view);
  QFETCH(QString, text);
  QFETCH(Values, values);
  const auto frames = readFrames(paramsOf(qPrintable(view)), text.toStdString());
  QVERIFY2(frames, frames ? "" : qPrintable(said(frames.error())));
  QCOMPARE(frames->values, values);
  QCOMPARE(frames->parameter, text.trimmed().section(' ', 0, 0).section('=', 0, 0).toStdString());
}

// The head of ALiBi may be "steepest", which is no number.
void FramesTest::readFrames_automaticWord_isNoEnd() {
  const Params params = paramsOf("alibi");
  QCOMPARE(readFrames(params, "head=0:2")->values, (Values{0, 1, 2}));
  const auto refused = readFrames(params, "head=steepest:2");
  QVERIFY(!refused);
  QCOMPARE(said(refused.error()),
           QString("head: \"steepest\" is no number that frames can begin or end with."));
}

void FramesTest::readFrames_refused_saysWhy_data() {
  QTest::addColumn<QString>("view");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QStringList>("words");
  const auto row = [](const char* name, const char* view, const char* text,
                      const QStringList& words) { QTest::newRow(name) << view << text << words; };
  row("unknown", "positions", "contxt=1:2", {"\"contxt\"", "Did you mean context?", "length"});
  row("no whole number", "positions", "format=1:2", {"format is no whole number", "context"});
  row("a real number", "waves", "base=1:2", {"base is no whole number"});
  row("nothing that runs", "formats", "context=1:2", {"No parameter of this view"});
  row("below the range", "positions", "context=1:20", {"context: \"1\"", "2 to 16,777,216"});
  row("above the range", "positions", "context=2:16777217", {"16777217", "2 to 16,777,216"});
  row("no number", "positions", "context=many:20", {"context: \"many\""});
  row("one number", "positions", "context=20", {"NAME=FROM:TO", "\"context=20\""});
  row("four parts", "positions", "context=2:20:1:1", {"NAME=FROM:TO"});
  row("no step", "positions", "context=2:20:0", {"\"0\" is no step", "x2"});
  row("half a step", "positions", "context=2:20:1.5", {"\"1.5\" is no step"});
  row("a step back", "positions", "context=2:20:-1", {"\"-1\" is no step"});
  row("a factor that stands still", "positions", "context=2:20:x1", {"\"x1\" is no step", "1.01"});
  row("an odd step of even numbers", "waves", "dim=2:20:3", {"\"3\" is no step", "even"});
  row("too many", "positions", "context=2:16777216:1", {"16,777,215 frames", "10,000"});
}

void FramesTest::readFrames_refused_saysWhy() {
  QFETCH(QString, view);
  QFETCH(QString, text);
  QFETCH(QStringList, words);
  const auto frames = readFrames(paramsOf(qPrintable(view)), text.toStdString());
  QVERIFY(!frames);
  QCOMPARE(frames.error().kind, ErrorKind::usage);
  for (const QString& each : words) {
    QVERIFY2(said(frames.error()).contains(each), qPrintable(said(frames.error())));
  }
}

void FramesTest::readFrames_mostFrames_andOneMore() {
  const Params params = paramsOf("positions");
  QCOMPARE(readFrames(params, "context=2:10001:1")->values.size(), std::size_t{10000});
  QVERIFY(!readFrames(params, "context=2:10002:1"));
}

void FramesTest::standardRange_ofEveryIntegerOfEveryView_isTakenAndShort() {
  int tried = 0;
  for (const View& view : views()) {
    const Params params(view.schema);
    for (const ParameterSpec& spec : view.schema) {
      if (!canRun(spec)) {
        continue;
      }
      const auto frames = readFrames(params, spec.name);
      QVERIFY2(frames, qPrintable(QString::fromStdString(view.id + " " + spec.name)));
      QCOMPARE(frames->values, valuesOf(spec, standardRange(spec)));
      QVERIFY(frames->values.size() >= 2);
      QVERIFY(frames->values.size() <= 256);
      for (const std::int64_t value : frames->values) {
        Params one = params;
        QVERIFY(one.set(spec.name, std::to_string(value)));
      }
      ++tried;
    }
  }
  QVERIFY(tried > 20);
}

void FramesTest::standardRange_ofALargeOneDoubles_ofASmallOneDoesNot() {
  const auto rangeOf = [](const char* view, const char* name) {
    const Schema& schema = findView(view)->schema;
    return standardRange(*std::find_if(schema.begin(), schema.end(),
                                       [&](const auto& spec) { return spec.name == name; }));
  };
  QCOMPARE(rangeOf("positions", "context"), (FrameRange{256, 131072, {2, true}}));
  QCOMPARE(rangeOf("waves", "dim"), (FrameRange{8, 4096, {2, true}}));
  QCOMPARE(rangeOf("waves", "position"), (FrameRange{0, 200, {1, false}}));
  QCOMPARE(rangeOf("waves", "shift"), (FrameRange{1, 32, {1, false}}));
  QCOMPARE(rangeOf("alibi", "heads"), (FrameRange{1, 80, {1, false}}));
  QCOMPARE(rangeOf("alibi", "head"), (FrameRange{0, 31, {1, false}}));
}

void FramesTest::writtenRange_readsBackEqual() {
  const Params params = paramsOf("positions");
  for (const FrameRange& range :
       {FrameRange{256, 131072, {2, true}}, FrameRange{100, 2, {3, false}},
        FrameRange{2, 4096, {1.0905, true}}}) {
    const auto read = readRange(params, "context", writtenRange(range));
    QVERIFY(read);
    QCOMPARE(*read, range);
  }
}

void FramesTest::withFrame_setsOnlyItsParameter() {
  Params params = paramsOf("positions");
  QVERIFY(params.set("format", "fp16"));
  const Params at = withFrame(params, "context", 777);
  QCOMPARE(at.integer(parameter::kContext), std::int64_t{777});
  QVERIFY(params.set("context", "777"));
  QVERIFY(at == params);
}

void FramesTest::names_data() {
  QTest::addColumn<QString>("pattern");
  QTest::addColumn<QString>("first");
  QTest::addColumn<QString>("hundredth");
  QTest::newRow("plain") << "f-%d.png"
                         << "f-1.png"
                         << "f-100.png";
  QTest::newRow("four digits") << "frames/f-%04d.png"
                               << "frames/f-0001.png"
                               << "frames/f-0100.png";
  QTest::newRow("too few digits") << "%02d.svg"
                                  << "01.svg"
                                  << "100.svg";
  QTest::newRow("a percent sign") << "50%%-%d.png"
                                  << "50%-1.png"
                                  << "50%-100.png";
}

void FramesTest::names() {
  QFETCH(QString, pattern);
  QFETCH(QString, first);
  QFETCH(QString, hundredth);
  const auto names = FrameNames::parse(pattern.toStdString());
  QVERIFY(names);
  QCOMPARE(QString::fromStdString(names->at(1)), first);
  QCOMPARE(QString::fromStdString(names->at(100)), hundredth);
}

void FramesTest::names_refused_data() {
  QTest::addColumn<QString>("pattern");
  for (const char* pattern : {"f.png", "f%%d.png", "%d-%d.png", "f%s.png", "f%4d.png", "f%0d.png",
                              "f%0xd.png", "f%", "f%0", "f%04", ""}) {
    QTest::newRow(pattern) << pattern;
  }
}

void FramesTest::names_refused() {
  QFETCH(QString, pattern);
  const auto names = FrameNames::parse(pattern.toStdString());
  QVERIFY(!names);
  QVERIFY(said(names.error()).startsWith(pattern));
  QVERIFY(said(names.error()).contains("%04d"));
}

void FramesTest::patternFor_isAPatternOfTheSameKind_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("third");
  QTest::newRow("a name") << "f.png"
                          << "f-0003.png";
  QTest::newRow("a path") << "a.b/figure"
                          << "a.b/figure-0003";
  QTest::newRow("a percent sign") << "a/50%.svg"
                                  << "a/50%-0003.svg";
  QTest::newRow("a pattern already") << "a/%d.svg"
                                     << "a/3.svg";
}

void FramesTest::patternFor_isAPatternOfTheSameKind() {
  QFETCH(QString, name);
  QFETCH(QString, third);
  const auto names = FrameNames::parse(FrameNames::patternFor(name.toStdString()));
  QVERIFY(names);
  QCOMPARE(QString::fromStdString(names->at(3)), third);
}

QTEST_GUILESS_MAIN(FramesTest)
#include "frames_test.moc"
