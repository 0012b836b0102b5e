// A layer as csv.
#include "core/figure/data_export.h"
#include "core/figure/grid_text.h"

namespace poscope {
namespace {

// RFC 4180: quotes around a field that needs them, doubled inside.
std::string quoted(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(field);
  }
  std::string result = "\"";
  for (const char c : field) {
    result += c;
    if (c == '"') {
      result += '"';
    }
  }
  return result + '"';
}

Result<void> writeCsv(const Figure& figure, const DataRequest& request, const WriteBytes& write,
                      const DataControl& control) {
  return writeGrid(figure, request, {',', quoted}, write, control);
}

}  // namespace

DataFormat csvFormat() {
  return {"csv", checkGrid, writeCsv};
}

}  // namespace poscope
