// Copies between host and device and memsets, each as the host's memcpy or memset, with one worker and with one for
// every processor: GB/s of wall-clock time, the ways taking turns. One size stays in the host's caches, one does not.
#include "bench/copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "arch/device_model.hpp"
#include "runtime/copy.hpp"
#include "runtime/device.hpp"

namespace warpglass::bench {
namespace {

using runtime::CopyKind;
using runtime::Spread;
using runtime::Status;

double seconds_of(const std::function<void()>& work, std::uint64_t times) {
  const auto before = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < times; ++i) work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

struct Buffers {
  runtime::Device& device;
  std::uint64_t bytes = 0;
  std::vector<std::byte> host;
  std::vector<std::byte> other_host;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint32_t value = 0x01020304;

  Buffers(runtime::Device& of, std::uint64_t size) : device(of), bytes(size), host(size), other_host(size) {
    for (std::uint64_t* const address : {&from, &to}) {
      if (device.allocate(bytes, sim::AllocationKind::device, "bytes", *address) != Status::ok) std::abort();
      set(*address, 1, {});
    }
  }

  // Each time something else than before: what is there already is not copied.
  void copy(std::uint64_t destination, std::uint64_t source, CopyKind kind, const Spread& spread) {
    *sim::Memory::host(source) ^= std::byte{1};
    if (runtime::copy(device.memory(), destination, source, bytes, kind, spread) != Status::ok) std::abort();
  }
  void set(std::uint64_t address, std::uint32_t value_bytes, const Spread& spread) {
    value ^= 0x01010101;
    const runtime::Region region{.base = address, .pitch = bytes};
    if (runtime::fill(device.memory(), region, {.width = bytes}, value, value_bytes, spread) != Status::ok)
      std::abort();
  }
  [[nodiscard]] std::uint64_t host_address() const { return reinterpret_cast<std::uintptr_t>(host.data()); }
};

struct Way {
  std::string_view what;
  std::function<void(Buffers& of)> native;
  std::function<void(Buffers& of, const Spread& spread)> ours;
};

const std::array<Way, 5>& ways() {
  const auto native_copy = [](Buffers& of) { std::memcpy(of.other_host.data(), of.host.data(), of.bytes); };
  const auto native_set = [](Buffers& of) { std::memset(of.other_host.data(), 1, of.bytes); };
  static const std::array<Way, 5> all = {{
      {"copy, host to device", native_copy,
       [](Buffers& of, const Spread& spread) { of.copy(of.to, of.host_address(), CopyKind::host_to_device, spread); }},
      {"copy, device to host", native_copy,
       [](Buffers& of, const Spread& spread) {
         of.copy(of.host_address(), of.from, CopyKind::device_to_host, spread);
       }},
      {"copy, device to device", native_copy,
       [](Buffers& of, const Spread& spread) { of.copy(of.to, of.from, CopyKind::device_to_device, spread); }},
      {"memset of bytes", native_set, [](Buffers& of, const Spread& spread) { of.set(of.to, 1, spread); }},
      {"memset of words", native_set, [](Buffers& of, const Spread& spread) { of.set(of.to, 4, spread); }},
  }};
  return all;
}

}  // namespace

int copies(int rounds) {
  constexpr std::array<std::uint64_t, 3> kSizes = {std::uint64_t{4} << 10, std::uint64_t{256} << 10,
                                                   std::uint64_t{256} << 20};
  constexpr std::uint64_t kBytesTimed = std::uint64_t{4} << 20;  // at least: less than a slice of a busy machine's time
  runtime::Device device(arch::default_device(), runtime::DeviceOptions{.memory_bytes = std::uint64_t{1} << 30,
                                                                        .complain = [](const Diagnostics&) {},
                                                                        .launches = {}});
  device.launches().workers = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  fmt::print("| what, GB/s | KiB | host | one worker | {} workers |\n", device.launches().workers);
  fmt::print("| --- | ---: | ---: | ---: | ---: |\n");
  for (const std::uint64_t bytes : kSizes) {
    Buffers buffers(device, bytes);
    const std::uint64_t times = std::max<std::uint64_t>(1, kBytesTimed / bytes);
    const Spread many = device.spread();
    for (const Way& way : ways()) {
      std::array<double, 3> best = {1e9, 1e9, 1e9};
      for (int round = 0; round < rounds; ++round) {
        best[0] = std::min(best[0], seconds_of([&] { way.native(buffers); }, times));
        best[1] = std::min(best[1], seconds_of([&] { way.ours(buffers, {}); }, times));
        best[2] = std::min(best[2], seconds_of([&] { way.ours(buffers, many); }, times));
      }
      fmt::print("| {} | {} |", way.what, bytes >> 10);
      for (const double seconds : best) fmt::print(" {:.1f} |", static_cast<double>(bytes * times) / seconds * 1e-9);
      fmt::print("\n");
      std::cout.flush();
    }
  }
  return 0;
}

}  // namespace warpglass::bench
