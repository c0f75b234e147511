// The report as JSON. Members that are zero or empty are left out where their absence says the same.
#include "report/json.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/findings.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

Json extent(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

/// Whole numbers as integers, so that they print as they are counted.
Json number(double value) {
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
  return value;
}

Json position(const SourcePosition& where) {
  Json json = {{"file", where.file}, {"line", where.line}};
  if (where.column != 0) json["column"] = where.column;
  return json;
}

Json positions(const std::vector<SourcePosition>& all) {
  Json json = Json::array();
  for (const SourcePosition& where : all) json.push_back(position(where));
  return json;
}

void add_counts(Json& json, const analysis::Counts& counts) {
  for (const CountName& count : kCounts) {
    if (counts.*count.member != 0) json[count.name] = counts.*count.member;
  }
  if (counts.sector_turns > counts.sectors) json[kSectorTurns] = counts.sector_turns;
}

Json metrics(const std::vector<analysis::MetricDefinition>& definitions, const std::vector<double>& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < values.size() && i < definitions.size(); ++i)
    json[definitions[i].name] = number(values[i]);
  return json;
}

Json definition(const analysis::MetricDefinition& metric) {
  return {{"name", metric.name},
          {"unit", metric.unit},
          {"fidelity", analysis::name_of(metric.fidelity)},
          {"adds", metric.adds},
          {"counts", analysis::name_of(metric.counting)}};
}

void add_issue(Json& json, const analysis::IssueCost& issue) {
  if (issue.pipe.empty()) return;
  json["pipe"] = issue.pipe;
  json["issue_cycles"] = number(issue.cycles);
  if (issue.latency != 0) json["latency"] = issue.latency;
}

Json line(const analysis::LineProfile& profile) {
  Json json = position(profile.where);
  if (!profile.kind.empty()) json["kind"] = profile.kind;
  if (profile.access_bytes != 0) json["access_bytes"] = profile.access_bytes;
  add_counts(json, profile.counts);
  add_issue(json, profile.issue);
  return json;
}

Json instruction(const analysis::InstructionProfile& profile) {
  Json json = {{"pc", profile.pc}, {"text", profile.text}};
  if (!profile.function.empty()) json["function"] = profile.function;
  if (!profile.kind.empty()) json["kind"] = profile.kind;
  if (profile.access_bytes != 0) json["access_bytes"] = profile.access_bytes;
  if (profile.address) json["address"] = {{"base", profile.address->base}, {"offset", profile.address->offset}};
  if (!profile.lowering.empty()) json["lowering"] = profile.lowering;
  json["ptx"] = position(profile.ptx);
  if (profile.source.line != 0) json["source"] = position(profile.source);
  if (!profile.inlined_from.empty()) json["inlined_from"] = positions(profile.inlined_from);
  if (!profile.inlined_at.empty()) json["inlined_at"] = positions(profile.inlined_at);
  add_counts(json, profile.counts);
  add_issue(json, profile.issue);
  if (!profile.examples.empty()) json["examples"] = written(profile.examples);
  return json;
}

/// Of metrics that are for this kernel something else than `metrics` says of them in general.
Json labels(const analysis::KernelProfile& profile, const std::vector<analysis::MetricDefinition>& definitions) {
  Json json = Json::object();
  for (const analysis::MetricDefinition& metric : definitions) {
    const analysis::Label label = analysis::label_of(metric, profile);
    if (label.fidelity != metric.fidelity || label.order_dependent) json[metric.name] = analysis::text_of(label);
  }
  return json;
}

