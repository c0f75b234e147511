// Calls that were inlined, from the sections of debug information (DWARF 2 to 5, as compilers write them into PTX:
// `.section .debug_info` and `.debug_abbrev` in bytes and labels). clang says in no other way where inlined code was
// called from; nvcc says it with every `.loc`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/cursor.hpp"

namespace warpglass::ptx {

/// The bytes of a section, with zeros where the text names an address.
struct SectionBytes {
  std::string bytes;
  std::unordered_map<std::string_view, std::size_t> labels;    // defined in the section: their offsets
  std::unordered_map<std::size_t, std::string_view> names_at;  // offset -> what is named there
};

/// From at `{` to behind the section's `}`. Data that is neither number nor name counts as zero.
[[nodiscard]] SectionBytes read_section_bytes(Cursor& cursor, std::string_view what);

struct InlinedCall {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::string_view begin;  // labels of the function's body: the code lies between, other code may too
  std::string_view end;
  std::uint32_t file = 0;  // of the call, as `.file` numbers it
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t outer = kNone;  // the call that was inlined around it, which stands before it in the list
  std::uint64_t callee = 0;     // tells functions apart: where the section describes it
};

/// \param info, abbreviations  as read; what cannot be made out ends the list
[[nodiscard]] std::vector<InlinedCall> inlined_calls(const SectionBytes& info, const SectionBytes& abbreviations);

}  // namespace warpglass::ptx
