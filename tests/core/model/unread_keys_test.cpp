// Keys about positions that no reader has read are told of, and no others are.
#include <QtTest>

#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class UnreadKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void keyAboutPositions_thatNobodyReads_isAWarning_data();
  void keyAboutPositions_thatNobodyReads_isAWarning();
  void key_thatChangesNoPosition_isNotToldOf_data();
  void key_thatChangesNoPosition_isNotToldOf();
  void publicModel_isUnderstoodAsAWhole_data();
  void publicModel_isUnderstoodAsAWhole();
  void spelling_thatSaysAnotherThing_isAWarning();
  void blockKey_thatNobodyReads_isAWarning();
  void otherPart_isANoteOnlyWhereItHasPositions();
  void manyKeys_areCounted();
  void hostileObject_isReadInTime();
};

namespace {

QStringList unreadIn(const ModelConfig& config) {
  QStringList keys;
  for (const Notice& notice : config.notices) {
    if (notice.rule() == "key-unknown") {
      keys.append(QString::fromStdString(notice.keyPath));
    }
  }
  return keys;
}

// A model that is understood, with more keys.
ModelConfig withKeys(const QByteArray& keys, const QByteArray& type = "llama") {
  return parsed(R"({"model_type": ")" + type + R"(", "hidden_size": 4096,
      "num_attention_heads": 32, "rope_theta": 1e4, "max_position_embeddings": 4096,
      "torch_dtype": "bfloat16", )" +
                keys + "}");
}

}  // namespace

void UnreadKeysTest::keyAboutPositions_thatNobodyReads_isAWarning_data() {
  QTest::addColumn<QByteArray>("keys");
  QTest::addColumn<QString>("keyPath");
  QTest::addColumn<QString>("value");
  const auto row = [](const char* keys, const char* keyPath, const char* value) {
    QTest::newRow(keys) << QByteArray(keys) << QString(keyPath) << QString(value);
  };
  row(R"("no_rope_layer_interval": 4)", "no_rope_layer_interval", "4");
  row(R"("no_rope_layers": [1, 0])", "no_rope_layers", "a list");
  row(R"("no_rope_layers": [])", "no_rope_layers", "a list");
  row(R"("mla_use_nope": true)", "mla_use_nope", "true");
  row(R"("use_scaled_rope": true)", "use_scaled_rope", "true");
  row(R"("use_rope": false)", "use_rope", "false");
  row(R"("ropeTheta": 5e5)", "ropeTheta", "500000");
  row(R"("rope_local": {"base": 5})", "rope_local", "an object");
  row(R"("max_trained_positions": 2048)", "max_trained_positions", "2048");
  row(R"("global_head_dim": 512)", "global_head_dim", "512");
  row(R"("swa_head_dim": 192)", "swa_head_dim", "192");
  row(R"("pos_embed_rescale": 2.0)", "pos_embed_rescale", "2");
  row(R"("yarn": {"factor": 4})", "yarn", "an object");
  row(R"("context_scaling": 8)", "context_scaling", "8");
  row(R"("alibi_bias": "strange")", "alibi_bias", "\"strange\"");
  row(R"("position_embedding_type": "spiral")", "position_embedding_type", "\"spiral\"");
  row(R"("sliding_window": [512, 4096])", "sliding_window", "a list");
  row(R"("layer_types": ["full_attention", "chunked_attention"])", "layer_types", "a list");
  row(R"("partial_rotary_factor": 0.25, "rotary_dim": 64)", "partial_rotary_factor", "0.25");
  row(R"("attention": {"kinds": [{"rotary_kind": "own"}]})", "attention.kinds[0].rotary_kind",
      "\"own\"");
}

void UnreadKeysTest::keyAboutPositions_thatNobodyReads_isAWarning() {
  QFETCH(QByteArray, keys);
  QFETCH(QString, keyPath);
  QFETCH(QString, value);
  const ModelConfig config = withKeys(keys);
  QCOMPARE(unreadIn(config), QStringList{keyPath});
  const Notice& notice = *noticeOf(config, NoticeId::unreadKey);
  QVERIFY(notice.level() == NoticeLevel::warning);
  QVERIFY(isComplete(notice.text));
  QVERIFY2(english(notice.text).contains(keyPath + " is " + value),
           qPrintable(english(notice.text)));
}

