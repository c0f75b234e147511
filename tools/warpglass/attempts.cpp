#include "tools/warpglass/attempts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

/// Attempts that share a program.
struct Group {
  std::vector<const Attempt*> attempts;
  Trials::Edits edits{.all = {}, .reach = Reach::kernels};
  Look look = Look::counts;

  [[nodiscard]] bool takes(const Attempt& attempt) const {
    for (const Attempt* other : attempts) {
      if (std::ranges::any_of(*attempt.kernels, [&](const auto* kernel) { return has(*other->kernels, *kernel); }))
        return false;
    }
    std::vector<rewrite::Edit> all = edits.all;
    all.insert(all.end(), attempt.edits->begin(), attempt.edits->end());
    return !rewrite::overlap(std::move(all));
  }

  void add(const Attempt& attempt) {
    attempts.push_back(&attempt);
    edits.all.insert(edits.all.end(), attempt.edits->begin(), attempt.edits->end());
    edits.reach = std::max(edits.reach, attempt.reach);
    look = std::max(look, attempt.look);
  }
};

std::vector<Group> groups_of(const std::vector<Attempt>& attempts) {
  std::vector<Group> groups;
  enum class Turn : std::uint8_t { first, if_there_is_room, last };
  for (const Turn turn : {Turn::first, Turn::if_there_is_room, Turn::last}) {
    const bool can_wait = turn == Turn::if_there_is_room;
    for (const Attempt& attempt : attempts) {
      const Turn own = attempt.is_last ? Turn::last : attempt.wait ? Turn::if_there_is_room : Turn::first;
      if (own != turn) continue;
      auto group = std::ranges::find_if(groups, [&](const Group& one) { return one.takes(attempt); });
      if (group == groups.end() && can_wait && groups.size() >= kProgramsAtMost) {
        attempt.wait();
        continue;
      }
      if (group == groups.end()) group = groups.insert(groups.end(), Group{});
      group->add(attempt);
    }
  }
  return groups;
}

/// The checkers take several times as long as a run: where counting shows that nothing is gained, they do not run.
Trial run_group(Trials& trials, const Group& group) {
  const bool may_promise = group.look != Look::counts && std::ranges::all_of(group.attempts, [](const auto* attempt) {
                             return static_cast<bool>(attempt->promises);
                           });
  if (may_promise) {
    Trial counted = trials.run(group.edits);
    if (std::ranges::none_of(group.attempts, [&](const auto* attempt) { return attempt->promises(counted); }))
      return counted;
  }
  return trials.run(group.edits, group.look);
}

/// Whether one of its attempts may turn out to be needless: such a program is not compiled beforehand.
bool may_shrink(const Group& group) {
  return std::ranges::any_of(group.attempts, [](const auto* attempt) { return static_cast<bool>(attempt->needless); });
}

/// Without attempts that are needless by now.
Group still_needed(const Group& group) {
  Group needed;
  for (const Attempt* attempt : group.attempts) {
    if (!attempt->needless || !attempt->needless()) needed.add(*attempt);
  }
  return needed;
}

void try_group(Trials& trials, const Group& group) {
  show_progress(fmt::format("trying {}", group.attempts.front()->title));
  const Trial trial = run_group(trials, group);
  const bool apart = group.attempts.size() > 1 && judge_program(trials, trial).verdict != report::Verdict::proved;
  for (const Attempt* attempt : group.attempts) {
    show_progress(fmt::format("trying {}", attempt->title));
    attempt->judge(apart ? trials.run({*attempt->edits, attempt->reach}, attempt->look) : trial);
    clear_progress();
  }
}

}  // namespace

void try_all(Trials& trials, const std::vector<Attempt>& attempts) {
  const std::vector<Group> groups = groups_of(attempts);
  std::vector<Trials::Edits> programs;
  for (const Group& group : groups) {
    if (!may_shrink(group)) programs.push_back(group.edits);
  }
  trials.prepare(programs);
  for (const Group& group : groups) {
    const Group needed = may_shrink(group) ? still_needed(group) : group;
    if (!needed.attempts.empty()) try_group(trials, needed);
  }
}

}  // namespace warpglass::tool
