#include "base/platform/cpu.h"

#include <engine/base.h>

const char* cpu_built_for(void) {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
  return "x86-64-v3";
#elif defined(__SSE4_2__)
  return "x86-64-v2";
#elif defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "generic";
#endif
}

const char* cpu_running_on(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl")) {
    return "x86-64-v4";
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "x86-64-v3";
  if (__builtin_cpu_supports("sse4.2")) return "x86-64-v2";
#endif
  return cpu_built_for();
}

const char* eng_buildTarget(void) { return cpu_built_for(); }
const char* eng_cpuTarget(void) { return cpu_running_on(); }
