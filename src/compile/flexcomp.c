// Creates the elements of a flexcomp from its points: a flex, bodies, joints, an equality (MuJoCo
// documentation, XML reference: body/flexcomp).
#include "compile/flexcomp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <engine/extension.h>

#include "math/quat.h"

enum { MAX_NODES = 1 << 20 };

void* flexcomp_alloc(flexcomp* c, double n, size_t item) {
  double bytes = n * (double)item;
  void* p = bytes < 0x1p36 ? arena_alloc(c->memory, bytes > 0 ? (size_t)bytes : 1) : NULL;
  if (!p) refuse(&c->refused, NULL, "out of memory for %g points or elements", n);
  return p;
}

void flexcomp_init(flexcomp* c, mjSpec* s, const mjsFlex* flex, arena* memory) {
  memset(c, 0, sizeof *c);
  c->flex = *flex;
  c->memory = memory;
  c->mass = 1;
  c->inertiabox = 0.005;
  c->quat[0] = 1;
  mjs_defaultOrientation(&c->alt);
  mjs_defaultPlugin(&c->plugin);
  string* text[] = {&c->plugin_text.name, &c->plugin_text.plugin_name, &c->plugin_text.info};
  for (int k = 0; k < 3; k++) text[k]->from = &spec_of(s)->store;
  c->plugin.name = (mjString*)text[0];
  c->plugin.plugin_name = (mjString*)text[1];
  c->plugin.info = (mjString*)text[2];
  for (int k = 0; k < 3; k++) {
    c->count[k] = 10;
    c->spacing[k] = 0.02;
    c->scale[k] = 1;
    c->cellcount[k] = 1;
  }
  mjsEquality equality;
  mjs_defaultEquality(&equality);
  memcpy(c->edge_solref, equality.solref, sizeof c->edge_solref);
  memcpy(c->edge_solimp, equality.solimp, sizeof c->edge_solimp);
}

// --- checks -------------------------------------------------------------------------------------

static bool has_nodes(const flexcomp* c) {
  return c->dof == FLEXCOMP_TRILINEAR || c->dof == FLEXCOMP_QUADRATIC;
}

// Check features of versions 3.4 to 3.8: cells, vertex and strain equalities.
static bool check_newer(flexcomp* c) {
  double nodes = 1;
  for (int k = 0; k < 3 && has_nodes(c); k++) {
    if (c->cellcount[k] < 1) {
      return refuse(&c->refused, "cellcount", "cellcount must be positive: %d", c->cellcount[k]);
    }
    nodes *= c->cellcount[k] * (c->dof == FLEXCOMP_QUADRATIC ? 2.0 : 1.0) + 1;
  }
  if (nodes > MAX_NODES) {
    return refuse(&c->refused, "cellcount", "cells with %g nodes are too many; expected at most %d",
                  nodes, MAX_NODES);
  }
  if (c->equality == 2 && (c->flex.dim != 2 || has_nodes(c))) {
    return refuse(&c->refused, NULL,
                  "equality vert is for dim 2 with dof full; see equality true or strain");
  }
  if (c->equality == 3 && !has_nodes(c)) {
    return refuse(&c->refused, NULL,
                  "equality strain is for dof trilinear or quadratic; see equality true");
  }
  return true;
}

static bool check_pins(flexcomp* c) {
  int dim = c->flex.dim;
  if (c->pin_range.size % 2) {
    return refuse(&c->refused, NULL,
                  "pin range has %d numbers; it takes a first and a last id each",
                  c->pin_range.size);
  }
  if (!c->pin_grid.size && !c->pin_gridrange.size) return true;
  if (c->type != FLEXCOMP_GRID || dim < 2) {
    return refuse(&c->refused, NULL, "pins by grid are for type grid of dim 2 or 3; pin ids here");
  }
  if (c->pin_grid.size % dim) {
    return refuse(&c->refused, NULL, "pin grid has %d numbers; a cell of dim %d takes %d",
                  c->pin_grid.size, dim, dim);
  }
  if (c->pin_gridrange.size % (2 * dim)) {
    return refuse(&c->refused, NULL, "pin gridrange has %d numbers; a range of dim %d takes %d",
                  c->pin_gridrange.size, dim, 2 * dim);
  }
  return true;
}

