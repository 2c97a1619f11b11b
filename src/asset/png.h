// Pixels out of PNG files.
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
} png_image;

// Decode to 8 bits a channel: 1 grey, 3 RGB, 4 RGBA.  Returns NULL, or what is wrong; then image
// holds nothing.  A header that promises more pixels than the data can hold is refused before
// memory is taken for it.
const char* png_decode(png_image* image, const void* data, size_t size, int nchannel);

void png_free(png_image* image);

#ifdef __cplusplus
}  // extern "C"
#endif
