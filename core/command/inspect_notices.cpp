#include "core/command/inspect_notices.h"

namespace poscope {
namespace {

std::string noticeText(const Notice& notice, Language language) {
  const std::string level = "inspect.level_" + std::string(noticeLevelName(notice.level()));
  return renderPlain(Text("inspect.notice", {{"level", Text(level)}, {"text", notice.text}}),
                     language);
}

}  // namespace

std::string noticesText(const std::vector<Notice>& notices, Language language) {
  std::string text;
  if (!notices.empty()) {
    text += "\n" + renderPlain("inspect.notices", language) + "\n";
  }
  for (const Notice& notice : notices) {
    text += "  " + noticeText(notice, language) + "\n";
  }
  return text;
}

Json noticesJson(const std::vector<Notice>& notices, Language language) {
  Json list = Json::array();
  for (const Notice& notice : notices) {
    list.push_back({{"level", noticeLevelName(notice.level())},
                    {"key", notice.keyPath},
                    {"code", notice.rule()},
                    {"text", renderPlain(notice.text, language)}});
  }
  return list;
}

}  // namespace poscope
