// What the assembler makes of short PTX sequences: each is one block of inline PTX in a kernel of one warp, counted.
//
// %0 is the lane's place in shared memory (16-byte aligned and 16 bytes apart, which the assembler can prove), %1 its
// place in global memory, %2 the lane number, %3 a number only the host knows (1), %4 a place in shared memory and %5 one
// in global memory that are the same for all lanes. `$L%=` is a label of its own for each kernel.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 4096;

template <int kNumber>
__global__ void probe(char* global, unsigned one);

template <int kNumber>
const char* probe_text();

// clang-format off
#define PROBE(number, text)                                                                                           \
  template <>                                                                                                         \
  const char* probe_text<number>() { return text; }                                                                   \
  template <>                                                                                                         \
  __global__ void probe<number>(char* global, unsigned one) {                                                         \
    __shared__ __align__(1024) char s[kBytes];                                                                        \
    const unsigned lane = threadIdx.x;                                                                                \
    const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));                                         \
    asm volatile("{ .reg .u32 a, b; .reg .u64 l, m; .reg .pred p; .reg .u16 h;"                                       \
                 " cvt.u16.u32 h, %2; cvt.u64.u32 m, %0; " text " }"                                                  \
                 ::"r"(base + 16 * lane), "l"(global + 16 * lane), "r"(lane), "r"(one), "r"(base + 2048),             \
                 "l"(global + 2048) : "memory");                                                                      \
  }

