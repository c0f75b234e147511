// Does not build as a file of sim/, which may not know isa/.
#include "isa/instruction.hpp"
