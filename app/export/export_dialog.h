// The Export dialog: kind of file, size, look, a live preview, and Save.
#pragma once

#include <QDialog>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/export/figure_file.h"
#include "core/compute/backend.h"
#include "core/figure/figure.h"
#include "core/state/inputs.h"
#include "core/state/state.h"

namespace poscope {

/// Writes the figure in the background; problems are shown in the dialog, which stays open then.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// `state` gives the zoom and the file's suggested name; `figure` must be set. `theme` and
  /// `language` are what the window shows: pictures start in that language and on a light page.
  ExportDialog(QWidget* parent, State state, std::shared_ptr<const Figure> figure, ThemeKind theme,
               Language language);
  ~ExportDialog() override;

  /// What the controls say.
  [[nodiscard]] ExportOptions options() const;
  [[nodiscard]] QString ending() const;
  /// Writes to `path` as Save does after it has asked for the name; where frames are chosen, it is
  /// a pattern of names, or becomes one.
  void saveTo(const QString& path);
  /// Offers a picture for each value of a parameter, built with `backend` and `inputs`.
  void offerFrames(std::shared_ptr<const Backend> backend, Inputs inputs);
  /// Files that are open: saving over one is refused.
  void keep(std::vector<std::filesystem::path> files);
  /// Where the next file is suggested: where the last one went, else the documents' folder.
  [[nodiscard]] static QString folder();
  /// The problem that is shown; empty for none.
  [[nodiscard]] QString problem() const;

 signals:
  /// A file was written, as reportSentence says; the dialog closes.
  void saved(const QString& sentence);

 private:
  class Private;
  std::unique_ptr<Private> d_;
};

}  // namespace poscope
