#include "tier/compiler/wanted_rows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <utility>

#include "llvm/IR/CFG.h"

namespace warpglass::tier {

using namespace llvm;

namespace {

constexpr std::uint64_t kLongestRow = sim::row_bytes(16);
constexpr std::uint64_t kFlagBytes = 64;  // isa/bind/frame.hpp: what lies before is constant, or a flag

/// A member of Op that is in RequestOp::words.
constexpr std::size_t word_at(std::size_t offset) {
  return (offset - 2 * sizeof(sim::Handler)) / sizeof(std::uint32_t);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
constexpr std::size_t kGuard = word_at(offsetof(sim::Op, guard));
constexpr std::size_t kGuardFlip = word_at(offsetof(sim::Op, guard_flip));
#pragma GCC diagnostic pop

/// All rows that may begin where one of these numbers says, in a function's frame.
BitVector begun_at(std::span<const std::uint32_t> numbers, const std::vector<std::uint32_t>& begins,
                   const std::vector<RowPiece>& pieces) {
  BitVector rows(static_cast<unsigned>(pieces.size()));
  for (const std::uint32_t number : numbers) {
    const auto next = std::upper_bound(begins.begin(), begins.end(), number);
    const std::uint64_t end = next == begins.end() ? number + kLongestRow : *next;
    const auto first = std::upper_bound(pieces.begin(), pieces.end(), std::uint64_t{number},
                                        [](std::uint64_t at, const RowPiece& piece) { return at < piece.end; });
    for (auto piece = first; piece != pieces.end() && piece->begin < end; ++piece)
      rows.set(static_cast<unsigned>(piece - pieces.begin()));
  }
  return rows;
}

/// Those that one of the op's fields may be.
BitVector in_fields(const Request& program, const RequestOp& op, const std::vector<RowPiece>& pieces) {
  return begun_at(op.words, program.row_begins[op.function], pieces);
}

/// And those of its list.
BitVector named_by(const Request& program, const RequestOp& op, const std::vector<RowPiece>& pieces) {
  BitVector named = in_fields(program, op, pieces);
  named |= begun_at(op.listed, program.row_begins[op.function], pieces);
  return named;
}

/// Rows of predicates that have no name of their own.
BitVector flags_of(const std::vector<RowPiece>& pieces) {
  BitVector flags(static_cast<unsigned>(pieces.size()));
  for (unsigned i = 0; i < pieces.size(); ++i) {
    if (pieces[i].begin < kFlagBytes) flags.set(i);
  }
  return flags;
}

bool is_guarded(const RequestOp& op) { return op.words[kGuard] != sim::kAlwaysRow || op.words[kGuardFlip] != 0; }

/// An op's own part: what it reads before it writes it, what it may leave as it was, and what comes behind it.
struct Summary {
  BitVector reads;
  BitVector keeps;
  std::set<std::uint32_t> next;
  bool anywhere = false;  // control may go on where nobody knows
};

}  // namespace

class WantedSearch {
 public:
  WantedSearch(const Request& program, const BodyCode& code, const std::vector<RowPiece>& pieces,
               const std::map<const Instruction*, std::vector<RowTouch>>& touches, WantedRows& found)
      : program_(program), code_(code), pieces_(pieces), touches_(touches), found_(found) {
    found_.all_ = BitVector(count(), true);
    always_ = flags_of(pieces_);
    // Another lane's row is what it was when that lane came by last.
    for (const RequestOp& op : program_.ops) {
      if (op.crosses_lanes) always_ |= in_fields(program_, op, pieces_);
    }
  }

  void run() {
    std::vector<std::uint32_t> open;
    for (const auto& [block, pc] : code_.begins) open.push_back(pc);
    while (!open.empty()) {
      const std::uint32_t pc = open.back();
      open.pop_back();
      if (!summaries_.try_emplace(pc).second) continue;
      const auto inlined = code_.inlined.find(pc);
      Summary& summary = summaries_[pc] =
          inlined == code_.inlined.end() ? of_handler(pc) : of_code(pc, inlined->second);
      found_.at_.try_emplace(pc, count());
      open.insert(open.end(), summary.next.begin(), summary.next.end());
    }
    for (bool again = true; again;) {
      again = false;
      for (auto it = summaries_.rbegin(); it != summaries_.rend(); ++it) {
        BitVector wanted = behind(it->second);
        wanted &= it->second.keeps;
        wanted |= it->second.reads;
        BitVector& known = found_.at_[it->first];
        if (wanted == known) continue;
        known = std::move(wanted);
        again = true;
      }
    }
  }

 private:
  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(pieces_.size()); }

  [[nodiscard]] BitVector behind(const Summary& summary) const {
    if (summary.anywhere) return found_.all_;
    BitVector wanted(count());
    for (const std::uint32_t next : summary.next) wanted |= found_.at_.at(next);
    return wanted;
  }

  /// What a call of the handler reads.
  [[nodiscard]] BitVector read_by_handler(const RequestOp& op) const {
    if (!op.names_rows) return found_.all_;
    BitVector reads = named_by(program_, op, pieces_);
    reads |= always_;
    return reads;
  }

