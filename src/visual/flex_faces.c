// Faces of flexes: flat faces of the elements, or a smooth skin around them.
#include <stdbool.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/model.h>

#include "math/vec3.h"
#include "visual/deformables.h"

// Output of the faces of one flex.
typedef struct {
  const mjModel* m;
  int flex, dim;
  mjtNum radius;
  const mjtNum* x;  // vertex positions
  int n, room;
  float *face, *normal, *texcoord;  // texcoord is NULL if there are none
} flex_face_list;

// A corner of a face: position, normal, texture coordinate.
typedef struct {
  mjtNum pos[3], normal[3];
  int texcoord;
} flex_corner;

static int largest_layer(const mjModel* m, int flex) {
  const int* layer = m->flex_elemlayer + m->flex_elemadr[flex];
  int n = m->flex_elemnum[flex], last = 0, largest = 0;
  for (int i = 0; i < n; i++) last = layer[i] > last ? layer[i] : last;
  for (int k = 0; k <= last; k++) {
    int count = 0;
    for (int i = 0; i < n; i++) count += layer[i] == k;
    if (count > largest) largest = count;
  }
  return largest;
}

int flex_face_capacity(const mjModel* m, int flex) {
  int shell = m->flex_shellnum[flex];
  if (m->flex_dim[flex] < 2) return 0;
  if (m->flex_dim[flex] == 2) return 2 * shell + 2 * m->flex_elemnum[flex];
  int layer = 4 * largest_layer(m, flex);
  return shell > layer ? shell : layer;
}

static void add_face(flex_face_list* f, const flex_corner c[3]) {
  if (f->n == f->room) return;
  const mjModel* m = f->m;
  for (int k = 0; k < 3; k++) {
    mju_n2f(f->face + 9 * f->n + 3 * k, c[k].pos, 3);
    mju_n2f(f->normal + 9 * f->n + 3 * k, c[k].normal, 3);
    if (!f->texcoord) continue;
    int i = m->flex_texcoordadr[f->flex] + c[k].texcoord;
    float* uv = f->texcoord + 6 * f->n + 2 * k;
    uv[0] = i < m->nflextexcoord ? m->flex_texcoord[2 * i] : 0;
    uv[1] = i < m->nflextexcoord ? m->flex_texcoord[2 * i + 1] : 0;
  }
  f->n++;
}

// Unit normal of the triangle of three vertices.
static void face_normal(const flex_face_list* f, const int v[3], mjtNum normal[3]) {
  mjtNum a[3], b[3];
  vec3_sub(a, f->x + 3 * v[1], f->x + 3 * v[0]);
  vec3_sub(b, f->x + 3 * v[2], f->x + 3 * v[0]);
  vec3_cross(normal, a, b);
  vec3_normalize(normal);
}

// A vertex position displaced along a normal.
static void move_out(const flex_face_list* f, int vertex, const mjtNum along[3], mjtNum by,
                     mjtNum pos[3]) {
  vec3_copy(pos, f->x + 3 * vertex);
  vec3_axpy(pos, by, along);
}

// A flat face with corners a, b, c of an element, displaced by the radius.
static void add_flat_face(flex_face_list* f, const int* vertex, const int* texcoord,
                          const int order[3]) {
  int v[3] = {vertex[order[0]], vertex[order[1]], vertex[order[2]]};
  mjtNum normal[3];
  flex_corner c[3];
  face_normal(f, v, normal);
  for (int k = 0; k < 3; k++) {
    move_out(f, v[k], normal, f->radius, c[k].pos);
    vec3_copy(c[k].normal, normal);
    c[k].texcoord = texcoord[order[k]];
  }
  add_face(f, c);
}

