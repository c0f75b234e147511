// ldmatrix, stmatrix, movmatrix: 8x8 matrices of 16-bit elements, spread over the warp's registers so that lane t holds
// elements (t / 4, 2 (t % 4)) and its right neighbour. In memory a matrix is eight rows of 16 bytes wherever the eight
// addresses say; lane 8 k + i gives the address of row i of matrix k.
//
// From sm_100 on rows may have sixteen elements of 8 bits. As they lie, packed ones (m8n16) are four to a register as
// the 16-bit ones are two; transposed, 16x16 are two matrices' rows (m16n16), and eight rows of 16 are stored from a
// fragment of 16x8 (m16n8).
#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/chapters/packed_units.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"
#include "sim/access.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kRowBytes = 16;

/// One matrix, row after row: the 16 bytes of row i are the words of lanes 4 i .. 4 i + 3.
using Matrix = std::array<std::uint16_t, 64>;

Matrix transposed(const Matrix& matrix) {
  Matrix result;
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t column = 0; column < 8; ++column) result[8 * row + column] = matrix[8 * column + row];
  }
  return result;
}

Matrix read_matrix(const sim::Warp& warp, std::uint32_t row) {
  return std::bit_cast<Matrix>(read_row<std::uint32_t>(warp, row));
}

void write_matrix(sim::Warp& warp, std::uint32_t row, LaneMask lanes, const Matrix& matrix) {
  write_row(warp, row, lanes, std::bit_cast<Lanes<std::uint32_t>>(matrix));
}

// Fields: a, imm  address row and offset
//         d       register row of a single matrix, or extra: list of the rows
//         mode    address bytes, matrices << 8, space << 16, packing << 24
std::uint32_t matrices_of(const sim::Op* op) { return op->mode >> 8 & 0xff; }
UnitPacking packing_of(const sim::Op* op) { return static_cast<UnitPacking>(op->mode >> 24); }

std::uint32_t row_of(const sim::Warp& warp, const sim::Op* op, std::uint32_t matrix) {
  return matrices_of(op) == 1 ? op->d : warp.launch->program->lists[op->extra][matrix];
}

sim::LaneAddresses rows_at(sim::Warp& warp, const sim::Op* op, LaneMask lanes, bool store) {
  const std::uint32_t matrices = matrices_of(op);
  const LaneMask holders = matrices == 4 ? kFullMask : (LaneMask{1} << 8 * matrices) - 1;
  return access_lanes(warp, op, lanes & holders, static_cast<sim::Space>(op->mode >> 16 & 0xff),
                      store ? sim::AccessKind::matrix_store : sim::AccessKind::matrix_load, kRowBytes, op->mode & 0xff,
                      store, kRowBytes, matrices);
}

/// Brings the whole warp together; these instructions are the warp's, not a lane's.
template <class Body>
const sim::Op* whole_warp(sim::Warp& warp, const sim::Op* op, Body&& body) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  body(exec_lanes(warp, op));
  return op + 1;
}

template <bool kTransposed>
const sim::Op* load_matrices(sim::Warp& warp, const sim::Op* op) {
  return whole_warp(warp, op, [&](LaneMask lanes) {
    const sim::LaneAddresses at = rows_at(warp, op, lanes, false);
    for (std::uint32_t k = 0; k < matrices_of(op); ++k) {
      const std::uint32_t row = row_of(warp, op, k);
      if (row == sim::Op::kNone) continue;
      Matrix matrix{};
      for (std::size_t i = 0; i < 8; ++i) {
        if (const std::byte* memory = at.host[8 * k + i]; memory != nullptr) {
          std::memcpy(matrix.data() + 8 * i, memory, kRowBytes);
        }
      }
      write_matrix(warp, row, lanes, kTransposed ? transposed(matrix) : matrix);
    }
  });
}

template <bool kTransposed>
const sim::Op* store_matrices(sim::Warp& warp, const sim::Op* op) {
  return whole_warp(warp, op, [&](LaneMask lanes) {
    const sim::LaneAddresses at = rows_at(warp, op, lanes, true);
    for (std::uint32_t k = 0; k < matrices_of(op); ++k) {
      Matrix matrix = read_matrix(warp, row_of(warp, op, k));
      if (kTransposed) matrix = transposed(matrix);
      for (std::size_t i = 0; i < 8; ++i) {
        if (std::byte* memory = at.host[8 * k + i]; memory != nullptr) {
          std::memcpy(memory, matrix.data() + 8 * i, kRowBytes);
        }
      }
    }
  });
}

