// Textures: patterns as the reference draws them; images, their channels, flips and cubes.
#include "asset/asset_model.h"

#include <math.h>

#include "asset/picture.h"
#ifdef ENGINE_JPEG
#include "jpeg.inc"
#endif

static mjsTexture* new_texture(mjSpec* s, mjtTexture type) {
  mjsTexture* t = mjs_addTexture(s);
  mjs_setName(t->element, "t");
  t->type = type;
  return t;
}

// All patterns, marks and kinds, pixel for pixel: test/golden/assets/textures.hex has a line each.
static void patterns_are_those_of_the_reference(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* m =
      mj_loadXML(SOURCE_ROOT "/test/golden/assets/textures.xml", NULL, error, sizeof error);
  if (!m) print_error("%s\n", error);
  assert_non_null(m);
  FILE* f = fopen(SOURCE_ROOT "/test/golden/assets/textures.hex", "r");
  assert_non_null(f);
  int at = 0;
  for (int i = 0; i < m->ntex; i++) {
    assert_int_equal(m->tex_adr[i], at);
    unsigned byte;
    for (int k = 0; fscanf(f, "%2x", &byte) == 1; k++, at++) {
      if (m->tex_data[at] != byte) {
        print_error("texture %d: byte %d is %02x, must be %02x\n", i, k, m->tex_data[at], byte);
        fail();
      }
      int next = fgetc(f);
      if (next == '\n' || next == EOF) {
        at++;
        break;
      }
      ungetc(next, f);
    }
  }
  assert_int_equal(at, m->ntexdata);
  fclose(f);
  mj_deleteModel(m);
}

// Colours outside of 0 to 1 are as near as a byte can be.
static void colors_are_clipped(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsTexture* t = new_texture(s, mjTEXTURE_2D);
  t->builtin = mjBUILTIN_FLAT;
  t->width = t->height = 1;
  t->rgb1[0] = -1;
  t->rgb1[1] = 7;
  t->rgb1[2] = NAN;
  mjModel* m = model_of(s, NULL);
  static const mjtByte want[3] = {0, 255, 0};
  assert_memory_equal(m->tex_data, want, 3);
  mj_deleteModel(m);
}

static unsigned char pixel[4 * 64];

static void draw_pixels(void) {
  for (int i = 0; i < (int)sizeof pixel; i++) pixel[i] = (unsigned char)(i * 37 + i / 7);
}

static void images_keep_their_channels(void** state) {
  (void)state;
  draw_pixels();
  static const int channels[3] = {1, 3, 4}, color[3] = {0, 2, 6};
  for (int i = 0; i < 3; i++) {
    for (int flips = 0; flips < 4; flips++) {
      bytes b = {0};
      put_png(&b, 5, 3, color[i], i == 1, pixel);
      mjVFS vfs = file_of("a.png", b.data, b.size);
      mjSpec* s = mj_makeSpec();
      mjsTexture* t = new_texture(s, mjTEXTURE_2D);
      mjs_setString(t->file, "a.png");
      int n = t->nchannel = channels[i];
      t->hflip = flips & 1;
      t->vflip = flips >> 1;
      mjModel* m = model_of(s, &vfs);
      assert_int_equal(m->tex_width[0], 5);
      assert_int_equal(m->tex_height[0], 3);
      assert_int_equal(m->tex_nchannel[0], n);
      assert_int_equal(m->tex_colorspace[0], i == 1 ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR);
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 5; c++) {
          int row = flips & 2 ? 2 - r : r, column = flips & 1 ? 4 - c : c;
          assert_memory_equal(m->tex_data + n * (5 * r + c), pixel + n * (5 * row + column), n);
        }
      }
      mj_deleteModel(m);
      mj_deleteVFS(&vfs);
    }
  }
}

