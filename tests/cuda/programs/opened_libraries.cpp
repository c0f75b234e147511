// As an interpreter does it: the runtime and the libraries beside it are opened, and their names stay their own.
#include <dlfcn.h>

#include <cstdio>

namespace {

template <class Call>
Call call_of(void* library, const char* name) {
  return reinterpret_cast<Call>(dlsym(library, name));
}

}  // namespace

int main() {
  void* const runtime = dlopen("libcudart.so.13", RTLD_NOW | RTLD_LOCAL);
  void* const random = dlopen("libcurand.so.10", RTLD_NOW | RTLD_LOCAL);
  void* const blas = dlopen("libcublas.so.13", RTLD_NOW | RTLD_LOCAL);
  if (runtime == nullptr || random == nullptr || blas == nullptr) return std::puts(dlerror()), 1;
  float* numbers = nullptr;
  float host[4] = {-1, -1, -1, -1};
  void *generator = nullptr, *handle = nullptr;
  call_of<int (*)(float**, size_t)>(runtime, "cudaMalloc")(&numbers, sizeof host);
  std::printf("%d", call_of<int (*)(void**, int)>(random, "curandCreateGenerator")(&generator, 100));
  std::printf(" %d", call_of<int (*)(void*, float*, size_t)>(random, "curandGenerateUniform")(generator, numbers, 4));
  std::printf(" %d", call_of<int (*)(void**)>(blas, "cublasCreate_v2")(&handle));
  const int ones[4] = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000};
  std::printf(" %d", call_of<int (*)(int, int, const void*, int, void*, int)>(blas, "cublasSetVector")(4, 4, ones, 1,
                                                                                                       numbers, 1));
  float sum = 0;
  using Sum = int (*)(void*, int, const float*, int, float*);
  std::printf(" %d", call_of<Sum>(blas, "cublasSasum_v2")(handle, 4, numbers, 1, &sum));
  std::printf(" %g\n", sum);
}
