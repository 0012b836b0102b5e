#include "app/cli/options.h"

#include "app/cli/help_formatter.h"
#include "app/export/export_size.h"
#include "app/export/figure_file.h"
#include "core/base/version.h"
#include "core/base/words.h"
#include "core/catalogue/views.h"
#include "core/command/text_table.h"
#include "core/views/view.h"

namespace poscope {
namespace {

void addListing(const Options& options) {
  options.json();
  options.language();
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

}  // namespace

std::string languageChoices(std::string_view separator) {
  return joinWords(languages(), &LanguageRow::id, separator);
}

void Options::common() const {
  app_.set_help_flag("-h,--help", say("command.help.help"));
  app_.set_version_flag("-V,--version", "poscope " + std::string(programVersion()),
                        say("command.help.version"));
  flag("-q,--quiet", raw_.quiet, "command.help.quiet");
  flag("-v,--verbose", raw_.verbose, "command.help.verbose");
}

void Options::footer(const char* more, const std::vector<std::string>& examples) const {
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

void addExport(const Options& options) {
  CommandLine& line = options.raw().line;
  ExportRequest& request = line.exported;
  options.words("WHAT", request.words, "command.help.export.what");
  options.add("--figure", "NAME", request.figure,
              {"command.help.export.figure", {{"figures", joinWords(figureNames())}}});
  options.repeat("-s,--set", "NAME=VALUE", request.sets, "command.help.export.set");
  options.repeat("-o,--output", "FILE", request.outputs,
                 {"command.help.export.output", {{"endings", joinWords(exportEndings())}}});
  options.model();
  options.add("--size", "SIZE", request.size, "command.help.export.size");
  options.add("--dpi", "NUMBER", request.dpi, {"command.help.export.dpi", {{"dpi", kStandardDpi}}});
  options.add("--paper", "NAME", request.paper,
              {"command.help.export.paper", {{"papers", joinWords(paperNames())}}});
  options.add("--layer", "NAME", request.layer, "command.help.export.layer");
  options.add("--rows", "A:B:STEP", request.rows, "command.help.export.rows");
  options.add("--columns", "A:B:STEP", request.columns, "command.help.export.columns");
  options.add("--type", "TYPE", request.type, "command.help.export.type");
  options.add("--text", "FORM", request.text,
              {"command.help.export.text", {{"forms", joinWords(textFormNames())}}});
  options.flag("--no-caption", request.noCaption, "command.help.export.no_caption");
  options.theme();
  options.language();
  options.backend("command.help.export.backend");
  options.footer("command.help.export.more",
                 {"poscope export positions --set context=8192 --set format=bf16 -o x.json",
                  "poscope export \"poscope:alibi?heads=40\" -o alibi.pdf --paper neurips",
                  "poscope export sinusoidal --model config.json -o table.npy -o table.png",
                  "poscope export alibi --set picture=matrix --rows 0:4096:64 -o bias.csv",
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
  options.add("--ways", "default|all", line.audit.ways, "command.help.audit.ways");
  options.json();
  options.flag("--markdown", line.audit.markdown, "command.help.audit.markdown");
  options.language();
  options.footer(
      "command.help.audit.more",
      {"poscope audit config.json", "poscope audit model-folder --context 32k --markdown",
       "poscope audit config.json --format bf16 --recipe hf-5-cast --json",
       "poscope audit config.json --fail-on unique,relative,faithful",
       "poscope audit llama-2-7b --fail-on faithful --ways all",
       "poscope audit table.safetensors"});
}

void addInspect(const Options& options) {
  CommandLine& line = options.raw().line;
  options.add("FILE", "", line.path, "command.help.inspect.file");
  options.add("--tensor", "NAME", line.inspect.tensor, "command.help.inspect.tensor");
  options.add("--slice", "RANGES", line.inspect.slice, "command.help.inspect.slice");
  options.add("--as", "TYPE", line.inspect.as, "command.help.inspect.as");
  options.flag("--header", line.inspect.header, "command.help.inspect.header");
  addListing(options);
  options.footer("command.help.inspect.more",
                 {"poscope inspect config.json", "poscope inspect table.npy --json",
                  "poscope inspect model.safetensors --tensor wpe.weight --slice 0:4,:8"});
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

}  // namespace poscope
