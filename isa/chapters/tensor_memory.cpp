// tcgen05, but for products: tensor memory is allocated, loaded, stored and waited for. Which lane and column a
// register holds is the PTX ISA's (Data Movement Shape), and what CUTLASS's atoms say. All of it is done when it is
// issued, so that there is nothing to wait for; mbarriers are told at once.
#include "isa/chapters/tensor_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/bulk_places.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/matrix_places.hpp"
#include "isa/chapters/packed_units.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/chapters/time_taken.hpp"
#include "isa/instruction.hpp"
#include "sim/cluster.hpp"
#include "sim/divergence.hpp"
#include "sim/memory.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {

using sim::TensorMemory;

void raise_tensor(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, sim::FaultKind kind, std::string message) {
  sim::Fault fault;
  fault.kind = kind;
  fault.message = std::move(message);
  raise(warp, op, lanes, std::move(fault));
}

sim::TensorMemory& tensor_columns(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, const sim::Block& block,
                                  std::uint32_t first, std::uint32_t columns) {
  TensorMemory& memory = block.tensor_memory();
  if (!memory.holds(first, columns))
    raise_tensor(warp, op, lanes, sim::FaultKind::out_of_bounds,
                 fmt::format("columns {} to {} of tensor memory are not all allocated", first, first + columns - 1));
  return memory;
}

const sim::Block& block_of(const sim::Warp& warp, const sim::Op* op, int lane, bool pair, std::uint32_t half) {
  if (!pair) return *warp.block;
  const sim::Block* const block = warp.block->cluster().running((warp.block->rank() & ~1u) + half);
  if (block == nullptr)
    raise_tensor(warp, op, lane_bit(lane), sim::FaultKind::illegal_operands,
                 "cta_group::2 wants a cluster with two blocks that run");
  return *block;
}

void look_at(sim::Warp& warp, const sim::Op* op, int lane, const MatrixPart& part, const sim::Block& block,
             std::string_view which) {
  check_place(warp, op, lane_bit(lane), part, block.shared_bytes(), which);
  if (warp.audience == nullptr) return;
  note_reads(warp, op, lane, part, sim::Via::bulk_copy, &block == warp.block ? 0 : sim::mapped_to(0, block.rank()));
}

void note_columns(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, const sim::Block& block,
                  sim::TensorEvent event) {
  const bool own = &block == warp.block;
  sim::note_tensor(warp, op, lanes, own ? std::nullopt : std::optional(block.rank()), event);
}

namespace {

constexpr std::uint32_t kWarpLanes = 32;

// ---- Allocation: a warp's, not a lane's ----

// Program::lists[extra]: the place that gets the address, then the row of the number of columns.
const sim::Op* allocate(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const int lane = first_lane(warp.active);
  const auto columns = sim::lane_value<std::uint32_t>(warp, op->b, lane);
  if (!std::has_single_bit(columns) || columns < TensorMemory::kLeast || columns > TensorMemory::kColumns)
    raise_tensor(warp, op, warp.active, sim::FaultKind::illegal_operands,
                 fmt::format("{} columns of tensor memory: a power of two from 32 to 512 is wanted", columns));
  const auto first = warp.block->tensor_memory().allocate(columns);
  if (!first)
    raise_tensor(
        warp, op, warp.active, sim::FaultKind::deadlock,
        fmt::format("{} columns of tensor memory are not free side by side: the block has the others itself, and "
                    "would wait for ever",
                    columns));
  std::byte* const to = host_of(warp, op, lane, 0, sizeof(std::uint32_t),
                                {.via = sim::Via::instruction, .direction = sim::Direction::write, .alignment = 4});
  std::memcpy(to, &*first, sizeof *first);
  return op + 1;
}

// Fields a, b: rows of the address and of the number of columns.
const sim::Op* deallocate(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const int lane = first_lane(warp.active);
  const auto address = sim::lane_value<std::uint32_t>(warp, op->a, lane);
  const auto columns = sim::lane_value<std::uint32_t>(warp, op->b, lane);
  if (TensorMemory::lane_of(address) != 0 ||
      !warp.block->tensor_memory().free(TensorMemory::column_of(address), columns))
    raise_tensor(warp, op, warp.active, sim::FaultKind::illegal_operands,
                 fmt::format("no allocation of {} columns of tensor memory begins at {:#x}", columns, address));
  return op + 1;
}

void bind_allocate(BindContext& context) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> list;
  add_place(context, operands[0], true, list);
  sim::Op& op = context.op();
  op.b = context.source_row(operands[1], ptx::Type::u32);
  op.extra = context.list(std::move(list));
  op.run = op.body = allocate;
}

