#include "app/export/pdf_rewrite.h"

#include <QCryptographicHash>
#include <map>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <string>

#include "app/export/font_extent.h"

namespace poscope {
namespace {

// What glyphs are read as: number of the glyph in the font -> text.
using Readings = std::map<char16_t, std::u16string>;

std::u16string utf16(const std::string& bytes) {
  std::u16string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto high = static_cast<unsigned char>(bytes[i]);
    const auto low = static_cast<unsigned char>(bytes[i + 1]);
    text += static_cast<char16_t>(high << 8 | low);
  }
  return text;
}

std::string hex(std::u16string_view text) {
  std::string digits;
  for (const char16_t unit : text) {
    digits += QByteArray::number(unit, 16).rightJustified(4, '0');
  }
  return '<' + digits + '>';
}

// Reads a ToUnicode map: ranges are <first> <last> and the first one's text, or a list of texts.
class ReadingsParser final : public QPDFObjectHandle::ParserCallbacks {
 public:
  void handleObject(QPDFObjectHandle object, std::size_t, std::size_t) override {
    if (!object.isOperator()) {
      operands_.push_back(object);
      return;
    }
    if (object.getOperatorValue() == "endbfrange") {
      for (std::size_t i = 0; i + 2 < operands_.size(); i += 3) {
        addRange(number(i), number(i + 1), operands_[i + 2]);
      }
    } else if (object.getOperatorValue() == "endbfchar") {
      for (std::size_t i = 0; i + 1 < operands_.size(); i += 2) {
        addRange(number(i), number(i), operands_[i + 1]);
      }
    }
    operands_.clear();
  }
  void handleEOF() override {}

  [[nodiscard]] const Readings& readings() const { return readings_; }

 private:
  [[nodiscard]] char16_t number(std::size_t operand) {
    return (utf16(operands_[operand].getStringValue()) + u'\0').front();
  }

  void addRange(char16_t first, char16_t last, QPDFObjectHandle text) {
    std::u16string next = text.isString() ? utf16(text.getStringValue()) : std::u16string();
    for (int k = 0; k <= last - first; ++k) {
      if (text.isArray() && k < text.getArrayNItems()) {
        next = utf16(text.getArrayItem(k).getStringValue());
      }
      if (next.empty()) {
        return;
      }
      readings_[static_cast<char16_t>(first + k)] = next;
      ++next.back();
    }
  }

