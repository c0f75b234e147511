// The device code of a program: the modules it registered or loaded. A module's PTX is parsed when something in it is
// first asked for; then its variables get their place in device memory and their initial values. Names that a module
// does not define itself are looked for in all others, as if one linker had seen them together: compilers leave
// separately compiled units to be joined when they are loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arch/occupancy.hpp"
#include "base/assembled_kernel.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/source_text.hpp"
#include "base/timings.hpp"
#include "isa/bind/binder.hpp"
#include "ptx/module.hpp"
#include "runtime/launch.hpp"
#include "runtime/status.hpp"
#include "sim/memory.hpp"
#include "sim/program.hpp"
#include "sim/scattered_sites.hpp"

namespace warpglass::runtime {

enum class ModuleId : std::uint32_t {};

struct DeviceVariable {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  bool constant = false;
};

struct Kernel {
  std::string name;  // as mangled
  ModuleId module{};
  const ptx::Module* syntax_module = nullptr;
  const ptx::Function* syntax = nullptr;
  std::shared_ptr<const sim::Program> program;               // bound by Modules::bind
  std::shared_ptr<const sim::Reductions> reductions;         // likewise: isa::BindResult
  std::shared_ptr<sim::ScatteredSites> scattered = nullptr;  // of the program
  std::optional<AssembledKernel> assembled;                  // if an assembler was asked
  bool counts = false;                                       // the program counts for observed launches
  Status failure = Status::ok;                               // why there is no program; said once
  std::optional<bool> polls = std::nullopt;                  // memory that others write, in a loop; once it was asked
  std::optional<std::uint32_t> dynamic_shared_limit;         // bytes, when the program asked for one
  std::optional<std::int32_t> preferred_carveout;            // percent; -1: default
  arch::CacheConfig cache_config = arch::CacheConfig::none;  // none: the device's
  std::optional<std::uint32_t> bank_bytes;                   // nothing: the device's
  Dim3 required_cluster{0, 0, 0};                            // of launches that name no cluster; 0: one block
  std::int32_t non_portable_clusters = 0;                    // not 0: more than 8 blocks
};

/// What a kernel's program is made for.
struct BindFor {
  bool observe = false;           // with handlers that count for an observed launch
  bool as_written = false;        // that count what the PTX says, not what the assembler makes of it
  bool watch_arithmetic = false;  // with handlers that look at the numbers (LaunchSettings)
};

class Modules {
 public:
  using Complain = std::function<void(const Diagnostics&)>;

  using TakeSource = std::function<void(const SourceText&)>;

  /// \param memory    where variables live; outlives this
  /// \param sm        compute capability of the device, 90 for 9.0
  /// \param complain  gets what is wrong with device code, once each; may be empty
  /// \param timings   nullptr: nobody asks
  /// \param take_source  gets sources that are in no file and came with their PTX; may be empty
  Modules(sim::Memory& memory, std::uint32_t sm, Complain complain, Timings* timings = nullptr,
          TakeSource take_source = {});
  ~Modules();
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  /// Adds a module without looking at it. Its images (fat binaries or PTX text, one per translation unit) are borrowed
  /// until they are first used; load() ends that.
  /// \param name  what diagnostics call it
  ModuleId add(std::vector<std::span<const std::byte>> images, std::string name);

  /// A variable of a module that is not loaded yet shall live at `host` (managed variables whose storage the host's
  /// compiler chose). `host` has the variable's size and outlives the module.
  void place(ModuleId module, const std::string& variable, void* host);

  /// Parses the module and lays out its variables; ok when that is done already.
  [[nodiscard]] Status load(ModuleId module);

  /// Forgets a module and frees its variables; programs bound from it stay valid.
  void remove(ModuleId module);

  /// Frees all variables and forgets bound programs. Everything is loaded anew when it is next asked for.
  void reset();

  /// invalid_kernel when the module has no such kernel. The kernel lives until its module is removed.
  [[nodiscard]] Status find_kernel(ModuleId module, std::string_view name, Kernel*& kernel);
  [[nodiscard]] Status find_variable(ModuleId module, std::string_view name, const DeviceVariable*& variable);

  /// How many modules were removed so far.
  [[nodiscard]] std::uint64_t unloaded() const { return unloaded_; }
  /// Whether it is a kernel of a module that is there.
  [[nodiscard]] bool has(const Kernel* kernel) const;
  /// The kernel that an address stands for in device code; nullptr when it is no kernel's.
  [[nodiscard]] Kernel* kernel_at(std::uint64_t address);

  /// Makes `kernel.program`, if it is not there yet.
  [[nodiscard]] Status bind(Kernel& kernel, const BindFor& purpose);

  /// Asks an assembler about the kernel; once for all kernels of its PTX.
  void ask(const Assembler& assembler, Kernel& kernel);

  /// Kernels of a loaded module, in the order of the text.
  [[nodiscard]] std::vector<Kernel*> kernels(ModuleId module);

 private:
  struct Unit;

  /// \param asked_for  false: what is wrong with it is said when something in it is asked for
  Status parse(Unit& unit, bool asked_for = true);
  Status load(Unit& unit, bool asked_for = true);
  [[nodiscard]] bool is_there(const void* host, std::uint64_t bytes) const;
  void allocate_variables(Unit& unit);
  void initialise(Unit& unit, const ptx::Variable& variable, std::uint64_t address);
  void unload(Unit& unit);
  std::vector<Unit*> units_of(ModuleId module);
  Unit* unit_of(const ptx::Module& module);
  const DeviceVariable* find_shared(std::string_view name, const Unit* except);
  std::uint64_t address_of(const ptx::Module& module, std::string_view name);
  const ptx::Function* function_of(const ptx::Module& module, std::string_view name, const ptx::Module*& owner);
  std::uint64_t function_address_of(std::string_view name);
  isa::LinkedModules linked();
  void complain(const Diagnostics& diagnostics) const;

  sim::Memory& memory_;
  std::uint32_t sm_;
  Complain complain_;
  TakeSource take_source_;
  Timings* timings_;
  std::uint32_t next_id_ = 0;
  std::vector<std::unique_ptr<Unit>> units_;  // in the order they were added
  std::map<std::string, std::uint64_t, std::less<>> function_addresses_;
  std::vector<std::string> functions_;  // by number: function_addresses_, turned round
  std::uint64_t unloaded_ = 0;
};

}  // namespace warpglass::runtime
