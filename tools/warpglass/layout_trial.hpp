// The program as the user has it, and the same with an edit: each is compiled and run under the same conditions, and
// what they compute, print and end with is compared. They are compiled side by side and run one after the other, since
// two that run at once might get into each other's way: files that they write, the standard input.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "rewrite/edit.hpp"
#include "tools/warpglass/child_run.hpp"
#include "tools/warpglass/options.hpp"
#include "tools/warpglass/runnable.hpp"
#include "tools/warpglass/temporary_folder.hpp"

namespace warpglass::tool {

/// What is looked at in a run of an edited program; its counters always are.
enum class Look : std::uint8_t { counts, races };

/// What edits reach: kernels alone, and what only kernels call; or also what the host compiles. Of the former the
/// kernels are compiled anew, and the host's side of the program stays. Of others both sides are compiled, by
/// themselves where the program allows that; else as a whole.
enum class Reach : std::uint8_t { kernels, program, whole };

/// One run.
struct Trial {
  std::string compile_error;  // else it ran
  int exit_code = 0;
  std::string output;                    // the program's standard output
  std::optional<report::Report> report;  // nothing: it left none
  Look look = Look::counts;
};

class Trials {
 public:
  /// Compiles the program, and runs it.
  /// \throws UsageError
  explicit Trials(const RunOptions& options);

  /// The program as it is.
  [[nodiscard]] const Trial& first() const { return first_; }
  [[nodiscard]] const std::string& program() const { return options_.program; }

  /// Edits of the program's source that are tried together.
  struct Edits {
    std::vector<rewrite::Edit> all;
    Reach reach = Reach::program;
  };

  /// Compiles the program with each of these, side by side, for run().
  void prepare(const std::vector<Edits>& all);

  /// With edits of its source.
  [[nodiscard]] Trial run(const Edits& edits, Look look = Look::counts);

  /// What is not as in the first run; empty: nothing. What differs between two runs of the program as it is does not
  /// count, and is told by notices().
  [[nodiscard]] std::string difference(const Trial& other);

  [[nodiscard]] const std::vector<std::string>& notices() const { return notices_; }

  /// Folder of what serves several compilations of this source; it goes with this where nothing is to be kept.
  [[nodiscard]] std::string cache() const {
    return options_.cache.empty() ? folder_.path() + "/cache" : options_.cache;
  }

 private:
  /// The program with an edit, ready to be run.
  struct EditedProgram {
    std::unique_ptr<Runnable> program;
    std::string error;      // that the compiler gave; then there is no program
    bool in_parts = false;  // its device code is compiled by itself
  };
  void compile(const std::vector<rewrite::Edit>& edits, Reach reach, EditedProgram& edited) const;
  [[nodiscard]] Trial run(const Runnable& program, bool repeats, const std::vector<std::string>& analysers);
  void find_what_varies();

  TemporaryFolder folder_;
  RunOptions options_;
  Runnable program_;
  off_t input_;  // where the standard input begins, if it can be read again
  Trial first_;
  std::map<std::vector<rewrite::Edit>, EditedProgram> edited_;
  std::vector<std::string> notices_;
  bool known_to_vary_ = false;  // it was looked for what varies
  bool output_varies_ = false;
  bool copied_varies_ = false;
  bool left_varies_ = false;
  bool exit_varies_ = false;
};

}  // namespace warpglass::tool
