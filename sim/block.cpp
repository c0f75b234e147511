// A block runs its warps one after another, each until it waits or has used up its turn, round after round. It stops
// when all have exited, when a round ran nothing, or when a few rounds ran warps that only spin: then somebody else has
// to move first, another block or nobody, and what the block holds is left as it is until its next turn.
#include "sim/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

#include "sim/divergence.hpp"
#include "sim/frame.hpp"
#include "sim/note.hpp"
#include "sim/scattered_sites.hpp"
#include "sim/tally.hpp"

namespace warpglass::sim {
namespace {

// Stack for functions that call each other; kernels without calls get exactly what they declare.
constexpr std::uint32_t kCallStackBytes = 16 * 1024;
// Vectors may be read somewhat outside shared memory.
constexpr std::size_t kMargin = 256;
// Under a seed, as powers of two: rounds after which a block gives way, and what orders memory in a warp's turn.
constexpr std::uint32_t kLongestStay = 3;
constexpr std::uint32_t kLongestTurn = 3;
// Back edges of a warp in a short turn. A loop that comes by more places than it has back edges in one seems to change.
constexpr std::uint32_t kBriefTurn = 64;
constexpr std::uint32_t kMostRefuted = 256;
// Rounds of all warps after which other blocks get their turn: a loop with a barrier in it may wait for one of them.
constexpr std::uint32_t kMostRounds = 1 << 14;

bool is_cancelled(const LaunchRequest& request) {
  return request.cancel != nullptr && request.cancel->load(std::memory_order_relaxed);
}

/// Whether others may help: threads that wait for blocks which have not all come yet.
bool waits_for_cluster(const std::vector<Warp>& warps) {
  return std::any_of(warps.begin(), warps.end(), [](const Warp& warp) {
    return std::any_of(warp.parked.begin(), warp.parked.end(),
                       [](const Split& split) { return split.state == Split::State::at_cluster; });
  });
}

bool hears_accesses(const LaunchRequest& request, const Audience& audience) {
  return audience.wants(kAllAccesses) || (request.grid_workspace != 0 && audience.wants(Interest::sync));
}

/// Behind these others may run without a turn's being over: they order memory, or the machine may take its time.
bool may_give_way(const Effects& effects) {
  return effects.orders() || effects.is_atomic() || effects.does == Does::fences || effects.does == Does::pauses;
}

}  // namespace

Worker::Worker(const LaunchRequest& request, std::size_t number) {
  if (!request.listeners.empty()) audience = std::make_unique<Audience>(request.listeners, number);
}

void Worker::start(const LaunchRequest& request) {
  const Program& program = *request.program;
  sites = std::vector<AccessSite>(program.site_count);
  if (request.seed != 0) {
    gives_way.resize(program.ops.size());
    for (std::size_t pc = 0; pc < gives_way.size(); ++pc) gives_way[pc] = may_give_way(program.facts[pc].effects);
  }
  if (request.touched != nullptr) touched = std::make_unique<TouchLog>(program.site_count);
  // Where somebody listens as well: whoever executes a block then need not ask at its end.
  if (request.costs != nullptr || audience != nullptr) {
    counts.resize(program.blocks.size());
    guard_counts.resize(program.ops.size());
  }
  if (request.costs != nullptr) {
    if (std::ranges::any_of(program.facts, [](const OpFacts& facts) { return touches_image(facts.effects.does); }))
      image_counts.resize(program.ops.size());
  }
  if (request.costs == nullptr && audience == nullptr) return;
  const bool hears_grid_barriers = request.grid_workspace != 0 && audience && audience->wants(Interest::sync);
  const auto is_heard = [&](Space space) {
    const bool may_be_global = space == Space::global || space == Space::generic;
    return audience && (audience->wants(interest_in(space)) || (hears_grid_barriers && may_be_global));
  };
  for (AccessSite& site : sites) site.heard = is_heard(Space::generic);
  if (request.costs != nullptr && request.scattered != nullptr) {
    for (std::size_t i = 0; i < sites.size(); ++i)
      if (request.scattered->has(i)) sites[i].begin_scattered();
  }
  for (std::size_t pc = 0; pc < program.ops.size(); ++pc) {
    const OpFacts& facts = program.facts[pc];
    if (!is_memory_access(facts.kind) || program.ops[pc].site == Op::kNone) continue;
    const auto prepare = [&](AccessSite& site, Space space) {
      site.space = space;
      site.cache = facts.cache;
      site.policy = facts.policy;
      site.heard = is_heard(space);
    };
    AccessSite& site = sites[program.ops[pc].site];
    prepare(site, facts.space);
    if (facts.lowering.changes_access()) site.lowering = &facts.lowering;
    if (facts.is_swap_loop)
      for (const std::uint32_t behind : {1u, 2u}) prepare(sites[program.ops[pc].site + behind], Space::global);
    if (facts.kind != OpKind::async_copy) continue;
    prepare(site, Space::shared);
    site.of_copy = true;
    if (request.costs != nullptr) site.copies = std::make_unique<CopyCounts>();
    AccessSite& source = sites[program.ops[pc].site + 1];
    prepare(source, Space::global);
    source.of_copy = true;
  }
}

void Worker::settle(const LaunchRequest& request) {
  if (request.costs != nullptr) {
    for (std::size_t i = 0; i < sites.size(); ++i) {
      count_waiting(*request.costs, sites[i]);
      settle_together(sites[i]);
      if (request.scattered != nullptr) request.scattered->tell(i, sites[i].is_scattered());
    }
    counters.reserve(sites.size());
    for (const AccessSite& site : sites) counters.push_back(counters_of(site));
  }
  sites.clear();
}

Block::Block(const LaunchRequest& request, Worker& worker, std::uint64_t params_address, Cluster& cluster,
             std::uint32_t rank)
    : request_(request), worker_(worker), params_address_(params_address), cluster_(cluster), rank_(rank) {
  const Program& program = *request.program;
  const std::uint64_t threads = request.block.volume();
  warps_.resize((threads + 31) / 32);
  shared_bytes_ = program.dynamic_shared_offset + request.dynamic_shared_bytes;
  shared_bytes_ = std::max(shared_bytes_, program.static_shared_bytes);
  shared_storage_ = std::make_unique<std::byte[]>(shared_bytes_ + 2 * kMargin + 1024);
  const auto address = reinterpret_cast<std::uintptr_t>(shared_storage_.get()) + kMargin;
  shared_ = shared_storage_.get() + kMargin + (1024 - address % 1024) % 1024;
  local_stride_ = program.functions[0].local_bytes;
  if (program.has_calls || program.has_stack) local_stride_ += kCallStackBytes;
  if (local_stride_ != 0)
    local_storage_ = std::make_unique<std::byte[]>(std::size_t{local_stride_} * 32 * warps_.size());
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    Warp& warp = warps_[w];
    warp.sites = worker.sites.data();
    warp.audience = worker.audience.get();
    warp.observes = request.costs != nullptr || (warp.audience != nullptr && hears_accesses(request, *warp.audience));
    if (request.costs == nullptr && warp.audience != nullptr) warp.expected = warp.audience->expectation();
    const Interests flow = program.multiplies_beside ? Interest::flow | Interest::products : Interests(Interest::flow);
    const bool hears_flow = warp.audience != nullptr && warp.audience->wants(flow);
    BlockCount* const counts = worker.counts.empty() ? nullptr : worker.counts.data();
    (hears_flow ? warp.heard_counts : warp.counts) = counts;
    warp.guard_counts = worker.guard_counts.empty() ? nullptr : worker.guard_counts.data();
    warp.touched = worker.touched.get();
    warp.image_counts = worker.image_counts.empty() ? nullptr : worker.image_counts.data();
    warp.shared = shared_;
    warp.shared_bytes = shared_bytes_;
    warp.local = local_storage_.get() + std::size_t{local_stride_} * 32 * w;
    warp.local_stride = local_stride_;
    warp.block = this;
    warp.launch = &request;
    warp.params_address = params_address;
    warp.index = static_cast<std::uint32_t>(w);
    warp.root = make_frame(program, 0, nullptr);
  }
}

