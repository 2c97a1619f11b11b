// Asset files in memory, byte for byte, for tests and fuzz targets.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  size_t size;
  unsigned char data[1 << 15];
} bytes;

static inline void put(bytes* b, const void* data, size_t n) {
  memcpy(b->data + b->size, data, n);
  b->size += n;
}

static inline void put_int(bytes* b, int x) { put(b, &x, 4); }
static inline void put_text(bytes* b, const char* text) { put(b, text, strlen(text)); }

static inline void put_floats(bytes* b, int n, const float* x) { put(b, x, sizeof *x * n); }

static const float cube_vert[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                    -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
static const int cube_quad[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4,
                                  2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};

// Vertex k of triangle t of 12: every quad is cut from its first corner.
static inline int cube_corner(int t, int k) {
  return cube_quad[4 * (t / 2) + (k == 0 ? 0 : k + t % 2)];
}

static inline void put_stl_cube(bytes* b) {
  char header[80] = "binary";
  put(b, header, 80);
  put_int(b, 12);
  for (int t = 0; t < 12; t++) {
    const float normal[3] = {0, 0, 0};
    put_floats(b, 3, normal);
    for (int k = 0; k < 3; k++) put_floats(b, 3, cube_vert + 3 * cube_corner(t, k));
    put(b, "\0\0", 2);
  }
}

// The same as text, in two solids, with capitals and blanks as some programs write them.
static inline void put_stl_text_cube(bytes* b) {
  for (int t = 0; t < 12; t++) {
    if (t % 6 == 0) put_text(b, t ? "endsolid half of it\n\nsolid\r\n" : " SOLID half of it\n");
    put_text(b, "  facet normal 0 0 0\n    outer loop\r\n");
    for (int k = 0; k < 3; k++) {
      char line[100];
      const float* v = cube_vert + 3 * cube_corner(t, k);
      snprintf(line, sizeof line, "\tVERTEX %g %.3e %f\n", v[0], v[1], v[2]);
      put_text(b, line);
    }
    put_text(b, "    endloop\n  endfacet\n");
  }
  put_text(b, "endsolid");
  put_text(b, "\n");
}

static inline void put_msh_cube(bytes* b, int with_normals, int with_texcoord) {
  put_int(b, 8);
  put_int(b, with_normals ? 8 : 0);
  put_int(b, with_texcoord ? 8 : 0);
  put_int(b, 12);
  put_floats(b, 24, cube_vert);
  if (with_normals) put_floats(b, 24, cube_vert);
  if (with_texcoord) put_floats(b, 16, cube_vert);
  for (int t = 0; t < 12; t++) {
    for (int k = 0; k < 3; k++) put_int(b, cube_corner(t, k));
  }
}

// Quads, with a normal and a texture coordinate for each side.
static inline void put_obj_cube(bytes* b) {
  char line[100];
  for (int i = 0; i < 8; i++) {
    const float* v = cube_vert + 3 * i;
    put(b, line, (size_t)sprintf(line, "v %g %g %g\n", v[0], v[1], v[2]));
  }
  put_text(b, "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n");
  put_text(b, "vn 0 0 -1\nvn 0 0 1\nvn 0 -1 0\nvn 0 1 0\nvn -1 0 0\nvn 1 0 0\n");
  for (int i = 0; i < 6; i++) {
    const int* q = cube_quad + 4 * i;
    put(b, line,
        (size_t)sprintf(line, "f %d/1/%d %d/2/%d %d/3/%d %d/4/%d\n", q[0] + 1, i + 1, q[1] + 1,
                        i + 1, q[2] + 1, i + 1, q[3] + 1, i + 1));
  }
}

// A tetrahedron moved by two bones, body "a" and body "b".
static inline void put_skin(bytes* b) {
  static const float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, texcoord[8] = {0, 0, 1};
  static const int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  put_int(b, 4);
  put_int(b, 4);
  put_int(b, 4);
  put_int(b, 2);
  put_floats(b, 12, vert);
  put_floats(b, 8, texcoord);
  put(b, face, sizeof face);
  for (int bone = 0; bone < 2; bone++) {
    char name[40] = {bone ? 'b' : 'a'};
    const float bind[7] = {(float)bone, 0, 0, 2, 0, 0, 0}, weight[3] = {1, 3, 1};
    const int vertex[3] = {bone, bone + 1, bone + 2};
    put(b, name, 40);
    put_floats(b, 7, bind);
    put_int(b, 3);
    put(b, vertex, sizeof vertex);
    put_floats(b, 3, weight);
  }
}

static inline uint32_t png_crc(const unsigned char* data, size_t n) {
  uint32_t crc = 0xFFFFFFFF;
  for (size_t i = 0; i < n; i++) {
    crc ^= data[i];
    for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
  }
  return ~crc;
}

static inline void put_big(bytes* b, uint32_t x) {
  unsigned char c[4] = {(unsigned char)(x >> 24), (unsigned char)(x >> 16), (unsigned char)(x >> 8),
                        (unsigned char)x};
  put(b, c, 4);
}

static inline void put_png_chunk(bytes* b, const char* type, const void* data, size_t n) {
  put_big(b, (uint32_t)n);
  size_t from = b->size;
  put(b, type, 4);
  put(b, data, n);
  put_big(b, png_crc(b->data + from, n + 4));
}

// What the header of a PNG file says; color is the code of the format: 0 grey, 2 RGB, 3 palette,
// 4 grey and alpha, 6 RGBA; depth in bits a channel.
typedef struct {
  int width, height, depth, color, interlaced;
} png_header;

static inline uint32_t png_adler(const unsigned char* data, size_t n) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < n; i++) {
    a = (a + data[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

// n bytes of filtered rows, not compressed.
static inline void put_png_rows(bytes* b, png_header h, int srgb, const unsigned char* row,
                                size_t n) {
  static bytes header, body;
  header.size = body.size = 0;
  put_big(&header, (uint32_t)h.width);
  put_big(&header, (uint32_t)h.height);
  const unsigned char rest[5] = {(unsigned char)h.depth, (unsigned char)h.color, 0, 0,
                                 (unsigned char)h.interlaced};
  put(&header, rest, 5);
  const unsigned char stored[7] = {0x78,
                                   1,
                                   1,
                                   (unsigned char)n,
                                   (unsigned char)(n >> 8),
                                   (unsigned char)~n,
                                   (unsigned char)(~n >> 8)};
  put(&body, stored, 7);
  put(&body, row, n);
  put_big(&body, png_adler(row, n));
  put(b, "\x89PNG\r\n\x1a\n", 8);
  put_png_chunk(b, "IHDR", header.data, header.size);
  if (srgb) put_png_chunk(b, "sRGB", "\0", 1);
  if (h.color == 3) put_png_chunk(b, "PLTE", "\1\2\3\4\5\6\7\10\11\12\13\14", 12);
  put_png_chunk(b, "IDAT", body.data, body.size);
  put_png_chunk(b, "IEND", "", 0);
}

// 8 bits a channel, grey, RGB or RGBA.
static inline void put_png(bytes* b, int width, int height, int color, int srgb,
                           const unsigned char* pixel) {
  size_t n = (size_t)width * (color == 0 ? 1 : color == 2 ? 3 : 4);
  static bytes rows;
  rows.size = 0;
  for (int r = 0; r < height; r++) {
    put(&rows, "\0", 1);
    put(&rows, pixel + r * n, n);
  }
  put_png_rows(b, (png_header){width, height, 8, color, 0}, srgb, rows.data, rows.size);
}
