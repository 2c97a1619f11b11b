#include "compile/element_fill.h"
#include "compile/lists.h"
#include "model/equality_type.h"
#include "model/joint_type.h"

static bool check_joint(build* b, const element* e, int id) {
  if (id < 0 || joint_is_scalar(b->m->jnt_type[id])) { return true; }
  return build_error(b, e, "'%s' is not a hinge or slide joint, and these alone can be equal",
                     element_name(&b->joint[id].src->e));
}

static bool resolve(build* b, const spec_equality* eq, int id[2]) {
  const element* e = &eq->e;
  mjtObj type = equality_object(eq->pub.type, eq->pub.objtype);
  if (eq->pub.type == mjEQ_DISTANCE) {
    return build_error(b, e, "equality of distances is no more; use a sensor or a tendon");
  }
  if (type == mjOBJ_UNKNOWN) {
    return build_error(b, e, "objtype must be body or site for a connect or weld");
  }
  const element* first = build_find(b, e, "the first object", type, &eq->own.name1, true);
  if (!first) return false;
  id[0] = first->id;
  id[1] = type == mjOBJ_BODY ? 0 : -1;
  if (!string_empty(&eq->own.name2)) {
    const element* second = build_find(b, e, "the second object", type, &eq->own.name2, true);
    if (!second) return false;
    id[1] = second->id;
  } else if (type == mjOBJ_SITE) {
    return build_error(b, e, "a second site is missing");
  }
  if (id[0] == id[1]) { return build_error(b, e, "both objects are '%s'", element_name(first)); }
  if (type == mjOBJ_FLEX && b->m->flex_rigid[id[0]]) {
    return build_error(b, e, "flex '%s' is rigid: its edges keep their lengths already",
                       element_name(first));
  }
  if (type == mjOBJ_JOINT) return check_joint(b, e, id[0]) && check_joint(b, e, id[1]);
  return true;
}

static void fill_rows(mjModel* m, int i, const spec_equality* src) { EQUALITY_ROWS }

void equalities_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->neq; i++) {
    const spec_equality* eq = (const spec_equality*)list_at(b, mjOBJ_EQUALITY, i);
    const mjsEquality* pub = &eq->pub;
    int id[2] = {-1, -1};
    if (!resolve(b, eq, id)) continue;
    fill_rows(m, i, eq);
    m->eq_type[i] = pub->type;
    m->eq_obj1id[i] = id[0];
    m->eq_obj2id[i] = id[1];
    m->eq_objtype[i] = pub->objtype;
    if (pub->type == mjEQ_FLEX) m->flex_edgeequality[id[0]] = 1;
    if (m->eq_type[i] == mjEQ_FLEXVERT) m->flex_edgeequality[id[0]] = 2;
    if (m->eq_type[i] == mjEQ_FLEXSTRAIN) m->flex_edgeequality[id[0]] = 3;
    m->nemax += equality_type_of(pub->type)->numbers;
  }
}
