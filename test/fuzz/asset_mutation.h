// Asset files to start from, one reader each, and changes that leave them nearly whole: most random
// bytes would be refused by the first check of a reader.
#pragma once

#include <stdlib.h>

#include "asset/asset_bytes.h"

enum {
  OBJ,
  STL,
  MSH,
  HFIELD,
  HFIELD_PNG,
  TEXTURE,
  TEXTURE_PNG,
  SKIN,
  STL_TEXT,
  TEXTURE_KTX,
  MESH_INLINE,
  HFIELD_INLINE,
  SKIN_INLINE,
  GMSH,
  SCENE,  // an OBJ file that is its own file of materials
  READERS
};

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max);

// Small numbers out of a seed.
static inline unsigned draw(uint64_t* state, unsigned n) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*state >> 33) % n;
}

// --- seeds --------------------------------------------------------------------------------------

// Bytes of all rows, each with its filter; of the seven passes when interlaced.
static size_t png_rows_size(png_header h) {
  static const int x0[7] = {0, 4, 0, 2, 0, 1, 0}, y0[7] = {0, 0, 4, 0, 2, 0, 1};
  static const int dx[7] = {8, 8, 4, 4, 2, 2, 1}, dy[7] = {8, 8, 8, 4, 4, 2, 2};
  static const int channels[7] = {1, 0, 3, 1, 2, 0, 4};
  int bits = h.depth * channels[h.color];
  size_t n = 0;
  for (int pass = 0; pass < (h.interlaced ? 7 : 1); pass++) {
    int w = h.interlaced ? (h.width - x0[pass] + dx[pass] - 1) / dx[pass] : h.width;
    int r = h.interlaced ? (h.height - y0[pass] + dy[pass] - 1) / dy[pass] : h.height;
    if (w > 0 && r > 0) n += (size_t)r * (1 + (size_t)(w * bits + 7) / 8);
  }
  return n;
}

// An image of any kind the format knows.
static void put_any_png(bytes* b, uint64_t* state) {
  static const unsigned char kind[15][2] = {{0, 1}, {0, 2},  {0, 4},  {0, 8}, {0, 16},
                                            {2, 8}, {2, 16}, {3, 1},  {3, 2}, {3, 4},
                                            {3, 8}, {4, 8},  {4, 16}, {6, 8}, {6, 16}};
  const unsigned char* k = kind[draw(state, 15)];
  png_header h = {1 + (int)draw(state, 12), 1 + (int)draw(state, 12), k[1], k[0],
                  draw(state, 4) == 0};
  if (draw(state, 2)) h.height = h.width;
  unsigned char row[2048];
  size_t n = png_rows_size(h);
  // zeros are filters that exist, palette entries that exist
  for (size_t i = 0; i < n; i++) row[i] = draw(state, 2) ? 0 : (unsigned char)draw(state, 5);
  put_png_rows(b, h, draw(state, 2) != 0, row, n);
}

static void put_stl_text(bytes* b) {
  put_text(b, "solid cube\n");
  for (int t = 0; t < 12; t++) {
    put_text(b, " facet normal 0 0 0\n  outer loop\n");
    for (int k = 0; k < 3; k++) {
      char line[100];
      const float* v = cube_vert + 3 * cube_corner(t, k);
      put(b, line, (size_t)sprintf(line, "   vertex %g %g %g\n", v[0], v[1], v[2]));
    }
    put_text(b, "  endloop\n endfacet\n");
  }
  put_text(b, "endsolid cube\n");
}

// Inline arrays: a byte with the length of each, then floats, and a byte for each index.
static void put_mesh_arrays(bytes* b, int with_rest) {
  const unsigned char size[6] = {24, with_rest ? 24 : 0, with_rest ? 16 : 0,
                                 36, with_rest ? 36 : 0, with_rest ? 36 : 0};
  put(b, size, 6);
  put_floats(b, 24, cube_vert);
  if (with_rest) {
    put_floats(b, 24, cube_vert);
    put_floats(b, 16, cube_vert);
  }
  for (int i = 0; i < (with_rest ? 108 : 36); i++) {
    unsigned char corner = (unsigned char)cube_corner(i / 3 % 12, i % 3);
    put(b, &corner, 1);
  }
}