void bind_deallocate(BindContext& context) {
  const auto operands = context.operands();
  sim::Op& op = context.op();
  op.a = context.source_row(operands[0], ptx::Type::b32);
  op.b = context.source_row(operands[1], ptx::Type::u32);
  op.run = op.body = deallocate;
}

// ---- Registers ----

enum class Shape : std::uint8_t { s32x32b, s16x64b, s16x128b, s16x256b, s16x32bx2 };

struct ShapeName {
  std::string_view word;
  Shape shape;
  std::uint32_t registers;  // of .x1
};
constexpr ShapeName kShapes[] = {{"32x32b", Shape::s32x32b, 1},
                                 {"16x64b", Shape::s16x64b, 1},
                                 {"16x128b", Shape::s16x128b, 2},
                                 {"16x256b", Shape::s16x256b, 4},
                                 {"16x32bx2", Shape::s16x32bx2, 1}};

/// A place relative to an instruction's address.
struct Cell {
  std::uint32_t lane = 0;
  std::uint32_t column = 0;
};

/// What a lane's register is, of columns that are 32 bits wide, or pairs of them.
Cell cell_of(Shape shape, std::uint32_t lane, std::uint32_t number) {
  const std::uint32_t row = lane / 4;
  switch (shape) {
    case Shape::s32x32b: return {lane, number};
    case Shape::s16x64b: return {row + lane % 2 * 8, lane / 2 % 2 + 2 * number};
    case Shape::s16x128b: return {row + number % 2 * 8, lane % 4 + number / 2 * 4};
    case Shape::s16x256b: return {row + number / 2 % 2 * 8, lane % 4 * 2 + number % 2 + number / 4 * 8};
    case Shape::s16x32bx2: return {lane % 16, number};
  }
  return {};
}

// Op::mode.
struct MoveMode {
  Shape shape = Shape::s32x32b;
  bool packed = false;  // a register holds the lower halves of two columns
  std::uint32_t registers = 1;
  std::uint32_t split = 0;  // columns by which the upper half of the warp is further on

  [[nodiscard]] std::uint32_t bits() const {
    return static_cast<std::uint32_t>(shape) | (packed ? 1u << 3 : 0) | registers << 4 | split << 16;
  }
  [[nodiscard]] static MoveMode of(const sim::Op* op) {
    return {.shape = static_cast<Shape>(op->mode & 7),
            .packed = (op->mode >> 3 & 1) != 0,
            .registers = op->mode >> 4 & 0xfff,
            .split = op->mode >> 16};
  }
  [[nodiscard]] Cell cell(std::uint32_t lane, std::uint32_t number) const {
    Cell cell = cell_of(shape, lane, number);
    if (packed) cell.column *= 2;
    if (shape == Shape::s16x32bx2 && lane >= kWarpLanes / 2) cell.column += split;
    return cell;
  }
  [[nodiscard]] std::uint32_t columns() const {
    std::uint32_t last = 0;
    for (const std::uint32_t lane : {0u, kWarpLanes - 1}) last = std::max(last, cell(lane, registers - 1).column);
    return last + (packed ? 2 : 1);
  }
};

template <bool kLoads>
void note_moved(const sim::Warp& warp, const sim::Op* op, const MoveMode& mode, std::uint32_t group,
                std::uint32_t first) {
  sim::TensorEvent event{.use = kLoads ? sim::TensorUse::load : sim::TensorUse::store,
                         .writes = !kLoads,
                         .groups = (mode.shape == Shape::s32x32b ? 3u : 1u) << group,
                         .column = first,
                         .columns = mode.columns() - mode.split};
  note_columns(warp, op, warp.active, *warp.block, event);
  if (mode.split == 0) return;
  event.column += mode.split;
  note_columns(warp, op, warp.active, *warp.block, event);
}

