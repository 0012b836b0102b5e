#include "app/export/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "app/export/file_dialog.h"
#include "app/export/frame_controls.h"
#include "app/export/frame_export.h"
#include "app/export/picture_format.h"
#include "app/export/size_controls.h"
#include "app/jobs/qt_latest.h"
#include "core/figure/data_export.h"
#include "core/figure/named_layers.h"

namespace poscope {
namespace {

constexpr QSize kPreviewSize(520, 400);
constexpr int kPreviewDelayMs = 80;  // While a spin box runs, not every value needs a picture.

using Pictures = std::vector<CellPicture>;
using Content = FigureWriting::Content;

// The preview is an image, whatever is written.
const PictureFormat& screenFormat() {
  const auto formats = pictureFormats();
  return *std::find_if(formats.begin(), formats.end(),
                       [](const PictureFormat& format) { return !format.vector; });
}

// Where the last file went, as long as the program runs.
QString& lastFolder() {
  static QString folder;
  return folder;
}

QString exportFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  for (const QString& folder : {lastFolder(), documents}) {
    if (!folder.isEmpty() && QDir(folder).exists()) {
      return folder;
    }
  }
  return QDir::homePath();
}

}  // namespace

class ExportDialog::Private {
 public:
  Private(ExportDialog* dialog, State state, std::shared_ptr<const Figure> figure, ThemeKind theme,
          Language language);

  void build(ThemeKind theme, Language language);
  QFormLayout* buildForm(Language language);
  QLineEdit* addSlice(QFormLayout* form, const QString& label);
  [[nodiscard]] const NamedLayer* chosenLayer() const;
  void readInputs();
  void showNumbers();
  void follow();
  void settingsChanged();
  void startPreview();
  void showPreview(Result<Pictures> pictures);
  void showPreviewImage(const PaintedImage& painted, const QString& told);
  void askAndSave();
  void saveAs(QString path, const QString& ending);
  void save(const QString& path);
  void paintFile(Result<Content> content);
  void askForFrames(const QString& pattern);
  void saveFrames(const QString& pattern);
  void finishFrames(const Result<void>& written);
  [[nodiscard]] bool isKept(const std::string& path) const;
  [[nodiscard]] QString framesNote() const;
  void showProgress(double share);
  void finishSave(const Result<ExportReport>& report);
  void showPreviewProblem(const Error& error);
  void showProblem(const QString& text);
  [[nodiscard]] QString words(const Error& error) const;
  void layOutFile(const ExportOptions& settings);
  [[nodiscard]] PageReport fillPages(Pictures pictures);
  [[nodiscard]] QString pageNote(const PageSize& paper, const PageReport& report) const;

  ExportDialog* dialog;
  State state;
  std::shared_ptr<const Figure> figure;
  std::vector<NamedLayer> layers;  ///< Of the figure.
  Language windowLanguage;
  QComboBox* format = nullptr;
  FrameControls* frames = nullptr;
  SizeControls* size = nullptr;
  QComboBox* look = nullptr;
  QComboBox* language = nullptr;
  QCheckBox* caption = nullptr;
  QCheckBox* editableText = nullptr;
  QComboBox* layer = nullptr;
  QLineEdit* rows = nullptr;
  QLineEdit* columns = nullptr;
  QLabel* preview = nullptr;
  QLabel* note = nullptr;
  QLabel* problem = nullptr;
  QPushButton* saveButton = nullptr;
  QTimer previewDelay;
  // What is being painted, step by step: see FigurePage.
  struct Preview {
    PageSize paper;  ///< Of the file.
    PageSize size;   ///< The same at the resolution of the screen.
    double dpi;
    PageOptions options;
    std::unique_ptr<FigurePage> page;
    std::unique_ptr<FigurePage> file;  ///< A vector file's own page, which says what is in it.
    std::size_t pictures = 0;          ///< Of `page`; those of `file` follow.
  };
  std::optional<Preview> previewed;
  /// What the boxes of rows, columns and frames say; an error is shown and nothing is saved then.
  std::optional<AxisSlice> rowSlice;
  std::optional<AxisSlice> columnSlice;
  std::optional<Error> inputError;
  std::optional<Frames> chosenFrames;            ///< None: one picture.
  std::vector<std::filesystem::path> keptFiles;  ///< Never written over.
  std::optional<FigureWriting> writing;
  std::filesystem::path file;
  QElapsedTimer savingTime;
  QtLatest<Pictures> previewCells;
  QtLatest<Content> content;
  QtLatest<ExportReport> saving;
  std::shared_ptr<const Backend> backend;  ///< This and the next: of frames.
  Inputs inputs;
  std::optional<FrameNames> frameNames;  ///< Those that are being written.
  FrameExport frameExport;
};

