#include "toolkit/text_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "base/read_file.hpp"
#include "toolkit/compile_cache.hpp"
#include "toolkit/refused_source.hpp"
#include "toolkit/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using What = RefusedPlace::What;

/// The line table has names with the folder that the process runs in, else, as "./name". A text lies in no folder.
constexpr const char* kNoFolder = "-fdebug-compilation-dir=.";

/// Of what clang refuses it says the first errors.
constexpr int kRounds = 8;

std::string without_folder(std::string ptx, const std::string& name) {
  const std::string named = fmt::format("\"./{}\"", name);
  for (std::size_t at = ptx.find(named); at != std::string::npos; at = ptx.find(named, at)) ptx.erase(at + 1, 2);
  return ptx;
}

/// A line of its own that has messages call what follows `name`.
std::string line_directive(const std::string& name) {
  std::string quoted;
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return fmt::format("#line 1 \"{}\"\n", quoted);
}

bool write(const fs::path& path, const NamedText& text, const NamedText& preamble = {}) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  if (!preamble.text.empty()) file << line_directive(preamble.name) << preamble.text << '\n';
  file << line_directive(text.name) << text.text;
  return static_cast<bool>(file.flush());
}

/// How many folders a name leads upward, which it may be preceded by others: 2 for "../../a.h".
std::size_t climbs(const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  return static_cast<std::size_t>(std::ranges::count(path, fs::path("..")));
}

/// Deep enough in `folder` that no name leads out of it.
std::string header_folder(const std::string& folder, const std::vector<NamedText>& headers) {
  std::size_t most = 0;
  for (const NamedText& header : headers) most = std::max(most, climbs(header.name));
  std::string deep = folder + "/headers";
  for (; most > 0; --most) deep += "/in";
  return deep;
}

/// Of one kind a rewritten source needs headers, which a text cannot be given.
bool needs_header(const RefusedPlace& place) {
  constexpr std::array kThose{What::launch,      What::kernel,  What::internal_kernel,
                              What::constructed, What::cluster, What::own_class};
  return std::ranges::find(kThose, place.what) != kThose.end();
}

/// The text with what clang has refused in it rewritten, which nvcc takes. A text is in no file where clang could be
/// given another in its place.
std::string taken_as_by_nvcc(const NamedText& text, const std::string& output) {
  std::vector<RefusedPlace> places = refused_places(output);
  std::erase_if(places, [&](const RefusedPlace& place) { return place.file != text.name || needs_header(place); });
  const auto read = [&](const std::string& file) { return file == text.name ? text.text : std::string(); };
  return rewritten(text.text, with_settled_places(places, read));
}

CompiledText refused_text(std::string message) {
  CompiledText refused{.result = {.exit_code = 2, .output = {}, .diagnostics = {}}, .ptx = {}};
  refused.result.diagnostics.emplace_back().message = std::move(message);
  return refused;
}

}  // namespace

bool may_name_header(const std::string& name) {
  return !name.empty() && fs::path(name).is_relative() && fs::path(name).lexically_normal().has_filename() &&
         fs::path(name).filename() != "." && fs::path(name).filename() != "..";
}

CompiledText compile_text(const Toolchain& toolchain, const TextRequest& request, const FileCache& cache) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return refused_text(kNoTemporaryFolder);
  CompileRequest compile_request;
  compile_request.folder = folder.path();
  compile_request.sources = {folder.path() + "/source.cu"};
  compile_request.output = folder.path() + "/kernels.ptx";
  compile_request.to = CompileTo::ptx;
  compile_request.architecture = request.architecture;
  NamedText source = request.source;
  bool written = write(compile_request.sources.front(), source, request.preamble);
  std::vector<std::string>& flags = compile_request.extra_flags;
  flags = request.flags;
  flags.emplace_back(kNoFolder);
  if (!request.headers.empty()) {
    const std::string headers = header_folder(folder.path(), request.headers);
    for (const NamedText& header : request.headers) written &= write(fs::path(headers) / header.name, header);
    flags.insert(flags.end(), {"-iquote", headers, "-idirafter", headers});
  }
  for (const std::string& searched : request.folders) flags.insert(flags.end(), {"-idirafter", searched});
  if (!written) return refused_text(fmt::format("{}: the source cannot be written there", folder.path()));

  CompiledText compiled{.result = compile(toolchain, compile_request, cache).result, .ptx = {}};
  for (int round = 0; round < kRounds && compiled.result.exit_code != 0; ++round) {
    const std::string& output = compiled.result.output;
    std::string other = may_be_rewritten(output) ? taken_as_by_nvcc(source, output) : source.text;
    if (other == source.text) break;
    source.text = std::move(other);
    if (!write(compile_request.sources.front(), source, request.preamble)) break;
    compiled.result = compile(toolchain, compile_request, cache).result;
  }
  if (compiled.result.exit_code != 0) return compiled;
  compiled.ptx = without_folder(contents_of(compile_request.output).value_or(""), request.source.name);
  for (const NamedText& header : request.headers) compiled.ptx = without_folder(std::move(compiled.ptx), header.name);
  return compiled;
}

}  // namespace warpglass::toolkit
