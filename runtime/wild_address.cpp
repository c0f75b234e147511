// A host pointer is recognised by the list of mappings that the system keeps of this process. It is read when something
// has gone wrong, never before.
#include "runtime/wild_address.hpp"

#include <fmt/format.h>
#include <link.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/counted.hpp"

namespace warpglass::runtime {
namespace {

/// The file, or the name in brackets, of the mapping that holds an address; empty for one without a name. Nothing where
/// there is no mapping.
std::optional<std::string> mapping_at(std::uint64_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::uint64_t begin = 0, end = 0;
    char dash = 0;
    std::string rights, offset, device, inode, name;
    fields >> std::hex >> begin >> dash >> end >> rights >> offset >> device >> inode;
    std::getline(fields >> std::ws, name);
    if (address < begin || address >= end) continue;
    if (rights.starts_with("---")) return std::nullopt;
    return name;
  }
  return std::nullopt;
}

/// The file of the executable or library one of whose variables holds an address; empty for the executable itself.
/// Nothing where none does.
std::optional<std::string> variables_at(std::uint64_t address) {
  struct Search {
    std::uint64_t address;
    std::optional<std::string> file;
  } search{.address = address, .file = std::nullopt};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        Search& wanted = *static_cast<Search*>(argument);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || wanted.address - (object->dlpi_addr + segment.p_vaddr) >= segment.p_memsz)
            continue;
          wanted.file = object->dlpi_name;
          return 1;
        }
        return 0;
      },
      &search);
  return search.file;
}

}  // namespace

std::string host_memory_at(const sim::Memory& memory, std::uint64_t address) {
  constexpr std::uint64_t kFirst = 4096;  // what lies below is null, or an offset from it
  if (address < kFirst || memory.in_arena(address)) return "";
  if (const auto file = variables_at(address)) {
    if (file->empty()) return "a variable of the host's program";
    return fmt::format("a variable of the host in {}", std::filesystem::path(*file).filename().string());
  }
  const std::optional<std::string> name = mapping_at(address);
  if (!name) return "";
  if (*name == "[heap]") return "memory of the host's heap (malloc, new)";
  if (name->starts_with("[stack")) return "memory of the host's stack (a local variable)";
  if (name->starts_with('/')) return fmt::format("memory of the host that is mapped from {}", *name);
  return "memory of the host (a large malloc or new, or another thread's stack)";
}

std::string place_in(const sim::Allocation& allocation, std::uint64_t address) {
  const std::string object = fmt::format("{} ({})", allocation.label, counted(allocation.size, "byte"));
  const std::uint64_t distance = address - allocation.begin;
  return distance == 0 ? object : fmt::format("{} into {}", counted(distance, "byte"), object);
}

void explain_address(sim::Fault& fault, const sim::Memory& memory) {
  if (fault.kind != sim::FaultKind::out_of_bounds || fault.bytes == 0) return;
  if (fault.space != sim::Space::global && fault.space != sim::Space::generic) return;
  if (const auto gone = memory.find_freed(fault.address)) {
    fault.kind = sim::FaultKind::use_after_free;
    fault.object = gone->serial;
    fault.message = fmt::format("{} of freed memory: {} at {:#x}, {}", fault.write ? "write" : "read",
                                counted(fault.bytes, "byte"), fault.address, place_in(*gone, fault.address));
    fault.notes.clear();
    return;
  }
  if (const auto other = memory.find(fault.address); other && !memory.may_reach(*other)) {
    fault.object = other->serial;
    fault.message = fmt::format("{} of another device's memory: {} bytes at {:#x}, {}, which device {} has",
                                fault.write ? "write" : "read", fault.bytes, fault.address,
                                place_in(*other, fault.address), other->device);
    fault.notes = {other->by_grant
                       ? fmt::format("the kernel runs on device {}, to which this memory is not open: "
                                     "cudaMemPoolSetAccess or cuMemSetAccess opens it",
                                     memory.device())
                       : fmt::format("the kernel runs on device {}, which has no access to it: "
                                     "cudaDeviceEnablePeerAccess({}, 0), called while device {} is current, gives it",
                                     memory.device(), other->device, memory.device())};
    return;
  }
  if (const std::string host = host_memory_at(memory, fault.address); !host.empty()) {
    fault.notes = {
        fmt::format("{:#x} is {}, which a kernel cannot reach: copy it to the device by cudaMemcpy, or "
                    "allocate it by cudaMallocManaged",
                    fault.address, host)};
    return;
  }
  if (const auto nearest = memory.nearest(fault.address); nearest && fault.address >= 4096)
    fault.object = nearest->serial;
}

}  // namespace warpglass::runtime
