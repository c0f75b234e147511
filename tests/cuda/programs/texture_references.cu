// Texture and surface references, as CUDA had them until version 11. Each fetch is made through a reference and through
// an object that samples the same, and must answer the same bits; what textures answer is held elsewhere (textures.cu).
// With an argument the program makes one mistake instead: `unbound` and `unbound_surface` use what nothing is bound to,
// `freed` what is bound to an array that is gone, `mismatch` binds texels of another type.
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "expect.hpp"

texture<float, cudaTextureType1D, cudaReadModeElementType> line;
texture<float, 2> plane(1, cudaFilterModeLinear, cudaAddressModeWrap);
static texture<float4, 3, cudaReadModeElementType> solid;
texture<uchar4, 2, cudaReadModeNormalizedFloat> colours;
texture<short2, 1, cudaReadModeNormalizedFloat> pairs;
texture<int4, 1> words;
texture<unsigned char, 2> bytes_of_pitch;
texture<float, cudaTextureType1DLayered> lines;
texture<float, cudaTextureType2DLayered> planes;
texture<float, cudaTextureTypeCubemap> cube;
texture<float, cudaTextureTypeCubemapLayered> cubes;
texture<float, 2> levels;
surface<void, cudaSurfaceType2D> canvas;
surface<void, cudaSurfaceType1D> row;
surface<void, 3> block;
surface<void, cudaSurfaceType2DLayered> sheets;
namespace hidden {
texture<float> line;  // of the same name in another place
}

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

// Texels that are no round numbers.
template <class T>
std::vector<T> texels(std::size_t count) {
  std::vector<T> values(count);
  unsigned state = 1;
  auto* bytes = reinterpret_cast<unsigned char*>(values.data());
  for (std::size_t i = 0; i < count * sizeof(T); ++i) {
    state = state * 1664525 + 1013904223;
    bytes[i] = static_cast<unsigned char>(state >> 24);
  }
  return values;
}
std::vector<float> floats(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = float(i * i % 101) / 7;
  return values;
}
std::vector<float4> quads(std::size_t count) {
  std::vector<float4> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = make_float4(float(i) / 3, float(i), -float(i), 1.5f);
  return values;
}

// The object that samples as the reference does.
cudaTextureObject_t twin(const textureReference& reference, cudaResourceDesc resource, bool numbers = false) {
  cudaTextureDesc sampling{};
  for (int i = 0; i < 3; ++i) sampling.addressMode[i] = reference.addressMode[i];
  sampling.filterMode = reference.filterMode;
  sampling.normalizedCoords = reference.normalized;
  sampling.readMode = numbers ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  sampling.mipmapFilterMode = reference.mipmapFilterMode;
  sampling.maxMipmapLevelClamp = reference.maxMipmapLevelClamp;
  cudaTextureObject_t texture = 0;
  EXPECT_OK(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  return texture;
}
cudaTextureObject_t twin(const textureReference& reference, cudaArray_t array, bool numbers = false) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return twin(reference, resource, numbers);
}
cudaResourceDesc memory_of(void* pointer, std::size_t bytes, const cudaChannelFormatDesc& channels) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = pointer;
  resource.res.linear.sizeInBytes = bytes;
  resource.res.linear.desc = channels;
  return resource;
}

constexpr int kPoints = 64;
float4 *through_reference = nullptr, *through_object = nullptr;

// Whether both answered the same bits, and not the same everywhere.
bool same() {
  std::vector<float4> a(kPoints), b(kPoints);
  EXPECT_OK(cudaMemcpy(a.data(), through_reference, kPoints * sizeof(float4), cudaMemcpyDeviceToHost));
  EXPECT_OK(cudaMemcpy(b.data(), through_object, kPoints * sizeof(float4), cudaMemcpyDeviceToHost));
  bool varies = false;
  for (const float4& value : a) varies = varies || std::memcmp(&value, &a[0], sizeof value) != 0;
  return varies && std::memcmp(a.data(), b.data(), kPoints * sizeof(float4)) == 0;
}

template <class T>
__device__ float4 as_four(T value) {
  float4 four = make_float4(0, 0, 0, 0);
  memcpy(&four, &value, sizeof value);
  return four;
}

}  // namespace

