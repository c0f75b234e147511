// What an instruction costs: cycles from one to the next that depends on it, and cycles between instructions that do
// not, on one sub-partition of an SM whose warps are all there. A line an instruction of PTX; instruction_costs.py sets
// beside it what the assembler made of it.
//
// Each instruction stands many times in a loop, once in a chain of one warp and once in four chains of 32 warps. The
// loop is timed by the SM's clock with two numbers of rounds, and the difference is taken, so that what is around the
// loop does not count. Registers are untyped (.b32, .b64), so that any instruction can read what it wrote.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kWarps = 32;        // of the block; eight for each sub-partition
constexpr int kPartitions = 4;
constexpr int kChains = 4;        // independent ones of a thread
constexpr int kRounds = 64;
constexpr int kProfiledRounds = 16;

/// What the first operand is the address of: the thread's own word, which holds that address; its own 16 bytes, of which
/// each word does; its own barrier of one arrival.
enum class Memory { none, shared, global, row, barrier };

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::printf("FAIL %s\n", cudaGetErrorString(status));
  std::exit(1);
}

/// \tparam chains  1: every instruction waits for the one before
/// \tparam length  instructions of a chain in the loop's body
template <class Op, int chains, int length>
__global__ void timed(typename Op::Word* values, long long* clocks, int rounds, typename Op::Word a, typename Op::Word b) {
  constexpr bool kWide = Op::kMemory == Memory::row || Op::kMemory == Memory::barrier;
  constexpr int kWords = kWide ? 4 : 1;
  __shared__ __align__(16) unsigned words[32 * kWarps * kWords];
  const unsigned own = static_cast<unsigned>(__cvta_generic_to_shared(&words[threadIdx.x * kWords]));
  for (int i = 0; i < kWords; ++i) words[threadIdx.x * kWords + i] = own;
  if (Op::kMemory == Memory::barrier) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(own) : "memory");
  if (Op::kMemory == Memory::global) values[threadIdx.x] = reinterpret_cast<unsigned long long>(&values[threadIdx.x]);
  typename Op::Word x[chains];
  for (int c = 0; c < chains; ++c) {
    const int at = Op::kMemory == Memory::global ? threadIdx.x : (c * blockDim.x + threadIdx.x) % 4096;
    x[c] = Op::kMemory == Memory::shared || kWide ? own : values[at];
  }
  __syncthreads();
  const long long start = clock64();
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < length; ++i) {
#pragma unroll
      for (int c = 0; c < chains; ++c) Op::step(x[c], a, b);
    }
  }
  const long long end = clock64();
  typename Op::Word sum = 0;
  for (int c = 0; c < chains; ++c) sum += x[c];
  values[4096 + threadIdx.x] = sum + words[threadIdx.x ^ 1];
  if (threadIdx.x % 32 == 0) {
    clocks[2 * (threadIdx.x / 32)] = start;
    clocks[2 * (threadIdx.x / 32) + 1] = end;
  }
}

/// Cycles from the first warp's start to the last one's end.
template <class Op, int chains, int length>
long long cycles(int warps, int rounds, int repeats = 5) {
  using Word = typename Op::Word;
  static Word* values = nullptr;
  static long long* clocks = nullptr;
  if (values == nullptr) {
    check(cudaMalloc(&values, (4096 + 1024) * sizeof(Word)));
    check(cudaMalloc(&clocks, 2 * kWarps * sizeof(long long)));
  }
  // Ordinary numbers, whether they are read as integers or as floating-point numbers.
  constexpr bool kWide = sizeof(Word) == 8;
  constexpr Word kA = kWide ? static_cast<Word>(0x3ff0000100000321ull) : 0x3f800321u;
  constexpr Word kB = kWide ? static_cast<Word>(0x3ff8000000000005ull) : 5;
  constexpr Word kFirst = kWide ? static_cast<Word>(0x3ff1234500000321ull) : 0x3f812345u;
  std::vector<Word> input(4096);
  for (unsigned i = 0; i < 4096; ++i) input[i] = kFirst + 77 * i;
  long long best = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    check(cudaMemcpy(values, input.data(), input.size() * sizeof(Word), cudaMemcpyHostToDevice));
    timed<Op, chains, length><<<1, 32 * warps>>>(values, clocks, rounds, kA, kB);
    std::vector<long long> host(2 * warps);
    check(cudaMemcpy(host.data(), clocks, host.size() * sizeof(long long), cudaMemcpyDeviceToHost));
    long long first = host[0], last = host[1];
    for (int w = 1; w < warps; ++w) {
      first = std::min(first, host[2 * w]);
      last = std::max(last, host[2 * w + 1]);
    }
    best = repeat == 0 ? last - first : std::min(best, last - first);
  }
  return best;
}

