// The packaged lodepng has C++ linkage, hence the language of this file.
#include "asset/png.h"

#include <lodepng.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// The most that deflate can shrink: no data of n bytes inflates to more than this times n.
enum { INFLATION = 1032 };

static LodePNGColorType color_of(int nchannel) {
  return nchannel == 1 ? LCT_GREY : nchannel == 3 ? LCT_RGB : LCT_RGBA;
}

// Another kind of image, by how it begins; NULL when it is none we know.
static const char* other_kind(const void* data, size_t size) {
  static const struct {
    const char* begin;
    size_t n;
    const char* problem;
  } kinds[] = {{"\xFF\xD8\xFF", 3, "it is a JPEG image, whatever its name; convert it to PNG"},
               {"GIF8", 4, "it is a GIF image, whatever its name; convert it to PNG"},
               {"RIFF", 4, "it is a WebP image, whatever its name; convert it to PNG"},
               {"BM", 2, "it is a BMP image, whatever its name; convert it to PNG"},
               {"version https://git-lfs", 23,
                "it is a pointer of git-lfs, not the image itself; 'git lfs pull' fetches it"}};
  for (const auto& kind : kinds) {
    if (size >= kind.n && !memcmp(data, kind.begin, kind.n)) return kind.problem;
  }
  return NULL;
}

// What is wrong with the header, or NULL.
static const char* check_header(LodePNGState* state, const void* data, size_t size, int nchannel) {
  unsigned width, height;
  unsigned problem = lodepng_inspect(&width, &height, state, (const unsigned char*)data, size);
  if (problem) {
    const char* other = other_kind(data, size);
    return other ? other : lodepng_error_text(problem);
  }
  if (!width || !height) return "the image has no pixels";
  double bits = (double)width * height * lodepng_get_bpp(&state->info_png.color);
  if (bits / 8 > (double)INFLATION * size) return "the header promises more pixels than there are";
  if ((double)width * height * nchannel > INT_MAX / 2) return "the image is too large";
  return NULL;
}

const char* png_decode(png_image* image, const void* data, size_t size, int nchannel) {
  memset(image, 0, sizeof *image);
  if (nchannel != 1 && nchannel != 3 && nchannel != 4) return "PNG files have 1, 3 or 4 channels";
  LodePNGState state;
  lodepng_state_init(&state);
  state.info_raw.colortype = color_of(nchannel);
  state.info_raw.bitdepth = 8;
  // only pixels are of interest: texts and unknown chunks could be far larger
  state.decoder.read_text_chunks = 0;
  state.decoder.remember_unknown_chunks = 0;

  const char* problem = check_header(&state, data, size, nchannel);
  unsigned char* pixel = NULL;
  unsigned width, height;
  if (!problem) {
    // lodepng changes what the caller wanted while it inspects
    state.info_raw.colortype = color_of(nchannel);
    state.info_raw.bitdepth = 8;
    unsigned code =
        lodepng_decode(&pixel, &width, &height, &state, (const unsigned char*)data, size);
    if (code) problem = lodepng_error_text(code);
  }
  if (!problem) {
    image->pixel = pixel;
    image->width = (int)width;
    image->height = (int)height;
    image->nchannel = nchannel;
    image->srgb = state.info_png.srgb_defined;
  } else {
    free(pixel);
  }
  lodepng_state_cleanup(&state);
  return problem;
}

void png_free(png_image* image) {
  free(image->pixel);
  image->pixel = NULL;
}
