// Products of warp groups: wgmma, d = a * b + d, of four warps together. Both factors lie in shared memory, where
// descriptors say, or a's registers hold it as those of mma do; each warp has 16 of the 64 rows.
//
// The machine goes on while it multiplies. Here the product is there once the last of the four warps has come, and
// before any of them goes on, so that what they tell others afterwards finds the factors read. Listeners hear the reads
// as asynchronous: they are done when the group is waited for.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/async_groups.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/group_moves.hpp"
#include "isa/chapters/group_product.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/matrix_descriptor.hpp"
#include "isa/chapters/matrix_places.hpp"
#include "isa/chapters/sparsity.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"
#include "sim/barrier.hpp"
#include "sim/block.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kGroupDepthBits = 32 * kGroupWords;  // of a row of A

/// An instruction, as Program::lists[extra] holds it: these numbers; the rows of scale-d, of b's descriptor, of a
/// sparse a's metadata, of a's descriptor or its four registers, of d.
struct Instruction {
  GroupProduct product;
  bool a_in_registers = false;
  bool a_across = false;  // K is not the dimension along which neighbours lie
  bool b_across = false;
  bool sparse = false;
  std::uint32_t selector = 0;  // which lanes' metadata counts

  static constexpr std::size_t kNumbers = 11;

  [[nodiscard]] std::vector<std::uint32_t> numbers() const {
    return {product.columns,
            std::uint32_t(product.a),
            std::uint32_t(product.b),
            std::uint32_t(product.d),
            std::uint32_t{product.negative},
            std::uint32_t{product.saturates},
            std::uint32_t{a_in_registers},
            std::uint32_t{a_across},
            std::uint32_t{b_across},
            std::uint32_t{sparse},
            selector};
  }
  explicit Instruction(const std::vector<std::uint32_t>& list)
      : product{.columns = list[0],
                .a = ElementType(list[1]),
                .b = ElementType(list[2]),
                .d = ElementType(list[3]),
                .negative = list[4] != 0,
                .saturates = list[5] != 0},
        a_in_registers(list[6] != 0),
        a_across(list[7] != 0),
        b_across(list[8] != 0),
        sparse(list[9] != 0),
        selector(list[10]) {}
  Instruction() = default;

  [[nodiscard]] std::uint32_t d_registers() const { return product.columns / (product.d == ElementType::f16 ? 4 : 2); }
};

struct Rows {
  std::uint32_t scale;
  std::uint32_t b;
  std::uint32_t metadata;  // where there is any
  const std::uint32_t* a;
  const std::uint32_t* d;

  Rows(const Instruction& instruction, const std::vector<std::uint32_t>& list)
      : scale(list[Instruction::kNumbers]),
        b(list[Instruction::kNumbers + 1]),
        metadata(list[Instruction::kNumbers + 2]),
        a(list.data() + Instruction::kNumbers + (instruction.sparse ? 3 : 2)),
        d(a + (instruction.a_in_registers ? kFactorRegisters : 1)) {}
};

/// The descriptor that all lanes hold. PTX leaves open what happens where they hold different ones.
MatrixDescriptor descriptor(const sim::Warp& warp, std::uint32_t row) {
  return MatrixDescriptor(sim::lane_value<std::uint64_t>(warp, row, first_lane(warp.active)));
}

MatrixPart part_of_a(const sim::Warp& warp, const Instruction& instruction, const Rows& rows) {
  const auto first = static_cast<std::uint32_t>(warp.index % sim::kWarpsInGroup * kGroupRows);
  return {.matrix = descriptor(warp, rows.a[0]),
          .across = instruction.a_across,
          .first = first,
          .count = std::uint32_t{kGroupRows}};
}
MatrixPart part_of_b(const sim::Warp& warp, const Instruction& instruction, const Rows& rows) {
  return {.matrix = descriptor(warp, rows.b),
          .across = instruction.b_across,
          .first = 0,
          .count = instruction.product.columns,
          .units = instruction.sparse ? 4u : 2u};
}

