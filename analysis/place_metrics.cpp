#include "analysis/place_metrics.hpp"

#include "analysis/accesses.hpp"

namespace warpglass::analysis {
namespace {

bool is_local(const Place& p) { return p.kind.starts_with("local"); }
bool is_global(const Place& p) { return !is_local(p) && !is_of_image(p.kind); }

/// Words of constant memory are counted as wavefronts too, and are none of shared memory's.
std::uint64_t shared(const Place& p, std::uint64_t Counts::* member) {
  return p.kind.starts_with("constant") ? 0 : p.counts.*member;
}

double quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

constexpr Fidelity kPlaceExact = Fidelity::exact;  // on the recorded capability
constexpr Fidelity kPlaceEstimated = Fidelity::estimated;
constexpr Fidelity kPlaceModelled = Fidelity::modelled;

// clang-format off
constexpr PlaceMetric kMetrics[] = {
  {"inst_executed", "inst", kPlaceEstimated, [](const Place& p) { return double(p.counts.executions); }},
  {"thread_inst_executed", "inst", kPlaceEstimated, [](const Place& p) { return double(p.counts.threads); }},
  {"thread_inst_executed_true", "inst", kPlaceEstimated, [](const Place& p) { return double(p.counts.threads_pred_on); }},
  {"derived__avg_thread_executed", "", kPlaceEstimated, [](const Place& p) { return quotient(p.counts.threads, p.counts.executions); }},
  {"derived__avg_thread_executed_true", "", kPlaceEstimated, [](const Place& p) { return quotient(p.counts.threads_pred_on, p.counts.executions); }},
  {"smsp__branch_targets_threads_divergent", "", kPlaceEstimated, [](const Place& p) { return double(p.counts.divergent); }},
  {"memory_l1_wavefronts_shared", "", kPlaceExact, [](const Place& p) { return double(shared(p, &Counts::wavefronts_profiled)); }},
  {"memory_l1_wavefronts_shared_ideal", "", kPlaceExact, [](const Place& p) { return double(shared(p, &Counts::wavefronts_profiled_ideal)); }},
  {"derived__memory_l1_wavefronts_shared_excessive", "", kPlaceExact, [](const Place& p) { return double(shared(p, &Counts::wavefronts_profiled) - shared(p, &Counts::wavefronts_profiled_ideal)); }},
  {"derived__memory_l1_conflicts_shared_nway", "", kPlaceExact, [](const Place& p) { return quotient(shared(p, &Counts::wavefronts_profiled), p.counts.requests); }},
  {"memory_l1_tag_requests_global", "", kPlaceExact, [](const Place& p) { return is_global(p) ? double(p.counts.lines) : 0; }},
  {"memory_l2_theoretical_sectors_global", "sector", kPlaceExact, [](const Place& p) { return is_global(p) ? double(p.counts.sectors) : 0; }},
  {"memory_l2_theoretical_sectors_global_ideal", "sector", kPlaceExact, [](const Place& p) { return is_global(p) ? double(p.counts.sectors_ideal) : 0; }},
  {"derived__memory_l2_theoretical_sectors_global_excessive", "sector", kPlaceExact, [](const Place& p) { return is_global(p) ? double(p.counts.sectors - p.counts.sectors_ideal) : 0; }},
  {"memory_l2_theoretical_sectors_local", "sector", kPlaceEstimated, [](const Place& p) { return is_local(p) ? double(p.counts.sectors) : 0; }},
  // Where the caches were simulated.
  {"l1tex__t_sectors", "sector", kPlaceModelled, [](const Place& p) { return double(p.counts.l1_sectors); }},
  {"l1tex__t_sectors_lookup_hit", "sector", kPlaceModelled, [](const Place& p) { return double(p.counts.l1_hits); }},
  {"lts__t_sectors_srcunit_tex", "sector", kPlaceModelled, [](const Place& p) { return double(p.counts.l2_sectors); }},
  {"lts__t_sectors_srcunit_tex_lookup_hit", "sector", kPlaceModelled, [](const Place& p) { return double(p.counts.l2_hits); }},
};
constexpr std::size_t kOfCaches = 4;
// clang-format on

}  // namespace

std::span<const PlaceMetric> place_metrics(bool caches) {
  const std::span<const PlaceMetric> all(kMetrics);
  return caches ? all : all.first(all.size() - kOfCaches);
}

}  // namespace warpglass::analysis
