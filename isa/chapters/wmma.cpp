// wmma.load and wmma.store: matrices between memory and the fragments of isa/chapters/fragment.hpp. The machine moves
// what lies side by side in one access: a register's elements, and two registers of an accumulator. Halves that lie the
// other way are moved as they lie, a block of 8 by 8 at a time, and transposed between the lanes (MOVM); operands of
// halves in shared memory are fetched by ldmatrix, and so are bytes, and parts of bytes, that lie along K. Recorded:
// tests/hardware/programs/tiles.cu, h200/random2. Other types that lie the other way are moved, and priced, element by
// element, which is a model.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
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
  [[nodiscard]] std::uint32_t register_bytes() const { return type == ElementType::f64 ? 8 : 4; }
  /// Elements of a register, those of them moved by one access, and registers that are moved together.
  [[nodiscard]] std::uint32_t elements() const { return register_bytes() * 8 / bits_of(type); }
  [[nodiscard]] std::uint32_t step() const { return contiguous() ? elements() : 1; }
  [[nodiscard]] std::uint32_t together() const { return in_pairs() ? 2 : 1; }
  /// Accesses, but for halves that go by blocks.
  [[nodiscard]] std::uint32_t accesses() const { return registers / together() * (elements() / step()); }
  [[nodiscard]] bool is_of_halves() const { return bits_of(type) == 16 && shape.k == 16; }
  [[nodiscard]] bool is_of_bytes() const { return bits_of(type) <= 8; }
  /// Elements in a line of a block: 16 bytes.
  [[nodiscard]] std::uint32_t across() const { return 128 / bits_of(type); }
  /// Blocks that one access fetches where a lane names a line of one.
  [[nodiscard]] std::uint32_t blocks_at_once() const { return is_of_bytes() ? 2 : 4; }

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

/// Where an element lies: `line` strides and `within` elements behind the start of the matrix.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t within = 0;
};

Place place_of(const Transfer& transfer, std::uint32_t j, std::uint32_t e, std::uint32_t lane) {
  if (transfer.accumulator) {
    const std::uint32_t per_register = transfer.type == ElementType::f16 ? 2 : 1;
    const auto at = accumulator_element(transfer.shape, j * per_register + e, lane);
    return transfer.row_major ? Place{at.row, at.column} : Place{at.column, at.row};
  }
  const auto at = operand_element(operand_layout(transfer.shape, transfer.type, transfer.is_b), j, e, lane);
  return transfer.row_major ? Place{at.outer, at.inner} : Place{at.inner, at.outer};
}

// ---- What a handler looks up: made once, when the instruction is bound. All are of 32 entries, one for each lane ----

using Table = std::vector<std::uint32_t>;

/// A lane's place in an access: lines, and bytes within one. What is moved at once begins at a whole byte.
std::uint32_t packed(const Transfer& transfer, const Place& place) {
  return place.line << 16 | place.within * bits_of(transfer.type) / 8;
}
/// The bytes of an element: of the `pointer`-th address that was located, and how far behind it.
std::uint32_t packed_source(std::uint32_t pointer, std::uint32_t bytes) { return pointer << 8 | bytes; }

constexpr std::uint32_t kBlock = 8;  // lines

/// The first place of a block, by number, and the number of a place's block.
Place block_at(const Transfer& transfer, std::uint32_t number) {
  const std::uint32_t down = transfer.lines() / kBlock;
  return {.line = number % down * kBlock, .within = number / down * transfer.across()};
}
std::uint32_t block_of(const Transfer& transfer, const Place& place) {
  return place.within / transfer.across() * (transfer.lines() / kBlock) + place.line / kBlock;
}
std::uint32_t blocks_of(const Transfer& transfer) {
  return transfer.lines() / kBlock * (transfer.width() / transfer.across());
}

/// Places of each access, element by element or what lies side by side at once.
void add_places_as_they_lie(const Transfer& transfer, Table& table) {
  for (std::uint32_t j = 0; j < transfer.registers; j += transfer.together())
    for (std::uint32_t e = 0; e < transfer.elements(); e += transfer.step())
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        table.push_back(packed(transfer, place_of(transfer, j, e, lane)));
}

