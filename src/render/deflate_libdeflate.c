// Compression by libdeflate.
#include <libdeflate.h>
#include <stdlib.h>

#include "render/deflate.h"

unsigned char* deflate_bytes(const unsigned char* bytes, size_t n, size_t* size) {
  enum { LEVEL = 6 };
  struct libdeflate_compressor* c = libdeflate_alloc_compressor(LEVEL);
  size_t room = c ? libdeflate_zlib_compress_bound(c, n) : 0;
  unsigned char* out = c ? malloc(room) : NULL;
  *size = out ? libdeflate_zlib_compress(c, bytes, n, out, room) : 0;
  if (c) libdeflate_free_compressor(c);
  return out;
}

unsigned deflate_crc(const unsigned char* bytes, size_t n) { return libdeflate_crc32(0, bytes, n); }
