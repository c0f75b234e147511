#include "isa/control_flow.hpp"

#include <algorithm>
#include <iterator>
#include <set>

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

/// Blocks from which on nothing is left of a kernel but its end, perhaps behind jumps that lead there. Lanes do not
/// wait for each other there: threads that return early are gone, and barriers of the block do not expect them.
std::vector<bool> ends_of(const ptx::Function& function, const ControlFlow& flow) {
  std::vector<bool> ends(flow.blocks.size());
  if (!function.is_entry) return ends;
  std::vector<std::uint32_t> found;
  const auto has_one = [&](std::uint32_t b) { return flow.blocks[b].end - flow.blocks[b].begin <= 1; };
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (flow.blocks[b].ends == BlockEnd::leaves && has_one(b)) found.push_back(b);
  }
  const Graph back = flow.successors.reversed();
  while (!found.empty()) {
    const std::uint32_t b = found.back();
    found.pop_back();
    ends[b] = true;
    for (const std::uint32_t before : back.of(b)) {
      const bool only_jumps = flow.blocks[before].ends == BlockEnd::jumps && has_one(before);
      if (only_jumps && flow.successors.of(before).size() == 1) found.push_back(before);
    }
  }
  return ends;
}

/// The ways of the lanes that stay: none leads to where only the end is left, for the assembler lets lanes end where
/// they turn there.
Graph ways_without(const std::vector<bool>& ends, const ControlFlow& flow) {
  Graph ways;
  std::vector<std::uint32_t> targets;
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    targets.clear();
    std::ranges::copy_if(flow.successors.of(b), std::back_inserter(targets),
                         [&](std::uint32_t to) { return !ends[to]; });
    ways.add(targets);
  }
  return ways;
}

/// A block's successors, what the assembler puts behind it last. A branch around a jump is the jump the other way
/// round.
std::vector<std::uint32_t> next_last(const ControlFlow& flow, const Graph& ways, std::uint32_t b) {
  const std::span<const std::uint32_t> ways_on = ways.of(b);
  std::vector<std::uint32_t> order(ways_on.begin(), ways_on.end());
  const auto next = std::ranges::find(order, b + 1);
  if (next == order.end()) return order;
  const bool leads_around = flow.blocks[b].ends == BlockEnd::branches && flow.blocks[b + 1].ends == BlockEnd::jumps &&
                            flow.blocks[b + 1].end - flow.blocks[b + 1].begin == 1 &&
                            std::ranges::find(order, b + 2) != order.end();
  if (leads_around) return {b + 1, b + 2};
  std::rotate(next, next + 1, order.end());
  return order;
}

/// The way out that the others are measured by: the last one as the assembler lays blocks out, each with what follows
/// it behind it, and then where the last branch leads of which that is not there yet.
std::uint32_t main_exit_of(const ControlFlow& flow, const Graph& ways) {
  std::uint32_t main_exit = kNoBlock;
  std::vector<bool> seen(flow.blocks.size());
  std::vector<std::uint32_t> to_come;
  if (!flow.blocks.empty()) to_come.push_back(0);
  while (!to_come.empty()) {
    const std::uint32_t b = to_come.back();
    to_come.pop_back();
    if (seen[b]) continue;
    seen[b] = true;
    if (flow.blocks[b].ends != BlockEnd::dies && ways.of(b).empty()) main_exit = b;
    const std::vector<std::uint32_t> next = next_last(flow, ways, b);
    to_come.insert(to_come.end(), next.begin(), next.end());
  }
  return main_exit;
}

/// The blocks from which a way leads out.
std::vector<bool> with_way_out(const ControlFlow& flow, const Graph& ways) {
  std::vector<bool> has(flow.blocks.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (ways.of(b).empty()) open.push_back(b);
  }
  const Graph back = ways.reversed();
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    if (has[b]) continue;
    has[b] = true;
    const auto before = back.of(b);
    open.insert(open.end(), before.begin(), before.end());
  }
  return has;
}

/// As they are written.
std::vector<std::uint32_t> plain_joins(const ControlFlow& flow) {
  std::uint32_t last = kNoBlock;
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (flow.blocks[b].ends == BlockEnd::leaves) last = b;
  }
  return immediate_post_dominators(flow.successors, last);
}

