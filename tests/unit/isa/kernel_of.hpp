// A kernel that computes one number a thread: what tests of the binder are made of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {

/// A kernel `k(out, in)`: out[thread] = the .u32 that `body` computes in %r1; %r0 is the thread's number in the grid.
[[nodiscard]] inline std::string kernel_of(const std::string& body) {
  return R"(
.visible .entry k(.param .u64 out, .param .u64 in) {
  .reg .pred %p<10>;
  .reg .b32 %r<20>;
  .reg .f32 %f<10>;
  .reg .b64 %rd<10>;
  .reg .b32 %c<4>;
  mov.u32 %c0, %tid.x;
  mov.u32 %c1, %ctaid.x;
  mov.u32 %c2, %ntid.x;
  mad.lo.u32 %r0, %c1, %c2, %c0;
)" + body +
         R"(
  ld.param.u64 %rd9, [out];
  mul.wide.u32 %rd8, %r0, 4;
  add.u64 %rd9, %rd9, %rd8;
  st.global.u32 [%rd9], %r1;
  ret;
}
)";
}

/// What that kernel computes, on blocks of 64 threads.
[[nodiscard]] inline std::vector<std::uint32_t> outputs_of(const std::string& body, std::uint32_t threads = 64,
                                                           std::uint64_t in = 0) {
  LoadedPtx ptx(kernel_of(body));
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(threads, 0xdeadbeef));
  ptx.run_clean("k", {(threads + 63) / 64, 1, 1}, {std::min(threads, 64u), 1, 1}, {out, in});
  return ptx.download<std::uint32_t>(out, threads);
}

/// f(0), f(1) ... for all threads.
template <class F>
[[nodiscard]] std::vector<std::uint32_t> expected(F&& f, std::uint32_t threads = 64) {
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < threads; ++i) values.push_back(static_cast<std::uint32_t>(f(i)));
  return values;
}

}  // namespace warpglass::isa
