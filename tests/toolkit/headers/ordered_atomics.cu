// The built-in atomic functions that take an order and a scope.
// ptx: st.relaxed.gpu.b32
// ptx: ld.relaxed.cta.b64
// ptx: fence.acq_rel.gpu
// ptx: fence.sc.sys
// ptx: atom.global.add.u32
// ptx: atom.cta.max.u32
// ptx: atom.sys.exch.b32
// ptx: atom.cta.cas.b32
// not-ptx: call.uni
__global__ void k(int* i, unsigned* u, double* d, float* f, long* l) {
  __nv_atomic_store_n(i, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  d[1] = __nv_atomic_load_n(d, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  i[1] = __nv_atomic_fetch_sub(i + 2, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_max(u, 3u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  f[1] = __nv_atomic_exchange_n(f, 2.0f, __NV_ATOMIC_ACQ_REL);
  unsigned expected = 4;
  u[1] = __nv_atomic_compare_exchange_n(u + 2, &expected, 5u, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED,
                                        __NV_THREAD_SCOPE_BLOCK);
  u[3] = expected;
  __nv_atomic_add(l, 1l, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_or(l + 1, 1l, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
}
