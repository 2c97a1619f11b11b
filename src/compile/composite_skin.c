// The skin of a cable of boxes: a closed surface over two or three rows of bones, optionally
// refined by bicubic interpolation.
#include <stdio.h>
#include <string.h>

#include "compile/composite.h"

// A finer grid is taken for a mistake.
#define MAX_GRID 1e5

// The surface has two sides; vertices are numbered across the strip first.
typedef struct {
  composite* c;
  mjsSkin* skin;
  int across, along;  // numbers of bones
  int rows, columns;  // vertices across and along
  int step;           // number of vertices from one bone to the next
} skin_grid;

static int vertex_at(const skin_grid* k, int column, int row) { return column * k->rows + row; }

// ------------------------------------------------------------------------------------- faces

typedef struct {
  int* face;
  int n;
} face_list;

static void put_triangle(face_list* l, int a, int b, int c) {
  int* f = l->face + 3 * l->n++;
  f[0] = a;
  f[1] = b;
  f[2] = c;
}

// A strip of faces between a row of vertices on one side and the same row on the other; `there` is
// the offset of the other side.
static void close_edge(face_list* l, int a, int b, int there, bool outwards) {
  if (outwards) {
    put_triangle(l, a, b, b + there);
    put_triangle(l, a, b + there, a + there);
  } else {
    put_triangle(l, a, b + there, b);
    put_triangle(l, a, a + there, b + there);
  }
}

static void cover_sides(const skin_grid* k, face_list* l) {
  int side = k->rows * k->columns;
  for (int back = 0; back < 2; back++) {
    for (int i = 0; i + 1 < k->columns; i++) {
      for (int j = 0; j + 1 < k->rows; j++) {
        int a = vertex_at(k, i, j) + back * side, b = a + 1, c = a + k->rows, d = c + 1;
        put_triangle(l, a, back ? d : c, back ? c : d);
        put_triangle(l, a, back ? b : d, back ? d : b);
      }
    }
  }
}

static bool make_faces(const skin_grid* k) {
  int side = k->rows * k->columns, last = k->rows - 1, end = k->columns - 1;
  size_t n = 4 * (size_t)end * (size_t)last + 4 * (size_t)(end + last);
  face_list l = {arena_alloc(k->c->memory, 3 * n * sizeof(int)), 0};
  if (!l.face) return false;
  cover_sides(k, &l);
  for (int i = 0; i < end; i++)
    close_edge(&l, vertex_at(k, i, 0), vertex_at(k, i + 1, 0), side, false);
  for (int i = 0; i < end; i++)
    close_edge(&l, vertex_at(k, i, last), vertex_at(k, i + 1, last), side, true);
  for (int j = 0; j < last; j++)
    close_edge(&l, vertex_at(k, 0, j), vertex_at(k, 0, j + 1), side, true);
  for (int j = 0; j < last; j++)
    close_edge(&l, vertex_at(k, end, j), vertex_at(k, end, j + 1), side, false);
  mjs_setInt(k->skin->face, l.face, 3 * l.n);
  return true;
}

// ----------------------------------------------------------------------------------- vertices

// Every vertex is at its bone.
static bool make_vertices(const skin_grid* k) {
  size_t side = (size_t)k->rows * (size_t)k->columns;
  float* number = arena_alloc(k->c->memory, 6 * side * sizeof *number);
  if (!number) return false;
  mjs_setFloat(k->skin->vert, number, (int)(6 * side));
  if (!k->c->skin.texcoord) return true;
  float* t = number;
  for (int back = 0; back < 2; back++) {
    for (int i = 0; i < k->columns; i++) {
      for (int j = 0; j < k->rows; j++) {
        *t++ = (float)i / (float)(k->columns - 1);
        *t++ = (float)j / (float)(k->rows - 1);
      }
    }
  }
  mjs_setFloat(k->skin->texcoord, number, (int)(4 * side));
  return true;
}

// -------------------------------------------------------------------------------------- bones

// The vertices of a bone and its weight for each.
typedef struct {
  int* vertex;
  float* weight;
  int n;
} bone_share;

static void add_bone_weight(const skin_grid* k, bone_share* s, int vertex, double weight) {
  if (weight == 0) return;
  for (int back = 0; back < 2; back++) {
    s->vertex[s->n] = vertex + back * k->rows * k->columns;
    s->weight[s->n++] = (float)weight;
  }
}

// Coefficients (one row per power) of the cubic through f(0), f(1) with derivatives f'(0), f'(1).
static const double hermite[4][4] = {{1, 0, 0, 0}, {0, 0, 1, 0}, {-3, 3, -2, -1}, {2, -2, 1, 1}};

// The origin of a grid cell, and a point in it.
typedef struct {
  int column, row;
  double x, y;  // across and along the strip, from 0 to 1
} patch_point;

// Contributions of f, df/dx, df/dy and d2f/dxdy at the corners (0 0), (1 0), (0 1), (1 1), in this
// order, to the value at a point.
static void bicubic(const patch_point* p, double part[16]) {
  const double x[4] = {1, p->x, p->x * p->x, p->x * p->x * p->x};
  const double y[4] = {1, p->y, p->y * p->y, p->y * p->y * p->y};
  for (int q = 0; q < 16; q++) {
    int at_x = q % 2 + 2 * (q / 4 % 2), at_y = q / 2 % 2 + 2 * (q / 8);
    part[q] = 0;
    for (int i = 0; i < 16; i++) {
      part[q] += x[i % 4] * y[i / 4] * (hermite[i % 4][at_x] * hermite[i / 4][at_y]);
    }
  }
}