static void add_flat_faces(flex_face_list* f, int flex_layer) {
  static const int sides[2][3] = {{0, 1, 2}, {0, 2, 1}};
  static const int sides_solid[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  const mjModel* m = f->m;
  int first = m->flex_elemdataadr[f->flex];
  for (int e = 0; e < m->flex_elemnum[f->flex]; e++) {
    int adr = first + (f->dim + 1) * e;
    if (f->dim == 3 && m->flex_elemlayer[m->flex_elemadr[f->flex] + e] != flex_layer) continue;
    for (int k = 0; k < (f->dim == 2 ? 2 : 4); k++) {
      add_flat_face(f, m->flex_elem + adr, m->flex_elemtexcoord + adr,
                    f->dim == 2 ? sides[k] : sides_solid[k]);
    }
  }
}

// Vertex normals: the mean of the adjacent triangles' normals.
static void vertex_normals(const flex_face_list* f, const int* triangle, int n, mjtNum* normal) {
  int nvert = f->m->flex_vertnum[f->flex];
  mju_zero(normal, 3 * nvert);
  for (int i = 0; i < n; i++, triangle += 3) {
    mjtNum one[3];
    face_normal(f, triangle, one);
    for (int k = 0; k < 3; k++) vec3_add(normal + 3 * triangle[k], normal + 3 * triangle[k], one);
  }
  for (int i = 0; i < nvert; i++) vec3_normalize(normal + 3 * i);
}

// Sign of the normals of a surface displaced by this distance.  Without a radius they point
// inwards, as in the reference.
static mjtNum outwards(mjtNum distance) { return distance > 0 ? 1 : -1; }

// A face of the skin on one side (1 or -1) of a triangle.
static void add_skin_face(flex_face_list* f, const mjtNum* normal, const int corners[3],
                          const int texcoords[3], int side) {
  // on the other side the corners are in reverse order
  int b = side > 0 ? 1 : 2, v[3] = {corners[0], corners[b], corners[3 - b]};
  int t[3] = {texcoords[0], texcoords[b], texcoords[3 - b]};
  mjtNum flat[3], distance = side * f->radius;
  bool smooth = !f->m->flex_flatskin[f->flex];
  flex_corner c[3];
  face_normal(f, v, flat);
  for (int k = 0; k < 3; k++) {
    const mjtNum* out = normal + 3 * v[k];
    move_out(f, v[k], out, distance, c[k].pos);
    // as in the reference, flat normals of the other side point towards the first
    vec3_scale(c[k].normal, smooth ? out : flat, outwards(distance));
    c[k].texcoord = t[k];
  }
  add_face(f, c);
}

// Half of the strip that closes the gap between the two sides along a border edge.
static void add_rim(flex_face_list* f, const mjtNum* normal, int v0, int v1, int side) {
  mjtNum edge[3], out[3], distance = side * f->radius;
  const mjtNum* n1 = normal + 3 * v1;
  flex_corner c[3] = {{.texcoord = v0}, {.texcoord = v1}, {.texcoord = v1}};
  vec3_sub(edge, f->x + 3 * v1, f->x + 3 * v0);
  vec3_cross(out, edge, n1);
  vec3_normalize(out);
  move_out(f, v0, normal + 3 * v0, distance, c[0].pos);
  move_out(f, v1, n1, -distance, c[1].pos);
  move_out(f, v1, n1, distance, c[2].pos);
  for (int k = 0; k < 3; k++) vec3_scale(c[k].normal, out, outwards(distance));
  add_face(f, c);
}

static void add_sheet(flex_face_list* f, mjtNum* normal) {
  const mjModel* m = f->m;
  const int* elem = m->flex_elem + m->flex_elemdataadr[f->flex];
  const int* texcoord = m->flex_elemtexcoord + m->flex_elemdataadr[f->flex];
  const int* border = m->flex_shell + m->flex_shelldataadr[f->flex];
  vertex_normals(f, elem, m->flex_elemnum[f->flex], normal);
  for (int e = 0; e < m->flex_elemnum[f->flex]; e++) {
    add_skin_face(f, normal, elem + 3 * e, texcoord + 3 * e, 1);
    add_skin_face(f, normal, elem + 3 * e, texcoord + 3 * e, -1);
  }
  for (int i = 0; i < m->flex_shellnum[f->flex]; i++, border += 2) {
    add_rim(f, normal, border[0], border[1], 1);
    add_rim(f, normal, border[1], border[0], -1);
  }
}

static void add_solid(flex_face_list* f, mjtNum* normal) {
  const mjModel* m = f->m;
  const int* shell = m->flex_shell + m->flex_shelldataadr[f->flex];
  vertex_normals(f, shell, m->flex_shellnum[f->flex], normal);
  for (int i = 0; i < m->flex_shellnum[f->flex]; i++, shell += 3) {
    add_skin_face(f, normal, shell, shell, 1);
  }
}

static void update_flex(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int i) {
  bool skin = opt->flags[mjVIS_FLEXSKIN], flat = opt->flags[mjVIS_FLEXFACE];
  scn->flexfaceused[i] = 0;
  if (m->flex_dim[i] < 2 || (!skin && !flat)) return;
  size_t first = (size_t)scn->flexfaceadr[i];
  flex_face_list f = {.m = m, .flex = i, .dim = m->flex_dim[i], .radius = m->flex_radius[i]};
  f.x = d->flexvert_xpos + 3 * m->flex_vertadr[i];
  f.room = scn->flexfacenum[i];
  f.face = scn->flexface + 9 * first;
  f.normal = scn->flexnormal + 9 * first;
  f.texcoord = m->flex_texcoordadr[i] >= 0 ? scn->flextexcoord + 6 * first : NULL;
  if (skin) {
    mj_markStack(d);
    mjtNum* normal = mj_stackAllocNum(d, 3 * (size_t)m->flex_vertnum[i]);
    if (f.dim == 2) {
      add_sheet(&f, normal);
    } else {
      add_solid(&f, normal);
    }
    mj_freeStack(d);
  } else {
    add_flat_faces(&f, opt->flex_layer);
  }
  scn->flexfaceused[i] = f.n;
}

void flex_update_faces(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn) {
  if (scn->nflex != m->nflex) {
    mju_error("mjv_updateScene: the scene was made for %d flexes, the model has %d", scn->nflex,
              m->nflex);
    return;
  }
  scn->flexvertopt = opt->flags[mjVIS_FLEXVERT];
  scn->flexedgeopt = opt->flags[mjVIS_FLEXEDGE];
  scn->flexfaceopt = opt->flags[mjVIS_FLEXFACE];
  scn->flexskinopt = opt->flags[mjVIS_FLEXSKIN];
  mju_n2f(scn->flexvert, d->flexvert_xpos, 3 * m->nflexvert);
  for (int i = 0; i < m->nflex; i++) update_flex(m, d, opt, scn, i);
}
