#include "bench/program.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>

#include "bench/native/native.hpp"

namespace warpglass::bench {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "warpglass-bench: " << why << '\n';
  std::exit(2);
}

}  // namespace

void LastLaunch::on_launch(const runtime::LaunchRecord& record) {
  counters = record.result->counters;
  if (record.result->thread_instructions != 0) thread_instructions = record.result->thread_instructions;
}

Program::Program(std::string name, const std::string& kernel, runtime::LaunchShape shape)
    : name_(std::move(name)),
      text_(text_of(WARPGLASS_KERNELS "/" + name_ + ".ptx")),
      costs_(analysis::make_cost_model(arch::default_device())),
      caches_(arch::default_device()),
      device_(arch::default_device(), {.memory_bytes = std::uint64_t{1} << 30,
                                       .complain =
                                           [](const Diagnostics& diagnostics) {
                                             for (const Diagnostic& d : diagnostics) std::cerr << to_string(d) << '\n';
                                           },
                                       .launches = {}}),
      shape_(shape) {
  const auto id = device_.modules().add({std::as_bytes(std::span(text_))}, name_ + ".ptx");
  if (device_.modules().find_kernel(id, kernel, kernel_) != runtime::Status::ok)
    give_up("no kernel '" + kernel + "' in " WARPGLASS_KERNELS "/" + name_ + ".ptx");
  device_.launches().observer = &last_;
  const std::vector<std::string> names = analysis::checkers();
  for (const analysis::Analyser* analyser : analysis::analysers_for(names)) {
    if (analyser->checks && analyser->start != nullptr) checkers_.push_back(analyser->start(arch::default_device()));
  }
}

void* Program::buffer(std::uint64_t bytes) {
  std::uint64_t address = 0;
  if (device_.allocate(bytes, sim::AllocationKind::device, name_, address) != runtime::Status::ok)
    give_up("not enough memory");
  auto* floats = reinterpret_cast<float*>(sim::Memory::host(address));
  for (std::uint64_t i = 0; i < bytes / sizeof(float); ++i) floats[i] = static_cast<float>(i % 17) * 0.25f;
  value(address);
  buffers_.emplace_back(sim::Memory::host(address), bytes);
  return floats;
}

void Program::use(tier::Tier* tier) {
  device_.launches().tier = {};
  if (tier == nullptr) return;
  device_.launches().tier = [tier](const auto& program, const auto& request) { return tier->begin(program, request); };
}

std::vector<std::byte> Program::contents() const {
  std::vector<std::byte> all;
  for (const std::span<const std::byte> buffer : buffers_) all.insert(all.end(), buffer.begin(), buffer.end());
  return all;
}

void Program::launch(Mode mode) {
  device_.launches().costs = mode == Mode::execute ? nullptr : costs_.get();
  device_.launches().counts = mode != Mode::races && mode != Mode::check;
  device_.launches().listeners.clear();
  if (mode == Mode::caches) device_.launches().listeners = {&caches_};
  if (mode == Mode::races) device_.launches().listeners = {&races_};
  if (mode == Mode::check) {
    for (const auto& checker : checkers_) {
      if (sim::Listener* const listener = checker->listener()) device_.launches().listeners.push_back(listener);
    }
  }
  device_.launches().workers = mode == Mode::caches ? 2 : 1;  // the engine's one, and one for the caches
  std::vector<const void*> pointers;
  for (const auto& argument : arguments_) pointers.push_back(argument.data());
  if (device_.launch(*kernel_, shape_, pointers.data()) != runtime::Status::ok ||
      device_.sticky() != runtime::Status::ok)
    give_up(name_ + " did not run");
}

std::vector<std::unique_ptr<Program>> all_programs() {
  std::vector<std::unique_ptr<Program>> programs;
  {
    constexpr int n = 512;
    auto p = std::make_unique<Program>("matmul", "matmul",
                                       runtime::LaunchShape{.grid = {n / 16, n / 16, 1}, .block = {16, 16, 1}});
    auto* a = static_cast<float*>(p->buffer(n * n * 4));
    auto* b = static_cast<float*>(p->buffer(n * n * 4));
    auto* c = static_cast<float*>(p->buffer(n * n * 4));
    p->value(n);
    p->native = [=] { matmul_tiled(a, b, c, n); };
    programs.push_back(std::move(p));
  }
  {
    constexpr int n = 2048;
    auto p = std::make_unique<Program>("transpose", "transpose",
                                       runtime::LaunchShape{.grid = {n / 32, n / 32, 1}, .block = {32, 8, 1}});
    auto* in = static_cast<float*>(p->buffer(n * n * 4));
    auto* out = static_cast<float*>(p->buffer(n * n * 4));
    p->value(n);
    p->native = [=] { transpose(in, out, n); };
    programs.push_back(std::move(p));
  }
  {
    constexpr int size = 1024;
    constexpr float step = 3.0f / 1024;
    constexpr int limit = 256;
    auto p = std::make_unique<Program>("mandelbrot", "mandelbrot",
                                       runtime::LaunchShape{.grid = {size / 32, size / 8, 1}, .block = {32, 8, 1}});
    auto* out = static_cast<std::int32_t*>(p->buffer(size * size * 4));
    p->value(size);
    p->value(step);
    p->value(limit);
    p->native = [=] { mandelbrot(out, size, step, limit); };
    programs.push_back(std::move(p));
  }
  {
    constexpr int count = 1 << 22;
    auto p = std::make_unique<Program>("reduction", "reduce",
                                       runtime::LaunchShape{.grid = {count / 256, 1, 1}, .block = {256, 1, 1}});
    auto* in = static_cast<std::uint32_t*>(p->buffer(count * 4));
    auto* sums = static_cast<std::uint32_t*>(p->buffer(count / 256 * 4));
    p->native = [=] { reduce_blocks(in, sums, count); };
    programs.push_back(std::move(p));
  }
  return programs;
}

}  // namespace warpglass::bench
