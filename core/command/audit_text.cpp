// An audit for a terminal.
#include "core/command/audit_report.h"
#include "core/command/text_table.h"

namespace poscope {
namespace {

constexpr std::size_t kWidth = 100;

class Report {
 public:
  explicit Report(Language language) : language_(language) {}

  [[nodiscard]] std::string say(const Text& text) const { return renderPlain(text, language_); }
  void heading(const Text& text) { text_ += "\n" + say(text) + "\n"; }
  void raw(const std::string& text) { text_ += text; }

  // Wrapped; all lines but the first one begin `hang` columns further right.
  void line(std::size_t indent, const std::string& words, std::size_t hang = 0) {
    bool first = true;
    for (const std::string& part : wrapped(words, kWidth - indent - hang)) {
      text_ += std::string(indent + (first ? 0 : hang), ' ') + part + "\n";
      first = false;
    }
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  Language language_;
  std::string text_;
};

void addSettings(Report& out, const AuditReport& report) {
  if (report.settings.empty()) {
    return;
  }
  out.heading("audit.report.settings");
  TextTable table({Align::left, Align::left, Align::left, Align::left});
  for (const AuditSetting& setting : report.settings) {
    table.add({setting.name, setting.value, setting.keyPath,
               setting.assumed ? out.say("audit.report.assumed") : std::string()});
  }
  out.raw(table.text(2));
}

void addFindings(Report& out, const AuditReport& report) {
  if (report.findings.empty()) {
    return;
  }
  out.heading("audit.report.findings");
  for (const AuditFinding& finding : report.findings) {
    const std::string level =
        out.say(Text("audit.report." + std::string(noticeLevelName(finding.level()))));
    out.line(2, level + "  " + std::string(finding.rule()) +
                    (finding.keyPath.empty() ? std::string() : "  [" + finding.keyPath + "]"));
    out.line(6, out.say(finding.text));
  }
}

void addWay(Report& out, const AuditWay& way) {
  out.line(2, out.say(auditWayTitle(way)));
  out.line(6, out.say("audit.report.recipe") + "  " + way.link);
  if (!way.changed && way.title.key != "audit.way.table") {
    out.line(6, out.say(Text("recipe." + way.recipe.id + ".about")));
  }
  TextTable table({Align::left, Align::left, Align::left});
  for (const AuditRow& row : auditRows(way)) {
    table.add({row.name.empty() ? std::string() : out.say(row.name),
               row.state.empty() ? std::string() : out.say(row.state), out.say(row.text)});
  }
  out.raw(table.text(6));
}

void addWays(Report& out, const AuditReport& report) {
  for (std::size_t i = 0; i < report.ways.size(); ++i) {
    if (const Text title = auditWaysTitle(report, i); !title.empty()) {
      out.heading(title);
    }
    addWay(out, report.ways[i]);
  }
}

}  // namespace

std::string auditText(const AuditReport& report, Language language, const FailOnOutcome& failOn) {
  Report out(language);
  out.line(0, out.say(auditTitle(report)));
  out.line(0, out.say(report.conclusion));
  if (const Text judged = failOnText(failOn); !judged.empty()) {
    out.line(0, out.say(judged));
  }
  addSettings(out, report);
  addFindings(out, report);
  addWays(out, report);
  if (!report.fixes.empty()) {
    out.heading("audit.report.fixes");
    for (std::size_t i = 0; i < report.fixes.size(); ++i) {
      out.line(2, std::to_string(i + 1) + ". " + out.say(report.fixes[i]), 3);
    }
  }
  return out.take();
}

}  // namespace poscope
