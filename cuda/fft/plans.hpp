// The plans of cuFFT, by handle, and how its calls answer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>

#include "cuda/fft/transform.hpp"
#include "cufft.h"
#include "cufftXt.h"

namespace warpglass::fft {

struct Plan {
  cudaStream_t stream = nullptr;
  std::shared_ptr<Transform> transform;  // nullptr: not made yet
  long long patient_jit = 0;             // kept, and given back
  long long host_threads = 0;
};

/// From which numbers to which.
struct Types {
  Kind kind = Kind::complex;
  Precision precision = Precision::single;
};
/// nullopt: there is no such type.
[[nodiscard]] std::optional<Types> types_of(cufftType type);

/// What a call is given of a transform's sizes, and of how elements lie. Without an `embed` on either side they lie
/// side by side.
struct Given {
  using Embed = std::optional<std::array<long long, 3>>;

  int rank = 1;
  std::array<long long, 3> n{1, 1, 1};
  long long batch = 1;
  Embed inembed{};
  long long istride = 1, idist = 1;
  Embed onembed{};
  long long ostride = 1, odist = 1;

  /// \return  what is wrong with it; CUFFT_SUCCESS: `shape` is made
  [[nodiscard]] cufftResult shape(const std::optional<Types>& types, Shape& shape) const;
};

/// The same of the arguments of cufftPlanMany and its like; nullopt: they have no sizes.
template <class Integer>
std::optional<Given> given_of(int rank, const Integer* n, long long batch, const Integer* inembed, long long istride,
                              long long idist, const Integer* onembed, long long ostride, long long odist) {
  if (rank < 1 || rank > 3 || n == nullptr) return std::nullopt;
  Given given{.rank = rank, .batch = batch, .istride = istride, .idist = idist, .ostride = ostride, .odist = odist};
  std::copy_n(n, rank, given.n.begin());
  if (inembed != nullptr) std::copy_n(inembed, rank, given.inembed.emplace().begin());
  if (onembed != nullptr) std::copy_n(onembed, rank, given.onembed.emplace().begin());
  return given;
}

[[nodiscard]] cufftResult create(cufftHandle* handle);
[[nodiscard]] cufftResult destroy(cufftHandle handle);
/// nullptr: there is none of that number.
[[nodiscard]] std::shared_ptr<Plan> plan_of(cufftHandle handle);

/// Makes the handle's plan. \param work_size  of which nothing is needed; must not be null
[[nodiscard]] cufftResult make(cufftHandle handle, const Shape& shape, std::size_t* work_size);

/// Does a plan's transform in its stream. \param call  which asks for it, a name that stays
[[nodiscard]] cufftResult execute(const char* call, cufftHandle handle, void* in, void* out, int direction);

/// Nothing thrown leaves the library.
template <class Body>
cufftResult guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUFFT_ALLOC_FAILED;
  } catch (...) {
    return CUFFT_INTERNAL_ERROR;
  }
}

}  // namespace warpglass::fft
