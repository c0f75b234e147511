// A digest of what a program computes on the device, so that two runs of it can be compared bit by bit without keeping
// their data: of everything that it copies to the host, and of what its memory holds when it is freed or the program
// ends. Pinned memory is left out: the host writes it as it likes.
//
// An array that an edited program lays out otherwise counts as what it was: its bytes in their old order, and what is
// copied of it by what has come to the host. Bytes that the new layout leaves between them are nobody's: accesses of
// kernels to these are counted, since they would have been to something else.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "report/report.hpp"
#include "session/relaid_array.hpp"
#include "sim/listener.hpp"

namespace warpglass::session {

class ResultDigest final : public sim::Listener {
 public:
  [[nodiscard]] sim::Interests interests() const override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  void on_memory(const sim::MemoryEvent& event) override;

  /// An array that lies elsewhere than in the program as it is, as soon as its memory is there.
  void relay(RelaidArray array);

  /// What the host has received of such an array. \param data  on the host
  void receive(const void* data, std::uint64_t bytes);

  /// So far. What is not freed counts as it is now.
  [[nodiscard]] report::Results results() const;

 private:
  struct Sum {
    std::uint64_t pieces = 0;
    std::uint64_t bytes = 0;
    std::array<std::uint64_t, 2> parts{};

    void add(const std::byte* data, std::uint64_t size);
    [[nodiscard]] report::Digest digest() const;
  };

  struct Relaid {
    RelaidArray array;
    std::set<std::uint64_t> allocations;  // that it lies in, by address
  };

  /// The array that an allocation holds a part of; the end: none.
  [[nodiscard]] std::vector<Relaid>::iterator relaid_in(std::uint64_t allocation);
  /// Where the allocation begins that holds an address; 0: none does.
  [[nodiscard]] std::uint64_t allocation_of(std::uint64_t address) const;
  [[nodiscard]] bool is_in_pieces(std::uint64_t address) const;
  void free(std::uint64_t address, std::uint64_t bytes);

  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::uint64_t> live_;  // bytes of allocations, by address
  std::vector<Relaid> relaid_;
  std::set<std::uint64_t> counted_;  // allocations of arrays that counted when another part of them was freed
  Sum copied_;
  Sum freed_;
  std::uint64_t strayed_ = 0;
};

}  // namespace warpglass::session
