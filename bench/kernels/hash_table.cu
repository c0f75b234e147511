// A table of keys and values with open addressing: one thread a key, any block.
constexpr unsigned kEmpty = ~0u;

__device__ unsigned slot_of(unsigned key, unsigned slots) { return (key * 2654435769u >> 7) & (slots - 1); }

// Keys differ. \pre slots is a power of two
extern "C" __global__ void insert(const unsigned* keys, unsigned* table, unsigned* values, int count, unsigned slots) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned slot = slot_of(keys[i], slots);
  while (atomicCAS(&table[slot], kEmpty, keys[i]) != kEmpty) slot = (slot + 1) & (slots - 1);
  values[slot] = i;
}

extern "C" __global__ void find(const unsigned* wanted, const unsigned* table, const unsigned* values, unsigned* found,
                                int count, unsigned slots) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned key = wanted[i];
  unsigned slot = slot_of(key, slots);
  while (table[slot] != key && table[slot] != kEmpty) slot = (slot + 1) & (slots - 1);
  found[i] = table[slot] == key ? values[slot] : kEmpty;
}
