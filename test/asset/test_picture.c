// PNG files: pixels come back as they were put in, by whatever filters, chunks and reader.
#include "asset/picture.h"
#include "render/deflate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef unsigned char byte;

enum { MAXFILE = 200000 };

typedef struct {
  byte data[MAXFILE];
  size_t n;
} file;

static uint32_t seed = 5;

static int draw(int n) {
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 8) % (uint32_t)n);
}

static void put_number(byte* to, uint32_t x) {
  for (int k = 0; k < 4; k++) to[k] = (byte)(x >> (24 - 8 * k));
}

static void put_chunk(file* f, const char* type, const byte* data, size_t n) {
  byte* at = f->data + f->n;
  put_number(at, (uint32_t)n);
  memcpy(at + 4, type, 4);
  memcpy(at + 8, data, n);
  put_number(at + 8 + n, deflate_crc(at + 4, n + 4));
  f->n += n + 12;
}

// The filters of the standard: what is subtracted from a byte.
static int guess(int filter, int a, int b, int c) {
  int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
  switch (filter) {
    case 1: return a;
    case 2: return b;
    case 3: return (a + b) / 2;
    case 4: return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
    default: return 0;
  }
}

// A file of these pixels, each line with a filter of its own, in as many IDAT chunks.
static void encode(file* f, const byte* pixel, int width, int height, int nchannel, int nchunk) {
  static const byte signature[8] = {137, 'P', 'N', 'G', 13, 10, 26, 10};
  static byte lines[MAXFILE];
  size_t stride = (size_t)(width * nchannel), n = 0, npacked;
  for (int r = 0; r < height; r++) {
    int filter = lines[n++] = (byte)draw(5);
    const byte *row = pixel + (size_t)r * stride, *above = row - stride;
    for (size_t i = 0; i < stride; i++) {
      int left = i >= (size_t)nchannel;
      int a = left ? row[i - (size_t)nchannel] : 0, b = r ? above[i] : 0;
      int c = r && left ? above[i - (size_t)nchannel] : 0;
      lines[n++] = (byte)(row[i] - guess(filter, a, b, c));
    }
  }
  byte* packed = deflate_bytes(lines, n, &npacked);
  byte header[13] = {0};
  put_number(header, (uint32_t)width);
  put_number(header + 4, (uint32_t)height);
  header[8] = 8;
  header[9] = nchannel == 1 ? 0 : nchannel == 3 ? 2 : 6;
  memcpy(f->data, signature, 8);
  f->n = 8;
  put_chunk(f, "IHDR", header, 13);
  if (draw(2)) put_chunk(f, "sRGB", header, 1);
  for (int k = 0; k < nchunk; k++) {
    size_t from = npacked * (size_t)k / (size_t)nchunk;
    put_chunk(f, "IDAT", packed + from, npacked * (size_t)(k + 1) / (size_t)nchunk - from);
  }
  put_chunk(f, "IEND", header, 0);
  free(packed);
}

// Smooth, so that every filter matters, and noisy here and there.
static void draw_pixels(byte* pixel, int width, int height, int nchannel) {
  for (int i = 0; i < width * height * nchannel; i++) {
    int x = i / nchannel % width, y = i / nchannel / width;
    pixel[i] = (byte)(3 * x + 5 * y + 40 * (i % nchannel) + (draw(4) ? 0 : draw(256)));
  }
}

static void pixels_come_back(void** state) {
  (void)state;
  static file f;
  static byte pixel[40000];
  static const int kinds[] = {1, 3, 4};
  for (int round = 0; round < 300; round++) {
    int width = 1 + draw(60), height = 1 + draw(60), nchannel = kinds[round % 3];
    draw_pixels(pixel, width, height, nchannel);
    encode(&f, pixel, width, height, nchannel, 1 + draw(4));
    picture a, b;
    assert_null(picture_decode(&a, f.data, f.n, nchannel));
    assert_null(picture_decode_any(&b, f.data, f.n, nchannel));
    assert_int_equal(a.width, width);
    assert_int_equal(a.height, height);
    assert_int_equal(a.nchannel, nchannel);
    assert_int_equal(a.srgb, b.srgb);
    assert_memory_equal(a.pixel, pixel, (size_t)(width * height * nchannel));
    assert_memory_equal(b.pixel, pixel, (size_t)(width * height * nchannel));
    picture_free(&a);
    picture_free(&b);
  }
}

// Whatever is changed or cut off, a file is decoded as any decoder would, or refused.
static void damage_is_noticed(void** state) {
  (void)state;
  static file f;
  static byte pixel[40000];
  int refused = 0;
  for (int round = 0; round < 500; round++) {
    draw_pixels(pixel, 17, 19, 3);
    encode(&f, pixel, 17, 19, 3, 1 + draw(3));
    if (round % 2) {
      f.data[draw((int)f.n)] ^= (byte)(1 << draw(8));
    } else {
      f.n = (size_t)draw((int)f.n);
    }
    picture a;
    if (picture_decode(&a, f.data, f.n, 3)) {
      refused++;
      assert_null(a.pixel);
    } else {
      assert_memory_equal(a.pixel, pixel, 17 * 19 * 3);
      picture_free(&a);
    }
  }
  assert_true(refused > 450);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pixels_come_back),
                                     cmocka_unit_test(damage_is_noticed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
