// Messages over the plot that stay until they are dismissed or settled.
#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/model/model_config.h"

class QFrame;

namespace poscope {

class Appearance;

class BannerStack : public QWidget {
  Q_OBJECT

 public:
  explicit BannerStack(const Appearance& appearance, QWidget* parent = nullptr);

  /// One banner a topic: a new message of the topic takes the old one's place.
  void show(const std::string& topic, NoticeLevel level, std::vector<Text> lines);
  void settle(const std::string& topic);
  /// Lines of a topic in the language in force; empty when there is no banner.
  [[nodiscard]] QStringList lines(const std::string& topic) const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Message {
    NoticeLevel level = NoticeLevel::note;
    std::vector<Text> lines;
    QFrame* frame = nullptr;
  };

  void rebuild(const std::string& topic, Message& message);

  const Appearance& appearance_;
  std::map<std::string, Message> messages_;
};

}  // namespace poscope
