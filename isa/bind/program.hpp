// One bind() under way: what the functions of a program share while they are bound.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isa/bind/input.hpp"
#include "isa/bind/link.hpp"
#include "isa/instruction.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// Spellings found so far: an instruction is matched by its words and the kinds of its operands, and a program repeats
/// few of them.
class SpellingCache {
 public:
  /// nullptr when no row matches; `why` says what does not.
  const Spelling* find(const ptx::Function& function, const ptx::Instruction& instruction, std::string& why);

 private:
  std::unordered_map<std::string, std::unique_ptr<Spelling>> found_;
  std::string key_;
};

/// Places in the user's source, each once.
class SourceTable {
 public:
  explicit SourceTable(sim::Program& program) : program_(program) {}

  /// Index into Program::sources of a `.loc`, Op::kNone when it has no line.
  std::uint32_t index_of(const ptx::Module& module, std::int32_t location);

 private:
  sim::Program& program_;
  std::unordered_map<const ptx::Module*, std::vector<std::uint32_t>> indices_;
};

struct ProgramBinding {
  const LinkedModules& linked;
  const BindOptions& options;
  const Reach& reach;
  sim::Program& program;
  Diagnostics& diagnostics;
  SpellingCache spellings{};
  SourceTable sources{program};
  bool ordered = false;        // blocks must run in one order
  bool calls_runtime = false;  // functions of the device's runtime: printing, allocating, asserting
};

/// Where the parameters of a function lie among its parameter bytes: results first, then parameters, each at its
/// alignment. Functions of one prototype agree on it.
struct ParamLayout {
  std::vector<std::uint32_t> results;
  std::vector<std::uint32_t> params;
  std::uint32_t result_bytes = 0;
  std::uint32_t bytes = 0;
};
[[nodiscard]] ParamLayout param_layout(const std::vector<const ptx::Variable*>& results,
                                       const std::vector<const ptx::Variable*>& params);
[[nodiscard]] ParamLayout param_layout(const ptx::Function& function);

/// Bytes of a parameter; for `.reg` ones those of the register (a predicate takes one).
[[nodiscard]] std::uint32_t param_size(const ptx::Variable& variable);

}  // namespace warpglass::isa
