// Built-in meshes: vertices, and faces or normals where the convex hull does not determine them.
#include <math.h>

#include "base/need.h"
#include "spec/spec_type.h"

// A mesh under construction.
typedef struct {
  float_vec *vert, *normal;
  int_vec* face;
  bool failed;
} builtin_shape;

static void add_float(builtin_shape* s, float_vec* v, float x) {
  if (!vec_resize((vec*)v, v->size + 1, sizeof(float)))
    s->failed = true;
  else
    v->data[v->size - 1] = x;
}

static void add_vert(builtin_shape* s, double x, double y, double z) {
  add_float(s, s->vert, (float)x);
  add_float(s, s->vert, (float)y);
  add_float(s, s->vert, (float)z);
}

static void add_face(builtin_shape* s, int a, int b, int c) {
  int n = s->face->size;
  if (!vec_resize((vec*)s->face, n + 3, sizeof(int))) {
    s->failed = true;
    return;
  }
  s->face->data[n] = a;
  s->face->data[n + 1] = b;
  s->face->data[n + 2] = c;
}

// ------------------------------------- sphere ---------------------------------------------------

// Midpoints of edges that have been split: an open-addressed hash table from a pair of vertices, -1
// where empty.
typedef struct {
  int *from, *to, *mid;
  unsigned mask;
} midpoints;

