// Random, evenly spaced and sorted sequences of numbers; conversion between types and to text.

#include <engine/math.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Marsaglia and Bray's polar method: a point in the unit disk gives two independent normal numbers.
mjtNum mju_standardNormal(mjtNum* num2) {
  mjtNum x, y, s;
  do {
    x = 2 * ((mjtNum)rand() / RAND_MAX) - 1;
    y = 2 * ((mjtNum)rand() / RAND_MAX) - 1;
    s = x * x + y * y;
  } while (s >= 1 || s == 0);
  mjtNum scale = sqrt(-2 * log(s) / s);
  if (num2) *num2 = y * scale;
  return x * scale;
}

mjtNum mju_Halton(int index, int base) {
  if (base < 2) return 0;
  mjtNum sum = 0, place = 1;
  for (int rest = index; rest > 0; rest /= base) {
    place /= base;
    sum += place * (rest % base);
  }
  return sum;
}

void mju_insertionSort(mjtNum* list, int n) {
  for (int i = 1; i < n; i++) {
    mjtNum x = list[i];
    int j = i;
    for (; j > 0 && list[j - 1] > x; j--) list[j] = list[j - 1];
    list[j] = x;
  }
}

void mju_insertionSortInt(int* list, int n) {
  for (int i = 1; i < n; i++) {
    int x = list[i], j = i;
    for (; j > 0 && list[j - 1] > x; j--) list[j] = list[j - 1];
    list[j] = x;
  }
}

void mju_f2n(mjtNum* res, const float* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (mjtNum)vec[i];
}

void mju_n2f(float* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (float)vec[i];
}

void mju_d2n(mjtNum* res, const double* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (mjtNum)vec[i];
}

void mju_n2d(double* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (double)vec[i];
}

void mju_printMat(const mjtNum* mat, int nr, int nc) {
  for (int i = 0; i < nr; i++) {
    for (int j = 0; j < nc; j++) printf("%.8f ", mat[(size_t)i * nc + j]);
    printf("\n");
  }
  printf("\n");
}

void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                        const int* colind) {
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      printf("(%d %d): %9.6f  ", i, colind[k], mat[k]);
    }
    printf("\n");
  }
  printf("\n");
}
