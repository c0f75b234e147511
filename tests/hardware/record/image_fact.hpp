// One fetch or surface access a launch, with every lane's place and predicate chosen by the host: as fact.hpp, for
// images.
#pragma once

#include <functional>

#include "fact.hpp"

namespace fact {

struct Places {
  unsigned mask;                          // lanes whose predicate is true
  float x[kLanes], y[kLanes], z[kLanes];  // texels and their fractions; surfaces: bytes, rows, slices
};

#define ON "{ .reg .pred p; setp.ne.u32 p, %4, 0; "
#define RESULT "{%0, %1, %2, %3}"

#define INSTRUCTION(name, text, ...)                                                                      \
  struct name {                                                                                           \
    static constexpr const char* kText = text;                                                            \
    static __device__ unsigned apply(unsigned long long object, unsigned on, float x, float y, float z) { \
      const int ix = static_cast<int>(x), iy = static_cast<int>(y), iz = static_cast<int>(z);             \
      unsigned a, b, c, d;                                                                                \
      asm volatile("mov.u32 %0, 0; mov.u32 %1, 0; mov.u32 %2, 0; mov.u32 %3, 0;"                          \
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d));                                                 \
      __VA_ARGS__;                                                                                        \
      (void)ix, (void)iy, (void)iz, (void)x, (void)y, (void)z;                                            \
      return a ^ b ^ c ^ d;                                                                               \
    }                                                                                                     \
  }
#define INOUT "+r"(a), "+r"(b), "+r"(c), "+r"(d) : "r"(on), "l"(object)

template <class Instruction>
__global__ void access(unsigned long long object, Places places, unsigned* sink) {
  const unsigned lane = threadIdx.x;
  const unsigned got =
      Instruction::apply(object, places.mask >> lane & 1, places.x[lane], places.y[lane], places.z[lane]);
  if (got == 0x12345678) *sink = got;
}

inline unsigned* sink = nullptr;

template <class Instruction>
void launch(unsigned long long object, const std::string& about, const Places& places) {
  std::printf("%s %s\t%08x\t", Instruction::kText, about.c_str(), places.mask);
  for (int lane = 0; lane < kLanes; ++lane)
    std::printf("%s%g,%g,%g", lane == 0 ? "" : " ", places.x[lane], places.y[lane], places.z[lane]);
  std::printf("\n");
  access<Instruction><<<1, kLanes>>>(object, places, sink);
  check(cudaDeviceSynchronize());
}

using Place = std::function<void(unsigned lane, unsigned& x, unsigned& y, unsigned& z)>;
constexpr unsigned kFull = 0xffffffffu;

/// What becomes of a pattern of a plane.
enum class Kind { plane, row, slices, layers };

struct Pattern {
  unsigned mask;
  Place place;
};

inline unsigned even_bits(unsigned v) { return (v & 1) | (v >> 1 & 2) | (v >> 2 & 4); }

/// Of a plane, in texels.
inline std::vector<Pattern> planar(unsigned seed) {
  std::vector<Pattern> all;
  const auto add = [&](unsigned mask, Place place) { all.push_back({mask, std::move(place)}); };
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l, y = 0; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l + 3, y = 1; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = 31 - l, y = 2; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = 0, y = l; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = 5, y = l + 3; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 8, y = l / 8; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 8 + 5, y = l / 8 + 3; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 4, y = l / 4; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 16, y = l / 16; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 2, y = l / 2; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l / 8, y = l % 8; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = even_bits(l), y = even_bits(l >> 1); });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l, y = l; });
  add(kFull, [](unsigned, unsigned& x, unsigned& y, unsigned&) { x = 9, y = 9; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l / 2, y = 0; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l / 4, y = 0; });
  add(kFull, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 4, y = 0; });
  for (unsigned s : {2u, 3u, 4u, 8u, 16u}) {
    add(kFull, [s](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l * s, y = 0; });
    add(kFull, [s](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = 0, y = l * s; });
    add(kFull, [s](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 8 * s, y = l / 8 * s; });
  }
  Random random(seed);
  for (unsigned among : {4u, 8u, 16u, 32u, 64u, 256u, 512u}) {
    unsigned at[2][kLanes];
    for (auto& row : at)
      for (unsigned& v : row) v = random.below(among);
    std::vector<unsigned> xs(at[0], at[0] + 32), ys(at[1], at[1] + 32);
    add(kFull, [xs, ys](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = xs[l], y = ys[l]; });
    add(kFull, [xs, ys](unsigned l, unsigned& x, unsigned& y, unsigned&) {
      x = xs[l / 4 * 4] + l % 2, y = ys[l / 4 * 4] + l / 2 % 2;
    });
  }
  for (unsigned mask : {0x0000ffffu, 0xffff0000u, 0x55555555u, 0x11111111u, 0x33333333u, 0x00000020u, 0u, 0x3000000fu})
    add(mask, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l % 8, y = l / 8; });
  for (int i = 0; i < 2; ++i)
    add(random.bits() * 2 + 1, [](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l * 3, y = l / 4; });
  return all;
}

