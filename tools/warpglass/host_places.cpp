#include "tools/warpglass/host_places.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tools/warpglass/symbols.hpp"

namespace warpglass::tool {
namespace {

using analysis::Finding;
using analysis::HostFrame;
using analysis::HostTrace;

/// CUDA's headers wrap calls in templates, and libraries of headers make calls for the user.
bool is_in_system_header(const HostFrame& frame) {
  const std::string& file = frame.where.file;
  if (file.find(WARPGLASS_CUDA_PATH "/include/") != std::string::npos || file.starts_with("/usr/include/")) return true;
  const std::string name = std::filesystem::path(file).filename().string();
  return name == "cuda_runtime.h" || name == "cuda_runtime_api.h" || name == "host_runtime.h";
}

/// What copies memory for the program, and the like.
bool is_in_c_library(const HostFrame& frame) {
  const std::string name = std::filesystem::path(frame.module).filename().string();
  return name.starts_with("libc.so") || name.starts_with("libstdc++.so") || name.starts_with("libm.so");
}

std::string_view without_arguments(std::string_view function) { return function.substr(0, function.find('(')); }

/// What the compiler makes for a kernel, for the host to call; inlined, it has the kernel's own name.
bool is_stub(const HostFrame& frame, const std::string& kernel) {
  if (frame.function.find("device_stub") != std::string::npos) return true;
  const std::string_view name = without_arguments(frame.function);
  return !kernel.empty() && !name.empty() && without_arguments(kernel).ends_with(name);
}

class HostPlaces {
 public:
  HostTrace looked_up(const HostTrace& addresses, const std::string& kernel) {
    HostTrace trace;
    for (const HostFrame& address : addresses) {
      for (HostFrame& frame : symbols_.frames_at(address)) trace.push_back(std::move(frame));
      if (trace.back().function == "main") break;
    }
    const auto user = std::ranges::find_if(trace, [&](const HostFrame& frame) {
      return !is_in_system_header(frame) && !is_in_c_library(frame) && !is_stub(frame, kernel);
    });
    if (user != trace.end()) trace.erase(trace.begin(), user);
    return trace;
  }

 private:
  Symbols symbols_;
};

/// The innermost place that is known by its line.
SourcePosition position_of(const HostTrace& trace) {
  const auto known = std::ranges::find_if(trace, [](const HostFrame& frame) { return frame.where.line != 0; });
  return known != trace.end() ? known->where : SourcePosition{};
}

/// What makes findings one: calls that stand once in the source, and fail alike. Who was not freed is known by the
/// place where it was made alone, whoever wanted it.
using Key = std::tuple<std::string, std::string, std::string, std::vector<std::tuple<std::string, std::uint64_t>>>;

Key key_of_finding(const Finding& finding) {
  std::vector<std::tuple<std::string, std::uint64_t>> lines;
  for (const HostFrame& frame : finding.trace) {
    const bool known = frame.where.line != 0;
    lines.emplace_back(known ? frame.where.file : frame.module,
                       known ? std::uint64_t{frame.where.line} << 32 | frame.where.column : frame.offset);
    if (finding.rule == "leak") break;
  }
  return {finding.rule, finding.call, finding.detail, std::move(lines)};
}

/// Adds up findings of one place.
void merge(std::vector<Finding>& findings) {
  std::map<Key, std::size_t> first;
  std::vector<Finding> merged;
  for (Finding& finding : findings) {
    if (!finding.trace.empty()) {
      const auto [known, fresh] = first.try_emplace(key_of_finding(finding), merged.size());
      if (!fresh) {
        merged[known->second].count += finding.count;
        merged[known->second].bytes += finding.bytes;
        continue;
      }
    }
    merged.push_back(std::move(finding));
  }
  findings = std::move(merged);
}

}  // namespace

void look_up_host_places(report::Report& report) {
  HostPlaces places;
  for (Finding& finding : report.run.findings) {
    for (analysis::HostPlace& place : finding.places) place.trace = places.looked_up(place.trace, "");
    if (finding.trace.empty()) continue;
    finding.trace = places.looked_up(finding.trace, finding.kernel);
    finding.where = position_of(finding.trace);
  }
  merge(report.run.findings);
}

}  // namespace warpglass::tool