ExportDialog::Private::Private(ExportDialog* owner, State shownState,
                               std::shared_ptr<const Figure> shown, ThemeKind theme,
                               Language shownLanguage)
    : dialog(owner),
      state(std::move(shownState)),
      figure(std::move(shown)),
      layers(namedLayers(*figure)),
      windowLanguage(shownLanguage),
      previewCells(*owner, [this](Result<Pictures> made) { showPreview(std::move(made)); }),
      content(*owner, [this](Result<Content> made) { paintFile(std::move(made)); }),
      saving(
          *owner, [this](const Result<ExportReport>& report) { finishSave(report); },
          [this](double share) { showProgress(share); }),
      frameExport(
          *owner,
          [this](std::size_t written) {
            saveButton->setText(
                tr("Frame %1 of %2").arg(written + 1).arg(chosenFrames->values.size()));
          },
          [this](const Result<void>& written) { finishFrames(written); }) {
  build(theme, shownLanguage);
  follow();
}

QFormLayout* ExportDialog::Private::buildForm(Language shownLanguage) {
  auto* form = new QFormLayout;
  form->setVerticalSpacing(8);  // Not what the halves of the dialog have between them.
  format = new QComboBox(dialog);
  for (const std::string& ending : exportEndings()) {
    const std::string label = renderPlain(Text("export.kind." + ending), shownLanguage);
    format->addItem(QString::fromStdString(label), QString::fromStdString(ending));
  }
  form->addRow(tr("&Kind of file"), format);
  frames = new FrameControls(dialog, form);
  size = new SizeControls(dialog, form);
  look = new QComboBox(dialog);
  look->addItem(tr("Light"));
  look->addItem(tr("Dark"));
  form->addRow(tr("&Theme"), look);
  language = new QComboBox(dialog);
  for (const LanguageRow& row : languages()) {
    language->addItem(QString::fromStdString(std::string(row.name)));
  }
  language->setCurrentIndex(static_cast<int>(shownLanguage));
  form->addRow(tr("&Language"), language);
  caption = new QCheckBox(tr("&Caption with the finding"), dialog);
  caption->setChecked(true);
  form->addRow(QString(), caption);
  editableText = new QCheckBox(tr("Text that can be &edited"), dialog);
  editableText->setToolTip(
      tr("Words instead of outlines: they can be searched and changed, and look as here only where "
         "the fonts are installed."));
  form->addRow(QString(), editableText);
  layer = new QComboBox(dialog);
  for (const NamedLayer& each : layers) {
    const QString title = QString::fromStdString(renderPlain(layerTitle(each), shownLanguage));
    const QString name = QString::fromStdString(each.name);
    // Two layers of one title are told apart by the names that files and scripts use.
    const bool taken = layer->findText(title) >= 0;
    layer->addItem(taken ? QStringLiteral("%1 (%2)").arg(title, name) : title, name);
  }
  form->addRow(tr("&Data of"), layer);
  rows = addSlice(form, tr("&Rows"));
  columns = addSlice(form, tr("C&olumns"));
  return form;
}

// "0:4096:64": a part of a data file.
QLineEdit* ExportDialog::Private::addSlice(QFormLayout* form, const QString& label) {
  auto* edit = new QLineEdit(dialog);
  edit->setPlaceholderText(tr("all that is shown"));
  edit->setToolTip(
      tr("FIRST:END:STEP in the values of the axis, such as 0:4096:64. END is no longer part."));
  form->addRow(label, edit);
  return edit;
}

