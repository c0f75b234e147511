#include "tools/warpglass/layout_trial.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "report/display.hpp"
#include "rewrite/shared_declarations.hpp"
#include "toolkit/read_files.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/parallel.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/source_text.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

/// The compiler reads the edited files in the place of the user's: paths, lines and includes stay as they are.
std::string write_overlay(const std::vector<std::pair<std::string, std::string>>& files, const std::string& folder) {
  nlohmann::json roots = nlohmann::json::array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string edited = fmt::format("{}/edited-{}", folder, i);
    write_output(edited, files[i].second);
    roots.push_back({{"name", std::filesystem::absolute(files[i].first).lexically_normal().string()},
                     {"type", "file"},
                     {"external-contents", edited}});
  }
  const std::string path = folder + "/overlay.json";
  write_output(path, nlohmann::json{{"version", 0}, {"use-external-names", false}, {"roots", roots}}.dump());
  return path;
}

RunOptions compared(RunOptions options, const std::string& folder) {
  options.results = true;
  options.output_file = folder + "/output";
  return options;
}

/// \param of_first  that were at work in the first run: counters of caches are compared where it has them
std::vector<std::string> analysers_for(Look look, const std::vector<std::string>& of_first) {
  std::vector<std::string> names;
  if (look == Look::races) names = {"barrier-counts", "races", "warp-sync"};
  if (std::ranges::find(of_first, "caches") != of_first.end()) {
    names.emplace_back("caches");
    if (look == Look::races) names.emplace_back("read-only-path");
  }
  return names;
}

/// A kernel that an edit gives other parameters has another mangled name: it is called what it was.
void give_old_names(report::Report& report, const report::Report& first) {
  const auto has = [](const report::Report& in, const analysis::KernelProfile& kernel) {
    return std::ranges::find(in.run.kernels, kernel.mangled_name, &analysis::KernelProfile::mangled_name) !=
           in.run.kernels.end();
  };
  for (const analysis::KernelProfile& before : first.run.kernels) {
    if (has(report, before)) continue;
    const std::string name = rewrite::kernel_filter(before.mangled_name);
    analysis::KernelProfile* same = nullptr;
    std::size_t count = 0;
    for (analysis::KernelProfile& now : report.run.kernels) {
      if (has(first, now) || rewrite::kernel_filter(now.mangled_name) != name) continue;
      same = &now;
      ++count;
    }
    if (count != 1) continue;
    for (analysis::Finding& finding : report.run.findings) {
      if (finding.kernel == same->name) finding.kernel = before.name;
    }
    same->mangled_name = before.mangled_name;
    same->name = before.name;
  }
}

}  // namespace

Trials::Trials(const RunOptions& options)
    : options_(compared(options, folder_.path())),
      program_(options_),
      input_(lseek(STDIN_FILENO, 0, SEEK_CUR)),
      first_(run(program_, false, options_.analysers)) {}

Trial Trials::run(const Runnable& program, bool repeats, const std::vector<std::string>& analysers) {
  if (repeats && input_ >= 0) lseek(STDIN_FILENO, input_, SEEK_SET);
  RunOptions options = options_;
  options.repeats = repeats;
  options.analysers = analysers;
  RunOutcome outcome = program.run(options);
  return {.compile_error = "",
          .exit_code = outcome.exit_code,
          .output = read_file(options.output_file),
          .report = std::move(outcome.report)};
}

