// Asynchronous stores and reductions: st.async and red.async of single values, cp.reduce.async.bulk of runs of them.
// They are done when they are issued, and an mbarrier that counts their bytes is told so at once; what they do to a
// value is what atom does (isa/chapters/atomics.hpp).
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "isa/chapters/atomics.hpp"
#include "isa/chapters/bulk_places.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

using namespace atomics;

PlaceUse stored(sim::Direction direction, std::uint64_t size) {
  return {.via = sim::Via::async_store, .direction = direction, .alignment = size};
}

// st.async: Program::lists[extra] is the places of the destination and the barrier, then the rows of the elements; mode
// their bytes.
template <class T>
const sim::Op* store_async(sim::Warp& warp, const sim::Op* op) {
  const auto& list = warp.launch->program->lists[op->extra];
  const std::size_t elements = list.size() - 2 * kPlaceNumbers;
  const std::uint64_t size = elements * sizeof(T);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    std::byte* to = host_of(warp, op, lane, 0, size, stored(sim::Direction::write, size));
    for (std::size_t i = 0; i < elements; ++i) {
      const T value = sim::lane_value<T>(warp, list[2 * kPlaceNumbers + i], lane);
      std::memcpy(to + i * sizeof(T), &value, sizeof value);
    }
    complete_bytes(warp, op, lane, 1, size);
  });
  return op + 1;
}

void bind_store_async(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const ptx::Type type = spelling.type();
  const auto elements = elements_of(context, operands[1], vector_width(spelling));
  if (elements.empty()) return;
  std::vector<std::uint32_t> list;
  add_place(context, operands[0], true, list);
  add_place(context, operands[2], true, list);
  const auto bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  for (const std::uint32_t row : source_rows(context, elements, type, bytes)) list.push_back(row);
  sim::Op& op = context.op();
  op.extra = context.list(std::move(list));
  op.run = op.body = bytes == 4 ? store_async<std::uint32_t> : store_async<std::uint64_t>;
}

template <class T>
T load(const std::byte* memory) {
  T value;
  std::memcpy(&value, memory, sizeof value);
  return value;
}

/// *to = kUpdate(*to, value)
template <class T, T (*kUpdate)(T, T)>
void update(std::byte* to, T value) {
  const T updated = kUpdate(load<T>(to), value);
  std::memcpy(to, &updated, sizeof updated);
}

/// Handlers of one operation on one type.
struct Reduction {
  sim::Handler single = nullptr;     // red.async; b: row of the value
  sim::Handler signalled = nullptr;  // a run, told to an mbarrier; b: row of the size
  sim::Handler grouped = nullptr;    // a run, waited for with its bulk group
};

template <class T, T (*kUpdate)(T, T)>
const sim::Op* reduce_single(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    update<T, kUpdate>(host_of(warp, op, lane, 0, sizeof(T), stored(sim::Direction::update, sizeof(T))),
                       sim::lane_value<T>(warp, op->b, lane));
    complete_bytes(warp, op, lane, 1, sizeof(T));
  });
  return op + 1;
}

template <class T, T (*kUpdate)(T, T), bool kSignals>
const sim::Op* reduce_run(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t size = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    std::byte* to = host_of(warp, op, lane, 0, size, {.direction = sim::Direction::update});
    const std::byte* from = host_of(warp, op, lane, 1, size, kBulkFrom);
    for (std::uint64_t at = 0; at < size; at += sizeof(T)) update<T, kUpdate>(to + at, load<T>(from + at));
    if constexpr (kSignals) complete_bytes(warp, op, lane, 2, size);
  });
  return op + 1;
}

template <class T, T (*kUpdate)(T, T)>
Reduction reduction() {
  return {reduce_single<T, kUpdate>, reduce_run<T, kUpdate, true>, reduce_run<T, kUpdate, false>};
}

template <class T>
Reduction arithmetic(std::string_view how) {
  if (how == "add") return reduction<T, add<T>>();
  return how == "min" ? reduction<T, min<T>>() : reduction<T, max<T>>();
}

template <class U>
Reduction bitwise(std::string_view how) {
  if (how == "and") return reduction<U, bit_and<U>>();
  return how == "or" ? reduction<U, bit_or<U>>() : reduction<U, bit_xor<U>>();
}

Reduction select_reduction(std::string_view how, ptx::Type type) {
  if (how == "inc") return reduction<std::uint32_t, increment>();
  if (how == "dec") return reduction<std::uint32_t, decrement>();
  if (type == ptx::Type::b32) return bitwise<std::uint32_t>(how);
  if (type == ptx::Type::b64) return bitwise<std::uint64_t>(how);
  if (type == ptx::Type::u32) return arithmetic<std::uint32_t>(how);
  if (type == ptx::Type::s32) return arithmetic<std::int32_t>(how);
  if (type == ptx::Type::u64) return arithmetic<std::uint64_t>(how);
  if (type == ptx::Type::s64) return arithmetic<std::int64_t>(how);
  if (type == ptx::Type::f32) return reduction<float, add_shared>();  // subnormals stay (recorded)
  if (type == ptx::Type::f64) return reduction<double, add_global>();
  if (type == ptx::Type::f16) return arithmetic<Half>(how);
  return arithmetic<BFloat16>(how);
}

