// What cache operators and eviction priorities do to what stays in a cache: every warp reads or writes its part of A
// with one hint, then its part of B with another, then reads A again without one. What is found there shows what gave
// way. A launch a row: the hints of A and B, which level is asked, and the KiB of both.
#include "fact.hpp"

namespace {

enum class How {
  plain, ca, cg, cs, lu, cv, nc, l1_unchanged, l1_first, l1_last, l1_no_allocate, nc_no_allocate,
  l2_first, l2_last, l2_normal, l2_unchanged, l2_half_last,
  store, store_cg, store_cs, store_wt, store_l1_last, store_l1_no_allocate, store_l2_first, store_l2_last,
  prefetch_l2_last, count
};

constexpr const char* kNames[] = {
    "ld", "ld.ca", "ld.cg", "ld.cs", "ld.lu", "ld.cv", "ld.nc", "ld.L1::evict_unchanged", "ld.L1::evict_first",
    "ld.L1::evict_last", "ld.L1::no_allocate", "ld.nc.L1::no_allocate", "ld.L2::evict_first", "ld.L2::evict_last",
    "ld.L2::evict_normal", "ld.L2::evict_unchanged", "ld.L2::evict_last:0.5", "st", "st.cg", "st.cs", "st.wt",
    "st.L1::evict_last", "st.L1::no_allocate", "st.L2::evict_first", "st.L2::evict_last", "prefetch.L2::evict_last"};
static_assert(sizeof(kNames) / sizeof(kNames[0]) == static_cast<unsigned>(How::count));

#define LOAD(text) asm volatile("ld.global" text ".u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory")
#define STORE(text) asm volatile("st.global" text ".u32 [%0], %1;" ::"l"(p), "r"(1u) : "memory")
#define POLICY(text) asm volatile("createpolicy.fractional." text ".b64 %0, 1.0;" : "=l"(policy))
#define LOAD_BY_POLICY() \
  asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(value) : "l"(p), "l"(policy) : "memory")
#define STORE_BY_POLICY() \
  asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" ::"l"(p), "r"(1u), "l"(policy) : "memory")

template <How kHow>
__device__ unsigned touch(unsigned* p) {
  unsigned value = 0;
  unsigned long long policy = 0;
  if constexpr (kHow == How::plain) LOAD("");
  if constexpr (kHow == How::ca) LOAD(".ca");
  if constexpr (kHow == How::cg) LOAD(".cg");
  if constexpr (kHow == How::cs) LOAD(".cs");
  if constexpr (kHow == How::lu) LOAD(".lu");
  if constexpr (kHow == How::cv) LOAD(".cv");
  if constexpr (kHow == How::nc) LOAD(".nc");
  if constexpr (kHow == How::l1_unchanged) LOAD(".L1::evict_unchanged");
  if constexpr (kHow == How::l1_first) LOAD(".L1::evict_first");
  if constexpr (kHow == How::l1_last) LOAD(".L1::evict_last");
  if constexpr (kHow == How::l1_no_allocate) LOAD(".L1::no_allocate");
  if constexpr (kHow == How::nc_no_allocate) LOAD(".nc.L1::no_allocate");
  if constexpr (kHow == How::l2_first) { POLICY("L2::evict_first"); LOAD_BY_POLICY(); }
  if constexpr (kHow == How::l2_last) { POLICY("L2::evict_last"); LOAD_BY_POLICY(); }
  if constexpr (kHow == How::l2_normal) { POLICY("L2::evict_normal"); LOAD_BY_POLICY(); }
  if constexpr (kHow == How::l2_unchanged) { POLICY("L2::evict_unchanged"); LOAD_BY_POLICY(); }
  if constexpr (kHow == How::l2_half_last) {
    asm volatile("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;" : "=l"(policy));
    LOAD_BY_POLICY();
  }
  if constexpr (kHow == How::store) STORE("");
  if constexpr (kHow == How::store_cg) STORE(".cg");
  if constexpr (kHow == How::store_cs) STORE(".cs");
  if constexpr (kHow == How::store_wt) STORE(".wt");
  if constexpr (kHow == How::store_l1_last) STORE(".L1::evict_last");
  if constexpr (kHow == How::store_l1_no_allocate) STORE(".L1::no_allocate");
  if constexpr (kHow == How::store_l2_first) { POLICY("L2::evict_first"); STORE_BY_POLICY(); }
  if constexpr (kHow == How::store_l2_last) { POLICY("L2::evict_last"); STORE_BY_POLICY(); }
  if constexpr (kHow == How::prefetch_l2_last)
    asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(p) : "memory");
  return value;
}

/// Each warp has lines of its own in A and B.
template <How kA, How kB>
__global__ void work(unsigned* a, unsigned a_lines, unsigned* b, unsigned b_lines, bool second_level, unsigned never,
                     unsigned* sink) {
  const unsigned lane = threadIdx.x % 32;
  const size_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  unsigned* const of_a = a + warp * a_lines * 32 + lane;
  unsigned* const of_b = b + warp * b_lines * 32 + lane;
  unsigned sum = 0;
  for (unsigned i = 0; i < a_lines; ++i) sum += touch<kA>(of_a + i * 32);
  for (unsigned i = 0; i < b_lines; ++i) sum += touch<kB>(of_b + i * 32);
  for (unsigned i = 0; i < a_lines; ++i)
    sum += second_level ? touch<How::cg>(of_a + i * 32) : touch<How::plain>(of_a + i * 32);
  if (sum == never) *sink = sum;
}