/// Places of each access by blocks, and behind those where each register's first two elements are found: `by_rows`,
/// where a lane names a line of 16 bytes and an access fetches several blocks, else of halves, two of one block.
void add_places_by_blocks(const Transfer& transfer, bool by_rows, Table& table) {
  const std::uint32_t lanes_of_block = by_rows ? kBlock : kWarpSize;
  for (std::uint32_t pointer = 0; pointer < blocks_of(transfer) * lanes_of_block; ++pointer) {
    const Place corner = block_at(transfer, pointer / lanes_of_block);
    const std::uint32_t i = pointer % lanes_of_block;
    table.push_back(packed(transfer, by_rows ? Place{corner.line + i, corner.within}
                                             : Place{corner.line + i / 4, corner.within + i % 4 * 2}));
  }
  for (std::uint32_t j = 0; j < transfer.registers; ++j) {
    for (std::uint32_t e = 0; e < 2; ++e) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        const Place place = place_of(transfer, j, e, lane);
        const std::uint32_t block = block_of(transfer, place);
        const std::uint32_t line = place.line % kBlock;
        const std::uint32_t within = place.within % transfer.across();
        table.push_back(by_rows ? packed_source(block * kBlock + line, within * bits_of(transfer.type) / 8)
                                : packed_source(block * kWarpSize + line * 4 + within / 2, within % 2 * 2));
      }
    }
  }
}

// ---- Execution ----

/// A warp's execution of an instruction.
struct Execution {
  sim::Warp& warp;
  const sim::Op* op;
  LaneMask lanes;
  const Transfer& transfer;
  const std::uint32_t* rows;
  Lanes<std::uint64_t> base;
  Lanes<std::uint32_t> stride;  // elements
  bool together;                // all lanes name one matrix, whose lines are `pitch` bytes apart
  std::uint32_t pitch;

  Execution(sim::Warp& w, const sim::Op* o, LaneMask l, const Transfer& t, const std::uint32_t* r)
      : warp(w), op(o), lanes(l), transfer(t), rows(r), stride(read_row<std::uint32_t>(w, o->b)) {
    if ((op->mode & 0xff) == 4) {
      const auto address = read_row<std::uint32_t>(warp, op->a);
      for (std::size_t lane = 0; lane < kWarpSize; ++lane)
        base[lane] = address[lane] + static_cast<std::uint32_t>(op->imm);
    } else {
      base = read_row<std::uint64_t>(warp, op->a);
      for (std::uint64_t& address : base) address += static_cast<std::uint64_t>(std::int64_t{op->imm});
    }
    std::uint64_t apart = 0;  // any bit in which a lane differs from the first
    for (std::size_t lane = 1; lane < kWarpSize; ++lane) apart |= (base[lane] ^ base[0]) | (stride[lane] ^ stride[0]);
    const std::uint64_t bits = std::uint64_t{stride[0]} * bits_of(transfer.type);
    together = apart == 0 && bits % 8 == 0 && bits / 8 <= std::numeric_limits<std::uint32_t>::max();
    pitch = static_cast<std::uint32_t>(bits / 8);
  }

  /// Makes the lanes' accesses of `bytes` each, to `places`.
  [[nodiscard]] sim::LaneAddresses access(LaneMask those, const std::uint32_t* places, sim::AccessKind kind,
                                          std::uint32_t bytes, bool store, std::uint32_t matrices = 0) const {
    const std::uint32_t bits = bits_of(transfer.type);
    std::uint64_t address[32];
    if (together) {
      for (std::size_t lane = 0; lane < kWarpSize; ++lane)
        address[lane] = base[0] + std::uint64_t{places[lane] >> 16} * pitch + (places[lane] & 0xffff);
    } else {
      for (std::size_t lane = 0; lane < kWarpSize; ++lane)
        address[lane] =
            base[lane] + std::uint64_t{places[lane] >> 16} * stride[lane] * bits / 8 + (places[lane] & 0xffff);
    }
    return access_lanes_at(warp, op, op->site, those, address, static_cast<sim::Space>(op->mode >> 8), kind, bytes,
                           store, matrices != 0 ? bytes : std::max(1u, bits / 8), matrices);
  }

