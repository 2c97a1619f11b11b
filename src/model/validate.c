// Checks that depend on the type of an element, one function per element kind.
#include "model/validate.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/math.h>
#include <engine/model.h>

#include "math/sparse.h"
#include "model/equality_type.h"
#include "model/history.h"
#include "model/joint_type.h"
#include "model/names.h"
#include "model/sensor_type.h"
#include "model/solver_type.h"
#include "model/validate_part.h"

bool reference_problem(report* r, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->text, sizeof r->text, format, args);
  va_end(args);
  return true;
}

bool no_memory_problem(report* r) {
  r->no_memory = true;
  return reference_problem(r, "there is no memory to check it");
}

int model_patterns_agree(const mjModel* m) {
  for (int j = 0; j < m->nv; j++) {
    int b = m->dof_bodyid[j];
    if (m->D_rownnz[j] != m->B_rownnz[b]) return 0;
    if (memcmp(m->D_colind + m->D_rowadr[j], m->B_colind + m->B_rowadr[b],
               sizeof(int) * (size_t)m->D_rownnz[j])) {
      return 0;
    }
  }
  return 1;
}

// --------------------------------------------------------------------------- geoms and contacts

static bool within(int id, int lowest, int n) { return id >= lowest && id < n; }

// Check the number of dimensions of contacts.
static bool condim_problem(report* r, const char* name, const int* dim, int n) {
  for (int i = 0; i < n; i++) {
    if (dim[i] < 1 || dim[i] > 6) return reference_problem(r, "%s[%d] is not in 1..6", name, i);
  }
  return false;
}

static bool geom_problem(const mjModel* m, report* r) {
  for (int g = 0; g < m->ngeom; g++) {
    int type = m->geom_type[g];
    if (type < 0 || type >= mjNGEOMTYPES) {
      return reference_problem(r, "geom_type[%d] is unknown", g);
    }
    // the data id refers to the shape, or, for simple shapes fitted to a mesh, to the mesh
    bool is_data = type == mjGEOM_HFIELD || type == mjGEOM_MESH || type == mjGEOM_SDF;
    if (!within(m->geom_dataid[g], is_data ? 0 : -1,
                type == mjGEOM_HFIELD ? m->nhfield : m->nmesh)) {
      return reference_problem(r, "geom_dataid[%d] is out of range", g);
    }
  }
  for (int i = 0; i < m->nsite; i++) {
    bool mesh = m->site_type[i] == mjGEOM_MESH;
    if (!mesh && !within(m->site_type[i], mjGEOM_SPHERE, mjGEOM_BOX + 1)) {
      return reference_problem(r, "site_type[%d] is no shape of sites", i);
    }
    if (!within(m->site_dataid[i], mesh ? 0 : -1, m->nmesh)) {
      return reference_problem(r, "site_dataid[%d] is out of range", i);
    }
  }
  return condim_problem(r, "geom_condim", m->geom_condim, m->ngeom) ||
         condim_problem(r, "pair_dim", m->pair_dim, m->npair) ||
         condim_problem(r, "flex_condim", m->flex_condim, m->nflex);
}

// Check signatures, which contain two body ids in the halves of an int.
static bool signatures_problem(const mjModel* m, report* r, const char* name, const int* signature,
                               int n) {
  for (int i = 0; i < n; i++) {
    unsigned s = (unsigned)signature[i];
    if ((int)(s & 0xFFFF) >= m->nbody || (int)(s >> 16) >= m->nbody) {
      return reference_problem(r, "%s[%d] names a body that is not there", name, i);
    }
  }
  return false;
}

// ------------------------------------------------------------------------- objects by their type

// Number of elements of an object type, -1 for an invalid type.
static int object_count(const mjModel* m, int type) {
  if (type == mjOBJ_DOF) return m->nv;
  if (type <= mjOBJ_UNKNOWN || type >= mjNOBJECT) return -1;
  return names_count(m, type);
}

// Types that are not elements of a model; their ids are not checked.
static bool is_abstract(int type) {
  return type == mjOBJ_UNKNOWN || type == mjOBJ_FRAME || type == mjOBJ_DEFAULT ||
         type == mjOBJ_MODEL;
}