// ---- Elements of 8 bits ----

/// Of a row that no lane has asked for: zeros.
std::array<std::uint32_t, 4> loaded_unit(const std::byte* memory, UnitPacking packing) {
  return memory == nullptr ? std::array<std::uint32_t, 4>{} : words_of_unit(memory, packing);
}

const sim::Op* load_unpacked(sim::Warp& warp, const sim::Op* op) {
  return whole_warp(warp, op, [&](LaneMask lanes) {
    const sim::LaneAddresses at = rows_at(warp, op, lanes, false);
    for (std::uint32_t k = 0; k < matrices_of(op); ++k) {
      std::array<std::array<std::uint32_t, 4>, 8> rows;
      for (std::size_t i = 0; i < 8; ++i) rows[i] = loaded_unit(at.host[8 * k + i], packing_of(op));
      if (const std::uint32_t row = row_of(warp, op, k); row != sim::Op::kNone)
        write_row(warp, row, lanes, std::bit_cast<Lanes<std::uint32_t>>(rows));
    }
  });
}

/// Two registers for sixteen rows: the lower and upper eight of their columns, four rows of which a lane has.
const sim::Op* load_transposed_bytes(sim::Warp& warp, const sim::Op* op) {
  return whole_warp(warp, op, [&](LaneMask lanes) {
    const sim::LaneAddresses at = rows_at(warp, op, lanes, false);
    for (std::uint32_t k = 0; k < matrices_of(op); ++k) {
      Lanes<std::uint32_t> values{};
      for (std::uint32_t row = 0; row < 16; ++row) {
        const auto unit = loaded_unit(at.host[k / 2 * 16 + row], packing_of(op));
        for (std::uint32_t column = 0; column < 8; ++column) {
          const std::uint32_t byte = unit[k % 2 * 2 + column / 4] >> column % 4 * 8 & 0xff;
          values[column * 4 + row / 4] |= byte << row % 4 * 8;
        }
      }
      if (const std::uint32_t row = row_of(warp, op, k); row != sim::Op::kNone) write_row(warp, row, lanes, values);
    }
  });
}

/// Two neighbours of rows t / 4 and t / 4 + 8 of the fragment are one below the other in memory.
const sim::Op* store_transposed_bytes(sim::Warp& warp, const sim::Op* op) {
  return whole_warp(warp, op, [&](LaneMask lanes) {
    const sim::LaneAddresses at = rows_at(warp, op, lanes, true);
    for (std::uint32_t k = 0; k < matrices_of(op); ++k) {
      const auto values = read_row<std::uint32_t>(warp, row_of(warp, op, k));
      for (std::size_t row = 0; row < 8; ++row) {
        std::array<std::uint8_t, kRowBytes> unit{};
        for (std::size_t column = 0; column < kRowBytes; ++column)
          unit[column] = static_cast<std::uint8_t>(values[column % 8 * 4 + row / 2] >> (column / 8 * 2 + row % 2) * 8);
        if (std::byte* memory = at.host[8 * k + row]; memory != nullptr) std::memcpy(memory, unit.data(), kRowBytes);
      }
    }
  });
}

const sim::Op* transpose(sim::Warp& warp, const sim::Op* op) {
  return whole_warp(warp, op,
                    [&](LaneMask lanes) { write_matrix(warp, op->d, lanes, transposed(read_matrix(warp, op->a))); });
}

