#include "asset/polygon_clip.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

// The two coordinates onto which the polygon is projected: those in which its first non-degenerate
// corner has the largest area.
static void choose_axes(const float* point, int n, int axis[2]) {
  axis[0] = 1;
  axis[1] = 2;
  for (int k = 0; k < n; k++) {
    const float *a = point + 3 * k, *b = point + 3 * ((k + 1) % n), *c = point + 3 * ((k + 2) % n);
    float u[3], v[3];
    for (int i = 0; i < 3; i++) {
      u[i] = b[i] - a[i];
      v[i] = c[i] - b[i];
    }
    float x = fabsf(u[1] * v[2] - u[2] * v[1]);
    float y = fabsf(u[2] * v[0] - u[0] * v[2]);
    float z = fabsf(u[0] * v[1] - u[1] * v[0]);
    if (x <= FLT_EPSILON && y <= FLT_EPSILON && z <= FLT_EPSILON) continue;
    if (x > y && x > z) return;
    axis[0] = 0;
    axis[1] = z > x && z > y ? 1 : 2;
    return;
  }
}

typedef struct {
  float x, y;
} point2;

// The projected polygon.
typedef struct {
  const float* point;
  int axis[2];
} clip_plane;

static point2 flat(const clip_plane* p, int i) {
  return (point2){p->point[3 * i + p->axis[0]], p->point[3 * i + p->axis[1]]};
}

static float signed_area(const clip_plane* p, int n) {
  float area = 0;
  for (int i = 0; i < n; i++) {
    point2 a = flat(p, i), b = flat(p, (i + 1) % n);
    area += (a.x * b.y - a.y * b.x) * 0.5f;
  }
  return area;
}

// Even-odd test of q with the triangle.
static bool inside(const point2 t[3], point2 q) {
  bool odd = false;
  for (int i = 0, j = 2; i < 3; j = i++) {
    if ((t[i].y > q.y) == (t[j].y > q.y)) continue;
    if (q.x < (t[j].x - t[i].x) * (q.y - t[i].y) / (t[j].y - t[i].y) + t[i].x) odd = !odd;
  }
  return odd;
}

// Whether the corner (i, i + 1, i + 2) of the remaining polygon is an ear.
static bool is_ear(const clip_plane* p, const int* left, int n, int i, float area) {
  point2 t[3];
  for (int k = 0; k < 3; k++) t[k] = flat(p, left[(i + k) % n]);
  float turn = (t[1].x - t[0].x) * (t[2].y - t[1].y) - (t[1].y - t[0].y) * (t[2].x - t[1].x);
  if (turn * area < 0) return false;
  for (int k = 3; k < n; k++) {
    if (inside(t, flat(p, left[(i + k) % n]))) return false;
  }
  return true;
}

int polygon_clip(const float* point, int n, int* triangle, int* left, long long* work) {
  clip_plane p = {point, {1, 2}};
  choose_axes(point, n, p.axis);
  float area = signed_area(&p, n);
  for (int i = 0; i < n; i++) left[i] = i;

  int count = 0, at = 0, attempts = n;
  while (n > 3 && attempts > 0) {
    at %= n;
    *work -= n;
    if (*work < 0) return -1;
    if (!is_ear(&p, left, n, at, area)) {
      at++;
      attempts--;
      continue;
    }
    for (int k = 0; k < 3; k++) triangle[3 * count + k] = left[(at + k) % n];
    count++;
    int middle = (at + 1) % n;
    memmove(left + middle, left + middle + 1, sizeof(int) * (n - middle - 1));
    attempts = --n;
  }
  if (n == 3) {
    memcpy(triangle + 3 * count, left, 3 * sizeof(int));
    count++;
  }
  return count;
}
