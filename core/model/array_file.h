// What a .npy or .safetensors file holds, and its values. Hostile input: every length is checked
// against the file's size before anything is allocated, sizes are overflow-checked, nothing is
// executed, nothing throws.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/model/named_file.h"
#include "core/model/notice.h"

namespace poscope {

struct ArrayInfo {
  std::string name;  ///< The tensor's name; empty in a .npy file.
  /// A name of element_type.h: a number format ("bf16"), another integer ("uint64") or "bool".
  /// Other types that can be listed but not read keep the file's spelling ("c8", "V2").
  std::string dtype;
  std::vector<std::int64_t> shape;  ///< Empty: one value.
  bool fortranOrder = false;
  bool bigEndian = false;
  std::uint64_t begin = 0;  ///< Offset of the first byte in the file.
  std::uint64_t bytes = 0;
  /// A type that the bytes probably hold although the file does not say so: "bf16" for numpy's
  /// "V2". The caller may offer it and then read with `dtype` set to it.
  std::string readAs;
  friend bool operator==(const ArrayInfo&, const ArrayInfo&) = default;
};

enum class ArrayFileKind { npy, safetensors };

/// "npy", "safetensors".
[[nodiscard]] std::string_view arrayFileKindName(ArrayFileKind kind);

struct ArrayFile {
  ArrayFileKind kind = ArrayFileKind::npy;
  std::string version;            ///< "1.0", "2.0", "3.0" for npy; empty for safetensors.
  std::uint64_t fileBytes = 0;    ///< Size of the whole file.
  std::vector<ArrayInfo> arrays;  ///< In the order of their bytes.
  std::vector<std::pair<std::string, std::string>> metadata;  ///< safetensors `__metadata__`.
  std::vector<Notice> notices;
};

/// Reads the header only. The kind is decided by the file's first bytes, not by its name.
/// Errors (kind `file`) name the file and, for sizes, the bytes needed and present.
[[nodiscard]] Result<ArrayFile> inspectArrayFile(const NamedFile& file);

/// Most values that readArray returns: 2^27 (1 GiB as doubles).
inline constexpr std::int64_t kLargestArrayValues = std::int64_t{1} << 27;

/// The array's values in row-major order, product(shape) of them: bytes swapped, Fortran order
/// turned, small floats decoded. 64-bit integers beyond 2^53 are rounded to the nearest double.
/// Errors: a type that holds no real numbers, too many values, a file that has changed since it was
/// inspected; cancelled.
[[nodiscard]] Result<std::vector<double>> readArray(const NamedFile& file, const ArrayInfo& info,
                                                    const std::stop_token& stop = {});

}  // namespace poscope