/// Moves all registers of the warp. Program::lists[extra]: the place, then the registers' rows.
template <bool kLoads>
const sim::Op* move_registers(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const MoveMode mode = MoveMode::of(op);
  const std::uint32_t* const rows = warp.launch->program->lists[op->extra].data() + kPlaceNumbers;
  const auto address = static_cast<std::uint32_t>(address_of(warp, op, first_lane(warp.active), 0));
  const std::uint32_t first_lane_of_warp = warp.index % 4 * kWarpLanes;
  const std::uint32_t lane = TensorMemory::lane_of(address);
  const bool whole = mode.shape == Shape::s32x32b;
  if (lane != first_lane_of_warp && (whole || lane != first_lane_of_warp + kWarpLanes / 2))
    raise_tensor(warp, op, warp.active, sim::FaultKind::illegal_operands,
                 fmt::format("warp {} reaches lanes {} to {} of tensor memory, and address {:#x} names lane {}",
                             warp.index, first_lane_of_warp, first_lane_of_warp + kWarpLanes - 1, address, lane));
  const std::uint32_t first = TensorMemory::column_of(address);
  TensorMemory& memory = tensor_columns(warp, op, warp.active, *warp.block, first, mode.columns());
  note_moved<kLoads>(warp, op, mode, lane / sim::TensorEvent::kLanesInGroup, first);
  for (std::uint32_t number = 0; number < mode.registers; ++number) {
    auto* const registers = reinterpret_cast<std::uint32_t*>(warp.rows + rows[number]);
    for (std::uint32_t own = 0; own < kWarpLanes; ++own) {
      const Cell cell = mode.cell(own, number);
      std::uint32_t& low = memory.column(first + cell.column)[lane + cell.lane];
      if (!mode.packed) {
        kLoads ? registers[own] = low : low = registers[own];
        continue;
      }
      std::uint32_t& high = memory.column(first + cell.column + 1)[lane + cell.lane];
      if constexpr (kLoads) {
        registers[own] = (low & 0xffff) | high << 16;
      } else {
        low = registers[own] & 0xffff;
        high = registers[own] >> 16;
      }
    }
  }
  return op + 1;
}

template <bool kLoads>
void bind_registers(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  MoveMode mode{.packed = spelling.has("pack::16b") || spelling.has("unpack::16b")};
  const std::string_view count = spelling.word("num");
  std::uint32_t times = 0;
  for (const char digit : count.substr(1)) times = times * 10 + static_cast<std::uint32_t>(digit - '0');
  for (const ShapeName& one : kShapes) {
    if (spelling.word("shape") != one.word) continue;
    mode.shape = one.shape;
    mode.registers = one.registers * times;
  }
  const ptx::Operand& place = operands[kLoads ? 1 : 0];
  const ptx::Operand& vector = operands[kLoads ? 0 : operands.size() - 1];
  if (operands.size() > 2) mode.split = static_cast<std::uint32_t>(context.literal(operands[kLoads ? 2 : 1])) & 0xffff;
  std::vector<std::uint32_t> list;
  add_place(context, place, false, list);
  const auto registers = context.children(vector);
  if (registers.size() != mode.registers)
    return context.error(vector.position,
                         fmt::format("{} registers are wanted here, not {}", mode.registers, registers.size()));
  for (const ptx::Operand& one : registers) {
    list.push_back(kLoads ? context.destination_row(one, ptx::Type::b32) : context.source_row(one, ptx::Type::b32));
  }
  sim::Op& op = context.op();
  op.mode = mode.bits();
  op.extra = context.list(std::move(list));
  op.run = op.body = move_registers<kLoads>;
}

// ---- From shared memory ----

// Op::mode.
struct CopyShape {
  std::uint32_t rows = 128;
  std::uint32_t units = 1;  // of 16 bytes
  std::uint32_t warps = 0;  // two bits for each quarter of the lanes: which 32 rows it gets
  bool pair = false;        // of blocks
  UnitPacking packing = UnitPacking::none;

