#include <string.h>

#include <limits.h>

#include "model/history.h"
#include "compile/element_fill.h"
#include "compile/lists.h"
#include "model/joint_type.h"
#include "model/sensor_type.h"

// ------------------------------------------------------------------------------ objects

static bool has_frame(mjtObj type) {
  return type == mjOBJ_BODY || type == mjOBJ_XBODY || type == mjOBJ_GEOM || type == mjOBJ_SITE ||
         type == mjOBJ_CAMERA;
}

// State of resolving the object of a sensor.
typedef struct {
  build* b;
  const spec_sensor* s;
  int i;  // index in the model
} resolution;

static bool fail(resolution r, const char* message) {
  return build_error(r.b, &r.s->e, "%s", message);
}

// Find the object, of the given type or, if `type` is UNKNOWN, of the type in the sensor.
static bool find_object(resolution r, mjtObj type) {
  mjModel* m = r.b->m;
  if (type == mjOBJ_UNKNOWN) type = r.s->pub.objtype;
  const element* e = build_find(r.b, &r.s->e, "its object", type, &r.s->own.objname, true);
  if (!e) return false;
  m->sensor_objtype[r.i] = type;
  m->sensor_objid[r.i] = e->id;
  return true;
}

static bool find_reference(resolution r, mjtObj type) {
  mjModel* m = r.b->m;
  if (type == mjOBJ_UNKNOWN) type = r.s->pub.reftype;
  const element* e = build_find(r.b, &r.s->e, "its reference", type, &r.s->own.refname, true);
  if (!e) return false;
  m->sensor_reftype[r.i] = type;
  m->sensor_refid[r.i] = e->id;
  return true;
}

static bool has_reference(const spec_sensor* s) { return s->pub.reftype != mjOBJ_UNKNOWN; }

static bool about_frame(resolution r) {
  if (!has_frame(r.s->pub.objtype)) {
    return fail(r, "its object must be a body, xbody, geom, site or camera");
  }
  return find_object(r, mjOBJ_UNKNOWN);
}

static bool about_distance(resolution r) {
  mjModel* m = r.b->m;
  mjtObj type[2] = {r.s->pub.objtype, r.s->pub.reftype};
  for (int k = 0; k < 2; k++) {
    if (type[k] != mjOBJ_BODY && type[k] != mjOBJ_GEOM) {
      return fail(r, "distances are between bodies or geoms");
    }
  }
  if (!find_object(r, mjOBJ_UNKNOWN) || !find_reference(r, mjOBJ_UNKNOWN)) return false;
  int id[2] = {m->sensor_objid[r.i], m->sensor_refid[r.i]};
  if (type[0] == type[1] && id[0] == id[1]) return fail(r, "its two objects are the same");
  for (int k = 0; k < 2; k++) {
    int adr = type[k] == mjOBJ_GEOM ? id[k] : m->body_geomadr[id[k]];
    int num = type[k] == mjOBJ_GEOM ? 1 : m->body_geomnum[id[k]];
    for (int g = adr; g < adr + num; g++) {
      if (m->geom_type[g] == mjGEOM_HFIELD) return fail(r, "no distance is known to height fields");
    }
  }
  return true;
}

static bool about_contact(resolution r) {
  const mjsSensor* pub = &r.s->pub;
  mjtObj obj = pub->objtype, ref = pub->reftype;
  if (obj != mjOBJ_UNKNOWN && obj != mjOBJ_SITE && obj != mjOBJ_BODY && obj != mjOBJ_XBODY &&
      obj != mjOBJ_GEOM) {
    return fail(r, "its first object must be a site, body, subtree or geom");
  }
  if (ref != mjOBJ_UNKNOWN && ref != mjOBJ_BODY && ref != mjOBJ_XBODY && ref != mjOBJ_GEOM) {
    return fail(r, "its second object must be a body, subtree or geom");
  }
  if (pub->intprm[0] <= 0 || pub->intprm[0] >= 1 << mjNCONDATA) {
    return fail(r, "it must measure one of found, force, torque, dist, pos, normal and tangent");
  }
  if (pub->intprm[1] < 0 || pub->intprm[1] > 3) return fail(r, "its reduction does not exist");
  if (pub->intprm[2] <= 0) return fail(r, "the number of contacts to report must be positive");
  if (obj != mjOBJ_UNKNOWN && !find_object(r, mjOBJ_UNKNOWN)) return false;
  return ref == mjOBJ_UNKNOWN || find_reference(r, mjOBJ_UNKNOWN);
}

