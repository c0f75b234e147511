// Nothing of it is used.
#ifndef WARPGLASS_NVRTC_DONE
#include <stddef.h>
#else
#include_next <stdlib.h>
#endif
