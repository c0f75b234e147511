/*
 * libwarpglass: run CUDA kernels on a machine without a GPU from a program of your own, and ask what the memory system
 * of a GPU does with them. C99; `warpglass/warpglass.hpp` is the same for C++, `warpglass/gtest.hpp` has macros for
 * GoogleTest. docs/library.md shows all of it at work.
 *
 *     warpglass_device* device = NULL;
 *     warpglass_module* module = NULL;
 *     warpglass_kernel* kernel = NULL;
 *     warpglass_status status = warpglass_device_create(NULL, &device);
 *     if (status == WARPGLASS_OK) status = warpglass_load_file(device, "scale.cu", NULL, 0, &module);
 *     if (status == WARPGLASS_OK) status = warpglass_find_kernel(module, "scale", &kernel);
 *     ...
 *     if (status != WARPGLASS_OK) fprintf(stderr, "%s\n", warpglass_last_error(device));
 *     warpglass_device_destroy(device);
 *
 * Threads. There is no state beside that of the handles. Several devices may be used in several threads at once, and one
 * device by several threads: each call waits until the one before it has ended, but for warpglass_cancel(). A handle
 * may not be used while it is being destroyed, nor afterwards.
 *
 * Errors. A function that can fail answers a status. What was wrong is then in warpglass_last_error(), in the form
 * `file:line:column: error: what, and what to do` where there is such a place. Null where a handle or a result is
 * asked for is WARPGLASS_INVALID_VALUE. Nothing here ends the process, and no exception leaves it.
 *
 * Stability. Functions, values and the order of members stay. Structures that the caller fills begin with their size;
 * new members are added at the end, and zero there means what was before.
 */
#ifndef WARPGLASS_WARPGLASS_H
#define WARPGLASS_WARPGLASS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WARPGLASS_API __attribute__((visibility("default")))
#else
#define WARPGLASS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum warpglass_status {
  WARPGLASS_OK = 0,
  WARPGLASS_INVALID_VALUE = 1,  /* an argument out of its range, or memory that is not the device's */
  WARPGLASS_OUT_OF_MEMORY = 2,  /* of the device, or of the host */
  WARPGLASS_INVALID_FILE = 3,   /* that is not there or cannot be read */
  WARPGLASS_INVALID_CODE = 4,   /* PTX or CUDA source that is wrong, or that this device cannot run */
  WARPGLASS_NOT_FOUND = 5,      /* no kernel, variable, counter or architecture of that name; the error names others */
  WARPGLASS_NOT_SUPPORTED = 6,  /* something that Warpglass does not know how to do */
  WARPGLASS_REFUSED = 7,        /* a launch that no such device takes: too many threads, too much shared memory ... */
  WARPGLASS_FAULT = 8,          /* the kernel did something wrong; the device answers this until it is reset */
  WARPGLASS_CANCELLED = 9,      /* by warpglass_cancel() */
  WARPGLASS_INTERNAL = 10       /* a mistake of Warpglass's own */
} warpglass_status;

typedef struct warpglass_device warpglass_device; /* a modelled GPU with its memory, code and report */
typedef struct warpglass_module warpglass_module; /* of one device: what a PTX or CUDA file became */
typedef struct warpglass_kernel warpglass_kernel; /* of one module; lives as long as that */
typedef struct warpglass_report warpglass_report; /* what was gathered; depends on no device any more */

/* "0.1.0". */
WARPGLASS_API const char* warpglass_version(void);

/* "WARPGLASS_OK"; of a number that is no status "unknown status". */
WARPGLASS_API const char* warpglass_status_name(warpglass_status status);

/* ---- Devices ---- */

typedef enum warpglass_mode {
  WARPGLASS_COUNT = 0,   /* count what launches do to the memory system, and find what costs; the default */
  WARPGLASS_EXECUTE = 1, /* only run kernels, several times faster; faults are found all the same */
  WARPGLASS_CHECK = 2    /* look for mistakes with every checker, as `warpglass check` does, and count nothing. An access
                            outside memory is a finding and the kernel goes on, with a launch that answers WARPGLASS_OK */
} warpglass_mode;