bool flexcomp_check(flexcomp* c) {
  int dim = c->flex.dim;
  if (dim < 1 || dim > 3) {
    return refuse(&c->refused, "dim", "invalid dim: %d; expected 1, 2 or 3", dim);
  }
  int least = c->dof == FLEXCOMP_RADIAL && dim == 3 ? 2 : 1;
  for (int k = 0; k < 3; k++) {
    if (c->count[k] < least) {
      return refuse(&c->refused, "count", "count too small: %d; expected at least %d", c->count[k],
                    least);
    }
    double spacing = 2 * c->flex.radius + c->flex.margin;
    if (flexcomp_is_shape(c) && !(c->spacing[k] >= spacing)) {
      return refuse(&c->refused, "spacing",
                    "spacing %g is less than twice the radius and the "
                    "margin; expected at least %g",
                    c->spacing[k], spacing);
    }
    if (!(c->scale[k] >= mjMINVAL)) {
      return refuse(&c->refused, "scale", "scale must be positive: %g", c->scale[k]);
    }
  }
  if (!(c->mass >= mjMINVAL))
    return refuse(&c->refused, "mass", "mass must be positive: %g", c->mass);
  if (!(c->inertiabox >= mjMINVAL)) {
    return refuse(&c->refused, "inertiabox", "inertiabox must be positive: %g", c->inertiabox);
  }
  if (c->flex.elastic2d >= 2 && c->equality) {
    return refuse(&c->refused, NULL,
                  "elastic2d is stretch or both, and edges are equalities; edges "
                  "cannot stretch and keep their lengths: choose one");
  }
  if (c->type == FLEXCOMP_MESH && dim == 3 && !c->has_origin) {
    return refuse(&c->refused, NULL,
                  "origin is missing; a mesh of dim 3 is filled from a point "
                  "inside");
  }
  return check_newer(c) && check_pins(c);
}

// --- points -------------------------------------------------------------------------------------

// Given points and elements stay in their vectors until the flex is made.
bool flexcomp_take_given(flexcomp* c) {
  const float_vec* texcoord = (const float_vec*)c->flex.texcoord;
  c->ntexcoord = texcoord->size;
  c->texcoord = flexcomp_alloc(c, c->ntexcoord, sizeof *c->texcoord);
  if (!c->texcoord) return false;
  if (c->ntexcoord) memcpy(c->texcoord, texcoord->data, sizeof *c->texcoord * c->ntexcoord);
  if (c->type != FLEXCOMP_DIRECT) return true;
  const double_vec* point = (const double_vec*)c->flex.vert;
  const int_vec* element = (const int_vec*)c->flex.elem;
  if (point->size % 3) {
    return refuse(&c->refused, "point", "point has %d numbers; they come in threes", point->size);
  }
  c->npoint = point->size / 3;
  c->nelement = element->size;
  c->x = flexcomp_alloc(c, point->size, sizeof *c->x);
  c->element = flexcomp_alloc(c, c->nelement, sizeof *c->element);
  if (!c->x || !c->element) return false;
  if (point->size) memcpy(c->x, point->data, sizeof *c->x * point->size);
  if (c->nelement) memcpy(c->element, element->data, sizeof *c->element * c->nelement);
  return true;
}

static bool check_points(flexcomp* c) {
  int corners = c->flex.dim + 1;
  if (c->npoint < 1) return refuse(&c->refused, NULL, "there are no points");
  if (c->nelement < 1) return refuse(&c->refused, NULL, "there are no elements");
  if (c->nelement % corners) {
    return refuse(&c->refused, "element", "element has %d points; elements of dim %d have %d each",
                  c->nelement, c->flex.dim, corners);
  }
  for (int i = 0; i < c->nelement; i++) {
    if (c->element[i] >= 0 && c->element[i] < c->npoint) continue;
    return refuse(&c->refused, "element", "element %d has point %d; there are %d, from 0 on",
                  i / corners, c->element[i], c->npoint);
  }
  return true;
}

static bool place_points(flexcomp* c) {
  for (int i = 0; i < c->npoint; i++) {
    double* p = c->x + 3 * i;
    for (int k = 0; k < 3 && !flexcomp_is_shape(c); k++) p[k] *= c->scale[k];
    quat_rotate(p, c->quat, p);
    vec3_add(p, p, c->pos);
    if (!isfinite(p[0] + p[1] + p[2])) {
      return refuse(&c->refused, NULL, "point %d is not finite where it is put", i);
    }
  }
  return true;
}

static bool pin(flexcomp* c, int id) {
  if (id < 0 || id >= c->npoint) {
    return refuse(&c->refused, NULL, "pin has point %d; there are %d, from 0 on", id, c->npoint);
  }
  c->pinned[id] = true;
  return true;
}

