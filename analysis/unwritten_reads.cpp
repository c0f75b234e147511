#include "analysis/unwritten_reads.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "analysis/course_follower.hpp"
#include "analysis/footprint.hpp"
#include "analysis/happens_before.hpp"
#include "sim/launch.hpp"
#include "sim/touched_memory.hpp"

namespace warpglass::analysis {
namespace {

using sim::Direction;
using sim::Does;
using sim::OperandFact;
using sim::Space;

using Registers = std::set<std::pair<std::uint32_t, sim::RegisterId>>;

/// What a result shows of its sources only where it is itself looked at: moves, and what puts bits in their places.
bool passes_on(const sim::Effects& effects) {
  if (effects.does != Does::computes) return false;
  switch (effects.algebra) {
    case sim::Algebra::copy:
    case sim::Algebra::convert:
    case sim::Algebra::shift_left:
    case sim::Algebra::shift_right:
    case sim::Algebra::choice:
    case sim::Algebra::bitwise_and:
    case sim::Algebra::bitwise_or:
    case sim::Algebra::bitwise_xor:
    case sim::Algebra::complement: return true;
    case sim::Algebra::other:
    case sim::Algebra::sum:
    case sim::Algebra::difference:
    case sim::Algebra::product:
    case sim::Algebra::product_sum:
    case sim::Algebra::product24:
    case sim::Algebra::product_sum24:
    case sim::Algebra::quotient:
    case sim::Algebra::extremum:
    case sim::Algebra::negative:
    case sim::Algebra::magnitude:
    case sim::Algebra::root:
    case sim::Algebra::comparison: break;
  }
  return false;
}

/// Registers of each function of whose value something depends: that are more than the value of a store.
Registers heeded_registers(const sim::Program& program) {
  Registers heeded;
  const auto heed = [&](const sim::OpFacts& facts) {
    bool more = false;
    for (const OperandFact& operand : operands_of(facts, program.operands)) {
      const bool value = facts.effects.does == Does::stores && !operand.addresses;
      if (operand.kind == OperandFact::Kind::reg && !operand.written && !value)
        more = heeded.emplace(facts.function, operand.reg).second || more;
    }
    return more;
  };
  for (const sim::OpFacts& facts : program.facts) {
    // Which of two values is taken is looked at; they themselves may have been loaded ahead of that.
    if (facts.effects.algebra == sim::Algebra::choice) {
      for (const OperandFact& operand : operands_of(facts, program.operands)) {
        if (operand.kind == OperandFact::Kind::reg && operand.type.kind == NumberType::Kind::predicate)
          heeded.emplace(facts.function, operand.reg);
      }
    }
    if (facts.guarded) heeded.emplace(facts.function, facts.guard);
    if (!passes_on(facts.effects)) heed(facts);
  }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t pc = program.facts.size(); pc-- > 0;) {
      const sim::OpFacts& facts = program.facts[pc];
      if (!passes_on(facts.effects) || facts.effects.algebra == sim::Algebra::choice) continue;
      const auto operands = operands_of(facts, program.operands);
      const bool wanted = std::ranges::any_of(operands, [&](const OperandFact& operand) {
        return operand.kind == OperandFact::Kind::reg && operand.written &&
               heeded.contains({facts.function, operand.reg});
      });
      if (wanted) more = heed(facts) || more;
    }
  }
  return heeded;
}

/// For each op the bytes of a lane's load that something depends on, a bit each.
std::vector<std::uint64_t> heeded_bytes(const sim::Program& program) {
  const auto heeded = heeded_registers(program);
  std::vector<std::uint64_t> all(program.facts.size());
  for (std::size_t pc = 0; pc < all.size(); ++pc) {
    const sim::OpFacts& facts = program.facts[pc];
    all[pc] = ~std::uint64_t{0};
    if (facts.effects.does == Does::signals) all[pc] = 0;  // a barrier object: ObjectMisuse knows whether it was made
    const std::uint32_t elements = facts.effects.elements;
    if (facts.effects.does != Does::loads || elements == 0) continue;
    const std::uint32_t size = facts.access_bytes / elements;
    std::uint64_t bytes = 0;
    std::uint32_t element = 0;
    for (const OperandFact& operand : operands_of(facts, program.operands)) {
      if (operand.position != 0) continue;
      const bool read = operand.kind == OperandFact::Kind::reg && heeded.contains({facts.function, operand.reg});
      if (read && element < elements) bytes |= ((std::uint64_t{1} << size) - 1) << (element * size);
      ++element;
    }
    // A value that not every element has a register for is nobody's copy.
    if (element == elements) all[pc] = bytes;
  }
  return all;
}

bool is_read(const sim::AccessEvent& event) {
  // What is done with the old value of an exchange is not followed.
  if (event.direction == Direction::write || event.kind == sim::AccessKind::atomic_exchange) return false;
  return event.via == sim::Via::instruction;
}