  [[nodiscard]] std::uint32_t bits() const {
    return rows | units << 8 | warps << 12 | (pair ? 1u << 20 : 0) | static_cast<std::uint32_t>(packing) << 21;
  }
  [[nodiscard]] static CopyShape of(const sim::Op* op) {
    return {.rows = op->mode & 0xff,
            .units = op->mode >> 8 & 0xf,
            .warps = op->mode >> 12 & 0xff,
            .pair = (op->mode >> 20 & 1) != 0,
            .packing = static_cast<UnitPacking>(op->mode >> 21)};
  }
};

// Program::lists[extra]: the place in tensor memory, then the descriptor's row.
const sim::Op* copy(sim::Warp& warp, const sim::Op* op) {
  const CopyShape shape = CopyShape::of(op);
  const std::uint32_t row = warp.launch->program->lists[op->extra][kPlaceNumbers];
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint32_t first = TensorMemory::column_of(static_cast<std::uint32_t>(address_of(warp, op, lane, 0)));
    const MatrixPart part{.matrix = MatrixDescriptor(sim::lane_value<std::uint64_t>(warp, row, lane)),
                          .first = 0,
                          .count = shape.rows,
                          .units = shape.units};
    for (std::uint32_t half = 0; half < (shape.pair ? 2u : 1u); ++half) {
      const sim::Block& block = block_of(warp, op, lane, shape.pair, half);
      look_at(warp, op, lane, part, block, "the copy");
      TensorMemory& memory = tensor_columns(warp, op, lane_bit(lane), block, first, 4 * shape.units);
      note_columns(warp, op, lane_bit(lane), block,
                   {.use = sim::TensorUse::copy,
                    .writes = true,
                    .groups = kAllGroups,
                    .column = first,
                    .columns = 4 * shape.units});
      for (std::uint32_t to = 0; to < TensorMemory::kLanes; ++to) {
        const std::uint32_t from = (shape.warps >> to / kWarpLanes * 2 & 3) * kWarpLanes + to % kWarpLanes;
        for (std::uint32_t unit = 0; unit < shape.units; ++unit) {
          const auto words = words_of_unit(block.shared() + part.matrix.along(from, unit), shape.packing);
          for (std::uint32_t i = 0; i < 4; ++i) memory.column(first + 4 * unit + i)[to] = words[i];
        }
      }
    }
  });
  return op + 1;
}

void bind_copy(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  constexpr std::uint32_t kApart = 0b11100100, kAll = 0, k0213 = 0b01000100, k0123 = 0b01010000;
  CopyShape shape{.pair = spelling.word("group") == "cta_group::2"};
  const std::string_view name = spelling.word("shape");
  shape.units = name == "128x256b" ? 2 : 1;
  shape.rows = name == "64x128b" ? 64 : name == "32x128b" ? 32 : 128;
  const std::string_view warps = spelling.word("warps");
  shape.warps = shape.rows == 128 ? kApart : shape.rows == 32 ? kAll : warps == "warpx2::02_13" ? k0213 : k0123;
  shape.packing = unit_packing(spelling.word("from"));
  std::vector<std::uint32_t> list;
  add_place(context, operands[0], false, list);
  list.push_back(context.source_row(operands[1], ptx::Type::b64));
  sim::Op& op = context.op();
  op.mode = shape.bits();
  op.extra = context.list(std::move(list));
  op.run = op.body = copy;
}

// ---- Waiting ----

/// All is done when it is issued.
const sim::Op* relinquish(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  return op + 1;
}

template <sim::AsyncGroup kGroup>
const sim::Op* wait(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  note_sync(warp, op, warp.active, {.what = sim::Sync::async_wait, .all = true, .group = kGroup});
  return op + 1;
}

void bind_relinquish(BindContext& context) { context.op().run = context.op().body = relinquish; }

template <sim::AsyncGroup kGroup>
void bind_wait(BindContext& context) {
  context.op().run = context.op().body = wait<kGroup>;
}
void bind_nothing(BindContext& context) { context.op().run = context.op().body = no_effect; }

// Field c of commits to several blocks: row of their mask.
template <bool kMany>
const sim::Op* commit(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  for_each_lane(lanes, [&](int lane) {
    if constexpr (!kMany) return arrive_once(warp, op, lane, 0);
    for (std::uint32_t ranks = sim::lane_value<std::uint16_t>(warp, op->c, lane); ranks != 0; ranks &= ranks - 1)
      arrive_once(warp, op, lane, 0, true, static_cast<std::uint32_t>(std::countr_zero(ranks)));
  });
  return after_copy(warp, op + 1, true);
}

