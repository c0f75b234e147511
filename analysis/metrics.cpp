#include "analysis/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "arch/carve_out.hpp"
#include "arch/peaks.hpp"

namespace warpglass::analysis {
namespace {

/// Totals, machine and what the machine makes of them.
struct View {
  const LaunchTotals& totals;
  const arch::DeviceModel& device;
  const arch::Occupancy occupancy;

  [[nodiscard]] const Counts& of(AccessClass c) const { return totals.by_class[static_cast<std::size_t>(c)]; }
  /// An instruction whose lanes are all predicated off is executed, but counts in no memory counter (recorded:
  /// tests/hardware/h200/README.md).
  [[nodiscard]] double executed(AccessClass c) const { return static_cast<double>(of(c).requests); }
  [[nodiscard]] double requests(AccessClass c) const { return static_cast<double>(of(c).requests); }
  [[nodiscard]] double wavefronts(AccessClass c) const { return static_cast<double>(of(c).wavefronts); }
  /// As the profiler works them out from the addresses.
  [[nodiscard]] double profiled(AccessClass c) const { return static_cast<double>(of(c).wavefronts_profiled); }
  [[nodiscard]] double sectors(AccessClass c) const { return static_cast<double>(of(c).sectors); }
  [[nodiscard]] double sector_turns(AccessClass c) const { return static_cast<double>(of(c).sector_turns); }
  [[nodiscard]] double excess(AccessClass c) const {
    return static_cast<double>(of(c).wavefronts - of(c).wavefronts_ideal);
  }
  /// Instructions are whole on the machine; of a mixture for one of PTX, what is left is rounded.
  [[nodiscard]] double piped(arch::Pipe pipe) const {
    return std::round(totals.by_pipe[static_cast<std::size_t>(pipe)]);
  }
  [[nodiscard]] double floats(FloatOperation operation) const {
    return static_cast<double>(totals.by_float[static_cast<std::size_t>(operation)]);
  }
  [[nodiscard]] double products(MatrixElement element) const {
    return totals.by_matrix[static_cast<std::size_t>(element)];
  }
  [[nodiscard]] std::uint32_t warps_per_block() const {
    return static_cast<std::uint32_t>((totals.block.volume() + device.warp_size - 1) / device.warp_size);
  }
};

using enum AccessClass;

constexpr AccessClass kShared[] = {shared_load,        shared_store,        shared_atomic,
                                   shared_matrix_load, shared_matrix_store, async_copy};
constexpr AccessClass kGlobal[] = {global_load, global_store, global_atomic, global_reduction, async_copy};
constexpr AccessClass kLocal[] = {local_load, local_store};

template <std::size_t n>
double sum(const View& v, const AccessClass (&classes)[n], std::uint64_t Counts::* member) {
  std::uint64_t total = 0;
  for (const AccessClass c : classes) total += v.of(c).*member;
  return static_cast<double>(total);
}

double ratio(double a, double b) { return b == 0 ? 0 : a / b; }
double ratio(std::uint64_t a, std::uint64_t b) { return ratio(static_cast<double>(a), static_cast<double>(b)); }

double carve_out(const View& v) {
  const std::uint32_t others =
      std::min({v.occupancy.by_warps, v.occupancy.by_registers, v.occupancy.by_blocks, v.occupancy.by_barriers});
  return arch::chosen_carve_out(v.device.limits, others, v.occupancy.shared_bytes_per_block,
                                v.totals.preferred_carve_out);
}

/// With the carve-out that the driver is taken to choose.
std::uint32_t shared_limit(const View& v) {
  if (v.occupancy.by_shared == 0 || v.occupancy.by_shared == arch::kNoLimit) return v.occupancy.by_shared;
  return static_cast<std::uint32_t>(carve_out(v)) / v.occupancy.shared_bytes_per_block;
}

double blocks(std::uint32_t limit) { return limit == arch::kNoLimit ? 0 : static_cast<double>(limit); }

enum class Trust : std::uint8_t {
  exact,
  rule,  // of the memory system or the assembler: exact on machines of the recorded chip's capability
  modelled,
  estimated,
};

Fidelity fidelity_on(const arch::DeviceModel& device, Trust trust) {
  switch (trust) {
    case Trust::exact: return Fidelity::exact;
    case Trust::rule: return fidelity_of_rules(device);
    case Trust::modelled: return Fidelity::modelled;
    case Trust::estimated: break;
  }
  return Fidelity::estimated;
}

struct Row {
  const char* name;
  const char* unit;
  Trust trust;
  Counting counting;
  bool adds;
  double (*value)(const View& v);
};

constexpr Trust kExact = Trust::exact;
constexpr Trust kRule = Trust::rule;
constexpr Trust kModelled = Trust::modelled;
constexpr Trust kEstimated = Trust::estimated;
constexpr Counting kFixed = Counting::nothing;
constexpr Counting kInstructions = Counting::instructions;
constexpr Counting kAccesses = Counting::accesses;
constexpr Counting kTraffic = Counting::traffic;

// clang-format off
constexpr Row kRows[] = {
  // Instructions. PTX instructions stand for the machine's: the assembler makes more or fewer of them.
  {"smsp__inst_executed.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return std::round(v.totals.executed.instructions); }},
  {"smsp__thread_inst_executed.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return std::round(v.totals.executed.threads); }},
  {"smsp__thread_inst_executed_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return std::round(v.totals.executed.threads_pred_on); }},
  {"smsp__thread_inst_executed_per_inst_executed.ratio", "", kEstimated, kInstructions, false, [](const View& v) { return ratio(v.totals.executed.threads, v.totals.executed.instructions); }},
  {"smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "", kEstimated, kInstructions, false, [](const View& v) { return ratio(v.totals.executed.threads_pred_on, v.totals.executed.instructions); }},
  // By the pipe that executes them. A product of integers counts in both fma and fmaheavy.
  {"smsp__inst_executed_pipe_alu.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.piped(arch::Pipe::alu); }},
  {"smsp__inst_executed_pipe_fma.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.piped(arch::Pipe::fma); }},
  {"smsp__inst_executed_pipe_fmaheavy.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.piped(arch::Pipe::fmaheavy); }},
  {"smsp__inst_executed_pipe_fp64.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.piped(arch::Pipe::fp64); }},
  {"smsp__inst_executed_pipe_lsu.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.piped(arch::Pipe::lsu); }},
  {"smsp__inst_executed_pipe_xu.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.piped(arch::Pipe::xu); }},
  // Arithmetic, by thread, as Nsight Compute's rooflines count it: an instruction of halves takes two of them.
  {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::half_sum); }},
  {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::half_product); }},
  {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::half_product_sum); }},
  {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::float_sum); }},
  {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::float_product); }},
  {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::float_product_sum); }},
  {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::double_sum); }},
  {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::double_product); }},
  {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return v.floats(FloatOperation::double_product_sum); }},
  // Operations of matrix products by what they multiply, without sparsity: of m x n x k are 2 m n k.
  {"sm__ops_path_tensor_src_fp16.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::float16); }},
  {"sm__ops_path_tensor_src_bf16_dst_fp32.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::bfloat16); }},
  {"sm__ops_path_tensor_src_tf32_dst_fp32.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::tf32); }},
  {"sm__ops_path_tensor_src_fp64.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::float64); }},
  {"sm__ops_path_tensor_src_fp8.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::float8); }},
  {"sm__ops_path_tensor_src_int8.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::integer8); }},
  {"sm__ops_path_tensor_src_int4.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::integer4); }},
  {"sm__ops_path_tensor_src_int1.sum", "", kEstimated, kInstructions, true, [](const View& v) { return v.products(MatrixElement::integer1); }},
  // Memory instructions by kind. None counts stmatrix; only the sums of wavefronts do (recorded: h200/random2).
  {"sm__sass_inst_executed_op_shared_ld.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(shared_load); }},
  {"sm__sass_inst_executed_op_shared_st.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(shared_store); }},
  {"sm__sass_inst_executed_op_shared_atom.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(shared_atomic); }},
  {"sm__sass_inst_executed_op_ldsm.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(shared_matrix_load); }},
  {"sm__sass_inst_executed_op_ldgsts.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(async_copy); }},
  {"sm__sass_inst_executed_op_global_ld.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(global_load); }},
  {"sm__sass_inst_executed_op_global_st.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(global_store); }},
  {"sm__sass_inst_executed_op_global_atom.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(global_atomic); }},
  {"sm__sass_inst_executed_op_global_red.sum", "inst", kRule, kAccesses, true, [](const View& v) { return v.executed(global_reduction); }},
  {"sm__sass_inst_executed_op_local_ld.sum", "inst", kEstimated, kAccesses, true, [](const View& v) { return v.executed(local_load); }},
  {"sm__sass_inst_executed_op_local_st.sum", "inst", kEstimated, kAccesses, true, [](const View& v) { return v.executed(local_store); }},
  {"sm__sass_inst_executed_op_branch.sum", "inst", kEstimated, kInstructions, true, [](const View& v) { return double(v.totals.branches.executions); }},
  {"sm__sass_inst_executed_op_memory_8b.sum", "inst", kRule, kAccesses, true, [](const View& v) { return double(v.totals.by_width[0]); }},
  {"sm__sass_inst_executed_op_memory_16b.sum", "inst", kRule, kAccesses, true, [](const View& v) { return double(v.totals.by_width[1]); }},
  {"sm__sass_inst_executed_op_memory_32b.sum", "inst", kRule, kAccesses, true, [](const View& v) { return double(v.totals.by_width[2]); }},
  {"sm__sass_inst_executed_op_memory_64b.sum", "inst", kRule, kAccesses, true, [](const View& v) { return double(v.totals.by_width[3]); }},
  {"sm__sass_inst_executed_op_memory_128b.sum", "inst", kRule, kAccesses, true, [](const View& v) { return double(v.totals.by_width[4]); }},
  // Branches.
  {"sm__sass_branch_targets.sum", "", kEstimated, kInstructions, true, [](const View& v) { return double(v.totals.branches.executions); }},
  {"sm__sass_branch_targets_threads_uniform.sum", "", kEstimated, kInstructions, true, [](const View& v) { return double(v.totals.branches.executions - v.totals.branches.divergent); }},
  {"sm__sass_branch_targets_threads_divergent.sum", "", kEstimated, kInstructions, true, [](const View& v) { return double(v.totals.branches.divergent); }},
  // Shared memory, by the addresses of each instruction.
  {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "", kRule, kTraffic, true, [](const View& v) { return v.profiled(shared_load); }},
  {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "", kRule, kTraffic, true, [](const View& v) { return v.profiled(shared_store); }},
  {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "", kRule, kTraffic, true, [](const View& v) { return v.profiled(shared_atomic); }},
  {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum", "", kRule, kTraffic, true, [](const View& v) { return v.profiled(shared_matrix_load); }},
  {"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.profiled(async_copy); }},
  {"memory_l1_wavefronts_shared", "", kRule, kTraffic, true, [](const View& v) { return sum(v, kShared, &Counts::wavefronts_profiled) + v.totals.factor_wavefronts; }},
  {"memory_l1_wavefronts_shared_ideal", "", kRule, kTraffic, true, [](const View& v) { return sum(v, kShared, &Counts::wavefronts_profiled_ideal) + v.totals.factor_wavefronts; }},
  {"derived__memory_l1_wavefronts_shared_excessive", "", kRule, kTraffic, true, [](const View& v) { return sum(v, kShared, &Counts::wavefronts_profiled) - sum(v, kShared, &Counts::wavefronts_profiled_ideal); }},
  {"derived__memory_l1_conflicts_shared_nway", "", kRule, kTraffic, false, [](const View& v) { return v.totals.conflict_ways; }},
  // Shared memory in the unit, without the arbitration that a real run loses.
  {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.wavefronts(shared_load) + v.wavefronts(shared_matrix_load); }},
  {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.wavefronts(shared_store) + v.wavefronts(shared_matrix_store); }},
  {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.wavefronts(shared_atomic); }},
  {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.excess(shared_load) + v.excess(shared_matrix_load); }},
  {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.excess(shared_store) + v.excess(shared_matrix_store); }},
  {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.excess(shared_atomic); }},
  // Global and local memory, by the addresses of each instruction.
  {"sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(global_load); }},
  {"sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(global_store); }},
  {"sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(global_atomic); }},
  {"sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(global_reduction); }},
  {"sm__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_ld.sum", "sector", kEstimated, kTraffic, true, [](const View& v) { return v.sectors(local_load); }},
  {"sm__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_st.sum", "sector", kEstimated, kTraffic, true, [](const View& v) { return v.sectors(local_store); }},
  {"memory_l1_tag_requests_global", "sectors", kRule, kTraffic, true, [](const View& v) { return sum(v, kGlobal, &Counts::lines); }},
  {"memory_l2_theoretical_sectors_global", "sectors", kRule, kTraffic, true, [](const View& v) { return sum(v, kGlobal, &Counts::sectors); }},
  {"memory_l2_theoretical_sectors_global_ideal", "sectors", kRule, kTraffic, true, [](const View& v) { return sum(v, kGlobal, &Counts::sectors_ideal); }},
  {"derived__memory_l2_theoretical_sectors_global_excessive", "sector", kRule, kTraffic, true, [](const View& v) { return sum(v, kGlobal, &Counts::sectors) - sum(v, kGlobal, &Counts::sectors_ideal); }},
  {"memory_l2_theoretical_sectors_local", "sectors", kEstimated, kTraffic, true, [](const View& v) { return sum(v, kLocal, &Counts::sectors); }},
  // Shared memory of other blocks of the cluster (tests/hardware/h200/facts/cluster_accesses.tsv).
  {"l1tex__m_xbar2l1tex_read_sectors_mem_dshared_op_ld.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(cluster_load); }},
  // Global memory in the unit.
  {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.requests(global_load); }},
  {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.requests(global_store); }},
  {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.requests(global_atomic); }},
  {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", "", kModelled, kTraffic, true, [](const View& v) { return v.requests(global_reduction); }},
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", kModelled, kTraffic, true, [](const View& v) { return v.sectors(global_load); }},
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", kModelled, kTraffic, true, [](const View& v) { return v.sectors(global_store); }},
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "sector", kModelled, kTraffic, true, [](const View& v) { return v.sector_turns(global_atomic); }},
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "sector", kModelled, kTraffic, true, [](const View& v) { return v.sector_turns(global_reduction); }},
  {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "sector", kModelled, kTraffic, false, [](const View& v) { return ratio(v.of(global_load).sectors, v.of(global_load).requests); }},
  {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", "sector", kModelled, kTraffic, false, [](const View& v) { return ratio(v.of(global_store).sectors, v.of(global_store).requests); }},
  // Textures and surfaces (tests/hardware/h200/facts/texture_fetches.tsv and the two beside it).
  {"smsp__inst_executed_op_texture.sum", "inst", kRule, kAccesses, true, [](const View& v) { return double(v.of(texture_fetch).executions + v.of(texture_load).executions); }},
  {"l1tex__t_requests_pipe_tex_mem_texture_op_tex.sum", "", kRule, kTraffic, true, [](const View& v) { return v.requests(texture_fetch); }},
  {"l1tex__t_requests_pipe_tex_mem_texture_op_ld.sum", "", kRule, kTraffic, true, [](const View& v) { return v.requests(texture_load); }},
  {"l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum", "", kRule, kTraffic, true, [](const View& v) { return v.requests(surface_load); }},
  {"l1tex__t_requests_pipe_tex_mem_surface_op_st.sum", "", kRule, kTraffic, true, [](const View& v) { return v.requests(surface_store); }},
  {"l1tex__t_requests_pipe_tex_mem_surface_op_red.sum", "", kRule, kTraffic, true, [](const View& v) { return v.requests(surface_reduction); }},
  {"l1tex__t_sectors_pipe_tex_mem_texture_op_tex.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(texture_fetch); }},
  {"l1tex__t_sectors_pipe_tex_mem_texture_op_ld.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(texture_load); }},
  {"l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(surface_load); }},
  {"l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sectors(surface_store); }},
  {"l1tex__t_sectors_pipe_tex_mem_surface_op_red.sum", "sector", kRule, kTraffic, true, [](const View& v) { return v.sector_turns(surface_reduction); }},
  // Constant memory: different words of each load. The machine code reads constants, such as parameters, beyond these.
  {"idc__requests.sum", "", kEstimated, kTraffic, true, [](const View& v) { return v.wavefronts(constant_load); }},
  // The launch.
  {"launch__grid_size", "", kExact, kFixed, false, [](const View& v) { return double(v.totals.grid.volume()); }},
  {"launch__grid_dim_x", "", kExact, kFixed, false, [](const View& v) { return double(v.totals.grid.x); }},
  {"launch__grid_dim_y", "", kExact, kFixed, false, [](const View& v) { return double(v.totals.grid.y); }},
  {"launch__grid_dim_z", "", kExact, kFixed, false, [](const View& v) { return double(v.totals.grid.z); }},
  {"launch__block_size", "", kExact, kFixed, false, [](const View& v) { return double(v.totals.block.volume()); }},
  {"launch__block_dim_x", "block", kExact, kFixed, false, [](const View& v) { return double(v.totals.block.x); }},
  {"launch__block_dim_y", "block", kExact, kFixed, false, [](const View& v) { return double(v.totals.block.y); }},
  {"launch__block_dim_z", "block", kExact, kFixed, false, [](const View& v) { return double(v.totals.block.z); }},
  {"launch__thread_count", "thread", kExact, kFixed, true, [](const View& v) { return double(v.totals.grid.volume() * v.totals.block.volume()); }},
  {"launch__barrier_count", "", kEstimated, kFixed, false, [](const View& v) { return double(v.totals.barriers); }},
  {"launch__registers_per_thread", "register/thread", kEstimated, kFixed, false, [](const View& v) { return double(v.totals.registers_per_thread); }},
  {"launch__registers_per_thread_allocated", "register/thread", kEstimated, kFixed, false, [](const View& v) { return v.warps_per_block() == 0 ? 0.0 : double(v.occupancy.registers_per_block) / v.warps_per_block() / v.device.warp_size; }},
  {"launch__shared_mem_per_block_static", "byte/block", kExact, kFixed, false, [](const View& v) { return double(v.totals.static_shared_bytes); }},
  {"launch__shared_mem_per_block_dynamic", "byte/block", kExact, kFixed, false, [](const View& v) { return double(v.totals.dynamic_shared_bytes); }},
  {"launch__shared_mem_per_block_driver", "byte/block", kExact, kFixed, false, [](const View& v) { return double(v.device.limits.shared_bytes_reserved); }},
  {"launch__shared_mem_per_block", "byte/block", kExact, kFixed, false, [](const View& v) { return double(v.device.limits.shared_bytes_reserved + v.totals.static_shared_bytes + v.totals.dynamic_shared_bytes); }},
  {"launch__shared_mem_per_block_allocated", "byte/block", kExact, kFixed, false, [](const View& v) { return double(v.occupancy.shared_bytes_per_block); }},
  {"launch__shared_mem_config_size", "byte", kModelled, kFixed, false, [](const View& v) { return carve_out(v); }},
  {"launch__occupancy_limit_warps", "block", kExact, kFixed, false, [](const View& v) { return blocks(v.occupancy.by_warps); }},
  {"launch__occupancy_limit_registers", "block", kEstimated, kFixed, false, [](const View& v) { return blocks(v.occupancy.by_registers); }},
  {"launch__occupancy_limit_shared_mem", "block", kModelled, kFixed, false, [](const View& v) { return blocks(shared_limit(v)); }},
  {"launch__occupancy_limit_blocks", "block", kExact, kFixed, false, [](const View& v) { return blocks(v.occupancy.by_blocks); }},
  {"launch__occupancy_limit_barriers", "block", kExact, kFixed, false, [](const View& v) { return blocks(std::min(v.occupancy.by_barriers, v.occupancy.by_blocks)); }},
  // The machine, as published: what a roofline's roofs are made of.
  {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", "inst/cycle", kModelled, kFixed, false, [](const View& v) { return arch::peaks_of(v.device).float32_results; }},
  {"sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained", "inst/cycle", kModelled, kFixed, false, [](const View& v) { return arch::peaks_of(v.device).float64_results; }},
  {"sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained", "inst/cycle", kModelled, kFixed, false, [](const View& v) { return arch::peaks_of(v.device).float16_results / 2; }},
  {"sm__ops_path_tensor_src_fp16.sum.peak_sustained", "1/cycle", kModelled, kFixed, false, [](const View& v) { return 2 * arch::peaks_of(v.device).matrix_float16_results; }},
  {"sm__ops_path_tensor_src_fp64.sum.peak_sustained", "1/cycle", kModelled, kFixed, false, [](const View& v) { return 2 * arch::peaks_of(v.device).matrix_float64_results; }},
  {"sm__ops_path_tensor_src_int4.sum.peak_sustained", "1/cycle", kModelled, kFixed, false, [](const View& v) { return 2 * arch::peaks_of(v.device).matrix_integer4_results; }},
  {"sm__ops_path_tensor_src_int1.sum.peak_sustained", "1/cycle", kModelled, kFixed, false, [](const View& v) { return 2 * arch::peaks_of(v.device).matrix_integer1_results; }},
  {"derived__l1tex__lsu_writeback_bytes_mem_lg.sum.peak_sustained", "byte/cycle", kModelled, kFixed, false, [](const View& v) { return arch::peaks_of(v.device).l1_bytes; }},
  {"warpglass__l2_peak_bytes_per_second", "byte/second", kModelled, kFixed, false, [](const View& v) { return double(v.device.l2_bytes_per_second); }},
  {"device__attribute_clock_rate", "", kExact, kFixed, false, [](const View& v) { return double(v.device.clock_khz); }},
  {"device__attribute_memory_clock_rate", "", kExact, kFixed, false, [](const View& v) { return double(v.device.memory_clock_khz); }},
  {"device__attribute_global_memory_bus_width", "", kExact, kFixed, false, [](const View& v) { return double(v.device.memory_bus_bits); }},
  {"launch__sm_count", "SM", kExact, kFixed, false, [](const View& v) { return double(v.device.sm_count); }},
  {"launch__waves_per_multiprocessor", "", kEstimated, kFixed, false, [](const View& v) { return ratio(v.totals.grid.volume(), std::uint64_t{v.device.sm_count} * v.occupancy.blocks_per_sm); }},
  {"sm__maximum_warps_avg_per_active_cycle", "warp", kEstimated, kFixed, false, [](const View& v) { return double(v.occupancy.warps_per_sm); }},
  {"sm__maximum_warps_per_active_cycle_pct", "%", kEstimated, kFixed, false, [](const View& v) { return 100 * v.occupancy.fraction(); }},
};
// clang-format on

}  // namespace

Fidelity fidelity_of_rules(const arch::DeviceModel& device) {
  if (device.is_recorded()) return Fidelity::exact;
  return device.has_recorded_rules() ? Fidelity::inferred : Fidelity::modelled;
}

std::vector<MetricDefinition> metric_definitions(const arch::DeviceModel& device) {
  std::vector<MetricDefinition> all;
  all.reserve(std::size(kRows));
  for (const Row& row : kRows)
    all.push_back({row.name, row.unit, fidelity_on(device, row.trust), row.adds, row.counting});
  return all;
}

arch::BlockNeeds needs_of(const LaunchTotals& totals, const arch::DeviceModel& device) {
  return {.threads = static_cast<std::uint32_t>(totals.block.volume()),
          .registers_per_thread = totals.registers_per_thread,
          .static_shared_bytes = totals.static_shared_bytes,
          .dynamic_shared_bytes = static_cast<std::uint32_t>(totals.dynamic_shared_bytes),
          .barriers = std::max(1u, totals.barriers),
          .max_dynamic_shared_bytes = device.limits.shared_bytes_per_block_optin -
                                      std::min(totals.static_shared_bytes, device.limits.shared_bytes_per_block_optin)};
}

arch::Occupancy occupancy_of(const LaunchTotals& totals, const arch::DeviceModel& device) {
  return arch::occupancy(device.limits, needs_of(totals, device));
}

std::uint64_t shared_carve_out(const LaunchTotals& totals, const arch::DeviceModel& device) {
  return static_cast<std::uint64_t>(carve_out(View{totals, device, occupancy_of(totals, device)}));
}

std::string_view limit_of(const arch::Occupancy& occupancy) { return arch::name_of(occupancy.binding().front()); }

std::vector<double> metric_values(const LaunchTotals& totals, const arch::DeviceModel& device) {
  const View view{totals, device, occupancy_of(totals, device)};
  std::vector<double> values;
  values.reserve(std::size(kRows));
  for (const Row& row : kRows) values.push_back(row.value(view));
  return values;
}

}  // namespace warpglass::analysis
