#include "asset/picture.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// The maximum compression ratio of deflate: n bytes inflate to at most this times n.
enum { INFLATION = 1032 };

const char* picture_other_kind(const void* data, size_t size) {
  static const struct {
    const char* begin;
    size_t n;
    const char* problem;
  } kinds[] = {
      {"\xFF\xD8\xFF", 3,
       "it is a JPEG image, which this build does not read; convert it to PNG, or build with "
       "libjpeg (libjpeg-dev on Debian)"},
      {"GIF8", 4, "it is a GIF image, whatever its name; convert it to PNG"},
      {"RIFF", 4, "it is a WebP image, whatever its name; convert it to PNG"},
      {"BM", 2, "it is a BMP image, whatever its name; convert it to PNG"},
      {"version https://git-lfs", 23,
       "it is a pointer of git-lfs, not the image itself; 'git lfs pull' fetches it"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (size >= kinds[i].n && !memcmp(data, kinds[i].begin, kinds[i].n)) return kinds[i].problem;
  }
  return NULL;
}

const char* picture_check_size(unsigned width, unsigned height, unsigned bits, size_t size,
                               int nchannel) {
  if (!width || !height) return "the image has no pixels";
  if ((double)width * height * bits / 8 > (double)INFLATION * (double)size) {
    return "the header promises more pixels than there are";
  }
  if ((double)width * height * nchannel > INT_MAX / 2) return "the image is too large";
  return NULL;
}

const char* picture_decode(picture* image, const void* data, size_t size, int nchannel) {
  memset(image, 0, sizeof *image);
  if (nchannel != 1 && nchannel != 3 && nchannel != 4) return "images have 1, 3 or 4 channels";
#ifdef ENGINE_JPEG
  if (size >= 3 && !memcmp(data, "\xFF\xD8\xFF", 3)) {
    return picture_decode_jpeg(image, data, size, nchannel);
  }
#endif
#ifdef ENGINE_LIBDEFLATE
  if (picture_decode_plain(image, data, size, nchannel)) return NULL;
#endif
  return picture_decode_any(image, data, size, nchannel);
}

void picture_free(picture* image) {
  free(image->pixel);
  image->pixel = NULL;
}