void Block::start(const Dim3& index, std::uint32_t sm) {
  gate_.waiting = gate_.expected = 0;
  while (open_barriers_ != 0) close(static_cast<unsigned>(std::countr_zero(open_barriers_)));
  at_cluster_ = {};
  owes_a_wait_ = {};
  faults_.clear();
  held_.clear();
  unchanged_turns_ = 0;
  short_turns_ = 0;
  brief_ = false;
  brief_refuted_ = 0;
  std::memset(shared_, 0, shared_bytes_);
  tensor_memory_.reset();
  if (local_stride_ != 0) {
    const std::uint32_t bytes = request_.program->functions[0].local_bytes;
    for (std::size_t lane = 0; lane < warps_.size() * 32; ++lane)
      std::memset(local_storage_.get() + lane * local_stride_, 0, bytes);
  }
  const std::uint64_t threads = request_.block.volume();
  const std::uint64_t generation = ++worker_.generation;
  ops_ = request_.tier != nullptr ? request_.tier->start({worker_.sites, worker_.counts})
                                  : BlockOps{request_.program->ops.data()};
  if (request_.seed != 0) {
    schedule_.emplace(request_.seed, request_.grid_id, number_of(index, request_.grid));
    order_.resize(warps_.size());
    std::iota(order_.begin(), order_.end(), 0u);
  }
  for (Warp& warp : warps_) {
    warp.schedule = schedule_ ? &*schedule_ : nullptr;
    const std::uint64_t first = std::uint64_t{warp.index} * 32;
    warp.live = threads - first >= 32 ? kFullMask : (LaneMask{1} << (threads - first)) - 1;
    warp.block_index = index;
    warp.block_number = number_of(index, request_.grid);
    warp.sm = sm;
    std::fill(std::begin(warp.stack_top), std::end(warp.stack_top), local_stride_);
    start_warp(warp, generation, ops_.first);
  }
  if (hears(warps_.front(), interest_in(Flow::block_start)))
    note_flow(warps_.front(), nullptr, 0, {.what = Flow::block_start});
}

