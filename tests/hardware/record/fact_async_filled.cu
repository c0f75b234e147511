// cp.async.cg of which some lanes write zeros, because the size of their source is 0 or because a predicate says to ignore
// the source: no guard stands before it, so that the predicate in the machine instruction is the only one. A row lists 32
// shared addresses, then 32 global ones; the mask is of the lanes that read.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 13;

struct Copy {
  unsigned reads;
  unsigned to[fact::kLanes];
  unsigned from[fact::kLanes];
};

struct BySize {
  static constexpr const char* kText = "source size 0";
  static __device__ void apply(unsigned to, const char* from, unsigned reads) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2; cp.async.wait_all;" ::"r"(to), "l"(from), "r"(reads ? 16 : 0) : "memory");
  }
};
struct ByPredicate {
  static constexpr const char* kText = "ignored";
  static __device__ void apply(unsigned to, const char* from, unsigned reads) {
    asm volatile("{ .reg .pred q; setp.eq.u32 q, %2, 0; cp.async.cg.shared.global [%0], [%1], 16, q; cp.async.wait_all; }" ::"r"(to), "l"(from), "r"(reads)
                 : "memory");
  }
};
struct BySizeThenSecond {
  static constexpr const char* kText = "source size 0, behind one of other lanes";
  static __device__ void apply(unsigned to, const char* from, unsigned reads) {
    asm volatile(
        "{ .reg .pred p; .reg .b32 t; setp.eq.u32 p, %2, 0; selp.b32 t, 16, 0, p; cp.async.cg.shared.global [%0], [%1], 16, t; "
        "cp.async.cg.shared.global [%0 + 4096], [%1], 16, %3; cp.async.wait_all; }" ::"r"(to),
        "l"(from), "r"(reads), "r"(reads ? 16 : 0)
        : "memory");
  }
};

template <typename Op>
__global__ void one(const __grid_constant__ Copy copy, const char* base) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(s));
  Op::apply(shared + copy.to[lane], base + copy.from[lane], copy.reads >> lane & 1);
}

template <typename Op>
void launch(const Copy& copy, const char* base) {
  std::printf("cp.async.cg.shared.global, 16, %s\t%08x\t", Op::kText, copy.reads);
  for (unsigned lane = 0; lane < fact::kLanes; ++lane) std::printf("%u ", copy.to[lane]);
  for (unsigned lane = 0; lane < fact::kLanes; ++lane) std::printf("%u%s", copy.from[lane], lane == 31 ? "\n" : " ");
  one<Op><<<1, fact::kLanes, kBytes>>>(copy, base);
  fact::check(cudaGetLastError());
  fact::check(cudaDeviceSynchronize());
}

Copy tile(unsigned row_bytes, unsigned pitch, unsigned shift) {
  Copy copy{0, {}, {}};
  const unsigned in_row = row_bytes / 16;
  for (unsigned lane = 0; lane < fact::kLanes; ++lane) {
    const unsigned row = lane / in_row;
    copy.to[lane] = row * row_bytes + (lane % in_row ^ (shift == 9 ? 0 : (row >> shift) % in_row)) * 16;
    copy.from[lane] = row * pitch + lane % in_row * 16;
  }
  return copy;
}

}  // namespace

int main() {
  char* base = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&base), 1 << 20));
  std::printf(
      "sm__sass_inst_executed_op_ldgsts.sum sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum "
      "memory_l1_wavefronts_shared memory_l1_wavefronts_shared_ideal memory_l1_tag_requests_global "
      "memory_l2_theoretical_sectors_global memory_l2_theoretical_sectors_global_ideal "
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__data_pipe_lsu_wavefronts_mem_shared.sum "
      "l1tex__data_pipe_lsu_wavefronts.sum\n");
  std::printf("# One warp and one launch a row; the mask is of lanes that read; 32 addresses in shared memory, then 32 in global.\n");
  fact::Random random(3);
  for (const Copy& of : {tile(512, 512, 9), tile(64, 1024, 1), tile(128, 1024, 0), tile(32, 1024, 2), tile(64, 1024, 9)}) {
    Copy copy = of;
    for (const unsigned reads : {0xffffffffu, 0u, 0x0000ffffu, 0xffff0000u, 0x0f0f0f0fu, 0xff00ff00u, 0x33333333u, 0x55555555u, 0xfffffffbu, 0x00000004u,
                                 0xffff0fffu, 0x00000001u, 0x80000000u, random.bits() * 2 + 1, random.bits() * 2, random.bits() & random.bits()}) {
      copy.reads = reads;
      launch<BySize>(copy, base);
      launch<ByPredicate>(copy, base);
      if (reads == 0x0000ffffu || reads == 0xfffffffbu) launch<BySizeThenSecond>(copy, base);
    }
  }
  return 0;
}
