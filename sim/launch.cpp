// Two ways to run a grid. Clusters that cannot talk to each other are shared out among workers, each run to its end;
// what they count adds up, so it makes no difference who ran which, and what they reduce comes to memory in the order
// of the clusters, whoever ran which (sim/reduction_log.hpp). Where they can talk, one worker runs them in one order: a
// cluster until all it has left is spinning, then the next one that the machine could hold beside it, and when no more
// fit, all in turns.
#include "sim/launch.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "sim/audience.hpp"
#include "sim/batch_ring.hpp"
#include "sim/block.hpp"
#include "sim/cluster.hpp"
#include "sim/cluster_batches.hpp"
#include "sim/fault_log.hpp"
#include "sim/reduction_log.hpp"
#include "sim/schedule.hpp"
#include "sim/tally.hpp"
#include "sim/thread_pool.hpp"
#include "sim/touched_memory.hpp"
#include "sim/turns.hpp"

namespace warpglass::sim {
namespace {

/// What the workers of one launch share. Where there are no clusters, each block is one.
constexpr std::size_t kHostLine = 64;

// What every worker changes lies on lines of the host's own, away from what all of them read.
struct Progress {
  Progress(std::uint64_t clusters, std::size_t workers) : batches(clusters, workers) {}

  alignas(kHostLine) ClusterBatches batches;
  alignas(kHostLine) std::atomic<std::uint64_t> done{0};                         // blocks
  alignas(kHostLine) std::atomic<std::uint64_t> first_fault{~std::uint64_t{0}};  // lowest cluster that faulted
  std::atomic<std::uint64_t> last_batch{~std::uint64_t{0}};  // that of it, where batches are worked off in order
  std::atomic<bool> abandoned{false};
  std::mutex waiting;
  std::mutex mutex;
  std::vector<std::pair<std::uint64_t, std::vector<Fault>>> faults;
};

bool cancelled(const LaunchRequest& request) {
  return request.cancel != nullptr && request.cancel->load(std::memory_order_relaxed);
}

void note_faults(Progress& progress, const Cluster& faulted) {
  const std::lock_guard lock(progress.mutex);
  progress.faults.emplace_back(faulted.number(), faulted.faults());
  lower(progress.first_fault, faulted.number());
}

void note_done(const LaunchRequest& request, Progress& progress, std::uint64_t clusters = 1) {
  const std::uint64_t blocks = clusters * request.cluster.volume();
  const std::uint64_t done = progress.done.fetch_add(blocks) + blocks;
  if (request.progress && done / 256 != (done - blocks) / 256) {
    const std::lock_guard lock(progress.mutex);
    request.progress(done);
  }
}

/// Turns without a change after which `clusters` clusters that take turns stand still for good: as many back edges as
/// a 256th of the loop limit, so that a loop which counts in memory only is not taken for one that never ends.
std::uint64_t turns_to_standstill(const LaunchRequest& request, std::size_t clusters) {
  constexpr std::uint64_t kTurn = std::uint64_t{kCredit} * kSpinningRounds;
  return std::max<std::uint64_t>(16, request.loop_limit / 256 / kTurn / clusters);
}

/// Whether somebody else than the launch may change what it reads.
bool may_change(const LaunchRequest& request, Progress& progress) {
  if (!request.await_change) return false;
  const std::lock_guard lock(progress.waiting);
  return request.await_change();
}

/// Runs a cluster to its end, or to a fault. Nothing: the launch was cancelled first.
std::optional<Block::Status> run_to_end(const LaunchRequest& request, Cluster& cluster, Progress& progress) {
  while (!cancelled(request)) {
    const Block::Status status = cluster.run();
    if (status != Block::Status::yielded) return status;
    if (cluster.stands_still(turns_to_standstill(request, 1)) && !may_change(request, progress)) {
      cluster.note_standstill();
      return Block::Status::faulted;
    }
  }
  return std::nullopt;
}

/// Clusters whose blocks do not talk to those of others: each worker takes the next ones and runs them to their ends.
/// When one faults, those before it still run to theirs, so that the first faulty one in order is the one reported.
/// What is counted or reduced in the order of clusters is so by batches.
/// \param are_many  the worker is not the only one
void run_independent(const LaunchRequest& request, Worker& worker, std::uint64_t params, Progress& progress,
                     bool are_many) {
  Cluster cluster(request, worker, params);
  ReductionLog* const reductions = worker.reductions;
  Audience* const in_order = are_many ? worker.audience.get() : nullptr;
  BatchPace pace(are_many && interests_of(request.listeners).has(Interest::order));
  while (!cancelled(request)) {
    if (reductions != nullptr) reductions->make_room();
    const ClusterBatches::Batch batch = progress.batches.take(pace.most());
    if (batch.size() == 0 || batch.first > progress.first_fault.load()) break;
    if (reductions != nullptr) reductions->start(batch.number);
    if (in_order != nullptr) in_order->start_batch(batch.number);
    pace.begin();
    std::uint64_t done = 0;
    bool goes_on = true;
    for (std::uint64_t number = batch.first; number < batch.end && goes_on; ++number) {
      cluster.start(number);
      const std::optional<Block::Status> status = run_to_end(request, cluster, progress);
      if (!status) return note_done(request, progress, done);
      if (*status == Block::Status::faulted) {
        note_faults(progress, cluster);
        lower(progress.last_batch, batch.number);
      } else {
        ++done;
      }
      goes_on = number < progress.first_fault.load();
    }
    pace.end(batch.size());
    if (reductions != nullptr) reductions->finish();
    if (in_order != nullptr) in_order->end_batch(!goes_on);
    if (done != 0) note_done(request, progress, done);
    if (!goes_on) break;
  }
  // All that there are, unless a cluster has faulted in one of those that have been taken.
  const std::uint64_t batches = progress.batches.count();
  if (reductions != nullptr) reductions->finish_all(batches);
  if (in_order != nullptr) in_order->end_batches(batches);
}

/// The clusters on all workers, which bring what they reduce to memory in order: `reduced` says where that is. One
/// worker comes to them in order by itself.
void run_parallel(const LaunchRequest& request, const std::vector<std::unique_ptr<Worker>>& workers,
                  std::uint64_t params, const std::vector<Extent>& reduced, Progress& progress) {
  std::optional<ReductionRing> ring;
  std::vector<std::unique_ptr<ReductionLog>> logs;
  if (workers.size() > 1 && !reduced.empty()) {
    ring.emplace(reduced, clusters_of(request).volume(), progress.last_batch,
                 [&request] { return cancelled(request); });
    for (std::size_t i = 0; i < workers.size(); ++i) {
      logs.push_back(std::make_unique<ReductionLog>(*ring, i));
      workers[i]->reductions = logs.back().get();
    }
  }
  ThreadPool own;
  (request.threads != nullptr ? *request.threads : own).run(workers.size(), [&](std::size_t i) {
    Worker& worker = *workers[i];
    worker.start(request);
    run_independent(request, worker, params, progress, workers.size() > 1);
    worker.settle(request);
  });
  if (ring) ring->drain();  // of a launch that was cancelled, what can be
}

/// Nothing: the blocks have to run in one order. Otherwise where they reduce what. Under a seed another order is what
/// is asked for; listeners may follow accesses from block to block.
std::optional<std::vector<Extent>> free_of_order(const LaunchRequest& request, const Reductions* reductions) {
  if (!request.program->has_global_atomics) return std::vector<Extent>();
  const bool heard = std::ranges::any_of(request.listeners, [](const Listener* listener) {
    const Interests interests = listener->interests();
    return !interests.has(Interest::order | Interest::apart) &&
           interests.has(kAllAccesses | Interest::sync | Interest::flow);
  });
  if (reductions == nullptr || heard || request.seed != 0 || request.grid_workspace != 0) return std::nullopt;
  return reduced_memory(*reductions, request);
}

using Resident = std::deque<std::unique_ptr<Cluster>>;

bool stand_still(const Resident& resident, std::uint64_t turns) {
  return std::all_of(resident.begin(), resident.end(),
                     [turns](const auto& cluster) { return cluster->stands_still(turns); });
}

/// What becomes of clusters that take turns, of which no more fit.
class Standing {
 public:
  Standing(const LaunchRequest& request, Turns* turns, Progress& progress)
      : request_(request), turns_(turns), progress_(progress) {}