template <class Op>
void measure(bool only_chains) {
  constexpr int kChain = Op::kLong ? 8 : 64;
  constexpr int kBody = Op::kLong ? 2 : 16;
  if (only_chains) {
    std::printf("%s\n", Op::kName);
    cycles<Op, 1, kChain>(1, kProfiledRounds, 1);
    return;
  }
  const double dependent = double(cycles<Op, 1, kChain>(1, 2 * kRounds) - cycles<Op, 1, kChain>(1, kRounds)) /
                           (kRounds * kChain);
  const double issue = double(cycles<Op, kChains, kBody>(kWarps, 2 * kRounds) - cycles<Op, kChains, kBody>(kWarps, kRounds)) /
                       (double(kRounds) * kBody * kChains * kWarps / kPartitions);
  std::printf("%s\t%s\t%s\t%.2f\t%.2f\n", Op::kName, Op::kClass, Op::kText, dependent, issue);
}

// NAME, class of arch/instruction_costs.hpp, the instruction. %0 is read and written, %1 and %2 are constants.
#define ROW(WORD, LETTER, LONG, MEMORY, NAME, CLASS, TEXT)                                 \
  struct NAME {                                                                            \
    using Word = WORD;                                                                     \
    static constexpr bool kLong = LONG;                                                    \
    static constexpr Memory kMemory = MEMORY;                                              \
    static constexpr const char* kName = #NAME;                                            \
    static constexpr const char* kClass = CLASS;                                           \
    static constexpr const char* kText = TEXT;                                             \
    __device__ static void step(Word& x, Word a, Word b) {                                 \
      asm volatile("{" TEXT "}" : "+" LETTER(x) : LETTER(a), LETTER(b) : "memory");        \
    }                                                                                      \
  };
#define OP32(NAME, CLASS, TEXT) ROW(unsigned, "r", false, Memory::none, NAME, CLASS, TEXT)
#define LONG32(NAME, CLASS, TEXT) ROW(unsigned, "r", true, Memory::none, NAME, CLASS, TEXT)
#define OP64(NAME, CLASS, TEXT) ROW(unsigned long long, "l", false, Memory::none, NAME, CLASS, TEXT)
#define LONG64(NAME, CLASS, TEXT) ROW(unsigned long long, "l", true, Memory::none, NAME, CLASS, TEXT)

