// Solids with holes and hollows, as triangles: a ring, a mug, a chair, and what else is turned or
// made of boxes.
#pragma once

#include <math.h>
#include <stdlib.h>

#include <engine/engine.h>

typedef struct {
  float vert[3 * 20000];
  int face[3 * 40000], nvert, nface;
} solid;

static solid shape;

static void clear(void) { shape.nvert = shape.nface = 0; }

static void add_face(int a, int b, int c) {
  int* f = shape.face + 3 * shape.nface++;
  f[0] = a, f[1] = b, f[2] = c;
}

static int add_point(double x, double y, double z) {
  float* v = shape.vert + 3 * shape.nvert;
  v[0] = (float)x, v[1] = (float)y, v[2] = (float)z;
  return shape.nvert++;
}

// A closed profile (radius, height), turned about z in n steps; counter-clockwise it looks
// outwards.
static void turn_profile(double (*profile)[2], int nprofile, int n) {
  clear();
  for (int i = 0; i < n; i++) {
    double a = 2 * mjPI * i / n;
    for (int j = 0; j < nprofile; j++) {
      add_point(profile[j][0] * cos(a), profile[j][0] * sin(a), profile[j][1]);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < nprofile; j++) {
      int k = (j + 1) % nprofile, a = i * nprofile, b = (i + 1) % n * nprofile;
      add_face(a + j, b + j, b + k);
      add_face(a + j, b + k, a + k);
    }
  }
}

static void make_torus(double radius, double thick, int n, int k) {
  double(*profile)[2] = malloc(sizeof *profile * (size_t)k);
  for (int j = 0; j < k; j++) {
    double b = 2 * mjPI * j / k;
    profile[j][0] = radius + thick * cos(b);
    profile[j][1] = thick * sin(b);
  }
  turn_profile(profile, k, n);
  free(profile);
}

// Floor 0.02 thick, wall 0.02, 0.2 high and wide; a pin hole in the axis closes the profile.
static void make_mug(void) {
  static double profile[][2] = {{1e-4, 0}, {.1, 0}, {.1, .2}, {.08, .2}, {.08, .02}, {1e-4, .02}};
  turn_profile(profile, 6, 40);
}

static void add_box(double x0, double x1, double y0, double y1, double z0, double z1) {
  static const int quad[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4,
                               2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
  int first = shape.nvert;
  for (int k = 0; k < 8; k++) add_point(k & 1 ? x1 : x0, k & 2 ? y1 : y0, k & 4 ? z1 : z0);
  for (int q = 0; q < 6; q++) {
    const int* c = quad + 4 * q;
    add_face(first + c[0], first + c[1], first + c[2]);
    add_face(first + c[0], first + c[2], first + c[3]);
  }
}

// A seat half a metre up on four legs, with a back.
static void make_chair(void) {
  clear();
  add_box(0, .5, 0, .5, .5, .55);
  for (int k = 0; k < 4; k++) {
    double x = k & 1 ? .45 : 0, y = k & 2 ? .45 : 0;
    add_box(x, x + .05, y, y + .05, 0, .5);
  }
  add_box(0, .05, 0, .5, .55, 1);
}
