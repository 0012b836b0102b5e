#include "core/model/element_type.h"

#include <algorithm>
#include <bit>

#include "core/base/words.h"
#include "core/model/element_codes.h"
#include "core/numeric/format.h"

namespace poscope {
namespace {

double ofFloat64(std::uint64_t code) {
  return std::bit_cast<double>(code);
}
double ofFloat32(std::uint64_t code) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(code)));
}
template <typename Integer>
double ofInteger(std::uint64_t code) {
  return static_cast<double>(static_cast<Integer>(code));
}
double ofBoolean(std::uint64_t code) {
  return code == 0 ? 0.0 : 1.0;
}

template <typename Integer>
ElementValue wholeInteger(std::uint64_t code) {
  return static_cast<Integer>(code);
}
constexpr WideInteger kSigned{std::uint64_t{1} << 63U, wholeInteger<std::int64_t>};
constexpr WideInteger kUnsigned{0, wholeInteger<std::uint64_t>};

// Types of files that are no number formats.
constexpr ElementType kOtherTypes[] = {
    {"int32", "I32", "i4", 32, ofInteger<std::int32_t>},
    {"int64", "I64", "i8", 64, ofInteger<std::int64_t>, &kSigned},
    {"uint8", "U8", "u1", 8, ofInteger<std::uint8_t>},
    {"uint16", "U16", "u2", 16, ofInteger<std::uint16_t>},
    {"uint32", "U32", "u4", 32, ofInteger<std::uint32_t>},
    {"uint64", "U64", "u8", 64, ofInteger<std::uint64_t>, &kUnsigned},
    {"bool", "BOOL", "b1", 8, ofBoolean},
    // Listed, not read.
    {"C64", "C64", "c8", 64, nullptr},
    {"c16", "", "c16", 128, nullptr},
    {"f16", "", "f16", 128, nullptr},
};

// The formats that the machine has itself need no arithmetic.
ElementType typeOf(const NumberFormat& format) {
  return {format.id, format.safetensors, format.npy, format.storageBits,
          format.storageBits == 64   ? ofFloat64
          : format.storageBits == 32 ? ofFloat32
                                     : nullptr};
}

const std::vector<ElementType>& types() {
  static const std::vector<ElementType> kTypes = [] {
    std::vector<ElementType> rows;
    for (const NumberFormat& format : numberFormats()) {
      if (!format.safetensors.empty() || !format.npy.empty()) {
        rows.push_back(typeOf(format));
      }
    }
    rows.insert(rows.end(), std::begin(kOtherTypes), std::end(kOtherTypes));
    return rows;
  }();
  return kTypes;
}

const ElementType* findBy(std::string_view ElementType::*spelling, std::string_view wanted) {
  const auto row = std::find_if(types().begin(), types().end(), [&](const ElementType& type) {
    return !wanted.empty() && type.*spelling == wanted;
  });
  return row == types().end() ? nullptr : &*row;
}

// All codes of a small format (2^16 at most): one table instead of decoding each value of a large
// array.
std::vector<double> codeTable(const NumberFormat& format, int bits) {
  std::vector<double> table(std::size_t{1} << static_cast<unsigned>(bits));
  for (std::size_t code = 0; code < table.size(); ++code) {
    table[code] = decode(format, code);
  }
  return table;
}

}  // namespace

const ElementType* findElementType(std::string_view name) {
  return findBy(&ElementType::name, name);
}
const ElementType* findSafetensorsType(std::string_view spelling) {
  return findBy(&ElementType::safetensors, spelling);
}
const ElementType* findNpyType(std::string_view spelling) {
  return findBy(&ElementType::npy, spelling);
}

bool isReadable(const ElementType& type) {
  const bool whole = type.bits <= 64 && type.bits % 8 == 0;
  return type.decode != nullptr || (whole && type.bits <= 16 && findFormat(type.name) != nullptr);
}

std::string readableTypes(int bits) {
  std::vector<std::string_view> names;
  for (const ElementType& type : types()) {
    if (type.bits == bits && isReadable(type)) {
      names.push_back(type.name);
    }
  }
  return joinWords(names);
}

std::uint64_t elementCode(std::span<const char> bytes, bool bigEndian) {
  std::uint64_t code = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = bigEndian ? i : bytes.size() - 1 - i;
    code = (code << 8U) | static_cast<unsigned char>(bytes[at]);
  }
  return code;
}

ElementValue elementValue(const ElementType& type, std::uint64_t code) {
  return type.wide != nullptr     ? type.wide->value(code)
         : type.decode != nullptr ? type.decode(code)
                                  : decode(*findFormat(type.name), code);
}

void decodeElements(const ElementType& type, std::span<const char> bytes, bool bigEndian,
                    std::vector<double>& values) {
  const auto width = static_cast<std::size_t>(type.bits / 8);
  const std::size_t count = bytes.size() / width;
  values.reserve(values.size() + count);
  const NumberFormat* const format = type.decode == nullptr ? findFormat(type.name) : nullptr;
  std::vector<double> table;
  if (format != nullptr && count > (std::size_t{1} << static_cast<unsigned>(type.bits))) {
    table = codeTable(*format, type.bits);
  }
  forEachCode(bytes, width, bigEndian, [&](std::uint64_t code) {
    values.push_back(type.decode != nullptr ? type.decode(code)
                     : table.empty()        ? decode(*format, code)
                                            : table[static_cast<std::size_t>(code)]);
  });
}

}  // namespace poscope
