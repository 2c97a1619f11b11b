#include "collision/manifold.h"

#include "collision/flat_features.h"
#include "collision/scratch.h"
#include "math/vec3.h"

static const mjtNum FACES_ALIGNED = 0.996;  // cosine between opposite normals
static const mjtNum EDGE_ALIGNED = 0.0888;  // cosine between an edge and a normal

enum { RIM = 16 };  // corners that stand for the rim of a cylinder

// A shape and what is known of it around the penetration.
typedef struct {
  const mjModel* m;
  const convex_shape* shape;
  flat_feature feature;
  mjtNum side[3];  // cylinder: the last of the three points that the penetration ended on
  face_fan faces;
} part;

// ----- cylinders

// The end that looks along a direction out of the shape.
static void faces_of_cylinder(face_fan* fan, const convex_shape* s, const mjtNum out[3]) {
  mjtNum axis[3] = {s->mat[2], s->mat[5], s->mat[8]}, along = vec3_dot(axis, out);
  fan->n = 0;
  if (fabs(along) < FACES_ALIGNED) return;
  fan->face[0] = along < 0;
  vec3_scale(fan->normal[0], axis, along < 0 ? -1 : 1);
  fan->n = 1;
}

// Its line along the axis, where the penetration is at its side.
static void edges_of_cylinder(edge_fan* fan, mjtNum start[3], const part* p, const mjtNum out[3]) {
  const convex_shape* s = p->shape;
  mjtNum axis[3] = {s->mat[2], s->mat[5], s->mat[8]};
  mjtNum end[3] = {p->side[0], p->side[1], -p->side[2]};
  fan->n = 0;
  if (fabs(vec3_dot(axis, out)) > EDGE_ALIGNED) return;
  flat_point(start, s, p->side);
  flat_point(fan->end[0], s, end);
  vec3_sub(fan->along[0], fan->end[0], start);
  vec3_normalize(fan->along[0]);
  fan->n = 1;
}

// Clockwise from outside, as faces of boxes and meshes are.
static void rim_of_cylinder(flat_polygon* p, const convex_shape* s, int below) {
  p->n = RIM;
  for (int i = 0; i < RIM; i++) {
    mjtNum angle = 2 * mjPI * i / RIM;
    mjtNum y = s->size[0] * sin(angle), z = below ? -s->size[1] : s->size[1];
    mjtNum local[3] = {s->size[0] * cos(angle), below ? y : -y, z};
    flat_point(p->x[i], s, local);
  }
}

// ----- any of the three

static int is_cylinder(const part* p) { return p->shape->type == mjGEOM_CYLINDER; }

static int features_at(const part* p) {
  return is_cylinder(p) ? 1 : faces_at(p->m, p->shape, &p->feature);
}

static int corners_of(const part* p, int face) {
  return is_cylinder(p) ? RIM : face_corners(p->m, p->shape, face);
}

static void find_faces(part* p, const mjtNum out[3]) {
  if (is_cylinder(p)) {
    faces_of_cylinder(&p->faces, p->shape, out);
  } else {
    faces_around(&p->faces, p->m, p->shape, &p->feature, out, FACES_ALIGNED);
  }
}

static void find_polygon(flat_polygon* polygon, const part* p, int face) {
  if (is_cylinder(p)) {
    rim_of_cylinder(polygon, p->shape, face);
  } else {
    polygon_of_face(polygon, p->m, p->shape, face);
  }
}

// ----- choice of points

// Twice the area of a quadrilateral with corners in order.
static mjtNum quad_area(const flat_polygon* p, const int quad[MAX_MANIFOLD]) {
  mjtNum ac[3], bd[3], up[3];
  vec3_sub(ac, p->x[quad[2]], p->x[quad[0]]);
  vec3_sub(bd, p->x[quad[3]], p->x[quad[1]]);
  vec3_cross(up, ac, bd);
  return vec3_norm(up);
}

// Advance a corner if that adds to the area, by more than rounding: regular corners are full of
// ties.  0: it does not.
static int advance_corner(int quad[MAX_MANIFOLD], int k, mjtNum* area, const flat_polygon* p) {
  int next[MAX_MANIFOLD] = {quad[0], quad[1], quad[2], quad[3]};
  next[k] = (quad[k] + 1) % p->n;
  mjtNum more = quad_area(p, next);
  if (!(more > *area + mjMINVAL)) return 0;
  quad[k] = next[k];
  *area = more;
  return 1;
}

