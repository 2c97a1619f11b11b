// Elements and vertices of flexes against geoms and against each other, pair by pair.
#include <engine/base.h>

#include "collision/ccd_overlap.h"
#include "collision/contact_parameters.h"
#include "collision/filter.h"
#include "collision/flex_pair.h"
#include "collision/narrow_phase.h"
#include "collision/parts.h"
#include "collision/primitive.h"
#include "collision/surface_normal.h"
#include "model/level.h"
#include "model/stack.h"

static const mjtNum* vertex_position(const mjModel* m, const mjData* d, int flex, int vert) {
  return d->flexvert_xpos + 3 * (m->flex_vertadr[flex] + vert);
}

flex_element flex_element_make(const mjModel* m, const mjData* d, int flex, int elem) {
  flex_element e = {.n = m->flex_dim[flex] + 1, .radius = m->flex_radius[flex]};
  const int* vertex = flex_element_vertices(m, flex, elem);
  vec3_copy(e.centre, flex_element_box(m, d, flex, elem));
  for (int i = 0; i < e.n; i++) {
    vec3_sub(e.point[i], vertex_position(m, d, flex, vertex[i]), e.centre);
  }
  return e;
}

// --- contacts -----------------------------------------------------------------------------------

// One side of the contacts of a pair: ids as in mjContact.
typedef struct {
  int geom, flex, elem, vert;
} contact_end;

static const contact_end nobody = {-1, -1, -1, -1};

static side_parameters side_of(const mjModel* m, const contact_end* end) {
  return end->geom >= 0 ? side_of_geom(m, end->geom) : side_of_flex(m, end->flex);
}

static int is_sound(const mjContact* con) {
  mjtNum sum = con->dist + con->pos[0] + con->pos[1] + con->pos[2];
  mjtNum length2 = vec3_dot(con->frame, con->frame);
  return isfinite(sum) && length2 >= 0.25 && length2 < INFINITY;
}

// Complete n contacts just found, and count them in.
static void keep(const mjModel* m, mjData* d, mjContact* con, int n, const contact_end end[2]) {
  int kept = 0;
  if (n > 0) {
    side_parameters a = side_of(m, end), b = side_of(m, end + 1);
    contact_parameters p;
    parameters_of_sides(&p, m, &a, &b);
    if (end[0].flex == end[1].flex) p.margin = p.gap = 0;
    for (int i = 0; i < n; i++) {
      if (!is_sound(con + i)) continue;
      mjContact* c = con + kept++;
      if (c != con + i) *c = con[i];
      contact_complete(m, c, &p);
      for (int k = 0; k < 2; k++) {
        c->geom[k] = end[k].geom;
        c->flex[k] = end[k].flex;
        c->elem[k] = end[k].elem;
        c->vert[k] = end[k].vert;
      }
      c->geom1 = c->geom[0];
      c->geom2 = c->geom[1];
    }
  }
  contacts_keep(d, kept);
}

static mjtNum margin_with_geom(const mjModel* m, int geom, int flex) {
  return geom_flex_reach(m, geom, flex);
}

// --- planes -------------------------------------------------------------------------------------

// A vertex at a height above a plane with normal n.
static void plane_vertex(mjContact* con, const mjtNum x[3], const mjtNum n[3], mjtNum height,
                         mjtNum radius) {
  mjtNum dist = height - radius, pos[3];
  vec3_copy(pos, x);
  vec3_axpy(pos, -(dist / 2 + radius), n);
  contact_put(con, dist, pos, n);
}

int collide_plane_flex(const mjModel* m, mjData* d, int geom, int flex) {
  const mjtNum* pos = d->geom_xpos + 3 * geom;
  mjtNum n[3], radius = m->flex_radius[flex], reach = margin_with_geom(m, geom, flex) + radius;
  frame_z(n, d->geom_xmat + 9 * geom);
  contact_end end[2] = {nobody, nobody};
  end[0].geom = geom;
  end[1].flex = flex;
  for (int v = 0; v < m->flex_vertnum[flex]; v++) {
    mjtNum off[3];
    const mjtNum* x = vertex_position(m, d, flex, v);
    vec3_sub(off, x, pos);
    mjtNum height = vec3_dot(n, off);
    if (!(height <= reach)) continue;
    mjContact* con = contacts_reserve(d, 1);
    if (!con) return 0;
    plane_vertex(con, x, n, height, radius);
    end[1].vert = v;
    keep(m, d, con, 1, end);
  }
  return 1;
}

