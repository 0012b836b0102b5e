#include "core/views/compared_code.h"

#include <algorithm>
#include <span>

namespace poscope {
namespace {

using Lines = std::span<const StageLine>;

// The lines of the stage that `lines` begins with.
Lines firstStage(Lines lines, Stage stage) {
  const auto end = std::find_if(lines.begin(), lines.end(),
                                [stage](const StageLine& line) { return line.stage != stage; });
  return lines.first(static_cast<std::size_t>(end - lines.begin()));
}

void add(std::vector<CodeLine>& into, Lines lines, CodeChange change) {
  for (const StageLine& line : lines) {
    CodeLine code;
    code.text = line.text;
    code.change = change;
    code.subject = stageName(line.stage);
    into.push_back(std::move(code));
  }
}

// What both begin and end with is the same; a stage has few lines.
void addStage(std::vector<CodeLine>& into, Lines a, Lines b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t head = 0;
  while (head < most && a[head] == b[head]) {
    ++head;
  }
  std::size_t tail = 0;
  while (head + tail < most && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  add(into, a.first(head), CodeChange::kept);
  add(into, a.subspan(head, a.size() - head - tail), CodeChange::removed);
  add(into, b.subspan(head, b.size() - head - tail), CodeChange::added);
  add(into, a.last(tail), CodeChange::kept);
}

}  // namespace

// A stage may have no line in one of them.
std::vector<CodeLine> comparedCode(Scheme scheme, const std::vector<StageLine>& a,
                                   const std::vector<StageLine>& b,
                                   const std::function<void(CodeLine& line, Stage stage)>& say) {
  std::vector<CodeLine> lines;
  const auto placeOf = [scheme](Lines rest) {
    return rest.empty() ? kStages : stagePlace(scheme, rest.front().stage);
  };
  Lines restA(a);
  Lines restB(b);
  while (!restA.empty() || !restB.empty()) {
    const bool fromB = placeOf(restB) < placeOf(restA);
    const Stage stage = (fromB ? restB : restA).front().stage;
    const Lines ofA = firstStage(restA, stage);
    const Lines ofB = firstStage(restB, stage);
    const std::size_t first = lines.size();
    addStage(lines, ofA, ofB);
    std::for_each(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(),
                  [&](CodeLine& line) { say(line, stage); });
    restA = restA.subspan(ofA.size());
    restB = restB.subspan(ofB.size());
  }
  return lines;
}

Text comparedCodeTitle(const CodePanel& code, const Recipe& a, const Recipe& b) {
  const char* key = code.hasChanges()                  ? "figure.code.changes"
                    : recipeTitle(a) == recipeTitle(b) ? "figure.code.one"
                                                       : "figure.code.same";
  return {key, {{"a", recipeTitle(a)}, {"b", recipeTitle(b)}}};
}

}  // namespace poscope
