// wmma.load and wmma.store: matrices between memory and the fragments of isa/chapters/fragment.hpp. Where the elements
// of a register lie side by side in memory they are moved in one access, else one by one; every access is priced on its
// own. The machine's own division of the work is not documented, so the counts are a model.
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

/// One element's distance from the start of the matrix, in elements.
std::uint64_t distance(const Transfer& transfer, std::uint32_t j, std::uint32_t e, int lane, std::uint64_t stride) {
  if (transfer.accumulator) {
    const std::uint32_t per_register = transfer.type == ElementType::f16 ? 2 : 1;
    const auto at = accumulator_element(transfer.shape, j * per_register + e, static_cast<std::uint32_t>(lane));
    return transfer.row_major ? at.row * stride + at.column : at.column * stride + at.row;
  }
  const auto at = operand_element(operand_layout(transfer.shape, transfer.type, transfer.is_b), j, e,
                                  static_cast<std::uint32_t>(lane));
  return transfer.row_major ? at.outer * stride + at.inner : at.inner * stride + at.outer;
}

struct Access {
  sim::LaneAddresses at;
  std::uint32_t bytes;
};

/// The lanes' addresses for elements [e, e + count) of register j.
Access access_at(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Transfer& transfer, std::uint32_t j,
                 std::uint32_t e, std::uint32_t count, bool store) {
  std::uint64_t address[32] = {};
  const std::uint32_t bits = bits_of(transfer.type);
  const std::uint32_t bytes = count * bits / 8;
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t base =
        (op->mode & 0xff) == 4
            ? sim::lane_value<std::uint32_t>(warp, op->a, lane) + static_cast<std::uint32_t>(op->imm)
            : sim::lane_value<std::uint64_t>(warp, op->a, lane) + static_cast<std::uint64_t>(std::int64_t{op->imm});
    const std::uint64_t stride = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    address[lane] = base + distance(transfer, j, e, lane, stride) * bits / 8;
  });
  return {access_lanes_at(warp, op, op->site, lanes, address, static_cast<sim::Space>(op->mode >> 8),
                          store ? sim::AccessKind::store : sim::AccessKind::load, bytes, store, bytes),
          bytes};
}

template <bool kStore>
const sim::Op* transfer_matrix(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const LaneMask lanes = exec_lanes(warp, op);
  const auto& list = warp.launch->program->lists[op->extra];
  const Transfer transfer = Transfer::read(list);
  const std::uint32_t* rows = list.data() + Transfer::kNumbers;
  const std::uint32_t register_bytes = transfer.type == ElementType::f64 ? 8 : 4;
  const std::uint32_t elements = register_bytes * 8 / bits_of(transfer.type);
  const std::uint32_t step = transfer.contiguous() ? elements : 1;
  for (std::uint32_t j = 0; j < transfer.registers; ++j) {
    for (std::uint32_t e = 0; e < elements; e += step) {
      const Access access = access_at(warp, op, lanes, transfer, j, e, step, kStore);
      const std::size_t byte = std::size_t{e} * bits_of(transfer.type) / 8;
      for_each_lane(lanes, [&](int lane) {
        std::byte* memory = access.at.host[lane];
        if constexpr (kStore) {
          std::memcpy(memory, warp.rows + rows[j] + std::size_t(lane) * register_bytes + byte, access.bytes);
        } else {
          for (std::uint32_t copy = j; copy < transfer.rows; copy += transfer.registers) {
            std::memcpy(warp.rows + rows[copy] + std::size_t(lane) * register_bytes + byte, memory, access.bytes);
          }
        }
      });
    }
  }
  return op + 1;
}

ptx::Type register_type(ElementType type) {
  switch (type) {
    case ElementType::f64: return ptx::Type::f64;
    case ElementType::f32: return ptx::Type::f32;
    case ElementType::s32: return ptx::Type::s32;
    default: return ptx::Type::b32;
  }
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
  set_access_facts(context, store ? sim::OpKind::store : sim::OpKind::load, space,
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
