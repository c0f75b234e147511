#include <vector>

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/Alignment.h"

#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

constexpr unsigned kBytes = 16;

bool is_byte_vector(const llvm::Type* type) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector != nullptr && vector->getNumElements() == kBytes && vector->getElementType()->isIntegerTy(8);
}

/// The address of a byte, and how it is aligned.
struct Byte {
  llvm::Value* address = nullptr;
  llvm::Align alignment;
};
Byte byte_of(llvm::IRBuilder<>& builder, llvm::Value* vector, llvm::Align alignment, unsigned number) {
  return {builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), vector, number),
          llvm::commonAlignment(alignment, number)};
}

void split(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  llvm::Value* all = llvm::PoisonValue::get(load.getType());
  for (unsigned i = 0; i < kBytes; ++i) {
    const Byte byte = byte_of(builder, load.getPointerOperand(), load.getAlign(), i);
    llvm::Value* const one = builder.CreateAlignedLoad(builder.getInt8Ty(), byte.address, byte.alignment);
    all = builder.CreateInsertElement(all, one, i);
  }
  load.replaceAllUsesWith(all);
  load.eraseFromParent();
}

void split(llvm::StoreInst& store) {
  llvm::IRBuilder<> builder(&store);
  for (unsigned i = 0; i < kBytes; ++i) {
    const Byte byte = byte_of(builder, store.getPointerOperand(), store.getAlign(), i);
    builder.CreateAlignedStore(builder.CreateExtractElement(store.getValueOperand(), i), byte.address, byte.alignment);
  }
  store.eraseFromParent();
}

}  // namespace

void split_unaligned_bytes(llvm::Module& module) {
  std::vector<llvm::LoadInst*> loads;
  std::vector<llvm::StoreInst*> stores;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          load != nullptr && load->isSimple() && load->getAlign() < kBytes && is_byte_vector(load->getType()))
        loads.push_back(load);
      if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
          store != nullptr && store->isSimple() && store->getAlign() < kBytes &&
          is_byte_vector(store->getValueOperand()->getType()))
        stores.push_back(store);
    }
  }
  for (llvm::LoadInst* const load : loads) split(*load);
  for (llvm::StoreInst* const store : stores) split(*store);
}

}  // namespace warpglass::plugin
