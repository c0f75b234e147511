// What clang makes of device code, taught by our passes (toolkit/plugin/).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "tests/toolkit/nvcc_fixture.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using ::testing::HasSubstr;

class DeviceCode : public Nvcc {
 protected:
  static bool has_passes() { return fs::exists(WARPGLASS_BINARY_DIR "/lib/warpglass/clang-19-device-pass.so"); }
};

// Debug information, an annotation for each parameter, functions that are renewed: three kernels in one file.
TEST_F(DeviceCode, GridConstantsStayWhereTheyAre) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: only clang 20 and later know __grid_constant__";
  write(
      "g.cu",
      "struct alignas(64) Map { unsigned long long words[16]; };\n"
      "__device__ __noinline__ void use(const void* map) { asm volatile(\"prefetch.tensormap [%0];\" ::\"l\"(map)); }\n"
      "__global__ void one(const __grid_constant__ Map map, int* out) { use(&map); *out = map.words[threadIdx.x]; }\n"
      "__global__ void two(int n, const __grid_constant__ Map a, const __grid_constant__ Map b) { use(n ? &a : &b); }\n"
      "template <class T> __global__ void three(const __grid_constant__ T map) { use(&map); }\n"
      "template __global__ void three(const Map);\n");
  for (const std::string level : {"-O0", "-O3"}) {
    ASSERT_EQ(nvcc("-ptx -arch=sm_90a " + level + " g.cu").exit_code, 0);
    const std::string ptx = read("g.ptx");
    EXPECT_THAT(ptx, testing::Not(HasSubstr("st.local.u64"))) << level;
    std::size_t addresses = 0;
    for (std::size_t at = ptx.find("cvta.param"); at != std::string::npos; at = ptx.find("cvta.param", at + 1))
      ++addresses;
    EXPECT_GE(addresses, 4u) << level;
  }
}

// LLVM 19 has one instruction for sixteen bytes, wherever they lie.
TEST_F(DeviceCode, BytesThatLieAnywhereAreTakenOneByOne) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: the code faults";
  write("bytes.cu",
        "typedef unsigned char Bytes __attribute__((vector_size(16)));\n"
        "typedef Bytes Anywhere __attribute__((aligned(1)));\n"
        "__global__ void copy(unsigned char* to, const unsigned char* from) { *(Anywhere*)to = *(const Anywhere*)from; "
        "}\n"
        "__global__ void move(Bytes* to, const Bytes* from) { *to = *from; }\n");
  ASSERT_EQ(nvcc("-ptx -arch=sm_90 bytes.cu").exit_code, 0);
  const std::string ptx = read("bytes.ptx");
  const std::string copy = ptx.substr(0, ptx.find("ret;")), move = ptx.substr(ptx.find("ret;"));
  EXPECT_THAT(copy, HasSubstr("ld.global.u8"));
  EXPECT_THAT(copy, HasSubstr("st.global.u8"));
  EXPECT_THAT(copy, testing::Not(HasSubstr("v4")));
  EXPECT_THAT(move, HasSubstr("ld.global.v4.u32"));
  EXPECT_THAT(move, HasSubstr("st.global.v4.u32"));
}

// As in what nvcc 13.0 makes of it.
TEST_F(DeviceCode, AnyByteButZeroIsTrue) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: the lowest bit counts";
  write("bools.cu", R"(
__global__ void choose(const bool* flags, int* out) { if (flags[threadIdx.x]) out[threadIdx.x] = 5; }
__global__ void own(int* out, int n) { bool some = n > 3; out[threadIdx.x] = some ? n : 2 * n; })");
  ASSERT_EQ(nvcc("-ptx -arch=sm_90 bools.cu").exit_code, 0);
  const std::string ptx = read("bools.ptx");
  EXPECT_TRUE(std::regex_search(ptx, std::regex(R"(ld\.global\.u8[^;]*;\s*setp\.(eq|ne)\.s16[^;]*, 0;)"))) << ptx;
  EXPECT_THAT(ptx, testing::Not(HasSubstr("and.b16")));
}

