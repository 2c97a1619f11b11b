// Textures: built-in patterns, image files, cubes composed of images.
#pragma once

#include "asset/picture.h"
#include "base/cache.h"
#include "compile/build.h"

// A decoded image and the owner of its pixels: a cache entry, this struct or, if neither, the
// arena.
typedef struct {
  picture p;
  const cache_entry* known;
  picture* own;
} texture_source;

// The pixels of a texture, top row first, channels interleaved.
typedef struct build_texture {
  const spec_texture* src;
  int width, height, nchannel;
  mjtColorSpace colorspace;
  mjtByte* pixel;         // read-only where they are those of the source
  texture_source source;  // the whole image; for a cube, the image being copied
  // during compilation
  struct texture_decoding* decoding;  // decoding of its file, possibly in another thread
  bool waits;                         // shares the file of an earlier texture
} build_texture;

void textures_compile(build* b);
void textures_size(build* b);
void textures_fill(build* b);

// Release cache entries and images, also after a failed compilation.
void textures_release(build* b);

// --- sources of textures; each function reports its errors ------------------------------------

// The sides of a cube, in the order of a cube's image from top to bottom.
enum { CUBE_RIGHT, CUBE_LEFT, CUBE_UP, CUBE_DOWN, CUBE_FRONT, CUBE_BACK, CUBE_SIDES };

bool texture_builtin(build* b, build_texture* t);    // texture_builtin.c
bool texture_from_file(build* b, build_texture* t);  // texture_file.c: 2D, or a cube from one image
bool texture_from_six(build* b, build_texture* t);   // texture_file.c: a cube from up to six images

// texture_from_file may leave an image undecoded; textures_decode then decodes all of the n
// textures, using several threads.
void textures_decode(build* b, build_texture* all, int n);  // texture_file.c

// Release the resources of its file.
void texture_release(build_texture* t);  // texture_file.c

// Allocate the pixels; false after an error when there are too many.
bool texture_allocate(build* b, build_texture* t, double width, double height, int nchannel);

// Convert a colour channel to a byte.
static inline mjtByte texture_byte(double channel) {
  return channel > 0 ? (mjtByte)(255 * (channel < 1 ? channel : 1)) : 0;
}

// Mirror columns and rows as requested by the element.
void texture_flip(const mjsTexture* t, mjtByte* pixel, int width, int height, int nchannel);
