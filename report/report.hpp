// A run as a file and as text. The report is data; every form of it (JSON, CSV, text) is a pure function of that data,
// one file each.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/profile.hpp"
#include "base/source_text.hpp"

namespace warpglass::report {

/// Memory whose contents were taken a digest of. The order of its pieces makes no difference.
struct Digest {
  std::uint64_t pieces = 0;
  std::uint64_t bytes = 0;
  std::string digest;  // of the contents, 128 bits in hexadecimal

  friend bool operator==(const Digest&, const Digest&) = default;
};

/// What a program computed: two runs that did the same have the same.
struct Results {
  Digest copied;  // from the device to the host
  Digest left;    // in device memory, managed memory and variables when they were freed, or at the end
  /// Accesses of kernels to bytes that an edit's new layout of an array leaves between what it holds.
  std::uint64_t strayed = 0;

  friend bool operator==(const Results&, const Results&) = default;
};

/// What a part of the work took, by the clock on the wall.
struct PhaseTime {
  std::string phase;  // name_of(Phase)
  double seconds = 0;
  std::uint64_t times = 0;  // launches, modules, kernels
};

struct ReportDevice {
  std::string name;          // "NVIDIA H200"
  std::string architecture;  // "sm_90"

  friend bool operator==(const ReportDevice&, const ReportDevice&) = default;
};

struct Report {
  std::string tool_version;
  std::string device;        // "NVIDIA H200"
  std::string architecture;  // "sm_90"
  std::string program;       // path as the user gave it
  std::string command;       // command line
  std::string host;          // name of the machine that ran the model
  std::int64_t process = 0;  // id
  bool interrupted = false;  // the run was stopped; the report holds what was gathered
  bool as_written = false;   // PTX instructions were counted as they stand, not as the assembler changes them
  std::vector<ReportDevice> devices{};   // of a program that had several; the first is the one above
  std::vector<std::string> analysers{};  // that were at work, by name: what has not been looked for was not found
  std::optional<Results> results{};      // where the run was asked for them
  std::vector<PhaseTime> timings{};      // where the run was asked for them
  std::vector<SourceText> sources{};     // that are in no file: what NVRTC compiled
  analysis::RunProfile run;
};

/// The line of a source file without its newline; nullopt when file or line is not there.
using SourceLookup = std::function<std::optional<std::string>(std::string_view file, std::uint32_t line)>;

/// JSON text of the whole report; `parse` gives it back.
[[nodiscard]] std::string to_json(const Report& report);
/// A list of them.
[[nodiscard]] std::string to_json(std::span<const Report> all);

/// The same for `parse` alone: on one line, and counters that are those of the kernel's launch before are not repeated.
[[nodiscard]] std::string to_short_json(const Report& report);

/// \param problem  what is wrong, one line; empty when the report is there
[[nodiscard]] std::optional<Report> parse(std::string_view json, std::string& problem);
/// One, or a list of them. \return empty where something is wrong
[[nodiscard]] std::vector<Report> parse_all(std::string_view json, std::string& problem);

/// Writes short JSON to a file of another name first, so that a reader never sees half a report.
/// \return what went wrong, one line; empty when written
[[nodiscard]] std::string save(const Report& report, const std::string& path);

[[nodiscard]] std::optional<Report> load(const std::string& path, std::string& problem);
[[nodiscard]] std::vector<Report> load_all(const std::string& path, std::string& problem);

/// As `ncu --csv --page raw`: a header row, a row of units, a row a counted launch.
/// \param metrics  indices of the columns wanted; empty: all
[[nodiscard]] std::string to_csv(const Report& report, const std::vector<std::size_t>& metrics = {});
/// Of runs that hold the same counters, one behind the other under one header: `CC` tells their GPUs.
[[nodiscard]] std::string to_csv(std::span<const Report> all, const std::vector<std::size_t>& metrics = {});

/// The kernels' source lines, or their PTX instructions: a header row, a row of units, a row a place.
[[nodiscard]] std::string to_csv_of_lines(const Report& report);
[[nodiscard]] std::string to_csv_of_instructions(const Report& report);

/// The report as one HTML file that needs nothing else: the page (page/) with the report as JSON and the text of the
/// source files that it names.
/// \param source  may be empty: then the page shows PTX alone
[[nodiscard]] std::string to_html(const Report& report, const SourceLookup& source);
/// The page of the first, with what kernels of the others counted beside it.
[[nodiscard]] std::string to_html(std::span<const Report> all, const SourceLookup& source);

struct TextOptions {
  bool colour = false;
  std::size_t width = 100;             // columns of the terminal
  std::size_t table_width = 0;         // that tables may take; 0: as many as they need
  std::size_t top = 10;                // findings at most, and four times as many lines a kernel; 0: all
  bool all_metrics = false;            // also metrics that are zero, that describe the launch or that count in the unit
  std::vector<std::size_t> metrics{};  // indices of those to show instead; empty: the main ones
  bool kernels = true;                 // what each kernel did, not only what was found
  std::string directory{};             // files below it are named relative to it; with a slash at the end, or empty
  SourceLookup source{};               // may be empty
};

/// What was found in the words and the layout of NVIDIA's compute-sanitizer, for scripts that read its output. Findings
/// that it has no words for are told in ours. Notes are left out, as it leaves them out unless asked.
[[nodiscard]] std::string to_sanitizer_text(const Report& report);

/// Adds what another run of the same program found, under another order of its blocks and warps: findings of the same
/// rule at the same places are one, from whichever side, with their counts added up; the first one stays. Kernels and
/// launches are those of the first run.
void merge_in(analysis::RunProfile& into, analysis::RunProfile&& other);

/// One report of several of the same program and the same GPU. Of checks, which are runs under several seeds, findings
/// are counted together as `merge_in` does, and kernels and launches are those of the first. Of runs that count, all
/// counters are added up and the launches stand one run after the other; an added finding says in a note what it comes
/// to in all runs.
/// \param all      at least one
/// \param problem  why they cannot be one, one line; the reports are meant by their `names`
[[nodiscard]] std::optional<Report> merge(std::vector<Report> all, const std::vector<std::string>& names,
                                          std::string& problem);

/// Compiler-style findings, then a table a kernel and its totals.
[[nodiscard]] std::string to_text(const Report& report, const TextOptions& options);
/// Of several GPUs: what was found on which, then a table a kernel, with a column for each.
[[nodiscard]] std::string to_text(std::span<const Report> all, const TextOptions& options);

}  // namespace warpglass::report