// Pin the grid points from one cell to another; in two axes if the grid is flat.
static bool pin_cells(flexcomp* c, const int* from, const int* to) {
  int dim = c->flex.dim, low[3] = {0}, high[3] = {0};
  for (int k = 0; k < dim; k++) {
    low[k] = from[k];
    high[k] = to[k];
    if (low[k] >= 0 && low[k] < c->count[k] && high[k] >= 0 && high[k] < c->count[k]) continue;
    return refuse(&c->refused, NULL, "pin has cell %d along axis %d; there are %d, from 0 on",
                  low[k] >= 0 && low[k] < c->count[k] ? high[k] : low[k], k, c->count[k]);
  }
  int depth = dim == 3 ? c->count[2] : 1;
  for (int i = low[0]; i <= high[0]; i++) {
    for (int j = low[1]; j <= high[1]; j++) {
      for (int k = low[2]; k <= high[2]; k++) c->pinned[(i * c->count[1] + j) * depth + k] = true;
    }
  }
  return true;
}

static bool pin_points(flexcomp* c) {
  int dim = c->flex.dim;
  for (int i = 0; i < c->pin_id.size; i++) {
    if (!pin(c, c->pin_id.data[i])) return false;
  }
  for (int i = 0; i < c->pin_range.size; i += 2) {
    int first = c->pin_range.data[i], last = c->pin_range.data[i + 1];
    if (!pin(c, first) || !pin(c, last)) return false;
    for (int id = first; id < last; id++) c->pinned[id] = true;
  }
  for (int i = 0; i < c->pin_grid.size; i += dim) {
    if (!pin_cells(c, c->pin_grid.data + i, c->pin_grid.data + i)) return false;
  }
  for (int i = 0; i < c->pin_gridrange.size; i += 2 * dim) {
    const int* range = c->pin_gridrange.data + i;
    if (!pin_cells(c, range, range + dim)) return false;
  }
  if (c->dof == FLEXCOMP_RADIAL) c->pinned[0] = true;
  for (int i = 0; i < c->npoint && c->rigid; i++) c->pinned[i] = true;
  return true;
}

// Points that belong to no element are left out; in regular shapes all belong to some.
static void find_used(flexcomp* c) {
  for (int i = 0; i < c->npoint && flexcomp_is_shape(c); i++) c->used[i] = true;
  for (int i = 0; i < c->nelement; i++) c->used[c->element[i]] = true;
}

bool flexcomp_finish_points(flexcomp* c) {
  if (!check_points(c) || !place_points(c)) return false;
  c->pinned = flexcomp_alloc(c, c->npoint, sizeof *c->pinned);
  c->used = flexcomp_alloc(c, c->npoint, sizeof *c->used);
  if (!c->pinned || !c->used || !pin_points(c)) return false;
  find_used(c);
  return true;
}

// --- creating the elements ----------------------------------------------------------------------

// The flex being created, and its parent.
typedef struct {
  flexcomp* c;
  mjSpec* s;
  mjsFlex* flex;
  mjsBody* parent;
  const char *name, *parent_name;
} flex_builder;

static void add_slide(mjsBody* body, double x, double y, double z) {
  mjsJoint* joint = mjs_addJoint(body, NULL);
  if (!joint) return;
  joint->type = mjJNT_SLIDE;  // other values may come from the default class
  vec3_set(joint->pos, 0, 0, 0);
  vec3_set(joint->axis, x, y, z);
}

// A body at a point, with mass and the inertia of a box of size inertiabox.
static mjsBody* add_body(const flex_builder* k, const double pos[3], double mass, const char* name,
                         int group) {
  const flexcomp* c = k->c;
  mjsBody* body = mjs_addBody(k->parent, NULL);
  if (!body) return NULL;
  mjs_setName(body->element, name);
  mjs_setString(body->info, mjs_getString(k->flex->info));
  memcpy(body->pos, pos, sizeof body->pos);
  body->mass = mass;
  double inertia = mass * 2 * c->inertiabox * c->inertiabox / 3;
  vec3_set(body->inertia, inertia, inertia, inertia);
  vec3_set(body->ipos, 0, 0, 0);
  body->explicitinertial = 1;
  if (c->dof == FLEXCOMP_RADIAL) {
    double axis[3];
    vec3_copy(axis, pos);
    vec3_normalize(axis);
    add_slide(body, axis[0], axis[1], axis[2]);
  } else {
    for (int i = 0; i < 3; i++) add_slide(body, i == 0, i == 1, i == 2);
  }
  mjsGeom* geom = c->flex.vertcollide ? mjs_addGeom(body, NULL) : NULL;
  if (geom) {
    geom->type = mjGEOM_SPHERE;
    geom->size[0] = c->flex.radius;
    if (group >= 0) geom->group = group;
  }
  shared_plugin_use(&k->c->plugin, body, k->flex->info);
  return body;
}

