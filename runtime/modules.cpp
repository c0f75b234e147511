#include "runtime/modules.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "runtime/fat_binary.hpp"

namespace warpglass::runtime {
namespace {

// Addresses that stand for functions: in no window and no allocation, so that reading one is a fault.
constexpr std::uint64_t kFunctionWindow = std::uint64_t{0x03} << 56;
constexpr std::uint64_t kFunctionStride = 16;

bool is_definition(const ptx::Variable& variable) {
  return variable.is_defined() && (variable.space == ptx::Space::global || variable.space == ptx::Space::constant);
}

// Definitions of one name in several modules that are meant to be one object.
bool is_mergeable(ptx::Linkage linkage) { return linkage == ptx::Linkage::weak || linkage == ptx::Linkage::common; }

bool is_public(ptx::Linkage linkage) { return linkage == ptx::Linkage::visible || is_mergeable(linkage); }

Status status_of(PtxFailure failure) {
  switch (failure) {
    case PtxFailure::none: return Status::ok;
    case PtxFailure::malformed: return Status::invalid_image;
    case PtxFailure::no_ptx:
    case PtxFailure::sm_too_high: return Status::no_image;
  }
  return Status::invalid_image;
}

std::string_view aliased(const ptx::Module& module, std::string_view name) {
  for (const ptx::Alias& alias : module.aliases)
    if (alias.name == name) return alias.function;
  return name;
}

const ptx::Function* defined_function(const ptx::Module& module, std::string_view name) {
  const ptx::Function* function = module.find_function(aliased(module, name));
  return function != nullptr && function->has_body ? function : nullptr;
}

std::uint64_t host_address(const void* host) { return reinterpret_cast<std::uintptr_t>(host); }

}  // namespace

struct Modules::Unit {
  enum class State : std::uint8_t { raw, parsed, loaded, failed };