  /// After each turn. \return  whether the launch goes on
  bool goes_on(Resident& resident) {
    if (resident.empty()) return true;
    // One that has come to its end may be what another waits for, however long that has seen no change.
    const std::uint64_t ended = progress_.done.load();
    quiet_turns_ = ended == ended_ ? quiet_turns_ + 1 : 0;
    ended_ = ended;
    const std::uint64_t turns = turns_to_standstill(request_, resident.size());
    const bool for_good = quiet_turns_ >= turns * resident.size() && stand_still(resident, turns);
    Turn turn = for_good ? Turn::give_up : Turn::go_on;
    if (turns_ != nullptr) {
      const bool has_looked_long = ++turns_since_ >= long_look() * resident.size();
      if (!asks(resident) && !has_looked_long) return true;
      turns_since_ = 0;
      if (!may_change(request_, progress_))
        turn = turns_->give_way({.moved = moved_ && !has_looked_long, .for_good = for_good});
      moved_ = false;
      done_ = progress_.done.load();
    } else if (for_good && may_change(request_, progress_)) {
      turn = Turn::go_on;
    }
    if (turn == Turn::abandon) progress_.abandoned = true;
    if (turn != Turn::give_up) return turn == Turn::go_on;
    resident.front()->note_standstill();
    note_faults(progress_, *resident.front());
    return false;
  }

