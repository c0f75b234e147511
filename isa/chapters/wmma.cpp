// wmma.load and wmma.store: matrices between memory and the fragments of isa/chapters/fragment.hpp. The machine moves
// what lies side by side in one access: a register's elements, and two registers of an accumulator. Halves that lie the
// other way are moved as they lie, a block of 8 by 8 at a time, and transposed between the lanes (MOVM); operands of
// halves in shared memory are fetched by ldmatrix. Recorded: tests/hardware/programs/tiles.cu, h200/random2. Other
// types that lie the other way are moved, and priced, element by element, which is a model.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/fragment.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"
#include "sim/access.hpp"

namespace warpglass::isa {
namespace {

/// What the handlers need, as Program::lists[extra] holds it: these numbers, then the rows.
struct Transfer {
  MatrixShape shape;
  ElementType type;
  bool accumulator;  // else operand A or B
  bool is_b;
  bool row_major;           // an accumulator; operands: along K
  std::uint32_t registers;  // different ones
  std::uint32_t rows;       // of the fragment as written

  static constexpr std::size_t kNumbers = 9;

  /// A register's elements lie side by side in memory.
  [[nodiscard]] bool contiguous() const { return row_major != (accumulator && is_transposed(shape)); }
  /// So do those of two registers.
  [[nodiscard]] bool in_pairs() const {
    return contiguous() && accumulator && registers % 2 == 0 && bits_of(type) >= 32;
  }
  [[nodiscard]] bool is_of_halves() const { return bits_of(type) == 16 && shape.k == 16; }

  /// How the matrix lies in memory: rows, or columns, `width` elements each.
  [[nodiscard]] std::uint32_t lines() const { return row_major ? outer() : inner(); }
  [[nodiscard]] std::uint32_t width() const { return row_major ? inner() : outer(); }

  [[nodiscard]] std::uint32_t outer() const { return !accumulator && is_b ? shape.n : shape.m; }
  [[nodiscard]] std::uint32_t inner() const { return accumulator ? shape.n : shape.k; }

  [[nodiscard]] std::vector<std::uint32_t> list() const {
    return {shape.m,
            shape.n,
            shape.k,
            std::uint32_t(type),
            std::uint32_t{accumulator},
            std::uint32_t{is_b},
            std::uint32_t{row_major},
            registers,
            rows};
  }
  static Transfer read(const std::vector<std::uint32_t>& list) {
    return {.shape = {list[0], list[1], list[2]},
            .type = ElementType(list[3]),
            .accumulator = list[4] != 0,
            .is_b = list[5] != 0,
            .row_major = list[6] != 0,
            .registers = list[7],
            .rows = list[8]};
  }
};

// Fields: a, imm  address row and offset; b row of the stride in elements; mode address bytes, space << 8

/// Where an element lies: `line` strides and `within` elements from the start of the matrix.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t within = 0;
};

Place place_of(const Transfer& transfer, std::uint32_t j, std::uint32_t e, int lane) {
  if (transfer.accumulator) {
    const std::uint32_t per_register = transfer.type == ElementType::f16 ? 2 : 1;
    const auto at = accumulator_element(transfer.shape, j * per_register + e, static_cast<std::uint32_t>(lane));
    return transfer.row_major ? Place{at.row, at.column} : Place{at.column, at.row};
  }
  const auto at = operand_element(operand_layout(transfer.shape, transfer.type, transfer.is_b), j, e,
                                  static_cast<std::uint32_t>(lane));
  return transfer.row_major ? Place{at.outer, at.inner} : Place{at.inner, at.outer};
}

/// Makes the lanes' accesses of `bytes` each, to the places that `place(lane)` names.
template <class PlaceOf>
sim::LaneAddresses access(sim::Warp& warp, const sim::Op* op, LaneMask lanes, std::uint32_t bits, sim::AccessKind kind,
                          std::uint32_t bytes, bool store, PlaceOf&& place, std::uint32_t matrices = 0) {
  std::uint64_t address[32] = {};
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t base =
        (op->mode & 0xff) == 4
            ? sim::lane_value<std::uint32_t>(warp, op->a, lane) + static_cast<std::uint32_t>(op->imm)
            : sim::lane_value<std::uint64_t>(warp, op->a, lane) + static_cast<std::uint64_t>(std::int64_t{op->imm});
    const std::uint64_t stride = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    const Place at = place(lane);
    address[lane] = base + (at.line * stride + at.within) * bits / 8;
  });
  return access_lanes_at(warp, op, op->site, lanes, address, static_cast<sim::Space>(op->mode >> 8), kind, bytes, store,
                         std::max(1u, bits / 8), matrices);
}

