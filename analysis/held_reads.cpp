#include "analysis/held_reads.hpp"

#include <cstddef>
#include <tuple>

namespace warpglass::analysis {

void add(UnwrittenReads& reads, std::uint32_t pc, const UnwrittenRead& read) {
  const auto place = [](const UnwrittenRead& of) {
    return std::tuple(of.thread.block, of.thread.warp, of.thread.lane, of.address);
  };
  const auto [known, fresh] = reads.try_emplace(pc, read);
  if (fresh) return;
  const std::uint64_t count = known->second.count + read.count;
  if (place(read) < place(known->second)) known->second = read;
  known->second.count = count;
}

namespace {

constexpr std::size_t kHeld = 65536;

bool same_thread(const Racer& a, const Racer& b) { return a.block == b.block && a.warp == b.warp && a.lane == b.lane; }

}  // namespace

bool HeldReads::add(std::uint32_t pc, const UnwrittenRead& read) {
  if (by_byte_.size() >= kHeld) return false;
  by_byte_.emplace(read.address, Held{.pc = pc, .read = read});
  return true;
}

void HeldReads::write(const Racer& thread, std::uint64_t address, std::uint32_t bytes) {
  for (std::uint64_t byte = address; byte < address + bytes; ++byte) {
    const auto [first, last] = by_byte_.equal_range(byte);
    for (auto held = first; held != last; ++held) {
      const bool itself = same_thread(held->second.read.thread, thread);
      held->second.by_itself = held->second.by_itself || itself;
      held->second.by_others = held->second.by_others || !itself;
    }
  }
}

void HeldReads::end(UnwrittenReads& reads) {
  end_unless(reads, [](std::uint64_t) { return false; });
}

void HeldReads::end_unless(UnwrittenReads& reads, const std::function<bool(std::uint64_t)>& written) {
  for (const auto& [byte, held] : by_byte_) {
    if (!held.by_others && (held.by_itself || !written(byte))) analysis::add(reads, held.pc, held.read);
  }
  by_byte_.clear();
}

void FirstReductions::add(std::uint64_t word, const First& reduction) {
  const auto [known, fresh] = by_word_.try_emplace(word, reduction);
  if (!fresh && reduction.read.thread.block < known->second.read.thread.block) known->second = reduction;
}

void FirstReductions::add(const FirstReductions& worker) {
  for (const auto& [word, first] : worker.by_word_) add(word, first);
}

}  // namespace warpglass::analysis
