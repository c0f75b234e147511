/* A kernel called from C: its result, its counters and what was found, as text and as JSON. */
#include <stdio.h>

#include <warpglass/warpglass.h>

static const char* const kSource =
    "extern \"C\" __global__ void scale(float* values, float factor, int n) {\n"
    "  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);\n"
    "  if (i < n) values[i] *= factor;\n"
    "}\n";

enum { kCount = 1024 };

static warpglass_status run(warpglass_device* device, warpglass_report** report) {
  warpglass_module* module = NULL;
  warpglass_kernel* kernel = NULL;
  warpglass_launch_config config = {sizeof config, {kCount / 512, 1, 1}, {256, 1, 1}, {0, 0, 0}, 0, 0};
  float values[kCount], factor = 3;
  int i, n = kCount;
  uint64_t address = 0;
  const void* arguments[3];
  warpglass_status status;

  for (i = 0; i < kCount; ++i) values[i] = (float)i;
  status = warpglass_load_cuda(device, kSource, "scale.cu", NULL, 0, &module);
  if (status == WARPGLASS_OK) status = warpglass_find_kernel(module, "scale", &kernel);
  if (status == WARPGLASS_OK) status = warpglass_allocate(device, sizeof values, "values", &address);
  if (status == WARPGLASS_OK) status = warpglass_write(device, address, values, sizeof values);
  arguments[0] = &address;
  arguments[1] = &factor;
  arguments[2] = &n;
  if (status == WARPGLASS_OK) status = warpglass_launch(kernel, &config, arguments, 3);
  if (status == WARPGLASS_OK) status = warpglass_read(device, values, address, sizeof values);
  if (status == WARPGLASS_OK) printf("%g %g %g ... %g\n", values[0], values[1], values[2], values[kCount - 2]);
  if (status == WARPGLASS_OK) status = warpglass_take_report(device, report);
  return status;
}

int main(void) {
  warpglass_device* device = NULL;
  warpglass_report* report = NULL;
  double sectors = 0;
  size_t i;
  warpglass_status status = warpglass_device_create(NULL, &device);
  if (status == WARPGLASS_OK) status = run(device, &report);
  if (status != WARPGLASS_OK) {
    fprintf(stderr, "%s\n", device != NULL ? warpglass_last_error(device) : warpglass_status_name(status));
    warpglass_device_destroy(device);
    return 1;
  }
  warpglass_device_destroy(device);

  if (warpglass_report_counter(report, NULL, "memory_l2_theoretical_sectors_global", &sectors) == WARPGLASS_OK)
    printf("%.0f sectors\n", sectors);
  for (i = 0; i < warpglass_report_finding_count(report); ++i) {
    const warpglass_finding* finding = warpglass_report_finding(report, i);
    printf("%s\n  %s\n", finding->text, finding->detail);
  }
  warpglass_report_destroy(report);
  return 0;
}
