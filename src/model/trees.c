#include "model/trees.h"

#include "math/quat.h"
#include "model/equality_type.h"
#include "model/joint_type.h"

// ------------------------------------------------------------------- trees along tendons

static void fill_trees(mjModel* m) {
  for (int t = 0; t < m->ntree; t++) m->tree_bodynum[t] = m->tree_dofnum[t] = 0;
  for (int b = 0; b < m->nbody; b++) {
    int t = m->body_treeid[b];
    if (t >= 0 && !m->tree_bodynum[t]++) m->tree_bodyadr[t] = b;
  }
  for (int i = 0; i < m->nv; i++) {
    int t = m->dof_treeid[i];
    if (!m->tree_dofnum[t]++) m->tree_dofadr[t] = i;
  }
}

int tree_on_path(const mjModel* m, int e) {
  int id = m->wrap_objid[e];
  switch (m->wrap_type[e]) {
    case mjWRAP_JOINT: return tree_of_joint(m, id);
    case mjWRAP_SITE: return tree_of_site(m, id);
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: return m->body_treeid[m->geom_bodyid[id]];
    default: return -1;
  }
}

// Whether an earlier element of the path (first ... e - 1) is on the same tree.
static bool was_on_path(const mjModel* m, int first, int e) {
  for (int k = first; k < e; k++) {
    if (tree_on_path(m, k) == tree_on_path(m, e)) return true;
  }
  return false;
}

static void fill_tendon(mjModel* m, int tendon) {
  int first = m->tendon_adr[tendon], n = 0, *id = m->tendon_treeid + 2 * tendon;
  id[0] = id[1] = -1;
  for (int e = first; e < first + m->tendon_num[tendon]; e++) {
    int tree = tree_on_path(m, e);
    if (tree < 0 || was_on_path(m, first, e)) continue;
    if (n < 2) id[n] = tree;
    n++;
  }
  m->tendon_treenum[tendon] = n;
}

void trees_fill(mjModel* m) {
  fill_trees(m);
  for (int t = 0; t < m->ntendon; t++) fill_tendon(m, t);
}

// ------------------------------------------------------------------------- sleep policy

bool trees_may_sleep(const mjModel* m) {
  if (m->opt.enableflags & mjENBL_SLEEP) return true;
  for (int t = 0; t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] > mjSLEEP_AUTO_ALLOWED) return true;
  }
  return false;
}

static void forbid(mjModel* m, int tree) {
  if (tree < 0 || m->tree_sleep_policy[tree] != mjSLEEP_AUTO) return;
  m->tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
}

static void forbid_along(mjModel* m, int tendon) {
  int first = m->tendon_adr[tendon];
  for (int e = first; e < first + m->tendon_num[tendon]; e++) forbid(m, tree_on_path(m, e));
}

static void forbid_actuated(mjModel* m, int actuator) {
  int id = m->actuator_trnid[2 * actuator], ref = m->actuator_trnid[2 * actuator + 1];
  switch (m->actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: forbid(m, tree_of_joint(m, id)); break;
    case mjTRN_TENDON: forbid_along(m, id); break;
    case mjTRN_BODY: forbid(m, m->body_treeid[id]); break;
    case mjTRN_SO3:
      if (ref < 0) {
        forbid(m, tree_of_joint(m, id));
        break;
      }  // fall through
    default:
      forbid(m, tree_of_site(m, id));
      if (ref >= 0) forbid(m, tree_of_site(m, ref));
  }
}

// Whether a tendon exerts forces on its path other than by its limit.
static bool exerts_force(const mjModel* m, int tendon) {
  const mjtNum* stiff = m->tendon_stiffnesspoly + 2 * tendon;
  const mjtNum* damp = m->tendon_dampingpoly + 2 * tendon;
  return m->tendon_stiffness[tendon] != 0 || stiff[0] != 0 || stiff[1] != 0 ||
         m->tendon_damping[tendon] != 0 || damp[0] != 0 || damp[1] != 0 ||
         m->tendon_armature[tendon] != 0 || m->tendon_actuatorid[tendon] != -1;
}

// Returns false when the user allows a tree to sleep that a tendon ties to another tree.
static bool forbid_tied(mjModel* m, int tendon, int* tree) {
  int first = m->tendon_adr[tendon], n = m->tendon_treenum[tendon];
  if (n < 2 || (n == 2 && !exerts_force(m, tendon))) return true;
  for (int e = first; e < first + m->tendon_num[tendon]; e++) {
    *tree = tree_on_path(m, e);
    if (*tree < 0) continue;
    int policy = m->tree_sleep_policy[*tree];
    if (policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT) return false;
  }
  forbid_along(m, tendon);
  return true;
}

