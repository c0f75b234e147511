#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

/// Of more pieces than this a loop is made, where they are of kLoopBytes or more.
constexpr std::uint64_t kMostPieces = 16;

Align align_of_types(const MemIntrinsic& one) {
  Align align = one.getDestAlign().valueOrOne();
  if (const auto* const copy = dyn_cast<MemCpyInst>(&one)) align = std::min(align, copy->getSourceAlign().valueOrOne());
  return align;
}

/// What is moved at once: as wide as both sides are aligned.
struct Pieces {
  std::uint64_t bytes = 1;
  std::uint64_t count = 0;
  std::uint64_t rest = 0;  // bytes behind them
};

Pieces pieces_of(std::uint64_t length, Align align) {
  const std::uint64_t bytes = std::min(align.value(), kVector);
  return {bytes, length / bytes, length % bytes};
}

Type* type_of(LLVMContext& context, std::uint64_t bytes) {
  if (bytes <= 4) return IntegerType::get(context, static_cast<unsigned>(8 * bytes));
  return FixedVectorType::get(Type::getInt32Ty(context), static_cast<unsigned>(bytes / 4));
}

/// Moves the pieces, and what is left behind them byte by byte.
/// \param move  one of a type at an offset of that many such types, and another of bytes
void move_all(Instruction& before, const Pieces& pieces,
              const std::function<void(IRBuilder<>&, Type*, Value*, std::uint64_t)>& move) {
  LLVMContext& context = before.getContext();
  Type* const type = type_of(context, pieces.bytes);
  Type* const byte = Type::getInt8Ty(context);
  IRBuilder<> builder(&before);
  const std::uint64_t done = pieces.bytes * pieces.count;
  for (std::uint64_t i = 0; i < pieces.rest; ++i) move(builder, byte, builder.getInt64(done + i), 1);
  if (pieces.bytes * pieces.count < kLoopBytes || pieces.count <= kMostPieces) {
    for (std::uint64_t i = 0; i < pieces.count; ++i) move(builder, type, builder.getInt64(i), pieces.bytes);
    return;
  }
  const auto [body, index] = SplitBlockAndInsertSimpleForLoop(builder.getInt64(pieces.count), &before);
  IRBuilder<> inside(body);
  inside.SetCurrentDebugLocation(before.getDebugLoc());
  move(inside, type, index, pieces.bytes);
}

/// Of the function: LLVM would move to and from these by generic addresses.
bool is_in_variable(const Value& address) { return isa<AllocaInst>(getUnderlyingObject(&address)); }

bool expand(MemCpyInst& copy) {
  const auto* const length = dyn_cast<ConstantInt>(copy.getLength());
  if (length == nullptr || copy.isVolatile()) return false;
  const Align align = align_of_types(copy);
  const bool is_local = is_in_variable(*copy.getRawDest()) || is_in_variable(*copy.getRawSource());
  if (!is_local && align == Align(1) && length->getZExtValue() < kLoopBytes) return false;
  move_all(copy, pieces_of(length->getZExtValue(), align),
           [&](IRBuilder<>& builder, Type* type, Value* index, std::uint64_t bytes) {
             Value* const value =
                 builder.CreateAlignedLoad(type, builder.CreateGEP(type, copy.getRawSource(), index), Align(bytes));
             builder.CreateAlignedStore(value, builder.CreateGEP(type, copy.getRawDest(), index), Align(bytes));
           });
  return true;
}

/// What LLVM has made of two copies behind each other: all of it is loaded first.
bool expand(MemMoveInst& move) {
  const auto* const length = dyn_cast<ConstantInt>(move.getLength());
  if (length == nullptr || move.isVolatile()) return false;
  const Align align = std::min(move.getDestAlign().valueOrOne(), move.getSourceAlign().valueOrOne());
  const Pieces pieces = pieces_of(length->getZExtValue(), align);
  if (align == Align(1) || pieces.rest != 0 || pieces.count > kMostPieces) return false;
  IRBuilder<> builder(&move);
  Type* const type = type_of(move.getContext(), pieces.bytes);
  std::vector<Value*> values;
  for (std::uint64_t i = 0; i < pieces.count; ++i)
    values.push_back(builder.CreateAlignedLoad(type, builder.CreateGEP(type, move.getRawSource(), builder.getInt64(i)),
                                               Align(pieces.bytes)));
  for (std::uint64_t i = 0; i < pieces.count; ++i)
    builder.CreateAlignedStore(values[i], builder.CreateGEP(type, move.getRawDest(), builder.getInt64(i)),
                               Align(pieces.bytes));
  return true;
}

