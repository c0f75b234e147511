#include "analysis/layout_fix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <numeric>
#include <vector>

#include "analysis/accesses.hpp"
#include "analysis/layout_search.hpp"
#include "analysis/metrics.hpp"
#include "analysis/names.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

/// Of bits that varied: the first lane may have been at two to the power of so many places.
constexpr int kMostVaried = 10;

/// Accesses of one shape, and where in the array it may have been.
struct PlacedShape {
  std::vector<LayoutRequest> parts;   // as it was kept, for each access that the machine makes
  std::vector<std::uint64_t> places;  // of the first lane's address as written
  std::uint64_t kept_at = 0;          // likewise, of `parts`
  std::uint64_t times = 0;
};

struct ArrayUse {
  const sim::NamedObject* array = nullptr;
  std::vector<PlacedShape> shapes;
  std::uint64_t wavefronts = 0;  // of all of them, as counted
};

std::uint64_t first_address(const sim::AccessPattern& pattern) {
  return pattern.address[static_cast<std::size_t>(first_lane(pattern.lanes))];
}

bool lies_in(const sim::NamedObject& array, std::uint64_t address) {
  return address >= array.offset && address - array.offset < array.size;
}

/// The pattern of one of the machine's accesses, by addresses within the array. Nothing where it leaves it.
std::optional<LayoutRequest> request_in(const sim::NamedObject& array, const sim::AccessPattern& pattern,
                                        std::uint32_t bytes, std::int64_t distance) {
  const arch::SharedRequest asked = request_of(pattern);
  LayoutRequest request{
      .access = asked.access, .bytes = bytes, .matrices = asked.matrices, .lanes = asked.lanes, .times = 1};
  bool inside = true;
  for_each_lane(pattern.lanes, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    request.address[i] = pattern.address[i] + static_cast<std::uint64_t>(distance) - array.offset;
    inside = inside && request.address[i] < array.size && request.address[i] + bytes <= array.size;
  });
  return inside ? std::optional(request) : std::nullopt;
}

LayoutRequest moved_by(LayoutRequest request, std::uint64_t distance) {
  for (std::uint64_t& address : request.address) address += distance;
  return request;
}

bool is_inside(const LayoutRequest& request, std::uint64_t size) {
  bool inside = true;
  for_each_lane(request.lanes, [&](int lane) {
    const std::uint64_t address = request.address[static_cast<std::size_t>(lane)];
    inside = inside && address < size && address + request.bytes <= size;
  });
  return inside;
}

/// All that the bits allow: those outside the array cannot have been.
std::vector<std::uint64_t> places_of(const PlacedShape& shape, const sim::SharedPlaces& bits, std::uint64_t size) {
  std::vector<std::uint64_t> places;
  std::uint64_t part = 0;
  do {
    const std::uint64_t place = bits.common | part;
    const bool possible = std::ranges::all_of(shape.parts, [&](const LayoutRequest& request) {
      return is_inside(moved_by(request, place - shape.kept_at), size);
    });
    if (possible) places.push_back(place);
    part = (part - bits.varied) & bits.varied;
  } while (part != 0);
  return places;
}

/// One kept pattern of an instruction. False where it leaves the array, or is not known well enough.
bool add_shape(ArrayUse& use, const sim::OpFacts& facts, const sim::PatternCount& count, const sim::ShapeCount& known) {
  std::vector<sim::MachineAccess> accesses = facts.lowering.accesses;
  if (accesses.empty()) accesses = {{.offset = 0, .bytes = count.pattern.bytes}};
  PlacedShape shape{.parts = {}, .places = {}, .times = known.times};
  for (const sim::MachineAccess& access : accesses) {
    const auto part =
        request_in(*use.array, count.pattern, access.bytes, std::int64_t{access.offset} - accesses.front().offset);
    if (!part) return false;
    shape.parts.push_back(*part);
  }
  shape.kept_at = first_address(count.pattern) - static_cast<std::uint64_t>(std::int64_t{accesses.front().offset});
  if (std::popcount(known.places.varied) > kMostVaried) return false;
  shape.places = places_of(shape, known.places, use.array->size);
  use.wavefronts += known.cost;
  use.shapes.push_back(std::move(shape));
  return true;
}

/// What one instruction asks of the array. False where it is not all known.
bool add_instruction(ArrayUse& use, const sim::OpFacts& facts, const sim::OpCounters& counters) {
  if (counters.shared_requests == 0) return true;
  const bool reaches = std::ranges::any_of(counters.patterns, [&](const sim::PatternCount& count) {
    return count.pattern.space == sim::Space::shared && count.pattern.lanes != 0 &&
           lies_in(*use.array, first_address(count.pattern));
  });
  if (!reaches) return true;
  if (facts.kind == sim::OpKind::async_copy) return false;
  std::uint64_t times = 0;
  for (const sim::PatternCount& count : counters.patterns) {
    if (count.pattern.space != sim::Space::shared) continue;
    const sim::ShapeCount* const known = counters.shapes.find(count.shape, sim::Space::shared);
    if (known == nullptr || !add_shape(use, facts, count, *known)) return false;
    times += known->times;
  }
  return times * facts.lowering.instructions() == counters.shared_requests;
}

