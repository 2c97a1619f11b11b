// Checks that are alike for all elements, as tables: which array refers to which.
#include "model/validate_part.h"

#include <limits.h>
#include <stdint.h>

// X(array, ids per row, rows, limit): ids must be in [0, limit).
#define MUST_REFER                  \
  X(body_parentid, 1, nbody, nbody) \
  X(jnt_qposadr, 1, njnt, nq)       \
  X(jnt_dofadr, 1, njnt, nv)        \
  X(jnt_bodyid, 1, njnt, nbody)     \
  X(geom_bodyid, 1, ngeom, nbody)   \
  X(site_bodyid, 1, nsite, nbody)   \
  X(cam_bodyid, 1, ncam, nbody)     \
  X(light_bodyid, 1, nlight, nbody) \
  X(pair_geom1, 1, npair, ngeom)    \
  X(pair_geom2, 1, npair, ngeom)    \
  X(skin_bonebodyid, 1, nskinbone, nbody)

// X(array, ids per row, rows, limit): ids must be in [0, limit), or -1 for none.
#define MAY_REFER                              \
  X(body_mocapid, 1, nbody, nmocap)            \
  X(body_plugin, 1, nbody, nplugin)            \
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
  X(plugin_attradr, 1, nplugin, npluginattr)

// X(address, count, rows, limit): address + count <= limit; with address -1 the count must be 0.
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
  X(mesh_partadr, mesh_partnum, nmesh, nmesh)                     \
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
  X(tuple_adr, tuple_size, ntuple, ntupledata)

// As RANGES, within mesh data.
#define RANGES_OF_MESHES                                          \
  X(mesh_polyvertadr, mesh_polyvertnum, nmeshpoly, nmeshpolyvert) \
  X(mesh_polymapadr, mesh_polymapnum, nmeshvert, nmeshpolymap)

// No count may be larger, so that sums do not overflow.
#define LARGEST_COUNT (INT_MAX / 4)

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

// Checks ids of actuators that act on an element: -1 none, -2 several.
static bool reflected_problem(report* r, const char* name, const int* id, int n, int limit) {
  for (int i = 0; i < n; i++) {
    if (id[i] >= -2 && id[i] < limit) continue;
    return reference_problem(r, "%s[%d] is %d, not in [-2, %d)", name, i, id[i], limit);
  }
  return false;
}

bool table_problem(const mjModel* m, report* r) {
  if (m->nactuator < 0 || m->nactuator > m->nu || m->nout < 0 || m->nout > m->nu) {
    return reference_problem(r, "nactuator or nout is more than nu");
  }
  if (reflected_problem(r, "jnt_actuatorid", m->jnt_actuatorid, m->njnt, m->nactuator) ||
      reflected_problem(r, "tendon_actuatorid", m->tendon_actuatorid, m->ntendon, m->nactuator) ||
      ranges_problem(r, "actuator_ctrladr", m->actuator_ctrladr, m->actuator_ctrlnum, m->nactuator,
                     m->nu) ||
      ranges_problem(r, "actuator_outadr", m->actuator_outadr, m->actuator_outnum, m->nactuator,
                     m->nout)) {
    return true;
  }
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

bool mesh_table_problem(const mjModel* m, report* r) {
#define X(adr, num, n, limit) \
  if (ranges_problem(r, #adr, m->adr, m->num, m->n, m->limit)) return true;
  RANGES_OF_MESHES
#undef X
  return ids_problem(r, "oct_child", m->oct_child, 8 * (size_t)m->noct, -1, m->noct);
}
