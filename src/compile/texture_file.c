// Textures from image files: PNG, KTX (kept as it is), our own binary format; and cubes put
// together from them.
#include <stdlib.h>
#include <string.h>

#include "asset/picture.h"
#include "base/cache.h"
#include "compile/asset_file.h"
#include "compile/texture.h"

// The functions that read put the pixels of a picture in the arena.

static bool read_custom(build* b, const spec_texture* src, const char* file, const asset_file* f,
                        picture* p) {
  int width = f->size >= 8 ? asset_int(f, 0) : 0, height = f->size >= 8 ? asset_int(f, 1) : 0;
  if (width < 1 || height < 1 || f->size != 8 + 3.0 * width * height) {
    return build_error(
        b, &src->e,
        "file '%s' was read as a binary texture: width, height, and 3 bytes a pixel; "
        "%d by %d pixels and %d bytes do not fit together (for an image use the "
        "extension .png or content_type image/png)",
        file, width, height, f->size);
  }
  *p = (picture){width, height, 3, false, asset_alloc(b, &src->e, f->size - 8, 1)};
  if (p->pixel) memcpy(p->pixel, f->data + 8, f->size - 8);
  return p->pixel;
}

static bool read_ktx(build* b, const spec_texture* src, const char* file, const asset_file* f,
                     picture* p) {
  if (src->pub.hflip || src->pub.vflip) {
    return build_error(b, &src->e, "KTX file '%s' cannot be flipped", file);
  }
  *p = (picture){f->size, 1, 1, false, asset_alloc(b, &src->e, f->size, 1)};
  if (p->pixel) memcpy(p->pixel, f->data, f->size);
  return p->pixel;
}

// Decoded images are kept in the cache: header and pixels in one block.
typedef struct {
  int width, height, nchannel;
  bool srgb;
  mjtByte pixel[];
} cached_image;

static bool take(build* b, const spec_texture* src, const cached_image* image, picture* p) {
  size_t bytes = (size_t)image->width * image->height * image->nchannel;
  *p = (picture){image->width, image->height, image->nchannel, image->srgb,
                 asset_alloc(b, &src->e, bytes, 1)};
  if (p->pixel) memcpy(p->pixel, image->pixel, bytes);
  return p->pixel;
}

// The decoded file as a block for the cache; NULL after an error.
static cached_image* decode(build* b, const spec_texture* src, const char* file,
                            const asset_file* f, size_t* size) {
  picture png;
  const char* problem = picture_decode(&png, f->data, f->size, src->pub.nchannel);
  if (problem) {
    build_error(b, &src->e, "PNG file '%s': %s", file, problem);
    return NULL;
  }
  size_t bytes = (size_t)png.width * png.height * png.nchannel;
  *size = sizeof(cached_image) + bytes;
  cached_image* image = malloc(*size);
  if (image) {
    *image = (cached_image){png.width, png.height, png.nchannel, png.srgb};
    memcpy(image->pixel, png.pixel, bytes);
  } else {
    build_error(b, &src->e, "out of memory");
  }
  picture_free(&png);
  return image;
}

static bool read_png(build* b, const spec_texture* src, const char* file, const asset_file* f,
                     picture* p) {
  text key = {0};
  text_print(&key, "png %d %s", src->pub.nchannel, f->resource->name);
  mjCache* cache = key.failed || !*f->resource->timestamp ? NULL : mj_getCache();
  const char* timestamp = f->resource->timestamp;
  const cache_entry* known = cache_find(cache, text_string(&key), timestamp);
  bool ok;
  if (known) {
    ok = take(b, src, cache_data(known), p);
    cache_release(cache, known);
  } else {
    size_t size = 0;
    cached_image* image = decode(b, src, file, f, &size);
    ok = image && take(b, src, image, p);
    if (!image || !cache_put(cache, text_string(&key), timestamp, image, size, free)) free(image);
  }
  text_free(&key);
  return ok;
}

static bool read_picture(build* b, const spec_texture* src, const char* file, picture* p) {
  asset_type type = asset_type_of(&src->own.content_type, file);
  if (type == ASSET_INVALID) {
    return build_error(b, &src->e, "content_type '%s' is not of the form type/subtype",
                       string_text(&src->own.content_type));
  }
  if (type != ASSET_PNG && type != ASSET_KTX && type != ASSET_TEXTURE && type != ASSET_UNKNOWN) {
    return build_error(b, &src->e,
                       "file '%s' is no texture: PNG (image/png), KTX (image/ktx) and binary "
                       "textures (image/vnd.mujoco.texture) are",
                       file);
  }
  asset_file f;
  if (!asset_file_open(b, &src->e, file, ASSET_TEXTURE_FOLDER, &f)) return false;
  bool ok;
  if (type == ASSET_PNG) {
    ok = read_png(b, src, file, &f, p);
  } else if (type == ASSET_KTX) {
    ok = read_ktx(b, src, file, &f, p);
  } else {
    ok = read_custom(b, src, file, &f, p);
  }
  asset_file_close(&f);
  if (ok) texture_flip(&src->pub, p->pixel, p->width, p->height, p->nchannel);
  return ok;
}

