#include "tier/compiler/handlers.hpp"

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

/// Regions are made for this machine, whatever a handler was made for: it was chosen because the machine can run it.
constexpr const char* kOfTarget[] = {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width",
                                     "frame-pointer"};

}  // namespace

Handlers::Handlers(LLVMContext& context, std::vector<UnitCopy> units)
    : context_(context), units_(std::move(units)), loaded_(units_.size()) {
  for (std::uint32_t u = 0; u < units_.size(); ++u) {
    for (std::uint32_t i = 0; i < units_[u].symbols.size(); ++i)
      if (const std::uint32_t number = units_[u].symbols[i]; number != 0)
        symbols_.push_back({.number = number, .unit = u, .index = i});
  }
  std::stable_sort(symbols_.begin(), symbols_.end(),
                   [](const Symbol& x, const Symbol& y) { return x.number < y.number; });
}

Handlers::Loaded& Handlers::load(std::uint32_t number) {
  Loaded& loaded = loaded_[number];
  if (loaded.module) return loaded;
  const UnitCopy& unit = units_[number];
  SmallVector<std::uint8_t, 0> bitcode;
  cantFail(compression::zstd::decompress(arrayRefFromStringRef(unit.bitcode), bitcode, unit.bytes));
  auto buffer = MemoryBuffer::getMemBufferCopy(toStringRef(bitcode));
  loaded.module = cantFail(getOwningLazyBitcodeModule(std::move(buffer), context_));
  std::uint32_t index = 0;
  const auto place = [&](GlobalValue& value) {
    if (index < unit.symbols.size()) numbers_[&value] = unit.symbols[index];
    ++index;
  };
  for (Function& function : *loaded.module) {
    loaded.functions.push_back(&function);
    place(function);
  }
  for (GlobalVariable& variable : loaded.module->globals()) place(variable);
  return loaded;
}

Function* Handlers::at(std::uint32_t number) {
  const auto [begin, end] = std::equal_range(symbols_.begin(), symbols_.end(), Symbol{.number = number},
                                             [](const Symbol& x, const Symbol& y) { return x.number < y.number; });
  for (auto symbol = begin; symbol != end; ++symbol) {
    const Loaded& unit = load(symbol->unit);
    if (symbol->index >= unit.functions.size()) continue;
    Function* const function = unit.functions[symbol->index];
    if (function->isMaterializable()) cantFail(function->materialize());
    if (!function->isDeclaration()) return function;
  }
  return nullptr;
}

std::uint32_t Handlers::number_of(const GlobalValue& value) const {
  const auto found = numbers_.find(&value);
  return found == numbers_.end() ? 0 : found->second;
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
    auto* const variable = dyn_cast<GlobalVariable>(global);
    if (variable != nullptr && variable->isConstant() && variable->hasInitializer()) return copy(*variable);
    const std::uint32_t number = imports_.handlers_.number_of(*global);
    if (number == 0) complete_ = false;
    return imports_.symbol(number, variable == nullptr ? nullptr : variable->getValueType());
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

Function* Imports::function_at(std::uint32_t number) {
  const auto [place, is_new] = copies_.try_emplace(number);
  if (is_new) {
    Function* const function = handlers_.at(number);
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
  for (const auto& [number, function] : copies_) {
    if (function == nullptr) continue;
    function->deleteBody();
    if (function->use_empty()) function->eraseFromParent();
  }
  copies_.clear();
}

GlobalVariable* Imports::outside(CellKind kind, std::uint64_t value, Type* type) {
  const std::string name = "outside." + std::to_string(static_cast<int>(kind)) + "." + std::to_string(value);
  GlobalVariable* variable = module_.getNamedGlobal(name);
  if (variable == nullptr) {
    variable = new GlobalVariable(module_, type == nullptr ? Type::getInt8Ty(module_.getContext()) : type, false,
                                  GlobalValue::ExternalLinkage, nullptr, name);
    outsiders_[name] = {.offset = 0, .kind = kind, .value = value, .addend = 0, .name = {}};
  }
  return variable;
}

Constant* Imports::symbol(std::uint32_t number, Type* type) { return outside(CellKind::symbol, number, type); }

std::uint32_t Imports::number_of(const Value* value) const {
  const auto* const variable = dyn_cast<GlobalVariable>(value);
  if (variable == nullptr) return 0;
  const auto found = outsiders_.find(variable->getName().str());
  return found == outsiders_.end() || found->second.kind != CellKind::symbol
             ? 0
             : static_cast<std::uint32_t>(found->second.value);
}

}  // namespace warpglass::tier
