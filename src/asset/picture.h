// Decoding of PNG and JPEG files.  PNG: by lodepng, else libpng, whichever the build has found;
// simple files by libdeflate if available.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int width, height, nchannel;
  bool srgb;             // the file declares sRGB
  unsigned char* pixel;  // top row first, channels interleaved
} picture;

// Decode to 8 bits per channel: 1 grey, 3 RGB, 4 RGBA.  Returns NULL, or what is wrong; image is
// then empty.  A file whose header claims more pixels than its data can hold is rejected before
// memory is allocated.
const char* picture_decode(picture* image, const void* data, size_t size, int nchannel);

void picture_free(picture* image);

// The parts of picture_decode: any size and data, 1, 3 or 4 channels.

// Any PNG file (picture_lodepng.cc or picture_libpng.c, one of which is built).
const char* picture_decode_any(picture* image, const void* data, size_t size, int nchannel);

// Non-interlaced files with 8 bits for each of nchannel channels (picture_plain.c).  Returns false
// for all others and for damaged files.
bool picture_decode_plain(picture* image, const void* data, size_t size, int nchannel);

// JPEG files (picture_jpeg.c), recognised by their first bytes.
const char* picture_decode_jpeg(picture* image, const void* data, size_t size, int nchannel);

// Helpers for the decoders:

// The message for data that is no PNG file, by its first bytes: another image format; NULL when it
// is unknown.
const char* picture_other_kind(const void* data, size_t size);

// What is wrong with the size in a header, for a file of `size` bytes with the given bits per
// pixel; NULL if nothing is.
const char* picture_check_size(unsigned width, unsigned height, unsigned bits, size_t size,
                               int nchannel);

#ifdef __cplusplus
}  // extern "C"
#endif