static int midpoint(builtin_shape* s, midpoints* m, int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  unsigned i = ((unsigned)low * 2654435761u ^ (unsigned)high * 40503u) & m->mask;
  for (; m->mid[i] >= 0; i = (i + 1) & m->mask) {
    if (m->from[i] == low && m->to[i] == high) return m->mid[i];
  }
  const float *p = s->vert->data + 3 * a, *q = s->vert->data + 3 * b;
  float v[3] = {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
  float n = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  m->from[i] = low;
  m->to[i] = high;
  m->mid[i] = s->vert->size / 3;
  add_vert(s, v[0] / n, v[1] / n, v[2] / n);
  return m->mid[i];
}

// Split every triangle into four.
static void subdivide(builtin_shape* s) {
  int n = s->face->size;
  store* from = s->face->from;
  midpoints m = {.mask = 1};
  while (m.mask < 2 * (unsigned)n) m.mask = 2 * m.mask + 1;
  size_t bytes = (m.mask + 1) * sizeof(int);
  int* old = store_alloc(from, (size_t)n * sizeof(int));
  m.from = store_alloc(from, bytes);
  m.to = store_alloc(from, bytes);
  m.mid = store_alloc(from, bytes);
  if (!old || !m.from || !m.to || !m.mid) {
    s->failed = true;
    return;
  }
  for (unsigned i = 0; i <= m.mask; i++) m.mid[i] = -1;
  for (int i = 0; i < n; i++) old[i] = s->face->data[i];
  s->face->size = 0;
  for (int i = 0; i < n && !s->failed; i += 3) {
    int a = old[i], b = old[i + 1], c = old[i + 2];
    int ab = midpoint(s, &m, a, b), bc = midpoint(s, &m, b, c), ca = midpoint(s, &m, c, a);
    add_face(s, a, ab, ca);
    add_face(s, b, bc, ab);
    add_face(s, c, ca, bc);
    add_face(s, ab, bc, ca);
  }
}

// An icosahedron whose faces are split `subdivisions` times, projected onto the unit sphere.
static void make_sphere(builtin_shape* s, int subdivisions) {
  static const signed char corner[12][3] = {{-1, 2, 0}, {1, 2, 0}, {-1, -2, 0}, {1, -2, 0},
                                            {0, -1, 2}, {0, 1, 2}, {0, -1, -2}, {0, 1, -2},
                                            {2, 0, -1}, {2, 0, 1}, {-2, 0, -1}, {-2, 0, 1}};
  static const signed char face[20][3] = {
      {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  float golden = (float)((1 + sqrt(5)) / 2), length = sqrtf(1 + golden * golden);
  for (int i = 0; i < 12; i++) {
    float v[3];
    for (int k = 0; k < 3; k++) {  // +-2 marks a coordinate that becomes the golden ratio
      int c = corner[i][k];
      v[k] = (c == 2 ? golden : c == -2 ? -golden : (float)c) / length;
    }
    add_vert(s, v[0], v[1], v[2]);
  }
  for (int i = 0; i < 20; i++) add_face(s, face[i][0], face[i][1], face[i][2]);
  for (int k = 0; k < subdivisions && !s->failed; k++) subdivide(s);
}

// ----------------------------------- hemisphere -------------------------------------------------

// Rings of the upper half of an octahedron, projected onto the unit sphere; a fan closes the
// bottom.
static void make_hemisphere(builtin_shape* s, int resolution) {
  static const signed char side[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  add_vert(s, 0, 0, 1);
  for (int r = 0; r <= resolution; r++) {
    double t = (r + 1.0) / (resolution + 1);
    for (int k = 0; k < 4; k++) {
      const signed char *a = side[k], *b = side[(k + 1) % 4];
      for (int i = 0; i <= r; i++) {
        double u = i / (r + 1.0);
        double x = t * (a[0] + u * (b[0] - a[0])), y = t * (a[1] + u * (b[1] - a[1])), z = 1 - t;
        double n = sqrt(x * x + y * y + z * z);
        add_vert(s, x / n, y / n, z / n);
      }
    }
  }
  for (int i = 0; i < 4; i++) add_face(s, 0, 1 + i, 1 + (i + 1) % 4);
  int cur = 1;
  for (int r = 0; r < resolution; r++) {
    int ncur = 4 * (r + 1), nnext = 4 * (r + 2), next = cur + ncur;
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i <= r + 1; i++) {
        int c = cur + ((r + 1) * k + i) % ncur, c1 = cur + ((r + 1) * k + i + 1) % ncur;
        int n = next + ((r + 2) * k + i) % nnext, n1 = next + ((r + 2) * k + i + 1) % nnext;
        add_face(s, c, n, n1);
        if (i <= r) add_face(s, c, n1, c1);
      }
    }
    cur = next;
  }
  int ring = 4 * (resolution + 1), centre = s->vert->size / 3;
  add_vert(s, 0, 0, 0);
  for (int i = 0; i < ring; i++) add_face(s, cur + i, centre, cur + (i + 1) % ring);
}

// ---------------------------------- superquadrics -----------------------------------------------

// Signed power of cosine or sine.
static double cos_power(double w, double m) {
  double c = cos(w);
  return copysign(pow(fabs(c), m), c);
}

static double sin_power(double w, double m) {
  double c = sin(w);
  return copysign(pow(fabs(c), m), c);
}

static void make_supersphere(builtin_shape* s, int res, double e, double n) {
  add_vert(s, 0, 0, -1);
  for (int i = 1; i < res; i++) {
    double v = -mjPI / 2 + i * mjPI / res;
    for (int j = 0; j < res; j++) {
      double u = -mjPI + 2 * mjPI * j / res, c = cos_power(v, n);
      add_vert(s, c * cos_power(u, e), c * sin_power(u, e), sin_power(v, n));
    }
  }
  add_vert(s, 0, 0, 1);
  int top = s->vert->size / 3 - 1, last = 1 + (res - 2) * res;
  for (int j = 0; j < res; j++) add_face(s, 0, 1 + (j + 1) % res, 1 + j);
  for (int i = 0; i < res - 2; i++) {
    int ring = 1 + i * res;
    for (int j = 0; j < res; j++) {
      int next = (j + 1) % res;
      add_face(s, ring + j, ring + next, ring + res + j);
      add_face(s, ring + next, ring + res + next, ring + res + j);
    }
  }
  for (int j = 0; j < res; j++) add_face(s, last + j, last + (j + 1) % res, top);
}

static void make_supertorus(builtin_shape* s, int res, double radius, double e, double n) {
  for (int i = 0; i < res; i++) {
    double u = 2 * mjPI * i / res;
    for (int j = 0; j < res; j++) {
      double v = 2 * mjPI * j / res, c = 1 + radius * cos_power(v, e);
      add_vert(s, c * cos_power(u, n), c * sin_power(u, n), radius * sin_power(v, e));
    }
  }
  for (int i = 0; i < res; i++) {
    int ring = i * res, after = (i + 1) % res * res;
    for (int j = 0; j < res; j++) {
      int next = (j + 1) % res;
      add_face(s, ring + j, after + j, ring + next);
      add_face(s, after + j, after + next, ring + next);
    }
  }
}

// -------------------------------- cone, wedge, plate --------------------------------------------

// Only vertices: the hull gives the faces.
static void make_cone(builtin_shape* s, int nedge, double radius) {
  for (int i = 0; i < nedge; i++) {
    add_vert(s, cos(2 * mjPI * i / nedge), sin(2 * mjPI * i / nedge), -1);
  }
  for (int i = 0; radius > 0 && i < nedge; i++) {
    add_vert(s, radius * cos(2 * mjPI * i / nedge), radius * sin(2 * mjPI * i / nedge), 1);
  }
  if (!(radius > 0)) add_vert(s, 0, 0, 1);
}

// Edge i of n bins over a field of view; larger gamma makes bins near the centre narrower.
static double bin_edge(int i, int n, double fov, double gamma) {
  double x = -1 + 2.0 * i / n;
  return fov * mjPI / 180 * (gamma * x * x * x * x * x + (1 - gamma) * x);
}

// View directions on a part of the unit sphere, each with a normal and two tangents.
static void make_wedge(builtin_shape* s, int resx, int resy, double fovx, double fovy,
                       double gamma) {
  for (int i = 0; i < resx; i++) {
    double a = (bin_edge(i, resx, fovx, gamma) + bin_edge(i + 1, resx, fovx, gamma)) / 2;
    for (int j = 0; j < resy; j++) {
      double e = (bin_edge(j, resy, fovy, gamma) + bin_edge(j + 1, resy, fovy, gamma)) / 2;
      add_vert(s, cos(e) * sin(a), sin(e), -cos(e) * cos(a));
      double ta[3] = {cos(a), 0, sin(a)};
      double te[3] = {-sin(e) * sin(a), cos(e), sin(e) * cos(a)};
      double n[3] = {te[1] * ta[2] - te[2] * ta[1], te[2] * ta[0] - te[0] * ta[2],
                     te[0] * ta[1] - te[1] * ta[0]};
      for (int k = 0; k < 3; k++) add_float(s, s->normal, (float)n[k]);
      for (int k = 0; k < 3; k++) add_float(s, s->normal, (float)ta[k]);
      for (int k = 0; k < 3; k++) add_float(s, s->normal, (float)te[k]);
    }
  }
}

static void make_plate(builtin_shape* s, int resx, int resy) {
  for (int i = 0; i < resx; i++) {
    for (int j = 0; j < resy; j++) {
      add_vert(s, -1 + (i + .5) * 2 / resx, -1 + (j + .5) * 2 / resy, -1);
      for (int k = 0; k < 9; k++) add_float(s, s->normal, k % 4 == 0);
    }
  }
  for (int i = 1; i < resx; i++) {
    for (int j = 1; j < resy; j++) {
      int p = (i - 1) * resy + j - 1, q = i * resy + j - 1, r = p + 1, v = q + 1;
      add_face(s, p, q, r);
      add_face(s, v, r, q);
    }
  }
}

// ------------------------------------ parameters ------------------------------------------------

static const char* const names[] = {"none",        "sphere",     "hemisphere", "cone",
                                    "supersphere", "supertorus", "wedge",      "plate"};

// What is wrong with the parameters, NULL if nothing; NaN is always wrong.
static const char* parameter_problem(mjtMeshBuiltin builtin, const double* p) {
  switch (builtin) {
    case mjMESH_BUILTIN_SPHERE:
      return p[0] >= 0 && p[0] < 5 ? NULL : "subdivisions must be between 0 and 4";
    case mjMESH_BUILTIN_HEMISPHERE:
      return p[0] >= 0 && p[0] < 11 ? NULL : "resolution must be between 0 and 10";
    case mjMESH_BUILTIN_CONE:
      return p[0] >= 3 && p[0] < 1e6 && p[1] == p[1] ? NULL : "at least 3 edges are needed";
    case mjMESH_BUILTIN_SUPERSPHERE:
      if (!(p[0] >= 3 && p[0] < 1e4)) return "resolution must be at least 3";
      if (!(p[1] >= 0)) return "e must not be negative";
      return p[2] >= 0 ? NULL : "n must not be negative";
    case mjMESH_BUILTIN_SUPERTORUS:
      if (!(p[0] >= 3 && p[0] < 1e4)) return "resolution must be at least 3";
      if (!(p[1] > 0 && p[1] <= 1)) return "radius must be in (0, 1]";
      if (!(p[2] > 0)) return "s must be positive";
      return p[3] > 0 ? NULL : "t must be positive";
    case mjMESH_BUILTIN_WEDGE:
      if (!(p[0] >= 1 && p[0] < 1e4 && p[1] >= 1 && p[1] < 1e4))
        return "resolution must be positive";
      if (!(p[2] > 0 && p[2] <= 180)) return "horizontal field of view must be in (0, 180]";
      if (!(p[3] > 0 && p[3] <= 90)) return "vertical field of view must be in (0, 90]";
      return p[4] >= 0 && p[4] <= 1 ? NULL : "gamma must be in [0, 1]";
    case mjMESH_BUILTIN_PLATE:
      return p[0] >= 1 && p[0] < 1e4 && p[1] >= 1 && p[1] < 1e4 ? NULL
                                                                : "resolution must be positive";
    case mjMESH_BUILTIN_NONE: break;
  }
  return "unknown type";
}

int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* p, int nparams) {
  NEED_OR(-1, mesh);
  static const signed char count[] = {0, 1, 1, 2, 3, 4, 5, 2};
  element* e = element_of(mesh->element);
  spec* owner = e->owner ? e->owner : e->origin;
  if ((int)builtin <= mjMESH_BUILTIN_NONE || (int)builtin > mjMESH_BUILTIN_PLATE) {
    spec_error(owner, e, "Unsupported mesh type");
    return 1;
  }
  if (nparams != count[builtin]) {
    return spec_error(owner, e, "a builtin %s requires %d parameters, got %d", names[builtin],
                      count[builtin], nparams) -
           1;
  }
  const char* problem = parameter_problem(builtin, p);
  if (problem) return spec_error(owner, e, "builtin %s: %s", names[builtin], problem) - 1;
  builtin_shape s = {.vert = mesh->uservert, .normal = mesh->usernormal, .face = mesh->userface};
  s.vert->size = s.normal->size = s.face->size = 0;
  switch (builtin) {
    case mjMESH_BUILTIN_SPHERE: make_sphere(&s, (int)p[0]); break;
    case mjMESH_BUILTIN_HEMISPHERE: make_hemisphere(&s, (int)p[0]); break;
    case mjMESH_BUILTIN_CONE: make_cone(&s, (int)p[0], p[1]); break;
    case mjMESH_BUILTIN_SUPERSPHERE: make_supersphere(&s, (int)p[0], p[1], p[2]); break;
    case mjMESH_BUILTIN_SUPERTORUS: make_supertorus(&s, (int)p[0], p[1], p[2], p[3]); break;
    case mjMESH_BUILTIN_WEDGE: make_wedge(&s, (int)p[0], (int)p[1], p[2], p[3], p[4]); break;
    case mjMESH_BUILTIN_PLATE:
      make_plate(&s, (int)p[0], (int)p[1]);
      mesh->inertia = mjMESH_INERTIA_SHELL;
      break;
    case mjMESH_BUILTIN_NONE: break;
  }
  return s.failed ? spec_error(owner, e, "out of memory") - 1 : 0;
}
