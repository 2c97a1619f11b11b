// Copies numbers from a modified model back to its specification.
//
// The user's specification is not changed: the values go to a copy of it, in which poses of frames
// are folded into their contents and inertias are explicit unless they still follow from geoms.
// This copy is what is saved, until the next compilation.
#include <math.h>
#include <string.h>
#include <engine/engine.h>
#include "base/capture.h"
#include "base/hash.h"
#include "base/need.h"
#include "model/joint_type.h"
#include "spec/element.h"
#include "spec/geom_size.h"
#include "spec/number_rows.h"
#include "spec/pose.h"

// Row i of a model array, as long as the field of the public struct.
#define PUT(field, array) PUT_AT(pub->field, array, i)
#define PUT_AT(field, array, i)                                                            \
  do {                                                                                     \
    const size_t n_ = sizeof(field) / sizeof *m->array;                                    \
    _Static_assert(sizeof(field) % sizeof *m->array == 0, "a field and its array differ"); \
    memcpy(&(field), m->array + n_ * (size_t)(i), sizeof(field));                          \
  } while (0)

// Rows of the element table, for element `to`; for joints `dof` is the first degree of freedom.
#define ONE(attribute, field, initially, model, kind)  TAKE(field, MODEL_##model)
#define MANY(attribute, field, initially, model, kind) TAKE(field, MODEL_##model)
#define HIDDEN(field, model)                           TAKE(field, MODEL_##model)
#define MODEL_COPIED(array)                            ROW, array
#define MODEL_BACK(array)                              ROW, array
#define MODEL_DOFS(array)                              DOF, array
#define MODEL_FILLED(array)                            SKIP, array
#define MODEL_OWN                                      SKIP, 0
#define TAKE(field, ...)                               TAKE_(field, __VA_ARGS__)
#define TAKE_(field, way, array)                       TAKE_##way(field, array)
#define TAKE_ROW(field, array)                         PUT_AT(to->field, array, i);
#define TAKE_DOF(field, array)                         PUT_AT(to->field, array, dof);
#define TAKE_SKIP(field, array)

#define FOR_ELEMENTS(e, type) for (element* e = element_first(s, type); e; e = element_next(e))

// User data, if there are any.
static void put_user(mjDoubleVec* userdata, const mjtNum* array, int n, int i) {
  bool any = ((const double_vec*)userdata)->size > 0;
  for (int k = 0; k < n && !any; k++) any = array[(size_t)n * i + k] != 0;
  if (any) mjs_setDouble(userdata, array + (size_t)n * i, n);
}

// ---------------------------------------------------------------------------------------- tree

uint64_t body_numbers(const mjModel* m, int i) {
  uint64_t h = hash_bytes(m->body_mass + i, sizeof(mjtNum), 0);
  h = hash_bytes(m->body_ipos + 3 * i, 3 * sizeof(mjtNum), h);
  h = hash_bytes(m->body_iquat + 4 * i, 4 * sizeof(mjtNum), h);
  h = hash_bytes(m->body_inertia + 3 * i, 3 * sizeof(mjtNum), h);
  size_t g = m->body_geomnum[i] ? (size_t)m->body_geomadr[i] : 0, n = (size_t)m->body_geomnum[i];
  h = hash_bytes(m->geom_pos + 3 * g, 3 * n * sizeof(mjtNum), h);
  h = hash_bytes(m->geom_quat + 4 * g, 4 * n * sizeof(mjtNum), h);
  return hash_bytes(m->geom_size + 3 * g, 3 * n * sizeof(mjtNum), h);
}

// Whether a body's inertia still follows from its geoms, as at compilation.
static bool follows_from_geoms(const spec* s, const spec_body* body, const mjModel* m) {
  const mjsCompiler* c = &body->e.origin->pub.compiler;
  return !body->pub.explicitinertial && c->inertiafromgeom == mjINERTIAFROMGEOM_AUTO &&
         !(s->pub.compiler.settotalmass > 0) && body->numbers == body_numbers(m, body->e.id);
}

// Frames are kept for grouping, but all poses are made relative to the body.
static void flatten_frame(spec_frame* f) {
  vec3_zero(f->pub.pos);
  quat_unit(f->pub.quat);
  mjs_defaultOrientation(&f->pub.alt);
}

// The compiled inertia of an attached body is what was put.
static void keep_inertia(spec_body* body) {
  const mjsBody* pub = &body->pub;
  if (!body->compiled) return;
  vec3_copy(body->compiled->pos, pub->ipos);
  quat_copy(body->compiled->quat, pub->iquat);
  body->compiled->mass = pub->mass;
  vec3_copy(body->compiled->inertia, pub->inertia);
}

