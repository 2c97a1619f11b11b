// Writing PNG and animated PNG: chunks of length, name, data and checksum.
#include <engine/film.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>

#include "base/need.h"
#include "render/deflate.h"

enum { GREY = 0, RGB = 2 };  // colour types of the header

// ---------------------------------------------------------------------------------------- chunks

static void put32(unsigned char* to, uint32_t x) {
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(x >> (24 - 8 * i));
}

static void put16(unsigned char* to, uint32_t x) {
  to[0] = (unsigned char)(x >> 8);
  to[1] = (unsigned char)x;
}

// Write a chunk of n bytes; in fdAT chunks a sequence number comes first.
static bool write_chunk(FILE* f, const char* name, const unsigned char* bytes, size_t n,
                        const uint32_t* number) {
  size_t before = 4 + (number ? 4 : 0);
  unsigned char* block = malloc(8 + before + n);
  if (!block) return false;
  put32(block, (uint32_t)(before - 4 + n));
  memcpy(block + 4, name, 4);
  if (number) put32(block + 8, *number);
  if (n) memcpy(block + 4 + before, bytes, n);
  put32(block + 4 + before + n, deflate_crc(block + 4, before + n));
  bool fine = fwrite(block, 1, 8 + before + n, f) == 8 + before + n;
  free(block);
  return fine;
}

static bool write_header(FILE* f, int width, int height, int bits, int kind) {
  unsigned char head[13] = {0};
  put32(head, (uint32_t)width);
  put32(head + 4, (uint32_t)height);
  head[8] = (unsigned char)bits;
  head[9] = (unsigned char)kind;
  return fwrite("\x89PNG\r\n\x1a\n", 1, 8, f) == 8 && write_chunk(f, "IHDR", head, 13, NULL);
}

// ---------------------------------------------------------------------------------------- pixels

// A rectangle of an image whose rows are stored from the bottom up.
typedef struct {
  int left, top, width, height;  // counted from the top
} picture_part;

// Rows from the top, each as the difference from the row above, compressed; NULL without memory.
static unsigned char* pack(const unsigned char* pixels, int width, int height, int bytes,
                           picture_part p, size_t* size) {
  size_t row = (size_t)p.width * (size_t)bytes, n = (row + 1) * (size_t)p.height;
  unsigned char* raw = malloc(n + 1);
  if (!raw) return NULL;
  for (int y = 0; y < p.height; y++) {
    unsigned char* to = raw + (row + 1) * (size_t)y;
    size_t at = ((size_t)(height - 1 - p.top - y) * (size_t)width + (size_t)p.left) * (size_t)bytes;
    const unsigned char* here = pixels + at;
    const unsigned char* above = here + (size_t)width * (size_t)bytes;
    *to++ = 2;  // filter type "up"
    for (size_t i = 0; i < row; i++) to[i] = (unsigned char)(here[i] - (y ? above[i] : 0));
  }
  unsigned char* packed = deflate_bytes(raw, n, size);
  free(raw);
  return packed;
}

static int fail(char* error, int error_sz, const char* what, const char* filename) {
  if (error && error_sz > 0) snprintf(error, (size_t)error_sz, "%s: %s", filename, what);
  return -1;
}

// Error message when a file cannot be written; the cause may be lack of memory.
static int cannot_write(char* error, int error_sz, const char* what, const char* filename) {
  char why[200];
  snprintf(why, sizeof why, "%s: %s", what, strerror(errno));
  return fail(error, error_sz, why, filename);
}

static int write_still(const char* filename, const unsigned char* pixels, const int size[2],
                       int kind, char* error, int error_sz) {
  if (size[0] < 1 || size[1] < 1) {
    return fail(error, error_sz, "a picture has a pixel at least in each direction", filename);
  }
  FILE* f = fopen(filename, "wb");
  if (!f) return cannot_write(error, error_sz, "cannot be written", filename);
  picture_part all = {0, 0, size[0], size[1]};
  size_t n = 0;
  unsigned char* packed = pack(pixels, size[0], size[1], kind == RGB ? 3 : 2, all, &n);
  bool fine = packed && write_header(f, size[0], size[1], kind == RGB ? 8 : 16, kind) &&
              write_chunk(f, "IDAT", packed, n, NULL) && write_chunk(f, "IEND", NULL, 0, NULL);
  fine &= !fclose(f);
  if (!fine) cannot_write(error, error_sz, "could not be written to its end", filename);
  free(packed);
  return fine ? 0 : -1;
}

int eng_writePicture(const char* filename, const unsigned char* rgb, int width, int height,
                     char* error, int error_sz) {
  NEED_OR(-1, filename, rgb);
  const int size[2] = {width, height};
  return write_still(filename, rgb, size, RGB, error, error_sz);
}

