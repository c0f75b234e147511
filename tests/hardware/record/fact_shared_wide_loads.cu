// Shared loads of 64 and 128 bits by lanes that share addresses with some of their neighbours, under all kinds of masks:
// when does the machine serve lanes of different halves, or quarters, together?
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 15;
constexpr int kCases = 420;

struct V2 {
  static constexpr const char* kText = "ld.v2.u32";
  static constexpr unsigned kWidth = 8;
  static __device__ unsigned apply(unsigned at, unsigned on) {
    unsigned x = 0, y = 0;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0; @p ld.shared.v2.u32 {%0, %1}, [%2]; }"
                 : "+r"(x), "+r"(y)
                 : "r"(at), "r"(on)
                 : "memory");
    return x ^ y;
  }
};

struct V4 {
  static constexpr const char* kText = "ld.v4.u32";
  static constexpr unsigned kWidth = 16;
  static __device__ unsigned apply(unsigned at, unsigned on) {
    unsigned x = 0, y = 0, z = 0, w = 0;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %5, 0; @p ld.shared.v4.u32 {%0, %1, %2, %3}, [%4]; }"
                 : "+r"(x), "+r"(y), "+r"(z), "+r"(w)
                 : "r"(at), "r"(on)
                 : "memory");
    return x ^ y ^ z ^ w;
  }
};

unsigned mask_of(fact::Random& random) {
  const unsigned bits = 1u << random.below(5);
  unsigned mask = 0;
  switch (random.below(8)) {
    case 0: return random.bits() * 2 + random.below(2);
    case 1: return (random.bits() * 2) & (random.bits() * 2 + 1);
    case 2:
      for (unsigned lane = 0; lane < 32; ++lane) mask |= (lane & bits) == 0 ? 1u << lane : 0;
      return mask;
    case 3:
      for (unsigned lane = 0; lane < 32; ++lane) mask |= (lane & bits) != 0 ? 1u << lane : 0;
      return mask;
    case 4: return (2u << random.below(31)) - 1;
    default: return 0xffffffffu;
  }
}

std::vector<fact::Request> requests(unsigned width, unsigned seed) {
  std::vector<fact::Request> all;
  fact::Random random(seed);
  const unsigned elements = kBytes / width;
  for (int i = 0; i < kCases; ++i) {
    const unsigned same = random.below(3) == 0 ? random.below(32) : 1u << random.below(5);  // lanes that differ in these bits only share an address
    const unsigned way = random.below(7);
    const unsigned stride = 1 + random.below(3) * random.below(9);
    unsigned chosen[fact::kLanes];
    for (unsigned& value : chosen) value = random.below(way == 0 ? 4 : way == 1 ? 16 : way == 2 ? 64 : 1024);
    fact::Request request{mask_of(random), {}};
    for (unsigned lane = 0; lane < fact::kLanes; ++lane) {
      const unsigned group = lane & ~same;
      unsigned element = chosen[group];
      if (way == 4) element = group * stride;
      if (way == 5) element = (group & 1) * 32 ^ group >> 2;
      if (way == 6) element = (group & 3) * 16 + (group >> 4) * stride;
      request.offset[lane] = element % elements * width;
    }
    if (random.below(6) == 0) request.offset[random.below(32)] = random.below(64) * width;  // one falls out of line
    if (request.mask == 0) request.mask = 1;
    all.push_back(request);
  }
  return all;
}

template <typename Op>
__global__ void one(const __grid_constant__ fact::Request request, unsigned never, unsigned* sink) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));
  const unsigned value = Op::apply(base + request.offset[lane], request.mask >> lane & 1);
  if (value == never) *sink = value;
}

template <typename Op>
void launch_all(unsigned* sink) {
  for (const fact::Request& request : requests(Op::kWidth, 5)) {
    fact::announce(Op::kText, request);
    one<Op><<<1, fact::kLanes, kBytes>>>(request, 0xdeadbeefu, sink);
    fact::check(cudaDeviceSynchronize());
  }
}

}  // namespace

int main() {
  unsigned* sink = nullptr;
  fact::check(cudaMalloc(&sink, 4));
  std::printf(
      "sm__sass_inst_executed_op_shared_ld.sum sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum "
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum memory_l1_wavefronts_shared_ideal "
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum\n");
  launch_all<V2>(sink);
  launch_all<V4>(sink);
  std::printf("PASS\n");
  return 0;
}