/// One warp's part, once all four have come.
void multiply(sim::Warp& warp, const sim::Op* op, LaneMask lanes, std::uint32_t, std::uint32_t) {
  const std::vector<std::uint32_t>& list = warp.launch->program->lists[op->extra];
  Instruction instruction(list);
  const Rows rows(instruction, list);
  instruction.product.adds = (predicate_row(warp, rows.scale) & lanes) != 0;
  GroupFactorA a;
  GroupFactorB b;
  const std::byte* const shared = warp.shared;
  if (instruction.a_in_registers) {
    load_registers(warp.rows, rows.a, kFactorRegisters, a);
  } else {
    load_factor(shared, part_of_a(warp, instruction, rows), a);
  }
  const std::uint32_t columns = instruction.product.columns;
  load_factor(shared, part_of_b(warp, instruction, rows), b);
  GroupSums sums;
  if (columns % kGroupStep != 0) {
    for (auto& words : b.words) std::fill_n(words + columns, kGroupStep - columns % kGroupStep, 0u);
    for (auto& row : sums.rows) std::fill_n(row + columns, kGroupStep - columns % kGroupStep, 0u);
  }
  load_sums(warp.rows, rows.d, instruction.product, sums);
  MetUnits met;
  if (instruction.sparse) {
    const ElementType type = instruction.product.a;
    take_met_units(type, read_row<std::uint32_t>(warp, rows.metadata),
                   instruction.selector * lanes_with_metadata(type, kGroupDepthBits),
                   kGroupDepthBits / unit_bits_of(type), met);
  }
  multiply_group(instruction.product, a, b, instruction.sparse ? &met : nullptr, sums);
  store_sums(warp.rows, rows.d, instruction.product, sums);
}

const sim::Op* come_to_multiply(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const std::vector<std::uint32_t>& list = warp.launch->program->lists[op->extra];
  const Instruction instruction(list);
  const Rows rows(instruction, list);
  const MatrixPart b = part_of_b(warp, instruction, rows);
  check_place(warp, op, warp.active, b, warp.shared_bytes, "B");
  if (!instruction.a_in_registers)
    check_place(warp, op, warp.active, part_of_a(warp, instruction, rows), warp.shared_bytes, "A");
  if (warp.audience != nullptr) [[unlikely]] {
    if (!instruction.a_in_registers)
      note_reads(warp, op, first_lane(warp.live), part_of_a(warp, instruction, rows), sim::Via::matrix);
    note_reads(warp, op, first_lane(warp.live), b, sim::Via::matrix);
  }
  return meet_warp_group(warp, op, multiply, op + 1);
}

// ---- Binding ----

/// Value of a literal that has to be one of two.
bool is_second(BindContext& context, const ptx::Operand& operand, std::int64_t first, std::int64_t second,
               std::string_view name) {
  const auto value = static_cast<std::int64_t>(context.literal(operand));
  if (value != first && value != second)
    context.error(operand.position, fmt::format("{} is {} or {} here", name, first, second));
  return value == second;
}

void bind_product(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  Instruction instruction;
  GroupProduct& product = instruction.product;
  product.columns = matrix_shape(spelling.word("shape")).n;
  product.a = element_type(spelling.word("atype"));
  product.b = element_type(spelling.word("btype"));
  product.d = element_type(spelling.word("dtype"));
  product.saturates = spelling.has("satfinite");
  instruction.a_in_registers = operands[1].kind == ptx::Operand::Kind::vector;
  instruction.sparse = spelling.has("sp");
  // Behind the factors, and a sparse one's metadata and selector: scale-d, then literals.
  const auto rest = operands.subspan(instruction.sparse ? 5 : 3);
  if (instruction.sparse) {
    const std::int64_t selectors = 4 / lanes_with_metadata(product.a, kGroupDepthBits);
    const auto selector = static_cast<std::int64_t>(context.literal(operands[4]));
    if (selector < 0 || selector >= selectors) return refuse_selector(context, operands[4], selectors);
    instruction.selector = static_cast<std::uint32_t>(selector);
  }
  if (rest.size() > 1) {
    product.negative =
        is_second(context, rest[1], 1, -1, "imm-scale-a") != is_second(context, rest[2], 1, -1, "imm-scale-b");
  }
  if (rest.size() > 3) {
    instruction.b_across = is_second(context, rest.back(), 0, 1, "imm-trans-b");
    if (!instruction.a_in_registers) instruction.a_across = is_second(context, rest[3], 0, 1, "imm-trans-a");
  }
  std::vector<std::uint32_t> list = instruction.numbers();
  list.push_back(context.source_row(rest[0], ptx::Type::pred));
  list.push_back(context.source_row(operands[2], ptx::Type::b64));
  if (instruction.sparse) list.push_back(context.source_row(operands[3], ptx::Type::b32));
  if (instruction.a_in_registers) {
    const auto registers = context.children(operands[1]);
    if (registers.size() != kFactorRegisters) {
      context.error(operands[1].position,
                    fmt::format("this fragment has {} registers, not {}", kFactorRegisters, registers.size()));
      return;
    }
    for (const ptx::Operand& one : registers) list.push_back(context.source_row(one, ptx::Type::b32));
  } else {
    list.push_back(context.source_row(operands[1], ptx::Type::b64));
  }
  const auto sums = context.children(operands[0]);
  if (sums.size() != instruction.d_registers()) {
    context.error(operands[0].position,
                  fmt::format("this fragment has {} registers, not {}", instruction.d_registers(), sums.size()));
    return;
  }
  for (const ptx::Operand& one : sums) {
    context.source_row(one, ptx::Type::b32);
    list.push_back(context.destination_row(one, ptx::Type::b32));
  }
  context.op().extra = context.list(std::move(list));
  context.op().run = context.op().body = come_to_multiply;
}

