#include "isa/bind/program.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/system_file.hpp"

namespace warpglass::isa {
namespace {

constexpr int kMaxInlining = 64;  // a chain of inlined calls longer than this is a loop in a damaged line table

SourcePosition position_of(const ptx::Module& module, const ptx::SourceLocation& location) {
  return {std::string(module.file_name_of(location.file)), location.line, location.column};
}

}  // namespace

const Spelling* SpellingCache::find(const ptx::Function& function, const ptx::Instruction& instruction,
                                    std::string& why) {
  const auto words = function.words_of(instruction);
  const auto operands = function.operands_of(instruction);
  key_.clear();
  for (const std::string_view word : words) {
    key_ += word;
    key_ += '.';
  }
  for (const ptx::Operand& operand : operands) {
    key_ += static_cast<char>('A' + static_cast<int>(operand.kind));
    // The second of a pair may be `_`; a vector's width may matter to a row.
    for (const ptx::Operand& child : function.children_of(operand)) {
      key_ += static_cast<char>('a' + static_cast<int>(child.kind));
    }
  }
  const auto known = found_.find(key_);
  if (known != found_.end()) return known->second.get();
  auto spelling = std::make_unique<Spelling>();
  if (match(words, operands, *spelling, why) == nullptr) {
    // Conversions read special registers too, where the manual has a register.
    if (words.empty() || !converts(words[0])) return nullptr;
    std::vector<ptx::Operand> with_registers(operands.begin(), operands.end());
    for (ptx::Operand& operand : with_registers) {
      if (operand.kind == ptx::Operand::Kind::special) operand.kind = ptx::Operand::Kind::reg;
    }
    if (match(words, with_registers, *spelling, why) == nullptr) return nullptr;
  }
  if (spelling->has_second) {
    const auto children = function.children_of(operands[0]);
    spelling->has_second = children.size() == 2 && children[1].kind != ptx::Operand::Kind::sink;
  }
  return found_.emplace(key_, std::move(spelling)).first->second.get();
}

std::uint32_t SourceTable::index_of(const ptx::Module& module, std::int32_t location) {
  if (location < 0 || static_cast<std::size_t>(location) >= module.locations.size()) return sim::Op::kNone;
  std::vector<std::uint32_t>& indices = indices_[&module];
  if (indices.empty()) indices.assign(module.locations.size(), sim::Op::kNone);
  std::uint32_t& index = indices[static_cast<std::size_t>(location)];
  if (index != sim::Op::kNone) return index;
  const ptx::SourceLocation& here = module.locations[static_cast<std::size_t>(location)];
  if (here.line == 0) return sim::Op::kNone;
  std::vector<SourcePosition> frames{position_of(module, here)};  // innermost first
  std::int32_t outer = here.inlined_at;
  for (int depth = 0; outer >= 0 && depth < kMaxInlining; ++depth) {
    const ptx::SourceLocation& call = module.locations[static_cast<std::size_t>(outer)];
    frames.push_back(position_of(module, call));
    outer = call.inlined_at;
  }
  // What the headers of the system are called for is the user's line; where all are of those, the innermost counts.
  auto own = std::ranges::find_if_not(frames, is_system_file, &SourcePosition::file);
  if (own == frames.end()) own = frames.begin();
  sim::Source source{.where = std::move(*own), .inlined_from = {}, .inlined_at = {}};
  source.inlined_from.assign(frames.begin(), own);
  source.inlined_at.assign(std::next(own), frames.end());
  index = static_cast<std::uint32_t>(program_.sources.size());
  program_.sources.push_back(std::move(source));
  return index;
}

std::uint32_t param_size(const ptx::Variable& variable) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(variable.size_in_bytes(), std::uint64_t{1} << 30));
}

ParamLayout param_layout(const std::vector<const ptx::Variable*>& results,
                         const std::vector<const ptx::Variable*>& params) {
  ParamLayout layout;
  std::uint64_t end = 0;
  const auto place = [&](const ptx::Variable& variable) {
    const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
    end = (end + alignment - 1) / alignment * alignment;
    const auto at = static_cast<std::uint32_t>(end);
    end = std::min<std::uint64_t>(end + param_size(variable), std::uint64_t{1} << 31);
    return at;
  };
  for (const ptx::Variable* variable : results) layout.results.push_back(place(*variable));
  layout.result_bytes = static_cast<std::uint32_t>(end);
  for (const ptx::Variable* variable : params) layout.params.push_back(place(*variable));
  layout.bytes = static_cast<std::uint32_t>(end);
  return layout;
}

ParamLayout param_layout(const ptx::Function& function) {
  std::vector<const ptx::Variable*> results;
  std::vector<const ptx::Variable*> params;
  for (const std::uint32_t index : function.return_params) results.push_back(&function.variables[index]);
  for (const std::uint32_t index : function.params) params.push_back(&function.variables[index]);
  return param_layout(results, params);
}

}  // namespace warpglass::isa
