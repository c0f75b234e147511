// tcgen05.mma: one thread has D = A * B + D computed. D lies in tensor memory, B in shared memory and A in either; an
// instruction descriptor says which types and how many rows and columns, matrix descriptors where in shared memory (PTX
// ISA, Matrix and Instruction Descriptors). With cta_group::2 a pair of blocks has a half of A's and D's rows and of
// B's columns each.
//
// A machine goes on while it multiplies. Here the product is there when it is issued; mbarriers are told at once. Sums
// are those of a warp group's products (isa/chapters/group_product.hpp), of fp8 with all places, and where factors have
// scales those of isa/chapters/block_scales.hpp: no chip of this generation was recorded.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/block_scales.hpp"
#include "isa/chapters/bulk_places.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/group_product.hpp"
#include "isa/chapters/tensor_factors.hpp"
#include "isa/chapters/tensor_memory.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

using sim::TensorMemory;

/// Table 42 of the manual's, Instruction descriptor.
struct InstructionDescriptor {
  std::uint32_t bits = 0;

  [[nodiscard]] std::uint32_t field(unsigned at, unsigned count) const { return bits >> at & ((1u << count) - 1); }
  [[nodiscard]] bool sparse() const { return field(2, 1) != 0; }
  [[nodiscard]] bool saturates() const { return field(3, 1) != 0; }
  [[nodiscard]] std::uint32_t d() const { return field(4, 2); }
  [[nodiscard]] std::uint32_t a() const { return field(7, 3); }
  [[nodiscard]] std::uint32_t b() const { return field(10, 3); }
  [[nodiscard]] bool negative() const { return field(13, 1) != field(14, 1); }
  [[nodiscard]] bool a_across() const { return field(15, 1) != 0; }
  [[nodiscard]] bool b_across() const { return field(16, 1) != 0; }
  [[nodiscard]] std::uint32_t columns() const { return field(17, 6) << 3; }
  [[nodiscard]] std::uint32_t rows() const { return field(24, 5) << 4; }
};

/// The same where scales go with the factors (its tables of .kind::mxf8f6f4, mxf4 and mxf4nvf4).
struct ScaledDescriptor : InstructionDescriptor {
  [[nodiscard]] std::uint32_t rows_by_128() const { return field(27, 2) << 7; }
  [[nodiscard]] bool by_powers() const { return field(23, 1) != 0; }       // UE8M0; else UE4M3
  [[nodiscard]] std::uint32_t first_of_a() const { return field(29, 2); }  // byte in a column of scales
  [[nodiscard]] std::uint32_t first_of_b() const { return field(4, 2); }
  [[nodiscard]] std::uint32_t b_of_two_bits() const { return field(10, 2); }
};

// Op::mode.
struct ProductMode {
  ProductKind kind = ProductKind::f16;
  bool pair = false;  // of blocks
  bool a_in_tensor = false;
  std::uint32_t masks = 0;  // words of disable-output-lane
  std::uint32_t scale = 0;  // of D, as a power of two to divide by
  std::uint32_t parts = 0;  // along K that have scales; 0: there are none

  [[nodiscard]] std::uint32_t bits() const {
    return static_cast<std::uint32_t>(kind) | (pair ? 1u << 3 : 0) | (a_in_tensor ? 1u << 4 : 0) | masks << 5 |
           scale << 9 | parts << 13;
  }
  [[nodiscard]] static ProductMode of(const sim::Op* op) {
    return {.kind = static_cast<ProductKind>(op->mode & 7),
            .pair = (op->mode >> 3 & 1) != 0,
            .a_in_tensor = (op->mode >> 4 & 1) != 0,
            .masks = op->mode >> 5 & 15,
            .scale = op->mode >> 9 & 15,
            .parts = op->mode >> 13};
  }
};

// Program::lists[extra]: the places of D and, where they lie in tensor memory, of A and the scales; then these rows.
constexpr std::size_t kPlaceD = 0, kPlaceA = 1, kPlaceScalesA = 2, kPlaceScalesB = 3;
enum ProductRow : std::size_t { kRowA = 4 * kPlaceNumbers, kRowB, kRowDescriptor, kRowAdds, kRowMasks };

/// Where a row and column of a block's part of D lie.
struct Datapath {
  std::uint32_t rows = 128;     // of a block
  std::uint32_t columns = 256;  // of D
  bool folded = false;          // 64 rows, the second half of the columns in the lanes above