static bool equality_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->neq; i++) {
    int one = m->eq_obj1id[i], two = m->eq_obj2id[i];
    const equality_type* type = equality_type_of(m->eq_type[i]);
    if (!type) return reference_problem(r, "eq_type[%d] is unknown", i);
    mjtObj object = equality_object(m->eq_type[i], (mjtObj)m->eq_objtype[i]);
    int n = object_count(m, object), none = type->second == SECOND_REQUIRED ? 0 : -1;
    bool good = within(one, 0, n) && within(two, none, type->second == SECOND_NONE ? 0 : n);
    if (!good) {
      return reference_problem(r, "eq_obj1id[%d], eq_obj2id[%d]: no such objects", i, i);
    }
  }
  return false;
}

// Whether an element of a tendon path has a valid type and its object exists.
static bool wrap_is_there(const mjModel* m, int i) {
  int id = m->wrap_objid[i];
  switch (m->wrap_type[i]) {
    case mjWRAP_PULLEY: return true;
    case mjWRAP_JOINT: return within(id, 0, m->njnt);
    case mjWRAP_SITE: return within(id, 0, m->nsite);
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER:  // the parameter is the side site, -1 for none
      return within(id, 0, m->ngeom) && within(mju_round(m->wrap_prm[i]), -1, m->nsite);
    default: return false;
  }
}

static bool wraps_geom(const mjModel* m, int i) {
  return m->wrap_type[i] == mjWRAP_SPHERE || m->wrap_type[i] == mjWRAP_CYLINDER;
}

// Whether a path consists of joints only, or of sites and pulleys with geoms between sites.
static bool path_is_sound(const mjModel* m, int first, int end) {
  bool joints = m->wrap_type[first] == mjWRAP_JOINT;
  for (int i = first; i < end; i++) {
    if (joints != (m->wrap_type[i] == mjWRAP_JOINT)) return false;
    if (wraps_geom(m, i) && (i == first || i == end - 1 || m->wrap_type[i - 1] != mjWRAP_SITE ||
                             m->wrap_type[i + 1] != mjWRAP_SITE)) {
      return false;
    }
  }
  return true;
}

// Whether the tendon has armature, its own or from an actuator.
static bool has_armature(const mjModel* m, int tendon) {
  if (m->tendon_armature[tendon] != 0) return true;
  int id = m->tendon_actuatorid[tendon];
  if (id >= 0) return m->actuator_armature[id] != 0;
  for (int i = 0; id == -2 && i < m->nactuator; i++) {
    bool here = m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon;
    if (here && m->actuator_armature[i] != 0) return true;
  }
  return false;
}

static bool tendon_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nwrap; i++) {
    if (!wrap_is_there(m, i)) {
      return reference_problem(r, "wrap_objid[%d], wrap_type[%d]: no such object", i, i);
    }
  }
  int next = 0;
  for (int t = 0; t < m->ntendon; t++) {
    int first = m->tendon_adr[t], end = first + m->tendon_num[t];
    if (first != next || end == first) {
      return reference_problem(r, "tendon_adr[%d] is not where the path before ends", t);
    }
    if (!path_is_sound(m, first, end)) return reference_problem(r, "tendon %d has no path", t);
    for (int i = first; i < end; i++) {
      if (wraps_geom(m, i) && has_armature(m, t)) {
        return reference_problem(r, "tendon_armature[%d]: the tendon wraps a geom", t);
      }
    }
    next = end;
  }
  return next != m->nwrap && reference_problem(r, "nwrap is not what the paths need");
}