typedef struct warpglass_options {
  size_t size;              /* sizeof(warpglass_options) */
  const char* architecture; /* "sm_90", "9.0", "hopper", "H200", or a file that describes a GPU (its name ends in .json
                               or has a slash); NULL: the H200 */
  warpglass_mode mode;
  const char* analysers;    /* that are at work beside those of the mode, by name with commas between: "races",
                               "unwritten-memory", "warp-sync", "shared-arrays", "read-only-path",
                               "barrier-objects", "product-registers", "streams", "caches", "divergence"; "checks" is
                               all that look for mistakes; NULL: none */
  int workers;              /* host threads that run blocks, 1 to 1024; 0: one a core */
  uint64_t seed;            /* of another order of blocks, warps and lanes; 0: Warpglass's own order */
  uint64_t memory_bytes;    /* that allocations may add up to; 0: what the GPU has, but no more than the host */
  uint64_t loop_limit;      /* rounds of one loop by one warp before it counts as endless; 0: Warpglass's own limit */
  int as_written;           /* not 0: count PTX instructions as they stand, not as NVIDIA's assembler changes them */
  const char* program;      /* what reports call the program; NULL: the name of the process's executable */
  void (*print)(const char* text, size_t bytes, void* user); /* takes what kernels print, on the thread that launches;
                                                                NULL: it goes to the standard output, as CUDA's does */
  void* user;               /* handed to `print` */
  const char* clang;        /* the clang++ that compiles CUDA source; NULL: the first of clang++-19, -20 ... in PATH */
} warpglass_options;

/*
 * Makes a device. `options` may be NULL, or all zero but for the size.
 *
 * *device is set even where this fails, but for a lack of memory: it then does nothing but tell its last error, and wants
 * to be destroyed as any other.
 * Errors: INVALID_VALUE, NOT_FOUND (architecture, analyser), INVALID_FILE, OUT_OF_MEMORY.
 */
WARPGLASS_API warpglass_status warpglass_device_create(const warpglass_options* options, warpglass_device** device);

/* Ends the device with its modules and memory; NULL is nothing to do. Reports taken from it stay. */
WARPGLASS_API void warpglass_device_destroy(warpglass_device* device);

/*
 * What was wrong with the calling thread's last call for this device, its modules and its kernels; "" when nothing was.
 * One line, or several with the most important first. Valid until the calling thread's next call for it.
 */
WARPGLASS_API const char* warpglass_last_error(const warpglass_device* device);

/* "NVIDIA H200", and "sm_90"; "" for a device that could not be made. Valid as long as the device. */
WARPGLASS_API const char* warpglass_device_name(const warpglass_device* device);
WARPGLASS_API const char* warpglass_device_architecture(const warpglass_device* device);

/*
 * Frees all memory of the device and makes it forget a kernel's fault. Modules and kernels stay, their variables have
 * their initial values again. What was gathered for the report stays.
 */
WARPGLASS_API warpglass_status warpglass_device_reset(warpglass_device* device);

/* ---- Memory ----
 *
 * An address of the device is a number that kernels take as a pointer. The host may not read or write there itself but
 * by these functions. All ranges are checked: they lie in one allocation as a whole, or it is INVALID_VALUE with a text
 * that says how far outside they are. Nothing is written then.
 */

/*
 * `bytes` bytes of unknown contents, aligned to 256; no bytes count as one.
 * `label` names them in messages and may be NULL. Errors: OUT_OF_MEMORY.
 */
WARPGLASS_API warpglass_status warpglass_allocate(warpglass_device* device, uint64_t bytes, const char* label,
                                                  uint64_t* address);

/* `address` is the beginning of an allocation; 0 is nothing to do. Errors: INVALID_VALUE. */
WARPGLASS_API warpglass_status warpglass_free(warpglass_device* device, uint64_t address);

/* From the host to the device, back, and within the device, where the ranges may overlap. Errors: INVALID_VALUE. */
WARPGLASS_API warpglass_status warpglass_write(warpglass_device* device, uint64_t to, const void* from, uint64_t bytes);
WARPGLASS_API warpglass_status warpglass_read(warpglass_device* device, void* to, uint64_t from, uint64_t bytes);
WARPGLASS_API warpglass_status warpglass_copy(warpglass_device* device, uint64_t to, uint64_t from, uint64_t bytes);

/* Sets each of `bytes` bytes to `value`, 0 to 255. Errors: INVALID_VALUE. */
WARPGLASS_API warpglass_status warpglass_fill(warpglass_device* device, uint64_t address, int value, uint64_t bytes);

/*
 * Lets kernels use the host's memory [host, host + bytes) at its own address until it is unregistered. It stays the
 * caller's and has to stay there until then. Errors: INVALID_VALUE (also where it overlaps memory that is the device's).
 */
