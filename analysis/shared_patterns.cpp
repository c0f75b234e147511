#include "analysis/shared_patterns.hpp"

#include <unordered_map>

#include "analysis/accesses.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

SharedPatterns::Shape shape_of(const sim::AccessEvent& event) {
  SharedPatterns::Shape shape{event.at.lanes, {}};
  for_each_lane(event.at.lanes, [&](int lane) { shape.second.push_back(event.offset[lane]); });
  return shape;
}

class PatternsShard final : public sim::Shard {
 public:
  explicit PatternsShard(std::uint64_t static_bytes) : static_bytes_(static_bytes) {}

  void on_access(const sim::AccessEvent& event) override {
    if (event.space != sim::Space::shared || event.owner != event.at.block || event.at.lanes == 0) return;
    const bool by_instruction = event.via == sim::Via::instruction || event.via == sim::Via::async_copy;
    if (!by_instruction || event.base >= static_bytes_) return;
    Op& op = op_at(event);
    SharedPatterns& patterns = op.patterns;
    if (patterns.dropped()) {
      ++patterns.executions;
      return;
    }
    if (op.last == nullptr || event.shape == 0 || event.shape != op.last_shape) {
      op.last = times_of(op, event);
      op.last_shape = event.shape;
    }
    patterns.count(*op.last, event.base);
  }

  [[nodiscard]] SharedPatternsOf patterns() const {
    SharedPatternsOf all;
    for (const auto& [pc, op] : ops_) all.emplace(pc, op.patterns);
    return all;
  }

 private:
  struct Op {
    SharedPatterns patterns;
    std::unordered_map<std::uint64_t, SharedPatterns::Times*> by_serial;  // AccessEvent::shape
    std::uint64_t last_shape = 0;
    SharedPatterns::Times* last = nullptr;
  };

  Op& op_at(const sim::AccessEvent& event) {
    const auto [known, fresh] = ops_.try_emplace(event.at.pc);
    Op& op = known->second;
    if (!fresh) return op;
    const sim::AccessPattern asked{.kind = event.kind};
    op.patterns.access = request_of(asked).access;
    op.patterns.bytes = event.bytes;
    op.patterns.machine.assign(event.machine.begin(), event.machine.end());
    op.patterns.one_lane = event.machine_lanes != event.at.lanes && !event.machine.empty();
    return op;
  }

  static SharedPatterns::Times* times_of(Op& op, const sim::AccessEvent& event) {
    if (event.shape == 0) return &op.patterns.of(shape_of(event));
    SharedPatterns::Times*& known = op.by_serial[event.shape];
    if (known == nullptr) known = &op.patterns.of(shape_of(event));
    return known;
  }

  const std::uint64_t static_bytes_;
  std::unordered_map<std::uint32_t, Op> ops_;  // by pc
};

}  // namespace

void SharedPatterns::drop() {
  shapes_.clear();
  dropped_ = true;
}

void SharedPatterns::add(const SharedPatterns& other) {
  access = other.access;
  bytes = other.bytes;
  machine = other.machine;
  one_lane = one_lane || other.one_lane;
  executions += other.executions;
  if (dropped_) return;
  if (other.dropped_) return drop();
  for (const auto& [shape, times] : other.shapes_) {
    Times& all = shapes_[shape];
    for (const auto& [base, count] : times) {
      const auto [known, fresh] = all.try_emplace(base, count);
      if (!fresh) known->second += count;
      patterns_ += fresh;
    }
  }
  if (patterns_ > kMaxSharedPatterns) drop();
}

void SharedPatternListener::on_start(const sim::LaunchRequest& launch) {
  static_bytes_ = launch.program->static_shared_bytes;
  patterns_.clear();
}

std::unique_ptr<sim::Shard> SharedPatternListener::make_shard(std::size_t) {
  return std::make_unique<PatternsShard>(static_bytes_);
}

void SharedPatternListener::merge(sim::Shard& shard) {
  for (const auto& [pc, patterns] : static_cast<PatternsShard&>(shard).patterns()) patterns_[pc].add(patterns);
}

std::optional<sim::Recollection> SharedPatternListener::recollect(const sim::TouchedMemory&) {
  constexpr std::uint64_t kBytesOfPattern = 256;  // about
  sim::Recollection recollection = sim::recollection_of(patterns_);
  for (const auto& [pc, patterns] : patterns_) recollection.bytes += patterns.count() * kBytesOfPattern;
  return recollection;
}

}  // namespace warpglass::analysis
