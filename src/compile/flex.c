// Reading and checking flexes: their elements, and their geometry at qpos0.
#include "compile/flex.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <engine/base.h>

#include "spec/pose.h"

// --- counts -------------------------------------------------------------------------------------

static bool refuse(build* b, const build_flex* f, const char* what) {
  return build_error(b, &f->src->e, "%s", what);
}

// Nodes are the corners of cells; cells of order 2 have additional nodes between them.
static bool check_cells(build* b, build_flex* f) {
  const engsFlex* more = &f->src->more;
  double nodes = 1;
  f->order = more->order ? more->order : 1;
  if (f->order < 1 || f->order > 2) {
    return build_error(b, &f->src->e, "order must be 1 or 2, not %d", more->order);
  }
  for (int k = 0; k < 3; k++) {
    f->cell[k] = more->cellcount[k];
    if (f->cell[k] < 1) {
      return build_error(b, &f->src->e, "cellcount must be positive, not %d", f->cell[k]);
    }
    nodes *= (double)f->cell[k] * f->order + 1;
  }
  if (f->nnode == nodes) return true;
  return build_error(b, &f->src->e, "it has %d nodes; there must be %g, the corners of a box",
                     f->nnode, nodes);
}

// Check the numbers; sets all counts except those derived from connectivity.
static bool check_counts(build* b, build_flex* f) {
  const spec_flex* src = f->src;
  const element* e = &src->e;
  if (f->dim < 1 || f->dim > 3) return build_error(b, e, "dim must be 1, 2 or 3, not %d", f->dim);
  int nelem = src->own.elem.size, nvert = src->own.vert.size, corners = f->dim + 1;
  if (!nelem) return refuse(b, f, "it has no elements; give vertices in element");
  if (nelem % corners) {
    return build_error(b, e, "element has %d vertices; elements of dim %d have %d each", nelem,
                       f->dim, corners);
  }
  if (!src->own.vertbody.size && !src->own.nodebody.size) {
    return refuse(b, f, "body and node are both empty; name the bodies of the vertices");
  }
  if (nvert % 3) return build_error(b, e, "vertex has %d numbers; they come in threes", nvert);
  if (src->pub.edgestiffness > 0 && f->dim > 1) {
    return build_error(b, e, "stiffness of edges is for dim 1, not %d; use elasticity", f->dim);
  }
  f->nelem = nelem / corners;
  f->nvert = nvert ? nvert / 3 : src->own.vertbody.size;
  f->nnode = src->own.nodebody.size;
  f->interpolated = f->nnode > 0;
  if (f->interpolated && src->pub.selfcollide != mjFLEXSELF_NONE) {
    return refuse(b, f,
                  "trilinear interpolation cannot do self-collision; selfcollide must be "
                  "none");
  }
  if (f->interpolated && src->pub.internal) {
    return refuse(b, f,
                  "trilinear interpolation cannot do internal collision; internal must be "
                  "false");
  }
  if (f->nvert < corners) {
    return build_error(b, e, "%d vertices are too few for dim %d; there must be at least %d",
                       f->nvert, f->dim, corners);
  }
  return !f->interpolated || check_cells(b, f);
}

static bool check_elements(build* b, const build_flex* f) {
  const int* elem = f->src->own.elem.data;
  for (int i = 0; i < (f->dim + 1) * f->nelem; i++) {
    if (elem[i] < 0 || elem[i] >= f->nvert) {
      return build_error(b, &f->src->e, "element %d has vertex %d; there are %d, from 0 on",
                         i / (f->dim + 1), elem[i], f->nvert);
    }
  }
  return true;
}

