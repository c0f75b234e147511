// What cp.reduce.async.bulk.tensor does to elements. The tensor map, not the instruction, says of which type they are.
#pragma once

#include <cstddef>

#include "sim/effects.hpp"
#include "sim/tensor_map.hpp"

namespace warpglass::isa {

/// Reduces elements that lie one behind the other, with as many bytes of others.
using ReduceElements = void (*)(std::byte* to, const std::byte* from, std::size_t bytes);

/// nullptr where elements of the type are not reduced so.
[[nodiscard]] ReduceElements reduction_of(sim::TensorType type, sim::AtomicOperation operation);

}  // namespace warpglass::isa
