// Reports, as the header has them: a copy of what a run gathered, and its forms, each made when it is first asked for.
#include "report/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/metric_selection.hpp"
#include "library/gpu.hpp"
#include "report/json.hpp"
#include "report/scope.hpp"

using warpglass::library::Failure;
using warpglass::library::Gpu;
namespace analysis = warpglass::analysis;
namespace report = warpglass::report;

namespace {

/// A text that several threads may be the first to ask for.
class Form {
 public:
  template <class Make>
  const char* get(Make&& make) noexcept {
    try {
      std::call_once(made_, [&] { text_ = make(); });
      return text_.c_str();
    } catch (...) {
      return "";
    }
  }

 private:
  std::once_flag made_;
  std::string text_;
};

}  // namespace

struct warpglass_report {
  report::Report data;
  std::vector<std::string> heads;  // "file:line:column: warning: message  [rule]", one a finding
  std::vector<warpglass_finding> findings;
  mutable warpglass::library::Errors errors;
  mutable Form json;
  mutable Form findings_json;
  mutable Form text;
};

namespace {

void list_findings(warpglass_report& made) {
  const std::vector<analysis::Finding>& all = made.data.run.findings;
  made.heads.reserve(all.size());
  for (const analysis::Finding& finding : all) {
    made.heads.push_back(to_string(warpglass::Diagnostic{
        .severity = finding.severity, .where = finding.where, .message = finding.message, .rule = finding.rule}));
    made.findings.push_back({.rule = finding.rule.c_str(),
                             .severity = static_cast<warpglass_severity>(finding.severity),
                             .file = finding.where.file.c_str(),
                             .line = finding.where.line,
                             .column = finding.where.column,
                             .kernel = finding.kernel.c_str(),
                             .message = finding.message.c_str(),
                             .detail = finding.detail.c_str(),
                             .text = made.heads.back().c_str(),
                             .launch = finding.launch,
                             .block = {finding.block.x, finding.block.y, finding.block.z},
                             .thread = {finding.thread.x, finding.thread.y, finding.thread.z},
                             .count = finding.count,
                             .excess = finding.excess});
  }
}

std::size_t column_named(const analysis::RunProfile& run, const std::string& counter) {
  if (run.metrics.empty() || (run.launch_count != 0 && run.launches_counted == 0))
    throw Failure(WARPGLASS_NOT_FOUND, "nothing was counted: the device's mode is not WARPGLASS_COUNT");
  std::string problem;
  const std::vector<std::size_t> columns = analysis::select_metrics(run.metrics, counter, problem);
  if (!problem.empty()) throw Failure(WARPGLASS_NOT_FOUND, problem);
  if (columns.size() == 1) return columns.front();
  std::vector<std::string_view> names;
  for (const std::size_t column : columns) names.emplace_back(run.metrics[column].name);
  throw Failure(WARPGLASS_INVALID_VALUE,
                fmt::format("'{}' names {} counters; name one: {}", counter, columns.size(), fmt::join(names, ", ")));
}

std::vector<const analysis::KernelProfile*> kernels_named(const analysis::RunProfile& run, const std::string& name) {
  const report::Scope scope{.kernel = name.empty() ? "*" : name};
  std::vector<std::string_view> all;
  std::vector<const analysis::KernelProfile*> meant;
  for (const analysis::KernelProfile& kernel : run.kernels) {
    all.emplace_back(kernel.name);
    if (kernel.launches_counted != 0 && (kernel.mangled_name == name || names_kernel(scope, kernel.name)))
      meant.push_back(&kernel);
  }
  if (!meant.empty()) return meant;
  if (all.empty()) throw Failure(WARPGLASS_NOT_FOUND, "nothing was launched");
  throw Failure(WARPGLASS_NOT_FOUND, fmt::format("no kernel that was counted is called '{}'; launched were: {}", name,
                                                 fmt::join(all, ", ")));
}

double counter_of(const analysis::RunProfile& run, const std::string& kernel, const std::string& counter) {
  const std::size_t column = column_named(run, counter);
  const std::vector<const analysis::KernelProfile*> kernels = kernels_named(run, kernel);
  const analysis::MetricDefinition& metric = run.metrics[column];
  if (kernels.size() > 1 && !metric.adds)
    throw Failure(WARPGLASS_INVALID_VALUE,
                  fmt::format("{} does not add up over {} kernels: name one of them", metric.name, kernels.size()));
  double sum = 0;
  for (const analysis::KernelProfile* one : kernels) sum += one->values[column];
  return sum;
}

}  // namespace

warpglass_status warpglass_start_report(warpglass_device* device) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  return device->call([](Gpu& gpu) { gpu.run().start_over(); });
}

warpglass_status warpglass_take_report(warpglass_device* device, warpglass_report** taken) {
  if (device == nullptr || taken == nullptr) return WARPGLASS_INVALID_VALUE;
  *taken = nullptr;
  return device->call([&](Gpu& gpu) {
    auto made = std::make_unique<warpglass_report>();
    made->data = gpu.run().report(false);
    list_findings(*made);
    *taken = made.release();
  });
}

void warpglass_report_destroy(warpglass_report* taken) { delete taken; }

const char* warpglass_report_json(const warpglass_report* taken) {
  if (taken == nullptr) return "";
  return taken->json.get([&] { return report::to_json(taken->data); });
}

const char* warpglass_report_findings_json(const warpglass_report* taken) {
  if (taken == nullptr) return "";
  return taken->findings_json.get([&] {
    using Json = nlohmann::ordered_json;
    return report::document_without_launches(taken->data)
               .at("findings")
               .dump(1, ' ', false, Json::error_handler_t::replace) +
           '\n';
  });
}

const char* warpglass_report_text(const warpglass_report* taken) {
  if (taken == nullptr) return "";
  return taken->text.get([&] { return report::to_text(taken->data, {.top = 0}); });
}

uint64_t warpglass_report_launch_count(const warpglass_report* taken) {
  return taken != nullptr ? taken->data.run.launch_count : 0;
}

int warpglass_report_looked_for(const warpglass_report* taken, const char* analyser) {
  if (taken == nullptr || analyser == nullptr) return 0;
  return std::ranges::find(taken->data.analysers, std::string_view(analyser)) != taken->data.analysers.end() ? 1 : 0;
}

size_t warpglass_report_finding_count(const warpglass_report* taken) {
  return taken != nullptr ? taken->findings.size() : 0;
}

const warpglass_finding* warpglass_report_finding(const warpglass_report* taken, size_t index) {
  return index < warpglass_report_finding_count(taken) ? &taken->findings[index] : nullptr;
}

warpglass_status warpglass_report_counter(const warpglass_report* taken, const char* kernel, const char* counter,
                                          double* value) {
  if (taken == nullptr || value == nullptr) return WARPGLASS_INVALID_VALUE;
  *value = 0;
  return taken->errors.guard([&] {
    if (counter == nullptr || *counter == '\0') throw Failure(WARPGLASS_INVALID_VALUE, "no counter is named");
    *value = counter_of(taken->data.run, kernel != nullptr ? kernel : "", counter);
  });
}

const char* warpglass_report_last_error(const warpglass_report* taken) {
  return taken != nullptr ? taken->errors.text() : "the report is NULL";
}
