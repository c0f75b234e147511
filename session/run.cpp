#include "session/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/cost_model.hpp"
#include "analysis/names.hpp"
#include "runtime/repeated_launches.hpp"
#include "tier/tier.hpp"
#include "toolkit/ptxas.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::session {
namespace {

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

/// Those that may find something: where nothing is counted, it is mistakes alone.
std::vector<std::string> names_of_analysers(const Settings& settings) {
  std::vector<std::string> names;
  if (!settings.analysis) return names;
  for (const analysis::Analyser* analyser : analysis::analysers_for(settings.analysers)) {
    if (settings.counts || analyser->checks) names.emplace_back(analyser->name);
  }
  if (settings.arithmetic) names.emplace_back("arithmetic");
  return names;
}

analysis::LaunchOrigin origin_of(const runtime::LaunchedBy& by) {
  const auto stream = [&] {
    switch (by.stream) {
      case runtime::LaunchedBy::Stream::block: return "default";
      case runtime::LaunchedBy::Stream::created: return "created";
      case runtime::LaunchedBy::Stream::fire_and_forget: return "fire-and-forget";
      case runtime::LaunchedBy::Stream::tail: return "tail";
      case runtime::LaunchedBy::Stream::graph_fire_and_forget: return "graph fire-and-forget";
      case runtime::LaunchedBy::Stream::graph_sibling: return "graph sibling";
      case runtime::LaunchedBy::Stream::graph_tail: return "graph tail";
    }
    return "";
  };
  return {.launch = by.launch,
          .kernel = analysis::demangled(by.kernel),
          .where = by.where,
          .block = by.block,
          .thread = by.thread,
          .stream = stream()};
}

}  // namespace

int worker_count(int jobs) {
  return jobs > 0 ? jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::uint64_t host_memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? std::uint64_t(pages) * std::uint64_t(page_bytes) : 0;
}

std::string own_program_name() {
  const std::string name = std::filesystem::path(toolkit::running_executable()).filename().string();
  return name.empty() ? "program" : name;
}

Run::Run(const arch::DeviceModel& device, Settings settings)
    : settings_(std::move(settings)),
      collector_(device, settings_.analysis ? settings_.analysers : std::vector<std::string>{}) {
  if (!settings_.kernel.empty())
    kernel_filter_ = std::regex(settings_.kernel, std::regex::ECMAScript | std::regex::optimize);
  if (settings_.results) results_ = std::make_unique<ResultDigest>();
  if (const tier::When when = tier::when_of(settings_.tier); when != tier::When::off) {
    const auto notice = [this](const std::string& text) {
      const std::lock_guard lock(tier_mutex_);
      tier_notices_.push_back(text);
    };
    tier_ = std::make_unique<tier::Tier>(
        tier::Options{.when = when, .compiler = settings_.tier_compiler, .cache = settings_.cache, .notice = notice});
  }
  devices_.push_back(price(device));
}

Run::~Run() = default;

Run::Priced Run::price(const arch::DeviceModel& device) const {
  Priced priced{.device = &device, .costs = nullptr, .wide_bank_costs = nullptr};
  if (!settings_.analysis) return priced;
  priced.costs = analysis::make_cost_model(device);
  if (device.has_bank_modes()) priced.wide_bank_costs = analysis::make_cost_model(device, 8);
  return priced;
}

void Run::add_device(const arch::DeviceModel& device) {
  devices_.push_back(price(device));
  collector_.add_device(device);
}