  [[nodiscard]] std::uint32_t lane(std::uint32_t row, std::uint32_t column) const {
    if (folded) return row + (column >= columns / 2 ? 64 : 0);
    return rows == 64 ? row % 16 + row / 16 * 32 : row;
  }
  [[nodiscard]] std::uint32_t column(std::uint32_t column) const {
    return folded && column >= columns / 2 ? column - columns / 2 : column;
  }
  [[nodiscard]] std::uint32_t width() const { return folded ? columns / 2 : columns; }
  /// Of lanes, a bit each (sim::TensorEvent).
  [[nodiscard]] std::uint32_t groups() const { return rows == 64 && !folded ? 0x55u : kAllGroups; }
};

/// One thread's product.
class Multiplication {
 public:
  Multiplication(sim::Warp& warp, const sim::Op* op, int lane)
      : warp_(warp), op_(op), lane_(lane), mode_(ProductMode::of(op)), list_(warp.launch->program->lists[op->extra]) {
    instruction_.bits = row<std::uint32_t>(kRowDescriptor);
    if (mode_.parts != 0) {
      decode_scaled();
    } else {
      decode();
    }
  }

  void run() {
    for (std::uint32_t quarter = 0; quarter < quarters(); ++quarter) load_b(quarter);
    for (std::uint32_t half = 0; half < blocks(); ++half) multiply_half(half);
  }

 private:
  template <class T>
  [[nodiscard]] T row(std::size_t which) const {
    return sim::lane_value<T>(warp_, list_[which], lane_);
  }
  [[nodiscard]] std::uint32_t blocks() const { return mode_.pair ? 2 : 1; }
  /// Of K, that are multiplied one after the other.
  [[nodiscard]] std::uint32_t quarters() const {
    return mode_.parts > 1 ? static_cast<std::uint32_t>(QuarterSums::kQuarters) : 1;
  }

  [[noreturn]] void refuse(std::string message) const {
    raise_tensor(warp_, op_, lane_bit(lane_), sim::FaultKind::illegal_operands, std::move(message));
  }

  [[noreturn]] void refuse_shape(std::uint32_t rows, std::uint32_t columns) const {
    refuse(fmt::format(
        "the instruction descriptor has {} rows and {} columns, of which this instruction knows no such product", rows,
        columns));
  }

  void take_types(std::uint32_t type_of_b) {
    const auto a = factor_elements(mode_.kind, instruction_.a());
    const auto b = factor_elements(mode_.kind, type_of_b);
    if (!a || !b) refuse("the instruction descriptor names types that this kind of product does not have");
    if (instruction_.sparse()) refuse("the instruction descriptor is of a sparse A, and the instruction is not");
    a_ = *a;
    b_ = *b;
  }

  void decode() {
    take_types(instruction_.b());
    const std::uint32_t d = instruction_.d();
    const bool has_d = mode_.kind == ProductKind::i8 ? d == 2 : d == 1 || (d == 0 && mode_.kind != ProductKind::tf32);
    if (!has_d) refuse("the instruction descriptor names a type of D that this kind of product does not have");
    const std::uint32_t rows = instruction_.rows();
    const std::uint32_t columns = instruction_.columns();
    if ((rows != 64 * blocks() && rows != 128 * blocks()) || columns < 8 || columns > kGroupColumns ||
        columns % (rows == 64 ? 8 : 16 * blocks()) != 0)
      refuse_shape(rows, columns);
    product_ = {.columns = columns,
                .a = a_.type,
                .b = b_.type,
                .d = d == 0   ? ElementType::f16
                     : d == 1 ? ElementType::f32
                              : ElementType::s32,
                .negative = instruction_.negative(),
                .adds = asks_for_sums(),
                .saturates = instruction_.saturates(),
                .wide = true};
    along_ = {.first = 0, .count = static_cast<std::uint32_t>(32 * kGroupWords) / a_.width()};
    path_ = {.rows = rows / blocks(), .columns = columns, .folded = mode_.pair && rows == 128};
  }

