/* Where older code looks for it. */
#include "../mma.h"
