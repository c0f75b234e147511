#include "analysis/layout_search.hpp"

#include <algorithm>
#include <bit>

namespace warpglass::analysis {
namespace {

// Elements behind a row that are tried: more than two rows of banks say nothing new.
constexpr std::uint32_t kMostPadding = 64;
constexpr std::uint32_t kMostShift = 5;

/// Where a byte of the array as declared lies in another layout.
std::uint64_t moved(const LayoutQuestion& question, const SharedLayout& layout, std::uint64_t address) {
  const std::uint64_t element = address / question.element_bytes;
  const std::uint64_t row = element / question.columns;
  const std::uint64_t column = element % question.columns ^ (((row >> layout.shift) & layout.mask) << layout.unit);
  return (row * (question.columns + layout.padding) + column) * question.element_bytes +
         address % question.element_bytes;
}

/// Nothing where an access would no longer be aligned, or its elements no longer be neighbours.
std::optional<LayoutPrice> price(const LayoutQuestion& question, const SharedLayout& layout) {
  LayoutPrice price{.layout = layout,
                    .bytes = question.rows * (question.columns + layout.padding) * question.element_bytes};
  for (const LayoutAccess& access : question.accesses) {
    if (layout.is_swizzled() && (question.element_bytes << layout.unit) % access.bytes != 0) return std::nullopt;
    std::vector<std::optional<std::uint64_t>> addresses;
    for (const auto& address : access.addresses) {
      addresses.push_back(address ? std::optional(moved(question, layout, *address)) : std::nullopt);
      if (addresses.back().value_or(0) % access.bytes != 0) return std::nullopt;
    }
    for (const LayoutMachine& machine : question.machines) {
      const BankStudy study = study_banks(*machine.device, {.title = access.title,
                                                            .access = question.access,
                                                            .bytes = access.bytes,
                                                            .block = question.block,
                                                            .addresses = addresses,
                                                            .bank_bytes = machine.bank_bytes});
      price.costs.push_back({.wavefronts = study.wavefronts, .ideal = study.wavefronts_ideal});
    }
  }
  return price;
}

/// Candidates come from the simplest to the least simple: of several that cost the same the first stays.
void keep_better(std::optional<LayoutPrice>& best, std::optional<LayoutPrice> candidate, std::uint64_t declared) {
  if (!candidate || candidate->excess() >= (best ? best->excess() : declared)) return;
  best = std::move(candidate);
}

}  // namespace

std::uint64_t LayoutPrice::excess() const {
  std::uint64_t excess = 0;
  for (const LayoutCost& cost : costs) excess += cost.wavefronts - std::min(cost.wavefronts, cost.ideal);
  return excess;
}

LayoutAnswer search_layouts(const LayoutQuestion& question) {
  LayoutAnswer answer;
  if (auto declared = price(question, {})) answer.declared = *std::move(declared);
  answer.tried = 1;
  const std::uint64_t declared = answer.declared.excess();
  const auto done = [](const std::optional<LayoutPrice>& best) { return best && best->excess() == 0; };
  if (declared == 0) return answer;
  for (std::uint32_t padding = 1; padding <= kMostPadding && !done(answer.padded); ++padding, ++answer.tried)
    keep_better(answer.padded, price(question, {.padding = padding}), declared);
  // Columns stay within their row only where there is a power of two of them.
  if (!std::has_single_bit(question.columns)) return answer;
  const auto bits = static_cast<std::uint32_t>(std::countr_zero(question.columns));
  for (std::uint32_t shift = 0; shift <= kMostShift; ++shift) {
    for (std::uint32_t unit = 0; unit < bits; ++unit) {
      // The widest first: it reads best, column ^ row.
      for (std::uint32_t width = bits - unit; width > 0 && !done(answer.swizzled); --width, ++answer.tried)
        keep_better(answer.swizzled, price(question, {.shift = shift, .mask = (1u << width) - 1, .unit = unit}),
                    declared);
    }
  }
  return answer;
}

}  // namespace warpglass::analysis
