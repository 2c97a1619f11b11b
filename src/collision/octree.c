#include "collision/octree.h"

#include "math/vec3.h"

enum { MAX_DEPTH = 100 };

int octree_exists(const mjModel* m, int mesh) {
  return mesh >= 0 && m->mesh_octadr[mesh] >= 0 && m->mesh_octnum[mesh] > 0;
}

// The point of the box of the tree nearest to x, a little inside on the axes on which x is outside.
// Returns the distance of x from the box; 0 when inside.
static mjtNum clamp_into(mjtNum p[3], const mjtNum box[6], const mjtNum x[3]) {
  const mjtNum inwards = 1e-6;
  mjtNum away2 = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum off = x[k] - box[k], over = fabs(off) - box[3 + k];
    p[k] = x[k];
    if (!(over > 0)) continue;
    p[k] = box[k] + copysign(box[3 + k] - inwards, off);
    away2 += over * over;
  }
  return sqrt(away2);
}

// The leaf that contains p, and the coordinates of p in that leaf, each from 0 to 1.
static int find_leaf(const mjModel* m, int root, const mjtNum p[3], mjtNum u[3]) {
  const mjtNum* box = m->oct_aabb + 6 * root;
  for (int k = 0; k < 3; k++) {
    u[k] = box[3 + k] > 0 ? (p[k] - box[k] + box[3 + k]) / (2 * box[3 + k]) : 0;
  }
  int node = root;
  for (int depth = 0; depth < MAX_DEPTH; depth++) {
    int octant = 0;
    for (int k = 0; k < 3; k++) octant |= !(u[k] < 0.5) << k;
    int child = m->oct_child[8 * node + octant];
    if (child < 0) break;
    for (int k = 0; k < 3; k++) u[k] = 2 * u[k] - (octant >> k & 1);
    node = root + child;
  }
  return node;
}

static mjtNum interpolate(const mjtNum c[8], const mjtNum u[3]) {
  mjtNum sum = 0;
  for (int i = 0; i < 8; i++) {
    sum += c[i] * (i & 1 ? u[0] : 1 - u[0]) * (i & 2 ? u[1] : 1 - u[1]) * (i & 4 ? u[2] : 1 - u[2]);
  }
  return sum;
}

static void interpolate_gradient(mjtNum g[3], const mjtNum c[8], const mjtNum u[3]) {
  vec3_zero(g);
  for (int i = 0; i < 8; i++) {
    mjtNum x = i & 1 ? u[0] : 1 - u[0], y = i & 2 ? u[1] : 1 - u[1], z = i & 4 ? u[2] : 1 - u[2];
    g[0] += c[i] * (i & 1 ? 1 : -1) * y * z;
    g[1] += c[i] * (i & 2 ? 1 : -1) * x * z;
    g[2] += c[i] * (i & 4 ? 1 : -1) * x * y;
  }
}

mjtNum octree_field(const mjModel* m, int mesh, mjtNum* g, const mjtNum x[3]) {
  const mjtNum eps = 1e-8;
  int root = m->mesh_octadr[mesh];
  mjtNum p[3], u[3];
  mjtNum away = clamp_into(p, m->oct_aabb + 6 * root, x);
  const mjtNum* coeff = m->oct_coeff + 8 * find_leaf(m, root, p, u);
  mjtNum here = interpolate(coeff, u) + away;
  if (!g) return here;
  if (away == 0) {
    interpolate_gradient(g, coeff, u);
    return here;
  }
  for (int k = 0; k < 3; k++) {
    vec3_copy(p, x);
    p[k] += eps;
    g[k] = (octree_field(m, mesh, NULL, p) - here) / eps;
  }
  return here;
}
