// Fragments of matrices that are loaded from shared memory are loaded by its own instruction, wmma.load.*.shared, of
// which the assembler makes ldmatrix. LLVM gives loads and stores the space that their address is in; these it leaves
// generic.
#include <vector>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

bool moves_fragment(const IntrinsicInst& call) {
  const StringRef name = call.getCalledFunction()->getName();
  return name.starts_with("llvm.nvvm.wmma.") && (name.contains(".load.") || name.contains(".store."));
}

/// Of the variable that an address lies in; 0: of none that is seen.
unsigned space_of(const Value& address) {
  const auto* const variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&address));
  return variable == nullptr ? 0 : variable->getAddressSpace();
}

}  // namespace

void name_spaces_of_fragments(Module& module) {
  std::vector<IntrinsicInst*> calls;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* const call = dyn_cast<IntrinsicInst>(&instruction);
      if (call != nullptr && moves_fragment(*call)) calls.push_back(call);
    }
  }
  for (IntrinsicInst* const call : calls) {
    Value* const address = call->getArgOperand(0);
    const unsigned space = space_of(*address);
    if (space == 0 || address->getType()->getPointerAddressSpace() != 0) continue;
    IRBuilder<> builder(call);
    std::vector<Value*> arguments(call->arg_begin(), call->arg_end());
    PointerType* const type = PointerType::get(module.getContext(), space);
    arguments[0] = builder.CreateAddrSpaceCast(address, type);
    CallInst* const own =
        builder.CreateCall(Intrinsic::getDeclaration(&module, call->getIntrinsicID(), {type}), arguments);
    own->setDebugLoc(call->getDebugLoc());
    call->replaceAllUsesWith(own);
    call->eraseFromParent();
  }
}

}  // namespace warpglass::plugin