static void put_skin_arrays(bytes* b) {
  static const float number[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1,  // vertices
                                 0, 0, 1, 0, 0, 1, 1, 1,              // texture coordinates
                                 0, 0, 0, 1, 0, 0,                    // bindpos
                                 1, 0, 0, 0, 1, 0, 0, 0,              // bindquat
                                 1, 2, 3, 1, 2, 3};                   // weights
  static const unsigned char index[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 1, 2, 1, 2, 3};
  static const unsigned char size[] = {12, 8, 6, 8, 3, 3, 12, 3, 3};
  put(b, size, sizeof size);
  put(b, number, sizeof number);
  put(b, index, sizeof index);
}

// Two tetrahedra, in version 4.1 or 2.2, as text or binary.
static void put_gmsh(bytes* b, int new_version, int binary) {
  static const double node[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  static const int element[2][4] = {{1, 2, 3, 4}, {2, 3, 4, 5}};
  put_text(b, "$MeshFormat\n");
  put_text(b, new_version ? "4.1" : "2.2");
  put_text(b, binary ? " 1 8\n" : " 0 8\n");
  if (binary) put_int(b, 1);
  put_text(b, "\n$EndMeshFormat\n$Nodes\n");
  if (!binary) {
    put_text(b, new_version ? "1 5 1 5\n3 1 0 5\n1 2 3 4 5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n"
                            : "5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n");
    put_text(b, "$EndNodes\n$Elements\n");
    put_text(b, new_version ? "1 2 1 2\n3 1 4 2\n1 1 2 3 4\n2 2 3 4 5\n"
                            : "2\n1 4 2 0 1 1 2 3 4\n2 4 2 0 1 2 3 4 5\n");
  } else if (new_version) {
    static const int64_t head[4] = {1, 5, 1, 5}, tag[6] = {5, 1, 2, 3, 4, 5};
    static const int entity[3] = {3, 1, 0}, shape[3] = {3, 1, 4};
    static const int64_t elements[4] = {1, 2, 1, 2}, two = 2;
    put(b, head, sizeof head);
    put(b, entity, sizeof entity);
    put(b, tag, sizeof tag);
    put(b, node, sizeof node);
    put_text(b, "\n$EndNodes\n$Elements\n");
    put(b, elements, sizeof elements);
    put(b, shape, sizeof shape);
    put(b, &two, sizeof two);
    for (int64_t i = 0; i < 2; i++) {
      int64_t row[5] = {i + 1};
      for (int k = 0; k < 4; k++) row[1 + k] = element[i][k];
      put(b, row, sizeof row);
    }
  } else {
    put_text(b, "5\n");
    for (int i = 0; i < 5; i++) {
      put_int(b, i + 1);
      put(b, node + 3 * i, 3 * sizeof *node);
    }
    put_text(b, "\n$EndNodes\n$Elements\n2\n");
    static const int head[3] = {4, 2, 0};
    put(b, head, sizeof head);
    for (int i = 0; i < 2; i++) {
      put_int(b, i + 1);
      put(b, element[i], sizeof element[i]);
    }
  }
  put_text(b, "\n$EndElements\n");
}

static void put_seed(bytes* b, int reader, uint64_t* state) {
  static const float height[6] = {0, 1, 2, 3, 4, 5};
  unsigned char pixel[48];
  for (int i = 0; i < 48; i++) pixel[i] = (unsigned char)(5 * i);
  switch (reader) {
    case OBJ: put_obj_cube(b); break;
    case STL: put_stl_cube(b); break;
    case MSH: put_msh_cube(b, (int)draw(state, 2), (int)draw(state, 2)); break;
    case HFIELD:
      put_int(b, 2);
      put_int(b, 3);
      put_floats(b, 6, height);
      break;
    case TEXTURE:
      put_int(b, 4);
      put_int(b, 4);
      put(b, pixel, 48);
      break;
    case HFIELD_PNG:
    case TEXTURE_PNG: put_any_png(b, state); break;
    case STL_TEXT: put_stl_text(b); break;
    case TEXTURE_KTX: put(b, pixel, 48); break;
    case MESH_INLINE: put_mesh_arrays(b, (int)draw(state, 2)); break;
    case HFIELD_INLINE:
      put(b, "\2\3", 2);
      put_floats(b, 6, height);
      break;
    case SKIN_INLINE: put_skin_arrays(b); break;
    case GMSH: put_gmsh(b, (int)draw(state, 2), (int)draw(state, 2)); break;
    case SCENE:
      put_text(b, "mtllib a.mtl\nnewmtl x\nKd 1 .5 0\nd .5\nmap_Kd -s 1 1 1 b.png\nnewmtl y y\n");
      put_text(b, "usemtl x\n");
      put_obj_cube(b);
      put_text(b, "o b\nusemtl y y\nf 1 2 3 4\nf 5 6 7\n");
      break;
    default: put_skin(b);
  }
}

// --- changes ------------------------------------------------------------------------------------

static unsigned png_word(const uint8_t* p) {
  return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3];
}

