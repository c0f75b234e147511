#include "base/elf.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace warpglass {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t kHostMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t kHostMachine = EM_AARCH64;
#else
constexpr std::uint16_t kHostMachine = EM_NONE;
#endif

/// A file whose parts may not be where it says they are.
class Image {
 public:
  explicit Image(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  [[nodiscard]] std::optional<T> read(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  /// NUL-terminated text; empty when it is not there.
  [[nodiscard]] std::string_view text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    const char* start = reinterpret_cast<const char*>(bytes_.data()) + offset;
    const std::size_t room = bytes_.size() - static_cast<std::size_t>(offset);
    return {start, strnlen(start, room)};
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Where an address of the running program lies in the file.
std::optional<std::uint64_t> file_offset(const std::vector<Elf64_Phdr>& segments, std::uint64_t address) {
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr) continue;
    if (address - segment.p_vaddr < segment.p_filesz) return segment.p_offset + (address - segment.p_vaddr);
  }
  return std::nullopt;
}

std::vector<Elf64_Phdr> segments_of(const Image& image, const Elf64_Ehdr& header) {
  std::vector<Elf64_Phdr> segments;
  if (header.e_phentsize != sizeof(Elf64_Phdr)) return segments;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = image.read<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr));
    if (!segment) break;
    segments.push_back(*segment);
  }
  return segments;
}

void read_dynamic(const Image& image, const std::vector<Elf64_Phdr>& segments, ElfFile& file) {
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    std::vector<Elf64_Dyn> entries;
    std::uint64_t strings = 0;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      const auto entry = image.read<Elf64_Dyn>(segment.p_offset + at);
      if (!entry || entry->d_tag == DT_NULL) break;
      entries.push_back(*entry);
      if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
    }
    const auto table = file_offset(segments, strings);
    if (!table) return;
    for (const Elf64_Dyn& entry : entries) {
      if (entry.d_tag == DT_NEEDED) file.needed.emplace_back(image.text(*table + entry.d_un.d_val));
      if (entry.d_tag == DT_RPATH) file.run_path.emplace_back(image.text(*table + entry.d_un.d_val));
    }
  }
}

std::vector<Elf64_Shdr> sections_of(const Image& image, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> sections;
  if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff == 0) return sections;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto section = image.read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) break;
    sections.push_back(*section);
  }
  return sections;
}

void read_sections(const Image& image, const Elf64_Ehdr& header, ElfFile& file) {
  const std::vector<Elf64_Shdr> sections = sections_of(image, header);
  if (header.e_shstrndx >= sections.size()) return;
  const Elf64_Shdr& names = sections[header.e_shstrndx];
  for (const Elf64_Shdr& section : sections) {
    const std::string_view name = image.text(names.sh_offset + section.sh_name);
    if (name == ".nv_fatbin" || name == "__nv_relfatbin" || name == ".nvFatBinSegment") file.has_device_code = true;
  }
}

void read_functions(const Image& image, const Elf64_Shdr& table, const Elf64_Shdr& names,
                    std::vector<ElfFunction>& functions) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
    const auto symbol = image.read<Elf64_Sym>(table.sh_offset + at);
    if (!symbol) return;
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF) continue;
    functions.push_back({.name = image.text(names.sh_offset + symbol->st_name), .address = symbol->st_value});
  }
}

}  // namespace

std::optional<ElfFile> read_elf(std::span<const std::byte> bytes) {
  if (bytes.size() < EI_NIDENT || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) return std::nullopt;
  ElfFile file;
  const auto identity = [&](int i) { return static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]); };
  const Image image(bytes);
  const auto header = image.read<Elf64_Ehdr>(0);
  if (identity(EI_CLASS) != ELFCLASS64 || identity(EI_DATA) != ELFDATA2LSB || !header) return file;
  file.matches_host = header->e_machine == kHostMachine;
  const std::vector<Elf64_Phdr> segments = segments_of(image, *header);
  bool has_interpreter = false;
  for (const Elf64_Phdr& segment : segments) has_interpreter |= segment.p_type == PT_INTERP;
  file.is_executable = header->e_type == ET_EXEC || (header->e_type == ET_DYN && has_interpreter);
  read_dynamic(image, segments, file);
  read_sections(image, *header, file);
  return file;
}

std::vector<ElfFunction> elf_functions(std::span<const std::byte> bytes) {
  std::vector<ElfFunction> functions;
  if (!read_elf(bytes)) return functions;
  const Image image(bytes);
  const auto header = image.read<Elf64_Ehdr>(0);
  if (!header) return functions;
  const std::vector<Elf64_Shdr> sections = sections_of(image, *header);
  // A file has one.
  const auto table = std::ranges::find(sections, Elf64_Word{SHT_SYMTAB}, &Elf64_Shdr::sh_type);
  if (table != sections.end() && table->sh_link < sections.size())
    read_functions(image, *table, sections[table->sh_link], functions);
  std::ranges::sort(functions, {}, &ElfFunction::address);
  std::uint64_t next = ~std::uint64_t{0};
  for (std::size_t i = functions.size(); i-- > 0;) {
    // Functions at one address are one function.
    if (i + 1 < functions.size() && functions[i + 1].address > functions[i].address) next = functions[i + 1].address;
    functions[i].room = next - functions[i].address;
  }
  return functions;
}

}  // namespace warpglass