// --- elements -----------------------------------------------------------------------------------

typedef struct {
  const mjtNum *pos, *mat, *size;
} box_body;

// A line element as a capsule; mat is room for its frame.
static capsule_body capsule_of_element(const flex_element* e, mjtNum pos[3], mjtNum mat[9]) {
  mjtNum axis[3];
  vec3_sub(axis, e->point[0], e->point[1]);
  mjtNum length = vec3_norm(axis);
  if (length < mjMINVAL) {
    vec3_set(axis, 0, 0, 1);
  } else {
    vec3_scale(axis, axis, 1 / length);
  }
  for (int i = 0; i < 9; i++) mat[i] = i % 3 == 2 ? axis[i / 3] : 0;
  vec3_add(pos, e->point[0], e->point[1]);
  vec3_scale(pos, pos, 0.5);
  vec3_add(pos, pos, e->centre);
  return (capsule_body){pos, mat, e->radius, length / 2};
}

static int collide_shapes(const mjModel* m, const mjData* d, convex_shape* a, convex_shape* b,
                          mjtNum margin, mjContact* con) {
  ccd_depth overlap;
  if (!ccd_overlap(m, d, a, b, &overlap)) return 0;
  contact_put(con, margin - overlap.depth, overlap.pos, overlap.normal);
  return 1;
}

static void shape_of_element(convex_shape* s, const flex_element* e, mjtNum margin) {
  shape_of_points(s, (const mjtNum(*)[3])e->point, e->n, e->centre, e->radius + margin / 2);
}

// The point of a segment from a to b that is nearest to the origin.
static mjtNum nearest_on_segment(mjtNum x[3], const mjtNum a[3], const mjtNum b[3]) {
  mjtNum along[3];
  vec3_sub(along, b, a);
  mjtNum length2 = vec3_dot(along, along);
  mjtNum t = length2 > mjMINVAL * mjMINVAL ? clamp(-vec3_dot(a, along) / length2, 0, 1) : 0;
  vec3_copy(x, a);
  vec3_axpy(x, t, along);
  return vec3_dot(x, x);
}

static int sign(mjtNum x) { return (x > 0) - (x < 0); }

// The point of a triangle that is nearest to the origin, n being its unit normal.
static void nearest_on_triangle(mjtNum x[3], const mjtNum t[3][3], const mjtNum n[3]) {
  mjtNum edge[3][3], distance2[3], foot[3];
  int side[3];
  vec3_scale(foot, n, vec3_dot(n, t[0]));
  for (int i = 0; i < 3; i++) {
    const mjtNum *a = t[i], *b = t[(i + 1) % 3];
    mjtNum to_a[3], to_b[3], area[3];
    vec3_sub(to_a, a, foot);
    vec3_sub(to_b, b, foot);
    vec3_cross(area, to_a, to_b);
    side[i] = sign(vec3_dot(area, n));
    distance2[i] = nearest_on_segment(edge[i], a, b);
  }
  if (side[0] == side[1] && side[1] == side[2]) {
    vec3_copy(x, foot);
    return;
  }
  int first = distance2[0] < distance2[1] && distance2[0] < distance2[2];
  vec3_copy(x, edge[first ? 0 : distance2[1] < distance2[2] ? 1 : 2]);
}

