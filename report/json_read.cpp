#include <fmt/format.h>

#include <array>

#include "analysis/names.hpp"
#include "report/json.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

using ReadJson = nlohmann::json;

Dim3 extent_from(const ReadJson& json) {
  const auto values = json.get<std::array<std::uint32_t, 3>>();
  return {values[0], values[1], values[2]};
}

SourcePosition position_from(const ReadJson& json) {
  return {.file = json.at("file").get<std::string>(),
          .line = json.at("line").get<std::uint32_t>(),
          .column = json.value("column", 0u)};
}

std::vector<SourcePosition> positions(const ReadJson& json, const char* name) {
  std::vector<SourcePosition> all;
  if (!json.contains(name)) return all;
  for (const ReadJson& one : json.at(name)) all.push_back(position_from(one));
  return all;
}

analysis::Counts counts(const ReadJson& json) {
  analysis::Counts result;
  for (const CountName& count : kCounts) result.*count.member = json.value(count.name, std::uint64_t{0});
  result.sector_turns = json.value(kSectorTurns, result.sectors);
  return result;
}

std::vector<double> metrics(const ReadJson& json, const std::vector<analysis::MetricDefinition>& definitions) {
  std::vector<double> values;
  for (const analysis::MetricDefinition& metric : definitions) values.push_back(json.at(metric.name).get<double>());
  return values;
}

analysis::MetricDefinition definition(const ReadJson& json) {
  analysis::MetricDefinition metric{
      .name = json.at("name"), .unit = json.at("unit"), .fidelity = {}, .adds = json.at("adds")};
  const std::string fidelity = json.at("fidelity");
  if (!analysis::fidelity_of(fidelity, metric.fidelity))
    throw std::runtime_error(fmt::format("unknown fidelity \"{}\"", fidelity));
  metric.counting = analysis::counting_named(json.value("counts", ""));
  return metric;
}

analysis::IssueCost issue(const ReadJson& json) {
  return {
      .cycles = json.value("issue_cycles", 0.0), .pipe = json.value("pipe", ""), .latency = json.value("latency", 0u)};
}

analysis::LineProfile line_from(const ReadJson& json) {
  return {.where = position_from(json),
          .kind = json.value("kind", ""),
          .access_bytes = json.value("access_bytes", 0u),
          .counts = counts(json),
          .issue = issue(json)};
}

analysis::InputDoubt doubt(const ReadJson& json) {
  const auto by = analysis::input_named(json.at("by").get<std::string>());
  return {.where = position_from(json.at("where")), .by = by.value_or(analysis::Input::calls)};
}

analysis::AddressOperand address(const ReadJson& json) {
  return {.base = json.at("base"), .offset = json.at("offset")};
}

analysis::InstructionProfile instruction(const ReadJson& json) {
  return {.pc = json.at("pc"),
          .function = json.value("function", ""),
          .text = json.at("text"),
          .kind = json.value("kind", ""),
          .access_bytes = json.value("access_bytes", 0u),
          .address = json.contains("address") ? std::optional(address(json.at("address"))) : std::nullopt,
          .lowering = json.value("lowering", ""),
          .ptx = position_from(json.at("ptx")),
          .source = json.contains("source") ? position_from(json.at("source")) : SourcePosition{},
          .inlined_from = positions(json, "inlined_from"),
          .inlined_at = positions(json, "inlined_at"),
          .counts = counts(json),
          .issue = issue(json),
          .examples =
              json.contains("examples") ? read_examples(json.at("examples")) : std::vector<analysis::AccessExample>{}};
}

