// Textures and surfaces as programs use them: filters of images, tables, volumes, layers. Blocks end beyond the images.
#include "check.hpp"

constexpr int kWidth = 200;
constexpr int kHeight = 120;
constexpr int kDepth = 12;
constexpr float kPi = 3.14159265f;

#define PIXEL                                                            \
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); \
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); \
  if (x >= kWidth || y >= kHeight) return

static __global__ void copied(float* out, cudaTextureObject_t image) {
  PIXEL;
  out[y * kWidth + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

static __global__ void transposed(float* out, cudaTextureObject_t image) {
  PIXEL;
  out[y * kWidth + x] = tex2D<float>(image, y + 0.5f, x + 0.5f);
}

static __global__ void rotated(float* out, cudaTextureObject_t image, float angle) {
  PIXEL;
  const float u = x - kWidth / 2.0f, v = y - kHeight / 2.0f;
  const float s = __sinf(angle), c = __cosf(angle);
  out[y * kWidth + x] =
      tex2D<float>(image, u * c - v * s + kWidth / 2.0f + 0.5f, u * s + v * c + kHeight / 2.0f + 0.5f);
}

static __global__ void edges(float* out, cudaTextureObject_t image) {
  PIXEL;
  const auto at = [&](int i, int j) {
    return static_cast<float>(tex2D<unsigned char>(image, x + i + 0.5f, y + j + 0.5f));
  };
  const float across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  const float down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  out[y * kWidth + x] = fabsf(across) + fabsf(down);
}

static __global__ void scaled(float4* out, cudaTextureObject_t image, float by) {
  PIXEL;
  out[y * kWidth + x] = tex2D<float4>(image, (x + 0.5f) * by, (y + 0.5f) * by);
}

static __global__ void looked_up(float* out, cudaTextureObject_t table, const int* index) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < kWidth * kHeight) out[i] = tex1Dfetch<float>(table, index[i]);
}

static __global__ void looked_up_wide(float4* out, cudaTextureObject_t table, const int* index) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < kWidth * kHeight) out[i] = tex1Dfetch<float4>(table, index[i]);
}

static __global__ void blurred(float* out, cudaTextureObject_t rows) {
  PIXEL;
  float sum = 0;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) sum += tex2D<float>(rows, x + i + 0.5f, y + j + 0.5f);
  out[y * kWidth + x] = sum / 25;
}

static __global__ void summed_layers(float* out, cudaTextureObject_t layers) {
  PIXEL;
  float sum = 0;
  for (int layer = 0; layer < kDepth; ++layer) sum += tex2DLayered<float>(layers, x + 0.5f, y + 0.5f, layer);
  out[y * kWidth + x] = sum;
}

static __global__ void along_a_ray(float* out, cudaTextureObject_t volume) {
  PIXEL;
  float most = 0;
  for (int step = 0; step < kDepth; ++step)
    most = fmaxf(most, tex3D<float>(volume, x + 0.5f, y + 0.25f * step + 0.5f, step + 0.5f));
  out[y * kWidth + x] = most;
}

static __global__ void four_at_once(float4* out, cudaTextureObject_t image) {
  PIXEL;
  out[y * kWidth + x] = tex2Dgather<float4>(image, x + 1.0f, y + 1.0f, 0);
}

static __global__ void of_a_level(float* out, cudaTextureObject_t image) {
  PIXEL;
  out[y * kWidth + x] = tex2DLod<float>(image, x + 0.5f, y + 0.5f, 0.0f);
}

static __global__ void on_odd_pixels(float* out, cudaTextureObject_t image) {
  PIXEL;
  if ((x + y) % 2 != 0) out[y * kWidth + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

static __global__ void mirrored(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  PIXEL;
  float value;
  surf2Dread(&value, from, (kWidth - 1 - x) * static_cast<int>(sizeof(float)), y);
  surf2Dwrite(value, to, x * static_cast<int>(sizeof(float)), y);
}

static __global__ void mirrored_wide(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  PIXEL;
  float4 value;
  surf2Dread(&value, from, x * static_cast<int>(sizeof(float4)), kHeight - 1 - y);
  surf2Dwrite(value, to, x * static_cast<int>(sizeof(float4)), y);
}

static __global__ void through_slices(float* out, cudaSurfaceObject_t volume) {
  PIXEL;
  float sum = 0;
  for (int z = 0; z < kDepth; ++z) sum += surf3Dread<float>(volume, x * static_cast<int>(sizeof(float)), y, z);
  out[y * kWidth + x] = sum;
}

namespace {

void must(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(status));
  ++check::failures;
}

template <class T>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> all(count);
  unsigned state = 7;
  auto* const words = reinterpret_cast<unsigned char*>(all.data());
  if constexpr (sizeof(T) == 1) {
    for (std::size_t i = 0; i < count; ++i)
      words[i] = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
  } else {
    auto* const floats = reinterpret_cast<float*>(all.data());
    for (std::size_t i = 0; i < count * sizeof(T) / 4; ++i)
      floats[i] = static_cast<float>((state = state * 1664525u + 1013904223u) >> 16);
  }
  return all;
}

template <class T>
cudaArray_t array_of(const std::vector<T>& values, int width, int height, int depth = 0, unsigned flags = 0) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array = nullptr;
  must(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), flags));
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(values.data()), width * sizeof(T), width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, depth == 0 ? 1 : depth);
  copy.kind = cudaMemcpyHostToDevice;
  must(cudaMemcpy3D(&copy));
  return array;
}

cudaResourceDesc of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, bool linear = false) {
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  cudaTextureObject_t object = 0;
  must(cudaCreateTextureObject(&object, &resource, &how, nullptr));
  return object;
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  const cudaResourceDesc resource = of(array);
  cudaSurfaceObject_t object = 0;
  must(cudaCreateSurfaceObject(&object, &resource));
  return object;
}

