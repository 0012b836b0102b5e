#include "core/model/learned_rows.h"

#include <algorithm>
#include <bit>

#include "core/model/tensor_kind.h"

namespace poscope {
namespace {

struct LearnedRowsName {
  std::string_view name;  ///< The last part, without ".weight".
  bool pads;              ///< Some models of this name keep rows for padding.
};
constexpr LearnedRowsName kNames[] = {
    {"wpe", false}, {"position_embeddings", true}, {"embed_positions", true}, {"pos_embed", false}};

const LearnedRowsName* rowOf(std::string_view name) {
  const std::string_view last = lastPart(withoutWeight(name));
  const auto* const found =
      std::find_if(std::begin(kNames), std::end(kNames),
                   [last](const LearnedRowsName& row) { return row.name == last; });
  return found == std::end(kNames) ? nullptr : found;
}

}  // namespace

bool isLearnedRowsName(std::string_view name) {
  return rowOf(name) != nullptr;
}

// No table without such rows has a length of a power of two and two: not Whisper's 448 and 1500
// rows, nor a picture's squares with a token before them.
std::int64_t toldFirstRow(std::string_view name, std::int64_t rows) {
  constexpr std::int64_t kPadding = 2;
  constexpr std::int64_t kShortest = 16;  // Shorter ones are examples, and tell nothing.
  const LearnedRowsName* const row = rowOf(name);
  const bool padded = row != nullptr && row->pads && rows >= kShortest + kPadding &&
                      std::has_single_bit(static_cast<std::uint64_t>(rows - kPadding));
  return padded ? kPadding : 0;
}

}  // namespace poscope
