// Arrays, textures and surfaces of every shape, filled through one call and read through another; the program checks
// itself. With an argument it makes one mistake instead: `outside` and `misaligned` store beside a surface, `freed`
// fetches from an array that is gone, `handle` from no texture.
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "expect.hpp"

namespace {

template <class T>
cudaArray_t make_array(const std::vector<T>& texels, std::size_t width, std::size_t height, std::size_t depth,
                       unsigned flags = 0) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array = nullptr;
  EXPECT_OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), flags));
  cudaMemcpy3DParms copy{};
  const std::size_t rows = height == 0 ? 1 : height;
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(texels.data()), width * sizeof(T), width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, rows, depth == 0 ? 1 : depth);
  copy.kind = cudaMemcpyHostToDevice;
  EXPECT_OK(cudaMemcpy3D(&copy));
  return array;
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, bool linear = false, bool normalized = false,
                               bool numbers = false) {
  cudaTextureDesc sampling{};
  for (auto& mode : sampling.addressMode) mode = cudaAddressModeClamp;
  sampling.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  sampling.readMode = numbers ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  sampling.normalizedCoords = normalized;
  sampling.maxMipmapLevelClamp = 8;
  cudaTextureObject_t texture = 0;
  EXPECT_OK(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  return texture;
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  const cudaResourceDesc resource = resource_of(array);
  cudaSurfaceObject_t surface = 0;
  EXPECT_OK(cudaCreateSurfaceObject(&surface, &resource));
  return surface;
}

std::vector<float> count_up(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = float(i);
  return values;
}

float* results = nullptr;

float result(int i) {
  float value = -1;
  EXPECT_OK(cudaMemcpy(&value, results + i, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

}  // namespace

__global__ void fetch_plane(float* out, cudaTextureObject_t t, float x, float y) { *out = tex2D<float>(t, x, y); }
__global__ void fetch_solid(float* out, cudaTextureObject_t t, float x, float y, float z) {
  out[0] = tex3D<float>(t, x, y, z);
}
__global__ void fetch_line(float* out, cudaTextureObject_t t, float x) { *out = tex1D<float>(t, x); }
__global__ void fetch_layers(float* out, cudaTextureObject_t planes, cudaTextureObject_t lines) {
  out[0] = tex2DLayered<float>(planes, 1.5f, 1.5f, 2);
  out[1] = tex1DLayered<float>(lines, 3.5f, 1);
}
__global__ void fetch_cube(float* out, cudaTextureObject_t cube, cudaTextureObject_t cubes) {
  out[0] = texCubemap<float>(cube, -1.0f, 0.1f, 0.1f);
  out[1] = texCubemap<float>(cube, 0.1f, 0.1f, 1.0f);
  out[2] = texCubemapLayered<float>(cubes, 0.1f, -1.0f, 0.1f, 1);
}
__global__ void fetch_memory(float* out, cudaTextureObject_t t, int at) { *out = tex1Dfetch<float>(t, at); }
__global__ void fetch_colours(float* out, cudaTextureObject_t bytes, cudaTextureObject_t numbers) {
  const uchar4 colour = tex2D<uchar4>(bytes, 1.5f, 0.5f);
  const float4 number = tex2D<float4>(numbers, 1.5f, 0.5f);
  out[0] = colour.x + 256.0f * colour.w;
  out[1] = number.x;
  out[2] = number.w;
}
__global__ void gather(float4* out, cudaTextureObject_t t) { *out = tex2Dgather<float4>(t, 2.0f, 1.0f); }
__global__ void fetch_levels(float* out, cudaTextureObject_t t) {
  out[0] = tex2DLod<float>(t, 0.1f, 0.1f, 0.0f);
  out[1] = tex2DLod<float>(t, 0.1f, 0.1f, 1.0f);
  out[2] = tex2DGrad<float>(t, 0.1f, 0.1f, make_float2(0.5f, 0), make_float2(0, 0.5f));
}
__global__ void double_surface(cudaSurfaceObject_t plane, cudaSurfaceObject_t line, cudaSurfaceObject_t layers) {
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  surf2Dwrite(2 * surf2Dread<float>(plane, 4 * x, y), plane, 4 * x, y);
  if (y == 0) surf1Dwrite(make_float4(x, x + 1, x + 2, x + 3), line, 16 * x);
  surf2DLayeredwrite(float(100 * x + y), layers, 4 * x, y, 1);
}
__global__ void read_outside(float* out, cudaSurfaceObject_t plane) {
  out[0] = surf2Dread<float>(plane, 4 * 8, 0, cudaBoundaryModeZero);
  out[1] = surf2Dread<float>(plane, 4 * 9, -3, cudaBoundaryModeClamp);
  surf2Dwrite(5.0f, plane, -4, 2, cudaBoundaryModeZero);
}
__global__ void store(cudaSurfaceObject_t surface, int x, int y) { surf2Dwrite(1.0f, surface, x, y); }

namespace {

void check_fetches() {
  const cudaArray_t plane = make_array(count_up(8 * 4), 8, 4, 0);
  cudaTextureObject_t t = texture_of(resource_of(plane), true);
  fetch_plane<<<1, 1>>>(results, t, 2.0f, 1.25f);
  EXPECT(result(0) == 1.5f + 0.75f * 8);
  fetch_plane<<<1, 1>>>(results, t, -5.0f, 99.0f);
  EXPECT(result(0) == 24);
  EXPECT_OK(cudaDestroyTextureObject(t));
  gather<<<1, 1>>>(reinterpret_cast<float4*>(results), t = texture_of(resource_of(plane)));
  EXPECT(result(0) == 9 && result(1) == 10 && result(2) == 2 && result(3) == 1);
  t = texture_of(resource_of(plane), false, true);
  fetch_plane<<<1, 1>>>(results, t, 0.99f, 0.01f);
  EXPECT(result(0) == 7);

  const cudaArray_t line = make_array(count_up(16), 16, 0, 0);
  fetch_line<<<1, 1>>>(results, texture_of(resource_of(line), true), 3.25f);
  EXPECT(result(0) == 2.75f);
  const cudaArray_t solid = make_array(count_up(4 * 4 * 4), 4, 4, 4);
  fetch_solid<<<1, 1>>>(results, texture_of(resource_of(solid), true), 1.5f, 2.0f, 3.0f);
  EXPECT(result(0) == 1 + 1.5f * 4 + 2.5f * 16);

  const cudaArray_t planes = make_array(count_up(4 * 2 * 3), 4, 2, 3, cudaArrayLayered);
  const cudaArray_t lines = make_array(count_up(8 * 3), 8, 0, 3, cudaArrayLayered);
  fetch_layers<<<1, 1>>>(results, texture_of(resource_of(planes)), texture_of(resource_of(lines)));
  EXPECT(result(0) == 16 + 4 + 1 && result(1) == 8 + 3);

  std::vector<float> faces(2 * 6 * 4 * 4);
  for (std::size_t i = 0; i < faces.size(); ++i) faces[i] = float(i / 16);
  const cudaArray_t cube = make_array(faces, 4, 4, 6, cudaArrayCubemap);
  const cudaArray_t cubes = make_array(faces, 4, 4, 12, cudaArrayCubemap | cudaArrayLayered);
  fetch_cube<<<1, 1>>>(results, texture_of(resource_of(cube), false, true), texture_of(resource_of(cubes), true, true));
  EXPECT(result(0) == 1 && result(1) == 4 && result(2) == 9);

  const cudaArray_t colours = make_array(std::vector<uchar4>{{1, 2, 3, 4}, {255, 0, 0, 51}}, 2, 1, 0);
  fetch_colours<<<1, 1>>>(results, texture_of(resource_of(colours)),
                          texture_of(resource_of(colours), true, false, true));
  EXPECT(result(0) == 255 + 256 * 51 && result(1) == 1 && result(2) == 0.2f);
}

void check_memory() {
  const std::vector<float> values = count_up(64);
  float* memory = nullptr;
  std::size_t pitch = 0;
  EXPECT_OK(cudaMallocPitch(&memory, &pitch, 16 * sizeof(float), 4));
  EXPECT_OK(cudaMemcpy2D(memory, pitch, values.data(), 64, 64, 4, cudaMemcpyHostToDevice));
  cudaResourceDesc linear{};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = memory;
  linear.res.linear.desc = cudaCreateChannelDesc<float>();
  linear.res.linear.sizeInBytes = 16 * sizeof(float);
  const cudaTextureObject_t row = texture_of(linear);
  for (const auto& [at, expected] : {std::pair{15, 15.0f}, {16, 0.0f}, {-1, 0.0f}}) {
    fetch_memory<<<1, 1>>>(results, row, at);
    EXPECT(result(0) == expected);
  }
  cudaResourceDesc pitched{};
  pitched.resType = cudaResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = memory;
  pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  pitched.res.pitch2D.width = 16;
  pitched.res.pitch2D.height = 4;
  pitched.res.pitch2D.pitchInBytes = pitch;
  fetch_plane<<<1, 1>>>(results, texture_of(pitched, true), 3.0f, 2.0f);
  EXPECT(result(0) == 2.5f + 1.5f * 16);
}

void check_levels() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap = nullptr;
  EXPECT_OK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(4, 4, 0), 3));
  for (unsigned i = 0; i < 3; ++i) {
    cudaArray_t level = nullptr;
    EXPECT_OK(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    const std::vector<float> texels(16, float(10 * i));
    const std::size_t side = 4u >> i;
    EXPECT_OK(cudaMemcpy2DToArray(level, 0, 0, texels.data(), 4 * side, 4 * side, side, cudaMemcpyHostToDevice));
  }
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  fetch_levels<<<1, 1>>>(results, texture_of(resource, true, true));
  EXPECT(result(0) == 0 && result(1) == 10 && result(2) == 10);
  EXPECT_OK(cudaFreeMipmappedArray(mipmap));
}

void check_surfaces() {
  const cudaArray_t plane = make_array(count_up(8 * 4), 8, 4, 0, cudaArraySurfaceLoadStore);
  const cudaArray_t line = make_array(std::vector<float4>(8), 8, 0, 0, cudaArraySurfaceLoadStore);
  const cudaArray_t layers = make_array(count_up(8 * 4 * 2), 8, 4, 2, cudaArrayLayered | cudaArraySurfaceLoadStore);
  double_surface<<<1, dim3(8, 4)>>>(surface_of(plane), surface_of(line), surface_of(layers));
  float back[32];
  EXPECT_OK(cudaMemcpy2DFromArray(back, 32, plane, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(back[i] == 2 * i);
  EXPECT_OK(cudaMemcpyFromArray(back, line, 0, 0, 128, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(back[i] == i / 4 + i % 4);
  fetch_layers<<<1, 1>>>(results, texture_of(resource_of(layers)),
                         texture_of(resource_of(make_array(count_up(16), 8, 0, 2, cudaArrayLayered))));
  EXPECT(result(0) == 101);  // the last layer stands for those beyond
  read_outside<<<1, 1>>>(results, surface_of(plane));
  EXPECT(result(0) == 0 && result(1) == 14);
  EXPECT_OK(cudaMemcpy2DFromArray(back, 32, plane, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  EXPECT(back[16] == 32);
}

void make_mistake(const char* what) {
  const cudaArray_t plane = make_array(count_up(8 * 4), 8, 4, 0, cudaArraySurfaceLoadStore);
  const cudaTextureObject_t t = texture_of(resource_of(plane));
  if (!std::strcmp(what, "outside")) store<<<1, 1>>>(surface_of(plane), 4 * 8, 1);
  if (!std::strcmp(what, "misaligned")) store<<<1, 1>>>(surface_of(plane), 2, 1);
  if (!std::strcmp(what, "freed")) {
    cudaFreeArray(plane);
    fetch_plane<<<1, 1>>>(results, t, 0, 0);
  }
  if (!std::strcmp(what, "handle")) fetch_plane<<<1, 1>>>(results, 12345, 0, 0);
  std::printf("%d\n", int(cudaDeviceSynchronize()));
}

}  // namespace

int main(int argc, char** argv) {
  EXPECT_OK(cudaMalloc(&results, 64));
  if (argc > 1) {
    make_mistake(argv[1]);
    return failures;
  }
  check_fetches();
  check_memory();
  check_levels();
  check_surfaces();
  EXPECT_OK(cudaDeviceSynchronize());
  return failures;
}
