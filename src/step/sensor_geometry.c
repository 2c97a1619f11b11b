// Sensors of distances, volumes and rays.
#include <engine/base.h>
#include <engine/collision.h>
#include <engine/extension.h>
#include <engine/math.h>

#include "base/need.h"
#include "collision/hull_zone.h"
#include "math/vec3.h"
#include "model/level.h"
#include "step/sensor.h"

// The rays of a rangefinder: origin, excluded body, output fields.
typedef struct {
  const mjModel* m;
  mjData* d;
  int fields;        // bits 1 << engtRayData
  int excluded;      // body that rays do not hit
  mjtNum ahead[3];   // direction along which depth is measured
  mjtNum origin[3];  // of the next rays
} ray_source;

// Write the fields of a ray in unit direction dir; returns the end of the output.
static mjtNum* tell_ray(const ray_source* s, mjtNum* value, const mjtNum dir[3], mjtNum dist,
                        const mjtNum normal[3]) {
  int hit = dist >= 0;
  mjtNum point[3];
  vec3_copy(point, s->origin);
  vec3_axpy(point, dist, dir);
  mjtNum depth = hit ? dist * vec3_dot(dir, s->ahead) : -1;
  const mjtNum* three[] = {dir, s->origin, point, normal};
  for (int k = 0; k < engNRAYDATA; k++) {
    if (!(s->fields >> k & 1)) continue;
    if (k == engRAYDATA_DIST || k == engRAYDATA_DEPTH) {
      *value++ = k == engRAYDATA_DIST ? dist : depth;
      continue;
    }
    vec3_zero(value);
    if (hit || k == engRAYDATA_ORIGIN) vec3_copy(value, three[k - engRAYDATA_DIR]);
    value += 3;
  }
  return value;
}

static mjtNum* cast_ray(const ray_source* s, mjtNum* value, const mjtNum dir[3]) {
  mjtNum normal[3], dist;
  if (s->fields >> engRAYDATA_NORMAL & 1) {
    dist = eng_ray(s->m, s->d, s->origin, dir, NULL, 1, s->excluded, NULL, normal);
  } else {
    dist = mj_ray(s->m, s->d, s->origin, dir, NULL, 1, s->excluded, NULL);
  }
  return tell_ray(s, value, dir, dist, normal);
}

// The pixel grid of a camera: the ray through pixel (column, row) is (x, y, -focal), with x and y
// relative to the centre in pixels, y upwards.
typedef struct {
  int width, height, parallel;
  mjtNum focal[2], centre[2];
  mjtNum scale[2];  // orthographic: metres per pixel
} pixel_grid;

static void pixels_of(pixel_grid* g, const mjModel* m, int camera) {
  const int* resolution = m->cam_resolution + 2 * camera;
  const float *size = m->cam_sensorsize + 2 * camera, *intrinsic = m->cam_intrinsic + 4 * camera;
  // the reference measures the principal point from the corner of the image, and uses the image
  // height as the width of orthographic rays
  int as_reference = level_has(m, engLEVEL_RAYCAMERA);
  g->width = resolution[0];
  g->height = resolution[1];
  g->parallel = m->cam_orthographic[camera];
  sensor_focal_pixels(m, camera, g->focal);
  for (int k = 0; k < 2; k++) {
    g->centre[k] = 0.5 * resolution[k];
    if (size[0] > 0 && size[1] > 0) {
      // single precision, as in the model's arrays
      mjtNum shift = intrinsic[2 + k] / size[k] * (float)resolution[k];
      g->centre[k] = as_reference ? shift : g->centre[k] + shift;
    }
    g->scale[k] = m->cam_fovy[camera] / resolution[as_reference ? k : 1];
  }
}

