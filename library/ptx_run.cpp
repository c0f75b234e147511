// The function by which tinygrad calls its PTX emulator, gpuocelot: arguments are values, and pointers among them are
// those of the host. All writable memory of the process is made the device's for the time of the call, so that an
// access outside of it is a fault of the kernel and not the end of the process.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "library/gpu.hpp"
#include "library/host_memory.hpp"

using warpglass::library::Errors;
using warpglass::library::Failure;
using warpglass::library::Gpu;
using warpglass::library::HostRange;

namespace {

/// Of the device's own: variables of the PTX, and what a launch needs.
constexpr std::uint64_t kOwnBytes = std::uint64_t{1} << 30;

warpglass::library::Options options() {
  warpglass_options plain{};
  plain.size = sizeof plain;
  plain.mode = WARPGLASS_EXECUTE;
  plain.memory_bytes = kOwnBytes;
  return warpglass::library::read_options(&plain);
}

const warpglass_kernel& first_by_name(const warpglass_module& module) {
  const auto first = std::ranges::min_element(module.kernels, {}, [](const auto& one) { return one->kernel->name; });
  if (first == module.kernels.end()) throw Failure(WARPGLASS_NOT_FOUND, "ptx: error: has no kernel (.entry)");
  return **first;
}

/// Parameters as the kernel reads them.
std::vector<std::byte> pack(const warpglass::sim::Program& program, const std::string& kernel, int argc,
                            void* const* args) {
  const std::size_t count = program.param_offsets.size();
  if (argc < 0 || static_cast<std::size_t>(argc) != count || (argc != 0 && args == nullptr))
    throw Failure(WARPGLASS_INVALID_VALUE,
                  fmt::format("kernel {} takes {} arguments; {} are given", kernel, count, argc));
  std::vector<std::byte> packed(program.param_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    if (program.param_sizes[i] > sizeof args[i])
      throw Failure(WARPGLASS_INVALID_VALUE,
                    fmt::format("parameter {} of kernel {} has {} bytes; ptx_run() hands over 8", i, kernel,
                                program.param_sizes[i]));
    std::memcpy(packed.data() + program.param_offsets[i], static_cast<const void*>(args + i), program.param_sizes[i]);
  }
  return packed;
}

warpglass::Dim3 extent(int x, int y, int z) {
  if (x < 1 || y < 1 || z < 1)
    throw Failure(WARPGLASS_REFUSED, fmt::format("a grid or block of {} x {} x {}; each is at least 1", x, y, z));
  return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)};
}

}  // namespace

int ptx_run(const char* ptx, int argc, void* args[], int lx, int ly, int lz, int gx, int gy, int gz, int smem) {
  Errors errors;
  const warpglass_status status = errors.guard([&] {
    if (ptx == nullptr) throw Failure(WARPGLASS_INVALID_VALUE, "the PTX text is NULL");
    if (smem < 0) throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("{} bytes of shared memory", smem));
    // Before the device has memory of its own.
    const std::vector<HostRange> host = warpglass::library::writable_memory();
    Gpu gpu(options());
    for (const HostRange& range : host)
      (void)gpu.device().register_host(warpglass::sim::Memory::host(range.begin), range.end - range.begin, range.label);
    const warpglass_kernel& kernel = first_by_name(gpu.load(nullptr, ptx, "ptx"));
    gpu.prepare(kernel);
    const std::vector<std::byte> parameters = pack(*kernel.kernel->program, kernel.name, argc, args);
    gpu.launch(kernel,
               {.grid = extent(gx, gy, gz),
                .block = extent(lx, ly, lz),
                .dynamic_shared_bytes = static_cast<std::uint64_t>(smem)},
               parameters);
  });
  // Who calls this looks at no answer.
  if (status != WARPGLASS_OK) {
    const std::string text = std::string("warpglass: ptx_run: ") + errors.text() + '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
  return status;
}
