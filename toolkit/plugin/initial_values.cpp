#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

/// More than this are left to a copy.
constexpr std::size_t kMostStores = 16384;

struct InitialValue {
  std::uint64_t offset = 0;  // bytes
  Constant* constant = nullptr;
};

/// The values that an initialiser is made of, without what is undefined. \return false where there are too many
bool take_values(Constant& initial, const DataLayout& layout, std::uint64_t offset, std::vector<InitialValue>& values) {
  Type* const type = initial.getType();
  if (isa<UndefValue>(initial)) return true;
  if (type->isSingleValueType() && !type->isVectorTy()) {
    values.push_back({offset, &initial});
    return values.size() <= kMostStores;
  }
  const auto take = [&](unsigned element, std::uint64_t at) {
    Constant* const part = initial.getAggregateElement(element);
    return part != nullptr && take_values(*part, layout, offset + at, values);
  };
  if (auto* const structure = dyn_cast<StructType>(type)) {
    const StructLayout& places = *layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!take(i, places.getElementOffset(i))) return false;
    return true;
  }
  Type* element = nullptr;
  std::uint64_t count = 0;
  if (auto* const array = dyn_cast<ArrayType>(type)) {
    element = array->getElementType();
    count = array->getNumElements();
  } else if (auto* const vector = dyn_cast<FixedVectorType>(type)) {
    element = vector->getElementType();
    count = vector->getNumElements();
  }
  if (element == nullptr || count > kMostStores) return false;
  const std::uint64_t stride = layout.getTypeAllocSize(element);
  for (unsigned i = 0; i < count; ++i)
    if (!take(i, i * stride)) return false;
  return true;
}

/// The variable's initialiser where this copies all of it into a variable of the function, else nothing.
Constant* initialiser(const MemCpyInst& copy, const DataLayout& layout) {
  const auto* const to = dyn_cast<AllocaInst>(copy.getRawDest());
  const auto* const from = dyn_cast<GlobalVariable>(copy.getRawSource());
  const auto* const length = dyn_cast<ConstantInt>(copy.getLength());
  if (to == nullptr || from == nullptr || length == nullptr || copy.isVolatile()) return nullptr;
  if (!from->isConstant() || !from->hasPrivateLinkage() || !from->hasDefinitiveInitializer()) return nullptr;
  if (length->getZExtValue() != layout.getTypeAllocSize(from->getValueType())) return nullptr;
  return const_cast<GlobalVariable*>(from)->getInitializer();
}

/// Whether this fills a whole variable of the function with one value.
bool fills_variable(const MemSetInst& set, const DataLayout& layout) {
  const auto* const variable = dyn_cast<AllocaInst>(set.getRawDest());
  const auto* const length = dyn_cast<ConstantInt>(set.getLength());
  if (variable == nullptr || variable->isArrayAllocation() || length == nullptr) return false;
  if (!isa<ConstantInt>(set.getValue()) || set.isVolatile()) return false;
  const std::optional<TypeSize> size = variable->getAllocationSize(layout);
  return size && !size->isScalable() && size->getFixedValue() == length->getZExtValue();
}

/// Of `int a[64] = {1, 2}` clang makes zeros and stores of the others, which stand at the same place of the source.
std::vector<StoreInst*> stores_of_initialiser(const MemSetInst& set) {
  std::vector<StoreInst*> stores;
  if (!set.getDebugLoc() || !cast<ConstantInt>(set.getValue())->isZero()) return stores;
  for (Instruction* next = const_cast<MemSetInst&>(set).getNextNode(); next != nullptr; next = next->getNextNode()) {
    if (next->getDebugLoc() != set.getDebugLoc()) break;
    if (auto* const store = dyn_cast<StoreInst>(next)) {
      if (!isa<Constant>(store->getValueOperand()) || !store->isSimple()) break;
      stores.push_back(store);
    } else if (!isa<GetElementPtrInst>(next)) {
      break;
    }
  }
  return stores;
}