WARPGLASS_API warpglass_status warpglass_register_host(warpglass_device* device, void* host, uint64_t bytes,
                                                       const char* label);
WARPGLASS_API warpglass_status warpglass_unregister_host(warpglass_device* device, void* host);

/* ---- Code ---- */

/*
 * PTX text, which ends at its NUL. `name` is what messages call it: they say name:line:column.
 * The text is not needed afterwards. Errors: INVALID_CODE, OUT_OF_MEMORY.
 */
WARPGLASS_API warpglass_status warpglass_load_ptx(warpglass_device* device, const char* text, const char* name,
                                                  warpglass_module** module);

/*
 * CUDA C++ as text, or a file: .cu is compiled by clang with Warpglass's headers, .ptx is loaded as it is, and what holds
 * a fat binary is unpacked. `flags` are `flag_count` options for the compiler ("-I...", "-DN=4"), passed over for PTX.
 * Kernels that nothing instantiates or exports are not in what the compiler writes: `extern "C" __global__` keeps them
 * and their names. Errors: INVALID_FILE, INVALID_CODE (with all that the compiler said), NOT_FOUND (no compiler).
 */
WARPGLASS_API warpglass_status warpglass_load_cuda(warpglass_device* device, const char* source, const char* name,
                                                   const char* const* flags, size_t flag_count,
                                                   warpglass_module** module);
WARPGLASS_API warpglass_status warpglass_load_file(warpglass_device* device, const char* path, const char* const* flags,
                                                   size_t flag_count, warpglass_module** module);

/* Forgets a module and frees its variables; NULL is nothing to do. The device's destruction does the same. */
WARPGLASS_API void warpglass_unload(warpglass_module* module);

/*
 * A kernel by its name: as C++ writes it, with or without parameters ("scale", "scale(float*, int)"), or mangled; * stands
 * for any characters and ? for one. NULL or "" is the only kernel there is. Errors: NOT_FOUND, INVALID_VALUE (several are
 * meant).
 */
WARPGLASS_API warpglass_status warpglass_find_kernel(warpglass_module* module, const char* name,
                                                     warpglass_kernel** kernel);

/* Kernels of a module, in the order of its text; NULL from the count on. */
WARPGLASS_API size_t warpglass_kernel_count(const warpglass_module* module);
WARPGLASS_API warpglass_kernel* warpglass_kernel_at(const warpglass_module* module, size_t index);

/* "scale(float*, int)"; valid as long as the module. */
WARPGLASS_API const char* warpglass_kernel_name(const warpglass_kernel* kernel);

/* Parameters of a kernel, and the bytes of one; 0 from the count on. */
WARPGLASS_API size_t warpglass_parameter_count(const warpglass_kernel* kernel);
WARPGLASS_API size_t warpglass_parameter_bytes(const warpglass_kernel* kernel, size_t index);

/* A __device__ or __constant__ variable by its name in the PTX; `bytes` may be NULL. Errors: NOT_FOUND. */
WARPGLASS_API warpglass_status warpglass_find_variable(warpglass_module* module, const char* name, uint64_t* address,
                                                       uint64_t* bytes);

/* ---- Launches ---- */

typedef struct warpglass_launch_config {
  size_t size;           /* sizeof(warpglass_launch_config) */
  uint32_t grid[3];      /* blocks along x, y, z, each 1 or more */
  uint32_t block[3];     /* threads of a block likewise, 1024 at most all together on today's GPUs */
  uint32_t cluster[3];   /* blocks of a cluster, which divide the grid; all 0: as the kernel says, or none */
  uint64_t shared_bytes; /* dynamic shared memory of a block; what CUDA would want opted in to is allowed */
  int cooperative;       /* not 0: all blocks have to be resident at once, for barriers of the whole grid */
} warpglass_launch_config;

/*
 * Runs a kernel to its end. `arguments` holds `argument_count` pointers, one to the value of each parameter in order, of
 * warpglass_parameter_bytes() bytes; a pointer of the kernel's is an address of the device.
 *
 * Errors: INVALID_VALUE (another number of arguments), REFUSED (with the limit), INVALID_CODE (an instruction that cannot
 * be run), CANCELLED, FAULT: the text says where in the source, which thread and what is near the address.
 */
WARPGLASS_API warpglass_status warpglass_launch(warpglass_kernel* kernel, const warpglass_launch_config* config,
                                                const void* const* arguments, size_t argument_count);

/* Ends the launch that is running now, if there is one, from any thread and without waiting. Later ones run. */
WARPGLASS_API void warpglass_cancel(warpglass_device* device);

