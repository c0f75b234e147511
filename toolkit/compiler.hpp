// From CUDA source files to a program that runs on the virtual GPU, or to their PTX.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

enum class CompileTo : unsigned char {
  executable,   // host and device code, linked with our CUDA runtime
  ptx,          // device code of one source file, as text
  host_side,    // the same without device code, of one source file: it is to be given some when it runs
  syntax_tree,  // of one source file's device code, as JSON: CompileResult::output
};

struct CompileRequest {
  std::vector<std::string> sources;  // .cu, .cpp, .c, .o, .a, .so; exactly one .cu for all but an executable
  std::string output;                // file to write; of syntax trees none
  CompileTo to = CompileTo::executable;
  std::string architecture = "sm_90";  // anything known_architecture() understands
  std::string optimisation = "-O3";
  std::vector<std::string> extra_flags;  // handed to clang after ours; also --default-stream=per-thread, nvcc's
  std::string of_name{};                 // syntax trees: of declarations alone whose qualified name has this in it;
                                         // empty: one of all that the source itself declares
  std::string folder{};                  // one that is made for this compilation: what lies in it has another path
                                         // in the next
  bool for_many = false;                 // more compilations of this source are to come: what it begins with is read
                                         // once
  bool has_host = false;                 // PTX: a host's side of the same source asks for its variables by name
};

struct CompileResult {
  int exit_code = 0;        // 0, or 2 when nothing usable was made
  std::string output;       // the compiler's own text, warnings included: file:line:column: ...
  Diagnostics diagnostics;  // what was wrong with the request itself, and hints to errors in `output`
  std::map<std::string, std::string> rewritten{};  // what clang read in files' places (toolkit/clang_run.hpp)
};

/// What every CUDA compilation gives clang: our CUDA path, the architecture, line tables, and the leniences nvcc has.
/// `architecture` is one that known_architecture() gave.
[[nodiscard]] std::vector<std::string> cuda_flags(const Toolchain& toolchain, const std::string& architecture);

/// What lets integers of the host wrap: programs that nvcc built have their host side from g++, where too large a
/// product mostly comes out so; clang drops such code as undefined. Nothing where a sanitizer is to tell of it.
/// \param asked  the user's own flags
[[nodiscard]] std::vector<std::string> overflow_flags(std::span<const std::string> asked);

/// What keeps the variables of device code that is to be loaded by itself: clang would take a static one for constant
/// when nothing in the file writes it, though a host that asks for it by name may.
[[nodiscard]] std::vector<std::string> kept_variables_flags(const Toolchain& toolchain);

/// What makes clang compare every index with the bounds of its array's type, and tell the engine where it is outside.
[[nodiscard]] std::vector<std::string> index_check_flags();

/// What nvcc's --default-stream per-thread is to clang.
[[nodiscard]] std::vector<std::string> own_stream_flags();

/// Whether the definition of a macro ("NAME=1") asks for the same.
[[nodiscard]] bool asks_for_own_streams(std::string_view definition);

/// Where our CUDA runtime library is.
[[nodiscard]] std::string library_folder(const Toolchain& toolchain);

/// What linking a program with our CUDA runtime takes.
[[nodiscard]] std::vector<std::string> link_flags(const Toolchain& toolchain);

/// clang's command line for the request, `architecture` resolved.
[[nodiscard]] std::vector<std::string> compile_command(const Toolchain& toolchain, const CompileRequest& request);

[[nodiscard]] CompileResult compile(const Toolchain& toolchain, const CompileRequest& request);

/// What to do about compiler errors that have one well-known cause, such as a library that is not there.
[[nodiscard]] Diagnostics hints_for(std::string_view compiler_output);

}  // namespace warpglass::toolkit
