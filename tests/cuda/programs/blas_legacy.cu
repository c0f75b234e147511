// cuBLAS as it was first: letters, numbers by value, one handle for all.
#include <cublas.h>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  const int n = 8;
  int failures = 0;
  const auto expect = [&](bool good, const char* what) {
    if (!good) std::printf("FAIL %s\n", what);
    failures += good ? 0 : 1;
  };
  cublasSscal(n, 2, nullptr, 1);
  expect(cublasGetError() == CUBLAS_STATUS_NOT_INITIALIZED, "a call before cublasInit");
  expect(cublasInit() == CUBLAS_STATUS_SUCCESS, "cublasInit");
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = float(i % 7 - 3), b[i] = float(i % 5 - 2);
  float *da = nullptr, *db = nullptr, *dc = nullptr;
  for (float** to : {&da, &db, &dc})
    expect(cublasAlloc(n * n, sizeof(float), (void**)to) == CUBLAS_STATUS_SUCCESS, "cublasAlloc");
  cublasSetMatrix(n, n, sizeof(float), a.data(), n, da, n);
  cublasSetMatrix(n, n, sizeof(float), b.data(), n, db, n);
  cublasSgemm('n', 'T', n, n, n, 0.5f, da, n, db, n, 0, dc, n);
  expect(cublasGetError() == CUBLAS_STATUS_SUCCESS, "cublasSgemm");
  cublasGetMatrix(n, n, sizeof(float), dc, n, c.data(), n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < n; ++p) sum += a[i + p * n] * b[j + p * n];
      expect(c[i + j * n] == 0.5f * sum, "a product");
    }
  float dot = 0, length = 0;
  for (int i = 0; i < n; ++i) dot += a[i] * b[i], length += a[i] * a[i];
  expect(cublasSdot(n, da, 1, db, 1) == dot, "cublasSdot");
  expect(std::abs(cublasSnrm2(n, da, 1) - std::sqrt(length)) < 1e-5, "cublasSnrm2");
  std::vector<cuComplex> z{make_cuComplex(1, 2), make_cuComplex(3, -1)}, w{make_cuComplex(0, 1), make_cuComplex(2, 2)};
  cuComplex *dz = nullptr, *dw = nullptr;
  cublasAlloc(2, sizeof(cuComplex), (void**)&dz);
  cublasAlloc(2, sizeof(cuComplex), (void**)&dw);
  cublasSetVector(2, sizeof(cuComplex), z.data(), 1, dz, 1);
  cublasSetVector(2, sizeof(cuComplex), w.data(), 1, dw, 1);
  cublasCaxpy(2, make_cuComplex(0, 1), dz, 1, dw, 1);
  const cuComplex sum = cublasCdotc(2, dz, 1, dw, 1);  // of (-2, 2) and (3, 5)
  expect(sum.x == 2 + 4 && sum.y == 6 + 18, "cublasCdotc");
  cublasSgemm('x', 'n', n, n, n, 1, da, n, db, n, 0, dc, n);
  expect(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE, "a letter of nothing");
  for (void* memory : {(void*)da, (void*)db, (void*)dc, (void*)dz, (void*)dw}) cublasFree(memory);
  expect(cublasShutdown() == CUBLAS_STATUS_SUCCESS, "cublasShutdown");
  std::printf("%s blas_legacy\n", failures == 0 ? "PASS" : "FAIL");
  return failures == 0 ? 0 : 1;
}
