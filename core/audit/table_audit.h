// A dumped cos/sin table: its own verdicts, and the recipe that it equals most.
#pragma once

#include "core/audit/audit.h"
#include "core/model/named_file.h"

namespace poscope {

/// `file` is a .npy or .safetensors file with cos and sin tensors of [positions, pairs] or
/// [positions, dimensions], or with one table of both; leading axes of size 1 are left out.
/// The context limits the rows that are looked at. Errors: those of
/// the array readers; a file error for what is no cos/sin table.
[[nodiscard]] Result<AuditReport> auditTable(const NamedFile& file, const AuditRequest& request,
                                             const VerdictControl& control = {});

}  // namespace poscope
