// The calls of cufftXt.h: types named as arguments; several GPUs and callbacks are refused.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>

#include "cuda/fft/plans.hpp"

using warpglass::fft::execute;
using warpglass::fft::given_of;
using warpglass::fft::guarded;
using warpglass::fft::Kind;
using warpglass::fft::make;
using warpglass::fft::plan_of;
using warpglass::fft::Precision;
using warpglass::fft::Shape;
using warpglass::fft::Types;

namespace {

struct Number {
  bool pair = false;
  Precision precision = Precision::single;

  friend bool operator==(const Number&, const Number&) = default;
};

std::optional<Number> number_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_16F: return Number{false, Precision::half};
    case CUDA_C_16F: return Number{true, Precision::half};
    case CUDA_R_16BF: return Number{false, Precision::bfloat16};
    case CUDA_C_16BF: return Number{true, Precision::bfloat16};
    case CUDA_R_32F: return Number{false, Precision::single};
    case CUDA_C_32F: return Number{true, Precision::single};
    case CUDA_R_64F: return Number{false, Precision::double_};
    case CUDA_C_64F: return Number{true, Precision::double_};
    default: return std::nullopt;
  }
}

/// What is computed from one type to another; nothing: they do not go together.
std::optional<Types> types_of(cudaDataType in, cudaDataType out, cudaDataType execution) {
  const std::optional<Number> from = number_of(in);
  const std::optional<Number> to = number_of(out);
  if (!from || !to || from->precision != to->precision || (!from->pair && !to->pair)) return std::nullopt;
  if (number_of(execution) != Number{true, from->precision}) return std::nullopt;
  return Types{!from->pair ? Kind::forward : to->pair ? Kind::complex : Kind::inverse, from->precision};
}

bool is_short(Precision precision) { return precision == Precision::half || precision == Precision::bfloat16; }

cufftResult refuse(const char* what) {
  warpglass::library::say(what);
  return CUFFT_NOT_SUPPORTED;
}

cufftResult refuse_gpus() { return refuse("cuFFT: transforms of several GPUs are not there (cufftXt.h)"); }
cufftResult refuse_callbacks() {
  return refuse(
      "cuFFT: callbacks, which run on the device in cuFFT's own kernels, are not there: transform the numbers before "
      "or "
      "after by a kernel");
}

}  // namespace

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                                long long int istride, long long int idist, cudaDataType inputtype,
                                long long int* onembed, long long int ostride, long long int odist,
                                cudaDataType outputtype, long long int batch, size_t* work_size,
                                cudaDataType executiontype) {
  return guarded([&] {
    const auto found = plan_of(plan);
    if (found == nullptr || found->transform != nullptr) return CUFFT_INVALID_PLAN;
    const auto given = given_of(rank, n, batch, inembed, istride, idist, onembed, ostride, odist);
    if (!given) return CUFFT_INVALID_VALUE;
    Shape shape;
    const cufftResult result = given->shape(types_of(inputtype, outputtype, executiontype), shape);
    if (result != CUFFT_SUCCESS) return result;
    const auto is_power = [](long long size) { return std::has_single_bit(static_cast<unsigned long long>(size)); };
    if (is_short(shape.precision) && !std::all_of(n, n + rank, is_power)) return CUFFT_NOT_SUPPORTED;
    return make(plan, shape, work_size);
  });
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, int, long long int*, long long int*, long long int, long long int,
                               cudaDataType, long long int*, long long int, long long int, cudaDataType, long long int,
                               size_t* work_size, cudaDataType) {
  if (plan_of(plan) == nullptr) return CUFFT_INVALID_PLAN;
  if (work_size == nullptr) return CUFFT_INVALID_VALUE;
  *work_size = 0;
  return CUFFT_SUCCESS;
}

cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction) {
  return guarded([&] { return execute("cufftXtExec", plan, in, out, direction); });
}

// Nothing is computed in a work area.
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy, size_t*) {
  return plan_of(plan) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}
cufftResult cufftXtSetWorkArea(cufftHandle plan, void**) {
  return plan_of(plan) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}

// ---- Refused ----

cufftResult cufftXtSetCallback(cufftHandle, void**, cufftXtCallbackType, void**) { return refuse_callbacks(); }
cufftResult cufftXtClearCallback(cufftHandle, cufftXtCallbackType) { return refuse_callbacks(); }
cufftResult cufftXtSetCallbackSharedSize(cufftHandle, cufftXtCallbackType, size_t) { return refuse_callbacks(); }
cufftResult cufftXtSetJITCallback(cufftHandle, const char*, const void*, size_t, cufftXtCallbackType, void**) {
  return refuse_callbacks();
}
cufftResult cufftXtSetGPUs(cufftHandle, int, int*) { return refuse_gpus(); }
cufftResult cufftXtMalloc(cufftHandle, cudaLibXtDesc**, cufftXtSubFormat) { return refuse_gpus(); }
cufftResult cufftXtMemcpy(cufftHandle, void*, void*, cufftXtCopyType) { return refuse_gpus(); }
cufftResult cufftXtFree(cudaLibXtDesc*) { return refuse_gpus(); }
cufftResult cufftXtExecDescriptor(cufftHandle, cudaLibXtDesc*, cudaLibXtDesc*, int) { return refuse_gpus(); }
cufftResult cufftXtExecDescriptorC2C(cufftHandle, cudaLibXtDesc*, cudaLibXtDesc*, int) { return refuse_gpus(); }
cufftResult cufftXtExecDescriptorR2C(cufftHandle, cudaLibXtDesc*, cudaLibXtDesc*) { return refuse_gpus(); }
cufftResult cufftXtExecDescriptorC2R(cufftHandle, cudaLibXtDesc*, cudaLibXtDesc*) { return refuse_gpus(); }
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle, cudaLibXtDesc*, cudaLibXtDesc*, int) { return refuse_gpus(); }
cufftResult cufftXtExecDescriptorD2Z(cufftHandle, cudaLibXtDesc*, cudaLibXtDesc*) { return refuse_gpus(); }
cufftResult cufftXtExecDescriptorZ2D(cufftHandle, cudaLibXtDesc*, cudaLibXtDesc*) { return refuse_gpus(); }
cufftResult cufftXtQueryPlan(cufftHandle, void*, cufftXtQueryType) { return refuse_gpus(); }