 private:
  // A launch gives way as soon as it seems to stand, and looks for as long before it does so again.
  static constexpr std::uint64_t kFirstLook = 1;
  // What counts while it polls, or looks at a clock, holds something else each time and never seems to stand. It gives
  // way after so many turns of each cluster, a million rounds of a loop.
  static constexpr std::uint64_t kLongLook = 64;
  static constexpr std::uint64_t kSeededLook = 256 * kLongLook;  // turns are short there

  [[nodiscard]] std::uint64_t long_look() const {
    if (request_.seed != 0) return kSeededLook;
    // Where somebody hears accesses, turns are short for what is heard, and what is not heard takes long ones.
    const bool heard = interests_of(request_.listeners).has(Interest::global);
    return heard ? kLongLook : kLongLook * (kCredit / request_.turn);
  }

  bool asks(const Resident& resident) {
    if (!stand_still(resident, kFirstLook) || done_ != progress_.done.load()) {
      if (done_ != progress_.done.load()) turns_since_ = 0;
      done_ = progress_.done.load();
      looks_ = 0;
      moved_ = true;
      return false;
    }
    if (!stand_still(resident, kFirstLook + looks_)) return false;
    ++looks_;
    return true;
  }

  const LaunchRequest& request_;
  Turns* turns_;
  Progress& progress_;
  std::uint64_t looks_ = 0;        // in a row that have seen no change
  std::uint64_t turns_since_ = 0;  // it gave way last, or a block came to its end
  std::uint64_t done_ = 0;         // blocks, when it looked last
  bool moved_ = true;              // since it gave way last
  std::uint64_t ended_ = 0;        // blocks, at the last turn
  std::uint64_t quiet_turns_ = 0;  // since a block came to its end
};

/// Clusters that may wait for each other: one order, the same every time. One runs until only spinning warps are left;
/// then the next one that the machine could hold is started, and when no more fit they take turns.
void run_ordered(const LaunchRequest& request, Worker& worker, std::uint64_t params, Progress& progress,
                 Turns* others) {
  Standing standing(request, others, progress);
  const std::uint64_t total = clusters_of(request).volume();
  const std::size_t limit = std::max<std::size_t>(1, request.resident_blocks / request.cluster.volume());
  Resident resident;
  std::vector<std::unique_ptr<Cluster>> spare;
  std::uint64_t next = 0;
  // False when it has faulted.
  auto run_turn = [&](std::unique_ptr<Cluster> cluster) {
    if (others != nullptr) cluster->expect_no_change();
    switch (cluster->run()) {
      case Block::Status::finished:
        note_done(request, progress);
        spare.push_back(std::move(cluster));
        return true;
      case Block::Status::waiting:
      case Block::Status::yielded: resident.push_back(std::move(cluster)); return true;
      case Block::Status::faulted: note_faults(progress, *cluster); return false;
    }
    return false;
  };
  while ((next < total || !resident.empty()) && !cancelled(request)) {
    std::unique_ptr<Cluster> cluster;
    if (next < total && resident.size() < limit) {
      if (spare.empty()) {
        cluster = std::make_unique<Cluster>(request, worker, params);
      } else {
        cluster = std::move(spare.back());
        spare.pop_back();
      }
      cluster->start(next);
      ++next;
    } else {
      cluster = std::move(resident.front());
      resident.pop_front();
    }
    if (!run_turn(std::move(cluster))) return;
    const bool no_more_fit = next == total || resident.size() >= limit;
    if (no_more_fit && !standing.goes_on(resident)) return;
    // Those that waited get a turn after every newly started one.
    for (std::size_t turn = resident.size(); turn-- > 0 && next < total && !cancelled(request);) {
      cluster = std::move(resident.front());
      resident.pop_front();
      if (!run_turn(std::move(cluster))) return;
    }
  }
}

/// The same under a seed: of the few clusters that are under way or come next, any one takes a turn. There are more of
/// them when none comes to its end, up to as many as the machine could hold: those that the first wait for may be among
/// the last. Clusters begin in an order that the machine could have, which never holds one without those before it.
void run_seeded(const LaunchRequest& request, Worker& worker, std::uint64_t params, Progress& progress, Turns* others) {
  Standing standing(request, others, progress);
  const std::uint64_t total = clusters_of(request).volume();
  const std::size_t limit = std::max<std::size_t>(1, request.resident_blocks / request.cluster.volume());
  Schedule schedule(request.seed, request.grid_id, ~total);
  std::size_t room = 2 * schedule.span_up_to(3);
  std::size_t turns = 0;  // since one came to its end, or there was more room
  std::vector<std::unique_ptr<Cluster>> spare;
  Resident resident;
  std::vector<std::uint64_t> coming;
  std::uint64_t next = 0;
  while (!cancelled(request)) {
    while (next < total && coming.size() + resident.size() < std::min(room, limit)) coming.push_back(next++);
    const std::size_t choices = coming.size() + resident.size();
    if (choices == 0) return;
    const std::size_t chosen = schedule.below(static_cast<std::uint32_t>(choices));
    std::unique_ptr<Cluster> cluster;
    if (chosen < resident.size()) {
      cluster = std::move(resident[chosen]);
      resident.erase(resident.begin() + static_cast<std::ptrdiff_t>(chosen));
    } else {
      if (spare.empty()) spare.push_back(std::make_unique<Cluster>(request, worker, params));
      cluster = std::move(spare.back());
      spare.pop_back();
      const auto number = coming.begin() + static_cast<std::ptrdiff_t>(chosen - resident.size());
      cluster->start(*number);
      coming.erase(number);
    }
    switch (cluster->run()) {
      case Block::Status::finished:
        note_done(request, progress);
        spare.push_back(std::move(cluster));
        room = 2 * schedule.span_up_to(3);
        turns = 0;
        continue;
      case Block::Status::faulted: note_faults(progress, *cluster); return;
      case Block::Status::waiting:
      case Block::Status::yielded: resident.push_back(std::move(cluster)); break;
    }
    if (++turns >= 4 * choices) {
      room = std::min(2 * room, limit);
      turns = 0;
    }
    const bool no_more_fit = coming.empty() && (next == total || resident.size() >= limit);
    if (no_more_fit && !standing.goes_on(resident)) return;
  }
}

/// What all workers have counted at a site.
void add_counters(const std::vector<std::unique_ptr<Worker>>& workers, std::uint32_t site, OpCounters& sum) {
  std::vector<const PatternCount*> patterns;
  for (const PatternCount& pattern : sum.patterns) patterns.push_back(&pattern);
  for (const auto& worker : workers) {
    sum.add_sums(worker->counters[site]);
    for (const PatternCount& pattern : worker->counters[site].patterns) patterns.push_back(&pattern);
  }
  std::vector<PatternCount> costliest;
  for (const PatternCount* const pattern : costliest_of(std::move(patterns))) costliest.push_back(*pattern);
  sum.patterns = std::move(costliest);
}

/// In place of the accesses to global memory as they are written.
void count_swaps(const std::vector<std::unique_ptr<Worker>>& workers, std::uint32_t site, OpCounters& counters) {
  OpCounters loads;
  OpCounters swaps;
  add_counters(workers, site + 1, loads);
  add_counters(workers, site + 2, swaps);
  counters.swap_loads = {loads.requests, loads.sectors, loads.sectors_ideal, loads.lines};
  counters.requests = counters.shared_requests + counters.local.requests + swaps.requests;
  counters.sectors = counters.local.sectors + swaps.sectors;
  counters.sectors_ideal = counters.local.sectors_ideal + swaps.sectors_ideal;
  counters.lines = counters.local.lines + swaps.lines;
  counters.sector_turns = counters.local.sectors + swaps.sector_turns;
}

void collect(const LaunchRequest& request, const std::vector<std::unique_ptr<Worker>>& workers, LaunchResult& result) {
  const Program& program = *request.program;
  result.counters.resize(program.ops.size());
  std::vector<BlockCount> blocks(program.blocks.size());
  std::vector<std::uint64_t> guards(program.ops.size());
  for (const auto& worker : workers) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].executions += worker->counts[i].executions;
      blocks[i].threads += worker->counts[i].threads;
      blocks[i].divergent += worker->counts[i].divergent;
    }
    for (std::size_t i = 0; i < guards.size(); ++i) guards[i] += worker->guard_counts[i];
  }
  for (std::size_t pc = 0; pc < program.ops.size(); ++pc) {
    const Op& op = program.ops[pc];
    const OpFacts& facts = program.facts[pc];
    OpCounters& counters = result.counters[pc];
    if (facts.kind == OpKind::pseudo) continue;
    if (is_memory_access(facts.kind) && op.site != Op::kNone) {
      add_counters(workers, op.site, counters);
    }
    const std::uint64_t instructions = facts.lowering.instructions();
    const BlockCount& block = blocks[facts.block];
    const BlockCount& issuing = blocks[facts.issue_block];
    counters.executions = instructions * issuing.executions;
    counters.threads = instructions * issuing.threads;
    counters.threads_pred_on = instructions * (facts.guarded ? guards[pc] : block.threads);
    if (touches_image(facts.effects.does))
      for (const auto& worker : workers)
        if (!worker->image_counts.empty()) worker->image_counts[pc].add_to(counters);
    if (facts.kind == OpKind::branch) counters.divergent = instructions * block.divergent;
    if (facts.kind == OpKind::async_copy) {  // one request with two sides
      const std::uint64_t requests = counters.requests;
      add_counters(workers, op.site + 1, counters);
      counters.requests = requests;
    }
    if (facts.is_swap_loop) count_swaps(workers, op.site, counters);
    result.warp_instructions += counters.executions;
    result.thread_instructions += counters.threads;
  }
}

}  // namespace