  void decode_scaled() {
    const bool bytes = mode_.kind == ProductKind::mxf8f6f4;
    take_types(bytes ? instruction_.b() : instruction_.b_of_two_bits());
    if (!bytes && (instruction_.a_across() || instruction_.b_across())) refuse("factors of 4 bits lie along K");
    const std::uint32_t rows = instruction_.rows_by_128();
    const std::uint32_t columns = instruction_.columns();
    if (rows < 128 || rows > 128 * blocks() || columns < 8 || columns > kGroupColumns || columns % (8 * blocks()) != 0)
      refuse_shape(rows, columns);
    product_ = {.columns = columns,
                .a = a_.type,
                .b = b_.type,
                .negative = instruction_.negative(),
                .adds = asks_for_sums(),
                .wide = true};
    along_ = {.first = 0, .count = bytes ? 32u : 16u};
    path_ = {.rows = rows / blocks(), .columns = columns, .folded = mode_.pair && rows == 128};
  }

  /// In tensor memory.
  [[nodiscard]] std::uint32_t column_at(std::size_t place) const {
    return TensorMemory::column_of(static_cast<std::uint32_t>(address_of(warp_, op_, lane_, place)));
  }

  [[nodiscard]] bool asks_for_sums() const { return (predicate_row(warp_, list_[kRowAdds]) & lane_bit(lane_)) != 0; }

  [[nodiscard]] ElementsAlongK along(std::uint32_t quarter) const {
    return {.first = quarter * along_.count, .count = along_.count};
  }

  /// Of a row or column: four bytes of scales in a column of tensor memory, which has those of 32 rows or columns.
  [[nodiscard]] BlockScale scale_of(TensorMemory& memory, std::size_t place, std::uint32_t outer,
                                    std::uint32_t byte) const {
    const std::uint32_t four = memory.column(column_at(place) + outer / 32)[outer % 32];
    return block_scale(four >> byte % 4 * 8 & 0xff, instruction_.by_powers());
  }

  void load_scales_of_b(TensorMemory& memory) {
    for (std::uint32_t part = 0; part < mode_.parts; ++part) {
      for (std::uint32_t column = 0; column < product_.columns; ++column)
        scales_of_b_[part][column] = scale_of(memory, kPlaceScalesB, column, instruction_.first_of_b() + part);
    }
  }

  [[nodiscard]] std::array<BlockScale, kGroupRows> scales_of_a(TensorMemory& memory, std::uint32_t row,
                                                               std::uint32_t part) const {
    std::array<BlockScale, kGroupRows> scales;
    for (std::uint32_t i = 0; i < kGroupRows; ++i)
      scales[i] = scale_of(memory, kPlaceScalesA, row + i, instruction_.first_of_a() + part);
    return scales;
  }

  /// Sixteen rows from `row` on, into sums_.
  /// \param load  a quarter of A
  template <class Load>
  void multiply_quarters(TensorMemory& memory, std::uint32_t row, Load&& load) {
    std::array<std::array<BlockScale, kGroupRows>, QuarterSums::kQuarters> of_rows;
    const std::uint32_t each = quarters() / mode_.parts;  // with the same scales
    for (std::uint32_t quarter = 0; quarter < quarters(); ++quarter) {
      load(quarter);
      quarter_sums_.take(quarter, product_, factor_a_, factors_b_[quarter], scratch_);
      of_rows[quarter] = scales_of_a(memory, row, quarter / each);
    }
    for (std::uint32_t i = 0; i < kGroupRows; ++i) {
      for (std::uint32_t column = 0; column < product_.columns; ++column) {
        std::array<ScaledPart, QuarterSums::kQuarters> parts;
        for (std::uint32_t quarter = 0; quarter < quarters(); ++quarter)
          parts[quarter] = {.fourths = quarter_sums_.fourths(quarter, i, column),
                            .of_a = of_rows[quarter][i],
                            .of_b = scales_of_b_[quarter / each][column]};
        sums_[i][column] = sum_of_parts(parts, product_.adds ? sums_[i][column] : 0);
      }
    }
  }

  void note_use(const sim::Block& own, sim::TensorEvent event) const {
    event.use = sim::TensorUse::product;
    note_columns(warp_, op_, lane_bit(lane_), own, event);
  }

  void look_for_scales(const sim::Block& own) const {
    const auto look = [&](std::size_t place, std::uint32_t outer) {
      const std::uint32_t columns = (outer + 31) / 32;
      static_cast<void>(tensor_columns(warp_, op_, lane_bit(lane_), own, column_at(place), columns));
      note_use(own, {.groups = kAllGroups, .column = column_at(place), .columns = columns});
    };
    look(kPlaceScalesA, path_.rows);
    look(kPlaceScalesB, product_.columns);
  }