static void take_colorspace(build_texture* t, const picture* p) {
  if (t->colorspace == mjCOLORSPACE_AUTO) {
    t->colorspace = p->srgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR;
  }
}

// --- cubes --------------------------------------------------------------------------------------

static mjtByte* side_pixels(const build_texture* t, int side) {
  return t->pixel + 3 * (size_t)side * t->width * t->width;
}

static void fill_side(build_texture* t, int side) {
  const double* rgb = t->src->pub.rgb1;
  mjtByte* pixel = side_pixels(t, side);
  for (int i = 0; i < t->width * t->width; i++) {
    for (int k = 0; k < 3; k++) *pixel++ = texture_byte(rgb[k]);
  }
}

// Side from the cell of a picture whose top left corner is at row, column.
static void copy_side(build_texture* t, int side, const picture* p, int row, int column) {
  size_t line = 3 * (size_t)t->width;
  for (int r = 0; r < t->width; r++) {
    memcpy(side_pixels(t, side) + r * line, p->pixel + 3 * ((size_t)(row + r) * p->width + column),
           line);
  }
}

static bool three_channels(build* b, const build_texture* t, const picture* p) {
  if (p->nchannel == 3) return true;
  return build_error(b, &t->src->e, "the images of a cube have 3 channels, not %d", p->nchannel);
}

// One image that is a grid of sides.
static bool cube_from_grid(build* b, build_texture* t, const picture* p) {
  const mjsTexture* pub = &t->src->pub;
  int rows = pub->gridsize[0], columns = pub->gridsize[1];
  int width = p->width / columns;
  bool given[CUBE_SIDES] = {false};
  if (!three_channels(b, t, p)) return false;
  if (!texture_allocate(b, t, width, (double)CUBE_SIDES * width, 3)) return false;
  for (int k = 0; k < rows * columns; k++) {
    static const char letters[] = "RLUDFB";
    char c = pub->gridlayout[k];
    if (c == '.') continue;
    const char* found = c ? strchr(letters, c) : NULL;
    if (!found) {
      return build_error(b, &t->src->e, "gridlayout must be made of R, L, U, D, F, B and dots");
    }
    int side = (int)(found - letters);
    copy_side(t, side, p, k / columns * width, k % columns * width);
    given[side] = true;
  }
  for (int side = 0; side < CUBE_SIDES; side++) {
    if (!given[side]) fill_side(t, side);
  }
  return true;
}

static bool check_grid(build* b, const build_texture* t, const picture* p) {
  const int* grid = t->src->pub.gridsize;
  if (grid[0] < 1 || grid[1] < 1 || grid[0] > 12 || grid[1] > 12 || grid[0] * grid[1] > 12) {
    return build_error(b, &t->src->e, "gridsize must be 1 to 12 cells, not %d by %d", grid[0],
                       grid[1]);
  }
  if (p->width % grid[1] || p->height % grid[0] || p->width / grid[1] != p->height / grid[0]) {
    return build_error(b, &t->src->e,
                       "%d by %d pixels do not divide into %d rows and %d columns of squares",
                       p->width, p->height, grid[0], grid[1]);
  }
  return true;
}

bool texture_from_file(build* b, build_texture* t) {
  picture p;
  if (!read_picture(b, t->src, string_text(&t->src->own.file), &p)) return false;
  take_colorspace(t, &p);
  const mjsTexture* pub = &t->src->pub;
  bool whole = pub->type == mjTEXTURE_2D || (pub->gridsize[0] == 1 && pub->gridsize[1] == 1);
  if (pub->type != mjTEXTURE_2D && !check_grid(b, t, &p)) return false;
  if (!whole) return cube_from_grid(b, t, &p);
  t->width = p.width;
  t->height = p.height;
  t->nchannel = p.nchannel;
  t->pixel = p.pixel;
  return true;
}

bool texture_from_six(build* b, build_texture* t) {
  const string_vec* files = &t->src->own.cubefiles;
  bool given[CUBE_SIDES] = {false};
  for (int side = 0; side < CUBE_SIDES && side < files->size; side++) {
    picture p;
    const char* file = string_text(files->data + side);
    if (!*file) continue;
    if (!read_picture(b, t->src, file, &p) || !three_channels(b, t, &p)) return false;
    if (p.width != p.height || (t->width && p.width != t->width)) {
      return build_error(b, &t->src->e,
                         "the sides of a cube are squares of one size; '%s' has %d by %d pixels",
                         file, p.width, p.height);
    }
    if (!t->width) {
      if (!texture_allocate(b, t, p.width, (double)CUBE_SIDES * p.width, 3)) return false;
      take_colorspace(t, &p);
    }
    copy_side(t, side, &p, 0, 0);
    given[side] = true;
  }
  for (int side = 0; side < CUBE_SIDES; side++) {
    if (!given[side]) fill_side(t, side);
  }
  return true;
}