class UnwrittenReadsShard final : public sim::Shard, public CourseFollower {
 public:
  UnwrittenReadsShard(DeviceBytes& device, const std::vector<std::uint64_t>& heeded, bool blocks_talk)
      : device_(device), heeded_(heeded), blocks_talk_(blocks_talk) {}

  void on_access(const sim::AccessEvent& event) override {
    if (event.via == sim::Via::mbarrier) return;
    if (event.space == Space::local) return on_local(event);
    if (event.space != Space::shared && event.space != Space::global) return;
    if (event.space == Space::shared && follows_ && awake(event.owner) == nullptr) return;
    if (footprints_->keeps(event) ? on_lines(event) : on_written(event)) return;
    for_each_lane(event.at.lanes, [&](int lane) {
      const std::uint64_t address = event.address(lane);
      if (event.space == Space::shared) {
        WrittenBytes& written = shared_of(event.owner).written;
        written.reach(address + event.bytes);
        access(event, lane, written, address, nullptr);
      } else if (DeviceBytes::Piece* const piece = piece_of(address, event.bytes)) {
        access(event, lane, piece->written, address - piece->begin, piece);
      }
    });
  }

  void on_sync(const sim::SyncEvent& event) override {
    if (event.what == sim::Sync::barrier_release) end_held(event.at.block);
  }

  void on_flow(const sim::FlowEvent& event) override {
    if (event.what != sim::Flow::block_end) return;
    end_held(event.at.block);
    forget_shared(event.at.block);
    local_.erase(event.at.block);
  }

  void begin(FootprintCache& footprints) override {
    follows_ = true;
    footprints_ = &footprints;
  }
  Settled settle(std::uint64_t block) override {
    SharedBytes& bytes = shared_of(block);
    bytes.held.end(reads);
    return {.state = state_of(bytes), .quiet = !std::exchange(bytes.missed, false)};
  }
  void rest(std::uint64_t block) override { forget_shared(block); }
  void wake(std::uint64_t block, State state) override {
    SharedBytes& bytes = shared_of(block);
    bytes.state = state;
    bytes.written = states_[state];
  }
  void pass(std::uint64_t block, std::uint64_t base, bool writes, const Footprint& footprint) override {
    if (!writes) return;
    WrittenBytes& written = shared_of(block).written;
    for (const LinePart& part : footprint.parts) {
      const std::uint64_t line = base / kLineBytes + static_cast<std::uint64_t>(part.line);
      written.reach((line + 1) * kLineBytes);
      written.set_line(line, part.touched());
    }
  }

  UnwrittenReads reads;
  HeldReads held_global;
  FirstReductions reductions;  // where blocks do not talk: an atomic is one then

 private:
  static constexpr std::size_t kStates = 64;
  static constexpr std::uint64_t kNear = 4096;  // bytes that are looked at in less time than those of 32 lanes

  /// What is known of a block's shared memory.
  struct SharedBytes {
    WrittenBytes written;
    HeldReads held;
    State state = kFirst;  // when its warps met last
    bool missed = false;   // something was read that was not written, since
  };

  static Racer racer(const sim::AccessEvent& event, int lane) {
    return {.block = static_cast<std::uint32_t>(event.at.block),
            .warp = static_cast<std::uint8_t>(event.at.warp),
            .lane = static_cast<std::uint8_t>(lane)};
  }

  void end_held(std::uint64_t block) {
    if (const auto shared = shared_.find(block); shared != shared_.end()) shared->second.held.end(reads);
  }

  HeldReads* held_of(const sim::AccessEvent& event) {
    if (event.space == Space::global) return held_global.empty() ? nullptr : &held_global;
    if (event.space != Space::shared) return nullptr;
    HeldReads& held = shared_of(event.owner).held;
    return held.empty() ? nullptr : &held;
  }

  /// Of a block that does not rest.
  SharedBytes* awake(std::uint64_t block) {
    if (last_ != nullptr && last_block_ == block) return last_;
    return shared_.contains(block) ? &shared_of(block) : nullptr;
  }

  void forget_shared(std::uint64_t block) {
    shared_.erase(block);
    last_ = nullptr;
  }

  /// The number of what has been written.
  State state_of(const SharedBytes& bytes) {
    if (states_[bytes.state].same_as(bytes.written)) return bytes.state;  // as mostly
    for (std::size_t state = 0; state < states_.size(); ++state)
      if (states_[state].same_as(bytes.written)) return static_cast<State>(state);
    if (states_.size() == kStates) return kUnknown;
    states_.push_back(bytes.written);
    return static_cast<State>(states_.size() - 1);
  }

  SharedBytes& shared_of(std::uint64_t block) {
    if (last_ == nullptr || last_block_ != block) {
      last_ = &shared_[block];
      last_block_ = block;
    }
    return *last_;
  }

