// A program with functions of the runtime's names in it, as if it were linked statically. Ends with the number of
// devices that it is told, 99 by its own.
extern "C" {
int __cudaRegisterFatBinary(int* to) { return *to = 1; }
int cudaLaunchKernel(int* to) { return *to = 2; }
int cudaGetDriverEntryPointByVersion(int* to) { return *to = 3; }
int cudaGetDeviceCount(int* to) {
  *to = 99;
  return 0;
}
}

__attribute__((section(".nv_fatbin"), used)) static const char device_code[16] = {};

int main() {
  int (*volatile call)(int*) = cudaGetDeviceCount;
  int devices = 0;
  return call(&devices) == 0 ? devices : -1;
}
