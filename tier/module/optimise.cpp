#include "tier/module/optimise.hpp"

#include <utility>

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

namespace warpglass::tier {

using namespace llvm;

namespace {

// What pays was measured (docs/tier.md): of -O2's passes these give nearly all its speed in a part of its time.
constexpr const char* kFold =
    "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop(loop-rotate,indvars,loop-unroll-full),instsimplify,simplifycfg,adce";
constexpr const char* kOptimise =
    "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,sroa,early-cse<memssa>,adce";

}  // namespace

Target::Target(std::string& problem) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    problem = toString(builder.takeError());
    return;
  }
  builder->setCodeGenOptLevel(CodeGenOptLevel::Default);
  builder->getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  cpu_ = builder->getCPU();
  features_ = builder->getFeatures().getString();
  auto machine = builder->createTargetMachine();
  if (!machine) {
    problem = toString(machine.takeError());
    return;
  }
  machine_ = std::move(*machine);
  auto jit = orc::LLJITBuilder().setJITTargetMachineBuilder(*builder).create();
  if (!jit) {
    problem = toString(jit.takeError());
    return;
  }
  jit_ = std::move(*jit);
}

void Target::prepare(Module& module) const {
  module.setDataLayout(machine_->createDataLayout());
  module.setTargetTriple(machine_->getTargetTriple().str());
}

void Target::prepare(Function& function) const {
  function.addFnAttr("target-cpu", cpu_);
  function.addFnAttr("target-features", features_);
  function.addFnAttr("min-legal-vector-width", "512");
  function.addFnAttr("prefer-vector-width", "512");
  // A fault thrown by what a region calls passes through it.
  function.setUWTableKind(UWTableKind::Default);
}

void Target::run(Function& function, const char* passes) const {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(machine_.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  FunctionPassManager manager;
  cantFail(builder.parsePassPipeline(manager, passes));
  manager.run(function, functions);
}

void Target::fold(Function& function) const { run(function, kFold); }
void Target::optimise(Function& function) const { run(function, kOptimise); }

bool Target::generate(std::unique_ptr<Module> module, const orc::ThreadSafeContext& context, std::string& problem) {
  if (Error error = jit_->addIRModule(orc::ThreadSafeModule(std::move(module), context))) {
    problem = toString(std::move(error));
    return false;
  }
  return true;
}

std::uint64_t Target::address_of(const std::string& name, std::string& problem) {
  auto symbol = jit_->lookup(name);
  if (symbol) return symbol->getValue();
  problem = toString(symbol.takeError());
  return 0;
}

}  // namespace warpglass::tier
