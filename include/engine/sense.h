// Range sensors: lidar and depth images, many rays from one point.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Arrangement of the rays of a pattern.
typedef enum engRayProjection_ {
  engRAY_SPHERE = 0,  // rows of equal elevation, columns of equal azimuth; x is ahead, z up
  engRAY_PLANE = 1    // a camera: pixels of a plane; -z is ahead, y up
} engRayProjection;

// The rays of a sensor.  Row 0 is at the top.
typedef struct engRayPattern_ {
  const char* name;      // by which eng_rayPattern finds it
  int projection;        // how rows and columns are directions (engRayProjection)
  int nrow, ncolumn;     // of rays
  mjtNum horizontal[2];  // sphere: azimuth of the first and of the last column, to the left (rad);
                         // plane: where the left and the right edge cross a plane 1 ahead
  mjtNum vertical[2];    // sphere: elevation of the first and of the last row (rad);
                         // plane: where the upper and the lower edge cross it
  const mjtNum* elevation;  // sphere: of every row (rad), or NULL: equal steps
  mjtNum range[2];          // nearest and farthest measurable distance (m)
} engRayPattern;

// All n predefined patterns, from the data sheets of common sensors.
MJAPI const engRayPattern* eng_rayPatterns(int n[1]);

// A predefined pattern by name; NULL for none.
MJAPI const engRayPattern* eng_rayPattern(const char* name);

// The pattern of a perspective camera of the model, for images of nrow x ncolumn: by its intrinsics
// if it has a sensor size, else by fovy with square pixels.  0; -1 when the camera does not exist
// or is orthographic.
MJAPI int eng_rayPatternOfCamera(const mjModel* m, int camera, int nrow, int ncolumn,
                                 engRayPattern* pattern);

// Unit directions of the rays in the sensor frame: nrow x ncolumn x 3; for cameras through the
// pixel centres.
MJAPI void eng_rayDirections(const engRayPattern* pattern, mjtNum* vec);

// Rays to cast, and the results.
typedef struct engRayGrid_ {
  int nrow, ncolumn;      // of rays
  const mjtNum* vec;      // directions in the frame of the sensor: nrow x ncolumn x 3
  mjtNum pos[3], mat[9];  // where the sensor is in the world
  mjtNum forward[3];      // not zero: distances are told along this direction of its frame, as in
                          // depth images; zero: along the rays
  mjtNum range[2];        // hits outside this range along the ray are ignored; {0, 0}: all count
  const mjtByte* geomgroup;  // visible geom groups, as in mj_ray
  mjtByte flg_static;        // whether static geoms are visible
  int bodyexclude;           // a body that is invisible; -1: none
  mjtByte flg_flex;          // whether flexes are visible: lines as capsules, others as thin faces
  mjtNum* dist;              // out, nrow x ncolumn: distance, -1 for none
  int* geomid;               // out, nrow x ncolumn, or NULL: the geom hit, -1 for none
  int* flexid;               // out, nrow x ncolumn, or NULL: the flex hit, -1 for none
} engRayGrid;

// Cast all rays, using the pool (NULL: in the calling thread).  A distance is, to the bit, the
// smallest that mj_ray and, for every flex f of dimension n, mju_rayFlex(m, d, 0, 0, n == 1, n > 1,
// 0, f, ...) return for pos and the direction mju_mulMatVec3(mat, vec), multiplied by the length of
// vec along `forward` if that is set; ties prefer geoms, then lower ids. (Use unit directions with
// geoms that are signed distance fields, for which mj_ray returns metres.)  A direction of length 0
// or with NaN hits nothing.  The poses of geoms and vertices of flexes must be up to date
// (mj_kinematics, mj_flex).  Scratch, about 130 bytes per geom, flex element and thread, is on the
// stack of d.  With signed distance fields of plugins only the calling thread works.
MJAPI void eng_rayGrid(const mjModel* m, mjData* d, mjThreadPool* pool, const engRayGrid* grid);

#ifdef __cplusplus
}  // extern "C"
#endif