static bool flex_is_held(const mjModel* m, int flex) {
  if (m->flex_edgeequality[flex]) return true;
  for (int i = 0; i < m->neq; i++) {
    mjtObj object = equality_object(m->eq_type[i], m->eq_objtype[i]);
    if (object == mjOBJ_FLEX && m->eq_obj1id[i] == flex) return true;
  }
  return false;
}

bool trees_settle_policy(mjModel* m, int* tree, int* tendon) {
  for (int i = 0; i < m->nactuator; i++) forbid_actuated(m, i);
  for (int t = 0; t < m->ntendon; t++) {
    *tendon = t;
    if (!forbid_tied(m, t, tree)) return false;
  }
  for (int f = 0; f < m->nflex; f++) {
    int n = flex_is_held(m, f) ? 0 : flex_point_count(m, f);
    for (int i = 0; i < n; i++) forbid(m, m->body_treeid[flex_point_body(m, f, i)]);
  }
  for (int t = 0; t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] == mjSLEEP_AUTO) m->tree_sleep_policy[t] = mjSLEEP_AUTO_ALLOWED;
  }
  return true;
}

// --------------------------------------------------------------------------------------- lengths

static const mjtNum min_length = 1e-5;

// Convert a point from the frame of a body to that of its parent, at qpos0.
static void to_parent(const mjModel* m, int body, mjtNum x[3]) {
  quat_rotate(x, m->body_quat + 4 * body, x);
  vec3_add(x, x, m->body_pos + 3 * body);
}

// The extent of a body in a flex: edge lengths count for the bodies of both ends; in a flex with
// nodes, the distances between nodes do.
static mjtNum reach_in_flex(const mjModel* m, int flex, int body) {
  mjtNum reach = 0;
  if (!m->flex_interp[flex]) {
    const int* vert = m->flex_vertbodyid + m->flex_vertadr[flex];
    int end = m->flex_edgeadr[flex] + m->flex_edgenum[flex];
    for (int e = m->flex_edgeadr[flex]; e < end; e++) {
      bool ends = vert[m->flex_edge[2 * e]] == body || vert[m->flex_edge[2 * e + 1]] == body;
      if (ends) reach = fmax(reach, m->flexedge_length0[e]);
    }
    return reach;
  }
  bool is_node = false;
  for (int i = 0; i < m->flex_nodenum[flex]; i++) is_node |= flex_point_body(m, flex, i) == body;
  for (int i = 0; is_node && i < m->flex_nodenum[flex]; i++) {
    mjtNum here[3] = {0}, there[3] = {0};
    for (int b = body; b; b = m->body_parentid[b]) to_parent(m, b, here);
    for (int b = flex_point_body(m, flex, i); b; b = m->body_parentid[b]) to_parent(m, b, there);
    reach = fmax(reach, vec3_distance(here, there));
  }
  return reach;
}

// The extent of a body from its centre of mass: to its joints, to those of its children, and to the
// farthest points of its geoms.
static mjtNum length_of(const mjModel* m, int body) {
  mjtNum reach = min_length;
  const mjtNum* center = m->body_ipos + 3 * body;
  for (int k = 0; k < m->body_jntnum[body]; k++) {
    reach = fmax(reach, vec3_distance(center, m->jnt_pos + 3 * (m->body_jntadr[body] + k)));
  }
  for (int k = 0; k < m->body_geomnum[body]; k++) {
    int g = m->body_geomadr[body] + k;
    if (!(m->geom_rbound[g] > 0)) continue;
    reach = fmax(reach, m->geom_rbound[g] + vec3_distance(center, m->geom_pos + 3 * g));
  }
  int last = m->tree_bodyadr[m->body_treeid[body]] + m->tree_bodynum[m->body_treeid[body]] - 1;
  for (int child = body + 1; child <= last; child++) {
    if (m->body_parentid[child] != body) continue;
    for (int k = 0; k < m->body_jntnum[child]; k++) {
      mjtNum anchor[3];
      vec3_copy(anchor, m->jnt_pos + 3 * (m->body_jntadr[child] + k));
      to_parent(m, child, anchor);
      reach = fmax(reach, vec3_distance(center, anchor));
    }
  }
  for (int f = 0; f < m->nflex; f++) reach = fmax(reach, reach_in_flex(m, f, body));
  return reach;
}

static bool is_rotation(const mjModel* m, int dof) {
  int joint = m->dof_jntid[dof], type = m->jnt_type[joint];
  return type != mjJNT_SLIDE && dof - m->jnt_dofadr[joint] >= joint_quat(type);
}

void trees_measure(mjModel* m) {
  for (int i = 0; i < m->nv; i++) {
    int body = m->dof_bodyid[i];
    bool same = i && m->dof_bodyid[i - 1] == body && is_rotation(m, i - 1);
    m->dof_length[i] = !is_rotation(m, i) ? 1 : same ? m->dof_length[i - 1] : length_of(m, body);
  }
}
