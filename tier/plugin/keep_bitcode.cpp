// A pass of clang's, the last one before machine code is written: puts the module as it is then beside its code, as one
// tier::Unit. So a handler has one description and is compiled once; the second tier begins with what the compiler had
// when it was done with it.
#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include "tier/units.hpp"

namespace {

using namespace llvm;

constexpr int kCompression = 10;

GlobalVariable* constant(Module& module, Constant* value, const char* name, const char* section, Align align) {
  auto* variable = new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value, name);
  variable->setSection(section);
  variable->setAlignment(align);
  return variable;
}

/// target - place, as the linker works it out.
Constant* offset_to(Constant* target, Constant* place) {
  LLVMContext& context = place->getContext();
  Type* const i64 = Type::getInt64Ty(context);
  return ConstantExpr::getTrunc(
      ConstantExpr::getSub(ConstantExpr::getPtrToInt(target, i64), ConstantExpr::getPtrToInt(place, i64)),
      Type::getInt32Ty(context));
}

/// What an offset can lead to without the loader's help; nullptr when there is no such thing.
Constant* near(GlobalValue& value) {
  if (value.isDSOLocal()) return &value;
  if (auto* function = dyn_cast<Function>(&value)) return DSOLocalEquivalent::get(function);
  return nullptr;
}

void keep(Module& module) {
  LLVMContext& context = module.getContext();
  Type* const i32 = Type::getInt32Ty(context);
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  SmallVector<std::uint8_t, 0> compressed;
  compression::zstd::compress(arrayRefFromStringRef(StringRef(bitcode.data(), bitcode.size())), compressed,
                              kCompression);

  std::vector<GlobalValue*> symbols;
  for (Function& function : module) symbols.push_back(&function);
  for (GlobalVariable& variable : module.globals()) symbols.push_back(&variable);

  constexpr const char* kRest = "warpglass_tier_data";
  auto* const table_type = ArrayType::get(i32, symbols.size());
  auto* const table = constant(module, ConstantAggregateZero::get(table_type), "tier.symbols", kRest, Align(4));
  std::vector<Constant*> offsets;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    Constant* const place = ConstantExpr::getInBoundsGetElementPtr(
        table_type, table, ArrayRef<Constant*>{ConstantInt::get(i32, 0), ConstantInt::get(i32, i)});
    GlobalValue& symbol = *symbols[i];
    const bool named =
        !symbol.getName().starts_with("llvm.") && !symbol.isThreadLocal() && !symbol.hasAvailableExternallyLinkage();
    Constant* const target = named ? near(symbol) : nullptr;
    offsets.push_back(target != nullptr ? offset_to(target, place) : ConstantInt::get(i32, 0));
  }
  table->setInitializer(ConstantArray::get(table_type, offsets));

  auto* const name =
      constant(module, ConstantDataArray::getString(context, module.getSourceFileName()), "tier.name", kRest, Align(1));
  auto* const code = constant(module, ConstantDataArray::get(context, ArrayRef<std::uint8_t>(compressed)),
                              "tier.bitcode", kRest, Align(1));

  auto* const unit_type = StructType::get(context, {i32, i32, i32, i32, i32, i32});
  auto* const unit =
      constant(module, ConstantAggregateZero::get(unit_type), "tier.unit", WARPGLASS_TIER_SECTION, Align(4));
  const auto member = [&](unsigned i) {
    return ConstantExpr::getInBoundsGetElementPtr(
        unit_type, unit, ArrayRef<Constant*>{ConstantInt::get(i32, 0), ConstantInt::get(i32, i)});
  };
  const auto number = [&](std::size_t n) { return ConstantInt::get(i32, n); };
  unit->setInitializer(
      ConstantStruct::get(unit_type, {offset_to(name, member(0)), offset_to(code, member(1)), number(compressed.size()),
                                      number(bitcode.size()), offset_to(table, member(4)), number(symbols.size())}));
  appendToCompilerUsed(module, {unit, table, name, code});
}

struct KeepBitcode : PassInfoMixin<KeepBitcode> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& /*analyses*/) {
    keep(module);
    return PreservedAnalyses::none();
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "warpglass-keep-bitcode", "1", [](PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback(
                [](ModulePassManager& passes, OptimizationLevel /*level*/) { passes.addPass(KeepBitcode()); });
          }};
}