  void go_on(std::uint32_t pc, Summary& summary) const {
    const RequestOp& op = program_.ops[pc];
    if (op.names_rows) summary.next.insert(op.successors.begin(), op.successors.end());
    summary.anywhere |= !op.names_rows || op.successors.empty();
  }

  [[nodiscard]] Summary of_handler(std::uint32_t pc) const {
    const RequestOp& op = program_.ops[pc];
    Summary summary{.reads = read_by_handler(op), .keeps = found_.all_, .next = {}, .anywhere = false};
    if (!op.ends) go_on(pc, summary);
    return summary;
  }

  [[nodiscard]] Summary of_code(std::uint32_t pc, const std::vector<const BasicBlock*>& blocks) const {
    const RequestOp& op = program_.ops[pc];
    const std::set<const BasicBlock*> own(blocks.begin(), blocks.end());
    Summary summary{.reads = BitVector(count()), .keeps = BitVector(count()), .next = {}, .anywhere = false};
    // Where the code calls the op's handler after all, that writes what the code writes on all its other ways: for all
    // lanes, if there is no guard that may be false for some.
    bool only_calls = true;
    std::map<const BasicBlock*, BitVector> reads_behind;
    std::map<const BasicBlock*, BitVector> keeps_behind;
    for (const BasicBlock* const block : blocks) {
      BitVector reads(count());
      BitVector keeps(count());
      const auto leave = [&](std::uint32_t next) {
        summary.next.insert(next);
        keeps = found_.all_;
        only_calls = false;
      };
      // What the code calls on its way out, or to report a fault, may look at the op's rows.
      if (code_.callers.contains(block)) reads |= read_by_handler(op);
      if (const auto back = code_.returns.find(block->getTerminator()); back != code_.returns.end()) {
        if (back->second != sim::Op::kNone) {
          leave(back->second);
        } else {
          go_on(pc, summary);
          keeps = found_.all_;
          only_calls = false;
        }
      }
      for (const BasicBlock* const next : successors(block)) {
        if (const auto begin = code_.begins.find(next); begin != code_.begins.end()) {
          leave(begin->second);
        } else if (const auto call = code_.calls.find(next); call != code_.calls.end()) {
          if (call->second != pc) {
            leave(call->second);
            continue;
          }
          reads |= read_by_handler(op);
          go_on(pc, summary);
          if (is_guarded(op)) keeps = found_.all_;
        }
      }
      reads_behind.emplace(block, std::move(reads));
      keeps_behind.emplace(block, std::move(keeps));
    }
    const BasicBlock* const entry = blocks.back();
    summary.reads = before(entry, blocks, own, reads_behind);
    summary.reads |= always_;
    summary.keeps = only_calls ? found_.all_ : before(entry, blocks, own, keeps_behind);
    return summary;
  }

  /// What is wanted where the blocks begin, if so much is behind each.
  [[nodiscard]] BitVector before(const BasicBlock* entry, const std::vector<const BasicBlock*>& blocks,
                                 const std::set<const BasicBlock*>& own,
                                 const std::map<const BasicBlock*, BitVector>& behind) const {
    std::map<const BasicBlock*, BitVector> at;
    for (const BasicBlock* const block : blocks) at.emplace(block, count());
    for (bool again = true; again;) {
      again = false;
      for (const BasicBlock* const block : blocks) {
        BitVector wanted = behind.at(block);
        for (const BasicBlock* const next : successors(block)) {
          if (own.contains(next) && !code_.begins.contains(next)) wanted |= at.at(next);
        }
        for (const Instruction& instruction : reverse(*block)) {
          const auto touched = touches_.find(&instruction);
          if (touched == touches_.end()) continue;
          for (const RowTouch& touch : touched->second) {
            if (touch.writes) wanted.reset(touch.piece);
          }
          for (const RowTouch& touch : touched->second) {
            if (!touch.writes) wanted.set(touch.piece);
          }
        }
        if (wanted == at.at(block)) continue;
        at.at(block) = std::move(wanted);
        again = true;
      }
    }
    return at.at(entry);
  }

  const Request& program_;
  const BodyCode& code_;
  const std::vector<RowPiece>& pieces_;
  const std::map<const Instruction*, std::vector<RowTouch>>& touches_;
  WantedRows& found_;
  BitVector always_;
  std::map<std::uint32_t, Summary> summaries_;
};

WantedRows::WantedRows(const Request& program, const BodyCode& code, const std::vector<RowPiece>& pieces,
                       const std::map<const Instruction*, std::vector<RowTouch>>& touches)
    : program_(program), pieces_(pieces) {
  WantedSearch(program, code, pieces, touches, *this).run();
}

const BitVector& WantedRows::at(std::uint32_t pc) const {
  const auto known = at_.find(pc);
  return known == at_.end() ? all_ : known->second;
}

BitVector WantedRows::named_by(std::uint32_t pc) const {
  BitVector named = tier::named_by(program_, program_.ops[pc], pieces_);
  named |= flags_of(pieces_);
  return named;
}

}  // namespace warpglass::tier