static void put_bodies(spec* s, const mjModel* m) {
  FOR_BODIES(body, s->world) {
    int i = body->e.id;
    mjsBody* pub = &body->pub;
    for (int k = 0; k < body->frames.size; k++) {
      flatten_frame((spec_frame*)body->frames.data[k]);
    }
    put_user(pub->userdata, m->body_user, m->nuser_body, i);
    if (i == 0) continue;
    PUT(pos, body_pos);
    PUT(quat, body_quat);
    int tree = m->body_treeid[i];
    bool user = tree >= 0 && m->tree_sleep_policy[tree] > mjSLEEP_AUTO_ALLOWED;
    if (user && m->tree_bodyadr[tree] == i) body->more.sleep = m->tree_sleep_policy[tree];
    pub->alt.type = mjORIENTATION_QUAT;
    if (follows_from_geoms(s, body, m)) continue;
    PUT(ipos, body_ipos);
    PUT(iquat, body_iquat);
    PUT(mass, body_mass);
    PUT(inertia, body_inertia);
    pub->ialt.type = mjORIENTATION_QUAT;
    pub->fullinertia[0] = NAN;
    pub->explicitinertial = 1;
    keep_inertia(body);
  }
  s->pub.compiler.inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
  s->pub.compiler.settotalmass = -1;
}

// Angles are stored in the unit of the joint's compiler options.
static void put_joints(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_JOINT) {
    spec_joint* to = (spec_joint*)e;
    mjsJoint* pub = &to->pub;
    int i = e->id, dof = m->jnt_dofadr[i], qpos = m->jnt_qposadr[i];
    double unit = e->origin->pub.compiler.degree ? mjPI / 180 : 1;
    JOINT_ROWS
    put_user(pub->userdata, m->jnt_user, m->nuser_jnt, i);
    pub->springdamper[0] = pub->springdamper[1] = 0;
    for (int k = 0; k < 2 && m->jnt_limited[i] && pub->type != mjJNT_SLIDE; k++) {
      pub->range[k] /= unit;
    }
    if (!joint_is_scalar(pub->type)) continue;
    if (pub->type == mjJNT_SLIDE) unit = 1;
    pub->ref = m->qpos0[qpos] / unit;
    pub->springref = m->qpos_spring[qpos] / unit;
  }
}

// A geom fitted to a mesh becomes independent of the mesh, but keeps the mesh's material.
static void put_fitted(spec_geom* geom) {
  const element* mesh = element_find(geom->e.owner, mjOBJ_MESH, string_text(&geom->own.meshname));
  if (mesh && string_empty(&geom->own.material)) {
    mjs_setString(geom->pub.material, string_text(&((const spec_mesh*)mesh)->own.material));
  }
  mjs_setString(geom->pub.meshname, "");
}

// Transform the surface velocity from the mesh frame back to the user's frame.
static void put_surface_velocity(spec_geom* geom, const mjtNum pos[3], const mjtNum quat[4]) {
  double *linear = geom->more.surfacevel, *angular = linear + 3, moved[3];
  quat_rotate(linear, quat, linear);
  quat_rotate(angular, quat, angular);
  vec3_cross(moved, angular, pos);
  vec3_sub(linear, linear, moved);
}

// Pose and size of a geom before the transform to the mesh frame; a geom that was fitted to a mesh
// becomes the fitted primitive.
static void put_shape(spec_geom* geom, const mjModel* m, int i) {
  mjsGeom* pub = &geom->pub;
  bool mesh = pub->type == mjGEOM_MESH || pub->type == mjGEOM_SDF;
  PUT(pos, geom_pos);
  PUT(quat, geom_quat);
  pub->alt.type = mjORIENTATION_QUAT;
  geom_no_fromto(pub->fromto);
  if (!mesh && pub->type != mjGEOM_HFIELD) PUT(size, geom_size);
  if (!mesh) put_fitted(geom);
  int id = m->geom_dataid[i];
  if (!mesh || id < 0) return;
  put_surface_velocity(geom, m->mesh_pos + 3 * id, m->mesh_quat + 4 * id);
  double pos[3], quat[4];
  pose_inverse(pos, quat, m->mesh_pos + 3 * id, m->mesh_quat + 4 * id);
  pose_enter(pos, quat, pub->pos, pub->quat);
  vec3_copy(pub->pos, pos);
  quat_copy(pub->quat, quat);
}

static void put_geoms(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_GEOM) {
    spec_geom* to = (spec_geom*)e;
    int i = e->id;
    if (i < 0) continue;
    GEOM_ROWS
    put_shape(to, m, i);
    put_user(to->pub.userdata, m->geom_user, m->nuser_geom, i);
  }
}

