#include "isa/chapters/absent.hpp"

#include <algorithm>

namespace warpglass::isa {
namespace {

constexpr std::string_view kMulticast = "memory of several devices at one address is not modelled";
constexpr std::string_view kTensorMemory = "of tensor memory, not modelled yet";
constexpr std::string_view kKinds = "which kind of variable a handle belongs to is not kept";
constexpr std::string_view kLater = "no chip of its generation was recorded";

// clang-format off
constexpr AbsentInstruction kAbsent[] = {
    // words                          since  target     why
    {"cp.async.bulk.tensor.im2col::w",              "8.6", "sm_100",  kLater},
    {"cp.async.bulk.tensor.im2col::w::128",         "8.6", "sm_100",  kLater},
    {"cp.async.bulk.prefetch.tensor.im2col::w",     "8.6", "sm_100a", kLater},
    {"multimem.ld_reduce",            "8.1", "sm_90",   kMulticast},
    {"multimem.st",                   "8.1", "sm_90",   kMulticast},
    {"multimem.red",                  "8.1", "sm_90",   kMulticast},
    {"multimem.cp",                   "9.1", "sm_90",   kMulticast},
    {"tcgen05.cp.4x256b",             "8.6", "sm_100a", kTensorMemory},
    {"tcgen05.shift",                 "8.6", "sm_100a", kTensorMemory},
    {"tcgen05.mma.sp",                "8.6", "sm_100a", kTensorMemory},
    {"tcgen05.mma.ws",                "8.6", "sm_100a", kTensorMemory},
    {"istypep",                       "4.0", "sm_30",   kKinds},
    {"mma.sp::ordered_metadata.block_scale",    "8.7", "sm_120a", kLater},
    {"mma.sp::ordered_metadata.kind::f8f6f4",   "8.7", "sm_120a", kLater},
    {"cvt.rs",                        "8.7", "sm_100a", kLater},
    {"st.bulk",                       "8.6", "sm_100",  kLater},
    {"cp.async.bulk.cp_mask",         "8.6", "sm_100",  kLater},
};
// clang-format on

}  // namespace

std::span<const AbsentInstruction> absent_instructions() { return kAbsent; }

const AbsentInstruction* find_absent(std::span<const std::string_view> words) {
  const auto spells = [&](std::string_view wanted) {
    for (bool opcode = true; !wanted.empty(); opcode = false) {
      const std::string_view word = wanted.substr(0, wanted.find('.'));
      wanted.remove_prefix(std::min(wanted.size(), word.size() + 1));
      if (opcode ? words.front() != word : std::find(words.begin(), words.end(), word) == words.end()) return false;
    }
    return true;
  };
  if (words.empty()) return nullptr;
  const auto found = std::find_if(std::begin(kAbsent), std::end(kAbsent),
                                  [&](const AbsentInstruction& one) { return spells(one.words); });
  return found == std::end(kAbsent) ? nullptr : &*found;
}

}  // namespace warpglass::isa
