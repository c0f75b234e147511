#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__

#include "crt/host_defines.h"

#endif
