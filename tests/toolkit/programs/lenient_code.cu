// prints: 10 4 7 4 5 9 6 3 2 7 14 3 4 32
// What nvcc takes, some with a warning, and clang refuses.
#include <cstdio>

// clang-format off
#define NEW_LINE "c"
#define UNROLLED #pragma unroll
#define UNCHECKED #pragma nv_exec_check_disable
#define GIVEN(...) __VA_ARGS__
#define BOTH __host__ __device__

template <bool B>
struct Numbers {
  int first;
  template <int N>
  __device__ int plus(int x) const { return first + N + x; }
  template <int N>
  static __device__ int half(int x) { return N / 2 + x; }
};

// `template` is missing before a member template's name.
template <class T>
__global__ void members(int* out, T numbers) {
  out[0] = numbers.plus<3>(2) + Numbers<true>::half<2>(0) + 3;
}

template <bool B>
__global__ void statics(int* out) {
  out[1] = Numbers<B>::half<8>(0);
}

template <class T>
struct Doubling {
  static constexpr int factor = 2;
};

template <class T>
struct Counted : Doubling<T> {
  T table;
  template <int N>
  __device__ int operator()(int x) const {
    // A static member by way of `this` is a constant.
    if constexpr (this->factor == 2) return table.template plus<N>(x * this->factor);
    return 0;
  }
};

template <class T>
struct Calling {
  Counted<T> counted;
  __device__ int twice(int x) const { return [&] { return this->counted.operator()<1>(x); }(); }
};

__global__ void constants(int* out) {
  Calling<Numbers<true>> calling{{{}, {2}}};
  out[9] = calling.twice(2);
}

// A member of a base class without `this->`, a type without `typename`, a constexpr function that is never a constant.
struct Unknown {
  BOTH Unknown(int x) : value(x) {}
  int value;
};

template <class T>
struct Base {
  using Number = T;
  BOTH T more(T x) const { return x + 5; }
};

template <class T>
struct Derived : Base<T> {
  __device__ T most(T x) const { return more(x); }
};

template <class T>
BOTH constexpr int through(T x) {
  if constexpr (sizeof(T) > 1) {
    Unknown unknown(x);
    return unknown.value;
  }
  return 0;
}

template <class T>
__global__ void names(int* out, T derived) {
  auto two = T::Number(2);
  out[10] = derived.most(two) + through(7);
}

// Sizes of a launch in braces, lengths made of floats, and assembly that writes what is const.
__global__ void braces(int* out) {
  out[11] = gridDim.y + blockDim.x * gridDim.z;
}

const float half_of_eight = 4.0f;
__global__ void lengths(int* out) {
  __shared__ int tile[int(half_of_eight * 2)];
  const int written = threadIdx.x;
  asm volatile("mov.u32 %0, 5;" : "=r"(written));
  tile[written] = sizeof tile / sizeof *tile;
  out[12] = tile[5] - 4;
}

// #pragma in a macro, and unroll before what is no loop.
__global__ void loops(int* out) {
  int sum = 0;
  UNROLLED
  for (int i = 0; i < 2; ++i) sum += i;
  GIVEN(
#pragma unroll  // two
      for (int i = 0; i < 2; ++i) sum += i;)
#pragma unroll
  { for (int i = 0; i < 2; ++i) sum += i; }
#pragma unroll
  if (sum > 0) sum += 4;
#pragma unroll
#pragma unroll 2
  for (int i = 0; i < 1; ++i) {
    out[2] = sum;
#pragma unroll
  }
}

// A comma is missing between operands.
__global__ void assembly(int* out) {
  int a, b;
  asm volatile("mov.u32 %0, %2; mov.u32 %1, %3;"
      : "=r"(a) "=r"(b)
      : "r"(1) "r"(3));
  out[3] = a + b;
}

// A label jumps past a variable.
__global__ void labels(int* out, int which) {
  switch (which) {
    case 0:
      const int one = 1;
      int more[2] = {one, which};
      out[4] = more[which];
      break;
    case 1: {
      out[4] = 4;
      break;
    }
    case 2: int five = 5; out[4] = five; break;
    default: out[4] = 0;
  }
}

// Declarations of one function that do not say the same.
struct Shape {
  UNCHECKED
  BOTH virtual int area() const;
  virtual ~Shape() {}
  __device__ int side() const;
  int width;
};
int Shape::area() const { return width * width; }
int Shape::side() const { return width + static_cast<int>(threadIdx.x); }
struct Square : Shape {
  BOTH Square(int w) { width = w; }
};
int thrice(int x) { return 3 * x; }
BOTH int twice_thrice(int x) { return 2 * thrice(x); }
template <class T> __device__ T same(T x) { return x; }
template <> int same<int>(int x) { return x + 1; }

__global__ void spaces(int* out) {
  Square square(2);
  out[5] = square.area() + square.side() + same(2);
  out[6] = twice_thrice(1);
}

// No constant to clang.
__device__ constexpr float inverse() { return 1.f / ::log(10.f); }

// Copies of threadIdx and the like.
__global__ void copies(int* out) {
  auto block = blockDim;
  auto [x, y, z] = threadIdx;
  block.x += 2;
  out[7] = block.x + x + y + z + (inverse() > 1.f);
}

// Overloads of atomics that only device code has, called from templates.
#ifdef __CUDA_ARCH__
__device__ long long atomicAdd(long long* to, long long value) {
  return atomicAdd((unsigned long long*)to, (unsigned long long)value);
}
#endif

// The offset of a member, as libcu++ has it for NVRTC.
#define OFFSET_IS_ZERO(type, member) !(&(((type*)0)->member))
struct Pair {
  int first, second;
  __device__ Pair() { static_assert(OFFSET_IS_ZERO(Pair, first), "layout"); }
};

template <class T>
struct Adding {
  __device__ void add(T* to) { atomicAdd(to, T(1)); }
};

__device__ long long sum;

__global__ void overloads(int* out) {
  extern __shared__ int kept[1];
  Pair pair;
  Adding<long long>().add(&sum);
  __syncthreads();
  pair.second = sum;
  kept[0] = pair.second;
  out[13] = kept[0];
}

main() {
  int* out;
  cudaMallocManaged(&out, 14 * sizeof(int));
  members<<<1, 1>>>(out, Numbers<true>{1});
  statics<true><<<1, 1>>>(out);
  constants<<<1, 1>>>(out);
  names<<<1, 1>>>(out, Derived<int>());
  braces<<<{1, 2}, {1, 1}>>>(out);
  lengths<<<1, 1>>>(out);
  loops<<<1, 1>>>(out);
  assembly<<<1, 1>>>(out);
  labels<<<1, 1>>>(out, 2);
  spaces<<<1, 1>>>(out);
  copies<<<1, 1>>>(out);
  overloads<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  int count = 2;
  int zeros[count] = {0};
  void* moved = zeros;
  moved += sizeof(int);
  int (*rows)[count] = (int (*)[count])zeros;
  int (*same_rows)[count] = rows;
  same_rows = (int (*)[count])zeros;
  bool flag = same_rows[0][1] != 0;
  flag++;
  flag = !flag || zeros[1] != 0;
  typeof(count) size = (char*)(moved + 0) - (char*)zeros == sizeof(int) ? 2 : 0;
  out[8] = flag ? -1 : size;
  for (int i = 0; i < 14; ++i) std::printf(i == 0 ? "%d" : " %d", out[i]);
  std::printf("%"NEW_LINE, '\n');
  return 0;
}
