// The toolkit has its definitions in a file of this name, and some programs include that.
#pragma once

#include "cuda_fp6.h"
