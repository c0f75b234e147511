// Kernels that end in an access under a predicate: the assembler makes an exit of the predicate, and what only that access
// needs may follow the exit, where lanes and warps without it do not execute it.
#include <cstring>

#include "check.hpp"

static __device__ void store(int* to, int value, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p st.global.b32 [%0], %1; }" ::"l"(to), "r"(value), "r"(static_cast<int>(wanted)));
}

static __device__ void add(int* to, int value, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p red.global.add.s32 [%0], %1; }" ::"l"(to), "r"(value), "r"(static_cast<int>(wanted)));
}

constexpr int kThreads = 128, kWanted = 40;

#define VALUE(Name, expression)                                     \
  struct Name {                                                     \
    static __device__ int of(const int* s, const int* in, int i) { return expression; } \
  }

VALUE(Word, s[i]);
VALUE(Negated, -s[i]);
VALUE(Scaled, s[i] * 3 + 1);
VALUE(Squared, s[i] * s[i]);
VALUE(SumOfTwo, s[i] + s[i ^ 1]);
VALUE(SumOfFour, s[i] + s[i ^ 1] + s[i ^ 2] + s[i ^ 4]);
VALUE(SumOfEight, s[i] + s[i ^ 1] + s[i ^ 2] + s[i ^ 4] + s[i ^ 8] + s[i ^ 16] + s[i ^ 32] + s[i ^ 64]);
VALUE(Mixed, (s[i] ^ s[i ^ 1]) * 5 - (s[i ^ 2] & s[i ^ 4]));
VALUE(Narrow, reinterpret_cast<const short*>(s)[i]);
VALUE(BytesJoined, reinterpret_cast<const unsigned char*>(s)[i] | reinterpret_cast<const unsigned char*>(s)[i + 128] << 8);
VALUE(AsFloat, __float_as_int(static_cast<float>(s[i])));
VALUE(Root, static_cast<int>(sqrtf(static_cast<float>(s[i]))));
VALUE(Quotient, static_cast<int>(__fdividef(static_cast<float>(s[i]), 2.0f)));
VALUE(Chosen, s[i] > 50 ? s[i ^ 1] : 7);
VALUE(OfGlobal, in[i]);
VALUE(OfBoth, in[i] + s[i]);
VALUE(Indirect, in[s[i] & 63]);
VALUE(Shuffled, __shfl_xor_sync(0xffffffff, s[i], 1));

static __device__ float number(const int* s, int i) { return __int_as_float(s[i]); }
VALUE(Sum, __float_as_int(number(s, i) + 2.5f));
VALUE(Product, __float_as_int(number(s, i) * 2.5f));
VALUE(ProductOfVariable, __float_as_int(number(s, i) * static_cast<float>(i)));
VALUE(Fused, __float_as_int(fmaf(number(s, i), 2.5f, 1.0f)));
VALUE(Opposite, __float_as_int(-number(s, i)));
VALUE(Square, __float_as_int(number(s, i) * number(s, i)));
VALUE(Reciprocal, __float_as_int(__frcp_rn(1.0f) * __fdividef(1.0f, number(s, i) + 1.0f)));
VALUE(Shifted, s[i] << 3);
VALUE(Masked, s[i] & 15);
VALUE(Widened, static_cast<int>(static_cast<long long>(s[i]) >> 1));
VALUE(TwoKinds, static_cast<int>(static_cast<float>(s[i])) + static_cast<int>(reinterpret_cast<const short*>(s)[i]));

template <class Value>
__global__ void tail(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  store(out + i, Value::of(s, in, i ^ 3), i < kWanted);
}

// The place is what is loaded.
__global__ void place_from_shared(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  store(out + (s[i ^ 3] & 127), 5, i < kWanted);
}

__global__ void place_and_value(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int v = s[i ^ 3];
  store(out + (v & 127), v, i < kWanted);
}

__global__ void two_stores(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int a = s[i ^ 3], b = s[i ^ 5];
  store(out + i, a, i < kWanted);
  store(out + 128 + i, b, i < kWanted);
}

__global__ void one_value_twice(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int a = s[i ^ 3];
  store(out + i, a, i < kWanted);
  store(out + 128 + i, a, i < kWanted);
}

__global__ void fence_between(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int a = s[i ^ 3];
  __threadfence();
  store(out + i, a, i < kWanted);
}

__global__ void store_between(int* out, const int* in) {
  __shared__ int s[kThreads], t[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int a = s[i ^ 3];
  reinterpret_cast<volatile int*>(t)[i] = i;
  store(out + i, a, i < kWanted);
}

__global__ void barrier_between(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int a = s[i ^ 3];
  __syncthreads();
  store(out + i, a, i < kWanted);
}

__global__ void loop_between(int* out, const int* in, int rounds) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int a = s[i ^ 3];
  int sum = 0;
  for (int k = 0; k < rounds; ++k) sum = sum * 3 + in[k];
  store(out + i, a + sum, i < kWanted);
}

__global__ void reduction(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  add(out + i % 8, s[i ^ 3], i < kWanted);
}

__global__ void predicate_from_value(int* out, const int* in) {
  __shared__ int s[kThreads];
  const int i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const int a = s[i ^ 3];
  store(out + i, a, a < 60);
}

__global__ void wide(int* out, const int* in) {
  __shared__ __align__(16) int s[4 * kThreads];
  const int i = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[k * kThreads + i] = in[i] + k;
  __syncthreads();
  const int4 v = reinterpret_cast<const int4*>(s)[i ^ 3];
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; @p st.global.v4.b32 [%0], {%1, %2, %3, %4}; }" ::"l"(out + i * 4), "r"(v.x), "r"(v.y),
               "r"(v.z), "r"(v.w), "r"(static_cast<int>(i < kWanted)));
}