// Loads of one address, of none needed, and forwarding from stores.
PROBE(0, "ld.shared.u32 a, [%0]; ld.shared.u32 b, [%0]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(1, "ld.shared.u32 a, [%0]; st.shared.u32 [%0 + 8], %3; ld.shared.u32 b, [%0]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(2, "ld.shared.u32 a, [%0]; st.shared.u32 [%4], %3; ld.shared.u32 b, [%0]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(3, "ld.shared.u32 a, [%0]; bar.warp.sync -1; ld.shared.u32 b, [%0]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(4, "ld.shared.u32 a, [%0]; st.global.u32 [%1], %3;")
PROBE(5, "ld.volatile.shared.u32 a, [%0]; st.global.u32 [%1], %3;")
PROBE(6, "st.shared.u32 [%0], %3; ld.shared.u32 a, [%0]; st.global.u32 [%1], a;")
PROBE(7, "st.shared.u32 [%0], %3; st.shared.u32 [%0], %2; ld.shared.u32 a, [%0]; st.global.u32 [%1], a;")
PROBE(8, "st.shared.u32 [%0], %3;")
PROBE(9, "ld.global.u32 a, [%1]; ld.global.u32 b, [%1]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(10, "ld.global.u32 a, [%1]; st.shared.u32 [%0], a; ld.global.u32 b, [%1]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(11, "ld.global.u32 a, [%1]; st.global.u32 [%1 + 8], a; ld.global.u32 b, [%1]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(12, "ld.global.u32 a, [%1]; st.global.u32 [%1 + 4], %3;")
PROBE(13, "st.global.u32 [%1], %3; ld.global.u32 a, [%1]; st.global.u32 [%1 + 4], a;")
PROBE(14, "st.global.u32 [%1], %3; st.global.u32 [%1], %2;")

// Neighbours.
PROBE(15, "ld.shared.u32 a, [%0]; ld.shared.u32 b, [%0 + 4]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(16, "ld.shared.u32 a, [%0 + 4]; ld.shared.u32 b, [%0 + 8]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(17, "ld.shared.u32 a, [%0]; ld.shared.u32 b, [%0 + 12]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(18, "ld.shared.u64 l, [%0]; ld.shared.u32 b, [%0 + 8]; cvt.u32.u64 a, l; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(19, "ld.shared.u32 a, [%0]; add.u32 a, a, 1; ld.shared.u32 b, [%0 + 4]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(20, "ld.shared.u32 a, [%0]; st.global.u32 [%1], a; ld.shared.u32 b, [%0 + 4]; st.global.u32 [%1 + 4], b;")
PROBE(21, "ld.shared.u32 a, [%4]; ld.shared.u32 b, [%4 + 4]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(22, "st.shared.u32 [%0], %2; st.shared.u32 [%0 + 4], %3;")
PROBE(23, "st.shared.u32 [%0 + 4], %2; st.shared.u32 [%0 + 8], %3;")
PROBE(24, "st.shared.u32 [%0], %2; ld.shared.u32 a, [%0 + 8]; st.shared.u32 [%0 + 4], %3; st.global.u32 [%1], a;")
PROBE(25, "st.shared.u32 [%0 + 4], %2; st.shared.u32 [%0], %3;")
PROBE(26, "st.shared.u16 [%0], h; st.shared.u16 [%0 + 2], h;")
PROBE(27, "ld.global.u32 a, [%1]; ld.global.u32 b, [%1 + 4]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(28, "st.global.u32 [%1], %2; st.global.u32 [%1 + 4], %3;")

// Branches over n instructions; lanes below 16 do not take them.
PROBE(29, "setp.lt.u32 p, %2, 16; @p bra $L%=; st.shared.u32 [%0], %2; $L%=:")
PROBE(30, "setp.lt.u32 p, %2, 16; @p bra $L%=; ld.shared.u32 a, [%0]; add.u32 a, a, 1; st.shared.u32 [%0], a; $L%=:")
PROBE(31, "setp.lt.u32 p, %2, 16; @p bra $L%=; ld.global.u32 a, [%1]; add.u32 a, a, 1; st.global.u32 [%1], a; $L%=:")
PROBE(32, "setp.lt.u32 p, %2, 16; @p bra $L%=; ld.shared.u32 a, [%0]; mul.lo.u32 a, a, a; xor.b32 a, a, %3; mul.lo.u32 a, a, a; xor.b32 a, a, %2; st.shared.u32 [%0], a; $L%=:")
PROBE(33, "setp.lt.u32 p, %2, 16; @p bra $L%=; ld.shared.u32 a, [%0]; mul.lo.u32 a, a, a; xor.b32 a, a, %3; mul.lo.u32 a, a, a; xor.b32 a, a, %2; mul.lo.u32 a, a, a; xor.b32 a, a, %3; mul.lo.u32 a, a, a; st.shared.u32 [%0], a; $L%=:")
PROBE(34, "setp.lt.u32 p, %2, 16; @p bra $L%=; atom.shared.add.u32 a, [%0], %2; st.global.u32 [%1], a; $L%=:")
PROBE(35, "setp.ge.u32 p, %2, 64; @p bra $L%=; bra.uni $M%=; $L%=: st.shared.u32 [%0], %2; $M%=:")
PROBE(36, "setp.lt.u32 p, %2, 64; @p bra $L%=; ld.shared.u32 a, [%0]; add.u32 a, a, 1; st.shared.u32 [%0], a; $L%=:")
PROBE(37, "setp.lt.u32 p, %2, 64; @!p st.shared.u32 [%0], %2; @!p ld.global.u32 a, [%1]; @!p st.global.u32 [%1], a;")

// Atomics by constant, by use of the result, by address.
PROBE(38, "red.shared.add.u32 [%0], 1;")
PROBE(39, "red.shared.add.u32 [%4], 1;")
PROBE(40, "atom.shared.add.u32 a, [%4], 1;")
PROBE(41, "atom.shared.add.u32 a, [%4], 1; st.global.u32 [%1], a;")
PROBE(42, "red.shared.add.u32 [%4], 2;")
PROBE(43, "red.shared.add.u32 [%4], -1;")
PROBE(44, "red.shared.add.u32 [%4], %3;")
PROBE(45, "red.shared.add.u32 [%4], %2;")
PROBE(46, "red.shared.add.s32 [%4], 1;")
PROBE(47, "red.shared.add.u64 [%4], 1;")
PROBE(48, "red.shared.or.b32 [%4], 1;")
PROBE(49, "red.shared.max.u32 [%4], %2;")
PROBE(50, "red.global.add.u32 [%5], 1;")
PROBE(51, "red.global.add.u32 [%5], %2;")
PROBE(52, "red.global.add.u64 [%5], 1;")
PROBE(53, "red.global.add.f32 [%5], 0f3F800000;")
PROBE(54, "red.global.or.b32 [%5], 1;")
PROBE(55, "red.global.max.u32 [%5], %2;")
PROBE(56, "atom.global.add.u32 a, [%5], 1;")
PROBE(57, "atom.global.add.u32 a, [%5], 1; st.global.u32 [%1], a;")
PROBE(58, "atom.global.add.u32 a, [%5], %2; st.global.u32 [%1], a;")
PROBE(59, "atom.global.add.u32 a, [%1], 1;")
PROBE(60, "atom.global.exch.b32 a, [%1], %2;")

// Generic addresses that are provably in one space.
PROBE(61, "cvta.shared.u64 l, m; ld.u32 a, [l]; st.global.u32 [%1], a;")
PROBE(62, "cvta.global.u64 l, %1; ld.u32 a, [l]; st.u32 [l + 4], a;")
// Words of vectors that nobody reads; windows of four words.
PROBE(63, "{ .reg .u32 c, d; ld.shared.v4.u32 {a, b, c, d}, [%0]; st.global.u32 [%1], a; }")
PROBE(64, "{ .reg .u32 c, d; ld.shared.v4.u32 {a, b, c, d}, [%0]; add.u32 a, a, b; st.global.u32 [%1], a; }")
PROBE(65, "{ .reg .u32 c, d; ld.shared.v4.u32 {a, b, c, d}, [%0]; add.u32 a, a, c; st.global.u32 [%1], a; }")
PROBE(66, "ld.shared.u32 a, [%0]; ld.shared.u32 b, [%0 + 4]; add.u32 a, a, b; ld.shared.u32 b, [%0 + 12]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(67, "st.shared.u32 [%0], %2; st.shared.u32 [%0 + 4], %3; st.shared.u32 [%0 + 8], %3;")
PROBE(68, "st.shared.u32 [%0 + 12], %2; st.shared.u32 [%0 + 4], %3; st.shared.u32 [%0], %3; st.shared.u32 [%0 + 8], %3;")
PROBE(69, "st.shared.u32 [%0], %2; st.shared.u32 [%0 + 512], %3; st.shared.u32 [%0 + 4], %3;")

// Alignment that an access proves; read-only loads across a barrier; loads told apart by their cache operator.
PROBE(70, "ld.global.u32 a, [%1]; ld.global.u32 b, [%1 + 4]; add.u32 a, a, b; st.global.u64 [%1 + 8], m; st.global.u32 [%1], a;")
PROBE(71, "ld.global.nc.u32 a, [%1]; bar.warp.sync -1; ld.global.nc.u32 b, [%1]; add.u32 a, a, b; st.global.u32 [%1 + 512], a;")
PROBE(72, "ld.global.u32 a, [%1]; bar.warp.sync -1; ld.global.u32 b, [%1]; add.u32 a, a, b; st.global.u32 [%1 + 512], a;")
PROBE(73, "ld.global.u32 a, [%1]; ld.global.cg.u32 b, [%1]; add.u32 a, a, b; st.global.u32 [%1 + 512], a;")

// Across branches: a pair, one address, and what was stored; around loops that depend on the lane.
PROBE(74, "ld.shared.u32 a, [%0]; setp.lt.u32 p, %2, 16; @p bra $L%=; ld.shared.u32 b, [%0 + 4]; st.global.u32 [%1 + 4], b; $L%=: st.global.u32 [%1], a;")
PROBE(75, "ld.shared.u32 a, [%0]; st.global.u32 [%1], a; mov.u32 b, %2; $L%=: mul.lo.u32 b, b, 3; add.u32 b, b, %3; setp.lt.u32 p, b, 1000; @p bra $L%=; ld.shared.u32 a, [%0 + 4]; add.u32 a, a, b; st.global.u32 [%1 + 4], a;")
PROBE(76, "ld.shared.u32 a, [%0]; st.global.u32 [%1], a; mov.u32 b, %2; $L%=: mul.lo.u32 b, b, 3; add.u32 b, b, %3; setp.lt.u32 p, b, 1000; @p bra $L%=; ld.shared.u32 a, [%0]; add.u32 a, a, b; st.global.u32 [%1 + 4], a;")
PROBE(77, "st.shared.u32 [%0], %2; setp.lt.u32 p, %2, 16; @p bra $L%=; st.global.u32 [%1], %3; $L%=: ld.shared.u32 a, [%0]; st.global.u32 [%1 + 4], a;")

// What stands between: fences, atomics, generic stores, volatile loads.
PROBE(78, "ld.shared.u32 a, [%0]; membar.cta; ld.shared.u32 b, [%0 + 4]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(79, "ld.shared.u32 a, [%0]; red.shared.add.u32 [%0 + 512], %2; ld.shared.u32 b, [%0 + 4]; add.u32 a, a, b; st.global.u32 [%1], a;")
PROBE(80, "ld.shared.u32 a, [%0]; ld.volatile.shared.u32 b, [%0 + 512]; add.u32 a, a, b; ld.shared.u32 b, [%0 + 4]; add.u32 a, a, b; st.global.u32 [%1], a;")

// Combined or not, over one address.
PROBE(81, "atom.global.max.u32 a, [%5], %2; st.global.u32 [%1], a;")
PROBE(82, "red.global.inc.u32 [%5], %2;")
PROBE(83, "red.shared.inc.u32 [%0], -1;")
PROBE(84, "red.global.min.s32 [%5], %2;")
PROBE(85, "red.global.add.u64 [%5], m;")
PROBE(86, "atom.acq_rel.gpu.global.add.u32 a, [%1], 1;")
// clang-format on

constexpr int kProbes = 87;

template <int kNumber>
void launch_from(char* global) {
  if constexpr (kNumber < kProbes) {
    std::printf("%s\t-\t-\n", probe_text<kNumber>());
    probe<kNumber><<<1, fact::kLanes>>>(global, 1);
    fact::check(cudaDeviceSynchronize());
    launch_from<kNumber + 1>(global);
  }
}

}  // namespace

int main() {
  char* global = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&global), kBytes));
  fact::check(cudaMemset(global, 0, kBytes));
  std::printf(
      "smsp__inst_executed.sum smsp__thread_inst_executed.sum smsp__thread_inst_executed_pred_on.sum "
      "sm__sass_inst_executed_op_shared_ld.sum sm__sass_inst_executed_op_shared_st.sum "
      "sm__sass_inst_executed_op_shared_atom.sum sm__sass_inst_executed_op_global_ld.sum "
      "sm__sass_inst_executed_op_global_st.sum sm__sass_inst_executed_op_global_atom.sum "
      "sm__sass_inst_executed_op_global_red.sum sm__sass_inst_executed_op_ld.sum sm__sass_inst_executed_op_st.sum "
      "sm__sass_inst_executed_op_branch.sum sm__sass_inst_executed_op_memory_8b.sum "
      "sm__sass_inst_executed_op_memory_16b.sum sm__sass_inst_executed_op_memory_32b.sum "
      "sm__sass_inst_executed_op_memory_64b.sum sm__sass_inst_executed_op_memory_128b.sum memory_l1_wavefronts_shared "
      "memory_l2_theoretical_sectors_global sm__sass_branch_targets.sum "
      "sm__sass_branch_targets_threads_divergent.sum\n");
  launch_from<0>(global);
  return 0;
}
