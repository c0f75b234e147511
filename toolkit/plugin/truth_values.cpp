#include <vector>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

/// A bool as clang takes it from memory: the lowest bit of a byte.
bool is_truth_value(const TruncInst& bit) {
  const auto* const byte = dyn_cast<LoadInst>(bit.getOperand(0));
  return byte != nullptr && byte->getType()->isIntegerTy(8) && bit.getType()->isIntegerTy(1);
}

/// What is made a number of it is the byte.
void take_bytes_as_numbers(TruncInst& bit) {
  std::vector<ZExtInst*> numbers;
  for (User* const user : bit.users())
    if (auto* const number = dyn_cast<ZExtInst>(user)) numbers.push_back(number);
  for (ZExtInst* const number : numbers) {
    IRBuilder<> builder(number);
    number->replaceAllUsesWith(builder.CreateZExt(bit.getOperand(0), number->getType()));
    number->eraseFromParent();
  }
}

}  // namespace

void take_any_byte_for_true(Module& module) {
  std::vector<TruncInst*> bits;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      if (auto* const bit = dyn_cast<TruncInst>(&instruction); bit != nullptr && is_truth_value(*bit))
        bits.push_back(bit);
    }
  }
  for (TruncInst* const bit : bits) {
    auto* const byte = cast<LoadInst>(bit->getOperand(0));
    byte->setMetadata(LLVMContext::MD_range, nullptr);
    take_bytes_as_numbers(*bit);
    IRBuilder<> builder(bit);
    bit->replaceAllUsesWith(builder.CreateICmpNE(byte, builder.getInt8(0)));
    bit->eraseFromParent();
  }
}

}  // namespace warpglass::plugin
