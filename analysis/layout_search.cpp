#include "analysis/layout_search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "arch/pass_groups.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::uint32_t kMostPlanePadding = 8;  // rows
constexpr std::uint32_t kBankBytes = 4;
constexpr std::array<std::uint64_t, kWarpSize> kNowhere{};

/// Where a byte of the array as declared lies in another layout.
std::uint64_t place_in(const LayoutQuestion& question, const SharedLayout& layout, std::uint64_t address) {
  const std::uint64_t element = address / question.element_bytes;
  const std::uint64_t row = element / question.columns;
  const std::uint64_t stride = std::uint64_t{question.element_bytes} * layout.apart;
  if (layout.transposed)
    return (element % question.columns * question.rows + row) * stride + address % question.element_bytes;
  const std::uint64_t column = element % question.columns ^ (((row >> layout.shift) & layout.mask) << layout.unit);
  const std::uint64_t plane = question.rows_of_plane == 0 ? 0 : row / question.rows_of_plane;
  const std::uint64_t rows_before = row + plane * layout.plane_padding;
  return (rows_before * (question.columns + layout.padding) + column) * stride + address % question.element_bytes;
}

/// Of each machine, added to `costs`. False where one of the requests cannot be made.
bool add_costs(const LayoutQuestion& question, const SharedLayout& layout, std::span<const LayoutRequest> requests,
               const std::vector<arch::SharedMemory>& memories, std::vector<LayoutCost>& costs) {
  for (const LayoutRequest& request : requests) {
    const std::optional<LayoutRequest> there = moved(question, layout, request);
    if (!there) return false;
    for (std::size_t i = 0; i < memories.size(); ++i) {
      const arch::Wavefronts passes = wavefronts_of(memories[i], *there);
      costs[i].wavefronts += passes.taken * request.times;
      costs[i].ideal += passes.ideal * request.times;
    }
  }
  return true;
}

/// Candidates come from the simplest to the least simple: of several that cost the same and take as many bytes the
/// first stays.
void keep_better(std::optional<LayoutPrice>& best, std::optional<LayoutPrice> candidate, std::uint64_t declared) {
  if (!candidate || candidate->wavefronts() >= declared) return;
  if (best && std::pair(candidate->wavefronts(), candidate->bytes) >= std::pair(best->wavefronts(), best->bytes))
    return;
  best = std::move(candidate);
}

std::uint64_t bytes_of(const LayoutQuestion& question, const SharedLayout& layout) {
  const std::uint64_t planes = question.rows_of_plane == 0 ? 0 : question.rows / question.rows_of_plane;
  const std::uint64_t rows = question.rows + planes * layout.plane_padding;
  return rows * (question.columns + layout.padding) * question.element_bytes * layout.apart;
}

/// Behind each row; behind each plane, where there are several; and where neither is without conflict, behind both.
void search_paddings(const LayoutQuestion& question, std::uint64_t declared, LayoutAnswer& answer) {
  const auto is_done = [&] { return answer.padded && answer.padded->excess() == 0; };
  const auto ask = [&](const SharedLayout& layout) {
    ++answer.tried;
    keep_better(answer.padded, price(question, layout), declared);
  };
  for (std::uint32_t padding = 1; padding <= question.most_padding && !is_done(); ++padding) ask({.padding = padding});
  const bool has_planes = question.rows_of_plane != 0 && question.rows > question.rows_of_plane;
  if (!has_planes) return;
  for (std::uint32_t rows = 1; rows <= kMostPlanePadding; ++rows) ask({.plane_padding = rows});
  for (std::uint32_t padding = 1; padding <= question.most_padding && !is_done(); ++padding) {
    for (std::uint32_t rows = 1; rows <= kMostPlanePadding && !is_done(); ++rows)
      ask({.padding = padding, .plane_padding = rows});
  }
}

}  // namespace

std::vector<LayoutRequest> requests_of_block(arch::SharedAccess access, std::uint32_t bytes,
                                             std::span<const std::optional<std::uint64_t>> addresses) {
  std::vector<LayoutRequest> requests((addresses.size() + kWarpSize - 1) / kWarpSize);
  for (std::size_t thread = 0; thread < addresses.size(); ++thread) {
    LayoutRequest& request = requests[thread / kWarpSize];
    request.access = access;
    request.bytes = bytes;
    if (!addresses[thread]) continue;
    request.address[thread % kWarpSize] = *addresses[thread];
    request.lanes |= lane_bit(static_cast<int>(thread % kWarpSize));
  }
  return requests;
}

bool fits(const SharedLayout& layout, std::uint64_t rows, std::uint64_t columns) {
  if (!layout.is_swizzled()) return true;
  const std::uint64_t most = std::min<std::uint64_t>(layout.mask, (rows - 1) >> layout.shift);
  return std::has_single_bit(columns) && static_cast<std::uint64_t>(std::bit_width(most)) + layout.unit <=
                                             static_cast<std::uint64_t>(std::countr_zero(columns));
}

