// The handlers' bitcode, by address: every function that the program's own code has is found again as the compiler left
// it, and whatever it names is where the program has it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include "tier/units.hpp"

namespace warpglass::tier {

class Handlers {
 public:
  Handlers(llvm::LLVMContext& context, std::span<const Unit> units);

  /// The function whose code begins at the address, with its body; nullptr when none was kept.
  llvm::Function* at(std::uint64_t address);
  /// Where the program has what a unit's module names; 0: unknown.
  [[nodiscard]] std::uint64_t address_of(const llvm::GlobalValue& value) const;

 private:
  struct Symbol {
    std::uint64_t address = 0;
    std::uint32_t unit = 0;
    std::uint32_t index = 0;  // among the unit's functions
  };
  struct Loaded {
    std::unique_ptr<llvm::Module> module;
    std::vector<llvm::Function*> functions;
  };
  Loaded& load(std::uint32_t unit);

  llvm::LLVMContext& context_;
  std::span<const Unit> units_;
  std::vector<Symbol> symbols_;  // by address
  std::vector<Loaded> loaded_;   // by unit, once needed
  std::map<const llvm::GlobalValue*, std::uint64_t> addresses_;
};

/// Copies of handlers in the module of a region.
class Imports {
 public:
  Imports(llvm::Module& module, Handlers& handlers) : module_(module), handlers_(handlers) {}

  /// The function whose code begins at the address, in the region's module; nullptr when it was not kept, or names
  /// something whose address is not known.
  llvm::Function* function_at(std::uint64_t address);
  /// The copies have been inlined: only declarations stay.
  void drop_bodies();

 private:
  class Materializer;
  llvm::Function* copy(llvm::Function& function);

  llvm::Module& module_;
  Handlers& handlers_;
  std::map<std::uint64_t, llvm::Function*> copies_;
};

/// The type of what `address` stands for as a value.
[[nodiscard]] llvm::Constant* constant_pointer(llvm::LLVMContext& context, std::uint64_t address);
[[nodiscard]] inline llvm::Constant* constant_pointer(llvm::LLVMContext& context, const void* address) {
  return constant_pointer(context, reinterpret_cast<std::uintptr_t>(address));
}

}  // namespace warpglass::tier
