// What the calls about arrays, textures and surfaces answer: each line is a call and its error number, with what it put
// out. array_semantics.expected beside it holds the answers of an H200 with CUDA 13.0, recorded by running this very
// program there (built by nvcc); the same program must print the same lines under warpglass.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define SAY(...) (std::printf(__VA_ARGS__), std::fflush(stdout))
#define CALL(expression) SAY("%-88s %d\n", #expression, int(expression))

const cudaChannelFormatDesc kFloat = cudaCreateChannelDesc<float>();
const cudaChannelFormatDesc kBytes = cudaCreateChannelDesc<uchar4>();
const cudaChannelFormatDesc kWords = cudaCreateChannelDesc<unsigned>();

void say_format(const cudaChannelFormatDesc& d) { SAY("  %d %d %d %d kind %d\n", d.x, d.y, d.z, d.w, int(d.f)); }

void say_array(cudaArray_t array) {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  unsigned flags = 99;
  CALL(cudaArrayGetInfo(&format, &extent, &flags, array));
  say_format(format);
  SAY("  %zu %zu %zu flags %u\n", extent.width, extent.height, extent.depth, flags);
}

cudaChannelFormatDesc format_of(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return cudaCreateChannelDesc(x, y, z, w, kind);
}

void arrays() {
  cudaArray_t a = nullptr, b = nullptr;
  CALL(cudaMallocArray(&a, &kFloat, 16, 8));
  say_array(a);
  CALL(cudaMallocArray(&b, &kBytes, 16));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaMallocArray(&b, &kFloat, 16, 0, cudaArraySurfaceLoadStore));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaFreeArray(nullptr));
  CALL(cudaMallocArray(nullptr, &kFloat, 16, 8));
  CALL(cudaMallocArray(&b, nullptr, 16, 8));
  CALL(cudaMallocArray(&b, &kFloat, 0, 8));
  CALL(cudaMallocArray(&b, &kFloat, 0, 0));
  CALL(cudaMallocArray(&b, &kFloat, 131072, 65536 + 1));
  CALL(cudaMallocArray(&b, &kFloat, 131072 + 1, 4));
  CALL(cudaMallocArray(&b, &kFloat, 131072 + 1));
  CALL(cudaMallocArray(&b, &kFloat, 16, 8, cudaArrayLayered));
  CALL(cudaMallocArray(&b, &kFloat, 16, 8, cudaArrayCubemap));
  CALL(cudaMallocArray(&b, &kFloat, 16, 8, 0x1000));
  CALL(cudaMallocArray(&b, &kFloat, 16, 8, cudaArrayTextureGather));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaMallocArray(&b, &kFloat, 16, 0, cudaArrayTextureGather));
  cudaChannelFormatDesc d = format_of(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  d = format_of(8, 0, 8, 0, cudaChannelFormatKindUnsigned);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  d = format_of(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  d = format_of(0, 0, 0, 0, cudaChannelFormatKindUnsigned);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  d = format_of(64, 0, 0, 0, cudaChannelFormatKindUnsigned);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  d = format_of(8, 0, 0, 0, cudaChannelFormatKindFloat);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  d = format_of(32, 0, 0, 0, cudaChannelFormatKindNone);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  d = format_of(16, 16, 0, 0, cudaChannelFormatKindFloat);
  CALL(cudaMallocArray(&b, &d, 16, 8));
  CALL(cudaFreeArray(b));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 4, 2)));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 0, 2)));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 0, 0)));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 0, 3), cudaArrayLayered));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 4, 3), cudaArrayLayered | cudaArraySurfaceLoadStore));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 8, 6), cudaArrayCubemap));
  say_array(b);
  CALL(cudaFreeArray(b));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 4, 6), cudaArrayCubemap));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 8, 5), cudaArrayCubemap));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 8, 12), cudaArrayCubemap));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 8, 12), cudaArrayCubemap | cudaArrayLayered));
  CALL(cudaFreeArray(b));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 8, 8), cudaArrayCubemap | cudaArrayLayered));
  CALL(cudaMalloc3DArray(&b, &kFloat, make_cudaExtent(8, 8, 4), cudaArrayTextureGather));
  CALL(cudaArrayGetInfo(nullptr, nullptr, nullptr, a));
  CALL(cudaGetChannelDesc(&d, a));
  say_format(d);
  CALL(cudaGetChannelDesc(nullptr, a));
  size_t elements = 0;
  CALL(cudaDeviceGetTexture1DLinearMaxWidth(&elements, &kFloat, 0));
  SAY("  %zu\n", elements);
  CALL(cudaFreeArray(a));
}