std::optional<LayoutRequest> moved(const LayoutQuestion& question, const SharedLayout& layout, LayoutRequest request) {
  if (layout.is_swizzled()) {
    // The elements that a lane asks for stay together where they are within one of the pieces that are exchanged.
    const std::uint64_t piece = std::uint64_t{question.element_bytes} << layout.unit;
    const bool whole = request.bytes <= question.element_bytes || piece % request.bytes == 0;
    if (!whole) return std::nullopt;
  }
  const bool parts_elements = layout.transposed || layout.apart > 1;
  if (parts_elements && request.bytes > question.element_bytes) return std::nullopt;
  bool aligned = true;
  const std::uint64_t row_bytes = question.columns * question.element_bytes;
  const std::uint64_t plane_bytes = row_bytes * question.rows_of_plane;
  for_each_lane(request.lanes, [&](int lane) {
    std::uint64_t& address = request.address[static_cast<std::size_t>(lane)];
    // From one row into the next there is no way any more.
    aligned = aligned && (layout.padding == 0 || address % row_bytes + request.bytes <= row_bytes);
    aligned = aligned && (layout.plane_padding == 0 || address % plane_bytes + request.bytes <= plane_bytes);
    address = place_in(question, layout, address);
    aligned = aligned && address % request.bytes == 0;
  });
  return aligned ? std::optional(request) : std::nullopt;
}

arch::SharedRequest request_of(const LayoutRequest& request) {
  return {.access = request.access,
          .bytes = request.bytes,
          .matrices = request.matrices,
          .lanes = request.lanes,
          .address = request.address};
}

arch::Wavefronts wavefronts_of(const arch::SharedMemory& memory, const LayoutRequest& asked) {
  const arch::SharedRequest request = request_of(asked);
  if (arch::has_native_atomics(memory) && arch::is_loop(memory, request))
    return arch::loop_wavefronts(memory, request).all;
  return arch::shared_wavefronts(memory, request);
}

std::optional<LayoutPrice> price(const LayoutQuestion& question, const SharedLayout& layout) {
  if (!fits(layout, question.rows_of_plane != 0 ? question.rows_of_plane : question.rows, question.columns))
    return std::nullopt;
  LayoutPrice price{.layout = layout, .bytes = bytes_of(question, layout)};
  std::vector<arch::SharedMemory> memories;
  for (const LayoutMachine& machine : question.machines)
    memories.push_back(machine.device->shared_memory(machine.bank_bytes));
  for (const LayoutAccess& access : question.accesses) {
    std::vector<LayoutCost> costs(memories.size());
    if (!add_costs(question, layout, access.requests, memories, costs)) {
      costs.assign(memories.size(), {});
      if (access.apart.empty() || !add_costs(question, layout, access.apart, memories, costs)) return std::nullopt;
    }
    price.costs.insert(price.costs.end(), costs.begin(), costs.end());
  }
  return price;
}

std::uint64_t LayoutPrice::wavefronts() const {
  std::uint64_t sum = 0;
  for (const LayoutCost& cost : costs) sum += cost.wavefronts;
  return sum;
}

std::uint64_t LayoutPrice::excess() const {
  std::uint64_t excess = 0;
  for (const LayoutCost& cost : costs) excess += cost.wavefronts - std::min(cost.wavefronts, cost.ideal);
  return excess;
}

bool LayoutAnswer::is_free() const { return least_excess() == 0; }

std::uint64_t LayoutAnswer::least_excess() const {
  std::uint64_t least = declared.excess();
  if (padded) least = std::min(least, padded->excess());
  if (swizzled) least = std::min(least, swizzled->excess());
  if (transposed) least = std::min(least, transposed->excess());
  return least;
}

PaddingPeriod padding_period(const LayoutQuestion& question) {
  std::uint64_t pass_bytes = 0;
  for (const LayoutMachine& machine : question.machines) {
    const arch::PassGroups groups =
        arch::pass_groups(machine.device->shared_memory(machine.bank_bytes), {.lanes = 0, .address = kNowhere});
    pass_bytes = std::max(pass_bytes, std::uint64_t{1} << groups.row_shift);
  }
  const std::uint64_t element = question.element_bytes;
  return {.from = static_cast<std::uint32_t>((pass_bytes + element - 1) / element),
          .every = static_cast<std::uint32_t>(pass_bytes / std::gcd(pass_bytes, element))};
}

LayoutAnswer search_layouts(const LayoutQuestion& question) {
  LayoutAnswer answer;
  if (auto declared = price(question, {})) answer.declared = *std::move(declared);
  answer.tried = 1;
  const std::uint64_t declared = answer.declared.wavefronts();
  const auto done = [](const std::optional<LayoutPrice>& best) { return best && best->excess() == 0; };
  if (answer.declared.excess() == 0) return answer;
  search_paddings(question, declared, answer);
  if (question.may_transpose) {
    ++answer.tried;
    keep_better(answer.transposed, price(question, {.transposed = true}), declared);
  }
  if (question.element_bytes < kBankBytes && kBankBytes % question.element_bytes == 0) {
    for (std::uint32_t padding = 0; padding <= question.most_padding && !done(answer.in_words); ++padding) {
      ++answer.tried;
      const SharedLayout layout{.padding = padding, .apart = kBankBytes / question.element_bytes};
      keep_better(answer.in_words, price(question, layout), declared);
    }
  }
  // Columns stay within their row only where there is a power of two of them.
  if (!std::has_single_bit(question.columns)) return answer;
  const auto bits = static_cast<std::uint32_t>(std::countr_zero(question.columns));
  for (std::uint32_t shift = 0; (question.rows - 1) >> shift != 0; ++shift) {
    for (std::uint32_t unit = 0; unit < bits; ++unit) {
      // The widest first: it reads best, column ^ row.
      for (std::uint32_t width = bits - unit; width > 0 && !done(answer.swizzled); --width) {
        if (question.rows_of_plane % (std::uint64_t{1} << (width + shift)) != 0) continue;
        ++answer.tried;
        ++answer.swizzles;
        keep_better(answer.swizzled, price(question, {.shift = shift, .mask = (1u << width) - 1, .unit = unit}),
                    declared);
      }
    }
  }
  return answer;
}

}  // namespace warpglass::analysis
