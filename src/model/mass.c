// Body masses, and conversion of the inertia matrix to dense form.
#include <string.h>

#include <engine/model.h>

#include "base/need.h"

mjtNum mj_getTotalmass(const mjModel* m) {
  NEED_OR(0, m);
  mjtNum total = 0;
  for (int b = 1; b < m->nbody; b++) total += m->body_mass[b];
  return total;
}

void mj_setTotalmass(mjModel* m, mjtNum newmass) {
  NEED(m);
  mjtNum scale = newmass / mjMAX(mjMINVAL, mj_getTotalmass(m));
  scale = mjMAX(mjMINVAL, scale);
  for (int b = 1; b < m->nbody; b++) {
    m->body_mass[b] *= scale;
    for (int k = 0; k < 3; k++) m->body_inertia[3 * b + k] *= scale;
  }
}

void mj_fullM(const mjModel* m, mjtNum* dst, const mjtNum* M) {
  NEED(m);
  if (!m->nv) return;
  NEED(dst, M);
  size_t nv = (size_t)m->nv;
  memset(dst, 0, sizeof(mjtNum) * nv * nv);
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* row = M + m->dof_Madr[i];
    for (int j = i; j >= 0; j = m->dof_parentid[j], row++) {
      dst[(size_t)i * nv + (size_t)j] = dst[(size_t)j * nv + (size_t)i] = *row;
    }
  }
}
