#include "app/cli/man_page.h"

#include <sstream>

#include "app/cli/exit_codes.h"
#include "core/base/version.h"

namespace poscope {
namespace {

// Text that means itself in man(7).
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  }
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

class Page {
 public:
  explicit Page(Language language) : language_(language) {}

  [[nodiscard]] std::string say(const Text& text) const { return renderPlain(text, language_); }

  void line(const std::string& text) { source_ += text + "\n"; }
  void section(const char* key) { line(".SH \"" + plain(say(Text(key))) + "\""); }
  void paragraph(const std::string& text) {
    line(".PP");
    lines(text);
  }
  void lines(const std::string& text) {
    std::istringstream each(text);
    for (std::string part; std::getline(each, part);) {
      line(plain(part));
    }
  }
  // A name in bold and what it is.
  void entry(const std::string& name, const std::string& text) {
    line(".TP");
    line("\\fB" + plain(name) + "\\fR");
    lines(text);
  }
  void code(const std::string& text) {
    line(".PP");
    line(".nf");
    lines(text);
    line(".fi");
  }
  [[nodiscard]] std::string take() { return std::move(source_); }

 private:
  Language language_;
  std::string source_;
};

void addOptions(Page& page, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    page.entry(option->get_positional() ? option->get_name(true) : optionWords(*option),
               option->get_description());
  }
}

void addNotes(Page& page, const HelpNotes& notes) {
  if (!notes.more.empty()) {
    page.paragraph(notes.more);
  }
  std::string examples;
  for (const std::string& example : notes.examples) {
    examples += example + "\n";
  }
  if (!examples.empty()) {
    page.paragraph(page.say("command.help.examples"));
    page.line(".RS 4");
    page.code(examples);
    page.line(".RE");
  }
}

void addSubcommands(Page& page, const CLI::App& app, const Grammar& grammar,
                    const HelpFormatter::Usage& usage) {
  page.section("command.man.commands");
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    page.line(".SS " + plain(each->get_name()));
    page.lines(each->get_description());
    page.code(usage(each->get_name()));
    addOptions(page, *each);
    addNotes(page, grammar.notes.at(each));
  }
}

void addSurroundings(Page& page) {
  page.section("command.man.exit");
  for (const ExitCodeRow& row : exitCodeRows()) {
    page.entry(std::to_string(row.code), page.say(Text(row.key)));
  }
  page.section("command.man.environment");
  page.entry("LC_ALL, LC_MESSAGES, LANG", page.say("command.man.environment.language"));
  page.entry("XDG_CONFIG_HOME", page.say("command.man.environment.config"));
  page.section("command.man.files");
  page.entry("~/.config/poscope/state.json", page.say("command.man.files.state"));
}

}  // namespace

std::string manPage(const CLI::App& app, const Grammar& grammar, Language language,
                    const HelpFormatter::Usage& usage) {
  Page page(language);
  page.line(".TH POSCOPE 1 \"\" \"poscope " + std::string(programVersion()) + "\" \"" +
            page.say("command.man.title") + "\"");
  page.line(".ad l");
  page.line(".nh");
  page.section("command.man.name");
  page.line("poscope \\- " + plain(page.say("command.man.about")));
  page.section("command.man.synopsis");
  page.code(usage({}));
  page.section("command.man.description");
  page.lines(app.get_description());
  page.section("command.man.options");
  addOptions(page, app);
  addNotes(page, grammar.notes.at(&app));
  addSubcommands(page, app, grammar, usage);
  addSurroundings(page);
  if (!programHomepage().empty()) {
    page.section("command.man.more");
    page.lines(page.say({"command.help.homepage", {{"url", programHomepage()}}}));
  }
  return page.take();
}

}  // namespace poscope
