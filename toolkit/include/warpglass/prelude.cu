// Compiled beforehand (toolkit/prelude.hpp): what clang includes before the first line of any CUDA source, and nothing else.