Json kernel(const analysis::KernelProfile& profile, const std::vector<analysis::MetricDefinition>& definitions) {
  Json json = {{"name", profile.name},
               {"mangled_name", profile.mangled_name},
               {"launches", profile.launches},
               {"launches_counted", profile.launches_counted},
               {"grid", extent(profile.grid)},
               {"block", extent(profile.block)},
               {"dynamic_shared_bytes", profile.dynamic_shared_bytes},
               {"same_shape", profile.same_shape},
               {"static_shared_bytes", profile.static_shared_bytes},
               {"registers_per_thread", profile.registers_per_thread},
               {"registers_estimated", !profile.registers_assembled},
               {"occupancy", profile.occupancy},
               {"blocks_per_sm", profile.blocks_per_sm},
               {"occupancy_limit", profile.occupancy_limit},
               {"metrics", metrics(definitions, profile.values)}};
  if (Json other = labels(profile, definitions); !other.empty()) json["labels"] = std::move(other);
  if (profile.launches_repeated != 0) json["launches_repeated"] = profile.launches_repeated;
  if (profile.launches_cut_short != 0) json["launches_cut_short"] = profile.launches_cut_short;
  if (profile.cluster.volume() != 1) json["cluster"] = extent(profile.cluster);
  if (profile.runs_out_of_registers) json["runs_out_of_registers"] = true;
  if (profile.reads_parts_of_products) json["reads_parts_of_products"] = true;
  if (profile.talks) json["talks"] = true;
  if (profile.has_pliable_loops) json["has_pliable_loops"] = true;
  if (profile.has_pliable_loads) json["has_pliable_loads"] = true;
  if (profile.has_partly_filled_copies) json["has_partly_filled_copies"] = true;
  if (profile.has_unknown_fetches) json["has_unknown_fetches"] = true;
  if (profile.has_loops_by_value) json["has_loops_by_value"] = true;
  if (profile.lanes_meet_early) json["lanes_meet_early"] = true;
  if (profile.order != analysis::OrderDependence{}) {
    json["order_dependent"] = {{"instructions", profile.order.instructions},
                               {"accesses", profile.order.accesses},
                               {"traffic", profile.order.traffic},
                               {"where", position(profile.order.where)}};
  }
  if (!profile.occupancy_resources.empty()) json["occupancy_resources"] = written(profile.occupancy_resources);
  if (!profile.occupancy_curves.empty()) json["occupancy_curves"] = written(profile.occupancy_curves);
  Json pipes = Json::array();
  for (const analysis::PipeUse& use : profile.pipes)
    pipes.push_back({{"pipe", use.pipe}, {"cycles", number(use.cycles)}});
  json["pipes"] = std::move(pipes);
  if (!profile.launches_on.empty()) json["launches_on"] = profile.launches_on;
  if (!profile.launched_from.empty()) {
    Json sites = Json::array();
    for (const analysis::LaunchSite& site : profile.launched_from)
      sites.push_back({{"where", position(site.where)}, {"kernel", site.kernel}, {"launches", site.launches}});
    json["launched_from"] = std::move(sites);
  }
  Json lines = Json::array();
  for (const analysis::LineProfile& row : profile.lines) lines.push_back(line(row));
  json["lines"] = std::move(lines);
  Json instructions = Json::array();
  for (const analysis::InstructionProfile& row : profile.instructions) instructions.push_back(instruction(row));
  json["instructions"] = std::move(instructions);
  if (!profile.shared_arrays.empty()) json["shared_arrays"] = written(profile.shared_arrays);
  if (!profile.proposed_layouts.empty()) json["proposed_layouts"] = written(profile.proposed_layouts);
  if (!profile.shared_uses.empty()) json["shared_uses"] = written(profile.shared_uses);
  for (const analysis::BarrierProfile& barrier : profile.barriers) {
    Json one = {{"where", position(barrier.where)}, {"executions", barrier.executions}};
    if (barrier.need != analysis::BarrierNeed::block)
      one["need"] = barrier.need == analysis::BarrierNeed::none ? "none" : "within-warps";
    if (barrier.doubt)
      one["doubt"] = {{"where", position(barrier.doubt->where)}, {"by", analysis::name_of(barrier.doubt->by)}};
    if (barrier.called) one["called"] = position(*barrier.called);
    json["barriers"].push_back(std::move(one));
  }
  return json;
}

Json launch_without_metrics(const analysis::LaunchProfile& profile) {
  Json json = {{"index", profile.index},
               {"kernel", profile.kernel},
               {"grid", extent(profile.grid)},
               {"block", extent(profile.block)},
               {"dynamic_shared_bytes", profile.dynamic_shared_bytes},
               {"stream", profile.stream},
               {"counted", profile.counted},
               {"complete", profile.complete}};
  if (profile.cluster.volume() != 1) json["cluster"] = extent(profile.cluster);
  if (profile.device != 0) json["device"] = profile.device;
  return json;
}

Json launch(const analysis::LaunchProfile& profile, const std::vector<analysis::MetricDefinition>& definitions) {
  Json json = launch_without_metrics(profile);
  if (profile.counted) json["metrics"] = metrics(definitions, profile.values);
  if (const auto& by = profile.by)
    json["by"] = {{"launch", by->launch},       {"kernel", by->kernel},         {"where", position(by->where)},
                  {"block", extent(by->block)}, {"thread", extent(by->thread)}, {"stream", by->stream}};
  return json;
}

