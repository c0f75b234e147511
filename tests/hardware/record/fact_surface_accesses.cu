// Loads, stores and reductions of surfaces: requests, wavefronts and sectors by width and the lanes' places.
#include "image_fact.hpp"

namespace fact {

INSTRUCTION(Suld2D8, "suld.b.2d.b8.trap", unsigned short h = 0;
            asm volatile(ON "@p suld.b.2d.b8.trap %0, [%5, {%6, %7}]; }" : "+h"(h), "+r"(b), "+r"(c), "+r"(d) : "r"(on),
                         "l"(object), "r"(ix), "r"(iy));
            a = h);
INSTRUCTION(Suld2D16, "suld.b.2d.b16.trap", unsigned short h = 0;
            asm volatile(ON "@p suld.b.2d.b16.trap %0, [%5, {%6, %7}]; }" : "+h"(h), "+r"(b), "+r"(c),
                         "+r"(d) : "r"(on), "l"(object), "r"(ix), "r"(iy));
            a = h);
INSTRUCTION(Suld2D32, "suld.b.2d.b32.trap",
            asm volatile(ON "@p suld.b.2d.b32.trap %0, [%5, {%6, %7}]; }" : INOUT, "r"(ix), "r"(iy)));
INSTRUCTION(Suld2D64, "suld.b.2d.v2.b32.trap",
            asm volatile(ON "@p suld.b.2d.v2.b32.trap {%0, %1}, [%5, {%6, %7}]; }" : INOUT, "r"(ix), "r"(iy)));
INSTRUCTION(Suld2D128, "suld.b.2d.v4.b32.trap",
            asm volatile(ON "@p suld.b.2d.v4.b32.trap " RESULT ", [%5, {%6, %7}]; }" : INOUT, "r"(ix), "r"(iy)));
INSTRUCTION(Suld1D32, "suld.b.1d.b32.trap",
            asm volatile(ON "@p suld.b.1d.b32.trap %0, [%5, {%6}]; }" : INOUT, "r"(ix)));
INSTRUCTION(Suld3D32, "suld.b.3d.b32.trap",
            asm volatile(ON "@p suld.b.3d.b32.trap %0, [%5, {%6, %7, %8, %8}]; }" : INOUT, "r"(ix), "r"(iy), "r"(iz)));
INSTRUCTION(SuldA2D32, "suld.b.a2d.b32.trap",
            asm volatile(ON "@p suld.b.a2d.b32.trap %0, [%5, {%6, %7, %8, %8}]; }" : INOUT, "r"(iz), "r"(ix), "r"(iy)));
INSTRUCTION(Sust2D8, "sust.b.2d.b8.trap", unsigned short h = 7;
            asm volatile(ON "@p sust.b.2d.b8.trap [%5, {%6, %7}], %0; }" : "+h"(h), "+r"(b), "+r"(c), "+r"(d) : "r"(on),
                         "l"(object), "r"(ix), "r"(iy)));
INSTRUCTION(Sust2D32, "sust.b.2d.b32.trap",
            asm volatile(ON "@p sust.b.2d.b32.trap [%5, {%6, %7}], %0; }" : INOUT, "r"(ix), "r"(iy)));
INSTRUCTION(Sust2D64, "sust.b.2d.v2.b32.trap",
            asm volatile(ON "@p sust.b.2d.v2.b32.trap [%5, {%6, %7}], {%0, %1}; }" : INOUT, "r"(ix), "r"(iy)));
INSTRUCTION(Sust2D128, "sust.b.2d.v4.b32.trap",
            asm volatile(ON "@p sust.b.2d.v4.b32.trap [%5, {%6, %7}], " RESULT "; }" : INOUT, "r"(ix), "r"(iy)));
INSTRUCTION(Sured, "sured.b.add.2d.u32.trap",
            asm volatile(ON "@p sured.b.add.2d.u32.trap [%5, {%6, %7}], %0; }" : INOUT, "r"(ix), "r"(iy)));

}  // namespace fact

int main() {
  using namespace fact;
  begin();
  const auto plane = planar(7);
  const auto surface = [](const Format& format, unsigned width, unsigned height, unsigned depth, unsigned flags) {
    const cudaResourceDesc resource = of_array(array(format, width, height, depth, flags | cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t object = 0;
    check(cudaCreateSurfaceObject(&object, &resource));
    return object;
  };
  const auto plane_of = [&](const Format& format) { return surface(format, 512, 512, 0, 0); };
  const auto [u8, u16, f32, f32x2, f32x4] = kFormats;
  launch_all<Suld2D8>(plane_of(u8), "array512x512", plane, 0, 1, 512, 512, 1);
  launch_all<Sust2D8>(plane_of(u8), "array512x512", plane, 0, 1, 512, 512, 1);
  launch_all<Suld2D16>(plane_of(u16), "array512x512", plane, 0, 2, 512, 512, 1);
  launch_all<Suld2D32>(plane_of(f32), "array512x512", plane, 0, 4, 512, 512, 1);
  launch_all<Suld2D32>(plane_of(f32), "array512x512", pairs(), 0, 4, 512, 512, 1);
  launch_all<Sust2D32>(plane_of(f32), "array512x512", plane, 0, 4, 512, 512, 1);
  launch_all<Sured>(plane_of(f32), "array512x512", plane, 0, 4, 512, 512, 1);
  launch_all<Suld2D64>(plane_of(f32x2), "array512x512", plane, 0, 8, 512, 512, 1);
  launch_all<Sust2D64>(plane_of(f32x2), "array512x512", plane, 0, 8, 512, 512, 1);
  launch_all<Suld2D128>(plane_of(f32x4), "array512x512", plane, 0, 16, 512, 512, 1);
  launch_all<Sust2D128>(plane_of(f32x4), "array512x512", plane, 0, 16, 512, 512, 1);
  launch_all<Suld1D32>(surface(f32, 4096, 0, 0, 0), "array4096", plane, 0, 4, 4096, 1, 1, Kind::row);
  launch_all<Suld3D32>(surface(f32, 128, 64, 16, 0), "array128x64x16", plane, 0, 4, 128, 64, 16, Kind::slices);
  launch_all<SuldA2D32>(surface(f32, 128, 64, 16, cudaArrayLayered), "layers128x64x16", plane, 0, 4, 128, 64, 16,
                        Kind::layers);
  std::printf("PASS\n");
  return 0;
}
