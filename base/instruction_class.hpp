// Classes of machine instructions that cost the same. An instruction's row says which of them it becomes; arch says
// what each costs on a machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpglass {

/// The rows of the CUDA Programming Guide's table of arithmetic throughput, some divided where chips or editions
/// distinguish more, and what the table does not list.
enum class InstructionClass : std::uint8_t {
  float16,  // add, multiply, fused multiply-add of two halves
  bfloat16,
  float32,
  float64,                // and comparisons of doubles
  special,                // reciprocal, square roots, logarithm, exponential, sine, cosine: the approximate ones
  integer_add,            // and the parts of an extended addition
  integer_multiply,       // 32 bits
  integer_multiply_wide,  // with 64 bits of result, or the high half
  multiply24,
  shift,
  compare,  // minimum, maximum, select
  logic,    // and byte permutation
  bit_reverse,
  bit_field,      // extract, insert
  leading_zeros,  // most significant bit
  population_count,
  absolute_difference,
  video,                // four bytes at a time
  dot_product,          // of four bytes, two halves
  dynamic_programming,  // an addition and a maximum in one (DPX)
  shuffle,
  vote,
  warp_reduce,
  convert_narrow,        // 8 and 16 bits to 32-bit integers
  convert_from_integer,  // 32-bit integers to single precision
  convert_half,          // between half and single precision
  convert,               // to integers, to integral values, 8 and 16 bits to floating point
  convert_64,            // from and to 64-bit types
  divide_integer,        // what the assembler writes as a sequence, from here on
  divide_integer_64,
  divide_float32,       // correctly rounded
  divide_float32_full,  // div.full: two units in the last place
  divide_float32_approx,
  reciprocal_float32,   // correctly rounded
  square_root_float32,  // correctly rounded
  divide_float64,       // and the reciprocal
  square_root_float64,  // and its reciprocal
  memory,               // a load, store or atomic of one wavefront
  texture,
  tensor,  // matrix product of 16 x 8 x 16 halves
  barrier,
  barrier_object,  // a barrier in shared memory (mbarrier)
  matrix_move,     // a transposed 8 x 8 matrix
  fence_block,     // of memory, for the threads of a block
  fence_device,    // of a cluster or the GPU
  fence_system,
  control,  // branches, calls
};
inline constexpr std::size_t kInstructionClasses = static_cast<std::size_t>(InstructionClass::control) + 1;

/// Whether the sequence calls a routine for sources that it does not cover itself, as subnormal ones. ptxas takes such
/// a call for one that may change any memory (ptxas 13.0 for sm_75 to sm_120: tests/hardware/programs/routines.cu).
[[nodiscard]] constexpr bool calls_routine(InstructionClass which) {
  using enum InstructionClass;
  return which == divide_integer_64 || which == divide_float32 || which == reciprocal_float32 ||
         which == square_root_float32 || which == divide_float64 || which == square_root_float64;
}

/// Machine instructions of one class.
struct ClassCount {
  InstructionClass which = InstructionClass::logic;
  double count = 1;

  friend bool operator==(const ClassCount&, const ClassCount&) = default;
};

/// What one instruction of PTX becomes, each part waiting for the one before it. Empty: nothing is issued for it, as
/// for a parameter in constant memory or a copy of a register, or what is issued is not known.
using Costs = std::vector<ClassCount>;

}  // namespace warpglass