// Sphere of radius r at c against a triangle with a radius.  0 or 1 contact.
static int sphere_triangle(mjContact* con, mjtNum margin, const mjtNum c[3], mjtNum r,
                           const flex_element* e) {
  mjtNum t[3][3], e1[3], e2[3], n[3], x[3], pos[3], bound = margin + r + e->radius;
  for (int i = 0; i < 3; i++) {
    vec3_add(t[i], e->point[i], e->centre);
    vec3_sub(t[i], t[i], c);
  }
  vec3_sub(e1, t[1], t[0]);
  vec3_sub(e2, t[2], t[0]);
  vec3_cross(n, e1, e2);
  vec3_normalize(n);
  if (!(fabs(vec3_dot(n, t[0])) <= bound)) return 0;
  nearest_on_triangle(x, (const mjtNum(*)[3])t, n);
  mjtNum length = vec3_normalize(x);
  if (!(length <= bound)) return 0;
  mjtNum dist = length - r - e->radius;
  vec3_copy(pos, c);
  vec3_axpy(pos, r + dist / 2, x);
  contact_put(con, dist, pos, x);
  return 1;
}

// A vertex of an element against a box: out of the face that it is least behind or most before.
static int box_vertex(mjContact* con, mjtNum margin, const box_body* box, const mjtNum x[3],
                      mjtNum radius) {
  mjtNum off[3], local[3], n[3], at[3];
  vec3_sub(off, x, box->pos);
  mat3_tmul_vec(local, box->mat, off);
  int axis = 0;
  for (int k = 1; k < 3; k++) {
    if (fabs(local[k]) - box->size[k] > fabs(local[axis]) - box->size[axis]) axis = k;
  }
  mjtNum dist = fabs(local[axis]) - box->size[axis] - radius;
  if (!(dist <= margin)) return 0;
  for (int k = 0; k < 3; k++) n[k] = (local[axis] > 0 ? 1 : -1) * box->mat[3 * k + axis];
  vec3_copy(at, x);
  vec3_axpy(at, -(radius + dist / 2), n);
  contact_put(con, dist, at, n);
  return 1;
}

// The vertices of a triangle against a box, then the corners of the box against the triangle; edges
// that cross do not meet.
static int box_triangle(mjContact* con, mjtNum margin, const box_body* box, const flex_element* e) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    mjtNum x[3];
    vec3_add(x, e->point[i], e->centre);
    n += box_vertex(con + n, margin, box, x, e->radius);
  }
  for (int corner = 0; corner < 8; corner++) {
    mjtNum local[3], x[3];
    for (int k = 0; k < 3; k++) local[k] = (corner >> k & 1 ? 1 : -1) * box->size[k];
    mat3_mul_vec(x, box->mat, local);
    vec3_add(x, x, box->pos);
    n += sphere_triangle(con + n, margin, x, 0, e);
  }
  return n;
}

static int is_carried_by(const mjModel* m, int flex, int elem, int body) {
  const int* vertex = flex_element_vertices(m, flex, elem);
  const int* bodies = m->flex_vertbodyid + m->flex_vertadr[flex];
  for (int i = 0; i <= m->flex_dim[flex]; i++) {
    if (bodies[vertex[i]] == body) return 1;
  }
  return 0;
}

// The size of an element: how far its points are from its centre.
static mjtNum element_size(const flex_element* e) {
  mjtNum far2 = 0;
  for (int i = 0; i < e->n; i++) far2 = mjMAX(far2, vec3_dot(e->point[i], e->point[i]));
  return sqrt(far2) + e->radius;
}

// 0 or 1 contact of a geom, or of a part of it (-1: none).
static int convex_element(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* near,
                          const flex_element* e) {
  convex_shape a, b;
  mjtNum mat[9];
  shape_of_element(&b, e, near->margin);
  hull_sample sample;
  sample.n = 0;
  shape_of_geom(&a, m, d, near->g1, near->margin / 2);
  if (near->part1 >= 0) shape_take_part(&a, mat, m, near->part1);
  a.sample = &sample;
  int n = collide_shapes(m, d, &a, &b, near->margin, con);
  // as on pairs of geoms, but on triangles alone
  if (n && e->n == 3 && level_has(m, engLEVEL_FLEX)) contact_fix_normal(con, &a, NULL);
  return n;
}

