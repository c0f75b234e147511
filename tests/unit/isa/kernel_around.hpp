// A few instructions of PTX, made a kernel and executed on a buffer: what tests of single instructions are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {

/// A kernel around `body`: %buffer (.b64) is the address of its only parameter's buffer, %tid the thread's index,
/// %here (.b64) the address of the thread's 16 bytes of the buffer. %b, %h, %r, %rd, %f, %d and %p are free registers.
[[nodiscard]] inline std::string kernel_around(std::string_view body, std::string_view declarations = "") {
  return std::string(declarations) + R"(
.visible .entry k(.param .u64 buffer_param) {
  .reg .b64 %buffer, %here, %rd<40>;
  .reg .b32 %thread, %r<80>;
  .reg .b8 %b<4>;
  .reg .b16 %h<40>;
  .reg .f32 %f<40>;
  .reg .f64 %d<40>;
  .reg .pred %p<20>;
  ld.param.u64 %buffer, [buffer_param];
  mov.u32 %thread, %tid.x;
  mul.wide.u32 %here, %thread, 16;
  add.s64 %here, %buffer, %here;
)" + std::string(body) +
         "\n  ret;\n}\n";
}

struct How {
  Dim3 grid{1, 1, 1};
  Dim3 block{32, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  const sim::CostModel* costs = nullptr;
  Dim3 cluster{1, 1, 1};
  int workers = 1;
  std::uint32_t sm = 90;
};

struct Outcome {
  std::string errors;  // of the binder (then nothing ran) and of the launch
  sim::LaunchResult result;
  std::unique_ptr<sim::Program> program;
};

/// Runs kernel `k` with the address of `values`, copied in before and out after, as its only parameter.
template <class T>
Outcome run_on(std::vector<T>& values, const std::string& text, const How& how = {}) {
  LoadedPtx loaded(text);
  Outcome outcome;
  loaded.bind_options.sm = how.sm;
  outcome.errors = all_of(loaded.bind_kernel("k", loaded.bind_options).diagnostics);
  if (!outcome.errors.empty()) return outcome;
  const std::uint64_t address = loaded.upload(values);
  outcome.result =
      loaded.run("k", how.grid, how.block, {address}, how.costs, how.dynamic_shared_bytes, how.cluster, how.workers);
  for (const sim::Fault& fault : outcome.result.faults) {
    outcome.errors += fault.message + "\n";
    for (const std::string& note : fault.notes) outcome.errors += note + "\n";
  }
  values = loaded.download<T>(address, values.size());
  outcome.program = std::move(loaded.bound.program);
  return outcome;
}

}  // namespace warpglass::isa
