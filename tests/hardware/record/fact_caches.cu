// Caches: how much the first and the second level hold, what they fetch, and what stores and atomics do to them. A launch
// a row: what it does, how many KiB it touches, and its shape. Each thread reads and writes 4-byte words in turn, so that
// a warp's access is one 128-byte line where the step between lines says nothing else.
#include "fact.hpp"

namespace {

enum class Does {
  load,             // every round: the same lines in the same order
  load_random,      // every round: the lines in another order each
  load_one_sector,  // the first sector of every line
  load_two_sectors, // the first and the third
  load_cg,          // ld.global.cg
  load_volatile,
  load_nc,
  store,            // whole sectors
  store_bytes,      // a byte of every sector
  store_load,       // a round of stores, then rounds of loads
  load_store_load,  // loads, one round of stores, loads
  load_red_load,    // loads, one round of reductions, loads
  load_store,       // a round of loads, then stores of other bytes of the same lines
};

struct Case {
  const char* text;
  Does does;
};

constexpr Case kCases[] = {
    {"load", Does::load},
    {"load_random", Does::load_random},
    {"load_one_sector", Does::load_one_sector},
    {"load_two_sectors", Does::load_two_sectors},
    {"load_cg", Does::load_cg},
    {"load_volatile", Does::load_volatile},
    {"load_nc", Does::load_nc},
    {"store", Does::store},
    {"store_bytes", Does::store_bytes},
    {"store_load", Does::store_load},
    {"load_store_load", Does::load_store_load},
    {"load_red_load", Does::load_red_load},
    {"load_store", Does::load_store},
};

__device__ unsigned load(const unsigned* p) {
  unsigned value;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}
__device__ unsigned load_cg(const unsigned* p) {
  unsigned value;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}
__device__ unsigned load_volatile(const unsigned* p) {
  unsigned value;
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}
__device__ unsigned load_nc(const unsigned* p) {
  unsigned value;
  asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}
__device__ void store(unsigned* p, unsigned value) {
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
__device__ void store_byte(unsigned char* p, unsigned value) {
  asm volatile("st.global.u8 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
__device__ void reduce(unsigned* p, unsigned value) {
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}

/// Each warp has `lines` lines of its own, one after another, and goes over them `rounds` times.
__global__ void work(Does does, unsigned* data, unsigned lines, unsigned rounds, unsigned never, unsigned* sink) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  unsigned* own = data + static_cast<size_t>(warp) * lines * 32;
  unsigned sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    for (unsigned i = 0; i < lines; ++i) {
      unsigned line = i;
      if (does == Does::load_random) line = (i * 2654435761u + round * 40503u) % lines;
      unsigned* p = own + static_cast<size_t>(line) * 32;
      switch (does) {
        case Does::load:
        case Does::load_random: sum += load(p + lane); break;
        case Does::load_one_sector: sum += load(p + lane % 8); break;
        case Does::load_two_sectors: sum += load(p + lane % 8 + (lane / 8 % 2) * 16); break;
        case Does::load_cg: sum += load_cg(p + lane); break;
        case Does::load_volatile: sum += load_volatile(p + lane); break;
        case Does::load_nc: sum += load_nc(p + lane); break;
        case Does::store: store(p + lane, sum + i); break;
        case Does::store_bytes:
          if (lane < 4) store_byte(reinterpret_cast<unsigned char*>(p + lane * 8), i);
          break;
        case Does::store_load:
          if (round == 0) store(p + lane, i); else sum += load(p + lane);
          break;
        case Does::load_store_load:
          if (round == 1) store(p + lane, i); else sum += load(p + lane);
          break;
        case Does::load_red_load:
          if (round == 1) reduce(p + lane, i); else sum += load(p + lane);
          break;
        case Does::load_store:
          if (round == 0) sum += load(p + lane); else store(p + lane, i);
          break;
      }
    }
  }
  if (sum == never) *sink = sum;
}

void launch(const Case& c, unsigned kib, unsigned blocks, unsigned threads, unsigned rounds, int carve_out,
            unsigned* data, unsigned* sink) {
  const unsigned warps = blocks * threads / 32;
  const unsigned lines = kib * 8 / warps;
  std::printf("%s\t%u\t%u %u %u %d\n", c.text, lines * warps / 8, blocks, threads, rounds, carve_out);
  fact::check(cudaFuncSetAttribute(work, cudaFuncAttributePreferredSharedMemoryCarveout, carve_out));
  work<<<blocks, threads>>>(c.does, data, lines, rounds, 0xdeadbeefu, sink);
  fact::check(cudaDeviceSynchronize());
}

const Case& named(Does does) {
  for (const Case& c : kCases)
    if (c.does == does) return c;
  return kCases[0];
}

}  // namespace

int main() {
  unsigned *data = nullptr, *sink = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&data), 512u << 20));
  fact::check(cudaMemset(data, 1, 512u << 20));
  fact::check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  std::printf(
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum "
      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum "
      "l1tex__t_sectors_lookup_hit.sum l1tex__t_sectors_lookup_miss.sum l1tex__m_xbar2l1tex_read_sectors.sum "
      "lts__t_sectors.sum lts__t_sectors_op_read.sum lts__t_sectors_op_write.sum lts__t_sectors_op_red.sum "
      "lts__t_sectors_op_read_lookup_hit.sum lts__t_sectors_op_read_lookup_miss.sum "
      "lts__t_sectors_op_write_lookup_hit.sum lts__t_sectors_op_write_lookup_miss.sum "
      "lts__t_sectors_srcunit_tex.sum lts__t_sectors_srcunit_tex_lookup_hit.sum "
      "lts__t_sectors_srcunit_tex_lookup_miss.sum lts__t_sectors_srcunit_ltcfabric.sum "
      "lts__t_sectors_srcunit_ltcfabric_lookup_hit.sum dram__sectors_read.sum dram__sectors_write.sum "
      "launch__shared_mem_config_size\n");
  std::printf("# A launch a row: what it does, the KiB it touches, and blocks, threads, rounds, carve-out in per cent (-1: default).\n");
  const auto one = [&](Does does, unsigned kib, unsigned rounds, int carve_out) {
    launch(named(does), kib, 1, 32, rounds, carve_out, data, sink);
  };
  // First level, one warp: capacity at the smallest, the default and a large share of shared memory.
  for (const unsigned kib : {8u, 32u, 64u, 128u, 160u, 192u, 200u, 208u, 216u, 224u, 232u, 240u, 248u, 256u, 288u, 384u})
    one(Does::load, kib, 4, 0);
  for (const unsigned kib : {128u, 192u, 208u, 224u, 240u, 248u, 256u}) one(Does::load, kib, 4, -1);
  for (const unsigned kib : {16u, 20u, 24u, 28u, 32u, 48u}) one(Does::load, kib, 4, 100);
  for (const unsigned kib : {96u, 112u, 120u, 128u, 160u}) one(Does::load, kib, 4, 58);
  for (const unsigned kib : {128u, 192u, 224u, 248u, 256u, 320u, 512u}) one(Does::load_random, kib, 4, 0);
  for (const unsigned kib : {64u, 192u, 224u, 248u, 256u, 320u, 512u, 1024u}) one(Does::load_one_sector, kib, 4, 0);
  for (const unsigned kib : {64u, 256u, 512u}) one(Does::load_two_sectors, kib, 4, 0);
  for (const Does does : {Does::load_cg, Does::load_volatile, Does::load_nc, Does::store, Does::store_bytes, Does::store_load,
                          Does::load_store_load, Does::load_red_load, Does::load_store})
    one(does, 64, 4, 0);
  // Second level, the whole machine and one SM: capacity, fetches, write-backs.
  const unsigned kSms = 132;
  const auto all = [&](Does does, unsigned mib, unsigned rounds) {
    launch(named(does), mib << 10, kSms, 1024, rounds, 0, data, sink);
  };
  for (const unsigned mib : {33u, 66u, 99u}) all(Does::load_one_sector, mib, 1);
  for (const unsigned mib : {66u}) all(Does::load_two_sectors, mib, 1);
  for (const unsigned mib : {8u, 16u, 24u, 28u, 32u, 36u, 40u, 48u, 56u, 64u, 80u, 128u, 256u}) all(Does::load_cg, mib, 4);
  for (const unsigned mib : {8u, 32u, 64u, 128u, 256u}) all(Does::store, mib, 1);
  for (const unsigned mib : {64u, 256u}) all(Does::store_bytes, mib, 1);
  for (const unsigned mib : {32u, 64u, 128u}) all(Does::store_load, mib, 2);
  for (const unsigned mib : {64u, 128u}) all(Does::load_store, mib, 2);
  const auto few = [&](unsigned mib, unsigned rounds) {
    launch(named(Does::load_cg), mib << 10, 1, 1024, rounds, 0, data, sink);
  };
  for (const unsigned mib : {8u, 16u, 24u, 32u, 48u, 64u}) few(mib, 3);
  std::printf("PASS caches\n");
  return 0;
}
