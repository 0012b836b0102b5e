// Sizes of arrays without overflow, and what both kinds of array file share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/model/array_file.h"
#include "core/model/element_type.h"

namespace poscope {

/// Product of the sizes (1 for none, 0 when one is 0); nothing when it exceeds 2^63 - 1. Sizes must
/// not be negative.
[[nodiscard]] std::optional<std::int64_t> elementCount(std::span<const std::int64_t> shape);

/// Bytes of `count` elements of `bits` bits; nothing on overflow or when they are no whole bytes.
[[nodiscard]] std::optional<std::uint64_t> elementBytes(std::int64_t count, int bits);

/// The array's type where its values can be read and its size is that of its shape. Errors: file
/// for a type that holds no real numbers; internal for a size that is not the shape's.
[[nodiscard]] Result<const ElementType*> readableType(const NamedFile& file, const ArrayInfo& info);

// The headers of the two kinds. `fileBytes` is the file's size; the kind has been recognised.
[[nodiscard]] Result<ArrayFile> inspectNpy(const NamedFile& file, std::uint64_t fileBytes);
[[nodiscard]] Result<ArrayFile> inspectSafetensors(const NamedFile& file, std::uint64_t fileBytes);

}  // namespace poscope
