#include "base/check.h"

#include <stdint.h>
#include <string.h>

void poison(void* p, size_t n) {
  // each 32-bit word is a float NaN, two in a row a double NaN; as integers they are huge, one
  // negative and one positive
  static const uint32_t bad[2] = {0xFFF4DEADu, 0x7FF4DEADu};
  char* at = p;
  for (; n >= sizeof bad; n -= sizeof bad, at += sizeof bad) memcpy(at, bad, sizeof bad);
  memset(at, 0xDF, n);
}
