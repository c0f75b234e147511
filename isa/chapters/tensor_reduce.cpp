#include "isa/chapters/tensor_reduce.hpp"

#include <cstdint>
#include <cstring>

#include "isa/chapters/atomics.hpp"

namespace warpglass::isa {
namespace {

using namespace atomics;
using Operation = sim::AtomicOperation;

template <class T, T (*kUpdate)(T, T)>
void reduce(std::byte* to, const std::byte* from, std::size_t bytes) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T old, value;
    std::memcpy(&old, to + at, sizeof old);
    std::memcpy(&value, from + at, sizeof value);
    const T updated = kUpdate(old, value);
    std::memcpy(to + at, &updated, sizeof updated);
  }
}

template <class T>
ReduceElements arithmetic(Operation operation) {
  if (operation == Operation::add) return reduce<T, add<T>>;
  if (operation == Operation::minimum) return reduce<T, min<T>>;
  return operation == Operation::maximum ? reduce<T, max<T>> : nullptr;
}

template <class T>
ReduceElements bitwise(Operation operation) {
  if (operation == Operation::bitwise_and) return reduce<T, bit_and<T>>;
  if (operation == Operation::bitwise_or) return reduce<T, bit_or<T>>;
  return operation == Operation::bitwise_xor ? reduce<T, bit_xor<T>> : nullptr;
}

template <class T>
ReduceElements of_integers(Operation operation) {
  const ReduceElements found = arithmetic<T>(operation);
  return found != nullptr ? found : bitwise<T>(operation);
}

ReduceElements extremes_of_long(Operation operation) {
  return operation == Operation::add ? nullptr : arithmetic<std::int64_t>(operation);
}

ReduceElements of_words(Operation operation) {
  if (operation == Operation::increment) return reduce<std::uint32_t, increment>;
  if (operation == Operation::decrement) return reduce<std::uint32_t, decrement>;
  return of_integers<std::uint32_t>(operation);
}

}  // namespace

ReduceElements reduction_of(sim::TensorType type, Operation operation) {
  switch (type) {
    case sim::TensorType::u32: return of_words(operation);
    case sim::TensorType::s32: return of_integers<std::int32_t>(operation);
    case sim::TensorType::u64: return of_integers<std::uint64_t>(operation);
    case sim::TensorType::s64: return extremes_of_long(operation);
    case sim::TensorType::f16: return arithmetic<Half>(operation);
    case sim::TensorType::bf16: return arithmetic<BFloat16>(operation);
    case sim::TensorType::f32:
    case sim::TensorType::tf32: return operation == Operation::add ? reduce<float, add_shared> : nullptr;
    case sim::TensorType::f32_ftz:
    case sim::TensorType::tf32_ftz: return operation == Operation::add ? reduce<float, add_global> : nullptr;
    case sim::TensorType::f64: return operation == Operation::add ? reduce<double, add_global> : nullptr;
    case sim::TensorType::u8:
    case sim::TensorType::u16:
    case sim::TensorType::u4:
    case sim::TensorType::u4_padded:
    case sim::TensorType::u6_padded: break;
  }
  return nullptr;
}

}  // namespace warpglass::isa