LaunchResult launch(const LaunchRequest& request, const Reductions* reductions, Turns* turns) {
  LaunchResult result;
  std::uint64_t params = 0;
  if (!request.params.empty()) {
    // Outside the capacity a program can use up: when the arena is full the launch still needs its parameters.
    params = request.memory->allocate_reserved(request.params.size(), "kernel parameters");
    std::memcpy(Memory::host(params), request.params.data(), request.params.size());
  }
  const std::optional<std::vector<Extent>> reduced = free_of_order(request, reductions);
  const bool ordered = !reduced.has_value();
  const std::uint64_t total = request.grid.volume();
  const auto worker_count = ordered
                                ? std::size_t{1}
                                : static_cast<std::size_t>(std::clamp<std::uint64_t>(
                                      clusters_of(request).volume(), 1, std::uint64_t(std::max(1, request.workers))));
  for (Listener* listener : request.listeners) {
    listener->on_start(request);
    listener->on_workers(worker_count);
    if (!ordered) listener->on_blocks_apart();
  }
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < worker_count; ++i) workers.push_back(std::make_unique<Worker>(request, i));
  Progress progress(clusters_of(request).volume(), worker_count);
  if (ordered) {
    workers[0]->start(request);
    (request.seed == 0 ? run_ordered : run_seeded)(request, *workers[0], params, progress, turns);
    workers[0]->settle(request);
  } else {
    run_parallel(request, workers, params, *reduced, progress);
  }
  for (const auto& worker : workers)
    if (worker->audience) worker->audience->merge();
  if (request.touched != nullptr)
    for (const auto& worker : workers) worker->touched->add_to(*request.touched, *request.program);
  if (params != 0) request.memory->release(params);
  std::sort(progress.faults.begin(), progress.faults.end(),
            [](const auto& x, const auto& y) { return x.first < y.first; });
  if (!progress.faults.empty()) result.faults = std::move(progress.faults.front().second);
  if (request.passed_faults != nullptr) result.passed_faults = request.passed_faults->take();
  result.cancelled = (cancelled(request) || progress.abandoned) && progress.done.load() != total;
  if (request.costs != nullptr) collect(request, workers, result);
  for (Listener* listener : request.listeners) listener->on_end(result);
  return result;
}

}  // namespace warpglass::sim
