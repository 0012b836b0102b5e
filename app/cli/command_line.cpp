#include "app/cli/command_line.h"

#include <algorithm>
#include <array>

#include "app/cli/argument_words.h"
#include "app/cli/help_formatter.h"
#include "app/cli/parse_errors.h"
#include "app/export/export_size.h"
#include "app/export/figure_file.h"
#include "core/base/version.h"
#include "core/catalogue/views.h"
#include "core/command/text_table.h"
#include "core/views/view.h"

namespace poscope {
namespace {

// What CLI11 writes into; words become languages and themes afterwards.
struct Raw {
  CommandLine line;
  std::string language;
  std::string theme;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

// Adds options in one language.
class Options {
 public:
  Options(CLI::App& app, Raw& raw, Language language) : app_(app), raw_(raw), language_(language) {}

  void add(const char* names, const char* type, std::string& value, const Text& help) const {
    app_.add_option(names, value, say(help))->type_name(type);
  }
  // May be repeated; takes one value each time.
  void repeat(const char* names, const char* type, std::vector<std::string>& values,
              const Text& help) const {
    app_.add_option(names, values, say(help))->type_name(type)->allow_extra_args(false);
  }
  void words(const char* name, std::vector<std::string>& values, const Text& help) const {
    app_.add_option(name, values, say(help));
  }
  void flag(const char* name, bool& value, const Text& help) const {
    app_.add_flag(name, value, say(help))->disable_flag_override();
  }

  void json() const { flag("--json", raw_.line.json, "command.help.json"); }
  void language() const { add("--lang", "en|zh", raw_.language, "command.help.lang"); }
  void theme() const { add("--theme", "light|dark", raw_.theme, "command.help.theme"); }
  void model() const { add("--model", "PATH", raw_.line.model, "command.help.model"); }
  void backend(const char* help) const { add("--backend", "ID", raw_.line.backend, help); }

  [[nodiscard]] std::string say(const Text& text) const { return renderPlain(text, language_); }
  [[nodiscard]] Raw& raw() const { return raw_; }

  /// Below the options: explanation and examples.
  void footer(const char* more, const std::vector<std::string>& examples) const {
    std::string text = more == nullptr ? "" : "\n";
    for (const std::string& line : wrapped(more == nullptr ? "" : say(more), kHelpWidth)) {
      text += line + "\n";
    }
    if (!examples.empty()) {
      text += "\n" + say("command.help.examples") + "\n";
    }
    for (const std::string& example : examples) {
      text += "  " + example + "\n";
    }
    app_.footer(text);
  }