  [[nodiscard]] const sim::Block& block(std::uint32_t half) const {
    return block_of(warp_, op_, lane_, mode_.pair, half);
  }

  [[nodiscard]] MatrixDescriptor matrix(std::size_t which) const {
    const auto bits = row<std::uint64_t>(which);
    if (bits >> 61 == 1) refuse("the swizzle of 128 bytes by units of 32 is not modelled");
    return MatrixDescriptor(bits);
  }

  void load_b(std::uint32_t quarter) {
    const std::uint32_t count = product_.columns / blocks();
    GroupFactorB& factor = factors_b_[quarter];
    const MatrixPart part{.matrix = matrix(kRowB),
                          .across = instruction_.b_across(),
                          .first = 0,
                          .count = count,
                          .neighbours = b_.in_unit};
    for (std::uint32_t half = 0; half < blocks(); ++half) {
      const sim::Block& from = block(half);
      if (quarter == 0) look_at(warp_, op_, lane_, part, from, "B");
      if (half == 0) {
        load_elements(from.shared(), part, b_, along(quarter), factor);
        continue;
      }
      const auto second = std::make_unique<GroupFactorB>();
      load_elements(from.shared(), part, b_, along(quarter), *second);
      for (std::size_t word = 0; word < kGroupWords; ++word)
        std::copy_n(second->words[word], count, factor.words[word] + count);
    }
    if (const std::uint32_t rest = product_.columns % kGroupStep; rest != 0) {
      for (std::size_t word = 0; word < kGroupWords; ++word)
        std::fill_n(factor.words[word] + product_.columns, kGroupStep - rest, 0u);
    }
  }

  void multiply_half(std::uint32_t half) {
    const sim::Block& own = block(half);
    const std::uint32_t first = column_at(kPlaceD);
    TensorMemory& memory = tensor_columns(warp_, op_, lane_bit(lane_), own, first, path_.width());
    note_use(own, {.writes = true, .groups = path_.groups(), .column = first, .columns = path_.width()});
    std::uint32_t a_column = 0;
    if (mode_.a_in_tensor) {
      a_column = column_at(kPlaceA);
      static_cast<void>(tensor_columns(warp_, op_, lane_bit(lane_), own, a_column, kGroupWords));
      note_use(own, {.groups = path_.groups(), .column = a_column, .columns = kGroupWords});
    } else {
      MatrixPart all = part_of_a(0);
      all.count = path_.rows;
      look_at(warp_, op_, lane_, all, own, "A");
    }
    if (mode_.parts != 0) {
      look_for_scales(own);
      load_scales_of_b(memory);
    }
    for (std::uint32_t row = 0; row < path_.rows; row += kGroupRows) {
      const auto load = [&](std::uint32_t quarter) {
        if (mode_.a_in_tensor) {
          load_a(memory, a_column, row);
        } else {
          load_elements(own.shared(), part_of_a(row), a_, along(quarter), factor_a_);
        }
      };
      load_sums(memory, first, row);
      if (mode_.parts > 1) {
        multiply_quarters(memory, row, load);
      } else {
        load(0);
        if (mode_.parts == 1) {
          multiply_scaled_group(product_, factor_a_, factors_b_[0], scales_of_a(memory, row, 0), scales_of_b_[0],
                                sums_);
        } else {
          multiply_group(product_, factor_a_, factors_b_[0], nullptr, sums_);
        }
      }
      store_sums(memory, first, row, half);
    }
  }

  [[nodiscard]] MatrixPart part_of_a(std::uint32_t row) const {
    return {.matrix = matrix(kRowA),
            .across = instruction_.a_across(),
            .first = row,
            .count = std::uint32_t{kGroupRows},
            .neighbours = a_.in_unit};
  }

  /// A in tensor memory: a word along K in each column, elements of less than eight bits in bytes.
  void load_a(TensorMemory& memory, std::uint32_t column, std::uint32_t first) {
    for (std::uint32_t word = 0; word < kGroupWords; ++word) {
      for (std::uint32_t i = 0; i < kGroupRows; ++i) {
        std::uint32_t bits = memory.column(column + word)[path_.lane(first + i, 0)];
        if (a_.bits < 8) {
          std::uint32_t decoded = 0;
          for (unsigned at = 0; at < 32; at += 8)
            decoded |= std::uint32_t{as_e4m3(bits >> at & ((1u << a_.bits) - 1), a_)} << at;
          bits = decoded;
        }
        factor_a_.words[word][i] = bits;
      }
    }
  }

