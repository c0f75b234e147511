// A program becomes one LLVM module with a body for full warps and one for others for each of its functions, and a copy
// of its ops in which those where a body can be entered run it.
#include "tier/module.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "tier/module/bodies.hpp"
#include "tier/module/handlers.hpp"
#include "tier/module/optimise.hpp"
#include "tier/module/plan.hpp"

namespace warpglass::tier {
namespace {

struct Stopped {};

class LlvmCompiler final : public Compiler {
 public:
  LlvmCompiler(std::span<const Unit> units, std::string& problem)
      : target_(problem), context_(std::make_unique<llvm::LLVMContext>()), handlers_(*context_.getContext(), units) {}

  std::unique_ptr<Compiled> compile(const CompileRequest& request) override {
    auto compiled = std::make_unique<Compiled>();
    const auto start = std::chrono::steady_clock::now();
    try {
      make(request, *compiled);
    } catch (Stopped) {
      compiled->ops.clear();
    }
    compiled->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return compiled;
  }

 private:
  void make(const CompileRequest& request, Compiled& compiled) {
    const auto go_on = [&] {
      if (request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) throw Stopped();
    };
    const std::vector<Plan> plans = plan_of(*request.program, request.most_ops);
    if (plans.empty()) return;
    const std::string name = "program" + std::to_string(next_++);
    auto module = std::make_unique<llvm::Module>(name, *context_.getContext());
    target_.prepare(*module);
    OpTable table(*module, *request.program);
    Imports imports(*module, handlers_);
    const OperationRequest operation{.module = *module,
                                     .program = *request.program,
                                     .table = table,
                                     .imports = imports,
                                     .target = target_,
                                     .counts = request.counts};
    std::vector<llvm::Function*> bodies;
    std::vector<std::string> entrances;
    BodyCounts counts;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      BodyCounts unused;
      go_on();
      llvm::Function* const full = make_body(operation, plans[i], Mask::full, counts);
      go_on();
      llvm::Function* const partial = make_body(operation, plans[i], Mask::partial, unused);
      entrances.push_back(name + "." + std::to_string(i));
      make_entrance(*module, target_, *full, *partial, entrances.back().c_str());
      bodies.insert(bodies.end(), {full, partial});
    }
    imports.drop_bodies();
    if (is_broken(*module, compiled)) return;
    for (llvm::Function* const body : bodies) {
      go_on();
      target_.optimise(*body);
    }
    if (is_broken(*module, compiled)) return;
    compiled.ops = request.program->ops;
    table.place(compiled.ops.data());
    go_on();
    if (!target_.generate(std::move(module), context_, compiled.failure)) return compiled.ops.clear();
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const std::uint64_t address = target_.address_of(entrances[i], compiled.failure);
      if (address == 0) return compiled.ops.clear();
      for (const std::uint32_t pc : plans[i].entries) compiled.ops[pc].run = reinterpret_cast<sim::Handler>(address);
      compiled.regions += plans[i].entries.size();
    }
    compiled.inlined = counts.inlined;
    compiled.called = counts.called;
  }

  /// What must not be: then the program stays with the interpreter.
  static bool is_broken(const llvm::Module& module, Compiled& compiled) {
    llvm::raw_string_ostream stream(compiled.failure);
    return llvm::verifyModule(module, &stream);
  }

  Target target_;
  llvm::orc::ThreadSafeContext context_;
  Handlers handlers_;
  std::uint64_t next_ = 0;
};

}  // namespace
}  // namespace warpglass::tier

extern "C" __attribute__((visibility("default"))) warpglass::tier::Compiler* warpglass_tier_open(
    const char* version, std::span<const warpglass::tier::Unit> units, std::string& problem) {
  if (std::string_view(version) != WARPGLASS_TIER_VERSION) {
    problem = std::string("it is of version " WARPGLASS_TIER_VERSION ", not ") + version;
    return nullptr;
  }
  // Lives as long as the process, as the code that it makes.
  auto* const compiler = new warpglass::tier::LlvmCompiler(units, problem);
  return problem.empty() ? compiler : nullptr;
}
