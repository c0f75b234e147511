// What each command is asked to do, and the notations that flags share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/timings.hpp"
#include "report/explanation.hpp"
#include "report/forms.hpp"

namespace warpglass::tool {

enum class ColourChoice : std::uint8_t { automatic, always, never };

/// A form of the report, and where it goes.
struct FormFile {
  const report::Form* form = nullptr;
  std::string path;  // "-" for the standard output
};

/// Whether one of them goes to the standard output, which then is no longer the program's.
[[nodiscard]] bool takes_output(const std::vector<FormFile>& files);

/// What a check prints.
enum class FindingsFormat : std::uint8_t {
  text,
  sanitizer,  // in the words of NVIDIA's compute-sanitizer
};

/// Orders of blocks and warps; 0 is the engine's own.
struct SeedRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  friend bool operator==(const SeedRange&, const SeedRange&) = default;
};

struct RunOptions {
  bool check = false;                  // look for mistakes and for nothing else
  std::string program;                 // .cu, .ptx or executable
  std::vector<std::string> arguments;  // of the program
  std::vector<FormFile> files;         // that the report is written to
  report::CsvPage csv_page = report::CsvPage::raw;
  std::string arch = "H200";
  std::vector<std::string> archs;    // that the program is run for, one after the other; empty: `arch`
  std::vector<std::string> devices;  // of the program, as session::Settings has them; empty: one
  int jobs = 0;                      // worker threads; 0: one per core
  int bank_width = 0;                // of shared memory, 4 or 8 bytes; 0: what the program sets
  bool quiet = false;
  std::optional<report::NamedLine> explain;  // shown in the place of the report
  std::size_t top = 10;
  bool all_metrics = false;
  std::vector<std::size_t> metrics;         // indices into all_metric_definitions(); empty: the main ones
  std::string kernel;                       // regular expression; of a .ptx: the kernel to launch
  std::optional<std::uint64_t> launches;    // to count
  std::optional<std::uint64_t> loop_limit;  // back edges of one warp
  std::vector<std::string> analysers;       // asked for by flags of their own
  bool analysis = true;
  bool leaks = false;                     // what is never freed fails the check
  bool arithmetic = false;                // of a check: look at the numbers too
  bool indices = false;                   // of a check: the compiler compares indices with their arrays
  bool as_written = false;                // count PTX instructions as they stand
  std::string ptxas;                      // assembler that is asked for registers; empty: they are estimated
  std::string tier = "auto";              // what the second tier compiles: off, hot or always; auto: hot if it is there
  std::uint64_t seed = 0;                 // of the order of blocks and warps; 0: the engine's own
  std::vector<std::string> expectations;  // files
  bool repeats = false;                   // the program has run before: what it prints has been seen
  bool every_launch = false;              // execute those, too, that would do again what an earlier one has done
  bool asks_timings = false;              // where the time goes is shown at the end
  Timings* timings = nullptr;             // of the command, as it runs; nullptr: nobody asks
  // Of runs that are compared with each other:
  bool results = false;     // take a digest of what is computed
  std::string output_file;  // the program's standard output goes there; empty: it does not
  std::string device_code;  // PTX in the place of what the program brings; empty: its own
  bool trial = false;       // a source that cannot be compiled is no mistake of the user's
  std::string edited;       // of a trial: CompileJob::edited
  // Of a check:
  std::vector<std::string> suppressions;  // files
  int error_exit_code = 1;                // where something was found; 0: the program's own
  FindingsFormat format = FindingsFormat::text;
  std::optional<SeedRange> seeds;  // nothing: as many as show something new

  ColourChoice colour = ColourChoice::automatic;
  std::vector<std::string> compiler_flags;  // of a .cu
  std::string cache;                        // folder of what has been compiled and assembled; empty: nothing is kept
  // Of a .ptx:
  std::optional<Dim3> grid;
  std::optional<Dim3> cluster;
  std::optional<Dim3> block;
  std::uint32_t shared_bytes = 0;
  std::vector<std::string> kernel_arguments;
};

