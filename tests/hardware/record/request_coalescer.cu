// When the coalescer in front of the second level joins what several multiprocessors ask of one line. Blocks of chosen
// multiprocessors, one on each, begin at one moment of the global timer and load the same lines. Prints a line a launch:
//   WHAT  HOW  MULTIPROCESSORS
//     pair    512 lines one after another by two multiprocessors
//     kind    1024 lines, loaded as HOW says
//     delay   the second begins so many cycles later
//     number  so many multiprocessors; each begins so many cycles after the one before it
// The recording sets two counters beside these lines: l1tex__m_xbar2l1tex_read_sectors.sum, what the multiprocessors
// got, and lts__t_sectors_srcunit_tex_op_read.sum, what the second level was asked for. `held` launches were profiled
// with `ncu --cache-control none`, so that the second level has the lines, others with `--cache-control all`. Rows of
// whole kernels (`kernel`) are products, tiled and not, and a few others of the usual shapes, profiled in the same way.
// Usage: ncu --metrics ... request_coalescer
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int kSms = 132;
constexpr int kShared = 200 << 10;  // one block on a multiprocessor

enum Kind { kOneByOne, kEightAtATime, kSectorEach, kLineAndSector, kGlobalOnly, kHalfEach, kRelaxed };
constexpr const char* kNames[] = {"one by one", "eight at a time", "a sector each", "a line and its second sector",
                                  "ld.cg", "half a line each", "ld.relaxed"};

struct Plan {
  short order[kSms];  // of the multiprocessor, from 0; -1: takes no part
};

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::printf("FAIL %s\n", cudaGetErrorString(status));
  std::exit(1);
}

__device__ unsigned long long global_time() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

__device__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

__global__ void load_lines(Plan plan, const unsigned* data, int lines, int kind, int apart, int between, unsigned* sink) {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  const int order = plan.order[sm];
  if (order < 0) return;
  const unsigned long long moment = ((global_time() >> 16) + 1) << 16;
  while (global_time() < moment) {
  }
  spin(static_cast<long long>(apart) * order);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  unsigned sum = 0;  // the data is 0, so that addresses depend on what was loaded before and are the same
  if (kind == kEightAtATime) {
    for (int i = warp * 8; i < lines; i += warps * 8) {
      unsigned v[8];
      for (int k = 0; k < 8; ++k)
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(v[k]) : "l"(data + (i + k) * 32 + lane));
      for (int k = 0; k < 8; ++k) sum += v[k];
    }
  } else {
    bool on = true;
    if (kind == kSectorEach) on = lane / 8 == order % 4;
    if (kind == kLineAndSector && order != 0) on = lane / 8 == 1;
    if (kind == kHalfEach) on = lane / 16 == order % 2;
    for (int i = warp; i < lines; i += warps) {
      unsigned v = 0;
      const unsigned* p = data + i * 32 + lane + sum;
      if (on && kind == kGlobalOnly) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p));
      if (on && kind == kRelaxed) asm volatile("ld.global.relaxed.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p));
      if (on && kind != kGlobalOnly && kind != kRelaxed) asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p));
      sum += v;
      if (between != 0) spin(between);
    }
  }
  if (sum != 0) sink[order] = sum;
}

unsigned *data, *sink;

void launch(const char* what, const std::vector<int>& sms, int lines, Kind kind, int apart, int threads, int between) {
  Plan plan;
  for (short& order : plan.order) order = -1;
  std::string named;
  for (std::size_t i = 0; i < sms.size(); ++i) {
    plan.order[sms[i]] = static_cast<short>(i);
    named += (i == 0 ? "" : ",") + std::to_string(sms[i]);
  }
  load_lines<<<kSms, threads, kShared>>>(plan, data, lines, kind, apart, between, sink);
  check(cudaDeviceSynchronize());
  std::printf("%s\t%s, %d threads, %d cycles apart, %d between\t%s\n", what, kNames[kind], threads, apart, between,
              named.c_str());
}

std::vector<int> first(int count) {
  std::vector<int> sms;
  for (int i = 0; i < count; ++i) sms.push_back(i);
  return sms;
}

}  // namespace

int main() {
  check(cudaFuncSetAttribute(load_lines, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
  check(cudaMalloc(&data, 64 << 20));
  check(cudaMemset(data, 0, 64 << 20));
  check(cudaMalloc(&sink, 4096));
  for (const int a : {0, 1, 40, 131}) {
    for (int b = 0; b < kSms; ++b) {
      if (a != b) launch("pair", {a, b}, 512, kOneByOne, 0, 32, 0);
    }
  }
  for (int kind = kOneByOne; kind <= kRelaxed; ++kind) {
    for (const int b : {1, 2, 6}) launch("kind", {0, b}, 1024, static_cast<Kind>(kind), 0, 32, 0);
  }
  for (int apart = 0; apart <= 1500; apart += 50) launch("delay", {0, 1}, 1024, kOneByOne, apart, 32, 1500);
  for (int count = 1; count <= 18; ++count) {
    launch("number", first(count), 1024, kOneByOne, 0, 32, 0);
    launch("number", first(count), 1024, kOneByOne, 0, 32, 1500);
    launch("number", first(count), 1024, kEightAtATime, 0, 32, 0);
    launch("number", first(count), 1024, kEightAtATime, 0, 256, 0);
  }
  for (const int count : {1, 2, 3, 4, 8, 16, 32, 64, kSms}) {
    for (const int apart : {0, 100, 1000}) launch("number", first(count), 1024, kEightAtATime, apart, 256, 0);
    launch("number", first(count), 1024, kEightAtATime, 0, 1024, 0);
  }
  return 0;
}
