// Linking device code: the parts are checked one by one and joined when the result is loaded, as the units of a program
// are.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda/driver/call.hpp"
#include "cuda/driver/device_library.hpp"
#include "cuda/driver/jit.hpp"
#include "cuda/libraries.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

struct LinkInProgress {
  std::vector<std::vector<std::byte>> images;
  std::vector<std::byte> linked;
  JitLogs logs;
  Diagnostics told;
  bool has_device_library = false;
};

// Under the process's lock.
std::map<CUlinkState, std::unique_ptr<LinkInProgress>>& links() {
  static auto* const all = new std::map<CUlinkState, std::unique_ptr<LinkInProgress>>;
  return *all;
}

template <class Work>
CUresult with_link(CUlinkState state, Work&& work) {
  return driver_call([&] {
    return operate([&](Process& process) -> cudaError_t {
      const auto found = links().find(state);
      return found == links().end() ? cudaErrorInvalidResourceHandle : work(process, *found->second);
    });
  });
}

// What is linked from a library is the device's runtime alone. Most of it the virtual GPU answers by itself.
bool is_device_runtime(std::string_view name) { return name.find("cudadevrt") != std::string_view::npos; }

cudaError_t add(Process& process, LinkInProgress& link, CUjitInputType type, std::vector<std::vector<std::byte>> images,
                const std::string& name) {
  if (type == CU_JIT_INPUT_LIBRARY && is_device_runtime(name)) {
    const auto ours = std::as_bytes(std::span(device_library()));
    if (std::exchange(link.has_device_library, true)) return cudaSuccess;
    link.images.emplace_back(ours.begin(), ours.end()).push_back(std::byte{0});
    return cudaSuccess;
  }
  if (type != CU_JIT_INPUT_PTX && type != CU_JIT_INPUT_FATBINARY && type != CU_JIT_INPUT_CUBIN) {
    process.session().note(
        fmt::format("{} cannot be linked: only PTX and fat binaries with PTX can; compile it with nvcc -ptx", name));
    return cudaErrorInvalidKernelImage;
  }
  cudaLibrary_t trial = nullptr;
  const Status status = load_library(process, images, name, &trial, &link.told);
  link.logs.write(link.told);
  if (status != Status::ok) return error_of(status);
  static_cast<void>(unload_library(process, trial));
  for (std::vector<std::byte>& image : images) link.images.push_back(std::move(image));
  return cudaSuccess;
}

}  // namespace

CUresult cuLinkCreate_v2(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut) {
  return driver_call([&] {
    return operate([&](Process&) {
      auto link = std::make_unique<LinkInProgress>();
      if (stateOut == nullptr || !link->logs.read(numOptions, options, optionValues)) return Status::invalid_value;
      *stateOut = reinterpret_cast<CUlinkState>(link.get());
      links().emplace(*stateOut, std::move(link));
      return Status::ok;
    });
  });
}
CUresult cuLinkCreate(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut) {
  return cuLinkCreate_v2(numOptions, options, optionValues, stateOut);
}

CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name,
                          unsigned int, CUjit_option*, void**) {
  return with_link(state, [&](Process& process, LinkInProgress& link) {
    if (data == nullptr || size == 0 || type >= CU_JIT_NUM_INPUT_TYPES) return cudaErrorInvalidValue;
    const auto* bytes = static_cast<const std::byte*>(data);
    return add(process, link, type, {{bytes, bytes + size}}, name != nullptr ? name : "code to be linked");
  });
}
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name,
                       unsigned int numOptions, CUjit_option* options, void** optionValues) {
  return cuLinkAddData_v2(state, type, data, size, name, numOptions, options, optionValues);
}

CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* path, unsigned int, CUjit_option*,
                          void**) {
  return with_link(state, [&](Process& process, LinkInProgress& link) {
    std::vector<std::vector<std::byte>> images;
    if (path == nullptr || type >= CU_JIT_NUM_INPUT_TYPES) return cudaErrorInvalidValue;
    if (!read_images(path, images)) return cudaErrorFileNotFound;
    return add(process, link, type, std::move(images), path);
  });
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int numOptions,
                       CUjit_option* options, void** optionValues) {
  return cuLinkAddFile_v2(state, type, path, numOptions, options, optionValues);
}

CUresult cuLinkComplete(CUlinkState state, void** cubinOut, size_t* sizeOut) {
  return with_link(state, [&](Process& process, LinkInProgress& link) {
    if (cubinOut == nullptr) return cudaErrorInvalidValue;
    if (link.images.empty()) return cudaErrorInvalidKernelImage;
    cudaLibrary_t trial = nullptr;
    const Status status = load_library(process, link.images, "linked code", &trial, &link.told, true);
    link.logs.write(link.told);
    if (status != Status::ok) return error_of(status);
    static_cast<void>(unload_library(process, trial));
    link.linked = linked_image(link.images);
    *cubinOut = link.linked.data();
    if (sizeOut != nullptr) *sizeOut = link.linked.size();
    return cudaSuccess;
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  return with_link(state, [&](Process&, const LinkInProgress&) {
    links().erase(state);
    return cudaSuccess;
  });
}
