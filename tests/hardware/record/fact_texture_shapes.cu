// Fetches from plain and pitched memory and from arrays of one, of three dimensions and of layers.
#include "image_fact.hpp"

namespace fact {

INSTRUCTION(Tex1Di, "tex.1d.v4.u32.s32",
            asm volatile(ON "@p tex.1d.v4.u32.s32 " RESULT ", [%5, {%6}]; }" : INOUT, "r"(ix)));
INSTRUCTION(Tex1Df, "tex.1d.v4.u32.f32",
            asm volatile(ON "@p tex.1d.v4.u32.f32 " RESULT ", [%5, {%6}]; }" : INOUT, "f"(x)));
INSTRUCTION(Tex2D, "tex.2d.v4.u32.f32",
            asm volatile(ON "@p tex.2d.v4.u32.f32 " RESULT ", [%5, {%6, %7}]; }" : INOUT, "f"(x), "f"(y)));
INSTRUCTION(TexA2D, "tex.a2d.v4.u32.f32",
            asm volatile(ON "@p tex.a2d.v4.u32.f32 " RESULT ", [%5, {%6, %7, %8, %8}]; }" : INOUT, "r"(iz), "f"(x),
                         "f"(y)));
INSTRUCTION(Tex3D, "tex.3d.v4.u32.f32",
            asm volatile(ON "@p tex.3d.v4.u32.f32 " RESULT ", [%5, {%6, %7, %8, %8}]; }" : INOUT, "f"(x), "f"(y),
                         "f"(z)));

}  // namespace fact

int main() {
  using namespace fact;
  begin();
  const auto plane = planar(7);
  char* memory = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&memory), 1 << 24));
  check(cudaMemset(memory, 0, 1 << 24));
  for (const Format& format : kFormats) {
    const bool floats = format.desc.f == cudaChannelFormatKindFloat;
    const std::string name = format.name;
    cudaResourceDesc line{};
    line.resType = cudaResourceTypeLinear;
    line.res.linear = {memory, format.desc, 1 << 22};
    launch_all<Tex1Di>(texture(line, false, floats), "linear " + name, plane, 0, 1, 1 << 16, 1, 1, Kind::row);
    cudaResourceDesc pitched{};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D = {memory, format.desc, 512, 512, 512 * 16 + 32};
    launch_all<Tex2D>(texture(pitched, false, floats), "pitch8224 " + name, plane, 0.5f, 1, 512, 512, 1);
    if (name == "f32")
      launch_all<Tex2D>(texture(pitched, true, true), "pitch8224 f32 linear", plane, 1.0f, 1, 508, 508, 1);
    if (name != "f32" && name != "u8" && name != "f32x4") continue;
    const cudaResourceDesc row = of_array(array(format, 4096, 0, 0, 0));
    launch_all<Tex1Df>(texture(row, false, floats), "array4096 " + name, plane, 0.5f, 1, 4096, 1, 1, Kind::row);
    launch_all<Tex1Df>(texture(row, true, floats), "array4096 " + name + " linear", plane, 1.0f, 1, 4090, 1, 1,
                       Kind::row);
    const cudaResourceDesc cube = of_array(array(format, 128, 64, 16, 0));
    launch_all<Tex3D>(texture(cube, false, floats), "array128x64x16 " + name, plane, 0.5f, 1, 128, 64, 16,
                      Kind::slices);
    launch_all<Tex3D>(texture(cube, true, floats), "array128x64x16 " + name + " linear", plane, 1.0f, 1, 124, 60, 12,
                      Kind::slices);
    const cudaResourceDesc layers = of_array(array(format, 128, 64, 16, cudaArrayLayered));
    launch_all<TexA2D>(texture(layers, false, floats), "layers128x64x16 " + name, plane, 0.5f, 1, 128, 64, 16,
                       Kind::layers);
  }
  std::printf("PASS\n");
  return 0;
}
