// cp.async.bulk.tensor: one lane copies a box of a tensor between global and shared memory; the tensor map that it
// names says which elements a box has (sim/tensor_map.hpp). As with other bulk copies the copy is done when it is
// issued, an mbarrier that counts its bytes is told so at once, and its traffic is not among the load and store
// counters.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/bulk_places.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/image_operands.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/packed_boxes.hpp"
#include "isa/chapters/tensor_reduce.hpp"
#include "isa/chapters/time_taken.hpp"
#include "isa/instruction.hpp"
#include "isa/words.hpp"
#include "sim/block.hpp"
#include "sim/locate.hpp"
#include "sim/memory.hpp"
#include "sim/tensor_map.hpp"

namespace warpglass::isa {
namespace {

// Program::lists[extra]: the places of the box in shared memory, of the map and, of loads, of the barrier; then the
// rows of the coordinates and of the offsets of pixels.
constexpr std::size_t kBox = 0, kMap = 1, kBarrier = 2;

// Op::mode.
struct CopyMode {
  std::uint8_t rank = 1;
  bool im2col = false;
  bool offsets = false;    // of pixels are given
  bool pair = false;       // the barrier may be of the other block of a pair
  bool four = false;       // rows of a tensor with two dimensions, each with a coordinate of its own
  std::uint8_t first = 0;  // in the list: the coordinates' rows
  sim::AtomicOperation operation = sim::AtomicOperation::none;

  [[nodiscard]] std::uint32_t packed() const {
    return rank | (im2col ? 1u << 3 : 0) | (offsets ? 1u << 4 : 0) | (pair ? 1u << 5 : 0) | (four ? 1u << 6 : 0) |
           std::uint32_t{first} << 8 | static_cast<std::uint32_t>(operation) << 16;
  }
  [[nodiscard]] static CopyMode of(const sim::Op* op) {
    return {.rank = static_cast<std::uint8_t>(op->mode & 7),
            .im2col = (op->mode >> 3 & 1) != 0,
            .offsets = (op->mode >> 4 & 1) != 0,
            .pair = (op->mode >> 5 & 1) != 0,
            .four = (op->mode >> 6 & 1) != 0,
            .first = static_cast<std::uint8_t>(op->mode >> 8),
            .operation = static_cast<sim::AtomicOperation>(op->mode >> 16 & 0xff)};
  }
  [[nodiscard]] std::size_t coordinates() const { return four ? 1 + kFour : rank; }