static bool transmission_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nactuator; i++) {
    int one = m->actuator_trnid[2 * i], two = m->actuator_trnid[2 * i + 1];
    bool good;
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT: good = within(one, 0, m->njnt); break;
      case mjTRN_SLIDERCRANK: good = within(one, 0, m->nsite) && within(two, 0, m->nsite); break;
      case mjTRN_TENDON: good = within(one, 0, m->ntendon); break;
      case mjTRN_SITE: good = within(one, 0, m->nsite) && within(two, -1, m->nsite); break;
      case mjTRN_BODY: good = within(one, 0, m->nbody); break;
      case mjTRN_SO3:
        good = two < 0 ? within(one, 0, m->njnt) && joint_is_ball(m->jnt_type[one])
                       : within(one, 0, m->nsite) && within(two, 0, m->nsite);
        break;
      default: return reference_problem(r, "actuator_trntype[%d] is unknown", i);
    }
    if (!good) return reference_problem(r, "actuator_trnid[%d] is out of range", i);
  }
  return false;
}

// Whether an actuator has the controls, outputs and activations that its gain type needs.
static bool is_driven(const mjModel* m, int i) {
  int type = m->actuator_gaintype[i], spec = m->actuator_ctrlspec[i], inputs = 0;
  int nctrl = m->actuator_ctrlnum[i], nout = m->actuator_outnum[i], nact = m->actuator_actnum[i];
  if (m->actuator_actadr[i] >= 0 && nact < 1) return false;
  bool turns = type == mjGAIN_SO3;
  if (turns != (m->actuator_trntype[i] == mjTRN_SO3)) return false;
  if (turns) {
    return nout == 3 && nctrl == (spec == engCHART_QUAT ? 4 : 3) &&
           (m->actuator_actadr[i] < 0 || nact == 3);
  }
  for (int bit = engINPUT_POS; bit <= engINPUT_VOLTAGE; bit <<= 1) inputs += (spec & bit) != 0;
  bool newer = type == mjGAIN_PID || type == mjGAIN_DCMOTOR;
  return nout == 1 && (newer ? nctrl == inputs : nctrl == 1);
}

// Whether a history buffer of n samples of dim numbers at adr is within range.
static bool history_is_there(const mjModel* m, int adr, int n, int dim) {
  return adr < 0 || (n > 0 && dim >= 0 && adr + history_size(n, dim) <= m->nhistory);
}

static bool history_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nactuator; i++) {
    if (!history_is_there(m, m->actuator_historyadr[i], m->actuator_history[2 * i],
                          m->actuator_ctrlnum[i])) {
      return reference_problem(r, "actuator_historyadr[%d] is out of range", i);
    }
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (!history_is_there(m, m->sensor_historyadr[i], m->sensor_history[2 * i], m->sensor_dim[i])) {
      return reference_problem(r, "sensor_historyadr[%d] is out of range", i);
    }
  }
  return false;
}

static bool actuator_problem(const mjModel* m, report* r) {
  if (transmission_problem(m, r)) return true;
  for (int i = 0; i < m->nactuator; i++) {
    if (is_driven(m, i)) continue;
    return reference_problem(r,
                             "actuator %d: controls, outputs or activations are not those of "
                             "its gaintype",
                             i);
  }
  return history_problem(m, r);
}

static bool has_frame(int type) {
  return type == mjOBJ_BODY || type == mjOBJ_XBODY || type == mjOBJ_GEOM || type == mjOBJ_SITE ||
         type == mjOBJ_CAMERA;
}

// Whether the object of a sensor, and its reference object, have the right types and exist.
static bool sensor_object_is(const mjModel* m, int i, int type) {
  return m->sensor_objtype[i] == type && within(m->sensor_objid[i], 0, object_count(m, type));
}

static bool sensor_reference_is(const mjModel* m, int i, int type) {
  return m->sensor_reftype[i] == type && within(m->sensor_refid[i], 0, object_count(m, type));
}

static bool sensor_joint_is(const mjModel* m, int i, sensor_about about) {
  if (!sensor_object_is(m, i, mjOBJ_JOINT)) return false;
  int type = m->jnt_type[m->sensor_objid[i]];
  return about == ABOUT_LIMITED_JOINT ||
         (about == ABOUT_BALL ? joint_is_ball(type) : joint_is_scalar(type));
}