// A product with sums in registers, as libraries write it: a long function that is called once, and loops over what it
// fills. nvcc 13.0 has no local memory here either.
TEST_F(DeviceCode, ArraysOfSumsLieInRegisters) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: clang unrolls and inlines less";
  write("sums.cu", R"(
template <int R, int C> struct Product {
  const float (*a)[64];
  const float (*b)[64];
  __device__ void operator()(int k, float (&sums)[R][C]) {
    for (int k0 = 0; k0 < k; k0 += 16) {
#pragma unroll
      for (int j = 0; j < 16; ++j)
#pragma unroll
        for (int r = 0; r < R; ++r)
#pragma unroll
          for (int c = 0; c < C; ++c) sums[r][c] += a[k0 + j][r + threadIdx.x] * b[k0 + j][c + threadIdx.y];
    }
  }
};
__global__ void product(const float (*a)[64], const float (*b)[64], float* out, int k) {
  float sums[16][8] = {};
  Product<16, 8>{a, b}(k, sums);
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 8; ++c) out[(r * 8 + c) * 32 + threadIdx.x] = sums[r][c];
}
__global__ void long_array(const float* in, float* out) {
  float held[COUNT];
  for (int i = 0; i < COUNT; ++i) held[i] = in[i * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < COUNT; ++i) out[i * 32 + threadIdx.x] = held[i];
}
)");
  ASSERT_EQ(nvcc("-ptx -arch=sm_90 -O3 -DCOUNT=128 sums.cu").exit_code, 0);
  EXPECT_THAT(read("sums.ptx"), testing::Not(HasSubstr(".local")));
  EXPECT_THAT(read("sums.ptx"), testing::Not(HasSubstr("call.uni")));
  // What nvcc leaves in local memory stays there.
  ASSERT_EQ(nvcc("-ptx -arch=sm_90 -O3 -DCOUNT=400 sums.cu").exit_code, 0);
  EXPECT_THAT(read("sums.ptx"), HasSubstr(".local .align"));
}

// As NVIDIA's nvcc 13 has them: in constant memory is what is __constant__, and nothing else.
TEST_F(DeviceCode, ConstantsThatAreNotConstantMemoryLieInGlobalMemory) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: clang has constants in constant memory";
  write("c.cu",
        "__device__ const int table[3] = {1, 2, 3};\n"
        "__device__ constexpr float expressions[3] = {1, 2, 4};\n"
        "extern __device__ const int published[3];\n"
        "__device__ const int published[3] = {1, 2, 5};\n"
        "__constant__ const int kept[3] = {1, 2, 6};\n"
        "__attribute__((annotate(\"mine\"))) __constant__ int set[3];\n"
        "__device__ const int* const address = table;\n"
        "__global__ void k(int* p, int i) {\n"
        "  static const int local[3] = {1, 2, 7};\n"
        "  p[i] = table[i] + published[i] + kept[i] + set[i] + local[i] + address[i] + int(expressions[i]);\n"
        "}\n");
  for (const std::string level : {"-O0", "-O3"}) {
    ASSERT_EQ(nvcc("-ptx " + level + " c.cu").exit_code, 0);
    const std::string ptx = read("c.ptx");
    for (const std::string name : {"table", "published", "local"})
      EXPECT_THAT(ptx, testing::ContainsRegex(".global .align 4 .b8 [A-Za-z0-9_]*" + name + ".12.")) << level;
    for (const char* const name : {"kept", "set"})
      EXPECT_THAT(ptx, HasSubstr(".const .align 4 .b8 " + std::string(name) + "[12]"));
    EXPECT_THAT(ptx, testing::Not(HasSubstr("warpSize"))) << level;
    std::size_t constants = 0;
    for (std::size_t at = ptx.find(".const .align"); at != std::string::npos; at = ptx.find(".const .align", at + 1))
      ++constants;
    EXPECT_EQ(constants, 2u) << ptx;
  }
}

