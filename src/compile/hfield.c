#include "compile/hfield.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <engine/math.h>

#include "asset/picture.h"
#include "compile/asset_file.h"

// Check the numbers of rows and columns and allocate the heights.
static bool set_shape(build* b, build_hfield* h, int nrow, int ncol) {
  if (nrow < 1 || ncol < 1 || (double)nrow * ncol > INT_MAX) {
    return build_error(b, &h->src->e,
                       "a height field has at least 1 row and 1 column, not %d and %d", nrow, ncol);
  }
  h->nrow = nrow;
  h->ncol = ncol;
  h->height = asset_alloc(b, &h->src->e, (double)nrow * ncol, sizeof(float));
  return h->height;
}

// MuJoCo's binary format: rows, columns, heights.
static bool read_custom(build* b, build_hfield* h, const asset_file* f) {
  const char* file = string_text(&h->src->own.file);
  if (f->size < 8) {
    return build_error(b, &h->src->e, "file '%s', read as a binary height field, has no header",
                       file);
  }
  int nrow = asset_int(f, 0), ncol = asset_int(f, 1);
  if (nrow < 1 || ncol < 1) {
    return build_error(b, &h->src->e,
                       "file '%s', read as a binary height field, has %d rows and %d columns", file,
                       nrow, ncol);
  }
  double expected = 8 + 4.0 * nrow * ncol;
  if (f->size != expected) {
    return build_error(
        b, &h->src->e,
        "file '%s', read as a binary height field of %d by %d, must have %.0f bytes, "
        "not %d",
        file, nrow, ncol, expected, f->size);
  }
  if (!set_shape(b, h, nrow, ncol)) return false;
  memcpy(h->height, f->data + 8, f->size - 8);
  return true;
}

// Heights from the brightness of an image, whose last row is the first of the field.
static bool read_png(build* b, build_hfield* h, const asset_file* f) {
  picture image;
  const char* problem = picture_decode(&image, f->data, f->size, 3);
  if (problem) {
    return build_error(b, &h->src->e, "PNG file '%s': %s", string_text(&h->src->own.file), problem);
  }
  if (!set_shape(b, h, image.height, image.width)) {
    picture_free(&image);
    return false;
  }
  for (int r = 0; r < h->nrow; r++) {
    const unsigned char* row = image.pixel + 3 * (size_t)(h->nrow - 1 - r) * h->ncol;
    for (int c = 0; c < h->ncol; c++) h->height[(size_t)r * h->ncol + c] = row[3 * c];
  }
  picture_free(&image);
  return true;
}

static bool read_file(build* b, build_hfield* h) {
  const spec_hfield* src = h->src;
  const char* file = string_text(&src->own.file);
  asset_type type = asset_type_of(&src->own.content_type, file);
  if (type == ASSET_INVALID) {
    return build_error(b, &src->e, "content_type '%s' is not of the form type/subtype",
                       string_text(&src->own.content_type));
  }
  if (type != ASSET_PNG && type != ASSET_HFIELD && type != ASSET_UNKNOWN) {
    return build_error(b, &src->e,
                       "file '%s' is no height field: PNG images (image/png) and binary fields "
                       "(image/vnd.mujoco.hfield) are",
                       file);
  }
  asset_file f;
  if (!asset_file_open(b, &src->e, file, ASSET_MESH_FOLDER, &f)) return false;
  bool ok = type == ASSET_PNG ? read_png(b, h, &f) : read_custom(b, h, &f);
  asset_file_close(&f);
  return ok;
}

static bool read_numbers(build* b, build_hfield* h) {
  const spec_hfield* src = h->src;
  if (src->pub.nrow == 0 && src->pub.ncol == 0) {
    return build_error(b, &src->e, "a height field needs a file, or nrow and ncol");
  }
  if (!set_shape(b, h, src->pub.nrow, src->pub.ncol)) return false;
  const float_vec* data = &src->own.userdata;
  if (data->size && data->size != h->nrow * h->ncol) {
    return build_error(b, &src->e, "%d by %d samples need %d heights, not %d", h->nrow, h->ncol,
                       h->nrow * h->ncol, data->size);
  }
  if (data->size) memcpy(h->height, data->data, sizeof(float) * data->size);
  return true;
}

// Scale the heights to the range 0 to 1; a flat field becomes 0.
static bool normalize(build* b, build_hfield* h) {
  size_t n = (size_t)h->nrow * h->ncol;
  float low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(h->height[i])) {
      return build_error(b, &h->src->e, "height %zu is not finite", i);
    }
    low = fminf(low, h->height[i]);
    high = fmaxf(high, h->height[i]);
  }
  float range = high - low;
  if (!isfinite(range)) {
    return build_error(b, &h->src->e, "heights from %g to %g are too far apart", low, high);
  }
  for (size_t i = 0; i < n; i++) {
    h->height[i] -= low;
    if (range > 1e-14f) h->height[i] /= range;
  }
  return true;
}

static bool compile_one(build* b, build_hfield* h) {
  const mjsHField* pub = &h->src->pub;
  for (int k = 0; k < 4; k++) {
    if (!(pub->size[k] > 0) || !isfinite(pub->size[k])) {
      return build_error(b, &h->src->e, "size %d must be positive, not %g", k + 1, pub->size[k]);
    }
  }
  bool file = !string_empty(&h->src->own.file);
  if (file && h->src->own.userdata.size) {
    return build_error(b, &h->src->e, "elevation and file cannot both be given");
  }
  return (file ? read_file(b, h) : read_numbers(b, h)) && normalize(b, h);
}

void hfields_compile(build* b) {
  int n = list_size(b, mjOBJ_HFIELD);
  b->hfield = BUILD_NEW(b, build_hfield, n);
  for (int i = 0; i < n; i++) {
    b->hfield[i].src = (const spec_hfield*)list_at(b, mjOBJ_HFIELD, i);
    compile_one(b, b->hfield + i);
  }
}

void hfields_size(build* b) {
  b->size.nhfield = list_size(b, mjOBJ_HFIELD);
  double total = 0;
  for (int i = 0; i < b->size.nhfield; i++) {
    total += (double)b->hfield[i].nrow * b->hfield[i].ncol;
    if (total > INT_MAX) {
      build_error(b, &b->hfield[i].src->e,
                  "with this one the height fields have %.0f samples, more than a model can hold",
                  total);
      return;
    }
  }
  b->size.nhfielddata = (int)total;
}

void hfields_fill(build* b) {
  mjModel* m = b->m;
  int adr = 0;
  for (int i = 0; i < m->nhfield; i++) {
    const build_hfield* h = b->hfield + i;
    int n = h->nrow * h->ncol;
    mju_copy(m->hfield_size + 4 * i, h->src->pub.size, 4);
    m->hfield_nrow[i] = h->nrow;
    m->hfield_ncol[i] = h->ncol;
    m->hfield_adr[i] = adr;
    memcpy(m->hfield_data + adr, h->height, sizeof(float) * n);
    adr += n;
  }
}