// As the first goes round the others advance while there is more area than ever before.
void widest_quad(int best[MAX_MANIFOLD], const flat_polygon* p) {
  int quad[MAX_MANIFOLD] = {0, 1, 2, 3};
  mjtNum area = quad_area(p, quad);
  memcpy(best, quad, sizeof quad);
  for (; quad[0] < p->n; quad[0]++) {
    while (advance_corner(quad, 3, &area, p)) {
      while (advance_corner(quad, 2, &area, p)) {}
      while (advance_corner(quad, 1, &area, p)) {}
      memcpy(best, quad, sizeof quad);
    }
    for (int k = 1; k < MAX_MANIFOLD; k++) {
      if (quad[k] == quad[k - 1]) quad[k] = (quad[k] + 1) % p->n;
    }
  }
}

static int same_point(const mjtNum a[3], const mjtNum b[3]) {
  return fabs(a[0] - b[0]) < mjMINVAL && fabs(a[1] - b[1]) < mjMINVAL &&
         fabs(a[2] - b[2]) < mjMINVAL;
}

// Keep what is beyond a plane with normal n.
static void keep_beyond(flat_polygon* p, const mjtNum corner[3], const mjtNum n[3]) {
  int kept = 0;
  for (int i = 0; i < p->n; i++) {
    mjtNum off[3];
    vec3_sub(off, p->x[i], corner);
    if (vec3_dot(off, n) < 0) vec3_copy(p->x[kept++], p->x[i]);
  }
  p->n = kept;
}

// The points to report.  Of three or four none twice; two may be the same, where an edge has been
// cut once.
static int choose_points(int chosen[MAX_MANIFOLD], const flat_polygon* p) {
  if (p->n > MAX_MANIFOLD) {
    widest_quad(chosen, p);
    return MAX_MANIFOLD;
  }
  int count = 0;
  for (int i = 0; i < p->n; i++) {
    int known = 0;
    for (int k = 0; k < count && p->n > 2; k++) known |= same_point(p->x[i], p->x[chosen[k]]);
    if (!known) chosen[count++] = i;
  }
  return count;
}

// The points of the subject, of B or A, that are behind the face of the other with a corner and
// normal n.
static void put_points(manifold* c, flat_polygon* subject, const mjtNum corner[3],
                       const mjtNum n[3], int of_b) {
  int chosen[MAX_MANIFOLD];
  keep_beyond(subject, corner, n);
  c->n = choose_points(chosen, subject);
  for (int k = 0; k < c->n; k++) {
    const mjtNum* x = subject->x[chosen[k]];
    mjtNum off[3];
    vec3_sub(off, x, corner);
    c->dist[k] = vec3_dot(off, n);
    vec3_copy(c->x1[k], x);
    vec3_copy(c->x2[k], x);
    if (of_b) {
      vec3_axpy(c->x1[k], -c->dist[k], c->normal);
    } else {
      vec3_axpy(c->x2[k], c->dist[k], c->normal);
    }
  }
}

// The face of B, or an edge of either, clipped by a face of the other.
typedef struct {
  const part *subject, *clip;
  int subject_face;  // -1: an edge
  int clip_face;
  mjtNum edge[2][3];
  mjtNum clip_normal[3];
} overlap;

static void clip_overlap(manifold* c, const mjData* d, const overlap* o, int of_b) {
  int n_clip = corners_of(o->clip, o->clip_face);
  int n_subject = o->subject_face < 0 ? 2 : corners_of(o->subject, o->subject_face);
  // every side of the one adds a corner to the other at most
  int room = n_subject + n_clip + 2;
  scratch memory = scratch_open(d, sizeof(mjtNum) * 3 * (size_t)(2 * room + n_clip));
  if (!memory.memory) return;
  mjtNum(*x)[3] = memory.memory;
  flat_polygon subject = {x, 0, room}, other = {x + room, 0, room};
  flat_polygon clip = {x + 2 * room, 0, n_clip};
  find_polygon(&clip, o->clip, o->clip_face);
  if (o->subject_face < 0) {
    subject.n = 2;
    memcpy(subject.x, o->edge, sizeof o->edge);
  } else {
    find_polygon(&subject, o->subject, o->subject_face);
  }
  clip_by_face(&subject, &other, &clip, o->clip_normal);
  put_points(c, &subject, clip.x[0], o->clip_normal, of_b);
  scratch_close(&memory);
}

