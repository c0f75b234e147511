// The calls of cufft.h.
#include <cstddef>
#include <optional>

#include "cuda/fft/plans.hpp"

using warpglass::fft::create;
using warpglass::fft::destroy;
using warpglass::fft::execute;
using warpglass::fft::Given;
using warpglass::fft::given_of;
using warpglass::fft::guarded;
using warpglass::fft::make;
using warpglass::fft::Plan;
using warpglass::fft::plan_of;
using warpglass::fft::Shape;
using warpglass::fft::types_of;

namespace {

/// Of one, two or three dimensions that lie side by side.
cufftResult shape_of(const Given& given, cufftType type, Shape& shape) {
  const cufftResult result = given.shape(types_of(type), shape);
  return result == CUFFT_SUCCESS && shape.is_empty() ? CUFFT_INVALID_SIZE : result;
}
cufftResult shape_of(const std::optional<Given>& given, cufftType type, Shape& shape) {
  return given ? given->shape(types_of(type), shape) : CUFFT_INVALID_VALUE;
}

/// A plan and its transform at once; of a handle that is given there is none where it fails.
template <class GetShape>
cufftResult plan_at_once(cufftHandle* handle, GetShape&& get_shape) {
  return guarded([&] {
    if (handle == nullptr) return CUFFT_INVALID_VALUE;
    Shape shape;
    if (const cufftResult result = get_shape(shape); result != CUFFT_SUCCESS) return result;
    cufftHandle made = CUFFT_PLAN_NULL;
    if (const cufftResult result = create(&made); result != CUFFT_SUCCESS) return result;
    std::size_t ignored = 0;
    if (const cufftResult result = make(made, shape, &ignored); result != CUFFT_SUCCESS) {
      static_cast<void>(destroy(made));
      return result;
    }
    *handle = made;
    return CUFFT_SUCCESS;
  });
}

template <class GetShape>
cufftResult make_plan(cufftHandle handle, std::size_t* work_size, GetShape&& get_shape) {
  return guarded([&] {
    const auto plan = plan_of(handle);
    if (plan == nullptr || plan->transform != nullptr) return CUFFT_INVALID_PLAN;
    Shape shape;
    if (const cufftResult result = get_shape(shape); result != CUFFT_SUCCESS) return result;
    return make(handle, shape, work_size);
  });
}

/// Nothing is needed beside what is transformed.
cufftResult no_work(std::size_t* work_size) {
  if (work_size == nullptr) return CUFFT_INVALID_VALUE;
  *work_size = 0;
  return CUFFT_SUCCESS;
}

cufftResult no_work_of(cufftHandle handle, std::size_t* work_size) {
  return plan_of(handle) == nullptr ? CUFFT_INVALID_PLAN : no_work(work_size);
}

Given line(int nx, int batch) {
  Given given;
  given.n[0] = nx;
  given.batch = batch;
  return given;
}
Given plane(int nx, int ny) {
  Given given;
  given.rank = 2;
  given.n = {nx, ny, 1};
  return given;
}
Given volume(int nx, int ny, int nz) {
  Given given;
  given.rank = 3;
  given.n = {nx, ny, nz};
  return given;
}

template <class Sizes>
auto shaped(const Sizes& sizes, cufftType type) {
  return [=](Shape& shape) { return shape_of(sizes, type, shape); };
}

template <class Sizes>
cufftResult estimate(const Sizes& sizes, cufftType type, std::size_t* work_size) {
  return guarded([&] {
    Shape shape;
    const cufftResult result = shape_of(sizes, type, shape);
    return result == CUFFT_SUCCESS ? no_work(work_size) : result;
  });
}

/// Of a property that is kept.
template <class Use>
cufftResult with_property(cufftHandle handle, cufftProperty property, Use&& use) {
  const auto plan = plan_of(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  switch (property) {
    case NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT: return use(*plan, plan->patient_jit);
    case NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS: return use(*plan, plan->host_threads);
  }
  return CUFFT_INVALID_VALUE;
}

}  // namespace

// ---- Plans at once ----

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return plan_at_once(plan, shaped(line(nx, batch), type));
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  return plan_at_once(plan, shaped(plane(nx, ny), type));
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  return plan_at_once(plan, shaped(volume(nx, ny, nz), type));
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                          int ostride, int odist, cufftType type, int batch) {
  return plan_at_once(plan, shaped(given_of(rank, n, batch, inembed, istride, idist, onembed, ostride, odist), type));
}

// ---- Plans in two steps ----

