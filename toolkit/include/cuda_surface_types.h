#include "surface_types.h"
