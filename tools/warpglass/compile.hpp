// Compiling the user's source: what the compiler says goes to the standard error stream.
#pragma once

#include <string>
#include <vector>

#include "rewrite/syntax_tree.hpp"
#include "toolkit/compiler.hpp"

namespace warpglass::tool {

struct CompileJob {
  std::string source;        // .cu
  std::string name;          // what messages call it
  std::string architecture;  // "sm_90"
  std::string folder;        // the result goes there
  toolkit::CompileTo to = toolkit::CompileTo::executable;
  std::vector<std::string> flags;
  std::string cache = {};  // folder of what has been compiled before; empty: nothing is known of it
  bool kept = true;        // there; else only what serves every compilation is taken from it
  bool for_many = false;   // more compilations of the source are to come (toolkit::CompileRequest)
  bool silent = false;     // what the compiler says is not shown: its first error is the exception's message
  /// Of a source that is read with edits (the flags end with their overlay): all that decides what comes out, so that
  /// it may be kept. Empty: that is not known.
  std::string edited = {};
};

struct Compiled {
  std::string path;   // of what was made
  std::string state;  // toolkit::CachedCompilation::state
};

/// \throws UsageError when it cannot be compiled
[[nodiscard]] Compiled compile(const CompileJob& job);

/// Clang's syntax trees of those declarations whose name has `of_name` in it.
/// \throws UsageError when it cannot be compiled
[[nodiscard]] std::vector<rewrite::Node> syntax_trees(const CompileJob& job, const std::string& of_name);

/// One of all that the source itself declares, without what its includes do; empty where clang cannot read these
/// beforehand.
[[nodiscard]] std::vector<rewrite::Node> syntax_trees_of_source(const CompileJob& job);

}  // namespace warpglass::tool
