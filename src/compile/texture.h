// Textures: built-in patterns, image files, cubes put together from images.
#pragma once

#include "asset/picture.h"
#include "base/cache.h"
#include "compile/build.h"

// A picture from a file, and who owns its pixels: an entry of the cache, we ourselves, or, if
// neither, the arena.
typedef struct {
  picture p;
  const cache_entry* known;
  picture* own;
} texture_source;

// The pixels of one texture, top row first, channels interleaved.
typedef struct build_texture {
  const spec_texture* src;
  int width, height, nchannel;
  mjtColorSpace colorspace;
  mjtByte* pixel;         // not to be written where they are those of the source
  texture_source source;  // a whole image; of a cube, the one that is being copied
  // while textures are compiled
  struct texture_decoding* decoding;  // of its file, by whatever thread
  bool waits;                         // for an earlier one with the same file
} build_texture;

void textures_compile(build* b);
void textures_size(build* b);
void textures_fill(build* b);

// Whether or not the compilation succeeded: nothing of the cache is held any more.
void textures_release(build* b);

// --- the ways to make one; each reports its errors --------------------------------------------

// The sides of a cube, from top to bottom in a cube's image.
enum { CUBE_RIGHT, CUBE_LEFT, CUBE_UP, CUBE_DOWN, CUBE_FRONT, CUBE_BACK, CUBE_SIDES };

bool texture_builtin(build* b, build_texture* t);    // texture_builtin.c
bool texture_from_file(build* b, build_texture* t);  // texture_file.c: 2D, or a cube from one image
bool texture_from_six(build* b, build_texture* t);   // texture_file.c: a cube from up to six images

// A whole image may be left undecoded by texture_from_file.  Then all that are, n in all, are
// decoded at once, by several threads.
void textures_decode(build* b, build_texture* all, int n);  // texture_file.c

// Give back what is held for its file.
void texture_release(build_texture* t);  // texture_file.c

// Room for the pixels; false after an error when there are too many.
bool texture_allocate(build* b, build_texture* t, double width, double height, int nchannel);

// A colour channel as a byte.
static inline mjtByte texture_byte(double channel) {
  return channel > 0 ? (mjtByte)(255 * (channel < 1 ? channel : 1)) : 0;
}

// Mirror columns and rows as the element asks.
void texture_flip(const mjsTexture* t, mjtByte* pixel, int width, int height, int nchannel);
