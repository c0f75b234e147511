// libcuda.so.1: every call of the driver API leads to the one in the library of the runtime API, whose table it finds
// by the linker. JUMP(symbol, offset): where in the table.
#if defined(__x86_64__)
#define JUMP_TO(symbol, offset)                         \
  ".globl " #symbol "\n.type " #symbol                  \
  ", @function\n"                                       \
  ".p2align 4\n" #symbol                                \
  ":\n"                                                 \
  "  endbr64\n"                                         \
  "  movq __cudaWarpglassDriver@GOTPCREL(%rip), %r11\n" \
  "  jmp *" #offset                                     \
  "(%r11)\n"                                            \
  ".size " #symbol ", . - " #symbol "\n"
#elif defined(__aarch64__)
#define JUMP_TO(symbol, offset)                          \
  ".globl " #symbol "\n.type " #symbol                   \
  ", %function\n"                                        \
  ".p2align 4\n" #symbol                                 \
  ":\n"                                                  \
  "  bti c\n"                                            \
  "  adrp x16, :got:__cudaWarpglassDriver\n"             \
  "  ldr x16, [x16, #:got_lo12:__cudaWarpglassDriver]\n" \
  "  ldr x16, [x16, #" #offset                           \
  "]\n"                                                  \
  "  br x16\n"                                           \
  ".size " #symbol ", . - " #symbol "\n"
#else
#error "libcuda.so.1 is written for x86-64 and AArch64."
#endif

#define JUMP(symbol, offset) asm(".text\n" JUMP_TO(symbol, offset));
#include "driver_jumps.def"
