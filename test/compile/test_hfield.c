// Height fields: the same heights from numbers, a binary file and an image; what is refused.
#include "asset/asset_model.h"

#include <math.h>

// Rows from the lowest y up.
static const float heights[6] = {0, 51, 102, 255, 204, 153};

static mjSpec* spec_of_field(mjsHField** field) {
  mjSpec* s = mj_makeSpec();
  mjsHField* h = *field = mjs_addHField(s);
  mjs_setName(h->element, "h");
  for (int k = 0; k < 4; k++) h->size[k] = k + 1;
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  g->type = mjGEOM_HFIELD;
  mjs_setString(g->hfieldname, "h");
  return s;
}

static mjModel* model_of_field_file(const char* name, const bytes* b) {
  mjVFS vfs = file_of(name, b->data, b->size);
  mjsHField* h;
  mjSpec* s = spec_of_field(&h);
  mjs_setString(h->file, name);
  mjModel* m = model_of(s, &vfs);
  mj_deleteVFS(&vfs);
  return m;
}

static void refuse(const char* name, const bytes* b, const char* part) {
  mjVFS vfs = file_of(name, b->data, b->size);
  mjsHField* h;
  mjSpec* s = spec_of_field(&h);
  mjs_setString(h->file, name);
  refused(s, &vfs, part);
  mj_deleteVFS(&vfs);
}

static void assert_field(const mjModel* m) {
  assert_int_equal(m->hfield_nrow[0], 2);
  assert_int_equal(m->hfield_ncol[0], 3);
  assert_int_equal(m->nhfielddata, 6);
  for (int i = 0; i < 6; i++) assert_true(m->hfield_data[i] == heights[i] / 255);
  for (int k = 0; k < 4; k++) assert_true(m->hfield_size[k] == k + 1);
}

static void every_source_gives_the_same_field(void** state) {
  (void)state;
  mjsHField* h;
  mjSpec* s = spec_of_field(&h);
  h->nrow = 2;
  h->ncol = 3;
  mjs_setFloat(h->userdata, heights, 6);
  mjModel* m = model_of(s, NULL);
  assert_field(m);
  mj_deleteModel(m);

  bytes b = {0};
  put_int(&b, 2);
  put_int(&b, 3);
  put_floats(&b, 6, heights);
  m = model_of_field_file("h.bin", &b);
  assert_field(m);
  mj_deleteModel(m);

  // the top of an image is the last row; of colours, red counts
  unsigned char grey[6], rgba[24];
  for (int i = 0; i < 6; i++) {
    grey[i] = (unsigned char)heights[(i + 3) % 6];
    for (int k = 0; k < 4; k++) rgba[4 * i + k] = k ? (unsigned char)(40 * i + k) : grey[i];
  }
  b.size = 0;
  put_png(&b, 3, 2, 0, 0, grey);
  m = model_of_field_file("h.png", &b);
  assert_field(m);
  mj_deleteModel(m);
  b.size = 0;
  put_png(&b, 3, 2, 6, 1, rgba);
  m = model_of_field_file("h.png", &b);
  assert_field(m);
  mj_deleteModel(m);
}

static void elevation_is_listed_from_the_top(void** state) {
  (void)state;
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(
      "<mujoco><asset><hfield name='h' nrow='2' ncol='3' elevation='255 204 153 0 51 102' size='1 "
      "2 3 4'/></asset><worldbody><geom type='hfield' hfield='h'/></worldbody></mujoco>",
      NULL, error, sizeof error);
  assert_non_null(s);
  mjModel* m = model_of(s, NULL);
  assert_field(m);
  const double aabb[6] = {0, 0, -0.5, 1, 2, 3.5};
  assert_near_vector(m->geom_aabb, aabb, 6, 1e-12);
  mj_deleteModel(m);
}

static void flat_fields_are_zero(void** state) {
  (void)state;
  for (int given = 0; given < 2; given++) {
    mjsHField* h;
    mjSpec* s = spec_of_field(&h);
    h->nrow = h->ncol = 2;
    const float seven[4] = {7, 7, 7, 7};
    if (given) mjs_setFloat(h->userdata, seven, 4);
    mjModel* m = model_of(s, NULL);
    for (int i = 0; i < 4; i++) assert_true(m->hfield_data[i] == 0);
    mj_deleteModel(m);
  }
}

static void broken_fields_are_refused(void** state) {
  (void)state;
  bytes b = {0};
  put_int(&b, 2);
  refuse("h.bin", &b, "no header");
  put_int(&b, 3);
  refuse("h.bin", &b, "must have 32 bytes, not 8");
  put_floats(&b, 6, heights);
  static const int counts[][2] = {{0, 3}, {-2, -3}, {2147483647, 2147483647}, {3, 3}};
  for (int i = 0; i < 4; i++) {
    memcpy(b.data, counts[i], 8);
    refuse("h.bin", &b, "file 'h.bin'");
  }
  memcpy(b.data, (int[2]){2, 3}, 8);
  memcpy(b.data + 8, (float[1]){NAN}, 4);
  refuse("h.bin", &b, "not finite");
  memcpy(b.data + 8, (float[2]){-3e38f, 3e38f}, 8);
  refuse("h.bin", &b, "too far apart");
  refuse("h.png", &b, "PNG file 'h.png'");
  refuse("h.stl", &b, "no height field");

  unsigned char grey[6] = {0};
  b.size = 0;
  put_png(&b, 3, 2, 0, 0, grey);
  b.size -= 20;
  refuse("h.png", &b, "PNG");
  // a header that promises more than there is, with its checksum put right
  b.size = 0;
  put_png(&b, 3, 2, 0, 0, grey);
  b.data[16] = b.data[20] = 0x0f;
  uint32_t crc = png_crc(b.data + 12, 17);
  for (int k = 0; k < 4; k++) b.data[29 + k] = (unsigned char)(crc >> (24 - 8 * k));
  refuse("h.png", &b, "more pixels than there are");

  mjsHField* h;
  refused(spec_of_field(&h), NULL, "nrow and ncol");
  mjSpec* s = spec_of_field(&h);
  h->nrow = h->ncol = 2;
  mjs_setFloat(h->userdata, heights, 3);
  refused(s, NULL, "need 4 heights, not 3");
  for (int k = 0; k < 3; k++) {
    s = spec_of_field(&h);
    h->nrow = h->ncol = 2;
    h->size[1] = k == 0 ? 0 : k == 1 ? NAN : INFINITY;
    refused(s, NULL, "size 2 must be positive");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_source_gives_the_same_field),
      cmocka_unit_test(elevation_is_listed_from_the_top),
      cmocka_unit_test(flat_fields_are_zero),
      cmocka_unit_test(broken_fields_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