  /// A register's bytes, of lane 0.
  [[nodiscard]] std::byte* row(std::uint32_t j) const { return warp.rows + rows[j]; }

  /// Copies of a register in the fragment as written.
  template <class Body>
  void for_each_copy(std::uint32_t j, Body&& body) const {
    for (std::uint32_t copy = j; copy < transfer.rows; copy += transfer.registers) body(row(copy));
  }
};

constexpr sim::AccessKind kind_of(bool store) { return store ? sim::AccessKind::store : sim::AccessKind::load; }

/// Moves a T of every lane between `memory` and a row whose elements are `apart` bytes from lane to lane.
template <bool kStore, class T>
void move_each(LaneMask lanes, std::byte* row, std::size_t apart, std::byte* const memory[32], std::size_t behind) {
  const auto move = [&](std::size_t lane) {
    std::byte* const own = row + lane * apart;
    if constexpr (kStore)
      std::memcpy(memory[lane] + behind, own, sizeof(T));
    else
      std::memcpy(own, memory[lane] + behind, sizeof(T));
  };
  if (lanes != kFullMask) return for_each_lane(lanes, [&](int lane) { move(std::size_t(lane)); });
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) move(lane);
}

template <bool kStore, class T>
void transfer_as_it_lies(const Execution& execution, const std::uint32_t* places) {
  const Transfer& transfer = execution.transfer;
  const std::size_t apart = transfer.register_bytes();
  const std::uint32_t bits = bits_of(transfer.type);
  for (std::uint32_t j = 0; j < transfer.registers; j += transfer.together()) {
    for (std::uint32_t e = 0; e < transfer.elements(); e += transfer.step(), places += kWarpSize) {
      const sim::LaneAddresses at =
          execution.access(execution.lanes, places, kind_of(kStore), transfer.together() * sizeof(T), kStore);
      for (std::uint32_t k = 0; k < transfer.together(); ++k) {
        const auto one = [&](std::byte* row) {
          if (apart == sizeof(T))
            move_each<kStore, T>(execution.lanes, row, sizeof(T), at.host, k * sizeof(T));
          else
            move_each<kStore, T>(execution.lanes, row + e * bits / 8, apart, at.host, k * sizeof(T));
        };
        if constexpr (kStore)
          one(execution.row(j + k));
        else
          execution.for_each_copy(j + k, one);
      }
    }
  }
}

template <bool kStore>
void transfer_as_it_lies(const Execution& execution, const std::uint32_t* places) {
  switch (execution.transfer.step() * bits_of(execution.transfer.type) / 8) {
    case 1: return transfer_as_it_lies<kStore, std::uint8_t>(execution, places);
    case 2: return transfer_as_it_lies<kStore, std::uint16_t>(execution, places);
    case 4: return transfer_as_it_lies<kStore, std::uint32_t>(execution, places);
    default: return transfer_as_it_lies<kStore, std::uint64_t>(execution, places);
  }
}