/// Puts what these store into the place of values.
/// \return false where one is no such value, or stores elsewhere
bool replace_values(const std::vector<StoreInst*>& stores, const AllocaInst& variable, const DataLayout& layout,
                    std::vector<InitialValue>& values) {
  for (StoreInst* const store : stores) {
    std::int64_t offset = 0;
    if (GetPointerBaseWithConstantOffset(store->getPointerOperand(), offset, layout) != &variable) return false;
    auto* const stored = cast<Constant>(store->getValueOperand());
    const auto place = find_if(values, [&](const InitialValue& value) {
      return static_cast<std::int64_t>(value.offset) == offset && value.constant->getType() == stored->getType();
    });
    if (place == values.end()) return false;
    place->constant = stored;
  }
  return true;
}

/// Arrays and structures are aligned as NVIDIA's compiler does it, so that accesses side by side may become vectors: to
/// 16 or 8 bytes where their size is a multiple.
void align(AllocaInst& variable, const DataLayout& layout) {
  const std::optional<TypeSize> size = variable.getAllocationSize(layout);
  if (!variable.getAllocatedType()->isAggregateType() || !size || size->isScalable() || size->getFixedValue() == 0)
    return;
  const Align whole = commonAlignment(Align(kVector), size->getFixedValue());
  if (whole >= Align(8) && variable.getAlign() < whole) variable.setAlignment(whole);
}

/// What is copied or filled in a loop, piece by piece as its types are aligned (aggregate_copies.cpp): of a variable
/// that is, the alignment stays.
bool is_long(const User* user) {
  const auto* const one = dyn_cast<MemIntrinsic>(user);
  const auto* const length = one == nullptr ? nullptr : dyn_cast<ConstantInt>(one->getLength());
  return length != nullptr && length->getZExtValue() >= kLoopBytes;
}

/// In place of what fills or copies.
void store_values(MemIntrinsic& old, const std::vector<InitialValue>& values, const DataLayout& layout) {
  auto* const variable = cast<AllocaInst>(old.getRawDest());
  align(*variable, layout);
  IRBuilder<> builder(&old);
  for (const InitialValue& value : values) {
    builder.CreateAlignedStore(value.constant, builder.CreateConstGEP1_64(builder.getInt8Ty(), variable, value.offset),
                               commonAlignment(variable->getAlign(), value.offset));
  }
  old.eraseFromParent();
}

void store_values_of(MemCpyInst& copy, const DataLayout& layout) {
  Constant* const initial = initialiser(copy, layout);
  std::vector<InitialValue> values;
  if (initial != nullptr && take_values(*initial, layout, 0, values)) store_values(copy, values, layout);
}

void store_values_of(MemSetInst& set, const DataLayout& layout) {
  if (!fills_variable(set, layout)) return;
  auto* const variable = cast<AllocaInst>(set.getRawDest());
  const std::vector<StoreInst*> stores = stores_of_initialiser(set);
  std::vector<InitialValue> values;
  if (!stores.empty() && take_values(*Constant::getNullValue(variable->getAllocatedType()), layout, 0, values) &&
      replace_values(stores, *variable, layout, values)) {
    store_values(set, values, layout);
    for (StoreInst* const store : stores) store->eraseFromParent();
  }
}

}  // namespace

void store_initial_values(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  for (Function& function : module) {
    std::vector<MemIntrinsic*> all;
    std::vector<AllocaInst*> variables;
    for (Instruction& instruction : instructions(function)) {
      if (isa<MemCpyInst>(instruction) || isa<MemSetInst>(instruction)) all.push_back(cast<MemIntrinsic>(&instruction));
      if (auto* const variable = dyn_cast<AllocaInst>(&instruction)) variables.push_back(variable);
    }
    for (MemIntrinsic* const one : all) {
      if (auto* const copy = dyn_cast<MemCpyInst>(one)) {
        store_values_of(*copy, layout);
      } else {
        store_values_of(*cast<MemSetInst>(one), layout);
      }
    }
    for (AllocaInst* const variable : variables)
      if (none_of(variable->users(), is_long)) align(*variable, layout);
  }
}

}  // namespace warpglass::plugin
