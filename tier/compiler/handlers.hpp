// The handlers' bitcode, by number: every function that the user's process has of them is found again as clang left it,
// and whatever it names is where that process has it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include "tier/image.hpp"
#include "tier/request.hpp"

namespace warpglass::tier {

class Handlers {
 public:
  Handlers(llvm::LLVMContext& context, std::vector<UnitCopy> units);

  /// The function of that number (tier/request.hpp), with its body; nullptr when none was kept.
  llvm::Function* at(std::uint32_t number);
  /// Of what a unit's module names; 0: none.
  [[nodiscard]] std::uint32_t number_of(const llvm::GlobalValue& value) const;

 private:
  struct Symbol {
    std::uint32_t number = 0;
    std::uint32_t unit = 0;
    std::uint32_t index = 0;  // among the unit's functions
  };
  struct Loaded {
    std::unique_ptr<llvm::Module> module;
    std::vector<llvm::Function*> functions;
  };
  Loaded& load(std::uint32_t unit);

  llvm::LLVMContext& context_;
  std::vector<UnitCopy> units_;
  std::vector<Symbol> symbols_;  // by number
  std::vector<Loaded> loaded_;   // by unit, once needed
  std::map<const llvm::GlobalValue*, std::uint32_t> numbers_;
};

/// What a region's module knows of the user's process: copies of handlers, and names for all else.
class Imports {
 public:
  Imports(llvm::Module& module, Handlers& handlers) : module_(module), handlers_(handlers) {}

  /// The function of that number, in the region's module; nullptr when it was not kept, or names something that has no
  /// number.
  llvm::Function* function_at(std::uint32_t number);
  /// The copies have been inlined: only declarations stay.
  void drop_bodies();

  /// What has a number, as something that lies elsewhere.
  llvm::Constant* symbol(std::uint32_t number, llvm::Type* type = nullptr);
  /// Something else that does.
  llvm::GlobalVariable* outside(CellKind kind, std::uint64_t value, llvm::Type* type = nullptr);
  /// Of what symbol() gave; 0: it did not.
  [[nodiscard]] std::uint32_t number_of(const llvm::Value* value) const;
  /// By the names that they have in the module.
  [[nodiscard]] const std::map<std::string, Cell>& outsiders() const { return outsiders_; }

 private:
  class Materializer;
  llvm::Function* copy(llvm::Function& function);

  llvm::Module& module_;
  Handlers& handlers_;
  std::map<std::uint32_t, llvm::Function*> copies_;
  std::map<std::string, Cell> outsiders_;
};

}  // namespace warpglass::tier
