// A report with every member that there is, findings of every kind among them.
#pragma once

#include <fmt/format.h>

#include "report/forms.hpp"
#include "tests/unit/report/golden.hpp"

namespace warpglass::report {

/// A race whose sides are in a.cu, a finding of the host, and one that is suppressed.
inline Report full_report() {
  Report report = sample_report();
  report.analysers = {"banks", "coalescing", "host", "races"};
  analysis::RunProfile& run = report.run;
  using enum analysis::TransferKind;
  run.transfers = {
      {.kind = host_to_device, .bytes = 65536, .stream = 0, .device = 0, .launches_before = 0, .waits = true},
      {.kind = fill, .bytes = 4096, .stream = 2, .device = 0, .launches_before = 0, .waits = false},
      {.kind = device_to_host, .bytes = 65536, .stream = 0, .device = 0, .launches_before = 2, .waits = true}};
  run.transfer_count = run.transfers.size();

  analysis::Finding race;
  race.rule = "shared-race";
  race.severity = Severity::error;
  race.where = {"/src/a b.cu", 3, 8};
  race.inlined_at = {{"/src/main.cu", 9, 1}};
  race.instruction = "st.shared.u32";
  race.pc = 6;
  race.kernel = run.kernels[0].name;
  race.launch = 1;
  race.message = "race <in> [shared](memory) & \"more\"";
  race.detail = "byte 4 of s";
  race.notes = {"__syncthreads() between the two would order them"};
  race.access = {.space = "shared", .write = true, .bytes = 4, .address = 16};
  race.related = {{.where = {"/src/a b.cu", 5, 2},
                   .pc = 2,
                   .block = {0, 0, 0},
                   .thread = {1, 0, 0},
                   .access = {.space = "shared", .write = false, .bytes = 4, .address = 16},
                   .message = "thread (1,0,0) reads it"}};
  race.count = 3;
  race.seed = 2;
  run.findings.push_back(race);

  analysis::Finding freed;
  freed.rule = "double-free";
  freed.severity = Severity::error;
  freed.where = {"/src/main.cu", 12, 3};
  freed.message = "cudaFree of memory that is free";
  freed.call = "cudaFree";
  freed.trace = {{.module = "/bin/app", .offset = 64, .function = "main", .where = {"/src/main.cu", 12, 3}},
                 {.module = "/lib/libc.so.6", .offset = 1, .function = "", .where = {}}};
  freed.places = {{.what = "it was freed", .trace = freed.trace}};
  freed.bytes = 4096;
  freed.count = 1;
  run.findings.push_back(freed);

  analysis::Finding leak;
  leak.rule = "leak";
  leak.severity = Severity::note;
  leak.message = "256 bytes are never freed";
  leak.call = "cudaMalloc";
  run.findings.push_back(leak);

  analysis::Finding allowed = race;
  allowed.where.line = 5;
  allowed.suppressed_by = "/src/a b.cu:4: on purpose";
  run.suppressed.push_back(allowed);
  allowed.suppressed_by = "known.supp:2";
  run.suppressed.push_back(allowed);
  run.remarks = {{.severity = Severity::note,
                  .where = {"known.supp", 3, 1},
                  .message = "this suppression allowed nothing",
                  .rule = {}}};
  return report;
}

/// Lines of /src/a b.cu; there is an umlaut before the race's place.
inline SourceLookup full_source(const std::string& before = "") {
  return [before](std::string_view file, std::uint32_t line) -> std::optional<std::string> {
    if (file != "/src/a b.cu" || line == 0 || line > 6) return std::nullopt;
    return line == 3 ? before + "/* \xc3\xa4 */ s[i] = 1;" : fmt::format("line {}", line);
  };
}

inline FormOptions full_options() {
  return {.text = {.directory = "/src/", .source = full_source()}, .docs = "https://example.org/docs/"};
}

}  // namespace warpglass::report
