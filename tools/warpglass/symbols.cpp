// Elfutils' libdw reads the tables. Inlined functions are DIEs within that of the function that holds the address; each
// says where it was called, which is where the next one outside stands.
#include "tools/warpglass/symbols.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "analysis/names.hpp"

namespace warpglass::tool {
namespace {

using analysis::HostFrame;
using analysis::HostTrace;

// What the file itself does not say is not looked for elsewhere: libdw would ask servers.
int find_no_debug_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) {
  return -1;
}

const Dwfl_Callbacks kCallbacks{.find_elf = dwfl_build_id_find_elf,
                                .find_debuginfo = find_no_debug_file,
                                .section_address = dwfl_offline_section_address,
                                .debuginfo_path = nullptr};

std::string text_of(const char* text) { return text != nullptr ? text : ""; }

struct Scopes {
  Scopes() = default;
  Scopes(const Scopes&) = delete;
  Scopes& operator=(const Scopes&) = delete;
  ~Scopes() { std::free(dies); }  // NOLINT: libdw allocates them so
  Dwarf_Die* dies = nullptr;
  int count = 0;
};

bool is_function(Dwarf_Die* die) {
  const int tag = dwarf_tag(die);
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/// The compilation unit that an address belongs to.
std::optional<Dwarf_Die> unit_of(Dwarf* dwarf, Dwarf_Addr address) {
  Dwarf_Die unit;
  if (dwarf_addrdie(dwarf, address, &unit) != nullptr) return unit;
  // Clang writes no table of addresses.
  Dwarf_Off offset = 0, next = 0;
  std::size_t header = 0;
  while (dwarf_nextcu(dwarf, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
    if (dwarf_offdie(dwarf, offset + header, &unit) != nullptr && dwarf_haspc(&unit, address) == 1) return unit;
    offset = next;
  }
  return std::nullopt;
}

std::uint32_t number(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  const bool known = dwarf_attr(die, name, &attribute) != nullptr && dwarf_formudata(&attribute, &value) == 0;
  return known ? static_cast<std::uint32_t>(value) : 0;
}

SourcePosition position_of(Dwarf_Line* line) {
  SourcePosition where;
  int number = 0, column = 0;
  if (line == nullptr || dwarf_lineno(line, &number) != 0 || number <= 0) return where;
  if (dwarf_linecol(line, &column) != 0) column = 0;
  return {.file = text_of(dwarf_linesrc(line, nullptr, nullptr)),
          .line = static_cast<std::uint32_t>(number),
          .column = static_cast<std::uint32_t>(column)};
}

/// The innermost function that holds an address, as the offset of its DIE; 0 if none does.
Dwarf_Off innermost_at(Dwarf_Die* unit, Dwarf_Addr address) {
  Scopes here;
  here.count = dwarf_getscopes(unit, address, &here.dies);
  for (int i = 0; i < here.count; ++i) {
    if (is_function(&here.dies[i])) return dwarf_dieoffset(&here.dies[i]);
  }
  return 0;
}

/// The line of an address. An optimiser that makes one instruction of several gives it line 0: then the next one behind
/// in the same function, which mostly uses what this one makes, else the last one before.
SourcePosition line_at(Dwarf_Die* unit, Dwarf_Addr address) {
  if (SourcePosition own = position_of(dwarf_getsrc_die(unit, address)); own.line != 0) return own;
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrclines(unit, &lines, &count) != 0) return {};
  const auto start_of = [&](std::size_t row) {
    Dwarf_Addr start = 0;
    return dwarf_lineaddr(dwarf_onesrcline(lines, row), &start) == 0 ? start : 0;
  };
  std::size_t behind = 0;  // rows ascend
  while (behind < count && start_of(behind) <= address) ++behind;

  constexpr std::size_t kNear = 32;
  const Dwarf_Off function = innermost_at(unit, address);
  const auto known_at = [&](std::size_t row) {
    const SourcePosition where = position_of(dwarf_onesrcline(lines, row));
    return where.line != 0 && innermost_at(unit, start_of(row)) == function ? where : SourcePosition{};
  };
  for (std::size_t row = behind; row < std::min(count, behind + kNear); ++row) {
    if (SourcePosition where = known_at(row); where.line != 0) return where;
  }
  for (std::size_t row = behind; row-- > 0 && row + kNear >= behind;) {
    if (SourcePosition where = known_at(row); where.line != 0) return where;
  }
  return {};
}

/// Where an inlined function was called.
SourcePosition call_of(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0) return {};
  return {.file = text_of(dwarf_filesrc(files, number(inlined, DW_AT_call_file), nullptr, nullptr)),
          .line = number(inlined, DW_AT_call_line),
          .column = number(inlined, DW_AT_call_column)};
}

std::string name_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  return text_of(dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute)));
}

/// The functions that hold an address in the unit, the innermost first.
void find_functions(Dwarf_Die* unit, Dwarf_Addr address, Scopes& functions) {
  Scopes here;
  here.count = dwarf_getscopes(unit, address, &here.dies);
  for (int i = 0; i < here.count; ++i) {
    if (!is_function(&here.dies[i])) continue;
    functions.count = dwarf_getscopes_die(&here.dies[i], &functions.dies);
    return;
  }
}

}  // namespace

Symbols::Symbols() = default;

Symbols::~Symbols() {
  for (const auto& [path, file] : files_) dwfl_end(file.session);
}

Dwfl_Module* Symbols::module_of(const std::string& path) {
  const auto [known, fresh] = files_.try_emplace(path);
  File& file = known->second;
  if (fresh) {
    file.session = dwfl_begin(&kCallbacks);
    file.module = dwfl_report_offline(file.session, path.c_str(), path.c_str(), -1);
    dwfl_report_end(file.session, nullptr, nullptr);
  }
  return file.module;
}

HostTrace Symbols::frames_at(const HostFrame& frame) {
  HostTrace frames{frame};
  Dwfl_Module* const module = module_of(frame.module);
  GElf_Addr bias = 0;
  if (module == nullptr || dwfl_module_getelf(module, &bias) == nullptr) return frames;
  const GElf_Addr address = frame.offset + bias;
  const std::string symbol = analysis::demangled(text_of(dwfl_module_addrname(module, address)));
  frames.front().function = symbol;
  Dwarf* const dwarf = dwfl_module_getdwarf(module, &bias);
  if (dwarf == nullptr) return frames;
  std::optional<Dwarf_Die> unit = unit_of(dwarf, address - bias);
  if (!unit) return frames;
  Scopes functions;
  find_functions(&*unit, address - bias, functions);
  SourcePosition where = line_at(&*unit, address - bias);
  frames.clear();
  for (int i = 0; i < functions.count; ++i) {
    Dwarf_Die* const die = &functions.dies[i];
    if (dwarf_tag(die) != DW_TAG_inlined_subroutine) continue;
    HostFrame& inlined = frames.emplace_back(frame);
    inlined.function = name_of(die);
    inlined.where = where;
    inlined.inlined = true;
    where = call_of(&*unit, die);
  }
  HostFrame& outermost = frames.emplace_back(frame);
  outermost.function = symbol;
  outermost.where = where;
  return frames;
}

}  // namespace warpglass::tool
