// Files of tensors that tests write: a .safetensors of fp32 numbers.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/core/model/model_test_data.h"

namespace poscope::testing {

struct WrittenTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> values;
};

inline std::string shapeJson(const std::vector<std::int64_t>& shape) {
  std::string all = "[";
  for (const std::int64_t size : shape) {
    all += (all.size() > 1 ? "," : "") + std::to_string(size);
  }
  return all + "]";
}

/// The file's bytes; the tensors follow in the order given.
inline std::string safetensors(const std::vector<WrittenTensor>& tensors) {
  std::string header = "{";
  std::string data;
  for (const WrittenTensor& tensor : tensors) {
    const std::size_t begin = data.size();
    data.append(reinterpret_cast<const char*>(tensor.values.data()), 4 * tensor.values.size());
    header += (header.size() > 1 ? "," : "") + std::string("\"") + tensor.name +
              "\":{\"dtype\":\"F32\",\"shape\":" + shapeJson(tensor.shape) + ",\"data_offsets\":[" +
              std::to_string(begin) + "," + std::to_string(data.size()) + "]}";
  }
  header += "}";
  std::string bytes;
  for (int k = 0; k < 8; ++k) {
    bytes += static_cast<char>((header.size() >> (8 * k)) & 0xFFU);
  }
  return bytes + header + data;
}

inline void writeSafetensors(const std::filesystem::path& path,
                             const std::vector<WrittenTensor>& tensors) {
  writeFile(path, safetensors(tensors));
}

}  // namespace poscope::testing
