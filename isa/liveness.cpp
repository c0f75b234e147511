#include "isa/liveness.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <span>

namespace warpglass::isa {
namespace {

constexpr std::size_t kMaxWords = std::size_t{1} << 22;  // of one family of sets
constexpr int kMaxSweeps = 100;                          // sensible control flow needs its loop depth plus two

/// A set of registers for each block.
class RegisterSets {
 public:
  RegisterSets(std::size_t blocks, std::size_t registers) : words_((registers + 63) / 64), bits_(blocks * words_, 0) {}

  [[nodiscard]] std::span<std::uint64_t> of(std::size_t block) { return {bits_.data() + block * words_, words_}; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

void insert(std::span<std::uint64_t> set, std::uint32_t index) {
  assert(index / 64 < set.size());
  set[index / 64] |= std::uint64_t{1} << index % 64;
}
void erase(std::span<std::uint64_t> set, std::uint32_t index) { set[index / 64] &= ~(std::uint64_t{1} << index % 64); }
bool contains(std::span<const std::uint64_t> set, std::uint32_t index) {
  assert(index / 64 < set.size());
  return (set[index / 64] >> index % 64 & 1) != 0;
}

template <class Visit>
void for_each(std::span<const std::uint64_t> set, Visit&& visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
      visit(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
  }
}

/// The uses of each block: first[b] .. first[b + 1].
std::vector<std::size_t> uses_by_block(const ControlFlow& flow, std::span<const RegisterUse> uses) {
  assert(std::is_sorted(uses.begin(), uses.end(),
                        [](const RegisterUse& a, const RegisterUse& b) { return a.instruction < b.instruction; }));
  std::vector<std::size_t> first;
  std::size_t at = 0;
  for (const FlowBlock& block : flow.blocks) {
    while (at < uses.size() && uses[at].instruction < block.begin) ++at;
    first.push_back(at);
  }
  first.push_back(uses.size());
  return first;
}

/// Visits the instructions' uses from the last to the first: all writes of an instruction before its reads.
template <class Visit>
void backwards(std::span<const RegisterUse> uses, Visit&& visit) {
  for (std::size_t end = uses.size(); end > 0;) {
    std::size_t begin = end - 1;
    while (begin > 0 && uses[begin - 1].instruction == uses[end - 1].instruction) --begin;
    visit(uses.subspan(begin, end - begin));
    end = begin;
  }
}

}  // namespace

Liveness analyse_liveness(const ControlFlow& flow, const std::vector<RegisterUse>& uses,
                          const std::vector<std::uint32_t>& weights) {
  const std::size_t blocks = flow.blocks.size();
  const std::size_t registers = weights.size();
  const std::uint32_t end = flow.blocks.empty() ? 0 : flow.blocks.back().end;
  Liveness safe{.live_at_entry = std::vector<bool>(registers, true),
                .ranges = std::vector<LiveRange>(registers, {.first = 0, .last = end}),
                .pressure = std::accumulate(weights.begin(), weights.end(), 0u),
                .wanted = {}};
  if (blocks * ((registers + 63) / 64) > kMaxWords) return safe;

  const std::vector<std::size_t> first = uses_by_block(flow, uses);
  const auto uses_of = [&](std::size_t b) {
    return std::span<const RegisterUse>(uses).subspan(first[b], first[b + 1] - first[b]);
  };
  RegisterSets read_first(blocks, registers);
  RegisterSets written(blocks, registers);
  for (std::size_t b = 0; b < blocks; ++b) {
    backwards(uses_of(b), [&](std::span<const RegisterUse> instruction) {
      for (const RegisterUse& use : instruction) {
        if (use.kind != RegisterUse::Kind::write) continue;
        insert(written.of(b), use.index);
        erase(read_first.of(b), use.index);
      }
      for (const RegisterUse& use : instruction) {
        if (use.kind == RegisterUse::Kind::read) insert(read_first.of(b), use.index);
      }
    });
  }

  RegisterSets live_in(blocks, registers);
  RegisterSets live_out(blocks, registers);
  bool changed = true;
  for (int sweep = 0; changed; ++sweep) {
    if (sweep == kMaxSweeps) return safe;
    changed = false;
    for (std::size_t b = blocks; b-- > 0;) {
      const auto out = live_out.of(b);
      for (const std::uint32_t next : flow.successors.of(static_cast<std::uint32_t>(b))) {
        const auto in = live_in.of(next);
        for (std::size_t w = 0; w < out.size(); ++w) out[w] |= in[w];
      }
      const auto in = live_in.of(b);
      for (std::size_t w = 0; w < in.size(); ++w) {
        const std::uint64_t value = read_first.of(b)[w] | (out[w] & ~written.of(b)[w]);
        changed = changed || value != in[w];
        in[w] = value;
      }
    }
  }

  Liveness result{.live_at_entry = std::vector<bool>(registers, false),
                  .ranges = std::vector<LiveRange>(registers),
                  .pressure = 0,
                  .wanted = std::vector<std::vector<std::uint32_t>>(blocks)};
  if (blocks == 0) return result;
  for (const RegisterUse& use : uses) result.ranges[use.index].include(use.instruction);
  for (std::size_t b = 0; b < blocks; ++b) {
    const FlowBlock& block = flow.blocks[b];
    for_each(live_in.of(b), [&](std::uint32_t index) {
      result.ranges[index].include(block.begin);
      result.wanted[b].push_back(index);
    });
    for_each(live_out.of(b), [&](std::uint32_t index) { result.ranges[index].include(block.end); });
  }
  for (std::uint32_t i = 0; i < registers; ++i) result.live_at_entry[i] = contains(live_in.of(0), i);

  for (std::size_t b = 0; b < blocks; ++b) {
    const auto live = live_out.of(b);
    std::uint32_t now = 0;
    for_each(live, [&](std::uint32_t index) { now += weights[index]; });
    result.pressure = std::max(result.pressure, now);
    backwards(uses_of(b), [&](std::span<const RegisterUse> instruction) {
      std::uint32_t written_only = 0;  // results nobody wants still need a place
      for (const RegisterUse& use : instruction) {
        if (use.kind == RegisterUse::Kind::read) continue;
        if (!contains(live, use.index)) {
          written_only += weights[use.index];
        } else if (use.kind == RegisterUse::Kind::write) {
          erase(live, use.index);
          now -= weights[use.index];
          written_only += weights[use.index];
        }
      }
      result.pressure = std::max(result.pressure, now + written_only);
      for (const RegisterUse& use : instruction) {
        if (use.kind != RegisterUse::Kind::read || contains(live, use.index)) continue;
        insert(live, use.index);
        now += weights[use.index];
      }
      result.pressure = std::max(result.pressure, now);
    });
  }
  return result;
}

Wanted find_wanted(const ControlFlow& flow, std::span<const RegisterUse> uses, std::size_t registers,
                   const std::vector<bool>& lasting) {
  Wanted result{.stays = lasting, .writes = std::vector<bool>(uses.size(), false)};
  const std::size_t blocks = flow.blocks.size();
  if (blocks * ((registers + 63) / 64) > kMaxWords) {
    result.stays.assign(lasting.size(), true);
    result.writes.assign(uses.size(), true);
    return result;
  }
  const std::vector<std::size_t> first = uses_by_block(flow, uses);
  RegisterSets live_in(blocks, registers);
  RegisterSets live_out(blocks, registers);
  const auto pass = [&](std::size_t b) {  // from the block's end to its beginning
    const auto live = live_in.of(b);
    std::ranges::copy(live_out.of(b), live.begin());
    backwards(uses.subspan(first[b], first[b + 1] - first[b]), [&](std::span<const RegisterUse> instruction) {
      const std::uint32_t number = instruction.front().instruction;
      bool stays = lasting[number];
      for (const RegisterUse& use : instruction) {
        if (use.kind == RegisterUse::Kind::read || !contains(live, use.index)) continue;
        stays = true;
        result.writes[static_cast<std::size_t>(&use - uses.data())] = true;
      }
      if (!stays) return;
      result.stays[number] = true;
      for (const RegisterUse& use : instruction) {
        if (use.kind == RegisterUse::Kind::write) erase(live, use.index);
      }
      for (const RegisterUse& use : instruction) {
        if (use.kind == RegisterUse::Kind::read) insert(live, use.index);
      }
    });
  };
  // Sets only grow, so that what was found on the way holds in the end.
  std::vector<std::uint64_t> before;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = blocks; b-- > 0;) {
      const auto out = live_out.of(b);
      for (const std::uint32_t next : flow.successors.of(static_cast<std::uint32_t>(b))) {
        const auto in = live_in.of(next);
        for (std::size_t w = 0; w < out.size(); ++w) out[w] |= in[w];
      }
      const auto in = live_in.of(b);
      before.assign(in.begin(), in.end());
      pass(b);
      changed = changed || !std::ranges::equal(before, in);
    }
  }
  return result;
}

}  // namespace warpglass::isa