  void load_sums(TensorMemory& memory, std::uint32_t first, std::uint32_t row) {
    const std::uint32_t end = (product_.columns + kGroupStep - 1) / kGroupStep * kGroupStep;
    for (std::uint32_t i = 0; i < kGroupRows; ++i) std::fill_n(sums_[i], end, 0u);
    if (!product_.adds) return;
    for (std::uint32_t column = 0; column < product_.columns; ++column) {
      const std::uint32_t* const cells = memory.column(first + path_.column(column));
      for (std::uint32_t i = 0; i < kGroupRows; ++i) {
        std::uint32_t bits = cells[path_.lane(row + i, column)];
        if (product_.d == ElementType::f16) bits &= 0xffff;
        sums_[i][column] = mode_.scale == 0 ? bits : scaled(bits);
      }
    }
  }

  [[nodiscard]] std::uint32_t scaled(std::uint32_t bits) const {
    const int down = -static_cast<int>(mode_.scale);
    if (product_.d == ElementType::f16)
      return float_to_half(std::ldexp(half_to_float(static_cast<std::uint16_t>(bits)), down));
    return std::bit_cast<std::uint32_t>(std::ldexp(std::bit_cast<float>(bits), down));
  }

  void store_sums(TensorMemory& memory, std::uint32_t first, std::uint32_t row, std::uint32_t half) {
    std::array<bool, TensorMemory::kLanes> keeps{};
    for (std::uint32_t word = 0; word < mode_.masks / blocks(); ++word) {
      const auto mask = this->row<std::uint32_t>(kRowMasks + half * 4 + word);
      for (std::uint32_t bit = 0; bit < 32; ++bit) keeps[word * 32 + bit] = (mask >> bit & 1) != 0;
    }
    for (std::uint32_t column = 0; column < product_.columns; ++column) {
      std::uint32_t* const cells = memory.column(first + path_.column(column));
      for (std::uint32_t i = 0; i < kGroupRows; ++i) {
        const std::uint32_t lane = path_.lane(row + i, column);
        if (!keeps[lane]) cells[lane] = sums_[i][column];
      }
    }
  }

  sim::Warp& warp_;
  const sim::Op* const op_;
  const int lane_;
  const ProductMode mode_;
  const std::vector<std::uint32_t>& list_;
  ScaledDescriptor instruction_;
  FactorElements a_;
  FactorElements b_;
  ElementsAlongK along_;  // the first quarter
  GroupProduct product_;
  Datapath path_;
  GroupFactorA factor_a_;
  std::array<GroupFactorB, QuarterSums::kQuarters> factors_b_;
  GroupSums sums_;
  GroupSums scratch_;
  QuarterSums quarter_sums_;
  std::array<std::array<BlockScale, kGroupColumns>, QuarterSums::kQuarters> scales_of_b_;
};

const sim::Op* multiply(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) { std::make_unique<Multiplication>(warp, op, lane)->run(); });
  return op + 1;
}

// ---- Binding ----

ProductKind kind_named(std::string_view word) {
  constexpr std::pair<std::string_view, ProductKind> kKinds[] = {
      {"kind::f16", ProductKind::f16},           {"kind::tf32", ProductKind::tf32},
      {"kind::f8f6f4", ProductKind::f8f6f4},     {"kind::i8", ProductKind::i8},
      {"kind::mxf8f6f4", ProductKind::mxf8f6f4}, {"kind::mxf4", ProductKind::mxf4},
      {"kind::mxf4nvf4", ProductKind::mxf4nvf4}};
  return std::ranges::find(kKinds, word, &std::pair<std::string_view, ProductKind>::first)->second;
}

/// Parts of an instruction's K that have scales of their own.
std::uint32_t parts_of(ProductKind kind, std::string_view vector) {
  if (kind == ProductKind::mxf8f6f4) return 1;
  return vector == "scale_vec::4X" || vector == "block16" ? 4 : 2;
}