int main() {
  const auto word = [](int i) { return (i * 29 + 3) % 128; };
  int* in = check::array<int>(256, word);
  const auto at = [=](auto of) { return [=](int i) { return i < kWanted ? of(i ^ 3) : 0; }; };
  const auto run = [&](const char* name, auto kernel, auto of) { check::words(name, kernel, 1, kThreads, kThreads, at(of), in); };
  run("word", tail<Word>, word);
  run("negated", tail<Negated>, [=](int i) { return -word(i); });
  run("scaled", tail<Scaled>, [=](int i) { return word(i) * 3 + 1; });
  run("squared", tail<Squared>, [=](int i) { return word(i) * word(i); });
  run("sum of two", tail<SumOfTwo>, [=](int i) { return word(i) + word(i ^ 1); });
  run("sum of four", tail<SumOfFour>, [=](int i) { return word(i) + word(i ^ 1) + word(i ^ 2) + word(i ^ 4); });
  run("sum of eight", tail<SumOfEight>, [=](int i) {
    int sum = word(i);
    for (int k = 1; k < 128; k *= 2) sum += word(i ^ k);
    return sum;
  });
  run("mixed", tail<Mixed>, [=](int i) { return (word(i) ^ word(i ^ 1)) * 5 - (word(i ^ 2) & word(i ^ 4)); });
  run("narrow", tail<Narrow>, [=](int i) { return i % 2 ? 0 : word(i / 2); });
  run("bytes joined", tail<BytesJoined>, [=](int i) { return i % 4 ? 0 : word(i / 4) | word(i / 4 + 32) << 8; });
  run("as float", tail<AsFloat>, [=](int i) {
    const float f = static_cast<float>(word(i));
    int bits;
    std::memcpy(&bits, &f, sizeof bits);
    return bits;
  });
  run("root", tail<Root>, [=](int i) {
    int r = 0;
    while ((r + 1) * (r + 1) <= word(i)) ++r;
    return r;
  });
  run("quotient", tail<Quotient>, [=](int i) { return word(i) / 2; });
  run("chosen", tail<Chosen>, [=](int i) { return word(i) > 50 ? word(i ^ 1) : 7; });
  run("of global", tail<OfGlobal>, word);
  run("of both", tail<OfBoth>, [=](int i) { return 2 * word(i); });
  run("indirect", tail<Indirect>, [=](int i) { return word(word(i) & 63); });
  run("shuffled", tail<Shuffled>, [=](int i) { return word(i ^ 1); });
  const auto bits = [](float f) {
    int b;
    std::memcpy(&b, &f, sizeof b);
    return b;
  };
  // Words taken for floats are subnormal numbers: what is added or multiplied by 0 does not show.
  const auto as_float = [=](int i) {
    const int b = word(i);
    float f;
    std::memcpy(&f, &b, sizeof f);
    return f;
  };
  run("sum", tail<Sum>, [=](int) { return bits(2.5f); });
  run("product", tail<Product>, [=](int i) { return bits(as_float(i) * 2.5f); });
  run("product of variable", tail<ProductOfVariable>, [=](int i) { return bits(as_float(i) * static_cast<float>(i)); });
  run("fused", tail<Fused>, [=](int) { return bits(1.0f); });
  run("opposite", tail<Opposite>, [=](int i) { return bits(-as_float(i)); });
  run("square", tail<Square>, [=](int) { return 0; });
  run("reciprocal", tail<Reciprocal>, [=](int) { return bits(1.0f); });
  run("shifted", tail<Shifted>, [=](int i) { return word(i) << 3; });
  run("masked", tail<Masked>, [=](int i) { return word(i) & 15; });
  run("widened", tail<Widened>, [=](int i) { return word(i) >> 1; });
  run("two kinds", tail<TwoKinds>, [=](int i) { return word(i) + (i % 2 ? 0 : word(i / 2)); });
  const auto placed = [=](int i, bool value) {
    for (int k = 0; k < kWanted; ++k)
      if (word(k ^ 3) == i) return value ? i : 5;
    return 0;
  };
  check::words("place_from_shared", place_from_shared, 1, kThreads, 128, [=](int i) { return placed(i, false); }, in);
  check::words("place_and_value", place_and_value, 1, kThreads, 128, [=](int i) { return placed(i, true); }, in);
  check::words("two_stores", two_stores, 1, kThreads, 256, [=](int i) { return i % 128 < kWanted ? word(i % 128 ^ (i < 128 ? 3 : 5)) : 0; }, in);
  check::words("one_value_twice", one_value_twice, 1, kThreads, 256, [=](int i) { return i % 128 < kWanted ? word(i % 128 ^ 3) : 0; }, in);
  run("fence_between", fence_between, word);
  run("store_between", store_between, word);
  run("barrier_between", barrier_between, word);
  check::words("loop_between", loop_between, 1, kThreads, kThreads, at([=](int i) {
    int sum = 0;
    for (int k = 0; k < 5; ++k) sum = sum * 3 + word(k);
    return word(i) + sum;
  }), in, 5);
  check::words("reduction", reduction, 1, kThreads, 8, [=](int i) {
    int sum = 0;
    for (int k = i; k < kWanted; k += 8) sum += word(k ^ 3);
    return sum;
  }, in);
  check::words("predicate_from_value", predicate_from_value, 1, kThreads, kThreads, [=](int i) { return word(i ^ 3) < 60 ? word(i ^ 3) : 0; }, in);
  check::words("wide", wide, 1, kThreads, 4 * kThreads, [=](int i) {
    const int at = (i / 4 ^ 3) * 4 + i % 4;
    return i / 4 < kWanted ? word(at % 128) + at / 128 : 0;
  }, in);
  return check::finish("tails");
}