/* ---- Reports ---- */

/* Begins anew: reports are about what is launched from now on. What the device knows of its memory stays. */
WARPGLASS_API warpglass_status warpglass_start_report(warpglass_device* device);

/* What was gathered since then, or since the device was made. Gathering goes on. Wants to be destroyed. */
WARPGLASS_API warpglass_status warpglass_take_report(warpglass_device* device, warpglass_report** report);
WARPGLASS_API void warpglass_report_destroy(warpglass_report* report);

/* All of it as JSON, of the schema docs/report.schema.json. This and the texts below: valid as long as the report. */
WARPGLASS_API const char* warpglass_report_json(const warpglass_report* report);
/* Findings alone: a JSON array of what the schema calls a finding. */
WARPGLASS_API const char* warpglass_report_findings_json(const warpglass_report* report);
/* For people, as `warpglass run` prints it. */
WARPGLASS_API const char* warpglass_report_text(const warpglass_report* report);

/* Launches that the report is about. */
WARPGLASS_API uint64_t warpglass_report_launch_count(const warpglass_report* report);

/* 1 when this analyser was at work ("races", "banks", ...): what nobody looked for was not found. Else 0. */
WARPGLASS_API int warpglass_report_looked_for(const warpglass_report* report, const char* analyser);

typedef enum warpglass_severity {
  WARPGLASS_NOTE = 0,
  WARPGLASS_WARNING = 1, /* costs, and mistakes that need not show */
  WARPGLASS_ERROR = 2    /* mistakes */
} warpglass_severity;

/* Texts are never NULL; those that are not known are empty. */
typedef struct warpglass_finding {
  const char* rule; /* "bank-conflict", "shared-race", "out-of-bounds", ...: the pages under docs/ list them */
  warpglass_severity severity;
  const char* file;    /* of the source, or of the PTX where there is no line table */
  uint32_t line;       /* from 1; 0: not known. The same for the column */
  uint32_t column;
  const char* kernel;  /* as C++ writes it */
  const char* message; /* what is wrong, with its size; one line */
  const char* detail;  /* what the lanes do; one line */
  const char* text;    /* file:line:column: warning: message  [rule] */
  uint64_t launch;     /* of the first time, counted from 0 since the device was made */
  uint32_t block[3];   /* index of that block */
  uint32_t thread[3];  /* of that thread, where it is about one */
  uint64_t count;      /* how often; 0: not counted */
  uint64_t excess;     /* wavefronts or sectors above the ideal, which a remedy could save; 0 for mistakes */
} warpglass_finding;

/* Findings, errors first, then by excess. NULL from the count on. Valid as long as the report. */
WARPGLASS_API size_t warpglass_report_finding_count(const warpglass_report* report);
WARPGLASS_API const warpglass_finding* warpglass_report_finding(const warpglass_report* report, size_t index);

/*
 * A counter under Nsight Compute's name, with or without its `.sum`: "smsp__inst_executed",
 * "memory_l1_wavefronts_shared", in its unit. `kernel` is a name as for warpglass_find_kernel(); NULL is all kernels
 * together, which counters that do not add up (percentages, sizes) have only where there is one.
 * Errors: NOT_FOUND (no such counter or kernel; nothing was counted), INVALID_VALUE (several are meant).
 */
WARPGLASS_API warpglass_status warpglass_report_counter(const warpglass_report* report, const char* kernel,
                                                        const char* counter, double* value);

/* What was wrong with the calling thread's last warpglass_report_counter() of this report; "" when nothing was. */
WARPGLASS_API const char* warpglass_report_last_error(const warpglass_report* report);

/* ---- For who has called an emulator this way ----
 *
 * Runs the PTX text's kernel, the first by name where there are several: on a device of its own, that of an H200, which
 * reads and writes the host's memory at its own addresses, as far as the process may write there. `args[i]` is not the
 * address of an argument but its value: a pointer, or a number in its low bytes. A block has lx * ly * lz threads, the
 * grid gx * gy * gz blocks, `smem` is the dynamic shared memory in bytes. 0 when the kernel ran to its end; else a
 * warpglass_status, and what was wrong on the standard error stream, because callers of this function look at no answer.
 * What the kernel prints goes to the standard output.
 */
WARPGLASS_API int ptx_run(const char* ptx, int argc, void* args[], int lx, int ly, int lz, int gx, int gy, int gz,
                          int smem);

#ifdef __cplusplus
}
#endif

#endif