void bind_commit_to(BindContext& context) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> list;
  add_place(context, operands[0], true, list);
  sim::Op& op = context.op();
  const bool many = operands.size() > 1;
  if (many) op.c = context.source_row(operands[1], ptx::Type::b16);
  op.extra = context.list(std::move(list));
  op.run = op.body = many ? commit<true> : commit<false>;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where, Does does, BindInstruction bind,
                             sim::Order order = sim::Order::weak) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(does, costs::unknown, order),
          .bind = bind,
          .since = "8.6",
          .sm = 100,
          .last_sm = 110,
          .chapter = "TensorCore 5th Generation Instructions: tcgen05",
          .accuracy = "as the manual says"};
}

#define GROUP "group = cta_group::1 cta_group::2; "
#define NUMBERS "num = x1 x2 x4 x8 x16 x32 x64 x128; "
#define COPY "tcgen05.cp.group.shape{.b8x16}{.from}"
#define FORMATS "from = b6x16_p32 b4x16_p64; b : b64; "
#define SHAPES "shape = 32x32b 16x64b 16x128b 16x256b; "

// clang-format off
constexpr InstructionDef kRows[] = {
    row("tcgen05.alloc.group.sync.aligned{.space}.b32 [a], b", GROUP "space = shared::cta; b : u32", Does::sends, bind_allocate),
    row("tcgen05.dealloc.group.sync.aligned.b32 a, b", GROUP "b : u32", Does::marks, bind_deallocate),
    row("tcgen05.relinquish_alloc_permit.group.sync.aligned", "group = cta_group::1 cta_group::2", Does::marks, bind_relinquish),
    row("tcgen05.ld.sync.aligned.shape.num{.pack::16b}.b32 {d}, [a]", SHAPES NUMBERS, Does::moves_tensor, bind_registers<true>),
    row("tcgen05.ld.sync.aligned.shape.num{.pack::16b}.b32 {d}, [a], b", "shape = 16x32bx2; " NUMBERS "b : b32", Does::moves_tensor, bind_registers<true>),
    row("tcgen05.st.sync.aligned.shape.num{.unpack::16b}.b32 [a], {b}", SHAPES NUMBERS, Does::moves_tensor, bind_registers<false>),
    row("tcgen05.st.sync.aligned.shape.num{.unpack::16b}.b32 [a], c, {b}", "shape = 16x32bx2; " NUMBERS "c : b32", Does::moves_tensor, bind_registers<false>),
    row(COPY " [a], b", GROUP FORMATS "shape = 128x256b 128x128b", Does::copies_apart, bind_copy),
    row("tcgen05.cp.group.shape.warps{.b8x16}{.from} [a], b", GROUP FORMATS "shape = 64x128b; warps = warpx2::02_13 warpx2::01_23", Does::copies_apart, bind_copy),
    row("tcgen05.cp.group.shape.warps{.b8x16}{.from} [a], b", GROUP FORMATS "shape = 32x128b; warps = warpx4", Does::copies_apart, bind_copy),
    row("tcgen05.wait::ld.sync.aligned", "", Does::marks, bind_wait<sim::AsyncGroup::tensor_loads>),
    row("tcgen05.wait::st.sync.aligned", "", Does::marks, bind_wait<sim::AsyncGroup::tensor_stores>),
    row("tcgen05.fence::before_thread_sync", "", Does::marks, bind_nothing),
    row("tcgen05.fence::after_thread_sync", "", Does::marks, bind_nothing),
    row("tcgen05.commit.group.mbarrier::arrive::one{.space}.b64 [a]", GROUP "space = shared::cluster", Does::sends, bind_commit_to, sim::Order::release),
    row("tcgen05.commit.group.mbarrier::arrive::one{.space}.multicast::cluster.b64 [a], m", GROUP "space = shared::cluster; m : b16", Does::sends, bind_commit_to, sim::Order::release),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> tensor_memory_rows() { return kRows; }

}  // namespace warpglass::isa