// Whether the object has a frame; the reference may be missing.
static bool sensor_frames_are_there(const mjModel* m, int i) {
  int object = m->sensor_objtype[i], reference = m->sensor_reftype[i];
  return has_frame(object) && sensor_object_is(m, i, object) &&
         (m->sensor_refid[i] == -1 ||
          (has_frame(reference) && sensor_reference_is(m, i, reference)));
}

static bool sensor_contacts_are_there(const mjModel* m, int i) {
  int object = m->sensor_objtype[i], reference = m->sensor_reftype[i];
  if (object != mjOBJ_UNKNOWN && object != mjOBJ_SITE && object != mjOBJ_BODY &&
      object != mjOBJ_XBODY && object != mjOBJ_GEOM) {
    return false;
  }
  if (reference != mjOBJ_UNKNOWN && reference != mjOBJ_BODY && reference != mjOBJ_XBODY &&
      reference != mjOBJ_GEOM) {
    return false;
  }
  const int* prm = m->sensor_intprm + mjNSENS * i;
  return (object == mjOBJ_UNKNOWN || sensor_object_is(m, i, object)) &&
         (reference == mjOBJ_UNKNOWN || sensor_reference_is(m, i, reference)) && prm[0] > 0 &&
         prm[0] < 1 << mjNCONDATA && prm[1] >= 0 && prm[1] <= 3 && prm[2] > 0;
}

static bool sensor_rays_are_there(const mjModel* m, int i) {
  int fields = m->sensor_intprm[mjNSENS * i];
  return fields >= 0 && fields < 1 << engNRAYDATA &&
         (sensor_object_is(m, i, mjOBJ_SITE) || sensor_object_is(m, i, mjOBJ_CAMERA));
}

// Number of rays of a rangefinder; -1 on overflow.
static int count_rays(const mjModel* m, int i) {
  if (m->sensor_objtype[i] != mjOBJ_CAMERA) return 1;
  const int* resolution = m->cam_resolution + 2 * m->sensor_objid[i];
  long long n = (long long)resolution[0] * resolution[1];
  return resolution[0] > 0 && resolution[1] > 0 && n < INT_MAX / 16 ? (int)n : -1;
}

static bool sensor_distance_is_there(const mjModel* m, int i) {
  int object = m->sensor_objtype[i], reference = m->sensor_reftype[i];
  return (object == mjOBJ_BODY || object == mjOBJ_GEOM) && sensor_object_is(m, i, object) &&
         (reference == mjOBJ_BODY || reference == mjOBJ_GEOM) &&
         sensor_reference_is(m, i, reference);
}

static bool sensor_any_is_there(const mjModel* m, int i) {
  int object = m->sensor_objtype[i], reference = m->sensor_reftype[i];
  return (is_abstract(object) || within(m->sensor_objid[i], -1, object_count(m, object))) &&
         (is_abstract(reference) || within(m->sensor_refid[i], -1, object_count(m, reference)));
}

static bool sensor_subject_is_there(const mjModel* m, int i, sensor_about about) {
  switch (about) {
    case ABOUT_SITE: return sensor_object_is(m, i, mjOBJ_SITE);
    case ABOUT_RAYS: return sensor_rays_are_there(m, i);
    case ABOUT_CAMERA_SITE:
      return sensor_object_is(m, i, mjOBJ_SITE) && sensor_reference_is(m, i, mjOBJ_CAMERA);
    case ABOUT_SCALAR_JOINT:
    case ABOUT_BALL:
    case ABOUT_LIMITED_JOINT: return sensor_joint_is(m, i, about);
    case ABOUT_TENDON:
    case ABOUT_LIMITED_TENDON: return sensor_object_is(m, i, mjOBJ_TENDON);
    case ABOUT_ACTUATOR: return sensor_object_is(m, i, mjOBJ_ACTUATOR);
    case ABOUT_FRAME:
    case ABOUT_INERTIAL: return sensor_frames_are_there(m, i);
    case ABOUT_INSIDE:
      return sensor_frames_are_there(m, i) && sensor_reference_is(m, i, mjOBJ_SITE);
    case ABOUT_BODY: return sensor_object_is(m, i, mjOBJ_BODY);
    case ABOUT_DISTANCE: return sensor_distance_is_there(m, i);
    case ABOUT_CONTACT: return sensor_contacts_are_there(m, i);
    case ABOUT_TACTILE:
      return sensor_object_is(m, i, mjOBJ_MESH) && sensor_reference_is(m, i, mjOBJ_GEOM);
    case ABOUT_NOTHING: return true;
    case ABOUT_USER:
    case ABOUT_PLUGIN: return sensor_any_is_there(m, i);
  }
  return false;
}

