#include "arch/instruction_throughput.hpp"

#include <algorithm>
#include <array>

namespace warpglass::arch {
namespace {

using enum InstructionClass;

constexpr std::int16_t S = kSeveral;
constexpr std::int16_t N = kNone;

struct Column {
  std::uint32_t first_sm;  // serves this capability and those after it up to the next column
  bool assumed;            // not held against the document's own table in every row
  std::string_view document;
};

// Guide: the CUDA C++ Programming Guide, section "Arithmetic Instructions" (5.4.1, later 8.4.1); from CUDA 13 on the
// table is in the CUDA C++ Best Practices Guide, 12.1.1. Doubles of cc 2.0, 3.5 and 3.7 are those of Tesla boards. What
// the table does not list: load/store units and tensor cores are the architecture papers' (tensor: multiply-adds of
// halves), __syncthreads the guide's "Synchronization Instruction".
constexpr std::string_view kEdition5 = "CUDA C Programming Guide 5.0, Arithmetic Instructions";
constexpr std::string_view kEdition10 = "CUDA C++ Programming Guide 10, 5.4.1 Arithmetic Instructions";
constexpr std::string_view kEdition12 = "CUDA C++ Programming Guide 12.6, 8.4.1 Arithmetic Instructions";
constexpr std::string_view kEdition13 =
    "CUDA C++ Best Practices Guide 13.4, 12.1.1 Throughput of Native Arithmetic Instructions";

constexpr Column kColumns[] = {
    {10, true, kEdition5},   {13, true, kEdition5},   {20, false, kEdition5},  {21, false, kEdition5},
    {30, false, kEdition10}, {35, false, kEdition10}, {50, false, kEdition10}, {53, false, kEdition10},
    {60, false, kEdition10}, {61, false, kEdition10}, {62, false, kEdition10}, {70, false, kEdition10},
    {75, true, kEdition12},  {80, false, kEdition12}, {86, false, kEdition12}, {89, false, kEdition12},
    {90, false, kEdition12}, {100, true, kEdition13}, {103, true, kEdition13}, {110, true, kEdition13},
    {120, true, kEdition13},
};
constexpr std::size_t kColumnCount = std::size(kColumns);

struct ThroughputRow {
  InstructionClass which;
  std::array<std::int16_t, kColumnCount> results;
};

// clang-format off
constexpr ThroughputRow kRows[] = {
  //                       1.0  1.3  2.0  2.1  3.0  3.5  5.0  5.3  6.0  6.1  6.2  7.0  7.5  8.0  8.6  8.9  9.0 10.0 10.3 11.0 12.0
  {float16,             {{  N,   N,   N,   N,   N,   N,   N, 256, 128,   2, 256, 128, 128, 256, 256, 128, 256, 128, 128, 128, 128}}},
  {bfloat16,            {{  N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N, 128, 128, 128, 256, 128, 128, 128, 128}}},
  {float32,             {{  8,   8,  32,  48, 192, 192, 128, 128,  64, 128, 128,  64,  64,  64, 128, 128, 128, 128, 128, 128, 128}}},
  {float64,             {{  N,   1,  16,   4,   8,  64,   4,   4,  32,   4,   4,  32,   2,  32,   2,   2,  64,  64,   2,   2,   2}}},
  {special,             {{  2,   2,   4,   8,  32,  32,  32,  32,  16,  32,  32,  16,  16,  16,  16,  16,  16,  16,  16,  16,  16}}},
  {integer_add,         {{ 10,  10,  32,  48, 160, 160, 128, 128,  64, 128, 128,  64,  64,  64,  64,  64,  64,  64,  64,  64, 128}}},
  {integer_multiply,    {{  S,   S,  16,  16,  32,  32,   S,   S,   S,   S,   S,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64}}},
  {integer_multiply_wide,{{ S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32}}},
  {multiply24,          {{  8,   8,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S}}},
  {shift,               {{  8,   8,  16,  16,  32,  64,  64,  64,  32,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64}}},
  {compare,             {{ 10,  10,  32,  48, 160, 160,  64,  64,  32,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64}}},
  {logic,               {{  8,   8,  32,  48, 160, 160, 128, 128,  64, 128, 128,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64}}},
  {bit_reverse,         {{  S,   S,  16,  16,  32,  32,  64,  64,  32,  64,  64,  16,  16,  16,  16,  16,  16,  16,  16,  16,  16}}},
  {bit_field,           {{  S,   S,  16,  16,  32,  32,  64,  64,  32,  64,  64,   S,   S,   S,   S,  64,  64,  64,  64,  64,  64}}},
  {leading_zeros,       {{  S,   S,  16,  16,  32,  32,  32,  32,  16,  32,  32,  16,  16,  16,  16,  16,  16,  16,  16,  16,  16}}},
  {population_count,    {{  S,   S,  16,  16,  32,  32,  32,  32,  16,  32,  32,  16,  16,  16,  16,  16,  16,  16,  16,  16,  16}}},
  {absolute_difference, {{  S,   S,  16,  16,  32,  32,  64,  64,  32,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64}}},
  {video,               {{  N,   N,   S,   S, 160, 160,   S,   S,   S,   S,   S,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64}}},
  {dot_product,         {{  N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,  64,   N,   N,   N,   N}}},
  {dynamic_programming, {{  S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,   S,  64,  64,  64,  64,   S}}},
  {shuffle,             {{  N,   N,   N,   N,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32,  32}}},
  {vote,                {{  N,   N,   N,   N,   N,   N,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64,  64, 128}}},
  {warp_reduce,         {{  N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N,  16,  16,  16,  16,  16,  16,  16,  16}}},
  {convert_narrow,      {{  8,   8,  16,  16, 128, 128,  32,  32,  16,  32,  32,  16,  64,  64,  64,  64,  64,  64,  64,  64,  64}}},
  {convert_from_integer,{{  8,   8,  16,  16,  32,  32,  32,  32,  16,  32,  32,  16,  16,  16,  16,  16,  16,  16,  16,  16,  16}}},
  {convert_half,        {{  8,   8,  16,  16,  32,  32,  32,  32,  16,  32,  32,  16,  16,  16,  16,  16,  16,  16,  16,  16,  16}}},
  {convert,             {{  8,   8,  16,  16,  32,  32,  32,  32,  16,  32,  32,  16,  16,  16,  16,  16,  16,  16,  16,  16,   2}}},
  {convert_64,          {{  N,   1,  16,   4,   8,  32,   4,   4,  16,   4,   4,  16,   2,  16,   2,   2,  16,  16,   2,   2,   2}}},
  {memory,              {{  8,   8,  16,  16,  32,  32,  32,  32,  32,  32,  32,  32,  16,  32,  16,  16,  32,  32,  32,  32,  16}}},
  {texture,             {{  N,   N,   4,   4,  16,  16,   8,   8,   4,   8,   8,   4,   4,   4,   4,   4,   4,   4,   4,   4,   4}}},
  {tensor,              {{  N,   N,   N,   N,   N,   N,   N,   N,   N,   N,   N, 512, 512,1024, 512, 512,2048,   N,   N,   N, 512}}},
  {barrier,             {{  8,   8,  16,  16, 128, 128,  64,  64,  32,  64,  64,  16,  16,  16,  16,  16,  16,  16,  16,  16,  16}}},
};

// 32-bit multiplication before cc 2.0 from 24-bit ones, on Maxwell and Pascal from three of 16 bits (XMAD).
constexpr Part kMultiplyFrom24[] = {{multiply24, 4}, {integer_add, 3}};
constexpr Part kMultiplyFrom16[] = {{float32, 3}};
constexpr Part kWideFrom24[] = {{multiply24, 8}, {integer_add, 8}};
constexpr Part kWideFrom16[] = {{float32, 6}};
constexpr Part kWideFromTwo[] = {{integer_multiply, 2}};
constexpr Part kMultiply24[] = {{integer_multiply, 1}, {shift, 1}};
constexpr Part kMultiply24From16[] = {{float32, 3}, {shift, 1}};
constexpr Part kBitField[] = {{shift, 1}, {logic, 2}};
constexpr Part kTens[] = {{logic, 12}, {shift, 8}};  // guide 5.0: "tens of instructions"
constexpr Part kDifference[] = {{compare, 1}, {integer_add, 2}};
constexpr Part kVideo[] = {{logic, 4}, {integer_add, 4}};
constexpr Part kAddMax[] = {{integer_add, 1}, {compare, 1}};
// As nvcc 13 writes them for sm_90 (facts/instruction_costs.tsv, pipes).
constexpr Part kDivideInteger[] = {{special, 3}, {logic, 9}, {integer_multiply, 9}};
constexpr Part kDivideInteger64[] = {{special, 3}, {logic, 36}, {integer_multiply, 40}};
constexpr Part kDivideFloat[] = {{float32, 5}, {special, 2}, {control, 2}};
constexpr Part kDivideFloatFull[] = {{float32, 4}, {compare, 3}, {special, 1}};
constexpr Part kDivideFloatApprox[] = {{float32, 1}, {special, 1}};
constexpr Part kReciprocalFloat[] = {{float32, 3}, {special, 1}, {logic, 2}, {integer_multiply, 1}, {control, 2}};
constexpr Part kDivideDouble[] = {{float64, 8}, {special, 1}, {float32, 1}, {logic, 2}, {integer_multiply, 1}, {control, 2}};
constexpr Part kRootDouble[] = {{float64, 8}, {special, 1}, {logic, 3}, {integer_multiply, 3}, {control, 2}};

struct Sequence {
  InstructionClass which;
  std::uint32_t first_sm, last_sm;
  std::span<const Part> parts;
};

constexpr Sequence kSequences[] = {
  {integer_multiply,       10,  13, kMultiplyFrom24},
  {integer_multiply,       50,  62, kMultiplyFrom16},
  {integer_multiply_wide,  10,  13, kWideFrom24},
  {integer_multiply_wide,  20,  37, kWideFromTwo},
  {integer_multiply_wide,  50,  62, kWideFrom16},
  {multiply24,             50,  62, kMultiply24From16},
  {multiply24,             20, 999, kMultiply24},
  {bit_field,              10, 999, kBitField},
  {bit_reverse,            10,  13, kTens},
  {leading_zeros,          10,  13, kTens},
  {population_count,       10,  13, kTens},
  {absolute_difference,    10,  13, kDifference},
  {video,                  10, 999, kVideo},
  {dynamic_programming,    10, 999, kAddMax},
  {divide_integer,         10, 999, kDivideInteger},
  {divide_integer_64,      10, 999, kDivideInteger64},
  {divide_float32,         10, 999, kDivideFloat},
  {divide_float32_full,    10, 999, kDivideFloatFull},
  {divide_float32_approx,  10, 999, kDivideFloatApprox},
  {reciprocal_float32,     10, 999, kReciprocalFloat},
  {square_root_float32,    10, 999, kReciprocalFloat},
  {divide_float64,         13, 999, kDivideDouble},
  {square_root_float64,    13, 999, kRootDouble},
};
// clang-format on

std::size_t column_of(const ComputeCapability& capability) {
  const auto after = std::upper_bound(std::begin(kColumns), std::end(kColumns), capability.sm(),
                                      [](std::uint32_t sm, const Column& column) { return sm < column.first_sm; });
  return after == std::begin(kColumns) ? 0 : static_cast<std::size_t>(after - std::begin(kColumns)) - 1;
}

}  // namespace

Throughput throughput(const ComputeCapability& capability, InstructionClass which) {
  const std::size_t column = column_of(capability);
  for (const ThroughputRow& row : kRows) {
    if (row.which == which) return {.results = row.results[column], .assumed = kColumns[column].assumed};
  }
  return {.results = sequence_of(capability, which).empty() ? kNone : kSeveral};
}

std::span<const Part> sequence_of(const ComputeCapability& capability, InstructionClass which) {
  for (const Sequence& sequence : kSequences) {
    if (sequence.which == which && capability.sm() >= sequence.first_sm && capability.sm() <= sequence.last_sm)
      return sequence.parts;
  }
  return {};
}

std::string_view cost_document(const ComputeCapability& capability) { return kColumns[column_of(capability)].document; }

}  // namespace warpglass::arch
