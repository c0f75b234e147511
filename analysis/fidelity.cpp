#include "analysis/profile.hpp"

namespace warpglass::analysis {

std::string_view name_of(Fidelity fidelity) {
  switch (fidelity) {
    case Fidelity::exact: return "exact";
    case Fidelity::modelled: return "modelled";
    case Fidelity::estimated: return "estimated";
  }
  return "";
}

bool fidelity_of(std::string_view name, Fidelity& fidelity) {
  for (const Fidelity candidate : {Fidelity::exact, Fidelity::modelled, Fidelity::estimated}) {
    if (name_of(candidate) != name) continue;
    fidelity = candidate;
    return true;
  }
  return false;
}

}  // namespace warpglass::analysis