/// Moves `bytes` between memory and a register's bytes from `first` on, of one lane.
template <bool kStore>
void move(sim::Warp& warp, const Transfer& transfer, const std::uint32_t* rows, std::uint32_t j, std::uint32_t first,
          int lane, std::byte* memory, std::uint32_t bytes) {
  const std::uint32_t register_bytes = transfer.type == ElementType::f64 ? 8 : 4;
  const std::size_t at = std::size_t(lane) * register_bytes + first;
  if constexpr (kStore) {
    std::memcpy(memory, warp.rows + rows[j] + at, bytes);
  } else {
    for (std::uint32_t copy = j; copy < transfer.rows; copy += transfer.registers)
      std::memcpy(warp.rows + rows[copy] + at, memory, bytes);
  }
}

constexpr sim::AccessKind kind_of(bool store) { return store ? sim::AccessKind::store : sim::AccessKind::load; }

constexpr std::uint32_t kBlock = 8;  // rows and columns

/// Memory of a matrix of halves, by place.
class Halves {
 public:
  explicit Halves(const Transfer& transfer)
      : width_(transfer.width()), at_(std::size_t{transfer.lines()} * transfer.width(), nullptr) {}

  [[nodiscard]] std::byte* at(const Place& place) const { return at_[place.line * width_ + place.within]; }
  /// `count` of them lie side by side from `memory` on.
  void set(const Place& first, std::byte* memory, std::uint32_t count) {
    for (std::uint32_t e = 0; e < count; ++e)
      at_[first.line * width_ + first.within + e] = memory == nullptr ? nullptr : memory + std::size_t{2} * e;
  }

 private:
  std::uint32_t width_;
  std::vector<std::byte*> at_;
};

/// The first place of a block, by number.
Place block_at(const Transfer& transfer, std::uint32_t number) {
  const std::uint32_t down = transfer.lines() / kBlock;
  return {.line = number % down * kBlock, .within = number / down * kBlock};
}

std::uint32_t blocks_of(const Transfer& transfer) { return transfer.lines() * transfer.width() / (kBlock * kBlock); }

template <bool kStore>
void move_halves(sim::Warp& warp, LaneMask lanes, const Transfer& transfer, const std::uint32_t* rows,
                 const Halves& memory) {
  for (std::uint32_t j = 0; j < transfer.registers; ++j) {
    for (std::uint32_t e = 0; e < 2; ++e) {
      for_each_lane(lanes, [&](int lane) {
        move<kStore>(warp, transfer, rows, j, 2 * e, lane, memory.at(place_of(transfer, j, e, lane)), 2);
      });
    }
  }
}

/// Blocks as they lie: each lane two halves.
template <bool kStore>
void transfer_turned(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Transfer& transfer,
                     const std::uint32_t* rows) {
  Halves memory(transfer);
  for (std::uint32_t block = 0; block < blocks_of(transfer); ++block) {
    const Place corner = block_at(transfer, block);
    const auto pair = [&](int lane) {
      const auto i = static_cast<std::uint32_t>(lane);
      return Place{.line = corner.line + i / 4, .within = corner.within + i % 4 * 2};
    };
    const sim::LaneAddresses at = access(warp, op, lanes, 16, kind_of(kStore), 4, kStore, pair);
    for_each_lane(lanes, [&](int lane) { memory.set(pair(lane), at.host[lane], 2); });
  }
  move_halves<kStore>(warp, lanes, transfer, rows, memory);
}

/// Up to four blocks at once: a lane names a row of 16 bytes.
void load_by_rows(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Transfer& transfer,
                  const std::uint32_t* rows) {
  constexpr std::uint32_t kBlocks = 4;
  Halves memory(transfer);
  for (std::uint32_t first = 0; first < blocks_of(transfer); first += kBlocks) {
    const std::uint32_t blocks = std::min(kBlocks, blocks_of(transfer) - first);
    const LaneMask naming = blocks == kBlocks ? kFullMask : lane_bit(static_cast<int>(kBlock * blocks)) - 1;
    const auto row = [&](int lane) {
      const auto i = static_cast<std::uint32_t>(lane);
      const Place corner = block_at(transfer, first + i / kBlock);
      return Place{.line = corner.line + i % kBlock, .within = corner.within};
    };
    const sim::LaneAddresses at =
        access(warp, op, lanes & naming, 16, sim::AccessKind::matrix_load, 16, false, row, blocks);
    for_each_lane(lanes & naming, [&](int lane) { memory.set(row(lane), at.host[lane], kBlock); });
  }
  move_halves<false>(warp, lanes, transfer, rows, memory);
}

