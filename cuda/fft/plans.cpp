#include "cuda/fft/plans.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace warpglass::fft {
namespace {

/// Of the whole process; it outlives whatever the program destroys last.
struct Table {
  std::mutex mutex;
  std::map<cufftHandle, std::shared_ptr<Plan>> plans;

  static Table& get() {
    static Table& table = *new Table;
    return table;
  }
};

bool has_host_library(Precision precision) {
  const bool is_there =
      precision == Precision::double_ ? HostCalls<double>::get().is_there() : HostCalls<float>::get().is_there();
  if (!is_there)
    library::say(
        "cuFFT is computed by FFTW, which is not installed: apt-get install libfftw3-single3 libfftw3-double3");
  return is_there;
}

}  // namespace

cufftResult create(cufftHandle* handle) {
  if (handle == nullptr) return CUFFT_INVALID_VALUE;
  if (!library::has_runtime("cuFFT")) return CUFFT_SETUP_FAILED;
  Table& table = Table::get();
  const std::lock_guard lock(table.mutex);
  cufftHandle number = 1;
  while (table.plans.contains(number)) ++number;
  table.plans.emplace(number, std::make_shared<Plan>());
  *handle = number;
  return CUFFT_SUCCESS;
}

cufftResult destroy(cufftHandle handle) {
  std::shared_ptr<Plan> plan;  // goes once the table is free again
  Table& table = Table::get();
  const std::lock_guard lock(table.mutex);
  const auto found = table.plans.find(handle);
  if (found == table.plans.end()) return CUFFT_INVALID_PLAN;
  plan = std::move(found->second);
  table.plans.erase(found);
  return CUFFT_SUCCESS;
}

std::shared_ptr<Plan> plan_of(cufftHandle handle) {
  Table& table = Table::get();
  const std::lock_guard lock(table.mutex);
  const auto found = table.plans.find(handle);
  return found == table.plans.end() ? nullptr : found->second;
}

std::optional<Types> types_of(cufftType type) {
  switch (type) {
    case CUFFT_C2C: return Types{Kind::complex, Precision::single};
    case CUFFT_R2C: return Types{Kind::forward, Precision::single};
    case CUFFT_C2R: return Types{Kind::inverse, Precision::single};
    case CUFFT_Z2Z: return Types{Kind::complex, Precision::double_};
    case CUFFT_D2Z: return Types{Kind::forward, Precision::double_};
    case CUFFT_Z2D: return Types{Kind::inverse, Precision::double_};
  }
  return std::nullopt;
}

// Of several dimensions one may have no elements, where the call says how they lie: then there is nothing to do.
cufftResult Given::shape(const std::optional<Types>& types, Shape& shape) const {
  if (!types) return CUFFT_INVALID_TYPE;
  const auto no_size = [&](long long size) { return size < 0 || (size == 0 && rank == 1); };
  if (std::any_of(n.begin(), n.begin() + rank, no_size) || batch <= 0) return CUFFT_INVALID_SIZE;
  if (inembed.has_value() != onembed.has_value()) return CUFFT_INVALID_VALUE;
  shape = Shape();
  shape.kind = types->kind;
  shape.precision = types->precision;
  shape.rank = rank;
  std::copy_n(n.begin(), rank, shape.n.begin());
  shape.batch = batch;
  shape.is_basic = !inembed;
  if (shape.is_basic) return CUFFT_SUCCESS;
  if (istride <= 0 || idist <= 0 || ostride <= 0 || odist <= 0) return CUFFT_INVALID_VALUE;
  const auto laid = [&](const Embed& embed, long long stride, long long distance) {
    Layout layout{.stride = stride, .distance = distance};
    std::copy_n(embed->begin(), rank, layout.embed.begin());
    return layout;
  };
  shape.in = laid(inembed, istride, idist);
  shape.out = laid(onembed, ostride, odist);
  return CUFFT_SUCCESS;
}

cufftResult make(cufftHandle handle, const Shape& shape, std::size_t* work_size) {
  const std::shared_ptr<Plan> plan = plan_of(handle);
  if (plan == nullptr || plan->transform != nullptr) return CUFFT_INVALID_PLAN;
  if (work_size == nullptr) return CUFFT_INVALID_VALUE;
  if (!has_host_library(shape.precision)) return CUFFT_SETUP_FAILED;
  *work_size = 0;
  plan->transform = std::make_shared<Transform>(shape);
  return CUFFT_SUCCESS;
}

cufftResult execute(const char* call, cufftHandle handle, void* in, void* out, int direction) {
  const std::shared_ptr<Plan> plan = plan_of(handle);
  if (plan == nullptr || plan->transform == nullptr) return CUFFT_INVALID_PLAN;
  const Kind kind = plan->transform->shape().kind;
  const bool known =
      direction == CUFFT_FORWARD ? kind != Kind::inverse : direction == CUFFT_INVERSE && kind != Kind::forward;
  if (!known) return CUFFT_INVALID_VALUE;
  const WarpglassLibraryWork work = library::work_of<library::Memory>(
      "cuFFT", call, plan->stream, false,
      [transform = plan->transform, in, out, direction](const library::Memory& memory) {
        transform->run(memory, in, out, direction);
      });
  switch (library::submit(work)) {
    case cudaSuccess: return CUFFT_SUCCESS;
    case cudaErrorMemoryAllocation: return CUFFT_ALLOC_FAILED;
    default: return CUFFT_EXEC_FAILED;
  }
}

}  // namespace warpglass::fft
