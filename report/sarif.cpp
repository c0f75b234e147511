// SARIF 2.1.0 (OASIS). A run of one tool for each GPU. Places are in files below the folder where the program ran
// (%SRCROOT%); columns count Unicode characters, where ours count bytes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/comments.hpp"
#include "report/fingerprint.hpp"
#include "report/forms.hpp"
#include "report/rules.hpp"
#include "report/sarif_rules.hpp"
#include "report/uri.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;
using analysis::Finding;

constexpr const char* kRoot = "SRCROOT";

/// From 1, for a byte from 1. Bytes that go on with a character begin none.
std::uint32_t character_column(std::string_view line, std::uint32_t byte) {
  const std::string_view before = line.substr(0, byte - 1);
  return 1 + static_cast<std::uint32_t>(
                 std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

class Log {
 public:
  Log(const Report& report, const FormOptions& options) : report_(report), options_(options) {}

  Json run() {
    Json results = Json::array();
    std::vector<const Finding*> all;
    for (const Finding& finding : report_.run.findings) all.push_back(&finding);
    for (const Finding& finding : report_.run.suppressed) all.push_back(&finding);
    const std::vector<std::string> known_by = fingerprints(all, options_.text.directory, options_.text.source);
    for (std::size_t i = 0; i < all.size(); ++i) results.push_back(result(*all[i], known_by[i]));
    Json run = {{"tool", {{"driver", driver()}}}, {"invocations", Json::array({invocation()})}};
    run["automationDetails"] = {
        {"id", fmt::format("warpglass/{}/{}/", relative_file(report_.program, options_.text.directory),
                           report_.architecture)}};
    if (!options_.text.directory.empty()) {
      run["originalUriBaseIds"] = {
          {kRoot, {{"uri", file_uri(options_.text.directory)}, {"description", message("where the program ran")}}}};
    }
    run["artifacts"] = std::move(artifacts_);
    run["columnKind"] = "unicodeCodePoints";
    run["results"] = std::move(results);
    return run;
  }

 private:
  Json artifact_location(std::string_view file) {
    const std::string_view name = relative_file(file, options_.text.directory);
    Json location;
    if (name.starts_with('/')) {
      location["uri"] = file_uri(name);
    } else {
      location = {{"uri", uri_of_path(name)}, {"uriBaseId", kRoot}};
    }
    const auto [at, fresh] = artifact_of_.try_emplace(std::string(name), artifacts_.size());
    if (fresh) artifacts_.push_back({{"location", location}, {"roles", Json::array({"analysisTarget"})}});
    location["index"] = at->second;
    return location;
  }

  Json region(const SourcePosition& where) {
    Json region = {{"startLine", where.line}};
    const std::optional<std::string> line =
        options_.text.source ? options_.text.source(where.file, where.line) : std::nullopt;
    if (where.column != 0) region["startColumn"] = line ? character_column(*line, where.column) : where.column;
    if (line) region["snippet"] = {{"text", *line + '\n'}};
    return region;
  }

  Json physical_location(const SourcePosition& where) {
    Json location = {{"artifactLocation", artifact_location(where.file)}};
    if (where.line != 0) location["region"] = region(where);
    return location;
  }

  /// Where no line is known, the program: viewers want a file.
  Json location(const Finding& finding) {
    const bool known = !finding.where.file.empty();
    Json location = {
        {"physicalLocation", physical_location(known ? finding.where : SourcePosition{report_.program, 0, 0})}};
    if (!finding.kernel.empty()) location["logicalLocations"] = Json::array({kernel_location(finding.kernel)});
    return location;
  }

  static Json kernel_location(const std::string& kernel) {
    return {{"name", kernel.substr(0, kernel.find('('))}, {"fullyQualifiedName", kernel}, {"kind", "function"}};
  }

  Json related(const Finding& finding) {
    Json all = Json::array();
    const auto add = [&](const SourcePosition& where, std::string_view said) {
      all.push_back({{"id", all.size()}, {"physicalLocation", physical_location(where)}, {"message", message(said)}});
    };
    for (const analysis::RelatedPlace& place : finding.related) {
      if (!place.where.file.empty()) add(place.where, place.message);
    }
    for (const analysis::HostPlace& place : finding.places) {
      if (!place.trace.empty() && place.trace.front().where.line != 0) add(place.trace.front().where, place.what);
    }
    return all;
  }

  /// Through which calls the place was come to: those that were inlined, or the host's.
  Json stacks(const Finding& finding) {
    Json frames = Json::array();
    for (const analysis::HostFrame& frame : finding.trace) {
      Json json;
      if (frame.where.line != 0) json["physicalLocation"] = physical_location(frame.where);
      if (!frame.function.empty()) json["logicalLocations"] = Json::array({{{"fullyQualifiedName", frame.function}}});
      Json added = {{"module", frame.module}};
      if (!json.empty()) added["location"] = std::move(json);
      frames.push_back(std::move(added));
    }
    if (!finding.inlined_from.empty() || !finding.inlined_at.empty()) {
      const auto add = [&](const SourcePosition& where) {
        Json location = {{"physicalLocation", physical_location(where)}};
        if (!frames.empty()) location["message"] = message("inlined here");
        frames.push_back({{"location", std::move(location)}});
      };
      std::ranges::for_each(finding.inlined_from, add);
      add(finding.where);
      std::ranges::for_each(finding.inlined_at, add);
    }
    if (frames.empty()) return frames;
    return Json::array({{{"frames", std::move(frames)}}});
  }

  /// "allowed at a.cu:3: reason" in a source that the finding is about, or in a file of suppressions.
  static Json suppression(const Finding& finding) {
    const auto names = [&](const SourcePosition& where) {
      return !where.file.empty() && finding.suppressed_by.starts_with(where.file + ':');
    };
    bool in_source = names(finding.where);
    for (const analysis::RelatedPlace& place : finding.related) in_source |= names(place.where);
    return {{"kind", in_source ? "inSource" : "external"},
            {"status", "accepted"},
            {"justification", "allowed by " + finding.suppressed_by}};
  }

  static Json properties(const Finding& finding) {
    Json json = {{"class", class_of(finding)}};
    if (!finding.kernel.empty()) {
      json["kernel"] = finding.kernel;
      json["launch"] = finding.launch;
      json["block"] = {finding.block.x, finding.block.y, finding.block.z};
      json["thread"] = {finding.thread.x, finding.thread.y, finding.thread.z};
      json["warp"] = finding.warp;
      json["lanes"] = finding.lanes;
    }
    if (!finding.instruction.empty()) json["instruction"] = finding.instruction;
    if (finding.total != 0) {
      json["excess"] = finding.excess;
      json["total"] = finding.total;
    }
    if (!finding.call.empty()) json["apiCall"] = finding.call;
    if (finding.bytes != 0) json["bytes"] = finding.bytes;
    if (finding.seed != 0) json["seed"] = finding.seed;
    return json;
  }

  Json result(const Finding& finding, const std::string& known_by) {
    std::string said = finding.message;
    if (!finding.detail.empty()) said += '\n' + finding.detail;
    for (const std::string& note : finding.notes) said += '\n' + note;
    Json json = {{"ruleId", finding.rule},
                 {"ruleIndex", rule_index(finding)},
                 {"level", level_of(finding.severity)},
                 {"message", message(said)},
                 {"locations", Json::array({location(finding)})}};
    if (Json places = related(finding); !places.empty()) json["relatedLocations"] = std::move(places);
    if (Json calls = stacks(finding); !calls.empty()) json["stacks"] = std::move(calls);
    // The first is the name by which GitHub knows one.
    json["partialFingerprints"] = {{"primaryLocationLineHash", known_by}, {"warpglassFinding/v1", known_by}};
    if (finding.count != 0) json["occurrenceCount"] = finding.count;
    if (!finding.suppressed_by.empty()) json["suppressions"] = Json::array({suppression(finding)});
    json["properties"] = properties(finding);
    return json;
  }

  /// Rules are listed in the order in which they are met.
  std::size_t rule_index(const Finding& finding) {
    const auto [at, fresh] = rule_of_.try_emplace(finding.rule, rules_.size());
    if (fresh) rules_.push_back(sarif_rule(finding, options_.docs));
    return at->second;
  }

  Json driver() {
    return {{"name", "Warpglass"},
            {"fullName", fmt::format("Warpglass {}", report_.tool_version)},
            {"semanticVersion", report_.tool_version},
            {"shortDescription", message("Runs CUDA programs without a GPU and shows what the memory system does.")},
            {"rules", std::move(rules_)}};
  }

  Json invocation() {
    Json notifications = Json::array();
    for (const std::string& notice : report_.run.notices)
      notifications.push_back({{"level", "note"}, {"message", message(notice)}});
    for (const Diagnostic& remark : report_.run.remarks) {
      Json json = {{"level", level_of(remark.severity)}, {"message", message(remark.message)}};
      if (!remark.where.file.empty())
        json["locations"] = Json::array({{{"physicalLocation", physical_location(remark.where)}}});
      notifications.push_back(std::move(json));
    }
    Json json = {{"executionSuccessful", !report_.interrupted}};
    if (!report_.command.empty()) json["commandLine"] = report_.command;
    if (!report_.host.empty()) json["machine"] = report_.host;
    if (report_.process != 0) json["processId"] = report_.process;
    json["toolExecutionNotifications"] = std::move(notifications);
    json["properties"] = {{"device", report_.device}, {"architecture", report_.architecture}};
    return json;
  }

  const Report& report_;
  const FormOptions& options_;
  Json rules_ = Json::array();
  Json artifacts_ = Json::array();
  std::map<std::string, std::size_t> rule_of_;
  std::map<std::string, std::size_t> artifact_of_;
};

}  // namespace

std::string to_sarif(std::span<const Report> all, const FormOptions& options) {
  Json runs = Json::array();
  for (const Report& report : all) runs.push_back(Log(report, options).run());
  const Json log = {
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", std::move(runs)}};
  // Names of files need not be UTF-8.
  return log.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpglass::report
