// Ray directions of sensors, and the data of common sensors.
#include <engine/sense.h>

#include <math.h>
#include <string.h>

#include "base/need.h"
#include "math/vec3.h"
#include "visual/draw.h"

#define RAD(degrees) ((degrees) * (mjPI / 180))

// The scan planes of a VLP-32C, which are denser near the horizon.
static const mjtNum vlp_32c[32] = {
    RAD(15),     RAD(10.333), RAD(7),       RAD(4.667),  RAD(3.333),  RAD(2.333),  RAD(1.667),
    RAD(1.333),  RAD(1),      RAD(.667),    RAD(.333),   RAD(0),      RAD(-.333),  RAD(-.667),
    RAD(-1),     RAD(-1.333), RAD(-1.667),  RAD(-2),     RAD(-2.333), RAD(-2.667), RAD(-3),
    RAD(-3.333), RAD(-3.667), RAD(-4),      RAD(-4.667), RAD(-5.333), RAD(-6.148), RAD(-7.254),
    RAD(-8.843), RAD(-11.31), RAD(-15.639), RAD(-25)};

// A rotating lidar: rows, columns per revolution, highest and lowest plane, range.
#define SPINNING(name, rows, columns, up, down, list, near, far)                   \
  {                                                                                \
    name, engRAY_SPHERE, rows, columns, {RAD(180), RAD(-180 + 360.0 / (columns))}, \
        {RAD(up), RAD(down)}, list, {                                              \
      near, far                                                                    \
    }                                                                              \
  }
// A planar lidar: columns over a fan.
#define FAN(name, columns, degrees, near, far)                                                  \
  {                                                                                             \
    name, engRAY_SPHERE, 1, columns, {RAD(degrees / 2.0), RAD(-degrees / 2.0)}, {0, 0}, NULL, { \
      near, far                                                                                 \
    }                                                                                           \
  }
// A depth camera: rows, columns, tangents of half the fields of view.
#define DEPTH(name, rows, columns, across, along, near, far)                                       \
  {                                                                                                \
    name, engRAY_PLANE, rows, columns, {-(across), across}, {along, -(along)}, NULL, { near, far } \
  }

static const engRayPattern patterns[] = {
    SPINNING("velodyne_vlp16", 16, 1800, 15, -15, NULL, 0.5, 100),
    SPINNING("velodyne_vlp32c", 32, 1800, 15, -25, vlp_32c, 0.5, 200),
    SPINNING("velodyne_hdl32e", 32, 2170, 10.67, -30.67, NULL, 0.5, 100),
    SPINNING("ouster_os1_64", 64, 1024, 22.5, -22.5, NULL, 0.3, 120),
    SPINNING("ouster_os0_128", 128, 1024, 45, -45, NULL, 0.3, 50),
    FAN("hokuyo_utm30lx", 1081, 270, 0.1, 30),
    FAN("sick_lms111", 541, 270, 0.5, 20),
    SPINNING("rplidar_a1", 1, 360, 0, 0, NULL, 0.15, 12),
    // tan(87/2), tan(58/2); tan(65/2), tan(40/2); tan(70.6/2), tan(60/2); tan(57/2), tan(43/2)
    DEPTH("realsense_d435", 480, 848, 0.94896, 0.55431, 0.28, 10),
    DEPTH("realsense_d415", 720, 1280, 0.63707, 0.36397, 0.45, 10),
    DEPTH("kinect_v2", 424, 512, 0.70804, 0.57735, 0.5, 4.5),
    DEPTH("kinect_v1", 480, 640, 0.54296, 0.39391, 0.8, 4),
};

const engRayPattern* eng_rayPatterns(int n[1]) {
  NEED_OR(NULL, n);
  *n = (int)(sizeof patterns / sizeof *patterns);
  return patterns;
}

const engRayPattern* eng_rayPattern(const char* name) {
  int n;
  const engRayPattern* p = eng_rayPatterns(&n);
  for (int i = 0; name && i < n; i++) {
    if (!strcmp(p[i].name, name)) return p + i;
  }
  return NULL;
}

int eng_rayPatternOfCamera(const mjModel* m, int camera, int nrow, int ncolumn,
                           engRayPattern* pattern) {
  NEED_OR(-1, m, pattern);
  if (camera < 0 || camera >= m->ncam || nrow < 1 || ncolumn < 1) return -1;
  if (m->cam_orthographic[camera]) return -1;
  *pattern = (engRayPattern){
      .name = "camera", .projection = engRAY_PLANE, .nrow = nrow, .ncolumn = ncolumn};
  view_extents view;
  if (m->cam_sensorsize[2 * camera + 1] != 0) {
    view = camera_intrinsic_extents(m, camera, 1);
  } else {
    mjtNum half = tan(RAD(m->cam_fovy[camera]) / 2), wide = half * ncolumn / nrow;
    view = (view_extents){.left = wide, .right = wide, .bottom = half, .top = half};
  }
  pattern->horizontal[0] = -view.left;
  pattern->horizontal[1] = view.right;
  pattern->vertical[0] = view.top;
  pattern->vertical[1] = -view.bottom;
  pattern->range[1] = m->vis.map.zfar * m->stat.extent;
  return 0;
}

// Value i of n evenly spaced values that include both ends.
static mjtNum between(const mjtNum ends[2], int i, int n) {
  return n > 1 ? ends[0] + (ends[1] - ends[0]) * i / (n - 1) : ends[0];
}

// The midpoint of part i of n equal parts between two edges.
static mjtNum middle(const mjtNum edges[2], int i, int n) {
  return edges[0] + (edges[1] - edges[0]) * (i + 0.5) / n;
}

void eng_rayDirections(const engRayPattern* p, mjtNum* vec) {
  NEED(p, vec);
  for (int row = 0; row < p->nrow; row++) {
    for (int column = 0; column < p->ncolumn; column++, vec += 3) {
      if (p->projection == engRAY_PLANE) {
        vec3_set(vec, middle(p->horizontal, column, p->ncolumn), middle(p->vertical, row, p->nrow),
                 -1);
        vec3_normalize(vec);
        continue;
      }
      mjtNum up = p->elevation ? p->elevation[row] : between(p->vertical, row, p->nrow);
      mjtNum left = between(p->horizontal, column, p->ncolumn);
      vec3_set(vec, cos(up) * cos(left), cos(up) * sin(left), sin(up));
    }
  }
}
