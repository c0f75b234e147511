#include "tier/compiler/optimise.hpp"

#include <utility>

#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

namespace warpglass::tier {

using namespace llvm;

namespace {

// What pays was measured (docs/tier.md): of -O2's passes these give nearly all its speed in a part of its time.
constexpr const char* kLook = "early-cse<memssa>,simplifycfg";
constexpr const char* kFold =
    "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop(loop-rotate,indvars,loop-unroll-full),instsimplify,simplifycfg,adce";
constexpr const char* kOptimise =
    "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,sroa,early-cse<memssa>,adce";

}  // namespace

/// The two pipelines, made once: an op takes hardly longer than that.
class Target::Passes {
 public:
  explicit Passes(TargetMachine& machine) : builder_(&machine) {
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(components_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
    cantFail(builder_.parsePassPipeline(look, kLook));
    cantFail(builder_.parsePassPipeline(fold, kFold));
    cantFail(builder_.parsePassPipeline(optimise, kOptimise));
  }

  void run(FunctionPassManager& passes, Function& function) {
    passes.run(function, functions_);
    // What was found out of a function is not asked again: it is changed by hand next.
    loops_.clear();
    functions_.clear();
    modules_.clear();
  }

  FunctionPassManager look;
  FunctionPassManager fold;
  FunctionPassManager optimise;

 private:
  PassBuilder builder_;
  LoopAnalysisManager loops_;
  FunctionAnalysisManager functions_;
  CGSCCAnalysisManager components_;
  ModuleAnalysisManager modules_;
};

Target::~Target() = default;

Target::Target(std::string& problem) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    problem = toString(builder.takeError());
    return;
  }
  builder->setCodeGenOptLevel(CodeGenOptLevel::Default);
  builder->setRelocationModel(Reloc::PIC_);
  builder->setCodeModel(CodeModel::Small);
  builder->getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  cpu_ = builder->getCPU();
  features_ = builder->getFeatures().getString();
  auto machine = builder->createTargetMachine();
  if (!machine) {
    problem = toString(machine.takeError());
    return;
  }
  machine_ = std::move(*machine);
  passes_ = std::make_unique<Passes>(*machine_);
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

void Target::look(Function& function) const { passes_->run(passes_->look, function); }
void Target::fold(Function& function) const { passes_->run(passes_->fold, function); }
void Target::optimise(Function& function) const { passes_->run(passes_->optimise, function); }

void Target::generate(Module& module, SmallVectorImpl<char>& object) const {
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  machine_->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile);
  passes.run(module);
}

}  // namespace warpglass::tier
