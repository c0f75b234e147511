// A module written in a test, bound and executed: what the runtime does, in its smallest form.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isa/bind/binder.hpp"
#include "ptx/module.hpp"
#include "sim/launch.hpp"
#include "sim/texture.hpp"
#include "tests/tier/tiered.hpp"

namespace warpglass::isa {

inline constexpr std::string_view kHeader = ".version 8.5\n.target sm_90\n.address_size 64\n";

inline std::string all_of(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += to_string(d) + "\n";
  return text;
}

/// One module, or several linked together, loaded into memory of its own.
class LoadedPtx {
 public:
  explicit LoadedPtx(const std::string& body) : LoadedPtx(std::vector<std::string>{body}) {}

  explicit LoadedPtx(const std::vector<std::string>& bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const std::string name = i == 0 ? "test.ptx" : "test" + std::to_string(i) + ".ptx";
      auto parsed = std::make_unique<ptx::ParseResult>(ptx::parse(std::string(kHeader) + bodies[i], name));
      EXPECT_EQ(all_of(parsed->diagnostics), "");
      modules_.push_back(std::move(parsed));
    }
    for (const auto& m : modules_) linked_.modules.push_back(&m->module);
    for (const auto& m : modules_) {
      for (const ptx::Variable& v : m->module.variables) {
        if (v.space == ptx::Space::shared || v.linkage == ptx::Linkage::external) continue;
        addresses_[std::string(v.name)] =
            memory.allocate(v.size_in_bytes(), sim::AllocationKind::module, std::string(v.name));
      }
    }
    for (const auto& m : modules_) {
      for (const ptx::Variable& v : m->module.variables) initialise(v);
    }
    linked_.address_of = [this](const ptx::Module&, std::string_view name) {
      const auto found = addresses_.find(std::string(name));
      return found == addresses_.end() ? std::uint64_t{0} : found->second;
    };
    linked_.function_of = [this](const ptx::Module&, std::string_view name,
                                 const ptx::Module*& owner) -> const ptx::Function* {
      for (const auto& m : modules_) {
        const ptx::Function* function = m->module.find_function(name);
        if (function == nullptr || !function->has_body) continue;
        owner = &m->module;
        return function;
      }
      return nullptr;
    };
    linked_.function_address_of = [](std::string_view name) { return function_address(name); };
  }

  [[nodiscard]] BindResult bind_kernel(std::string_view kernel, const BindOptions& options = {}) const {
    const ptx::Module& module = modules_[0]->module;
    const ptx::Function* function = module.find_function(kernel);
    EXPECT_NE(function, nullptr) << kernel;
    return bind(linked_, module, *function, options);
  }

  /// Binds and executes; fails the test when binding reports anything.
  sim::LaunchResult run(std::string_view kernel, Dim3 grid, Dim3 block,
                        const std::vector<std::uint64_t>& arguments = {}, const sim::CostModel* costs = nullptr,
                        std::uint32_t dynamic_shared = 0, Dim3 cluster = {1, 1, 1}, int workers = 1) {
    bound = bind_kernel(kernel, bind_options);
    EXPECT_EQ(all_of(bound.diagnostics), "");
    if (bound.program == nullptr) return {};
    sim::LaunchRequest request;
    request.program = bound.program.get();
    request.memory = &memory;
    request.textures = &textures;
    request.grid = grid;
    request.block = block;
    request.cluster = cluster;
    request.workers = workers;
    request.costs = costs;
    request.listeners = listeners;
    request.dynamic_shared_bytes = dynamic_shared;
    request.print = [this](std::string_view text) { printed += text; };
    request.params.resize(bound.program->param_bytes);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      std::memcpy(request.params.data() + bound.program->param_offsets[i], &arguments[i],
                  bound.program->param_sizes[i]);
    return test::launch(request, forgets_reductions ? nullptr : bound.reductions.get());
  }

  /// Executes and expects no fault.
  void run_clean(std::string_view kernel, Dim3 grid, Dim3 block, const std::vector<std::uint64_t>& arguments = {}) {
    const sim::LaunchResult result = run(kernel, grid, block, arguments);
    EXPECT_TRUE(result.faults.empty()) << (result.faults.empty() ? "" : result.faults[0].message);
  }

  template <class T>
  std::uint64_t upload(const std::vector<T>& values) {
    const std::uint64_t address = memory.allocate(values.size() * sizeof(T), sim::AllocationKind::device, "array");
    if (address == 0) throw std::runtime_error("the test has used up its memory");
    std::memcpy(sim::Memory::host(address), values.data(), values.size() * sizeof(T));
    return address;
  }

  template <class T>
  std::vector<T> download(std::uint64_t address, std::size_t count) const {
    std::vector<T> values(count);
    std::memcpy(values.data(), sim::Memory::host(address), count * sizeof(T));
    return values;
  }

  static std::uint64_t function_address(std::string_view name) {
    return 0x7000000000000000u + (std::hash<std::string_view>{}(name) & 0xffffffff0u);
  }

  sim::Memory memory{std::uint64_t{1} << 28};
  sim::TextureTable textures;
  // Of the launches from now on.
  std::vector<sim::Listener*> listeners;
  BindOptions bind_options;
  bool forgets_reductions = false;  // blocks that reach each other at all run in order
  BindResult bound;
  std::string printed;

 private:
  void initialise(const ptx::Variable& v) {
    const auto found = addresses_.find(std::string(v.name));
    if (found == addresses_.end()) return;
    std::byte* at = sim::Memory::host(found->second);
    std::memset(at, 0, v.size_in_bytes());
    for (const ptx::Initializer& element : v.initializer) {
      std::uint64_t bits = element.bits;
      if (!element.symbol.empty()) {
        const auto variable = addresses_.find(std::string(element.symbol));
        bits += variable != addresses_.end() ? variable->second : function_address(element.symbol);
      }
      std::memcpy(at, &bits, static_cast<std::size_t>(ptx::size_of(v.type)));
      at += ptx::size_of(v.type);
    }
  }

  std::vector<std::unique_ptr<ptx::ParseResult>> modules_;
  LinkedModules linked_;
  std::map<std::string, std::uint64_t> addresses_;
};

}  // namespace warpglass::isa
