#include "app/plot/cell_memo.h"

#include <algorithm>

namespace poscope {
namespace {

constexpr std::size_t kMostBytes = std::size_t{96} << 20U;

// What is asked for, wherever and however large it is drawn.
bool sameThing(const HeatRequest& left, const HeatRequest& right) {
  return left.source == right.source && left.quantity == right.quantity &&
         left.causal == right.causal;
}
bool sameThing(const CurveRequest& left, const CurveRequest& right) {
  return left.source == right.source && left.rows == right.rows &&
         left.quantity == right.quantity && left.columnFirst == right.columnFirst;
}

bool samePart(const HeatRequest& left, const HeatRequest& right) {
  return left.lattice == right.lattice && left.reduction == right.reduction && left.x == right.x &&
         left.y == right.y && left.pixels == right.pixels;
}
bool samePart(const CurveRequest& left, const CurveRequest& right) {
  return left.edges == right.edges && left.detail == right.detail;
}

template <typename Same>
bool compare(const CellRequest& left, const CellRequest& right, Same same) {
  return std::visit(
      [&](const auto& one, const auto& other) {
        if constexpr (std::is_same_v<decltype(one), decltype(other)>) {
          return same(one, other);
        } else {
          return false;
        }
      },
      left, right);
}

bool sameThings(const CellRequest& left, const CellRequest& right) {
  return compare(left, right,
                 [](const auto& one, const auto& other) { return sameThing(one, other); });
}
bool sameCells(const CellRequest& left, const CellRequest& right) {
  return compare(left, right, [](const auto& one, const auto& other) {
    return sameThing(one, other) && samePart(one, other);
  });
}

CellPicture coloured(CellPicture picture, const CellRequest& request) {
  if (auto* heat = std::get_if<HeatPicture>(&picture)) {
    paint(*heat, std::get<HeatRequest>(request));
  }
  return picture;
}

std::size_t bytesOf(const CellPicture& picture) {
  if (const auto* heat = std::get_if<HeatPicture>(&picture)) {
    return heat->values.size() * sizeof(float) +
           static_cast<std::size_t>(heat->image.sizeInBytes());
  }
  std::size_t numbers = 0;
  for (const CurvePoints& row : std::get<CurvePicture>(picture).rows) {
    numbers += row.x.size() + row.y.size();
  }
  return numbers * sizeof(double);
}

// Curves look along x only: a band's source has other rows than a curve's.
bool fits(const HeatRequest&, const CellSource& one, const CellSource& other) {
  return one.rows() == other.rows() && one.columns() == other.columns();
}
bool fits(const CurveRequest&, const CellSource& one, const CellSource& other) {
  return one.columns() == other.columns();
}

template <typename Request, typename Layer>
const Request* alike(const Layer& layer, std::span<const CellRequest> shown) {
  for (const CellRequest& each : shown) {
    const auto* request = std::get_if<Request>(&each);
    if (request != nullptr && fits(*request, *request->source, *layer.source)) {
      return request;
    }
  }
  return nullptr;
}

std::optional<CellRequest> requestOf(const HeatLayer& layer, std::span<const CellRequest> shown) {
  const auto* like = alike<HeatRequest>(layer, shown);
  if (like == nullptr) {
    return std::nullopt;
  }
  HeatRequest request = *like;
  request.source = layer.source;
  request.quantity = layer.quantity;
  request.causal = layer.causal;
  request.rowUnits = layer.rowUnits;
  request.reduction = reduces(CellRequest(request)) ? layer.reduction : Reduction::sample;
  return request;
}

// Curves and bands: what they are made of stands in `request`, the part of x in what is shown.
template <typename Layer>
std::optional<CellRequest> requestOf(const Layer& layer, CurveRequest request,
                                     std::span<const CellRequest> shown) {
  const auto* like = alike<CurveRequest>(layer, shown);
  if (like == nullptr || like->columnFirst != request.columnFirst) {
    return std::nullopt;
  }
  request.edges = like->edges;
  return request;
}

}  // namespace

const CellMemo::Kept* CellMemo::kept(const CellRequest& request) const {
  const auto found = std::find_if(
      all_.begin(), all_.end(), [&](const Kept& each) { return sameCells(each.request, request); });
  return found == all_.end() ? nullptr : &*found;
}

std::optional<CellPicture> CellMemo::find(const CellRequest& request) const {
  const Kept* found = kept(request);
  return found == nullptr ? std::nullopt : std::optional(coloured(found->picture, request));
}

std::optional<CellPicture> CellMemo::alike(const CellRequest& request) const {
  const auto found = std::find_if(all_.rbegin(), all_.rend(), [&](const Kept& each) {
    return sameThings(each.request, request);
  });
  return found == all_.rend() ? std::nullopt : std::optional(coloured(found->picture, request));
}

bool CellMemo::has(const CellRequest& request) const {
  return kept(request) != nullptr;
}

void CellMemo::keep(const CellRequest& request, const CellPicture& picture) {
  if (has(request)) {
    return;
  }
  all_.push_back({request, picture, bytesOf(picture)});
  bytes_ += all_.back().bytes;
  while (bytes_ > kMostBytes && all_.size() > 1) {
    bytes_ -= all_.front().bytes;
    all_.erase(all_.begin());
  }
}

void CellMemo::clear() {
  all_.clear();
  bytes_ = 0;
}

std::vector<CellRequest> alikeRequests(const PlotPanel& panel, std::span<const CellRequest> shown) {
  std::vector<CellRequest> requests;
  for (const Layer& layer : panel.layers) {
    std::optional<CellRequest> request;
    if (const auto* heat = std::get_if<HeatLayer>(&layer)) {
      request = requestOf(*heat, shown);
    } else if (const auto* curve = std::get_if<CurveLayer>(&layer)) {
      request = requestOf(*curve, curveRequest(*curve), shown);
    } else if (const auto* band = std::get_if<BandLayer>(&layer)) {
      request = requestOf(*band, curveRequest(*band), shown);
    }
    if (request) {
      requests.push_back(std::move(*request));
    }
  }
  return requests;
}

}  // namespace poscope
