// A fact of a figure against the number that a generator has for it.
#pragma once

#include <QTest>
#include <cmath>

#include "core/figure/figure.h"

namespace poscope::test {

/// Fails the test where the figure has no such fact, or another one: integers are equal, of real
/// numbers sums are formed in another order.
inline void compareFact(const Figure& figure, const QByteArray& fact, double value) {
  const FactValue* found = findFact(figure, fact.toStdString());
  QVERIFY(found != nullptr);
  if (const auto* integer = std::get_if<std::int64_t>(found)) {
    QCOMPARE(static_cast<double>(*integer), value);
  } else {
    QVERIFY2(std::abs(std::get<double>(*found) - value) <= 1e-11 * std::abs(value),
             qPrintable(QString::number(std::get<double>(*found), 'g', 17)));
  }
}

}  // namespace poscope::test
