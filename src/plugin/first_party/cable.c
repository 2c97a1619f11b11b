// mujoco.elasticity.cable: bending and twisting of a chain of bodies.
#include <stdlib.h>
#include <string.h>

#include "math/quat.h"
#include "model/joint_type.h"
#include "plugin/first_party/attribute.h"
#include "plugin/first_party/plugins.h"

// A body of the chain, and the stiffness of its joint to the previous body.
typedef struct {
  mjtNum stiffness[3];       // twist, bending about y, bending about z
  mjtNum rest_curvature[3];  // rest curvature in the joint
  mjtNum length;             // distance from the previous body
} cable_link;

typedef struct {
  int first, n;  // bodies
  mjtNum vmax;   // stress that is shown in red; 0: colours are not changed
  cable_link s[];
} cable;

// Torsion constant and second moments of area of the cross section of a geom.
static void cross_section(const mjModel* m, int geom, mjtNum area[3]) {
  const mjtNum* size = m->geom_size + 3 * geom;
  vec3_zero(area);
  if (m->geom_type[geom] == mjGEOM_CAPSULE || m->geom_type[geom] == mjGEOM_CYLINDER) {
    mjtNum r4 = size[0] * size[0] * size[0] * size[0];
    vec3_set(area, mjPI * r4 / 2, mjPI * r4 / 4, mjPI * r4 / 4);
  } else if (m->geom_type[geom] == mjGEOM_BOX) {
    mjtNum h = size[1], w = size[2], a = mju_max(h, w), c = mju_min(h, w);
    mjtNum ratio = c / a, c4 = c * c * c * c, a4 = a * a * a * a;
    area[0] = a * c * c * c * (16.0 / 3 - 3.36 * ratio * (1 - c4 / (12 * a4)));
    area[1] = 8 * w * w * w * 2 * h / 12;
    area[2] = 8 * h * h * h * 2 * w / 12;
  }
}

// Address of the quaternion of the joint (ball or free) of body b.
static int quaternion_of(const mjModel* m, int b) {
  return m->jnt_qposadr[m->body_jntadr[b]] + m->body_dofnum[b] - 3;
}

static int has_quaternion(const mjModel* m, int b) {
  if (!m->body_jntnum[b]) return 0;
  return joint_quat(m->jnt_type[m->body_jntadr[b]]) >= 0;
}

// The bodies of the instance: returns their number and *first; -1 when they are not consecutive.
static int chain_of(const mjModel* m, int instance, int* first) {
  int n = 0;
  *first = -1;
  for (int b = 1; b < m->nbody; b++) {
    if (m->body_plugin[b] != instance) continue;
    if (*first < 0) *first = b;
    if (b != *first + n++) return -1;
  }
  return n;
}

static void place_segments(const mjModel* m, mjData* d, cable* c, mjtNum twist, mjtNum bend,
                           int flat) {
  mj_kinematics(m, d);
  for (int k = 0; k < c->n; k++) {
    cable_link* s = c->s + k;
    int b = c->first + k;
    mjtNum area[3] = {0, 0, 0};
    if (m->body_geomnum[b]) cross_section(m, m->body_geomadr[b], area);
    vec3_set(s->stiffness, twist * area[0], bend * area[1], bend * area[2]);
    if (k == 0) continue;
    s->length = vec3_distance(d->xpos + 3 * b, d->xpos + 3 * (b - 1));
    if (!flat && has_quaternion(m, b)) {
      mju_subQuat(s->rest_curvature, m->body_quat + 4 * b, d->qpos + quaternion_of(m, b));
    }
  }
}

static int cable_nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static int cable_init(const mjModel* m, mjData* d, int instance) {
  int bad = 0, first, n = chain_of(m, instance, &first);
  mjtNum twist = config_number(m, instance, "twist", 0, &bad);
  mjtNum bend = config_number(m, instance, "bend", 0, &bad);
  mjtNum vmax = config_number(m, instance, "vmax", 0, &bad);
  const char* flat = mj_getPluginConfig(m, instance, "flat");
  if (bad || n < 0) {
    mju_warning("plugin mujoco.elasticity.cable, instance %d: %s", instance,
                bad ? "twist, bend and vmax must be numbers"
                    : "the bodies of an instance must follow each other");
    return -1;
  }
  cable* c = calloc(1, sizeof *c + (size_t)n * sizeof *c->s);
  if (!c) return -1;
  c->first = first;
  c->n = n;
  c->vmax = vmax;
  // the rest shape is that at qpos0
  mju_copy(d->qpos, m->qpos0, m->nq);
  place_segments(m, d, c, twist, bend, flat && !strcmp(flat, "true"));
  d->plugin_data[instance] = (uintptr_t)c;
  return 0;
}

