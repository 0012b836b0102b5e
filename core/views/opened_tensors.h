// Files of arrays that pages are about: how opening one leads to a page, and how a build reads it.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/views/view.h"

namespace poscope {

/// How `view` reads a file; nullptr when the file holds nothing that it reads.
[[nodiscard]] const TensorReading* readingOf(const View& view, const ArrayFile& file);

/// `state`, which is one of `view`, about the file; its zoom is dropped. Errors: of kind file for
/// one that holds nothing that the view reads, usage for what its parameters do not take.
[[nodiscard]] Result<State> withTable(State state, const View& view, const TableFile& file,
                                      const ArrayFile& arrays);

/// The file that a build reads.
struct OpenedTensors {
  std::shared_ptr<const TableFile> file;
  ArrayFile arrays;

  /// The values of a tensor of `arrays`, in row-major order: finite numbers of a floating format;
  /// numpy's "V2" counts as bf16, which readAsNotes() says. Errors: those of readArray; of kind
  /// file for other numbers, naming the first one.
  [[nodiscard]] Result<std::vector<double>> values(const ArrayInfo& info,
                                                   const std::stop_token& stop = {}) const;
  /// What a page says of values whose format the file does not name.
  [[nodiscard]] std::vector<Text> readAsNotes(const ArrayInfo& info) const;
  /// "model.safetensors wpe.weight", for data files.
  [[nodiscard]] std::string of(const ArrayInfo& info) const;
};

/// The format of a tensor's numbers; nullptr for integers and what can't be read.
[[nodiscard]] const NumberFormat* formatOf(const ArrayInfo& info);

/// The file that the parameters name and the context has, its header read; nullopt where they name
/// none. Errors: of kind file where it can't be read or has changed since it was opened.
[[nodiscard]] Result<std::optional<OpenedTensors>> openedTensors(const Params& params,
                                                                 const ViewContext& context);

/// The tensor that the parameter `tensor` names, without one the first of the kind. Errors, of kind
/// file, name those there are.
[[nodiscard]] Result<ArrayInfo> chosenTensor(const OpenedTensors& opened, const Params& params,
                                             TensorKind kind);

/// The tensors of a kind, where the file has several: a click sets the parameter `tensor`.
[[nodiscard]] std::optional<TablePanel> tensorChoice(const OpenedTensors& opened, TensorKind kind,
                                                     const ArrayInfo& chosen);

/// A page whose file (parameters `file` and `file_hash`) is not here: it asks for it. nullopt where
/// none is named, or the one that is named is here. buildFigure asks for every view.
[[nodiscard]] std::optional<Figure> askForFile(const View& view, const Params& params,
                                               const Inputs& inputs);

}  // namespace poscope