/// Whether it copies boxes of a tensor into shared memory: one of its operands is a map with coordinates.
bool fills_by_boxes(const sim::OpFacts& facts, const std::vector<sim::OperandFact>& operands) {
  if (facts.effects.does != sim::Does::copies || !facts.effects.writes.has(sim::Space::shared)) return false;
  const auto parts = sim::operands_of(facts, operands);
  return std::ranges::adjacent_find(parts, {}, &sim::OperandFact::position) != parts.end();
}

/// Whether an instruction that writes shared memory leaves the array alone, for all that is known of it.
bool leaves_alone(const sim::NamedObject& array, const sim::OpCounters& counters, std::uint32_t instructions) {
  std::uint64_t times = 0;
  for (const sim::PatternCount& count : counters.patterns) {
    if (count.pattern.space != sim::Space::shared) continue;
    const sim::ShapeCount* const known = counters.shapes.find(count.shape, sim::Space::shared);
    if (known == nullptr || (count.pattern.lanes != 0 && lies_in(array, first_address(count.pattern)))) return false;
    times += known->times;
  }
  return times * instructions == counters.shared_requests;
}

/// Nothing where any of it is not known.
std::optional<ArrayUse> use_of(const KernelRecord& kernel, std::uint64_t offset) {
  const auto array = std::ranges::find_if(kernel.shared_objects, [&](const sim::NamedObject& object) {
    return object.size != 0 && lies_in(object, offset);
  });
  if (array == kernel.shared_objects.end()) return std::nullopt;
  ArrayUse use{.array = &*array, .shapes = {}};
  for (std::size_t pc = 0; pc < kernel.counters.size(); ++pc) {
    if (!add_instruction(use, kernel.facts[pc], kernel.counters[pc])) return std::nullopt;
  }
  return use;
}

/// What lies in the array as a thread sees it: the narrowest access.
std::uint32_t element_bytes(const ArrayUse& use) {
  std::uint32_t bytes = 16;
  for (const PlacedShape& shape : use.shapes) {
    for (const LayoutRequest& part : shape.parts) bytes = std::min(bytes, part.bytes);
  }
  return bytes;
}

/// The distances from where neighbouring lanes begin a row to where the next ones do, with how often.
void add_row_distances(const LayoutRequest& request, std::map<std::uint64_t, std::uint64_t>& times) {
  std::optional<std::uint64_t> begin;
  std::optional<std::uint64_t> before;
  for_each_lane(request.lanes, [&](int lane) {
    const std::uint64_t at = request.address[static_cast<std::size_t>(lane)];
    const bool goes_on = before && (at == *before || at == *before + request.bytes);
    if (begin && !goes_on && at > *begin) ++times[at - *begin];
    if (!goes_on) begin = at;
    before = at;
  });
}

/// Bytes of a row; 0: the accesses show none.
std::uint64_t row_bytes(const ArrayUse& use, std::uint32_t element) {
  std::uint64_t row = 0;
  for (const PlacedShape& shape : use.shapes) {
    std::map<std::uint64_t, std::uint64_t> times;
    add_row_distances(shape.parts.front(), times);
    const auto most = std::ranges::max_element(times, {}, [](const auto& one) { return one.second; });
    if (most != times.end()) row = std::gcd(row, most->first);
  }
  const bool divides = row != 0 && use.array->size % row == 0 && row % element == 0;
  return divides && row > element && row < use.array->size ? row : 0;
}

