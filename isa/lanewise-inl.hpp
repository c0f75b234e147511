// The executors that own masks and rows, so that a row's meaning is only arithmetic. A meaning is written on Highway
// vectors (lanewise) or on one lane's values (per_lane); full warps take a path without blending, and nothing is
// computed when no lane is active. Included by chapters that compile themselves once per instruction set.
#if defined(WARPGLASS_ISA_LANEWISE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_LANEWISE_INL_HPP
#undef WARPGLASS_ISA_LANEWISE_INL_HPP
#else
#define WARPGLASS_ISA_LANEWISE_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "isa/instruction.hpp"

#ifndef WARPGLASS_ISA_LANEWISE_ONCE
#define WARPGLASS_ISA_LANEWISE_ONCE
namespace warpglass::isa {

struct TypedHandler {
  std::array<ptx::Type, 2> types;
  sim::Handler handler;
};
struct SizedHandler {
  std::size_t bytes;
  sim::Handler handler;
};
/// The handler for a type; nullptr when the row has none.
[[nodiscard]] sim::Handler handler_of(std::span<const TypedHandler> handlers, ptx::Type type);
[[nodiscard]] sim::Handler handler_of(std::span<const SizedHandler> handlers, ptx::Type type);

}  // namespace warpglass::isa
#endif  // once

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;

/// Among the types of lanewise: a predicate source, given to the meaning as a Highway mask of the result's lanes.
struct Predicate {};

/// An element type may be computed in wider lanes than it is stored in (halves in f32: half-inl.hpp). It then has
///   Lane, Storage           the types of a lane and of what a row holds per lane
///   kParts                  values per row element, 1 or 2 (packed); a meaning is applied to each
///   load<N>(row, lane)      std::array of kParts vectors of Lane, in an order of its own
///   stored<N>(values)       vector of Storage, from values in that order
///   part<N, kPart>(row, lane)  the lanes' first or second values; where kParts is 2, for comparisons
template <class T>
concept Converted = requires { typename T::Lane; };

template <class T>
struct Represented {
  using Lane = T;
  using Storage = T;
  static constexpr std::size_t kParts = 1;
};
template <>
struct Represented<Predicate> {
  using Lane = u8;
  using Storage = u8;
  static constexpr std::size_t kParts = 1;
};
template <Converted T>
struct Represented<T> : T {};

/// Lanes per step: what a register holds of the widest type, at most a warp.
template <class... T>
constexpr std::size_t step_lanes() {
  constexpr std::size_t kVectorBytes = HWY_LANES(std::uint8_t);
  return std::min<std::size_t>(kWarpSize, kVectorBytes / std::max({sizeof(typename Represented<T>::Lane)...}));
}

template <class T, std::size_t N>
using Tag = hn::FixedTag<typename Represented<T>::Lane, N>;

template <class T, std::size_t N>
HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
  return hn::LoadU(Tag<T, N>(), reinterpret_cast<const T*>(row) + lane);
}

/// The mask of a vector's lanes from bits [lane, lane + N) of a lane mask.
template <class D>
HWY_INLINE auto mask_from_bits(D d, LaneMask lanes, std::size_t lane) {
  const std::uint64_t bits = lanes >> lane;  // LoadMaskBits may read 8 bytes
  std::uint8_t bytes[8];
  std::memcpy(bytes, &bits, sizeof bytes);
  return hn::LoadMaskBits(d, bytes);
}