// Elements of a constant expression are read where the variable is, as nvcc 13 has them, by programs and by code that
// is loaded by itself. Nothing else of the headers' constants comes along.
TEST_F(DeviceCode, ConstantExpressionsAreReadWhereTheyAre) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: clang reads a copy in global memory";
  write("e.cu",
        "#include <limits>\n"
        "struct Pair { float a, b; };\n"
        "__constant__ constexpr float weights[3] = {1, 2, 4};\n"
        "__constant__ constexpr Pair pairs[2] = {{1, 2}, {3, 4}};\n"
        "__device__ constexpr float expressions[3] = {1, 2, 5};\n"
        "__global__ void k(float* p, int i) { p[i] = weights[i]; }\n"
        "__global__ void l(float* p, int i) { p[i] = pairs[i].b; }\n"
        "__global__ void m(float* p, int i) { p[i] = expressions[i]; }\n"
        "__global__ void n(float* p, int i) { p[i] = weights[1] + std::numeric_limits<float>::epsilon(); }\n"
        "int main() {}\n");
  for (const std::string way : {"-ptx e.cu -o e.ptx", "-keep e.cu -o e"}) {
    ASSERT_EQ(nvcc(way).exit_code, 0);
    const std::string ptx = read("e.ptx");
    const auto times = [&](const std::string& text) {
      std::size_t count = 0;
      for (std::size_t at = ptx.find(text); at != std::string::npos; at = ptx.find(text, at + 1)) ++count;
      return count;
    };
    EXPECT_EQ(times("ld.const.f32"), 2u) << way << ptx;
    EXPECT_EQ(times("ld.global.nc.f32"), 1u) << way << ptx;
    EXPECT_EQ(times("\n.const "), 2u) << way << ptx;
    EXPECT_EQ(times("\n.global "), 1u) << way << ptx;
  }
}

/// Accesses of a kernel, as "ld.global.v4" and how many there are; what is not of one width says so: "ld.shared.32".
std::map<std::string, int> accesses_of(const std::string& ptx, const std::string& kernel) {
  const std::size_t begin = ptx.find(".entry _Z" + std::to_string(kernel.size()) + kernel);
  std::istringstream lines(ptx.substr(begin, ptx.find("// -- End function", begin) - begin));
  const std::regex access(R"(^\s*(?:@%p\d+\s+)?((?:ld|st)\.(?:global|shared)(?:\.nc)?)(\.v[24])?\.[bfus](\d+)\b.*)");
  std::map<std::string, int> found;
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, match, access)) ++found[match[1].str() + match[2].str() + '.' + match[3].str()];
  return found;
}

