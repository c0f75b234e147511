#include "analysis/shared_bounds.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "analysis/course_follower.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

using sim::Algebra;
using sim::Does;
using sim::OperandFact;

/// What is known of a value. `unknown` gives way to everything, everything to `anything`.
class Origin {
 public:
  [[nodiscard]] static Origin number() { return Origin(kNumber); }
  [[nodiscard]] static Origin anything() { return Origin(kAnything); }
  [[nodiscard]] static Origin object(std::uint32_t index) { return Origin(index); }

  /// Of a value that comes from either.
  [[nodiscard]] Origin join(Origin other) const {
    if (what_ == kUnknown || other == *this) return other;
    return other.what_ == kUnknown ? *this : anything();
  }
  /// Of a sum: an object and a number lie in the object.
  [[nodiscard]] Origin plus(Origin other) const {
    if (what_ == kNumber) return other;
    if (other.what_ == kNumber) return *this;
    return what_ == kUnknown || other.what_ == kUnknown ? Origin() : anything();
  }
  [[nodiscard]] bool is_unknown() const { return what_ == kUnknown; }
  [[nodiscard]] std::uint32_t index() const { return what_ < kUnknown ? what_ : sim::kNoIndex; }
  friend bool operator==(Origin, Origin) = default;
  Origin() = default;

 private:
  static constexpr std::uint32_t kUnknown = 0xfffffffc;
  static constexpr std::uint32_t kNumber = 0xfffffffd;
  static constexpr std::uint32_t kAnything = 0xfffffffe;

  explicit Origin(std::uint32_t what) : what_(what) {}
  std::uint32_t what_ = kUnknown;
};

class Origins {
 public:
  explicit Origins(const sim::Program& program) : program_(program) {
    // Each round can only replace what is known by less, twice at most for each register.
    for (bool more = true; more;) {
      more = false;
      for (const sim::OpFacts& facts : program.facts) more = follow(facts) || more;
    }
  }

  [[nodiscard]] std::uint32_t object_of(const sim::OpFacts& facts) const {
    Origin sum = Origin::number();
    bool any = false;
    for (const OperandFact& operand : operands_of(facts, program_.operands)) {
      if (!operand.addresses) continue;
      any = true;
      sum = sum.plus(of(facts, operand));
    }
    return any ? sum.index() : sim::kNoIndex;
  }

 private:
  [[nodiscard]] Origin of(const sim::OpFacts& facts, const OperandFact& operand) const {
    switch (operand.kind) {
      case OperandFact::Kind::shared_object: return Origin::object(static_cast<std::uint32_t>(operand.bits));
      case OperandFact::Kind::literal:
      case OperandFact::Kind::local_object:
      case OperandFact::Kind::other: return Origin::number();  // a special register, a name of another memory
      case OperandFact::Kind::reg: break;
    }
    const auto found = registers_.find({facts.function, operand.reg});
    return found == registers_.end() ? Origin() : found->second;
  }

  /// Of what an instruction makes.
  [[nodiscard]] Origin result_of(const sim::OpFacts& facts) const {
    std::vector<Origin> sources;
    for (const OperandFact& operand : operands_of(facts, program_.operands)) {
      if (!operand.written) sources.push_back(of(facts, operand));
    }
    if (facts.effects.does != Does::computes)
      return facts.effects.does == Does::loads && facts.space != sim::Space::param ? Origin::anything()
                                                                                   : Origin::number();
    switch (facts.effects.algebra) {
      case Algebra::copy:
      case Algebra::convert: return sources.size() == 1 ? sources[0] : Origin::anything();
      case Algebra::sum:
      case Algebra::bitwise_or: return sources.size() == 2 ? sources[0].plus(sources[1]) : Origin::anything();
      case Algebra::difference: return sources.size() == 2 ? less(sources[0], sources[1]) : Origin::anything();
      case Algebra::product_sum:
      case Algebra::product_sum24: return sources.size() == 3 ? sources[2] : Origin::anything();
      case Algebra::choice: return sources.size() >= 2 ? sources[0].join(sources[1]) : Origin::anything();
      case Algebra::bitwise_and:  // aligned by hand
      case Algebra::bitwise_xor:  // swizzled
        return sources.size() == 2 ? sources[0].plus(sources[1]) : Origin::anything();
      case Algebra::other:
      case Algebra::product:
      case Algebra::product24:
      case Algebra::quotient:
      case Algebra::shift_left:
      case Algebra::shift_right:
      case Algebra::complement:
      case Algebra::extremum:
      case Algebra::negative:
      case Algebra::magnitude:
      case Algebra::root:
      case Algebra::comparison: break;
    }
    const bool of_numbers =
        std::ranges::all_of(sources, [](Origin source) { return source == Origin::number() || source.is_unknown(); });
    return of_numbers ? Origin::number() : Origin::anything();
  }