static void put_sites(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_SITE) {
    spec_site* to = (spec_site*)e;
    mjsSite* pub = &to->pub;
    int i = e->id;
    SITE_ROWS
    PUT(quat, site_quat);
    pub->alt.type = mjORIENTATION_QUAT;
    geom_no_fromto(pub->fromto);
    put_user(pub->userdata, m->site_user, m->nuser_site, i);
  }
}

static void put_cameras(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_CAMERA) {
    spec_camera* to = (spec_camera*)e;
    mjsCamera* pub = &to->pub;
    int i = e->id;
    CAMERA_ROWS
    PUT(quat, cam_quat);
    pub->alt.type = mjORIENTATION_QUAT;
    for (int k = 0; k < 2; k++) pub->resolution[k] = (float)m->cam_resolution[2 * i + k];
    put_user(pub->userdata, m->cam_user, m->nuser_cam, i);
    if (!(pub->sensor_size[0] > 0 && pub->sensor_size[1] > 0)) {
      PUT(fovy, cam_fovy);
      continue;
    }
    for (int k = 0; k < 2; k++) {
      pub->focal_length[k] = m->cam_intrinsic[4 * i + k];
      pub->principal_length[k] = m->cam_intrinsic[4 * i + 2 + k];
      pub->focal_pixel[k] = pub->principal_pixel[k] = 0;
    }
  }
}

static void put_lights(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_LIGHT) {
    spec_light* to = (spec_light*)e;
    int i = e->id;
    LIGHT_ROWS
  }
}

// --------------------------------------------------------------------------------------- lists

static void put_materials(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_MATERIAL) {
    spec_material* to = (spec_material*)e;
    int i = e->id;
    if (i < 0) continue;
    MATERIAL_ROWS
  }
}

static void put_hfields(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_HFIELD) {
    spec_hfield* hfield = (spec_hfield*)e;
    if (e->id < 0) continue;
    int n = m->hfield_nrow[e->id] * m->hfield_ncol[e->id];
    const float* data = m->hfield_data + m->hfield_adr[e->id];
    if (hfield->own.userdata.size == n) mjs_setFloat(hfield->pub.userdata, data, n);
  }
}

static void put_equalities(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_EQUALITY) {
    spec_equality* to = (spec_equality*)e;
    int i = e->id;
    EQUALITY_ROWS
  }
}

static void put_pairs(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_PAIR) {
    spec_pair* to = (spec_pair*)e;
    int i = e->id;
    PAIR_ROWS
  }
}

static void put_tendons(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_TENDON) {
    spec_tendon* to = (spec_tendon*)e;
    int i = e->id;
    TENDON_ALL_ROWS
    put_user(to->pub.userdata, m->tendon_user, m->nuser_tendon, i);
  }
}

static void put_actuators(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_ACTUATOR) {
    spec_actuator* to = (spec_actuator*)e;
    mjsActuator* pub = &to->pub;
    int i = e->id;
    ACTUATOR_ALL_ROWS
    to->more.damping[0] = m->actuator_damping[i];
    memcpy(to->more.damping + 1, m->actuator_dampingpoly + 2 * i, 2 * sizeof(mjtNum));
    int ctrl = m->actuator_ctrladr[i], out = m->actuator_outadr[i];
    if (m->actuator_ctrlnum[i]) PUT_AT(pub->ctrlrange, actuator_ctrlrange, ctrl);
    PUT_AT(pub->lengthrange, actuator_lengthrange, out);
    PUT_AT(pub->gear, actuator_gear, out);
    pub->inheritrange = 0;
    put_user(pub->userdata, m->actuator_user, m->nuser_actuator, i);
  }
}

static void put_sensors(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_SENSOR) {
    spec_sensor* to = (spec_sensor*)e;
    int i = e->id;
    SENSOR_ALL_ROWS
    put_user(to->pub.userdata, m->sensor_user, m->nuser_sensor, i);
  }
}

static void put_custom(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_NUMERIC) {
    mjsNumeric* pub = &((spec_numeric*)e)->pub;
    mjs_setDouble(pub->data, m->numeric_data + m->numeric_adr[e->id], m->numeric_size[e->id]);
  }
  FOR_ELEMENTS(e, mjOBJ_TUPLE) {
    mjsTuple* pub = &((spec_tuple*)e)->pub;
    mjs_setDouble(pub->objprm, m->tuple_objprm + m->tuple_adr[e->id], m->tuple_size[e->id]);
  }
}

