#include "tier/image.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tier/wire.hpp"

// Of the unwinder, in gcc's library; of tables that are ended by a zero.
extern "C" void __register_frame(void* frames);  // NOLINT(bugprone-reserved-identifier)

namespace warpglass::tier {
namespace {

std::uint64_t wanted(const Cell& cell, std::uint64_t code, const sim::Op* ops, const sim::Program& program,
                     const Symbols& symbols) {
  switch (cell.kind) {
    case CellKind::image: return code + cell.value;
    case CellKind::symbol: return symbols.address_of(static_cast<std::uint32_t>(cell.value));
    case CellKind::run: return reinterpret_cast<std::uintptr_t>(program.ops.at(cell.value).run);
    case CellKind::body: return reinterpret_cast<std::uintptr_t>(program.ops.at(cell.value).body);
    case CellKind::ops: return reinterpret_cast<std::uintptr_t>(ops);
    case CellKind::other: return reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, cell.name.c_str()));
  }
  return 0;
}

/// One line for `perf`, which looks for the names of such code in this file. WARPGLASS_PERF_MAP asks for it.
void tell_perf(const sim::Program& program, const void* code, std::size_t bytes) {
  if (std::getenv("WARPGLASS_PERF_MAP") == nullptr) return;
  std::FILE* const file = std::fopen(fmt::format("/tmp/perf-{}.map", getpid()).c_str(), "a");
  if (file == nullptr) return;
  fmt::print(file, "{:x} {:x} warpglass:{}\n", reinterpret_cast<std::uintptr_t>(code), bytes, program.name);
  std::fclose(file);
}

}  // namespace

std::string message_of(const Image& image) {
  Writer writer;
  writer.put_bytes(image.code);
  writer.put(static_cast<std::uint64_t>(image.cells.size()));
  for (const Cell& cell : image.cells) {
    writer.put(cell.offset);
    writer.put(cell.kind);
    writer.put(cell.value);
    writer.put(cell.addend);
    writer.put_bytes(cell.name);
  }
  writer.put(image.frames);
  writer.put_all(image.entrances);
  writer.put(image.inlined);
  writer.put(image.called);
  writer.put_bytes(image.failure);
  return writer.take();
}

Image image_of_message(std::string_view message) {
  Reader reader(message);
  Image image;
  image.code = reader.get_bytes();
  image.cells.resize(reader.get<std::uint64_t>());
  for (Cell& cell : image.cells) {
    cell.offset = reader.get<std::uint64_t>();
    cell.kind = reader.get<CellKind>();
    cell.value = reader.get<std::uint64_t>();
    cell.addend = reader.get<std::int64_t>();
    cell.name = reader.get_bytes();
  }
  image.frames = reader.get<std::uint64_t>();
  image.entrances = reader.get_all<std::uint64_t>();
  image.inlined = reader.get<std::uint64_t>();
  image.called = reader.get<std::uint64_t>();
  image.failure = reader.get_bytes();
  return image;
}

namespace {

/// Puts the regions of an image into `ops`. \returns why not; nothing where that is done
std::string place(const Image& image, const std::vector<Plan>& plans, const sim::Program& program,
                  const Symbols& symbols, std::vector<sim::Op>& ops) {
  void* const memory = mmap(nullptr, image.code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return std::strerror(errno);
  auto* const code = static_cast<std::byte*>(memory);
  std::memcpy(code, image.code.data(), image.code.size());
  const auto give_up = [&](std::string why) {
    munmap(memory, image.code.size());
    return why;
  };
  for (const Cell& cell : image.cells) {
    if (cell.offset > image.code.size() - sizeof(std::uint64_t)) return give_up("a cell outside of its image");
    const std::uint64_t address = wanted(cell, reinterpret_cast<std::uintptr_t>(code), ops.data(), program, symbols);
    if (address == 0) return give_up(fmt::format("nothing here is called {}{}", cell.name, cell.value));
    const std::uint64_t content = address + static_cast<std::uint64_t>(cell.addend);
    std::memcpy(code + cell.offset, &content, sizeof content);
  }
  // A machine may forbid memory of one's own to be executed.
  if (mprotect(memory, image.code.size(), PROT_READ | PROT_EXEC) != 0) return give_up(std::strerror(errno));
  __register_frame(code + image.frames);
  tell_perf(program, code, image.code.size());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (const std::uint32_t pc : plans[i].entries)
      ops[pc].run = reinterpret_cast<sim::Handler>(code + image.entrances[i]);
  }
  return {};
}

}  // namespace

Compiled load(std::span<const Piece> pieces, const sim::Program& program, const Symbols& symbols) {
  Compiled compiled{.ops = program.ops};
  for (const Piece& piece : pieces) {
    if (!piece.image) continue;
    const Image& image = *piece.image;
    std::string failure = image.failure;
    if (!image.code.empty() && image.entrances.size() == piece.plans.size()) {
      failure = place(image, piece.plans, program, symbols, compiled.ops);
      if (failure.empty()) {
        compiled.inlined += image.inlined;
        compiled.called += image.called;
        for (const Plan& plan : piece.plans) compiled.regions += plan.entries.size();
      }
    }
    if (compiled.failure.empty()) compiled.failure = std::move(failure);
  }
  if (compiled.regions == 0) compiled.ops.clear();
  return compiled;
}

}  // namespace warpglass::tier