unsigned *data_a, *data_b, *sink;

template <How kA, How kB>
void launch(bool second_level, unsigned a_kib, unsigned b_kib) {
  const unsigned blocks = second_level ? 132 : 1;
  const unsigned threads = second_level ? 1024 : 32;
  const unsigned warps = blocks * threads / 32;
  const unsigned a_lines = a_kib * 8 / warps, b_lines = b_kib * 8 / warps;
  std::printf("%s, %s\t%u\t%u %u\n", kNames[static_cast<unsigned>(kA)], kNames[static_cast<unsigned>(kB)],
              second_level ? 2u : 1u, a_lines * warps / 8, b_lines * warps / 8);
  fact::check(cudaFuncSetAttribute(work<kA, kB>, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
  work<kA, kB><<<blocks, threads>>>(data_a, a_lines, data_b, b_lines, second_level, 0xdeadbeefu, sink);
  fact::check(cudaDeviceSynchronize());
}

template <How kA, How kB>
void first_level() {
  for (const unsigned kib : {64u, 128u, 160u, 192u, 256u, 384u}) launch<kA, kB>(false, 64, kib);
}
template <How kHow>
void first_level_both() {
  first_level<kHow, How::plain>();
  if constexpr (kHow != How::plain) first_level<How::plain, kHow>();
}
template <How kA, How kB>
void second_level() {
  for (const unsigned mib : {0u, 16u, 32u, 48u, 96u}) launch<kA, kB>(true, 16u << 10, mib << 10);
}
template <How kHow>
void second_level_both() {
  second_level<kHow, How::cg>();
  if constexpr (kHow != How::cg) second_level<How::cg, kHow>();
}

}  // namespace

int main() {
  fact::check(cudaMalloc(reinterpret_cast<void**>(&data_a), 128u << 20));
  fact::check(cudaMalloc(reinterpret_cast<void**>(&data_b), 128u << 20));
  fact::check(cudaMemset(data_a, 1, 128u << 20));
  fact::check(cudaMemset(data_b, 1, 128u << 20));
  fact::check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  std::printf(
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum "
      "l1tex__m_xbar2l1tex_read_sectors.sum lts__t_sectors_srcunit_tex.sum lts__t_sectors_srcunit_tex_lookup_hit.sum "
      "lts__t_sectors_srcunit_tex_lookup_miss.sum dram__sectors_read.sum dram__sectors_write.sum\n");
  std::printf("# A launch a row: hints of A and B, the level asked, the KiB of A and of B.\n");
  first_level_both<How::plain>();
  first_level_both<How::ca>();
  first_level_both<How::cg>();
  first_level_both<How::cs>();
  first_level_both<How::lu>();
  first_level_both<How::cv>();
  first_level_both<How::nc>();
  first_level_both<How::l1_unchanged>();
  first_level_both<How::l1_first>();
  first_level_both<How::l1_last>();
  first_level_both<How::l1_no_allocate>();
  first_level_both<How::nc_no_allocate>();
  first_level_both<How::l2_first>();
  first_level_both<How::l2_last>();
  first_level_both<How::store>();
  first_level_both<How::store_cg>();
  first_level_both<How::store_cs>();
  first_level_both<How::store_wt>();
  first_level_both<How::store_l1_last>();
  first_level_both<How::store_l1_no_allocate>();
  first_level<How::l1_last, How::l1_last>();
  first_level<How::l1_first, How::l1_first>();
  first_level<How::nc, How::nc>();
  second_level_both<How::cg>();
  second_level_both<How::plain>();
  second_level_both<How::cs>();
  second_level_both<How::lu>();
  second_level_both<How::cv>();
  second_level_both<How::l1_first>();
  second_level_both<How::l1_last>();
  second_level_both<How::l1_no_allocate>();
  second_level_both<How::l2_first>();
  second_level_both<How::l2_last>();
  second_level_both<How::l2_normal>();
  second_level_both<How::l2_unchanged>();
  second_level_both<How::l2_half_last>();
  second_level_both<How::store>();
  second_level_both<How::store_cg>();
  second_level_both<How::store_cs>();
  second_level_both<How::store_wt>();
  second_level_both<How::store_l2_first>();
  second_level_both<How::store_l2_last>();
  second_level_both<How::prefetch_l2_last>();
  for (const unsigned kib : {96u, 128u, 160u, 192u}) launch<How::l1_last, How::plain>(false, kib, 384);
  for (const unsigned mib : {2u, 4u, 8u, 12u, 24u, 32u}) launch<How::l2_last, How::cg>(true, mib << 10, 96u << 10);
  second_level<How::l2_last, How::l2_last>();
  second_level<How::l2_first, How::l2_first>();
  std::printf("PASS cache_hints\n");
  return 0;
}
