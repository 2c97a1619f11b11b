// What depends on the type of an element: a function a kind.
#include "model/validate.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/model.h>

#include "model/joint_type.h"
#include "model/names.h"
#include "model/sensor_type.h"
#include "model/validate_part.h"

bool reference_problem(report* r, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->text, r->size, format, args);
  va_end(args);
  return true;
}

// ------------------------------------------------------------------------------------- the tree

static bool body_problem(const mjModel* m, report* r) {
  for (int b = 1; b < m->nbody; b++) {
    if (m->body_parentid[b] >= b) {
      return reference_problem(r, "body_parentid[%d] is not a body before it", b);
    }
    if (m->body_rootid[b] > b) return reference_problem(r, "body_rootid[%d] is a later body", b);
    if (m->body_weldid[b] > b) return reference_problem(r, "body_weldid[%d] is a later body", b);
  }
  if (m->body_parentid[0] || m->body_rootid[0] || m->body_weldid[0]) {
    return reference_problem(r, "body_parentid[0], rootid and weldid must be the world's own");
  }
  return false;
}

static bool joint_problem(const mjModel* m, report* r) {
  for (int j = 0; j < m->njnt; j++) {
    int type = m->jnt_type[j];
    if (!joint_type_exists(type)) { return reference_problem(r, "jnt_type[%d] is unknown", j); }
    if (m->jnt_qposadr[j] > m->nq - joint_nq(type)) {
      return reference_problem(r, "jnt_qposadr[%d] leaves no room for the joint", j);
    }
    if (m->jnt_dofadr[j] > m->nv - joint_nv(type)) {
      return reference_problem(r, "jnt_dofadr[%d] leaves no room for the joint", j);
    }
  }
  return false;
}

// Parents come first, and the rows of qM (a dof and its ancestors) are there and fill it.
static bool dof_problem(const mjModel* m, report* r) {
  int* depth = malloc(sizeof(int) * ((size_t)m->nv + 1));
  if (!depth) return reference_problem(r, "there is no memory to check it");
  bool bad = false;
  int64_t total = 0;
  for (int i = 0; i < m->nv && !bad; i++) {
    int parent = m->dof_parentid[i];
    if (parent >= i) {
      bad = reference_problem(r, "dof_parentid[%d] is not a dof before it", i);
      break;
    }
    depth[i] = parent < 0 ? 1 : depth[parent] + 1;
    total += depth[i];
    if (m->dof_Madr[i] > m->nM - depth[i]) {
      bad = reference_problem(r, "dof_Madr[%d] leaves no room for its row", i);
    }
  }
  free(depth);
  if (!bad && total != m->nM) bad = reference_problem(r, "nM is not what the dofs need");
  return bad;
}

static bool pattern_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nv; i++) {
    int nM = m->M_rownnz[i];
    if (nM < 1 || m->M_colind[m->M_rowadr[i] + nM - 1] != i) {
      return reference_problem(r, "M_colind: row %d does not end at the diagonal", i);
    }
    int diag = m->D_diag[i];
    if (diag < 0 || diag >= m->D_rownnz[i] || m->D_colind[m->D_rowadr[i] + diag] != i) {
      return reference_problem(r, "D_diag[%d] is not the diagonal", i);
    }
  }
  return !model_patterns_agree(m) &&
         reference_problem(r, "D_colind: rows differ from those of B_colind");
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

// Contacts have as many dimensions.
static bool condim_problem(report* r, const char* name, const int* dim, int n) {
  for (int i = 0; i < n; i++) {
    if (dim[i] < 0 || dim[i] > 6) return reference_problem(r, "%s[%d] is not in 0..6", name, i);
  }
  return false;
}

static bool geom_problem(const mjModel* m, report* r) {
  for (int g = 0; g < m->ngeom; g++) {
    int type = m->geom_type[g];
    if (type < 0 || type >= mjNGEOMTYPES) {
      return reference_problem(r, "geom_type[%d] is unknown", g);
    }
    int n = type == mjGEOM_HFIELD                       ? m->nhfield
            : type == mjGEOM_MESH || type == mjGEOM_SDF ? m->nmesh
                                                        : INT_MAX;
    if (m->geom_dataid[g] < -1 || m->geom_dataid[g] >= n) {
      return reference_problem(r, "geom_dataid[%d] is out of range", g);
    }
  }
  return condim_problem(r, "geom_condim", m->geom_condim, m->ngeom) ||
         condim_problem(r, "pair_dim", m->pair_dim, m->npair) ||
         condim_problem(r, "flex_condim", m->flex_condim, m->nflex);
}

// Two body ids in the halves of a number.
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

// The elements of a type, -1 when there is no such type.
static int object_count(const mjModel* m, int type) {
  if (type == mjOBJ_DOF) return m->nv;
  if (type <= mjOBJ_UNKNOWN || type >= mjNOBJECT) return -1;
  return names_count(m, type);
}

// Types beyond the elements of a model: nothing is said of their ids.
static bool is_abstract(int type) {
  return type == mjOBJ_UNKNOWN || type == mjOBJ_FRAME || type == mjOBJ_DEFAULT ||
         type == mjOBJ_MODEL;
}

static bool within(int id, int lowest, int n) { return id >= lowest && id < n; }

