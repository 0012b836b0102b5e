// An audit as Markdown: for issues, wikis and pull requests.
#include "core/command/audit_report.h"

namespace poscope {
namespace {

class Markdown {
 public:
  explicit Markdown(Language language) : language_(language) {}

  [[nodiscard]] std::string say(const Text& text) const { return escaped(plain(text)); }
  [[nodiscard]] std::string plain(const Text& text) const { return renderPlain(text, language_); }
  // What a file holds must not become markup.
  [[nodiscard]] static std::string escaped(const std::string& text) {
    std::string safe;
    const std::string plain = html(text);
    for (std::size_t i = 0; i < plain.size(); ++i) {
      // An underscore inside of a word is one.
      const bool inside = plain[i] == '_' && i > 0 && i + 1 < plain.size() &&
                          isWordLetter(plain[i - 1]) && isWordLetter(plain[i + 1]);
      if (!inside && std::string_view("\\`*_[]#").find(plain[i]) != std::string_view::npos) {
        safe += '\\';
      }
      safe += plain[i];
    }
    return safe;
  }
  // What stands between HTML tags is Markdown still.
  [[nodiscard]] static std::string code(const std::string& text) {
    return text.empty() ? std::string() : "<code>" + escaped(text) + "</code>";
  }

  void line(const std::string& text) { text_ += text + "\n"; }
  void heading(const Text& text) { text_ += "\n## " + say(text) + "\n\n"; }
  void row(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      text_ += "| " + cell + " ";
    }
    text_ += "|\n";
  }
  void head(const std::vector<std::string>& cells) {
    row(cells);
    row(std::vector<std::string>(cells.size(), "---"));
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  static bool isWordLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
  static std::string html(const std::string& text) {
    std::string safe;
    for (const char c : text) {
      safe += c == '<'   ? "&lt;"
              : c == '>' ? "&gt;"
              : c == '&' ? "&amp;"
              : c == '|' ? "&vert;"
                         : std::string(1, c);
    }
    return safe;
  }

  Language language_;
  std::string text_;
};

void addSettings(Markdown& out, const AuditReport& report) {
  if (report.settings.empty()) {
    return;
  }
  out.heading("audit.report.settings");
  out.head({out.say("audit.report.name"), out.say("audit.report.value"),
            out.say("audit.report.key"), ""});
  for (const AuditSetting& setting : report.settings) {
    out.row({Markdown::escaped(setting.name), Markdown::code(setting.value),
             Markdown::code(setting.keyPath),
             setting.assumed ? out.say("audit.report.assumed") : std::string()});
  }
}

void addFindings(Markdown& out, const AuditReport& report) {
  if (report.findings.empty()) {
    return;
  }
  out.heading("audit.report.findings");
  for (const AuditFinding& finding : report.findings) {
    const std::string key =
        finding.keyPath.empty() ? std::string() : " " + Markdown::code(finding.keyPath);
    out.line("- **" +
             out.say(Text("audit.report." + std::string(noticeLevelName(finding.level())))) +
             "** " + Markdown::code(std::string(finding.rule())) + key + "  ");
    out.line("  " + out.say(finding.text));
  }
}

void addWays(Markdown& out, const AuditReport& report) {
  for (std::size_t i = 0; i < report.ways.size(); ++i) {
    const AuditWay& way = report.ways[i];
    if (const Text title = auditWaysTitle(report, i); !title.empty()) {
      out.heading(title);
    }
    out.line("### " + out.say(auditWayTitle(way)) + "\n");
    out.line(Markdown::code(way.link) + "\n");
    out.head({"", out.say("audit.report.verdict"), ""});
    for (const AuditRow& row : auditRows(way)) {
      out.row({row.name.empty() ? std::string() : out.say(row.name),
               row.state.empty() ? std::string() : out.say(row.state), out.say(row.text)});
    }
    out.line("");
    out.line(out.say(Text("audit.report.source", {{"source", way.recipe.source}})) + "  ");
    if (!way.recipe.unverified.empty()) {
      out.line(out.say(Text("audit.report.unverified", {{"what", way.recipe.unverified}})));
    }
    out.line("");
  }
}

}  // namespace

std::string auditMarkdown(const AuditReport& report, Language language,
                          const FailOnOutcome& failOn) {
  Markdown out(language);
  out.line("# " + out.say(auditTitle(report)) + "\n");
  out.line(out.say(report.conclusion));
  if (const Text judged = failOnText(failOn); !judged.empty()) {
    out.line("\n" + out.say(judged));
  }
  addSettings(out, report);
  addFindings(out, report);
  addWays(out, report);
  if (!report.fixes.empty()) {
    out.heading("audit.report.fixes");
    for (const Text& fix : report.fixes) {
      out.line("1. " + out.say(fix));
    }
  }
  if (!report.patch.empty()) {
    out.heading("audit.report.patch");
    out.line("```python\n" + report.patch + "```");
  }
  return out.take();
}

}  // namespace poscope
