#include "compile/memory.h"

#include <engine/data_types.h>

// The estimate assumes dense constraint matrices; models with thousands of constraints are sparse
// and need far less than this limit.
static const double most_arena = 1024.0 * 1024 * 1024;

mjtSize memory_arena(const mjModel* m, const mjSpec* s) {
  if (s->memory != (mjtSize)-1) return s->memory;
  double ncon = s->nconmax == -1 ? 100 : s->nconmax, nefc = s->njmax == -1 ? 500 : s->njmax;
  double nv = m->nv, rows = nefc + m->neq + nv;
  double things = (double)m->nq + nv + m->nu + m->na + m->nbody + m->njnt + m->ngeom + m->nsite +
                  m->neq + m->ntendon + m->nwrap;
  double bytes = sizeof(mjtNum) * mjMAX(1000, 5 * rows * rows + 20 * things);
  if (s->nstack != (mjtSize)-1) bytes = sizeof(mjtNum) * (double)s->nstack;
  // contacts; the row arrays of 8 ints and 14 doubles; their Jacobian with its transpose and
  // indices; the dual matrix and its indices
  bytes += ncon * sizeof(mjContact) + nefc * (8 * 4 + 14 * 8) + nv * 12 + nefc * nv * 24 +
           nefc * nefc * 12;
  if (bytes > most_arena) bytes = most_arena;
  const mjtSize megabyte = 1 << 20;
  mjtSize n = (mjtSize)bytes;
  return (n + megabyte - 1) / megabyte * megabyte;
}
