// Additions of floating-point numbers to shared memory, which has no instruction for them: a loop of a load, the
// addition and a compare-and-swap. How often each lane goes round depends on which lanes share words and banks.
#include "fact.hpp"

namespace {

constexpr unsigned kBytes = 1 << 15;

#define ATOMIC(name, text, width, declare, operand, value)                                               \
  struct name {                                                                                          \
    static constexpr const char* kText = text ", " value;                                                \
    static constexpr unsigned kWidth = width;                                                            \
    static __device__ unsigned apply(unsigned at, unsigned on) {                                         \
      unsigned got = 0;                                                                                  \
      asm volatile("{ .reg .pred p; .reg .b16 h; .reg .b64 d; setp.ne.u32 p, %1, 0; " declare            \
                   "@p " text " " operand "; }"                                                          \
                   : "+r"(got)                                                                           \
                   : "r"(on), "r"(at), "r"(0x3f803c00u), "l"(0x3ff0000000000000ull)                      \
                   : "memory");                                                                          \
      return got;                                                                                        \
    }                                                                                                    \
  }

ATOMIC(RedF32, "red.shared.add.f32", 4, "", "[%2], %3", "1");
ATOMIC(RedF32Zero, "red.shared.add.f32", 4, "", "[%2], 0f00000000", "0");
ATOMIC(AtomF32, "atom.shared.add.f32", 4, "", "%0, [%2], %3", "1");
ATOMIC(RedF64, "red.shared.add.f64", 8, "mov.b64 d, %4; ", "[%2], d", "1");
ATOMIC(AtomF64, "atom.shared.add.f64", 8, "", "d, [%2], %4; cvt.u32.u64 %0, d", "1");
ATOMIC(RedF16x2, "red.shared.add.noftz.f16x2", 4, "", "[%2], %3", "1");
ATOMIC(AtomF16x2, "atom.shared.add.noftz.f16x2", 4, "", "%0, [%2], %3", "1");
ATOMIC(RedBf16x2, "red.shared.add.noftz.bf16x2", 4, "", "[%2], %3", "1");
ATOMIC(RedF16, "red.shared.add.noftz.f16", 2, "mov.b16 h, 0x3c00; ", "[%2], h", "1");
ATOMIC(AtomBf16, "atom.shared.add.noftz.bf16", 2, "mov.b16 h, 0x3f80; ", "h, [%2], h; cvt.u32.u16 %0, h", "1");
ATOMIC(MaxS64, "atom.shared.max.s64", 8, "", "d, [%2], %4; cvt.u32.u64 %0, d", "1");
ATOMIC(AddU64, "red.shared.add.u64", 8, "", "[%2], %4", "1");
ATOMIC(AndB64, "red.shared.and.b64", 8, "", "[%2], %4", "0");
ATOMIC(Cas16, "atom.shared.cas.b16", 2, "mov.b16 h, 0; ", "h, [%2], h, h; cvt.u32.u16 %0, h", "0 for 0");

template <typename Op>
__global__ void one(const __grid_constant__ fact::Request request, unsigned never, unsigned* sink) {
  extern __shared__ __align__(1024) char s[];
  const unsigned lane = threadIdx.x;
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));
  const unsigned value = Op::apply(base + request.offset[lane], request.mask >> lane & 1);
  if (value == never) *sink = value;
}

template <typename Op>
void launch(unsigned mask, const unsigned (&element)[fact::kLanes], unsigned* sink) {
  fact::Request request{mask, {}};
  for (int lane = 0; lane < fact::kLanes; ++lane) request.offset[lane] = element[lane] * Op::kWidth;
  fact::announce(Op::kText, request);
  one<Op><<<1, fact::kLanes, kBytes>>>(request, 0xdeadbeefu, sink);
  fact::check(cudaDeviceSynchronize());
}

/// Lanes that share words in groups of two, four, eight, sixteen, beside each other or apart; lanes of one bank; both.
template <typename Op>
void launch_all(unsigned* sink, bool all) {
  fact::Random random(41);
  const auto add = [&](unsigned mask, auto element) {
    unsigned elements[fact::kLanes];
    for (unsigned lane = 0; lane < fact::kLanes; ++lane) elements[lane] = element(lane) % (kBytes / Op::kWidth);
    launch<Op>(mask, elements, sink);
  };
  const unsigned full = 0xffffffffu;
  add(full, [](unsigned lane) { return lane; });
  for (const unsigned shared : {2u, 4u, 8u, 16u, 32u}) {
    add(full, [=](unsigned lane) { return lane / shared; });
    if (shared < 32) add(full, [=](unsigned lane) { return lane % (32 / shared); });
  }
  for (const unsigned stride : {2u, 4u, 8u, 16u, 32u, 33u}) add(full, [=](unsigned lane) { return lane * stride; });
  if (all) {
    add(full, [](unsigned lane) { return lane % 2 * 32; });
    add(full, [](unsigned lane) { return lane / 16 * 32; });
    add(full, [](unsigned lane) { return lane % 4 * 32; });
    add(full, [](unsigned lane) { return lane % 2 * 16; });
    add(full, [](unsigned lane) { return lane / 2 * 32; });
    add(full, [](unsigned lane) { return lane % 4 + lane / 16 * 32; });
    add(full, [](unsigned lane) { return lane < 20 ? 0 : lane; });
    add(full, [](unsigned lane) { return lane < 3 ? 7 : lane < 5 ? 39 : lane; });
    for (const unsigned mask : {1u, 3u, 0xffffu, 0xffff0000u, 0x55555555u, 0x80000001u}) {
      add(mask, [](unsigned lane) { return lane; });
      add(mask, [](unsigned) { return 5u; });
      add(mask, [](unsigned lane) { return lane / 4; });
    }
    add(0, [](unsigned lane) { return lane; });
  }
  for (const unsigned among : {2u, 4u, 16u, 32u, 64u, 256u, 4096u}) {
    add(full, [&](unsigned) { return random.below(among); });
    if (all) add(random.bits() * 2 + 1, [&](unsigned) { return random.below(among); });
    if (all) add(full, [&](unsigned) { return random.below(among); });
  }
}

}  // namespace

int main() {
  unsigned* sink = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  std::printf(
      "smsp__inst_executed.sum sm__sass_inst_executed_op_shared_atom.sum sm__sass_inst_executed_op_shared_ld.sum "
      "sm__sass_inst_executed_op_shared_st.sum "
      "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum "
      "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum memory_l1_wavefronts_shared "
      "memory_l1_wavefronts_shared_ideal l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum "
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum smsp__thread_inst_executed_pred_on.sum\n");
  launch_all<RedF32>(sink, true);
  launch_all<AtomF32>(sink, false);
  launch_all<RedF32Zero>(sink, false);
  launch_all<RedF64>(sink, true);
  launch_all<AtomF64>(sink, false);
  launch_all<RedF16x2>(sink, false);
  launch_all<AtomF16x2>(sink, false);
  launch_all<RedBf16x2>(sink, false);
  launch_all<RedF16>(sink, false);
  launch_all<AtomBf16>(sink, false);
  launch_all<MaxS64>(sink, false);
  launch_all<AddU64>(sink, false);
  launch_all<AndB64>(sink, false);
  launch_all<Cas16>(sink, false);
  return 0;
}