struct Bounds {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// Of all accesses, wherever the bits let them have been. Nothing where one of them could not be made.
std::optional<Bounds> bounds_of(LayoutQuestion question, const SharedLayout& layout, const ArrayUse& use) {
  Bounds sum;
  for (const PlacedShape& shape : use.shapes) {
    Bounds of_shape{.least = ~std::uint64_t{0}, .most = 0};
    for (const std::uint64_t place : shape.places) {
      LayoutAccess access;
      for (const LayoutRequest& part : shape.parts) access.requests.push_back(moved_by(part, place - shape.kept_at));
      question.accesses = {std::move(access)};
      const auto priced = price(question, layout);
      if (!priced) return std::nullopt;
      of_shape.least = std::min(of_shape.least, priced->wavefronts());
      of_shape.most = std::max(of_shape.most, priced->wavefronts());
    }
    sum.least += shape.times * of_shape.least;
    sum.most += shape.times * of_shape.most;
  }
  return sum;
}

/// All that was asked of an array, as a question for the search.
LayoutQuestion question_of(const ArrayUse& use, std::uint64_t row, std::uint32_t element,
                           const LayoutMachine& machine) {
  LayoutQuestion question{
      .rows = use.array->size / row, .columns = row / element, .element_bytes = element, .machines = {machine}};
  std::uint32_t widest = element;
  LayoutAccess all;
  for (const PlacedShape& shape : use.shapes) {
    for (LayoutRequest part : shape.parts) {
      part.times = shape.times;
      widest = std::max(widest, part.bytes);
      all.requests.push_back(part);
    }
  }
  question.accesses = {std::move(all)};
  question.most_padding = std::max(8u, 2 * widest / element);
  return question;
}

/// "tile[32][33]", "tile[r][c ^ ((r & 7) << 3)]".
std::string name_of_layout(const std::string& array, const LayoutQuestion& question, const SharedLayout& layout) {
  if (!layout.is_swizzled()) return fmt::format("{}[{}][{}]", array, question.rows, question.columns + layout.padding);
  const std::string row = layout.shift == 0 ? "r" : fmt::format("(r >> {})", layout.shift);
  const std::string part = fmt::format("({} & {})", row, layout.mask);
  return layout.unit == 0 ? fmt::format("{}[r][c ^ {}]", array, part)
                          : fmt::format("{}[r][c ^ ({} << {})]", array, part, layout.unit);
}

/// Nothing where it saves nothing wherever the accesses may have been.
std::optional<ProposedLayout> proposal(const ArrayUse& use, const LayoutQuestion& question,
                                       const std::optional<LayoutPrice>& price) {
  if (!price) return std::nullopt;
  const SharedLayout& layout = price->layout;
  const auto bounds = bounds_of(question, layout, use);
  if (!bounds || bounds->most >= use.wavefronts) return std::nullopt;
  return ProposedLayout{.array = use.array->name,
                        .name = name_of_layout(object_name(use.array->name), question, layout),
                        .rows = question.rows,
                        .columns = question.columns,
                        .element_bytes = question.element_bytes,
                        .padding = layout.padding,
                        .shift = layout.shift,
                        .mask = layout.mask,
                        .unit = layout.unit,
                        .wavefronts = bounds->most,
                        .wavefronts_least = bounds->least,
                        .wavefronts_before = use.wavefronts};
}

constexpr std::uint32_t kLine = 128;  // bytes, of shared memory: pieces are exchanged within it
constexpr std::uint32_t kPiece = 16;

/// Exchanges pieces of each row by the number of its line, as the hardware does it: CU_TENSOR_MAP_SWIZZLE_32B, _64B and
/// _128B, whose name is as long as a row of the box. (CUDA Driver API, cuTensorMapEncodeTiled)
std::optional<SharedLayout> map_swizzle_of(std::uint64_t row, std::uint32_t element) {
  if (row != 32 && row != 64 && row != 128) return std::nullopt;
  return SharedLayout{.shift = static_cast<std::uint32_t>(std::countr_zero(kLine / row)),
                      .mask = static_cast<std::uint32_t>(row / kPiece) - 1,
                      .unit = static_cast<std::uint32_t>(std::countr_zero(kPiece / element))};
}

SharedLayout layout_of(const ProposedLayout& proposed) {
  return {.padding = proposed.padding, .shift = proposed.shift, .mask = proposed.mask, .unit = proposed.unit};
}

}  // namespace

std::vector<ProposedLayout> layouts_for(const KernelRecord& kernel, const arch::DeviceModel& device,
                                        std::uint64_t offset) {
  const std::optional<ArrayUse> use = use_of(kernel, offset);
  if (!use) return {};
  const std::uint32_t element = element_bytes(*use);
  const std::uint64_t row = row_bytes(*use, element);
  if (row == 0) return {};
  const LayoutQuestion question = question_of(*use, row, element, {&device, kernel.shared_memory.bank_bytes});
  if (is_filled_by_boxes(kernel, *use->array)) {
    const std::optional<SharedLayout> swizzle = map_swizzle_of(row, element);
    std::optional<ProposedLayout> proposed;
    if (swizzle) proposed = proposal(*use, question, price(question, *swizzle));
    if (!proposed) return {};
    proposed->map_swizzle = static_cast<std::uint32_t>(row);
    proposed->name += fmt::format(" with CU_TENSOR_MAP_SWIZZLE_{}B", row);
    return {*std::move(proposed)};
  }
  const LayoutAnswer answer = search_layouts(question);
  std::vector<ProposedLayout> layouts;
  if (auto padded = proposal(*use, question, answer.padded)) layouts.push_back(*std::move(padded));
  auto swizzled = proposal(*use, question, answer.swizzled);
  if (swizzled && (layouts.empty() || swizzled->wavefronts <= layouts.front().wavefronts))
    layouts.push_back(*std::move(swizzled));
  return layouts;
}