void start_warp(Warp& warp, std::uint64_t generation, const Op* first) {
  clear_frame(*warp.launch->program, *warp.root, generation);
  warp.credit = warp.launch->turn;
  warp.loops = 0;
  warp.looked = 0;
  warp.pace = 1;
  warp.forced_sync = nullptr;
  warp.suspended = {};
  warp.held = 0;
  warp.stopped = false;
  warp.parked.clear();
  warp.behind_gate = nullptr;
  warp.convergences.clear();
  warp.active = warp.live;
  warp.convergence = -1;
  warp.frame = warp.root.get();
  park(warp, first);
}

void Block::expect_no_change() { brief_ = !schedule_ && unchanged_turns_ != 0 && brief_refuted_ < kMostRefuted; }

const Op* Block::resume(Warp& warp) {
  if (warp.behind_gate == nullptr) return resume_any(warp);
  return warp.gate_openings == gate_.openings ? nullptr : std::exchange(warp.behind_gate, nullptr);
}

Block::Status Block::run() {
  int spinning_rounds = 0;
  std::uint32_t rounds = 0;
  std::uint32_t rounds_left = schedule_ ? schedule_->span_up_to(kLongestStay) : 0;
  for (bool ran_before = false;;) {
    if (schedule_) schedule_->shuffle(std::span(order_));
    bool ran = false;
    bool all_done = true;
    bool finished_or_waited = false;
    for (std::size_t turn = 0; turn < warps_.size(); ++turn) {
      Warp& warp = warps_[order_.empty() ? turn : order_[turn]];
      if (warp.live == 0 || warp.stopped) continue;
      if (warp.held != 0) {
        --warp.held;
        ran = finished_or_waited = true;
        all_done = false;
        continue;
      }
      const Op* op = resume(warp);
      if (op != nullptr) {
        ran = true;
        warp.heard = false;
        const std::uint64_t loops = warp.loops;
        if (brief_) warp.credit = std::min(warp.credit, kBriefTurn);
        try {
          if (schedule_) {
            run_seeded(warp, op);
          } else {
            // Several calls, not one: by its place the host's branch predictor tells one op's successor from another's.
            while ((op = op->run(warp, op)) != nullptr && (op = op->run(warp, op)) != nullptr &&
                   (op = op->run(warp, op)) != nullptr && (op = op->run(warp, op)) != nullptr) {
            }
          }
        } catch (Fault& fault) {
          stop(warp, std::move(fault));
          continue;
        }
        if (brief_) warp.loops = std::min(warp.loops, loops + kBriefTurn);
        // Hardly ever more than one: no loop that is made for many.
        bool spinning = false;
        for (const Split& split : warp.parked) spinning |= split.state == Split::State::ready;
        if (!spinning) finished_or_waited = true;
      }
      if (warp.live != 0) all_done = false;
      if (is_cancelled(request_)) return Status::yielded;
    }
    if (all_done && hears(warps_.front(), interest_in(Flow::block_start)))
      note_flow(warps_.front(), nullptr, 0, {.what = Flow::block_end});
    if (all_done) return faults_.empty() ? Status::finished : Status::faulted;
    if (!ran) {
      if (!faults_.empty()) return Status::faulted;
      if (waits_for_cluster(warps_)) return ran_before ? Status::yielded : Status::waiting;
      note_deadlock();
      return Status::faulted;
    }
    ran_before = true;
    if (ops_.rounds_left != 0 && --ops_.rounds_left == 0) renew_ops();
    spinning_rounds = finished_or_waited ? 0 : spinning_rounds + 1;
    if (spinning_rounds == (brief_ ? 1 : kSpinningRounds)) {
      note_turn();
      return Status::yielded;
    }
    if (schedule_ && --rounds_left == 0) return Status::yielded;
    if (++rounds == kMostRounds) {
      unchanged_turns_ = 0;
      return Status::yielded;
    }
  }
}

/// No warp is running: all that they keep is where each split goes on, and where its lanes meet others or return to.
void Block::renew_ops() {
  const Op* const before = ops_.first;
  request_.tier->renew(ops_, {worker_.sites, worker_.counts});
  if (ops_.first == before) return;
  put_down_gate();
  for (Warp& warp : warps_) go_on_with(warp, ops_.first);
}

void Block::run_seeded(Warp& warp, const Op* op) {
  std::uint32_t left = schedule_->span_up_to(kLongestTurn);
  while (op != nullptr) {
    const Op* const done = op;
    op = op->run(warp, op);
    if (op == nullptr || !worker_.gives_way[done->pc] || --left != 0) continue;
    park(warp, op).waits_at = done;
    return;
  }
}

void Block::stop(Warp& warp, Fault fault) {
  warp.stopped = true;
  warp.parked.clear();
  const bool known = std::any_of(faults_.begin(), faults_.end(),
                                 [&](const Fault& f) { return f.pc == fault.pc && f.kind == fault.kind; });
  if (!known) faults_.push_back(std::move(fault));
}

}  // namespace warpglass::sim
