// Branches that split a warp: both sides run, one after the other, with the other side's lanes idle.
//
//   branch_by_thread   odd and even lanes take different sides: every warp walks through both
//   branch_by_warp     odd and even warps take different sides: no warp walks through both
//   loop_by_lane       lane l goes round l + 1 times: the warp goes round 32 times with 16.5 lanes on average
//
// What to see: `smsp__thread_inst_executed / smsp__inst_executed`, the lanes at work in an average warp instruction,
// and the branch efficiency, 100 % for branch_by_warp. The sides are loops, so that they cannot become predicated
// instructions, as the short sides of an `if` do.
// Usage: divergence [blocks]
#include "check.hpp"

constexpr int kBlock = 256;

__device__ unsigned side_a(unsigned value, int rounds) {
  for (int i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
  return value;
}

__device__ unsigned side_b(unsigned value, int rounds) {
  for (int i = 0; i < rounds; ++i) value = (value ^ (value << 13)) + 0x9e3779b9u;
  return value;
}

__global__ void branch_by_thread(unsigned* out, int rounds) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    out[i] = side_a(i, rounds);
  } else {
    out[i] = side_b(i, rounds);
  }
}

__global__ void branch_by_warp(unsigned* out, int rounds) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  if (threadIdx.x / 32 % 2 == 0) {
    out[i] = side_a(i, rounds);
  } else {
    out[i] = side_b(i, rounds);
  }
}

__global__ void loop_by_lane(unsigned* out) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  unsigned value = i;
#pragma unroll 1
  for (unsigned round = 0; round <= threadIdx.x % 32; ++round) value = value * 1664525u + 1013904223u;
  out[i] = value;
}

int main(int argc, char** argv) {
  const int blocks = examples::size_argument(argc, argv, 1, "blocks", 64, 1, 1 << 16);
  constexpr int kRounds = 100;
  const auto a = [](unsigned value, int rounds) {
    for (int i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
    return value;
  };
  const auto b = [](unsigned value, int rounds) {
    for (int i = 0; i < rounds; ++i) value = (value ^ (value << 13)) + 0x9e3779b9u;
    return value;
  };
  const unsigned count = static_cast<unsigned>(blocks) * kBlock;
  std::vector<unsigned> by_thread(count);
  std::vector<unsigned> by_warp(count);
  std::vector<unsigned> by_lane(count);
  for (unsigned i = 0; i < count; ++i) {
    by_thread[i] = i % 2 == 0 ? a(i, kRounds) : b(i, kRounds);
    by_warp[i] = i / 32 % 2 == 0 ? a(i, kRounds) : b(i, kRounds);
    by_lane[i] = a(i, static_cast<int>(i % 32) + 1);
  }

  examples::DeviceArray<unsigned> out(count);
  examples::Verdict verdict("divergence");
  branch_by_thread<<<blocks, kBlock>>>(out.get(), kRounds);
  CHECK_LAUNCH();
  verdict.expect_equal("by thread", out.to_host(), by_thread);

  out.fill(0xff);
  branch_by_warp<<<blocks, kBlock>>>(out.get(), kRounds);
  CHECK_LAUNCH();
  verdict.expect_equal("by warp", out.to_host(), by_warp);

  out.fill(0xff);
  loop_by_lane<<<blocks, kBlock>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("by lane", out.to_host(), by_lane);
  return verdict.finish();
}
