#include "toolkit/clang_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/read_file.hpp"
#include "toolkit/both_sides.hpp"
#include "toolkit/prelude.hpp"
#include "toolkit/process.hpp"
#include "toolkit/read_files.hpp"
#include "toolkit/refused_source.hpp"
#include "toolkit/temporary_folder.hpp"
#include "toolkit/told_once.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

constexpr int kMostRounds = 8;  // rewritten templates are instantiated, in which there may be further launches

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// What the command's own overlays have in files' places, by their absolute paths.
std::map<std::string, std::string> replaced_by(const std::vector<std::string>& command) {
  std::map<std::string, std::string> replaced;
  for (std::size_t i = 0; i + 1 < command.size(); ++i) {
    if (command[i] != "-ivfsoverlay") continue;
    for (const auto& [name, other] : files_of_overlay(command[i + 1])) replaced[name] = other;
  }
  return replaced;
}

/// Files that clang reads in others' places.
class Overlay {
 public:
  explicit Overlay(const std::vector<std::string>& command) : replaced_(replaced_by(command)) {}

  [[nodiscard]] bool works() const { return !folder_.path().empty(); }

  [[nodiscard]] std::string path_of(const std::string& name) const {
    return (fs::path(folder_.path()) / name).string();
  }

  /// False when there is nothing new among the places.
  bool add(const std::vector<RefusedPlace>& places) {
    bool changed = false;
    for (const RefusedPlace& place : with_settled_places(places, [&](const std::string& file) { return read(file); })) {
      RefusedPlace known = place;
      known.file = absolute_path(place.file);
      changed |= places_.insert(std::move(known)).second;
    }
    return changed;
  }

  /// What the rewritten source needs, under include/warpglass.
  [[nodiscard]] std::set<std::string> headers() const {
    using What = RefusedPlace::What;
    std::set<std::string> all;
    for (const RefusedPlace& place : places_) {
      switch (place.what) {
        case What::launch:
        case What::kernel:
        case What::internal_kernel: all.insert("nested_launches.h"); break;
        case What::constructed: all.insert("shared_storage.h"); break;
        case What::cluster: all.insert("cluster_dims.h"); break;
        case What::own_class: all.insert("own_class.h"); break;
        case What::extern_shared:
        case What::null_member:
        case What::alignment:
        case What::assembly:
        case What::brackets:
        case What::template_name:
        case What::operand:
        case What::directive:
        case What::unroll:
        case What::variable:
        case What::functions:
        case What::space:
        case What::builtin:
        case What::untyped:
        case What::pointer:
        case What::length:
        case What::array_pointer:
        case What::float_length:
        case What::output:
        case What::own_member:
        case What::type_name:
        case What::not_literal: break;
      }
    }
    return all;
  }

  /// \return  the overlay's own file
  std::string write() {
    std::map<std::string, std::vector<RefusedPlace>> by_file;
    for (const RefusedPlace& place : places_) by_file[place.file].push_back(place);
    std::string roots;
    int number = 0;
    for (const auto& [file, places] : by_file) {
      const fs::path copy =
          fs::path(folder_.path()) / fmt::format("{}{}", number++, fs::path(file).extension().string());
      const std::string& text = rewritten_[file] = rewritten(read(file), places);
      std::ofstream(copy, std::ios::binary) << text;
      roots += fmt::format("{}{{\"type\": \"file\", \"name\": {}, \"external-contents\": {}}}",
                           roots.empty() ? "" : ",\n", quoted(file), quoted(copy.string()));
    }
    const std::string path = path_of("overlay.yaml");
    std::ofstream(path) << "{\"version\": 0, \"use-external-names\": false, \"roots\": [\n" << roots << "\n]}\n";
    return path;
  }

  /// As write() has left them.
  [[nodiscard]] const RewrittenFiles& files() const { return rewritten_; }

 private:
  [[nodiscard]] std::string read(const std::string& file) const {
    const auto other = replaced_.find(absolute_path(file));
    return contents_of(other == replaced_.end() ? file : other->second).value_or("");
  }

  TemporaryFolder folder_;
  std::map<std::string, std::string> replaced_;
  std::set<RefusedPlace> places_;
  RewrittenFiles rewritten_;
};

/// The command line by which clang reads the rewritten files.
std::vector<std::string> with(Overlay& overlay, const Toolchain& toolchain, std::vector<std::string> command) {
  for (const std::string& header : overlay.headers()) {
    command.emplace_back("-include");
    command.push_back(fmt::format("{}/include/warpglass/{}", toolchain.cuda_path, header));
  }
  command.emplace_back("-ivfsoverlay");
  command.push_back(overlay.write());
  return command;
}

/// \param plain  `command` without a prelude: headers that were read before would not know what is looked for
ProcessResult run_rewriting(const Toolchain& toolchain, const std::vector<std::string>& command,
                            const std::vector<std::string>& plain, RewrittenFiles* rewritten) {
  ProcessResult result = run_both_sides(command);
  Overlay overlay(command);
  for (int round = 0; round < kMostRounds && overlay.works(); ++round) {
    if (result.exit_code == 0 || !may_be_rewritten(result.output)) return result;
    std::vector<std::string> finding = round == 0 ? plain : with(overlay, toolchain, plain);
    // Not -fsyntax-only: some launches are refused once it is known that code is made of what they are in.
    const std::string unwanted = overlay.path_of("unwanted");
    for (const std::string_view word :
         {"-D__WARPGLASS_FINDS_LAUNCHES__", "-ferror-limit=0", "-w", "-fno-color-diagnostics", "-fno-caret-diagnostics",
          "-fmacro-backtrace-limit=0", "-o"})
      finding.emplace_back(word);
    finding.push_back(unwanted);
    if (!overlay.add(refused_places(run_process(finding, ProcessOutput::capture).output))) return result;
    result = run_both_sides(with(overlay, toolchain, command));
    if (rewritten != nullptr) *rewritten = overlay.files();
  }
  return result;
}

ProcessResult run_as_ever(const Toolchain& toolchain, const std::vector<std::string>& command,
                          RewrittenFiles* rewritten, bool for_many) {
  if (for_many) {
    const Prelude prelude(toolchain, command, Prelude::Make::with_beginning);
    if (prelude.has_beginning()) {
      ProcessResult result = run_both_sides(prelude.command());
      if (result.exit_code == 0) return result;
      result = run_as_ever(toolchain, command, rewritten, false);
      if (result.exit_code == 0) prelude.forget();
      return result;
    }
  }
  const Prelude prelude(toolchain, command);
  if (prelude.is_there()) {
    ProcessResult result = run_rewriting(toolchain, prelude.command(), command, rewritten);
    if (result.exit_code == 0) {
      prelude.put_rules_right();
      return result;
    }
  }
  // What is wrong is told as it is without the prelude, which may itself be at fault.
  ProcessResult result = run_rewriting(toolchain, command, command, rewritten);
  if (result.exit_code == 0 && prelude.is_there()) prelude.forget();
  return result;
}

}  // namespace

ProcessResult run_clang(const Toolchain& toolchain, const std::vector<std::string>& command, RewrittenFiles* rewritten,
                        bool for_many) {
  ProcessResult result = run_as_ever(toolchain, command, rewritten, for_many);
  result.output = told_once(result.output);
  return result;
}

}  // namespace warpglass::toolkit