// An edge of the one, `edgy`, in a face of the other.
static int find_edge(overlap* o, const mjData* d, const part* edgy, const part* flat,
                     const mjtNum out[3]) {
  int room = mjMAX(3, features_at(edgy)), edge, face;
  scratch memory = scratch_open(d, sizeof(mjtNum) * 6 * (size_t)room);
  if (!memory.memory) return 0;
  mjtNum(*x)[3] = memory.memory;
  edge_fan edges = {x, x + room, 0, room};
  if (is_cylinder(edgy)) {
    edges_of_cylinder(&edges, o->edge[0], edgy, out);
  } else {
    edges_around(&edges, o->edge[0], edgy->m, edgy->shape, &edgy->feature);
  }
  int found = match_edge(&flat->faces, &edges, EDGE_ALIGNED, &face, &edge);
  if (found) {
    vec3_copy(o->edge[1], edges.end[edge]);
    o->subject = edgy;
    o->clip = flat;
    o->subject_face = -1;
    o->clip_face = flat->faces.face[face];
    vec3_copy(o->clip_normal, flat->faces.normal[face]);
  }
  scratch_close(&memory);
  return found;
}

// The features that match, by the faces of both.
static int match(manifold* c, const mjData* d, const part* a, const part* b, const mjtNum out[3]) {
  overlap o;
  int i, j;
  if (match_faces(&a->faces, &b->faces, FACES_ALIGNED, &i, &j)) {
    o.subject = b;
    o.clip = a;
    o.subject_face = b->faces.face[j];
    o.clip_face = a->faces.face[i];
    vec3_copy(o.clip_normal, a->faces.normal[i]);
    vec3_scale(c->normal, b->faces.normal[j], -1);
    clip_overlap(c, d, &o, 1);
    return 1;
  }
  int of_b = !(a->feature.n < 3 && a->feature.n <= b->feature.n);
  if (of_b && b->feature.n == 3) return 0;
  if (!find_edge(&o, d, of_b ? b : a, of_b ? a : b, out)) return 0;
  vec3_scale(c->normal, o.clip_normal, of_b ? 1 : -1);
  clip_overlap(c, d, &o, of_b);
  return 1;
}

// Where the penetration touches a cylinder, in its frame.  Faces of results are in the frame of
// the first shape, unless the second alone is a mesh.
static void find_side(part* p, const mjtNum x[3], const convex_shape* base) {
  const convex_shape* s = p->shape;
  mjtNum world[3];
  vec3_copy(world, x);
  shape_point_out(world, base);
  vec3_sub(world, world, s->pos);
  mat3_tmul_vec(p->side, s->mat, world);
}

int manifold_find(manifold* c, const mjModel* m, const mjData* d, const convex_shape* a,
                  const convex_shape* b, const ccd_result* r) {
  // edges start at what was found last
  ccd_result turned = *r;
  for (int i = 0; i < 3; i++) turned.face[i] = r->face[2 - i];
  part pa = {.m = m, .shape = a, .feature = feature_of(&turned, 0)};
  part pb = {.m = m, .shape = b, .feature = feature_of(&turned, 1)};
  const convex_shape* base = b->vert && !a->vert ? b : a;
  if (is_cylinder(&pa)) find_side(&pa, turned.face[0].a, base);
  if (is_cylinder(&pb)) find_side(&pb, turned.face[0].b, base);
  int na = mjMAX(3, features_at(&pa)), nb = mjMAX(3, features_at(&pb));
  c->n = 0;
  scratch memory = scratch_open(d, (sizeof(mjtNum) * 3 + sizeof(int)) * (size_t)(na + nb));
  if (!memory.memory) return 0;
  mjtNum(*x)[3] = memory.memory;
  int* face = (int*)(x + na + nb);
  pa.faces = (face_fan){x, face, 0, na};
  pb.faces = (face_fan){x + na, face + na, 0, nb};
  mjtNum back[3];
  vec3_scale(back, r->normal, -1);
  find_faces(&pa, r->normal);
  find_faces(&pb, back);
  int found = match(c, d, &pa, &pb, r->normal);
  scratch_close(&memory);
  return found;
}
