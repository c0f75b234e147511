#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

constexpr const char* kGridConstantAnnotation = "warpglass_grid_constant";

bool is_ours(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::var_annotation && is_text(*call.getArgOperand(1), kGridConstantAnnotation);
}

/// Numbers of the parameters that are annotated, from 1 on; the annotations are gone then.
std::vector<unsigned> take_annotated(Function& function) {
  std::vector<unsigned> parameters;
  std::vector<IntrinsicInst*> calls;
  for (Instruction& instruction : instructions(function)) {
    auto* const call = dyn_cast<IntrinsicInst>(&instruction);
    if (call == nullptr || !is_ours(*call)) continue;
    calls.push_back(call);
    const auto* const parameter = dyn_cast<Argument>(call->getArgOperand(0)->stripPointerCasts());
    if (parameter != nullptr && parameter->hasByValAttr()) parameters.push_back(parameter->getArgNo() + 1);
  }
  for (IntrinsicInst* call : calls) call->eraseFromParent();
  return parameters;
}

/// The same function under another address: LLVM has asked for what is said of the old one, and remembers the answer.
Function& renewed(Function& old) {
  Function* const renewed =
      Function::Create(old.getFunctionType(), old.getLinkage(), old.getAddressSpace(), "", old.getParent());
  renewed->copyAttributesFrom(&old);
  renewed->copyMetadata(&old, 0);
  renewed->setComdat(old.getComdat());
  renewed->splice(renewed->begin(), &old);
  for (auto [from, to] : zip(old.args(), renewed->args())) {
    to.takeName(&from);
    from.replaceAllUsesWith(&to);
  }
  renewed->takeName(&old);
  old.replaceAllUsesWith(renewed);
  old.removeFromParent();  // not freed: nothing else may come to lie at its address
  return *renewed;
}

}  // namespace

void take_grid_constants(Module& module) {
  LLVMContext& context = module.getContext();
  for (Function& old : make_early_inc_range(module)) {
    const std::vector<unsigned> parameters = take_annotated(old);
    if (parameters.empty()) continue;
    Function& function = renewed(old);
    SmallVector<Metadata*, 4> numbers;
    for (const unsigned parameter : parameters)
      numbers.push_back(ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), parameter)));
    module.getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(MDNode::get(context, {ValueAsMetadata::get(&function), MDString::get(context, "grid_constant"),
                                           MDNode::get(context, numbers)}));
  }
}

}  // namespace warpglass::plugin