void bind_product(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  ProductMode mode{.pair = spelling.word("group") == "cta_group::2",
                   .a_in_tensor = operands[1].kind == ptx::Operand::Kind::address};
  mode.kind = kind_named(spelling.word("kind"));
  std::vector<std::uint32_t> list;
  add_place(context, operands[0], false, list);
  add_place(context, mode.a_in_tensor ? operands[1] : operands[0], false, list);
  const bool is_scaled = spelling.has("block_scale");
  if (is_scaled) mode.parts = parts_of(mode.kind, spelling.word("vec"));
  add_place(context, operands[is_scaled ? 4 : 0], false, list);
  add_place(context, operands[is_scaled ? 5 : 0], false, list);
  list.push_back(mode.a_in_tensor ? 0 : context.source_row(operands[1], ptx::Type::b64));
  list.push_back(context.source_row(operands[2], ptx::Type::b64));
  list.push_back(context.source_row(operands[3], ptx::Type::b32));
  const bool has_mask = operands[4].kind == ptx::Operand::Kind::vector;
  list.push_back(context.source_row(operands[is_scaled ? 6 : has_mask ? 5 : 4], ptx::Type::pred));
  if (has_mask) {
    const auto words = context.children(operands[4]);
    const std::size_t wanted = mode.pair ? 8 : 4;
    if (words.size() != wanted)
      return context.error(operands[4].position,
                           fmt::format("{} words of lanes are wanted here, not {}", wanted, words.size()));
    for (const ptx::Operand& one : words) list.push_back(context.source_row(one, ptx::Type::b32));
    mode.masks = static_cast<std::uint32_t>(wanted);
  }
  const std::size_t scale = has_mask ? 6 : 5;
  if (!is_scaled && operands.size() > scale) {
    const std::uint64_t value = context.literal(operands[scale]);
    if (value > 15) return context.error(operands[scale].position, "scale-input-d is 0 to 15");
    mode.scale = static_cast<std::uint32_t>(value);
  }
  sim::Op& op = context.op();
  op.mode = mode.bits();
  op.extra = context.list(std::move(list));
  op.run = op.body = multiply;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::multiplies_apart, costs::unknown),
          .bind = bind_product,
          .since = "8.6",
          .sm = 100,
          .last_sm = 110,
          .chapter = "TensorCore 5th Generation Instructions: tcgen05.mma",
          .accuracy = "no chip of its generation was recorded"};
}

#define MMA "tcgen05.mma.group.kind{.use} "
#define BLOCKS "tcgen05.mma.group.kind.block_scale{.vec}{.use} "
#define WORDS                                                                                            \
  "group = cta_group::1 cta_group::2; use = collector::a::fill collector::a::use collector::a::lastuse " \
  "collector::a::discard; i : b32; b : b64; c : pred; "
#define SCALED "kind = kind::f16 kind::tf32; s : b32"
#define UNSCALED "kind = kind::f8f6f4 kind::i8"

// clang-format off
constexpr InstructionDef kRows[] = {
    row(MMA "[t], a, b, i, c{, s}", WORDS "a : b64; " SCALED),
    row(MMA "[t], [a], b, i, c{, s}", WORDS SCALED),
    row(MMA "[t], a, b, i, {m}, c{, s}", WORDS "a : b64; m : b32; " SCALED),
    row(MMA "[t], [a], b, i, {m}, c{, s}", WORDS "m : b32; " SCALED),
    row(MMA "[t], a, b, i, c", WORDS "a : b64; " UNSCALED),
    row(MMA "[t], [a], b, i, c", WORDS UNSCALED),
    row(MMA "[t], a, b, i, {m}, c", WORDS "a : b64; m : b32; " UNSCALED),
    row(MMA "[t], [a], b, i, {m}, c", WORDS "m : b32; " UNSCALED),
    row(BLOCKS "[t], a, b, i, [x], [y], c", WORDS "a : b64; kind = kind::mxf8f6f4; vec = scale_vec::1X block32"),
    row(BLOCKS "[t], [a], b, i, [x], [y], c", WORDS "kind = kind::mxf8f6f4; vec = scale_vec::1X block32"),
    row(BLOCKS "[t], a, b, i, [x], [y], c", WORDS "a : b64; kind = kind::mxf4; vec = scale_vec::2X block32"),
    row(BLOCKS "[t], a, b, i, [x], [y], c", WORDS "a : b64; kind = kind::mxf4nvf4; vec = scale_vec::2X scale_vec::4X block16 block32"),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> tensor_memory_product_rows() { return kRows; }

}  // namespace warpglass::isa
