#include "collision/gjk.h"

#include "base/platform/compiler.h"
#include "collision/minkowski.h"
#include "collision/simplex.h"
#include "math/lanes.h"
#include "math/vec3.h"

enum {
  MAX_REFINE = 500,  // steps of the thorough search: far more than any pair has been seen to need
};

typedef enum { GO_ON, DONE } gjk_state;

// The search: nearest point so far.
typedef struct {
  mjtNum x[3];
  int no_containment;  // the test for containment was not conclusive
  int any_length;      // neither shape cares for the length of a direction
  mjtNum scale2;       // of the vertices seen, squared
  int doubtful;        // stopped before reaching what rounding permits
} gjk_search;

INLINE_ALL void minkowski_support(minkowski_vertex* w, convex_shape* a, convex_shape* b,
                                  const mjtNum dir[3]) {
  find_support(w, a, b, dir);
}

// The support vertex along -x, whose square is xx.
LANES_INLINE void support_towards_origin(minkowski_vertex* w, gjk_query* q, gjk_search* s,
                                         mjtNum xx) {
  mjtNum dir[3];
  // latency: where the length of the direction does not matter, no square root is taken
  vec3_scale(dir, s->x, s->any_length && xx > 1e-16 ? -1 : -inverse_root(xx));
  find_support_quickly(w, q->a, q->b, dir);
  mjtNum size2 = vec3_dot(w->v, w->v);
  s->scale2 = size2 > s->scale2 ? size2 : s->scale2;
}

// The shapes lie on different sides of a plane at right angles to x, or too far apart.
static int beyond_cutoff(const gjk_query* q, mjtNum xw, mjtNum xx) {
  if (!(xw > 0)) return 0;
  return q->contact || xw * xw >= q->cutoff * q->cutoff * xx;
}

// The planes of the faces of a tetrahedron opposite to each vertex: outward normals when the
// vertices are left-handed, of any length, and its square.  Distances of the origin along them are
// squared, with sign, which needs no square roots; 0 of faces without area or through the origin.
typedef struct {
  mjtNum n[3][4], nn[4], signed_square[4];
} face_planes;

static inline void planes_of_faces(face_planes* f, const mjtNum* corner[3][4]) {
  const lanes tiny2 = lanes_all(mjMINVAL * mjMINVAL);
  const lanes_bits magnitude = lanes_bits_of(lanes_all(INFINITY)) | INT64_MAX;
  LANES_UNROLL for (int g = 0; g < 4; g += LANES) {
    lanes a[3], ab[3], ac[3], n[3];
    LANES_UNROLL for (int k = 0; k < 3; k++) {
      a[k] = lanes_gather(corner[0] + g, k);
      ab[k] = lanes_gather(corner[1] + g, k) - a[k];
      ac[k] = lanes_gather(corner[2] + g, k) - a[k];
    }
    n[0] = ab[1] * ac[2] - ab[2] * ac[1];
    n[1] = ab[2] * ac[0] - ab[0] * ac[2];
    n[2] = ab[0] * ac[1] - ab[1] * ac[0];
    lanes nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    lanes along = n[0] * a[0] + n[1] * a[1] + n[2] * a[2];
    lanes_bits solid = lanes_more(nn, tiny2) & lanes_reaches(along * along, tiny2 * nn);
    lanes square = along * lanes_of_bits(lanes_bits_of(along) & magnitude) / nn;
    LANES_UNROLL for (int k = 0; k < 3; k++) lanes_store(f->n[k] + g, n[k]);
    lanes_store(f->nn + g, nn);
    lanes_store(f->signed_square + g, lanes_of_bits(lanes_bits_of(square) & solid));
  }
}

// The number of the least of four, the first of equals.
static inline int least_of_four(const mjtNum x[4]) {
  int low = x[1] < x[0], high = 2 + (x[3] < x[2]);
  mjtNum least_low = x[1] < x[0] ? x[1] : x[0], least_high = x[3] < x[2] ? x[3] : x[2];
  return least_high < least_low ? high : low;
}

