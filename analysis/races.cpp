// Data races as findings: one for each pair of instructions, with both threads, the object, what ordering is missing
// and the cheapest that there is.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/race_detector.hpp"

namespace warpglass::analysis {
namespace {

/// Block and thread of a racer.
struct Threads {
  Dim3 grid;
  Dim3 block;

  [[nodiscard]] Dim3 block_of(const Racer& racer) const { return index_at(racer.block, grid); }
  [[nodiscard]] Dim3 thread_of(const Racer& racer) const {
    return index_at(std::uint64_t{racer.warp} * kWarpSize + racer.lane, block);
  }
};

/// How threads wait for what an instruction has left going on.
std::string wait_for(const sim::OpFacts& facts, bool only_reads) {
  if (facts.effects.does == sim::Does::multiplies_shared) return "wgmma.wait_group (CUTLASS: warpgroup_wait<0>())";
  if (facts.effects.does == sim::Does::multiplies_apart || facts.effects.does == sim::Does::copies_apart)
    return "the mbarrier that a tcgen05.commit behind it arrives at (CUTLASS: umma_arrive() and wait_barrier())";
  if (facts.effects.does == sim::Does::moves_tensor)
    return only_reads ? "tcgen05.wait::ld (CUTLASS: fence_view_async_tmem_load())"
                      : "tcgen05.wait::st (CUTLASS: fence_view_async_tmem_store())";
  if (facts.kind == sim::OpKind::async_copy)
    return "cp.async.wait_group (__pipeline_wait_prior(0), cuda::pipeline's consumer_wait())";
  return only_reads ? "cp.async.bulk.wait_group.read (cuda::ptx::cp_async_bulk_wait_group_read; CUTLASS: "
                      "tma_store_wait<0>())"
                    : "cp.async.bulk.wait_group (cuda::ptx::cp_async_bulk_wait_group)";
}

std::string_view name_of_work(const sim::OpFacts& facts, bool only_reads) {
  const sim::Does does = facts.effects.does;
  if (does == sim::Does::moves_tensor) return only_reads ? "a load to registers" : "a store of registers";
  return does == sim::Does::multiplies_shared || does == sim::Does::multiplies_apart ? "an asynchronous product"
                                                                                     : "an asynchronous copy";
}

/// Whether both are one update of the source, as `++count` and `sum += x` are, whose value is read, changed and written
/// back by instructions of their own.
bool is_update(const KernelRecord& kernel, const RacePair& pair) {
  if (!has_source(kernel, pair.first) || !has_source(kernel, pair.second)) return false;
  const sim::Source& first = kernel.sources[kernel.facts[pair.first].source];
  const sim::Source& second = kernel.sources[kernel.facts[pair.second].source];
  // What a header does at a line of the user's may be anything, such as an exchange.
  if (first.where != second.where || !first.inlined_from.empty() || !second.inlined_from.empty()) return false;
  const auto at_place = [&](std::uint32_t pc) {
    return has_source(kernel, pc) && kernel.sources[kernel.facts[pc].source].where == first.where;
  };
  return std::ranges::any_of(kernel.races, [&](const auto& other) {
    const RacePair& found = other.first;
    return found.conflict != Conflict::write_then_write && at_place(found.first) && at_place(found.second);
  });
}

std::string missing(const KernelRecord& kernel, const RacePair& pair, const Race& race) {
  const sim::OpFacts& first = kernel.facts[pair.first];
  const bool only_reads = pair.conflict == Conflict::read_then_write;
  const std::string wait = wait_for(first, only_reads);
  const std::string_view work = name_of_work(first, only_reads);
  switch (pair.lack) {
    case Lack::fence:
      return "one thread tells the other by an atomic or volatile access, which by itself orders nothing: "
             "__threadfence() before it is set and after it is seen, or .release and .acquire, would order them";
    case Lack::scope:
      return "what orders them, or makes them atomic, holds within a block or cluster only (_block, .cta, .cluster): "
             "it has "
             "to be for the device";
    case Lack::size:
      return "atomics of different sizes are not atomic to each other (PTX ISA, Morally Strong Operations)";
    case Lack::wait:
      return fmt::format(
          "{} is under way there, and its thread has not waited for it: {}, and a barrier behind that for the others",
          work, wait);
    case Lack::meeting_behind_wait:
      if (race.first.block != race.second.block) break;
      return fmt::format(
          "{} does that, and {} shows only its own thread that it is done: {} has to come behind that wait", work, wait,
          !race.between_warps ? "__syncwarp()" : "the __syncthreads() for the others");
    case Lack::signal:
      return fmt::format(
          "{} does that, and its barrier object (mbarrier) says when it is done: wait for that phase: "
          "mbarrier.try_wait "
          "in a loop, cuda::barrier's wait()",
          work);
    case Lack::proxy:
      return "bulk copies and wgmma go by way of the async proxy, which sees what threads have stored only behind "
             "fence_proxy_async() of cuda::ptx (or its like): let every thread fence behind its stores, then meet, "
             "then copy or multiply";
    case Lack::meeting:
      return "volatile keeps the compiler from holding a value back, and orders nothing between lanes, which run on "
             "their "
             "own from compute capability 7.0 on: __syncwarp() between the two would order them";
    case Lack::order: break;
  }
  if (pair.one_instruction) return "lanes of one instruction write different values: which of them stays is not said";
  if (is_update(kernel, pair))
    return "each reads the value, changes it and writes it back, and what another has written between is lost: an "
           "atomic "
           "does that in one step (atomicAdd() and its like)";
  if (pair.tensor)
    return "a barrier object (mbarrier) or __syncthreads() between the two would order them, with "
           "tcgen05.fence::before_thread_sync ahead of it and ::after_thread_sync behind";
  if (race.first.block != race.second.block)
    return "blocks of one launch are in no order: end the launch between the two, or make one of them say by a release "
           "that it is done and the other acquire that";
  if (race.between_warps) return "__syncthreads() between the two would order them";
  const bool others = std::ranges::any_of(kernel.races, [&](const auto& other) {
    return other.first.shared == pair.shared && other.first.lack == Lack::order && other.second.between_warps;
  });
  return fmt::format(
      "lanes of a warp run on their own from compute capability 7.0 on: __syncwarp() between the two would order "
      "them{}",
      others ? ", and so does a __syncthreads(), which other warps here need" : "");
}

class RaceFindings final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [pair, race] : detector_.races()) {
      const auto [known, fresh] = kernel.races.try_emplace(pair, race);
      if (fresh) continue;
      known->second.count += race.count;
      known->second.between_warps |= race.between_warps;
    }
    for (const auto& [pair, race] : detector_.nested_races()) {
      const auto [known, fresh] = kernel.nested_races.try_emplace(pair, race);
      if (!fresh) known->second.lines += race.lines;
    }
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    // An instruction that stands several times in the PTX, as of an unrolled loop, is one for the user.
    std::map<Places, std::pair<RacePair, Race>> grouped_races;
    for (const auto& [pair, race] : kernel.races) {
      const auto [known, fresh] = grouped_races.try_emplace(places_of(kernel, pair), pair, race);
      if (fresh) continue;
      const std::uint64_t count = known->second.second.count + race.count;
      const bool between_warps = known->second.second.between_warps || race.between_warps;
      // Where values differ but once, they are not the same.
      if (known->second.first.same_value && !pair.same_value) known->second = {pair, race};
      known->second.second.count = count;
      known->second.second.between_warps = between_warps;
    }
    std::vector<Finding> all;
    for (const auto& [places, found] : grouped_races) all.push_back(finding_of(kernel, found.first, found.second));
    for (const auto& [pair, race] : kernel.nested_races) {
      Finding finding = finding_of(kernel, pair, race);
      const bool known = std::ranges::any_of(all, [&](const Finding& other) {
        return other.message == finding.message && to_string(other.where) == to_string(finding.where) &&
               to_string(other.related.front().where) == to_string(finding.related.front().where);
      });
      if (!known) all.push_back(std::move(finding));
    }
    return all;
  }

 private:
  /// Where both stand, and what they do to each other.
  using Places = std::tuple<std::string, std::string, Conflict, bool, Lack>;

  static Places places_of(const KernelRecord& kernel, const RacePair& pair) {
    return {to_string(position_of(kernel, pair.second)), to_string(position_of(kernel, pair.first)), pair.conflict,
            pair.one_instruction, pair.lack};
  }

  static std::string rule_of(const RacePair& pair) {
    if (pair.lack == Lack::fence || pair.lack == Lack::proxy) return "missing-fence";
    if (pair.lack == Lack::scope) return "scope-race";
    if (pair.lack == Lack::meeting) return "volatile-order";
    if (pair.tensor) return "tensor-race";
    return pair.shared ? "shared-race" : "global-race";
  }

  /// A plain read beside atomics of others mostly begins a loop that compares and swaps.
  static Severity severity_of(const RacePair& pair) {
    if (pair.same_value) return Severity::note;
    const bool read_beside_atomic = pair.one_strong && pair.plain_reads;
    const bool no_race = pair.lack == Lack::size || pair.lack == Lack::meeting;
    return pair.one_instruction || no_race || read_beside_atomic ? Severity::warning : Severity::error;
  }

  static std::string place_of(const KernelRecord& kernel, const RacePair& pair, const Race& race) {
    if (pair.tensor)
      return fmt::format("lane {}, column {} of tensor memory", race.address >> 16, race.address & 0xffff);
    if (!pair.shared) return fmt::format("global memory at {:#x}", race.address);
    std::string object = object_at(kernel.shared_objects, race.address);
    if (object.empty()) return fmt::format("shared memory at {}", race.address);
    for (const sim::NamedObject& candidate : kernel.shared_objects) {
      if (object_name(candidate.name) == object && candidate.offset <= race.address)
        return fmt::format("byte {} of {}", race.address - candidate.offset, object);
    }
    return object;
  }

  static Finding finding_of(const KernelRecord& kernel, const RacePair& pair, const Race& race) {
    const Threads threads{.grid = race.grid, .block = race.threads};
    const bool second_writes = pair.conflict != Conflict::write_then_read;
    const bool first_writes = pair.conflict != Conflict::read_then_write;
    Finding finding = finding_at(kernel, pair.second);
    finding.rule = rule_of(pair);
    finding.severity = severity_of(pair);
    finding.launch = kernel.first_launch;
    finding.block = threads.block_of(race.second);
    finding.thread = threads.thread_of(race.second);
    finding.warp = race.second.warp;
    finding.lanes = lane_bit(race.second.lane);
    const bool one_block = race.first.block == race.second.block;
    const std::string other = one_block
                                  ? fmt::format("thread {}", index_text(threads.thread_of(race.first)))
                                  : fmt::format("thread {} of block {}", index_text(threads.thread_of(race.first)),
                                                index_text(threads.block_of(race.first)));
    finding.message = fmt::format("{}: thread {} of block {} {} what {} {}, {}{}",
                                  pair.lack == Lack::meeting ? "volatile access taken for an order"
                                  : pair.tensor              ? "race in tensor memory"
                                  : pair.shared              ? "race in shared memory"
                                                             : "race in global memory",
                                  index_text(finding.thread), index_text(finding.block), reads_or_writes(second_writes),
                                  other, reads_or_writes(first_writes),
                                  pair.lack == Lack::proxy ? "with no proxy fence between" : "in no order",
                                  pair.same_value ? "; both write the same value" : "");
    finding.detail = place_of(kernel, pair, race);
    finding.access = access_of(kernel, pair.second, second_writes, pair, race);
    finding.related.push_back({.where = position_of(kernel, pair.first),
                               .pc = pair.first,
                               .block = threads.block_of(race.first),
                               .thread = threads.thread_of(race.first),
                               .access = access_of(kernel, pair.first, first_writes, pair, race),
                               .message = fmt::format("{} {} it", other, reads_or_writes(first_writes))});
    finding.notes.push_back(missing(kernel, pair, race));
    finding.excess = race.count;
    finding.count = race.count;
    return finding;
  }

  static Finding finding_of(const KernelRecord& kernel, const NestedPair& pair, const NestedRace& race) {
    Finding finding = finding_at(kernel, pair.pc);
    finding.rule = "global-race";
    finding.severity = Severity::error;
    finding.launch = kernel.first_launch;
    finding.block = index_at(race.block, race.grid);
    finding.message = fmt::format(
        "race in global memory: a kernel that device code has launched {} what its launcher {} {}, in no "
        "order",
        reads_or_writes(pair.writes), demangled(pair.launcher), reads_or_writes(pair.other_writes));
    finding.detail = race.object.empty() ? fmt::format("global memory at {:#x}", race.address) : race.object;
    finding.access = {
        .space = "global", .write = pair.writes, .bytes = kernel.facts[pair.pc].access_bytes, .address = race.address};
    const Threads launcher{.grid = race.other_grid, .block = race.other_threads};
    RelatedPlace& other = finding.related.emplace_back();
    other.where = race.other_where;
    other.pc = pair.other_pc;
    other.block = launcher.block_of(race.other);
    other.thread = launcher.thread_of(race.other);
    other.access = finding.access;
    other.access.write = pair.other_writes;
    other.access.bytes = 0;
    other.message = fmt::format("thread {} of block {} of {} {} it", index_text(other.thread), index_text(other.block),
                                demangled(pair.launcher), reads_or_writes(pair.other_writes));
    RelatedPlace& launch = finding.related.emplace_back();
    launch.where = race.launched_at;
    launch.message = "the launch";
    finding.notes.emplace_back(
        "a kernel that is launched from device code begins after what its launching thread had done by then, and what "
        "__syncthreads() or the like had shown it of others; what the launching grid does else goes on beside it (CUDA "
        "Programming Guide, Dynamic Parallelism): launch behind a barrier, and read results in a kernel launched into "
        "cudaStreamTailLaunch, or after the grid");
    finding.excess = race.lines;
    finding.count = race.lines;
    return finding;
  }

  static FoundAccess access_of(const KernelRecord& kernel, std::uint32_t pc, bool writes, const RacePair& pair,
                               const Race& race) {
    return {.space = pair.tensor   ? "tensor"
                     : pair.shared ? "shared"
                                   : "global",
            .write = writes,
            .bytes = kernel.facts[pc].access_bytes,
            .address = race.address};
  }

  RaceDetector detector_;
};

constexpr std::string_view kRaceRules[] = {"shared-race",   "global-race", "tensor-race",
                                           "missing-fence", "scope-race",  "volatile-order"};

}  // namespace

Analyser races_analyser() {
  return {.name = "races",
          .flag = "--races",
          .help = "also find data races in shared, global and tensor memory",
          .page = "races.md",
          .rules = kRaceRules,
          .checks = true,
          .start = start_analysis<RaceFindings>};
}

}  // namespace warpglass::analysis
