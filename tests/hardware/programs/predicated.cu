// Vector loads and stores under a predicate by inline assembly, as libraries of tiles write them for their edges: the
// registers are zeroed, then the load fills those of the lanes that are inside.
#include "check.hpp"

struct Plain {};
struct Prefetched {};
struct ReadOnly {};
struct Streaming {};

#define GUARDED_LOAD(Kind, modifiers)                                                                      \
  static __device__ int4 load(Kind, const int* from, bool wanted) {                                               \
    int4 v;                                                                                                \
    asm volatile(                                                                                          \
        "{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0;" \
        " @p ld.global" modifiers ".v4.b32 {%0, %1, %2, %3}, [%4]; }"                                      \
        : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)                                                       \
        : "l"(from), "r"(static_cast<int>(wanted)));                                                       \
    return v;                                                                                              \
  }

GUARDED_LOAD(Plain, "")
GUARDED_LOAD(Prefetched, ".L2::128B")
GUARDED_LOAD(ReadOnly, ".nc.L1::no_allocate.L2::128B")
GUARDED_LOAD(Streaming, ".cs")

static __device__ void store(int* to, int4 v, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; @p st.global.v4.b32 [%0], {%1, %2, %3, %4}; }" ::"l"(to), "r"(v.x),
               "r"(v.y), "r"(v.z), "r"(v.w), "r"(static_cast<int>(wanted))
               : "memory");
}

template <class Kind>
__global__ void copy_fours(int* out, const int* in, int count) {
  const int at = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  store(out + at, load(Kind{}, in + at, at < count), true);
}

template <class Kind>
__global__ void copy_fours_twice(int* out, const int* in, int count) {
  const int at = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  const int4 a = load(Kind{}, in + at, at < count), b = load(Kind{}, in + at + 4, at + 4 < count);
  store(out + at, a, at < count);
  store(out + at + 4, b, at + 4 < count);
}

// Under a predicate that no lane of the last warps has.
__global__ void whole_warps_outside(int* out, const int* in, int count) {
  const int at = threadIdx.x * 4;
  const int4 v = load(Plain{}, in + at, at < count);
  store(out + at, v, at < count);
}

// Not all of what is loaded is used.
__global__ void first_of_four(int* out, const int* in, int count) {
  out[threadIdx.x] = load(Plain{}, in + threadIdx.x * 4, threadIdx.x * 4 < count).x;
}

__global__ void middle_of_four(int* out, const int* in, int count) {
  const int4 v = load(Plain{}, in + threadIdx.x * 4, threadIdx.x * 4 < count);
  out[threadIdx.x] = v.y + v.z;
}

__global__ void three_of_four(int* out, const int* in, int count) {
  const int4 v = load(Plain{}, in + threadIdx.x * 4, threadIdx.x * 4 < count);
  out[threadIdx.x] = v.x + v.y + v.w;
}

// The same address under the same predicate, under another, and under the opposite one.
__global__ void same_twice(int* out, const int* in, int count) {
  const bool wanted = threadIdx.x * 4 < count;
  const int4 a = load(Plain{}, in + threadIdx.x * 4, wanted), b = load(Plain{}, in + threadIdx.x * 4, wanted);
  out[threadIdx.x] = a.x + a.y + b.z + 3 * b.w;
}

__global__ void other_predicate(int* out, const int* in, int count) {
  const int4 a = load(Plain{}, in + threadIdx.x * 4, threadIdx.x * 4 < count), b = load(Plain{}, in + threadIdx.x * 4, threadIdx.x % 2);
  out[threadIdx.x] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
}

__global__ void either(int* out, const int* in, int count) {
  int x, y;
  asm volatile(
      "{ .reg .pred p; setp.lt.s32 p, %3, %4; @p ld.global.v2.b32 {%0, %1}, [%2]; @!p ld.global.v2.b32 {%0, %1}, [%2 + 128]; }"
      : "=r"(x), "=r"(y)
      : "l"(in + threadIdx.x * 2), "r"(static_cast<int>(threadIdx.x)), "r"(count));
  out[threadIdx.x] = x + 2 * y;
}

template <class T>
__global__ void narrow(int* out, const T* in, int count);

#define NARROW(T, Held, type, letter)                                                                            \
  template <>                                                                                                        \
  __global__ void narrow<T>(int* out, const T* in, int count) {                                                      \
    Held v;                                                                                                          \
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov." type " %0, 0; @p ld.global.L2::64B." type " %0, [%1]; }" \
                 : "=" letter(v)                                                                                     \
                 : "l"(in + threadIdx.x), "r"(static_cast<int>(threadIdx.x < count)));                               \
    out[threadIdx.x] = static_cast<int>(v);                                                                          \
  }