void ExportDialog::Private::build(ThemeKind kind, Language shownLanguage) {
  dialog->setWindowTitle(tr("Export figure"));
  preview = new QLabel(dialog);
  preview->setFixedSize(kPreviewSize);
  preview->setAlignment(Qt::AlignCenter);
  preview->setWordWrap(true);
  preview->setAccessibleName(tr("Preview"));
  note = new QLabel(dialog);
  note->setWordWrap(true);
  problem = new QLabel(dialog);
  problem->setWordWrap(true);
  problem->setTextFormat(Qt::PlainText);
  problem->setStyleSheet(QStringLiteral("color: %1").arg(theme(kind).bad.name()));
  problem->hide();
  auto* left = new QVBoxLayout;
  left->addWidget(preview);
  left->addWidget(note);
  left->addStretch(1);
  auto* right = new QVBoxLayout;
  right->addLayout(buildForm(shownLanguage));
  right->addStretch(1);
  auto* halves = new QHBoxLayout;
  halves->setSpacing(24);
  halves->addLayout(left);
  halves->addLayout(right, 1);
  auto* buttons = new QDialogButtonBox(dialog);
  saveButton = buttons->addButton(tr("Save…"), QDialogButtonBox::AcceptRole);
  saveButton->setDefault(true);
  buttons->addButton(QDialogButtonBox::Cancel);
  auto* page = new QVBoxLayout(dialog);
  page->setContentsMargins(24, 24, 24, 16);
  page->setSpacing(16);
  page->addLayout(halves, 1);
  page->addWidget(problem);
  page->addWidget(buttons);
  QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, [this] { askAndSave(); });
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
}

void ExportDialog::Private::follow() {
  const auto changed = [this] { settingsChanged(); };
  for (QComboBox* box : {format, look, language, layer}) {
    QObject::connect(box, &QComboBox::currentIndexChanged, dialog, changed);
  }
  for (QLineEdit* box : {rows, columns}) {
    QObject::connect(box, &QLineEdit::textChanged, dialog, changed);
  }
  QObject::connect(caption, &QCheckBox::toggled, dialog, changed);
  QObject::connect(size, &SizeControls::changed, dialog, changed);
  QObject::connect(frames, &FrameControls::changed, dialog, changed);
  previewDelay.setSingleShot(true);
  previewDelay.setInterval(kPreviewDelayMs);
  QObject::connect(&previewDelay, &QTimer::timeout, dialog, [this] { startPreview(); });
  QObject::connect(dialog, &QDialog::rejected, dialog, [this] {
    content.stop();
    saving.stop();
    frameExport.stop();
  });
}

void ExportDialog::Private::settingsChanged() {
  const bool picture = isPictureEnding(dialog->ending().toStdString());
  size->setEnabled(picture);
  look->setEnabled(picture);
  caption->setEnabled(picture);
  editableText->setEnabled(choosesText(dialog->ending().toStdString()));
  language->setEnabled(picture || dialog->ending() == QLatin1String("json"));
  layer->setEnabled(!picture && layer->count() > 0);
  const NamedLayer* const chosen = picture ? nullptr : chosenLayer();
  rows->setEnabled(chosen != nullptr && !chosen->isTable());
  columns->setEnabled(chosen != nullptr && chosen->heat() != nullptr);
  readInputs();
  showProblem(inputError ? words(*inputError) : QString());
  previewDelay.start();
}

const NamedLayer* ExportDialog::Private::chosenLayer() const {
  const int index = layer->currentIndex();
  return index < 0 ? nullptr : &layers[static_cast<std::size_t>(index)];
}

void ExportDialog::Private::readInputs() {
  inputError.reset();
  const auto read = [this](const QLineEdit& box, const QString& label) {
    const std::string text = box.text().trimmed().toStdString();
    if (!box.isEnabled() || text.empty()) {
      return std::optional<AxisSlice>();
    }
    const auto slice = parseAxisSlice(label.toStdString(), text);
    if (!slice) {
      inputError = slice.error();
    }
    return slice ? std::optional(*slice) : std::nullopt;
  };
  rowSlice = read(*rows, ExportDialog::tr("Rows"));
  columnSlice = read(*columns, ExportDialog::tr("Columns"));
  const auto found = frames->frames();
  chosenFrames = found ? *found : std::nullopt;
  if (!found) {
    inputError = found.error();
  }
}

// Instead of a preview: how many numbers a data file will hold, or why it cannot.
void ExportDialog::Private::showNumbers() {
  preview->setPixmap({});
  const auto begun =
      FigureWriting::begin(*figure, state.zoom, dialog->ending().toStdString(), dialog->options());
  if (!begun) {
    showPreviewProblem(begun.error());
    return;
  }
  const Text told = begun->numbers() == 0
                        ? Text("export.dialog.words")
                        : Text("export.dialog.numbers", {{"numbers", begun->numbers()}});
  preview->setText(QString::fromStdString(renderPlain(told, windowLanguage)));
  note->setText(framesNote());
}