static bool sensor_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nsensor; i++) {
    int type = m->sensor_type[i];
    const sensor_type* kind = sensor_type_of(type);
    if (!kind) return reference_problem(r, "sensor_type[%d] is unknown", i);
    if (!sensor_subject_is_there(m, i, kind->about)) {
      return reference_problem(r, "sensor_objid[%d], sensor_refid[%d]: no such objects", i, i);
    }
    bool own = kind->about == ABOUT_USER || kind->about == ABOUT_PLUGIN;
    if (!own && m->sensor_needstage[i] != (int)kind->stage) {
      return reference_problem(r, "sensor_needstage[%d] is not that of its type", i);
    }
    int size = type == mjSENS_TACTILE ? 3 * m->mesh_vertnum[m->sensor_objid[i]]
                                      : sensor_size(type, m->sensor_intprm + mjNSENS * i);
    if (type == mjSENS_RANGEFINDER) size *= count_rays(m, i);
    bool of_actuator =
        type == mjSENS_ACTUATORPOS || type == mjSENS_ACTUATORVEL || type == mjSENS_ACTUATORFRC;
    if (of_actuator) size = m->actuator_outnum[m->sensor_objid[i]];
    if (size < 0 || (size > 0 && m->sensor_dim[i] != size)) {
      return reference_problem(r, "sensor_dim[%d] is not that of its type", i);
    }
  }
  return false;
}

static bool tuple_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->ntupledata; i++) {
    int type = m->tuple_objtype[i];
    if (!is_abstract(type) && !within(m->tuple_objid[i], 0, object_count(m, type))) {
      return reference_problem(r, "tuple_objid[%d] is out of range", i);
    }
  }
  return false;
}

// ------------------------------------------------------------------------------------ strings

static bool ends(const char* text, int n) { return n == 0 || text[n - 1] == 0; }

static bool text_problem(const mjModel* m, report* r) {
  const char* why = names_problem(m);
  if (why) return reference_problem(r, "%s", why);
  for (int i = 0; i < m->ntext; i++) {
    if (m->text_adr[i] < 0 || !ends(m->text_data + m->text_adr[i], m->text_size[i])) {
      return reference_problem(r, "text_data of text %d is not terminated", i);
    }
  }
  if (!ends(m->paths, m->npaths)) return reference_problem(r, "paths are not terminated");
  if (!ends(m->plugin_attr, m->npluginattr)) {
    return reference_problem(r, "plugin_attr is not terminated");
  }
  return false;
}

// Upper bound on the size of all actuator moments: per actuator the dofs of its joint, or nv.
static int64_t moments_size(const mjModel* m) {
  int64_t n = 0;
  for (int i = 0; i < m->nactuator; i++) {
    int type = m->actuator_trntype[i];
    if (type == mjTRN_SO3) {
      n += m->actuator_trnid[2 * i + 1] < 0 ? 3 : 3 * (int64_t)m->nv;
      continue;
    }
    bool joint = type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT;
    n += joint ? joint_nv(m->jnt_type[m->actuator_trnid[2 * i]]) : m->nv;
  }
  return n;
}

