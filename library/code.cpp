// Modules, kernels and variables, as the header has them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "library/compile.hpp"
#include "library/gpu.hpp"
#include "report/scope.hpp"

using warpglass::library::Failure;
using warpglass::library::Gpu;
namespace library = warpglass::library;

namespace {

std::vector<std::string> flags_of(const char* const* flags, std::size_t count) {
  if (flags == nullptr && count != 0) throw Failure(WARPGLASS_INVALID_VALUE, "the compiler's flags are NULL");
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) {
    if (flags[i] == nullptr) throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("flag {} of the compiler is NULL", i));
    all.emplace_back(flags[i]);
  }
  return all;
}

std::string name_or(const char* name, const char* otherwise) { return name != nullptr ? name : otherwise; }

}  // namespace

warpglass_status warpglass_load_ptx(warpglass_device* device, const char* text, const char* name,
                                    warpglass_module** module) {
  if (device == nullptr || module == nullptr) return WARPGLASS_INVALID_VALUE;
  *module = nullptr;
  return device->call([&](Gpu& gpu) {
    if (text == nullptr) throw Failure(WARPGLASS_INVALID_VALUE, "the PTX text is NULL");
    *module = &gpu.load(device, text, name_or(name, "ptx"));
  });
}

warpglass_status warpglass_load_cuda(warpglass_device* device, const char* source, const char* name,
                                     const char* const* flags, size_t flag_count, warpglass_module** module) {
  if (device == nullptr || module == nullptr) return WARPGLASS_INVALID_VALUE;
  *module = nullptr;
  return device->call([&](Gpu& gpu) {
    if (source == nullptr) throw Failure(WARPGLASS_INVALID_VALUE, "the source is NULL");
    const std::string called = name_or(name, "source.cu");
    const std::string ptx = library::compile({.path = {},
                                              .source = source,
                                              .name = called,
                                              .flags = flags_of(flags, flag_count),
                                              .clang = gpu.options().clang},
                                             gpu.model());
    *module = &gpu.load(device, ptx, called);
  });
}

warpglass_status warpglass_load_file(warpglass_device* device, const char* path, const char* const* flags,
                                     size_t flag_count, warpglass_module** module) {
  if (device == nullptr || module == nullptr) return WARPGLASS_INVALID_VALUE;
  *module = nullptr;
  return device->call([&](Gpu& gpu) {
    if (path == nullptr) throw Failure(WARPGLASS_INVALID_VALUE, "the path is NULL");
    std::string code = library::read_file(path);
    if (std::filesystem::path(path).extension() == ".cu")
      code = library::compile(
          {.path = path, .source = {}, .name = {}, .flags = flags_of(flags, flag_count), .clang = gpu.options().clang},
          gpu.model());
    *module = &gpu.load(device, code, path);
  });
}

void warpglass_unload(warpglass_module* module) {
  if (module == nullptr) return;
  (void)module->device->call([&](Gpu& gpu) { gpu.unload(*module); });
}

warpglass_status warpglass_find_kernel(warpglass_module* module, const char* name, warpglass_kernel** kernel) {
  if (module == nullptr || kernel == nullptr) return WARPGLASS_INVALID_VALUE;
  *kernel = nullptr;
  return module->device->call([&](Gpu&) {
    const std::string wanted = name_or(name, "");
    const warpglass::report::Scope scope{.kernel = wanted.empty() ? "*" : wanted};
    std::vector<std::string_view> all;
    std::vector<warpglass_kernel*> found;
    for (const auto& one : module->kernels) {
      all.emplace_back(one->name);
      if (one->kernel->name == wanted || names_kernel(scope, one->name)) found.push_back(one.get());
    }
    const std::string what = wanted.empty() ? "without a name the only kernel is meant" : '\'' + wanted + '\'';
    if (all.empty()) throw Failure(WARPGLASS_NOT_FOUND, fmt::format("{}: error: has no kernel", module->name));
    if (found.empty())
      throw Failure(WARPGLASS_NOT_FOUND, fmt::format("{}: error: {} names no kernel; there are: {}", module->name, what,
                                                     fmt::join(all, ", ")));
    if (found.size() > 1)
      throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("{}: error: {}; {} are meant of: {}", module->name, what,
                                                         found.size(), fmt::join(all, ", ")));
    *kernel = found.front();
  });
}

size_t warpglass_kernel_count(const warpglass_module* module) { return module != nullptr ? module->kernels.size() : 0; }

warpglass_kernel* warpglass_kernel_at(const warpglass_module* module, size_t index) {
  return index < warpglass_kernel_count(module) ? module->kernels[index].get() : nullptr;
}

const char* warpglass_kernel_name(const warpglass_kernel* kernel) {
  return kernel != nullptr ? kernel->name.c_str() : "";
}

size_t warpglass_parameter_count(const warpglass_kernel* kernel) {
  return kernel != nullptr ? kernel->kernel->syntax->params.size() : 0;
}

size_t warpglass_parameter_bytes(const warpglass_kernel* kernel, size_t index) {
  if (index >= warpglass_parameter_count(kernel)) return 0;
  const auto& syntax = *kernel->kernel->syntax;
  return syntax.variables[syntax.params[index]].size_in_bytes();
}

warpglass_status warpglass_find_variable(warpglass_module* module, const char* name, uint64_t* address,
                                         uint64_t* bytes) {
  if (module == nullptr || name == nullptr || address == nullptr) return WARPGLASS_INVALID_VALUE;
  *address = 0;
  return module->device->call([&](Gpu& gpu) {
    const warpglass::runtime::DeviceVariable* variable = nullptr;
    if (gpu.device().modules().find_variable(module->id, name, variable) != warpglass::runtime::Status::ok)
      throw Failure(WARPGLASS_NOT_FOUND, fmt::format("{}: error: has no variable '{}'", module->name, name));
    *address = variable->address;
    if (bytes != nullptr) *bytes = variable->bytes;
  });
}