// The page as it will be laid out, at the resolution of the preview.
void ExportDialog::Private::startPreview() {
  const ExportOptions settings = dialog->options();
  previewCells.stop();
  if (inputError) {
    return;
  }
  if (!isPictureEnding(settings.ending)) {
    showNumbers();
    return;
  }
  const auto paper = pageSizeOf(*figure, state.zoom, settings);
  if (!paper) {
    showPreviewProblem(paper.error());
    return;
  }
  PageSize onScreen = *paper;
  const double ratio = dialog->devicePixelRatioF();
  const QSizeF room = QSizeF(kPreviewSize) * ratio;
  const double perPoint =
      std::min(room.width() / onScreen.points.width(), room.height() / onScreen.points.height());
  onScreen.pixels = (onScreen.points * perPoint).toSize().expandedTo(QSize(1, 1));
  const double dpi = perPoint * 72;
  const PageOptions options =
      screenFormat().page(pageOptions(settings, onScreen, state.zoom), onScreen, {dpi});
  previewed = Preview{
      *paper, onScreen, dpi, options, std::make_unique<FigurePage>(*figure, options), {}, 0};
  if (const auto laidOut = previewed->page->layOut(); !laidOut) {
    showPreviewProblem(laidOut.error());
    return;
  }
  std::vector<CellRequest> needed = previewed->page->needed();
  previewed->pictures = needed.size();
  layOutFile(settings);
  if (previewed->file != nullptr) {
    const std::vector<CellRequest> more = previewed->file->needed();
    needed.insert(needed.end(), more.begin(), more.end());
  }
  previewCells.start([needed = std::move(needed)](const Job<Pictures>& job) {
    return computeAll(needed, job.stop);
  });
}

// Only the page of the kind that is written knows which of its heat maps become bitmaps.
void ExportDialog::Private::layOutFile(const ExportOptions& settings) {
  const PictureFormat* const kind = findPictureFormat(settings.ending);
  if (kind == nullptr || !kind->vector) {
    return;
  }
  const PageSize& paper = previewed->paper;
  const PageOptions page =
      kind->page(pageOptions(settings, paper, state.zoom), paper, {settings.dpi, settings.text});
  auto laidOut = std::make_unique<FigurePage>(*figure, page);
  if (laidOut->layOut()) {
    previewed->file = std::move(laidOut);
  }
}

// What is to be said of the file that will be written.
PageReport ExportDialog::Private::fillPages(Pictures pictures) {
  const auto split = pictures.begin() + static_cast<std::ptrdiff_t>(previewed->pictures);
  Pictures ofFile(std::make_move_iterator(split), std::make_move_iterator(pictures.end()));
  pictures.erase(split, pictures.end());
  const PageReport shown = previewed->page->fill(std::move(pictures));
  return previewed->file == nullptr ? shown : previewed->file->fill(std::move(ofFile));
}

QString ExportDialog::Private::pageNote(const PageSize& paper, const PageReport& report) const {
  QString text = tr("%1 × %2 mm, %3 × %4 pixels")
                     .arg(paper.millimetres.width(), 0, 'f', 1)
                     .arg(paper.millimetres.height(), 0, 'f', 1)
                     .arg(paper.pixels.width())
                     .arg(paper.pixels.height());
  for (const Text& notice : pageNotices(report)) {
    text += QLatin1Char('\n') + QString::fromStdString(renderPlain(notice, windowLanguage));
  }
  return chosenFrames ? text + QLatin1Char('\n') + framesNote() : text;
}

// What is written instead of the one that is previewed.
QString ExportDialog::Private::framesNote() const {
  if (!chosenFrames) {
    return {};
  }
  const Text told("frames.dialog",
                  {{"parameter", chosenFrames->parameter},
                   {"frames", static_cast<std::int64_t>(chosenFrames->values.size())},
                   {"from", chosenFrames->values.front()},
                   {"to", chosenFrames->values.back()}});
  return QString::fromStdString(
      renderPlain(inWordsOf(state.view, state.params.schema(), told), windowLanguage));
}

void ExportDialog::Private::showPreview(Result<Pictures> pictures) {
  PageReport report;
  const auto painted = std::move(pictures).and_then([&](Pictures&& made) {
    report = fillPages(std::move(made));
    const PagePaint paint{report, [this](QPainter& painter) { previewed->page->paint(painter); }};
    return paintImage(previewed->size, previewed->dpi, previewed->options, paint);
  });
  const PageSize paper = previewed->paper;
  previewed.reset();
  if (painted) {
    showPreviewImage(*painted, pageNote(paper, report));
  } else {
    showPreviewProblem(painted.error());
  }
}