  static constexpr std::size_t kFour = 4;
};

[[noreturn]] void raise_map(sim::Warp& warp, const sim::Op* op, int lane, sim::FaultKind kind, std::uint64_t address,
                            std::string message) {
  sim::Fault fault;
  fault.kind = kind;
  fault.space = sim::Space::global;
  fault.address = address;
  fault.bytes = sim::kTensorMapBytes;
  fault.lane = lane;
  fault.message = std::move(message);
  raise(warp, op, lane_bit(lane), std::move(fault));
}

std::string shape_of(const sim::TensorMap& map) {
  std::string text;
  for (std::size_t i = 0; i < map.rank; ++i) text += fmt::format("{}{}", i == 0 ? "" : " x ", map.dims[i]);
  return fmt::format("{} elements of .{} at {:#x}", text, name_of(map.type), map.address);
}

/// The map that a lane names, of the kind that the instruction is for.
UsableMap map_of(sim::Warp& warp, const sim::Op* op, const CopyMode& mode, int lane) {
  const std::uint64_t address = address_of(warp, op, lane, kMap);
  constexpr std::uint64_t kAlignment = 64;
  if (address % kAlignment != 0)
    raise_map(warp, op, lane, sim::FaultKind::misaligned, address,
              fmt::format("a tensor map lies at a multiple of {} bytes", kAlignment));
  const std::byte* bytes = sim::host_range_unheard(warp, lane, address, sim::kTensorMapBytes);
  if (bytes == nullptr)
    raise_map(
        warp, op, lane, sim::FaultKind::out_of_bounds, address,
        "the address of the tensor map is none that a kernel can read: pass the map as a `const __grid_constant__` "
        "parameter, or put it into constant or global memory");
  const auto map =
      sim::unpack_tensor_map(std::span<const std::byte, sim::kTensorMapBytes>(bytes, sim::kTensorMapBytes));
  const auto unusable = [&](const std::string& why) {
    raise_map(warp, op, lane, sim::FaultKind::illegal_operands, address, why);
  };
  if (!map) unusable("there is no tensor map: make one with cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col");
  if (const std::string lack = sim::lack_of(*map); !lack.empty())
    unusable("the tensor map is not complete: its " + lack);
  if (map->rank != mode.rank)
    unusable(fmt::format("the tensor map has {} dimensions, the instruction {}", map->rank, mode.rank));
  if (map->is_im2col != mode.im2col)
    unusable(fmt::format("the tensor map is for {}, the instruction for {}", map->is_im2col ? "im2col" : "tiles",
                         mode.im2col ? "im2col" : "tiles"));
  UsableMap used = usable(*map);
  if (!mode.four) return used;
  if (used.box[1] != 1)
    unusable(fmt::format("the tensor map's box has {} rows: one is wanted, of which four are copied", used.box[1]));
  used.box[1] = static_cast<std::uint16_t>(CopyMode::kFour);
  return used;
}

sim::TensorPlace place_of(const sim::Warp& warp, const sim::Op* op, const CopyMode& mode, int lane) {
  const auto& list = warp.launch->program->lists[op->extra];
  sim::TensorPlace place;
  std::size_t next = mode.first;
  for (std::size_t i = 0; i < mode.coordinates(); ++i)
    place.at[i] = sim::lane_value<std::int32_t>(warp, list[next++], lane);
  if (mode.offsets)
    for (std::size_t i = 0; i + 2 < mode.rank; ++i)
      place.offset[i] = sim::lane_value<std::uint16_t>(warp, list[next++], lane);
  return place;
}

/// The rows of a box that begins where a copy may begin.
sim::TensorRows rows_of(sim::Warp& warp, const sim::Op* op, const CopyMode& mode, int lane, const UsableMap& map,
                        sim::TensorCopy copy) {
  sim::TensorPlace place = place_of(warp, op, mode, lane);
  if (map.bits < 8) {
    const std::int32_t whole = map.padded ? 16 : 2;
    if (place.at[0] % whole != 0)
      raise_map(warp, op, lane, sim::FaultKind::illegal_operands, address_of(warp, op, lane, kMap),
                fmt::format("a box of elements of {} bits begins at a multiple of {} of them", map.bits, whole));
    place.at[0] = place.at[0] * static_cast<std::int32_t>(map.bits) / 8;
  }
  const auto rows = [&](const UsableMap& box, const sim::TensorPlace& at) {
    if (std::string mistake = mistake_in_place(box, at, copy); !mistake.empty())
      raise_map(warp, op, lane, sim::FaultKind::illegal_operands, address_of(warp, op, lane, kMap), std::move(mistake));
    return rows_at(box, at);
  };
  if (!mode.four) return rows(map, place);
  UsableMap of_one = map;
  of_one.box[1] = 1;
  sim::TensorRows all;
  for (std::size_t i = 0; i < CopyMode::kFour; ++i) {
    sim::TensorPlace own;
    own.at = {place.at[0], place.at[1 + i]};
    const sim::TensorRows one = rows(of_one, own);
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

struct Run {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

/// Bytes of a box that a swizzle keeps together.
std::size_t piece_of(const sim::TensorMap& map) {
  return map.swizzle == sim::TensorSwizzle::span128_atom32_flip8 ? 8 : 16;
}

/// Calls with where each piece of a box lies among its rows, and where in shared memory from the box's beginning.
template <class Move>
void for_each_piece(const sim::TensorMap& map, std::uint64_t address, std::size_t bytes, Move&& move) {
  if (map.swizzle == sim::TensorSwizzle::none) return move(std::size_t{0}, std::ptrdiff_t{0}, bytes);
  const sim::RowShape row = row_shape_of(map);
  const std::size_t piece = piece_of(map);
  for (std::size_t at = 0, in_row = 0, line = 0; at < bytes; at += piece) {
    const std::uint64_t to = sim::swizzled(map.swizzle, address + line + in_row);
    move(at, static_cast<std::ptrdiff_t>(to - address), std::min(piece, bytes - at));
    in_row += piece;
    if (in_row < row.bytes) continue;
    in_row = 0;
    line += row.pitch;
  }
}

/// What a box takes of shared memory. A swizzle leaves gaps in a last line that the box does not fill, and behind rows
/// that are shorter than its span.
std::vector<Run> runs_of(const sim::TensorMap& map, std::uint64_t address, std::uint64_t bytes) {
  if (map.swizzle == sim::TensorSwizzle::none) return {{address, bytes}};
  constexpr std::uint64_t kLine = 128, kPiece = 16;
  std::vector<Run> runs;
  const std::uint64_t lines = row_shape_of(map).dense() ? bytes / kLine * kLine : 0;
  if (lines != 0) runs.push_back({address, lines});
  std::vector<std::uint64_t> pieces;
  for_each_piece(map, address, bytes, [&](std::size_t at, std::ptrdiff_t where, std::size_t) {
    if (at >= lines && at % kPiece == 0)
      pieces.push_back((address + static_cast<std::uint64_t>(where)) / kPiece * kPiece);
  });
  std::ranges::sort(pieces);
  for (const std::uint64_t piece : pieces) {
    if (runs.empty() || runs.back().begin + runs.back().bytes != piece) runs.push_back({piece, 0});
    runs.back().bytes += kPiece;
  }
  return runs;
}

/// A box in shared memory: the host's bytes of the place where it begins.
std::byte* box_in_shared(sim::Warp& warp, const sim::Op* op, int lane, const sim::TensorMap& map, std::uint64_t bytes,
                         sim::Direction direction, std::optional<std::uint32_t> rank = {}) {
  const std::uint64_t address = address_of(warp, op, lane, kBox, rank);
  sim::Fault fault;
  fault.space = sim::Space::shared;
  fault.write = direction == sim::Direction::write;
  fault.address = address;
  fault.bytes = static_cast<std::uint32_t>(bytes);
  fault.lane = lane;
  const std::uint64_t alignment = map.interleave == sim::TensorInterleave::bytes32 ? 256 : 128;
  if (address % alignment != 0) {
    fault.kind = sim::FaultKind::misaligned;
    fault.message = fmt::format("a box of a tensor begins at a multiple of {} bytes in shared memory", alignment);
    raise(warp, op, lane_bit(lane), std::move(fault));
  }
  std::byte* begin = nullptr;
  for (const Run& run : runs_of(map, address | sim::kSharedWindow, bytes)) {
    std::byte* const host = sim::host_range(warp, op, lane, run.begin, run.bytes, sim::Via::bulk_copy, direction);
    if (host == nullptr) {
      fault.kind = sim::FaultKind::out_of_bounds;
      fault.notes.push_back(fmt::format("the box is of {} bytes", bytes));
      raise(warp, op, lane_bit(lane), std::move(fault));
    }
    if (begin == nullptr) begin = host - (run.begin - (address | sim::kSharedWindow));
  }
  return begin;
}

[[noreturn]] void raise_outside(sim::Warp& warp, const sim::Op* op, int lane, const sim::TensorMap& map, bool write,
                                std::uint64_t begin, std::uint64_t bytes) {
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.space = sim::Space::global;
  fault.write = write;
  fault.address = begin;
  fault.bytes = static_cast<std::uint32_t>(bytes);
  fault.lane = lane;
  fault.notes.push_back(fmt::format("the tensor map says: {}", shape_of(map)));
  raise(warp, op, lane_bit(lane), std::move(fault));
}

/// Calls with the host's bytes of each row of the box that has any, and with the row's number.
template <class Move>
void for_each_row(sim::Warp& warp, const sim::Op* op, int lane, const sim::TensorMap& map, const sim::TensorRows& rows,
                  sim::Direction direction, Move&& move) {
  const std::size_t count = rows.size();
  for (std::size_t first = 0; first < count;) {
    // Rows that follow each other in memory are one access.
    const std::uint64_t begin = rows[first].address;
    std::uint64_t end = begin + rows[first].bytes;
    std::size_t next = first + 1;
    while (next < count && end != begin && rows[next].bytes != 0 && rows[next].address == end)
      end += rows[next++].bytes;
    if (end != begin) {
      std::byte* const host = sim::host_range(warp, op, lane, begin, end - begin, sim::Via::bulk_copy, direction);
      if (host == nullptr) raise_outside(warp, op, lane, map, direction != sim::Direction::read, begin, end - begin);
      for (; first < next; ++first) move(host + (rows[first].address - begin), rows[first], first);
    }
    first = next;
  }
}

/// Of what the last piece of a row has beyond the tensor, only what is in an allocation is written.
void round_up_rows(sim::Warp& warp, int lane, sim::TensorRows& rows) {
  for (sim::TensorRow& row : rows) {
    const std::uint32_t whole = (row.bytes + sim::kStoredPiece - 1) / sim::kStoredPiece * sim::kStoredPiece;
    if (whole != row.bytes && sim::host_range_unheard(warp, lane, row.address, whole) != nullptr) row.bytes = whole;
  }
}

/// What a copy moves: no more than shared memory may have.
std::uint64_t checked_bytes(sim::Warp& warp, const sim::Op* op, int lane, const sim::TensorMap& map) {
  const std::uint64_t bytes = bytes_of_box(map);
  if (bytes > warp.shared_bytes)
    raise_map(
        warp, op, lane, sim::FaultKind::out_of_bounds, address_of(warp, op, lane, kMap),
        fmt::format("a box of {} bytes does not fit the block's {} bytes of shared memory", bytes, warp.shared_bytes));
  return bytes;
}

std::vector<std::byte> load_box(sim::Warp& warp, const sim::Op* op, const CopyMode& mode, int lane,
                                const UsableMap& map) {
  std::vector<std::byte> bytes(checked_bytes(warp, op, lane, map));
  fill_outside(map, bytes);
  const sim::TensorRows rows = rows_of(warp, op, mode, lane, map, sim::TensorCopy::load);
  const std::size_t row_bytes = row_shape_of(map).bytes;
  for_each_row(warp, op, lane, map, rows, sim::Direction::read,
               [&](const std::byte* from, const sim::TensorRow& row, std::size_t number) {
                 std::byte* const to = bytes.data() + number * row_bytes + row.skipped;
                 std::memcpy(to, from, row.bytes);
                 round_elements(map.type, {to, row.bytes});
               });
  return bytes;
}

/// \return  whether the barrier's phase is complete by it
bool deliver(sim::Warp& warp, const sim::Op* op, int lane, const UsableMap& map, const std::vector<std::byte>& box,
             std::optional<std::uint32_t> rank = {}) {
  std::byte* const to = box_in_shared(warp, op, lane, map, box.size(), sim::Direction::write, rank);
  for_each_piece(
      map, address_of(warp, op, lane, kBox, rank), box.size(),
      [&](std::size_t at, std::ptrdiff_t where, std::size_t size) { std::memcpy(to + where, box.data() + at, size); });
  // With a pair of blocks it is the same one of all pairs that is told.
  if (rank && CopyMode::of(op).pair) {
    const std::uint32_t told = sim::named_rank(address_of(warp, op, lane, kBarrier)).value_or(warp.block->rank());
    rank = (*rank & ~1u) | (told & 1u);
  }
  // Padding does not count (CUTLASS: TmaTransactionBytes).
  return complete_bytes(warp, op, lane, kBarrier, map.padded ? box.size() * map.bits / 8 : box.size(), rank);
}

// Field c of copies to several blocks: row of their mask.
template <bool kMany>
const sim::Op* load_tensor(sim::Warp& warp, const sim::Op* op) {
  const CopyMode mode = CopyMode::of(op);
  bool completes = false;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const UsableMap map = map_of(warp, op, mode, lane);
    std::vector<std::byte> box = load_box(warp, op, mode, lane, map);
    if (map.padded) box = padded(box, map.bits);
    const UsableMap in_shared = map.padded ? padded(map) : map;
    if constexpr (!kMany) {
      completes |= deliver(warp, op, lane, in_shared, box);
      return;
    }
    for (std::uint32_t ranks = sim::lane_value<std::uint16_t>(warp, op->c, lane); ranks != 0; ranks &= ranks - 1)
      completes |= deliver(warp, op, lane, in_shared, box, static_cast<std::uint32_t>(std::countr_zero(ranks)));
  });
  return after_copy(warp, op + 1, completes);
}

/// Whether two lanes copy the same box from the same place to the same one.
bool copy_the_same(const sim::Warp& warp, const sim::Op* op, const CopyMode& mode, int lane, int other) {
  const auto is_same = [&](std::size_t which) {
    return address_of(warp, op, lane, which) == address_of(warp, op, other, which);
  };
  return is_same(kBox) && is_same(kMap) && place_of(warp, op, mode, lane).at == place_of(warp, op, mode, other).at &&
         place_of(warp, op, mode, lane).offset == place_of(warp, op, mode, other).offset;
}

const sim::Op* store_tensor(sim::Warp& warp, const sim::Op* op) {
  const CopyMode mode = CopyMode::of(op);
  const LaneMask lanes = exec_lanes(warp, op);
  for_each_lane(lanes, [&](int lane) {
    // Whole warps store what one lane might (CUTLASS's epilogues do): as often as there are lanes on a machine
    // (tests/hardware/h200/facts/bulk_lanes.tsv), with the same outcome as once.
    if (mode.operation == sim::AtomicOperation::none && lane != first_lane(lanes) &&
        copy_the_same(warp, op, mode, lane, first_lane(lanes)))
      return;
    const UsableMap map = map_of(warp, op, mode, lane);
    if (map.padded)
      raise_map(warp, op, lane, sim::FaultKind::illegal_operands, address_of(warp, op, lane, kMap),
                "stores of elements that shared memory pads are not modelled");
    ReduceElements reduce = nullptr;
    if (mode.operation != sim::AtomicOperation::none) {
      reduce = reduction_of(map.type, mode.operation);
      if (reduce == nullptr)
        raise_map(warp, op, lane, sim::FaultKind::illegal_operands, address_of(warp, op, lane, kMap),
                  fmt::format("elements of .{} are not reduced by this operation", name_of(map.type)));
    }
    std::vector<std::byte> bytes(checked_bytes(warp, op, lane, map));
    const std::byte* const from = box_in_shared(warp, op, lane, map, bytes.size(), sim::Direction::read);
    for_each_piece(map, address_of(warp, op, lane, kBox), bytes.size(),
                   [&](std::size_t at, std::ptrdiff_t where, std::size_t size) {
                     std::memcpy(bytes.data() + at, from + where, size);
                   });
    sim::TensorRows rows = rows_of(warp, op, mode, lane, map, sim::TensorCopy::store);
    round_up_rows(warp, lane, rows);
    const std::size_t row_bytes = row_shape_of(map).bytes;
    const auto direction = reduce != nullptr ? sim::Direction::update : sim::Direction::write;
    for_each_row(warp, op, lane, map, rows, direction,
                 [&](std::byte* to, const sim::TensorRow& row, std::size_t number) {
                   const std::byte* const row_from = bytes.data() + number * row_bytes + row.skipped;
                   if (reduce != nullptr) return reduce(to, row_from, row.bytes);
                   std::memcpy(to, row_from, row.bytes);
                 });
  });
  return op + 1;
}

/// Moves nothing, but wants what a load wants.
const sim::Op* prefetch_tensor(sim::Warp& warp, const sim::Op* op) {
  const CopyMode mode = CopyMode::of(op);
  for_each_lane(exec_lanes(warp, op),
                [&](int lane) { rows_of(warp, op, mode, lane, map_of(warp, op, mode, lane), sim::TensorCopy::load); });
  return op + 1;
}

std::uint8_t rank_of(const Spelling& spelling) { return static_cast<std::uint8_t>(spelling.word("dim")[0] - '0'); }

/// \param box     nullptr: none, of a prefetch
/// \param tensor  the operand [map, {coordinates}]
/// \param pixels  the vector of offsets; nullptr: none
void bind_tensor(BindContext& context, const ptx::Operand* box, const ptx::Operand& tensor, const ptx::Operand* barrier,
                 const ptx::Operand* pixels, sim::Handler handler) {
  CopyMode mode{.rank = rank_of(context.spelling())};
  const auto parts = context.children(tensor);
  if (parts.size() != 2) return context.error(tensor.position, "coordinates are missing: [map, {x, ...}]");
  std::vector<std::uint32_t> list;
  add_place(context, box != nullptr ? *box : tensor, box != nullptr, list);
  add_place(context, tensor, false, list);
  if (barrier != nullptr) add_place(context, *barrier, true, list);
  mode.first = static_cast<std::uint8_t>(list.size());
  mode.im2col = context.spelling().has("im2col") || context.spelling().has("im2col_no_offs");
  mode.offsets = pixels != nullptr;
  mode.four = context.spelling().has("tile::gather4") || context.spelling().has("tile::scatter4");
  mode.pair = context.spelling().word("group") == "cta_group::2";
  mode.operation = atomic_operation(context.spelling().word("op"));
  const auto append = [&](const ptx::Operand& vector, std::size_t count, ptx::Type type, std::string_view what) {
    const bool braced = vector.kind == ptx::Operand::Kind::vector;
    const auto elements = braced ? context.children(vector) : std::span(&vector, 1);
    if (elements.size() != count)
      return context.error(vector.position, fmt::format("{} {} are wanted here, not {}", count, what, elements.size()));
    for (const ptx::Operand& element : elements) list.push_back(context.source_row(element, type));
  };
  append(parts[1], mode.coordinates(), ptx::Type::b32, mode.coordinates() == 1 ? "coordinate" : "coordinates");
  if (pixels != nullptr) append(*pixels, mode.rank - std::size_t{2}, ptx::Type::b16, "offsets");
  sim::Op& op = context.op();
  op.mode = mode.packed();
  op.extra = context.list(std::move(list));
  op.run = op.body = handler;
}

void bind_load(BindContext& context) {
  const auto operands = context.operands();
  const bool im2col = context.spelling().has("im2col");
  bind_tensor(context, &operands[0], operands[1], &operands[2], im2col ? &operands[3] : nullptr, load_tensor<false>);
}
void bind_load_to_many(BindContext& context) {
  const auto operands = context.operands();
  const bool im2col = context.spelling().has("im2col");
  bind_tensor(context, &operands[0], operands[1], &operands[2], im2col ? &operands[3] : nullptr, load_tensor<true>);
  context.op().c = context.source_row(operands[im2col ? 4 : 3], ptx::Type::b16);
}
void bind_store(BindContext& context) {
  const auto operands = context.operands();
  bind_tensor(context, &operands[1], operands[0], nullptr, nullptr, store_tensor);
}
void bind_prefetch(BindContext& context) {
  const auto operands = context.operands();
  const bool im2col = context.spelling().has("im2col");
  bind_tensor(context, nullptr, operands[0], nullptr, im2col ? &operands[1] : nullptr, prefetch_tensor);
}

constexpr std::string_view kCopy = "Data Movement and Conversion Instructions: cp.async.bulk.tensor";
constexpr std::string_view kReduce = "Data Movement and Conversion Instructions: cp.reduce.async.bulk.tensor";
constexpr std::string_view kPrefetch = "Data Movement and Conversion Instructions: cp.async.bulk.prefetch.tensor";

constexpr InstructionDef row(std::string_view syntax, std::string_view where, BindInstruction bind,
                             std::string_view chapter, Does does = Does::copies) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(does, costs::access),
          .bind = bind,
          .since = "8.0",
          .sm = 90,
          .chapter = chapter,
          .accuracy = "exact"};
}

/// Four rows wherever they lie.
constexpr InstructionDef row_of_four(std::string_view syntax, std::string_view where, BindInstruction bind,
                                     std::string_view chapter, Does does = Does::copies) {
  InstructionDef def = row(syntax, where, bind, chapter, does);
  def.since = "8.6";
  def.sm = 100;
  def.accuracy = "no chip of its generation was recorded";
  return def;
}

// Words that several rows share.
#define TILES "dim = 1d 2d 3d 4d 5d; hint = L2::cache_hint; "
#define GROUPS "group = cta_group::1 cta_group::2; "
#define FOUR "dim = 2d; hint = L2::cache_hint; "
#define COLUMNS "dim = 3d 4d 5d; hint = L2::cache_hint; "
#define TO_SHARED "space = shared::cluster shared::cta; m : b64; h : b64"
#define LOAD "cp.async.bulk.tensor.dim{.group}.space.global"
#define LOAD_TO_MANY "cp.async.bulk.tensor.dim{.group}.shared::cluster.global"
#define BYTES ".mbarrier::complete_tx::bytes"
#define OPERATIONS "op = add min max inc dec and or xor; h : b64"

// clang-format off
constexpr InstructionDef kRows[] = {
    row(LOAD "{.tile}" BYTES "{.hint} [a], [b], [m]{, h}", TILES GROUPS TO_SHARED, bind_load, kCopy),
    row(LOAD_TO_MANY "{.tile}" BYTES ".multicast::cluster{.hint} [a], [b], [m], n{, h}", TILES GROUPS "m : b64; n : b16; h : b64", bind_load_to_many, kCopy),
    row(LOAD ".im2col" BYTES "{.hint} [a], [b], [m], {i}{, h}", COLUMNS GROUPS TO_SHARED "; i : b16", bind_load, kCopy),
    row(LOAD_TO_MANY ".im2col" BYTES ".multicast::cluster{.hint} [a], [b], [m], {i}, n{, h}", COLUMNS GROUPS "m : b64; i : b16; n : b16; h : b64", bind_load_to_many, kCopy),
    row("cp.async.bulk.tensor.dim.global.shared::cta{.tile}.bulk_group{.hint} [a], [b]{, h}", TILES "h : b64", bind_store, kCopy),
    row("cp.async.bulk.tensor.dim.global.shared::cta.im2col_no_offs.bulk_group{.hint} [a], [b]{, h}", COLUMNS "h : b64", bind_store, kCopy),
    row("cp.reduce.async.bulk.tensor.dim.global.shared::cta.op{.tile}.bulk_group{.hint} [a], [b]{, h}", TILES OPERATIONS, bind_store, kReduce),
    row("cp.reduce.async.bulk.tensor.dim.global.shared::cta.op.im2col_no_offs.bulk_group{.hint} [a], [b]{, h}", COLUMNS OPERATIONS, bind_store, kReduce),
    row("cp.async.bulk.prefetch.tensor.dim.L2.global{.tile}{.hint} [a]{, h}", TILES "h : b64", bind_prefetch, kPrefetch, Does::hints),
    row("cp.async.bulk.prefetch.tensor.dim.L2.global.im2col{.hint} [a], {i}{, h}", COLUMNS "i : b16; h : b64", bind_prefetch, kPrefetch, Does::hints),
    row_of_four(LOAD ".tile::gather4" BYTES "{.hint} [a], [b], [m]{, h}", FOUR GROUPS TO_SHARED, bind_load, kCopy),
    row_of_four(LOAD_TO_MANY ".tile::gather4" BYTES ".multicast::cluster{.hint} [a], [b], [m], n{, h}", FOUR GROUPS "m : b64; n : b16; h : b64", bind_load_to_many, kCopy),
    row_of_four("cp.async.bulk.tensor.dim.global.shared::cta.tile::scatter4.bulk_group{.hint} [a], [b]{, h}", FOUR "h : b64", bind_store, kCopy),
    row_of_four("cp.async.bulk.prefetch.tensor.dim.L2.global.tile::gather4{.hint} [a]{, h}", FOUR "h : b64", bind_prefetch, kPrefetch, Does::hints),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> tensor_copy_rows() { return kRows; }

}  // namespace warpglass::isa
