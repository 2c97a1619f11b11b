// Sensors of distances, volumes and rays.
#include <engine/collision.h>
#include <engine/math.h>

#include "math/vec3.h"
#include "step/sensor.h"

void sensor_rangefinder(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  int site = m->sensor_objid[sensor];
  const mjtNum* mat = d->site_xmat + 9 * site;
  mjtNum direction[3] = {mat[2], mat[5], mat[8]};
  value[0] = mj_ray(m, d, d->site_xpos + 3 * site, direction, NULL, 1, m->site_bodyid[site], NULL);
}

static mjtNum square(mjtNum x) { return x * x; }

// Is a point, in the frame of a shape, strictly inside it?
static int inside_shape(int type, const mjtNum size[3], const mjtNum p[3]) {
  switch (type) {
    case mjGEOM_SPHERE: return vec3_dot(p, p) < square(size[0]);
    case mjGEOM_CAPSULE: {
      mjtNum along = mju_clip(p[2], -size[1], size[1]);
      return square(p[0]) + square(p[1]) + square(p[2] - along) < square(size[0]);
    }
    case mjGEOM_ELLIPSOID:
      return square(p[0] / size[0]) + square(p[1] / size[1]) + square(p[2] / size[2]) < 1;
    case mjGEOM_CYLINDER:
      return fabs(p[2]) < size[1] && square(p[0]) + square(p[1]) < square(size[0]);
    case mjGEOM_BOX: return fabs(p[0]) < size[0] && fabs(p[1]) < size[1] && fabs(p[2]) < size[2];
    case mjGEOM_PLANE: return p[2] < 0;
    default: return 0;
  }
}

int sensor_site_contains(const mjModel* m, const mjData* d, int site, const mjtNum point[3]) {
  mjtNum p[3];
  vec3_sub(p, point, d->site_xpos + 3 * site);
  mat3_tmul_vec(p, d->site_xmat + 9 * site, p);
  return inside_shape(m->site_type[site], m->site_size + 3 * site, p);
}

void sensor_inside_site(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  const mjtNum* pos;
  sensor_object_frame(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], &pos, NULL);
  value[0] = sensor_site_contains(m, d, m->sensor_refid[sensor], pos);
}

// A run of geoms: those of a body, or one.
typedef struct {
  int first, end;
} geom_range;

static geom_range geoms_of(const mjModel* m, int objtype, int objid) {
  if (objtype != mjOBJ_BODY) return (geom_range){objid, objid + 1};
  int first = m->body_geomadr[objid];
  return (geom_range){first, first + m->body_geomnum[objid]};
}

// The smallest distance below the cutoff between the sensor's two objects, and where it is.
static mjtNum nearest(const mjModel* m, mjData* d, int sensor, mjtNum segment[6]) {
  geom_range a = geoms_of(m, m->sensor_objtype[sensor], m->sensor_objid[sensor]);
  geom_range b = geoms_of(m, m->sensor_reftype[sensor], m->sensor_refid[sensor]);
  mjtNum cutoff = m->sensor_cutoff[sensor], best = cutoff, candidate[6];
  mju_zero(segment, 6);
  mj_markStack(d);  // a stage: what the search needs comes from the stack
  for (int i = a.first; i < a.end; i++) {
    for (int j = b.first; j < b.end; j++) {
      mjtNum dist = mj_geomDistance(m, d, i, j, cutoff, candidate);
      if (dist < best) {
        best = dist;
        mju_copy(segment, candidate, 6);
      }
    }
  }
  mj_freeStack(d);
  return best;
}

void sensor_geom_distance(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum segment[6];
  value[0] = nearest(m, d, sensor, segment);
}

void sensor_geom_normal(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum segment[6];
  nearest(m, d, sensor, segment);
  if (mju_isZero(segment, 6)) {
    vec3_zero(value);
    return;
  }
  vec3_sub(value, segment + 3, segment);
  vec3_normalize(value);
}

void sensor_geom_from_to(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  nearest(m, d, sensor, value);
}