analysis::KernelProfile kernel(const ReadJson& json, const std::vector<analysis::MetricDefinition>& definitions) {
  analysis::KernelProfile profile{.name = json.at("name"),
                                  .mangled_name = json.at("mangled_name"),
                                  .launches = json.at("launches"),
                                  .launches_counted = json.at("launches_counted"),
                                  .launches_repeated = json.value("launches_repeated", std::uint64_t{0}),
                                  .launches_cut_short = json.value("launches_cut_short", std::uint64_t{0}),
                                  .registers_per_thread = json.at("registers_per_thread"),
                                  .registers_assembled = !json.value("registers_estimated", true),
                                  .runs_out_of_registers = json.value("runs_out_of_registers", false),
                                  .reads_parts_of_products = json.value("reads_parts_of_products", false),
                                  .has_pliable_loops = json.value("has_pliable_loops", false),
                                  .has_pliable_loads = json.value("has_pliable_loads", false),
                                  .has_partly_filled_copies = json.value("has_partly_filled_copies", false),
                                  .has_unknown_fetches = json.value("has_unknown_fetches", false),
                                  .has_loops_by_value = json.value("has_loops_by_value", false),
                                  .lanes_meet_early = json.value("lanes_meet_early", false),
                                  .order = {},
                                  .talks = json.value("talks", false),
                                  .static_shared_bytes = json.at("static_shared_bytes"),
                                  .occupancy = json.at("occupancy"),
                                  .blocks_per_sm = json.at("blocks_per_sm"),
                                  .occupancy_limit = json.at("occupancy_limit"),
                                  .occupancy_resources = {},
                                  .occupancy_curves = {},
                                  .grid = extent_from(json.at("grid")),
                                  .block = extent_from(json.at("block")),
                                  .cluster = json.contains("cluster") ? extent_from(json.at("cluster")) : Dim3{1, 1, 1},
                                  .dynamic_shared_bytes = json.at("dynamic_shared_bytes"),
                                  .same_shape = json.at("same_shape"),
                                  .values = metrics(json.at("metrics"), definitions),
                                  .pipes = {},
                                  .lines = {},
                                  .instructions = {},
                                  .shared_arrays = {},
                                  .shared_uses = {}};
  if (json.contains("order_dependent")) {
    const ReadJson& order = json.at("order_dependent");
    profile.order = {.instructions = order.at("instructions"),
                     .accesses = order.at("accesses"),
                     .traffic = order.at("traffic"),
                     .where = position_from(order.at("where"))};
  }
  if (json.contains("occupancy_resources"))
    profile.occupancy_resources = read_occupancy_resources(json.at("occupancy_resources"));
  if (json.contains("occupancy_curves")) profile.occupancy_curves = read_occupancy_curves(json.at("occupancy_curves"));
  if (json.contains("pipes")) {
    for (const ReadJson& row : json.at("pipes"))
      profile.pipes.push_back({.pipe = row.at("pipe"), .cycles = row.at("cycles")});
  }
  if (json.contains("launches_on")) profile.launches_on = json.at("launches_on").get<std::vector<std::uint64_t>>();
  if (json.contains("launched_from")) {
    for (const ReadJson& site : json.at("launched_from"))
      profile.launched_from.push_back(
          {.where = position_from(site.at("where")), .kernel = site.at("kernel"), .launches = site.at("launches")});
  }
  for (const ReadJson& row : json.at("lines")) profile.lines.push_back(line_from(row));
  for (const ReadJson& row : json.at("instructions")) profile.instructions.push_back(instruction(row));
  if (json.contains("proposed_layouts")) profile.proposed_layouts = read_proposed_layouts(json.at("proposed_layouts"));
  for (const analysis::InstructionProfile& one : profile.instructions) {
    for (const analysis::AccessExample& example : one.examples) {
      for (const analysis::ProposedAccess& access : example.proposed) {
        if (access.layout >= profile.proposed_layouts.size())
          throw std::runtime_error("an access is shown in a layout that is not there");
      }
    }
  }
  if (json.contains("shared_arrays")) profile.shared_arrays = read_shared_arrays(json.at("shared_arrays"));
  if (json.contains("shared_uses")) profile.shared_uses = read_shared_uses(json.at("shared_uses"));
  if (json.contains("barriers")) {
    for (const ReadJson& one : json.at("barriers")) {
      const std::string need = one.value("need", "");
      profile.barriers.push_back(
          {.where = position_from(one.at("where")),
           .executions = one.at("executions"),
           .need = need == "none"           ? analysis::BarrierNeed::none
                   : need == "within-warps" ? analysis::BarrierNeed::within_warps
                                            : analysis::BarrierNeed::block,
           .called = one.contains("called") ? std::optional(position_from(one.at("called"))) : std::nullopt,
           .doubt = one.contains("doubt") ? std::optional(doubt(one.at("doubt"))) : std::nullopt});
    }
  }
  return profile;
}