  /// An access of a shape that comes again, all of whose bytes are written by now, or lie where nothing is followed:
  /// line by line.
  /// \return  whether it is one
  bool on_lines(const sim::AccessEvent& event) {
    if (event.direction != Direction::read && held_of(event) != nullptr) return false;
    const Footprint& footprint = *footprints_->of(event);
    std::uint64_t first = event.base / kLineBytes;
    WrittenBytes* written = nullptr;
    if (event.space == Space::shared) {
      written = &shared_of(event.owner).written;
    } else {
      const DeviceBytes::Stretch& stretch = stretch_at(event.base);
      if (stretch.piece == nullptr) {
        return std::ranges::all_of(footprint.parts, [&](const LinePart& part) {
          const std::uint64_t line = (first + static_cast<std::uint64_t>(part.line)) * kLineBytes;
          return stretch.size >= kLineBytes && line - stretch.begin <= stretch.size - kLineBytes;
        });
      }
      if (stretch.begin % kLineBytes != 0) return false;
      written = &stretch.piece->written;
      first -= stretch.begin / kLineBytes;
    }
    const auto line_of = [&](const LinePart& part) { return first + static_cast<std::uint64_t>(part.line); };
    if (event.space == Space::shared && !is_read(event)) {
      for (const LinePart& part : footprint.parts) written->reach((line_of(part) + 1) * kLineBytes);
    }
    for (const LinePart& part : footprint.parts) {
      const bool there =
          is_read(event) ? written->all_of_line(line_of(part), part.touched()) : line_of(part) < written->lines();
      if (!there) return false;
    }
    if (event.direction == Direction::read) return true;
    for (const LinePart& part : footprint.parts) written->set_line(line_of(part), part.touched());
    return true;
  }

  /// A read of shared memory in a pattern that comes once, all of whose bytes are written.
  bool on_written(const sim::AccessEvent& event) {
    if (event.space != Space::shared || !is_read(event)) return false;
    if (event.direction != Direction::read && held_of(event) != nullptr) return false;
    WrittenBytes& written = shared_of(event.owner).written;
    std::uint64_t low = event.base;
    std::uint64_t high = event.base;
    for_each_lane(event.at.lanes, [&](int lane) {
      low = std::min(low, event.address(lane));
      high = std::max(high, event.address(lane));
    });
    high += event.bytes;
    if (high > written.lines() * kLineBytes) return false;
    // Mostly what lies between the lanes' words is written, too.
    if (high - low <= kNear && written.all(low, high - low)) return true;
    bool all = true;
    for_each_lane(event.at.lanes, [&](int lane) { all = all && written.all(event.address(lane), event.bytes); });
    return all;
  }

  void on_local(const sim::AccessEvent& event) {
    auto& warps = local_[event.at.block];
    if (event.at.warp >= warps.size()) warps.resize(event.at.warp + 1);
    for_each_lane(event.at.lanes, [&](int lane) {
      WrittenBytes& written = warps[event.at.warp][static_cast<std::size_t>(lane)];
      written.reach(event.address(lane) + event.bytes);
      access(event, lane, written, event.address(lane), nullptr);
    });
  }

  const DeviceBytes::Stretch& stretch_at(std::uint64_t address) {
    for (const DeviceBytes::Stretch& stretch : recent_)
      if (address - stretch.begin < stretch.size) return stretch;
    return recent_[next_recent_++ % recent_.size()] = device_.stretch_at(address);
  }

  /// nullptr: none that is followed has all the bytes.
  DeviceBytes::Piece* piece_of(std::uint64_t address, std::uint64_t bytes) {
    const DeviceBytes::Stretch& stretch = stretch_at(address);
    return bytes <= stretch.size - (address - stretch.begin) ? stretch.piece : nullptr;
  }

  void access(const sim::AccessEvent& event, int lane, WrittenBytes& written, std::uint64_t begin,
              const DeviceBytes::Piece* piece) {
    if (is_read(event) && !written.all(begin, event.bytes)) {
      miss(event, lane, written, begin, piece);
      // Of reductions the bytes stay unwritten until the launch ends: the order of blocks says who was first.
      if (event.direction == Direction::update && piece != nullptr && !blocks_talk_) return;
    }
    if (event.direction == Direction::read) return;
    written.set(begin, event.bytes);
    if (HeldReads* const held = held_of(event)) held->write(racer(event, lane), event.address(lane), event.bytes);
  }

