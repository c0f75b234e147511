#include "tier/module/handlers.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace warpglass::tier {

using namespace llvm;

namespace {

std::uint64_t symbol_address(const Unit& unit, std::uint32_t index) {
  const auto* offsets = reinterpret_cast<const std::int32_t*>(target_of(unit.symbols));
  return reinterpret_cast<std::uintptr_t>(target_of(offsets[index]));
}

/// Regions are made for this machine, whatever a handler was made for: it was chosen because the machine can run it.
constexpr const char* kOfTarget[] = {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width",
                                     "frame-pointer"};

}  // namespace

Constant* constant_pointer(LLVMContext& context, std::uint64_t address) {
  return ConstantExpr::getIntToPtr(ConstantInt::get(Type::getInt64Ty(context), address), PointerType::get(context, 0));
}

Handlers::Handlers(LLVMContext& context, std::span<const Unit> units)
    : context_(context), units_(units), loaded_(units.size()) {
  for (std::uint32_t u = 0; u < units.size(); ++u) {
    for (std::uint32_t i = 0; i < units[u].symbol_count; ++i)
      if (const std::uint64_t address = symbol_address(units[u], i); address != 0)
        symbols_.push_back({.address = address, .unit = u, .index = i});
  }
  std::sort(symbols_.begin(), symbols_.end(), [](const Symbol& x, const Symbol& y) { return x.address < y.address; });
}

Handlers::Loaded& Handlers::load(std::uint32_t number) {
  Loaded& loaded = loaded_[number];
  if (loaded.module) return loaded;
  const Unit& unit = units_[number];
  const ArrayRef<std::uint8_t> compressed(reinterpret_cast<const std::uint8_t*>(target_of(unit.bitcode)),
                                          unit.compressed_bytes);
  SmallVector<std::uint8_t, 0> bitcode;
  cantFail(compression::zstd::decompress(compressed, bitcode, unit.bytes));
  auto buffer = MemoryBuffer::getMemBufferCopy(toStringRef(bitcode));
  loaded.module = cantFail(getOwningLazyBitcodeModule(std::move(buffer), context_));
  std::uint32_t index = 0;
  const auto place = [&](GlobalValue& value) {
    if (index < unit.symbol_count) addresses_[&value] = symbol_address(unit, index);
    ++index;
  };
  for (Function& function : *loaded.module) {
    loaded.functions.push_back(&function);
    place(function);
  }
  for (GlobalVariable& variable : loaded.module->globals()) place(variable);
  return loaded;
}

Function* Handlers::at(std::uint64_t address) {
  const auto [begin, end] = std::equal_range(symbols_.begin(), symbols_.end(), Symbol{.address = address},
                                             [](const Symbol& x, const Symbol& y) { return x.address < y.address; });
  for (auto symbol = begin; symbol != end; ++symbol) {
    const Loaded& unit = load(symbol->unit);
    if (symbol->index >= unit.functions.size()) continue;
    Function* const function = unit.functions[symbol->index];
    if (function->isMaterializable()) cantFail(function->materialize());
    if (!function->isDeclaration()) return function;
  }
  return nullptr;
}

std::uint64_t Handlers::address_of(const GlobalValue& value) const {
  const auto found = addresses_.find(&value);
  return found == addresses_.end() ? 0 : found->second;
}

/// What a copied function names, as the region's module has it: constants are copied, so that they can be folded, and
/// all else is where the program has it.
class Imports::Materializer final : public ValueMaterializer {
 public:
  Materializer(Imports& imports, ValueToValueMapTy& map) : imports_(imports), map_(map) {}

  [[nodiscard]] bool complete() const { return complete_; }

  Value* materialize(Value* value) override {
    auto* const global = dyn_cast<GlobalValue>(value);
    if (global == nullptr || global->getParent() == &imports_.module_) return nullptr;
    if (auto* const function = dyn_cast<Function>(global); function != nullptr && function->isIntrinsic())
      return imports_.module_
          .getOrInsertFunction(function->getName(), function->getFunctionType(), function->getAttributes())
          .getCallee();
    if (auto* const variable = dyn_cast<GlobalVariable>(global);
        variable != nullptr && variable->isConstant() && variable->hasInitializer())
      return copy(*variable);
    const std::uint64_t address = imports_.handlers_.address_of(*global);
    if (address == 0) complete_ = false;
    return constant_pointer(imports_.module_.getContext(), address);
  }

 private:
  Value* copy(GlobalVariable& variable) {
    auto* const constant = new GlobalVariable(imports_.module_, variable.getValueType(), true,
                                              GlobalValue::PrivateLinkage, nullptr, variable.getName());
    constant->setAlignment(variable.getAlign());
    constant->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    map_[&variable] = constant;
    constant->setInitializer(MapValue(variable.getInitializer(), map_, RF_None, nullptr, this));
    return constant;
  }

  Imports& imports_;
  ValueToValueMapTy& map_;
  bool complete_ = true;
};

Function* Imports::function_at(std::uint64_t address) {
  const auto [place, is_new] = copies_.try_emplace(address);
  if (is_new) {
    Function* const function = handlers_.at(address);
    place->second = function == nullptr ? nullptr : copy(*function);
  }
  return place->second;
}

Function* Imports::copy(Function& source) {
  Function* const function =
      Function::Create(source.getFunctionType(), GlobalValue::InternalLinkage, "handler." + source.getName(), module_);
  ValueToValueMapTy map;
  for (unsigned i = 0; i < source.arg_size(); ++i) map[source.getArg(i)] = function->getArg(i);
  Materializer materializer(*this, map);
  SmallVector<ReturnInst*, 4> returns;
  CloneFunctionInto(function, &source, map, CloneFunctionChangeType::DifferentModule, returns, "", nullptr, nullptr,
                    &materializer);
  function->setCallingConv(source.getCallingConv());
  function->setLinkage(GlobalValue::InternalLinkage);
  function->setVisibility(GlobalValue::DefaultVisibility);
  function->setComdat(nullptr);
  if (!materializer.complete() || function->hasPersonalityFn()) {
    function->setPersonalityFn(nullptr);
    function->deleteBody();
    return nullptr;
  }
  for (const char* const attribute : kOfTarget) function->removeFnAttr(attribute);
  function->removeFnAttr(Attribute::NoInline);
  function->removeFnAttr(Attribute::OptimizeNone);
  return function;
}

void Imports::drop_bodies() {
  for (const auto& [address, function] : copies_) {
    if (function == nullptr) continue;
    function->deleteBody();
    if (function->use_empty()) function->eraseFromParent();
  }
  copies_.clear();
}

}  // namespace warpglass::tier