void copies() {
  float host[64], back[64];
  for (int i = 0; i < 64; ++i) host[i] = float(i);
  cudaArray_t a = nullptr, b = nullptr, line = nullptr;
  cudaMallocArray(&a, &kFloat, 8, 4);
  cudaMallocArray(&b, &kFloat, 8, 4);
  cudaMallocArray(&line, &kFloat, 16);
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 4, 1, host, 32, 28, 3, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 4, 0, host, 32, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 1, host, 32, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 16, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 0, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 32, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 32, 4, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 32, 4, cudaMemcpyDeviceToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 32, 4, cudaMemcpyDefault));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 32, 4, cudaMemcpyHostToHost));
  CALL(cudaMemcpy2DToArray(a, 2, 0, host, 32, 4, 1, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 0, host, 32, 6, 1, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(a, 0, 0, nullptr, 32, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(nullptr, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArrayAsync(a, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice, 0));
  CALL(cudaMemcpy2DFromArray(back, 32, a, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  SAY("  %g %g\n", back[9], back[31]);
  CALL(cudaMemcpy2DFromArray(back, 32, a, 4, 2, 8, 2, cudaMemcpyDeviceToHost));
  SAY("  %g %g %g %g\n", back[0], back[1], back[8], back[9]);
  CALL(cudaMemcpy2DFromArray(back, 32, a, 0, 0, 32, 5, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpy2DFromArray(back, 8, a, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpy2DFromArray(back, 32, a, 0, 0, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DFromArrayAsync(back, 32, a, 0, 0, 32, 4, cudaMemcpyDefault, 0));
  CALL(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, 32, 4, cudaMemcpyDeviceToDevice));
  CALL(cudaMemcpy2DArrayToArray(b, 4, 1, a, 0, 0, 28, 3));
  CALL(cudaMemcpy2DArrayToArray(b, 4, 1, a, 0, 0, 32, 3));
  CALL(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, 32, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DFromArray(back, 32, b, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  SAY("  %g %g %g %g\n", back[7], back[8], back[9], back[31]);
  CALL(cudaMemcpy2DToArray(line, 0, 0, host, 64, 64, 1, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DToArray(line, 0, 0, host, 64, 64, 2, cudaMemcpyHostToDevice));
  CALL(cudaMemcpyToArray(a, 0, 0, host, 128, cudaMemcpyHostToDevice));
  CALL(cudaMemcpyToArray(a, 16, 1, host, 80, cudaMemcpyHostToDevice));
  CALL(cudaMemcpyToArray(a, 16, 1, host, 81, cudaMemcpyHostToDevice));
  CALL(cudaMemcpyToArray(a, 16, 1, host, 128, cudaMemcpyHostToDevice));
  CALL(cudaMemcpyFromArray(back, a, 0, 0, 128, cudaMemcpyDeviceToHost));
  SAY("  %g %g %g %g %g\n", back[11], back[12], back[16], back[31], back[3]);
  CALL(cudaMemcpyFromArray(back, a, 12, 1, 40, cudaMemcpyDeviceToHost));
  SAY("  %g %g %g\n", back[0], back[1], back[9]);
  CALL(cudaMemcpyArrayToArray(b, 0, 1, a, 16, 1, 32));

  cudaArray_t solid = nullptr, layers = nullptr;
  cudaMalloc3DArray(&solid, &kFloat, make_cudaExtent(4, 4, 4));
  cudaMalloc3DArray(&layers, &kFloat, make_cudaExtent(8, 0, 4), cudaArrayLayered);
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(host, 16, 4, 4);
  p.dstArray = solid;
  p.extent = make_cudaExtent(4, 4, 4);
  p.kind = cudaMemcpyHostToDevice;
  CALL(cudaMemcpy3D(&p));
  p.dstPos = make_cudaPos(1, 1, 1);
  CALL(cudaMemcpy3D(&p));
  p.extent = make_cudaExtent(3, 3, 3);
  CALL(cudaMemcpy3D(&p));
  p.extent = make_cudaExtent(3, 3, 0);
  CALL(cudaMemcpy3D(&p));
  p.extent = make_cudaExtent(3, 3, 4);
  CALL(cudaMemcpy3DAsync(&p, 0));
  cudaMemcpy3DParms q{};
  q.srcArray = solid;
  q.dstPtr = make_cudaPitchedPtr(back, 16, 4, 4);
  q.extent = make_cudaExtent(4, 4, 4);
  q.kind = cudaMemcpyDeviceToHost;
  CALL(cudaMemcpy3D(&q));
  SAY("  %g %g %g %g\n", back[0], back[20], back[21], back[63]);
  q.srcPtr = make_cudaPitchedPtr(host, 16, 4, 4);
  CALL(cudaMemcpy3D(&q));
  cudaMemcpy3DParms r{};
  CALL(cudaMemcpy3D(&r));
  r.srcArray = solid;
  r.dstArray = layers;
  r.extent = make_cudaExtent(4, 1, 4);
  r.kind = cudaMemcpyDeviceToDevice;
  CALL(cudaMemcpy3D(&r));
  r.extent = make_cudaExtent(4, 4, 1);
  CALL(cudaMemcpy3D(&r));
  r.srcArray = nullptr;
  r.srcPtr = make_cudaPitchedPtr(host, 32, 8, 4);
  r.extent = make_cudaExtent(8, 1, 4);
  r.kind = cudaMemcpyHostToDevice;
  CALL(cudaMemcpy3D(&r));
  r.extent = make_cudaExtent(8, 0, 4);
  CALL(cudaMemcpy3D(&r));
  r.extent = make_cudaExtent(8, 1, 5);
  CALL(cudaMemcpy3D(&r));
  CALL(cudaFreeArray(a));
  CALL(cudaFreeArray(b));
  CALL(cudaFreeArray(line));
  CALL(cudaFreeArray(solid));
  CALL(cudaFreeArray(layers));
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

void textures() {
  cudaArray_t floats = nullptr, bytes = nullptr, words = nullptr, plain = nullptr;
  cudaMallocArray(&floats, &kFloat, 16, 8, cudaArraySurfaceLoadStore);
  cudaMallocArray(&bytes, &kBytes, 16, 8);
  cudaMallocArray(&words, &kWords, 16, 8);
  cudaMallocArray(&plain, &kFloat, 16, 8);
  cudaTextureObject_t t = 0;
  cudaTextureDesc d{};
  cudaResourceDesc resource = resource_of(floats);
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  SAY("  %d\n", t != 0);
  cudaResourceDesc r{};
  CALL(cudaGetTextureObjectResourceDesc(&r, t));
  SAY("  %d %d\n", int(r.resType), r.res.array.array == floats);
  cudaTextureDesc e{};
  CALL(cudaGetTextureObjectTextureDesc(&e, t));
  SAY("  %d %d %d %d %d %d %u\n", int(e.addressMode[0]), int(e.addressMode[1]), int(e.filterMode), int(e.readMode),
      e.sRGB, e.normalizedCoords, e.maxAnisotropy);
  cudaResourceViewDesc v{};
  CALL(cudaGetTextureObjectResourceViewDesc(&v, t));
  CALL(cudaDestroyTextureObject(t));
  CALL(cudaDestroyTextureObject(t));
  CALL(cudaDestroyTextureObject(0));
  CALL(cudaGetTextureObjectResourceDesc(&r, 12345));
  CALL(cudaCreateTextureObject(nullptr, &resource, &d, nullptr));
  CALL(cudaCreateTextureObject(&t, nullptr, &d, nullptr));
  CALL(cudaCreateTextureObject(&t, &resource, nullptr, nullptr));
  d.filterMode = cudaFilterModeLinear;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  d.readMode = cudaReadModeNormalizedFloat;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  d.readMode = cudaReadModeElementType;
  resource = resource_of(bytes);
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  d.readMode = cudaReadModeNormalizedFloat;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  d.sRGB = 1;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  d.sRGB = 0;
  resource = resource_of(words);
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  d.filterMode = cudaFilterModePoint;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  d.readMode = cudaReadModeElementType;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  d.addressMode[0] = cudaTextureAddressMode(9);
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  d = {};
  d.addressMode[0] = cudaAddressModeWrap;
  d.normalizedCoords = 0;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaGetTextureObjectTextureDesc(&e, t));
  SAY("  %d %d\n", int(e.addressMode[0]), e.normalizedCoords);
  CALL(cudaDestroyTextureObject(t));
  resource = resource_of(nullptr);
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));

  float* memory = nullptr;
  cudaMalloc(&memory, 1 << 16);
  cudaResourceDesc linear{};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = memory;
  linear.res.linear.desc = kFloat;
  linear.res.linear.sizeInBytes = 1024;
  d = {};
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  d.filterMode = cudaFilterModeLinear;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  d = {};
  d.normalizedCoords = 1;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  d = {};
  linear.res.linear.sizeInBytes = 1023;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  linear.res.linear.sizeInBytes = 0;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  linear.res.linear.sizeInBytes = 1024;
  linear.res.linear.devPtr = memory + 4;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  linear.res.linear.devPtr = memory + 128;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  linear.res.linear.devPtr = memory;
  linear.res.linear.sizeInBytes = size_t(1) << 31;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));
  linear.res.linear.sizeInBytes = 1024;
  linear.res.linear.devPtr = nullptr;
  CALL(cudaCreateTextureObject(&t, &linear, &d, nullptr));

  cudaResourceDesc pitch{};
  pitch.resType = cudaResourceTypePitch2D;
  pitch.res.pitch2D.devPtr = memory;
  pitch.res.pitch2D.desc = kFloat;
  pitch.res.pitch2D.width = 16;
  pitch.res.pitch2D.height = 8;
  pitch.res.pitch2D.pitchInBytes = 512;
  d.filterMode = cudaFilterModeLinear;
  CALL(cudaCreateTextureObject(&t, &pitch, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  pitch.res.pitch2D.pitchInBytes = 96;
  CALL(cudaCreateTextureObject(&t, &pitch, &d, nullptr));
  pitch.res.pitch2D.pitchInBytes = 72;
  CALL(cudaCreateTextureObject(&t, &pitch, &d, nullptr));
  pitch.res.pitch2D.pitchInBytes = 32;
  CALL(cudaCreateTextureObject(&t, &pitch, &d, nullptr));
  pitch.res.pitch2D.pitchInBytes = 512;
  pitch.res.pitch2D.height = 0;
  CALL(cudaCreateTextureObject(&t, &pitch, &d, nullptr));
  pitch.res.pitch2D.height = 8;
  pitch.res.pitch2D.devPtr = memory + 4;
  CALL(cudaCreateTextureObject(&t, &pitch, &d, nullptr));

  cudaSurfaceObject_t s = 0;
  resource = resource_of(floats);
  CALL(cudaCreateSurfaceObject(&s, &resource));
  CALL(cudaGetSurfaceObjectResourceDesc(&r, s));
  SAY("  %d %d\n", int(r.resType), r.res.array.array == floats);
  CALL(cudaDestroySurfaceObject(s));
  CALL(cudaDestroySurfaceObject(s));
  CALL(cudaDestroySurfaceObject(0));
  resource = resource_of(plain);
  CALL(cudaCreateSurfaceObject(&s, &resource));
  linear.res.linear.devPtr = memory;
  CALL(cudaCreateSurfaceObject(&s, &linear));
  CALL(cudaCreateSurfaceObject(nullptr, &resource));
  CALL(cudaCreateSurfaceObject(&s, nullptr));

  cudaArray_t cube = nullptr;
  cudaMalloc3DArray(&cube, &kFloat, make_cudaExtent(8, 8, 6), cudaArrayCubemap);
  resource = resource_of(cube);
  d = {};
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  d.normalizedCoords = 1;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  CALL(cudaFreeArray(cube));
  CALL(cudaFree(memory));
}

void mipmaps() {
  cudaMipmappedArray_t m = nullptr, n = nullptr;
  cudaArray_t level = nullptr;
  CALL(cudaMallocMipmappedArray(&m, &kFloat, make_cudaExtent(16, 8, 0), 3));
  CALL(cudaGetMipmappedArrayLevel(&level, m, 0));
  say_array(level);
  CALL(cudaGetMipmappedArrayLevel(&level, m, 2));
  say_array(level);
  CALL(cudaGetMipmappedArrayLevel(&level, m, 3));
  CALL(cudaMallocMipmappedArray(&n, &kFloat, make_cudaExtent(16, 8, 0), 99));
  cudaArray_t last = nullptr;
  CALL(cudaGetMipmappedArrayLevel(&last, n, 4));
  say_array(last);
  CALL(cudaGetMipmappedArrayLevel(&last, n, 5));
  CALL(cudaFreeMipmappedArray(n));
  CALL(cudaMallocMipmappedArray(&n, &kFloat, make_cudaExtent(16, 8, 0), 0));
  CALL(cudaMallocMipmappedArray(&n, &kFloat, make_cudaExtent(0, 8, 0), 1));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = m;
  cudaTextureDesc d{};
  d.normalizedCoords = 1;
  d.maxMipmapLevelClamp = 2;
  cudaTextureObject_t t = 0;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  CALL(cudaDestroyTextureObject(t));
  d.normalizedCoords = 0;
  CALL(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  cudaSurfaceObject_t s = 0;
  CALL(cudaCreateSurfaceObject(&s, &resource));
  CALL(cudaFreeMipmappedArray(m));
  CALL(cudaFreeMipmappedArray(nullptr));
}

int main(int argc, char** argv) {
  const char* part = argc > 1 ? argv[1] : "";
  const bool all = part[0] == '\0';
  if (all || !std::strcmp(part, "arrays")) arrays();
  if (all || !std::strcmp(part, "copies")) copies();
  if (all || !std::strcmp(part, "textures")) textures();
  if (all || !std::strcmp(part, "mipmaps")) mipmaps();
}
