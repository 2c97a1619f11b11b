// Sensors: rangefinder rays, distances between geoms, pressure on tactile sensors.
#include "math/vec3.h"
#include "model/sensor_type.h"
#include "visual/draw.h"

static bool draw_ray(const drawing* w, int sensor, const mjtNum from[3], const mjtNum to[3]) {
  drawn_object object = {mjCAT_DECOR, mjOBJ_SENSOR, sensor};
  if (!draw_connector(w, object,
                      (drawn_connector){mjGEOM_LINE, 3, from, to, w->m->vis.rgba.rangefinder})) {
    return false;
  }
  draw_end(w);
  return true;
}

// A site's ray has the measured length; camera rays are drawn if the sensor outputs their origin
// and end.
static bool draw_range(const drawing* w, int sensor, const mjtNum* data) {
  const mjModel* m = w->m;
  int id = m->sensor_objid[sensor], fields = m->sensor_intprm[mjNSENS * sensor];
  if (m->sensor_objtype[sensor] == mjOBJ_SITE && (!fields || fields & 1 << engRAYDATA_DIST)) {
    const mjtNum *from = w->d->site_xpos + 3 * id, *mat = w->d->site_xmat + 9 * id;
    mjtNum axis[3] = {mat[2], mat[5], mat[8]}, to[3];
    if (data[0] < 0) return true;  // no hit
    vec3_copy(to, from);
    vec3_axpy(to, data[0], axis);
    return draw_ray(w, sensor, from, to);
  }
  const int whole = 1 << engRAYDATA_DIST | 1 << engRAYDATA_ORIGIN | 1 << engRAYDATA_POINT;
  if ((fields & whole) != whole) return true;
  int size = sensor_ray_size(fields), origin = fields & 1 << engRAYDATA_DIR ? 4 : 1;
  for (int k = 0; k < m->sensor_dim[sensor]; k += size) {
    const mjtNum* from = data + k + origin;
    if (data[k] >= 0 && !draw_ray(w, sensor, from, from + 3)) return false;
  }
  return true;
}

static bool draw_distance(const drawing* w, int sensor, const mjtNum fromto[6]) {
  bool found = false;
  for (int k = 0; k < 6; k++) found |= fromto[k] != 0;
  return !found || draw_ray(w, sensor, fromto, fromto + 3);
}

void draw_sensor_rays(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_RANGEFINDER)) return;
  for (int i = 0; i < m->nsensor; i++) {
    const mjtNum* data = w->d->sensordata + m->sensor_adr[i];
    if (m->sensor_type[i] == mjSENS_RANGEFINDER && !draw_range(w, i, data)) return;
    if (m->sensor_type[i] == mjSENS_GEOMFROMTO && !draw_distance(w, i, data)) return;
  }
}

// The mesh of a tactile sensor, whose channels have a number for each vertex.
typedef struct {
  int sensor, mesh, geom, nvert, nchannel;
  const mjtNum* value;
  mjtNum largest;  // of the first channel
} tactile_pad;

static tactile_pad make_pad(const drawing* w, int sensor) {
  const mjModel* m = w->m;
  tactile_pad p = {
      .sensor = sensor, .mesh = m->sensor_objid[sensor], .geom = m->sensor_refid[sensor]};
  p.nvert = m->mesh_vertnum[p.mesh];
  p.nchannel = m->sensor_dim[sensor] / p.nvert;
  p.value = w->d->sensordata + m->sensor_adr[sensor];
  for (int i = 0; i < p.nvert; i++) p.largest = fmax(p.largest, fabs(p.value[i]));
  return p;
}

// A colour from three channels: the mean over the corners with nonzero values.
static void pressure_color(const tactile_pad* p, const int corner[3], float rgba[4]) {
  memset(rgba, 0, 4 * sizeof(float));
  for (int c = 0; c < p->nchannel && c < 3; c++) {
    mjtNum sum = 0;
    int n = 0;
    for (int k = 0; k < 3; k++) {
      mjtNum value = fabs(p->value[c * p->nvert + corner[k]]) / p->largest;
      sum += value;
      n += value != 0;
    }
    rgba[c] = (float)(n ? sum / n : 0);
  }
  rgba[3] = rgba[0] == 0 && rgba[1] == 0 && rgba[2] == 0 ? .1f : 1;
}

static bool draw_pad(const drawing* w, const tactile_pad* p) {
  const mjModel* m = w->m;
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[p->mesh];
  const int* face = m->mesh_face + 3 * m->mesh_faceadr[p->mesh];
  for (int i = 0; i < m->mesh_facenum[p->mesh]; i++, face += 3) {
    mjtNum corner[3][3];
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) corner[k][j] = vert[3 * face[k] + j];
      mat3_mul_vec(corner[k], w->d->geom_xmat + 9 * p->geom, corner[k]);
      vec3_add(corner[k], corner[k], w->d->geom_xpos + 3 * p->geom);
    }
    mjvGeom* geom = draw_begin(w, (drawn_object){mjCAT_DECOR, mjOBJ_SENSOR, p->sensor});
    if (!geom) return false;
    draw_as_triangle(geom, corner[0], corner[1], corner[2]);
    pressure_color(p, face, geom->rgba);
    draw_end(w);
  }
  return true;
}

void draw_tactile_sensors(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_CONTACTPOINT)) return;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] != mjSENS_TACTILE) continue;
    tactile_pad p = make_pad(w, i);
    if (p.largest == 0 || m->geom_rbound[p.geom] < mjMINVAL) continue;
    if (!draw_pad(w, &p)) return;
  }
}
