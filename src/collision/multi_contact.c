#include "collision/multi_contact.h"

#include "base/platform/compiler.h"
#include "collision/flat_features.h"
#include "math/vec3.h"

enum { MAX_POLYGON = 150 };  // faces at a vertex, vertices of a face

static const mjtNum FACES_ALIGNED = 0.99999872;    // cosine between opposite normals
static const mjtNum EDGE_ALIGNED = 0.00159999931;  // cosine between an edge and a normal

// Twice the area within the loop a, d, b, c.  For corners in order that is a bow tie and not the
// quadrilateral: a fault of the reference that decides which points are kept.
static mjtNum bow_tie_area(const flat_polygon* p, int a, int b, int c, int d) {
  mjtNum ad[3], db[3], bc[3], ca[3], s[3], t[3];
  vec3_sub(ad, p->x[d], p->x[a]);
  vec3_sub(db, p->x[b], p->x[d]);
  vec3_sub(bc, p->x[c], p->x[b]);
  vec3_sub(ca, p->x[a], p->x[c]);
  vec3_cross(s, ad, db);
  vec3_cross(t, bc, ca);
  vec3_add(s, s, t);
  return vec3_norm(s);
}

// Four vertices of a convex polygon that span much of its area: three follow as the first goes
// round.
static void widest_quad(int quad[4], const flat_polygon* p) {
  int n = p->n, b = 1, c = 2, d = 3;
  mjtNum best = -1;
  for (int a = 0; a < n; a++) {
    mjtNum area = bow_tie_area(p, a, b, c, d);
    for (int steps = 0; steps < n; steps++) {
      mjtNum next = bow_tie_area(p, a, b, c, (d + 1) % n);
      if (!(next > area)) break;
      d = (d + 1) % n;
      area = next;
      while ((next = bow_tie_area(p, a, b, (c + 1) % n, d)) > area) {
        c = (c + 1) % n;
        area = next;
      }
      while ((next = bow_tie_area(p, a, (b + 1) % n, c, d)) > area) {
        b = (b + 1) % n;
        area = next;
      }
    }
    if (area > best) {
      best = area;
      quad[0] = a;
      quad[1] = b;
      quad[2] = c;
      quad[3] = d;
    }
    if (b == a) b = (b + 1) % n;
    if (c == b) c = (c + 1) % n;
    if (d == c) d = (d + 1) % n;
  }
}

static int same_point(const mjtNum a[3], const mjtNum b[3]) {
  return fabs(a[0] - b[0]) < mjMINVAL && fabs(a[1] - b[1]) < mjMINVAL &&
         fabs(a[2] - b[2]) < mjMINVAL;
}

// The points to report: at most four, none twice.
static int choose_points(int chosen[MAX_MULTI], const flat_polygon* p) {
  if (p->n > MAX_MULTI) {
    widest_quad(chosen, p);
    return MAX_MULTI;
  }
  int n = 0;
  for (int i = 0; i < p->n; i++) {
    int known = 0;
    for (int k = 0; k < n; k++) known |= same_point(p->x[i], p->x[chosen[k]]);
    if (!known) chosen[n++] = i;
  }
  return n;
}

// The edge from a vertex, of so many that meet there, that lies in one of the faces.  0 when none
// does.  Not inlined: fans and polygons are large, and few of them are needed at a time.
NOT_INLINED static int edge_in_face(flat_polygon* edge, int* face, const mjModel* m,
                                    const convex_shape* s, const flat_feature* f,
                                    const face_fan* faces) {
  mjtNum along[MAX_POLYGON][3], end[MAX_POLYGON][3];
  edge_fan edges = {along, end, 0, MAX_POLYGON};
  int i;
  edges_around(&edges, edge->x[0], m, s, f);
  if (!match_edge(faces, &edges, EDGE_ALIGNED, face, &i)) return 0;
  vec3_copy(edge->x[1], end[i]);
  edge->n = 2;
  return 1;
}

NOT_INLINED static void clip_subject(flat_polygon* subject, const flat_polygon* clip,
                                     const mjtNum normal[3]) {
  mjtNum x[MAX_POLYGON][3];
  flat_polygon other = {x, 0, MAX_POLYGON};
  clip_by_face(subject, &other, clip, normal);
}

int multi_contact(const mjModel* m, const convex_shape* a, const convex_shape* b,
                  const ccd_result* r, mjtNum x1[MAX_MULTI][3], mjtNum x2[MAX_MULTI][3]) {
  flat_feature fa = feature_of(r, 0), fb = feature_of(r, 1);
  mjtNum normal_a[MAX_POLYGON][3], normal_b[MAX_POLYGON][3];
  int face_a[MAX_POLYGON], face_b[MAX_POLYGON];
  face_fan faces_a = {normal_a, face_a, 0, MAX_POLYGON};
  face_fan faces_b = {normal_b, face_b, 0, MAX_POLYGON};
  mjtNum out[3], back[3];
  vec3_copy(out, r->normal);
  vec3_scale(back, out, -1);
  faces_around(&faces_a, m, a, &fa, out, FACES_ALIGNED);
  faces_around(&faces_b, m, b, &fb, back, FACES_ALIGNED);

  // the polygon that is clipped, and the displacement from A to B at each of its points
  mjtNum subject_x[MAX_POLYGON][3], clip_x[MAX_POLYGON][3];
  flat_polygon subject = {subject_x, 0, MAX_POLYGON}, clip = {clip_x, 0, MAX_POLYGON};
  mjtNum shift[3];
  const mjtNum* clip_normal;
  int i, j;
  if (match_faces(&faces_a, &faces_b, FACES_ALIGNED, &i, &j)) {
    polygon_of_face(&clip, m, a, face_a[i]);
    polygon_of_face(&subject, m, b, face_b[j]);
    clip_normal = normal_a[i];
    vec3_scale(shift, normal_b[j], -r->dist);
  } else {
    int edge_of_b = !(fa.n < 3 && fa.n <= fb.n);
    const convex_shape *edgy = edge_of_b ? b : a, *flat = edge_of_b ? a : b;
    const face_fan* faces = edge_of_b ? &faces_a : &faces_b;
    if (edge_of_b && fb.n == 3) return 0;
    const flat_feature* f = edge_of_b ? &fb : &fa;
    if (!edge_in_face(&subject, &j, m, edgy, f, faces)) return 0;
    polygon_of_face(&clip, m, flat, faces->face[j]);
    clip_normal = faces->normal[j];
    vec3_scale(shift, clip_normal, edge_of_b ? r->dist : -r->dist);
  }
  if (clip.n < 3) return 0;
  clip_subject(&subject, &clip, clip_normal);

  int chosen[MAX_MULTI];
  int n = choose_points(chosen, &subject);
  for (int k = 0; k < n; k++) {
    vec3_copy(x2[k], subject.x[chosen[k]]);
    vec3_sub(x1[k], x2[k], shift);
  }
  return n;
}
