#include "constraint/kinds/kind.h"

#include <stdbool.h>

#include "constraint/kinds/limit.h"
#include "constraint/slope/row_slope.h"
#include "kinematics/anchor.h"
#include "model/equality_type.h"

static const mjtNum none[mjNREF] = {0};

#define SOFTNESS_OF(name, ref, imp)                                                             \
  static softness_source name(const mjModel* m, const mjData* d, int id) {                      \
    (void)d;                                                                                    \
    return (softness_source){m->ref + mjNREF * (size_t)id, none, m->imp + mjNIMP * (size_t)id}; \
  }

SOFTNESS_OF(of_equality, eq_solref, eq_solimp)
SOFTNESS_OF(of_dof_friction, dof_solref, dof_solimp)
SOFTNESS_OF(of_tendon_friction, tendon_solref_fri, tendon_solimp_fri)
SOFTNESS_OF(of_joint_limit, jnt_solref, jnt_solimp)
SOFTNESS_OF(of_tendon_limit, tendon_solref_lim, tendon_solimp_lim)

static softness_source of_contact(const mjModel* m, const mjData* d, int id) {
  (void)m;
  return (softness_source){d->contact[id].solref, none, d->contact[id].solimp};
}

static softness_source of_cone(const mjModel* m, const mjData* d, int id) {
  (void)m;
  const mjContact* con = d->contact + id;
  return (softness_source){con->solref, con->solreffriction, con->solimp};
}

static int one_row(const mjContact* con) {
  (void)con;
  return 1;
}

static int pyramid_rows(const mjContact* con) { return 2 * (con->dim - 1); }

static int cone_rows_of(const mjContact* con) { return con->dim; }

static int tree_of_dof(const mjModel* m, const mjData* d, int id, int tree[2]) {
  (void)d;
  tree[0] = m->dof_treeid[id];
  return 1;
}

static int tree_of_joint(const mjModel* m, const mjData* d, int id, int tree[2]) {
  return tree_of_dof(m, d, m->jnt_dofadr[id], tree);
}

static int trees_of_equality(const mjModel* m, const mjData* d, int id, int tree[2]) {
  (void)d;
  if (!kind_of_equality(m, id)->equality->joins_points) return -1;
  for (int side = 0; side < 2; side++) tree[side] = m->body_treeid[equality_body(m, id, side)];
  return 2;
}

static int rubbing_tendon(const mjModel* m, const mjData* d, int row, row_tendon of[2]) {
  (void)m;
  of[0] = (row_tendon){d->efc_id[row], 1};
  return 1;
}

static int limited_tendon(const mjModel* m, const mjData* d, int row, row_tendon of[2]) {
  of[0] = (row_tendon){d->efc_id[row], tendon_limit_side(m, d, row)};
  return 1;
}

#define DECLARE(type, element, since, name, object, second, numbers, attributes, rows, made) \
  extern const equality_kind made##_kind;
EQUALITY_TYPES(DECLARE)

#define EQUALITY(type, element, since, name_, object, second, numbers, attributes, rows_, made) \
  [FIRST_EQUALITY + mjEQ_##type] = {.name = name_,                                              \
                                    .set = FORCE_FREE,                                          \
                                    .rows = rows_,                                              \
                                    .softness = of_equality,                                    \
                                    .trees = trees_of_equality,                                 \
                                    .equality = &made##_kind},

// Index: mjtConstraint for all but equalities, then equalities by mjtEq.
enum { FIRST_EQUALITY = mjCNSTR_CONTACT_ELLIPTIC + 1 };

// clang-format off
static const constraint_kind table[] = {
    EQUALITY_TYPES(EQUALITY)
    [mjCNSTR_FRICTION_DOF] = {"friction of a dof", mjOBJ_DOF, FORCE_INTERVAL, 1,
                              .softness = of_dof_friction, .trees = tree_of_dof, .slope = add_dof_friction_slope},
    [mjCNSTR_FRICTION_TENDON] = {"friction of a tendon", mjOBJ_TENDON, FORCE_INTERVAL, 1,
                                 .softness = of_tendon_friction, .slope = add_tendon_friction_slope,
                                 .tendons = rubbing_tendon},
    [mjCNSTR_LIMIT_JOINT] = {"limit of a joint", mjOBJ_JOINT, FORCE_HALF_LINE, 1,
                             .softness = of_joint_limit, .trees = tree_of_joint, .slope = add_joint_limit_slope},
    [mjCNSTR_LIMIT_TENDON] = {"limit of a tendon", mjOBJ_TENDON, FORCE_HALF_LINE, 1,
                              .softness = of_tendon_limit, .slope = add_tendon_limit_slope,
                              .tendons = limited_tendon},
    [mjCNSTR_CONTACT_FRICTIONLESS] = {"frictionless contact", mjOBJ_UNKNOWN, FORCE_HALF_LINE, 1, one_row,
                                      .softness = of_contact, .trees = contact_trees, .slope = add_contact_slope},
    [mjCNSTR_CONTACT_PYRAMIDAL] = {"pyramidal contact", mjOBJ_UNKNOWN, FORCE_PYRAMID, 0, pyramid_rows,
                                   .softness = of_contact, .trees = contact_trees, .slope = add_contact_slope},
    [mjCNSTR_CONTACT_ELLIPTIC] = {"elliptic contact", mjOBJ_UNKNOWN, FORCE_CONE, 0, cone_rows_of,
                                  .softness = of_cone, .trees = contact_trees, .slope = add_contact_slope},
};
// clang-format on

const constraint_kind* kind_of_equality(const mjModel* m, int eq) {
  int type = m->eq_type[eq], n = (int)(sizeof table / sizeof *table) - FIRST_EQUALITY;
  bool exists = type >= 0 && type < n && table[FIRST_EQUALITY + type].name;
  return exists ? table + FIRST_EQUALITY + type : NULL;
}

const constraint_kind* kind_of_type(int type) {
  return table + (type == mjCNSTR_EQUALITY ? FIRST_EQUALITY : type);
}

static const constraint_kind* kind_at(const mjModel* m, const mjData* d, int row) {
  int type = d->efc_type[row];
  return table + (type == mjCNSTR_EQUALITY ? FIRST_EQUALITY + m->eq_type[d->efc_id[row]] : type);
}

constraint_block block_at(const mjModel* m, const mjData* d, int row) {
  const constraint_kind* kind = kind_at(m, d, row);
  int id = d->efc_id[row];
  int n = kind->contact_rows ? kind->contact_rows(d->contact + id) : kind->rows;
  return (constraint_block){kind, id, row, n};
}

int tendons_of_row(const mjModel* m, const mjData* d, int row, row_tendon of[2]) {
  const constraint_kind* kind = kind_at(m, d, row);
  int (*of_kind)(const mjModel*, const mjData*, int, row_tendon[2]) =
      kind->equality ? kind->equality->tendons : kind->tendons;
  return of_kind ? of_kind(m, d, row, of) : 0;
}

int row_is_of(const mjData* d, int row, mjtObj object, int id) {
  return d->efc_id[row] == id && kind_of_type(d->efc_type[row])->object == object;
}
