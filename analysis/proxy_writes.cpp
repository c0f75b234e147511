#include "analysis/proxy_writes.hpp"

#include <algorithm>
#include <bit>

namespace warpglass::analysis {

namespace {

bool copies_from_shared(const sim::OpFacts& facts) {
  const sim::Does does = facts.effects.does;
  return (does == sim::Does::copies || does == sim::Does::multiplies_shared || does == sim::Does::multiplies_apart ||
          does == sim::Does::copies_apart) &&
         facts.effects.reads.has(sim::Space::shared);
}

}  // namespace

ProxyWrites::ProxyWrites(const sim::Program& program)
    : watches_(std::ranges::any_of(program.facts, copies_from_shared)) {}

void ProxyWrites::on_access(const sim::AccessEvent& event, const FootprintRef& footprint, std::uint64_t cluster,
                            Races& races) {
  if (!watches_) return;
  const bool by_copy = event.via == sim::Via::bulk_copy || event.via == sim::Via::matrix;
  const bool reads = event.direction == sim::Direction::read;
  const bool copied = by_copy && !reads;
  // What copies write and copies read goes by one proxy; so does what other asynchronous operations write.
  if ((by_copy != reads && !copied) || event.via == sim::Via::async_store) return;
  Block& block = blocks_[event.owner];
  for (const LinePart& part : footprint->parts) {
    const std::uint64_t first = (event.base / kLineBytes + static_cast<std::uint64_t>(part.line)) * kLineWords;
    if (!reads && !copied && block.words.size() < first + kLineWords) block.words.resize(first + kLineWords);
    for (std::uint32_t words = part.words; words != 0; words &= words - 1) {
      const auto w = static_cast<std::size_t>(std::countr_zero(words));
      if (copied) {
        if (first + w < block.words.size()) block.words[first + w] = {};
        continue;
      }
      if (!reads) {
        block.words[first + w] = {.fences = block.fences,
                                  .pc = event.at.pc,
                                  .block = static_cast<std::uint32_t>(event.at.block),
                                  .warp = static_cast<std::uint8_t>(event.at.warp),
                                  .lane = part.high(w)};
        continue;
      }
      if (first + w >= block.words.size()) break;
      const Writer& writer = block.words[first + w];
      if (writer.fences != block.fences) continue;
      add(races, {.first = writer.pc, .second = event.at.pc, .shared = true, .lack = Lack::proxy},
          {.count = 1,
           .address = (first + w) * kWordBytes,
           .first = {.block = writer.block,
                     .cluster = static_cast<std::uint32_t>(cluster),
                     .warp = writer.warp,
                     .lane = writer.lane},
           .second = {.block = static_cast<std::uint32_t>(event.at.block),
                      .cluster = static_cast<std::uint32_t>(cluster),
                      .warp = static_cast<std::uint8_t>(event.at.warp),
                      .lane = part.low(w)}});
    }
  }
}

void ProxyWrites::on_sync(const sim::SyncEvent& event) {
  if (!watches_ || event.what != sim::Sync::fence || event.fence != sim::Fence::async_proxy) return;
  ++blocks_[event.at.block].fences;
}

}  // namespace warpglass::analysis