cufftResult cufftCreate(cufftHandle* plan) {
  return guarded([&] { return create(plan); });
}
cufftResult cufftDestroy(cufftHandle plan) {
  return guarded([&] { return destroy(plan); });
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* work_size) {
  return make_plan(plan, work_size, shaped(line(nx, batch), type));
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* work_size) {
  return make_plan(plan, work_size, shaped(plane(nx, ny), type));
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* work_size) {
  return make_plan(plan, work_size, shaped(volume(nx, ny, nz), type));
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, cufftType type, int batch, size_t* work_size) {
  return make_plan(plan, work_size,
                   shaped(given_of(rank, n, batch, inembed, istride, idist, onembed, ostride, odist), type));
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                                long long int istride, long long int idist, long long int* onembed,
                                long long int ostride, long long int odist, cufftType type, long long int batch,
                                size_t* work_size) {
  return make_plan(plan, work_size,
                   shaped(given_of(rank, n, batch, inembed, istride, idist, onembed, ostride, odist), type));
}

// ---- Work areas ----

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t* work_size) {
  return estimate(line(nx, batch), type, work_size);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t* work_size) {
  return estimate(plane(nx, ny), type, work_size);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* work_size) {
  return estimate(volume(nx, ny, nz), type, work_size);
}
cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                              int odist, cufftType type, int batch, size_t* work_size) {
  return estimate(given_of(rank, n, batch, inembed, istride, idist, onembed, ostride, odist), type, work_size);
}
cufftResult cufftGetSize1d(cufftHandle plan, int, cufftType, int, size_t* work_size) {
  return no_work_of(plan, work_size);
}
cufftResult cufftGetSize2d(cufftHandle plan, int, int, cufftType, size_t* work_size) {
  return no_work_of(plan, work_size);
}
cufftResult cufftGetSize3d(cufftHandle plan, int, int, int, cufftType, size_t* work_size) {
  return no_work_of(plan, work_size);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int, int*, int*, int, int, int*, int, int, cufftType, int,
                             size_t* work_size) {
  return no_work_of(plan, work_size);
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int, long long int*, long long int*, long long int, long long int,
                               long long int*, long long int, long long int, cufftType, long long int,
                               size_t* work_size) {
  return no_work_of(plan, work_size);
}
cufftResult cufftGetSize(cufftHandle plan, size_t* work_size) {
  const auto found = plan_of(plan);
  return found == nullptr || found->transform == nullptr ? CUFFT_INVALID_PLAN : no_work(work_size);
}
cufftResult cufftSetWorkArea(cufftHandle plan, void*) {
  return plan_of(plan) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int) {
  return plan_of(plan) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}

// ---- Transforms: the plan says of which type ----

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  const auto found = plan_of(plan);
  if (found == nullptr) return CUFFT_INVALID_PLAN;
  found->stream = stream;
  return CUFFT_SUCCESS;
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return guarded([&] { return execute("cufftExecC2C", plan, in, out, direction); });
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return guarded([&] { return execute("cufftExecR2C", plan, in, out, CUFFT_FORWARD); });
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return guarded([&] { return execute("cufftExecC2R", plan, in, out, CUFFT_INVERSE); });
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
  return guarded([&] { return execute("cufftExecZ2Z", plan, in, out, direction); });
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return guarded([&] { return execute("cufftExecD2Z", plan, in, out, CUFFT_FORWARD); });
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return guarded([&] { return execute("cufftExecZ2D", plan, in, out, CUFFT_INVERSE); });
}

// ---- Others ----

cufftResult cufftGetVersion(int* version) {
  if (version != nullptr) *version = WARPGLASS_CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  if (type < MAJOR_VERSION || type > PATCH_LEVEL) return CUFFT_INVALID_TYPE;
  if (value == nullptr) return CUFFT_INVALID_VALUE;
  constexpr int kVersion = WARPGLASS_CUFFT_VERSION;
  *value = type == MAJOR_VERSION ? kVersion / 1000 : type == MINOR_VERSION ? kVersion / 100 % 10 : kVersion % 100;
  return CUFFT_SUCCESS;
}
cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property, const long long int value) {
  return with_property(plan, property, [&](const Plan& of, long long& kept) {
    if (of.transform != nullptr) return CUFFT_NOT_SUPPORTED;
    kept = value;
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long int* value) {
  return with_property(plan, property, [&](const Plan&, const long long& kept) {
    if (value == nullptr) return CUFFT_INVALID_VALUE;
    *value = kept;
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property) {
  return with_property(plan, property, [](const Plan& of, long long& kept) {
    if (of.transform != nullptr) return CUFFT_NOT_SUPPORTED;
    kept = 0;
    return CUFFT_SUCCESS;
  });
}
