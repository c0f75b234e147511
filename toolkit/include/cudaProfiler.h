// Start and stop of profiling through the CUDA driver API.
#ifndef CUDAPROFILER_H
#define CUDAPROFILER_H

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0x00, CU_OUT_CSV = 0x01 } CUoutput_mode;

// Answers CUDA_ERROR_NOT_SUPPORTED, as since CUDA 12.
CUresult CUDAAPI cuProfilerInitialize(const char* configFile, const char* outputFile, CUoutput_mode outputMode);
CUresult CUDAAPI cuProfilerStart(void);
CUresult CUDAAPI cuProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
