#include "tools/warpglass/compile.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "toolkit/compile_cache.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {

std::string compile(const CompileJob& job) {
  Diagnostics diagnostics;
  const char* path = std::getenv("PATH");
  const toolkit::Cache cache(job.cache);
  const auto toolchain = toolkit::find_toolchain({.executable = toolkit::running_executable(),
                                                  .search_path = path != nullptr ? path : "",
                                                  .clang = "",
                                                  .cuda_path = "",
                                                  .cache = &cache},
                                                 diagnostics);
  if (!toolchain) throw UsageError(diagnostics.empty() ? "no compiler was found" : diagnostics.front().message);

  show_progress(fmt::format("compiling {}", job.name));
  toolkit::CompileRequest request;
  request.sources = {job.source};
  request.to = job.to;
  request.output = job.folder + "/" + std::filesystem::path(job.source).stem().string();
  if (job.to == toolkit::CompileTo::ptx) request.output += ".ptx";
  request.architecture = job.architecture;
  request.extra_flags = job.flags;
  const toolkit::CompileResult result = toolkit::compile(*toolchain, request, cache).result;
  clear_progress();
  std::fwrite(result.output.data(), 1, result.output.size(), stderr);
  for (const Diagnostic& diagnostic : result.diagnostics) fmt::print(stderr, "{}\n", to_string(diagnostic));
  if (result.exit_code != 0) throw UsageError(fmt::format("{}: could not be compiled", job.name));
  return request.output;
}

}  // namespace warpglass::tool
