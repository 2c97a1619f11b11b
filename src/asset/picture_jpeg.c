// Decodes JPEG files by libjpeg (libjpeg-turbo), if the build has it.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "asset/picture.h"

// One file being read.
typedef struct {
  struct jpeg_decompress_struct jpeg;  // must be first: libjpeg passes it back
  struct jpeg_error_mgr errors;
  jmp_buf failed;
  const char* problem;
  unsigned char *pixel, *row;
} jpeg_reading;

_Noreturn static void refuse(jpeg_reading* r, const char* problem) {
  r->problem = problem;
  longjmp(r->failed, 1);
}

static void note_error(j_common_ptr jpeg) {
  refuse((jpeg_reading*)jpeg, "it is a damaged JPEG image");
}

// Truncated or corrupt data are an error here; libjpeg would continue with grey.
static void note_message(j_common_ptr jpeg, int level) {
  if (level < 0) note_error(jpeg);
}

// Convert a row of 1 or 3 channels to 1, 3 or 4; a single channel is taken from red.
static void spread_row(unsigned char* to, int n, const unsigned char* from, int given, int width) {
  for (int i = 0; i < width; i++, to += n, from += given) {
    to[0] = from[0];
    if (n < 3) continue;
    to[1] = from[given == 3 ? 1 : 0];
    to[2] = from[given == 3 ? 2 : 0];
    if (n == 4) to[3] = 255;
  }
}

static void read_pixels(jpeg_reading* r, picture* image, const void* data, size_t size,
                        int nchannel) {
  struct jpeg_decompress_struct* jpeg = &r->jpeg;
  jpeg_create_decompress(jpeg);
  jpeg_mem_src(jpeg, data, (unsigned long)size);
  jpeg_read_header(jpeg, TRUE);
  bool gray = jpeg->jpeg_color_space == JCS_GRAYSCALE;
  if (!gray && jpeg->jpeg_color_space != JCS_YCbCr && jpeg->jpeg_color_space != JCS_RGB) {
    refuse(r, "it is a JPEG image in CMYK or other colours of print; convert it to RGB");
  }
  jpeg->out_color_space = gray ? JCS_GRAYSCALE : JCS_RGB;
  jpeg->dct_method = JDCT_ISLOW;
  int given = gray ? 1 : 3;
  unsigned width = jpeg->image_width, height = jpeg->image_height;
  const char* problem = picture_check_size(width, height, 8 * (unsigned)given, size, nchannel);
  if (problem) refuse(r, problem);
  size_t stride = (size_t)width * (size_t)nchannel;
  r->pixel = malloc(stride * height);
  r->row = malloc((size_t)width * (size_t)given);
  if (!r->pixel || !r->row) refuse(r, "out of memory");
  jpeg_start_decompress(jpeg);
  for (unsigned i = 0; i < height; i++) {
    JSAMPROW row = r->row;
    if (jpeg_read_scanlines(jpeg, &row, 1) != 1) note_error((j_common_ptr)jpeg);
    spread_row(r->pixel + i * stride, nchannel, r->row, given, (int)width);
  }
  jpeg_finish_decompress(jpeg);
  *image = (picture){(int)width, (int)height, nchannel, false, r->pixel};
}

const char* picture_decode_jpeg(picture* image, const void* data, size_t size, int nchannel) {
  jpeg_reading* r = calloc(1, sizeof *r);
  if (!r) return "out of memory";
  r->jpeg.err = jpeg_std_error(&r->errors);
  r->errors.error_exit = note_error;
  r->errors.emit_message = note_message;
  if (!setjmp(r->failed)) read_pixels(r, image, data, size, nchannel);
  jpeg_destroy_decompress(&r->jpeg);
  const char* problem = r->problem;
  if (problem) free(r->pixel);
  free(r->row);
  free(r);
  return problem;
}
