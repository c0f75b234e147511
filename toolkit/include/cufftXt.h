// The rest of cuFFT: types named as arguments. Calls for several GPUs and for callbacks are there to be refused, with a
// line that says so.
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include "cudalibxt.h"
#include "cufft.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT = 0,
  CUFFT_XT_FORMAT_OUTPUT = 1,
  CUFFT_XT_FORMAT_INPLACE = 2,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
  CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
  CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
  CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE = 0,
  CUFFT_COPY_DEVICE_TO_HOST = 1,
  CUFFT_COPY_DEVICE_TO_DEVICE = 2,
  CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;

typedef enum cufftXtQueryType_t { CUFFT_QUERY_1D_FACTORS = 0, CUFFT_QUERY_UNDEFINED = 1 } cufftXtQueryType;

typedef struct cufftXt1dFactors_t {
  long long int size, stringCount, stringLength, substringLength, factor1, factor2;
  long long int stringMask, substringMask, factor1Mask, factor2Mask;
  int stringShift, substringShift, factor1Shift, factor2Shift;
} cufftXt1dFactors;

typedef enum cufftXtWorkAreaPolicy_t {
  CUFFT_WORKAREA_MINIMAL = 0,
  CUFFT_WORKAREA_USER = 1,
  CUFFT_WORKAREA_PERFORMANCE = 2
} cufftXtWorkAreaPolicy;

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
  CUFFT_CB_LD_REAL = 2,
  CUFFT_CB_LD_REAL_DOUBLE = 3,
  CUFFT_CB_ST_COMPLEX = 4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
  CUFFT_CB_ST_REAL = 6,
  CUFFT_CB_ST_REAL_DOUBLE = 7,
  CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

typedef cufftComplex (*cufftCallbackLoadC)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef cufftReal (*cufftCallbackLoadR)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreC)(void* dataOut, size_t offset, cufftComplex element, void* callerInfo,
                                    void* sharedPointer);
typedef void (*cufftCallbackStoreZ)(void* dataOut, size_t offset, cufftDoubleComplex element, void* callerInfo,
                                    void* sharedPointer);
typedef void (*cufftCallbackStoreR)(void* dataOut, size_t offset, cufftReal element, void* callerInfo,
                                    void* sharedPointer);
typedef void (*cufftCallbackStoreD)(void* dataOut, size_t offset, cufftDoubleReal element, void* callerInfo,
                                    void* sharedPointer);

typedef cufftComplex (*cufftJITCallbackLoadC)(void* dataIn, unsigned long long offset, void* callerInfo,
                                              void* sharedPointer);
typedef cufftDoubleComplex (*cufftJITCallbackLoadZ)(void* dataIn, unsigned long long offset, void* callerInfo,
                                                    void* sharedPointer);
typedef cufftReal (*cufftJITCallbackLoadR)(void* dataIn, unsigned long long offset, void* callerInfo,
                                           void* sharedPointer);
typedef cufftDoubleReal (*cufftJITCallbackLoadD)(void* dataIn, unsigned long long offset, void* callerInfo,
                                                 void* sharedPointer);
typedef void (*cufftJITCallbackStoreC)(void* dataOut, unsigned long long offset, cufftComplex element,
                                       void* callerInfo, void* sharedPointer);
typedef void (*cufftJITCallbackStoreZ)(void* dataOut, unsigned long long offset, cufftDoubleComplex element,
                                       void* callerInfo, void* sharedPointer);
typedef void (*cufftJITCallbackStoreR)(void* dataOut, unsigned long long offset, cufftReal element, void* callerInfo,
                                       void* sharedPointer);
typedef void (*cufftJITCallbackStoreD)(void* dataOut, unsigned long long offset, cufftDoubleReal element,
                                       void* callerInfo, void* sharedPointer);

// ---- Types as arguments ----
cufftResult CUFFTAPI cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                                         long long int istride, long long int idist, cudaDataType inputtype,
                                         long long int* onembed, long long int ostride, long long int odist,
                                         cudaDataType outputtype, long long int batch, size_t* workSize,
                                         cudaDataType executiontype);
cufftResult CUFFTAPI cufftXtGetSizeMany(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                                        long long int istride, long long int idist, cudaDataType inputtype,
                                        long long int* onembed, long long int ostride, long long int odist,
                                        cudaDataType outputtype, long long int batch, size_t* workSize,
                                        cudaDataType executiontype);
cufftResult CUFFTAPI cufftXtExec(cufftHandle plan, void* input, void* output, int direction);
cufftResult CUFFTAPI cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t* workSize);

// ---- Callbacks ----
cufftResult CUFFTAPI cufftXtSetCallback(cufftHandle plan, void** callback_routine, cufftXtCallbackType cbType,
                                        void** caller_info);
cufftResult CUFFTAPI cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType);
cufftResult CUFFTAPI cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType, size_t sharedSize);
cufftResult CUFFTAPI cufftXtSetJITCallback(cufftHandle plan, const char* lto_callback_symbol_name,
                                           const void* lto_callback_fatbin, size_t lto_callback_fatbin_size,
                                           cufftXtCallbackType type, void** caller_info);

// ---- Several GPUs ----
cufftResult CUFFTAPI cufftXtSetGPUs(cufftHandle plan, int nGPUs, int* whichGPUs);
cufftResult CUFFTAPI cufftXtMalloc(cufftHandle plan, cudaLibXtDesc** descriptor, cufftXtSubFormat format);
cufftResult CUFFTAPI cufftXtMemcpy(cufftHandle plan, void* dstPointer, void* srcPointer, cufftXtCopyType type);
cufftResult CUFFTAPI cufftXtFree(cudaLibXtDesc* descriptor);
cufftResult CUFFTAPI cufftXtSetWorkArea(cufftHandle plan, void** workArea);
cufftResult CUFFTAPI cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output,
                                           int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output,
                                              int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
cufftResult CUFFTAPI cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output,
                                              int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
cufftResult CUFFTAPI cufftXtQueryPlan(cufftHandle plan, void* queryStruct, cufftXtQueryType queryType);

#ifdef __cplusplus
}
#endif

#endif  // _CUFFTXT_H_