bool expand(MemSetInst& set) {
  const auto* const length = dyn_cast<ConstantInt>(set.getLength());
  const auto* const value = dyn_cast<ConstantInt>(set.getValue());
  if (length == nullptr || value == nullptr || set.isVolatile()) return false;
  if (!is_in_variable(*set.getRawDest()) && length->getZExtValue() < kLoopBytes) return false;
  Align align = set.getDestAlign().valueOrOne();
  std::int64_t offset = 0;
  const auto* const variable = dyn_cast<AllocaInst>(
      GetPointerBaseWithConstantOffset(set.getRawDest(), offset, set.getModule()->getDataLayout()));
  if (variable != nullptr && offset == 0) align = std::max(align, variable->getAlign());
  move_all(set, pieces_of(length->getZExtValue(), align),
           [&](IRBuilder<>& builder, Type* type, Value* index, std::uint64_t bytes) {
             const APInt filled = APInt::getSplat(type->getScalarSizeInBits(), value->getValue());
             // LLVM makes vectors of stores side by side whose place is known.
             Align place(bytes);
             if (const auto* const at = dyn_cast<ConstantInt>(index); at != nullptr && variable != nullptr)
               place = commonAlignment(variable->getAlign(), offset + at->getZExtValue() * bytes);
             builder.CreateAlignedStore(ConstantInt::get(type, filled),
                                        builder.CreateGEP(type, set.getRawDest(), index), place);
           });
  return true;
}

/// Of a vector, the only element that anything takes, and all that takes it; nothing where there are others.
std::optional<std::uint64_t> only_element(const LoadInst& load, std::vector<ExtractElementInst*>& takers) {
  std::optional<std::uint64_t> only;
  for (const User* const user : load.users()) {
    const auto* const taker = dyn_cast<ExtractElementInst>(user);
    const auto* const index = taker != nullptr ? dyn_cast<ConstantInt>(taker->getIndexOperand()) : nullptr;
    if (index == nullptr || (only && *only != index->getZExtValue())) return std::nullopt;
    only = index->getZExtValue();
    takers.push_back(const_cast<ExtractElementInst*>(taker));
  }
  return only;
}

}  // namespace

void load_single_elements(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  for (Function& function : module) {
    std::vector<LoadInst*> loads;
    for (Instruction& instruction : instructions(function)) {
      auto* const load = dyn_cast<LoadInst>(&instruction);
      if (load != nullptr && load->isSimple() && isa<FixedVectorType>(load->getType())) loads.push_back(load);
    }
    for (LoadInst* const load : loads) {
      std::vector<ExtractElementInst*> takers;
      const auto only = only_element(*load, takers);
      if (!only) continue;
      Type* const type = load->getType()->getScalarType();
      const std::uint64_t offset = *only * layout.getTypeStoreSize(type).getFixedValue();
      IRBuilder<> builder(load);
      Value* const element = builder.CreateAlignedLoad(
          type, builder.CreateConstGEP1_64(builder.getInt8Ty(), load->getPointerOperand(), offset),
          commonAlignment(load->getAlign(), offset));
      for (ExtractElementInst* const taker : takers) {
        taker->replaceAllUsesWith(element);
        taker->eraseFromParent();
      }
      load->eraseFromParent();
    }
  }
}

void copy_whole_vectors(Module& module) {
  // Of four bytes there are vectors of bytes and halves; longer ones that are aligned so are moved by members.
  constexpr std::uint64_t kNarrowest = 4;
  constexpr std::uint64_t kNarrowestOfSeveral = 8;
  for (Function& function : module) {
    std::vector<MemCpyInst*> all;
    for (Instruction& instruction : instructions(function)) {
      auto* const copy = dyn_cast<MemCpyInst>(&instruction);
      const auto* const length = copy != nullptr ? dyn_cast<ConstantInt>(copy->getLength()) : nullptr;
      if (length == nullptr || copy->isVolatile()) continue;
      const Align align = align_of_types(*copy);
      const Pieces pieces = pieces_of(length->getZExtValue(), align);
      const bool is_vector = align.value() >= (pieces.count == 1 ? kNarrowest : kNarrowestOfSeveral);
      if (is_vector && pieces.rest == 0 && length->getZExtValue() < kLoopBytes) all.push_back(copy);
    }
    for (MemCpyInst* const copy : all) {
      expand(*copy);
      copy->eraseFromParent();
    }
  }
}

void move_aggregates(Module& module) {
  for (Function& function : module) {
    // A loop parts its block: what there is to be expanded is listed before.
    std::vector<MemIntrinsic*> all;
    for (Instruction& instruction : instructions(function))
      if (isa<MemCpyInst>(instruction) || isa<MemMoveInst>(instruction) || isa<MemSetInst>(instruction))
        all.push_back(cast<MemIntrinsic>(&instruction));
    for (MemIntrinsic* const one : all) {
      auto* const copy = dyn_cast<MemCpyInst>(one);
      auto* const move = dyn_cast<MemMoveInst>(one);
      const bool is_expanded = copy != nullptr   ? expand(*copy)
                               : move != nullptr ? expand(*move)
                                                 : expand(*cast<MemSetInst>(one));
      if (is_expanded) one->eraseFromParent();
    }
  }
}

}  // namespace warpglass::plugin