/// Of the lanes that stay: where some of a block's end, the others do not part.
std::vector<std::uint32_t> joins_without(const std::vector<bool>& ends, const ControlFlow& flow) {
  const Graph ways = ways_without(ends, flow);
  std::vector<std::uint32_t> joins = immediate_post_dominators(ways, main_exit_of(flow, ways));
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (ways.of(b).size() <= 1) joins[b] = kNoBlock;
  }
  const std::vector<bool> leads_out = with_way_out(flow, ways);
  if (std::ranges::find(leads_out, false) == leads_out.end()) return joins;
  // A loop that is left for the end alone is no endless one.
  const std::vector<std::uint32_t> plain = plain_joins(flow);
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (!leads_out[b]) joins[b] = plain[b];
  }
  return joins;
}

/// The blocks in which lanes wait for others of their block.
std::vector<bool> with_barriers(const ptx::Function& function, const ControlFlow& flow) {
  std::vector<bool> has(flow.blocks.size());
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    for (std::uint32_t i = flow.blocks[b].begin; i < flow.blocks[b].end && !has[b]; ++i) {
      const std::span<const std::string_view> words = function.words_of(function.instructions[i]);
      has[b] = !words.empty() && does_of(words[0]) == Does::synchronises;
    }
  }
  return has;
}

/// So that time stays linear: what is further away is not looked at.
constexpr std::size_t kMostLookedAt = 1000;  // blocks

/// Blocks on ways from one block that come to no other.
std::set<std::uint32_t> blocks_between(std::uint32_t from, std::uint32_t to, const Graph& ways) {
  std::set<std::uint32_t> seen;
  const auto first = ways.of(from);
  std::vector<std::uint32_t> open(first.begin(), first.end());
  while (!open.empty() && seen.size() < kMostLookedAt) {
    const std::uint32_t b = open.back();
    open.pop_back();
    if (b == to || !seen.insert(b).second) continue;
    const auto next = ways.of(b);
    open.insert(open.end(), next.begin(), next.end());
  }
  return seen;
}

/// Whether lanes that part at one block may come to a barrier from which no way leads to another block.
bool waits_beside(std::uint32_t from, std::uint32_t to, const std::vector<bool>& barriers, const Graph& ways,
                  const Graph& back) {
  const std::set<std::uint32_t> ahead = blocks_between(from, to, ways);
  if (std::ranges::none_of(ahead, [&](std::uint32_t b) { return barriers[b]; })) return false;
  const std::set<std::uint32_t> leading = blocks_between(to, kNoBlock, back);
  return std::ranges::any_of(ahead, [&](std::uint32_t b) { return barriers[b] && !leading.contains(b); });
}

/// Lanes that wait where others turn to another end would wait for ever where those wait for them at a barrier on their
/// way. The assembler has them come to theirs first (an H100, `partial_syncs.cu`): they meet where it is written.
void meet_behind_barriers(const ptx::Function& function, const ControlFlow& flow, std::vector<std::uint32_t>& joins) {
  const std::vector<bool> barriers = with_barriers(function, flow);
  if (std::ranges::find(barriers, true) == barriers.end()) return;
  const std::vector<std::uint32_t> plain = plain_joins(flow);
  const Graph back = flow.successors.reversed();
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (joins[b] == kNoBlock || joins[b] == plain[b]) continue;
    if (waits_beside(b, joins[b], barriers, flow.successors, back)) joins[b] = plain[b];
  }
}

}  // namespace

ControlFlow analyse_control_flow(const ptx::Function& function, bool for_debuggers) {
  ControlFlow flow;
  split_into_blocks(function, flow);
  connect_blocks(function, flow);

  const std::vector<bool> ends = ends_of(function, flow);
  std::vector<std::uint32_t> joins = for_debuggers ? plain_joins(flow) : joins_without(ends, flow);
  if (!for_debuggers) meet_behind_barriers(function, flow, joins);
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    FlowBlock& block = flow.blocks[b];
    if (block.ends == BlockEnd::calls_some) {
      block.join = b + 1;
    } else if (block.ends == BlockEnd::branches && flow.successors.of(b).size() > 1) {
      block.join = joins[b];
      if (block.join != kNoBlock && ends[block.join]) block.join = kNoBlock;
    }
    if (block.join != kNoBlock) flow.blocks[block.join].is_join = true;
  }
  return flow;
}

}  // namespace warpglass::isa
