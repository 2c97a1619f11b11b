// Cameras: projection from model space to pixels and depths.
#include "render/view.h"

#include <math.h>
#include <string.h>

#include <engine/visual.h>

#include "render/renderer.h"

void matrix_product(double r[16], const double a[16], const double b[16]) {
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      double sum = 0;
      for (int k = 0; k < 4; k++) sum += a[4 * i + k] * b[4 * k + j];
      r[4 * i + j] = sum;
    }
  }
}

void matrix_apply(double r[4], const double a[16], const float p[3]) {
  for (int i = 0; i < 4; i++) {
    r[i] = a[4 * i] * p[0] + a[4 * i + 1] * p[1] + a[4 * i + 2] * p[2] + a[4 * i + 3];
  }
}

static void cross(double r[3], const double a[3], const double b[3]) {
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(double v[3]) {
  double length = sqrt(dot(v, v));
  for (int k = 0; k < 3 && length > 0; k++) v[k] /= length;
}

// View matrix to (right, up, forward).
static void view_matrix(double r[16], const double pos[3], const double forward[3],
                        const double up[3]) {
  double axis[3][3];
  memcpy(axis[2], forward, sizeof axis[2]);
  normalize(axis[2]);
  cross(axis[0], axis[2], up);
  normalize(axis[0]);
  cross(axis[1], axis[0], axis[2]);
  for (int i = 0; i < 3; i++) {
    memcpy(r + 4 * i, axis[i], sizeof axis[i]);
    r[4 * i + 3] = -dot(axis[i], pos);
  }
  const double last[4] = {0, 0, 0, 1};
  memcpy(r + 12, last, sizeof last);
}

// The view volume: a box, or a pyramid given at its near plane.
typedef struct {
  double left, right, bottom, top, near, far;
  bool parallel;
} frustum;

// From (right, up, forward) to (x, y, depth, 1) * w; x and y from -1 to 1, depth from 1 to 0.
static void project(double r[16], const frustum* f) {
  double width = f->right - f->left, height = f->top - f->bottom, depth = f->far - f->near;
  double sx = 2 / width, cx = -(f->right + f->left) / width;
  double sy = 2 / height, cy = -(f->top + f->bottom) / height;
  memset(r, 0, 16 * sizeof *r);
  if (f->parallel) {
    r[0] = sx, r[3] = cx;
    r[5] = sy, r[7] = cy;
    r[10] = -1 / depth, r[11] = f->far / depth;
    r[15] = 1;
  } else {
    r[0] = sx * f->near, r[2] = cx;
    r[5] = sy * f->near, r[6] = cy;
    r[10] = -f->near / depth, r[11] = f->near * f->far / depth;
    r[14] = 1;
  }
}

// The room transform from model space; identity unless the scene enables it.
static void room(double r[16], const mjvScene* scn) {
  memset(r, 0, 16 * sizeof *r);
  for (int k = 0; k < 4; k++) r[5 * k] = 1;
  if (!scn->enabletransform) return;
  double q[4], length = 0;
  for (int k = 0; k < 4; k++) length += (double)scn->rotate[k] * scn->rotate[k];
  length = sqrt(length);
  for (int k = 0; k < 4; k++) q[k] = length > 0 ? scn->rotate[k] / length : k == 0;
  double w = q[0], x = q[1], y = q[2], z = q[3], s = scn->scale;
  const double rotation[9] = {
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
      2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
      2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) r[4 * i + j] = s * rotation[3 * i + j];
    r[4 * i + 3] = scn->translate[i];
  }
}

void view_of(render_frame* f, mjrRect viewport, const mjvGLCamera* cam, const mjvScene* scn) {
  double pos[3], forward[3], up[3], here[16], there[16], seen[16], screen[16], both[16];
  for (int k = 0; k < 3; k++) {
    pos[k] = cam->pos[k];
    forward[k] = cam->forward[k];
    up[k] = cam->up[k];
  }
  view_matrix(here, pos, forward, up);
  room(there, scn);
  matrix_product(seen, here, there);
  double half = cam->frustum_width > 0 ? cam->frustum_width
                                       : .5 * viewport.width / viewport.height *
                                             (cam->frustum_top - cam->frustum_bottom);
  frustum shown = {cam->frustum_center - half, cam->frustum_center + half, cam->frustum_bottom,
                   cam->frustum_top,           cam->frustum_near,          cam->frustum_far,
                   cam->orthographic};
  project(screen, &shown);
  matrix_product(both, screen, seen);
  double size[2] = {.5 * viewport.width, .5 * viewport.height};
  double middle[2] = {viewport.left + size[0], viewport.bottom + size[1]};
  for (int j = 0; j < 4; j++) {
    f->projection[j] = size[0] * both[j] + middle[0] * both[12 + j];
    f->projection[4 + j] = size[1] * both[4 + j] + middle[1] * both[12 + j];
    f->projection[8 + j] = both[8 + j];
    f->projection[12 + j] = both[12 + j];
    f->distance[j] = (float)seen[8 + j];
  }
  double scale2 = dot(there, there), away[3];  // first row of a scaled rotation
  for (int k = 0; k < 3; k++) away[k] = pos[k] - there[4 * k + 3];
  for (int k = 0; k < 3; k++) {
    f->eye[k] =
        (float)((there[k] * away[0] + there[4 + k] * away[1] + there[8 + k] * away[2]) / scale2);
  }
  f->light_scale = (float)sqrt(scale2);
  f->viewport = viewport;
}