static bool check_numbers(build* b, const build_flex* f) {
  const spec_flex* src = f->src;
  const struct {
    const char* name;
    const double_vec* v;
  } list[] = {{"vertex", &src->own.vert}, {"node", &src->own.node}};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < list[k].v->size; i++) {
      if (isfinite(list[k].v->data[i])) continue;
      return build_error(b, &src->e, "%s %d is not finite", list[k].name, i / 3);
    }
  }
  if (!isfinite(src->pub.radius)) return refuse(b, f, "radius is not finite");
  int condim = src->pub.condim;
  if (condim != 1 && condim != 3 && condim != 4 && condim != 6) {
    return build_error(b, &src->e, "condim must be 1, 3, 4 or 6, not %d", condim);
  }
  if (src->own.node.size && src->own.node.size != 3 * f->nnode) {
    return build_error(b, &src->e, "%d nodes have %d coordinates; there must be %d", f->nnode,
                       src->own.node.size, 3 * f->nnode);
  }
  return true;
}

// Texture coordinates belong to vertices or, with elemtexcoord, to corners of elements.
static bool read_texcoord(build* b, build_flex* f) {
  const spec_flex* src = f->src;
  int n = src->own.texcoord.size / 2, corners = (f->dim + 1) * f->nelem;
  int given = src->own.elemtexcoord.size;
  if (!src->own.texcoord.size) return true;
  if (!given && src->own.texcoord.size != 2 * f->nvert) {
    return build_error(b, &src->e,
                       "%d texture coordinates do not fit %d vertices; there must be "
                       "two for each",
                       src->own.texcoord.size, f->nvert);
  }
  f->ntexcoord = n;
  f->elemtexcoord = BUILD_NEW(b, int, corners);
  const int* from = given ? src->own.elemtexcoord.data : src->own.elem.data;
  memcpy(f->elemtexcoord, from, sizeof(int) * (given && given < corners ? given : corners));
  for (int i = 0; i < corners; i++) {
    if (f->elemtexcoord[i] >= 0 && f->elemtexcoord[i] < n) continue;
    return build_error(b, &src->e, "element %d has texture coordinate %d; there are %d, from 0 on",
                       i / (f->dim + 1), f->elemtexcoord[i], n);
  }
  return true;
}

// --- bodies -------------------------------------------------------------------------------------

// The ids of named bodies; consecutive names are often equal.
static bool find_bodies(build* b, const build_flex* f, const string_vec* names, int* id) {
  for (int i = 0; i < names->size; i++) {
    if (i && strcmp(string_text(names->data + i), string_text(names->data + i - 1)) == 0) {
      id[i] = id[i - 1];
      continue;
    }
    const element* body =
        build_find(b, &f->src->e, "a vertex or node", mjOBJ_BODY, names->data + i, true);
    if (!body) return false;
    id[i] = body->id;
  }
  return true;
}

// One body may carry all vertices; vertices of interpolated flexes need no bodies.
static bool assign_bodies(build* b, build_flex* f) {
  const string_vec* names = &f->src->own.vertbody;
  int n = names->size;
  f->vertbody = BUILD_NEW(b, int, f->nvert > n ? f->nvert : n);
  f->nodebody = BUILD_NEW(b, int, f->nnode);
  if (n != f->nvert && n != 1 && !(f->interpolated && n == 0)) {
    return build_error(b, &f->src->e,
                       "%d bodies carry %d vertices; there must be one for all or "
                       "one for each",
                       n, f->nvert);
  }
  if (!find_bodies(b, f, names, f->vertbody)) return false;
  if (!find_bodies(b, f, &f->src->own.nodebody, f->nodebody)) return false;
  for (int i = 1; i < f->nvert && n == 1; i++) f->vertbody[i] = f->vertbody[0];
  return true;
}

static bool all_zero(const double_vec* v) {
  for (int i = 0; i < v->size; i++) {
    if (v->data[i] != 0) return false;
  }
  return true;
}

static void set_flags(build_flex* f) {
  const spec_flex* src = f->src;
  f->rigid = src->own.vert.size && src->own.vertbody.size == 1;
  if (!f->rigid && !f->interpolated) {
    f->rigid = true;
    for (int i = 1; i < f->nvert; i++) f->rigid = f->rigid && f->vertbody[i] == f->vertbody[0];
  }
  f->centered = !src->own.vert.size || all_zero(f->interpolated ? &src->own.node : &src->own.vert);
}

