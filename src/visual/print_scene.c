// Prints a scene: sizes, geoms, lights, cameras, flexes and skins, flags, room transform.
#include <string.h>

#include <engine/visual.h>

#include "model/print.h"
#include "base/need.h"

static void print_ints(printer* p, const char* label, const int* x, int n) {
  print_label(p, label);
  for (int i = 0; i < n; i++) fprintf(p->file, " %d ", x[i]);
  fputc('\n', p->file);
}

static void print_int(printer* p, const char* label, int x) { print_ints(p, label, &x, 1); }

static void print_bytes_of(printer* p, const char* label, const mjtByte* x, int n) {
  print_label(p, label);
  for (int i = 0; i < n; i++) fprintf(p->file, " %d ", x[i]);
  fputc('\n', p->file);
}

static void print_floats(printer* p, const char* label, const float* x, int n) {
  print_label(p, label);
  for (int i = 0; i < n; i++) {
    fprintf(p->file, p->format, (double)x[i]);
    fputc(' ', p->file);
  }
  fputc('\n', p->file);
}

static void print_float(printer* p, const char* label, float x) { print_floats(p, label, &x, 1); }

// Print a field of the struct s, labelled with its name.
#define INT(name)         print_int(p, #name, s->name)
#define BYTE(name)        print_bytes_of(p, #name, &s->name, 1)
#define FLOAT(name)       print_float(p, #name, s->name)
#define FLOATS(name, n)   print_floats(p, #name, s->name, n)
#define SECTION(title, i) fprintf(p->file, "\n%s %d:\n", title, i)

static void print_geom(printer* p, const mjvGeom* s) {
  INT(type);
  INT(dataid);
  INT(objtype);
  INT(objid);
  INT(category);
  INT(matid);
  INT(texcoord);
  INT(segid);
  FLOATS(size, 3);
  FLOATS(pos, 3);
  FLOATS(mat, 9);
  FLOATS(rgba, 4);
  FLOAT(emission);
  FLOAT(specular);
  FLOAT(shininess);
  FLOAT(reflectance);
  if (s->label[0]) {
    print_label(p, "label");
    fprintf(p->file, " %.*s\n", (int)sizeof s->label, s->label);
  }
  FLOAT(camdist);
  FLOAT(modelrbound);
  BYTE(transparent);
}

static void print_light(printer* p, const mjvLight* s) {
  INT(id);
  FLOATS(pos, 3);
  FLOATS(dir, 3);
  INT(type);
  INT(texid);
  FLOATS(attenuation, 3);
  FLOAT(cutoff);
  FLOAT(exponent);
  FLOATS(ambient, 3);
  FLOATS(diffuse, 3);
  FLOATS(specular, 3);
  BYTE(headlight);
  BYTE(castshadow);
  FLOAT(bulbradius);
  FLOAT(intensity);
  FLOAT(range);
}

static void print_camera(printer* p, const mjvGLCamera* s) {
  FLOATS(pos, 3);
  FLOATS(forward, 3);
  FLOATS(up, 3);
  FLOAT(frustum_center);
  FLOAT(frustum_width);
  FLOAT(frustum_bottom);
  FLOAT(frustum_top);
  FLOAT(frustum_near);
  FLOAT(frustum_far);
  INT(orthographic);
}

static void print_flexes(printer* p, const mjvScene* s) {
  fprintf(p->file, "\nFLEX\n");
  INT(nflex);
  BYTE(flexvertopt);
  BYTE(flexedgeopt);
  BYTE(flexfaceopt);
  BYTE(flexskinopt);
  for (int i = 0; i < s->nflex; i++) {
    SECTION("FLEX", i);
    print_int(p, "edgeadr", s->flexedgeadr[i]);
    print_int(p, "edgenum", s->flexedgenum[i]);
    print_int(p, "vertadr", s->flexvertadr[i]);
    print_int(p, "vertnum", s->flexvertnum[i]);
    print_int(p, "faceadr", s->flexfaceadr[i]);
    print_int(p, "facenum", s->flexfacenum[i]);
    print_int(p, "faceused", s->flexfaceused[i]);
    print_ints(p, "edge", s->flexedge + 2 * s->flexedgeadr[i], 2 * s->flexedgenum[i]);
    print_floats(p, "vert", s->flexvert + 3 * s->flexvertadr[i], 3 * s->flexvertnum[i]);
    print_floats(p, "face", s->flexface + 9 * s->flexfaceadr[i], 9 * s->flexfaceused[i]);
    print_floats(p, "normal", s->flexnormal + 9 * s->flexfaceadr[i], 9 * s->flexfaceused[i]);
  }
}

static void print_skins(printer* p, const mjvScene* s) {
  fprintf(p->file, "\nSKIN\n");
  INT(nskin);
  for (int i = 0; i < s->nskin; i++) {
    SECTION("SKIN", i);
    print_int(p, "facenum", s->skinfacenum[i]);
    print_int(p, "vertadr", s->skinvertadr[i]);
    print_int(p, "vertnum", s->skinvertnum[i]);
    print_floats(p, "vert", s->skinvert + 3 * s->skinvertadr[i], 3 * s->skinvertnum[i]);
    print_floats(p, "normal", s->skinnormal + 3 * s->skinvertadr[i], 3 * s->skinvertnum[i]);
  }
}

static void print_rest(printer* p, const mjvScene* s) {
  fprintf(p->file, "\nTRANSFORM\n");
  BYTE(enabletransform);
  FLOATS(translate, 3);
  FLOATS(rotate, 4);
  FLOAT(scale);
  fprintf(p->file, "\nRENDERING\n");
  INT(stereo);
  for (int i = 0; i < mjNRNDFLAG; i++) print_int(p, mjRNDSTRING[i][0], s->flags[i]);
  INT(framewidth);
  FLOATS(framergb, 3);
  INT(status);
}

void mj_printFormattedScene(const mjvScene* s, const char* filename, const char* float_format) {
  NEED(s);
  printer out, *p = &out;
  if (!print_open(p, filename, float_format)) return;
  fprintf(p->file, "SCENE\n");
  INT(maxgeom);
  INT(ngeom);
  INT(nlight);
  for (int i = 0; i < s->ngeom; i++) {
    SECTION("GEOM", i);
    print_geom(p, s->geoms + i);
  }
  for (int i = 0; i < s->nlight; i++) {
    SECTION("LIGHT", i);
    print_light(p, s->lights + i);
  }
  for (int i = 0; i < 2; i++) {
    SECTION("CAMERA", i);
    print_camera(p, s->camera + i);
  }
  print_flexes(p, s);
  print_skins(p, s);
  print_rest(p, s);
  print_close(p);
}

void mj_printScene(const mjvScene* s, const char* filename) {
  mj_printFormattedScene(s, filename, "% -9.2g");
}