bool is_filled_by_boxes(const KernelRecord& kernel, const sim::NamedObject& array) {
  bool has_boxes = false;
  for (std::size_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpFacts& facts = kernel.facts[pc];
    const sim::OpCounters& counters = kernel.counters[pc];
    has_boxes = has_boxes || (counters.executions != 0 && fills_by_boxes(facts, kernel.operands));
    const bool only_reads = facts.kind == sim::OpKind::load || facts.kind == sim::OpKind::matrix_load;
    if (counters.shared_requests == 0 || only_reads) continue;
    if (!leaves_alone(array, counters, facts.lowering.instructions())) return false;
  }
  return has_boxes;
}

std::vector<ProposedLayout> proposed_layouts(const KernelRecord& kernel, const arch::DeviceModel& device) {
  std::vector<ProposedLayout> all;
  for (const sim::NamedObject& array : kernel.shared_objects) {
    const auto conflicts = [&](const sim::OpCounters& counters) {
      return std::ranges::any_of(counters.patterns, [&](const sim::PatternCount& count) {
        return count.pattern.space == sim::Space::shared && count.pattern.lanes != 0 &&
               count.shared.wavefronts > count.shared.ideal && lies_in(array, first_address(count.pattern));
      });
    };
    if (array.size == 0 || std::ranges::none_of(kernel.counters, conflicts)) continue;
    std::ranges::move(layouts_for(kernel, device, array.offset), std::back_inserter(all));
  }
  return all;
}

std::vector<ProposedAccess> in_layouts(std::span<const ProposedLayout> layouts, const KernelRecord& kernel,
                                       const sim::AccessPattern& pattern) {
  std::vector<ProposedAccess> all;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const ProposedLayout& layout = layouts[i];
    const auto array = std::ranges::find(kernel.shared_objects, layout.array, &sim::NamedObject::name);
    const auto asked = request_in(*array, pattern, pattern.bytes, 0);
    if (!asked) continue;
    const LayoutQuestion question{
        .rows = layout.rows, .columns = layout.columns, .element_bytes = layout.element_bytes};
    auto there = moved(question, layout_of(layout), *asked);
    if (!there) continue;
    there = moved_by(*there, array->offset);
    const arch::Wavefronts passes = wavefronts_of(kernel.shared_memory, *there);
    ProposedAccess access{.layout = static_cast<std::uint32_t>(i),
                          .addresses = {},
                          .cost = passes.taken,
                          .ideal = passes.ideal,
                          .served = {}};
    for_each_lane(there->lanes,
                  [&](int lane) { access.addresses.push_back(there->address[static_cast<std::size_t>(lane)]); });
    access.served = served_lanes(kernel.shared_memory, request_of(*there));
    all.push_back(std::move(access));
  }
  return all;
}

std::optional<std::string> layout_fix(const KernelRecord& kernel, const arch::DeviceModel& device,
                                      std::uint64_t offset) {
  const std::vector<ProposedLayout> layouts = layouts_for(kernel, device, offset);
  const auto array = std::ranges::find_if(kernel.shared_objects, [&](const sim::NamedObject& object) {
    return object.size != 0 && lies_in(object, offset);
  });
  if (layouts.empty() && array != kernel.shared_objects.end() && is_filled_by_boxes(kernel, *array))
    return fmt::format(
        "{} is filled by a tensor copy, which leaves no gaps for a padding: a swizzle of its tensor map "
        "(CU_TENSOR_MAP_SWIZZLE_...) with the same exchange in the index, and accesses of 16 bytes, are what can help",
        object_name(array->name));
  if (layouts.empty()) return std::nullopt;
  const ProposedLayout& fix = layouts.front();
  if (fix.map_swizzle != 0)
    return fmt::format("fix: {} in the tensor map that fills it takes {}{} instead of {} ({})", fix.name,
                       fix.wavefronts_least == fix.wavefronts ? "" : "at most ",
                       counted(grouped(fix.wavefronts), "wavefront"), grouped(fix.wavefronts_before),
                       name_of(fidelity_of_rules(device)));
  if (fix.mask != 0) return std::nullopt;
  return fmt::format("fix: {} of {}-byte elements takes {}{} instead of {} ({}; warpglass advise proves it)", fix.name,
                     fix.element_bytes, fix.wavefronts_least == fix.wavefronts ? "" : "at most ",
                     counted(grouped(fix.wavefronts), "wavefront"), grouped(fix.wavefronts_before),
                     name_of(fidelity_of_rules(device)));
}

}  // namespace warpglass::analysis
