// What a robot sees: lidar and depth images, many rays from one place.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// How the rays of a pattern are spread.
typedef enum engRayProjection_ {
  engRAY_SPHERE = 0,  // rows of equal elevation, columns of equal azimuth; x is ahead, z up
  engRAY_PLANE = 1    // a camera: pixels of a plane; -z is ahead, y up
} engRayProjection;

// The rays of a sensor.  Row 0 is the uppermost.
typedef struct engRayPattern_ {
  const char* name;      // by which eng_rayPattern finds it
  int projection;        // engRayProjection
  int nrow, ncolumn;     // of rays
  mjtNum horizontal[2];  // sphere: azimuth of the first and of the last column, to the left (rad);
                         // plane: where the left and the right edge cross a plane 1 ahead
  mjtNum vertical[2];    // sphere: elevation of the first and of the last row (rad);
                         // plane: where the upper and the lower edge cross it
  const mjtNum* elevation;  // sphere: of every row (rad), or NULL: equal steps
  mjtNum range[2];          // what the sensor sees, nearest and farthest (m)
} engRayPattern;

// All patterns that the library knows, n of them, from the data sheets of common sensors.
MJAPI const engRayPattern* eng_rayPatterns(int n[1]);

// One of them by its name; NULL for none.
MJAPI const engRayPattern* eng_rayPattern(const char* name);

// The pattern of a camera of the model that is not orthographic, for pictures of nrow x ncolumn: by
// its intrinsics where it has a sensor size, else by fovy, pixels being square.  0; or -1 when
// there is none such.
MJAPI int eng_rayPatternOfCamera(const mjModel* m, int camera, int nrow, int ncolumn,
                                 engRayPattern* pattern);

// Unit directions of the rays in the frame of the sensor: nrow x ncolumn x 3; of a camera through
// the middles of the pixels.
MJAPI void eng_rayDirections(const engRayPattern* pattern, mjtNum* vec);

// Rays to shoot, and where what they hit goes.
typedef struct engRayGrid_ {
  int nrow, ncolumn;      // of rays
  const mjtNum* vec;      // directions in the frame of the sensor: nrow x ncolumn x 3
  mjtNum pos[3], mat[9];  // where the sensor is in the world
  mjtNum forward[3];      // not zero: distances are told along this direction of its frame, as in
                          // depth images; zero: along the rays
  mjtNum range[2];        // hits nearer or farther along the ray are none; {0, 0}: all count
  const mjtByte* geomgroup;  // which geoms are seen, as in mj_ray
  mjtByte flg_static;        // geoms of bodies that never move are seen
  int bodyexclude;           // a body that is not seen, -1 for none
  mjtByte flg_flex;  // flexes are seen: lines as capsules, sheets and outer faces of solids thin
  mjtNum* dist;      // out, nrow x ncolumn: distance, -1 for none
  int* geomid;       // out, nrow x ncolumn, or NULL: the geom hit, -1 for none
  int* flexid;       // out, nrow x ncolumn, or NULL: the flex hit, -1 for none
} engRayGrid;

// Shoot all rays, over the pool (NULL: in the calling thread).  A distance is, to the bit, the
// smallest that mj_ray and, for every flex f of dimension n,
// mju_rayFlex(m, d, 0, 0, n == 1, n > 1, 0, f, ...) give for pos and the direction
// mju_mulMatVec3(mat, vec), times the length of vec along forward where that is asked for; of equal
// ones geoms and lower ids come first.  (Put unit directions there where geoms are signed distance
// fields: mj_ray tells those in metres.)  A direction that has no length or is no number hits
// nothing. The poses of geoms and vertices of flexes must be those of mj_kinematics and mj_flex.
// Scratch, some 130 bytes a geom, flex element and thread, comes from the stack of d.  Where
// plugins make signed distance fields the calling thread works alone.
MJAPI void eng_rayGrid(const mjModel* m, mjData* d, mjThreadPool* pool, const engRayGrid* grid);

#ifdef __cplusplus
}  // extern "C"
#endif
