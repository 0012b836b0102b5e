#include "app/cli/options.h"

#include "app/cli/shell_scripts.h"
#include "app/export/export_size.h"
#include "app/export/figure_file.h"
#include "core/base/version.h"
#include "core/base/words.h"
#include "core/catalogue/views.h"
#include "core/views/view.h"

namespace poscope {
namespace {

void addListing(const Options& options) {
  options.json();
  options.language();
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

void Options::theme() const {
  add("--theme", joinWords(themeNames().all, {}, "|"), raw_.theme, "command.help.theme",
      {themeValues});
}

void Options::notes(const char* more, const std::vector<std::string>& examples) const {
  grammar_.notes[&app_] = {more == nullptr ? std::string() : say(more), examples};
}

void addViews(const Options& options) {
  options.add("NAME", "", options.raw().line.name, "command.help.views.view", {viewValues});
  addListing(options);
  options.notes("command.help.views.more",
                {"poscope views", "poscope views positions", "poscope views --json"});
}

void addRecipes(const Options& options) {
  options.add("--filter", "WORD", options.raw().line.filter, "command.help.recipes.filter");
  addListing(options);
  options.notes("command.help.recipes.more",
                {"poscope recipes", "poscope recipes --filter baichuan",
                 "poscope export alibi --set a=relative -o relative.png"});
}

void addPresets(const Options& options) {
  addListing(options);
  options.notes(nullptr, {"poscope presets", "poscope presets --json",
                          "poscope export positions --model llama-2-7b -o positions.png"});
}

void addFormats(const Options& options) {
  addListing(options);
  options.notes(nullptr, {"poscope formats", "poscope formats --json"});
}

void addGlossary(const Options& options) {
  options.add("WORD", "", options.raw().line.name, "command.help.glossary.word", {glossaryValues});
  addListing(options);
  options.notes("command.help.glossary.more",
                {"poscope glossary", "poscope glossary collision", "poscope glossary --lang zh"});
}

void addDevices(const Options& options) {
  addListing(options);
  options.notes(nullptr, {"poscope devices", "poscope devices --json"});
}

void addRound(const Options& options) {
  RoundRequest& round = options.raw().line.round;
  options.add("FORMAT", "", round.format, "command.help.round.format", {formatValues});
  options.words("NUMBER", round.numbers, "command.help.round.numbers");
  options.add("--rounding", "WAY", round.rounding, "command.help.round.rounding", {roundingValues});
  options.add("--overflow", "WAY", round.overflow, "command.help.round.overflow", {overflowValues});
  options.add("--scale", "STEP", round.scale, "command.help.round.scale");
  addListing(options);
  options.notes("command.help.round.more", {"poscope round bf16 255 256 257 259 4095 8191",
                                            "poscope round int8 0.3 --scale 0.0078125 --json"});
}

void addExport(const Options& options) {
  CommandLine& line = options.raw().line;
  ExportRequest& request = line.exported;
  options.words("WHAT", request.words, "command.help.export.what", {viewValues, true});
  options.add("--figure", "NAME", request.figure,
              {"command.help.export.figure", {{"figures", joinWords(figureNames().all)}}},
              {figureValues});
  options.repeat("-s,--set", "NAME=VALUE", request.sets, "command.help.export.set",
                 {exportSettingValues});
  options.repeat("-o,--output", "FILE", request.outputs,
                 {"command.help.export.output", {{"endings", joinWords(exportEndings())}}},
                 {nullptr, true});
  options.model();
  options.add("--size", "SIZE", request.size, "command.help.export.size");
  options.add("--dpi", "NUMBER", request.dpi, {"command.help.export.dpi", {{"dpi", kStandardDpi}}});
  options.add("--paper", "NAME", request.paper,
              {"command.help.export.paper", {{"papers", joinWords(paperNames().all)}}},
              {paperValues});
  options.add("--layer", "NAME", request.layer, "command.help.export.layer");
  options.add("--rows", "A:B:STEP", request.rows, "command.help.export.rows");
  options.add("--columns", "A:B:STEP", request.columns, "command.help.export.columns");
  options.add("--frames", "NAME=FROM:TO:STEP", request.frames, "command.help.export.frames",
              {frameValues});
  options.add("--type", "TYPE", request.type, "command.help.export.type", {endingValues});
  options.add("--text", "FORM", request.text,
              {"command.help.export.text", {{"forms", joinWords(textFormNames())}}},
              {textFormValues});
  options.flag("--no-caption", request.noCaption, "command.help.export.no_caption");
  options.theme();
  options.language();
  options.backend("command.help.export.backend");
  options.notes(
      "command.help.export.more",
      {"poscope export positions --set context=8192 --set format=bf16 -o x.json",
       "poscope export \"poscope:alibi?heads=40\" -o alibi.pdf --paper neurips",
       "poscope export sinusoidal --model config.json -o table.npy -o table.png",
       "poscope export alibi --set picture=matrix --set length=4k --rows 0:4096:64 -o bias.csv",
       "poscope export positions --frames context=256:131072:x2 -o f-%04d.png",
       "poscope export figure.png -o again.svg --size 84mmx60mm"});
}

void addGallery(const Options& options) {
  options.add("DIR", "", options.raw().line.path, "command.help.gallery.folder", {nullptr, true});
  options.theme();
  options.language();
  options.backend("command.help.export.backend");
  options.notes(nullptr,
                {"poscope gallery figures", "poscope gallery figures-zh --lang zh --theme dark"});
}

void addVerdict(const Options& options) {
  VerdictOptions& verdict = options.raw().line.verdict;
  options.add("RECIPE", "", verdict.recipe, "command.help.verdict.recipe", {recipeValues});
  options.add("--context", "N", verdict.context, "command.help.verdict.context");
  options.add("--start", "N", verdict.start, "command.help.verdict.start");
  options.repeat("-s,--set", "NAME=VALUE", verdict.sets, "command.help.verdict.set",
                 {verdictSettingValues});
  addListing(options);
  options.notes("command.help.verdict.more",
                {"poscope verdict module-cast --context 8192",
                 "poscope verdict hf-llama --context 128k --set base=500000 --set format=bf16",
                 "poscope verdict baichuan-13b --context 4096 --set heads=40 --json",
                 "poscope verdict sinusoid/module-cast --context 5000 --set table=fp32"});
}

void addAudit(const Options& options) {
  CommandLine& line = options.raw().line;
  options.add("PATH", "", line.path, "command.help.audit.path", {presetValues, true});
  options.add("--context", "N", line.audit.context, "command.help.audit.context");
  options.add("--format", "FORMAT", line.audit.format, "command.help.audit.format", {formatValues});
  options.add("--recipe", "RECIPE", line.audit.recipe, "command.help.audit.recipe", {recipeValues});
  options.add("--fail-on", "LIST", line.audit.failOn, "command.help.audit.fail_on", {failOnValues});
  options.add("--ways", "default|all", line.audit.ways, "command.help.audit.ways",
              {failOnWayValues});
  options.json();
  options.flag("--markdown", line.audit.markdown, "command.help.audit.markdown");
  options.language();
  options.notes("command.help.audit.more",
                {"poscope audit config.json", "poscope audit model-folder --context 32k --markdown",
                 "poscope audit config.json --format bf16 --recipe hf-5-cast --json",
                 "poscope audit config.json --fail-on unique,relative,faithful",
                 "poscope audit llama-2-7b --fail-on faithful --ways all",
                 "poscope audit table.safetensors"});
}

void addInspect(const Options& options) {
  CommandLine& line = options.raw().line;
  options.add("FILE", "", line.path, "command.help.inspect.file", {nullptr, true});
  options.add("--tensor", "NAME", line.inspect.tensor, "command.help.inspect.tensor");
  options.add("--slice", "RANGES", line.inspect.slice, "command.help.inspect.slice");
  options.add("--as", "TYPE", line.inspect.as, "command.help.inspect.as");
  options.flag("--header", line.inspect.header, "command.help.inspect.header");
  addListing(options);
  options.notes("command.help.inspect.more",
                {"poscope inspect config.json", "poscope inspect table.npy --json",
                 "poscope inspect model.safetensors --tensor wpe.weight --slice 0:4,:8"});
}

void addBench(const Options& options) {
  options.backend("command.help.bench.backend");
  options.add("--runs", "N", options.raw().line.runs, "command.help.bench.runs");
  addListing(options);
  options.notes(nullptr, {"poscope bench", "poscope bench --backend cpu --runs 20 --json"});
}

void addCompletion(const Options& options) {
  options.add("SHELL", "", options.raw().line.name,
              {"command.help.completion.shell", {{"shells", joinWords(shellNames().all)}}},
              {shellValues});
  options.notes("command.help.completion.more",
                {"source <(poscope completion bash)", "poscope completion zsh > ~/.zfunc/_poscope",
                 "poscope completion fish > ~/.config/fish/completions/poscope.fish"});
}

void addWindow(const Options& options) {
  CommandLine& line = options.raw().line;
  options.words(kOpenWords, line.open, "command.help.open", {nullptr, true});
  options.flag("--fresh", line.fresh, "command.help.fresh");
  options.model();
  options.theme();
  options.language();
  options.backend("command.help.backend");
  options.notes(nullptr,
                {"poscope", "poscope config.json", "poscope export sinusoidal -o sinusoidal.png"});
}

}  // namespace poscope