template <class D, class M>
HWY_INLINE LaneMask bits_from_mask(D d, M mask) {
  constexpr std::size_t kBytes = (hn::MaxLanes(D()) + 7) / 8;
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::conditional_t<kBytes == 1, std::uint8_t, std::conditional_t<kBytes == 2, std::uint16_t, std::uint32_t>> bits;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

/// The value of a source for the lanes of one step: a vector, or for a Predicate a mask for vectors of R.
template <class R, class S, std::size_t N>
HWY_INLINE auto load_source(const std::byte* row, std::size_t lane) {
  if constexpr (std::is_same_v<S, Predicate>) {
    LaneMask value;
    std::memcpy(&value, row, sizeof value);
    return std::array{mask_from_bits(Tag<R, N>(), value, lane)};
  } else if constexpr (Converted<S>) {
    return S::template load<N>(row, lane);
  } else {
    return std::array{load<S, N>(row, lane)};
  }
}

/// What one step stores: a vector of R's Storage.
template <class R, std::size_t N, class Meaning, class... V>
HWY_INLINE auto results_of(const Meaning& meaning, const V&... sources) {
  const Tag<R, N> d;
  if constexpr (!Converted<R>)
    return meaning(d, sources[0]...);
  else if constexpr (R::kParts == 1)
    return R::template stored<N>(std::array{meaning(d, sources[0]...)});
  else
    return R::template stored<N>(std::array{meaning(d, sources[0]...), meaning(d, sources[1]...)});
}

/// A meaning whose results are rarely not yet right has
///   kUnmended                    the meaning without the mending
///   wants_mending(result)        mask of the lanes to be mended
///   mended(tag, result, sources...)
/// so that a full warp looks once for all its lanes.
template <class Meaning>
concept Mending = requires { Meaning::kUnmended; };

/// A full warp of a meaning that mends. I: its sources; K: steps of N lanes.
template <class R, class... S, class Meaning, class D, std::size_t... I, std::size_t... K>
HWY_INLINE void step_mending(std::byte* rows, const sim::Op* op, const std::uint32_t* sources, const Meaning&, D d,
                             std::index_sequence<I...>, std::index_sequence<K...>) {
  constexpr std::size_t N = hn::MaxLanes(D());
  const auto unmended = [&](std::size_t lane)
                            HWY_ATTR { return Meaning::kUnmended(d, load<S, N>(rows + sources[I], lane)...); };
  const auto mended = [&](auto value, std::size_t lane)
                          HWY_ATTR { return Meaning::mended(d, value, load<S, N>(rows + sources[I], lane)...); };
  hn::Vec<D> values[] = {unmended(K * N)...};
  auto any = Meaning::wants_mending(values[0]);
  ((any = hn::Or(any, Meaning::wants_mending(values[K]))), ...);
  if (!hn::AllFalse(d, any)) [[unlikely]]
    ((values[K] = mended(values[K], K * N)), ...);
  R* const result = reinterpret_cast<R*>(rows + op->d);
  (hn::StoreU(values[K], d, result + K * N), ...);
}

template <class R, class... S, class Meaning, std::size_t... I>
HWY_INLINE void step(std::byte* rows, const sim::Op* op, const std::uint32_t* sources, LaneMask lanes,
                     const Meaning& meaning, std::index_sequence<I...>) {
  using Storage = typename Represented<R>::Storage;
  constexpr std::size_t N = step_lanes<R, S...>();
  const hn::FixedTag<Storage, N> d;
  Storage* const result = reinterpret_cast<Storage*>(rows + op->d);
  if (lanes == kFullMask) [[likely]] {
    if constexpr (Mending<Meaning>) {
      step_mending<R, S...>(rows, op, sources, meaning, d, std::index_sequence<I...>(),
                            std::make_index_sequence<kWarpSize / N>());
    } else {
      for (std::size_t lane = 0; lane < kWarpSize; lane += N)
        hn::StoreU(results_of<R, N>(meaning, load_source<R, S, N>(rows + sources[I], lane)...), d, result + lane);
    }
  } else if (lanes != 0) {
    // Blended by hand: a masked store is slow on AVX2 and cannot be forwarded to the next instruction's load.
    for (std::size_t lane = 0; lane < kWarpSize; lane += N)
      hn::StoreU(hn::IfThenElse(mask_from_bits(d, lanes, lane),
                                results_of<R, N>(meaning, load_source<R, S, N>(rows + sources[I], lane)...),
                                hn::LoadU(d, result + lane)),
                 d, result + lane);
  }
}

/// result row = meaning(tag of R, sources...) in the active lanes; sources are the rows a, b, c, e in order.
template <class R, class... S, class Meaning>
HWY_INLINE const sim::Op* apply(sim::Warp& warp, const sim::Op* op, const Meaning& meaning) {
  const std::uint32_t sources[] = {op->a, op->b, op->c, op->e};
  step<R, S...>(warp.rows, op, sources, exec_lanes(warp, op), meaning, std::index_sequence_for<S...>());
  return op + 1;
}

template <class Meaning, class R, class... S>
const sim::Op* run_lanewise(sim::Warp& warp, const sim::Op* op) {
  return apply<R, S...>(warp, op, Meaning{});
}

template <class Meaning, class T>
constexpr int vector_arity() {
  using D = Tag<T, step_lanes<T>()>;
  using V = hn::Vec<D>;
  if constexpr (std::is_invocable_v<Meaning, D, V>)
    return 1;
  else if constexpr (std::is_invocable_v<Meaning, D, V, V>)
    return 2;
  else if constexpr (std::is_invocable_v<Meaning, D, V, V, V>)
    return 3;
  else
    return 4;
}

/// Handler of a meaning on vectors: result type, then source types; one type alone stands for all of them.
template <class R, class... S, class Meaning>
constexpr sim::Handler lanewise(Meaning) {
  if constexpr (sizeof...(S) > 0)
    return &run_lanewise<Meaning, R, S...>;
  else if constexpr (vector_arity<Meaning, R>() == 1)
    return &run_lanewise<Meaning, R, R>;
  else if constexpr (vector_arity<Meaning, R>() == 2)
    return &run_lanewise<Meaning, R, R, R>;
  else if constexpr (vector_arity<Meaning, R>() == 3)
    return &run_lanewise<Meaning, R, R, R, R>;
  else
    return &run_lanewise<Meaning, R, R, R, R, R>;
}

template <class T>
HWY_INLINE T lane_of(const std::byte* row, std::size_t lane) {
  if constexpr (std::is_same_v<T, Predicate>) {
    LaneMask value;
    std::memcpy(&value, row, sizeof value);
    return (value >> lane & 1) != 0;
  } else {
    T value;
    std::memcpy(&value, row + lane * sizeof(T), sizeof value);
    return value;
  }
}

/// Writes `values` to the active lanes of a row.
template <class T>
HWY_INLINE void write_blended(std::byte* row, LaneMask lanes, const T* values) {
  if constexpr (sizeof(T) > 8) {
    for_each_lane(lanes, [&](int lane) { std::memcpy(row + std::size_t(lane) * sizeof(T), values + lane, sizeof(T)); });
  } else {
    constexpr std::size_t N = step_lanes<T>();
    const hn::FixedTag<T, N> d;
    T* const result = reinterpret_cast<T*>(row);
    for (std::size_t lane = 0; lane < kWarpSize; lane += N)
      hn::StoreU(
          hn::IfThenElse(mask_from_bits(d, lanes, lane), hn::LoadU(d, values + lane), hn::LoadU(d, result + lane)), d,
          result + lane);
  }
}

/// From so many active lanes on, all 32 are computed at once rather than each active one by itself.
constexpr int kWorthAll = 4;

/// \param at_once  whether lanes that are not active may be computed too
template <class R, class... S, class Meaning, std::size_t... I>
HWY_INLINE const sim::Op* apply_scalar(sim::Warp& warp, const sim::Op* op, const Meaning& meaning, bool at_once,
                                       std::index_sequence<I...>) {
  const LaneMask lanes = exec_lanes(warp, op);
  std::byte* const rows = warp.rows;
  const std::uint32_t sources[] = {op->a, op->b, op->c, op->e};
  if (lanes == kFullMask || (at_once && lane_count(lanes) >= kWorthAll)) [[likely]] {
    R results[kWarpSize];
    for (std::size_t lane = 0; lane < kWarpSize; ++lane)
      results[lane] = meaning(lane_of<S>(rows + sources[I], lane)...);
    if (lanes == kFullMask) [[likely]]
      std::memcpy(rows + op->d, results, sizeof results);
    else
      write_blended(rows + op->d, lanes, results);
  } else {
    for_each_lane(lanes, [&](int at) {
      const auto lane = static_cast<std::size_t>(at);
      const R result = meaning(lane_of<S>(rows + sources[I], lane)...);
      std::memcpy(rows + op->d + lane * sizeof(R), &result, sizeof result);
    });
  }
  return op + 1;
}

template <class Meaning, bool kAtOnce, class R, class... S>
const sim::Op* run_per_lane(sim::Warp& warp, const sim::Op* op) {
  return apply_scalar<R, S...>(warp, op, Meaning{}, kAtOnce, std::index_sequence_for<S...>());
}

template <bool kAtOnce, class Meaning, class R, class... S>
constexpr sim::Handler scalar_handler() {
  if constexpr (sizeof...(S) > 0)
    return &run_per_lane<Meaning, kAtOnce, R, S...>;
  else if constexpr (std::is_invocable_v<Meaning, R>)
    return &run_per_lane<Meaning, kAtOnce, R, R>;
  else if constexpr (std::is_invocable_v<Meaning, R, R>)
    return &run_per_lane<Meaning, kAtOnce, R, R, R>;
  else if constexpr (std::is_invocable_v<Meaning, R, R, R>)
    return &run_per_lane<Meaning, kAtOnce, R, R, R, R>;
  else
    return &run_per_lane<Meaning, kAtOnce, R, R, R, R, R>;
}

/// Handler of a meaning on one lane's values: result type, then source types; one type alone stands for all of them.
/// Compilers make vector code of it, so lanes that are not active are computed too, from whatever their registers hold.
template <class R, class... S, class Meaning>
constexpr sim::Handler per_lane(Meaning) {
  return scalar_handler<true, Meaning, R, S...>();
}

/// The same for a meaning that takes its time in each lane (loops, divisions of 64 bits): active lanes alone.
template <class R, class... S, class Meaning>
constexpr sim::Handler per_active_lane(Meaning) {
  return scalar_handler<false, Meaning, R, S...>();
}

/// The lanes' values of T, or of packed elements those of one part.
template <class T, std::size_t N, std::size_t kPart>
HWY_INLINE auto load_part(const std::byte* row, std::size_t lane) {
  if constexpr (Represented<T>::kParts == 2)
    return T::template part<N, kPart>(row, lane);
  else
    return load_source<T, T, N>(row, lane)[0];
}

/// Bits of the lanes for which `test(tag of T, a, b)` holds, inactive lanes included. kPart: of packed elements.
template <class T, std::size_t kPart = 0, class Test>
HWY_INLINE LaneMask lanes_that(const sim::Warp& warp, std::uint32_t a, std::uint32_t b, const Test& test) {
  constexpr std::size_t N = step_lanes<T>();
  const Tag<T, N> d;
  LaneMask bits = 0;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N)
    bits |= bits_from_mask(
                d, test(d, load_part<T, N, kPart>(warp.rows + a, lane), load_part<T, N, kPart>(warp.rows + b, lane)))
            << lane;
  return bits;
}

