#include "cuda/fft/transform.hpp"

#include <algorithm>
#include <complex>

#include "base/half.hpp"

namespace warpglass::fft {
namespace {

/// FFTW makes and unmakes one plan at a time.
std::mutex& planner() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

std::size_t bytes_of(Precision precision) {
  switch (precision) {
    case Precision::half:
    case Precision::bfloat16: return 2;
    case Precision::single: return 4;
    case Precision::double_: return 8;
  }
  return 0;
}

}  // namespace

bool Shape::is_empty() const {
  return std::any_of(n.begin(), n.begin() + rank, [](std::int64_t size) { return size == 0; });
}

/// One side's elements, real numbers or pairs.
struct Transform::Side {
  struct Dimension {
    std::int64_t n = 1;
    std::int64_t stride = 1;
  };
  std::array<Dimension, 4> dimensions;  // the batch, then those of the transform
  int count = 1;
  std::size_t bytes = 0;  // of an element
  bool pairs = true;

  /// From the first element to the last.
  [[nodiscard]] std::int64_t span() const {
    std::int64_t last = 0;
    for (int d = 0; d < count; ++d) last += (dimensions[d].n - 1) * dimensions[d].stride;
    return last + 1;
  }

  /// As few runs of rows as there can be.
  void reach(const library::Memory& memory, library::Memory::Use use, const char* name, const void* base) const {
    std::vector<Dimension> order(dimensions.begin(), dimensions.begin() + count);
    std::erase_if(order, [](const Dimension& one) { return one.n == 1; });
    std::ranges::sort(order, {}, &Dimension::stride);
    std::vector<Dimension> merged = {{.n = 1, .stride = 1}};
    for (const Dimension& one : order) {
      Dimension& last = merged.back();
      if (last.stride == 1 && one.stride <= last.n) {
        last.n += (one.n - 1) * one.stride;  // side by side, or over each other
      } else if (one.stride == last.n * last.stride) {
        last.n *= one.n;
      } else {
        merged.push_back(one);
      }
    }
    if (merged.size() == 1) merged.push_back({.n = 1, .stride = merged[0].n});
    std::vector<std::int64_t> at(merged.size(), 0);
    for (;;) {
      std::int64_t first = 0;
      for (std::size_t d = 2; d < merged.size(); ++d) first += at[d] * merged[d].stride;
      memory.reach(use, name,
                   {.base = static_cast<const std::byte*>(base) + first * static_cast<std::int64_t>(bytes),
                    .width = static_cast<std::size_t>(merged[0].n) * bytes,
                    .pitch = static_cast<std::size_t>(merged[1].stride) * bytes,
                    .height = static_cast<std::size_t>(merged[1].n)});
      std::size_t d = 2;
      while (d < merged.size() && ++at[d] == merged[d].n) at[d++] = 0;
      if (d >= merged.size()) return;
    }
  }
};

Transform::Side Transform::side(bool is_input, bool in_place) const {
  const bool pairs = shape_.kind == Kind::complex || (shape_.kind == Kind::forward) != is_input;
  const int last = shape_.rank - 1;
  std::array<std::int64_t, 3> n = shape_.n;
  const std::int64_t half = n[last] / 2 + 1;
  if (pairs && shape_.kind != Kind::complex) n[last] = half;
  Layout layout = is_input ? shape_.in : shape_.out;
  if (shape_.is_basic) {
    layout = {.embed = n, .stride = 1, .distance = 1};
    if (!pairs && in_place) layout.embed[last] = 2 * half;
    for (int d = 0; d < shape_.rank; ++d) layout.distance *= layout.embed[d];
  }
  Side side;
  side.count = shape_.rank + 1;
  side.bytes = bytes_of(shape_.precision) * (pairs ? 2 : 1);
  side.pairs = pairs;
  side.dimensions[0] = {.n = shape_.batch, .stride = layout.distance};
  std::int64_t stride = layout.stride;
  for (int d = last; d >= 0; --d) {
    side.dimensions[d + 1] = {.n = n[d], .stride = stride};
    stride *= layout.embed[d];
  }
  return side;
}

Transform::~Transform() {
  const std::lock_guard lock(planner());
  const bool single = shape_.precision != Precision::double_;
  for (const auto& [key, plan] : plans_)
    single ? HostCalls<float>::get().destroy(plan) : HostCalls<double>::get().destroy(plan);
}

template <class Real>
void* Transform::host_plan(void* in, void* out, bool in_place, int sign) {
  const std::lock_guard lock(planner());
  void*& plan = plans_[{in_place, sign}];
  if (plan != nullptr) return plan;
  const HostCalls<Real>& host = HostCalls<Real>::get();
  if (!host.is_there()) throw library::Refused();
  const Side from = side(true, in_place);
  const Side to = side(false, in_place);
  std::array<HostDimension, 4> all;
  for (int d = 0; d <= shape_.rank; ++d)
    all[d] = {
        .n = d == 0 ? shape_.batch : shape_.n[d - 1], .in = from.dimensions[d].stride, .out = to.dimensions[d].stride};
  auto* const real_in = static_cast<Real*>(in);
  auto* const real_out = static_cast<Real*>(out);
  auto* const pairs_in = reinterpret_cast<std::complex<Real>*>(in);
  auto* const pairs_out = reinterpret_cast<std::complex<Real>*>(out);
  const HostDimension* const dims = all.data() + 1;
  const unsigned flags = kEstimates | kUnaligned;
  switch (shape_.kind) {
    case Kind::complex:
      plan = host.plan_complex(shape_.rank, dims, 1, all.data(), pairs_in, pairs_out, sign, flags | kPreservesInput);
      break;
    case Kind::forward:
      plan = host.plan_forward(shape_.rank, dims, 1, all.data(), real_in, pairs_out, flags | kPreservesInput);
      break;
    case Kind::inverse:
      plan = host.plan_inverse(shape_.rank, dims, 1, all.data(), pairs_in, real_out,
                               flags | (shape_.rank == 1 ? kPreservesInput : kDestroysInput));
      break;
  }
  if (plan == nullptr) throw library::Refused();
  return plan;
}

template <class Real>
void Transform::run_as(void* in, void* out, bool in_place, int sign) {
  void* const plan = host_plan<Real>(in, out, in_place, sign);
  const HostCalls<Real>& host = HostCalls<Real>::get();
  auto* const pairs_in = reinterpret_cast<std::complex<Real>*>(in);
  auto* const pairs_out = reinterpret_cast<std::complex<Real>*>(out);
  switch (shape_.kind) {
    case Kind::complex: return host.run_complex(plan, pairs_in, pairs_out);
    case Kind::forward: return host.run_forward(plan, static_cast<Real*>(in), pairs_out);
    case Kind::inverse: return host.run_inverse(plan, pairs_in, static_cast<Real*>(out));
  }
}

/// Numbers of 16 bits are computed in single precision, and rounded at the end.
void Transform::run_short(const Side& from, const Side& to, void* in, void* out, bool in_place, int sign) {
  const bool half = shape_.precision == Precision::half;
  const auto numbers = [](const Side& side) { return static_cast<std::size_t>(side.span()) * (side.pairs ? 2 : 1); };
  const auto widened = [&](const void* source, std::size_t count) {
    const auto* const bits = static_cast<const std::uint16_t*>(source);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = half ? half_to_float(bits[i]) : bfloat16_to_float(bits[i]);
    return values;
  };
  std::vector<float> source = widened(in, std::max(numbers(from), in_place ? numbers(to) : 0));
  std::vector<float> apart = in_place ? std::vector<float>() : widened(out, numbers(to));
  std::vector<float>& result = in_place ? source : apart;
  run_as<float>(source.data(), result.data(), in_place, sign);
  auto* const bits = static_cast<std::uint16_t*>(out);
  for (std::size_t i = 0; i < numbers(to); ++i)
    bits[i] = half ? float_to_half(result[i]) : float_to_bfloat16(result[i]);
}

void Transform::run(const library::Memory& memory, void* in, void* out, int sign) {
  using Use = library::Memory::Use;
  if (shape_.is_empty()) return;
  const bool in_place = in == out;
  const Side from = side(true, in_place);
  const Side to = side(false, in_place);
  // From several dimensions to real numbers the input is where steps between leave theirs, as on an H200.
  const bool spoils = shape_.kind == Kind::inverse && shape_.rank > 1 && !in_place;
  from.reach(memory, spoils ? Use::update : Use::read, "input", in);
  to.reach(memory, Use::write, "output", out);
  switch (shape_.precision) {
    case Precision::single: return run_as<float>(in, out, in_place, sign);
    case Precision::double_: return run_as<double>(in, out, in_place, sign);
    case Precision::half:
    case Precision::bfloat16: return run_short(from, to, in, out, in_place, sign);
  }
}

}  // namespace warpglass::fft
