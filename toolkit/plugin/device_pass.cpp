#include "toolkit/plugin/device_pass.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace warpglass::plugin {

bool is_text(const llvm::Value& value, llvm::StringRef text) {
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer()) return false;
  const auto* const data = llvm::dyn_cast<llvm::ConstantDataArray>(variable->getInitializer());
  return data != nullptr && data->isCString() && data->getAsCString() == text;
}

namespace {

struct FirstPass : llvm::PassInfoMixin<FirstPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    take_grid_constants(module);
    place_constants(module);
    release_shared_variables(module);
    store_initial_values(module);
    keep_inline_functions_to_the_module(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// Right before loops are unrolled.
struct LoopPass : llvm::PassInfoMixin<LoopPass> {
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& /*analyses*/,
                              llvm::LoopStandardAnalysisResults& known, llvm::LPMUpdater& /*updater*/) {
    if (wants_unrolled(loop, known.TTI, known.AC, known.SE))
      llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
    return llvm::PreservedAnalyses::all();
  }
};

struct LastPass : llvm::PassInfoMixin<LastPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    move_aggregates(module);
    drop_unread_constants(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace
}  // namespace warpglass::plugin

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "warpglass-device-pass", "1", [](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel /*level*/) {
          passes.addPass(warpglass::plugin::FirstPass());
        });
        builder.registerLateLoopOptimizationsEPCallback(
            [](llvm::LoopPassManager& passes, llvm::OptimizationLevel /*level*/) {
              passes.addPass(warpglass::plugin::LoopPass());
            });
        builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel /*level*/) {
          passes.addPass(warpglass::plugin::LastPass());
        });
      }};
}