/// All lanes' registers, by blocks of 8 lines.
template <bool kStore, bool kByRows>
void transfer_by_blocks(const Execution& execution, const std::uint32_t* places) {
  constexpr std::uint32_t kLanesOfBlock = kByRows ? kBlock : kWarpSize;
  constexpr std::uint32_t kMaxBlocks = 8;
  std::array<std::byte*, std::size_t{kMaxBlocks} * kLanesOfBlock> memory;
  const Transfer& transfer = execution.transfer;
  const std::uint32_t pointers = blocks_of(transfer) * kLanesOfBlock;
  const std::uint32_t at_once = kByRows ? transfer.blocks_at_once() * kBlock : kWarpSize;
  for (std::uint32_t first = 0; first < pointers; first += at_once) {
    const std::uint32_t count = std::min(at_once, pointers - first);
    const LaneMask naming = count == kWarpSize ? kFullMask : lane_bit(static_cast<int>(count)) - 1;
    Lanes<std::uint32_t> own{};
    std::copy_n(places + first, count, own.begin());
    const sim::LaneAddresses at =
        kByRows ? execution.access(naming, own.data(), sim::AccessKind::matrix_load, 2 * kBlock, kStore, count / kBlock)
                : execution.access(naming, own.data(), kind_of(kStore), 4, kStore);
    std::copy_n(at.host, count, memory.begin() + first);
  }
  const std::uint32_t* source = places + pointers;
  for (std::uint32_t j = 0; j < transfer.registers; ++j, source += std::size_t{2} * kWarpSize) {
    Lanes<std::array<std::uint16_t, 2>> halves;
    if constexpr (kStore) std::memcpy(halves.data(), execution.row(j), sizeof halves);
    const auto move = [](std::byte* place, auto& own) {
      if constexpr (kStore)
        std::memcpy(place, &own, sizeof own);
      else
        std::memcpy(&own, place, sizeof own);
    };
    const auto place_of_half = [&](std::size_t lane, std::size_t e) {
      const std::uint32_t from = source[e * kWarpSize + lane];
      return memory[from >> 8] + (from & 0xff);
    };
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
      if (transfer.contiguous()) {
        move(place_of_half(lane, 0), halves[lane]);
      } else {
        move(place_of_half(lane, 0), halves[lane][0]);
        move(place_of_half(lane, 1), halves[lane][1]);
      }
    }
    if constexpr (!kStore)
      execution.for_each_copy(j, [&](std::byte* row) { std::memcpy(row, halves.data(), sizeof halves); });
  }
}

/// Whether the machine fetches the operand as ldmatrix does: it lies in shared memory, which the instruction names.
bool is_loaded_by_rows(const Transfer& transfer, sim::Space space) {
  const bool has_lines = transfer.is_of_halves() || (transfer.is_of_bytes() && transfer.contiguous());
  return !transfer.accumulator && has_lines && space == sim::Space::shared;
}

/// Whether blocks of 8 by 8 halves are what is moved, where all lanes take part.
bool goes_by_blocks(const Transfer& transfer, bool by_rows) {
  return by_rows || (!transfer.contiguous() && transfer.is_of_halves());
}

template <bool kStore>
const sim::Op* transfer_matrix(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const LaneMask lanes = exec_lanes(warp, op);
  const auto& list = warp.launch->program->lists[op->extra];
  const Transfer transfer = Transfer::read(list);
  const std::uint32_t* const rows = list.data() + Transfer::kNumbers;
  const std::uint32_t* const places = rows + transfer.rows;
  const bool by_rows = !kStore && is_loaded_by_rows(transfer, static_cast<sim::Space>(op->mode >> 8));
  const Execution execution(warp, op, lanes, transfer, rows);
  if (lanes != kFullMask || !goes_by_blocks(transfer, by_rows)) {
    transfer_as_it_lies<kStore>(execution, places);
    return op + 1;
  }
  const std::uint32_t* const block_places = places + std::size_t{transfer.accesses()} * kWarpSize;
  if (by_rows)
    transfer_by_blocks<kStore, true>(execution, block_places);
  else
    transfer_by_blocks<kStore, false>(execution, block_places);
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
  const std::uint32_t in_all =
      transfer.accumulator ? transfer.registers : wmma_registers(transfer.type, transfer.registers);
  if (transfer.rows != in_all) {
    context.error(fragment.position, fmt::format("this fragment has {} registers, not {}", in_all, transfer.rows));
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
  const bool by_rows = !store && is_loaded_by_rows(transfer, space);
  add_places_as_they_lie(transfer, list);
  if (goes_by_blocks(transfer, by_rows)) add_places_by_blocks(transfer, by_rows, list);
  op.extra = context.list(std::move(list));
  const sim::OpKind load = by_rows ? sim::OpKind::matrix_load : sim::OpKind::load;
  set_access_facts(context, store ? sim::OpKind::store : load, space, transfer.registers * transfer.register_bytes());
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