  [[nodiscard]] static Origin less(Origin from, Origin amount) {
    if (amount == Origin::number()) return from;
    return amount.is_unknown() ? Origin() : Origin::anything();
  }

  bool follow(const sim::OpFacts& facts) {
    bool more = false;
    for (const OperandFact& operand : operands_of(facts, program_.operands)) {
      if (!operand.written || operand.kind != OperandFact::Kind::reg) continue;
      Origin& known = registers_[{facts.function, operand.reg}];
      const Origin now = known.join(result_of(facts));
      more = more || now != known;
      known = now;
    }
    return more;
  }

  const sim::Program& program_;
  std::map<std::pair<std::uint32_t, sim::RegisterId>, Origin> registers_;
};

/// Of all lanes together, from the address of the first.
struct Extent {
  std::uint64_t shape = 0;  // that it is of; 0: of none
  std::int64_t low = 0;
  std::int64_t high = 0;
};

class BoundsShard final : public sim::Shard, public CourseFollower {
 public:
  BoundsShard(const sim::LaunchRequest& launch, const std::vector<std::uint32_t>& objects, bool aliases)
      : launch_(launch), objects_(objects), aliases_(aliases), extents_(objects.size()) {}

  void on_access(const sim::AccessEvent& event) override {
    if (event.space != sim::Space::shared || event.at.pc >= objects_.size()) return;
    const std::uint32_t index = objects_[event.at.pc];
    if (index == sim::kNoIndex || event.via == sim::Via::mbarrier) return;
    const sim::NamedObject& object = launch_.program->shared_objects[index];
    const Extent& extent = extent_of(event);
    const auto base = static_cast<std::int64_t>(event.base);
    const auto begin = static_cast<std::int64_t>(object.offset);
    const auto end = static_cast<std::int64_t>(object.offset + object.size);
    if (base + extent.low < begin || (object.size != 0 && base + extent.high > end)) {
      for_each_lane(event.at.lanes, [&](int lane) {
        const auto address = static_cast<std::int64_t>(event.address(lane));
        const bool outside = address < begin || (object.size != 0 && address + event.bytes > end);
        if (outside) stray(event, lane, index, Astray::neighbour, 0);
      });
    }
    if (aliases_ && object.size == 0) follow_names(event, index);
  }

  void on_flow(const sim::FlowEvent& event) override {
    if (event.what != sim::Flow::block_end) return;
    writers_.erase(event.at.block);
    strays_.erase(event.at.block);
  }

  // What an access is found to be depends on nothing before it, but for names.
  [[nodiscard]] bool can_follow() const override { return !aliases_; }
  void begin(FootprintCache&) override {}
  Settled settle(std::uint64_t block) override { return {.quiet = strays_.erase(block) == 0}; }
  void rest(std::uint64_t) override {}
  void wake(std::uint64_t, State) override {}
  void pass(std::uint64_t, std::uint64_t, bool, const Footprint&) override {}

  StrayAccesses accesses;