// The equality type that holds a flex, other than an edge equality; 0: none.
static int held_by(const build* b, const build_flex* f) {
  const char* name = element_name(&f->src->e);
  for (int i = 0; i < list_size(b, mjOBJ_EQUALITY); i++) {
    const spec_equality* e = (const spec_equality*)(const void*)list_at(b, mjOBJ_EQUALITY, i);
    int type = e->pub.type;
    if (type != mjEQ_FLEXVERT && type != mjEQ_FLEXSTRAIN) continue;
    if (!strcmp(string_text(&e->own.name1), name)) return type;
  }
  return 0;
}

// --- elasticity ---------------------------------------------------------------------------------

static bool bends(const build_flex* f) {
  return f->dim == 2 && (f->src->pub.elastic2d == 1 || f->src->pub.elastic2d == 3);
}

// Edges between pinned vertices resist bending since 3.13.
static bool check_elasticity(build* b, const build_flex* f) {
  const mjsFlex* pub = &f->src->pub;
  const element* e = &f->src->e;
  if (f->held && pub->young > 0 && (f->interpolated || pub->elastic2d >= 2)) {
    return build_error(b, e,
                       "it is held by rows of its %s and has elasticity; what is held cannot "
                       "stretch: choose one",
                       f->held == mjEQ_FLEXVERT ? "vertices" : "strain");
  }
  if (bends(f) && !(b->s->pub.ext.levelbits & engLEVEL_FLEX)) {
    for (int i = 0; i < f->nvert; i++) {
      if (b->body[f->vertbody[i]].jntnum == 3) continue;
      return build_error(b, e,
                         "pins are not supported for bending: vertex %d is carried by body "
                         "'%s', which has %d joints; there must be 3 slides",
                         i, element_name(&b->body[f->vertbody[i]].src->e),
                         b->body[f->vertbody[i]].jntnum);
    }
  }
  for (int i = 0; i < f->nelem; i++) {
    const int* elem = f->src->own.elem.data + i * (f->dim + 1);
    for (int k = 0; k <= f->dim; k++) {
      for (int l = 0; l < k; l++) {
        if (elem[k] != elem[l]) continue;
        return build_error(b, e, "element %d has vertex %d twice; they must all differ", i,
                           elem[k]);
      }
    }
  }
  if (!(pub->young > 0)) return true;
  if (!(pub->poisson >= 0 && pub->poisson < 0.5)) {
    return build_error(b, e, "poisson must be at least 0 and less than 0.5, not %g", pub->poisson);
  }
  if (bends(f) && !(pub->thickness >= 0)) {
    return build_error(b, e, "bending needs a thickness; it must be at least 0, not %g",
                       pub->thickness);
  }
  // its stiffness matrix is stored in place of those of the elements
  int least = (flex_cell_numbers(f) + FLEX_ELEMENT_NUMBERS - 1) / FLEX_ELEMENT_NUMBERS;
  if (f->interpolated && !flex_has_cells(f) && f->nelem < least) {
    return build_error(b, e, "it has %d elements; elasticity of nodes needs at least %d", f->nelem,
                       least);
  }
  return true;
}

// --- geometry -----------------------------------------------------------------------------------

typedef struct {
  double pos[3], quat[4];
} world_pose;

static world_pose* place_bodies(build* b) {
  world_pose* pose = BUILD_NEW(b, world_pose, b->size.nbody);
  pose[0].quat[0] = 1;
  for (int i = 1; i < b->size.nbody; i++) {
    const build_body* body = b->body + i;
    const world_pose* parent = pose + body->parent;
    quat_rotate(pose[i].pos, parent->quat, body->pos);
    vec3_add(pose[i].pos, pose[i].pos, parent->pos);
    pose_quat_mul(pose[i].quat, parent->quat, body->quat);
  }
  return pose;
}

