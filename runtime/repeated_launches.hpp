// Launches that would do again what an earlier one has done. Programs that measure themselves launch one kernel with
// the same arguments a hundred times, and what they compute is there after the first.
//
// What a launch does follows from its request and from what the memory holds that it reads (sim/touched_memory.hpp). Of
// each request the last few launches are known: what the allocations held that they had been in, what these held then,
// and what was counted. Where all of it is there again, what came out is put there, and the counters are those that
// were counted.
//
// What an allocation holds is known by a number (sim::Allocation::contents) where nobody but kernels and the runtime
// writes it. Memory that the host may write is compared byte by byte with a copy, and never written here; so is what
// was written since. Copies are made when a request comes the second time, of so little memory that they take a small
// part of what its last launch took. Handles of images stand for the same as long as their table is the same.
//
// Who listens to the launch has to make the same of it as then (sim::Recollection). Under a seed each execution takes
// another order: a request is executed a few times before what came out is taken for what comes again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "base/dim3.hpp"
#include "sim/launch.hpp"
#include "sim/listener.hpp"
#include "sim/memory.hpp"
#include "sim/program.hpp"
#include "sim/touched_memory.hpp"

namespace warpglass::runtime {

/// What a launch has written is something else from now on.
void note_written(const sim::Memory& memory, const sim::TouchedMemory& touched);

/// Whether launches that these would hear may be recalled.
[[nodiscard]] bool all_recall(const std::vector<sim::Listener*>& listeners);

class RepeatedLaunches {
 public:
  /// \param memory  outlives it
  explicit RepeatedLaunches(const sim::Memory& memory) : memory_(memory) {}

  /// Does what the launch would do, if that is known, and lets its listeners recall it.
  /// \param program  request.program
  /// \return  its result; nullptr: it has to be executed, and done() told of it
  [[nodiscard]] std::shared_ptr<const sim::LaunchResult> repeat(const std::shared_ptr<const sim::Program>& program,
                                                                const sim::LaunchRequest& request);

  /// The launch that repeat() did not know of is over: no other was in between.
  /// \param touched  sim::LaunchRequest::touched of it
  /// \param seconds  that it took
  void done(const sim::TouchedMemory& touched, std::shared_ptr<const sim::LaunchResult> result, double seconds);

 private:
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;
  using Recollections = std::shared_ptr<const std::vector<sim::Recollection>>;

  /// An allocation that a launch has been in.
  struct Part {
    sim::TouchedAllocation at;
    std::uint64_t before = 0;  // sim::Allocation::contents
    std::uint64_t after = 0;
    Bytes bytes_before = nullptr;  // no copy was made
    Bytes bytes_after = nullptr;   // what is there is as before
  };
  /// What a launch found, and made of it.
  struct State {
    std::vector<Part> parts;
    std::optional<std::uint64_t> images;  // sim::TextureTable::version; nothing: it looks at none
    std::shared_ptr<const sim::LaunchResult> result;
    Recollections recollections;  // of the request's listeners
  };
  /// All that decides what a launch does, beside the memory.
  struct Request {
    std::size_t hash = 0;  // of the parameters, which tell most requests apart: looked at first
    std::shared_ptr<const sim::Program> program;
    Dim3 grid{};
    Dim3 block{};
    Dim3 cluster{};
    bool explicit_cluster = false;
    bool cooperative = false;
    bool lockstep = false;
    std::uint32_t dynamic_shared_bytes = 0;
    std::uint64_t seed = 0;
    std::uint32_t turn = 0;  // 0 under a seed, by which each launch has another
    std::uint32_t resident_blocks = 0;
    std::uint64_t loop_limit = 0;
    const sim::CostModel* costs = nullptr;
    std::vector<sim::Listener*> listeners{};  // Interest::recalls
    std::vector<std::byte> params{};

    friend bool operator==(const Request&, const Request&) = default;
  };
  struct Known {
    Request request;
    std::list<State> states{};    // newest first
    std::vector<Part> touched{};  // by the last that was executed
    double seconds = 0;           // that it took
    unsigned misses = 0;          // executions since one was repeated
    unsigned executions = 0;
  };

  /// nullptr: another launch that does the same is to be executed.
  [[nodiscard]] static Recollections recollections_of(const std::vector<sim::Listener*>& listeners,
                                                      const sim::TouchedMemory& touched,
                                                      const sim::LaunchResult& result);
  /// Nothing: the allocation is gone, and no like one there.
  [[nodiscard]] std::optional<std::uint64_t> contents_of(const sim::TouchedAllocation& at) const;
  [[nodiscard]] bool is_there(Part& part) const;
  /// Whether the launch would do what it has done then.
  [[nodiscard]] bool stands(State& state) const;
  void bring_about(const State& state) const;
  void copy_ahead(const Known& known);
  /// \param contents  sim::Allocation::contents of what is there now
  [[nodiscard]] Bytes copy_of(const sim::TouchedAllocation& at, std::uint64_t contents) const;
  /// \return  nothing: it is not known what the launch found
  [[nodiscard]] std::vector<Part> parts_of(const sim::TouchedMemory& touched);
  void make_room();

  const sim::Memory& memory_;
  std::list<Known> known_;    // used last first; what is executed is the first
  std::vector<Part> ahead_;   // of the launch that is executed: what it may find
  std::uint64_t images_ = 0;  // sim::TextureTable::version for the launch that is executed
  unsigned since_room_ = 0;   // launches executed since room was made
};

}  // namespace warpglass::runtime