static int test_geom_element(const mjModel* m, const mjData* d, mjContact* con, int geom,
                             const flex_element* e, mjtNum margin) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  const mjtNum* size = m->geom_size + 3 * geom;
  int type = m->geom_type[geom], dim = e->n - 1;
  mjtNum element_pos[3], element_mat[9];
  if (type == mjGEOM_HFIELD) return height_field_element(m, d, con, geom, e, margin);
  if (dim == 2 && type == mjGEOM_SPHERE) return sphere_triangle(con, margin, pos, size[0], e);
  if (dim == 2 && type == mjGEOM_BOX && level_has(m, engLEVEL_FLEX)) {
    return box_triangle(con, margin, &(box_body){pos, mat, size}, e);
  }
  if (dim == 1 && (type == mjGEOM_SPHERE || type == mjGEOM_CAPSULE || type == mjGEOM_BOX)) {
    capsule_body line = capsule_of_element(e, element_pos, element_mat);
    if (type == mjGEOM_SPHERE) {
      return sphere_capsule(con, margin, &(sphere_body){pos, mat, size[0]}, &line);
    }
    if (type == mjGEOM_CAPSULE) {
      capsule_body own = capsule_of_geom(m, d, geom);
      return capsule_capsule(con, margin, &own, &line);
    }
    int n = capsule_box(con, margin, &line, pos, mat, size);
    for (int i = 0; i < n; i++) vec3_scale(con[i].frame, con[i].frame, -1);
    return n;
  }
  int first = -1, n = mjMAX(1, geom_parts(m, geom, &first)), count = 0;
  near_geoms near = {geom, -1, -1, -1, margin, NULL};
  for (int part = first; part < first + n && count < mjMAXCONPAIR; part++) {
    if (part >= 0 && !part_exists(m, part)) continue;
    near.part1 = part;
    count += convex_element(m, d, con + count, &near, e);
  }
  return n > 1 ? parts_thin_out(con, count, element_size(e)) : count;
}

int collide_geom_element(const mjModel* m, mjData* d, int geom, int flex, int elem) {
  if (is_carried_by(m, flex, elem, m->geom_bodyid[geom])) return 1;
  mjContact* con = contacts_reserve(d, mjMAXCONPAIR);
  if (!con) return 0;
  flex_element e = flex_element_make(m, d, flex, elem);
  mjtNum margin = margin_with_geom(m, geom, flex);
  int n = test_geom_element(m, d, con, geom, &e, margin);
  contact_end end[2] = {{geom, -1, -1, -1}, {-1, flex, elem, -1}};
  keep(m, d, con, n, end);
  return 1;
}

// --- elements and elements ----------------------------------------------------------------------

static int share_a_body(const mjModel* m, flex_part a, flex_part b) {
  const int* vertex = flex_element_vertices(m, a.flex, a.elem);
  const int* bodies = m->flex_vertbodyid + m->flex_vertadr[a.flex];
  for (int i = 0; i <= m->flex_dim[a.flex]; i++) {
    int body = bodies[vertex[i]];
    if (body >= 0 && is_carried_by(m, b.flex, b.elem, body)) return 1;
  }
  return 0;
}

// How far the points of an element, as seen from x, reach along a direction, least and most.
static inline void extent(const mjModel* m, const mjData* d, flex_part part, const mjtNum x[3],
                          const mjtNum dir[3], mjtNum range[2]) {
  const int* vertex = flex_element_vertices(m, part.flex, part.elem);
  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (int i = 0; i <= m->flex_dim[part.flex]; i++) {
    mjtNum off[3];
    vec3_sub(off, vertex_position(m, d, part.flex, vertex[i]), x);
    mjtNum along = vec3_dot(off, dir);
    range[0] = mjMIN(range[0], along);
    range[1] = mjMAX(range[1], along);
  }
}

