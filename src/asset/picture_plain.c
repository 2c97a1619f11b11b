// Decodes simple PNG files by libdeflate, which inflates several times faster than the general
// libraries; the lines are inflated directly into the destination.
#include <libdeflate.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "asset/picture.h"
#include "base/platform/compiler.h"

typedef unsigned char byte;

// Data of a file before decoding.
typedef struct {
  unsigned width, height;
  int nchannel;
  bool srgb;
  const byte* packed;  // concatenated data of all IDAT chunks
  byte* joined;        // allocated copy, if there are several; else NULL
  size_t npacked;
} plain_file;

static uint32_t big_endian(const byte* p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// --- chunks -------------------------------------------------------------------------------------

typedef struct {
  const byte *at, *end;  // of the file
  const byte* data;      // of the chunk
  uint32_t n;
  char type[5];
} chunk;

// The next chunk, if it is complete and its checksum is right.
static bool chunk_next(chunk* c) {
  enum { AROUND = 12 };
  size_t left = (size_t)(c->end - c->at);
  if (left < AROUND) return false;
  c->n = big_endian(c->at);
  if (c->n > left - AROUND) return false;
  memcpy(c->type, c->at + 4, 4);
  c->type[4] = 0;
  c->data = c->at + 8;
  c->at = c->data + c->n + 4;
  return libdeflate_crc32(0, c->data - 4, 4 + (size_t)c->n) == big_endian(c->data + c->n);
}

// Accepts 8 bits per channel, no palette, not interlaced.
static bool read_header(plain_file* f, const chunk* c) {
  if (strcmp(c->type, "IHDR") != 0 || c->n != 13) return false;
  f->width = big_endian(c->data);
  f->height = big_endian(c->data + 4);
  const byte *kind = c->data + 8, grey = 0, rgb = 2, rgba = 6;
  if (kind[0] != 8 || kind[2] || kind[3] || kind[4]) return false;
  f->nchannel = kind[1] == grey ? 1 : kind[1] == rgb ? 3 : kind[1] == rgba ? 4 : 0;
  return f->nchannel;
}

// Append the data of a chunk; `packed` points into the file while there is only one.
static bool add_packed(plain_file* f, const chunk* c) {
  if (!f->npacked) {
    f->packed = c->data;
    f->npacked = c->n;
    return true;
  }
  if (!f->joined) {
    f->joined = malloc((size_t)(c->end - f->packed));  // upper bound for all further chunks
    if (!f->joined) return false;
    memcpy(f->joined, f->packed, f->npacked);
    f->packed = f->joined;
  }
  memcpy(f->joined + f->npacked, c->data, c->n);
  f->npacked += c->n;
  return true;
}

// Read all chunks up to the end; false for a file that is not simple.
static bool read_chunks(plain_file* f, chunk* c) {
  if (!chunk_next(c) || !read_header(f, c)) return false;
  while (chunk_next(c)) {
    bool optional = c->type[0] & 0x20;
    if (!strcmp(c->type, "IEND")) return f->npacked;
    if (!strcmp(c->type, "IDAT")) {
      if (!add_packed(f, c)) return false;
    } else if (!strcmp(c->type, "sRGB")) {
      if (c->n != 1) return false;
      f->srgb = true;
    } else if (!optional || !strcmp(c->type, "tRNS")) {
      return false;
    }
  }
  return false;
}

// --- lines --------------------------------------------------------------------------------------

// A line of n bytes, its filter type, and the line above (unfiltered).
typedef struct {
  byte* to;
  const byte *line, *above;
  size_t n;
} filtered;

static void add_above(filtered f) {
  for (size_t i = 0; i < f.n; i++) f.to[i] = (byte)(f.line[i] + f.above[i]);
}

// The Paeth predictor: whichever of a (left), b (above), c (above left) is nearest to a + b - c.
static inline int nearest_of(int a, int b, int c) {
  int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
  int bc = pb <= pc ? b : c;
  return ((pa <= pb) & (pa <= pc)) ? a : bc;
}

enum { FILTER_NONE, FILTER_LEFT, FILTER_ABOVE, FILTER_MEAN, FILTER_NEAREST };

// Filters that use the pixel to the left, which is kept in registers: the number of channels is a
// constant.
INLINED void add_left(filtered f, const int filter, const int nchannel) {
  int left[4] = {0}, above_left[4] = {0};
  for (size_t i = 0; i < f.n; i += (size_t)nchannel) {
    for (int k = 0; k < nchannel; k++) {
      int above = f.above[i + (size_t)k], guess = left[k];
      if (filter == FILTER_MEAN) guess = (left[k] + above) / 2;
      if (filter == FILTER_NEAREST) guess = nearest_of(left[k], above, above_left[k]);
      left[k] = (f.line[i + (size_t)k] + guess) & 255;
      above_left[k] = above;
      f.to[i + (size_t)k] = (byte)left[k];
    }
  }
}

INLINED bool unfilter_line(filtered f, int filter, const int nchannel) {
  switch (filter) {
    case FILTER_NONE: memcpy(f.to, f.line, f.n); return true;
    case FILTER_LEFT: add_left(f, FILTER_LEFT, nchannel); return true;
    case FILTER_ABOVE: add_above(f); return true;
    case FILTER_MEAN: add_left(f, FILTER_MEAN, nchannel); return true;
    case FILTER_NEAREST: add_left(f, FILTER_NEAREST, nchannel); return true;
    default: return false;
  }
}

// Remove the filters: `height` lines, each preceded by a byte with its filter type, are moved to
// the front by the number of preceding filter bytes; each line is first copied aside.
INLINED bool unfilter(byte* pixel, byte* aside, size_t stride, unsigned height,
                      const int nchannel) {
  memset(aside, 0, 2 * stride);
  const byte* above = aside + stride;  // zeros above the first line
  for (unsigned r = 0; r < height; r++) {
    const byte* line = pixel + r * (stride + 1);
    int filter = line[0];
    memcpy(aside, line + 1, stride);
    filtered f = {pixel + r * stride, aside, above, stride};
    if (!unfilter_line(f, filter, nchannel)) return false;
    above = f.to;
  }
  return true;
}

static bool unfilter_pixels(byte* pixel, byte* aside, const plain_file* f) {
  size_t stride = (size_t)f->width * (size_t)f->nchannel;
  switch (f->nchannel) {
    case 1: return unfilter(pixel, aside, stride, f->height, 1);
    case 3: return unfilter(pixel, aside, stride, f->height, 3);
    default: return unfilter(pixel, aside, stride, f->height, 4);
  }
}

static bool inflate_pixels(byte* pixel, const plain_file* f) {
  size_t stride = (size_t)f->width * (size_t)f->nchannel;
  struct libdeflate_decompressor* inflater = libdeflate_alloc_decompressor();
  byte* aside = malloc(2 * stride);
  bool ok = inflater && aside &&
            libdeflate_zlib_decompress(inflater, f->packed, f->npacked, pixel,
                                       (stride + 1) * f->height, NULL) == LIBDEFLATE_SUCCESS &&
            unfilter_pixels(pixel, aside, f);
  free(aside);
  libdeflate_free_decompressor(inflater);
  return ok;
}

bool picture_decode_plain(picture* image, const void* data, size_t size, int nchannel) {
  static const byte signature[8] = {137, 'P', 'N', 'G', 13, 10, 26, 10};
  if (size < sizeof signature || memcmp(data, signature, sizeof signature) != 0) return false;
  chunk c = {.at = (const byte*)data + sizeof signature, .end = (const byte*)data + size};
  plain_file f = {0};
  byte* pixel = NULL;
  bool ok = read_chunks(&f, &c) && f.nchannel == nchannel &&
            !picture_check_size(f.width, f.height, 8 * (unsigned)nchannel, size, nchannel);
  if (ok) {
    pixel = malloc(((size_t)f.width * (size_t)nchannel + 1) * f.height);
    ok = pixel && inflate_pixels(pixel, &f);
  }
  free(f.joined);
  if (ok) {
    *image = (picture){(int)f.width, (int)f.height, nchannel, f.srgb, pixel};
  } else {
    free(pixel);
  }
  return ok;
}