static void set_png_word(uint8_t* p, uint32_t x) {
  for (int k = 0; k < 4; k++) p[k] = (uint8_t)(x >> (24 - 8 * k));
}

// Set the checksums of every chunk, and of the pixels when they are one stored block.
static void repair_png(uint8_t* data, size_t size) {
  for (size_t at = 8; at + 12 <= size;) {
    size_t n = png_word(data + at);
    uint8_t* body = data + at + 8;
    if (n > size - at - 12) return;
    if (!memcmp(body - 4, "IDAT", 4) && n >= 11 && body[2] == 1) {
      unsigned stored = (unsigned)body[3] | (unsigned)body[4] << 8;
      if (stored <= n - 11) set_png_word(body + 7 + stored, png_adler(body + 7, stored));
    }
    set_png_word(body + n, png_crc(body - 4, n + 4));
    at += n + 12;
  }
}

// Other bytes in up to three places, so that counts and size still fit each other.
static void change_bytes(uint8_t* data, size_t size, uint64_t* state) {
  for (unsigned n = 1 + draw(state, 3); n; n--) {
    data[draw(state, (unsigned)size)] = (uint8_t)draw(state, 256);
  }
}

// An integer or float at a place where one may be becomes one at the border of what it can be.
static void change_word(uint8_t* data, size_t size, uint64_t* state) {
  static const uint32_t words[] = {0,          1,          3,          0xFFFFFFFF, 0x7FFFFFFF,
                                   0x80000000, 0x40000000, 0x10000000, 0x00010000, 200000,
                                   0x7FC00000, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x00000001,
                                   0x3F800000, 0xBF800000, 0x4E800000, 0x20000000, 0x80000001};
  if (size < 4) return;
  size_t at = draw(state, (unsigned)(size - 3));
  if (draw(state, 4)) at &= ~(size_t)3;
  if (draw(state, 4) == 0) {
    // the same number as at another place
    memmove(data + at, data + draw(state, (unsigned)(size - 3)), 4);
  } else {
    memcpy(data + at, words + draw(state, sizeof words / sizeof *words), 4);
  }
}

// A word of a text becomes another, or another word of it.
static size_t change_text(uint8_t* data, size_t size, size_t max, uint64_t* state) {
  static const char* const words[] = {"0",          "-1",          "1",
                                      "8",          "-8",          "9",
                                      "1e39",       "-1e300",      "nan",
                                      "inf",        "1e-46",       "4294967297",
                                      "2147483647", "-2147483648", "1//1",
                                      "1/1",        "v",           "f",
                                      "vn",         "vt",          "o",
                                      "g",          "#",           "\n",
                                      "\\",         "1/1/1",       "f 1 2 3 4 5 6 7\n",
                                      "0x10",       "1.5.5",       "+",
                                      "-",          "1e",          ".",
                                      "usemtl",     "mtllib",      "newmtl",
                                      "map_Kd",     "-o",          "-mm"};
  size_t from = draw(state, (unsigned)size), end = from;
  while (from > 0 && data[from - 1] > ' ') from--;
  while (end < size && data[end] > ' ') end++;
  const char* word = words[draw(state, sizeof words / sizeof *words)];
  size_t n = strlen(word), rest = size - end;
  if (from + n + rest > max) return size;
  memmove(data + from + n, data + end, rest);
  memcpy(data + from, word, n);
  return from + n + rest;
}

// One change of a file of this reader; returns its new size.
static size_t change_asset(int reader, uint8_t* data, size_t size, size_t max, uint64_t* state) {
  if (!size) return LLVMFuzzerMutate(data, size, max);
  switch (draw(state, 4)) {
    case 0: size = LLVMFuzzerMutate(data, size, max); break;
    case 1: change_bytes(data, size, state); break;
    case 2:
      if (reader == OBJ || reader == SCENE || reader == STL_TEXT ||
          (reader == GMSH && draw(state, 2))) {
        size = change_text(data, size, max, state);
      } else {
        change_word(data, size, state);
      }
      break;
    default:
      if (draw(state, 8) == 0) {
        size = 1 + draw(state, (unsigned)size);
      } else {
        change_word(data, size, state);
      }
  }
  if (reader == HFIELD_PNG || reader == TEXTURE_PNG) repair_png(data, size);
  return size;
}
