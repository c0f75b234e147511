#include "ptx/special_registers.hpp"

#include <algorithm>

namespace warpglass::ptx {
namespace {

// PTX ISA, Special Registers; sorted.
constexpr std::string_view kNames[] = {
    "aggr_smem_size",
    "clock",
    "clock64",
    "clock_hi",
    "cluster_ctaid",
    "cluster_ctarank",
    "cluster_nctaid",
    "cluster_nctarank",
    "clusterid",
    "ctaid",
    "current_graph_exec",
    "dynamic_smem_size",
    "globaltimer",
    "globaltimer_hi",
    "globaltimer_lo",
    "gridid",
    "is_explicit_cluster",
    "laneid",
    "lanemask_eq",
    "lanemask_ge",
    "lanemask_gt",
    "lanemask_le",
    "lanemask_lt",
    "nclusterid",
    "nctaid",
    "nsmid",
    "ntid",
    "nwarpid",
    "reserved_smem_offset_0",
    "reserved_smem_offset_1",
    "reserved_smem_offset_begin",
    "reserved_smem_offset_cap",
    "reserved_smem_offset_end",
    "smid",
    "tid",
    "total_smem_size",
    "warpid",
};
static_assert(std::is_sorted(std::begin(kNames), std::end(kNames)));

/// "%pm0" .. "%pm7", "%pm0_64" .. "%pm7_64", "%envreg0" .. "%envreg31".
bool is_numbered(std::string_view name) {
  const auto digit = [&](std::size_t i) { return name[i] >= '0' && name[i] <= '9' ? name[i] - '0' : 99; };
  if (name.starts_with("pm")) {
    return name.size() >= 3 && digit(2) <= 7 && (name.size() == 3 || name.substr(3) == "_64");
  }
  if (!name.starts_with("envreg")) return false;
  if (name.size() == 7) return digit(6) <= 9;
  return name.size() == 8 && digit(6) >= 1 && 10 * digit(6) + digit(7) <= 31;
}

}  // namespace

bool is_special_register(std::string_view name) {
  if (name.size() < 2 || name[0] != '%') return false;
  name.remove_prefix(1);
  return std::binary_search(std::begin(kNames), std::end(kNames), name) || is_numbered(name);
}

}  // namespace warpglass::ptx