#define ROWS                                                                                                  \
  OP32(add_f32, "float32", "add.f32 %0, %0, %1;")                                                             \
  OP32(mul_f32, "float32", "mul.f32 %0, %0, %1;")                                                             \
  OP32(fma_f32, "float32", "fma.rn.f32 %0, %0, %1, %2;")                                                      \
  OP32(min_max_f32, "compare", "min.f32 %0, %0, %1; max.f32 %0, %0, %2;")                                     \
  OP32(set_f32, "compare", "set.lt.u32.f32 %0, %0, %1;")                                                      \
  OP32(setp_selp_f32, "compare", ".reg .pred p; setp.lt.f32 p, %0, %1; selp.b32 %0, %1, %2, p;")              \
  OP32(add_f16x2, "float16", "add.f16x2 %0, %0, %1;")                                                         \
  OP32(mul_f16x2, "float16", "mul.f16x2 %0, %0, %1;")                                                         \
  OP32(fma_f16x2, "float16", "fma.rn.f16x2 %0, %0, %1, %2;")                                                  \
  OP32(fma_bf16x2, "bfloat16", "fma.rn.bf16x2 %0, %0, %1, %2;")                                               \
  OP32(rcp_f32, "special", "rcp.approx.ftz.f32 %0, %0; add.f32 %0, %0, %1;")                                \
  OP32(rsqrt_f32, "special", "rsqrt.approx.ftz.f32 %0, %0;")                                                  \
  OP32(sqrt_f32, "special", "sqrt.approx.ftz.f32 %0, %0;")                                                    \
  OP32(lg2_f32, "special", "lg2.approx.ftz.f32 %0, %0;")                                                      \
  OP32(ex2_f32, "special", "ex2.approx.ftz.f32 %0, %0;")                                                      \
  OP32(sin_f32, "special", "sin.approx.ftz.f32 %0, %0;")                                                      \
  OP32(cos_f32, "special", "cos.approx.ftz.f32 %0, %0;")                                                      \
  OP32(tanh_f32, "special", "tanh.approx.f32 %0, %0;")                                                        \
  LONG32(div_approx_f32, "sequence", "div.approx.ftz.f32 %0, %1, %0;")                                        \
  LONG32(div_full_f32, "sequence", "div.full.f32 %0, %1, %0;")                                                \
  LONG32(div_rn_f32, "sequence", "div.rn.f32 %0, %1, %0;")                                                    \
  LONG32(rcp_rn_f32, "sequence", "rcp.rn.f32 %0, %0;")                                                        \
  LONG32(sqrt_rn_f32, "sequence", "sqrt.rn.f32 %0, %0;")                                                      \
  OP64(add_f64, "float64", "add.f64 %0, %0, %1;")                                                             \
  OP64(mul_f64, "float64", "mul.f64 %0, %0, %1;")                                                             \
  OP64(fma_f64, "float64", "fma.rn.f64 %0, %0, %1, %2;")                                                      \
  OP64(setp_f64, "float64", ".reg .pred p; setp.lt.f64 p, %0, %1; selp.b64 %0, %1, %2, p;")                   \
  LONG64(div_rn_f64, "sequence", "div.rn.f64 %0, %1, %0;")                                                    \
  LONG64(sqrt_rn_f64, "sequence", "sqrt.rn.f64 %0, %0;")                                                      \
  OP32(add_s32, "integer_add", "add.s32 %0, %0, %1;")                                                         \
  OP32(add_xor_b32, "integer_add", "add.s32 %0, %0, %1; xor.b32 %0, %0, %2;")                                  \
  OP32(add_cc_u32, "integer_add", "add.cc.u32 %0, %0, %1; addc.u32 %0, %0, %2;")                              \
  OP64(add_s64, "sequence", "add.s64 %0, %0, %1;")                                                            \
  OP32(mul_lo_s32, "integer_multiply", "mul.lo.s32 %0, %0, %1;")                                              \
  OP32(mul_hi_s32, "integer_multiply", "mul.hi.s32 %0, %0, %1;")                                              \
  OP32(mad_lo_s32, "integer_multiply", "mad.lo.s32 %0, %0, %1, %2;")                                          \
  OP32(mul_wide_u32, "integer_multiply", ".reg .b64 t; mul.wide.u32 t, %0, %1; .reg .b32 l; mov.b64 {l, %0}, t;") \
  OP32(mul24_lo_s32, "multiply24", "mul24.lo.s32 %0, %0, %1;")                                                \
  LONG64(mul_lo_s64, "sequence", "mul.lo.s64 %0, %0, %1;")                                                    \
  LONG32(div_s32, "sequence", "div.s32 %0, %1, %0;")                                                          \
  LONG32(div_u32, "sequence", "div.u32 %0, %1, %0;")                                                          \
  LONG32(rem_u32, "sequence", "rem.u32 %0, %1, %0;")                                                          \
  LONG64(div_s64, "sequence", "div.s64 %0, %1, %0;")                                                          \
  OP32(shl_b32, "shift", "shl.b32 %0, %1, %0;")                                                               \
  OP32(shr_s32, "shift", "shr.s32 %0, %1, %0;")                                                               \
  OP32(shf_b32, "shift", "shf.l.wrap.b32 %0, %0, %1, %2;")                                                    \
  OP32(min_max_s32, "compare", "min.s32 %0, %0, %1; max.s32 %0, %0, %2;")                                     \
  OP32(set_s32, "compare", "set.lt.s32.s32 %0, %0, %1;")                                                      \
  OP32(setp_selp_s32, "compare", ".reg .pred p; setp.lt.s32 p, %0, %1; selp.b32 %0, %1, %2, p;")              \
  OP32(slct_s32, "compare", "slct.b32.s32 %0, %1, %2, %0;")                                                   \
  OP32(lop3_b32, "logic", "lop3.b32 %0, %0, %1, %2, 0xe8;")                                                   \
  OP32(prmt_b32, "logic", "prmt.b32 %0, %0, %1, %2;")                                                         \
  OP32(brev_b32, "bit_reverse", "brev.b32 %0, %0; add.u32 %0, %0, %1;")                                       \
  OP32(bfe_u32, "bit_field", "bfe.u32 %0, %0, %1, %2;")                                                       \
  OP32(bfi_b32, "bit_field", "bfi.b32 %0, %0, %1, %2, 7;")                                                    \
  OP32(bfind_u32, "leading_zeros", "bfind.u32 %0, %0;")                                                       \
  OP32(clz_b32, "leading_zeros", "clz.b32 %0, %0;")                                                           \
  OP32(popc_b32, "population_count", "popc.b32 %0, %0;")                                                      \
  OP32(sad_s32, "absolute_difference", "sad.s32 %0, %0, %1, %2;")                                             \
  OP32(vabsdiff4, "video", "vabsdiff4.u32.u32.u32.add %0, %0, %1, %2;")                                       \
  OP32(dp4a, "dot_product", "dp4a.s32.s32 %0, %0, %1, %2;")                                                   \
  OP32(add_max_s32, "dynamic_programming", "add.s32 %0, %0, %1; max.s32 %0, %0, %2;")                         \
  OP32(shfl_bfly, "shuffle", "shfl.sync.bfly.b32 %0, %0, 1, 31, -1;")                                         \
  OP32(shfl_up, "shuffle", "shfl.sync.up.b32 %0, %0, 1, 0, -1;")                                              \
  OP32(vote_ballot, "vote", ".reg .pred p; setp.lt.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1;")           \
  OP32(match_any, "sequence", "match.any.sync.b32 %0, %0, -1;")                                               \
  OP32(redux_add, "warp_reduce", "redux.sync.add.s32 %0, %0, -1;")                                            \
  OP32(cvt_s32_s8, "convert_narrow", "cvt.s32.s8 %0, %0; sub.s32 %0, %1, %0;")                                \
  OP32(cvt_s32_s16, "convert_narrow", "cvt.s32.s16 %0, %0; sub.s32 %0, %1, %0;")                              \
  OP32(cvt_f32_u8, "convert_narrow", "cvt.rn.f32.u8 %0, %0;")                                                 \
  OP32(cvt_f32_s16, "convert_narrow", "cvt.rn.f32.s16 %0, %0;")                                               \
  OP32(cvt_f32_s32, "convert", "cvt.rn.f32.s32 %0, %0;")                                                      \
  OP32(cvt_f32_u32, "convert", "cvt.rn.f32.u32 %0, %0;")                                                      \
  OP32(cvt_s32_f32, "convert", "cvt.rzi.s32.f32 %0, %0;")                                                     \
  OP32(cvt_rni_f32, "convert", "cvt.rni.f32.f32 %0, %0; add.s32 %0, %0, %1;")                                 \
  OP32(cvt_f16_f32, "convert", ".reg .b16 h; cvt.rn.f16.f32 h, %0; mov.b32 %0, {h, h};")                      \
  OP32(cvt_f32_f16, "convert", ".reg .b16 l, h; mov.b32 {l, h}, %0; cvt.f32.f16 %0, h;")                      \
  OP32(cvt_bf16x2_f32, "convert", "cvt.rn.bf16x2.f32 %0, %0, %1;")                                            \
  OP32(cvt_f64_f32, "convert_64", ".reg .b64 t; .reg .b32 l; cvt.f64.f32 t, %0; mov.b64 {l, %0}, t;")         \
  OP64(cvt_f32_f64, "convert_64", ".reg .b32 s; cvt.rn.f32.f64 s, %0; mov.b64 %0, {s, s};")                   \
  OP32(cvt_f64_s32, "convert_64", ".reg .b64 t; .reg .b32 l; cvt.rn.f64.s32 t, %0; mov.b64 {l, %0}, t;")      \
  OP64(cvt_s32_f64, "convert_64", ".reg .b32 s; cvt.rzi.s32.f64 s, %0; mov.b64 %0, {s, s};")                  \
  OP64(cvt_f64_s64, "convert_64", "cvt.rn.f64.s64 %0, %0;")                                                   \
  OP64(cvt_s64_f64, "convert_64", "cvt.rzi.s64.f64 %0, %0;")                                                  \
  OP32(cvt_s64_s32, "sequence", ".reg .b64 t; .reg .b32 l; cvt.s64.s32 t, %0; mov.b64 {l, %0}, t; sub.s32 %0, %1, %0;") \
  OP64(mma_f16, "tensor", ".reg .b32 l, h, m, n, o, p; mov.b64 {l, h}, %0; mov.b64 {m, n}, %1; mov.b64 {o, p}, %2;"    \
       "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {l, h}, {m, n, m, n}, {o, p}, {l, h}; mov.b64 %0, {l, h};")  \
  OP64(mma_s8, "tensor", ".reg .b32 l, h, m, n; mov.b64 {l, h}, %0; mov.b64 {m, n}, %1;"                               \
       "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {l, h}, {m}, {n}, {l, h}; mov.b64 %0, {l, h};")                 \
  OP32(bar_sync, "barrier", "bar.sync 0;")                                                                    \
  ROW(unsigned, "r", false, Memory::shared, ld_shared, "memory", "ld.shared.u32 %0, [%0];")                   \
  ROW(unsigned, "r", false, Memory::shared, st_shared, "memory", "st.shared.u32 [%0], %1;")                   \
  ROW(unsigned, "r", false, Memory::shared, atom_shared, "memory", "atom.shared.add.u32 %0, [%0], 0;")        \
  ROW(unsigned long long, "l", false, Memory::global, ld_global, "memory", "ld.global.u64 %0, [%0];")

