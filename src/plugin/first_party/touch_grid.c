// mujoco.sensor.touch_grid: contact forces at a site, binned by direction.
#include <stdlib.h>

#include "math/vec3.h"
#include "plugin/first_party/attribute.h"
#include "plugin/first_party/plugins.h"

enum { MAX_CHANNELS = 6 };

typedef struct {
  int sensor, site;
  int nchannel, size[2];
  mjtNum* edge[2];  // size + 1 angles, ascending (rad)
} grid;

// Edges of n bins over fov degrees; larger gamma makes bins near the centre narrower.
static void make_edges(mjtNum* edge, int n, mjtNum fov, mjtNum gamma) {
  for (int k = 0; k <= n; k++) {
    mjtNum x = -1 + 2.0 * k / n;
    edge[k] = fov * mjPI / 180 * (gamma * x * x * x * x * x + (1 - gamma) * x);
  }
}

static int count_channels(const mjModel* m, int instance) {
  int bad = 0;
  mjtNum n = config_number(m, instance, "nchannel", 1, &bad);
  if (bad || n < 1 || n > MAX_CHANNELS) {
    mju_error("plugin mujoco.sensor.touch_grid: nchannel must be 1 to %d", MAX_CHANNELS);
    return 1;
  }
  return (int)n;
}

static int read_size(const mjModel* m, int instance, int size[2]) {
  mjtNum n[2] = {0, 0};
  const char* text = mj_getPluginConfig(m, instance, "size");
  if (!text || attribute_numbers(text, n, 2) != 2 || n[0] < 1 || n[1] < 1 || n[0] * n[1] > 1e6) {
    mju_error("plugin mujoco.sensor.touch_grid: size must be two positive numbers of bins");
    return 0;
  }
  size[0] = (int)n[0];
  size[1] = (int)n[1];
  return 1;
}

static int grid_nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static int grid_nsensordata(const mjModel* m, int instance, int sensor) {
  (void)sensor;
  int size[2];
  return read_size(m, instance, size) ? count_channels(m, instance) * size[0] * size[1] : 0;
}

static int grid_init(const mjModel* m, mjData* d, int instance) {
  mjtNum fov[2] = {0, 0};
  int size[2], bad = 0, nchannel = count_channels(m, instance);
  const char* text = mj_getPluginConfig(m, instance, "fov");
  mjtNum gamma = config_number(m, instance, "gamma", 0, &bad);
  if (!read_size(m, instance, size)) return -1;
  if (!text || attribute_numbers(text, fov, 2) != 2 || fov[0] <= 0 || fov[0] > 180 || fov[1] <= 0 ||
      fov[1] > 90) {
    mju_error("plugin mujoco.sensor.touch_grid: fov must be two angles, up to 180 and 90 degrees");
    return -1;
  }
  if (bad || gamma < 0 || gamma > 1) {
    mju_error("plugin mujoco.sensor.touch_grid: gamma must be between 0 and 1");
    return -1;
  }
  int sensor = 0;
  while (sensor < m->nsensor && m->sensor_plugin[sensor] != instance) sensor++;
  if (sensor == m->nsensor || m->sensor_objtype[sensor] != mjOBJ_SITE) {
    mju_error("plugin mujoco.sensor.touch_grid: its sensor must be attached to a site");
    return -1;
  }
  grid* g = malloc(sizeof *g + sizeof(mjtNum) * (size_t)(size[0] + size[1] + 2));
  if (!g) return -1;
  *g = (grid){sensor, m->sensor_objid[sensor], nchannel, {size[0], size[1]}, {NULL, NULL}};
  g->edge[0] = (mjtNum*)(g + 1);
  g->edge[1] = g->edge[0] + size[0] + 1;
  for (int k = 0; k < 2; k++) make_edges(g->edge[k], size[k], fov[k], gamma);
  d->plugin_data[instance] = (uintptr_t)g;
  return 0;
}

static void grid_destroy(mjData* d, int instance) {
  free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

static void grid_reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  (void)m;
  (void)state;
  (void)data;
  (void)instance;
}

// The bin (edge[k], edge[k + 1]] that contains an angle, or -1.
static int bin_of(const mjtNum* edge, int n, mjtNum angle) {
  if (!(angle > edge[0] && angle <= edge[n])) return -1;
  int lo = 0, hi = n;
  while (hi - lo > 1) {
    int middle = (lo + hi) / 2;
    if (angle > edge[middle]) {
      lo = middle;
    } else {
      hi = middle;
    }
  }
  return lo;
}

// Force and torque of a contact on the site's body, in the site's frame.
static void local_wrench(const mjModel* m, const mjData* d, int contact, const mjtNum mat[9],
                         mjtNum sign, mjtNum wrench[6]) {
  const mjContact* c = d->contact + contact;
  mj_contactForce(m, d, contact, wrench);
  for (int k = 0; k < 6; k += 3) {
    mat3_tmul_vec(wrench + k, c->frame, wrench + k);
    mat3_tmul_vec(wrench + k, mat, wrench + k);
    vec3_scale(wrench + k, wrench + k, sign);
  }
}

static void grid_compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  static const int channel[MAX_CHANNELS] = {
      2, 0, 1, 5, 3, 4};  // order of outputs: z, x, y of force, then of torque
  const grid* g = (const grid*)d->plugin_data[instance];
  mjtNum* value = d->sensordata + m->sensor_adr[g->sensor];
  const mjtNum *pos = d->site_xpos + 3 * g->site, *mat = d->site_xmat + 9 * g->site;
  int weld = m->body_weldid[m->site_bodyid[g->site]], plane = g->size[0] * g->size[1];

  mju_zero(value, g->nchannel * plane);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    if (c->geom[0] < 0 || c->geom[1] < 0) continue;
    int body1 = m->geom_bodyid[c->geom[0]], body2 = m->geom_bodyid[c->geom[1]];
    if (m->body_weldid[body1] != weld && m->body_weldid[body2] != weld) continue;
    mjtNum p[3], wrench[6];
    vec3_sub(p, c->pos, pos);
    mat3_tmul_vec(p, mat, p);
    int ix = bin_of(g->edge[0], g->size[0], atan2(p[0], -p[2]));
    int iy = bin_of(g->edge[1], g->size[1], atan2(p[1], sqrt(p[0] * p[0] + p[2] * p[2])));
    if (ix < 0 || iy < 0) continue;
    local_wrench(m, d, i, mat, weld < mjMAX(body1, body2) ? -1 : 1, wrench);
    for (int k = 0; k < g->nchannel; k++) {
      value[k * plane + iy * g->size[0] + ix] += wrench[channel[k]];
    }
  }
}

void register_touch_grid(void) {
  static const char* const attributes[] = {"nchannel", "size", "fov", "gamma"};
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  p.name = "mujoco.sensor.touch_grid";
  p.capabilityflags = mjPLUGIN_SENSOR;
  p.needstage = mjSTAGE_ACC;
  p.nattribute = sizeof attributes / sizeof *attributes;
  p.attributes = attributes;
  p.nstate = grid_nstate;
  p.nsensordata = grid_nsensordata;
  p.init = grid_init;
  p.destroy = grid_destroy;
  p.reset = grid_reset;
  p.compute = grid_compute;
  mjp_registerPlugin(&p);
}
