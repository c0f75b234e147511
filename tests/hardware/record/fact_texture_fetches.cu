// Fetches from two-dimensional arrays: requests, wavefronts and sectors by format, filter and the lanes' places.
#include "image_fact.hpp"

namespace fact {

INSTRUCTION(Tex2D, "tex.2d.v4.u32.f32",
            asm volatile(ON "@p tex.2d.v4.u32.f32 " RESULT ", [%5, {%6, %7}]; }" : INOUT, "f"(x), "f"(y)));
INSTRUCTION(Tex2Di, "tex.2d.v4.u32.s32",
            asm volatile(ON "@p tex.2d.v4.u32.s32 " RESULT ", [%5, {%6, %7}]; }" : INOUT, "r"(ix), "r"(iy)));
INSTRUCTION(Level2D, "tex.level.2d.v4.u32.f32",
            asm volatile(ON "@p tex.level.2d.v4.u32.f32 " RESULT ", [%5, {%6, %7}], %8; }" : INOUT, "f"(x), "f"(y),
                         "f"(0.0f)));
INSTRUCTION(Gather, "tld4.r.2d.v4.u32.f32",
            asm volatile(ON "@p tld4.r.2d.v4.u32.f32 " RESULT ", [%5, {%6, %7}]; }" : INOUT, "f"(x), "f"(y)));

}  // namespace fact

int main() {
  using namespace fact;
  begin();
  const auto plane = planar(7);
  const auto two = pairs();
  for (const Format& format : kFormats) {
    const bool floats = format.desc.f == cudaChannelFormatKindFloat;
    const std::string name = std::string("array512x512 ") + format.name;
    const cudaResourceDesc block = of_array(array(format, 512, 512, 0, 0));
    const auto point = texture(block, false, floats), linear = texture(block, true, floats);
    launch_all<Tex2D>(point, name, plane, 0.5f, 1, 512, 512, 1);
    launch_all<Tex2D>(linear, name + " linear", plane, 1.0f, 1, 508, 508, 1);
    if (name.ends_with("f32") || name.ends_with("u8")) {
      launch_all<Tex2D>(linear, name + " linear", plane, 0.5f, 1, 508, 508, 1);
      launch_all<Tex2D>(linear, name + " linear", plane, 0.75f, 1, 508, 508, 1);
      launch_all<Gather>(point, name, plane, 1.0f, 1, 508, 508, 1);
    }
    if (name.ends_with("f32")) {
      launch_all<Tex2D>(point, name, two, 0.5f, 1, 512, 512, 1);
      launch_all<Tex2Di>(point, name, plane, 0, 1, 512, 512, 1);
      launch_all<Level2D>(point, name, plane, 0.5f, 1, 512, 512, 1);
    }
  }
  std::printf("PASS\n");
  return 0;
}
