// A run that no engine executed: a program of a few instructions with counters as a 512x512 transpose through an
// unpadded 32x32 tile leaves them, for tests of what is made of counters.
#pragma once

#include <string>

#include "analysis/collector.hpp"
#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "sim/launch.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis::sample {

inline constexpr std::uint64_t kWarps = 8192;  // per line: 256 blocks of 8 warps, 4 accesses each

struct Access {
  sim::OpKind kind = sim::OpKind::load;
  sim::AccessKind access = sim::AccessKind::load;
  sim::Space space = sim::Space::shared;
  std::uint32_t bytes = 4;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text{};
  std::array<std::uint64_t, 32> address{};
  LaneMask lanes = kFullMask;
  std::uint64_t executions = kWarps;
};

inline std::array<std::uint64_t, 32> strided(std::uint64_t base, std::uint64_t step) {
  std::array<std::uint64_t, 32> address{};
  for (std::size_t lane = 0; lane < 32; ++lane) address[lane] = base + step * lane;
  return address;
}

/// Adds an instruction and what executing it `executions` times counts on a machine.
inline void add(sim::Program& program, sim::LaunchResult& result, const Access& a,
                const arch::DeviceModel& device = arch::default_device(), std::uint32_t bank_bytes = 4) {
  const auto costs = make_cost_model(device, bank_bytes);
  const auto pc = static_cast<std::uint32_t>(program.ops.size());
  program.ops.emplace_back().pc = pc;
  sim::OpFacts facts;
  facts.kind = a.kind;
  facts.space = a.space;
  facts.access_bytes = static_cast<std::uint16_t>(a.bytes);
  facts.ptx = {.file = "transpose.ptx", .line = 20 + pc, .column = 2};
  facts.text = a.text;
  if (a.kind == sim::OpKind::barrier) {
    facts.costs = {{InstructionClass::barrier}};
  } else if (!a.text.empty() && sim::is_memory_access(a.kind)) {
    facts.costs = {{InstructionClass::memory}};
  }
  if (a.line != 0) {
    facts.source = static_cast<std::uint32_t>(program.sources.size());
    program.sources.push_back(
        {.where = {.file = "transpose.cu", .line = a.line, .column = a.column}, .inlined_from = {}, .inlined_at = {}});
  }
  program.facts.push_back(facts);

  sim::OpCounters counters;
  counters.executions = a.executions;
  counters.threads = a.executions * 32;
  counters.threads_pred_on = a.executions * static_cast<std::uint64_t>(lane_count(a.lanes));
  const bool memory = a.kind != sim::OpKind::other && a.kind != sim::OpKind::branch && a.kind != sim::OpKind::barrier;
  if (memory) {
    sim::PatternCount pattern;
    pattern.pattern = {
        .kind = a.access, .space = a.space, .bytes = a.bytes, .matrices = 0, .lanes = a.lanes, .address = a.address};
    pattern.block = {3, 1, 0};
    pattern.warp = 2;
    pattern.shape = 1;
    counters.requests = a.executions;
    if (a.space == sim::Space::shared) {
      counters.shared_requests = a.executions;
      pattern.shared = costs->shared(pattern.pattern);
      counters.wavefronts = a.executions * pattern.shared.wavefronts;
      counters.wavefronts_ideal = a.executions * pattern.shared.ideal;
      counters.wavefronts_profiled = a.executions * pattern.shared.profiled;
      counters.wavefronts_profiled_ideal = a.executions * pattern.shared.profiled_ideal;
    } else {
      pattern.global = costs->global(pattern.pattern);
      counters.sectors = a.executions * pattern.global.sectors;
      counters.sectors_ideal = a.executions * pattern.global.ideal;
      counters.lines = a.executions * pattern.global.lines;
    }
    counters.patterns.push_back(pattern);
    counters.shapes.add({.shape = 1,
                         .space = a.space,
                         .times = a.executions,
                         .cost = counters.wavefronts + counters.sectors,
                         .ideal = counters.wavefronts_ideal + counters.sectors_ideal});
  }
  result.counters.push_back(counters);
}

struct Sample {
  sim::Program program;
  sim::LaunchResult result;
};

inline Sample transpose() {
  Sample sample;
  sim::Program& program = sample.program;
  program.name = "_Z9transposePfPKfi";
  program.registers_per_thread = 24;
  program.static_shared_bytes = 4096;
  program.shared_objects = {{.name = "_ZZ9transposePfPKfiE4tile", .offset = 0, .size = 4096}};
  program.functions.resize(1);
  add(program, sample.result,
      {.kind = sim::OpKind::other, .bytes = 0, .line = 5, .column = 7, .text = "mov.u32 %r1, %tid.x"});
  add(program, sample.result,
      {.space = sim::Space::global,
       .line = 7,
       .column = 24,
       .text = "ld.global.f32 %f1, [%rd1]",
       .address = strided(1 << 20, 4)});
  add(program, sample.result,
      {.kind = sim::OpKind::store,
       .access = sim::AccessKind::store,
       .line = 7,
       .column = 22,
       .text = "st.shared.f32 [%r4], %f1",
       .address = strided(0, 4)});
  add(program, sample.result,
      {.kind = sim::OpKind::barrier, .bytes = 0, .line = 8, .column = 3, .text = "bar.sync 0", .executions = 2048});
  add(program, sample.result,
      {.line = 9, .column = 20, .text = "ld.shared.f32 %f2, [%r6]", .address = strided(0, 128)});
  add(program, sample.result,
      {.kind = sim::OpKind::store,
       .access = sim::AccessKind::store,
       .space = sim::Space::global,
       .line = 9,
       .column = 18,
       .text = "st.global.f32 [%rd5], %f2",
       .address = strided(1 << 21, 2048)});
  return sample;
}

inline LaunchInput launch_of(const Sample& sample, std::uint64_t index = 0) {
  return {.index = index,
          .program = &sample.program,
          .grid = {16, 16, 1},
          .block = {32, 8, 1},
          .dynamic_shared_bytes = 0,
          .stream = 0,
          .seconds = 0.25,
          .result = &sample.result,
          .counted = true};
}

/// What the run's global sectors are called: "exact", "modelled".
inline std::string label_of_sectors(const Sample& sample) {
  Collector collector(arch::default_device(), {});
  collector.add(launch_of(sample));
  const RunProfile run = collector.profile();
  for (const MetricDefinition& metric : run.metrics) {
    if (metric.name == "memory_l2_theoretical_sectors_global") return text_of(label_of(metric, run.kernels.at(0)));
  }
  return "no such metric";
}

}  // namespace warpglass::analysis::sample
