// Machine code of regions as the compiler hands it over: bytes that run wherever they lie, once the addresses that they
// want have been put into their cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/program.hpp"
#include "tier/request.hpp"

namespace warpglass::tier {

/// What an eight-byte cell of an image is to hold.
enum class CellKind : std::uint8_t {
  image,   // an address of the image itself: `value` bytes behind its begin
  symbol,  // what the kept units name, by number
  run,     // Op::run of an op of the program, by pc
  body,    // Op::body
  ops,     // the copy of the program's ops that is executed
  other,   // a function of the C library, by name
};

struct Cell {
  std::uint64_t offset = 0;  // of the cell, in the image
  CellKind kind = CellKind::image;
  std::uint64_t value = 0;  // number, pc or bytes
  std::int64_t addend = 0;
  std::string name;
};

struct Image {
  std::string code;
  std::vector<Cell> cells;
  std::uint64_t frames = 0;              // where the tables for unwinding begin; ended by a zero
  std::vector<std::uint64_t> entrances;  // by plan
  std::uint64_t inlined = 0;             // ops that are part of the code
  std::uint64_t called = 0;              // ops that it calls as they are
  std::string failure;                   // why there is no code, when that is a surprise
};

[[nodiscard]] std::string message_of(const Image& image);
[[nodiscard]] Image image_of_message(std::string_view message);

/// Some of a program's regions, which are compiled at once.
struct Piece {
  std::vector<Plan> plans;
  std::optional<Image> image = {};  // once that is done
};

/// A copy of a program's ops. Where a region can be entered the op runs it; all others are as they were. The code stays
/// for as long as the process lives.
struct Compiled {
  std::vector<sim::Op> ops = {};  // empty when there is no region
  std::size_t regions = 0;        // ops that enter one
  std::size_t inlined = 0;        // ops that are part of the code
  std::size_t called = 0;         // ops that it calls as they are
  std::string failure = {};       // why there is nothing, when that is a surprise
};

/// With the regions of all pieces that are there.
[[nodiscard]] Compiled load(std::span<const Piece> pieces, const sim::Program& program, const Symbols& symbols);

}  // namespace warpglass::tier
