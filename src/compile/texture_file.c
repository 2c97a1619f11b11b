// Textures from image files: PNG, KTX (stored undecoded), MuJoCo's binary format; and cubes
// composed of them.
#include <stdlib.h>
#include <string.h>

#include "base/platform/thread.h"
#include "base/cache.h"
#include "base/pool.h"
#include "compile/asset_file.h"
#include "compile/mesh_pass.h"
#include "compile/texture.h"

// The reading functions leave pixels in the arena or, for PNG, where they were decoded or cached:
// they are copied only once, into the model.

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

static size_t bytes_of(const picture* p) { return (size_t)p->width * p->height * p->nchannel; }

static void delete_picture(void* p) {
  picture_free(p);
  free(p);
}

// The decoding of one file.
struct texture_decoding {
  double seconds;  // time it took
  const spec_texture* src;
  const char* name;
  asset_file file;
  text key;        // cache key; empty: not cached
  picture* image;  // result, or:
  const char* problem;
  mjTask task;
};
typedef struct texture_decoding decoding;

static mjCache* cache_of(const decoding* x) { return x->key.size ? mj_getCache() : NULL; }

static const char* timestamp_of(const decoding* x) { return x->file.resource->timestamp; }

// Takes ownership of the file.
static void decoding_begin(decoding* x, const spec_texture* src, const char* name, asset_file* f) {
  *x = (decoding){.src = src, .name = name, .file = *f};
  f->resource = NULL;
  if (!*timestamp_of(x)) return;
  text_print(&x->key, "png %d %s", src->pub.nchannel, x->file.resource->name);
  if (x->key.failed) text_free(&x->key);
}

// May run in any thread.
static void* decoding_run(void* argument) {
  decoding* x = argument;
  double begin = thread_seconds();
  x->image = calloc(1, sizeof *x->image);
  x->problem = x->image ? picture_decode(x->image, x->file.data, x->file.size, x->src->pub.nchannel)
                        : "out of memory";
  x->seconds = thread_seconds() - begin;
  return NULL;
}

static void decoding_end(decoding* x) {
  if (x->image) delete_picture(x->image);
  x->image = NULL;
  text_free(&x->key);
  if (x->file.resource) asset_file_close(&x->file);
}

// Move the image to its final owner: the cache, if that accepts it.
static bool decoding_take(build* b, decoding* x, texture_source* from) {
  if (x->problem) {
    bool jpeg = asset_type_of(&x->src->own.content_type, x->name) == ASSET_JPEG;
    return build_error(b, &x->src->e, "%s file '%s': %s", jpeg ? "JPEG" : "PNG", x->name,
                       x->problem);
  }
  from->p = *x->image;
  from->known = cache_put_held(cache_of(x), text_string(&x->key), timestamp_of(x), x->image,
                               sizeof(picture) + bytes_of(x->image), delete_picture);
  if (!from->known) from->own = x->image;
  x->image = NULL;
  return true;
}

// Look for a decoded image in the cache.
static bool take_known(const decoding* x, texture_source* from) {
  from->known = cache_find(cache_of(x), text_string(&x->key), timestamp_of(x));
  if (from->known) from->p = *(const picture*)cache_data(from->known);
  return from->known;
}

static bool read_png(build* b, const spec_texture* src, const char* file, asset_file* f,
                     texture_source* from) {
  decoding x;
  decoding_begin(&x, src, file, f);
  bool ok = take_known(&x, from);
  if (!ok) {
    decoding_run(&x);
    ok = decoding_take(b, &x, from);
  }
  decoding_end(&x);
  return ok;
}

static void source_release(texture_source* from) {
  if (from->known) cache_release(mj_getCache(), from->known);
  if (from->own) delete_picture(from->own);
  *from = (texture_source){0};
}

static bool read_picture(build* b, const spec_texture* src, const char* file,
                         texture_source* from) {
  asset_type type = asset_type_of(&src->own.content_type, file);
  if (type == ASSET_INVALID) {
    return build_error(b, &src->e, "content_type '%s' is not of the form type/subtype",
                       string_text(&src->own.content_type));
  }
  if (type != ASSET_PNG && type != ASSET_JPEG && type != ASSET_KTX && type != ASSET_TEXTURE &&
      type != ASSET_UNKNOWN) {
    return build_error(
        b, &src->e,
        "file '%s' is no texture: PNG (image/png), JPEG (image/jpeg), KTX (image/ktx) and binary "
        "textures (image/vnd.mujoco.texture) are",
        file);
  }
  asset_file f;
  if (!asset_file_open(b, &src->e, file, ASSET_TEXTURE_FOLDER, &f)) return false;
  bool ok;
  if (type == ASSET_PNG || type == ASSET_JPEG) {
    ok = read_png(b, src, file, &f, from);  // takes ownership of the file
  } else if (type == ASSET_KTX) {
    ok = read_ktx(b, src, file, &f, &from->p);
  } else {
    ok = read_custom(b, src, file, &f, &from->p);
  }
  if (f.resource) asset_file_close(&f);
  return ok;
}