/// Two lanes, of one group of four and of two: what lies together.
inline std::vector<Pattern> pairs() {
  std::vector<Pattern> all;
  for (unsigned other : {1u, 4u, 16u})
    for (unsigned dx : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u})
      for (unsigned dy : {0u, 1u, 2u, 4u, 8u, 16u}) {
        if (other != 1 && (dx > 16 || dy > 4)) continue;
        all.push_back({1u | 1u << other,
                       [dx, dy](unsigned l, unsigned& x, unsigned& y, unsigned&) { x = l ? dx : 0, y = l ? dy : 0; }});
      }
  return all;
}

template <class Instruction>
void launch_all(unsigned long long object, const std::string& about, const std::vector<Pattern>& patterns,
                float fraction, unsigned unit, unsigned width, unsigned height, unsigned depth,
                Kind kind = Kind::plane) {
  for (const Pattern& pattern : patterns) {
    Places places{pattern.mask, {}, {}, {}};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned x = 0, y = 0, z = 0;
      pattern.place(lane, x, y, z);
      if (kind == Kind::row) x += y * 32, y = 0;
      if (kind == Kind::slices) z = (y >> 1) % 8, y = (y >> 4 << 1) | (y & 1);
      if (kind == Kind::layers) z = y % 8, y = y / 8;
      places.x[lane] = static_cast<float>(x % width * unit) + fraction;
      places.y[lane] = static_cast<float>(y % height) + fraction;
      places.z[lane] = static_cast<float>(z % depth) + (kind == Kind::layers ? 0.0f : fraction);
    }
    launch<Instruction>(object, about, places);
  }
}

struct Format {
  const char* name;
  cudaChannelFormatDesc desc;
};
const Format kFormats[] = {{"u8", {8, 0, 0, 0, cudaChannelFormatKindUnsigned}},
                           {"u16", {16, 0, 0, 0, cudaChannelFormatKindUnsigned}},
                           {"f32", {32, 0, 0, 0, cudaChannelFormatKindFloat}},
                           {"f32x2", {32, 32, 0, 0, cudaChannelFormatKindFloat}},
                           {"f32x4", {32, 32, 32, 32, cudaChannelFormatKindFloat}}};

inline unsigned long long texture(const cudaResourceDesc& resource, bool linear, bool floats) {
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  how.readMode = linear && !floats ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  cudaTextureObject_t object = 0;
  check(cudaCreateTextureObject(&object, &resource, &how, nullptr));
  return object;
}

inline cudaArray_t array(const Format& format, unsigned width, unsigned height, unsigned depth, unsigned flags) {
  cudaArray_t made = nullptr;
  check(cudaMalloc3DArray(&made, &format.desc, make_cudaExtent(width, height, depth), flags));
  return made;
}

inline cudaResourceDesc of_array(cudaArray_t made) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = made;
  return resource;
}

inline void begin() {
  check(cudaMalloc(reinterpret_cast<void**>(&sink), 256));
  std::printf(
      "smsp__inst_executed_op_texture.sum smsp__inst_executed_op_surface_ld.sum smsp__inst_executed_op_surface_st.sum "
      "smsp__inst_executed_op_surface_atom.sum smsp__inst_executed_op_surface_red.sum smsp__inst_executed_pipe_tex.sum "
      "l1tex__texin_requests_mem_texture.sum l1tex__texin_requests_mem_surface.sum "
      "l1tex__t_requests_pipe_tex_mem_texture_op_tex.sum l1tex__t_requests_pipe_tex_mem_texture_op_ld.sum "
      "l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum l1tex__t_requests_pipe_tex_mem_surface_op_st.sum "
      "l1tex__t_requests_pipe_tex_mem_surface_op_red.sum l1tex__t_requests_pipe_tex_mem_surface_op_atom.sum "
      "l1tex__t_sectors_pipe_tex_mem_texture_op_tex.sum l1tex__t_sectors_pipe_tex_mem_texture_op_ld.sum "
      "l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum "
      "l1tex__t_sectors_pipe_tex_mem_surface_op_red.sum l1tex__t_sectors_pipe_tex_mem_surface_op_atom.sum "
      "l1tex__t_set_accesses_pipe_tex_mem_texture.sum l1tex__t_set_accesses_pipe_tex_mem_surface.sum "
      "l1tex__t_output_wavefronts_pipe_tex_mem_texture.sum l1tex__t_output_wavefronts_pipe_tex_mem_surface.sum "
      "l1tex__data_pipe_tex_wavefronts_mem_texture.sum l1tex__data_pipe_tex_wavefronts_mem_surface.sum "
      "l1tex__m_xbar2l1tex_read_sectors_mem_texture.sum l1tex__m_xbar2l1tex_read_sectors_mem_surface_op_ld.sum "
      "l1tex__m_l1tex2xbar_write_sectors_mem_surface_op_st.sum l1tex__f_wavefronts.sum"
      "\n");
  std::printf(
      "# One warp and one launch a row; places are x,y,z of lanes 0..31: texels, of surfaces bytes, rows, slices.\n");
}

}  // namespace fact
