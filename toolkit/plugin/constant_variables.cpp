#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

constexpr const char* kConstantAnnotation = "warpglass_constant";
constexpr const char* kConstantAnnotations = "llvm.global.annotations";
constexpr const char* kMoved = "warpglass-moved-constant";
// NVPTX's address spaces.
constexpr unsigned kGlobal = 1;
constexpr unsigned kShared = 3;
constexpr unsigned kConstant = 4;

using Variables = SmallPtrSet<const Value*, 16>;

/// Variables that our annotation is about; the annotations are gone then.
Variables take_annotated(Module& module) {
  Variables annotated;
  GlobalVariable* const all = module.getGlobalVariable(kConstantAnnotations);
  if (all == nullptr || !all->hasInitializer()) return annotated;
  std::vector<Constant*> others;
  for (const Use& one : cast<Constant>(all->getInitializer())->operands()) {
    auto* const entry = cast<Constant>(one);
    if (is_text(*entry->getOperand(1), kConstantAnnotation)) {
      annotated.insert(entry->getOperand(0)->stripPointerCasts());
    } else {
      others.push_back(entry);
    }
  }
  if (annotated.empty()) return annotated;
  if (!others.empty()) {
    ArrayType* const type = ArrayType::get(others.front()->getType(), others.size());
    auto* const rest = new GlobalVariable(module, type, all->isConstant(), all->getLinkage(),
                                          ConstantArray::get(type, others), "", all);
    rest->copyAttributesFrom(all);
    rest->takeName(all);
  }
  all->eraseFromParent();
  return annotated;
}

/// Everything that names a variable of CUDA does so by its generic address.
bool is_named_by_generic_address(const GlobalVariable& variable) {
  return all_of(variable.users(), [](const User* user) { return isa<AddrSpaceCastOperator>(user); });
}

void move_to_global_memory(GlobalVariable& old) {
  auto* const moved =
      new GlobalVariable(*old.getParent(), old.getValueType(), old.isConstant(), old.getLinkage(), old.getInitializer(),
                         "", &old, old.getThreadLocalMode(), kGlobal, old.isExternallyInitialized());
  moved->copyAttributesFrom(&old);
  moved->copyMetadata(&old, 0);
  moved->setComdat(old.getComdat());
  moved->takeName(&old);
  moved->addAttribute(kMoved);
  for (User* const cast : make_early_inc_range(old.users()))
    cast->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(moved, cast->getType()));
  old.removeDeadConstantUsers();
  if (old.use_empty()) old.eraseFromParent();
}

/// clang reads elements of a constant expression from a copy of its own in generic memory, "name.const", whatever
/// memory the variable is in. nvcc reads the variable, which keep_constants_flags() of toolkit/compiler.cpp have clang
/// write.
void read_variables_themselves(Module& module) {
  constexpr StringRef kSuffix = ".const";
  for (GlobalVariable& copy : make_early_inc_range(module.globals())) {
    if (!copy.hasPrivateLinkage() || !copy.hasInitializer() || !copy.getName().ends_with(kSuffix)) continue;
    GlobalVariable* const own = module.getGlobalVariable(copy.getName().drop_back(kSuffix.size()), true);
    if (own == nullptr || !own->hasInitializer() || own->getInitializer() != copy.getInitializer()) continue;
    copy.replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(own, copy.getType()));
    copy.eraseFromParent();
  }
}

}  // namespace

void place_constants(Module& module) {
  read_variables_themselves(module);
  const Variables annotated = take_annotated(module);
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    if (variable.getAddressSpace() != kConstant || !variable.hasInitializer() || annotated.contains(&variable))
      continue;
    if (is_named_by_generic_address(variable)) move_to_global_memory(variable);
  }
}

void release_shared_variables(Module& module) {
  removeFromUsedLists(module, [](const Constant* constant) {
    const auto* const variable = dyn_cast<GlobalVariable>(constant->stripPointerCasts());
    return variable != nullptr && variable->getAddressSpace() == kShared;
  });
}

void drop_unread_constants(Module& module) {
  const auto is_moved = [](const Constant* constant) {
    const auto* const variable = dyn_cast<GlobalVariable>(constant->stripPointerCasts());
    return variable != nullptr && variable->hasAttribute(kMoved);
  };
  removeFromUsedLists(module, is_moved);
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    if (!is_moved(&variable) || !variable.isDiscardableIfUnused()) continue;
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
}

}  // namespace warpglass::plugin