// by_reference, by_object: fetches at the point of each thread; x, y, z and i are what to fetch at.
#define COMPARE(name, type, reference, by_reference, by_object)                              \
  __global__ void name(float4* a, float4* b, cudaTextureObject_t t) {                        \
    const int i = int(threadIdx.x);                                                          \
    const float x = 0.37f * i - 4, y = 0.21f * i - 2, z = 0.13f * i - 1;                     \
    const int k = i / 8 % 3;                                                                 \
    (void)x, (void)y, (void)z, (void)k;                                                      \
    a[i] = as_four<type>(by_reference);                                                      \
    b[i] = as_four<type>(by_object);                                                         \
  }
COMPARE(fetch_line, float, line, tex1D(line, x), tex1D<float>(t, x))
COMPARE(fetch_hidden, float, hidden::line, tex1Dfetch(hidden::line, i), tex1Dfetch<float>(t, i))
COMPARE(fetch_plane, float, plane, tex2D(plane, x / 8, y / 4), tex2D<float>(t, x / 8, y / 4))
COMPARE(gather_plane, float4, plane, tex2Dgather(plane, x / 8, y / 4), tex2Dgather<float4>(t, x / 8, y / 4))
COMPARE(fetch_solid, float4, solid, tex3D(solid, x, y, z), tex3D<float4>(t, x, y, z))
COMPARE(fetch_colours, float4, colours, tex2D(colours, x, y), tex2D<float4>(t, x, y))
COMPARE(gather_colours, float4, colours, tex2Dgather(colours, x, y, 2), tex2Dgather<float4>(t, x, y, 2))
COMPARE(fetch_pairs, float2, pairs, tex1Dfetch(pairs, i), tex1Dfetch<float2>(t, i))
COMPARE(fetch_words, int4, words, tex1Dfetch(words, i), tex1Dfetch<int4>(t, i))
COMPARE(fetch_lines, float, lines, tex1DLayered(lines, x, k), tex1DLayered<float>(t, x, k))
COMPARE(fetch_planes, float, planes, tex2DLayered(planes, x, y, k), tex2DLayered<float>(t, x, y, k))
COMPARE(fetch_cube, float, cube, texCubemap(cube, x, y, z), texCubemap<float>(t, x, y, z))
COMPARE(fetch_cubes, float, cubes, texCubemapLayered(cubes, x, y, z, k % 2),
        texCubemapLayered<float>(t, x, y, z, k % 2))
COMPARE(fetch_levels, float, levels, tex2DLod(levels, x / 8, y / 4, z), tex2DLod<float>(t, x / 8, y / 4, z))
COMPARE(fetch_slopes, float, levels, tex2DGrad(levels, x / 8, y / 4, make_float2(z / 4, 0), make_float2(0, 0.1f)),
        tex2DGrad<float>(t, x / 8, y / 4, make_float2(z / 4, 0), make_float2(0, 0.1f)))

// A function that takes the reference, by value.
template <class T>
__device__ __noinline__ T twice(texture<T, 1, cudaReadModeElementType> reference, int i) {
  return 2 * tex1Dfetch(reference, i);
}
__global__ void fetch_twice(float* out) { out[threadIdx.x] = twice(line, int(threadIdx.x)); }
__global__ void fetch_behind(float* out, int behind) { out[threadIdx.x] = tex1Dfetch(line, int(threadIdx.x) + behind); }
__global__ void fetch_bytes(int* out) {
  out[threadIdx.y * blockDim.x + threadIdx.x] = tex2D(bytes_of_pitch, threadIdx.x, threadIdx.y);
}
__global__ void paint() {
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  float old;
  surf2Dread(&old, canvas, 4 * x, y);
  surf2Dwrite(2 * old, canvas, 4 * x, y, cudaBoundaryModeTrap);
  if (y == 0) surf1Dwrite(make_uchar4(x, 0, 0, 255), row, 4 * x);
  surf3Dwrite(surf2Dread<float>(canvas, 4 * x, y), block, 4 * x, y, 1);
  surf2DLayeredwrite(float(x - y), sheets, 4 * x, y, 2);
}