analysis::LaunchProfile launch(const ReadJson& json, const analysis::RunProfile& run) {
  analysis::LaunchProfile profile{.index = json.at("index"),
                                  .kernel = json.at("kernel"),
                                  .grid = extent_from(json.at("grid")),
                                  .block = extent_from(json.at("block")),
                                  .cluster = json.contains("cluster") ? extent_from(json.at("cluster")) : Dim3{1, 1, 1},
                                  .dynamic_shared_bytes = json.at("dynamic_shared_bytes"),
                                  .stream = json.at("stream"),
                                  .device = json.value("device", std::uint32_t{0}),
                                  .counted = json.at("counted"),
                                  .complete = json.at("complete"),
                                  .values = {}};
  if (profile.kernel >= run.kernels.size())
    throw std::runtime_error(fmt::format("launch {} is of no kernel", profile.index));
  if (profile.counted) {
    const ReadJson& counted = json.at("metrics");
    // A launch before, in short reports.
    profile.values =
        counted.is_number() ? run.launches.at(counted.get<std::size_t>()).values : metrics(counted, run.metrics);
  }
  if (json.contains("by")) {
    const ReadJson& by = json.at("by");
    profile.by = {.launch = by.at("launch"),
                  .kernel = by.at("kernel"),
                  .where = position_from(by.at("where")),
                  .block = extent_from(by.at("block")),
                  .thread = extent_from(by.at("thread")),
                  .stream = by.at("stream")};
  }
  return profile;
}

analysis::TransferProfile transfer(const ReadJson& json) {
  analysis::TransferProfile profile{.bytes = json.at("bytes"),
                                    .stream = json.at("stream"),
                                    .device = json.value("device", std::uint32_t{0}),
                                    .launches_before = json.at("launches_before"),
                                    .waits = json.value("waits", false)};
  const std::string kind = json.at("kind");
  if (!analysis::transfer_kind_of(kind, profile.kind))
    throw std::runtime_error(fmt::format("unknown kind of copy \"{}\"", kind));
  return profile;
}

Severity severity(const std::string& name) {
  if (name == "note") return Severity::note;
  if (name == "warning") return Severity::warning;
  if (name == "error") return Severity::error;
  throw std::runtime_error(fmt::format("unknown severity \"{}\"", name));
}

analysis::HostTrace trace(const ReadJson& json) {
  analysis::HostTrace all;
  if (!json.contains("trace")) return all;
  for (const ReadJson& frame : json.at("trace")) {
    all.push_back({.module = frame.at("module"),
                   .offset = frame.at("offset"),
                   .function = frame.value("function", ""),
                   .where = frame.contains("where") ? position_from(frame.at("where")) : SourcePosition{},
                   .inlined = frame.value("inlined", false)});
  }
  return all;
}

analysis::FoundAccess access(const ReadJson& json) {
  if (!json.contains("access")) return {};
  const ReadJson& from = json.at("access");
  return {
      .space = from.at("space"), .write = from.at("write"), .bytes = from.at("bytes"), .address = from.at("address")};
}

std::vector<analysis::RelatedPlace> related(const ReadJson& json) {
  std::vector<analysis::RelatedPlace> all;
  if (!json.contains("related")) return all;
  for (const ReadJson& one : json.at("related")) {
    all.push_back({.where = position_from(one.at("where")),
                   .pc = one.at("pc"),
                   .block = extent_from(one.at("block")),
                   .thread = extent_from(one.at("thread")),
                   .access = access(one),
                   .message = one.at("message")});
  }
  return all;
}

std::vector<analysis::HostPlace> places(const ReadJson& json) {
  std::vector<analysis::HostPlace> all;
  if (!json.contains("places")) return all;
  for (const ReadJson& place : json.at("places")) all.push_back({.what = place.at("what"), .trace = trace(place)});
  return all;
}

Diagnostic remark(const ReadJson& json) {
  return {.severity = severity(json.at("severity")),
          .where = position_from(json.at("where")),
          .message = json.at("message"),
          .rule = {}};
}

analysis::Finding finding(const ReadJson& json) {
  return {.rule = json.at("rule"),
          .severity = severity(json.at("severity")),
          .where = position_from(json.at("where")),
          .inlined_from = positions(json, "inlined_from"),
          .inlined_at = positions(json, "inlined_at"),
          .ptx = position_from(json.at("ptx")),
          .instruction = json.at("instruction"),
          .pc = json.value("pc", 0u),
          .kernel = json.at("kernel"),
          .launch = json.at("launch"),
          .block = extent_from(json.at("block")),
          .thread = extent_from(json.at("thread")),
          .warp = json.at("warp"),
          .lanes = json.at("lanes"),
          .message = json.at("message"),
          .detail = json.at("detail"),
          .notes = json.at("notes").get<std::vector<std::string>>(),
          .access = access(json),
          .related = related(json),
          .count = json.value("count", std::uint64_t{0}),
          .seed = json.value("seed", std::uint64_t{0}),
          .suppressed_by = json.value("suppressed_by", ""),
          .excess = json.at("excess"),
          .total = json.at("total"),
          .call = json.value("api_call", ""),
          .trace = trace(json),
          .places = places(json),
          .bytes = json.value("bytes", std::uint64_t{0})};
}