// ---- Choosing by the spelling ----

/// The type words that the C++ type stands for: `.u32` and `.b32` are the same to every meaning.
template <class T>
constexpr std::array<ptx::Type, 2> types_of() {
  using ptx::Type;
  if constexpr (std::is_same_v<T, u8>)
    return {Type::u8, Type::b8};
  else if constexpr (std::is_same_v<T, u16>)
    return {Type::u16, Type::b16};
  else if constexpr (std::is_same_v<T, u32>)
    return {Type::u32, Type::b32};
  else if constexpr (std::is_same_v<T, u64>)
    return {Type::u64, Type::b64};
  else if constexpr (std::is_same_v<T, s8>)
    return {Type::s8, Type::s8};
  else if constexpr (std::is_same_v<T, s16>)
    return {Type::s16, Type::s16};
  else if constexpr (std::is_same_v<T, s32>)
    return {Type::s32, Type::s32};
  else if constexpr (std::is_same_v<T, s64>)
    return {Type::s64, Type::s64};
  else if constexpr (std::is_same_v<T, f32>)
    return {Type::f32, Type::f32};
  else
    return {Type::f64, Type::f64};
}

/// The handler `make.operator()<T>()` gives for the T that the slot `type` names.
template <class... T, class Make>
constexpr SelectHandler by_type(Make) {
  return [](const Spelling& spelling) -> sim::Handler {
    static constexpr TypedHandler kHandlers[] = { {types_of<T>(), Make{}.template operator()<T>()}... };
    return handler_of(kHandlers, spelling.type());
  };
}

/// As by_type for meanings that only depend on the size of `type`.
template <class... T, class Make>
constexpr SelectHandler by_size(Make) {
  return [](const Spelling& spelling) -> sim::Handler {
    static constexpr SizedHandler kHandlers[] = { {sizeof(T), Make{}.template operator()<T>()}... };
    return handler_of(kHandlers, spelling.type());
  };
}

template <class... T, class Meaning>
constexpr SelectHandler lanewise_by_type(Meaning) {
  return by_type<T...>([]<class Element>() { return lanewise<Element>(Meaning{}); });
}

template <class... T, class Meaning>
constexpr SelectHandler lanewise_by_size(Meaning) {
  return by_size<T...>([]<class Element>() { return lanewise<Element>(Meaning{}); });
}

template <class... T, class Meaning>
constexpr SelectHandler per_lane_by_type(Meaning) {
  return by_type<T...>([]<class Element>() { return per_lane<Element>(Meaning{}); });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