  void miss(const sim::AccessEvent& event, int lane, const WrittenBytes& written, std::uint64_t begin,
            const DeviceBytes::Piece* piece) {
    const std::uint64_t heeded = event.at.pc < heeded_.size() ? heeded_[event.at.pc] : ~std::uint64_t{0};
    std::uint32_t missing = 0;
    std::uint32_t first = 0;
    for (std::uint32_t byte = 0; byte < event.bytes; ++byte) {
      if (written.at(begin + byte) || (byte < 64 && (heeded >> byte & 1) == 0)) continue;
      if (missing++ == 0) first = byte;
    }
    if (missing == 0) return;
    if (event.space == Space::shared) shared_of(event.owner).missed = true;
    UnwrittenRead read{.count = 1,
                       .address = event.address(lane) + first,
                       .bytes = event.bytes,
                       .missing = missing,
                       .space = event.space,
                       .thread = racer(event, lane)};
    if (piece != nullptr) {
      read.object = piece->label;
      read.offset = begin + first;
    }
    if (event.direction == Direction::update && piece != nullptr && !blocks_talk_)
      return reductions.add(event.address(lane), {.pc = event.at.pc, .read = read});
    // Others' atomics at the word are no race with this one.
    const bool held = event.direction == Direction::update ? false
                      : event.space == Space::shared       ? shared_of(event.owner).held.add(event.at.pc, read)
                      : event.space == Space::global       ? held_global.add(event.at.pc, read)
                                                           : false;
    if (!held) add(reads, event.at.pc, read);
  }

  DeviceBytes& device_;
  const std::vector<std::uint64_t>& heeded_;
  const bool blocks_talk_;
  FootprintCache own_footprints_;
  FootprintCache* footprints_ = &own_footprints_;
  bool follows_ = false;
  std::vector<WrittenBytes> states_{1};                    // by number
  std::unordered_map<std::uint64_t, SharedBytes> shared_;  // by block; where it follows, of those that do not rest
  SharedBytes* last_ = nullptr;                            // of it
  std::uint64_t last_block_ = 0;
  std::unordered_map<std::uint64_t, std::vector<std::array<WrittenBytes, kWarpSize>>> local_;
  std::array<DeviceBytes::Stretch, 4> recent_{};
  std::size_t next_recent_ = 0;
};

}  // namespace

UnwrittenDetector::UnwrittenDetector() = default;
UnwrittenDetector::~UnwrittenDetector() = default;

void UnwrittenDetector::on_start(const sim::LaunchRequest& launch) {
  launch_ = &launch;
  reads_.clear();
  reductions_.clear();
  blocks_talk_ = true;
  // Another program may lie where one was that is gone; it is not of its length and name.
  if (program_ == launch.program && heeded_.size() == launch.program->facts.size()) return;
  program_ = launch.program;
  heeded_ = heeded_bytes(*launch.program);
}

std::unique_ptr<sim::Shard> UnwrittenDetector::make_shard(std::size_t) {
  return std::make_unique<UnwrittenReadsShard>(device_, heeded_, blocks_talk_);
}

void UnwrittenDetector::merge(sim::Shard& shard) {
  UnwrittenReadsShard& worker = static_cast<UnwrittenReadsShard&>(shard);
  // What another worker's blocks write stays unknown to this one; the bytes tell.
  worker.held_global.end_unless(worker.reads, [this](std::uint64_t address) {
    const DeviceBytes::Piece* const piece = device_.find(address);
    return piece != nullptr && piece->written.at(address - piece->begin);
  });
  for (const auto& [pc, read] : worker.reads) keep(pc, read);
  reductions_.add(worker.reductions);
}

void UnwrittenDetector::on_end(const sim::LaunchResult&) {
  for (const auto& [word, first] : reductions_.by_word()) {
    keep(first.pc, first.read);
    if (DeviceBytes::Piece* const piece = device_.find(word)) piece->written.set(word - piece->begin, first.read.bytes);
  }
  reductions_.clear();
}

std::optional<sim::Recollection> UnwrittenDetector::recollect(const sim::TouchedMemory& touched) {
  const auto is_global = [](const auto& one) { return one.second.space == Space::global; };
  if (std::ranges::any_of(reads_, is_global)) return std::nullopt;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;
  for (const sim::TouchedAllocation& at : touched.allocations)
    if (const DeviceBytes::Piece* const piece = device_.find(at.begin)) numbers.emplace_back(at.begin, piece->number);
  const auto stands = [this, numbers = std::move(numbers)] {
    return std::ranges::all_of(numbers, [this](const auto& known) {
      const DeviceBytes::Piece* const piece = device_.find(known.first);
      return piece != nullptr && piece->number == known.second;
    });
  };
  sim::Recollection recollection = sim::recollection_of(reads_);
  recollection.stands = stands;
  return recollection;
}

void UnwrittenDetector::keep(std::uint32_t pc, const UnwrittenRead& read) {
  UnwrittenRead complete = read;
  complete.grid = launch_->grid;
  complete.threads = launch_->block;
  add(reads_, pc, complete);
}

}  // namespace warpglass::analysis
