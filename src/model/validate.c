// The checks that are the same for all elements read as a table: which array refers to what.  What
// depends on a type follows, a function a kind of element.
#include "model/validate.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/model.h>

#include "model/names.h"
#include "model/sensor_size.h"
#include "model/validate_assets.h"

// X(array, ids an entry, entries, limit): ids in [0, limit).
#define MUST_REFER                        \
  X(body_parentid, 1, nbody, nbody)       \
  X(body_rootid, 1, nbody, nbody)         \
  X(body_weldid, 1, nbody, nbody)         \
  X(jnt_qposadr, 1, njnt, nq)             \
  X(jnt_dofadr, 1, njnt, nv)              \
  X(jnt_bodyid, 1, njnt, nbody)           \
  X(dof_bodyid, 1, nv, nbody)             \
  X(dof_jntid, 1, nv, njnt)               \
  X(dof_Madr, 1, nv, nM)                  \
  X(geom_bodyid, 1, ngeom, nbody)         \
  X(site_bodyid, 1, nsite, nbody)         \
  X(cam_bodyid, 1, ncam, nbody)           \
  X(light_bodyid, 1, nlight, nbody)       \
  X(pair_geom1, 1, npair, ngeom)          \
  X(pair_geom2, 1, npair, ngeom)          \
  X(skin_bonebodyid, 1, nskinbone, nbody) \
  X(B_colind, 1, nB, nv)                  \
  X(M_colind, 1, nC, nv)                  \
  X(D_colind, 1, nD, nv)                  \
  X(mapM2M, 1, nC, nM)                    \
  X(mapD2M, 1, nC, nD)

// X(array, ids an entry, entries, limit): ids in [0, limit), or -1 for none.
#define MAY_REFER                              \
  X(body_mocapid, 1, nbody, nmocap)            \
  X(body_treeid, 1, nbody, ntree)              \
  X(body_plugin, 1, nbody, nplugin)            \
  X(dof_parentid, 1, nv, nv)                   \
  X(dof_treeid, 1, nv, ntree)                  \
  X(geom_matid, 1, ngeom, nmat)                \
  X(geom_plugin, 1, ngeom, nplugin)            \
  X(site_matid, 1, nsite, nmat)                \
  X(cam_targetbodyid, 1, ncam, nbody)          \
  X(light_targetbodyid, 1, nlight, nbody)      \
  X(light_texid, 1, nlight, ntex)              \
  X(flex_matid, 1, nflex, nmat)                \
  X(flex_nodebodyid, 1, nflexnode, nbody)      \
  X(flex_vertbodyid, 1, nflexvert, nbody)      \
  X(flex_texcoordadr, 1, nflex, nflextexcoord) \
  X(mesh_graphadr, 1, nmesh, nmeshgraph)       \
  X(mesh_pathadr, 1, nmesh, npaths)            \
  X(skin_matid, 1, nskin, nmat)                \
  X(skin_pathadr, 1, nskin, npaths)            \
  X(hfield_pathadr, 1, nhfield, npaths)        \
  X(tex_pathadr, 1, ntex, npaths)              \
  X(mat_texid, mjNTEXROLE, nmat, ntex)         \
  X(tendon_matid, 1, ntendon, nmat)            \
  X(actuator_plugin, 1, nu, nplugin)           \
  X(sensor_plugin, 1, nsensor, nplugin)        \
  X(plugin_attradr, 1, nplugin, npluginattr)   \
  X(mapM2D, 1, nD, nC)