// Whether the direction from one centre to the other parts two elements with their radii and the
// margin, and not just by rounding.  It decides most pairs of a sheet, for which the general
// algorithm would take ten times as long.
static int plainly_apart(const mjModel* m, const mjData* d, flex_part a, flex_part b,
                         mjtNum margin) {
  const mjtNum* centre = flex_element_box(m, d, a.flex, a.elem);
  mjtNum dir[3], range1[2], range2[2];
  mjtNum reach = m->flex_radius[a.flex] + m->flex_radius[b.flex] + margin;
  vec3_sub(dir, flex_element_box(m, d, b.flex, b.elem), centre);
  extent(m, d, a, centre, dir, range1);
  extent(m, d, b, centre, dir, range2);
  mjtNum gap = range2[0] - range1[1];
  return gap > 0 && gap * gap > (1 + 1e-9) * reach * reach * vec3_dot(dir, dir);
}

static int test_elements(const mjModel* m, const mjData* d, mjContact* con,
                         const contact_end end[2], mjtNum margin) {
  int f1 = end[0].flex, f2 = end[1].flex;
  flex_element a = flex_element_make(m, d, f1, end[0].elem);
  flex_element b = flex_element_make(m, d, f2, end[1].elem);
  if (m->flex_dim[f1] == 1 && m->flex_dim[f2] == 1) {
    mjtNum pos1[3], mat1[9], pos2[3], mat2[9];
    capsule_body line1 = capsule_of_element(&a, pos1, mat1);
    capsule_body line2 = capsule_of_element(&b, pos2, mat2);
    return capsule_capsule(con, margin, &line1, &line2);
  }
  convex_shape s1, s2;
  shape_of_element(&s1, &a, margin);
  shape_of_element(&s2, &b, margin);
  return collide_shapes(m, d, &s1, &s2, margin, con);
}

int collide_strangers(const mjModel* m, mjData* d, flex_part part1, flex_part part2,
                      mjtNum margin) {
  if (plainly_apart(m, d, part1, part2, margin)) return 1;
  mjContact* con = contacts_reserve(d, mjMAXCONPAIR);
  if (!con) return 0;
  contact_end end[2] = {{-1, part1.flex, part1.elem, -1}, {-1, part2.flex, part2.elem, -1}};
  int n = test_elements(m, d, con, end, margin);
  keep(m, d, con, n, end);
  return 1;
}

int collide_elements(const mjModel* m, mjData* d, flex_part a, flex_part b) {
  mjtNum margin = a.flex == b.flex ? 0 : flex_reach(m, a.flex, b.flex);
  const mjtNum* box1 = flex_element_box(m, d, a.flex, a.elem);
  const mjtNum* box2 = flex_element_box(m, d, b.flex, b.elem);
  if (!flex_boxes_near(box1, box2, margin) || share_a_body(m, a, b)) return 1;
  return collide_strangers(m, d, a, b, margin);
}

// --- vertices and elements of one flex ----------------------------------------------------------

static int test_vertex_element(const mjModel* m, const mjData* d, mjContact* con, int flex,
                               int vert, int elem) {
  const mjtNum* x = vertex_position(m, d, flex, vert);
  mjtNum radius = m->flex_radius[flex];
  flex_element e = flex_element_make(m, d, flex, elem);
  if (m->flex_dim[flex] != 1) return sphere_triangle(con, 0, x, radius, &e);
  static const mjtNum upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjtNum pos[3], mat[9];
  capsule_body line = capsule_of_element(&e, pos, mat);
  return sphere_capsule(con, 0, &(sphere_body){x, upright, radius}, &line);
}

int collide_vertex_element(const mjModel* m, mjData* d, int flex, int vert, int elem) {
  const mjtNum* x = vertex_position(m, d, flex, vert);
  mjtNum radius = m->flex_radius[flex], box[6];
  mjtNum reach = radius + mixed_margin(m, m->flex_margin[flex], m->flex_margin[flex]);
  vec3_copy(box, x);
  vec3_set(box + 3, reach, reach, reach);
  if (!flex_boxes_near(box, flex_element_box(m, d, flex, elem), 0)) return 1;
  mjContact* con = contacts_reserve(d, mjMAXCONPAIR);
  if (!con) return 0;
  int n = test_vertex_element(m, d, con, flex, vert, elem);
  contact_end end[2] = {{-1, flex, -1, vert}, {-1, flex, elem, -1}};
  keep(m, d, con, n, end);
  return 1;
}

