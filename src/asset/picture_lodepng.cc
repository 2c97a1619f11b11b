// Decodes PNG files by lodepng, which is packaged with C++ linkage; hence the language of this
// file.
#include "asset/picture.h"

#include <lodepng.h>
#include <stdlib.h>
#include <string.h>

static LodePNGColorType color_of(int nchannel) {
  return nchannel == 1 ? LCT_GREY : nchannel == 3 ? LCT_RGB : LCT_RGBA;
}

// What is wrong with the header, or NULL.
static const char* check_header(LodePNGState* state, const void* data, size_t size, int nchannel) {
  unsigned width, height;
  unsigned problem = lodepng_inspect(&width, &height, state, (const unsigned char*)data, size);
  if (problem) {
    const char* other = picture_other_kind(data, size);
    return other ? other : lodepng_error_text(problem);
  }
  // upper bound of the inflated size: the pixels, plus a few bytes per line if interlaced
  unsigned bits = lodepng_get_bpp(&state->info_png.color);
  state->decoder.zlibsettings.max_output_size =
      (size_t)(2 * (width / 8.0 * height * bits + 2.0 * height)) + 1024;
  return picture_check_size(width, height, bits, size, nchannel);
}

const char* picture_decode_any(picture* image, const void* data, size_t size, int nchannel) {
  LodePNGState state;
  lodepng_state_init(&state);
  state.info_raw.colortype = color_of(nchannel);
  state.info_raw.bitdepth = 8;
  // texts and unknown chunks are ignored; they could be very large
  state.decoder.read_text_chunks = 0;
  state.decoder.remember_unknown_chunks = 0;

  const char* problem = check_header(&state, data, size, nchannel);
  unsigned char* pixel = NULL;
  unsigned width, height;
  if (!problem) {
    // lodepng_inspect overwrites the requested format
    state.info_raw.colortype = color_of(nchannel);
    state.info_raw.bitdepth = 8;
    unsigned code =
        lodepng_decode(&pixel, &width, &height, &state, (const unsigned char*)data, size);
    enum { TOO_MUCH = 109 };  // beyond max_output_size
    if (code) {
      problem = code == TOO_MUCH ? "its data hold more than the pixels that the header promises"
                                 : lodepng_error_text(code);
    }
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