  ModuleId module{};
  std::string name;
  std::span<const std::byte> image;
  State state = State::raw;
  Status failure = Status::ok;
  Diagnostics unsaid;      // why it failed: of one that nothing was asked of but whether it has a name
  bool assembled = false;  // an assembler was asked about its kernels
  std::unique_ptr<ptx::Module> syntax;
  std::map<std::string, void*, std::less<>> placements;
  std::map<std::string, DeviceVariable, std::less<>> variables;
  std::vector<std::uint64_t> owned;  // allocations to free
  std::map<std::string, Kernel, std::less<>> kernels;
};

Modules::Modules(sim::Memory& memory, std::uint32_t sm, Complain complain, Timings* timings, TakeSource take_source)
    : memory_(memory),
      sm_(sm),
      complain_(std::move(complain)),
      take_source_(std::move(take_source)),
      timings_(timings) {}

Modules::~Modules() = default;

ModuleId Modules::add(std::vector<std::span<const std::byte>> images, std::string name) {
  const ModuleId id{next_id_++};
  for (std::size_t i = 0; i < images.size(); ++i) {
    auto unit = std::make_unique<Unit>();
    unit->module = id;
    unit->name = images.size() == 1 ? name : fmt::format("{}, unit {}", name, i + 1);
    unit->image = images[i];
    units_.push_back(std::move(unit));
  }
  return id;
}

void Modules::place(ModuleId module, const std::string& variable, void* host) {
  for (Unit* unit : units_of(module)) unit->placements[variable] = host;
}

Status Modules::load(ModuleId module) {
  for (Unit* unit : units_of(module)) {
    if (const Status status = load(*unit); status != Status::ok) return status;
  }
  return Status::ok;
}

void Modules::remove(ModuleId module) {
  for (Unit* unit : units_of(module)) unload(*unit);
  std::erase_if(units_, [module](const std::unique_ptr<Unit>& unit) { return unit->module == module; });
  ++unloaded_;
}

void Modules::reset() {
  for (const std::unique_ptr<Unit>& unit : units_) {
    unload(*unit);
    for (auto& [name, kernel] : unit->kernels) {
      kernel.program.reset();
      kernel.failure = Status::ok;
      kernel.dynamic_shared_limit.reset();
      kernel.preferred_carveout.reset();
      kernel.cache_config = arch::CacheConfig::none;
      kernel.bank_bytes.reset();
    }
    if (unit->state == Unit::State::loaded) unit->state = Unit::State::parsed;
  }
}

Status Modules::find_kernel(ModuleId module, std::string_view name, Kernel*& kernel) {
  kernel = nullptr;
  for (Unit* unit : units_of(module)) {
    (void)load(*unit, false);
    if (const auto found = unit->kernels.find(name); found != unit->kernels.end()) {
      kernel = &found->second;
      return Status::ok;
    }
  }
  Status failure = Status::ok;
  for (Unit* unit : units_of(module))
    if (const Status status = load(*unit); status != Status::ok) failure = status;
  return failure != Status::ok ? failure : Status::invalid_kernel;
}

Status Modules::find_variable(ModuleId module, std::string_view name, const DeviceVariable*& variable) {
  variable = nullptr;
  Status failure = Status::ok;
  for (Unit* unit : units_of(module)) {
    if (const Status status = load(*unit); status != Status::ok) failure = status;
    if (const auto found = unit->variables.find(name); found != unit->variables.end()) {
      variable = &found->second;
      return Status::ok;
    }
  }
  if (failure != Status::ok) return failure;
  // Declared here and defined elsewhere.
  variable = find_shared(name, nullptr);
  return variable != nullptr ? Status::ok : Status::invalid_symbol;
}

Status Modules::bind(Kernel& kernel, const BindFor& purpose) {
  const bool observe = purpose.observe;
  // A program that counts executes just as well without being observed, not the other way round.
  if (kernel.program && (kernel.counts || !observe)) return Status::ok;
  if (kernel.failure != Status::ok) return kernel.failure;
  const Timed timed(timings_, Phase::bind);
  isa::BindResult result = isa::bind(linked(), *kernel.syntax_module, *kernel.syntax,
                                     {.sm = sm_,
                                      .observe = observe,
                                      .watch_arithmetic = purpose.watch_arithmetic,
                                      .lower = observe && !purpose.as_written});
  complain(result.diagnostics);
  if (!result.program) return kernel.failure = Status::not_supported;
  kernel.program = std::move(result.program);
  kernel.scattered = std::make_shared<sim::ScatteredSites>(kernel.program->site_count);
  kernel.reductions = std::move(result.reductions);
  kernel.counts = observe;
  return Status::ok;
}

void Modules::ask(const Assembler& assembler, Kernel& kernel) {
  Unit* unit = unit_of(*kernel.syntax_module);
  if (unit == nullptr || unit->assembled) return;
  unit->assembled = true;
  const Timed timed(timings_, Phase::bind);
  for (const auto& [name, assembled] : assembler(*unit->syntax->text)) {
    const auto found = unit->kernels.find(name);
    if (found != unit->kernels.end()) found->second.assembled = assembled;
  }
}

std::vector<Kernel*> Modules::kernels(ModuleId module) {
  std::vector<Kernel*> kernels;
  for (Unit* unit : units_of(module)) {
    if (!unit->syntax) continue;
    for (const auto& function : unit->syntax->functions) {
      const auto found = unit->kernels.find(function->name);
      if (found != unit->kernels.end()) kernels.push_back(&found->second);
    }
  }
  return kernels;
}

Status Modules::parse(Unit& unit, bool asked_for) {
  if (unit.state == Unit::State::failed && asked_for) complain(std::exchange(unit.unsaid, {}));
  if (unit.state == Unit::State::failed) return unit.failure;
  if (unit.state != Unit::State::raw) return Status::ok;
  const Timed timed(timings_, Phase::parse);
  const auto fail = [&](Status status, const Diagnostics& diagnostics) {
    unit.state = Unit::State::failed;
    unit.failure = status;
    unit.unsaid = diagnostics;
    if (asked_for) complain(std::exchange(unit.unsaid, {}));
    return status;
  };
  PtxText text = extract_ptx(unit.image, unit.name, sm_);
  if (text.failure != PtxFailure::none) return fail(status_of(text.failure), text.diagnostics);
  if (take_source_)
    for (const SourceText& source : source_texts_in(text.text)) take_source_(source);
  ptx::ParseResult parsed = ptx::parse(std::move(text.text), unit.name);
  if (has_errors(parsed.diagnostics)) return fail(Status::invalid_ptx, parsed.diagnostics);
  complain(parsed.diagnostics);
  unit.image = {};
  unit.syntax = std::make_unique<ptx::Module>(std::move(parsed.module));
  unit.state = Unit::State::parsed;
  for (const auto& function : unit.syntax->functions) {
    if (!function->is_entry || !function->has_body) continue;
    unit.kernels.emplace(std::string(function->name), Kernel{.name = std::string(function->name),
                                                             .module = unit.module,
                                                             .syntax_module = unit.syntax.get(),
                                                             .syntax = function.get(),
                                                             .program = nullptr,
                                                             .reductions = nullptr,
                                                             .assembled = {},
                                                             .dynamic_shared_limit = {},
                                                             .preferred_carveout = {},
                                                             .bank_bytes = {}});
  }
  return Status::ok;
}

Status Modules::load(Unit& unit, bool asked_for) {
  if (const Status status = parse(unit, asked_for); status != Status::ok) return status;
  if (unit.state == Unit::State::loaded) return Status::ok;
  unit.state = Unit::State::loaded;  // before initial values are looked at: they may refer to each other
  allocate_variables(unit);
  for (const ptx::Variable& variable : unit.syntax->variables) {
    const auto placed = unit.variables.find(variable.name);
    if (placed == unit.variables.end()) continue;
    if (placed->second.address == 0) return Status::out_of_memory;
    initialise(unit, variable, placed->second.address);
  }
  return Status::ok;
}

// Managed variables are there once, for all devices of the process.
bool Modules::is_there(const void* host, std::uint64_t bytes) const {
  const auto allocation = memory_.find(host_address(host));
  return allocation && allocation->device != memory_.device() && bytes <= allocation->end() - host_address(host);
}

void Modules::allocate_variables(Unit& unit) {
  for (const ptx::Variable& variable : unit.syntax->variables) {
    if (!is_definition(variable)) continue;
    DeviceVariable placed{.name = std::string(variable.name),
                          .address = 0,
                          .bytes = variable.size_in_bytes(),
                          .constant = variable.space == ptx::Space::constant};
    const DeviceVariable* same = is_mergeable(variable.linkage) ? find_shared(variable.name, &unit) : nullptr;
    const auto placement = unit.placements.find(variable.name);
    if (same != nullptr) {
      placed.address = same->address;
    } else if (placement != unit.placements.end() && is_there(placement->second, placed.bytes)) {
      placed.address = host_address(placement->second);
    } else if (placement != unit.placements.end() && !memory_.in_arena(host_address(placement->second)) &&
               memory_.adopt(placement->second, placed.bytes, placed.name)) {
      placed.address = host_address(placement->second);
      unit.owned.push_back(placed.address);
    } else {
      const sim::AllocationKind kind = variable.is_managed ? sim::AllocationKind::managed
                                       : placed.constant   ? sim::AllocationKind::constant
                                                           : sim::AllocationKind::module;
      placed.address = memory_.allocate(placed.bytes, kind, placed.name, variable.alignment);
      if (placed.address != 0) unit.owned.push_back(placed.address);
    }
    unit.variables.emplace(placed.name, std::move(placed));
  }
}

void Modules::initialise(Unit& unit, const ptx::Variable& variable, std::uint64_t address) {
  using Kind = ptx::Initializer::Kind;
  if (std::find(unit.owned.begin(), unit.owned.end(), address) == unit.owned.end()) return;  // another unit's
  std::byte* bytes = sim::Memory::host(address);
  std::memset(bytes, 0, variable.size_in_bytes());
  // A reference holds the handle of what is bound to it, which is its own address (Images::bind_texture).
  if (ptx::is_opaque(variable.type)) std::memcpy(bytes, &address, sizeof address);
  const auto element_bytes = static_cast<std::size_t>(ptx::size_of(variable.type));
  for (std::size_t i = 0; i < variable.initializer.size() && (i + 1) * element_bytes <= variable.size_in_bytes(); ++i) {
    const ptx::Initializer& element = variable.initializer[i];
    std::uint64_t value = element.bits;
    if (element.kind != Kind::integer && element.kind != Kind::floating) {
      const std::uint64_t symbol = address_of(*unit.syntax, element.symbol);
      value += symbol != 0 ? symbol : function_address_of(element.symbol);
      if (element.kind == Kind::mask) value = (value >> (8 * element.byte)) & 0xff;
    }
    std::memcpy(bytes + i * element_bytes, &value, std::min(element_bytes, sizeof value));
  }
  memory_.tell({.what = sim::MemoryAction::write, .address = address, .bytes = variable.size_in_bytes()});
}

void Modules::unload(Unit& unit) {
  for (const std::uint64_t address : unit.owned) memory_.release(address);
  unit.owned.clear();
  unit.variables.clear();
}

std::vector<Modules::Unit*> Modules::units_of(ModuleId module) {
  std::vector<Unit*> units;
  for (const std::unique_ptr<Unit>& unit : units_)
    if (unit->module == module) units.push_back(unit.get());
  return units;
}

Modules::Unit* Modules::unit_of(const ptx::Module& module) {
  for (const std::unique_ptr<Unit>& unit : units_)
    if (unit->syntax.get() == &module) return unit.get();
  return nullptr;
}

// A variable that other modules may see. Units that are damaged are passed over: they have complained already.
const DeviceVariable* Modules::find_shared(std::string_view name, const Unit* except) {
  for (const std::unique_ptr<Unit>& unit : units_) {
    if (unit.get() == except || parse(*unit, false) != Status::ok) continue;
    const ptx::Variable* variable = unit->syntax->find_variable(name);
    if (variable == nullptr || !is_definition(*variable) || !is_public(variable->linkage)) continue;
    if (load(*unit) != Status::ok) continue;
    // Not there yet: the unit is being laid out right now and comes later in it.
    if (const auto found = unit->variables.find(name); found != unit->variables.end()) return &found->second;
  }
  return nullptr;
}

std::uint64_t Modules::address_of(const ptx::Module& module, std::string_view name) {
  if (Unit* unit = unit_of(module)) {
    if (load(*unit) != Status::ok) return 0;
    if (const auto found = unit->variables.find(name); found != unit->variables.end()) return found->second.address;
  }
  const DeviceVariable* variable = find_shared(name, nullptr);
  return variable != nullptr ? variable->address : 0;
}

const ptx::Function* Modules::function_of(const ptx::Module& module, std::string_view name, const ptx::Module*& owner) {
  owner = &module;
  if (const ptx::Function* function = defined_function(module, name)) return function;
  for (const std::unique_ptr<Unit>& unit : units_) {
    if (parse(*unit, false) != Status::ok) continue;
    const ptx::Function* function = defined_function(*unit->syntax, name);
    if (function == nullptr || function->linkage == ptx::Linkage::internal) continue;
    owner = unit->syntax.get();
    return function;
  }
  owner = nullptr;
  return nullptr;
}

std::uint64_t Modules::function_address_of(std::string_view name) {
  const auto found = function_addresses_.find(name);
  if (found != function_addresses_.end()) return found->second;
  const std::uint64_t address = kFunctionWindow + kFunctionStride * (function_addresses_.size() + 1);
  functions_.emplace_back(name);
  return function_addresses_.emplace(std::string(name), address).first->second;
}

Kernel* Modules::kernel_at(std::uint64_t address) {
  const std::uint64_t number = (address - kFunctionWindow) / kFunctionStride;
  if (address % kFunctionStride != 0 || address <= kFunctionWindow || number > functions_.size()) return nullptr;
  for (const std::unique_ptr<Unit>& unit : units_) {
    const auto found = unit->kernels.find(functions_[number - 1]);
    if (found != unit->kernels.end()) return &found->second;
  }
  return nullptr;
}

bool Modules::has(const Kernel* kernel) const {
  return std::ranges::any_of(units_, [kernel](const std::unique_ptr<Unit>& unit) {
    return std::ranges::any_of(unit->kernels, [kernel](const auto& each) { return &each.second == kernel; });
  });
}

isa::LinkedModules Modules::linked() {
  isa::LinkedModules result;
  for (const std::unique_ptr<Unit>& unit : units_)
    if (unit->syntax) result.modules.push_back(unit->syntax.get());
  result.address_of = [this](const ptx::Module& module, std::string_view name) { return address_of(module, name); };
  result.function_of = [this](const ptx::Module& module, std::string_view name, const ptx::Module*& owner) {
    return function_of(module, name, owner);
  };
  result.function_address_of = [this](std::string_view name) { return function_address_of(name); };
  return result;
}

void Modules::complain(const Diagnostics& diagnostics) const {
  if (complain_ && !diagnostics.empty()) complain_(diagnostics);
}

}  // namespace warpglass::runtime