// Check sizes that are not array sizes of the model: a number in a file must not cause a large
// allocation that nothing uses.
static bool count_problem(const mjModel* m, report* r) {
  int64_t nact = 0, nstate = 0, nsensordata = 0, nhistory = 0;
  for (int i = 0; i < m->nactuator; i++) {
    nhistory += history_size(m->actuator_history[2 * i], m->actuator_ctrlnum[i]);
  }
  for (int i = 0; i < m->nsensor; i++) {
    nhistory += history_size(m->sensor_history[2 * i], m->sensor_dim[i]);
  }
  for (int i = 0; i < m->nu; i++) nact += m->actuator_actnum[i];
  for (int i = 0; i < m->nplugin; i++) nstate += m->plugin_statenum[i];
  for (int i = 0; i < m->nsensor; i++) nsensordata += m->sensor_dim[i];
  const char* name = m->na > nact                        ? "na"
                     : m->npluginstate > nstate          ? "npluginstate"
                     : m->nsensordata > nsensordata      ? "nsensordata"
                     : m->nJmom > (int64_t)m->nu * m->nv ? "nJmom"
                     : m->nhistory > nhistory            ? "nhistory"
                     : m->nmocap > m->nbody              ? "nmocap"
                                                         : NULL;
  if (name) return reference_problem(r, "%s is more than the elements need", name);
  if (m->nbvhstatic < 0 || m->nbvhdynamic < 0 || m->nbvh - m->nbvhstatic != m->nbvhdynamic) {
    return reference_problem(r, "nbvhstatic and nbvhdynamic do not add up to nbvh");
  }
  return m->nJmom < moments_size(m) &&
         reference_problem(r, "nJmom is less than the actuators need");
}

// Check that the options that select a method are in range; other options may be any number.
static bool option_problem(const mjModel* m, report* r) {
  const mjOption* o = &m->opt;
  int integrated =
      within(o->integrator, mjINT_EULER, mjINT_DISCRETE + 1) || o->integrator == engINT_MIDPOINT;
  const char* name = !integrated                                               ? "integrator"
                     : !within(o->cone, mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC + 1) ? "cone"
                     : !within(o->jacobian, mjJAC_DENSE, mjJAC_AUTO + 1)       ? "jacobian"
                     : !solver_exists(o->solver)                               ? "solver"
                                                                               : NULL;
  return name && reference_problem(r, "opt.%s is none that there is", name);
}

bool model_reference_problem(const mjModel* m, bool stranger, model_problem* r) {
  *r = (model_problem){0};
  return table_problem(m, r) || option_problem(m, r) || (stranger && numbering_problem(m, r)) ||
         geom_problem(m, r) ||
         signatures_problem(m, r, "pair_signature", m->pair_signature, m->npair) ||
         signatures_problem(m, r, "exclude_signature", m->exclude_signature, m->nexclude) ||
         equality_problem(m, r) || tendon_problem(m, r) || actuator_problem(m, r) ||
         sensor_problem(m, r) || tuple_problem(m, r) ||
         (stranger && (mesh_table_problem(m, r) || mesh_problem(m, r))) || asset_problem(m, r) ||
         text_problem(m, r) || count_problem(m, r);
}

// Quaternions too short to be normalised by the compiler are kept, and act as the identity.
static bool units(const mjtNum* quat, int n) {
  for (int i = 0; i < n; i++, quat += 4) {
    mjtNum n2 = quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3];
    if (fabs(n2 - 1) > 1e-9 && n2 >= 1e-14) return false;  // NaN passes
  }
  return true;
}

bool model_valid(const mjModel* m) {
  model_problem none;
  if (model_reference_problem(m, false, &none) && !none.no_memory) return false;
  csr_pattern M = {m->nv, m->M_rownnz, m->M_rowadr, m->M_colind};
  csr_pattern B = {m->nbody, m->B_rownnz, m->B_rowadr, m->B_colind};
  for (int i = 0; i < m->nv; i++) {
    if (M.nnz[i] < 1 || M.col[M.adr[i] + M.nnz[i] - 1] != i) return false;
  }
  return csr_valid(M, m->nv) && csr_valid(B, m->nv) && model_patterns_agree(m) &&
         units(m->body_quat, m->nbody) && units(m->body_iquat, m->nbody) &&
         units(m->geom_quat, m->ngeom) && units(m->site_quat, m->nsite) &&
         units(m->cam_quat, m->ncam) && units(m->mesh_quat, m->nmesh);
}