cudaResourceDesc linear(void* memory, const cudaChannelFormatDesc& format, std::size_t bytes) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = format;
  resource.res.linear.sizeInBytes = bytes;
  return resource;
}

}  // namespace

int main() {
  constexpr std::size_t kPixels = kWidth * kHeight;
  const auto image = numbers<float>(kPixels);
  float4* wide = nullptr;
  must(cudaMalloc(&wide, kPixels * sizeof(float4)));
  float* const out = reinterpret_cast<float*>(wide);
  std::vector<int> order(kPixels);
  for (std::size_t i = 0; i < kPixels; ++i) order[i] = static_cast<int>((i * 37 + i / 50) % 4096);
  int* index = nullptr;
  float* table = nullptr;
  must(cudaMalloc(&index, kPixels * sizeof(int)));
  must(cudaMemcpy(index, order.data(), kPixels * sizeof(int), cudaMemcpyHostToDevice));
  must(cudaMalloc(&table, kPixels * sizeof(float)));
  must(cudaMemcpy(table, image.data(), kPixels * sizeof(float), cudaMemcpyHostToDevice));
  cudaResourceDesc pitched{};
  std::size_t pitch = 0;
  pitched.resType = cudaResourceTypePitch2D;
  must(cudaMallocPitch(&pitched.res.pitch2D.devPtr, &pitch, kWidth * sizeof(float), kHeight));
  must(cudaMemcpy2D(pitched.res.pitch2D.devPtr, pitch, image.data(), kWidth * sizeof(float), kWidth * sizeof(float),
                    kHeight, cudaMemcpyHostToDevice));
  pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  pitched.res.pitch2D.width = kWidth;
  pitched.res.pitch2D.height = kHeight;
  pitched.res.pitch2D.pitchInBytes = pitch;

  const unsigned both = cudaArraySurfaceLoadStore;
  cudaArray_t floats = array_of(image, kWidth, kHeight, 0, both);
  cudaArray_t others = array_of(image, kWidth, kHeight, 0, both);
  cudaArray_t bytes = array_of(numbers<unsigned char>(kPixels), kWidth, kHeight);
  cudaArray_t vectors = array_of(numbers<float4>(kPixels), kWidth, kHeight, 0, both);
  cudaArray_t other_vectors = array_of(numbers<float4>(kPixels), kWidth, kHeight, 0, both);
  cudaArray_t gathered = array_of(image, kWidth, kHeight, 0, cudaArrayTextureGather);
  cudaArray_t volume = array_of(numbers<float>(kPixels * kDepth), kWidth, kHeight, kDepth, both);
  cudaArray_t layers = array_of(numbers<float>(kPixels * kDepth), kWidth, kHeight, kDepth, cudaArrayLayered);

  const dim3 block(16, 16);
  const dim3 wide_block(64, 4);
  const dim3 grid((kWidth + 15) / 16, (kHeight + 15) / 16);
  const dim3 wide_grid((kWidth + 63) / 64, kHeight / 4);
  const unsigned line = (kPixels + 255) / 256;
  const cudaTextureObject_t point = texture_of(of(floats));
  copied<<<grid, block>>>(out, point);
  std::vector<float> back(kPixels);
  must(cudaMemcpy(back.data(), out, kPixels * sizeof(float), cudaMemcpyDeviceToHost));
  bool right = back == image;
  copied<<<wide_grid, wide_block>>>(out, point);
  transposed<<<grid, block>>>(out, point);
  transposed<<<wide_grid, wide_block>>>(out, point);
  rotated<<<grid, block>>>(out, point, kPi / 6);
  rotated<<<wide_grid, wide_block>>>(out, texture_of(of(floats), true), kPi / 6);
  rotated<<<grid, block>>>(out, texture_of(of(floats), true), 1.0f);
  edges<<<grid, block>>>(out, texture_of(of(bytes)));
  edges<<<wide_grid, wide_block>>>(out, texture_of(of(bytes)));
  scaled<<<grid, block>>>(wide, texture_of(of(vectors)), 0.5f);
  looked_up<<<line, 256>>>(out, texture_of(linear(table, cudaCreateChannelDesc<float>(), kPixels * sizeof(float))), index);
  looked_up_wide<<<line, 256>>>(wide, texture_of(linear(table, cudaCreateChannelDesc<float4>(), kPixels * sizeof(float))),
                                index);
  blurred<<<grid, block>>>(out, texture_of(pitched));
  blurred<<<wide_grid, wide_block>>>(out, texture_of(pitched, true));
  summed_layers<<<grid, block>>>(out, texture_of(of(layers)));
  along_a_ray<<<grid, block>>>(out, texture_of(of(volume)));
  along_a_ray<<<grid, block>>>(out, texture_of(of(volume), true));
  four_at_once<<<grid, block>>>(wide, texture_of(of(gathered)));
  of_a_level<<<grid, block>>>(out, point);
  on_odd_pixels<<<grid, block>>>(out, point);
  mirrored<<<grid, block>>>(surface_of(others), surface_of(floats));
  mirrored_wide<<<grid, block>>>(surface_of(other_vectors), surface_of(vectors));
  through_slices<<<grid, block>>>(out, surface_of(volume));
  must(cudaDeviceSynchronize());
  must(cudaMemcpy2DFromArray(back.data(), kWidth * sizeof(float), others, 0, 0, kWidth * sizeof(float), kHeight,
                             cudaMemcpyDeviceToHost));
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) right = right && back[y * kWidth + x] == image[y * kWidth + kWidth - 1 - x];
  check::cases = 2;
  if (!right) ++check::failures;
  return check::finish("textures");
}