// World positions of points that are given in their bodies' frames, or are at the bodies' origins.
static double* place_points(build* b, int n, const int* body, const double* local,
                            const world_pose* pose) {
  double* x = BUILD_NEW(b, double, 3 * (size_t)n);
  for (int i = 0; i < n; i++) {
    const world_pose* p = pose + body[i];
    if (local) {
      double mat[9];
      quat_to_mat3(mat, p->quat);
      mat3_mul_vec(x + 3 * i, mat, local + 3 * i);
    }
    vec3_add(x + 3 * i, x + 3 * i, p->pos);
  }
  return x;
}

static void place_vertices(build* b, build_flex* f, const world_pose* pose) {
  const spec_flex* src = f->src;
  bool local = src->own.vert.size && (!f->centered || f->interpolated);
  f->vertpos = place_points(b, f->nvert, f->vertbody, local ? src->own.vert.data : NULL, pose);
  local = src->own.node.size && !f->centered;
  f->nodepos = place_points(b, f->nnode, f->nodebody, local ? src->own.node.data : NULL, pose);
  for (int i = 0; i < f->nvert && f->interpolated; i++) f->vertbody[i] = -1;
}

// Order the vertices of tetrahedra such that their faces are oriented outwards.
static void orient_elements(build* b, build_flex* f) {
  int n = (f->dim + 1) * f->nelem;
  f->elem = BUILD_NEW(b, int, n);
  memcpy(f->elem, f->src->own.elem.data, sizeof(int) * n);
  for (int i = 0; i < n && f->dim == 3; i += 4) {
    const double* x[4];
    double e1[3], e2[3], e3[3], normal[3];
    for (int k = 0; k < 4; k++) x[k] = f->vertpos + 3 * f->elem[i + k];
    vec3_sub(e1, x[1], x[0]);
    vec3_sub(e2, x[2], x[0]);
    vec3_sub(e3, x[3], x[0]);
    vec3_cross(normal, e1, e2);
    if (!(vec3_dot(normal, e3) > 0)) continue;
    int swap = f->elem[i + 1];
    f->elem[i + 1] = f->elem[i + 2];
    f->elem[i + 2] = swap;
  }
}

// Bounding boxes of the elements that can collide; for tetrahedra only those of the outer layers.
static void make_tree(build* b, build_flex* f) {
  double *boxes = BUILD_NEW(b, double, 6 * (size_t)f->nelem),
         *middle = BUILD_NEW(b, double, 3 * (size_t)f->nelem);
  int* id = BUILD_NEW(b, int, f->nelem);
  double radius = f->src->pub.radius;
  int n = 0;
  for (int e = 0; e < f->nelem; e++) {
    if (f->dim == 3 && f->layer[e] >= f->src->pub.activelayers) continue;
    const int* elem = f->elem + e * (f->dim + 1);
    double *box = boxes + 6 * (size_t)n, *point = middle + 3 * (size_t)n;
    id[n++] = e;
    for (int k = 0; k < 3; k++) {
      double low = f->vertpos[3 * elem[0] + k], high = low;
      for (int c = 1; c <= f->dim; c++) {
        low = fmin(low, f->vertpos[3 * elem[c] + k]);
        high = fmax(high, f->vertpos[3 * elem[c] + k]);
      }
      box[k] = low - radius;
      box[3 + k] = high + radius;
      point[k] = (box[k] + box[3 + k]) / 2;
    }
  }
  if (!n) return;
  size_t nodes = 2 * (size_t)n - 1;
  f->tree = (bvh_nodes){BUILD_NEW(b, double, 6 * nodes), BUILD_NEW(b, int, nodes),
                        BUILD_NEW(b, signed char, nodes), 0};
  bvh_items items = bvh_boxes(boxes, middle, id, n);
  bvh_build(&f->tree, &items, build_alloc(b, (size_t)bvh_scratch(n, items.nplace), 1));
}