NARROW(short, short, "b16", "h")
NARROW(int, int, "b32", "r")
NARROW(long long, long long, "b64", "l")

__global__ void pairs_of_doubles(int* out, const double* in, int count) {
  double x, y;
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.f64 %0, 0d0000000000000000; mov.f64 %1, 0d0000000000000000;"
               " @p ld.global.L2::256B.v2.f64 {%0, %1}, [%2]; }"
               : "=d"(x), "=d"(y)
               : "l"(in + threadIdx.x * 2), "r"(static_cast<int>(threadIdx.x < count)));
  out[threadIdx.x] = static_cast<int>(x + y);
}

// A tile through shared memory: rows and columns outside are zero.
__global__ void edge_of_tile(int* out, const int* in, int rows, int columns) {
  __shared__ __align__(16) int tile[16][36];
  const int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
  *reinterpret_cast<int4*>(&tile[row][column]) =
      load(Prefetched{}, in + row * columns + column, row < rows && column < columns);
  __syncthreads();
  for (int i = threadIdx.x; i < 512; i += 128) out[i] = tile[i % 16][i / 16];
}

int main() {
  int* in = check::array<int>(4096, [](int i) { return i * 7 + 1; });
  short* shorts = check::array<short>(64, [](int i) { return i - 20; });
  long long* longs = check::array<long long>(64, [](int i) { return i * 3; });
  double* doubles = check::array<double>(128, [](int i) { return i; });
  const auto value = [](int i) { return i * 7 + 1; };
  const auto up_to = [=](int count) { return [=](int i) { return i < count ? value(i) : 0; }; };
  const auto four = [=](int i, int k) { return i * 4 < 100 ? value(i * 4 + k) : 0; };
  check::words("copy_fours", copy_fours<Plain>, 2, 128, 1024, up_to(900), in, 900);
  check::words("copy_fours", copy_fours<Prefetched>, 2, 128, 1024, up_to(900), in, 900);
  check::words("copy_fours", copy_fours<ReadOnly>, 2, 128, 1024, up_to(900), in, 900);
  check::words("copy_fours", copy_fours<Streaming>, 2, 128, 1024, up_to(900), in, 900);
  check::words("copy_fours_twice", copy_fours_twice<Plain>, 2, 64, 1024, up_to(900), in, 900);
  check::words("copy_fours_twice", copy_fours_twice<Prefetched>, 2, 64, 1024, up_to(900), in, 900);
  check::words("whole_warps_outside", whole_warps_outside, 1, 128, 512, up_to(200), in, 200);
  check::words("first_of_four", first_of_four, 1, 32, 32, [=](int i) { return four(i, 0); }, in, 100);
  check::words("middle_of_four", middle_of_four, 1, 32, 32, [=](int i) { return four(i, 1) + four(i, 2); }, in, 100);
  check::words("three_of_four", three_of_four, 1, 32, 32, [=](int i) { return four(i, 0) + four(i, 1) + four(i, 3); }, in, 100);
  check::words("same_twice", same_twice, 1, 32, 32, [=](int i) { return four(i, 0) + four(i, 1) + four(i, 2) + 3 * four(i, 3); }, in, 100);
  check::words("other_predicate", other_predicate, 1, 32, 32, [=](int i) {
    const int all = 4 * value(i * 4) + 42;
    return (i * 4 < 100 ? all : 0) + (i % 2 ? all : 0);
  }, in, 100);
  check::words("either", either, 1, 32, 32, [=](int i) {
    const int at = i * 2 + (i < 13 ? 0 : 32);
    return value(at) + 2 * value(at + 1);
  }, in, 13);
  check::words("narrow", narrow<short>, 1, 64, 64, [](int i) { return i < 41 ? i - 20 : 0; }, shorts, 41);
  check::words("narrow", narrow<int>, 1, 64, 64, up_to(41), in, 41);
  check::words("narrow", narrow<long long>, 1, 64, 64, [](int i) { return i < 41 ? i * 3 : 0; }, longs, 41);
  check::words("pairs_of_doubles", pairs_of_doubles, 1, 64, 64, [](int i) { return i < 41 ? 4 * i + 1 : 0; }, doubles, 41);
  check::words("edge_of_tile", edge_of_tile, 1, 128, 512, [=](int i) {
    const int row = i % 16, column = i / 16;
    return row < 13 && column < 28 ? value(row * 28 + column) : 0;
  }, in, 13, 28);
  return check::finish("predicated");
}
