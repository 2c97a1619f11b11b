#include "constraint/hard/assemble.h"

#include "constraint/operator/half.h"

// --- blocks -------------------------------------------------------------------------------------

static hard_block* add_block(hard_block* at, hard_kind kind, int row, int dim, mjtNum size) {
  *at = (hard_block){kind, row, dim, size};
  return at + 1;
}

// The rows of one equality form a block, up to the maximum block size.
static hard_block* add_equalities(hard_block* at, const problem* p, const row_block* b) {
  for (int i = b->begin, end; i < b->begin + b->n; i = end) {
    end = i + 1;
    while (end < b->begin + b->n && p->hard.id[end] == p->hard.id[i] && end - i < HARD_MOST) end++;
    at = add_block(at, HARD_BILATERAL, i, end - i, 0);
  }
  return at;
}

// Largest friction coefficient of a contact.
static mjtNum largest_friction(const row_block* b) {
  mjtNum mu = 0;
  for (int k = 1; k < b->n; k++) mu = mjMAX(mu, b->contact->friction[k - 1]);
  return mu;
}

static hard_block* add_blocks(hard_block* at, const problem* p, const row_block* b) {
  switch (b->set) {
    case FORCE_FREE: return add_equalities(at, p, b);
    case FORCE_CONE: return add_block(at, HARD_CONE, b->begin, b->n, largest_friction(b));
    case FORCE_INTERVAL:
      for (int i = b->begin; i < b->begin + b->n; i++) {
        at = add_block(at, HARD_BOX, i, 1, p->opt->timestep * p->rows.frictionloss[i]);
      }
      return at;
    default:
      for (int i = b->begin; i < b->begin + b->n; i++) at = add_block(at, HARD_RAY, i, 1, 0);
      return at;
  }
}

// --- matrices -----------------------------------------------------------------------------------

// Z = J L^-1 D^-1/2 of the rows, not yet scaled.
static jacobian half_rows(mjData* d, const problem* p) {
  problem step = *p;
  step.LD = p->hard.LD;
  step.diaginv = p->hard.diaginv;
  half_matrix Y = half_make(d, &step);
  int* super = mj_stackAllocInt(d, Y.nr);
  for (int i = Y.nr - 1; i >= 0; i--) {
    super[i] = i + 1 < Y.nr && Y.group[i + 1] == Y.group[i] ? super[i + 1] + 1 : 0;
  }
  return (jacobian){.nr = Y.nr,
                    .nc = p->nv,
                    .value = Y.value,
                    .nnz = Y.nnz,
                    .adr = Y.adr,
                    .col = Y.col,
                    .super = super};
}

static void row_factors(const problem* p, mjtNum* factor) {
  vec_fill(factor, 1, p->rows.n);
  for (const row_block* b = p->rows.block; b < p->rows.block + p->rows.nblock; b++) {
    if (b->set != FORCE_CONE) continue;
    mjtNum mu = largest_friction(b);
    for (int k = 1; k < b->n; k++) {
      factor[b->begin + k] = mu > 0 ? b->contact->friction[k - 1] / mu : 0;
    }
  }
}

static const mjtNum* row_of(const jacobian* Z, int i) { return Z->value + Z->adr[i]; }

// Multiply the rows of Z by `scale`, in place.
static void scale_rows(hard_assembly* a, mjtNum* value, mjtNum* factor) {
  jacobian* Z = &a->p.Z;
  int n = a->p.n;
  for (int i = 0; i < n; i++) {
    mjtNum square = vec_dot(row_of(Z, i), row_of(Z, i), Z->nnz[i]);
    a->scale[i] =
        factor[i] * factor[i] * square;  // the diagonal of Z Z', from which the scales are computed
  }
  hard_scales(a->p.block, a->p.nblock, a->scale, a->scale);
  for (int i = 0; i < n; i++) {
    a->scale[i] *= factor[i];
    vec_scale(value + Z->adr[i], value + Z->adr[i], a->scale[i], Z->nnz[i]);
  }
}