enum { VERTEX_GROUP = 4, MAX_NAME = 1000 };

// The bodies of the vertices: one each, or the parent.
static void add_vertices(flex_builder* k) {
  flexcomp* c = k->c;
  char name[MAX_NAME];
  mjs_setStringVec(k->flex->vertbody, "");
  for (int i = 0; i < c->npoint; i++) {
    if (!c->used[i]) continue;
    if (c->pinned[i] || has_nodes(c)) {
      mjs_appendString(k->flex->vertbody, k->parent_name);
      shared_plugin_use(&c->plugin, k->parent, k->flex->info);
      continue;
    }
    snprintf(name, sizeof name, "%.900s_%d", k->name, i);
    if (!add_body(k, c->x + 3 * i, c->mass / c->npoint, name, VERTEX_GROUP)) return;
    mjs_appendString(k->flex->vertbody, name);
  }
}

// Number of nodes along an axis, and their relative masses along a row: for quadratic cells the
// integrals of the shape functions, added up where cells meet.
static int nodes_along(const flexcomp* c, int axis) {
  return c->cellcount[axis] * (c->dof == FLEXCOMP_QUADRATIC ? 2 : 1) + 1;
}
static double share_of(const flexcomp* c, int axis, int place) {
  if (c->dof != FLEXCOMP_QUADRATIC) return 1;
  if (place % 2) return 4.0 / 6;
  return place == 0 || place == 2 * c->cellcount[axis] ? 1.0 / 6 : 2.0 / 6;
}

// Grid position of a node from its index.
static void node_place(const flexcomp* c, int n, int place[3]) {
  for (int axis = 2; axis >= 0; axis--) {
    place[axis] = n % nodes_along(c, axis);
    n /= nodes_along(c, axis);
  }
}

static bool is_pinned(const flexcomp* c, int node) { return node < c->npoint && c->pinned[node]; }

static double node_weight(const flexcomp* c, int node) {
  int place[3];
  node_place(c, node, place);
  return share_of(c, 0, place[0]) * share_of(c, 1, place[1]) * share_of(c, 2, place[2]);
}

// The mass of a node: the total mass distributed in proportion to the weights of the nodes that are
// not pinned; for a single linear cell, as in older versions, over all nodes.
static double node_mass(const flexcomp* c, int node, int n) {
  double all = 0;
  bool single = n == 8;
  for (int i = 0; i < n; i++) {
    if (single || !is_pinned(c, i)) all += node_weight(c, i);
  }
  return c->mass * node_weight(c, node) / all;
}

// Nodes of the cells in the bounding box of the points; a node is pinned if its number is that of a
// pinned point.
static void add_nodes(flex_builder* k) {
  flexcomp* c = k->c;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  int n = nodes_along(c, 0) * nodes_along(c, 1) * nodes_along(c, 2);
  double* node = flexcomp_alloc(c, 3.0 * n, sizeof *node);
  char name[MAX_NAME];
  for (int i = 0; i < 3 * c->npoint; i++) {
    if (!c->used[i / 3]) continue;
    low[i % 3] = fmin(low[i % 3], c->x[i]);
    high[i % 3] = fmax(high[i % 3], c->x[i]);
  }
  mjs_setStringVec(k->flex->nodebody, "");
  for (int i = 0; i < n && node; i++) {
    double pos[3];
    int place[3];
    node_place(c, i, place);
    for (int axis = 0; axis < 3; axis++) {
      int last = nodes_along(c, axis) - 1;
      double size = high[axis] - low[axis];
      pos[axis] = place[axis] == last ? high[axis] : low[axis] + size * place[axis] / last;
    }
    if (is_pinned(c, i)) {
      mjs_appendString(k->flex->nodebody, k->parent_name);
      memcpy(node + 3 * i, pos, sizeof pos);
      continue;
    }
    snprintf(name, sizeof name, "%.900s_%d_%d_%d", k->name, place[0], place[1], place[2]);
    if (!add_body(k, pos, node_mass(c, i, n), name, -1)) return;
    mjs_appendString(k->flex->nodebody, name);
  }
  if (node) mjs_setDouble(k->flex->node, node, 3 * n);
  engsFlex* more = eng_flex(k->flex);
  more->order = c->dof == FLEXCOMP_QUADRATIC ? 2 : 0;
  memcpy(more->cellcount, c->cellcount, sizeof more->cellcount);
}