template <bool kStore>
void transfer_as_it_lies(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Transfer& transfer,
                         const std::uint32_t* rows) {
  const std::uint32_t bits = bits_of(transfer.type);
  const std::uint32_t register_bytes = transfer.type == ElementType::f64 ? 8 : 4;
  const std::uint32_t elements = register_bytes * 8 / bits;
  const std::uint32_t step = transfer.contiguous() ? elements : 1;
  const std::uint32_t together = transfer.in_pairs() ? 2 : 1;  // registers
  const std::uint32_t bytes = step * bits / 8;
  for (std::uint32_t j = 0; j < transfer.registers; j += together) {
    for (std::uint32_t e = 0; e < elements; e += step) {
      const sim::LaneAddresses at = access(warp, op, lanes, bits, kind_of(kStore), together * bytes, kStore,
                                           [&](int lane) { return place_of(transfer, j, e, lane); });
      for_each_lane(lanes, [&](int lane) {
        for (std::uint32_t k = 0; k < together; ++k)
          move<kStore>(warp, transfer, rows, j + k, e * bits / 8, lane, at.host[lane] + std::size_t{k} * bytes, bytes);
      });
    }
  }
}

/// Whether the machine fetches the operand as ldmatrix does: it lies in shared memory, which the instruction names.
bool is_loaded_by_rows(const Transfer& transfer, sim::Space space) {
  return !transfer.accumulator && transfer.is_of_halves() && space == sim::Space::shared;
}

template <bool kStore>
const sim::Op* transfer_matrix(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const LaneMask lanes = exec_lanes(warp, op);
  const auto& list = warp.launch->program->lists[op->extra];
  const Transfer transfer = Transfer::read(list);
  const std::uint32_t* rows = list.data() + Transfer::kNumbers;
  if (!kStore && lanes == kFullMask && is_loaded_by_rows(transfer, static_cast<sim::Space>(op->mode >> 8))) {
    load_by_rows(warp, op, lanes, transfer, rows);
  } else if (!transfer.contiguous() && lanes == kFullMask && transfer.is_of_halves()) {
    transfer_turned<kStore>(warp, op, lanes, transfer, rows);
  } else {
    transfer_as_it_lies<kStore>(warp, op, lanes, transfer, rows);
  }
  return op + 1;
}

void bind_transfer(BindContext& context, bool store) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const ptx::Operand& fragment = operands[store ? 1 : 0];
  // Sub-byte rows name operand and layout literally.
  const std::string_view named = spelling.has("a") ? "a" : spelling.has("b") ? "b" : spelling.word("which");
  const std::string_view which = store ? std::string_view("d") : named;
  const MatrixShape shape = matrix_shape(spelling.word("shape"));
  const bool row_major = spelling.word("layout") == "row" || spelling.has("row");
  const auto elements = context.children(fragment);
  Transfer transfer{};
  transfer.shape = shape;
  transfer.type = element_type(spelling.word("type"));
  transfer.accumulator = which == "c" || which == "d";
  transfer.is_b = which == "b";
  transfer.row_major = row_major == (which != "b");
  transfer.registers = transfer.accumulator ? accumulator_registers(transfer.type, shape)
                                            : operand_layout(shape, transfer.type, transfer.is_b).registers();
  transfer.rows = static_cast<std::uint32_t>(elements.size());
  // Accumulators hold one row's neighbours in registers of their own (f16: in one).
  if (transfer.rows == 0 || transfer.rows % transfer.registers != 0) {
    context.error(fragment.position,
                  fmt::format("this fragment has {} registers, not {}", transfer.registers, transfer.rows));
    return;
  }
  auto list = transfer.list();
  for (const ptx::Operand& element : elements) {
    list.push_back(store ? context.source_row(element, register_type(transfer.type))
                         : context.destination_row(element, register_type(transfer.type)));
  }
  const Address address = bind_address(context, operands[store ? 0 : 1]);
  const sim::Space space = space_of(spelling, address);
  sim::Op& op = context.op();
  op.mode = address.bytes | static_cast<std::uint32_t>(space) << 8;
  if (operands.size() > 2) {
    op.b = context.source_row(operands[2], ptx::Type::u32);
  } else {
    const std::uint32_t rows = which == "b" ? shape.k : shape.m;
    const std::uint32_t columns = which == "a" ? shape.k : shape.n;
    op.b = context.constant_row(row_major ? columns : rows, 4);
  }
  op.extra = context.list(std::move(list));
  const bool by_rows = !store && is_loaded_by_rows(transfer, space);
  const sim::OpKind load = by_rows ? sim::OpKind::matrix_load : sim::OpKind::load;
  set_access_facts(context, store ? sim::OpKind::store : load, space,
                   transfer.registers * (transfer.type == ElementType::f64 ? 8 : 4));
  context.new_site();
  op.run = op.body = store ? transfer_matrix<true> : transfer_matrix<false>;
}