void ExportDialog::Private::showPreviewImage(const PaintedImage& painted, const QString& told) {
  QImage image = painted.image;
  image.setDevicePixelRatio(dialog->devicePixelRatioF());
  preview->setPixmap(QPixmap::fromImage(image));
  note->setText(told);
}

void ExportDialog::Private::showPreviewProblem(const Error& error) {
  preview->setPixmap({});
  note->clear();
  showProblem(words(error));
}

void ExportDialog::Private::askAndSave() {
  if (inputError) {
    showProblem(words(*inputError));
    return;
  }
  const QString ending = dialog->ending();
  const std::string name = state.view + '.' + ending.toStdString();
  const QString suggested =
      QDir(exportFolder())
          .filePath(QString::fromStdString(chosenFrames ? FrameNames::patternFor(name) : name));
  QFileDialog* const ask =
      makeSaveDialog(dialog, tr("Export figure"),
                     QStringLiteral("%1 (*.%2)").arg(format->currentText(), ending), suggested);
  QObject::connect(ask, &QFileDialog::fileSelected, dialog,
                   [this, ending](const QString& path) { saveAs(path, ending); });
  ask->open();
}

void ExportDialog::Private::saveAs(QString path, const QString& ending) {
  if (!path.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive)) {
    path += QLatin1Char('.') + ending;
  }
  lastFolder() = QFileInfo(path).absolutePath();
  chosenFrames ? askForFrames(path) : save(path);
}

// The dialog for files asks of one name only.
void ExportDialog::Private::askForFrames(const QString& path) {
  const std::string pattern = FrameNames::patternFor(path.toStdString());
  const FrameNames names = *FrameNames::parse(pattern);
  const auto count = static_cast<std::int64_t>(chosenFrames->values.size());
  std::int64_t there = 0;
  for (std::int64_t number = 1; number <= count; ++number) {
    there += QFile::exists(QString::fromStdString(names.at(number))) ? 1 : 0;
  }
  if (there == 0) {
    save(path);
    return;
  }
  const Text asked("frames.replace", {{"files", there}, {"first", names.at(1)}});
  auto* const box = new QMessageBox(QMessageBox::Question, dialog->windowTitle(),
                                    QString::fromStdString(renderPlain(asked, windowLanguage)),
                                    QMessageBox::Cancel, dialog);
  box->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(box->addButton(tr("Replace"), QMessageBox::AcceptRole), &QPushButton::clicked,
                   dialog, [this, path] { save(path); });
  box->open();
}

void ExportDialog::Private::save(const QString& path) {
  if (inputError) {
    showProblem(words(*inputError));
    return;
  }
  if (chosenFrames) {
    saveFrames(QString::fromStdString(FrameNames::patternFor(path.toStdString())));
    return;
  }
  if (isKept(path.toStdString())) {
    showProblem(words({ErrorKind::usage, {"export.write.opened", {{"path", path.toStdString()}}}}));
    return;
  }
  showProblem({});
  auto begun =
      FigureWriting::begin(*figure, state.zoom, dialog->ending().toStdString(), dialog->options());
  if (!begun) {
    showProblem(words(begun.error()));
    return;
  }
  saveButton->setEnabled(false);
  saveButton->setText(tr("Saving…"));
  file = path.toStdString();
  writing.emplace(std::move(*begun));
  content.start(
      [compute = writing->compute()](const Job<Content>& job) { return compute(job.stop); });
}

bool ExportDialog::Private::isKept(const std::string& path) const {
  return std::any_of(keptFiles.begin(), keptFiles.end(), [&](const std::filesystem::path& kept) {
    std::error_code none;
    return std::filesystem::equivalent(kept, path, none);
  });
}

void ExportDialog::Private::saveFrames(const QString& pattern) {
  frameNames = *FrameNames::parse(pattern.toStdString());
  const auto count = static_cast<std::int64_t>(chosenFrames->values.size());
  for (std::int64_t number = 1; number <= count; ++number) {
    if (const std::string name = frameNames->at(number); isKept(name)) {
      showProblem(words({ErrorKind::usage, {"export.write.opened", {{"path", name}}}}));
      return;
    }
  }
  showProblem({});
  saveButton->setEnabled(false);
  frames->setEnabled(false);
  frameExport.start({state, inputs, backend, *chosenFrames, *frameNames,
                     dialog->ending().toStdString(), dialog->options()});
}