Json transfer(const analysis::TransferProfile& profile) {
  Json json = {{"kind", analysis::name_of(profile.kind)},
               {"bytes", profile.bytes},
               {"stream", profile.stream},
               {"launches_before", profile.launches_before}};
  if (profile.device != 0) json["device"] = profile.device;
  if (profile.waits) json["waits"] = true;
  return json;
}

Json trace(const analysis::HostTrace& all) {
  Json frames = Json::array();
  for (const analysis::HostFrame& frame : all) {
    Json json = {{"module", frame.module}, {"offset", frame.offset}};
    if (!frame.function.empty()) json["function"] = frame.function;
    if (frame.where.line != 0) json["where"] = position(frame.where);
    if (frame.inlined) json["inlined"] = true;
    frames.push_back(std::move(json));
  }
  return frames;
}

void add_access(Json& json, const analysis::FoundAccess& access) {
  if (access.space.empty()) return;
  json["access"] = {
      {"space", access.space}, {"write", access.write}, {"bytes", access.bytes}, {"address", access.address}};
}

Json related(const analysis::RelatedPlace& place) {
  Json json = {{"where", position(place.where)},
               {"message", place.message},
               {"block", extent(place.block)},
               {"thread", extent(place.thread)},
               {"pc", place.pc}};
  add_access(json, place.access);
  return json;
}

Json finding(const analysis::Finding& f) {
  Json json = {{"rule", f.rule},
               {"severity", name_of(f.severity)},
               {"where", position(f.where)},
               {"message", f.message},
               {"detail", f.detail},
               {"notes", f.notes},
               {"kernel", f.kernel},
               {"launch", f.launch},
               {"block", extent(f.block)},
               {"thread", extent(f.thread)},
               {"warp", f.warp},
               {"lanes", f.lanes},
               {"excess", f.excess},
               {"total", f.total},
               {"ptx", position(f.ptx)},
               {"pc", f.pc},
               {"instruction", f.instruction}};
  if (!f.inlined_from.empty()) json["inlined_from"] = positions(f.inlined_from);
  if (!f.inlined_at.empty()) json["inlined_at"] = positions(f.inlined_at);
  if (!f.call.empty()) json["api_call"] = f.call;
  if (!f.trace.empty()) json["trace"] = trace(f.trace);
  if (!f.places.empty()) {
    Json places = Json::array();
    for (const analysis::HostPlace& place : f.places)
      places.push_back({{"what", place.what}, {"trace", trace(place.trace)}});
    json["places"] = std::move(places);
  }
  if (f.bytes != 0) json["bytes"] = f.bytes;
  add_access(json, f.access);
  for (const analysis::RelatedPlace& place : f.related) json["related"].push_back(related(place));
  if (f.count != 0) json["count"] = f.count;
  if (f.seed != 0) json["seed"] = f.seed;
  if (!f.suppressed_by.empty()) json["suppressed_by"] = f.suppressed_by;
  return json;
}

Json remark(const Diagnostic& diagnostic) {
  return {{"severity", name_of(diagnostic.severity)},
          {"where", position(diagnostic.where)},
          {"message", diagnostic.message}};
}

template <class All, class To>
Json array_of(const All& all, To&& to) {
  Json array = Json::array();
  for (const auto& one : all) array.push_back(to(one));
  return array;
}

}  // namespace

Json document_without_launches(const Report& report) {
  const analysis::RunProfile& run = report.run;
  Json json = {{"format", kFormat},
               {"version", kFormatVersion},
               {"tool_version", report.tool_version},
               {"device", report.device},
               {"architecture", report.architecture},
               {"program", report.program},
               {"command", report.command},
               {"host", report.host},
               {"process", report.process},
               {"interrupted", report.interrupted},
               {"as_written", report.as_written},
               {"launch_count", run.launch_count},
               {"launches_counted", run.launches_counted},
               {"notices", run.notices}};
  for (const ReportDevice& one : report.devices)
    json["devices"].push_back({{"device", one.name}, {"architecture", one.architecture}});
  if (!report.analysers.empty()) json["analysers"] = report.analysers;
  if (report.results) {
    json["results"] = {{"copied", written(report.results->copied)}, {"left", written(report.results->left)}};
    if (report.results->strayed != 0) json["results"]["strayed"] = report.results->strayed;
  }
  if (run.transfer_count != 0) json["transfer_count"] = run.transfer_count;
  for (const analysis::TransferProfile& one : run.transfers) json["transfers"].push_back(transfer(one));
  for (const PhaseTime& one : report.timings)
    json["timings"].push_back({{"phase", one.phase}, {"seconds", one.seconds}, {"times", one.times}});
  for (const SourceText& one : report.sources) json["sources"].push_back({{"file", one.name}, {"text", one.text}});
  json["machine"] = written(run.machine);
  if (!run.seeds.empty()) json["seeds"] = run.seeds;
  json["findings"] = array_of(run.findings, finding);
  if (!run.suppressed.empty()) json["suppressed"] = array_of(run.suppressed, finding);
  if (!run.remarks.empty()) json["remarks"] = array_of(run.remarks, remark);
  json["metrics"] = array_of(run.metrics, definition);
  json["kernels"] = array_of(run.kernels, [&](const auto& one) {
    Json written = kernel(one, run.metrics);
    if (Json roofline = roofline_json(report, one); !roofline.is_null()) written["roofline"] = std::move(roofline);
    return written;
  });
  return json;
}