// Contribution of bone `bone` of n to the value, or the derivative, at bone `at`.
static double stencil(int n, int at, int bone, bool slope) {
  if (!slope) return at == bone;
  int before = at > 0 ? at - 1 : at, behind = at < n - 1 ? at + 1 : at;
  double share = 1.0 / (behind - before);
  return bone == behind ? share : bone == before ? -share : 0;
}

static double interpolate(const skin_grid* k, const patch_point* p, const double part[16],
                          int column, int row) {
  double weight = 0;
  for (int q = 0; q < 16; q++) {
    int x = p->row + q % 2, y = p->column + q / 2 % 2;
    weight +=
        part[q] * (stencil(k->along, y, column, q / 8) * stencil(k->across, x, row, q / 4 % 2));
  }
  return weight;
}

// Weights of a bone in the vertices of a cell; the last row and column of vertices belong to the
// next cell.
static void share_cell(const skin_grid* k, bone_share* s, patch_point* p, int column, int row) {
  int nx = k->step + (p->row == k->across - 2), ny = k->step + (p->column == k->along - 2);
  for (int i = 0; i < ny; i++) {
    for (int j = 0; j < nx; j++) {
      p->x = (double)j / k->step;
      p->y = (double)i / k->step;
      double part[16];
      bicubic(p, part);
      add_bone_weight(k, s, vertex_at(k, p->column * k->step + i, p->row * k->step + j),
                      interpolate(k, p, part, column, row));
    }
  }
}

static void share_bone(const skin_grid* k, bone_share* s, int column, int row) {
  s->n = 0;
  if (k->step == 1 && k->across == 2) {
    add_bone_weight(k, s, vertex_at(k, column, row), 1);
    return;
  }
  for (int i = column - 2; i <= column + 1; i++) {
    for (int j = row - 2; j <= row + 1; j++) {
      patch_point p = {.column = i, .row = j};
      bool inside = i >= 0 && j >= 0 && i < k->along - 1 && j < k->across - 1;
      if (inside) share_cell(k, s, &p, column, row);
    }
  }
}

static bool make_bones(const skin_grid* k) {
  const composite* c = k->c;
  size_t most = 2 * 16 * (size_t)(k->step + 1) * (size_t)(k->step + 1),
         nbone = (size_t)k->across * (size_t)k->along;
  bone_share s = {arena_alloc(c->memory, most * sizeof(int)),
                  arena_alloc(c->memory, most * sizeof(float)), 0};
  float* bindpos = arena_alloc(c->memory, 3 * nbone * sizeof *bindpos);
  float* bindquat = arena_alloc(c->memory, 4 * nbone * sizeof *bindquat);
  if (!s.vertex || !s.weight || !bindpos || !bindquat) return false;
  int n = 0;
  for (int i = 0; i < k->along; i++) {
    for (int j = 0; j < k->across; j++, n++) {
      char name[1000];
      mjs_appendString(k->skin->bodyname, composite_body(c, i, name, sizeof name));
      if (i == k->along - 1) bindpos[3 * n] = (float)(-2 * c->geom->size[0]);
      bindpos[3 * n + 1] = (float)(c->geom->size[1] * (2.0 * j / (k->across - 1) - 1));
      bindquat[4 * n] = 1;
      share_bone(k, &s, i, j);
      mjs_appendIntVec(k->skin->vertid, s.vertex, s.n);
      mjs_appendFloatVec(k->skin->vertweight, s.weight, s.n);
    }
  }
  mjs_setFloat(k->skin->bindpos, bindpos, (int)(3 * nbone));
  mjs_setFloat(k->skin->bindquat, bindquat, (int)(4 * nbone));
  return true;
}

bool composite_make_skin(composite* c, mjSpec* s) {
  int subgrid = c->skin.subgrid;
  double size = (subgrid + 1.0) * c->n * (2.0 * subgrid + 3);
  if (subgrid < 0 || size > MAX_GRID) {
    return refuse(&c->refused, NULL, "the skin has subgrid %d; expected 0 or a few", subgrid);
  }
  mjsSkin* skin = mjs_addSkin(s);
  if (!skin) return false;
  skin_grid k = {
      .c = c, .skin = skin, .across = subgrid ? 3 : 2, .along = c->n, .step = subgrid + 1};
  k.rows = (k.across - 1) * k.step + 1;
  k.columns = (k.along - 1) * k.step + 1;
  char name[1000];
  snprintf(name, sizeof name, "%.900sSkin", c->prefix);
  mjs_setName(skin->element, name);
  mjs_setString(skin->info, mjs_getString(c->body.info));
  mjs_setString(skin->material, c->skin.material);
  memcpy(skin->rgba, c->skin.rgba, sizeof skin->rgba);
  skin->group = c->skin.group;
  skin->inflate = (float)(2 * c->geom->size[2]);
  return make_vertices(&k) && make_faces(&k) && make_bones(&k);
}