// The PTX that NVIDIA's nvcc 13.0 writes of these has the same accesses: a vector is loaded whole, whatever of it is
// used, and what is reached by a cast is aligned as it is accessed.
TEST_F(DeviceCode, VectorsAreLoadedAndStoredWhole) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: clang parts them";
  write("v.cu",
        "#include <cuda_fp16.h>\n"
        "using V = float4;\n"
        "__global__ void part(const V* in, V* out) { V v = in[threadIdx.x]; v.y *= 2; out[threadIdx.x] = v; }\n"
        "__global__ void two(const V* in, float* out) { V v = in[threadIdx.x]; out[threadIdx.x] = v.x + v.z; }\n"
        "__global__ void last(const V* in, float* out) { V v = in[threadIdx.x]; out[threadIdx.x] = v.w; }\n"
        "__global__ void tile(const float* in, float* out) {\n"
        "  __shared__ float t[32][36];\n"
        "  const int r = threadIdx.x / 8, c = threadIdx.x % 8 * 4;\n"
        "  *reinterpret_cast<V*>(&t[r][c]) = *reinterpret_cast<const V*>(&in[r * 32 + c]);\n"
        "  __syncthreads();\n"
        "  *reinterpret_cast<V*>(&out[r * 32 + c]) = *reinterpret_cast<V*>(&t[c][r & ~3]);\n"
        "}\n"
        "__global__ void halves(const half* in, half* out) {\n"
        "  __shared__ half t[64][72];\n"
        "  const int r = threadIdx.x / 8, c = threadIdx.x % 8 * 8;\n"
        "  *(uint4*)&t[r][c] = *(const uint4*)&in[r * 64 + c];\n"
        "  __syncthreads();\n"
        "  *(unsigned*)&out[threadIdx.x * 2] = *(unsigned*)&t[r ^ 1][c];\n"
        "}\n"
        "extern __shared__ float dynamic[];\n"
        "__global__ void outer(const float* in, float* out) {\n"
        "  *(V*)&dynamic[threadIdx.x * 4] = *(const V*)&in[threadIdx.x * 4];\n"
        "  __syncthreads();\n"
        "  *(V*)&out[threadIdx.x * 4] = *(V*)&dynamic[(threadIdx.x ^ 1) * 4];\n"
        "}\n"
        "__global__ void own(const float* in, float* out) {\n"
        "  float a[8];\n"
        "  *(V*)&a[0] = *(const V*)&in[threadIdx.x * 8], *(V*)&a[4] = *(const V*)&in[threadIdx.x * 8 + 4];\n"
        "  *(V*)&out[threadIdx.x * 8] = *(V*)&a[0], *(V*)&out[threadIdx.x * 8 + 4] = *(V*)&a[4];\n"
        "}\n"
        "__global__ void anywhere(const char* in, unsigned* out) {\n"
        "  __shared__ char t[132];\n"
        "  t[threadIdx.x] = in[threadIdx.x];\n"
        "  __syncthreads();\n"
        "  unsigned word;\n"
        "  memcpy(&word, &t[threadIdx.x + 1], sizeof word);\n"
        "  out[threadIdx.x] = word;\n"
        "}\n"
        "struct __attribute__((packed)) Packed { char c; int i; };\n"
        "__global__ void packed(const Packed* in, Packed* out) {\n"
        "  __shared__ Packed t[64];\n"
        "  t[threadIdx.x].i = in[threadIdx.x].i;\n"
        "  __syncthreads();\n"
        "  out[threadIdx.x].i = t[threadIdx.x ^ 1].i;\n"
        "}\n");
  ASSERT_EQ(nvcc("-ptx v.cu").exit_code, 0);
  const std::string ptx = read("v.ptx");
  using Accesses = std::map<std::string, int>;
  EXPECT_EQ(accesses_of(ptx, "part"), (Accesses{{"ld.global.v4.32", 1}, {"st.global.v4.32", 1}}));
  EXPECT_EQ(accesses_of(ptx, "two"), (Accesses{{"ld.global.v4.32", 1}, {"st.global.32", 1}}));
  EXPECT_EQ(accesses_of(ptx, "last"), (Accesses{{"ld.global.32", 1}, {"st.global.32", 1}}));
  const Accesses through_tile{
      {"ld.global.v4.32", 1}, {"ld.shared.v4.32", 1}, {"st.global.v4.32", 1}, {"st.shared.v4.32", 1}};
  EXPECT_EQ(accesses_of(ptx, "tile"), through_tile);
  EXPECT_EQ(accesses_of(ptx, "outer"), through_tile);
  EXPECT_EQ(accesses_of(ptx, "halves"),
            (Accesses{{"ld.global.v4.32", 1}, {"ld.shared.32", 1}, {"st.global.32", 1}, {"st.shared.v4.32", 1}}));
  EXPECT_EQ(accesses_of(ptx, "own"), (Accesses{{"ld.global.v4.32", 2}, {"st.global.v4.32", 2}}));
  EXPECT_EQ(accesses_of(ptx, "anywhere"),
            (Accesses{{"ld.global.8", 1}, {"ld.shared.8", 4}, {"st.global.32", 1}, {"st.shared.8", 1}}));
  EXPECT_EQ(accesses_of(ptx, "packed"),
            (Accesses{{"ld.global.8", 4}, {"ld.shared.8", 4}, {"st.global.8", 4}, {"st.shared.8", 4}}));
}

// As nvcc 13.0 does: of a generic load the assembler makes no ldmatrix.
TEST_F(DeviceCode, FragmentsAreLoadedFromSharedMemory) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: clang loads them by generic addresses";
  write("f.cu",
        "#include <mma.h>\nusing namespace nvcuda;\n"
        "__global__ void k(const half* in, float* out, int n) {\n"
        "  __shared__ half a[16][24], b[16][24];\n  __shared__ float c[256];\n"
        "  for (int i = threadIdx.x; i < 256; i += 32) a[i / 16][i % 16] = b[i / 16][i % 16] = in[i];\n"
        "  __syncthreads();\n"
        "  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;\n"
        "  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;\n"
        "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;\n"
        "  wmma::fill_fragment(fc, 0.f);\n"
        "  wmma::load_matrix_sync(fa, &a[0][n], 24);\n  wmma::load_matrix_sync(fb, b[0], 24);\n"
        "  wmma::mma_sync(fc, fa, fb, fc);\n"
        "  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);\n  __syncthreads();\n"
        "  out[threadIdx.x] = c[threadIdx.x * 8];\n"
        "  wmma::store_matrix_sync(out + 32, fc, 16, wmma::mem_row_major);\n}\n");
  ASSERT_EQ(nvcc("-ptx -arch=sm_90 f.cu").exit_code, 0);
  const std::string ptx = read("f.ptx");
  EXPECT_THAT(ptx, HasSubstr("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16"));
  EXPECT_THAT(ptx, HasSubstr("wmma.load.b.sync.aligned.col.m16n16k16.shared.f16"));
  EXPECT_THAT(ptx, HasSubstr("wmma.store.d.sync.aligned.row.m16n16k16.shared.f32"));
  EXPECT_THAT(ptx, HasSubstr("wmma.store.d.sync.aligned.row.m16n16k16.f32"));
}

