#include "report/main_metrics.hpp"

namespace warpglass::report {

bool is_cache_metric(std::string_view name) {
  return name == "l1tex__t_sector_hit_rate.pct" || name.starts_with("lts__") || name.starts_with("dram__bytes_");
}

bool is_main_metric(std::string_view name) {
  return name == "smsp__inst_executed.sum" || name == "smsp__thread_inst_executed.sum" ||
         (name.starts_with("sm__sass_inst_executed_op_") && !name.ends_with("b.sum")) ||
         name.starts_with("memory_l1_wavefronts_") || name.starts_with("memory_l2_theoretical_sectors_") ||
         name.find("_pipe_tex_mem_") != std::string_view::npos;
}

}  // namespace warpglass::report