static bool equality_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->neq; i++) {
    int one = m->eq_obj1id[i], two = m->eq_obj2id[i], object = m->eq_objtype[i];
    bool good;
    switch (m->eq_type[i]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD: {
        int n = object_count(m, object);
        good = (object == mjOBJ_BODY || object == mjOBJ_SITE) && within(one, 0, n) &&
               within(two, 0, n);
        break;
      }
      case mjEQ_JOINT: good = within(one, 0, m->njnt) && within(two, -1, m->njnt); break;
      case mjEQ_TENDON: good = within(one, 0, m->ntendon) && within(two, -1, m->ntendon); break;
      case mjEQ_FLEX: good = within(one, 0, m->nflex) && two == -1; break;
      default: return reference_problem(r, "eq_type[%d] is unknown", i);
    }
    if (!good) {
      return reference_problem(r, "eq_obj1id[%d], eq_obj2id[%d]: no such objects", i, i);
    }
  }
  return false;
}

static bool wrap_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nwrap; i++) {
    int id = m->wrap_objid[i];
    bool good;
    switch (m->wrap_type[i]) {
      case mjWRAP_NONE:
      case mjWRAP_PULLEY: good = true; break;
      case mjWRAP_JOINT: good = within(id, 0, m->njnt); break;
      case mjWRAP_SITE: good = within(id, 0, m->nsite); break;
      case mjWRAP_SPHERE:
      case mjWRAP_CYLINDER:  // its parameter is the site on the side to pass, -1 for none
        good = within(id, 0, m->ngeom) && m->wrap_prm[i] >= -1 && m->wrap_prm[i] < m->nsite;
        break;
      default: return reference_problem(r, "wrap_type[%d] is unknown", i);
    }
    if (!good) return reference_problem(r, "wrap_objid[%d] is out of range", i);
  }
  return false;
}

static bool actuator_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nu; i++) {
    int one = m->actuator_trnid[2 * i], two = m->actuator_trnid[2 * i + 1];
    bool good;
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT: good = within(one, 0, m->njnt); break;
      case mjTRN_SLIDERCRANK: good = within(one, 0, m->nsite) && within(two, 0, m->nsite); break;
      case mjTRN_TENDON: good = within(one, 0, m->ntendon); break;
      case mjTRN_SITE: good = within(one, 0, m->nsite) && within(two, -1, m->nsite); break;
      case mjTRN_BODY: good = within(one, 0, m->nbody); break;
      case mjTRN_UNDEFINED: good = true; break;
      default: return reference_problem(r, "actuator_trntype[%d] is unknown", i);
    }
    if (!good) return reference_problem(r, "actuator_trnid[%d] is out of range", i);
  }
  return false;
}

static bool sensor_problem(const mjModel* m, report* r) {
  for (int i = 0; i < m->nsensor; i++) {
    int type = m->sensor_type[i], object = m->sensor_objtype[i], id = m->sensor_objid[i];
    if (!is_abstract(object) && !within(id, 0, object_count(m, object))) {
      return reference_problem(r, "sensor_objid[%d] is out of range", i);
    }
    int reference = m->sensor_reftype[i];
    if (!is_abstract(reference) && !within(m->sensor_refid[i], -1, object_count(m, reference))) {
      return reference_problem(r, "sensor_refid[%d] is out of range", i);
    }
    int size = sensor_size(type, m->sensor_intprm + mjNSENS * i);
    if (type == mjSENS_TACTILE) {
      if (object != mjOBJ_MESH || reference != mjOBJ_GEOM || m->sensor_refid[i] < 0) {
        return reference_problem(r, "sensor_objid[%d]: a tactile sensor needs mesh and geom", i);
      }
      size = 3 * m->mesh_vertnum[id];
    }
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

// ----------------------------------------------------------------------------------------- text

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

// Sizes of data for the model that no array of the model bears out: a number in a file must not ask
// for memory that nothing uses.
static bool count_problem(const mjModel* m, report* r) {
  int64_t nact = 0, nstate = 0, nsensordata = 0;
  for (int i = 0; i < m->nu; i++) nact += m->actuator_actnum[i];
  for (int i = 0; i < m->nplugin; i++) nstate += m->plugin_statenum[i];
  for (int i = 0; i < m->nsensor; i++) nsensordata += m->sensor_dim[i];
  const char* name = m->na > nact                               ? "na"
                     : m->npluginstate > nstate                 ? "npluginstate"
                     : m->nsensordata > nsensordata             ? "nsensordata"
                     : m->nJmom > (int64_t)m->nu * m->nv        ? "nJmom"
                     : m->nmocap > m->nbody                     ? "nmocap"
                     : m->nbvhdynamic > m->nbvh - m->nbvhstatic ? "nbvhdynamic"
                                                                : NULL;
  return name && reference_problem(r, "%s is more than the elements need", name);
}

const char* model_reference_problem(const mjModel* m, bool meshes, char* text, size_t ntext) {
  report r = {text, ntext};
  bool bad = table_problem(m, &r) || body_problem(m, &r) || joint_problem(m, &r) ||
             dof_problem(m, &r) || pattern_problem(m, &r) || geom_problem(m, &r) ||
             signatures_problem(m, &r, "pair_signature", m->pair_signature, m->npair) ||
             signatures_problem(m, &r, "exclude_signature", m->exclude_signature, m->nexclude) ||
             equality_problem(m, &r) || wrap_problem(m, &r) || actuator_problem(m, &r) ||
             sensor_problem(m, &r) || tuple_problem(m, &r) ||
             (meshes && (mesh_table_problem(m, &r) || mesh_problem(m, &r))) ||
             asset_problem(m, &r) || text_problem(m, &r) || count_problem(m, &r);
  return bad ? text : NULL;
}
