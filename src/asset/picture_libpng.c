// Decodes PNG files by libpng, for systems without lodepng.
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "asset/picture.h"

// One file being read.
typedef struct {
  const unsigned char* data;
  size_t left;
  jmp_buf failed;
  const char* problem;
  png_structp png;
  png_infop info;
  unsigned char* pixel;
  png_bytep* row;
} png_reading;

static void note_error(png_structp png, png_const_charp message) {
  (void)message;  // it points into memory of libpng that will be freed
  png_reading* r = png_get_error_ptr(png);
  if (!r->problem) r->problem = "it is no PNG image, or a damaged one";
  longjmp(r->failed, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void read_bytes(png_structp png, png_bytep to, png_size_t n) {
  png_reading* r = png_get_io_ptr(png);
  if (n > r->left) {
    r->problem = "the file ends too early";
    png_error(png, "");
  }
  memcpy(to, r->data, n);
  r->data += n;
  r->left -= n;
}

static void refuse(png_reading* r, const char* problem) {
  r->problem = problem;
  longjmp(r->failed, 1);
}

// Convert to 8 bits per channel, without colour correction.  Returns the number of channels read.
static int choose_format(png_reading* r, int nchannel) {
  bool colours = png_get_color_type(r->png, r->info) & PNG_COLOR_MASK_COLOR;
  int n = nchannel == 1 && colours ? 3 : nchannel;
  png_set_expand(r->png);
  png_set_strip_16(r->png);
  if (n > 1) png_set_gray_to_rgb(r->png);
  if (n == 4) {
    png_set_add_alpha(r->png, 255, PNG_FILLER_AFTER);
  } else {
    png_set_strip_alpha(r->png);
  }
  png_set_interlace_handling(r->png);
  png_read_update_info(r->png, r->info);
  return n;
}

// For colour images a single channel is taken from red, as with lodepng.
static void keep_red(unsigned char* pixel, size_t n) {
  for (size_t i = 0; i < n; i++) pixel[i] = pixel[3 * i];
}

static void read_pixels(png_reading* r, picture* image, size_t size, int nchannel) {
  png_set_read_fn(r->png, r, read_bytes);
  png_set_user_limits(r->png, PNG_UINT_31_MAX,
                      PNG_UINT_31_MAX);  // sizes are checked by our own limits
  png_set_option(r->png, PNG_SKIP_sRGB_CHECK_PROFILE,
                 PNG_OPTION_ON);  // use only the flags in the file
  png_read_info(r->png, r->info);
  png_uint_32 width = png_get_image_width(r->png, r->info);
  png_uint_32 height = png_get_image_height(r->png, r->info);
  unsigned bits = png_get_bit_depth(r->png, r->info) * (unsigned)png_get_channels(r->png, r->info);
  const char* problem = picture_check_size(width, height, bits, size, nchannel);
  if (problem) refuse(r, problem);
  int intent, n = choose_format(r, nchannel);
  image->srgb = png_get_sRGB(r->png, r->info, &intent) != 0;
  size_t stride = (size_t)width * (size_t)n;
  r->pixel = malloc(stride * height);
  r->row = malloc(sizeof *r->row * height);
  if (!r->pixel || !r->row) refuse(r, "out of memory");
  for (png_uint_32 i = 0; i < height; i++) r->row[i] = r->pixel + i * stride;
  png_read_image(r->png, r->row);
  png_read_end(r->png, NULL);
  if (n > nchannel) keep_red(r->pixel, (size_t)width * height);
  image->width = (int)width;
  image->height = (int)height;
  image->nchannel = nchannel;
  image->pixel = r->pixel;
}

const char* picture_decode_any(picture* image, const void* data, size_t size, int nchannel) {
  if (size < 8 || png_sig_cmp((png_const_bytep)data, 0, 8)) {
    const char* other = picture_other_kind(data, size);
    return other ? other : "it is no PNG image";
  }
  png_reading r = {.data = data, .left = size};
  r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, note_error, ignore_warning);
  r.info = r.png ? png_create_info_struct(r.png) : NULL;
  if (!r.info) {
    r.problem = "out of memory";
  } else if (!setjmp(r.failed)) {
    read_pixels(&r, image, size, nchannel);
  }
  png_destroy_read_struct(&r.png, &r.info, NULL);
  free(r.row);
  if (r.problem) {
    free(r.pixel);
    memset(image, 0, sizeof *image);
  }
  return r.problem;
}
