// Tactile sensors: penetration depth and slip at every vertex of a mesh pressed against other
// geoms.
#include <engine/collision.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "collision/sdf.h"
#include "math/quat.h"
#include "model/level.h"
#include "step/sensor.h"

static const mjtNum softness =
    0.05;  // penetration depth at which the pressure becomes infinite (m)

// The sensor's mesh, mounted on a geom: vertices with a frame each.
typedef struct {
  int geom, root, mesh, n;
  const float *vertex, *frame;
} pad;

static int weld_root(const mjModel* m, int geom) { return m->body_weldid[m->geom_bodyid[geom]]; }

static pad make_pad(const mjModel* m, int sensor) {
  pad p = {.geom = m->sensor_refid[sensor], .mesh = m->sensor_objid[sensor]};
  p.root = weld_root(m, p.geom);
  p.n = m->mesh_vertnum[p.mesh];
  p.vertex = m->mesh_vert + 3 * m->mesh_vertadr[p.mesh];
  p.frame = m->mesh_normal + 3 * m->mesh_normaladr[p.mesh];
  return p;
}

// Geoms in contact with the rigid assembly of the pad, without duplicates, in the order of
// contacts.
static int touching_geoms(const mjModel* m, const mjData* d, const pad* p, int* geom) {
  int n = 0;
  for (int i = 0; i < d->ncon; i++) {
    for (int side = 0; side < 2; side++) {
      int own = d->contact[i].geom[side], other = d->contact[i].geom[1 - side];
      if (own < 0 || other < 0 || weld_root(m, own) != p->root) continue;
      int known = 0;
      for (int k = 0; k < n && !known; k++) known = geom[k] == other;
      if (!known) geom[n++] = other;
      break;
    }
  }
  return n;
}

// Whether the distance to a geom is available; meshes need their octree.
static int has_distance(const mjModel* m, int geom) {
  return m->geom_type[geom] != mjGEOM_MESH || m->mesh_octadr[m->geom_dataid[geom]] >= 0;
}

// Transform a world point to the frame of a geom's distance function.
static void into_distance_frame(const mjModel* m, const mjData* d, int geom, const mjtNum x[3],
                                mjtNum local[3]) {
  vec3_sub(local, x, d->geom_xpos + 3 * geom);
  mat3_tmul_vec(local, d->geom_xmat + 9 * geom, local);
  if (m->geom_type[geom] == mjGEOM_SDF && m->geom_plugin[geom] >= 0) {
    int mesh = m->geom_dataid[geom];
    quat_rotate(local, m->mesh_quat + 4 * mesh, local);
    vec3_add(local, local, m->mesh_pos + 3 * mesh);
  }
}

// Row k of a vertex's frame, rotated with the mesh.
static void frame_row(const mjModel* m, const pad* p, int vertex, int k, mjtNum row[3]) {
  const float* f = p->frame + 9 * vertex + 3 * k;
  vec3_set(row, f[0], f[1], f[2]);
  quat_rotate(row, m->mesh_quat + 4 * p->mesh, row);
}

// Velocity of the pad's body at x, in world axes.
static void velocity_at(const mjModel* m, const mjData* d, int body, const mjtNum x[3],
                        mjtNum vel[3]) {
  mjtNum arm[3], turn[3];
  const mjtNum* cvel = d->cvel + 6 * body;
  vec3_sub(arm, x, d->subtree_com + 3 * m->body_rootid[body]);
  vec3_cross(turn, cvel, arm);
  vec3_add(vel, cvel + 3, turn);
}

static void sense_geom(const mjModel* m, mjData* d, const pad* p, int other, mjtNum* value) {
  sdf_source source = sdf_source_of(m, other);
  bool tells_depth = level_has(m, engLEVEL_TACTILE);
  for (int i = 0; i < p->n; i++) {
    mjtNum x[3] = {p->vertex[3 * i], p->vertex[3 * i + 1], p->vertex[3 * i + 2]}, local[3];
    mat3_mul_vec(x, d->geom_xmat + 9 * p->geom, x);
    vec3_add(x, x, d->geom_xpos + 3 * p->geom);
    into_distance_frame(m, d, other, x, local);
    mjtNum depth = mju_min(sdf_distance(m, d, source, local), 0);
    if (depth == 0) continue;

    mjtNum row[3], own_vel[3], other_vel[3], slip[3];
    if (tells_depth) {
      value[i] = -depth;
    } else {
      mjtNum pressure = depth / mju_max(softness - depth, mjMINVAL);
      frame_row(m, p, i, 0, row);
      value[i] = pressure * vec3_dot(row, row);
    }
    velocity_at(m, d, p->root, x, own_vel);
    velocity_at(m, d, weld_root(m, other), d->geom_xpos + 3 * other, other_vel);
    vec3_sub(slip, own_vel, other_vel);
    for (int k = 1; k < 3; k++) {
      frame_row(m, p, i, k, row);
      value[k * p->n + i] = fabs(vec3_dot(slip, row));
    }
  }
}

void sensor_tactile(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  pad p = make_pad(m, sensor);
  mju_zero(value, m->sensor_dim[sensor]);
  mj_markStack(d);
  int* geom = mj_stackAllocInt(d, d->ncon);
  int n = touching_geoms(m, d, &p, geom);
  for (int k = 0; k < n; k++) {
    if (has_distance(m, geom[k])) sense_geom(m, d, &p, geom[k], value);
  }
  mj_freeStack(d);
}
