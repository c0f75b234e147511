// Changes of the source that are to be tried, several in one program where they concern different kernels: those do not
// meet in any counter. Where such a program fails, each is tried by itself.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "tools/warpglass/judgement.hpp"
#include "tools/warpglass/layout_trial.hpp"

namespace warpglass::tool {

struct Attempt {
  std::string title;
  const Kernels* kernels = nullptr;  // that the change concerns
  const std::vector<rewrite::Edit>* edits = nullptr;
  Reach reach = Reach::program;  // of the edits
  Look look = Look::counts;
  std::function<void(const Trial& trial)> judge;  // called once; no other change of these kernels is in the trial
  /// Whether it may be worth it by what was counted; no: the run is judged as it is, and the checkers of `look` do not
  /// run. Nothing: they always do.
  std::function<bool(const Trial& trial)> promises = {};
  /// Whether what was judged before makes it needless: asked, if at all, when its program's turn has come.
  std::function<bool()> needless = {};
  bool is_last = false;             // it is tried in a program that comes after those of all others
  std::function<void()> wait = {};  // called in its place where the attempt would take one program more than there are
};

/// Programs that are made for attempts which can wait, where others do not make as many.
inline constexpr std::size_t kProgramsAtMost = 2;

/// Programs are made of the attempts in their order; those that can wait come last.
void try_all(Trials& trials, const std::vector<Attempt>& attempts);

}  // namespace warpglass::tool