void bind_load(BindContext& context) { bind_transfer(context, false); }
void bind_store(BindContext& context) { bind_transfer(context, true); }

constexpr InstructionDef load(std::string_view syntax, std::string_view where, std::string_view since,
                              std::uint16_t sm) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::loads_matrix, costs::access),
          .bind = bind_load,
          .since = since,
          .sm = sm,
          .chapter = "Warp-Level Matrix Instructions: wmma.load"};
}

constexpr InstructionDef store(std::string_view where, std::string_view since, std::uint16_t sm) {
  return {.syntax = "wmma.store.d.sync.aligned.layout.shape{.space}.type [a], {b}{, s}",
          .where = where,
          .effects = effects(Does::stores_matrix, costs::access),
          .bind = bind_store,
          .since = since,
          .sm = sm,
          .chapter = "Warp-Level Matrix Instructions: wmma.store"};
}

#define LOAD "wmma.load.which.sync.aligned.layout.shape{.space}.type {d}, [a]{, s}"
#define PLACES "space = global shared shared::cta; s : u32; layout = row col; "
#define SHAPES "shape = m16n16k16 m8n32k16 m32n8k16; "

// clang-format off
constexpr InstructionDef kRows[] = {
    load(LOAD, PLACES SHAPES "which = a b; type = f16", "6.0", 70),
    load(LOAD, PLACES SHAPES "which = a b; type = u8 s8", "6.3", 72),
    load(LOAD, PLACES SHAPES "which = a b; type = bf16", "7.0", 80),
    load(LOAD, PLACES "shape = m16n16k8; which = a b; type = tf32", "7.0", 80),
    load(LOAD, PLACES "shape = m8n8k4; which = a b; type = f64", "7.0", 80),
    load("wmma.load.a.sync.aligned.row.shape{.space}.type {d}, [a]{, s}",
         "space = global shared shared::cta; s : u32; shape = m8n8k32; type = u4 s4", "6.3", 75),
    load("wmma.load.b.sync.aligned.col.shape{.space}.type {d}, [a]{, s}",
         "space = global shared shared::cta; s : u32; shape = m8n8k32; type = u4 s4", "6.3", 75),
    load("wmma.load.a.sync.aligned.row.shape{.space}.type {d}, [a]{, s}",
         "space = global shared shared::cta; s : u32; shape = m8n8k128; type = b1", "6.3", 75),
    load("wmma.load.b.sync.aligned.col.shape{.space}.type {d}, [a]{, s}",
         "space = global shared shared::cta; s : u32; shape = m8n8k128; type = b1", "6.3", 75),
    load(LOAD, PLACES SHAPES "which = c; type = f16 f32 s32", "6.0", 70),
    load(LOAD, PLACES "shape = m16n16k8; which = c; type = f32", "7.0", 80),
    load(LOAD, PLACES "shape = m8n8k4; which = c; type = f64", "7.0", 80),
    load(LOAD, PLACES "shape = m8n8k32 m8n8k128; which = c; type = s32", "6.3", 75),

    store(PLACES SHAPES "type = f16 f32 s32", "6.0", 70),
    store(PLACES "shape = m16n16k8; type = f32", "7.0", 80),
    store(PLACES "shape = m8n8k4; type = f64", "7.0", 80),
    store(PLACES "shape = m8n8k32 m8n8k128; type = s32", "6.3", 75),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> wmma_rows() { return kRows; }

}  // namespace warpglass::isa
