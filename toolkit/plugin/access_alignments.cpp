// clang takes what it reaches through a cast of a variable's address, `*reinterpret_cast<float4*>(&tile[r][c])`, to be
// aligned as the variable is declared; nvcc, as the type is that it is accessed by. The difference is four accesses of
// 32 bits for one of 128.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

/// What an address is made of.
struct Place {
  Value* root = nullptr;
  bool is_member = false;  // of a structure, whose own alignment its place may owe to
};

Place place_of(Value* address) {
  Place place;
  while (true) {
    if (auto* const step = dyn_cast<GEPOperator>(address)) {
      for (auto at = gep_type_begin(step), end = gep_type_end(step); at != end; ++at) place.is_member |= at.isStruct();
      address = step->getPointerOperand();
    } else if (auto* const cast = dyn_cast<AddrSpaceCastOperator>(address)) {
      address = cast->getPointerOperand();
    } else {
      place.root = address;
      return place;
    }
  }
}

Type* declared_type(const Place& place) {
  if (const auto* const variable = dyn_cast<GlobalVariable>(place.root)) return variable->getValueType();
  if (const auto* const variable = dyn_cast<AllocaInst>(place.root)) return variable->getAllocatedType();
  return nullptr;
}

Type* element_of(Type* type) {
  while (type->isArrayTy()) type = type->getArrayElementType();
  return type;
}

std::uint64_t bytes_of(Type* type, const DataLayout& layout) {
  return type->isSized() ? layout.getTypeAllocSize(type).getFixedValue() : 0;
}

/// Whether it is part of a variable whose elements are no such objects: what it is declared as says nothing of them.
bool is_cast(const Place& place, std::uint64_t bytes, const DataLayout& layout) {
  Type* const declared = declared_type(place);
  return declared != nullptr && !place.is_member && bytes_of(element_of(declared), layout) < bytes;
}

/// The alignment of a type of so many bytes, by one of the two sides that it is copied between.
std::optional<Align> align_by(const Place& place, Align given, std::uint64_t bytes, const DataLayout& layout) {
  if (place.is_member) return std::nullopt;
  if (const auto* const argument = dyn_cast<Argument>(place.root); argument != nullptr && argument->hasByValAttr())
    return std::nullopt;
  if (Type* const declared = declared_type(place);
      declared != nullptr && bytes_of(element_of(declared), layout) != bytes)
    return std::nullopt;
  // A type is as large as a multiple of its alignment.
  return std::min(given, Align(bytes & -bytes));
}

void align_variable(const Place& place, Align align) {
  if (auto* const variable = dyn_cast<AllocaInst>(place.root))
    variable->setAlignment(std::max(variable->getAlign(), align));
}

void align_copy(MemCpyInst& copy, const DataLayout& layout) {
  const auto* const length = dyn_cast<ConstantInt>(copy.getLength());
  // Objects that are assigned have their members' types with them; bytes that memcpy() copies may lie anywhere.
  if (length == nullptr || length->isZero() || !copy.hasMetadata(LLVMContext::MD_tbaa_struct)) return;
  const std::uint64_t bytes = length->getZExtValue();
  const Place to = place_of(copy.getRawDest());
  const Place from = place_of(copy.getRawSource());
  const Align to_align = copy.getDestAlign().valueOrOne();
  const Align from_align = copy.getSourceAlign().valueOrOne();
  if (is_cast(to, bytes, layout)) {
    const auto align = align_by(from, from_align, bytes, layout);
    if (align && *align > to_align) {
      copy.setDestAlignment(*align);
      align_variable(to, *align);
    }
  }
  if (is_cast(from, bytes, layout)) {
    const auto align = align_by(to, to_align, bytes, layout);
    if (align && *align > from_align) {
      copy.setSourceAlignment(*align);
      align_variable(from, *align);
    }
  }
}

/// \return  of a number of this type through a cast; nothing where it is aligned already
std::optional<Align> align_of_access(Value* address, Type* type, Align given, const DataLayout& layout) {
  const Align natural = layout.getABITypeAlign(type);
  if (given >= natural || (!type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy())) return std::nullopt;
  const Place place = place_of(address);
  if (!is_cast(place, bytes_of(type, layout), layout)) return std::nullopt;
  align_variable(place, natural);
  return natural;
}

}  // namespace

void align_accesses(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      if (auto* const copy = dyn_cast<MemCpyInst>(&instruction)) {
        align_copy(*copy, layout);
      } else if (auto* const load = dyn_cast<LoadInst>(&instruction)) {
        if (const auto align = align_of_access(load->getPointerOperand(), load->getType(), load->getAlign(), layout))
          load->setAlignment(*align);
      } else if (auto* const store = dyn_cast<StoreInst>(&instruction)) {
        Type* const type = store->getValueOperand()->getType();
        if (const auto align = align_of_access(store->getPointerOperand(), type, store->getAlign(), layout))
          store->setAlignment(*align);
      }
    }
  }
}

}  // namespace warpglass::plugin