// What waits, orders, and moves matrices: compiled in the rows' place with -DFURTHER.
#define FURTHER_ROWS                                                                                          \
  OP32(movmatrix, "matrix_move", "movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;")                             \
  ROW(unsigned, "r", false, Memory::row, ldmatrix_x1, "memory", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%0];") \
  ROW(unsigned, "r", false, Memory::row, ldmatrix_x2, "memory",                                               \
      ".reg .b32 t; ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, t}, [%0]; min.u32 %0, %0, t;")              \
  ROW(unsigned, "r", false, Memory::row, ldmatrix_x4, "memory",                                               \
      ".reg .b32 t, u, v; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, t, u, v}, [%0]; min.u32 %0, %0, v;")  \
  ROW(unsigned, "r", false, Memory::row, stmatrix_x1, "memory", "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%0};") \
  ROW(unsigned, "r", false, Memory::row, stmatrix_x4, "memory",                                               \
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%0, %0, %0, %0};")                                     \
  ROW(unsigned, "r", false, Memory::barrier, mbarrier_arrive, "mbarrier",                                     \
      ".reg .b64 t; mbarrier.arrive.shared.b64 t, [%0];")                                                     \
  ROW(unsigned, "r", false, Memory::barrier, mbarrier_arrive_expect, "mbarrier",                              \
      ".reg .b64 t; mbarrier.arrive.expect_tx.shared.b64 t, [%0], 0;")                                        \
  ROW(unsigned, "r", false, Memory::barrier, mbarrier_test_wait, "mbarrier",                                  \
      ".reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%0], 1; @!p add.u32 %0, %0, 8;")                \
  ROW(unsigned, "r", false, Memory::barrier, mbarrier_try_wait, "mbarrier",                                   \
      ".reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%0], 1; @!p add.u32 %0, %0, 8;")                 \
  ROW(unsigned, "r", true, Memory::barrier, mbarrier_init, "mbarrier", "mbarrier.init.shared.b64 [%0], 1;")   \
  OP32(fence_cta, "fence", "fence.acq_rel.cta;")                                                              \
  OP32(fence_sc_cta, "fence", "fence.sc.cta;")                                                                \
  LONG32(fence_gpu, "fence", "fence.acq_rel.gpu;")                                                            \
  LONG32(fence_sc_gpu, "fence", "fence.sc.gpu;")                                                              \
  LONG32(fence_sys, "fence", "fence.acq_rel.sys;")                                                            \
  LONG32(fence_proxy_async, "fence", "fence.proxy.async.shared::cta;")                                        \
  OP32(bar_warp_sync, "warp_barrier", "bar.warp.sync -1;")                                                    \
  OP32(activemask, "vote", ".reg .b32 t; activemask.b32 t; xor.b32 %0, %0, t;")                               \
  OP32(elect, "vote", ".reg .pred p; .reg .b32 d; elect.sync d|p, -1; @p add.u32 %0, %0, %1;")                \
  OP32(vote_any, "vote", ".reg .pred p, q; setp.lt.u32 p, %0, %1; vote.sync.any.pred q, p, -1; selp.b32 %0, %1, %2, q;") \
  OP32(bar_red, "barrier", ".reg .pred p; setp.lt.u32 p, %0, %1; bar.red.popc.u32 %0, 0, p;")                 \
  ROW(unsigned, "r", true, Memory::shared, atom_shared_add_f32, "sequence", "red.shared.add.f32 [%0], 0f3F800000;") \
  ROW(unsigned, "r", false, Memory::shared, ld_shared_volatile, "memory", "ld.volatile.shared.u32 %0, [%0];") \
  ROW(unsigned long long, "l", false, Memory::global, ld_global_cv, "memory", "ld.global.cv.u64 %0, [%0];")   \
  ROW(unsigned long long, "l", false, Memory::global, ld_global_volatile, "memory", "ld.volatile.global.u64 %0, [%0];") \
  ROW(unsigned long long, "l", false, Memory::global, ld_relaxed_cta, "memory", "ld.relaxed.cta.global.u64 %0, [%0];") \
  ROW(unsigned long long, "l", false, Memory::global, ld_relaxed_gpu, "memory", "ld.relaxed.gpu.global.u64 %0, [%0];") \
  ROW(unsigned long long, "l", true, Memory::global, ld_acquire_gpu, "memory", "ld.acquire.gpu.global.u64 %0, [%0];")
#ifdef FURTHER
#undef ROWS
#define ROWS FURTHER_ROWS
#endif

ROWS

#undef ROW
#define ROW(WORD, LETTER, LONG, MEMORY, NAME, CLASS, TEXT) measure<NAME>(only_chains);

}  // namespace

/// With an argument: every chain is launched once, for a profiler, and the names are printed in order.
int main(int count, char**) {
  const bool only_chains = count > 1;
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("# %s\n", properties.name);
  ROWS
  return 0;
}
