// Included before a file with shared variables of types that have constructors. nvcc leaves such a variable without a value,
// and cuda::barrier is declared so and initialised by a function; clang takes it for an error. Each is given to us as
// `auto& name = [] { __shared__ __warpglass_storage<type> name; return name.as(); }();`, in a function of the device.
#ifndef WARPGLASS_SHARED_STORAGE_H
#define WARPGLASS_SHARED_STORAGE_H

#pragma clang diagnostic ignored "-Wcuda-compat"  // nvcc never sees where the function's __device__ stands

template <class T>
struct __warpglass_storage {
  alignas(T) unsigned char bytes[sizeof(T)];

  __attribute__((device, host, nodebug, always_inline)) T& as() { return *reinterpret_cast<T*>(bytes); }
};

#endif