/// \param matrices  of eight rows that one of the instruction's is
void bind_matrices(BindContext& context, bool store, sim::Handler run, std::uint32_t matrices = 1) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const std::uint32_t count = vector_width(spelling) * matrices;
  const auto elements = elements_of(context, operands[store ? 1 : 0], static_cast<std::uint8_t>(count));
  if (elements.empty()) return;
  auto rows = store ? source_rows(context, elements, ptx::Type::b32, 4)
                    : destination_rows(context, elements, ptx::Type::b32, 4);
  const Address address = bind_address(context, operands[store ? 0 : 1]);
  const sim::Space space = space_of(spelling, address);
  sim::Op& op = context.op();
  set_access_facts(context, store ? sim::OpKind::matrix_store : sim::OpKind::matrix_load, space, kRowBytes);
  op.mode = address.bytes | count << 8 | static_cast<std::uint32_t>(space) << 16 |
            static_cast<std::uint32_t>(unit_packing(spelling.word("from"))) << 24;
  if (count == 1) {
    op.d = rows[0];
  } else {
    op.extra = context.list(std::move(rows));
  }
  context.new_site();
  op.run = op.body = run;
}

void bind_load(BindContext& context) {
  bind_matrices(context, false, context.spelling().has("trans") ? load_matrices<true> : load_matrices<false>);
}
void bind_store(BindContext& context) {
  bind_matrices(context, true, context.spelling().has("trans") ? store_matrices<true> : store_matrices<false>);
}
void bind_unpacked_load(BindContext& context) { bind_matrices(context, false, load_unpacked); }
void bind_byte_load(BindContext& context) { bind_matrices(context, false, load_transposed_bytes, 2); }
void bind_byte_store(BindContext& context) { bind_matrices(context, true, store_transposed_bytes); }

sim::Handler select_transpose(const Spelling&) { return transpose; }

#define SPACE "; space = shared shared::cta"
#define MATRICES "vec = x1 x2 x4" SPACE
#define PACKED "; from = b6x16_p32 b4x16_p64"

constexpr std::string_view kBytesAccuracy = "no chip of its generation was recorded";

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "ldmatrix.sync.aligned.m8n8.vec{.trans}{.space}.b16 d, [a]", .where = MATRICES, .effects = effects(Does::loads_matrix, costs::access),
     .bind = bind_load, .since = "6.5", .sm = 75, .chapter = "Warp-Level Matrix Instructions: ldmatrix"},
    {.syntax = "stmatrix.sync.aligned.m8n8.vec{.trans}{.space}.b16 [a], b", .where = MATRICES, .effects = effects(Does::stores_matrix, costs::access),
     .bind = bind_store, .since = "7.8", .sm = 90, .chapter = "Warp-Level Matrix Instructions: stmatrix"},
    {.syntax = "ldmatrix.sync.aligned.m8n16.vec{.space}.b8x16.from d, [a]", .where = MATRICES PACKED, .effects = effects(Does::loads_matrix, costs::access),
     .bind = bind_unpacked_load, .since = "8.6", .sm = 100, .chapter = "Warp-Level Matrix Instructions: ldmatrix", .accuracy = kBytesAccuracy},
    {.syntax = "ldmatrix.sync.aligned.m16n16.vec.trans{.space}.b8 d, [a]", .where = "vec = x1 x2" SPACE, .effects = effects(Does::loads_matrix, costs::access),
     .bind = bind_byte_load, .since = "8.6", .sm = 100, .chapter = "Warp-Level Matrix Instructions: ldmatrix", .accuracy = kBytesAccuracy},
    {.syntax = "ldmatrix.sync.aligned.m16n16.vec.trans{.space}.b8x16.from d, [a]", .where = "vec = x1 x2" SPACE PACKED, .effects = effects(Does::loads_matrix, costs::access),
     .bind = bind_byte_load, .since = "8.6", .sm = 100, .chapter = "Warp-Level Matrix Instructions: ldmatrix", .accuracy = kBytesAccuracy},
    {.syntax = "stmatrix.sync.aligned.m16n8.vec.trans{.space}.b8 [a], b", .where = MATRICES, .effects = effects(Does::stores_matrix, costs::access),
     .bind = bind_byte_store, .since = "8.6", .sm = 100, .chapter = "Warp-Level Matrix Instructions: stmatrix", .accuracy = kBytesAccuracy},
    {.syntax = "movmatrix.sync.aligned.m8n8.trans.b16 d, a", .where = "d : b32; a : b32", .effects = effects(Does::exchanges, costs::matrix_move),
     .select = select_transpose, .since = "7.8", .sm = 75, .chapter = "Warp-Level Matrix Instructions: movmatrix"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> matrix_rows() { return kRows; }

}  // namespace warpglass::isa