// Cast all rays of one row of pixels.
static mjtNum* cast_row(ray_source* s, const pixel_grid* g, int camera, int row, mjtNum* value) {
  const mjtNum *mat = s->d->cam_xmat + 9 * camera, *pos = s->d->cam_xpos + 3 * camera;
  mj_markStack(s->d);
  size_t n = (size_t)g->width;
  mjtNum* dir = mj_stackAllocNum(s->d, 3 * n);
  mjtNum *normal = mj_stackAllocNum(s->d, 3 * n), *dist = mj_stackAllocNum(s->d, n);
  for (int i = 0; i < g->width; i++) {
    mjtNum x = i + 0.5 - g->centre[0], y = row + 0.5 - g->centre[1];
    if (g->parallel) {
      mjtNum local[3] = {(i + 0.5 - 0.5 * g->width) * g->scale[0],
                         (0.5 * g->height - row - 0.5) * g->scale[1], 0};
      mat3_mul_vec(s->origin, mat, local);
      vec3_add(s->origin, s->origin, pos);
      value = cast_ray(s, value, s->ahead);
      continue;
    }
    mjtNum local[3] = {x / g->focal[0], -y / g->focal[1], -1};
    vec3_normalize(local);
    mat3_mul_vec(dir + 3 * i, mat, local);
  }
  if (!g->parallel) {
    eng_multiRay(s->m, s->d, pos, dir, NULL, 1, s->excluded, NULL, dist, normal, g->width,
                 mjMAXVAL);
    vec3_copy(s->origin, pos);
    for (int i = 0; i < g->width; i++) {
      value = tell_ray(s, value, dir + 3 * i, dist[i], normal + 3 * i);
    }
  }
  mj_freeStack(s->d);
  return value;
}

void sensor_rangefinder(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  int id = m->sensor_objid[sensor], fields = m->sensor_intprm[mjNSENS * sensor];
  ray_source s = {.m = m, .d = d, .fields = fields ? fields : 1 << engRAYDATA_DIST};
  if (m->sensor_objtype[sensor] != mjOBJ_CAMERA) {
    const mjtNum* mat = d->site_xmat + 9 * id;
    vec3_set(s.ahead, mat[2], mat[5], mat[8]);
    vec3_copy(s.origin, d->site_xpos + 3 * id);
    s.excluded = m->site_bodyid[id];
    cast_ray(&s, value, s.ahead);
    return;
  }
  const mjtNum* mat = d->cam_xmat + 9 * id;
  vec3_set(s.ahead, -mat[2], -mat[5], -mat[8]);
  s.excluded = m->cam_bodyid[id];
  pixel_grid g;
  pixels_of(&g, m, id);
  for (int row = 0; row < g.height; row++) value = cast_row(&s, &g, id, row, value);
}

static mjtNum square(mjtNum x) { return x * x; }

// Whether a point, in the frame of a shape, is strictly inside it.
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
  if (m->site_type[site] == mjGEOM_MESH) return hull_contains(m, m->site_dataid[site], p);
  return inside_shape(m->site_type[site], m->site_size + 3 * site, p);
}

int sensor_site_on_ray(const mjModel* m, const mjData* d, int site, const mjtNum point[3],
                       const mjtNum along[3]) {
  const mjtNum *pos = d->site_xpos + 3 * site, *mat = d->site_xmat + 9 * site;
  if (m->site_type[site] != mjGEOM_MESH) {
    return mju_rayGeom(pos, mat, m->site_size + 3 * site, point, along, m->site_type[site]) >= 0;
  }
  mjtNum p[3], direction[3];
  vec3_sub(p, point, pos);
  mat3_tmul_vec(p, mat, p);
  mat3_tmul_vec(direction, mat, along);
  return hull_on_ray(m, m->site_dataid[site], p, direction);
}

int mj_insideSite(const mjModel* m, const mjData* d, int site, const mjtNum point[3]) {
  NEED_OR(0, m, d, point);
  if (site < 0 || site >= m->nsite) {
    mju_error("mj_insideSite: there is no site %d; the model has %d", site, m->nsite);
    return 0;
  }
  return sensor_site_contains(m, d, site, point);
}

void sensor_inside_site(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  const mjtNum* pos;
  sensor_object_frame(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], &pos, NULL);
  value[0] = sensor_site_contains(m, d, m->sensor_refid[sensor], pos);
}

// A range of geoms: all of a body, or one.
typedef struct {
  int first, end;
} geom_range;

static geom_range geoms_of(const mjModel* m, int objtype, int objid) {
  if (objtype != mjOBJ_BODY) return (geom_range){objid, objid + 1};
  int first = m->body_geomadr[objid];
  return (geom_range){first, first + m->body_geomnum[objid]};
}

// The smallest distance below the cutoff between the sensor's two objects, and the closest points.
static mjtNum nearest(const mjModel* m, mjData* d, int sensor, mjtNum segment[6]) {
  geom_range a = geoms_of(m, m->sensor_objtype[sensor], m->sensor_objid[sensor]);
  geom_range b = geoms_of(m, m->sensor_reftype[sensor], m->sensor_refid[sensor]);
  mjtNum cutoff = m->sensor_cutoff[sensor], best = cutoff, candidate[6];
  mju_zero(segment, 6);
  mj_markStack(d);  // scratch of the distance search
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
