#include "isa/external/library_costs.hpp"

#include <algorithm>
#include <array>

namespace warpglass::isa {
namespace {

using enum InstructionClass;

struct LibraryRow {
  std::string_view name;  // behind "__nv_"
  int float32, logic, special, float64, control;
};

// Instructions that nvcc 13.0 writes for a call at -O3 -arch=sm_90, as they are executed for the argument 0.7 (of two:
// both), counted by pipe: fma, alu, xu, fp64, cbu. Large arguments of sine, cosine and tangent take another way, which
// is longer.
// clang-format off
constexpr auto kLibrary = std::to_array<LibraryRow>({
  // name     fma  alu  xu  fp64 cbu
  {"acosf",    15,   8,  1,   0,  0},
  {"asinf",    14,   7,  1,   0,  0},
  {"atan",      0,   4,  0,  24,  1},
  {"atan2f",   16,  15,  2,   0,  5},
  {"atanf",    10,   5,  1,   0,  1},
  {"cbrtf",     7,   4,  2,   0,  0},
  {"cos",       0,  13,  2,  15,  5},
  {"cosf",     10,  14,  1,   0,  3},
  {"coshf",     8,   3,  3,   0,  0},
  {"erff",      8,  13,  0,   0,  1},
  {"exp",       0,   5,  0,  15,  1},
  {"exp10f",    6,   1,  2,   0,  0},
  {"exp2",      0,   5,  0,  16,  1},
  {"exp2f",     0,   0,  1,   0,  0},
  {"expf",      6,   1,  2,   0,  0},
  {"expm1f",   14,  11,  2,   0,  0},
  {"hypotf",    8,  11,  1,   0,  2},
  {"log",       0,  11,  1,  28,  4},
  {"log10",     0,  11,  1,  30,  4},
  {"log10f",   15,  12,  0,   0,  1},
  {"log1pf",   15,   8,  0,   0,  1},
  {"log2",      0,  11,  1,  30,  4},
  {"log2f",    16,  12,  0,   0,  1},
  {"logf",     14,  12,  0,   0,  1},
  {"pow",       0,  29,  1,  84, 10},
  {"powf",     42,  30,  4,   0,  8},
  {"rsqrtf",    0,   0,  1,   0,  0},
  {"sin",       0,  12,  2,  14,  5},
  {"sinf",      9,  13,  1,   0,  3},
  {"sinhf",    14,   5,  3,   0,  0},
  {"tan",       0,   4,  2,  23,  4},
  {"tanf",     12,  11,  2,   0,  1},
  {"tanh",      1,   6,  6,  21,  2},
  {"tanhf",     9,   4,  2,   0,  0},
});
// clang-format on
static_assert(std::is_sorted(kLibrary.begin(), kLibrary.end(),
                             [](const LibraryRow& a, const LibraryRow& b) { return a.name < b.name; }));

}  // namespace

Costs library_costs(std::string_view function) {
  constexpr std::string_view kPrefix = "__nv_";
  if (!function.starts_with(kPrefix)) return {};
  function.remove_prefix(kPrefix.size());
  const auto row =
      std::find_if(kLibrary.begin(), kLibrary.end(), [&](const LibraryRow& r) { return r.name == function; });
  if (row == kLibrary.end()) return {};
  Costs classes;
  const auto add = [&](InstructionClass which, int count) {
    if (count != 0) classes.push_back({which, static_cast<double>(count)});
  };
  add(float32, row->float32);
  add(logic, row->logic);
  add(special, row->special);
  add(float64, row->float64);
  add(control, row->control);
  return classes;
}

}  // namespace warpglass::isa
