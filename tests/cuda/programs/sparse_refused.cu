// Products with arrays that are too short, and with an index that is not of the matrix.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cstdio>

int main() {
  const int offsets[] = {0, 2, 4}, columns[] = {0, 1, 0, 1}, outside[] = {0, 1, 0, 7};
  const float values[] = {1, 2, 3, 4};
  int *device_offsets, *device_columns, *device_outside;
  float *device_values, *x, *y;
  cudaMalloc(&device_offsets, sizeof offsets);
  cudaMalloc(&device_columns, sizeof columns);
  cudaMalloc(&device_outside, sizeof outside);
  cudaMalloc(&device_values, sizeof values);
  cudaMalloc(&x, 4 * sizeof(float));
  cudaMalloc(&y, 4 * sizeof(float));
  cudaMemcpy(device_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
  cudaMemcpy(device_columns, columns, sizeof columns, cudaMemcpyHostToDevice);
  cudaMemcpy(device_outside, outside, sizeof outside, cudaMemcpyHostToDevice);
  cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  const float one = 1, none = 0;
  const auto multiply = [&](const char* what, int cols, int nnz, int* indices) {
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t from, to;
    cusparseCreateCsr(&matrix, 2, cols, nnz, device_offsets, indices, device_values, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&from, cols, x, CUDA_R_32F);
    cusparseCreateDnVec(&to, 2, y, CUDA_R_32F);
    const cusparseStatus_t status = cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, from, &none,
                                                 to, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
    std::printf("%s: %d\n", what, status);
    cusparseDestroySpMat(matrix);
    cusparseDestroyDnVec(from);
    cusparseDestroyDnVec(to);
  };
  multiply("good", 2, 4, device_columns);
  multiply("too many elements", 2, 200, device_columns);
  multiply("a column outside", 2, 4, device_outside);
  multiply("the vector too short", 100, 4, device_columns);
  cusparseDestroy(handle);
  for (void* const one_array : {(void*)device_offsets, (void*)device_columns, (void*)device_outside,
                                (void*)device_values, (void*)x, (void*)y})
    cudaFree(one_array);
  return 0;
}
