// What a robot sees: a depth image, or the ranges of a lidar, as a picture, near things bright.
//
//   lidar MODEL.xml PICTURE.png [SENSOR = realsense_d435 | CAMERA OF THE MODEL [THREADS = 1]]
//
// A sensor of the list stands where the first camera of the model is, or before the model; without
// arguments the list is shown.
#include <stdlib.h>
#include <string.h>

#include <engine/film.h>

#include "show.h"

static int list_sensors(const char* program) {
  int n;
  const engRayPattern* p = eng_rayPatterns(&n);
  fprintf(stderr, "usage: %s MODEL.xml PICTURE.png [SENSOR [THREADS]]\nsensors:\n", program);
  for (int i = 0; i < n; i++) {
    fprintf(stderr, "  %-18s %4d x %-4d rays, %g to %g m\n", p[i].name, p[i].nrow, p[i].ncolumn,
            p[i].range[0], p[i].range[1]);
  }
  return 2;
}

// Put the sensor at a camera, or without one three extents before the centre, looking there; a
// lidar, whose x is ahead and z up, looks the same way.
static void place(const mjModel* m, const mjData* d, int camera, int projection, engRayGrid* g) {
  mjtNum mat[9] = {0, 0, -1, -1, 0, 0, 0, 1, 0};
  mju_copy3(g->pos, m->stat.center);
  g->pos[0] -= 1.5 * m->stat.extent;
  if (m->ncam) {
    mju_copy3(g->pos, d->cam_xpos + 3 * camera);
    mju_copy(mat, d->cam_xmat + 9 * camera, 9);
  }
  for (int k = 0; k < 3; k++) {
    const mjtNum *r = mat + 3 * k, ahead = -r[2], left = -r[0], up = r[1];
    mju_copy3(g->mat + 3 * k, projection == engRAY_PLANE ? r : (mjtNum[3]){ahead, left, up});
  }
}

int main(int argc, char** argv) {
  if (argc < 3) return list_sensors(argv[0]);
  mjModel* m = load_model(argv[1]);
  if (!m) return 1;
  const char* name = argc > 3 ? argv[3] : "realsense_d435";
  const engRayPattern* known = eng_rayPattern(name);
  int camera = mjMAX(0, mj_name2id(m, mjOBJ_CAMERA, name));
  engRayPattern p;
  if (known) p = *known;
  if (!known && eng_rayPatternOfCamera(m, camera, 480, 640, &p)) return list_sensors(argv[0]);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);

  size_t n = (size_t)p.nrow * (size_t)p.ncolumn;
  mjtNum *vec = malloc(3 * n * sizeof *vec), *dist = malloc(n * sizeof *dist);
  eng_rayDirections(&p, vec);
  engRayGrid g = {.nrow = p.nrow,
                  .ncolumn = p.ncolumn,
                  .vec = vec,
                  .range = {p.range[0], p.range[1]},
                  .flg_static = 1,
                  .bodyexclude = -1,
                  .flg_flex = 1,
                  .dist = dist};
  if (p.projection == engRAY_PLANE) g.forward[2] = -1;
  place(m, d, camera, p.projection, &g);
  int nthread = argc > 4 ? atoi(argv[4]) : 1;
  mjThreadPool* pool = nthread > 1 ? mju_threadPoolCreate((size_t)nthread - 1) : NULL;
  double start = now();
  eng_rayGrid(m, d, pool, &g);
  double spent = now() - start;

  int hits = 0;
  mjtNum nearest = 1e30, farthest = 0;
  for (size_t i = 0; i < n; i++) {
    if (dist[i] < 0) continue;
    hits++;
    nearest = mjMIN(nearest, dist[i]);
    farthest = mjMAX(farthest, dist[i]);
  }
  printf("%s: %zu rays in %.2f ms, %d hit something, %.3f to %.3f m away\n", name, n, 1e3 * spent,
         hits, hits ? nearest : 0, farthest);
  unsigned char* rgb = malloc(3 * n);
  for (size_t i = 0; i < n; i++) {
    // pictures are written from the bottom up
    mjtNum x = dist[((size_t)p.nrow - 1 - i / (size_t)p.ncolumn) * (size_t)p.ncolumn +
                    i % (size_t)p.ncolumn];
    mjtNum light = x < 0 ? 0 : 40 + 215 * nearest / mjMAX(x, mjMINVAL);
    memset(rgb + 3 * i, (int)light, 3);
  }
  char error[500] = "";
  int failed = eng_writePicture(argv[2], rgb, p.ncolumn, p.nrow, error, sizeof error);
  if (failed) fprintf(stderr, "%s\n", error);
  mju_threadPoolDestroy(pool);
  free(vec);
  free(dist);
  free(rgb);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed != 0;
}
