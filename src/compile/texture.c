#include "compile/texture.h"

#include <limits.h>
#include <string.h>

bool texture_allocate(build* b, build_texture* t, double width, double height, int nchannel) {
  if (width < 1 || height < 1 || width * height * nchannel > INT_MAX) {
    return build_error(
        b, &t->src->e,
        "a texture of %.0f by %.0f pixels with %d channels cannot be held: the sides "
        "must be at least 1, the bytes at most %d",
        width, height, nchannel, INT_MAX);
  }
  t->width = (int)width;
  t->height = (int)height;
  t->nchannel = nchannel;
  t->pixel = BUILD_NEW(b, mjtByte, (size_t)t->width * t->height * nchannel);
  return true;
}

// The user's own pixels.
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
  b->texture = BUILD_NEW(b, build_texture, n);
  for (int i = 0; i < n; i++) {
    b->texture[i].src = (const spec_texture*)list_at(b, mjOBJ_TEXTURE, i);
    compile_one(b, b->texture + i);
  }
}

static size_t bytes_of(const build_texture* t) {
  return (size_t)t->width * t->height * t->nchannel;
}

void textures_size(build* b) {
  b->size.ntex = b->texture ? list_size(b, mjOBJ_TEXTURE) : 0;
  double total = 0;
  for (int i = 0; i < b->size.ntex; i++) total += bytes_of(b->texture + i);
  if (total > INT_MAX) {
    build_error(b, NULL, "the textures have %.0f bytes, more than a model can hold", total);
    return;
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