/// The same advice on several machines, with several arguments.
struct SweepOptions {
  std::string folder;                  // of the results; empty: no sweep
  std::vector<std::string> archs;      // empty: RunOptions::arch
  std::vector<std::string> arguments;  // each some words, behind RunOptions::arguments; empty: these alone
  unsigned jobs = 1;                   // points at once
  std::optional<std::size_t> point;    // only this one is run
  bool slurm = false;                  // a script for Slurm is printed, nothing is run
};

struct AdviseOptions {
  RunOptions run;
  SweepOptions sweep;
  std::string json;    // file, or "-"
  std::string patch;   // likewise
  bool apply = false;  // make the repairs in the user's files
};

/// Of saved runs, as one report.
struct ReportOptions {
  std::vector<std::string> runs;       // files
  const report::Form* form = nullptr;  // that is written to `output`; nullptr: files alone
  std::string output = "-";
  std::vector<FormFile> files;
  report::CsvPage csv_page = report::CsvPage::raw;
  std::vector<std::string> expectations;     // files
  std::optional<report::NamedLine> explain;  // written to `output` in the place of a form
  std::size_t top = 10;
  bool all_metrics = false;
  std::string metrics;  // list of names; empty: the main ones
  ColourChoice colour = ColourChoice::automatic;
};

/// Two saved runs, side by side.
struct DiffRunsOptions {
  std::string before;  // files
  std::string after;
  std::vector<std::string> fail_on;  // conditions
  std::string json;
  std::string markdown;
  bool quiet = false;
  std::size_t top = 10;
  bool all_metrics = false;
  std::string metrics;  // list of names; empty: the main ones
  ColourChoice colour = ColourChoice::automatic;
};

struct OccupancyOptions {
  std::string program;  // .cu or .ptx; empty for bare numbers
  std::string kernel;
  std::optional<Dim3> block;
  std::optional<std::uint32_t> registers;
  std::uint32_t static_shared_bytes = 0;  // of bare numbers; a kernel has its own
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t barriers = 1;
  std::optional<std::int32_t> carve_out_percent;
  std::uint32_t cluster_size = 0;
  std::vector<std::string> archs = {"H200"};
  std::string json;
  ColourChoice colour = ColourChoice::automatic;
  std::vector<std::string> compiler_flags;
  bool resource_usage = false;  // in ptxas's words, in place of the study
};

enum class AccessChoice : std::uint8_t { load, store, atomic, compare_and_swap };

struct BanksOptions {
  std::string expression;              // empty: strides
  bool propose = false;                // a layout for `expression` and `others`
  std::vector<std::string> others;     // further accesses to the same array
  std::vector<std::uint32_t> strides;  // in elements
  std::string type = "float";
  std::vector<std::uint64_t> shape;
  std::string condition;
  std::optional<Dim3> block;
  std::uint32_t warp = 0;
  AccessChoice access = AccessChoice::load;
  std::optional<std::uint32_t> bank_bytes;  // 4 or 8; nothing: 4, and both where GPUs are compared
  std::vector<std::string> archs = {"H200"};
  std::string json;
  ColourChoice colour = ColourChoice::automatic;
};

struct CostsOptions {
  std::vector<std::string> classes;  // empty: all
  std::vector<std::string> archs = {"H200"};
  std::string json;
  ColourChoice colour = ColourChoice::automatic;
};

struct DevicesOptions {
  std::vector<std::string> names;  // empty: all
  std::string json;
};

/// "16", "16x8", "16,8,1". \throws UsageError naming `option`
[[nodiscard]] Dim3 parse_extent(const std::string& text, const std::string& option);

/// "8" for 0..7, "3..5". \throws UsageError naming `option`
[[nodiscard]] SeedRange parse_seeds(const std::string& text, const std::string& option);

/// "4096", "48K", "48KiB". \throws UsageError naming `option`
[[nodiscard]] std::uint32_t parse_bytes(const std::string& text, const std::string& option);

/// "auto", "always", "never". \throws UsageError
[[nodiscard]] ColourChoice parse_colour(const std::string& text);

}  // namespace warpglass::tool