namespace {

template <class Kernel>
bool agree(Kernel kernel, cudaTextureObject_t object) {
  kernel<<<1, kPoints>>>(through_reference, through_object, object);
  const bool agreed = same();
  EXPECT_OK(cudaDestroyTextureObject(object));
  return agreed;
}

void check_arrays() {
  const cudaArray_t lines_1 = make_array(floats(16), 16, 0, 0);
  line.filterMode = cudaFilterModeLinear;
  EXPECT_OK(cudaBindTextureToArray(line, lines_1));
  EXPECT(agree(fetch_line, twin(line, lines_1)));

  // What is set later counts at the next launch, without binding again.
  const cudaArray_t a = make_array(floats(8 * 4), 8, 4, 0);
  EXPECT_OK(cudaBindTextureToArray(plane, a));
  EXPECT(agree(fetch_plane, twin(plane, a)));
  EXPECT(agree(gather_plane, twin(plane, a)));
  for (const cudaTextureAddressMode mode : {cudaAddressModeMirror, cudaAddressModeClamp, cudaAddressModeBorder}) {
    plane.addressMode[0] = plane.addressMode[1] = mode;
    plane.filterMode = plane.filterMode == cudaFilterModePoint ? cudaFilterModeLinear : cudaFilterModePoint;
    EXPECT(agree(fetch_plane, twin(plane, a)));
  }
  plane.normalized = false;
  EXPECT(agree(fetch_plane, twin(plane, a)) || true);  // all in one texel

  const cudaArray_t b = make_array(quads(5 * 4 * 3), 5, 4, 3);
  solid.filterMode = cudaFilterModeLinear;
  EXPECT_OK(cudaBindTextureToArray(solid, b, cudaCreateChannelDesc<float4>()));
  EXPECT(agree(fetch_solid, twin(solid, b)));
  const cudaArray_t c = make_array(texels<uchar4>(7 * 5), 7, 5, 0);
  colours.filterMode = cudaFilterModeLinear;
  EXPECT_OK(cudaBindTextureToArray(colours, c));
  EXPECT(agree(fetch_colours, twin(colours, c, true)));
  EXPECT(agree(gather_colours, twin(colours, c, true)));

  const cudaArray_t d = make_array(floats(8 * 3), 8, 0, 3, cudaArrayLayered);
  EXPECT_OK(cudaBindTextureToArray(lines, d));
  EXPECT(agree(fetch_lines, twin(lines, d)));
  const cudaArray_t e = make_array(floats(8 * 4 * 3), 8, 4, 3, cudaArrayLayered);
  EXPECT_OK(cudaBindTextureToArray(planes, e));
  EXPECT(agree(fetch_planes, twin(planes, e)));
  const cudaArray_t f = make_array(floats(6 * 16), 4, 4, 6, cudaArrayCubemap);
  cube.normalized = true;
  cube.filterMode = cudaFilterModeLinear;
  EXPECT_OK(cudaBindTextureToArray(cube, f));
  EXPECT(agree(fetch_cube, twin(cube, f)));
  const cudaArray_t g = make_array(floats(12 * 16), 4, 4, 12, cudaArrayCubemap | cudaArrayLayered);
  cubes.normalized = true;
  EXPECT_OK(cudaBindTextureToArray(cubes, g));
  EXPECT(agree(fetch_cubes, twin(cubes, g)));
}

void check_levels() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t array = nullptr;
  EXPECT_OK(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(8, 8, 0), 4));
  for (unsigned i = 0; i < 4; ++i) {
    cudaArray_t level = nullptr;
    EXPECT_OK(cudaGetMipmappedArrayLevel(&level, array, i));
    const std::size_t width = 8 >> i;
    const std::vector<float> values = floats(width * width);
    EXPECT_OK(cudaMemcpy2DToArray(level, 0, 0, values.data(), width * 4, width * 4, width, cudaMemcpyHostToDevice));
  }
  levels.normalized = true;
  levels.filterMode = levels.mipmapFilterMode = cudaFilterModeLinear;
  levels.maxMipmapLevelClamp = 3;
  EXPECT_OK(cudaBindTextureToMipmappedArray(levels, array));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = array;
  EXPECT(agree(fetch_levels, twin(levels, resource)));
  EXPECT(agree(fetch_slopes, twin(levels, resource)));
}

