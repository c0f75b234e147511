// A pass of clang's, the first one over device code: clang before 20 has no __grid_constant__, so our headers annotate
// such parameters (crt/host_defines.h), and this says of them what LLVM's assembly writer looks for. Without it a
// kernel whose parameter has its address taken begins by copying it to local memory, and the address is that of the
// copy.
#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

namespace {

using namespace llvm;

constexpr const char* kAnnotation = "warpglass_grid_constant";

bool is_ours(const IntrinsicInst& call) {
  if (call.getIntrinsicID() != Intrinsic::var_annotation) return false;
  const auto* const text = dyn_cast<GlobalVariable>(call.getArgOperand(1)->stripPointerCasts());
  if (text == nullptr || !text->hasInitializer()) return false;
  const auto* const data = dyn_cast<ConstantDataArray>(text->getInitializer());
  return data != nullptr && data->isCString() && data->getAsCString() == kAnnotation;
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

void annotate(Module& module) {
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

struct GridConstants : PassInfoMixin<GridConstants> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& /*analyses*/) {
    annotate(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "warpglass-grid-constants", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager& passes, OptimizationLevel /*level*/) { passes.addPass(GridConstants()); });
          }};
}
