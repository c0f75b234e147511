#include "tier/plan.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace warpglass::tier {
namespace {

/// Warps that call, return, wait or end go on elsewhere, and a region would only be in their way.
bool leaves(const sim::OpFacts& facts) {
  if (facts.computes) return false;
  switch (facts.kind) {
    case sim::OpKind::call:
    case sim::OpKind::ret:
    case sim::OpKind::exit:
    case sim::OpKind::barrier: return true;
    case sim::OpKind::other:
    case sim::OpKind::pseudo:
    case sim::OpKind::load:
    case sim::OpKind::store:
    case sim::OpKind::atomic:
    case sim::OpKind::reduction:
    case sim::OpKind::matrix_load:
    case sim::OpKind::matrix_store:
    case sim::OpKind::async_copy:
    case sim::OpKind::branch: break;
  }
  using sim::Does;
  const Does does = facts.effects.does;
  return does == Does::branches_by_index || does == Does::calls || does == Does::returns || does == Does::exits ||
         does == Does::traps || does == Does::synchronises || does == Does::signals || does == Does::pauses ||
         does == Does::depends_on_grids || does == Does::awaits_copies || does == Does::takes_stack;
}

/// For each op the number of loops that it lies in: a branch back and its target enclose one.
std::vector<std::uint32_t> loop_depths(const sim::Program& program) {
  std::vector<std::uint32_t> depths(program.ops.size());
  std::set<std::uint32_t> targets;
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) {
    if (program.facts[pc].kind != sim::OpKind::branch || program.ops[pc].imm > 0) continue;
    if (program.facts[pc].effects.does != sim::Does::branches) continue;
    const auto target = static_cast<std::uint32_t>(std::int64_t{pc} + program.ops[pc].imm);
    if (!targets.insert(target).second) continue;
    for (std::uint32_t i = target; i <= pc; ++i) ++depths[i];
  }
  return depths;
}

/// The body that an op is part of, by number.
using Part = std::uint32_t;
constexpr Part kLeftOut = 0;
constexpr Part kTogether = 1;

// LLVM takes more than twice as long for twice as long a body; the rows of a short one are filled and written back more
// often.
constexpr std::uint32_t kMostOpsTogether = 200;
constexpr std::uint32_t kOpsOfPart = 100;

/// What is compiled together or not at all: a loop with all that lies in it, for bodies that hand on to each other in
/// each round fill and write back their rows as often; or a block.
struct Nest {
  std::uint32_t depth = 0;  // of its innermost loop
  std::uint32_t count = 0;  // ops that do not leave
  bool is_loop = false;
};

struct Nests {
  std::vector<Nest> all;              // ascending
  std::vector<std::uint32_t> of_ops;  // by pc, the number of its nest
};

/// Each op's is the largest loop around it that a body has room for.
Nests nests_of(const sim::Program& program) {
  const auto ops = static_cast<std::uint32_t>(program.ops.size());
  std::vector<std::uint32_t> before(ops + 1);  // how many ops do not leave
  for (std::uint32_t pc = 0; pc < ops; ++pc) before[pc + 1] = before[pc] + (leaves(program.facts[pc]) ? 0 : 1);
  std::map<std::uint32_t, std::uint32_t> blocks;              // by their first ops, where they end
  std::map<std::uint32_t, std::vector<std::uint32_t>> loops;  // equally
  for (const sim::BasicBlock& block : program.blocks) blocks[block.first_op] = block.first_op + block.op_count;
  for (std::uint32_t pc = 0; pc < ops; ++pc) {
    if (program.facts[pc].kind != sim::OpKind::branch) continue;
    for (const std::uint32_t target : successors_of(program, pc))
      if (target <= pc) loops[target].push_back(pc + 1);
  }
  const std::vector<std::uint32_t> depths = loop_depths(program);
  Nests nests{.all = {}, .of_ops = std::vector<std::uint32_t>(ops)};
  for (std::uint32_t first = 0; first < ops;) {
    std::uint32_t end = first + 1;
    if (const auto block = blocks.find(first); block != blocks.end()) end = std::max(end, block->second);
    Nest nest;
    for (const std::uint32_t last : loops[first]) {
      if (before[last] - before[first] > kMostOpsTogether) continue;
      nest.is_loop = true;
      end = std::max(end, last);
    }
    nest.count = before[end] - before[first];
    for (std::uint32_t pc = first; pc < end; ++pc) {
      nest.depth = std::max(nest.depth, depths[pc]);
      nests.of_ops[pc] = static_cast<std::uint32_t>(nests.all.size());
    }
    nests.all.push_back(nest);
    first = end;
  }
  return nests;
}