static bool about_camera_site(resolution r) {
  mjModel* m = r.b->m;
  if (!find_object(r, mjOBJ_SITE) || !find_reference(r, mjOBJ_CAMERA)) return false;
  const int* resolution = m->cam_resolution + 2 * m->sensor_refid[r.i];
  if (!resolution[0] || !resolution[1]) return fail(r, "its camera has no resolution");
  return true;
}

// A rangefinder: one ray along the axis of a site, or one per pixel of a camera.
static bool about_rays(resolution r) {
  mjModel* m = r.b->m;
  const mjsSensor* pub = &r.s->pub;
  if (pub->intprm[0] < 0 || pub->intprm[0] >= 1 << engNRAYDATA) {
    return fail(r, "it must tell some of dist, dir, origin, point, normal and depth");
  }
  if (pub->objtype != mjOBJ_CAMERA) return find_object(r, mjOBJ_SITE);
  if (!find_object(r, mjOBJ_CAMERA)) return false;
  const int* resolution = m->cam_resolution + 2 * m->sensor_objid[r.i];
  double n = (double)resolution[0] * resolution[1];
  return (n >= 1 && n < INT_MAX / 16) || fail(r, "its camera has no resolution of a picture");
}

static bool about_joint(resolution r, sensor_about what) {
  mjModel* m = r.b->m;
  if (!find_object(r, mjOBJ_JOINT)) return false;
  int id = m->sensor_objid[r.i], type = m->jnt_type[id];
  if (what == ABOUT_SCALAR_JOINT && !joint_is_scalar(type)) {
    return fail(r, "its joint must be a hinge or slide");
  }
  if (what == ABOUT_BALL && !joint_is_ball(type)) return fail(r, "its joint must be a ball");
  if (what == ABOUT_LIMITED_JOINT && !m->jnt_limited[id])
    return fail(r, "its joint is not limited");
  return true;
}

static bool about_any(resolution r) {
  if (r.s->pub.objtype == mjOBJ_UNKNOWN || string_empty(&r.s->own.objname)) return true;
  return find_object(r, mjOBJ_UNKNOWN);
}

static bool resolve(resolution r) {
  mjModel* m = r.b->m;
  sensor_about what = sensor_type_of(r.s->pub.type)->about;
  switch (what) {
    case ABOUT_SITE: return find_object(r, mjOBJ_SITE);
    case ABOUT_CAMERA_SITE: return about_camera_site(r);
    case ABOUT_RAYS: return about_rays(r);
    case ABOUT_SCALAR_JOINT:
    case ABOUT_BALL:
    case ABOUT_LIMITED_JOINT: return about_joint(r, what);
    case ABOUT_TENDON: return find_object(r, mjOBJ_TENDON);
    case ABOUT_LIMITED_TENDON:
      if (!find_object(r, mjOBJ_TENDON)) return false;
      return m->tendon_limited[m->sensor_objid[r.i]] || fail(r, "its tendon is not limited");
    case ABOUT_ACTUATOR: return find_object(r, mjOBJ_ACTUATOR);
    case ABOUT_FRAME:
    case ABOUT_INERTIAL: return about_frame(r);
    case ABOUT_INSIDE: return about_frame(r) && find_reference(r, mjOBJ_SITE);
    case ABOUT_BODY: return find_object(r, mjOBJ_BODY);
    case ABOUT_DISTANCE: return about_distance(r);
    case ABOUT_CONTACT: return about_contact(r);
    case ABOUT_TACTILE: return find_object(r, mjOBJ_MESH) && find_reference(r, mjOBJ_GEOM);
    case ABOUT_NOTHING: return true;
    case ABOUT_USER:
    case ABOUT_PLUGIN: return about_any(r);
  }
  return true;
}

// ---------------------------------------------------------------------------------------- fill

static bool check_numbers(build* b, const spec_sensor* s, mjtDataType datatype) {
  const mjsSensor* pub = &s->pub;
  const element* e = &s->e;
  if (pub->noise < 0) return build_error(b, e, "noise is negative");
  if (pub->cutoff < 0) return build_error(b, e, "cutoff is negative");
  if (pub->cutoff > 0 && (datatype == mjDATATYPE_QUATERNION ||
                          (datatype == mjDATATYPE_AXIS && pub->type != mjSENS_GEOMNORMAL))) {
    return build_error(b, e, "an axis or quaternion cannot be cut off");
  }
  if (pub->type != mjSENS_USER) return true;
  if (pub->dim < 0) return build_error(b, e, "dim is negative");
  if (datatype == mjDATATYPE_AXIS && pub->dim != 3) {
    return build_error(b, e, "dim is %d; an axis has 3 numbers", pub->dim);
  }
  if (datatype == mjDATATYPE_QUATERNION && pub->dim != 4) {
    return build_error(b, e, "dim is %d; a quaternion has 4 numbers", pub->dim);
  }
  return true;
}

