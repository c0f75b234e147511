// A function of a module alone that is called once is inlined however long it is. NVIDIA's compiler takes every
// function of a whole program for such a one; clang leaves templates, and what is inline, to be merged by a linker, and
// inlines them only up to a size. A product of tiles that is called then has its sums in local memory.
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

/// What NVPTX is told of, kernels above all.
SmallPtrSet<const Value*, 16> annotated_functions(const Module& module) {
  SmallPtrSet<const Value*, 16> all;
  const NamedMDNode* const annotations = module.getNamedMetadata("nvvm.annotations");
  if (annotations == nullptr) return all;
  for (const MDNode* entry : annotations->operands()) {
    if (entry->getNumOperands() == 0) continue;
    if (const auto* of = dyn_cast_or_null<ConstantAsMetadata>(entry->getOperand(0).get())) all.insert(of->getValue());
  }
  return all;
}

}  // namespace

void keep_inline_functions_to_the_module(Module& module) {
  const SmallPtrSet<const Value*, 16> annotated = annotated_functions(module);
  for (Function& function : module) {
    if (function.isDeclaration() || !function.hasLinkOnceODRLinkage() || annotated.contains(&function)) continue;
    if (function.hasAddressTaken()) continue;  // which may be compared with one of another module
    function.setComdat(nullptr);
    function.setLinkage(GlobalValue::InternalLinkage);
  }
}

}  // namespace warpglass::plugin