void UnreadKeysTest::key_thatChangesNoPosition_isNotToldOf_data() {
  QTest::addColumn<QByteArray>("keys");
  QTest::addColumn<QByteArray>("type");
  const auto row = [](const char* keys, const char* type = "llama") {
    QTest::newRow(keys) << QByteArray(keys) << QByteArray(type);
  };
  row(R"("no_rope_layers": null, "rope_scaling": null)");
  row(R"("no_rope_layers": [1, 1, 1])");
  row(R"("model_max_length": 8192, "properties": {"a": 1}, "positive_label": 3, "europe": 1)");
  row(R"("rope_interleave": true, "rotary_emb_interleaved": false)");
  row(R"("use_rotary_pos_emb": true, "position_embedding_xdrope": false)", "hunyuan_v1_dense");
  row(R"("logits_scaling": 8.0)", "granite");
  row(R"("routed_scaling_factor": 2.5)", "deepseek_v3");
  row(R"("use_sliding_window": false, "sliding_window": 131072, "max_window_layers": 28)", "qwen2");
  row(R"("sliding_window": 4096, "layer_types": ["sliding_attention", "full_attention"])",
      "gemma2");
  row(R"("rope_local_base_freq": 1e4, "sliding_window_pattern": 6,
          "layer_types": ["sliding_attention", "full_attention"])",
      "gemma3_text");
  row(R"("layer_types": ["full_attention", "full_attention"])", "newer");
  row(R"("layer_types": ["linear_attention", "full_attention"])", "newer");
  row(R"("partial_rotary_factor": 0.5, "rotary_dim": 64)");
  row(R"("partial_rotary_factor": 1.0, "rotary_dim": 64)");
  row(R"("rotary_pct": 0.5, "partial_rotary_factor": 0.5)");
  row(R"("original_max_position_embeddings": 4096)", "phi3");
  row(R"("position_embedding_type": "absolute", "local_rope_theta": 1e4)", "modernbert");
  row(R"("position_embedding_type": "rope")");
  row(R"("quantization_config": {"rope": "kept"}, "label2id": {"POS_1": 1})");
}

void UnreadKeysTest::key_thatChangesNoPosition_isNotToldOf() {
  QFETCH(QByteArray, keys);
  QFETCH(QByteArray, type);
  const ModelConfig config = withKeys(keys, type);
  QVERIFY(config.scheme == Scheme::rope);
  QCOMPARE(unreadIn(config), QStringList());
}

void UnreadKeysTest::publicModel_isUnderstoodAsAWhole_data() {
  QTest::addColumn<QString>("name");
  for (const auto& entry : std::filesystem::directory_iterator(dataPath("configs"))) {
    if (entry.is_directory()) {
      const std::string name = entry.path().filename().string();
      QTest::newRow(name.c_str()) << QString::fromStdString("configs/" + name);
    }
  }
}

void UnreadKeysTest::publicModel_isUnderstoodAsAWhole() {
  QFETCH(QString, name);
  QCOMPARE(unreadIn(read(name.toStdString())), QStringList());
}

void UnreadKeysTest::spelling_thatSaysAnotherThing_isAWarning() {
  const ModelConfig config = withKeys(R"("rotary_emb_base": 5e5)");
  QCOMPARE(config.rope.front().base, 1e4);
  QCOMPARE(unreadIn(config), QStringList{"rotary_emb_base"});
  QCOMPARE(unreadIn(withKeys(R"("rotary_emb_base": 10000)")), QStringList());
  const ModelConfig nested = withKeys(R"("text_config": {"rope_theta": 1e6})");
  QCOMPARE(nested.rope.front().base, 1e6);
  QCOMPARE(unreadIn(nested), QStringList{"rope_theta"});
}

void UnreadKeysTest::blockKey_thatNobodyReads_isAWarning() {
  const ModelConfig config =
      withKeys(R"("rope_scaling": {"type": "linear", "factor": 2, "ramp": 3})");
  QCOMPARE(unreadIn(config), QStringList{"rope_scaling.ramp"});
  QVERIFY(noticeOf(config, NoticeId::extraKey)->level() == NoticeLevel::warning);
}

void UnreadKeysTest::otherPart_isANoteOnlyWhereItHasPositions() {
  const ModelConfig with = withKeys(R"("vision_config": {"rope_theta": 100, "hidden_size": 64})");
  QCOMPARE(unreadIn(with), QStringList());
  QVERIFY(noticeOf(with, NoticeId::otherPart)->level() == NoticeLevel::note);
  QCOMPARE(noticeOf(with, NoticeId::otherPart)->keyPath, std::string("vision_config"));
  QVERIFY(noticeOf(withKeys(R"("vision_config": {"hidden_size": 64})"), NoticeId::otherPart) ==
          nullptr);
}

void UnreadKeysTest::manyKeys_areCounted() {
  QByteArray keys;
  for (int i = 0; i < 30; ++i) {
    keys += "\"rope_" + QByteArray::number(i) + "\": 1, ";
  }
  const ModelConfig config = withKeys(keys + R"("last": 1)");
  QCOMPARE(unreadIn(config).size(), 21);
  const Notice* const more = noticeOf(config, NoticeId::moreUnreadKeys);
  QVERIFY(more != nullptr);
  QVERIFY2(english(more->text).contains("10 more keys"), qPrintable(english(more->text)));
}

// 8 MiB of keys: a search through all of them for each one would take minutes.
void UnreadKeysTest::hostileObject_isReadInTime() {
  QByteArray keys;
  for (int i = 0; i < 300'000; ++i) {
    keys += "\"rope" + QByteArray::number(i) + "\":1,";
  }
  QCOMPARE(unreadIn(withKeys(keys + R"("last": 1)")).size(), 21);
}

QTEST_GUILESS_MAIN(UnreadKeysTest)
#include "unread_keys_test.moc"