void ExportDialog::Private::finishFrames(const Result<void>& written) {
  saveButton->setEnabled(true);
  saveButton->setText(tr("Save…"));
  frames->setEnabled(true);
  const Text said = written ? writtenFrames(*chosenFrames, *frameNames) : written.error().text;
  const QString sentence = QString::fromStdString(
      renderPlain(inWordsOf(state.view, state.params.schema(), said), windowLanguage));
  if (!written) {
    showProblem(sentence);
    return;
  }
  emit dialog->saved(sentence);
  dialog->accept();
}

void ExportDialog::Private::paintFile(Result<Content> made) {
  auto encode = std::move(made).and_then(
      [this](Content&& numbers) { return writing->paint(std::move(numbers)); });
  writing.reset();
  if (!encode) {
    finishSave(tl::unexpected<Error>(encode.error()));
    return;
  }
  savingTime.start();
  saving.start([path = file, encode = std::move(*encode)](const Job<ExportReport>& job) {
    return saveFigure(path, encode, {job.progress, job.stop});
  });
}

// A share of less than 0: nothing is saved any more.
void ExportDialog::Private::showProgress(double share) {
  constexpr double kLongSeconds = 10;
  if (!(share > 0)) {
    return;
  }
  saveButton->setText(tr("Saving… %1 %").arg(qRound(100 * share)));
  const double seconds = static_cast<double>(savingTime.elapsed()) / 1000 / share;
  if (seconds > kLongSeconds) {
    note->setText(tr("This takes about %1 s. Cancel stops it and leaves nothing behind.")
                      .arg(qRound(seconds)));
  }
}

void ExportDialog::Private::finishSave(const Result<ExportReport>& report) {
  saveButton->setEnabled(true);
  saveButton->setText(tr("Save…"));
  if (!report) {
    previewDelay.start();  // It writes the note anew.
    showProblem(words(report.error()));
    return;
  }
  QString said = QString::fromStdString(renderPlain(reportSentence(*report), windowLanguage));
  for (const Text& notice : reportNotices(*report)) {
    said += QLatin1Char(' ') + QString::fromStdString(renderPlain(notice, windowLanguage));
  }
  emit dialog->saved(said);
  dialog->accept();
}

void ExportDialog::Private::showProblem(const QString& text) {
  problem->setText(text);
  problem->setVisible(!text.isEmpty());
}

QString ExportDialog::Private::words(const Error& error) const {
  return QString::fromStdString(renderPlain(error.text, windowLanguage));
}

ExportDialog::ExportDialog(QWidget* parent, State state, std::shared_ptr<const Figure> figure,
                           ThemeKind theme, Language language)
    : QDialog(parent),
      d_(std::make_unique<Private>(this, std::move(state), std::move(figure), theme, language)) {
  d_->settingsChanged();
}

ExportDialog::~ExportDialog() = default;

ExportOptions ExportDialog::options() const {
  ExportOptions options;
  const ExportSize size = d_->size->size();
  options.millimetres = size.millimetres;
  options.pixels = size.pixels;
  options.dpi = d_->size->dpi();
  options.theme = d_->look->currentIndex() == 1 ? ThemeKind::dark : ThemeKind::light;
  options.language = static_cast<Language>(d_->language->currentIndex());
  options.caption = d_->caption->isChecked();
  options.text = d_->editableText->isChecked() ? TextForm::text : TextForm::outlines;
  options.ending = ending().toStdString();
  // The first layer is the main one; left unnamed, series come with their neighbours.
  if (d_->layer->currentIndex() > 0) {
    options.layer = d_->layer->currentData().toString().toStdString();
  }
  options.rows = d_->rowSlice;
  options.columns = d_->columnSlice;
  options.sliceNames = {tr("Rows").toStdString(), tr("Columns").toStdString()};
  return options;
}

void ExportDialog::offerFrames(std::shared_ptr<const Backend> backend, Inputs inputs) {
  d_->backend = std::move(backend);
  d_->inputs = std::move(inputs);
  d_->frames->offer(d_->state, d_->windowLanguage);
}

void ExportDialog::keep(std::vector<std::filesystem::path> files) {
  d_->keptFiles = std::move(files);
}

QString ExportDialog::folder() {
  return exportFolder();
}

QString ExportDialog::ending() const {
  return d_->format->currentData().toString();
}

void ExportDialog::saveTo(const QString& path) {
  d_->save(path);
}

QString ExportDialog::problem() const {
  return d_->problem->text();
}

}  // namespace poscope