Report read(const ReadJson& json) {
  Report report;
  report.tool_version = json.at("tool_version");
  report.device = json.at("device");
  report.architecture = json.at("architecture");
  report.program = json.at("program");
  report.command = json.at("command");
  report.host = json.at("host");
  report.process = json.at("process");
  report.interrupted = json.at("interrupted");
  report.as_written = json.at("as_written");
  if (json.contains("devices")) {
    for (const ReadJson& one : json.at("devices"))
      report.devices.push_back({.name = one.at("device"), .architecture = one.at("architecture")});
  }
  if (json.contains("analysers")) report.analysers = json.at("analysers").get<std::vector<std::string>>();
  if (json.contains("results")) {
    const ReadJson& results = json.at("results");
    report.results = {.copied = read_digest(results.at("copied")),
                      .left = read_digest(results.at("left")),
                      .strayed = results.value("strayed", std::uint64_t{0})};
  }
  if (json.contains("timings")) {
    for (const ReadJson& one : json.at("timings"))
      report.timings.push_back({.phase = one.at("phase"), .seconds = one.at("seconds"), .times = one.at("times")});
  }
  if (json.contains("sources")) {
    for (const ReadJson& one : json.at("sources"))
      report.sources.push_back({.name = one.at("file"), .text = one.at("text")});
  }
  analysis::RunProfile& run = report.run;
  run.launch_count = json.at("launch_count");
  run.launches_counted = json.at("launches_counted");
  if (json.at("version") != kOldestFormatVersion) run.machine = read_machine(json.at("machine"));
  run.notices = json.at("notices").get<std::vector<std::string>>();
  for (const ReadJson& one : json.at("findings")) run.findings.push_back(finding(one));
  if (json.contains("suppressed"))
    for (const ReadJson& one : json.at("suppressed")) run.suppressed.push_back(finding(one));
  if (json.contains("remarks"))
    for (const ReadJson& one : json.at("remarks")) run.remarks.push_back(remark(one));
  if (json.contains("seeds")) run.seeds = json.at("seeds").get<std::vector<std::uint64_t>>();
  for (const ReadJson& one : json.at("metrics")) run.metrics.push_back(definition(one));
  for (const ReadJson& one : json.at("kernels")) run.kernels.push_back(kernel(one, run.metrics));
  run.transfer_count = json.value("transfer_count", std::uint64_t{0});
  if (json.contains("transfers"))
    for (const ReadJson& one : json.at("transfers")) run.transfers.push_back(transfer(one));
  for (const ReadJson& one : json.at("launches")) run.launches.push_back(launch(one, run));
  return report;
}

/// Nothing, and why, where it is no report.
std::optional<Report> read_one(const ReadJson& json, std::string& problem) {
  if (!json.is_object() || json.value("format", "") != kFormat) {
    problem = "this is no warpglass report";
    return std::nullopt;
  }
  if (const int version = json.at("version"); version < kOldestFormatVersion || version > kFormatVersion) {
    problem = fmt::format("this is a report of format version {}; this tool reads versions {} to {}", version,
                          kOldestFormatVersion, kFormatVersion);
    return std::nullopt;
  }
  return read(json);
}

}  // namespace

std::vector<Report> parse_all(std::string_view text, std::string& problem) {
  problem.clear();
  if (text.empty()) {
    problem = "this is no warpglass report: it is empty";
    return {};
  }
  try {
    const ReadJson json = ReadJson::parse(text);
    std::vector<Report> all;
    for (const ReadJson& one : json.is_array() && !json.empty() ? json : ReadJson::array({json})) {
      std::optional<Report> report = read_one(one, problem);
      if (!report) return {};
      all.push_back(std::move(*report));
    }
    return all;
  } catch (const ReadJson::parse_error& error) {
    problem = fmt::format("this is no warpglass report: byte {} is not what JSON has there", error.byte);
    return {};
  } catch (const std::exception& error) {
    problem = fmt::format("this is no warpglass report: {}", error.what());
    return {};
  }
}

std::optional<Report> parse(std::string_view text, std::string& problem) {
  std::vector<Report> all = parse_all(text, problem);
  if (all.empty()) return std::nullopt;
  if (all.size() == 1) return std::move(all.front());
  problem = fmt::format("these are {} reports, and one is asked for", all.size());
  return std::nullopt;
}

}  // namespace warpglass::report
