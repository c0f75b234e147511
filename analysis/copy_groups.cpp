#include "analysis/copy_groups.hpp"

#include <algorithm>
#include <utility>

namespace warpglass::analysis {

std::uint32_t CopyGroups::open() {
  groups_.emplace_back();
  return static_cast<std::uint32_t>(groups_.size());
}

std::uint32_t CopyGroups::object() {
  heard_.push_back(0);
  return static_cast<std::uint32_t>(heard_.size());
}

void CopyGroups::heard(std::uint32_t object, Clock phase) {
  Clock& heard = heard_[object - 1];
  heard = std::max(heard, phase);
}

bool CopyGroups::known(std::uint32_t group) const {
  const Group& of = groups_[group - 1];
  return of.done != 0 && (of.object == 0 || of.done <= heard_[of.object - 1]);
}

std::uint32_t CopyQueue::join(CopyGroups& groups) {
  if (open == 0) open = groups.open();
  return open;
}

void CopyQueue::commit() { committed.push_back(std::exchange(open, 0)); }

void CopyQueue::wait(CopyGroups& groups, std::size_t but, bool all, Clock clock) {
  while (committed.size() > but) {
    if (committed.front() != 0) groups.end(committed.front(), clock);
    committed.erase(committed.begin());
  }
  if (all && open != 0) groups.end(std::exchange(open, 0), clock);
}

}  // namespace warpglass::analysis
