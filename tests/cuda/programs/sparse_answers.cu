// What cuSPARSE answers to wrong arguments, and what it keeps. One line for each.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cstdio>

namespace {

void answer(const char* what, cusparseStatus_t status) { std::printf("%s: %s\n", what, cusparseGetErrorName(status)); }

}  // namespace

int main() {
  int* ints = nullptr;
  float* floats = nullptr;
  cudaMalloc(&ints, 1024);
  cudaMalloc(&floats, 1024);
  cudaMemset(ints, 0, 1024);
  cudaMemset(floats, 0, 1024);
  constexpr auto kInts = CUSPARSE_INDEX_32I;
  constexpr auto kZero = CUSPARSE_INDEX_BASE_ZERO;
  constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  answer("create of nothing", cusparseCreate(nullptr));
  answer("destroy of nothing", cusparseDestroy(nullptr));
  cusparseHandle_t handle = nullptr;
  answer("create", cusparseCreate(&handle));
  int number = 0;
  answer("version to nothing", cusparseGetVersion(handle, nullptr));
  answer("property to nothing", cusparseGetProperty(MAJOR_VERSION, nullptr));
  answer("property of none", cusparseGetProperty(static_cast<libraryPropertyType>(9), &number));
  cusparsePointerMode_t mode;
  answer("pointer mode", cusparseGetPointerMode(handle, &mode));
  std::printf("pointer mode is %d\n", mode);
  std::printf("words: %s, %s\n", cusparseGetErrorString(CUSPARSE_STATUS_ZERO_PIVOT),
              cusparseGetErrorString(CUSPARSE_STATUS_NOT_SUPPORTED));
  cusparseDnVecDescr_t x, y;
  cusparseSpVecDescr_t v;
  cusparseSpMatDescr_t a;
  cusparseDnMatDescr_t b;
  answer("dense vector to nothing", cusparseCreateDnVec(nullptr, 8, floats, CUDA_R_32F));
  answer("dense vector of -1", cusparseCreateDnVec(&x, -1, floats, CUDA_R_32F));
  answer("dense vector of 8", cusparseCreateDnVec(&x, 8, floats, CUDA_R_32F));
  answer("dense vector of 6", cusparseCreateDnVec(&y, 6, floats + 32, CUDA_R_32F));
  answer("sparse vector of more than its size", cusparseCreateSpVec(&v, 4, 5, ints, floats, kInts, kZero, CUDA_R_32F));
  answer("sparse vector of -1", cusparseCreateSpVec(&v, 4, -1, ints, floats, kInts, kZero, CUDA_R_32F));
  answer("matrix of -1 rows", cusparseCreateCsr(&a, -1, 8, 0, ints, ints, floats, kInts, kInts, kZero, CUDA_R_32F));
  answer("matrix of -1 elements", cusparseCreateCsr(&a, 6, 8, -1, ints, ints, floats, kInts, kInts, kZero, CUDA_R_32F));
  answer("matrix to nothing", cusparseCreateCsr(nullptr, 6, 8, 0, ints, ints, floats, kInts, kInts, kZero, CUDA_R_32F));
  answer("matrix", cusparseCreateCsr(&a, 6, 8, 0, ints, ints, floats, kInts, kInts, kZero, CUDA_R_32F));
  answer("dense matrix, short lines", cusparseCreateDnMat(&b, 8, 3, 7, floats, CUDA_R_32F, CUSPARSE_ORDER_COL));
  answer("dense matrix, short rows", cusparseCreateDnMat(&b, 8, 3, 2, floats, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  answer("dense matrix", cusparseCreateDnMat(&b, 8, 3, 8, floats, CUDA_R_32F, CUSPARSE_ORDER_COL));
  const float one = 1;
  std::size_t size = 0;
  const auto size_of_product = [&](cusparseOperation_t op, const float* alpha, cusparseDnVecDescr_t from,
                                   cusparseDnVecDescr_t to) {
    return cusparseSpMV_bufferSize(handle, op, alpha, a, from, &one, to, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size);
  };
  answer("product, size", size_of_product(kPlain, &one, x, y));
  answer("product, size to nothing", cusparseSpMV_bufferSize(handle, kPlain, &one, a, x, &one, y, CUDA_R_32F,
                                                             CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  const auto product = [&](cusparseOperation_t op, const float* alpha, cusparseDnVecDescr_t from,
                           cusparseDnVecDescr_t to) {
    return cusparseSpMV(handle, op, alpha, a, from, &one, to, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, floats + 128);
  };
  answer("product", product(kPlain, &one, x, y));
  answer("product without a handle", cusparseSpMV(nullptr, kPlain, &one, a, x, &one, y, CUDA_R_32F,
                                                  CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  answer("product of vectors exchanged", product(kPlain, &one, y, x));
  answer("product transposed of vectors exchanged", product(CUSPARSE_OPERATION_TRANSPOSE, &one, y, x));
  answer("product without alpha", product(kPlain, nullptr, x, y));
  answer("product of nothing", product(kPlain, &one, nullptr, y));
  int64_t rows, cols, nnz;
  answer("size of nothing", cusparseSpMatGetSize(nullptr, &rows, &cols, &nnz));
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_UPPER;
  answer("fill mode", cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  answer("fill mode of 1 byte", cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, 1));
  cusparseMatDescr_t descriptor;
  answer("descriptor", cusparseCreateMatDescr(&descriptor));
  std::printf("descriptor is %d, %d, %d, %d\n", cusparseGetMatType(descriptor), cusparseGetMatFillMode(descriptor),
              cusparseGetMatDiagType(descriptor), cusparseGetMatIndexBase(descriptor));
  answer("no such type", cusparseSetMatType(descriptor, static_cast<cusparseMatrixType_t>(9)));
  // A matrix of [[0, 1], [1, 2]] has a zero on its diagonal, one of [[1, 1], [1, 1]] gets one.
  csrilu02Info_t info;
  answer("info", cusparseCreateCsrilu02Info(&info));
  const int offsets[] = {0, 2, 4}, columns[] = {0, 1, 0, 1};
  for (const float first : {0.0f, 1.0f}) {
    const float values[] = {first, 1, 1, 1};
    cudaMemcpy(ints, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(ints + 8, columns, sizeof columns, cudaMemcpyHostToDevice);
    cudaMemcpy(floats, values, sizeof values, cudaMemcpyHostToDevice);
    answer("factors, size", cusparseScsrilu02_bufferSize(handle, 2, 4, descriptor, floats, ints, ints + 8, info, &number));
    void* buffer = nullptr;
    cudaMalloc(&buffer, number);
    answer("factors, analysis", cusparseScsrilu02_analysis(handle, 2, 4, descriptor, floats, ints, ints + 8, info,
                                                           CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer));
    int position = 7;
    answer("zero pivot after analysis", cusparseXcsrilu02_zeroPivot(handle, info, &position));
    std::printf("at %d\n", position);
    answer("factors", cusparseScsrilu02(handle, 2, 4, descriptor, floats, ints, ints + 8, info,
                                        CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer));
    answer("zero pivot", cusparseXcsrilu02_zeroPivot(handle, info, &position));
    std::printf("at %d\n", position);
    cudaFree(buffer);
  }
  answer("system of two equations", cusparseSgtsv2(handle, 2, 1, floats, floats, floats, floats + 64, 2, floats + 128));
  answer("destroy", cusparseDestroy(handle));
  return 0;
}
