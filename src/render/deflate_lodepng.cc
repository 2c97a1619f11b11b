// The packaged lodepng has C++ linkage, hence the language of this file.
#include "render/deflate.h"

#include <errno.h>
#include <lodepng.h>
#include <stdlib.h>

unsigned char* deflate_bytes(const unsigned char* bytes, size_t n, size_t* size) {
  LodePNGCompressSettings settings;
  lodepng_compress_settings_init(&settings);
  settings.btype = 1;  // fixed codes: lodepng crashes without memory for dynamic ones
  settings.windowsize = 8192;
  settings.nicematch = 64;
  settings.lazymatching = 0;
  unsigned char* out = NULL;
  *size = 0;
  // lodepng silently drops data when memory runs out; the allocator sets errno then
  errno = 0;
  if (!lodepng_zlib_compress(&out, size, bytes, n, &settings) && errno != ENOMEM) return out;
  free(out);
  return NULL;
}

unsigned deflate_crc(const unsigned char* bytes, size_t n) { return lodepng_crc32(bytes, n); }
