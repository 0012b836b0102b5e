// Both recipes of rope-precision as code.
#include "core/views/compared_code.h"
#include "core/views/rope_precision.h"

namespace poscope {
namespace {

// A scaling of positions is drawn with the positions.
Stage drawnWith(Stage stage) {
  return stage == Stage::interpolation ? Stage::position : stage;
}

}  // namespace

CodePanel ropeCodePanel(const RopePrecision& lab) {
  const auto codeOf = [&](const Recipe& recipe) {
    return ropeCode(recipe, *lab.recipes.format, lab.shape, lab.start, lab.context);
  };
  CodePanel code;
  code.name = "code";
  code.worth = PanelWorth::extra;
  code.lines = comparedCode(
      Scheme::rope, codeOf(lab.recipes.a), codeOf(lab.recipes.b), [&](CodeLine& line, Stage stage) {
        const Recipe& recipe = line.change == CodeChange::added ? lab.recipes.b : lab.recipes.a;
        line.note =
            stageCode(lab, recipe, stagesOf(recipe.scheme)[stagePlace(recipe.scheme, stage)]);
        const auto drawn = drawnStage(stageName(drawnWith(stage)));
        if (drawn) {
          line.action = {std::string(kStage.name), std::string(stageName(kAblatedStages[*drawn]))};
          line.selected = lab.stage == drawn;
        }
      });
  code.title = comparedCodeTitle(code, lab.recipes.a, lab.recipes.b);
  return code;
}

}  // namespace poscope
