// FNV-1a, 64 bits (Fowler, Noll, Vo): a hash of bytes, for names and files, never for secrets.
#pragma once

#include <cstdint>
#include <string_view>

namespace poscope {

inline constexpr std::uint64_t kFnvStart = 0xCBF29CE484222325ULL;

/// Continues a hash, which begins with kFnvStart.
[[nodiscard]] inline std::uint64_t fnv1aOn(std::uint64_t hash, std::string_view bytes) {
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3ULL;
  }
  return hash;
}

}  // namespace poscope
