// Modules and libraries: device code loaded at run time.
#include "cuda/driver/modules.hpp"

#include <string>
#include <utility>
#include <vector>

#include "cuda/capture_rules.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"
#include "cuda/driver/jit.hpp"
#include "sim/memory.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;
using Images = std::vector<std::vector<std::byte>>;

namespace warpglass::cuda {

void forget_modules(Process& process) {
  std::vector<cudaLibrary_t> its;
  for (const auto& [handle, library] : libraries())
    if (library->device == process.device().number()) its.push_back(handle);
  for (const cudaLibrary_t handle : its) static_cast<void>(unload_library(process, handle));
}

}  // namespace warpglass::cuda

namespace {

// Loads, and tells the program what is wrong through the logs that it has asked for.
cudaError_t load(Process& process, Images images, const std::string& name, JitLogs& logs, cudaLibrary_t* handle) {
  Diagnostics told;
  const Status status = load_library(process, std::move(images), name, handle, &told, logs.are_wanted());
  logs.write(told);
  return error_of(status);
}

CUresult load_module(CUmodule* module, const void* image, unsigned count, CUjit_option* options, void** values) {
  return driver_call([&] {
    return operate([&](Process& process) -> cudaError_t {
      JitLogs logs;
      if (module == nullptr || image == nullptr || !logs.read(count, options, values)) return cudaErrorInvalidValue;
      cudaLibrary_t handle = nullptr;
      const cudaError_t error = load(process, images_at(image), "module loaded from memory", logs, &handle);
      if (error != cudaSuccess) return error;
      *module = reinterpret_cast<CUmodule>(handle);
      belongs_to_context(&Context::modules, *module);
      return cudaSuccess;
    });
  });
}

template <class Work>
CUresult with_module(CUmodule handle, Work&& work) {
  return driver_call(Needs::init, [&] {
    return operate([&](Process& process) -> cudaError_t {
      Library* module = find_module(handle);
      return module == nullptr ? cudaErrorInvalidResourceHandle : work(process, *module);
    });
  });
}

}  // namespace

// ---- Modules ----

CUresult cuModuleLoad(CUmodule* module, const char* fname) {
  return driver_call([&] {
    return operate([&](Process& process) -> cudaError_t {
      if (module == nullptr || fname == nullptr) return cudaErrorInvalidValue;
      std::vector<std::vector<std::byte>> images;
      if (!read_images(fname, images)) return cudaErrorFileNotFound;
      cudaLibrary_t handle = nullptr;
      const Status status = load_library(process, std::move(images), fname, &handle);
      if (status != Status::ok) return error_of(status);
      *module = reinterpret_cast<CUmodule>(handle);
      belongs_to_context(&Context::modules, *module);
      return cudaSuccess;
    });
  });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return load_module(module, image, 0, nullptr, nullptr);
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions, CUjit_option* options,
                            void** optionValues) {
  return load_module(module, image, numOptions, options, optionValues);
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
  return load_module(module, fatCubin, 0, nullptr, nullptr);
}

CUresult cuModuleUnload(CUmodule hmod) {
  if (const auto refused = refuse_unsafe()) return driver_call([&] { return *refused; });
  return with_module(hmod, [&](Process& process, const Library&) {
    unload_module(process, hmod);
    belongs_to_none(&Context::modules, hmod);
    return cudaSuccess;
  });
}

// Modules are parsed when they are loaded; their kernels are made ready when they are first launched.
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return driver_call(Needs::init, [&]() -> CUresult {
    if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
  });
}

CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
  return driver_call([&]() -> CUresult {
    if (hfunc == nullptr || name == nullptr || *name == '\0') return CUDA_ERROR_INVALID_VALUE;
    cudaKernel_t kernel = nullptr;
    const CUresult result = result_of(cudaLibraryGetKernel(&kernel, reinterpret_cast<cudaLibrary_t>(hmod), name));
    if (result == CUDA_SUCCESS) *hfunc = reinterpret_cast<CUfunction>(kernel);
    return result;
  });
}

CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule mod) {
  return driver_call([&] { return cudaLibraryGetKernelCount(count, reinterpret_cast<cudaLibrary_t>(mod)); });
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions, CUmodule mod) {
  return driver_call([&] {
    return cudaLibraryEnumerateKernels(reinterpret_cast<cudaKernel_t*>(functions), numFunctions,
                                       reinterpret_cast<cudaLibrary_t>(mod));
  });
}