// Whether the tetrahedron holds the origin, moving its vertices towards and past it: DONE with dist
// 0 or INFINITY, GO_ON when that could not be told.
static gjk_state contain_origin(gjk_query* q, int any_length, int* budget) {
  // faces opposite to each vertex, turned outwards when the vertices are left-handed; when they
  // start out the other way round, the first exchange below turns them
  static const int face[4][3] = {{1, 2, 3}, {2, 0, 3}, {0, 1, 3}, {1, 0, 2}};
  int order[4] = {0, 1, 2, 3};
  for (; *budget > 0; (*budget)--) {
    face_planes f;
    const mjtNum* corner[3][4];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 3; j++) corner[j][i] = q->simplex[order[face[i][j]]].v;
    }
    planes_of_faces(&f, corner);
    const mjtNum* square = f.signed_square;
    // there rounding would decide
    if (square[0] == 0 || square[1] == 0 || square[2] == 0 || square[3] == 0) return GO_ON;
    int away = least_of_four(square);
    if (square[away] > 0) {
      q->dist = 0;
      q->n = 4;
      return DONE;
    }
    mjtNum normal[3] = {f.n[0][away], f.n[1][away], f.n[2][away]};
    if (!any_length || !(f.nn[away] > 1e-16)) vec3_scale(normal, normal, 1 / sqrt(f.nn[away]));
    minkowski_vertex* w = q->simplex + order[away];
    find_support_quickly(w, q->a, q->b, normal);
    if (vec3_dot(w->v, normal) < 0) {
      q->dist = INFINITY;
      vec3_scale(q->apart, normal, -1);
      return DONE;
    }
    // the vertex went to the other side of its face: two others change places to keep the sense
    int i = (away + 1) & 3, j = (away + 2) & 3, swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  return GO_ON;
}

// The plain search.  DONE: q->dist is final; GO_ON: it stands at s->x.
static gjk_state search(gjk_query* q, gjk_search* s) {
  int exact_hulls = shape_is_polyhedral(q->a) && shape_is_polyhedral(q->b);
  mjtNum enough = exact_hulls ? 0 : 0.5 * q->tolerance * q->tolerance;
  int budget = mjMAX(q->iterations, 0);
  while (budget-- > 0) {
    minkowski_vertex* w = q->simplex + q->n;
    mjtNum xx = vec3_dot(s->x, s->x);
    if (xx < mjMINVAL * mjMINVAL) return GO_ON;
    support_towards_origin(w, q, s, xx);
    mjtNum xw = vec3_dot(s->x, w->v);
    if (!isfinite(xw)) {
      q->dist = INFINITY;
      vec3_zero(q->apart);
      return DONE;
    }
    if (xx - xw < enough) {
      if (q->n == 0) {
        q->n = 1;
        vec3_copy(s->x, w->v);
      }
      return GO_ON;
    }
    if (beyond_cutoff(q, xw, xx)) {
      q->dist = INFINITY;
      vec3_copy(q->apart, s->x);
      return DONE;
    }
    q->n++;
    if (q->contact && q->n == 4 && !s->no_containment) {
      if (contain_origin(q, s->any_length, &budget) == DONE) return DONE;
      s->no_containment = 1;
    }

    nearest_point r;
    simplex_nearest(&r, q->simplex, q->n);
    if (r.kept == 15) {
      q->dist = 0;
      return DONE;
    }
    q->n = simplex_keep(q->simplex, r.kept);
    int stays = fabs(s->x[0] - r.x[0]) < mjMINVAL && fabs(s->x[1] - r.x[1]) < mjMINVAL &&
                fabs(s->x[2] - r.x[2]) < mjMINVAL;
    vec3_copy(s->x, r.x);
    if (stays) {
      s->doubtful = xx - xw > 1e-9 * sqrt(s->scale2 * xx);
      return GO_ON;
    }
  }
  return GO_ON;
}

// The vertex is one of the simplex already.
static int repeats(const gjk_query* q, const minkowski_vertex* w) {
  for (int i = 0; i < q->n; i++) {
    const mjtNum* v = q->simplex[i].v;
    if (v[0] == w->v[0] && v[1] == w->v[1] && v[2] == w->v[2]) return 1;
  }
  return 0;
}