  std::vector<QPDFObjectHandle> operands_;
  Readings readings_;
};

std::string toUnicodeMap(const Readings& readings) {
  constexpr std::size_t kMostInABlock = 100;  // By the specification of CMaps.
  std::string map =
      "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
      "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
      "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n";
  std::size_t left = readings.size();
  std::size_t inBlock = 0;
  for (const auto& [glyph, text] : readings) {
    if (inBlock == 0) {
      inBlock = std::min(left, kMostInABlock);
      map += std::to_string(inBlock) + " beginbfchar\n";
    }
    map += hex({&glyph, 1}) + ' ' + hex(text) + '\n';
    --left;
    if (--inBlock == 0) {
      map += "endbfchar\n";
    }
  }
  return map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
}

void setReadings(QPDFObjectHandle font, const QHash<char16_t, char16_t>& meant) {
  QPDFObjectHandle stream = font.getKey("/ToUnicode");
  if (!stream.isStream()) {
    return;
  }
  ReadingsParser parser;
  stream.parseAsContents(&parser);
  Readings readings = parser.readings();
  for (auto& [glyph, text] : readings) {
    for (char16_t& character : text) {
      character = meant.value(character, character);
    }
  }
  stream.replaceStreamData(toUnicodeMap(readings), QPDFObjectHandle::newNull(),
                           QPDFObjectHandle::newNull());
}

void setExtent(QPDFObjectHandle descriptor) {
  QPDFObjectHandle program = descriptor.getKey("/FontFile2");
  if (!program.isStream()) {
    return;
  }
  const auto data = program.getStreamData();
  std::string font(reinterpret_cast<const char*>(data->getBuffer()), data->getSize());
  coverGlyphs(font);
  program.replaceStreamData(font, QPDFObjectHandle::newNull(), QPDFObjectHandle::newNull());
}

// Six letters that follow from the font's program: readers tell subsets apart by them.
std::string subsetTag(QPDFObjectHandle descriptor) {
  QCryptographicHash hash(QCryptographicHash::Sha1);
  for (const char* const key : {"/FontFile2", "/FontFile3", "/FontFile"}) {
    if (descriptor.getKey(key).isStream()) {
      const auto program = descriptor.getKey(key).getStreamData();
      hash.addData({reinterpret_cast<const char*>(program->getBuffer()),
                    static_cast<qsizetype>(program->getSize())});
    }
  }
  std::string tag;
  for (const char byte : hash.result().first(6)) {
    tag += static_cast<char>('A' + static_cast<unsigned char>(byte) % 26);
  }
  return tag;
}

void finishFont(QPDFObjectHandle font, const MeantOfFont& meantOf) {
  if (!font.getKey("/DescendantFonts").isArray()) {
    return;
  }
  QPDFObjectHandle part = font.getKey("/DescendantFonts").getArrayItem(0);
  QPDFObjectHandle descriptor = part.getKey("/FontDescriptor");
  const std::string name = font.getKey("/BaseFont").getName().substr(1);
  if (const QHash<char16_t, char16_t>* meant = meantOf(QString::fromStdString(name))) {
    setReadings(font, *meant);
  }
  setExtent(descriptor);
  const auto tagged = QPDFObjectHandle::newName('/' + subsetTag(descriptor) + '+' + name);
  font.replaceKey("/BaseFont", tagged);
  part.replaceKey("/BaseFont", tagged);
  descriptor.replaceKey("/FontName", tagged);
}

// Qt rounds the page to whole points and measures it from its top left corner.
void setPageSize(QPDFObjectHandle page, const QSizeF& points) {
  const QPDFObjectHandle::Rectangle rounded = page.getKey("/MediaBox").getArrayAsRectangle();
  page.replaceKey("/MediaBox",
                  QPDFObjectHandle::newFromRectangle({rounded.llx, rounded.ury - points.height(),
                                                      rounded.llx + points.width(), rounded.ury}));
}

void finish(QPDF& pdf, const QSizeF& points, const MeantOfFont& meantOf) {
  for (QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf).getAllPages()) {
    setPageSize(page.getObjectHandle(), points);
  }
  for (QPDFObjectHandle& object : pdf.getAllObjects()) {
    if (object.isDictionaryOfType("/Font", "/Type0")) {
      finishFont(object, meantOf);
    }
  }
  QPDFObjectHandle information = pdf.getTrailer().getKey("/Info");
  if (information.isDictionary()) {
    information.removeKey("/CreationDate");
    information.removeKey("/ModDate");
  }
  pdf.getTrailer().removeKey("/ID");  // Qt makes one up.
}

QByteArray written(QPDF& pdf) {
  QPDFWriter writer(pdf);
  writer.setOutputMemory();
  writer.setDeterministicID(true);
  writer.setObjectStreamMode(qpdf_o_disable);
  writer.write();
  const auto bytes = writer.getBufferSharedPointer();
  return {reinterpret_cast<const char*>(bytes->getBuffer()),
          static_cast<qsizetype>(bytes->getSize())};
}

}  // namespace

QByteArray rewrittenPdf(const QByteArray& pdf, const QSizeF& points, const MeantOfFont& meantOf,
                        const std::string& language) {
  QPDF document;
  document.setSuppressWarnings(true);
  document.processMemoryFile("page", pdf.constData(), static_cast<std::size_t>(pdf.size()));
  finish(document, points, meantOf);
  document.getRoot().replaceKey("/Lang", QPDFObjectHandle::newString(language));
  return written(document);
}

}  // namespace poscope
