#include "tier/compiler/link.hpp"

#include <cstring>
#include <utility>

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace warpglass::tier {

using namespace llvm;
using namespace llvm::object;

namespace {

constexpr std::uint64_t kCellBytes = 8;
constexpr std::uint64_t kStubBytes = 16;
constexpr std::uint64_t kLine = 64;

class Linker {
 public:
  Linker(const ELF64LEObjectFile& object, const std::map<std::string, Cell>& wanted)
      : object_(object), wanted_(wanted) {}

  Image link(std::map<std::string, std::uint64_t>& places) {
    lay_out();
    for (const ELFSectionRef section : object_.sections()) {
      const auto target = cantFail(section.getRelocatedSection());
      if (target == object_.section_end() || !places_.contains(target->getIndex())) continue;
      for (const ELFRelocationRef relocation : section.relocations())
        settle(relocation, places_.at(target->getIndex()) + relocation.getOffset());
    }
    for (const ELFSymbolRef symbol : object_.symbols())
      if (const auto place = place_of(symbol)) places[cantFail(symbol.getName()).str()] = *place;
    image_.code = std::move(code_);
    return std::move(image_);
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void align(std::uint64_t alignment) { code_.resize((code_.size() + alignment - 1) / alignment * alignment); }

  void lay_out() {
    for (const ELFSectionRef section : object_.sections()) {
      if ((section.getFlags() & ELF::SHF_ALLOC) == 0) continue;
      // Nothing that regions are made of has variables of its own; constants with addresses are filled like cells.
      const StringRef name = cantFail(section.getName());
      if ((section.getFlags() & ELF::SHF_WRITE) != 0 && section.getSize() != 0 && !name.starts_with(".data.rel.ro"))
        problem_ = ("a section that is written: " + name).str();
      align(std::max<std::uint64_t>(section.getAlignment().value(), kCellBytes));
      places_[section.getIndex()] = code_.size();
      if (name == ".eh_frame") image_.frames = code_.size();
      if (section.isBSS()) {
        code_.resize(code_.size() + section.getSize());
      } else {
        code_ += cantFail(section.getContents()).str();
      }
      if (name == ".eh_frame") code_.append(kCellBytes, '\0');  // ends the tables
    }
    align(kLine);
  }

  [[nodiscard]] std::optional<std::uint64_t> place_of(const ELFSymbolRef& symbol) const {
    const auto section = cantFail(symbol.getSection());
    if (section == object_.section_end() || !places_.contains(section->getIndex())) return std::nullopt;
    return places_.at(section->getIndex()) + cantFail(symbol.getValue());
  }

  void settle(const ELFRelocationRef& relocation, std::uint64_t at) {
    const ELFSymbolRef symbol(*relocation.getSymbol());
    const std::optional<std::uint64_t> place = place_of(symbol);
    const std::string name = cantFail(symbol.getName()).str();
    const std::int64_t addend = cantFail(relocation.getAddend());
    const std::uint32_t type = relocation.getType();
    if (type == ELF::R_X86_64_PC32 || type == ELF::R_X86_64_PLT32) {
      put<std::int32_t>(at, offset(place ? *place : stub_of(name)) + addend - offset(at));
    } else if (type == ELF::R_X86_64_PC64 && place) {
      put<std::int64_t>(at, offset(*place) + addend - offset(at));
    } else if (type == ELF::R_X86_64_GOTPCREL || type == ELF::R_X86_64_GOTPCRELX ||
               type == ELF::R_X86_64_REX_GOTPCRELX) {
      put<std::int32_t>(at, offset(cell_of(name, place)) + addend - offset(at));
    } else if (type == ELF::R_X86_64_64) {
      add_cell(at, name, place, addend);
    } else {
      problem_ = "a relocation of type " + std::to_string(type) + " of " + name;
    }
  }

  static std::int64_t offset(std::uint64_t place) { return static_cast<std::int64_t>(place); }

  template <class T>
  void put(std::uint64_t at, std::int64_t value) {
    const auto narrow = static_cast<T>(value);
    if (narrow != value) problem_ = "what is too far away";
    std::memcpy(code_.data() + at, &narrow, sizeof narrow);
  }

  void add_cell(std::uint64_t at, const std::string& name, std::optional<std::uint64_t> place, std::int64_t addend) {
    Cell cell{.offset = at, .kind = CellKind::image, .value = place.value_or(0), .addend = addend, .name = {}};
    if (!place) {
      const auto known = wanted_.find(name);
      cell.kind = known == wanted_.end() ? CellKind::other : known->second.kind;
      cell.value = known == wanted_.end() ? 0 : known->second.value;
      if (known == wanted_.end()) cell.name = name;
    }
    image_.cells.push_back(std::move(cell));
  }

  std::uint64_t cell_of(const std::string& name, std::optional<std::uint64_t> place) {
    const auto [cell, is_new] = cells_.try_emplace(place ? "@" + std::to_string(*place) : name, code_.size());
    if (is_new) {
      code_.resize(code_.size() + kCellBytes);
      add_cell(cell->second, name, place, 0);
    }
    return cell->second;
  }

  /// jmp *cell(%rip)
  std::uint64_t stub_of(const std::string& name) {
    if (const auto known = stubs_.find(name); known != stubs_.end()) return known->second;
    const std::uint64_t cell = cell_of(name, std::nullopt);
    align(kStubBytes);
    const std::uint64_t stub = code_.size();
    code_.resize(stub + kStubBytes);
    code_[stub] = '\xff';
    code_[stub + 1] = '\x25';
    put<std::int32_t>(stub + 2, offset(cell) - offset(stub + 6));
    return stubs_[name] = stub;
  }

  const ELF64LEObjectFile& object_;
  const std::map<std::string, Cell>& wanted_;
  std::string code_;
  std::map<std::uint64_t, std::uint64_t> places_;  // of sections, by index
  std::map<std::string, std::uint64_t> cells_;
  std::map<std::string, std::uint64_t> stubs_;
  Image image_;
  std::string problem_;
};

}  // namespace

Image link(StringRef object, const std::map<std::string, Cell>& wanted, std::map<std::string, std::uint64_t>& places,
           std::string& problem) {
  auto file = ObjectFile::createELFObjectFile(MemoryBufferRef(object, "regions"));
  if (!file) {
    problem = toString(file.takeError());
    return {};
  }
  const auto* const elf = dyn_cast<ELF64LEObjectFile>(file->get());
  if (elf == nullptr) {
    problem = "an object of another kind";
    return {};
  }
  Linker linker(*elf, wanted);
  Image image = linker.link(places);
  problem = linker.problem();
  return image;
}

}  // namespace warpglass::tier
