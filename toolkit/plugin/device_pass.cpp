#include "toolkit/plugin/device_pass.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
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
    take_any_byte_for_true(module);
    align_accesses(module);
    place_constants(module);
    release_shared_variables(module);
    store_initial_values(module);
    copy_whole_vectors(module);
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
    name_spaces_of_fragments(module);
    load_single_elements(module);
    move_aggregates(module);
    drop_unread_constants(module);
    split_unaligned_bytes(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// It would take the members of a vector that is loaded whole one by one.
void leave_out_vector_combine() {
  const auto& options = llvm::cl::getRegisteredOptions();
  if (const auto found = options.find("disable-vector-combine"); found != options.end())
    static_cast<llvm::cl::opt<bool>*>(found->second)->setValue(true);
}

}  // namespace
}  // namespace warpglass::plugin

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "warpglass-device-pass", "1", [](llvm::PassBuilder& builder) {
        warpglass::plugin::leave_out_vector_combine();
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