void Run::set_up(runtime::LaunchSettings& launches, std::uint32_t device) {
  const Priced& priced = devices_[device];
  launches.costs = priced.costs.get();
  launches.wide_bank_costs = priced.wide_bank_costs.get();
  launches.forced_bank_bytes = static_cast<std::uint32_t>(std::max(settings_.bank_width, 0));
  launches.counts = settings_.counts;
  launches.goes_on = !settings_.counts;
  launches.watches_arithmetic = settings_.arithmetic;
  launches.as_written = settings_.as_written;
  if (!settings_.ptxas.empty() && settings_.analysis)
    launches.assembler = toolkit::kernel_assembler(settings_.ptxas, priced.device->capability.sm(), settings_.cache);
  launches.listeners = collector_.listeners();
  launches.listeners.push_back(&collector_.transfers());
  if (results_) launches.listeners.push_back(results_.get());
  if (tier_ != nullptr)
    launches.tier = [tier = tier_.get()](const auto& program, const auto& request) {
      return tier->begin(program, request);
    };
  launches.repeats = settings_.repeats && runtime::all_recall(collector_.listeners());
  launches.workers = worker_count(settings_.jobs);
  launches.seed = settings_.seed;
  if (settings_.loop_limit != 0) launches.loop_limit = settings_.loop_limit;
  launches.observed_limit = settings_.launches;
  launches.timings = timings_;
  launches.is_wanted = [this](std::string_view kernel) { return is_wanted(kernel); };
}

bool Run::is_wanted(std::string_view kernel) const {
  return settings_.kernel.empty() || std::regex_search(analysis::demangled(std::string(kernel)), kernel_filter_);
}

void Run::start_over() {
  collector_.start_over();
  faulted_ = false;
}

void Run::add(const runtime::LaunchRecord& record) {
  const Timed timed(timings_, Phase::analyse);
  faulted_ |= !record.result->faults.empty();
  collector_.add({.index = record.index,
                  .program = record.program.get(),
                  .owner = record.program,
                  .grid = record.shape.grid,
                  .block = record.shape.block,
                  .cluster = record.shape.cluster,
                  .dynamic_shared_bytes = record.shape.dynamic_shared_bytes,
                  .stream = record.stream,
                  .seconds = record.seconds,
                  .result = record.result,
                  .counted = record.observed,
                  .repeated = record.repeated && timings_ != nullptr,
                  .assembled = record.assembled,
                  .preferred_carve_out = record.preferred_carve_out,
                  .bank_bytes = record.bank_bytes,
                  .by = record.by != nullptr ? std::optional(origin_of(*record.by)) : std::nullopt,
                  .device = record.device});
}

std::vector<report::ReportDevice> Run::devices_of_report() const {
  std::vector<report::ReportDevice> devices;
  if (devices_.size() == 1) return devices;
  for (const Priced& one : devices_)
    devices.push_back({.name = one.device->name, .architecture = one.device->sm_name()});
  return devices;
}

report::Report Run::report(bool interrupted, std::vector<analysis::Finding> of_host) const {
  const Timed timed(timings_, Phase::analyse);
  report::Report report{.tool_version = WARPGLASS_VERSION,
                        .device = devices_.front().device->name,
                        .architecture = devices_.front().device->sm_name(),
                        .program = settings_.program,
                        .command = settings_.command,
                        .host = host_name(),
                        .process = getpid(),
                        .interrupted = interrupted,
                        .as_written = settings_.as_written,
                        .devices = devices_of_report(),
                        .analysers = names_of_analysers(settings_),
                        .run = collector_.profile(std::move(of_host))};
  if (!settings_.counts) report.run.metrics.clear();
  {
    const std::lock_guard lock(tier_mutex_);
    report.run.notices.insert(report.run.notices.end(), tier_notices_.begin(), tier_notices_.end());
  }
  for (const auto& [library, count] : library_calls_) {
    const bool one = count == 1;
    report.run.notices.push_back(fmt::format("{} call{} of {} {} computed on the host: {} in no count",
                                             analysis::grouped(count), one ? "" : "s", library, one ? "was" : "were",
                                             one ? "it is" : "they are"));
  }
  if (results_) report.results = results_->results();
  for (const auto& [name, text] : sources_) report.sources.push_back({.name = name, .text = text});
  return report;
}

}  // namespace warpglass::session
