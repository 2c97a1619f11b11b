#include "constraint/kinds/kind.h"

static int one_row(const mjContact* con) {
  (void)con;
  return 1;
}

static int pyramid_rows(const mjContact* con) { return 2 * (con->dim - 1); }

static int cone_dim(const mjContact* con) { return con->dim; }

static const constraint_kind kinds[] = {
    [mjCNSTR_EQUALITY] = {"equality", FORCE_FREE, NULL},
    [mjCNSTR_FRICTION_DOF] = {"friction of a dof", FORCE_INTERVAL, NULL},
    [mjCNSTR_FRICTION_TENDON] = {"friction of a tendon", FORCE_INTERVAL, NULL},
    [mjCNSTR_LIMIT_JOINT] = {"limit of a joint", FORCE_HALF_LINE, NULL},
    [mjCNSTR_LIMIT_TENDON] = {"limit of a tendon", FORCE_HALF_LINE, NULL},
    [mjCNSTR_CONTACT_FRICTIONLESS] = {"frictionless contact", FORCE_HALF_LINE, one_row},
    [mjCNSTR_CONTACT_PYRAMIDAL] = {"pyramidal contact", FORCE_PYRAMID, pyramid_rows},
    [mjCNSTR_CONTACT_ELLIPTIC] = {"elliptic contact", FORCE_CONE, cone_dim},
};

const constraint_kind* kind_of_type(int type) { return kinds + type; }