void view_mirrored(render_frame* f, const float normal[3], const float point[3]) {
  double plane[4], mirror[16] = {0}, offset = 0, eye = 0;
  for (int k = 0; k < 3; k++) {
    plane[k] = normal[k];
    offset -= plane[k] * point[k];
  }
  plane[3] = offset;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++)
      mirror[4 * i + j] = (i == j) - (i < 3 ? 2 * plane[i] * plane[j] : 0);
  }
  memcpy(f->mirror_plane, plane, sizeof plane);
  matrix_product(f->mirror_projection, f->projection, mirror);
  for (int k = 0; k < 3; k++) eye += plane[k] * f->eye[k];
  for (int k = 0; k < 3; k++) f->mirror_eye[k] = (float)(f->eye[k] - 2 * (eye + offset) * plane[k]);
  for (int j = 0; j < 4; j++) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += f->distance[k] * mirror[4 * k + j];
    f->mirror_distance[j] = (float)sum;
  }
}

void view_of_light(render_light* light, const mjvLight* from, double half, double scale,
                   const mjvGLCamera* cam) {
  double pos[3], dir[3], up[3], seen[16], screen[16];
  const double x[3] = {-1, 0, 0}, y[3] = {0, 1, 0};
  for (int k = 0; k < 3; k++) {
    pos[k] = from->pos[k];
    dir[k] = from->dir[k];
  }
  cross(up, dir, x);
  if (dot(up, up) <= .01) cross(up, dir, y);
  view_matrix(seen, pos, dir, up);
  frustum shown = {
      .near = cam->frustum_near, .far = cam->frustum_far, .parallel = light->directional};
  if (!light->directional) {
    double angle = fmin(2 * from->cutoff * scale, 160);
    half = shown.near * tan(.5 * angle * mjPI / 180);
  }
  shown.right = shown.top = half;
  shown.left = shown.bottom = -half;
  project(screen, &shown);
  matrix_product(light->projection, screen, seen);
}

int view_sides(int all, int least, int level) {
  static const float share[SHAPE_LEVELS] = {1, .72f, .5f, .36f, .25f};
  int n = (int)((float)all * share[level] + .5f);
  return level && n < least ? least : n;
}

#define DEPTH_UNSEEN 3e-4  // accepted deviation, as a share of the depth
#define LEAST_UNSEEN .05   // and that of small pictures, in pixels

static bool is_ball(int shape) {
  return shape == SHAPE_SPHERE || shape == SHAPE_DOME || shape == SHAPE_DOME_LOW;
}

// How many levels coarser an item may be.
static int coarseness(const render_view* v, const render_item* item) {
  const double* m = v->projection;
  const float* pose = item->pose;
  const bool straight = !is_ball(item->shape);  // round about the z axis only
  double largest = 0, around = 0, w = m[15], size = 0;
  for (int k = 0; k < 3; k++) {
    double length = 0;
    for (int i = 0; i < 3; i++) length += (double)pose[4 * i + k] * pose[4 * i + k];
    largest = fmax(largest, length);
    if (k < 2 || !straight) around = fmax(around, length);
    w += m[12 + k] * pose[4 * k + 3];
    double x = m[k] - v->center[0] * m[12 + k], y = m[4 + k] - v->center[1] * m[12 + k];
    size += x * x + y * y;
  }
  double steep = sqrt(m[12] * m[12] + m[13] * m[13] + m[14] * m[14]);
  double reach = sqrt(largest), near = w - 2 * reach * steep;  // domes extend to 2
  if (!(near > 0)) return 0;
  double radius = v->scale * sqrt(.5 * around * size) / near;  // approximate radius in pixels
  // of what is seen directly, depth is not far off either, where there are pixels enough to tell
  double focal = steep > 0 ? v->scale * sqrt(.5 * size) / steep : 0, unseen = v->unseen;
  if (focal > 0 && unseen <= UNSEEN)
    unseen = fmin(unseen, fmax(DEPTH_UNSEEN * focal, LEAST_UNSEEN));
  int level = 0;
  for (; level + 1 < SHAPE_LEVELS; level++) {
    int n = view_sides(v->slices, LEAST_SLICES, level + 1);
    // 1 - cos(pi / n), a little more
    if (radius * .5 * mjPI * mjPI >= unseen * n * n) break;
  }
  return level;
}

// What makes a polygon of the fewer sides of a level as large as that of all sides: the area of n
// sides about a unit circle is n / 2 sin(2 pi / n).
static float growth(int slices, int level) {
  int n = view_sides(slices, LEAST_SLICES, level);
  return (float)sqrt(slices * sin(2 * mjPI / slices) / (n * sin(2 * mjPI / n)));
}

void view_simplify(const render_view* v, render_item* item) {
  int level = item->coarser ? coarseness(v, item) : 0;
  if (!level) return;
  // a shape that grew would cast shadows on itself
  const float wide = v->unseen <= UNSEEN_MIRRORED ? growth(v->slices, level) : 1;
  const float tall = is_ball(item->shape) ? wide : 1;
  const float middle = item->shape == SHAPE_DOME ? 1 : item->shape == SHAPE_DOME_LOW ? -1 : 0;
  for (int i = 0; i < 3; i++) {
    float* row = item->pose + 4 * i;
    row[3] += (1 - tall) * middle * row[2];  // domes grow about their middle
    row[0] *= wide;
    row[1] *= wide;
    row[2] *= tall;
  }
  item->shape += item->coarser * level;
}

float view_line_width(float asked, bool samples) {
  float width = samples ? asked : floorf(asked + .5f);
  return width > 1 ? width : 1;
}