static void fill_history(build* b, const spec_sensor* s, int i) {
  mjModel* m = b->m;
  const engsSensor* more = &s->more;
  if (!check_history(b, &s->e, more->nsample, more->delay)) return;
  double period = more->interval[0], phase = more->interval[1];
  if (period < 0) {
    build_error(b, &s->e, "interval: the period %g is negative", period);
  } else if (phase > 0 || (phase != 0 && phase <= -period)) {
    build_error(b, &s->e, "interval: the phase %g must be above minus the period and at most 0",
                phase);
  }
  m->sensor_history[2 * i] = more->nsample;
  m->sensor_history[2 * i + 1] = more->interp;
}

static void fill_rows(mjModel* m, int i, const spec_sensor* src) { SENSOR_ALL_ROWS }

static void fill_sensor(build* b, const spec_sensor* s, int i) {
  mjModel* m = b->m;
  const mjsSensor* pub = &s->pub;
  const element* e = &s->e;
  const sensor_type* type = sensor_type_of(pub->type);
  if (!type) {
    build_error(b, e, "sensor type %d does not exist", pub->type);
    return;
  }
  bool own = pub->type == mjSENS_USER,
       framed = type->about == ABOUT_FRAME || type->about == ABOUT_INERTIAL;
  m->sensor_type[i] = pub->type;
  // with more outputs than one distance the values are no longer positive numbers
  bool rays = pub->type == mjSENS_RANGEFINDER && (pub->intprm[0] || pub->objtype == mjOBJ_CAMERA);
  m->sensor_datatype[i] = own || pub->type == mjSENS_PLUGIN ? pub->datatype : type->datatype;
  if (rays) m->sensor_datatype[i] = mjDATATYPE_REAL;
  m->sensor_needstage[i] = own ? pub->needstage : type->stage;
  m->sensor_objid[i] = m->sensor_refid[i] = -1;
  resolution r = {b, s, i};
  int before = b->nerror;
  if (!resolve(r)) return;
  if (m->sensor_refid[i] < 0 && framed && has_reference(s)) {
    if (!has_frame(pub->reftype)) {
      fail(r, "its reference must be a body, xbody, geom, site or camera");
    } else {
      find_reference(r, mjOBJ_UNKNOWN);
    }
  }
  if (!check_numbers(b, s, m->sensor_datatype[i]) || b->nerror != before) return;
  m->sensor_dim[i] = mjs_sensorDim(pub);  // for plugins set later
  fill_rows(m, i, s);
  fill_history(b, s, i);
  m->sensor_plugin[i] = build_plugin(b, e, &pub->plugin);
  memcpy(m->sensor_intprm + mjNSENS * i, pub->intprm, sizeof pub->intprm);
  build_userdata(m->sensor_user + m->nuser_sensor * i, m->nuser_sensor, &s->own.userdata);
}

void sensors_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < list_size(b, mjOBJ_MESH); i++) {
    ((spec_mesh*)list_at(b, mjOBJ_MESH, i))->nvert = b->mesh[i].nvert;  // needed by mjs_sensorDim
  }
  for (int i = 0; i < m->nsensor; i++) {
    fill_sensor(b, (const spec_sensor*)list_at(b, mjOBJ_SENSOR, i), i);
  }
}

static int place_history(build* b, const element* e, long long* total, int n, int dim) {
  if (n <= 0) return -1;
  int adr = (int)*total;
  *total += history_size(n, dim);
  if (*total > INT_MAX) {
    build_error(b, e, "with this one histories need %lld numbers, more than can be addressed",
                *total);
    *total = 0;
  }
  return adr;
}

void histories_place(build* b) {
  mjModel* m = b->m;
  long long total = 0;
  for (int i = 0; i < m->nactuator; i++) {
    m->actuator_historyadr[i] = place_history(b, list_at(b, mjOBJ_ACTUATOR, i), &total,
                                              m->actuator_history[2 * i], m->actuator_ctrlnum[i]);
  }
  for (int i = 0; i < m->nsensor; i++) {
    m->sensor_historyadr[i] = place_history(b, list_at(b, mjOBJ_SENSOR, i), &total,
                                            m->sensor_history[2 * i], m->sensor_dim[i]);
  }
  m->nhistory = (int)total;
}
