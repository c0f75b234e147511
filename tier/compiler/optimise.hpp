// LLVM's passes and code generator, as regions use them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace warpglass::tier {

/// This machine as a target.
class Target {
 public:
  /// \param problem  why it cannot be one; else empty
  explicit Target(std::string& problem);
  ~Target();

  void prepare(llvm::Module& module) const;
  /// Code for this machine's instruction set.
  void prepare(llvm::Function& function) const;

  /// Only so much that it is seen what a function calls.
  void look(llvm::Function& function) const;
  /// After the handlers of one op have been inlined with the op's fields as constants.
  void fold(llvm::Function& function) const;
  /// A whole body, once its rows are variables of its own.
  void optimise(llvm::Function& function) const;

  /// An object file of it, position-independent.
  void generate(llvm::Module& module, llvm::SmallVectorImpl<char>& object) const;

 private:
  class Passes;

  std::unique_ptr<llvm::TargetMachine> machine_;
  std::unique_ptr<Passes> passes_;
  std::string cpu_;
  std::string features_;
};

}  // namespace warpglass::tier
