// What the readers of models and the audit can say: one row each, with how grave it is, the word
// that reports print, and its sentence. Code tells notices apart by their id, never by a sentence.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"

namespace poscope {

enum class NoticeLevel { note, warning, error };

/// "note", "warning", "error".
[[nodiscard]] std::string_view noticeLevelName(NoticeLevel level);

/// In the order of the table (notice.cpp). The audit has no table of its own: its findings are the
/// readers' notices and those of its rules, and words such as "scaling-unknown" serve both.
enum class NoticeId {
  // A config.json.
  duplicate,
  nonFinite,
  headsGroups,
  unevenHeads,
  noHeadDim,
  unknownDtype,
  noDtype,
  noScheme,
  unknownScheme,
  baichuanAlibi,
  baichuanRope,
  assumedContext,
  noContext,
  alibiHeads,
  twoDimensions,
  dynamicSwitch,
  unreadKey,
  moreUnreadKeys,
  otherPart,
  // Its RoPE.
  extraKey,
  unknownScaling,
  unreadKeys,
  unreadFactor,
  noType,
  missingKey,
  alphaFactor,
  alpha,
  smallFactor,
  lowHigh,
  betas,
  bothBlocks,
  twoTypes,
  textBlock,
  assumedBase,
  assumedLayerBase,
  badBase,
  assumedShare,
  oddRotary,
  noRotary,
  wideRotary,
  listLength,
  sections,
  looseSections,
  assumedFactor,
  scaledLength,
  yarnUsual,
  yarnLengths,
  twoOriginals,
  assumedOriginal,
  originalNotShorter,
  cannotCompute,
  // An array file.
  voidType,
  voidByte,
  unreadableType,
  unreadableTensor,
  trailingBytes,
  // The audit of a config.json.
  fp32Assumed,
  dynamicBase,
  shortList,
  longList,
  softmaxFactor,
  softmaxElsewhere,
  beyondContext,
  biasBeyond,
  dynamicBeyond,
  contextCapped,
  slidingWindow,
  positionsLost,
  positionsCast,
  noModelType,
  codeStandsIn,
  codeAmbiguous,
  tooWide,
  // The ways to run it.
  wayNone,
  wayLoad,
  wayCast,
  castRebuilt,
  wayAutocast,
  autocastRebuilt,
  wayZeroInit,
  wayDefaultDtype,
  wayFine,
  wayUnderstood,
  // A dumped table.
  tableNotKnown,
  tableUnique,
  tableCollides,
  tableEquals,
  tableEqualsLinear,
  tableMatches,
  tableMatchesLinear,
  tableFine,
  tableBad,
};

struct NoticeRow {
  NoticeId id;
  NoticeLevel level;
  std::string_view rule;  ///< Stable: what reports print. docs/audit.md lists them all.
  /// Key of the sentence; empty where an error's own sentence is told.
  std::string_view sentence;
  bool fix = false;      ///< A text `audit.fix.<rule>` says what to do.
  bool layered = false;  ///< `<sentence>.layer` says it of one kind of layer.
  /// Something of the model is not in the report: it holds as far as understood.
  bool partial = false;
};

/// One row for each id, in the order of NoticeId.
[[nodiscard]] std::span<const NoticeRow> noticeRows();
[[nodiscard]] const NoticeRow& noticeRow(NoticeId id);

/// Something that has to be told. Error: the model as written cannot work (an odd rotary
/// dimension). Warning: it may go wrong. Note: what was understood or assumed.
struct Notice {
  NoticeId id = NoticeId::duplicate;
  Text text;
  std::string keyPath;  ///< The key that it is about; empty: of no key.

  [[nodiscard]] NoticeLevel level() const { return noticeRow(id).level; }
  [[nodiscard]] std::string_view rule() const { return noticeRow(id).rule; }
  friend bool operator==(const Notice&, const Notice&) = default;
};

/// A notice in the words of its row.
[[nodiscard]] Notice makeNotice(NoticeId id, std::string_view keyPath = {},
                                std::vector<TextArgument> arguments = {});

}  // namespace poscope
