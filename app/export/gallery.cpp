#include "app/export/gallery.h"

#include "app/export/figure_file.h"
#include "app/export/file_save.h"
#include "app/export/gallery_folder.h"
#include "app/export/gallery_page.h"
#include "core/base/numbers.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/link.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr char kIndexName[] = "index.html";

struct Item {
  const View* view;
  State state;
  GalleryEntry entry;
};

std::string command(const std::string& name, const GalleryOptions& options) {
  const auto plain = [](double number) { return exactDecimal(number); };
  return "poscope export " + name + " -o " + name + ".png --size " +
         std::to_string(options.pixels.width()) + "x" + std::to_string(options.pixels.height()) +
         " --dpi " + plain(options.dpi) +
         (options.theme == ThemeKind::dark ? " --theme dark" : "") +
         (options.language == Language::english
              ? std::string()
              : " --lang " + std::string(languageName(options.language)));
}

Item makeItem(const View& view, State state, const std::string& name, const std::string& figure,
              const GalleryOptions& options) {
  GalleryEntry entry;
  entry.name = name;
  entry.figure = figure;
  entry.file = name + ".png";
  entry.command = command(name, options);
  return {&view, std::move(state), std::move(entry)};
}

// Views first, then the articles' figures.
Result<std::vector<Item>> galleryItems(const GalleryOptions& options) {
  std::vector<Item> items;
  for (const View& view : views()) {
    items.push_back(makeItem(view, defaultState(view), view.id, {}, options));
  }
  for (const View& view : views()) {
    for (const NamedFigure& figure : view.figures) {
      POSCOPE_TRY(auto state, namedFigureState(figure.name));
      items.push_back(makeItem(view, std::move(state), figure.name, figure.name, options));
    }
  }
  return items;
}

Result<void> writeItem(Item& item, const std::filesystem::path& path, const GalleryOptions& options,
                       const std::stop_token& stop) {
  POSCOPE_TRY(const auto figure,
              buildFigure(*item.view, item.state.params, ViewContext{options.backend, {}, stop}));
  item.entry.finding = figure.finding;
  item.entry.link = formatLink(item.state);
  ExportOptions page;
  page.pixels = options.pixels;
  page.dpi = options.dpi;
  page.theme = options.theme;
  page.language = options.language;
  return writeFigure(figure, item.state.zoom, path, page, stop).map([](const ExportReport&) {});
}

std::vector<std::string> fileNames(const std::vector<Item>& items) {
  std::vector<std::string> names{kIndexName};
  for (const Item& item : items) {
    names.push_back(item.entry.file);
  }
  return names;
}

Result<void> writeItems(std::vector<Item>& items, const GalleryFolder& folder,
                        const GalleryOptions& options, const GalleryProgress& progress,
                        const std::stop_token& stop) {
  const auto all = static_cast<int>(items.size());
  for (int done = 0; done < all; ++done) {
    Item& item = items[static_cast<std::size_t>(done)];
    if (progress) {
      progress(done, all, item.entry.file);
    }
    POSCOPE_CHECK(writeItem(item, folder.file(item.entry.file), options, stop));
  }
  if (progress) {
    progress(all, all, kIndexName);
  }
  return {};
}

}  // namespace

Result<GalleryReport> writeGallery(const std::filesystem::path& path, const GalleryOptions& options,
                                   const GalleryProgress& progress, std::stop_token stop) {
  POSCOPE_TRY(auto items, galleryItems(options));
  POSCOPE_TRY(const auto folder, GalleryFolder::open(path, fileNames(items)));
  return writeItems(items, folder, options, progress, stop)
      .and_then([&] {
        std::vector<GalleryEntry> entries;
        entries.reserve(items.size());
        for (const Item& item : items) {
          entries.push_back(item.entry);
        }
        return saveWhole(folder.file(kIndexName), galleryPage(entries, options), stop);
      })
      .and_then([&] { return folder.finish(); })
      .map([&] {
        return GalleryReport{folder.file(kIndexName), static_cast<int>(items.size())};
      });
}

}  // namespace poscope
