// The type that clock() returns.
#ifndef WARPGLASS_NVRTC_DONE
typedef long clock_t;
#else
#include_next <time.h>
#endif
