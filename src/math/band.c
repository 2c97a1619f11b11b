// Cholesky of band-and-arrow matrices.
//
// The lower part is stored: ntotal - ndense rows of nband numbers, each ending at the diagonal,
// then ndense full rows.  The factor has the same layout.  row(i) points to where entry (i, 0)
// would be, so that entry (i, j) is row(i)[j], valid for j >= first(i).

#include <engine/math.h>

#include "math/dense.h"

typedef struct {
  int ntotal, nband, nsparse;
} band_layout;

static band_layout band_shape(int ntotal, int nband, int ndense) {
  return (band_layout){ntotal, nband, ntotal - ndense};
}

// Offset of entry (i, 0) in the storage; negative when it would lie before the first number.
static ptrdiff_t row_offset(const band_layout* s, int i) {
  if (i < s->nsparse) return (ptrdiff_t)i * s->nband + s->nband - 1 - i;
  return (ptrdiff_t)s->nsparse * s->nband + (ptrdiff_t)(i - s->nsparse) * s->ntotal;
}

// The first column of row i.
static int first_column(const band_layout* s, int i) {
  return i < s->nsparse && i >= s->nband ? i - s->nband + 1 : 0;
}

int mju_bandDiag(int i, int ntotal, int nband, int ndense) {
  band_layout s = band_shape(ntotal, nband, ndense);
  return (int)row_offset(&s, i) + i;
}

// Row by row, left to right: entry (i, j) of L needs the dot product of the earlier parts of rows i
// and j.
mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                          mjtNum diagmul) {
  band_layout s = band_shape(ntotal, nband, ndense);
  mjtNum smallest = 0;
  for (int i = 0; i < ntotal; i++) {
    ptrdiff_t row = row_offset(&s, i);
    int begin = first_column(&s, i);
    for (int j = begin; j < i; j++) {
      ptrdiff_t above = row_offset(&s, j);
      int k = first_column(&s, j);
      if (k < begin) k = begin;
      mjtNum dot = vec_dot(mat + (row + k), mat + (above + k), j - k);
      mat[row + j] = (mat[row + j] - dot) / mat[above + j];
    }
    mjtNum* diag = mat + (row + i);
    const mjtNum* off = mat + (row + begin);
    mjtNum pivot = diagadd + diagmul * *diag + *diag - vec_dot(off, off, i - begin);
    if (!(pivot >= mjMINVAL)) return 0;
    if (i == 0 || pivot < smallest) smallest = pivot;
    *diag = sqrt(pivot);
  }
  return smallest;
}

void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense) {
  band_layout s = band_shape(ntotal, nband, ndense);
  if (res != vec) vec_copy(res, vec, ntotal);
  for (int i = 0; i < ntotal; i++) {
    ptrdiff_t row = row_offset(&s, i);
    int begin = first_column(&s, i);
    res[i] = (res[i] - vec_dot(mat + (row + begin), res + begin, i - begin)) / mat[row + i];
  }
  for (int i = ntotal - 1; i >= 0; i--) {
    ptrdiff_t row = row_offset(&s, i);
    int begin = first_column(&s, i);
    res[i] /= mat[row + i];
    vec_axpy(res + begin, -res[i], mat + (row + begin), i - begin);
  }
}

void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                    mjtByte flg_sym) {
  band_layout s = band_shape(ntotal, nband, ndense);
  for (int i = 0; i < ntotal; i++) {
    int begin = first_column(&s, i);
    vec_zero(res + (size_t)i * ntotal, ntotal);
    vec_copy(res + (size_t)i * ntotal + begin, mat + (row_offset(&s, i) + begin), i + 1 - begin);
  }
  if (flg_sym) mat_mirror_lower(res, ntotal);
}

void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense) {
  band_layout s = band_shape(ntotal, nband, ndense);
  for (int i = 0; i < ntotal; i++) {
    int begin = first_column(&s, i);
    vec_copy(res + (row_offset(&s, i) + begin), mat + (size_t)i * ntotal + begin, i + 1 - begin);
  }
}

void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense, int nvec, mjtByte flg_sym) {
  band_layout s = band_shape(ntotal, nband, ndense);
  for (int v = 0; v < nvec; v++, res += ntotal, vec += ntotal) {
    for (int i = 0; i < ntotal; i++) {
      const mjtNum* row = mat + (row_offset(&s, i) + first_column(&s, i));
      int begin = first_column(&s, i);
      res[i] = vec_dot(row, vec + begin, i + 1 - begin);
      if (flg_sym) vec_axpy(res + begin, vec[i], row, i - begin);
    }
  }
}