// X(address, count, entries, limit): address + count <= limit; nothing may be at address -1.
#define RANGES                                                    \
  X(body_jntadr, body_jntnum, nbody, njnt)                        \
  X(body_dofadr, body_dofnum, nbody, nv)                          \
  X(body_geomadr, body_geomnum, nbody, ngeom)                     \
  X(body_bvhadr, body_bvhnum, nbody, nbvhstatic)                  \
  X(flex_nodeadr, flex_nodenum, nflex, nflexnode)                 \
  X(flex_vertadr, flex_vertnum, nflex, nflexvert)                 \
  X(flex_edgeadr, flex_edgenum, nflex, nflexedge)                 \
  X(flex_elemadr, flex_elemnum, nflex, nflexelem)                 \
  X(flex_evpairadr, flex_evpairnum, nflex, nflexevpair)           \
  X(flex_bvhadr, flex_bvhnum, nflex, nbvh)                        \
  X(mesh_vertadr, mesh_vertnum, nmesh, nmeshvert)                 \
  X(mesh_normaladr, mesh_normalnum, nmesh, nmeshnormal)           \
  X(mesh_texcoordadr, mesh_texcoordnum, nmesh, nmeshtexcoord)     \
  X(mesh_faceadr, mesh_facenum, nmesh, nmeshface)                 \
  X(mesh_bvhadr, mesh_bvhnum, nmesh, nbvhstatic)                  \
  X(mesh_octadr, mesh_octnum, nmesh, noct)                        \
  X(mesh_polyadr, mesh_polynum, nmesh, nmeshpoly)                 \
  X(skin_vertadr, skin_vertnum, nskin, nskinvert)                 \
  X(skin_faceadr, skin_facenum, nskin, nskinface)                 \
  X(skin_boneadr, skin_bonenum, nskin, nskinbone)                 \
  X(skin_bonevertadr, skin_bonevertnum, nskinbone, nskinbonevert) \
  X(tendon_adr, tendon_num, ntendon, nwrap)                       \
  X(actuator_actadr, actuator_actnum, nu, na)                     \
  X(sensor_adr, sensor_dim, nsensor, nsensordata)                 \
  X(plugin_stateadr, plugin_statenum, nplugin, npluginstate)      \
  X(numeric_adr, numeric_size, nnumeric, nnumericdata)            \
  X(text_adr, text_size, ntext, ntextdata)                        \
  X(tuple_adr, tuple_size, ntuple, ntupledata)                    \
  X(B_rowadr, B_rownnz, nbody, nB)                                \
  X(M_rowadr, M_rownnz, nv, nC)                                   \
  X(D_rowadr, D_rownnz, nv, nD)

// The same of the insides of meshes.
#define RANGES_OF_MESHES                                          \
  X(mesh_polyvertadr, mesh_polyvertnum, nmeshpoly, nmeshpolyvert) \
  X(mesh_polymapadr, mesh_polymapnum, nmeshvert, nmeshpolymap)

// No count is larger, so that sums do not overflow.
#define LARGEST_COUNT (INT_MAX / 4)

bool reference_problem(report* r, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->text, r->size, format, args);
  va_end(args);
  return true;
}

static bool ids_problem(report* r, const char* name, const int* id, size_t n, int lowest,
                        int limit) {
  for (size_t i = 0; i < n; i++) {
    if (id[i] >= lowest && id[i] < limit) continue;
    return reference_problem(r, "%s[%zu] is %d, not in [%d, %d)", name, i, id[i], lowest, limit);
  }
  return false;
}

static bool ranges_problem(report* r, const char* name, const int* adr, const int* num, int n,
                           int limit) {
  for (int i = 0; i < n; i++) {
    if (adr[i] == -1 && num[i] == 0) continue;
    if (adr[i] >= 0 && num[i] >= 0 && num[i] <= LARGEST_COUNT &&
        (int64_t)adr[i] + num[i] <= limit) {
      continue;
    }
    return reference_problem(r, "%s[%d] is %d, with %d elements, beyond the %d there are", name, i,
                             adr[i], num[i], limit);
  }
  return false;
}

static bool table_problem(const mjModel* m, report* r) {
#define X(array, per, n, limit) \
  if (ids_problem(r, #array, m->array, per * (size_t)m->n, 0, m->limit)) return true;
  MUST_REFER
#undef X
#define X(array, per, n, limit) \
  if (ids_problem(r, #array, m->array, per * (size_t)m->n, -1, m->limit)) return true;
  MAY_REFER
#undef X
#define X(adr, num, n, limit) \
  if (ranges_problem(r, #adr, m->adr, m->num, m->n, m->limit)) return true;
  RANGES
#undef X
  return false;
}

static bool mesh_table_problem(const mjModel* m, report* r) {
#define X(adr, num, n, limit) \
  if (ranges_problem(r, #adr, m->adr, m->num, m->n, m->limit)) return true;
  RANGES_OF_MESHES
#undef X
  return ids_problem(r, "oct_child", m->oct_child, 8 * (size_t)m->noct, -1, m->noct);
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
  static const int nq[] = {7, 4, 1, 1}, nv[] = {6, 3, 1, 1};
  for (int j = 0; j < m->njnt; j++) {
    int type = m->jnt_type[j];
    if (type < mjJNT_FREE || type > mjJNT_HINGE) {
      return reference_problem(r, "jnt_type[%d] is unknown", j);
    }
    if (m->jnt_qposadr[j] > m->nq - nq[type]) {
      return reference_problem(r, "jnt_qposadr[%d] leaves no room for the joint", j);
    }
    if (m->jnt_dofadr[j] > m->nv - nv[type]) {
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
