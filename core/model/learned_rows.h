// Tables of learned positions as checkpoints have them: what they are called, and which of their
// rows is that of position 0 (PIPELINES 2).
#pragma once

#include <cstdint>
#include <string_view>

namespace poscope {

/// "transformer.wpe.weight", "bert.embeddings.position_embeddings.weight",
/// "model.decoder.embed_positions.weight", "vit.pos_embed".
[[nodiscard]] bool isLearnedRowsName(std::string_view name);

/// The row of position 0 in a table of that name with `rows` rows: 2 where models keep two rows for
/// padding and the rest is a power of two, as OPT's 2050, BART's 1026 and RoBERTa's 514 rows are;
/// else 0. A guess: the file does not say it.
[[nodiscard]] std::int64_t toldFirstRow(std::string_view name, std::int64_t rows);

}  // namespace poscope