Reduction reduction_of(const Spelling& spelling) { return select_reduction(spelling.word("op"), spelling.type()); }

void bind_reduce_async(BindContext& context) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> places;
  add_place(context, operands[0], true, places);
  add_place(context, operands[2], true, places);
  sim::Op& op = context.op();
  op.b = context.source_row(operands[1], context.spelling().type());
  op.extra = context.list(std::move(places));
  op.run = op.body = reduction_of(context.spelling()).single;
}

void bind_reduce_run(BindContext& context, bool to_shared) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> places;
  add_place(context, operands[0], to_shared, places);
  add_place(context, operands[1], true, places);
  if (to_shared) add_place(context, operands[3], true, places);
  sim::Op& op = context.op();
  op.b = context.source_row(operands[2], ptx::Type::u32);
  op.extra = context.list(std::move(places));
  const Reduction handlers = reduction_of(context.spelling());
  op.run = op.body = to_shared ? handlers.signalled : handlers.grouped;
}
void bind_reduce_to_shared(BindContext& context) { bind_reduce_run(context, true); }
void bind_reduce_to_global(BindContext& context) { bind_reduce_run(context, false); }

constexpr InstructionDef row(std::string_view syntax, std::string_view where, BindInstruction bind, Does does,
                             std::string_view since, std::string_view chapter) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(does, costs::access),
          .bind = bind,
          .since = since,
          .sm = 90,
          .chapter = chapter};
}

constexpr std::string_view kStore = "Data Movement and Conversion Instructions: st.async";
constexpr std::string_view kReduce = "Parallel Synchronization and Communication Instructions: red.async";
constexpr std::string_view kRun = "Data Movement and Conversion Instructions: cp.reduce.async.bulk";

#define STORE "st.async{.weak}.shared::cluster.mbarrier::complete_tx::bytes{.vec}.type [a], b, [m]"
#define REDUCE "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.op.type [a], b, [m]"
#define TO_SHARED \
  "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [a], [b], c, [m]"
#define TO_GLOBAL "cp.reduce.async.bulk.global.shared::cta.bulk_group{.hint}.op.type [a], [b], c{, h}"
#define HINT "hint = L2::cache_hint; c : u32; h : b64"

// clang-format off
constexpr InstructionDef kRows[] = {
    row(STORE, "vec = v2 v4; type = b32 u32 s32 f32; m : b64", bind_store_async, Does::sends, "8.1", kStore),
    row(STORE, "vec = v2; type = b64 u64 s64 f64; m : b64", bind_store_async, Does::sends, "8.1", kStore),

    row(REDUCE, "op = inc dec; type = u32; m : b64", bind_reduce_async, Does::sends, "8.1", kReduce),
    row(REDUCE, "op = min max add; type = u32 s32; m : b64", bind_reduce_async, Does::sends, "8.1", kReduce),
    row(REDUCE, "op = and or xor; type = b32; m : b64", bind_reduce_async, Does::sends, "8.1", kReduce),
    row(REDUCE, "op = add; type = u64; m : b64", bind_reduce_async, Does::sends, "8.1", kReduce),

    row(TO_SHARED, "op = inc dec; type = u32; c : u32; m : b64", bind_reduce_to_shared, Does::copies, "8.0", kRun),
    row(TO_SHARED, "op = min max add; type = u32 s32; c : u32; m : b64", bind_reduce_to_shared, Does::copies, "8.0", kRun),
    row(TO_SHARED, "op = and or xor; type = b32; c : u32; m : b64", bind_reduce_to_shared, Does::copies, "8.0", kRun),
    row(TO_SHARED, "op = add; type = u64; c : u32; m : b64", bind_reduce_to_shared, Does::copies, "8.0", kRun),

    row(TO_GLOBAL, "op = and or xor; type = b32 b64; " HINT, bind_reduce_to_global, Does::copies, "8.0", kRun),
    row(TO_GLOBAL, "op = inc dec; type = u32; " HINT, bind_reduce_to_global, Does::copies, "8.0", kRun),
    row(TO_GLOBAL, "op = min max add; type = u32 s32 u64; " HINT, bind_reduce_to_global, Does::copies, "8.0", kRun),
    row(TO_GLOBAL, "op = min max; type = s64 f16 bf16; " HINT, bind_reduce_to_global, Does::copies, "8.0", kRun),
    row(TO_GLOBAL, "op = add; type = f32 f64; " HINT, bind_reduce_to_global, Does::copies, "8.0", kRun),
    row("cp.reduce.async.bulk.global.shared::cta.bulk_group{.hint}.op.noftz.type [a], [b], c{, h}", "op = add; type = f16 bf16; " HINT,
        bind_reduce_to_global, Does::copies, "8.0", kRun),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> signal_rows() { return kRows; }

}  // namespace warpglass::isa