// Nothing is under way here whose registers others could touch.
void bind_fence(BindContext& context) { context.op().run = context.op().body = no_effect; }
constexpr InstructionDef row(std::string_view syntax, std::string_view where, Does does, CostOf costs,
                             BindInstruction bind, std::string_view accuracy = "exact",
                             std::string_view since = "8.0") {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(does, costs),
          .bind = bind,
          .since = since,
          .sm = 90,
          .last_sm = 90,
          .chapter = "Asynchronous Warpgroup Level Matrix Instructions: wgmma",
          .accuracy = accuracy};
}

using sim::ProductOrder;

constexpr InstructionDef order_row(std::string_view syntax, std::string_view where, Does does, ProductOrder order,
                                   BindInstruction bind) {
  InstructionDef def = row(syntax, where, does, costs::nothing, bind);
  def.effects.products = order;
  return def;
}

constexpr InstructionDef product(std::string_view syntax, std::string_view where) {
  return row(syntax, where, Does::multiplies_shared, costs::group_product, bind_product, "exact for sm_90");
}

constexpr InstructionDef sparse(std::string_view syntax, std::string_view where) {
  return row(syntax, where, Does::multiplies_shared, costs::group_product, bind_product, "exact for sm_90", "8.2");
}

// clang-format off
#define N64(K) "m64n8k" K " m64n16k" K " m64n24k" K " m64n32k" K " m64n40k" K " m64n48k" K " m64n56k" K " m64n64k" K
#define N128(K) " m64n72k" K " m64n80k" K " m64n88k" K " m64n96k" K " m64n104k" K " m64n112k" K " m64n120k" K " m64n128k" K
#define N192(K) " m64n136k" K " m64n144k" K " m64n152k" K " m64n160k" K " m64n168k" K " m64n176k" K " m64n184k" K " m64n192k" K
#define N256(K) " m64n200k" K " m64n208k" K " m64n216k" K " m64n224k" K " m64n232k" K " m64n240k" K " m64n248k" K " m64n256k" K
#define COLUMNS(K) "shape = " N64(K) N128(K) N192(K) N256(K) "; "
// Of integers there are fewer.
#define EVEN_COLUMNS(K) "shape = m64n8k" K " m64n16k" K " m64n24k" K " m64n32k" K " m64n48k" K " m64n64k" K " m64n80k" K " m64n96k" K \
  " m64n112k" K " m64n128k" K " m64n144k" K " m64n160k" K " m64n176k" K " m64n192k" K " m64n208k" K " m64n224k" K " m64n240k" K " m64n256k" K "; "
#define WGMMA "wgmma.mma_async.sync.aligned.shape.dtype.atype.btype"
#define SPARSE "wgmma.mma_async.sp.sync.aligned.shape.dtype.atype.btype"
#define OPERANDS "b : b64; c : pred"
#define SCALES OPERANDS "; x : b32; y : b32"
#define METADATA "; e : b32; f : b32"

