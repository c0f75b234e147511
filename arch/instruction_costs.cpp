#include "arch/instruction_costs.hpp"

#include <algorithm>
#include <array>

#include "arch/instruction_throughput.hpp"

namespace warpglass::arch {
namespace {

using enum InstructionClass;

struct ClassRow {
  InstructionClass which;
  std::string_view name;
  std::string_view description;
};

// clang-format off
constexpr ClassRow kClasses[] = {
  {float16,               "float16",               "add, multiply, fma of two halves"},
  {bfloat16,              "bfloat16",              "add, multiply, fma of two bfloat16"},
  {float32,               "float32",               "add, multiply, fma of floats"},
  {float64,               "float64",               "add, multiply, fma, compare of doubles"},
  {special,               "special",               "approximate rcp, rsqrt, sqrt, lg2, ex2, sin, cos, tanh"},
  {integer_add,           "integer_add",           "add, subtract, with carry"},
  {integer_multiply,      "integer_multiply",      "multiply, multiply-add of 32 bits"},
  {integer_multiply_wide, "integer_multiply_wide", "multiply with 64 bits of result, or its high half"},
  {multiply24,            "multiply24",            "__mul24"},
  {shift,                 "shift",                 "shifts, funnel shifts"},
  {compare,               "compare",               "compare, minimum, maximum, select"},
  {logic,                 "logic",                 "and, or, xor, lop3, prmt"},
  {bit_reverse,           "bit_reverse",           "__brev"},
  {bit_field,             "bit_field",             "extract and insert bits"},
  {leading_zeros,         "leading_zeros",         "__clz, most significant bit"},
  {population_count,      "population_count",      "__popc"},
  {absolute_difference,   "absolute_difference",   "__sad"},
  {video,                 "video",                 "four bytes at a time: __vabsdiffu4"},
  {dot_product,           "dot_product",           "__dp4a, __dp2a"},
  {dynamic_programming,   "dynamic_programming",   "an addition and a maximum in one: __viaddmax_s32"},
  {shuffle,               "shuffle",               "__shfl_sync and its kin"},
  {vote,                  "vote",                  "__ballot_sync, __any_sync, __all_sync"},
  {warp_reduce,           "warp_reduce",           "__reduce_add_sync and its kin"},
  {convert_narrow,        "convert_narrow",        "8 and 16 bits to 32-bit integers"},
  {convert_from_integer,  "convert_from_integer",  "32-bit integers to float"},
  {convert_half,          "convert_half",          "between half and float"},
  {convert,               "convert",               "float to integer or integral value, 8 and 16 bits to float"},
  {convert_64,            "convert_64",            "from and to double and 64-bit integers"},
  {divide_integer,        "divide_integer",        "/ and % of 32-bit integers by a variable"},
  {divide_integer_64,     "divide_integer_64",     "/ and % of 64-bit integers by a variable"},
  {divide_float32,        "divide_float32",        "/ of floats, correctly rounded"},
  {divide_float32_full,   "divide_float32_full",   "/ of floats with -prec-div=false"},
  {divide_float32_approx, "divide_float32_approx", "__fdividef"},
  {reciprocal_float32,    "reciprocal_float32",    "1 / x of floats, correctly rounded"},
  {square_root_float32,   "square_root_float32",   "sqrtf, correctly rounded"},
  {divide_float64,        "divide_float64",        "/ of doubles"},
  {square_root_float64,   "square_root_float64",   "sqrt of doubles"},
  {memory,                "memory",                "a load, store or atomic, for each wavefront"},
  {texture,               "texture",               "a texture fetch of 32 bits"},
  {tensor,                "tensor",                "mma.sync m16n8k16 of halves"},
  {barrier,               "barrier",               "__syncthreads"},
  {barrier_object,        "barrier_object",        "cuda::barrier: arrive, test and wait"},
  {matrix_move,           "matrix_move",           "an 8 x 8 matrix of halves transposed between lanes"},
  {fence_block,           "fence_block",           "__threadfence_block"},
  {fence_device,          "fence_device",          "__threadfence"},
  {fence_system,          "fence_system",          "__threadfence_system"},
  {control,               "control",               "branch, call, return"},
};

// NVIDIA H200, tests/hardware/h200/facts/instruction_costs.tsv: the rows' figures for one machine instruction, rounded to
// what the pipe can do. Sequences are as measured, with what their instructions wait for each other.
struct Measured {
  InstructionClass which;
  double issue;
  std::uint32_t latency;
};

constexpr Measured kHopper[] = {
  {float16,               1,     8},
  {bfloat16,              1,     8},
  {float32,               1,     4},
  {float64,               2,     8},
  {special,               8,    17},
  {integer_add,           2,     4},
  {integer_multiply,      2,     4},
  {integer_multiply_wide, 4,     9},
  {shift,                 2,     4},
  {compare,               2,     4},
  {logic,                 2,     4},
  {bit_reverse,           8,    17},
  {leading_zeros,         8,    17},
  {population_count,      8,    17},
  {absolute_difference,   2,     4},
  {video,                 2,     4},
  {dot_product,           2,     4},
  {dynamic_programming,   2,     4},
  {shuffle,               4,    24},
  {vote,                  2,    13},
  {warp_reduce,           8,    44},
  {convert_narrow,        2,     4},
  {convert_from_integer,  2,     4},
  {convert_half,          2,     4},
  {convert,               8,    17},
  {convert_64,            8,    17},
  {divide_integer,       30,   130},
  {divide_integer_64,   146,   331},
  {divide_float32,       17,    59},
  {divide_float32_full,   9.7,  46},
  {divide_float32_approx, 8,    24},
  {reciprocal_float32,   12.6,  78},
  {square_root_float32,  11.6,  57},
  {divide_float64,       25,   125},
  {square_root_float64,  28,    93},
  {memory,                4,    23},
  {tensor,                6.1,  24},
  {barrier,               9.5,  14},
  // facts/instruction_costs_further.tsv. A barrier object takes its lanes one by one: these are one lane's.
  {barrier_object,       16,    14},
  {matrix_move,           4,    24},
  {fence_block,          11.5,   9},
  {fence_device,         43.5, 267},
  {fence_system,        193.6, 983},
};
// clang-format on

bool is_hopper(const ComputeCapability& capability) { return capability.sm() == 90; }

/// cc 8.6 and 9.0 on have two halves of the FMA pipe, of which only one multiplies integers.
bool has_fma_halves(const ComputeCapability& capability) { return capability.sm() >= 86; }

/// Which pipe executes a class. Volta on: Nsight Compute's Kernel Profiling Guide, Pipelines, and for 9.0 the
/// recording. Earlier machines have no such names; their units are called by those of their successors.
Pipe pipe_of(const ComputeCapability& capability, InstructionClass which) {
  const bool volta_on = capability.major >= 7;
  switch (which) {
    case float32: return Pipe::fma;
    case float16:
    case bfloat16:
      // 7.x and 8.0 have a pipe of halves of its own.
      return volta_on && !has_fma_halves(capability) ? Pipe::fp16 : Pipe::fma;
    case float64: return Pipe::fp64;
    case integer_multiply:
    case integer_multiply_wide:
    case dot_product: return has_fma_halves(capability) ? Pipe::fmaheavy : Pipe::fma;
    case special:
    case bit_reverse:
    case leading_zeros:
    case population_count:
    case convert:
    case convert_64: return Pipe::xu;
    case convert_from_integer: return is_hopper(capability) ? Pipe::alu : Pipe::xu;
    case convert_half: return is_hopper(capability) ? Pipe::alu : Pipe::xu;
    case convert_narrow: return capability.sm() >= 75 ? Pipe::alu : Pipe::xu;
    case integer_add:
    case multiply24:
    case shift:
    case compare:
    case logic:
    case bit_field:
    case absolute_difference:
    case video:
    case dynamic_programming:
    case vote: return Pipe::alu;
    case shuffle:
    case matrix_move:
    case fence_block:
    case fence_device:
    case fence_system:
    case memory: return Pipe::lsu;
    case texture: return Pipe::tex;
    case tensor: return Pipe::tensor;
    case warp_reduce:
    case barrier_object:
    case barrier: return Pipe::adu;
    case control: return Pipe::cbu;
    case divide_integer:
    case divide_integer_64:
    case divide_float32:
    case divide_float32_full:
    case divide_float32_approx:
    case reciprocal_float32:
    case square_root_float32:
    case divide_float64:
    case square_root_float64: break;  // of their parts
  }
  return Pipe::alu;
}

/// Cycles from one arithmetic instruction to the next that waits for it: the guide's "Multiprocessor Level", editions
/// 4.2 (1.x to 3.x) and 10 (5.x on). It speaks of arithmetic as such, taken here for what runs in the FMA and ALU
/// pipes.
std::uint32_t documented_latency(const ComputeCapability& capability, Pipe pipe) {
  if (pipe != Pipe::fma && pipe != Pipe::alu && pipe != Pipe::fmaheavy) return 0;
  if (capability.major <= 2) return 22;
  if (capability.major == 3) return 11;
  return capability.major <= 6 ? 6 : 4;
}

/// Adds the cycles of `count` instructions of `cost` to those of each pipe.
void add_pipes(std::vector<PipeCycles>& pipes, const InstructionCost& cost, double count) {
  for (const PipeCycles& busy : cost.pipes) {
    const auto same =
        std::find_if(pipes.begin(), pipes.end(), [&](const PipeCycles& p) { return p.pipe == busy.pipe; });
    if (same == pipes.end()) {
      pipes.push_back({busy.pipe, busy.cycles * count, busy.instructions * count});
    } else {
      same->cycles += busy.cycles * count;
      same->instructions += busy.instructions * count;
    }
  }
}

InstructionCost of_sequence(const ComputeCapability& capability, std::span<const Part> parts) {
  InstructionCost cost;
  cost.instructions = 0;
  for (const Part& part : parts) {
    const InstructionCost one = instruction_cost(capability, part.which);
    add_pipes(cost.pipes, one, part.count);
    cost.instructions += part.count * one.instructions;
  }
  const auto busiest = std::max_element(cost.pipes.begin(), cost.pipes.end(),
                                        [](const PipeCycles& a, const PipeCycles& b) { return a.cycles < b.cycles; });
  if (busiest == cost.pipes.end()) return cost;
  cost.pipe = busiest->pipe;
  cost.issue_cycles = busiest->cycles;
  return cost;
}

/// Lanes of a warp instruction that the table counts together: two halves are one lane's, a matrix product is 2,048
/// multiply-adds.
double results_of_warp(InstructionClass which) {
  if (which == float16 || which == bfloat16) return 64;
  return which == tensor ? 2048 : 32;
}

}  // namespace

std::uint32_t schedulers(const ComputeCapability& capability) {
  if (capability.major == 1) return 1;
  if (capability.major == 2 || capability.sm() == 60) return 2;
  return 4;
}

InstructionCost instruction_cost(const ComputeCapability& capability, InstructionClass which) {
  if (which == control) {
    InstructionCost issued;
    issued.issue_cycles = 1;
    issued.pipe = Pipe::cbu;
    issued.pipes = {{Pipe::cbu, 1}};
    return issued;
  }
  const Throughput published = throughput(capability, which);
  InstructionCost cost;
  if (published.results == kSeveral) {
    cost = of_sequence(capability, sequence_of(capability, which));
  } else if (published.results != kNone) {
    cost.results = published.results;
    cost.issue_cycles = results_of_warp(which) * schedulers(capability) / published.results;
    cost.pipe = pipe_of(capability, which);
    cost.latency = documented_latency(capability, cost.pipe);
    cost.source = published.assumed ? CostSource::assumed : CostSource::documented;
  }
  const auto measured =
      std::find_if(std::begin(kHopper), std::end(kHopper), [&](const Measured& row) { return row.which == which; });
  if (is_hopper(capability) && measured != std::end(kHopper)) {
    cost.issue_cycles = measured->issue;
    cost.latency = measured->latency;
    cost.source = CostSource::measured;
    if (cost.pipes.empty()) cost.pipe = pipe_of(capability, which);
    // Of a sequence, what its instructions wait for each other is counted to its busiest pipe.
    for (PipeCycles& busy : cost.pipes) {
      if (busy.pipe == cost.pipe) busy.cycles = cost.issue_cycles;
    }
  }
  if (cost.pipes.empty() && cost.known()) {
    cost.pipes = {{cost.pipe, cost.issue_cycles}};
    // Half of the FMA pipe is taken for twice the time: of the whole as much as its other instructions have lost.
    if (cost.pipe == Pipe::fmaheavy) cost.pipes.push_back({Pipe::fma, cost.issue_cycles / 2});
  }
  return cost;
}

std::string_view name_of(InstructionClass which) { return kClasses[static_cast<std::size_t>(which)].name; }

std::string_view description_of(InstructionClass which) {
  return kClasses[static_cast<std::size_t>(which)].description;
}

std::string_view name_of(Pipe pipe) {
  constexpr std::array<std::string_view, kPipes> kNames = {"fma", "fmaheavy", "alu",    "fp16", "fp64", "xu",
                                                           "lsu", "tex",      "tensor", "adu",  "cbu"};
  return kNames[static_cast<std::size_t>(pipe)];
}

std::string_view name_of(CostSource source) {
  switch (source) {
    case CostSource::measured: return "measured";
    case CostSource::documented: return "documented";
    case CostSource::assumed: return "assumed";
  }
  return "";
}

namespace {
constexpr bool classes_are_in_order() {
  for (std::size_t i = 0; i < std::size(kClasses); ++i) {
    if (kClasses[i].which != static_cast<InstructionClass>(i)) return false;
  }
  return std::size(kClasses) == kInstructionClasses;
}
static_assert(classes_are_in_order());
}  // namespace

}  // namespace warpglass::arch
