// Tensors are told by name and shape: what published checkpoints have, and what looks like it.
#include <QTemporaryDir>
#include <QtTest>

#include "core/model/learned_rows.h"
#include "core/model/tensor_kind.h"
#include "tests/core/model/tensor_files.h"

using namespace poscope;
using namespace poscope::testing;

namespace {

ArrayInfo tensor(const char* name, std::vector<std::int64_t> shape) {
  ArrayInfo info;
  info.name = name;
  info.shape = std::move(shape);
  return info;
}

ArrayFile fileOf(std::vector<ArrayInfo> arrays, ArrayFileKind kind = ArrayFileKind::safetensors) {
  ArrayFile file;
  file.kind = kind;
  file.arrays = std::move(arrays);
  return file;
}

}  // namespace

class TensorKindTest : public QObject {
  Q_OBJECT

 private slots:
  void kindByName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::vector<std::int64_t>>("shape");
    QTest::addColumn<TensorKind>("kind");
    const auto row = [](const char* name, std::vector<std::int64_t> shape, TensorKind kind) {
      QTest::addRow("%s %zu", name, shape.size()) << QString(name) << std::move(shape) << kind;
    };
    row("encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {32, 8},
        TensorKind::t5Bias);
    row("encoder.relative_attention_bias.weight", {32, 12}, TensorKind::t5Bias);
    row("relative_attention_bias", {32, 1}, TensorKind::t5Bias);
    row("relative_attention_bias.weight", {33, 12}, TensorKind::rotaryTable);  // No halves.
    row("relative_attention_bias.weight", {2, 32, 12}, TensorKind::rotaryTable);
    row("my_relative_attention_bias_too.weight", {32, 12}, TensorKind::rotaryTable);
    row("sequential.2.attention.rpe.bias_p", {8, 1, 1}, TensorKind::kerple);
    row("bias_a", {8, 1, 1}, TensorKind::rotaryTable);  // Without its p.
    row("bias_p", {8, 64}, TensorKind::rotaryTable);
    row("wpe.weight", {1024, 768}, TensorKind::learnedRows);
    row("bert.embeddings.position_embeddings.weight", {512, 768}, TensorKind::learnedRows);
    row("model.decoder.embed_positions.weight", {2050, 768}, TensorKind::learnedRows);
    row("pos_embed", {1, 197, 768}, TensorKind::learnedRows);
    row("bert.embeddings.position_ids", {1, 512}, TensorKind::rotaryTable);
    row("pos_embed", {2, 197, 768}, TensorKind::rotaryTable);
    row("wpe.weight", {1024}, TensorKind::rotaryTable);
    row("wpe.weight", {0, 768}, TensorKind::rotaryTable);
    row("cos_cached", {4096, 64}, TensorKind::rotaryTable);
  }

  void kindByName() {
    QFETCH(QString, name);
    QFETCH(std::vector<std::int64_t>, shape);
    QFETCH(TensorKind, kind);
    const ArrayFile file =
        fileOf({tensor("lm_head.weight", {100, 64}), tensor(name.toStdString().c_str(), shape)});
    QVERIFY(poscope::kindByName(file) == kind);
    QCOMPARE(tensorsOfKind(file, TensorKind::t5Bias).size(),
             static_cast<std::size_t>(kind == TensorKind::t5Bias ? 1 : 0));
    QCOMPARE(tensorsOfKind(file, TensorKind::kerple).size(),
             static_cast<std::size_t>(kind == TensorKind::kerple ? 1 : 0));
  }

  void toldFirstRow_goesByNameAndRows_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::int64_t>("rows");
    QTest::addColumn<std::int64_t>("first");
    const auto row = [](const char* name, std::int64_t rows, std::int64_t first) {
      QTest::addRow("%s %lld", name, static_cast<long long>(rows))
          << std::string(name) << rows << first;
    };
    row("model.decoder.embed_positions.weight", 2050, 2);              // OPT
    row("model.encoder.embed_positions.weight", 1026, 2);              // BART
    row("roberta.embeddings.position_embeddings.weight", 514, 2);      // RoBERTa
    row("longformer.embeddings.position_embeddings.weight", 4098, 2);  // Longformer
    row("bert.embeddings.position_embeddings.weight", 512, 0);         // BERT
    row("model.decoder.embed_positions.weight", 448, 0);               // Whisper
    row("model.encoder.embed_positions.weight", 1500, 0);              // Whisper
    row("vit.embeddings.position_embeddings", 197, 0);                 // ViT
    row("transformer.wpe.weight", 1026, 0);
    row("pos_embed", 66, 0);
    row("embed_positions.weight", 4, 0);
    row("embed_positions.weight", 2, 0);
    row("mine", 514, 0);
  }

  void toldFirstRow_goesByNameAndRows() {
    QFETCH(std::string, name);
    QFETCH(std::int64_t, rows);
    QFETCH(std::int64_t, first);
    QCOMPARE(toldFirstRow(name, rows), first);
  }

  // Who asks for a kind gets the array of a .npy by its shape; who asks what it is goes by the
  // name.
  void npy_isTakenByItsShape_whereAKindIsAskedFor() {
    const ArrayFile file = fileOf({tensor("mine", {32, 12})}, ArrayFileKind::npy);
    QVERIFY(poscope::kindByName(file) == TensorKind::rotaryTable);
    QCOMPARE(tensorsOfKind(file, TensorKind::t5Bias).size(), std::size_t{1});
    QVERIFY(tensorsOfKind(file, TensorKind::kerple).empty());
  }

  void inspectTensors_npy_isCalledAsItsFile() {
    const auto file = inspectTensors(dataPath("cases/arr_f4_c.npy"));
    QVERIFY(file);
    QCOMPARE(file->arrays.front().name, std::string("arr_f4_c"));
    QVERIFY(findTensor(*file, "arr_f4_c") != nullptr);
    QVERIFY(findTensor(*file, "other") == nullptr);
  }

  void inspectTensors_safetensors_keepsItsNames() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.safetensors").toStdString();
    writeSafetensors(path, {{"one", {2}, {1, 2}}, {"two.bias_p", {1, 1, 1}, {3}}});
    const auto file = inspectTensors(path);
    QVERIFY(file);
    QCOMPARE(file->arrays.size(), std::size_t{2});
    QVERIFY(poscope::kindByName(*file) == TensorKind::kerple);
    QCOMPARE(tensorsOfKind(*file, TensorKind::kerple).front().name, std::string("two.bias_p"));
    QVERIFY(longAxes(file->arrays[1]).empty());
  }
};

QTEST_GUILESS_MAIN(TensorKindTest)
#include "tensor_kind_test.moc"
