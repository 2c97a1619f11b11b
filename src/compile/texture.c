#include "base/platform/thread.h"
#include "compile/texture.h"

#include <limits.h>
#include <string.h>

#include "compile/asset_file.h"

static void exchange(mjtByte* a, mjtByte* b, size_t n) {
  for (size_t k = 0; k < n; k++) {
    mjtByte spare = a[k];
    a[k] = b[k];
    b[k] = spare;
  }
}

bool texture_allocate(build* b, build_texture* t, double width, double height, int nchannel) {
  if (width < 1 || height < 1 || nchannel < 1 || width * height * nchannel > INT_MAX) {
    return build_error(
        b, &t->src->e,
        "a texture of %.0f by %.0f pixels with %d channels cannot be held: the sides "
        "and channels must be at least 1, the bytes at most %d",
        width, height, nchannel, INT_MAX);
  }
  t->width = (int)width;
  t->height = (int)height;
  t->nchannel = nchannel;
  t->pixel = asset_alloc(b, &t->src->e, width * height * nchannel, 1);
  return t->pixel;
}

void texture_flip(const mjsTexture* t, mjtByte* pixel, int width, int height, int nchannel) {
  size_t n = nchannel, stride = width * n;
  for (int r = 0; t->hflip && r < height; r++) {
    mjtByte* row = pixel + r * stride;
    for (int i = 0, j = width - 1; i < j; i++, j--) exchange(row + i * n, row + j * n, n);
  }
  for (int i = 0, j = height - 1; t->vflip && i < j; i++, j--) {
    exchange(pixel + i * stride, pixel + j * stride, stride);
  }
}

// Pixels given by the user.
static bool from_data(build* b, build_texture* t) {
  const mjsTexture* pub = &t->src->pub;
  const byte_vec* data = &t->src->own.data;
  double bytes = (double)pub->width * pub->height * pub->nchannel;
  if (data->size != bytes) {
    return build_error(b, &t->src->e, "%d by %d pixels with %d channels need %.0f bytes, not %d",
                       pub->width, pub->height, pub->nchannel, bytes, data->size);
  }
  if (!texture_allocate(b, t, pub->width, pub->height, pub->nchannel)) return false;
  memcpy(t->pixel, data->data, data->size);
  texture_flip(pub, t->pixel, t->width, t->height, t->nchannel);
  return true;
}

static bool has_cube_file(const spec_texture* src) {
  for (int i = 0; i < src->own.cubefiles.size; i++) {
    if (!string_empty(src->own.cubefiles.data + i)) return true;
  }
  return false;
}

static bool compile_one(build* b, build_texture* t) {
  const spec_texture* src = t->src;
  t->colorspace = src->pub.colorspace;
  if (src->own.data.size) return from_data(b, t);
  if (src->pub.builtin != mjBUILTIN_NONE) return texture_builtin(b, t);
  if (!string_empty(&src->own.file)) return texture_from_file(b, t);
  if (has_cube_file(src) && src->pub.type == mjTEXTURE_2D) {
    return build_error(b, &src->e, "a 2d texture has one file; six are for cubes and skyboxes");
  }
  if (has_cube_file(src)) return texture_from_six(b, t);
  return build_error(b, &src->e, "a texture needs a builtin pattern or a file");
}

void textures_compile(build* b) {
  if (b->s->pub.compiler.discardvisual) return;
  int n = list_size(b, mjOBJ_TEXTURE);
  double begin = thread_seconds();
  b->texture = BUILD_NEW(b, build_texture, n);
  for (int i = 0; i < n; i++) {
    b->texture[i].src = (const spec_texture*)list_at(b, mjOBJ_TEXTURE, i);
    compile_one(b, b->texture + i);
  }
  textures_decode(b, b->texture, n);
  for (int i = 0; i < n; i++) {
    if (b->texture[i].waits) compile_one(b, b->texture + i);
  }
  b->s->timer[mjCTIMER_TEXTURE] += thread_seconds() - begin;
}

static size_t bytes_of(const build_texture* t) {
  return (size_t)t->width * t->height * t->nchannel;
}

void textures_size(build* b) {
  b->size.ntex = b->texture ? list_size(b, mjOBJ_TEXTURE) : 0;
  double total = 0;
  for (int i = 0; i < b->size.ntex; i++) {
    total += bytes_of(b->texture + i);
    if (total > INT_MAX) {
      build_error(b, &b->texture[i].src->e,
                  "with this one the textures have %.0f bytes, more than a model can hold", total);
      return;
    }
  }
  b->size.ntexdata = (int)total;
}

void textures_fill(build* b) {
  mjModel* m = b->m;
  int adr = 0;
  for (int i = 0; i < m->ntex; i++) {
    const build_texture* t = b->texture + i;
    m->tex_type[i] = t->src->pub.type;
    m->tex_colorspace[i] = t->colorspace;
    m->tex_height[i] = t->height;
    m->tex_width[i] = t->width;
    m->tex_nchannel[i] = t->nchannel;
    m->tex_adr[i] = adr;
    memcpy(m->tex_data + adr, t->pixel, bytes_of(t));
    adr += (int)bytes_of(t);
  }
}

void textures_release(build* b) {
  for (int i = 0; b->texture && i < list_size(b, mjOBJ_TEXTURE); i++) {
    texture_release(b->texture + i);
  }
}
