// Pixels out of PNG and JPEG files: PNG by the library that the build found: lodepng, else libpng;
// plain files by libdeflate where the build has it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int width, height, nchannel;
  bool srgb;             // the file says so
  unsigned char* pixel;  // top row first, channels interleaved
} picture;

// Decode to 8 bits a channel: 1 grey, 3 RGB, 4 RGBA.  Returns NULL, or what is wrong; then image
// holds nothing.  A header that promises more pixels than the data can hold is refused before
// memory is taken for it.
const char* picture_decode(picture* image, const void* data, size_t size, int nchannel);

void picture_free(picture* image);

// The parts of picture_decode, for sizes and data that may be anything and 1, 3 or 4 channels.

// Any PNG file (picture_lodepng.cc, picture_libpng.c; the build takes one of them).
const char* picture_decode_any(picture* image, const void* data, size_t size, int nchannel);

// Files with 8 bits for each of nchannel channels, in the order of their lines (picture_plain.c).
// Returns false for any other and for damaged ones.
bool picture_decode_plain(picture* image, const void* data, size_t size, int nchannel);

// A JPEG file (picture_jpeg.c), recognised by its first bytes.
const char* picture_decode_jpeg(picture* image, const void* data, size_t size, int nchannel);

// For those that decode:

// What is wrong with data that does not begin as a PNG file does: another kind of image, by how it
// begins; NULL when it is none we know.
const char* picture_other_kind(const void* data, size_t size);

// What is wrong with the size that a header tells, of so many bits a pixel in a file of `size`
// bytes; NULL when nothing is.
const char* picture_check_size(unsigned width, unsigned height, unsigned bits, size_t size,
                               int nchannel);

#ifdef __cplusplus
}  // extern "C"
#endif
