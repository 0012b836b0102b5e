#include "core/model/notice.h"

#include <algorithm>
#include <array>

namespace poscope {
namespace {

constexpr std::array<std::string_view, 3> kLevelNames{"note", "warning", "error"};
static_assert(kLevelNames.size() == static_cast<std::size_t>(NoticeLevel::error) + 1);

constexpr bool kFix = true;
constexpr bool kNoFix = false;
constexpr bool kLayered = true;
constexpr bool kNotLayered = false;
constexpr bool kPartial = true;

using enum NoticeId;
using enum NoticeLevel;
constexpr NoticeRow kRows[] = {
    {duplicate, warning, "duplicate", "model.notice.duplicate", kFix},
    {nonFinite, warning, "non-finite", "model.notice.non_finite", kFix},
    {headsGroups, warning, "heads-groups", "model.notice.heads_groups"},
    {unevenHeads, warning, "uneven-heads", "model.notice.uneven_heads"},
    {noHeadDim, warning, "no-head-dim", "model.notice.no_head_dim"},
    {unknownDtype, warning, "dtype-unknown", "model.notice.unknown_dtype"},
    {noDtype, note, "dtype-missing", "model.notice.no_dtype", kFix},
    {noScheme, warning, "scheme-unknown", "model.notice.no_scheme"},
    {unknownScheme, warning, "scheme-unknown", "model.notice.unknown_scheme"},
    {baichuanAlibi, note, "scheme-by-heads", "model.notice.baichuan_alibi"},
    {baichuanRope, warning, "scheme-by-heads", "model.notice.baichuan_rope"},
    {assumedContext, note, "context-assumed", "model.notice.assumed_context"},
    {noContext, note, "context-missing", "model.notice.no_context", kFix},
    {alibiHeads, error, "alibi-heads", "model.notice.alibi_heads"},
    {twoDimensions, note, "two-dimensions", "model.notice.two_dimensions"},
    {dynamicSwitch, warning, "dynamic-switch", "model.notice.dynamic_switch", kNoFix, kNotLayered,
     kPartial},
    {unreadKey, warning, "key-unknown", "model.notice.unread_key", kNoFix, kNotLayered, kPartial},
    {moreUnreadKeys, warning, "key-unknown", "model.notice.more_unread_keys", kNoFix, kNotLayered,
     kPartial},
    {otherPart, note, "other-part", "model.notice.other_part"},
    {extraKey, warning, "key-unknown", "model.notice.extra_key", kNoFix, kNotLayered, kPartial},
    {unknownScaling, error, "scaling-unknown", "model.notice.unknown_scaling", kFix},
    {unreadKeys, note, "key-unread", "model.notice.unread_keys"},
    {unreadFactor, warning, "key-unread", "model.notice.unread_keys"},
    {noType, error, "scaling-unknown", "model.notice.no_type", kFix},
    {missingKey, error, "key-missing", "model.notice.missing_key", kFix},
    {alphaFactor, note, "alpha-factor", "model.notice.alpha_factor"},
    {alpha, note, "alpha", "model.notice.alpha"},
    {smallFactor, warning, "small-factor", "model.notice.small_factor"},
    {lowHigh, error, "low-high", "model.notice.low_high"},
    {betas, warning, "betas", "model.notice.betas"},
    {bothBlocks, warning, "two-blocks", "model.notice.both_blocks", kFix},
    {twoTypes, warning, "two-types", "model.notice.two_types", kFix},
    {textBlock, warning, "block-is-text", "model.notice.text_block", kFix},
    {assumedBase, note, "base-assumed", "model.notice.assumed_base"},
    {assumedLayerBase, note, "base-assumed", "model.notice.assumed_layer_base"},
    {badBase, error, "base", "model.notice.bad_base", kFix},
    {assumedShare, note, "rotary-assumed", "model.notice.assumed_share"},
    {oddRotary, error, "rotary-odd", "model.notice.odd_rotary", kFix},
    {noRotary, error, "rotary-empty", "model.notice.no_rotary", kFix},
    {wideRotary, error, "rotary-wide", "model.notice.wide_rotary", kFix},
    {listLength, error, "list-length", "model.notice.list_length", kFix},
    {sections, error, "sections", "model.notice.sections"},
    {looseSections, warning, "sections", "model.notice.sections"},
    {assumedFactor, warning, "factor-assumed", "model.notice.assumed_factor", kFix},
    {scaledLength, error, "scaled-length", "model.notice.scaled_length"},
    {yarnUsual, note, "length-is-original", "model.notice.yarn_usual"},
    {yarnLengths, warning, "lengths-contradict", "model.notice.yarn_lengths", kFix},
    {twoOriginals, warning, "lengths-contradict", "model.notice.two_originals", kFix},
    {assumedOriginal, warning, "original-assumed", "model.notice.assumed_original", kFix},
    {originalNotShorter, warning, "lengths-contradict", "model.notice.original_not_shorter", kFix},
    {cannotCompute, error, "cannot-compute", ""},
    {voidType, warning, "array-void", "model.npy.void"},
    {voidByte, warning, "array-void", "model.npy.void_byte"},
    {unreadableType, warning, "array-unreadable", "model.array.not_readable"},
    {unreadableTensor, note, "array-unreadable", "model.array.not_readable"},
    {trailingBytes, warning, "array-trailing", "model.npy.trailing"},
    {fp32Assumed, note, "dtype-missing", "audit.finding.dtype_missing", kFix},
    {dynamicBase, note, "dynamic-base", "audit.finding.dynamic"},
    {shortList, note, "longrope-list", "audit.finding.list_short"},
    {longList, note, "longrope-list", "audit.finding.list_long"},
    {softmaxFactor, note, "softmax-factor", "audit.finding.softmax"},
    {softmaxElsewhere, note, "softmax-factor", "audit.finding.softmax_other"},
    {beyondContext, warning, "context-beyond", "audit.finding.beyond", kFix},
    {biasBeyond, note, "context-beyond", "audit.finding.beyond", kFix},
    {dynamicBeyond, note, "context-beyond", "audit.finding.beyond_dynamic", kFix},
    {contextCapped, note, "context-capped", "audit.finding.capped"},
    {slidingWindow, note, "sliding-window", "audit.finding.window"},
    {positionsLost, note, "positions-lost", "audit.finding.positions_lost"},
    {positionsCast, note, "positions-cast", "audit.finding.positions"},
    {noModelType, note, "code-not-known", "audit.finding.no_type", kNoFix, kNotLayered, kPartial},
    {codeStandsIn, note, "code-not-known", "audit.finding.stands_in", kNoFix, kNotLayered,
     kPartial},
    {codeAmbiguous, note, "code-ambiguous", "audit.finding.ambiguous"},
    {tooWide, warning, "too-wide", "audit.finding.too_wide"},
    {wayNone, warning, "way-none", "audit.finding.published", kNoFix, kLayered},
    {wayLoad, warning, "way-load", "audit.finding.published", kNoFix, kLayered},
    {wayCast, warning, "way-cast", "audit.finding.way", kNoFix, kLayered},
    {castRebuilt, warning, "way-cast", "audit.finding.rebuilt", kNoFix, kLayered},
    {wayAutocast, warning, "way-autocast", "audit.finding.way", kNoFix, kLayered},
    {autocastRebuilt, warning, "way-autocast", "audit.finding.rebuilt", kNoFix, kLayered},
    {wayZeroInit, warning, "way-zero-init", "audit.finding.way", kNoFix, kLayered},
    {wayDefaultDtype, warning, "way-default-dtype", "audit.finding.way", kNoFix, kLayered},
    {wayFine, note, "fine", "audit.finding.fine", kNoFix, kLayered},
    {wayUnderstood, note, "fine", "audit.finding.understood", kNoFix, kLayered},
    {tableNotKnown, note, "table-not-known", "audit.finding.table_unfitted"},
    {tableUnique, note, "table-unique", "audit.finding.table_unique"},
    {tableCollides, warning, "table-unique", "audit.finding.table_collides"},
    {tableEquals, note, "table-matches", "audit.finding.table_equals"},
    {tableEqualsLinear, note, "table-matches", "audit.finding.table_equals.linear"},
    {tableMatches, note, "table-matches", "audit.finding.table_matches"},
    {tableMatchesLinear, note, "table-matches", "audit.finding.table_matches.linear"},
    {tableFine, note, "fine", "audit.finding.table_fine"},
    {tableBad, warning, "table-bad", "audit.finding.table_bad"},
};
static_assert([] {
  std::size_t index = 0;
  return std::all_of(std::begin(kRows), std::end(kRows), [&index](const NoticeRow& row) {
    return static_cast<std::size_t>(row.id) == index++;
  });
}());
static_assert(std::size(kRows) == static_cast<std::size_t>(tableBad) + 1);

}  // namespace

std::string_view noticeLevelName(NoticeLevel level) {
  return kLevelNames[static_cast<std::size_t>(level)];
}

std::span<const NoticeRow> noticeRows() {
  return kRows;
}

const NoticeRow& noticeRow(NoticeId id) {
  return kRows[static_cast<std::size_t>(id)];
}

Notice makeNotice(NoticeId id, std::string_view keyPath, std::vector<TextArgument> arguments) {
  return {id, Text(noticeRow(id).sentence, std::move(arguments)), std::string(keyPath)};
}

}  // namespace poscope
