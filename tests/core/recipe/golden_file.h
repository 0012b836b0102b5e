// Reads the tables of tests/golden and hashes words as their generators do.
#pragma once

#include <QFile>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace poscope {

/// The rows of a tab separated file without its comment lines; empty when it cannot be read.
inline QList<QList<QByteArray>> goldenRows(const char* name) {
  QFile file(QStringLiteral(POSCOPE_TEST_DATA "/../golden/") + QString::fromLatin1(name));
  QList<QList<QByteArray>> rows;
  if (!file.open(QIODevice::ReadOnly)) {
    return rows;
  }
  while (!file.atEnd()) {
    const QByteArray line = file.readLine().trimmed();
    if (!line.isEmpty() && !line.startsWith('#')) {
      rows.append(line.split('\t'));
    }
  }
  return rows;
}

/// The fp32 word of a value; every NaN is one word, and so is every zero.
inline std::uint32_t goldenWord(double value) {
  if (std::isnan(value)) {
    return 0x7FC00000;
  }
  const std::uint32_t word = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return word == 0x80000000 ? 0 : word;
}

/// FNV-1a, 64 bits, over the little-endian bytes of the words.
inline QByteArray goldenHash(const std::vector<std::uint32_t>& words) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::uint32_t word : words) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      hash = (hash ^ ((word >> shift) & 0xFF)) * 0x100000001B3;
    }
  }
  return QByteArray::number(static_cast<qulonglong>(hash), 16).rightJustified(16, '0').toUpper();
}

/// Words in hexadecimal, zero digits at the end left out, separated by commas.
inline std::vector<std::uint32_t> goldenWords(const QByteArray& text) {
  std::vector<std::uint32_t> words;
  for (const QByteArray& word : text.split(',')) {
    words.push_back(static_cast<std::uint32_t>(word.leftJustified(8, '0').toULong(nullptr, 16)));
  }
  return words;
}

}  // namespace poscope
