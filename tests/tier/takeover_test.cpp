// When what is compiled takes the interpreter's place, what is found of an earlier run's, and what is said where
// nothing can be compiled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "sim/launch.hpp"
#include "tests/tier/both_ways.hpp"
#include "tier/tier.hpp"

namespace warpglass {
namespace {

namespace fs = std::filesystem;

TEST(Tier, TakesOverFromTheInterpreterOnceAProgramIsHot) {
  Kernel kernel(kernel_of(R"(
  mov.u32 %i, 20000;
LOOP:
  mad.lo.u32 %v, %v, 1664525, 1013904223;
  add.u32 %i, %i, -1;
  setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;)"));
  tier::Tier tier(options(tier::When::hot));
  const Result interpreted = kernel.run(nullptr, kThreads);
  Result tiered = kernel.run(&tier, kThreads);
  EXPECT_FALSE(tiered.compiled);
  while (!tiered.compiled) tiered = kernel.run(&tier, kThreads);  // the test's own time limit ends it if need be
  expect_same(tiered, interpreted);
}

/// Does something as soon as a block goes on with other ops.
class Watched final : public sim::TieredOps {
 public:
  Watched(sim::TieredOps& tier, std::function<void()> changed) : tier_(tier), changed_(std::move(changed)) {}
  sim::BlockOps start(const sim::Done& done) override { return tier_.start(done); }
  void renew(sim::BlockOps& block, const sim::Done& done) override {
    const sim::Op* const before = block.first;
    tier_.renew(block, done);
    if (block.first != before) changed_();
  }

 private:
  sim::TieredOps& tier_;
  std::function<void()> changed_;
};

// One block, which runs until it executes compiled code.
TEST(Tier, TakesOverBlocksThatRunOn) {
  isa::LoadedPtx ptx(R"(.visible .entry k(.param .u64 p) {
  .reg .b64 %a; .reg .b32 %v, %i; .reg .pred %p;
  ld.param.u64 %a, [p]; mov.u32 %i, 0;
LOOP:
  add.u32 %i, %i, 1; ld.global.u32 %v, [%a]; setp.eq.u32 %p, %v, 0;
  @%p bra LOOP;
  add.u32 %v, %v, 1; st.global.u32 [%a+4], %v; st.global.u32 [%a+8], %i;
  ret;
})");
  const std::shared_ptr<const sim::Program> program(ptx.bind_kernel("k").program.release());
  const std::uint64_t array = ptx.upload(std::vector<std::uint32_t>{0, 0, 0});
  sim::LaunchRequest request;
  request.program = program.get();
  request.memory = &ptx.memory;
  request.grid = {1, 1, 1};
  request.block = {32, 1, 1};
  request.loop_limit = ~std::uint64_t{0};
  const auto costs = analysis::make_cost_model(arch::default_device());
  request.costs = costs.get();
  request.params.resize(8);
  std::memcpy(request.params.data(), &array, sizeof array);
  tier::Tier tier(options(tier::When::hot));
  const std::shared_ptr<sim::TieredOps> tiered = tier.begin(program, request);
  Watched watched(*tiered, [&] {
    const std::uint32_t end = 41;
    std::memcpy(sim::Memory::host(array), &end, sizeof end);
  });
  request.tier = &watched;
  const sim::LaunchResult result = sim::launch(request);
  EXPECT_TRUE(result.faults.empty());
  const std::vector<std::uint32_t> words = ptx.download<std::uint32_t>(array, 3);
  EXPECT_EQ(words[1], 42u);
  // Each round was counted, by whomever it was executed.
  for (std::size_t pc = 0; pc < program->ops.size(); ++pc) {
    const sim::OpFacts& facts = program->facts[pc];
    if (facts.kind != sim::OpKind::load || facts.space != sim::Space::global) continue;
    EXPECT_EQ(result.counters[pc].requests, words[2]);
  }
}

TEST(Tier, CompilesAllOfAProgramThatRunsOn) {
  std::string body = "mov.u32 %i, 100;\nLOOP:";
  for (int i = 0; i < 150; ++i) body += "mad.lo.u32 %v, %v, %t, 1013904223; xor.b32 %w, %v, %i; add.u32 %v, %v, %w;";
  // At first all but the loop, which is one block and too long; then that as well.
  Kernel kernel(kernel_of(body + "add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0; @%p bra LOOP;"));
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / fmt::format("warpglass-tier-pieces-{}", getpid());
  fs::create_directories(folder);
  tier::Options how = options(tier::When::hot);
  how.chooses = false;  // the first of it alone is not faster
  how.compiler = folder / "warpglass-tier";
  how.cache = folder / "cache";
  fs::copy_file(kCompiler, how.compiler, fs::copy_options::overwrite_existing);
  const Result interpreted = kernel.run(nullptr, kThreads);
  // Until blocks have executed so many lots of ops: their own, and one more each time that some of the rest is there.
  const auto execute_until = [&](std::size_t lots) {
    tier::Tier tier(how);
    std::set<const sim::Op*> executed;
    while (executed.size() < lots) {  // the test's own time limit ends it if need be
      const Result tiered = kernel.run(&tier, kThreads);
      expect_same(tiered, interpreted);
      executed.insert(tiered.ops);
    }
  };
  execute_until(4);
  // Pieces are found again, also if an earlier run has not come to the others.
  fs::permissions(how.compiler, fs::perms::owner_read);
  how.notice = nullptr;  // that the rest cannot be made
  execute_until(2);
  fs::remove_all(folder);
}

TEST(Tier, FindsAgainWhatAnEarlierRunHasCompiled) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / fmt::format("warpglass-tier-{}", getpid());
  fs::create_directories(folder);
  const std::string compiler = folder / "warpglass-tier";
  fs::copy_file(kCompiler, compiler, fs::copy_options::overwrite_existing);
  std::string said;
  const auto compiles = [&](const std::string& body) {
    Kernel kernel(body);
    tier::Tier tier({.when = tier::When::always,
                     .compiler = compiler,
                     .cache = folder / "cache",
                     .notice = [&](const std::string& text) { said += text; }});
    const Result interpreted = kernel.run(nullptr, kThreads);
    const Result tiered = kernel.run(&tier, kThreads);
    expect_same(tiered, interpreted);
    return tiered.compiled;
  };
  const std::string kernel = kernel_of("shfl.sync.bfly.b32 %i, %v, 5, 31, -1; mad.lo.u32 %v, %v, %i, 77;");
  EXPECT_TRUE(compiles(kernel));
  fs::permissions(compiler, fs::perms::owner_read);
  EXPECT_TRUE(compiles(kernel));
  EXPECT_EQ(said, "");
  EXPECT_FALSE(compiles(kernel_of("add.u32 %v, %v, 1;")));
  EXPECT_THAT(said, testing::HasSubstr("Permission denied"));
  fs::remove_all(folder);
}

TEST(Tier, EndsWhileSomethingIsCompiled) {
  Kernel kernel(kernel_of(R"(
  mov.u32 %i, 20000;
LOOP:
  mad.lo.u32 %v, %v, 1664525, 1013904223;
  add.u32 %i, %i, -1;
  setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;)"));
  const auto start = std::chrono::steady_clock::now();
  tier::Tier tier(options(tier::When::hot));
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(400)) kernel.run(&tier, kThreads);
}

TEST(Tier, SaysThatItsCompilerIsNotThere) {
  std::string said;
  tier::Tier tier({.when = tier::When::always,
                   .compiler = "/nowhere/warpglass-tier",
                   .notice = [&](const std::string& text) { said += text; }});
  Kernel kernel(kernel_of("add.u32 %v, %v, 1;"));
  EXPECT_FALSE(kernel.run(&tier, kThreads).compiled);
  EXPECT_FALSE(kernel.run(&tier, kThreads).compiled);
  EXPECT_THAT(said, testing::StartsWith("the second tier leaves k to the interpreter: cannot run "));
  EXPECT_THAT(said, testing::HasSubstr("/nowhere/warpglass-tier"));
}

}  // namespace
}  // namespace warpglass
