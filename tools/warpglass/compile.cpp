#include "tools/warpglass/compile.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "toolkit/compile_cache.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {

namespace {

toolkit::CompileResult run_compiler(const CompileJob& job, toolkit::CompileRequest request) {
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
  return toolkit::compile(*toolchain, request, job.kept ? cache : FileCache("")).result;
}

/// "x.cu:3:5: error: ...", or that there was none.
std::string first_error(const std::string& output, const std::string& name) {
  const std::size_t at = output.find("error: ");
  if (at == std::string::npos) return fmt::format("{}: could not be compiled", name);
  return output.substr(at + 7, output.find('\n', at) - at - 7);
}

}  // namespace

std::string compile(const CompileJob& job) {
  if (!job.silent) show_progress(fmt::format("compiling {}", job.name));
  toolkit::CompileRequest request;
  request.to = job.to;
  request.has_host = job.for_many;  // a trial: it takes the place of what the program brings
  request.output = job.folder + "/" + std::filesystem::path(job.source).stem().string();
  if (job.to == toolkit::CompileTo::ptx) request.output += ".ptx";
  const toolkit::CompileResult result = run_compiler(job, request);
  if (job.silent) {
    if (result.exit_code != 0) throw UsageError(first_error(result.output, job.name));
    return request.output;
  }
  clear_progress();
  std::fwrite(result.output.data(), 1, result.output.size(), stderr);
  for (const Diagnostic& diagnostic : result.diagnostics) fmt::print(stderr, "{}\n", to_string(diagnostic));
  if (result.exit_code != 0) throw UsageError(fmt::format("{}: could not be compiled", job.name));
  return request.output;
}

std::vector<rewrite::Node> syntax_trees(const CompileJob& job, const std::string& of_name) {
  toolkit::CompileRequest request;
  request.to = toolkit::CompileTo::syntax_tree;
  request.of_name = of_name;
  const toolkit::CompileResult result = run_compiler(job, request);
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
  const toolkit::CompileResult result = run_compiler(job, request);
  std::string problem;
  return result.exit_code == 0 ? rewrite::read_syntax_trees(result.output, problem) : std::vector<rewrite::Node>();
}

}  // namespace warpglass::tool