// Write elements, vertices and texture coordinates, without unused points.
static bool set_numbers(flex_builder* k, bool centered) {
  flexcomp* c = k->c;
  int n = 0, *place = flexcomp_alloc(c, c->npoint, sizeof *place);
  bool picture = c->ntexcoord == 2 * c->npoint && !c->nelemtexcoord;
  if (!place) return false;
  for (int i = 0; i < c->npoint; i++) {
    if (!c->used[i]) continue;
    memmove(c->x + 3 * n, c->x + 3 * i, 3 * sizeof *c->x);
    if (picture) memmove(c->texcoord + 2 * n, c->texcoord + 2 * i, 2 * sizeof *c->texcoord);
    place[i] = n++;
  }
  for (int i = 0; i < c->nelement; i++) c->element[i] = place[c->element[i]];
  if (picture) c->ntexcoord = 2 * n;
  mjs_setDouble(k->flex->vert, c->x, centered ? 0 : 3 * n);
  mjs_setInt(k->flex->elem, c->element, c->nelement);
  mjs_setFloat(k->flex->texcoord, c->texcoord, c->ntexcoord);
  mjs_setInt(k->flex->elemtexcoord, c->elemtexcoord, c->nelemtexcoord);
  return true;
}

static void add_equality(const flex_builder* k, int type, int cell) {
  mjsEquality* equality = mjs_addEquality(k->s, NULL);
  if (!equality) return;
  mjsElement* element = equality->element;
  mjString *name1 = equality->name1, *name2 = equality->name2, *info = equality->info;
  mjs_defaultEquality(equality);
  equality->element = element;
  equality->name1 = name1;
  equality->name2 = name2;
  equality->info = info;
  equality->type = type;
  equality->active = 1;
  memcpy(equality->solref, k->c->edge_solref, sizeof equality->solref);
  memcpy(equality->solimp, k->c->edge_solimp, sizeof equality->solimp);
  if (type == mjEQ_FLEXSTRAIN) {
    const int* n = k->c->cellcount;
    vec3_set(equality->data, cell / n[2] / n[1], cell / n[2] % n[1], cell % n[2]);
  }
  mjs_setString(equality->name1, k->name);
  mjs_setString(equality->info, mjs_getString(k->flex->info));
}

// Equality constraints of edges, of vertices, or of the strain of each cell.
static void add_equalities(const flex_builder* k) {
  static const int types[] = {0, mjEQ_FLEX, mjEQ_FLEXVERT, mjEQ_FLEXSTRAIN};
  const int* n = k->c->cellcount;
  int count = k->c->equality == 3 ? n[0] * n[1] * n[2] : k->c->equality != 0;
  for (int i = 0; i < count; i++) add_equality(k, types[k->c->equality], i);
}

bool flexcomp_make(flexcomp* c, mjSpec* s, mjsFlex* made, mjsBody* parent) {
  flex_builder k = {c,
                    s,
                    made,
                    parent,
                    mjs_getString(mjs_getName(made->element)),
                    mjs_getString(mjs_getName(parent->element))};
  int used = 0, pinned = 0;
  for (int i = 0; i < c->npoint; i++) {
    used += c->used[i];
    pinned += c->used[i] && c->pinned[i];
  }
  bool rigid = pinned == used, interpolated = has_nodes(c);
  bool solid = c->flex.dim == 3 && c->type == FLEXCOMP_GRID;
  bool flat = solid || c->type == FLEXCOMP_BOX || c->type == FLEXCOMP_CYLINDER;
  if (flat) c->flex.flatskin = 1;
  *made = c->flex;
  if (rigid) {
    mjs_setStringVec(made->vertbody, "");
    mjs_appendString(made->vertbody, k.parent_name);
  } else {
    add_vertices(&k);
    // vertices of moving bodies are at the origins of these
    for (int i = 0; i < c->npoint && !interpolated; i++) {
      if (!c->pinned[i]) vec3_zero(c->x + 3 * i);
    }
    if (interpolated) add_nodes(&k);
    add_equalities(&k);
  }
  return set_numbers(&k, !rigid && !interpolated && pinned == 0);
}
