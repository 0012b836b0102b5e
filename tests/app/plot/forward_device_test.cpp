// What the device that draws through another painter says of itself.
#include "app/plot/forward_device.h"

#include <QImage>
#include <QPainter>
#include <QTest>

namespace poscope {

class ForwardDeviceTest : public QObject {
  Q_OBJECT

 private slots:
  // Qt asks for the ratio in other words from version to version.
  void metrics_areThoseOfTheSize() {
    QImage page(40, 30, QImage::Format_RGB32);
    QPainter painter(&page);
    const ForwardDevice device(painter, {20, 10});
    QCOMPARE(device.width(), 20);
    QCOMPARE(device.height(), 10);
    QCOMPARE(device.devicePixelRatio(), 1.0);
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::ForwardDeviceTest)
#include "forward_device_test.moc"
