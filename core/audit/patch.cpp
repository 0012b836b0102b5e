#include "core/audit/patch.h"

#include <algorithm>

#include "core/audit/scheme_audit.h"
#include "core/base/numbers.h"

namespace poscope {
namespace {

constexpr std::string_view kKeep = R"(import torch


def cast_model(model, dtype=torch.{dtype}):
    """model.to(dtype) that leaves the inverse frequencies of rotary modules in fp32.

    Releases that rebuild their cos/sin cache do it in the type of inv_freq, so this helps them too.
    """
    kept = {n: b.detach().clone() for n, b in model.named_buffers() if n.endswith("inv_freq")}
    model.to(dtype)
    for name, values in kept.items():
        owner, _, leaf = name.rpartition(".")
        module = model.get_submodule(owner)
        setattr(module, leaf, values.to(getattr(module, leaf).device))
    return model


# Better: no cast at all. Loading leaves buffers that code computes in fp32
# (torch_dtype= instead of dtype= before transformers 4.56).
# model = AutoModelForCausalLM.from_pretrained(path, dtype=torch.{dtype})
)";

constexpr std::string_view kRecompute = R"(

def restore_frequencies(model):
    """For a model that was cast already: inv_freq anew, in fp32."""
    exponent = torch.arange(0, {dim}, 2, dtype=torch.int64).float() / {dim}
    exact = 1.0 / ({base} ** exponent)
    for module in model.modules():
        present = getattr(module, "inv_freq", None)
        if isinstance(present, torch.Tensor) and present.shape == exact.shape:
            module.inv_freq = exact.to(present.device)
)";

constexpr std::string_view kIntegers = R"(

# Under DeepSpeed zero.Init a float arange is cast, an integer one is not:
# positions = torch.arange(length, dtype=torch.int64, device=device).float()
)";

constexpr std::string_view kTable = R"(import torch


def rotary_table(length, device, dtype=torch.{dtype}):
    """cos and sin of [length, {pairs}] with the phase in fp32: only the finished table is rounded."""
    with torch.autocast(device_type=torch.device(device).type, enabled=False):
        position = torch.arange(length, dtype=torch.int64, device=device).float()
        exponent = torch.arange(0, {dim}, 2, dtype=torch.int64, device=device).float() / {dim}
        angle = torch.outer(position, 1.0 / ({base} ** exponent))
        return angle.cos().to(dtype), angle.sin().to(dtype)
)";

constexpr std::string_view kBias = R"(import torch


def alibi_bias(slopes, queries, keys, dtype=torch.{dtype}):
    """[heads, queries, keys]: slope * (key - query), in fp32 up to the one cast.

    Zero on the diagonal, so that the keys near the query, which get the weight, are exact.
    """
    key = torch.arange(keys, dtype=torch.int64, device=slopes.device)
    query = key[keys - queries :]
    distance = (key[None, :] - query[:, None]).float()
    return (slopes.float()[:, None, None] * distance).to(dtype)


# -    alibi = (slopes[:, None] * torch.arange(keys)).to(dtype)   # grows with the key's index
# +    alibi = alibi_bias(slopes, queries, keys, dtype)           # add it, then the causal mask
)";

std::string filled(std::string_view pattern, const AuditWay& way) {
  const std::pair<std::string_view, std::string> values[] = {
      {"{dtype}", std::string(way.setup.format->torch)},
      {"{dim}", std::to_string(way.setup.shape.dim)},
      {"{pairs}", std::to_string(way.setup.shape.dim / 2)},
      {"{base}", exactDecimal(way.setup.shape.base)}};
  std::string text(pattern);
  for (const auto& [name, value] : values) {
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
      text.replace(at, name.size(), value);
    }
  }
  return text;
}

}  // namespace

std::string alibiPatch(const AuditReport& /*report*/, const AuditWay& bad) {
  return filled(kBias, bad);
}

std::string phasePatch(const AuditReport& report, const AuditWay& bad) {
  const auto& ways = report.ways;
  const bool plain =
      report.config.rope.size() == 1 && bad.setup.shape.scaling.is(&ScalingRow::none);
  const bool published = std::any_of(
      ways.begin(), ways.end(), [](const AuditWay& way) { return !way.fine() && way.uncast(); });
  if (published) {
    return plain ? filled(kTable, bad) : std::string();
  }
  std::string patch = filled(kKeep, bad);
  if (plain) {
    patch += filled(kRecompute, bad);
  }
  if (std::any_of(ways.begin(), ways.end(), [](const AuditWay& way) {
        return way.way == CastWay::zeroInit && !way.fine();
      })) {
    patch += kIntegers;
  }
  return patch;
}

std::string patchFor(const AuditReport& report) {
  const auto bad = std::find_if(report.ways.begin(), report.ways.end(),
                                [](const AuditWay& way) { return !way.fine(); });
  // Nothing is cast to a type that torch does not have, nor to integers.
  const bool castable = bad != report.ways.end() && !bad->setup.format->torch.empty() &&
                        bad->setup.format->kind == FormatKind::floating;
  return castable ? findSchemeAudit(bad->recipe.scheme)->patch(report, *bad) : std::string();
}

}  // namespace poscope