/// What is not chosen yet, one piece behind the other.
void cut_the_rest(const sim::Program& program, const Nests& nests, std::uint32_t most_ops, std::vector<Part>& parts) {
  Part part = kTogether;
  std::uint32_t ops_of_part = kOpsOfPart;
  std::uint32_t function = 0;
  std::uint32_t count = 0;
  std::uint32_t last = ~std::uint32_t{0};  // nest
  for (std::uint32_t pc = 0; pc < program.ops.size() && count < most_ops; ++pc) {
    if (parts[pc] != kLeftOut || leaves(program.facts[pc])) continue;
    const std::uint32_t number = nests.of_ops[pc];
    const Nest& nest = nests.all[number];
    const bool goes_on = number == last && nest.is_loop;
    last = number;
    const std::uint32_t room_for = nest.is_loop ? nest.count : 1;
    if ((!goes_on && ops_of_part + room_for > kOpsOfPart) || program.facts[pc].function != function) {
      ++part;
      ops_of_part = 0;
      function = program.facts[pc].function;
    }
    parts[pc] = part;
    ++ops_of_part;
    ++count;
  }
}

}  // namespace

std::vector<std::uint32_t> successors_of(const sim::Program& program, std::uint32_t pc) {
  std::vector<std::uint32_t> next;
  const sim::OpFacts& facts = program.facts[pc];
  const bool branches = facts.kind == sim::OpKind::branch && facts.effects.does == sim::Does::branches;
  if (branches) next.push_back(static_cast<std::uint32_t>(std::int64_t{pc} + program.ops[pc].imm));
  if ((!branches || facts.guarded) && pc + 1 < program.ops.size()) next.push_back(pc + 1);
  return next;
}

std::vector<Plan> plan_of(const sim::Program& program, std::uint32_t most_ops) {
  // The innermost loops first, and what they lie in with them.
  const Nests nests = nests_of(program);
  std::vector<std::uint32_t> order(nests.all.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return nests.all[x].depth > nests.all[y].depth; });
  std::vector<bool> is_taken(nests.all.size());
  std::uint32_t count = 0;
  for (const std::uint32_t number : order) {
    const std::uint32_t ops = nests.all[number].count;
    if (count + ops > std::min(most_ops, kMostOpsTogether)) continue;
    is_taken[number] = true;
    count += ops;
  }
  std::vector<Part> parts(program.ops.size());
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) {
    if (is_taken[nests.of_ops[pc]] && !leaves(program.facts[pc])) parts[pc] = kTogether;
  }
  if (most_ops > kMostOpsTogether) cut_the_rest(program, nests, most_ops - count, parts);

  std::map<std::pair<Part, std::uint32_t>, Plan> plans;
  std::set<std::uint32_t> targets;
  for (const sim::BasicBlock& block : program.blocks) targets.insert(block.first_op);
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) {
    if (program.facts[pc].kind == sim::OpKind::branch && program.facts[pc].effects.does == sim::Does::branches)
      targets.insert(static_cast<std::uint32_t>(std::int64_t{pc} + program.ops[pc].imm));
  }
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) {
    if (parts[pc] == kLeftOut) continue;
    Plan& plan = plans[{parts[pc], program.facts[pc].function}];
    plan.function = program.facts[pc].function;
    plan.ops.push_back(pc);
    const bool comes_from_outside = pc == 0 || parts[pc - 1] != parts[pc] ||
                                    program.facts[pc - 1].function != plan.function || targets.contains(pc) ||
                                    program.facts[pc - 1].kind == sim::OpKind::branch ||
                                    program.facts[pc - 1].kind == sim::OpKind::pseudo;
    if (comes_from_outside) plan.entries.push_back(pc);
  }
  std::vector<Plan> all;
  for (auto& [part, plan] : plans) all.push_back(std::move(plan));
  return all;
}

std::uint32_t ops_of(const std::vector<Plan>& plans) {
  std::size_t count = 0;
  for (const Plan& plan : plans) count += plan.ops.size();
  return static_cast<std::uint32_t>(count);
}

bool seldom_leaves_shared_memory(const sim::Program& program) {
  constexpr std::size_t kOpsForAnAccess = 4;
  const std::vector<std::uint32_t> depths = loop_depths(program);
  const std::uint32_t innermost = depths.empty() ? 0 : *std::max_element(depths.begin(), depths.end());
  std::size_t ops = 0;
  std::size_t accesses = 0;
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) {
    const sim::OpFacts& facts = program.facts[pc];
    if (depths[pc] != innermost || facts.kind == sim::OpKind::pseudo) continue;
    ++ops;
    if (sim::is_memory_access(facts.kind) && facts.space != sim::Space::shared) ++accesses;
  }
  return kOpsForAnAccess * accesses <= ops;
}

}  // namespace warpglass::tier
