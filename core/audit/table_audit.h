// A dumped cos/sin table: its own verdicts, and the recipe that it equals most.
#pragma once

#include <filesystem>
#include <string>

#include "core/audit/audit.h"

namespace poscope {

/// `path` is a .npy or .safetensors file with cos and sin tensors of [positions, pairs] or
/// [positions, dimensions], or with one table of both; leading axes of size 1 are left out. `name`
/// is the file's name in messages. The context limits the rows that are looked at. Errors: those of
/// the array readers; a file error for what is no cos/sin table.
[[nodiscard]] Result<AuditReport> auditTable(const std::filesystem::path& path,
                                             const std::string& name, const AuditRequest& request,
                                             const VerdictControl& control = {});

}  // namespace poscope
