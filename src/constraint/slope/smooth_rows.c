#include "constraint/slope/smooth_rows.h"

#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/model.h>

#include "constraint/kinds/kind.h"
#include "math/dense.h"

// 1 / (1 + exp(jar / width))
static mjtNum share_at(mjtNum jar, mjtNum width) {
  mjtNum x = jar / width;
  return x > 700 ? 0 : 1 / (1 + exp(x));
}

static void give_share(mjData* d, int row, mjtNum share) {
  d->efc_D[row] *= share;
  d->efc_state[row] = share > 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_SATISFIED;
}

// A separated elliptic contact has only its normal row smoothed; a pressing one is smooth already.
static int smooth_cone(mjData* d, int row, mjtNum jar, mjtNum width) {
  int n = d->contact[d->efc_id[row]].dim;
  if (d->efc_state[row] != mjCNSTRSTATE_SATISFIED) return n;
  give_share(d, row, share_at(jar, width));
  for (int i = row + 1; i < row + n; i++) d->efc_D[i] = 0;
  return n;
}

void smooth_rows(const mjModel* m, mjData* d, mjtNum width, row_states* kept) {
  *kept = (row_states){NULL, NULL};
  if (!(width > 0) || !d->nefc) return;
  kept->D = mj_stackAllocNum(d, (size_t)d->nefc);
  kept->state = mj_stackAllocInt(d, (size_t)d->nefc);
  vec_copy(kept->D, d->efc_D, d->nefc);
  memcpy(kept->state, d->efc_state, sizeof(int) * (size_t)d->nefc);
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, (size_t)d->nefc);
  mj_mulJacVec(m, d, jar, d->qacc);
  vec_sub(jar, jar, d->efc_aref, d->nefc);
  for (int i = 0, n; i < d->nefc; i += n) {
    n = 1;
    switch (kind_of_type(d->efc_type[i])->set) {
      case FORCE_HALF_LINE:
      case FORCE_PYRAMID: give_share(d, i, share_at(jar[i], width)); break;
      case FORCE_CONE: n = smooth_cone(d, i, jar[i], width); break;
      default: break;
    }
  }
  mj_freeStack(d);
}

void sharpen_rows(mjData* d, const row_states* kept) {
  if (!kept->D) return;
  vec_copy(d->efc_D, kept->D, d->nefc);
  memcpy(d->efc_state, kept->state, sizeof(int) * (size_t)d->nefc);
}