static void put_keys(spec* s, const mjModel* m) {
  FOR_ELEMENTS(e, mjOBJ_KEY) {
    mjsKey* pub = &((spec_key*)e)->pub;
    size_t i = (size_t)e->id;
    pub->time = m->key_time[i];
    mjs_setDouble(pub->qpos, m->key_qpos + i * m->nq, m->nq);
    mjs_setDouble(pub->qvel, m->key_qvel + i * m->nv, m->nv);
    mjs_setDouble(pub->act, m->key_act + i * m->na, m->na);
    mjs_setDouble(pub->ctrl, m->key_ctrl + i * m->nu, m->nu);
    mjs_setDouble(pub->mpos, m->key_mpos + i * 3 * m->nmocap, 3 * m->nmocap);
    mjs_setDouble(pub->mquat, m->key_mquat + i * 4 * m->nmocap, 4 * m->nmocap);
  }
}

// A copy of the model with mj_setConst applied; NULL without memory.
static mjModel* computed_again(const mjModel* m) {
  mjModel* volatile again = NULL;
  mjData* volatile d = NULL;
  error_capture capture;
  volatile bool done = false;
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    again = mj_copyModel(NULL, m);
    d = again ? mj_makeData(again) : NULL;
    if (d) mj_setConst(again, d);
    done = d != NULL;
    capture_end(&capture);
  }
  mj_deleteData(d);
  if (done) return again;
  mj_deleteModel(again);
  return NULL;
}

// Statistics that are set already, or that differ from what the compiler would compute.
static bool put_statistic(spec* s, const mjModel* m) {
  mjModel* computed = computed_again(m);
  if (computed) {
    mjStatistic* pub = &s->pub.stat;
    const mjStatistic *now = &m->stat, *then = &computed->stat;
#define PUT_MEAN(field) \
  if (!isnan(pub->field) || now->field != then->field) pub->field = now->field
    PUT_MEAN(meaninertia);
    PUT_MEAN(meanmass);
    PUT_MEAN(meansize);
    PUT_MEAN(extent);
    bool set = !isnan(pub->center[0]);
    if (set || memcmp(now->center, then->center, sizeof now->center) != 0) {
      vec3_copy(pub->center, now->center);
    }
#undef PUT_MEAN
  }
  mj_deleteModel(computed);
  return computed != NULL;
}

// ---------------------------------------------------------------------------------- the whole

static int count_elements(const spec* s, mjtObj type) {
  int n = 0;
  FOR_ELEMENTS(e, type) n++;
  return n;
}

// Whether m has the same structure as s.
static bool check_model(spec* s, const mjModel* m) {
  if (!m) return spec_error(s, NULL, "no model to copy from");
  if (!s->compiled || s->ids != IDS_CURRENT) {
    return spec_error(s, NULL, "only a compiled specification can take the numbers of a model");
  }
  if (m->signature != spec_signature(s)) {
    return spec_error(s, NULL, "incompatible signatures: the structure of the model differs");
  }
  bool same = m->nnumeric == count_elements(s, mjOBJ_NUMERIC) &&
              m->ntuple == count_elements(s, mjOBJ_TUPLE) &&
              m->nkey == count_elements(s, mjOBJ_KEY);
  FOR_ELEMENTS(e, mjOBJ_TUPLE) {
    same = same && m->tuple_size[e->id] == ((const spec_tuple*)e)->own.objname.size;
  }
  if (!same) return spec_error(s, NULL, "incompatible models: they differ in size");
  FOR_BODIES(body, s->world) {
    if (body->e.id >= 0) continue;
    return spec_error(s, NULL,
                      "bodies were fused: those of the model are not those it was made of");
  }
  return true;
}

// All geoms and sites have explicit poses now, so fromto in default classes is cleared.
static void forget_fromto(spec* s) {
  for (element* e = element_first(s, mjOBJ_DEFAULT); e; e = element_next(e)) {
    geom_no_fromto(((spec_default*)e)->pub.geom->fromto);
    geom_no_fromto(((spec_default*)e)->pub.site->fromto);
  }
}

static bool put_all(spec* s, const mjModel* m) {
  static void (*const parts[])(spec*, const mjModel*) = {
      put_joints,    put_geoms,   put_sites,  put_cameras,    put_lights,
      put_materials, put_hfields, put_pairs,  put_equalities, put_tendons,
      put_actuators, put_sensors, put_custom, put_keys,       put_bodies};
  s->pub.option = m->opt;
  s->pub.visual = m->vis;
  s->pub.ext = m->ext;
  forget_fromto(s);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) parts[i](s, m);
  return put_statistic(s, m) && !s->store.failed;
}

int mj_copyBack(mjSpec* s, const mjModel* m) {
  NEED_OR(0, s);
  spec* in = spec_of(s);
  if (!check_model(in, m)) return 0;
  mjSpec* tuned = mj_copySpec(s);
  if (!tuned) return 0;
  if (!put_all(spec_of(tuned), m)) {
    mj_deleteSpec(tuned);
    return spec_error(in, NULL, "out of memory");
  }
  mj_deleteSpec(in->tuned);
  in->tuned = tuned;
  return 1;
}
