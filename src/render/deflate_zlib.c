// Compression by zlib, for systems that have no lodepng.
#include <stdlib.h>
#include <zlib.h>

#include "render/deflate.h"

unsigned char* deflate_bytes(const unsigned char* bytes, size_t n, size_t* size) {
  uLongf room = compressBound((uLong)n);
  unsigned char* out = malloc(room);
  *size = 0;
  if (!out || compress2(out, &room, bytes, (uLong)n, 6) != Z_OK) {
    free(out);
    return NULL;
  }
  *size = room;
  return out;
}

unsigned deflate_crc(const unsigned char* bytes, size_t n) {
  return (unsigned)crc32(crc32(0, NULL, 0), bytes, (uInt)n);
}