static void cable_destroy(mjData* d, int instance) {
  free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

static void cable_reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  (void)m;
  (void)state;
  (void)data;
  (void)instance;
}

// Stress in the joint of segment k, and the rotation of its body relative to the previous one.
static void stress_of(const mjModel* m, const mjData* d, const cable* c, int k, mjtNum stress[3],
                      mjtNum rotation[4]) {
  const cable_link* s = c->s + k;
  int b = c->first + k;
  mjtNum curvature[3];
  quat_mul(rotation, m->body_quat + 4 * b, d->qpos + quaternion_of(m, b));
  mju_quat2Vel(curvature, rotation, 1);
  for (int i = 0; i < 3; i++) {
    stress[i] = -s->stiffness[i] * (curvature[i] - s->rest_curvature[i]) / s->length;
  }
}

static void cable_compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  const cable* c = (const cable*)d->plugin_data[instance];
  for (int k = 0; k < c->n; k++) {
    int b = c->first + k;
    mjtNum stress[3], rotation[4], torque[3] = {0, 0, 0};
    if (mju_isZero(c->s[k].stiffness, 3)) continue;
    if (k > 0 && has_quaternion(m, b)) {
      stress_of(m, d, c, k, stress, rotation);
      quat_conjugate(rotation, rotation);
      quat_rotate(torque, rotation, stress);
    }
    if (k < c->n - 1 && has_quaternion(m, b + 1)) {
      stress_of(m, d, c, k + 1, stress, rotation);
      vec3_sub(torque, torque, stress);
    }
    quat_rotate(torque, d->xquat + 4 * b, torque);
    mj_applyFT(m, d, NULL, torque, d->xpos + 3 * b, b, d->qfrc_passive);
  }
}

// Blue, cyan, green, yellow, red as x goes from 0 to 1.
static void jet_color(float rgb[3], mjtNum x) {
  mjtNum t = 4 * mju_clip(x, 0, 1);
  rgb[0] = (float)mju_clip(t - 2, 0, 1);
  rgb[1] = (float)mju_clip(t < 2 ? t : 4 - t, 0, 1);
  rgb[2] = (float)mju_clip(2 - t, 0, 1);
}

// Colour the bodies by stress: the mean of the stress at their two ends.  Geom colours are changed
// in the model, since the renderer takes them from there.
static void cable_visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scene,
                            int instance) {
  (void)opt;
  (void)scene;
  const cable* c = (const cable*)d->plugin_data[instance];
  if (c->vmax == 0) return;
  for (int k = 0; k < c->n; k++) {
    int b = c->first + k;
    mjtNum sum[3] = {0, 0, 0}, stress[3], rotation[4];
    if (!m->body_geomnum[b]) continue;
    for (int end = k; end < k + 2; end++) {
      if (end == 0 || end == c->n || !has_quaternion(m, c->first + end)) continue;
      stress_of(m, d, c, end, stress, rotation);
      vec3_add(sum, sum, stress);
    }
    jet_color(m->geom_rgba + 4 * m->body_geomadr[b], vec3_norm(sum) / 2 / c->vmax);
  }
}

void register_cable(void) {
  static const char* const attributes[] = {"twist", "bend", "flat", "vmax"};
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  p.name = "mujoco.elasticity.cable";
  p.capabilityflags = mjPLUGIN_PASSIVE;
  p.nattribute = sizeof attributes / sizeof *attributes;
  p.attributes = attributes;
  p.nstate = cable_nstate;
  p.init = cable_init;
  p.destroy = cable_destroy;
  p.reset = cable_reset;
  p.compute = cable_compute;
  p.visualize = cable_visualize;
  mjp_registerPlugin(&p);
}