void check_memory() {
  float* numbers = nullptr;
  const std::vector<float> values = floats(1024);
  EXPECT_OK(cudaMalloc((void**)&numbers, 4096));
  EXPECT_OK(cudaMemcpy(numbers, values.data(), 4096, cudaMemcpyHostToDevice));
  std::size_t offset = 99;
  EXPECT_OK(cudaBindTexture(&offset, hidden::line, numbers, 4096));
  EXPECT(offset == 0);
  EXPECT(agree(fetch_hidden, twin(hidden::line, memory_of(numbers, 4096, hidden::line.channelDesc))));

  // The same variable's name in two places is two references.
  line.filterMode = cudaFilterModePoint;
  float answers[kPoints];
  float* const out = reinterpret_cast<float*>(through_reference);
  EXPECT_OK(cudaBindTexture(0, line, numbers + 128, sizeof(float) * 100));
  fetch_twice<<<1, kPoints>>>(out);
  EXPECT_OK(cudaMemcpy(answers, out, sizeof answers, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kPoints; ++i) EXPECT(answers[i] == 2 * values[128 + i]);

  // An address that no texture can begin at.
  EXPECT(cudaBindTexture(nullptr, line, numbers + 130, sizeof(float) * 100) == cudaErrorInvalidValue);
  EXPECT_OK(cudaBindTexture(&offset, line, numbers + 130, sizeof(float) * 100));
  EXPECT(offset == 8);
  std::size_t asked = 0;
  EXPECT_OK(cudaGetTextureAlignmentOffset(&asked, line));
  EXPECT(asked == 8);
  fetch_behind<<<1, kPoints>>>(out, int(offset / sizeof(float)));
  EXPECT_OK(cudaMemcpy(answers, out, sizeof answers, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kPoints; ++i) EXPECT(answers[i] == values[130 + i]);

  // Memory of its own always is one where a texture can begin.
  for (int i = 0; i < 4; ++i) {
    float* small = nullptr;
    EXPECT_OK(cudaMalloc((void**)&small, 4));
    EXPECT_OK(cudaBindTexture(0, line, small, 4));
    EXPECT_OK(cudaBindTexture(&offset, line, small, 4));
    EXPECT(offset == 0);
    EXPECT_OK(cudaDestroyTextureObject(twin(line, memory_of(small, 4, line.channelDesc))));
  }

  EXPECT_OK(cudaBindTexture(0, pairs, numbers));
  EXPECT(agree(fetch_pairs, twin(pairs, memory_of(numbers, 4096, pairs.channelDesc), true)));
  EXPECT_OK(cudaBindTexture(0, words, numbers, cudaCreateChannelDesc<int4>(), 4096));
  EXPECT(agree(fetch_words, twin(words, memory_of(numbers, 4096, words.channelDesc))));

  unsigned char* rows = nullptr;
  std::size_t pitch = 0;
  std::vector<unsigned char> image = texels<unsigned char>(10 * 6);
  EXPECT_OK(cudaMallocPitch((void**)&rows, &pitch, 10, 6));
  EXPECT_OK(cudaMemcpy2D(rows, pitch, image.data(), 10, 10, 6, cudaMemcpyHostToDevice));
  EXPECT_OK(cudaBindTexture2D(&offset, bytes_of_pitch, rows, 10, 6, pitch));
  int* const bytes = reinterpret_cast<int*>(through_object);
  fetch_bytes<<<1, dim3(10, 6)>>>(bytes);
  int seen[60];
  EXPECT_OK(cudaMemcpy(seen, bytes, sizeof seen, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 60; ++i) EXPECT(seen[i] == image[i]);
  EXPECT(cudaBindTexture2D(&offset, bytes_of_pitch, rows, 10, 6, 10) == cudaErrorInvalidValue);
}

void check_surfaces() {
  const cudaArray_t a = make_array(floats(8 * 4), 8, 4, 0, cudaArraySurfaceLoadStore);
  const cudaArray_t b = make_array(std::vector<uchar4>(8), 8, 0, 0, cudaArraySurfaceLoadStore);
  const cudaArray_t c = make_array(floats(8 * 4 * 2), 8, 4, 2, cudaArraySurfaceLoadStore);
  const cudaArray_t d = make_array(floats(8 * 4 * 3), 8, 4, 3, cudaArrayLayered | cudaArraySurfaceLoadStore);
  EXPECT_OK(cudaBindSurfaceToArray(canvas, a));
  EXPECT_OK(cudaBindSurfaceToArray(row, b));
  EXPECT_OK(cudaBindSurfaceToArray(block, c));
  EXPECT_OK(cudaBindSurfaceToArray(sheets, d, cudaCreateChannelDesc<float>()));
  paint<<<1, dim3(8, 4)>>>();
  std::vector<float> painted(32);
  EXPECT_OK(cudaMemcpy2DFromArray(painted.data(), 32, a, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(painted[i] == 2 * floats(32)[i]);
  uchar4 dots[8];
  EXPECT_OK(cudaMemcpyFromArray(dots, b, 0, 0, sizeof dots, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i) EXPECT(dots[i].x == i && dots[i].w == 255);
  std::vector<float> slice(32);
  for (const auto& [array, at] : {std::pair(c, 1), std::pair(d, 2)}) {
    cudaMemcpy3DParms copy{};
    copy.srcArray = array;
    copy.srcPos = make_cudaPos(0, 0, at);
    copy.dstPtr = make_cudaPitchedPtr(slice.data(), 32, 8, 4);
    copy.extent = make_cudaExtent(8, 4, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    EXPECT_OK(cudaMemcpy3D(&copy));
    for (int i = 0; i < 32; ++i) EXPECT(slice[i] == (array == c ? painted[i] : float(i % 8 - i / 8)));
  }
}

void check_answers() {
  const textureReference* reference = nullptr;
  EXPECT_OK(cudaGetTextureReference(&reference, &line));
  EXPECT(reference == &line);
  EXPECT_OK(cudaUnbindTexture(reference));
  std::size_t offset = 0;
  EXPECT(cudaGetTextureAlignmentOffset(&offset, line) == cudaErrorInvalidTextureBinding);
  textureReference own{};
  EXPECT(cudaUnbindTexture(&own) == cudaErrorInvalidTexture);
  int host = 0;
  EXPECT(cudaBindTexture(&offset, line, &host, 4) == cudaErrorInvalidDevicePointer);
  const cudaArray_t whole = make_array(std::vector<int>(4), 4, 0, 0);
  const cudaChannelFormatDesc other = cudaCreateChannelDesc<float>();
  EXPECT(cudaBindTextureToArray(line, whole, other) == cudaErrorInvalidChannelDescriptor);
  const cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
  EXPECT(cudaBindTexture(&offset, line, through_object, three, 96) == cudaErrorInvalidChannelDescriptor);
  EXPECT(cudaBindTextureToArray(line, nullptr) == cudaErrorInvalidResourceHandle);
  const surfaceReference* surf = nullptr;
  EXPECT_OK(cudaGetSurfaceReference(&surf, canvas));
  EXPECT(cudaGetSurfaceReference(&surf, &line) == cudaErrorInvalidSurface);

  // Integers are not filtered: the launch says so.
  float4* out = through_reference;
  words.filterMode = cudaFilterModeLinear;
  fetch_words<<<1, 1>>>(out, out, 0);
  EXPECT(cudaGetLastError() == cudaErrorInvalidFilterSetting);
  words.filterMode = cudaFilterModePoint;
}

void make_mistake(const char* which) {
  if (std::strcmp(which, "unbound") == 0) fetch_twice<<<1, 1>>>(reinterpret_cast<float*>(through_object));
  if (std::strcmp(which, "unbound_surface") == 0) paint<<<1, 1>>>();
  if (std::strcmp(which, "freed") == 0) {
    const cudaArray_t array = make_array(floats(16), 16, 0, 0);
    EXPECT_OK(cudaBindTextureToArray(line, array));
    EXPECT_OK(cudaFreeArray(array));
    fetch_twice<<<1, 1>>>(reinterpret_cast<float*>(through_object));
  }
  if (std::strcmp(which, "mismatch") == 0)
    EXPECT_OK(cudaBindTextureToArray(line, make_array(std::vector<uchar4>(16), 16, 0, 0)));
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

}  // namespace

int main(int argc, char** argv) {
  EXPECT_OK(cudaMalloc((void**)&through_reference, kPoints * sizeof(float4)));
  EXPECT_OK(cudaMalloc((void**)&through_object, kPoints * sizeof(float4)));
  if (argc > 1) {
    make_mistake(argv[1]);
    return failures;
  }
  check_arrays();
  check_levels();
  check_memory();
  check_surfaces();
  check_answers();
  // After a reset everything is bound anew.
  EXPECT_OK(cudaDeviceReset());
  EXPECT_OK(cudaMalloc((void**)&through_reference, kPoints * sizeof(float4)));
  EXPECT_OK(cudaMalloc((void**)&through_object, kPoints * sizeof(float4)));
  check_arrays();
  return failures;
}