void Trials::compile(const std::vector<rewrite::Edit>& edits, Reach reach, EditedProgram& edited) const {
  const TemporaryFolder folder;
  RunOptions options = options_;
  options.trial = true;
  options.cache = cache();
  const std::vector<std::pair<std::string, std::string>> files = edited_files(rewrite::watched(edits));
  if (!program_.state().empty()) {
    toolkit::TextWriter all;
    all.put(program_.state());
    for (const auto& [name, text] : files) all.put_all(std::vector<std::string>{name, text});
    options.edited = all.text();
  }
  const std::string overlay = write_overlay(files, folder.path());
  options.compiler_flags.insert(options.compiler_flags.end(), {"-ivfsoverlay", overlay});
  try {
    if (reach != Reach::whole) {
      edited.program = reach == Reach::kernels ? std::make_unique<Runnable>(options, program_)
                                               : std::make_unique<Runnable>(options, InParts());
      edited.in_parts = true;
      return;
    }
  } catch (const UsageError&) {  // NOLINT(bugprone-empty-catch)
    // Flags may name sources of their own: what is wrong is what the whole program says.
  }
  edited.in_parts = false;
  try {
    edited.program = std::make_unique<Runnable>(options);
  } catch (const UsageError& error) {
    edited.error = error.what();
  }
}

void Trials::prepare(const std::vector<Edits>& all) {
  std::vector<std::tuple<const std::vector<rewrite::Edit>*, Reach, EditedProgram*>> fresh;
  for (const Edits& edits : all) {
    const auto [entry, is_new] = edited_.try_emplace(edits.all);
    if (is_new) fresh.emplace_back(&entry->first, edits.reach, &entry->second);
  }
  if (fresh.empty()) return;
  show_progress(fmt::format("compiling {}", report::plural(fresh.size(), "layout")));
  in_parallel(fresh.size(), [&](std::size_t i) {
    const auto& [edits, reach, edited] = fresh[i];
    compile(*edits, reach, *edited);
  });
  clear_progress();
}

Trial Trials::run(const Edits& edits, Look look) {
  prepare({edits});
  EditedProgram& edited = edited_.at(edits.all);
  Trial trial;
  if (!edited.program) {
    trial.compile_error = edited.error;
    return trial;
  }
  trial = run(*edited.program, true, analysers_for(look, options_.analysers));
  if (!trial.report && first_.report && edited.in_parts) {
    // A program with device code of other origin takes no other kernels: it is compiled as a whole.
    edited = {};
    compile(edits.all, Reach::whole, edited);
    return run(edits, look);
  }
  trial.look = look;
  if (trial.report) renumber(*trial.report, edits.all);
  if (trial.report && first_.report) give_old_names(*trial.report, *first_.report);
  return trial;
}

std::string Trials::difference(const Trial& other) {
  const auto differs = [&]() -> std::string {
    if (!exit_varies_ && other.exit_code != first_.exit_code)
      return fmt::format("it ends with {}, not with {}", other.exit_code, first_.exit_code);
    if (!other.report) return "it left no report";
    if (!first_.report || !first_.report->results || !other.report->results) return "";
    const report::Results& before = *first_.report->results;
    const report::Results& after = *other.report->results;
    if (!copied_varies_ && after.copied != before.copied) return "what it copies from the device differs";
    if (!left_varies_ && after.left != before.left) return "what is left in device memory differs";
    if (!output_varies_ && other.output != first_.output) return "it prints something else";
    return "";
  };
  std::string found = differs();
  if (found.empty() || known_to_vary_) return found;
  find_what_varies();
  return differs();
}

void Trials::find_what_varies() {
  known_to_vary_ = true;
  const Trial again = run(program_, true, {});
  const auto note = [&](bool varies, const char* what) {
    if (varies)
      notices_.push_back(fmt::format("{} from one run of the program to the next: it was not compared", what));
    return varies;
  };
  exit_varies_ = note(again.exit_code != first_.exit_code, "the exit code varies");
  output_varies_ = note(again.output != first_.output, "the output varies");
  if (!again.report || !again.report->results || !first_.report || !first_.report->results) return;
  copied_varies_ =
      note(again.report->results->copied != first_.report->results->copied, "what is copied from the device varies");
  left_varies_ =
      note(again.report->results->left != first_.report->results->left, "what is left in device memory varies");
}

}  // namespace warpglass::tool