static bool compile_one(build* b, build_flex* f, const world_pose* pose) {
  f->dim = f->src->pub.dim;
  if (!check_counts(b, f) || !check_elements(b, f) || !check_numbers(b, f)) return false;
  if (!read_texcoord(b, f) || !assign_bodies(b, f)) return false;
  set_flags(f);
  f->held = held_by(b, f);
  if (!check_elasticity(b, f)) return false;
  place_vertices(b, f, pose);
  orient_elements(b, f);
  flex_connect(b, f);
  flex_elasticity(b, f);
  if (f->interpolated) flex_cells(b, f);
  if (f->held == mjEQ_FLEXVERT) flex_vertices(b, f);
  make_tree(b, f);
  return true;
}

// Since 3.13 flexes are integrated implicitly by one integrator only.
static void check_integrator(build* b, const build_flex* f) {
  const mjOption* o = &b->s->pub.option;
  bool elastic = f->stiffness || f->bending || (f->celldata && !f->held);
  if (!(b->s->pub.ext.levelbits & engLEVEL_FLEX)) return;
  if (elastic && (o->integrator == mjINT_IMPLICIT || o->integrator == mjINT_IMPLICITFAST)) {
    build_error(b, &f->src->e,
                "elasticity of flexes is not integrated by implicit and implicitfast since 3.13: "
                "set integrator='discrete'");
  }
  bool deforms = !f->rigid && !f->interpolated && f->dim > 1;
  if (f->src->pub.passive && deforms && o->integrator != mjINT_DISCRETE) {
    build_error(b, &f->src->e,
                "passive contacts act at the end of the step since 3.13: set "
                "integrator='discrete'");
  }
  if (elastic && o->integrator == mjINT_DISCRETE &&
      (o->solver == mjSOL_PGS || o->noslip_iterations > 0)) {
    build_error(b, &f->src->e,
                "PGS and noslip do not solve for flexes with integrator 'discrete' (3.13); choose "
                "CG or Newton");
  }
}

void flexes_compile(build* b) {
  int n = list_size(b, mjOBJ_FLEX);
  if (!n) return;
  const world_pose* pose = place_bodies(b);
  b->flex = BUILD_NEW(b, build_flex, n);
  for (int i = 0; i < n; i++) {
    b->flex[i].src = (const spec_flex*)list_at(b, mjOBJ_FLEX, i);
    if (compile_one(b, b->flex + i, pose)) check_integrator(b, b->flex + i);
  }
}

void flexes_size(build* b) {
  mjModel* size = &b->size;
  double numbers = 0;
  for (int i = 0; i < size->nflex; i++) {
    const build_flex* f = b->flex + i;
    size->nflexnode += f->nnode;
    size->nflexvert += f->nvert;
    size->nflexedge += f->nedge;
    size->nflexelem += f->nelem;
    size->nflexelemdata += (f->dim + 1) * f->nelem;
    size->nflexelemedge += flex_elem_edges(f->dim) * f->nelem;
    size->nflexshelldata += f->dim * f->nshell;
    size->nflexevpair += f->nevpair;
    size->nflextexcoord += f->ntexcoord;
    size->nflexcelldata += f->ncelldata;
    size->nflexvertedge += f->nvertedge;
    size->nbvh += f->tree.count;
    size->nbvhdynamic += f->tree.count;
    numbers += 3.0 * f->nvert + f->ncelldata + (double)FLEX_EDGE_NUMBERS * f->nedge +
               (double)FLEX_ELEMENT_NUMBERS * f->nelem + 2.0 * f->nevpair + 2.0 * f->ntexcoord;
    if (numbers > INT_MAX / 2) {
      build_error(b, &f->src->e, "with this one the flexes are more than a model can hold");
      return;
    }
  }
}