 private:
  [[nodiscard]] const Extent& extent_of(const sim::AccessEvent& event) {
    Extent& extent = extents_[event.at.pc];
    if (event.shape != 0 && extent.shape == event.shape) return extent;
    extent = {.shape = event.shape};
    for_each_lane(event.at.lanes, [&](int lane) {
      extent.low = std::min(extent.low, event.offset[lane]);
      extent.high = std::max(extent.high, event.offset[lane]);
    });
    extent.high += event.bytes;
    return extent;
  }

  /// Words of dynamic shared memory: by whose name they were last written.
  void follow_names(const sim::AccessEvent& event, std::uint32_t index) {
    std::vector<std::uint32_t>& writers = writers_[event.owner];
    for_each_lane(event.at.lanes, [&](int lane) {
      const std::uint64_t first = event.address(lane) / 4;
      const std::uint64_t last = (event.address(lane) + event.bytes - 1) / 4;
      if (writers.size() <= last) writers.resize(last + 1, sim::kNoIndex);
      for (std::uint64_t word = first; word <= last; ++word) {
        std::uint32_t& writer = writers[word];
        if (event.direction != sim::Direction::write && writer != sim::kNoIndex && objects_[writer] != index) {
          stray(event, lane, index, Astray::alias, writer);
          writer = sim::kNoIndex;  // told once
        }
        if (event.direction != sim::Direction::read) writer = event.at.pc;
      }
    });
  }

  void stray(const sim::AccessEvent& event, int lane, std::uint32_t object, Astray how, std::uint32_t writer) {
    strays_.insert(event.at.block);
    add(accesses, event.at.pc, how,
        {.count = 1,
         .address = event.address(lane),
         .bytes = event.bytes,
         .object = object,
         .other = how == Astray::alias ? objects_[writer] : object,
         .writer = writer,
         .writes = event.direction != sim::Direction::read,
         .thread = {.block = static_cast<std::uint32_t>(event.at.block),
                    .warp = static_cast<std::uint8_t>(event.at.warp),
                    .lane = static_cast<std::uint8_t>(lane)},
         .grid = launch_.grid,
         .threads = launch_.block});
  }

  const sim::LaunchRequest& launch_;
  const std::vector<std::uint32_t>& objects_;
  const bool aliases_;
  std::vector<Extent> extents_;                                            // by pc
  std::unordered_set<std::uint64_t> strays_;                               // blocks, since their warps met
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> writers_;  // by block, then word: the pc
};

}  // namespace

std::vector<std::uint32_t> shared_objects_of(const sim::Program& program) {
  std::vector<std::uint32_t> all(program.facts.size(), sim::kNoIndex);
  if (program.shared_objects.empty()) return all;
  const Origins origins(program);
  for (std::size_t pc = 0; pc < all.size(); ++pc) {
    if (sim::is_memory_access(program.facts[pc].kind)) all[pc] = origins.object_of(program.facts[pc]);
  }
  return all;
}

void add(StrayAccesses& accesses, std::uint32_t pc, Astray how, const StrayAccess& access) {
  const auto [known, fresh] = accesses.try_emplace({pc, how}, access);
  if (fresh) return;
  const std::uint64_t count = known->second.count + access.count;
  if (access.thread.block < known->second.thread.block) known->second = access;
  known->second.count = count;
}

void StrayDetector::on_start(const sim::LaunchRequest& launch) {
  launch_ = &launch;
  accesses_.clear();
  if (program_ == launch.program) return;
  program_ = launch.program;
  objects_ = shared_objects_of(*launch.program);
  std::set<std::uint32_t> dynamic;
  for (const std::uint32_t index : objects_) {
    if (index != sim::kNoIndex && launch.program->shared_objects[index].size == 0) dynamic.insert(index);
  }
  aliases_ = dynamic.size() > 1;
}

std::unique_ptr<sim::Shard> StrayDetector::make_shard(std::size_t) {
  return std::make_unique<BoundsShard>(*launch_, objects_, aliases_);
}

void StrayDetector::merge(sim::Shard& shard) {
  for (const auto& [where, access] : static_cast<BoundsShard&>(shard).accesses)
    add(accesses_, where.first, where.second, access);
}

}  // namespace warpglass::analysis