namespace {

CUresult get_global(CUdeviceptr* dptr, size_t* bytes, cudaLibrary_t library, const char* name) {
  void* address = nullptr;
  size_t size = 0;
  const CUresult result = result_of(cudaLibraryGetGlobal(&address, &size, library, name));
  if (result != CUDA_SUCCESS) return result;
  if (dptr != nullptr) *dptr = reinterpret_cast<std::uintptr_t>(address);
  if (bytes != nullptr) *bytes = size;
  return CUDA_SUCCESS;
}

}  // namespace

CUresult cuModuleGetGlobal_v2(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) {
  return driver_call([&]() -> CUresult {
    if (dptr == nullptr && bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return get_global(dptr, bytes, reinterpret_cast<cudaLibrary_t>(hmod), name);
  });
}

// ---- Libraries: modules that belong to no context ----

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions, void** jitOptionsValues,
                           unsigned int numJitOptions, CUlibraryOption*, void**, unsigned int) {
  return driver_call(Needs::init, [&] {
    return operate([&](Process& process) -> cudaError_t {
      JitLogs logs;
      if (library == nullptr || code == nullptr || !logs.read(numJitOptions, jitOptions, jitOptionsValues))
        return cudaErrorInvalidValue;
      const cudaError_t error = load(process, images_at(code), "library loaded from memory", logs, library);
      if (error != cudaErrorInvalidKernelImage) return error;
      // Libraries are loaded when something of them is asked for: what is no code has nothing (recorded).
      return load(process, images_at(".version 7.0\n.target sm_70\n.address_size 64\n"), "empty library", logs,
                  library);
    });
  });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions,
                               void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption*, void**,
                               unsigned int) {
  return driver_call(Needs::init, [&] {
    return operate([&](Process& process) -> cudaError_t {
      JitLogs logs;
      std::vector<std::vector<std::byte>> images;
      if (library == nullptr || fileName == nullptr || !logs.read(numJitOptions, jitOptions, jitOptionsValues))
        return cudaErrorInvalidValue;
      if (!read_images(fileName, images)) return cudaErrorFileNotFound;
      return load(process, std::move(images), fileName, logs, library);
    });
  });
}

CUresult cuLibraryUnload(CUlibrary library) {
  return driver_call(Needs::init, [&] { return cudaLibraryUnload(library); });
}

CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
  return driver_call(Needs::init, [&] { return cudaLibraryGetKernel(pKernel, library, name); });
}

CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib) {
  return driver_call(Needs::init, [&] { return cudaLibraryGetKernelCount(count, lib); });
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels, CUlibrary lib) {
  return driver_call(Needs::init, [&] { return cudaLibraryEnumerateKernels(kernels, numKernels, lib); });
}

CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
  return driver_call([&]() -> CUresult {
    if (pMod == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const std::lock_guard lock(Process::get().mutex());
    Library* known = find_library(library);
    if (known == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    *pMod = handle_of(*known);
    return CUDA_SUCCESS;
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return driver_call([&] { return get_global(dptr, bytes, library, name); });
}

CUresult cuLibraryGetManaged(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return driver_call(Needs::init, [&]() -> CUresult {
    const CUresult result = get_global(dptr, bytes, library, name);
    if (result != CUDA_SUCCESS || dptr == nullptr) return result;
    const auto allocation = Process::get().device().memory().find(*dptr);
    return allocation && allocation->kind == sim::AllocationKind::managed ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
  });
}

CUresult cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) {
  return driver_call([&]() -> CUresult {
    if (pFunc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    cudaFunction_t function = nullptr;
    const CUresult result = result_of(cudaGetFuncBySymbol(&function, kernel));
    if (result == CUDA_SUCCESS) *pFunc = function;
    return result;
  });
}

namespace {

// The module or library that a kernel is of.
CUresult library_of(const void* function, cudaLibrary_t* library) {
  if (library == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return result_of(operate([&](Process& process) {
    runtime::Kernel* kernel = nullptr;
    if (const Status status = process.find_kernel(function, kernel); status != Status::ok) return status;
    for (const auto& [handle, known] : libraries()) {
      if (known->module != kernel->module) continue;
      *library = handle;
      return Status::ok;
    }
    return Status::invalid_handle;
  }));
}

}  // namespace

CUresult cuKernelGetLibrary(CUlibrary* pLib, CUkernel kernel) {
  return driver_call(Needs::init, [&] { return library_of(kernel, pLib); });
}

CUresult cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) {
  return driver_call([&] { return library_of(hfunc, reinterpret_cast<cudaLibrary_t*>(hmod)); });
}
