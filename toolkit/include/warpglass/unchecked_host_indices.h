// Where indices of device code are checked, clang checks the host's as well: those are none of ours.
#pragma once

#ifndef __CUDA_ARCH__
extern "C" __attribute__((weak, used, visibility("hidden"))) void __ubsan_handle_out_of_bounds(void *, void *) {}
#endif