// Go on until no support point comes nearer, with the thorough choice of the nearest feature: for
// simplices so flat that signs of volumes mislead the plain search.
static gjk_state refine(gjk_query* q, gjk_search* s) {
  for (int k = 0; k < MAX_REFINE; k++) {
    minkowski_vertex* w = q->simplex + q->n;
    mjtNum xx = vec3_dot(s->x, s->x), length = sqrt(xx);
    if (length <= mjMINVAL * sqrt(s->scale2)) break;
    support_towards_origin(w, q, s, xx);
    mjtNum xw = vec3_dot(s->x, w->v);
    if (beyond_cutoff(q, xw, xx)) {
      q->dist = INFINITY;
      vec3_copy(q->apart, s->x);
      return DONE;
    }
    if (!(xx - xw > mjMINVAL * sqrt(s->scale2) * length) || repeats(q, w)) break;

    nearest_point r;
    simplex_nearest_thorough(&r, q->simplex, q->n + 1);
    if (r.kept == 15) {
      q->n = 4;
      q->dist = 0;
      return DONE;
    }
    if (q->n > 0 && !(vec3_dot(r.x, r.x) < xx)) break;
    q->n = simplex_keep(q->simplex, r.kept);
    vec3_copy(s->x, r.x);
  }
  return GO_ON;
}

static inline void set_witness(gjk_query* q, const minkowski_vertex* s, const mjtNum* weight,
                               int n) {
  vec3_zero(q->x1);
  vec3_zero(q->x2);
  for (int i = 0; i < n; i++) {
    vec3_axpy(q->x1, weight[i], s[i].a);
    vec3_axpy(q->x2, weight[i], s[i].b);
  }
}

// Witness points of a tetrahedron around the origin: of its face that is nearest to it.
static void touch_in_tetrahedron(gjk_query* q) {
  static const int face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  nearest_point nearest = {.d2 = INFINITY};
  minkowski_vertex s[4];
  mjtNum weight[3];
  for (int i = 0; i < 4; i++) {
    nearest_on_triangle(&nearest, q->simplex, face[i][0], face[i][1], face[i][2], 1);
  }
  memcpy(s, q->simplex, sizeof s);
  int n = simplex_keep(s, nearest.kept);
  simplex_weights(weight, s, n);
  set_witness(q, s, weight, n);
}

void gjk_solve(gjk_query* q) {
  gjk_search s = {.scale2 = 0};
  s.any_length = shape_takes_any_length(q->a) && shape_takes_any_length(q->b);
  q->n = 0;
  vec3_sub(s.x, q->a->centre, q->b->centre);
  // any direction will do for shapes with the same centre
  if (vec3_dot(s.x, s.x) < mjMINVAL * mjMINVAL) vec3_set(s.x, 1, 0, 0);
  gjk_state state = search(q, &s);
  if (state == GO_ON && (q->exact || s.doubtful)) state = refine(q, &s);
  q->scale = sqrt(s.scale2);
  if (state == DONE) {
    if (q->exact && q->dist == 0) touch_in_tetrahedron(q);
    return;
  }

  q->dist = vec3_norm(s.x);
  mjtNum weight[3];
  simplex_weights(weight, q->simplex, q->n);
  set_witness(q, q->simplex, weight, q->n);
}

int gjk_enclose(gjk_query* q) {
  // the corners of a cube, four at a time, and the same turned
  static const mjtNum corner[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  static const mjtNum turn[9] = {0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6};
  mjtNum dir[4][3];
  memcpy(dir, corner, sizeof dir);
  for (int attempt = 0; attempt < 4; attempt++) {
    int budget = 100;
    for (int i = 0; i < 4; i++) {
      vec3_normalize(dir[i]);
      minkowski_support(q->simplex + i, q->a, q->b, dir[i]);
      mat3_mul_vec(dir[i], turn, dir[i]);
    }
    if (contain_origin(q, 0, &budget) == DONE) return q->dist == 0;
  }
  return 0;
}
