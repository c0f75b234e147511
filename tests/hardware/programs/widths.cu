// Vector types, narrow types, structures, read-only and local memory.
#include "check.hpp"

struct Three {
  float x, y, z;
};
struct alignas(16) Four {
  int a, b, c, d;
};
struct Mixed {
  double d;
  int i;
  short s;
  char c;
};

__global__ void pairs(float2* out, const float2* in) { out[threadIdx.x] = in[63 - threadIdx.x]; }

__global__ void one_of_four(int* out, const int4* in) { out[threadIdx.x] = in[threadIdx.x].z; }

__global__ void two_of_four(int* out, const int4* in) {
  const int4 v = in[threadIdx.x];
  out[threadIdx.x] = v.x + v.y;
}

__global__ void ends_of_four(int* out, const int4* in) {
  const int4 v = in[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
}

__global__ void threes(Three* out, const Three* in) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void fours(Four* out, const Four* in) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void mixed(Mixed* out, const Mixed* in) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void bytes(unsigned char* out, const unsigned char* in) { out[threadIdx.x] = in[threadIdx.x * 3] + 1; }

__global__ void shorts(short* out, const short* in) { out[threadIdx.x] = in[threadIdx.x ^ 5]; }

__global__ void four_bytes(uchar4* out, const uchar4* in) {
  uchar4 v = in[threadIdx.x];
  v.x += 1;
  out[threadIdx.x] = v;
}

__global__ void doubles(double* out, const double2* in) { out[threadIdx.x] = in[threadIdx.x].x * in[threadIdx.x].y; }

__global__ void read_only(int* out, const int* __restrict__ in) {
  out[threadIdx.x] = __ldg(in + threadIdx.x) + __ldg(in + (threadIdx.x * 5) % 64);
}

__global__ void twice(int* out, const int* in) {
  const int a = in[threadIdx.x];
  out[threadIdx.x] = a;
  out[threadIdx.x + 64] = a + in[threadIdx.x];
}

__global__ void neighbours(int* out, const int* in) {
  const int at = threadIdx.x * 4;
  out[threadIdx.x] = in[at] + in[at + 1] + in[at + 2] + in[at + 3];
}

__global__ void neighbours_of_vector(int* out, int4* both) {
  int* words = reinterpret_cast<int*>(both + threadIdx.x);
  const int sum = words[0] + words[1] + words[2] + words[3];
  both[threadIdx.x + 64] = make_int4(sum, 0, 0, sum);
  out[threadIdx.x] = sum;
}

__global__ void own_array(int* out, int shift) {
  int values[16];
  for (int k = 0; k < 16; ++k) values[(k * 5 + shift) % 16] = k + static_cast<int>(threadIdx.x);
  out[threadIdx.x] = values[threadIdx.x % 16];
}

__constant__ int table[64];

__global__ void constants(int* out) { out[threadIdx.x] = table[threadIdx.x] + table[7]; }

__global__ void shared_vectors(int4* out) {
  __shared__ int4 all[64];
  const int i = threadIdx.x;
  all[i] = make_int4(i, i + 1, i + 2, i + 3);
  __syncthreads();
  out[i] = all[63 - i];
}

__global__ void part_of_shared_vectors(int* out) {
  __shared__ int4 all[64];
  const int i = threadIdx.x;
  all[i] = make_int4(i, i + 1, i + 2, i + 3);
  __syncthreads();
  out[i] = all[63 - i].y;
}

bool operator==(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
bool operator!=(float2 a, float2 b) { return !(a == b); }
bool operator!=(int4 a, int4 b) { return a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w; }
bool operator!=(uchar4 a, uchar4 b) { return a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w; }
bool operator!=(const Three& a, const Three& b) { return a.x != b.x || a.y != b.y || a.z != b.z; }
bool operator!=(const Four& a, const Four& b) { return a.a != b.a || a.b != b.b || a.c != b.c || a.d != b.d; }
bool operator!=(const Mixed& a, const Mixed& b) { return a.d != b.d || a.i != b.i || a.s != b.s || a.c != b.c; }
template <class T>
bool operator==(const T& a, const T& b) {
  return !(a != b);
}

int main() {
  const int* words = check::array<int>(256, [](int i) { return i * 7 % 61; });
  const auto at = [](int i) { return i * 7 % 61; };
  const float2* f2 = check::array<float2>(64, [](int i) { return make_float2(i, i + 0.5f); });
  const int4* i4 = check::array<int4>(64, [](int i) { return make_int4(i, 2 * i, 3 * i, 4 * i); });
  check::words("pairs", pairs, 1, 64, 64, [](int i) { return make_float2(63 - i, 63.5f - i); }, f2);
  check::words("one_of_four", one_of_four, 1, 64, 64, [](int i) { return 3 * i; }, i4);
  check::words("two_of_four", two_of_four, 1, 64, 64, [](int i) { return 3 * i; }, i4);
  check::words("ends_of_four", ends_of_four, 1, 64, 64, [](int i) { return 5 * i; }, i4);
  const auto three = [](int i) { return Three{i * 1.0f, i * 2.0f, i * 3.0f}; };
  check::words<Three>("threes", threes, 1, 64, 64, three, static_cast<const Three*>(check::array<Three>(64, three)));
  const auto four = [](int i) { return Four{i, i + 1, i + 2, i + 3}; };
  check::words<Four>("fours", fours, 1, 64, 64, four, static_cast<const Four*>(check::array<Four>(64, four)));
  const auto some = [](int i) { return Mixed{i * 0.5, i, static_cast<short>(i), static_cast<char>(i)}; };
  check::words<Mixed>("mixed", mixed, 1, 64, 64, some, static_cast<const Mixed*>(check::array<Mixed>(64, some)));
  const unsigned char* u8 = check::array<unsigned char>(192, [](int i) { return static_cast<unsigned char>(i); });
  check::words("bytes", bytes, 1, 64, 64, [](int i) { return i * 3 + 1; }, u8);
  const short* s16 = check::array<short>(64, [](int i) { return static_cast<short>(i * 11); });
  check::words("shorts", shorts, 1, 64, 64, [](int i) { return (i ^ 5) * 11; }, s16);
  const auto quad = [](int add) {
    return [=](int i) {
      const auto b = static_cast<unsigned char>(i);
      return make_uchar4(b + add, b, b, b);
    };
  };
  check::words("four_bytes", four_bytes, 1, 64, 64, quad(1), static_cast<const uchar4*>(check::array<uchar4>(64, quad(0))));
  const double2* d2 = check::array<double2>(64, [](int i) { return make_double2(i, i + 1); });
  check::words("doubles", doubles, 1, 64, 64, [](int i) { return i * (i + 1); }, d2);
  check::words("read_only", read_only, 1, 64, 64, [&](int i) { return at(i) + at(i * 5 % 64); }, words);
  check::words("twice", twice, 1, 64, 128, [&](int i) { return i < 64 ? at(i) : 2 * at(i - 64); }, words);
  check::words("neighbours", neighbours, 1, 64, 64,
               [&](int i) { return at(4 * i) + at(4 * i + 1) + at(4 * i + 2) + at(4 * i + 3); }, words);
  int4* both = check::array<int4>(128, [](int i) { return make_int4(i, 2 * i, 3 * i, 4 * i); });
  check::words("neighbours_of_vector", neighbours_of_vector, 1, 64, 64, [](int i) { return 10 * i; }, both);
  check::words("own_array", own_array, 1, 64, 64, [](int i) {
    int k = 0;
    while ((k * 5 + 3) % 16 != i % 16) ++k;
    return k + i;
  }, 3);
  int host[64];
  for (int i = 0; i < 64; ++i) host[i] = i * i;
  cudaMemcpyToSymbol(table, host, sizeof host);
  check::words("constants", constants, 1, 64, 64, [](int i) { return i * i + 49; });
  check::words("shared_vectors", shared_vectors, 1, 64, 64,
               [](int i) { return make_int4(63 - i, 64 - i, 65 - i, 66 - i); });
  check::words("part_of_shared_vectors", part_of_shared_vectors, 1, 64, 64, [](int i) { return 64 - i; });
  return check::finish("widths");
}
