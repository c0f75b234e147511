// Loads that only one way of a branch needs, and arithmetic with a kernel's arguments between: an argument takes a
// register, so that the load stays in front of the branch unless the argument lives on behind it. Loads in assembler, so
// that no compiler moves them before.
#include "check.hpp"

constexpr int kThreads = 64, kWords = 4 * kThreads, kWanted = 40;

static __device__ float load(const float* from) {
  float value;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(from));
  return value;
}
static __device__ int load(const int* from) {
  int value;
  asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(from));
  return value;
}
#define OPERATION(name, T, text, letter)                                                 \
  static __device__ T name(T x, T y) {                                                   \
    T r;                                                                                \
    asm volatile(text " %0, %1, %2;" : "=" letter(r) : letter(x), letter(y));            \
    return r;                                                                           \
  }
OPERATION(times, float, "mul.f32", "f")
OPERATION(plus, float, "add.f32", "f")
OPERATION(times, int, "mul.lo.s32", "r")
OPERATION(plus, int, "add.s32", "r")
OPERATION(both, int, "and.b32", "r")

/// Too much to be predicated.
template <class T>
static __device__ void work(T* out, int i, T value) {
  for (int k = 0; k < 9; ++k) *reinterpret_cast<volatile T*>(out + (k + 2) * kThreads + i) = value;
}

#define ARGUMENT(name, T, before, there, behind)                                                     \
  static __global__ void name(T* out, const T* in, T one, T other, int wanted) {                      \
    const int i = static_cast<int>(threadIdx.x);                                                     \
    volatile T* const left = out;                                                                    \
    const T a = load(in + 4 * i), b = load(in + 4 * i + 1);                                          \
    (void)b, (void)other;                                                                            \
    before;                                                                                          \
    if (i < wanted) {                                                                                \
      there;                                                                                         \
    }                                                                                                \
    left[i] = behind;                                                                                \
  }

ARGUMENT(product, float, const float r = times(a, one), work(out, i, r), 1.0f)
ARGUMENT(product_of_constant, float, const float r = times(a, 3.0f), work(out, i, r), 1.0f)
ARGUMENT(product_lives_on, float, const float r = times(a, one), work(out, i, r), one)
ARGUMENT(two_products, float, const float r = times(a, one); const float s = times(b, one), work(out, i, r); work(out, i, s), 1.0f)
ARGUMENT(two_products_live_on, float, const float r = times(a, one); const float s = times(b, one), work(out, i, r); work(out, i, s), one)
ARGUMENT(products_of_two, float, const float r = times(a, one); const float s = times(b, other), work(out, i, r); work(out, i, s), one)
ARGUMENT(product_of_product, float, const float r = times(times(a, one), other), work(out, i, r), one)
ARGUMENT(sum, float, const float r = plus(a, one), work(out, i, r), 1.0f)
ARGUMENT(sum_lives_on, float, const float r = plus(a, one), work(out, i, r), one)
ARGUMENT(added, int, const int r = plus(a, one), work(out, i, r), 1)
ARGUMENT(added_lives_on, int, const int r = plus(a, one), work(out, i, r), one)
ARGUMENT(multiplied, int, const int r = times(a, one), work(out, i, r), 1)
ARGUMENT(masked, int, const int r = both(a, one), work(out, i, r), 1)
ARGUMENT(limit_added, int, const int r = plus(a, wanted), work(out, i, r), 1)
ARGUMENT(limit_multiplied, int, const int r = times(a, wanted), work(out, i, r), 1)
ARGUMENT(plain, int, , work(out, i, a), 1)

int main() {
  const auto number = [](int i) { return i % 23 + 1; };
  const int* const ints = check::array<int>(kWords, number);
  const float* const floats = check::array<float>(kWords, [=](int i) { return static_cast<float>(number(i)); });
  const auto run = [&](const char* name, auto kernel, auto in, auto one, auto other, auto of, auto behind) {
    check::words(name, kernel, 1, kThreads, 11 * kThreads, [=](int at) {
      const int i = at % kThreads;
      if (at < kThreads) return behind;
      return at < 2 * kThreads || i >= kWanted ? decltype(one){} : static_cast<decltype(one)>(of(number(4 * i), number(4 * i + 1)));
    }, in, one, other, kWanted);
  };
  const float s = 5, t = 7;
  run("product", product, floats, s, t, [](int a, int) { return 5 * a; }, 1.0f);
  run("product_of_constant", product_of_constant, floats, s, t, [](int a, int) { return 3 * a; }, 1.0f);
  run("product_lives_on", product_lives_on, floats, s, t, [](int a, int) { return 5 * a; }, s);
  run("two_products", two_products, floats, s, t, [](int, int b) { return 5 * b; }, 1.0f);
  run("two_products_live_on", two_products_live_on, floats, s, t, [](int, int b) { return 5 * b; }, s);
  run("products_of_two", products_of_two, floats, s, t, [](int, int b) { return 7 * b; }, s);
  run("product_of_product", product_of_product, floats, s, t, [](int a, int) { return 35 * a; }, s);
  run("sum", sum, floats, s, t, [](int a, int) { return 5 + a; }, 1.0f);
  run("sum_lives_on", sum_lives_on, floats, s, t, [](int a, int) { return 5 + a; }, s);
  run("added", added, ints, 5, 7, [](int a, int) { return 5 + a; }, 1);
  run("added_lives_on", added_lives_on, ints, 5, 7, [](int a, int) { return 5 + a; }, 5);
  run("multiplied", multiplied, ints, 5, 7, [](int a, int) { return 5 * a; }, 1);
  run("masked", masked, ints, 5, 7, [](int a, int) { return 5 & a; }, 1);
  run("limit_added", limit_added, ints, 5, 7, [](int a, int) { return kWanted + a; }, 1);
  run("limit_multiplied", limit_multiplied, ints, 5, 7, [](int a, int) { return kWanted * a; }, 1);
  run("plain", plain, ints, 5, 7, [](int a, int) { return a; }, 1);
  return check::finish("arguments");
}