int eng_writeDepth(const char* filename, const unsigned short* depth, int width, int height,
                   char* error, int error_sz) {
  NEED_OR(-1, filename, depth);
  const int size[2] = {width, height};
  size_t n = width > 0 && height > 0 ? (size_t)width * (size_t)height : 0;
  unsigned char* bytes = malloc(2 * n + 1);
  if (!bytes) return fail(error, error_sz, "no memory", filename);
  for (size_t i = 0; i < n; i++) put16(bytes + 2 * i, depth[i]);
  int result = write_still(filename, bytes, size, GREY, error, error_sz);
  free(bytes);
  return result;
}

// ----------------------------------------------------------------------------------------- films

struct engFilm_ {
  FILE* file;
  int width, height, frames;
  uint32_t number;      // number of the next chunk
  unsigned delay[2];    // duration of a frame in seconds, as a fraction
  long count_at;        // file offset of the number of frames
  unsigned char* last;  // the previous frame
  bool failed;
};

static bool write_count(engFilm* film) {
  unsigned char control[8] = {0};
  put32(control, (uint32_t)film->frames);
  return write_chunk(film->file, "acTL", control, sizeof control, NULL);
}

engFilm* eng_openFilm(const char* filename, int width, int height, double frames_per_second,
                      char* error, int error_sz) {
  NEED_OR(NULL, filename);
  if (width < 1 || height < 1 || !(frames_per_second > 0 && frames_per_second < 10000)) {
    fail(error, error_sz, "a film has pixels, and pictures: more than 0 a second", filename);
    return NULL;
  }
  engFilm* film = calloc(1, sizeof *film);
  if (film) film->last = malloc(3 * (size_t)width * (size_t)height);
  if (!film || !film->last) {
    free(film);
    fail(error, error_sz, "no memory", filename);
    return NULL;
  }
  film->width = width;
  film->height = height;
  film->delay[0] = (unsigned)fmax(1, fmin(60000, round(1000 / frames_per_second)));
  film->delay[1] = 1000;
  film->file = fopen(filename, "wb");
  bool fine = film->file && write_header(film->file, width, height, 8, RGB);
  if (fine) {
    film->count_at = ftell(film->file);
    fine = write_count(film);
  }
  if (fine) return film;
  cannot_write(error, error_sz, "cannot be written", filename);
  eng_closeFilm(film);
  return NULL;
}

// The rectangle that differs from the previous frame; one pixel if there is none.
static picture_part changed(const engFilm* film, const unsigned char* rgb) {
  int left = film->width, right = -1, top = film->height, bottom = -1;
  size_t row = 3 * (size_t)film->width;
  for (int y = 0; y < film->height; y++) {
    size_t at = row * (size_t)(film->height - 1 - y);
    if (!memcmp(rgb + at, film->last + at, row)) continue;
    if (y < top) top = y;
    bottom = y;
    int x = 0, end = film->width - 1;
    while (!memcmp(rgb + at + 3 * x, film->last + at + 3 * x, 3)) x++;
    while (!memcmp(rgb + at + 3 * end, film->last + at + 3 * end, 3)) end--;
    if (x < left) left = x;
    if (end > right) right = end;
  }
  picture_part none = {0, 0, 1, 1}, p = {left, top, right - left + 1, bottom - top + 1};
  return bottom < 0 ? none : p;
}

static bool write_frame(engFilm* film, const unsigned char* rgb, picture_part p) {
  unsigned char control[26] = {0};
  const int numbers[5] = {(int)film->number++, p.width, p.height, p.left, p.top};
  for (int i = 0; i < 5; i++) put32(control + 4 * i, (uint32_t)numbers[i]);
  put16(control + 20, film->delay[0]);
  put16(control + 22, film->delay[1]);
  size_t n = 0;
  unsigned char* packed = pack(rgb, film->width, film->height, 3, p, &n);
  bool fine = packed && write_chunk(film->file, "fcTL", control, sizeof control, NULL);
  if (film->frames == 0) {
    fine = fine && write_chunk(film->file, "IDAT", packed, n, NULL);
  } else {
    fine = fine && write_chunk(film->file, "fdAT", packed, n, &film->number);
    film->number++;
  }
  free(packed);
  return fine;
}

int eng_addFrame(engFilm* film, const unsigned char* rgb) {
  NEED_OR(-1, film, rgb);
  picture_part all = {0, 0, film->width, film->height};
  if (film->failed || !write_frame(film, rgb, film->frames ? changed(film, rgb) : all)) {
    film->failed = true;
    return -1;
  }
  memcpy(film->last, rgb, 3 * (size_t)film->width * (size_t)film->height);
  film->frames++;
  return 0;
}

int eng_closeFilm(engFilm* film) {
  if (!film) return 0;
  int frames = film->frames;
  bool fine = film->file && !film->failed && frames > 0 &&
              write_chunk(film->file, "IEND", NULL, 0, NULL) &&
              !fseek(film->file, film->count_at, SEEK_SET) && write_count(film);
  if (film->file) fine &= !fclose(film->file);
  free(film->last);
  free(film);
  return fine ? frames : -1;
}
