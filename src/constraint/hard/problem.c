#include "constraint/hard/problem.h"

#include "math/dense.h"

hard_options hard_default_options(void) {
  return (hard_options){.iterations = 100,
                        .tolerance = 1e-8,
                        .inner = 50,
                        .omega = 1,
                        .decay = 0.99,
                        .omega_min = 0.1,
                        .rho = 1,
                        .rho_rule = HARD_RHO_LINEAR,
                        .eta = 1e-6,
                        .kappa = 1e-6};
}

// Rows with a diagonal below this fraction of the largest are treated as zero, being rounding
// errors.
static const mjtNum least_diagonal = 1e-12;

void hard_scales(const hard_block* block, int nblock, const mjtNum* diagonal, mjtNum* scale) {
  for (const hard_block* b = block; b < block + nblock; b++) {
    mjtNum most = 0;
    for (int i = b->row; i < b->row + b->dim; i++) most = mjMAX(most, diagonal[i]);
    for (int i = b->row; i < b->row + b->dim; i++) {
      mjtNum size = b->kind == HARD_CONE ? most : diagonal[i];
      int moves = diagonal[i] > least_diagonal && diagonal[i] > least_diagonal * most;
      scale[i] = moves ? 1 / sqrt(size) : 0;
    }
  }
}

void hard_mul(const hard_problem* p, mjtNum* r, const mjtNum* x) {
  if (p->D && !p->primal) {
    mat_mul_vec(r, p->D, x, p->n, p->n);
  } else {
    jacobian_tmul(p->w, &p->Z, x);
    jacobian_mul(r, &p->Z, p->w);
  }
}

void hard_velocity(const hard_problem* p, mjtNum* v, const mjtNum* f) {
  hard_mul(p, v, f);
  for (int i = 0; i < p->n; i++) v[i] += p->R[i] * f[i] + p->b[i];
}

// Dot product of rows i and j of Z.  Rows of a contact have the same columns; with a dense Jacobian
// each row of an equality has its own.
static mjtNum row_product(const jacobian* Z, int i, int j) {
  if (!Z->nnz) return vec_dot(Z->value + (size_t)i * Z->nc, Z->value + (size_t)j * Z->nc, Z->nc);
  const mjtNum *x = Z->value + Z->adr[i], *y = Z->value + Z->adr[j];
  const int *at = Z->col + Z->adr[i], *other = Z->col + Z->adr[j];
  int nx = Z->nnz[i], ny = Z->nnz[j];
  if (nx == ny && !memcmp(at, other, sizeof(int) * (size_t)nx)) return vec_dot(x, y, nx);
  mjtNum sum = 0;
  for (int k = 0, l = 0; k < nx && l < ny;) {
    if (at[k] == other[l]) {
      sum += x[k++] * y[l++];
    } else if (at[k] < other[l]) {
      k++;
    } else {
      l++;
    }
  }
  return sum;
}

void hard_diagonal_block(const hard_problem* p, const hard_block* b, mjtNum* block) {
  for (int i = 0; i < b->dim; i++) {
    for (int j = 0; j < b->dim; j++) {
      int row = b->row + i, column = b->row + j;
      block[i * b->dim + j] =
          p->D ? p->D[(size_t)row * p->n + column] : row_product(&p->Z, row, column);
    }
    block[i * b->dim + i] += p->R[b->row + i];
  }
}

void hard_steps(const hard_problem* p, mjtNum* step) {
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    mjtNum block[HARD_MOST * HARD_MOST], trace = 0;
    hard_diagonal_block(p, b, block);
    for (int i = 0; i < b->dim; i++) trace += block[i * (b->dim + 1)];
    for (int i = 0; i < b->dim; i++) {
      mjtNum own = block[i * (b->dim + 1)];
      mjtNum mean = b->kind == HARD_CONE ? trace / b->dim : own;
      step[b->row + i] = mean > 0 ? mean : 1;
    }
  }
}