 private:
  CLI::App& app_;
  Raw& raw_;
  Language language_;
};

void addListing(const Options& options) {
  options.json();
  options.language();
}

void addViews(const Options& options) {
  addListing(options);
  options.footer("command.help.views.more", {"poscope views", "poscope views --json"});
}

void addRecipes(const Options& options) {
  addListing(options);
  options.footer("command.help.recipes.more",
                 {"poscope recipes", "poscope export alibi --set a=relative -o relative.png"});
}

void addFormats(const Options& options) {
  addListing(options);
  options.footer(nullptr, {"poscope formats", "poscope formats --json"});
}

void addDevices(const Options& options) {
  addListing(options);
  options.footer(nullptr, {"poscope devices", "poscope devices --json"});
}

void addRound(const Options& options) {
  RoundRequest& round = options.raw().line.round;
  options.add("FORMAT", "", round.format, "command.help.round.format");
  options.words("NUMBER", round.numbers, "command.help.round.numbers");
  options.add("--rounding", "WAY", round.rounding, "command.help.round.rounding");
  options.add("--overflow", "WAY", round.overflow, "command.help.round.overflow");
  options.add("--scale", "STEP", round.scale, "command.help.round.scale");
  addListing(options);
  options.footer("command.help.round.more", {"poscope round bf16 255 256 257 259 4095 8191",
                                             "poscope round int8 0.3 --scale 0.0078125 --json"});
}

std::vector<std::string> figureNames() {
  std::vector<std::string> names;
  for (const View& view : views()) {
    for (const NamedFigure& figure : view.figures) {
      names.push_back(figure.name);
    }
  }
  return names;
}

std::vector<std::string> paperNames() {
  std::vector<std::string> names;
  for (const Paper& paper : papers()) {
    names.emplace_back(paper.name);
  }
  return names;
}

void addExport(const Options& options) {
  CommandLine& line = options.raw().line;
  ExportRequest& request = line.exported;
  options.words("WHAT", request.words, "command.help.export.what");
  options.add("--figure", "NAME", request.figure,
              {"command.help.export.figure", {{"figures", joined(figureNames())}}});
  options.repeat("-s,--set", "NAME=VALUE", request.sets, "command.help.export.set");
  options.repeat("-o,--output", "FILE", request.outputs,
                 {"command.help.export.output", {{"endings", joined(exportEndings())}}});
  options.model();
  options.add("--size", "SIZE", request.size, "command.help.export.size");
  options.add("--dpi", "NUMBER", request.dpi, {"command.help.export.dpi", {{"dpi", kStandardDpi}}});
  options.add("--paper", "NAME", request.paper,
              {"command.help.export.paper", {{"papers", joined(paperNames())}}});
  options.add("--layer", "NAME", request.layer, "command.help.export.layer");
  options.add("--type", "TYPE", request.type, "command.help.export.type");
  options.flag("--no-caption", request.noCaption, "command.help.export.no_caption");
  options.theme();
  options.language();
  options.backend("command.help.export.backend");
  options.footer("command.help.export.more",
                 {"poscope export positions --set context=8192 --set format=bf16 -o x.json",
                  "poscope export \"poscope:alibi?heads=40\" -o alibi.pdf --paper neurips",
                  "poscope export sinusoidal --model config.json -o table.npy -o table.png",
                  "poscope export figure.png -o again.svg --size 84mmx60mm"});
}

void addGallery(const Options& options) {
  options.add("DIR", "", options.raw().line.path, "command.help.gallery.folder");
  options.theme();
  options.language();
  options.backend("command.help.export.backend");
  options.footer(nullptr,
                 {"poscope gallery figures", "poscope gallery figures-zh --lang zh --theme dark"});
}

void addVerdict(const Options& options) {
  VerdictOptions& verdict = options.raw().line.verdict;
  options.add("RECIPE", "", verdict.recipe, "command.help.verdict.recipe");
  options.add("--context", "N", verdict.context, "command.help.verdict.context");
  options.add("--start", "N", verdict.start, "command.help.verdict.start");
  options.repeat("-s,--set", "NAME=VALUE", verdict.sets, "command.help.verdict.set");
  addListing(options);
  options.footer("command.help.verdict.more",
                 {"poscope verdict module-cast --context 8192",
                  "poscope verdict hf-llama --context 128k --set base=500000 --set format=bf16",
                  "poscope verdict baichuan-13b --context 4096 --set heads=40 --json",
                  "poscope verdict sinusoid/module-cast --context 5000 --set table=fp32"});
}

void addAudit(const Options& options) {
  CommandLine& line = options.raw().line;
  options.add("PATH", "", line.path, "command.help.audit.path");
  options.add("--context", "N", line.audit.context, "command.help.audit.context");
  options.add("--format", "FORMAT", line.audit.format, "command.help.audit.format");
  options.add("--recipe", "RECIPE", line.audit.recipe, "command.help.audit.recipe");
  options.add("--fail-on", "LIST", line.audit.failOn, "command.help.audit.fail_on");
  options.json();
  options.flag("--markdown", line.audit.markdown, "command.help.audit.markdown");
  options.language();
  options.footer(
      "command.help.audit.more",
      {"poscope audit config.json", "poscope audit model-folder --context 32k --markdown",
       "poscope audit config.json --format bf16 --recipe hf-5-cast --json",
       "poscope audit config.json --fail-on unique,relative,faithful",
       "poscope audit table.safetensors"});
}

void addInspect(const Options& options) {
  options.add("FILE", "", options.raw().line.path, "command.help.inspect.file");
  addListing(options);
  options.footer(nullptr, {"poscope inspect config.json", "poscope inspect table.npy --json"});
}

void addBench(const Options& options) {
  options.backend("command.help.bench.backend");
  options.add("--runs", "N", options.raw().line.runs, "command.help.bench.runs");
  addListing(options);
  options.footer(nullptr, {"poscope bench", "poscope bench --backend cpu --runs 20 --json"});
}

void addWindow(const Options& options) {
  CommandLine& line = options.raw().line;
  options.words("OPEN", line.open, "command.help.open");
  options.flag("--fresh", line.fresh, "command.help.fresh");
  options.model();
  options.theme();
  options.language();
  options.backend("command.help.backend");
  options.footer(nullptr,
                 {"poscope", "poscope config.json", "poscope export sinusoidal -o sinusoidal.png"});
}

// Help texts: `command.help.<name>`.
struct Subcommand {
  const char* name;
  const char* usage;
  void (*addOptions)(const Options&);
};

constexpr std::array<Subcommand, 11> kSubcommands{
    {{"views", "poscope views [--json] [--lang en|zh]", addViews},
     {"recipes", "poscope recipes [--json] [--lang en|zh]", addRecipes},
     {"formats", "poscope formats [--json] [--lang en|zh]", addFormats},
     {"round", "poscope round FORMAT NUMBER... [options]", addRound},
     {"export",
      "poscope export VIEW|LINK|FIGURE [--set NAME=VALUE]... -o FILE... [options]\n"
      "poscope export --figure NAME -o FILE... [options]",
      addExport},
     {"gallery", "poscope gallery DIR [options]", addGallery},
     {"verdict", "poscope verdict RECIPE --context N [options]", addVerdict},
     {"audit", "poscope audit PATH [options]", addAudit},
     {"inspect", "poscope inspect FILE [--json] [--lang en|zh]", addInspect},
     {"devices", "poscope devices [--json] [--lang en|zh]", addDevices},
     {"bench", "poscope bench [--json] [options]", addBench}}};

std::string usageOf(const std::string& name) {
  for (const Subcommand& subcommand : kSubcommands) {
    if (name == subcommand.name) {
      return subcommand.usage;
    }
  }
  return "poscope [LINK|FILE]... [options]\nposcope SUBCOMMAND ...\nposcope help [SUBCOMMAND]";
}

void describe(CLI::App& app, Raw& raw, Language language) {
  const auto say = [language](const Text& text) { return renderPlain(text, language); };
  app.name("poscope");
  app.description(say("command.help.about") + "\n" + say("command.help.window"));
  app.formatter(std::make_shared<HelpFormatter>(language, usageOf));
  app.set_help_flag("-h,--help", say("command.help.help"));
  app.set_version_flag("--version", "poscope " + std::string(programVersion()),
                       say("command.help.version"));
  app.require_subcommand(0, 1);
  addWindow(Options(app, raw, language));
  for (const Subcommand& subcommand : kSubcommands) {
    CLI::App* added = app.add_subcommand(subcommand.name,
                                         say(Text(std::string("command.help.") + subcommand.name)));
    subcommand.addOptions(Options(*added, raw, language));
  }
}

tl::unexpected<Error> badChoice(const char* option, const std::string& value, const char* choices) {
  return usageError({"command.error.option",
                     {{"option", option},
                      {"value", value},
                      {"expected", Text("command.expected.choice", {{"choices", choices}})}}});
}

Result<CommandLine> finished(Raw raw, const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  raw.line.command = chosen.empty() ? std::string() : chosen.front()->get_name();
  if (!raw.language.empty()) {
    Language language{};
    if (!parseLanguage(raw.language, language)) {
      return badChoice("--lang", raw.language, "en, zh");
    }
    raw.line.language = language;
  }
  if (!raw.theme.empty()) {
    if (raw.theme != "light" && raw.theme != "dark") {
      return badChoice("--theme", raw.theme, "light, dark");
    }
    raw.line.theme = raw.theme == "light" ? ThemeKind::light : ThemeKind::dark;
  }
  if (!chosen.empty() && !raw.line.open.empty()) {
    return usageError({"command.error.unexpected", {{"value", joined(raw.line.open)}}});
  }
  return raw.line;
}

// "help WORD": the word must be a subcommand.
Result<void> checkHelpTopic(const std::vector<std::string>& arguments) {
  const bool asks = arguments.size() > 1 && arguments[0] == "help" && arguments[1][0] != '-';
  const std::vector<std::string> names = subcommandNames();
  if (!asks || arguments[1] == "help" ||
      std::find(names.begin(), names.end(), arguments[1]) != names.end()) {
    return {};
  }
  return usageError(
      {"command.error.subcommand", {{"value", arguments[1]}, {"expected", joined(names)}}});
}

}  // namespace

Result<std::variant<CommandLine, PrintOnly>> parseCommandLine(
    const std::vector<std::string>& arguments, Language language) {
  using Outcome = std::variant<CommandLine, PrintOnly>;
  Raw raw;
  CLI::App app;
  describe(app, raw, languageOption(arguments).value_or(language));
  if (const auto checked = checkHelpTopic(arguments); !checked) {
    return tl::unexpected<Error>(checked.error());
  }
  std::vector<std::string> reversed = plainArguments(arguments);
  std::reverse(reversed.begin(), reversed.end());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    return Outcome(chosen.empty() ? app.help() : chosen.front()->help());
  } catch (const CLI::CallForVersion& version) {
    return Outcome(std::string(version.what()) + "\n");
  } catch (const CLI::Error& error) {
    return tl::unexpected<Error>(parseError(app, error));
  }
  return finished(std::move(raw), app).map([](CommandLine line) {
    return Outcome(std::move(line));
  });
}

std::optional<Language> languageOption(const std::vector<std::string>& arguments) {
  constexpr std::string_view kOption = "--lang";
  std::optional<Language> found;
  Language language{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool next = argument == kOption && i + 1 < arguments.size();
    const bool joint = argument.starts_with(kOption) && argument.size() > kOption.size() &&
                       argument[kOption.size()] == '=';
    const std::string value = next    ? arguments[i + 1]
                              : joint ? argument.substr(kOption.size() + 1)
                                      : std::string();
    if (parseLanguage(value, language)) {
      found = language;
    }
  }
  return found;
}

std::vector<std::string> subcommandNames() {
  std::vector<std::string> names;
  for (const Subcommand& subcommand : kSubcommands) {
    names.emplace_back(subcommand.name);
  }
  return names;
}

}  // namespace poscope
