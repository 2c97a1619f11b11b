#include "asset/convex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

static int list_corners(qhT* qh, int* corner) {
  vertexT* vertex;
  int n = 0;
  FORALLvertices { corner[n++] = qh_pointid(qh, vertex->point); }
  return n;
}

static double find_hull(const double* point, int n, char* options, int* corner, int* ncorner) {
  if (ncorner) *ncorner = 0;
  if (n < 4) return 0;
  FILE* silence = fopen("/dev/null", "w");
  qhT* qh = calloc(1, sizeof *qh);
  coordT* copy = malloc(3 * (size_t)n * sizeof *copy);
  double volume = -1;
  if (silence && qh && copy) {
    memcpy(copy, point, 3 * (size_t)n * sizeof *copy);
    qh_zero(qh, silence);
    int problem = qh_new_qhull(qh, 3, n, copy, False, options, NULL, silence);
    if (!problem && !(problem = setjmp(qh->errexit))) {
      qh->NOerrexit = False;
      qh_getarea(qh, qh->facet_list);
      volume = qh->totvol;
      if (corner) *ncorner = list_corners(qh, corner);
    } else if (problem != qh_ERRmem) {
      volume = 0;
    }
    qh->NOerrexit = True;
    int kept, bytes;
    if (!qh->qhmem.LASTsize) {  // Qhull ran out of memory for these tables, and then forgets them
      free(qh->qhmem.freelists);
      free(qh->qhmem.sizetable);
    }
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &kept, &bytes);
  }
  if (silence) fclose(silence);
  free(qh);
  free(copy);
  return volume;
}

double convex_volume(const double* point, int n, int* corner, int* ncorner) {
  char options[] = "qhull Qt";
  return find_hull(point, n, options, corner, ncorner);
}

double convex_volume_of_few(const double* point, int n, int most, int* corner, int* ncorner) {
  char options[32];
  snprintf(options, sizeof options, "qhull Qt TA%d", most - 4);  // to the first simplex
  return find_hull(point, n, options, corner, ncorner);
}
