#include "model/flags.h"

#include <engine/model.h>

#include "base/need.h"

int mj_isSparse(const mjModel* m) {
  NEED_OR(0, m);
  return is_sparse(m);
}

int mj_isPyramidal(const mjModel* m) {
  NEED_OR(0, m);
  return is_pyramidal(m);
}
