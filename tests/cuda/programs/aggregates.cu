// Structures that are copied and arrays that are filled, of all alignments and of sizes that end between vectors: what
// is there afterwards. The program checks itself.
#include <cuda_runtime.h>

#include <cstring>
#include <iterator>

#include "expect.hpp"

template <class T, int N>
struct Plain {
  T values[N];
};
template <int N>
struct alignas(16) Aligned {
  char values[N];
};
template <class S>
__global__ void copy(const S* from, S* to) {
  to[threadIdx.x] = from[threadIdx.x];
}

// By way of a variable that cannot be in registers.
template <class S>
__global__ void copy_changed(const S* from, S* to, int place, char value) {
  S variable = from[threadIdx.x];
  reinterpret_cast<char*>(&variable)[place] = value;
  to[threadIdx.x] = variable;
}

template <class S>
__global__ void fill(S* to, int place, char value) {
  S variable = {};
  reinterpret_cast<char*>(&variable)[place] = value;
  to[threadIdx.x] = variable;
}

template <class S>
void try_all() {
  constexpr int kThreads = 3;
  constexpr int kBytes = sizeof(S);
  unsigned char* memory = nullptr;
  EXPECT_OK(cudaMallocManaged(&memory, 2 * (kThreads + 1) * kBytes));
  unsigned char* const from = memory;
  unsigned char* const to = memory + (kThreads + 1) * kBytes;
  for (int i = 0; i < kThreads * kBytes; ++i) from[i] = static_cast<unsigned char>(i % 251 + 1);

  const auto is_source = [&](int place, unsigned char value) {
    bool same = true;
    for (int i = 0; i < kThreads * kBytes; ++i) same &= to[i] == (i % kBytes == place ? value : from[i]);
    return same && to[kThreads * kBytes] == 7;
  };
  std::memset(to, 7, (kThreads + 1) * kBytes);
  copy_changed<<<1, kThreads>>>(reinterpret_cast<S*>(from), reinterpret_cast<S*>(to), 0, 99);
  EXPECT_OK(cudaDeviceSynchronize());
  if constexpr (alignof(S) == sizeof(S::values[0])) EXPECT(is_source(0, 99));
  std::memset(to, 7, (kThreads + 1) * kBytes);
  copy<<<1, kThreads>>>(reinterpret_cast<S*>(from), reinterpret_cast<S*>(to));
  EXPECT_OK(cudaDeviceSynchronize());
  if constexpr (alignof(S) == sizeof(S::values[0])) EXPECT(is_source(-1, 0));

  std::memset(to, 7, (kThreads + 1) * kBytes);
  fill<<<1, kThreads>>>(reinterpret_cast<S*>(to), kBytes - 1, 5);
  EXPECT_OK(cudaDeviceSynchronize());
  for (int i = 0; i < kThreads; ++i) {
    for (const auto& value : reinterpret_cast<S*>(to)[i].values) {
      const bool is_last = &value + 1 == std::end(reinterpret_cast<S*>(to)[i].values);
      if (!is_last) EXPECT(value == 0);
    }
  }
  EXPECT(to[kThreads * kBytes] == 7);
  EXPECT_OK(cudaFree(memory));
}

// Tables of a function: stored element by element, whole, in part, in rows, of characters, of addresses.
__global__ void tables(const int* place, int* out) {
  const int whole[20] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
  int part[40] = {2, 7, 1};
  const short rows[3][5] = {{1, 2, 3, 4, 5}, {6, 7, 8}, {11, 12, 13, 14, 15}};
  const char text[] = "tables of a function";
  const char* names[3] = {"one", "two", "three"};
  static const int kept[3] = {100, 200, 300};
  const double numbers[5] = {0.5, 1.5, 2.5, 3.5, 4.5};
  part[place[2]] += 10;
  out[0] = whole[place[0]];
  out[1] = part[place[1]] + part[place[2]] + part[place[3]];
  out[2] = rows[place[1]][place[2]];
  out[3] = text[place[3]];
  out[4] = names[place[1]][place[2]];
  out[5] = kept[place[1]];
  out[6] = static_cast<int>(2 * numbers[place[2]]);
}

int main() {
  try_all<Plain<char, 64>>();
  try_all<Plain<char, 127>>();
  try_all<Plain<char, 301>>();
  try_all<Plain<short, 63>>();
  try_all<Plain<short, 65>>();
  try_all<Plain<int, 5>>();
  try_all<Plain<int, 16>>();
  try_all<Plain<int, 31>>();
  try_all<Plain<int, 33>>();
  try_all<Plain<int, 1000>>();
  try_all<Plain<double, 16>>();
  try_all<Plain<double, 17>>();
  try_all<Plain<long long, 3>>();
  try_all<Aligned<160>>();
  try_all<Aligned<272>>();
  try_all<Aligned<129>>();

  int* place = nullptr;
  int* out = nullptr;
  EXPECT_OK(cudaMallocManaged(&place, 4 * sizeof(int)));
  EXPECT_OK(cudaMallocManaged(&out, 7 * sizeof(int)));
  const int places[4] = {11, 1, 2, 10};
  std::memcpy(place, places, sizeof places);
  tables<<<1, 1>>>(place, out);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(out[0] == 8);
  EXPECT(out[1] == 7 + 11 + 0);
  EXPECT(out[2] == 8);
  EXPECT(out[3] == 'a');
  EXPECT(out[4] == 'o');
  EXPECT(out[5] == 200);
  EXPECT(out[6] == 5);
  return failures;
}
