// `poscope devices` and `poscope bench` over backends that are made up, and over the CPU.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "core/command/bench.h"
#include "core/command/devices.h"

using namespace poscope;

class TestDevicesBench : public QObject {
  Q_OBJECT

 private slots:
  void devices_tellWhyOneIsNotUsable();
  void devices_defaultIsTheUsableOneWithTheHighestScore();
  void bench_measuresEveryWorkOnUsableBackends();
  void bench_unusableBackend_isTheMachinesFault();
  void bench_stopped_isCancelled();
};

namespace {

class FakeBackend final : public Backend {
 public:
  FakeBackend(std::string id, bool usable, int score)
      : id_(std::move(id)), usable_(usable), score_(score) {}
  BackendInfo info() const override {
    return {id_, Text::verbatim("device " + id_), usable_,
            Text::verbatim(usable_ ? "" : "no driver"), score_};
  }
  Result<void> fill(const Field&, const Lattice&, Quantity, Reduction, std::span<float>,
                    std::stop_token) const override {
    return internalError(Text::verbatim("never called"));
  }
  Result<void> fill(const Field&, const Lattice&, Quantity, Reduction, std::span<double>,
                    std::stop_token) const override {
    return internalError(Text::verbatim("never called"));
  }

 private:
  std::string id_;
  bool usable_;
  int score_;
};

BackendSet fakes() {
  return {{std::make_shared<FakeBackend>("cpu", true, 1),
           std::make_shared<FakeBackend>("fast", true, 9),
           std::make_shared<FakeBackend>("broken", false, 99)}};
}

}  // namespace

void TestDevicesBench::devices_tellWhyOneIsNotUsable() {
  const CommandOutput text = devicesCommand(fakes(), false, Language::english);
  QCOMPARE(text.exitCode, 0);
  QVERIFY(text.text.find("no driver") != std::string::npos);
  const QJsonArray list =
      QJsonDocument::fromJson(
          QByteArray::fromStdString(devicesCommand(fakes(), true, Language::english).text))
          .object()["backends"]
          .toArray();
  QCOMPARE(list.size(), 3);
  QCOMPARE(list[2].toObject()["usable"].toBool(), false);
  QCOMPARE(list[2].toObject()["reason"].toString(), QString("no driver"));
}

void TestDevicesBench::devices_defaultIsTheUsableOneWithTheHighestScore() {
  const QJsonObject json =
      QJsonDocument::fromJson(
          QByteArray::fromStdString(devicesCommand(fakes(), true, Language::english).text))
          .object();
  QCOMPARE(json["default"].toString(), QString("fast"));
  QVERIFY(json["backends"].toArray()[1].toObject()["default"].toBool());
}

void TestDevicesBench::bench_measuresEveryWorkOnUsableBackends() {
  const BackendSet set{{makeCpuBackend(), std::make_shared<FakeBackend>("broken", false, 99)}};
  BenchOptions options;
  options.runs = 1;
  int told = 0;
  options.progress = [&](const Text&) { ++told; };
  const auto output = benchCommand(set, options, true, Language::english);
  QVERIFY(output.has_value());
  const QJsonArray results = QJsonDocument::fromJson(QByteArray::fromStdString(output->text))
                                 .object()["results"]
                                 .toArray();
  QCOMPARE(results.size(), 5);
  QCOMPARE(told, 5);
  QStringList works;
  for (const QJsonValue& each : results) {
    const QJsonObject row = each.toObject();
    works += row["work"].toString();
    QCOMPARE(row["backend"].toString(), QString("cpu"));
    QVERIFY(row["median_ms"].toDouble() > 0);
    QVERIFY(row["items_per_second"].toDouble() > 0);
  }
  QCOMPARE(works, (QStringList{"sincos-table", "alibi-window", "sinusoidal-window", "rounding",
                               "position-counts"}));
  QCOMPARE(results[3].toObject()["items"].toDouble(), 16777216.0);
}

void TestDevicesBench::bench_unusableBackend_isTheMachinesFault() {
  BenchOptions options;
  options.backend = "broken";
  const auto output = benchCommand(fakes(), options, false, Language::english);
  QVERIFY(!output.has_value());
  QCOMPARE(exitCode(output.error()), 4);
}

void TestDevicesBench::bench_stopped_isCancelled() {
  std::stop_source source;
  source.request_stop();
  BenchOptions options;
  options.stop = source.get_token();
  const auto output = benchCommand({{makeCpuBackend()}}, options, false, Language::english);
  QVERIFY(!output.has_value());
  QCOMPARE(output.error().kind, ErrorKind::cancelled);
}

QTEST_GUILESS_MAIN(TestDevicesBench)
#include "devices_bench_test.moc"
