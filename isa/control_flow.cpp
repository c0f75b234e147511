#include "isa/control_flow.hpp"

#include <algorithm>

#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

using sim::Does;

/// How an instruction ends its block, if it does.
struct Ending {
  bool ends = false;
  BlockEnd how = BlockEnd::falls;
};

bool does_not_return(const ptx::Function& function, const ptx::Instruction& call) {
  // A prototype may say so; whether a named callee does is known only to the linker and does not matter here: such a
  // call is followed by trap or exit.
  for (const ptx::Operand& operand : function.operands_of(call)) {
    if (operand.kind != ptx::Operand::Kind::symbol || operand.index == 0) continue;
    if (function.labelled[operand.index - 1].noreturn) return true;
  }
  return false;
}

Ending ending_of(const ptx::Function& function, const ptx::Instruction& instruction) {
  const std::span<const std::string_view> words = function.words_of(instruction);
  if (words.empty()) return {};
  const bool guarded = instruction.guard >= 0;
  const Does does = does_of(words[0]);
  if (does == Does::branches) return {true, guarded ? BlockEnd::branches : BlockEnd::jumps};
  if (does == Does::branches_by_index) return {true, BlockEnd::branches};
  if (does == Does::returns || does == Does::exits) return {true, guarded ? BlockEnd::leaves_some : BlockEnd::leaves};
  if (does == Does::calls) {
    if (guarded) return {true, BlockEnd::calls_some};
    return {true, does_not_return(function, instruction) ? BlockEnd::dies : BlockEnd::calls};
  }
  if (does == Does::traps && !guarded) return {true, BlockEnd::dies};
  return {};
}

/// Instructions that a bra or brx may jump to.
void append_targets(const ptx::Function& function, const ptx::Instruction& instruction,
                    std::vector<std::uint32_t>& targets) {
  const auto add_label = [&](std::uint32_t index) {
    if (index >= function.labels.size() || !function.labels[index].defined) return;
    targets.push_back(
        std::min(function.labels[index].target, static_cast<std::uint32_t>(function.instructions.size())));
  };
  for (const ptx::Operand& operand : function.operands_of(instruction)) {
    if (operand.kind == ptx::Operand::Kind::label) {
      add_label(operand.index);
    } else if (operand.kind == ptx::Operand::Kind::symbol && operand.index != 0) {
      for (const std::uint32_t label : function.labelled[operand.index - 1].labels) add_label(label);
    }
  }
}

bool is_branch(BlockEnd end) { return end == BlockEnd::jumps || end == BlockEnd::branches; }

/// Whether control may also go on behind the instruction.
bool goes_on(BlockEnd end, bool guarded) {
  switch (end) {
    case BlockEnd::falls:
    case BlockEnd::calls:
    case BlockEnd::calls_some:
    case BlockEnd::leaves_some: return true;
    case BlockEnd::branches: return guarded;
    case BlockEnd::jumps:
    case BlockEnd::leaves:
    case BlockEnd::dies: return false;
  }
  return true;
}

void split_into_blocks(const ptx::Function& function, ControlFlow& flow) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  std::vector<bool> begins(count + 1, false);
  begins[0] = true;
  std::vector<std::uint32_t> targets;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Ending ending = ending_of(function, function.instructions[i]);
    if (!ending.ends) continue;
    begins[i + 1] = true;
    if (is_branch(ending.how)) append_targets(function, function.instructions[i], targets);
  }
  for (const std::uint32_t target : targets) begins[target] = true;
  bool end_is_entered = count == 0 || std::find(targets.begin(), targets.end(), count) != targets.end();
  if (count != 0) {
    const ptx::Instruction& last = function.instructions[count - 1];
    end_is_entered = end_is_entered || goes_on(ending_of(function, last).how, last.guard >= 0);
  }

  flow.block_of.assign(count + 1, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (begins[i]) flow.blocks.push_back({.begin = i, .end = i});
    flow.blocks.back().end = i + 1;
    flow.block_of[i] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
  }
  for (FlowBlock& block : flow.blocks) block.ends = ending_of(function, function.instructions[block.end - 1]).how;
  if (end_is_entered) flow.blocks.push_back({.begin = count, .end = count, .ends = BlockEnd::leaves});
  flow.block_of[count] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
}

void connect_blocks(const ptx::Function& function, ControlFlow& flow) {
  std::vector<std::uint32_t> targets;
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    const FlowBlock& block = flow.blocks[b];
    targets.clear();
    bool guarded = false;
    if (block.begin != block.end) {
      const ptx::Instruction& last = function.instructions[block.end - 1];
      guarded = last.guard >= 0;
      if (is_branch(block.ends)) append_targets(function, last, targets);
      for (std::uint32_t& target : targets) target = flow.block_of[target];
    }
    if (goes_on(block.ends, guarded)) targets.push_back(b + 1);
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    flow.successors.add(targets);
  }
}

/// Whether nothing is left of a kernel from a block on but its end, perhaps behind jumps that lead there. Lanes do not
/// wait for each other there: threads that return early are gone, and barriers of the block do not expect them.
bool only_exits(const ptx::Function& function, const ControlFlow& flow, std::uint32_t b) {
  if (!function.is_entry) return false;
  // Jumps may go round for ever; no way to the end is longer than there are blocks.
  for (std::size_t steps = 0; steps < flow.blocks.size(); ++steps) {
    const FlowBlock& block = flow.blocks[b];
    if (block.end - block.begin > 1) return false;
    if (block.ends == BlockEnd::leaves) return true;
    if (block.ends != BlockEnd::jumps || flow.successors.of(b).size() != 1) return false;
    b = flow.successors.of(b).front();
  }
  return false;
}

}  // namespace

void Graph::add(std::span<const std::uint32_t> successors) {
  targets.insert(targets.end(), successors.begin(), successors.end());
  first.push_back(static_cast<std::uint32_t>(targets.size()));
}

Graph Graph::reversed() const {
  Graph result;
  result.first.assign(first.size(), 0);
  result.targets.resize(targets.size());
  for (const std::uint32_t target : targets) ++result.first[target + 1];
  for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  for (std::uint32_t node = 0; node < size(); ++node) {
    for (const std::uint32_t target : of(node)) result.targets[next[target]++] = node;
  }
  return result;
}

ControlFlow analyse_control_flow(const ptx::Function& function) {
  ControlFlow flow;
  split_into_blocks(function, flow);
  connect_blocks(function, flow);

  std::uint32_t main_exit = kNoBlock;
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (flow.blocks[b].ends == BlockEnd::leaves) main_exit = b;
  }
  const std::vector<std::uint32_t> joins = immediate_post_dominators(flow.successors, main_exit);
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    FlowBlock& block = flow.blocks[b];
    if (block.ends == BlockEnd::calls_some) {
      block.join = b + 1;
    } else if (block.ends == BlockEnd::branches && flow.successors.of(b).size() > 1) {
      block.join = joins[b];
      if (block.join != kNoBlock && only_exits(function, flow, block.join)) block.join = kNoBlock;
    }
    if (block.join != kNoBlock) flow.blocks[block.join].is_join = true;
  }
  return flow;
}

}  // namespace warpglass::isa