// D = Z Z': each row of Z is expanded to all dofs and multiplied with all rows before it.
static mjtNum* whole_matrix(mjData* d, const jacobian* Z) {
  int n = Z->nr;
  mjtNum* D = mj_stackAllocNum(d, (size_t)n * n);
  mj_markStack(d);
  mjtNum* x = mj_stackAllocNum(d, Z->nc);
  vec_zero(x, Z->nc);
  for (int i = 0; i < n; i++) {
    const int* col = Z->col + Z->adr[i];
    for (int k = 0; k < Z->nnz[i]; k++) x[col[k]] = Z->value[Z->adr[i] + k];
    for (int j = 0; j <= i; j++) {
      mjtNum product = sparse_dot(row_of(Z, j), Z->col + Z->adr[j], Z->nnz[j], x);
      D[(size_t)i * n + j] = D[(size_t)j * n + i] = product;
    }
    for (int k = 0; k < Z->nnz[i]; k++) x[col[k]] = 0;
  }
  mj_freeStack(d);
  return D;
}

static void soften(hard_assembly* a, const problem* p, const hard_request* request, mjtNum* R) {
  mjtNum compliance = p->hard.options->compliance;
  for (const hard_block* b = a->p.block; b < a->p.block + a->p.nblock; b++) {
    int soft = b->kind == HARD_BILATERAL || request->soft_everywhere;
    for (int i = b->row; i < b->row + b->dim; i++) {
      R[i] = soft ? request->rmin : 0;
      R[i] += compliance * p->rows.R[i] * a->scale[i] * a->scale[i];
    }
  }
}

static mjtNum* scaled(mjData* d, const mjtNum* from, const mjtNum* scale, int n) {
  mjtNum* to = mj_stackAllocNum(d, n);
  vec_mul(to, from, scale, n);
  return to;
}

// Up to MOST_DENSE rows a dense factor of D (n^3 / 6 operations) is as fast as the sparse factor of
// the primal side.  Up to MOST_NEWTON rows Newton steps, which need D, are worth their cost.
enum { MOST_DENSE = 80, MOST_NEWTON = 300 };

static hard_primal* primal_of(mjData* d, const problem* p, const mjtNum* scale) {
  if (p->rows.n <= MOST_DENSE || !p->J.nnz) return NULL;
  problem* step = mj_stackAllocByte(d, sizeof *step, _Alignof(problem));
  hard_primal* primal = mj_stackAllocByte(d, sizeof *primal, _Alignof(hard_primal));
  *step = *p;
  if (p->hard.M) step->M = p->hard.M;
  step->rows.ncone = 0;  // no cone Hessians are added to the primal matrix
  *primal = (hard_primal){&p->J, scale, multifrontal_make(d, step)};
  return primal;
}

hard_assembly hard_assemble(mjData* d, const problem* p, const hard_request* request) {
  int n = p->rows.n;
  hard_block* block = mj_stackAllocByte(d, sizeof(hard_block) * (size_t)n, sizeof(mjtNum));
  hard_block* end = block;
  for (int k = 0; k < p->rows.nblock; k++) end = add_blocks(end, p, p->rows.block + k);
  hard_assembly a = {.p = {.n = n, .nblock = (int)(end - block), .block = block}};
  mjtNum *factor = mj_stackAllocNum(d, n), *R = mj_stackAllocNum(d, n);
  a.scale = mj_stackAllocNum(d, n);
  a.p.w = mj_stackAllocNum(d, p->nv);
  a.p.Z = half_rows(d, p);
  row_factors(p, factor);
  scale_rows(&a, (mjtNum*)a.p.Z.value, factor);
  for (hard_block* b = block; b < end; b++) {
    if (b->kind == HARD_BOX && a.scale[b->row] > 0) b->size /= a.scale[b->row];
  }
  soften(&a, p, request, R);
  a.p.R = R;
  a.p.b = scaled(d, p->hard.b, a.scale, n);
  if (request->need >= HARD_NEEDS_FACTOR) a.p.primal = primal_of(d, p, a.scale);
  int both = request->need == HARD_NEEDS_BOTH && n <= MOST_NEWTON;
  if (request->need && (both || !a.p.primal)) a.p.D = whole_matrix(d, &a.p.Z);
  return a;
}
