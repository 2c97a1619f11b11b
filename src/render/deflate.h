// Compression in zlib format by the library that the build found: libdeflate, else lodepng or zlib.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Compress n bytes: returns a block to be freed with free() and its size; NULL: no memory.
unsigned char* deflate_bytes(const unsigned char* bytes, size_t n, size_t* size);

// CRC-32, as used in PNG chunks.
unsigned deflate_crc(const unsigned char* bytes, size_t n);

#ifdef __cplusplus
}
#endif
