// What the compiler of regions is told: once, the handlers' bitcode; then one program after another. Addresses of this
// process are numbers in it, so that the same program of another process is the same request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/access_site.hpp"
#include "sim/program.hpp"
#include "tier/plan.hpp"
#include "tier/units.hpp"

namespace warpglass::tier {

/// All that the kept units name, by number: an address has one, whatever names it. Number 0 is none.
class Symbols {
 public:
  explicit Symbols(std::span<const Unit> units);

  [[nodiscard]] std::uint32_t number_of(std::uint64_t address) const;
  /// 0: there is no such number.
  [[nodiscard]] std::uint64_t address_of(std::uint32_t number) const {
    return number < addresses_.size() ? addresses_[number] : 0;
  }
  /// Of each unit's symbols, in its order.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& of_units() const { return of_units_; }

 private:
  std::vector<std::uint64_t> addresses_ = {0};
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> of_units_;
};

/// A unit as the compiler has it.
struct UnitCopy {
  std::string bitcode;  // compressed by zstd
  std::uint32_t bytes = 0;
  std::vector<std::uint32_t> symbols;  // numbers, functions first
};

[[nodiscard]] std::string message_of_units(std::span<const Unit> units, const Symbols& symbols);
[[nodiscard]] std::vector<UnitCopy> units_of_message(std::string_view message);

/// What a shape says of how its data moves, and whether other accesses are counted with it: its bytes from Shape::move
/// on, as a memory instruction found them last. A
/// region may be made for such shapes, and leaves others to the general way.
using Moves = std::array<std::uint8_t, 1 + sizeof(bool) + sim::kVectorSizes + sizeof(sim::Together)>;

/// Where a shape has them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
inline constexpr std::uint64_t kMovesOffset = offsetof(sim::Shape, move);
inline constexpr std::uint64_t kQuickOffset = offsetof(sim::Shape, quick);
inline constexpr std::uint64_t kTogetherOffset = offsetof(sim::Shape, together);
#pragma GCC diagnostic pop
static_assert(kQuickOffset + sim::kVectorSizes == kTogetherOffset);
static_assert(kTogetherOffset + sizeof(sim::Together) == kMovesOffset + sizeof(Moves));

/// An op as it is executed: Op's members behind the handlers, in their order.
struct RequestOp {
  static constexpr std::size_t kWords = (sizeof(sim::Op) - 2 * sizeof(sim::Handler)) / sizeof(std::uint32_t);

  std::uint32_t run = 0;   // number; 0: no unit names it
  std::uint32_t body = 0;  // equally
  bool has_own_body = false;
  bool ends = false;           // an exit of all lanes: no row is read behind it
  bool names_rows = false;     // all rows that it reads begin where one of `words` or `listed` says
  bool crosses_lanes = false;  // it may read them of lanes that do not take part
  bool calls_out = false;      // it accesses memory, or calls one of our functions: its handler is mostly called
  std::array<std::uint32_t, kWords> words{};
  std::vector<std::uint32_t> listed;  // numbers, some of which may be rows: of a vector, of matrices that are loaded
  std::uint32_t function = 0;
  std::vector<std::uint32_t> successors;  // as far as they are known before
  Moves moves{};                          // of a load or store that moves by vectors; zeros: nothing is known
};

struct Request {
  bool counts = false;  // of launches that count, or of those that do not
  std::vector<RequestOp> ops;
  std::vector<std::vector<std::byte>> constants;       // the beginnings of frames, by function
  std::vector<std::vector<std::uint32_t>> row_begins;  // sim::Function::row_begins, equally
  std::vector<Plan> plans;
};

[[nodiscard]] Request request_for(const sim::Program& program, const Symbols& symbols, bool counts,
                                  const std::vector<Plan>& plans);
/// What its accesses have been like; by pc.
/// \param sites  of a worker; none: it is guessed, for tests
[[nodiscard]] std::vector<Moves> moves_of(const sim::Program& program, std::span<const sim::AccessSite> sites);
[[nodiscard]] std::string message_of(const Request& request);
[[nodiscard]] Request request_of_message(std::string_view message);

}  // namespace warpglass::tier
