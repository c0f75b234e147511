// What cuFFT answers to wrong arguments, and what it keeps. One line for each.
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>

#include <cstdio>

namespace {

const char* name_of(cufftResult result) {
  switch (static_cast<int>(result)) {
    case CUFFT_SUCCESS: return "success";
    case CUFFT_INVALID_PLAN: return "invalid plan";
    case CUFFT_ALLOC_FAILED: return "alloc failed";
    case CUFFT_INVALID_TYPE: return "invalid type";
    case CUFFT_INVALID_VALUE: return "invalid value";
    case CUFFT_INTERNAL_ERROR: return "internal error";
    case CUFFT_EXEC_FAILED: return "exec failed";
    case CUFFT_SETUP_FAILED: return "setup failed";
    case CUFFT_INVALID_SIZE: return "invalid size";
    case CUFFT_INVALID_DEVICE: return "invalid device";
    case CUFFT_NO_WORKSPACE: return "no workspace";
    case CUFFT_NOT_IMPLEMENTED: return "not implemented";
    case CUFFT_NOT_SUPPORTED: return "not supported";
    default: return "another";
  }
}

void answer(const char* what, cufftResult result) { std::printf("%s: %s\n", what, name_of(result)); }

}  // namespace

int main() {
  cufftComplex *a = nullptr, *b = nullptr;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMemset(a, 0, 1 << 20);
  cudaMemset(b, 0, 1 << 20);
  size_t size = 0;
  cufftHandle plan = 0;
  answer("create of nothing", cufftCreate(nullptr));
  answer("plan of nothing", cufftPlan1d(nullptr, 8, CUFFT_C2C, 1));
  answer("plan of no numbers", cufftPlan1d(&plan, 0, CUFFT_C2C, 1));
  answer("plan of -1 numbers", cufftPlan1d(&plan, -1, CUFFT_C2C, 1));
  answer("plan of no batch", cufftPlan1d(&plan, 8, CUFFT_C2C, 0));
  answer("plan of batch -1", cufftPlan1d(&plan, 8, CUFFT_C2C, -1));
  answer("plan of no type", cufftPlan1d(&plan, 8, static_cast<cufftType>(7), 1));
  answer("plan of 0 rows", cufftPlan2d(&plan, 0, 8, CUFFT_C2C));
  answer("plan of 0 planes", cufftPlan3d(&plan, 0, 8, 8, CUFFT_C2C));
  int n[4] = {4, 4, 4, 4}, bad[3] = {4, 0, 4}, small[3] = {2, 2, 2};
  answer("many of rank 0", cufftPlanMany(&plan, 0, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  answer("many of rank 4", cufftPlanMany(&plan, 4, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  answer("many of rank -1", cufftPlanMany(&plan, -1, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  answer("many of no sizes", cufftPlanMany(&plan, 2, nullptr, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  answer("many of a size 0", cufftPlanMany(&plan, 3, bad, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  answer("many of a batch 0", cufftPlanMany(&plan, 1, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 0));
  answer("many of a stride 0", cufftPlanMany(&plan, 1, n, n, 0, 4, n, 1, 4, CUFFT_C2C, 2));
  answer("many of a stride -1", cufftPlanMany(&plan, 1, n, n, -1, 4, n, 1, 4, CUFFT_C2C, 2));
  answer("many of a distance 0", cufftPlanMany(&plan, 1, n, n, 1, 0, n, 1, 4, CUFFT_C2C, 2));
  answer("many of a distance -1", cufftPlanMany(&plan, 1, n, n, 1, -1, n, 1, 4, CUFFT_C2C, 2));
  answer("many of small rows", cufftPlanMany(&plan, 2, n, small, 1, 16, n, 1, 16, CUFFT_C2C, 1));
  answer("many of small rows, exec", cufftExecC2C(plan, a, b, CUFFT_FORWARD));
  answer("destroy", cufftDestroy(plan));
  answer("many, only the other embedded", cufftPlanMany(&plan, 1, n, nullptr, 2, 8, n, 7, 9, CUFFT_C2C, 1));
  answer("many, only one embedded", cufftPlanMany(&plan, 1, n, n, 2, 8, nullptr, 7, 9, CUFFT_C2C, 1));
  answer("exec of it", cufftExecC2C(plan, a, b, CUFFT_FORWARD));
  answer("destroy", cufftDestroy(plan));
  answer("destroy again", cufftDestroy(plan));
  answer("destroy of none", cufftDestroy(12345));
  answer("exec of none", cufftExecC2C(12345, a, b, CUFFT_FORWARD));
  answer("create", cufftCreate(&plan));
  answer("exec of an empty plan", cufftExecC2C(plan, a, b, CUFFT_FORWARD));
  answer("size of an empty plan", cufftGetSize(plan, &size));
  answer("stream of an empty plan", cufftSetStream(plan, nullptr));
  answer("auto allocation", cufftSetAutoAllocation(plan, 1));
  answer("make", cufftMakePlan1d(plan, 8, CUFFT_C2C, 2, &size));
  answer("make again", cufftMakePlan1d(plan, 8, CUFFT_C2C, 2, &size));
  answer("auto allocation of a made plan", cufftSetAutoAllocation(plan, 0));
  answer("size", cufftGetSize(plan, &size));
  answer("size to nothing", cufftGetSize(plan, nullptr));
  answer("exec", cufftExecC2C(plan, a, b, CUFFT_FORWARD));
  answer("exec in place", cufftExecC2C(plan, a, a, CUFFT_INVERSE));
  answer("exec in no direction", cufftExecC2C(plan, a, b, 0));
  answer("exec in direction 2", cufftExecC2C(plan, a, b, 2));
  answer("exec of another type", cufftExecR2C(plan, reinterpret_cast<cufftReal*>(a), b));
  answer("exec of another precision",
         cufftExecZ2Z(plan, reinterpret_cast<cufftDoubleComplex*>(a), reinterpret_cast<cufftDoubleComplex*>(b),
                      CUFFT_FORWARD));
  answer("work area", cufftSetWorkArea(plan, b));
  answer("work area of none", cufftSetWorkArea(12345, b));
  answer("stream of none", cufftSetStream(12345, nullptr));
  answer("destroy", cufftDestroy(plan));
  cufftCreate(&plan);
  answer("make with no size", cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, nullptr));
  cufftDestroy(plan);
  cufftCreate(&plan);
  answer("make of no numbers", cufftMakePlan1d(plan, 0, CUFFT_C2C, 1, &size));
  answer("make after that", cufftMakePlan1d(plan, 8, CUFFT_R2C, 1, &size));
  answer("exec", cufftExecR2C(plan, reinterpret_cast<cufftReal*>(a), b));
  answer("exec the other way", cufftExecC2R(plan, a, reinterpret_cast<cufftReal*>(b)));
  answer("any exec", cufftXtExec(plan, a, b, CUFFT_FORWARD));
  answer("any exec backward", cufftXtExec(plan, a, b, CUFFT_INVERSE));
  cufftDestroy(plan);
  answer("make of none", cufftMakePlan1d(12345, 8, CUFFT_C2C, 1, &size));
  answer("estimate", cufftEstimate1d(8, CUFFT_C2C, 1, &size));
  answer("estimate of no numbers", cufftEstimate1d(0, CUFFT_C2C, 1, &size));
  cufftCreate(&plan);
  answer("get size 1d", cufftGetSize1d(plan, 8, CUFFT_C2C, 1, &size));
  answer("get size 2d", cufftGetSize2d(plan, 8, 8, CUFFT_C2C, &size));
  answer("get size 3d of 0", cufftGetSize3d(plan, 8, 0, 8, CUFFT_C2C, &size));
  long long wide[1] = {8};
  answer("many of 64 bits", cufftMakePlanMany64(plan, 1, wide, nullptr, 1, 0, nullptr, 1, 0, CUFFT_Z2Z, 3, &size));
  cufftDestroy(plan);
  cufftCreate(&plan);
  answer("any types", cufftXtMakePlanMany(plan, 1, wide, nullptr, 1, 0, CUDA_C_32F, nullptr, 1, 0, CUDA_C_32F, 1, &size,
                                          CUDA_C_32F));
  answer("any exec", cufftXtExec(plan, a, b, CUFFT_FORWARD));
  cufftDestroy(plan);
  cufftCreate(&plan);
  answer("any types that do not go together",
         cufftXtMakePlanMany(plan, 1, wide, nullptr, 1, 0, CUDA_C_32F, nullptr, 1, 0, CUDA_C_64F, 1, &size, CUDA_C_32F));
  cufftDestroy(plan);
  cufftCreate(&plan);
  answer("two real types",
         cufftXtMakePlanMany(plan, 1, wide, nullptr, 1, 0, CUDA_R_32F, nullptr, 1, 0, CUDA_R_32F, 1, &size, CUDA_C_32F));
  cufftDestroy(plan);
  long long odd[1] = {12};
  cufftCreate(&plan);
  answer("halves of 8", cufftXtMakePlanMany(plan, 1, wide, nullptr, 1, 0, CUDA_C_16F, nullptr, 1, 0, CUDA_C_16F, 1, &size,
                                            CUDA_C_16F));
  cufftDestroy(plan);
  cufftCreate(&plan);
  answer("halves of 12", cufftXtMakePlanMany(plan, 1, odd, nullptr, 1, 0, CUDA_C_16F, nullptr, 1, 0, CUDA_C_16F, 1, &size,
                                             CUDA_C_16F));
  cufftDestroy(plan);
  int value = -1;
  answer("version to nothing", cufftGetVersion(nullptr));
  answer("property of none", cufftGetProperty(static_cast<libraryPropertyType>(9), &value));
  answer("property to nothing", cufftGetProperty(MAJOR_VERSION, nullptr));
  return 0;
}