// Copy the pixels to the arena and flip them as requested by the element.
static bool flip(build* b, const spec_texture* src, picture* p) {
  const mjtByte* from = p->pixel;
  if (!from || (!src->pub.hflip && !src->pub.vflip)) return true;
  p->pixel = asset_alloc(b, &src->e, bytes_of(p), 1);
  if (!p->pixel) return false;
  memcpy(p->pixel, from, bytes_of(p));
  texture_flip(&src->pub, p->pixel, p->width, p->height, p->nchannel);
  return true;
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

// Copy a side from the cell of an image whose top left corner is at (row, column).
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

// A cube from one image that is a grid of sides.
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

static bool take_whole(build* b, build_texture* t) {
  picture p = t->source.p;
  take_colorspace(t, &p);
  if (!flip(b, t->src, &p)) return false;
  t->width = p.width;
  t->height = p.height;
  t->nchannel = p.nchannel;
  t->pixel = p.pixel;
  return true;
}

// --- decoding in threads ------------------------------------------------------------------------

static bool same_image(const decoding* x, const decoding* y) {
  return x->src->pub.nchannel == y->src->pub.nchannel &&
         !strcmp(x->file.resource->name, y->file.resource->name);
}

// Whether the texture is complete or left to textures_decode; false when it has failed.
static bool leave_for_later(build* b, build_texture* t) {
  const spec_texture* src = t->src;
  const char* name = string_text(&src->own.file);
  asset_type type = asset_type_of(&src->own.content_type, name);
  if ((type != ASSET_PNG && type != ASSET_JPEG) || src->pub.type != mjTEXTURE_2D) return false;
  if (t->waits || meshes_processors(b) < 2) return false;
  asset_file f;
  if (!asset_file_open(b, &src->e, name, ASSET_TEXTURE_FOLDER, &f)) return true;
  decoding* x = asset_alloc(b, &src->e, 1, sizeof *x);
  if (!x) {
    asset_file_close(&f);
    return true;
  }
  decoding_begin(x, src, name, &f);
  if (take_known(x, &t->source)) {
    decoding_end(x);
    take_whole(b, t);
    return true;
  }
  for (const build_texture* other = b->texture; other < t && !t->waits; other++) {
    t->waits = other->decoding && same_image(x, other->decoding);
  }
  if (t->waits) {
    decoding_end(x);
  } else {
    t->decoding = x;
  }
  return true;
}

// Number of additional threads for decoding; 0 unless the images are numerous and large enough.
static int helpers_for(const build* b, const build_texture* all, int n) {
  enum { WORTH_IT = 100000, MOST = 16 };  // bytes; threads
  int waiting = 0;
  size_t bytes = 0;
  for (int i = 0; i < n; i++) {
    if (!all[i].decoding) continue;
    waiting++;
    bytes += (size_t)all[i].decoding->file.size;
  }
  return bytes < WORTH_IT ? 0 : mjMIN(mjMIN(meshes_processors(b), waiting), MOST) - 1;
}

void textures_decode(build* b, build_texture* all, int n) {
  int helpers = helpers_for(b, all, n);
  mjThreadPool* pool = helpers > 0 ? mju_threadPoolCreate((size_t)helpers) : NULL;
  for (int i = 0; i < n; i++) {
    decoding* x = all[i].decoding;
    if (!x) continue;
    mju_defaultTask(&x->task);
    x->task.func = decoding_run;
    x->task.args = x;
    if (pool) {
      mju_threadPoolEnqueue(pool, &x->task);
    } else {
      decoding_run(x);
    }
  }
  for (int i = 0; i < n; i++) {
    decoding* x = all[i].decoding;
    if (!x) continue;
    if (pool) pool_join(pool, &x->task);
    if (pool) b->s->timer[mjCTIMER_TEXTURE] += x->seconds;
    if (decoding_take(b, x, &all[i].source)) take_whole(b, all + i);
    decoding_end(x);
    all[i].decoding = NULL;
  }
  if (pool) mju_threadPoolDestroy(pool);
}

void texture_release(build_texture* t) {
  if (t->decoding) decoding_end(t->decoding);
  t->decoding = NULL;
  source_release(&t->source);
}

bool texture_from_file(build* b, build_texture* t) {
  if (leave_for_later(b, t)) return true;
  if (!read_picture(b, t->src, string_text(&t->src->own.file), &t->source)) return false;
  picture p = t->source.p;
  const mjsTexture* pub = &t->src->pub;
  bool whole = pub->type == mjTEXTURE_2D || (pub->gridsize[0] == 1 && pub->gridsize[1] == 1);
  if (pub->type != mjTEXTURE_2D && !check_grid(b, t, &p)) return false;
  if (whole) return take_whole(b, t);
  take_colorspace(t, &p);
  if (!flip(b, t->src, &p)) return false;
  bool ok = cube_from_grid(b, t, &p);
  source_release(&t->source);
  return ok;
}

bool texture_from_six(build* b, build_texture* t) {
  const string_vec* files = &t->src->own.cubefiles;
  bool given[CUBE_SIDES] = {false};
  for (int side = 0; side < CUBE_SIDES && side < files->size; side++) {
    const char* file = string_text(files->data + side);
    if (!*file) continue;
    if (!read_picture(b, t->src, file, &t->source)) return false;
    picture p = t->source.p;
    if (!three_channels(b, t, &p) || !flip(b, t->src, &p)) return false;
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
    source_release(&t->source);
    given[side] = true;
  }
  for (int side = 0; side < CUBE_SIDES; side++) {
    if (!given[side]) fill_side(t, side);
  }
  return true;
}