constexpr InstructionDef kRows[] = {
    product(WGMMA " {d}, a, b, c, x, y, z, w", COLUMNS("16") "dtype = f16 f32; atype = f16; btype = f16; a : b64; " SCALES "; z : b32; w : b32"),
    product(WGMMA " {d}, {a}, b, c, x, y, w", COLUMNS("16") "dtype = f16 f32; atype = f16; btype = f16; " SCALES "; w : b32"),
    product(WGMMA " {d}, a, b, c, x, y, z, w", COLUMNS("16") "dtype = f32; atype = bf16; btype = bf16; a : b64; " SCALES "; z : b32; w : b32"),
    product(WGMMA " {d}, {a}, b, c, x, y, w", COLUMNS("16") "dtype = f32; atype = bf16; btype = bf16; " SCALES "; w : b32"),
    product(WGMMA " {d}, a, b, c, x, y", COLUMNS("8") "dtype = f32; atype = tf32; btype = tf32; a : b64; " SCALES),
    product(WGMMA " {d}, {a}, b, c, x, y", COLUMNS("8") "dtype = f32; atype = tf32; btype = tf32; " SCALES),
    product(WGMMA " {d}, a, b, c, x, y", COLUMNS("32") "dtype = f16 f32; atype = e4m3 e5m2; btype = e4m3 e5m2; a : b64; " SCALES),
    product(WGMMA " {d}, {a}, b, c, x, y", COLUMNS("32") "dtype = f16 f32; atype = e4m3 e5m2; btype = e4m3 e5m2; " SCALES),
    product(WGMMA "{.satfinite} {d}, a, b, c", EVEN_COLUMNS("32") "dtype = s32; atype = s8 u8; btype = s8 u8; a : b64; " OPERANDS),
    product(WGMMA "{.satfinite} {d}, {a}, b, c", EVEN_COLUMNS("32") "dtype = s32; atype = s8 u8; btype = s8 u8; " OPERANDS),
    product(WGMMA ".and.popc {d}, a, b, c", EVEN_COLUMNS("256") "dtype = s32; atype = b1; btype = b1; a : b64; " OPERANDS),
    product(WGMMA ".and.popc {d}, {a}, b, c", EVEN_COLUMNS("256") "dtype = s32; atype = b1; btype = b1; " OPERANDS),
    sparse(SPARSE " {d}, a, b, e, f, c, x, y, z, w", COLUMNS("32") "dtype = f16 f32; atype = f16; btype = f16; a : b64; " SCALES "; z : b32; w : b32" METADATA),
    sparse(SPARSE " {d}, {a}, b, e, f, c, x, y, w", COLUMNS("32") "dtype = f16 f32; atype = f16; btype = f16; " SCALES "; w : b32" METADATA),
    sparse(SPARSE " {d}, a, b, e, f, c, x, y, z, w", COLUMNS("32") "dtype = f32; atype = bf16; btype = bf16; a : b64; " SCALES "; z : b32; w : b32" METADATA),
    sparse(SPARSE " {d}, {a}, b, e, f, c, x, y, w", COLUMNS("32") "dtype = f32; atype = bf16; btype = bf16; " SCALES "; w : b32" METADATA),
    sparse(SPARSE " {d}, a, b, e, f, c, x, y", COLUMNS("16") "dtype = f32; atype = tf32; btype = tf32; a : b64; " SCALES METADATA),
    sparse(SPARSE " {d}, {a}, b, e, f, c, x, y", COLUMNS("16") "dtype = f32; atype = tf32; btype = tf32; " SCALES METADATA),
    sparse(SPARSE " {d}, a, b, e, f, c, x, y", COLUMNS("64") "dtype = f16 f32; atype = e4m3 e5m2; btype = e4m3 e5m2; a : b64; " SCALES METADATA),
    sparse(SPARSE " {d}, {a}, b, e, f, c, x, y", COLUMNS("64") "dtype = f16 f32; atype = e4m3 e5m2; btype = e4m3 e5m2; " SCALES METADATA),
    sparse(SPARSE "{.satfinite} {d}, a, b, e, f, c", EVEN_COLUMNS("64") "dtype = s32; atype = s8 u8; btype = s8 u8; a : b64; " OPERANDS METADATA),
    sparse(SPARSE "{.satfinite} {d}, {a}, b, e, f, c", EVEN_COLUMNS("64") "dtype = s32; atype = s8 u8; btype = s8 u8; " OPERANDS METADATA),
    order_row("wgmma.fence.sync.aligned", "", Does::marks, ProductOrder::fence, bind_fence),
    order_row("wgmma.commit_group.sync.aligned", "", Does::marks, ProductOrder::commit, bind_commit<sim::AsyncGroup::products>),
    order_row("wgmma.wait_group.sync.aligned a", "a : u32", Does::awaits_copies, ProductOrder::wait, bind_wait<sim::AsyncGroup::products>),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> warp_group_rows() { return kRows; }

}  // namespace warpglass::isa