// One face of a tetrahedron and the vertex opposite to it.
static int test_face(const mjModel* m, const mjData* d, mjContact* con, int flex,
                     const int vertex[4]) {
  const mjtNum *t0 = vertex_position(m, d, flex, vertex[0]), *x;
  mjtNum e1[3], e2[3], off[3], n[3], pos[3], radius = m->flex_radius[flex];
  x = vertex_position(m, d, flex, vertex[3]);
  vec3_sub(e1, vertex_position(m, d, flex, vertex[1]), t0);
  vec3_sub(e2, vertex_position(m, d, flex, vertex[2]), t0);
  vec3_cross(n, e1, e2);
  vec3_normalize(n);
  vec3_sub(off, x, t0);
  mjtNum height = vec3_dot(n, off);
  if (!(height > -2 * radius)) return 0;
  vec3_copy(pos, x);
  vec3_axpy(pos, -height / 2, n);
  vec3_scale(n, n, -1);
  contact_put(con, -height - 2 * radius, pos, n);
  return 1;
}

static const int tetrahedron_face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};

// The vertices of face i, and the one opposite.
static void face_vertices(const mjModel* m, int flex, int elem, int i, int out[4]) {
  const int* vertex = flex_element_vertices(m, flex, elem);
  for (int k = 0; k < 4; k++) out[k] = vertex[tetrahedron_face[i][k]];
}

// 0 when there is no room.
static int collide_face(const mjModel* m, mjData* d, int flex, int elem, int i) {
  int vertex[4];
  mjContact found;
  face_vertices(m, flex, elem, i, vertex);
  if (!test_face(m, d, &found, flex, vertex)) return 1;
  mjContact* con = contacts_reserve(d, 1);
  if (!con) return 0;
  contact_put(con, found.dist, found.pos, found.frame);
  contact_end end[2] = {{-1, flex, elem, -1}, {-1, flex, -1, vertex[3]}};
  int before = d->ncon;
  keep(m, d, con, 1, end);
  if (d->ncon > before) con->dim = 1;
  return 1;
}

void collide_tetrahedra(const mjModel* m, mjData* d, int flex) {
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    for (int i = 0; i < 4; i++) {
      if (!collide_face(m, d, flex, e, i)) return;
    }
  }
}

// --- again --------------------------------------------------------------------------------------

// The face whose opposite vertex is that of the contact.
static int again_at_face(const mjModel* m, const mjData* d, const mjContact* like, mjContact* con) {
  for (int i = 0; i < 4; i++) {
    int vertex[4];
    face_vertices(m, like->flex[0], like->elem[0], i, vertex);
    if (vertex[3] == like->vert[1]) return test_face(m, d, con, like->flex[0], vertex);
  }
  return 0;
}

int flex_contacts_again(const mjModel* m, const mjData* d, const mjContact* like, mjContact* con) {
  int geom = like->geom[0], flex = like->flex[1];
  if (geom >= 0 && like->vert[1] >= 0) {
    const mjtNum* x = vertex_position(m, d, flex, like->vert[1]);
    mjtNum n[3], off[3];
    frame_z(n, d->geom_xmat + 9 * geom);
    vec3_sub(off, x, d->geom_xpos + 3 * geom);
    plane_vertex(con, x, n, vec3_dot(n, off), m->flex_radius[flex]);
    return 1;
  }
  if (geom >= 0) {
    flex_element e = flex_element_make(m, d, flex, like->elem[1]);
    return test_geom_element(m, d, con, geom, &e, margin_with_geom(m, geom, flex));
  }
  if (like->vert[1] >= 0) return again_at_face(m, d, like, con);
  if (like->vert[0] >= 0) return test_vertex_element(m, d, con, flex, like->vert[0], like->elem[1]);
  contact_end end[2] = {{-1, like->flex[0], like->elem[0], -1}, {-1, flex, like->elem[1], -1}};
  return test_elements(m, d, con, end,
                       like->flex[0] == flex ? 0 : flex_reach(m, like->flex[0], flex));
}
