// cuSPARSE by the name that it had once.
#pragma once

#include "cusparse.h"