static void data_of_the_user_is_flipped_too(void** state) {
  (void)state;
  draw_pixels();
  mjSpec* s = mj_makeSpec();
  mjsTexture* t = new_texture(s, mjTEXTURE_2D);
  t->width = 2;
  t->height = 1;
  t->nchannel = 6;
  t->hflip = 1;
  mjs_setBuffer(t->data, pixel, 12);
  mjModel* m = model_of(s, NULL);
  assert_memory_equal(m->tex_data, pixel + 6, 6);
  assert_memory_equal(m->tex_data + 6, pixel, 6);
  mj_deleteModel(m);
}

// A binary texture, and a cube put together from its grid; sides that are missing are rgb1.
static void cubes_are_cut_from_grids(void** state) {
  (void)state;
  draw_pixels();
  bytes b = {0};
  put_int(&b, 6);
  put_int(&b, 4);
  put(&b, pixel, 72);
  mjVFS vfs = file_of("a.bin", b.data, b.size);
  mjSpec* s = mj_makeSpec();
  mjsTexture* t = new_texture(s, mjTEXTURE_CUBE);
  mjs_setString(t->file, "a.bin");
  t->gridsize[0] = 2;
  t->gridsize[1] = 3;
  memcpy(t->gridlayout, ".UR.FB", 6);
  for (int k = 0; k < 3; k++) t->rgb1[k] = 0.5;
  mjModel* m = model_of(s, &vfs);
  assert_int_equal(m->tex_width[0], 2);
  assert_int_equal(m->tex_height[0], 12);
  static const int cell_of_side[6] = {2, -1, 1, -1, 4, 5};  // right left up down front back
  for (int side = 0; side < 6; side++) {
    int cell = cell_of_side[side];
    for (int i = 0; i < 12; i++) {
      int row = i / 6, byte = i % 6;
      int want = cell < 0 ? 127 : pixel[18 * (cell / 3 * 2 + row) + cell % 3 * 6 + byte];
      assert_int_equal(m->tex_data[12 * side + i], want);
    }
  }
  mj_deleteModel(m);

  static const struct {
    int rows, columns;
    const char *layout, *part;
  } wrong[] = {{2, 3, ".UX.FB", "gridlayout"},
               {3, 2, "......", "squares"},
               {0, 3, "......", "1 to 12"},
               {4, 6, "......", "1 to 12"},
               {1, 1, ".", "squares"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    s = mj_makeSpec();
    t = new_texture(s, mjTEXTURE_CUBE);
    mjs_setString(t->file, "a.bin");
    t->gridsize[0] = wrong[i].rows;
    t->gridsize[1] = wrong[i].columns;
    memcpy(t->gridlayout, wrong[i].layout, strlen(wrong[i].layout));
    refused(s, &vfs, wrong[i].part);
  }
  mj_deleteVFS(&vfs);
}

static void cubes_are_put_together_from_files(void** state) {
  (void)state;
  draw_pixels();
  bytes b = {0}, larger = {0};
  put_png(&b, 2, 2, 2, 0, pixel);
  put_png(&larger, 3, 3, 2, 0, pixel);
  mjVFS vfs = file_of("a.png", b.data, b.size);
  assert_int_equal(mj_addBufferVFS(&vfs, "b.png", larger.data, (int)larger.size), 0);
  for (int kind = 0; kind < 3; kind++) {
    mjSpec* s = mj_makeSpec();
    mjsTexture* t = new_texture(s, kind == 2 ? mjTEXTURE_2D : mjTEXTURE_SKYBOX);
    mjs_setInStringVec(t->cubefiles, 4, "a.png");
    if (kind == 1) mjs_setInStringVec(t->cubefiles, 1, "b.png");
    if (kind) {
      refused(s, &vfs, kind == 1 ? "squares of one size" : "2d texture");
      continue;
    }
    mjModel* m = model_of(s, &vfs);
    assert_int_equal(m->tex_height[0], 12);
    assert_memory_equal(m->tex_data + 48, pixel, 12);
    assert_int_equal(m->tex_data[0], (int)(0.8 * 255));
    mj_deleteModel(m);
  }
  mj_deleteVFS(&vfs);
}

#ifdef ENGINE_JPEG
static void jpeg_files_are_read(void** state) {
  (void)state;
  static const struct {
    const unsigned char* file;
    size_t size;
    const unsigned char* pixels;
    int width, height, channels;
    const char* name;
  } rows[] = {{jpeg_color, sizeof jpeg_color, pixels_color, 9, 6, 3, "a.jpg"},
              {jpeg_color, sizeof jpeg_color, pixels_color, 9, 6, 3, "a.png"},
              {jpeg_progressive, sizeof jpeg_progressive, pixels_progressive, 9, 6, 3, "a.JPEG"},
              {jpeg_gray, sizeof jpeg_gray, pixels_gray, 7, 5, 1, "a.jpeg"}};
  static const int channels[3] = {1, 3, 4};
  for (int i = 0; i < 12; i++) {
    int row = i % 4, n = channels[i / 4], given = rows[row].channels;
    mjVFS vfs = file_of(rows[row].name, rows[row].file, rows[row].size);
    mjSpec* s = mj_makeSpec();
    mjsTexture* t = new_texture(s, mjTEXTURE_2D);
    mjs_setString(t->file, rows[row].name);
    t->nchannel = n;
    mjModel* m = model_of(s, &vfs);
    assert_int_equal(m->tex_width[0], rows[row].width);
    assert_int_equal(m->tex_height[0], rows[row].height);
    for (int p = 0; p < rows[row].width * rows[row].height; p++) {
      for (int k = 0; k < n; k++) {
        int want = k == 3 ? 255 : rows[row].pixels[given * p + (given == 3 ? k : 0)];
        // decoders may differ by what they round
        assert_true(abs(m->tex_data[n * p + k] - want) <= 1);
      }
    }
    mj_deleteModel(m);
    mj_deleteVFS(&vfs);
  }
}

// Cut anywhere, and with any byte changed, a file is refused or read: never a crash.
static void broken_jpeg_files_do_no_harm(void** state) {
  (void)state;
  unsigned char file[sizeof jpeg_progressive];
  int refusals = 0;
  picture p;
  for (size_t n = 3; n < sizeof jpeg_color; n++) {
    const char* problem = picture_decode(&p, jpeg_color, n, 3);
    refusals += problem != NULL;
    picture_free(&p);
  }
  assert_true(refusals > (int)sizeof jpeg_color - 10);
  for (size_t i = 3; i < sizeof file; i++) {
    for (int bit = 0; bit < 8; bit += 3) {
      memcpy(file, jpeg_progressive, sizeof file);
      file[i] ^= (unsigned char)(1 << bit);
      picture_decode(&p, file, sizeof file, 4);
      picture_free(&p);
    }
  }
  assert_non_null(strstr(picture_decode(&p, jpeg_print, sizeof jpeg_print, 3), "CMYK"));
}
#endif

static void broken_textures_are_refused(void** state) {
  (void)state;
  static const struct {
    const char* file;
    int words[3];
    const char* part;
  } rows[] = {{"a.bin", {1, 1, 0}, "file 'a.bin' was read as a binary texture"},
              {"a.bin", {-1, -1, 0}, "do not fit together"},
              {"a.bin", {2147483647, 2147483647, 0}, "do not fit together"},
              {"a.png", {1, 1, 0}, "PNG file 'a.png'"},
              {"a.obj", {1, 1, 0}, "no texture"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    mjVFS vfs = file_of(rows[i].file, rows[i].words, 12);
    mjSpec* s = mj_makeSpec();
    mjs_setString(new_texture(s, mjTEXTURE_2D)->file, rows[i].file);
    refused(s, &vfs, rows[i].part);
    mj_deleteVFS(&vfs);
  }
  mjSpec* s = mj_makeSpec();
  new_texture(s, mjTEXTURE_2D);
  refused(s, NULL, "builtin pattern or a file");
  static const int sizes[][3] = {{0, 1, 3}, {1, 0, 3}, {2147483647, 2147483647, 3}, {1, 1, 1}};
  for (int i = 0; i < 4; i++) {
    s = mj_makeSpec();
    mjsTexture* t = new_texture(s, mjTEXTURE_2D);
    t->builtin = mjBUILTIN_FLAT;
    t->width = sizes[i][0];
    t->height = sizes[i][1];
    t->nchannel = sizes[i][2];
    refused(s, NULL, "texture 't'");
  }
  s = mj_makeSpec();
  mjsTexture* t = new_texture(s, mjTEXTURE_2D);
  t->width = -1;
  t->height = -1;
  mjs_setBuffer(t->data, pixel, 3);
  refused(s, NULL, "at least 1");
}

// Several large images, some of them the same file, one mirrored: with threads and without the same
// model; and of those that are broken each is named.
static void images_are_decoded_by_any_number_of_threads(void** state) {
  (void)state;
  enum { SIDE = 100, FILES = 4, TEXTURES = 6 };
  static unsigned char noise[3 * SIDE * SIDE];
  static const int file_of_texture[TEXTURES] = {0, 1, 2, 1, 3, 0};
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (int k = 0; k < FILES; k++) {
    bytes b = {0};
    char name[20];
    sprintf(name, "%d.png", k);
    for (int i = 0; i < (int)sizeof noise; i++) noise[i] = (unsigned char)(i * (7 + k) ^ i / 97);
    put_png(&b, SIDE, SIDE, 2, 0, noise);
    assert_int_equal(mj_addBufferVFS(&vfs, name, b.data, (int)b.size), 0);
  }
  for (int broken = 0; broken < 2; broken++) {
    mjModel* m[2];
    for (int threads = 0; threads < 2; threads++) {
      mjSpec* s = mj_makeSpec();
      s->compiler.usethread = (mjtByte)threads;
      for (int i = 0; i < TEXTURES; i++) {
        char name[20];
        mjsTexture* t = mjs_addTexture(s);
        sprintf(name, "t%d", i);
        mjs_setName(t->element, name);
        t->type = mjTEXTURE_2D;
        t->hflip = i == 3;
        sprintf(name, broken && i == 4 ? "none.png" : "%d.png", file_of_texture[i]);
        mjs_setString(t->file, name);
      }
      if (broken) {
        refused(s, &vfs, "none.png");
      } else {
        m[threads] = model_of(s, &vfs);
      }
    }
    if (broken) continue;
    assert_same(m[0], m[1]);
    size_t n = sizeof noise;
    assert_int_equal(m[1]->ntexdata, TEXTURES * n);
    assert_memory_equal(m[1]->tex_data + 4 * n, noise, n);
    assert_memory_equal(m[1]->tex_data, m[1]->tex_data + 5 * n, n);
    for (int c = 0; c < SIDE; c++) {
      assert_memory_equal(m[1]->tex_data + n + 3 * c, m[1]->tex_data + 3 * n + 3 * (SIDE - 1 - c),
                          3);
    }
    mj_deleteModel(m[0]);
    mj_deleteModel(m[1]);
  }
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(patterns_are_those_of_the_reference),
      cmocka_unit_test(colors_are_clipped),
      cmocka_unit_test(images_keep_their_channels),
      cmocka_unit_test(data_of_the_user_is_flipped_too),
      cmocka_unit_test(cubes_are_cut_from_grids),
      cmocka_unit_test(cubes_are_put_together_from_files),
      cmocka_unit_test(broken_textures_are_refused),
      cmocka_unit_test(images_are_decoded_by_any_number_of_threads),
#ifdef ENGINE_JPEG
      cmocka_unit_test(jpeg_files_are_read),
      cmocka_unit_test(broken_jpeg_files_do_no_harm),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
