// What the tests of the audit share.
#pragma once

#include <QString>
#include <algorithm>
#include <string>

#include "core/audit/audit.h"
#include "tests/core/model/model_test_data.h"

namespace poscope::testing {

/// The audit of a file or folder under tests/data; an empty report where it fails.
inline AuditReport audited(const std::string& name, const AuditRequest& request = {}) {
  const auto config = readModelConfig(dataPath(name));
  const auto report =
      config ? audit(*config, request) : Result<AuditReport>(tl::unexpected<Error>(config.error()));
  if (!report) {
    qWarning("%s", qPrintable(english(report.error().text)));
    return {};
  }
  return *report;
}

inline AuditReport auditedText(const std::string& json, const AuditRequest& request = {}) {
  const auto config = parseModelConfig(json, "config.json");
  const auto report =
      config ? audit(*config, request) : Result<AuditReport>(tl::unexpected<Error>(config.error()));
  if (!report) {
    qWarning("%s", qPrintable(english(report.error().text)));
    return {};
  }
  return *report;
}

inline AuditRequest inFormat(const char* format, std::optional<std::int64_t> context = {}) {
  AuditRequest request;
  request.format = findFormat(format);
  request.context = context;
  return request;
}

inline const AuditFinding* findingOf(const AuditReport& report, const std::string& rule) {
  const auto found =
      std::find_if(report.findings.begin(), report.findings.end(),
                   [&](const AuditFinding& finding) { return finding.rule() == rule; });
  return found == report.findings.end() ? nullptr : &*found;
}

/// What a finding says, in English; empty when there is none.
inline QString said(const AuditReport& report, const std::string& rule) {
  const AuditFinding* const finding = findingOf(report, rule);
  return finding == nullptr ? QString() : english(finding->text);
}

inline QString valueOf(const AuditReport& report, const std::string& name) {
  const auto found =
      std::find_if(report.settings.begin(), report.settings.end(),
                   [&](const AuditSetting& setting) { return setting.name == name; });
  return found == report.settings.end() ? QString() : QString::fromStdString(found->value);
}

inline const AuditWay* wayOf(const AuditReport& report, const std::string& recipe,
                             const std::string& layer = {}) {
  const auto found = std::find_if(report.ways.begin(), report.ways.end(), [&](const AuditWay& way) {
    return way.recipe.id == recipe && way.layer == layer && !way.changed;
  });
  return found == report.ways.end() ? nullptr : &*found;
}

}  // namespace poscope::testing