std::string to_short_json(const Report& report) {
  const Json json = document_without_launches(report);
  const analysis::RunProfile& run = report.run;
  std::vector<std::size_t> before(run.kernels.size(), run.launches.size());  // by kernel: its last counted launch
  const auto text_of = [](const Json& one) { return one.dump(-1, ' ', false, Json::error_handler_t::replace); };
  std::string text = text_of(json);
  text.pop_back();
  text += ",\"launches\":[";
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    const analysis::LaunchProfile& one = run.launches[i];
    const std::size_t last = one.counted ? std::exchange(before[one.kernel], i) : run.launches.size();
    const bool again = last != run.launches.size() && run.launches[last].values == one.values;
    Json written = launch(one, again ? std::vector<analysis::MetricDefinition>() : run.metrics);
    if (again) written["metrics"] = last;
    if (i != 0) text += ',';
    text += text_of(written);
  }
  return text + "]}\n";
}

namespace {

std::string text_of(const Json& json) {
  // Names of files need not be UTF-8.
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

/// A value's text as it stands so many levels deeper.
void append_deeper(std::string& text, std::string_view value, std::size_t levels) {
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find('\n', at), value.size() - 1) + 1;
    text += value.substr(at, end - at);
    if (value[end - 1] == '\n') text.append(levels, ' ');
    at = end;
  }
}

/// The text of launches, one at a time: the tree of a hundred thousand would be far larger than they are. What they
/// count is mostly what the one before has counted.
class LaunchTexts {
 public:
  explicit LaunchTexts(const std::vector<analysis::MetricDefinition>& definitions) : definitions_(definitions) {}

  void append(std::string& text, const analysis::LaunchProfile& profile) {
    if (!profile.counted || profile.by) return append_deeper(text, text_of(launch(profile, definitions_)), kLevels);
    if (values_ != &profile.values && (values_ == nullptr || *values_ != profile.values)) {
      metrics_.clear();
      append_deeper(metrics_, text_of(metrics(definitions_, profile.values)), kLevels + 1);
    }
    values_ = &profile.values;
    std::string rest = text_of(launch_without_metrics(profile));
    rest.resize(rest.size() - kEnd.size());
    append_deeper(text, rest, kLevels);
    text += ",\n   \"metrics\": ";
    text += metrics_;
    text += "\n  }";
  }

  static constexpr std::string_view kEnd = "\n}";  // of an object

 private:
  static constexpr std::size_t kLevels = 2;  // of a launch

  const std::vector<analysis::MetricDefinition>& definitions_;
  const std::vector<double>* values_ = nullptr;  // that `metrics_` is the text of
  std::string metrics_;
};

}  // namespace

std::string to_json(const Report& report) {
  std::string text = text_of(document_without_launches(report));
  text.resize(text.size() - LaunchTexts::kEnd.size());
  text += ",\n \"launches\": [";
  LaunchTexts launches(report.run.metrics);
  for (const analysis::LaunchProfile& one : report.run.launches) {
    text += &one == &report.run.launches.front() ? "\n  " : ",\n  ";
    launches.append(text, one);
  }
  text += report.run.launches.empty() ? "]\n}\n" : "\n ]\n}\n";
  return text;
}

std::string to_json(std::span<const Report> all) {
  std::string text = "[\n";
  for (const Report& report : all) {
    if (&report != &all.front()) text.insert(text.size() - 1, ",");
    text += to_json(report);
  }
  return text + "]\n";
}

}  // namespace warpglass::report
