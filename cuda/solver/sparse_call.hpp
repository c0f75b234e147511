// How a call of the sparse part is given a matrix, on the device or on the host.
#pragma once

#include <optional>
#include <vector>

#include "cuda/solver/call.hpp"
#include "cuda/solver/sparse_matrix.hpp"
#include "cuda/sparse/matrix_descriptor.hpp"
#define WARPGLASS_SOLVER_OWN_CALLS
#include "cusolverSp.h"
#include "cusolverSp_LOWLEVEL_PREVIEW.h"
#undef WARPGLASS_SOLVER_OWN_CALLS

struct cusolverSpContext {
  cudaStream_t stream = nullptr;
};

namespace warpglass::solver {

[[nodiscard]] bool is_there(cusolverSpHandle_t handle);
[[nodiscard]] bool is_there(csrqrInfo_t info);

namespace sparse {

using SparseCall = CallOf<cusolverSpHandle_t>;

/// What numbers are computed with.
template <class T>
using Wide = std::conditional_t<kIsComplex<T>, DoubleComplex, double>;

struct GivenPattern {
  int rows = 0, columns = 0, count = 0;
  const cusparseMatDescr* descriptor = nullptr;
  const int *offsets = nullptr, *indices = nullptr;
};
template <class T>
struct Given {
  int rows = 0, columns = 0, count = 0;
  const cusparseMatDescr* descriptor = nullptr;
  const T* values = nullptr;
  const int *offsets = nullptr, *indices = nullptr;

  [[nodiscard]] GivenPattern pattern() const { return {rows, columns, count, descriptor, offsets, indices}; }
};

/// What is wrong with it without a look at its arrays.
[[nodiscard]] inline Status checked(const GivenPattern& given) {
  if (given.rows < 0 || given.columns < 0 || given.count < 0 || given.descriptor == nullptr) return kInvalid;
  if (given.offsets == nullptr || (given.count > 0 && given.indices == nullptr)) return kInvalid;
  if (given.descriptor->type != CUSPARSE_MATRIX_TYPE_GENERAL) return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  return kDone;
}
template <class T>
[[nodiscard]] Status checked(const Given<T>& given) {
  return given.count > 0 && given.values == nullptr ? kInvalid : checked(given.pattern());
}
[[nodiscard]] inline int base_of(const GivenPattern& given) {
  return given.descriptor->base == CUSPARSE_INDEX_BASE_ONE ? 1 : 0;
}

/// From arrays that are there. \param base  what its indices count from
/// \param ends  of the rows, where they are not the next ones' beginnings  \return  nothing: they are no matrix's
[[nodiscard]] inline std::optional<Pattern> pattern_of(const GivenPattern& given, int base, const int* ends = nullptr) {
  Pattern pattern{given.rows, given.columns, {0}, {}};
  if (ends == nullptr) ends = given.offsets + 1;
  for (int i = 0; i < given.rows; ++i) {
    const int begin = given.offsets[i] - base, end = ends[i] - base;
    if (begin < 0 || end < begin || end > given.count) return std::nullopt;
    for (int at = begin; at < end; ++at) {
      const int column = given.indices[at] - base;
      if (column < 0 || column >= given.columns) return std::nullopt;
      pattern.indices.push_back(column);
    }
    pattern.offsets.push_back(static_cast<int>(pattern.indices.size()));
  }
  if (static_cast<int>(pattern.indices.size()) != given.count) return std::nullopt;
  return pattern;
}

template <class T>
[[nodiscard]] std::vector<Wide<T>> widened(const T* from, Index count) {
  return {from, from + count};
}
template <class T>
void narrow(const std::vector<Wide<T>>& from, T* to) {
  std::ranges::transform(from, to, [](const Wide<T>& value) { return static_cast<T>(value); });
}

/// Of the host.
template <class T>
[[nodiscard]] std::optional<Matrix<Wide<T>>> matrix_of(const Given<T>& given, int base) {
  std::optional<Pattern> pattern = pattern_of(given.pattern(), base);
  if (!pattern) return std::nullopt;
  return Matrix<Wide<T>>{std::move(*pattern), widened(given.values, given.count)};
}

/// Of the device: `batch` matrices of one pattern have their values side by side.
template <class T>
[[nodiscard]] Matrix<Wide<T>> reached(const Memory& memory, const Given<T>& given, int base, Index batch = 1) {
  memory.array(Use::read, "array of offsets", given.offsets, Index{given.rows} + 1);
  memory.array(Use::read, "array of columns", given.indices, given.count);
  memory.array(Use::read, "array of values", given.values, given.count * batch);
  std::optional<Matrix<Wide<T>>> matrix = matrix_of(given, base);
  if (!matrix) memory.refuse("its offsets and columns are no matrix's");
  return std::move(*matrix);
}

}  // namespace sparse
}  // namespace warpglass::solver