// The PTX that NVIDIA's nvcc 13.0 writes of these has the same accesses.
TEST_F(DeviceCode, MovesStructuresAndFillsArraysAsNvccDoes) {
  if (!has_passes()) GTEST_SKIP() << "built without LLVM: clang moves them its own way";
  write("m.cu",
        "template <class T, int N> struct Of { T v[N]; };\n"
        "using Vector = Of<float4, 1>;\nusing Ten = Of<float4, 10>;\nusing Doubles = Of<double, 20>;\n"
        "using Shorts = Of<short, 80>;\n"
        "__global__ void vector(Vector* a, Vector* b) { *a = *b; }\n"
        "__global__ void ten(Ten* a, Ten* b) { *a = *b; }\n"
        "__global__ void doubles(Doubles* a, Doubles* b) { *a = *b; }\n"
        "__global__ void shorts(Shorts* a, Shorts* b) { *a = *b; }\n"
        "__global__ void zeros(int* p, int i) { int a[64] = {}; a[i] += 1; *p = a[p[1]]; }\n"
        "__global__ void few(int* p, int i) { int a[8] = {}; a[i] += 1; *p = a[p[1]]; }\n"
        "__global__ void table(int* p, int i) { const int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}; *p = a[i]; }\n"
        "__global__ void part(int* p, int i) { int a[12] = {3, 1}; *p = a[i]; }\n"
        "__global__ void odd(int* p, int i) { const int a[5] = {3, 1, 4, 1, 5}; *p = a[i]; }\n");
  ASSERT_EQ(nvcc("-ptx m.cu").exit_code, 0);
  const std::string ptx = read("m.ptx");
  const auto times = [&](const std::string& kernel, const std::string& access) {
    const std::size_t begin = ptx.find(".entry _Z" + std::to_string(kernel.size()) + kernel);
    const std::size_t end = ptx.find("// -- End function", begin);
    std::size_t count = 0;
    for (std::size_t at = ptx.find(access, begin); at < end; at = ptx.find(access, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times("vector", "ld.global.v4."), 1u);
  EXPECT_EQ(times("vector", "st.global.v4."), 1u);
  EXPECT_EQ(times("ten", "st.global.v4."), 10u);
  EXPECT_EQ(times("doubles", "st.global.v2."), 1u);  // in a loop
  EXPECT_EQ(times("shorts", "st.global.u16"), 1u);
  EXPECT_EQ(times("zeros", "st.local.u32"), 2u);  // one of them in a loop
  EXPECT_EQ(times("zeros", "st.local.u8"), 0u);
  EXPECT_EQ(times("few", "st.local.v4."), 2u);
  EXPECT_EQ(times("table", "st.local.v4."), 2u);
  EXPECT_EQ(times("table", "ld.global"), 0u);
  EXPECT_EQ(times("part", "st.local.v4."), 3u);
  EXPECT_EQ(times("odd", "st.local.u32"), 5u);
  EXPECT_THAT(ptx, testing::Not(HasSubstr(", debug")));
}

// Of which LLVM makes a table of distances, which it cannot write as PTX.
TEST_F(DeviceCode, WritesTablesOfAddresses) {
  write("t.cu",
        "__global__ void k(int* p, int i) { const char* names[2] = {\"one\", \"two\"}; p[0] = names[i & 1][i]; }\n");
  const auto outcome = nvcc("-ptx t.cu");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(read("t.ptx"), HasSubstr("{111, 110, 101}"));  // "one"
}

}  // namespace
}  // namespace warpglass::toolkit
