#include "tools/warpglass/compile.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/read_file.hpp"
#include "toolkit/compile_cache.hpp"
#include "toolkit/read_files.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {

namespace {

toolkit::CachedCompilation run_compiler(const CompileJob& job, toolkit::CompileRequest request) {
  Diagnostics diagnostics;
  const char* path = std::getenv("PATH");
  const FileCache cache(job.cache);
  const auto toolchain = toolkit::find_toolchain({.executable = toolkit::running_executable(),
                                                  .search_path = path != nullptr ? path : "",
                                                  .clang = "",
                                                  .cuda_path = "",
                                                  .cache = &cache},
                                                 diagnostics);
  if (!toolchain) throw UsageError(diagnostics.empty() ? "no compiler was found" : diagnostics.front().message);
  request.sources = {job.source};
  request.architecture = job.architecture;
  request.extra_flags = job.flags;
  request.for_many |= job.for_many;
  return toolkit::compile(*toolchain, request, job.kept ? cache : FileCache(""));
}

/// "x.cu:3:5: error: ...", or that there was none.
std::string first_error(const std::string& output, const std::string& name) {
  const std::size_t at = output.find("error: ");
  if (at == std::string::npos) return fmt::format("{}: could not be compiled", name);
  return output.substr(at + 7, output.find('\n', at) - at - 7);
}

}  // namespace

namespace {

constexpr std::string_view kEdited = "edited";  // kind of entry in the cache

/// An edited source's, which nothing but `edited` and the flags without its overlay decides.
std::string key_of_edited(const CompileJob& job) {
  toolkit::TextWriter key;
  key.put(job.edited);
  key.put(job.architecture);
  key.put(std::to_string(static_cast<int>(job.to)));
  key.put_all(std::vector<std::string>(job.flags.begin(), job.flags.end() - 2));
  return key.text();
}

/// Whether it was there and is written now.
bool restore_edited(const CompileJob& job, const FileCache& cache, const std::string& output) {
  const auto made = cache.find(kEdited, key_of_edited(job));
  if (!made) return false;
  std::ofstream file(output, std::ios::binary | std::ios::trunc);
  file << *made;
  file.close();
  std::error_code problem;
  using std::filesystem::perms;
  const perms all_may_run =
      perms::owner_all | perms::group_read | perms::group_exec | perms::others_read | perms::others_exec;
  if (file) std::filesystem::permissions(output, all_may_run, problem);
  return file && !problem;
}

}  // namespace

Compiled compile(const CompileJob& job) {
  if (!job.silent) show_progress(fmt::format("compiling {}", job.name));
  toolkit::CompileRequest request;
  request.to = job.to;
  request.has_host = job.for_many;  // a trial: it takes the place of what the program brings
  request.output = job.folder + "/" + std::filesystem::path(job.source).stem().string();
  if (job.to == toolkit::CompileTo::ptx) request.output += ".ptx";
  const FileCache cache(job.edited.empty() ? "" : job.cache);
  if (cache.is_open() && restore_edited(job, cache, request.output)) return {.path = request.output, .state = ""};
  const auto [result, from_cache, state] = run_compiler(job, request);
  if (job.silent) {
    if (result.exit_code != 0) throw UsageError(first_error(result.output, job.name));
    if (cache.is_open()) cache.keep(kEdited, key_of_edited(job), contents_of(request.output).value_or(""));
    return {.path = request.output, .state = state};
  }
  clear_progress();
  std::fwrite(result.output.data(), 1, result.output.size(), stderr);
  for (const Diagnostic& diagnostic : result.diagnostics) fmt::print(stderr, "{}\n", to_string(diagnostic));
  if (result.exit_code != 0) throw UsageError(fmt::format("{}: could not be compiled", job.name));
  return {.path = request.output, .state = state};
}

std::vector<rewrite::Node> syntax_trees(const CompileJob& job, const std::string& of_name) {
  toolkit::CompileRequest request;
  request.to = toolkit::CompileTo::syntax_tree;
  request.of_name = of_name;
  const toolkit::CompileResult result = run_compiler(job, request).result;
  if (result.exit_code != 0) throw UsageError(first_error(result.output, job.name));
  std::string problem;
  std::vector<rewrite::Node> trees = rewrite::read_syntax_trees(result.output, problem, result.rewritten);
  if (!problem.empty()) throw UsageError(problem);
  return trees;
}

std::vector<rewrite::Node> syntax_trees_of_source(const CompileJob& job) {
  toolkit::CompileRequest request;
  request.to = toolkit::CompileTo::syntax_tree;
  request.for_many = true;
  const toolkit::CompileResult result = run_compiler(job, request).result;
  std::string problem;
  return result.exit_code == 0 ? rewrite::read_syntax_trees(result.output, problem) : std::vector<rewrite::Node>();
}

}  // namespace warpglass::tool
