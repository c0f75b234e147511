// Which lane's value stays where lanes of a warp store to one address with one instruction: the programming guide leaves
// it open, programs build on it. One line for each way in which 32 lanes share 16 slots; the lanes whose value was read back,
// by slot.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr int kSlots = 16;
constexpr int kLanes = 32;
constexpr int kFarthest = 256;  // bytes from slot to slot

struct Way {
  unsigned char slot[kLanes];
  unsigned lanes;   // that store
  int slot_stride;  // bytes
};

template <class T>
__device__ T made_of(unsigned char lane) {
  T value;
  memset(&value, lane, sizeof value);
  return value;
}

template <class T>
__global__ void store_global(Way way, unsigned char* memory) {
  const unsigned char lane = threadIdx.x;
  if (way.lanes >> lane & 1)
    *reinterpret_cast<volatile T*>(memory + way.slot[lane] * way.slot_stride) = made_of<T>(lane);
}

template <class T>
__global__ void store_shared(Way way, unsigned char* memory) {
  __shared__ alignas(16) unsigned char shared[kSlots * kFarthest];
  const unsigned char lane = threadIdx.x;
  for (int i = lane; i < kSlots * kFarthest; i += kLanes) shared[i] = memory[i];
  __syncthreads();
  if (way.lanes >> lane & 1)
    *reinterpret_cast<volatile T*>(shared + way.slot[lane] * way.slot_stride) = made_of<T>(lane);
  __syncthreads();
  for (int i = lane; i < kSlots * kFarthest; i += kLanes) memory[i] = shared[i];
}

struct Wide {
  unsigned x, y, z, w;
};

// A volatile structure cannot be assigned: as one access of 16 bytes.
template <>
__global__ void store_global<Wide>(Way way, unsigned char* memory) {
  const unsigned char lane = threadIdx.x;
  const unsigned value = made_of<unsigned>(lane);
  if (way.lanes >> lane & 1)
    asm volatile("st.volatile.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(
                     __cvta_generic_to_global(memory + way.slot[lane] * way.slot_stride)),
                 "r"(value)
                 : "memory");
}

template <>
__global__ void store_shared<Wide>(Way way, unsigned char* memory) {
  __shared__ alignas(16) unsigned char shared[kSlots * kFarthest];
  const unsigned char lane = threadIdx.x;
  for (int i = lane; i < kSlots * kFarthest; i += kLanes) shared[i] = memory[i];
  __syncthreads();
  const unsigned value = made_of<unsigned>(lane);
  if (way.lanes >> lane & 1)
    asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(
                     __cvta_generic_to_shared(shared + way.slot[lane] * way.slot_stride)),
                 "r"(value)
                 : "memory");
  __syncthreads();
  for (int i = lane; i < kSlots * kFarthest; i += kLanes) memory[i] = shared[i];
}

void print(const char* space, int bytes, const char* name, const Way& way, const unsigned char* memory) {
  std::printf("%s b%d %s %d %08x:", space, 8 * bytes, name, way.slot_stride, way.lanes);
  for (int slot = 0; slot < kSlots; ++slot) {
    const unsigned char* const at = memory + slot * way.slot_stride;
    bool mixed = false;
    for (int i = 1; i < bytes; ++i) mixed |= at[i] != at[0];
    if (mixed) {
      std::printf(" mixed");
    } else if (at[0] == 0xff) {
      std::printf(" -");
    } else {
      std::printf(" %d", at[0]);
    }
  }
  std::printf("\n");
}

template <class T>
void try_way(const char* name, const Way& way, unsigned char* memory) {
  if (way.slot_stride < int(sizeof(T))) return;
  for (const bool shared : {false, true}) {
    cudaMemset(memory, 0xff, kSlots * kFarthest);
    if (shared) {
      store_shared<T><<<1, kLanes>>>(way, memory);
    } else {
      store_global<T><<<1, kLanes>>>(way, memory);
    }
    unsigned char host[kSlots * kFarthest];
    if (cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) std::printf("failed\n");
    print(shared ? "shared" : "global", sizeof(T), name, way, host);
  }
}

void try_all(const char* name, const Way& way, unsigned char* memory) {
  try_way<std::uint8_t>(name, way, memory);
  try_way<std::uint16_t>(name, way, memory);
  try_way<std::uint32_t>(name, way, memory);
  try_way<std::uint64_t>(name, way, memory);
  try_way<Wide>(name, way, memory);
}

int main() {
  unsigned char* memory;
  if (cudaMalloc(&memory, kSlots * kFarthest) != cudaSuccess) return 1;
  unsigned state = 1;
  const auto random = [&] { return (state = state * 1664525u + 1013904223u) >> 16; };
  for (const int stride : {1, 4, 16, 32, 256}) {
    for (const unsigned lanes : {~0u, 0x001fffe0u, 0x5a5a33ccu}) {
      Way way{{}, lanes, stride};
      try_all("all", way, memory);
      for (int lane = 0; lane < kLanes; ++lane) way.slot[lane] = lane / 2;
      try_all("pairs", way, memory);
      for (int lane = 0; lane < kLanes; ++lane) way.slot[lane] = lane / 8;
      try_all("eights", way, memory);
      for (int lane = 0; lane < kLanes; ++lane) way.slot[lane] = lane % 4;
      try_all("every-fourth", way, memory);
      for (int lane = 0; lane < kLanes; ++lane) way.slot[lane] = 15 - lane % 16;
      try_all("backwards", way, memory);
      for (int round = 0; round < 4; ++round) {
        for (int lane = 0; lane < kLanes; ++lane) way.slot[lane] = random() % kSlots;
        try_all("random", way, memory);
      }
    }
  }
  return 0;
}
