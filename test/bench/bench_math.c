// Speed of the mathematics beside that of another library with the same API, in one run.
//
//   bench_math [our library [their library]]
//
// Both are loaded privately and called through pointers, in turns, many times; the fastest turn of
// each counts.  Printed are nanoseconds per call and how many times faster ours is, with and
// without the time of an empty call, which is most of the time of small ones.  Without the other
// library our times are printed alone.

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <engine/math.h>

#ifndef ENGINE_LIBRARY
#define ENGINE_LIBRARY "libengine.so"
#endif

// The functions measured: FUNCTION(result, name, arguments)
#define FUNCTIONS(FUNCTION)                                                                \
  FUNCTION(mjtNum, mju_dot, (const mjtNum*, const mjtNum*, int))                           \
  FUNCTION(mjtNum, mju_norm, (const mjtNum*, int))                                         \
  FUNCTION(void, mju_addToScl, (mjtNum*, const mjtNum*, mjtNum, int))                      \
  FUNCTION(void, mju_scl, (mjtNum*, const mjtNum*, mjtNum, int))                           \
  FUNCTION(void, mju_add, (mjtNum*, const mjtNum*, const mjtNum*, int))                    \
  FUNCTION(void, mju_mulMatVec, (mjtNum*, const mjtNum*, const mjtNum*, int, int))         \
  FUNCTION(void, mju_mulMatTVec, (mjtNum*, const mjtNum*, const mjtNum*, int, int))        \
  FUNCTION(void, mju_mulMatMat, (mjtNum*, const mjtNum*, const mjtNum*, int, int, int))    \
  FUNCTION(void, mju_mulMatMatT, (mjtNum*, const mjtNum*, const mjtNum*, int, int, int))   \
  FUNCTION(void, mju_mulMatTMat, (mjtNum*, const mjtNum*, const mjtNum*, int, int, int))   \
  FUNCTION(void, mju_sqrMatTD, (mjtNum*, const mjtNum*, const mjtNum*, int, int))          \
  FUNCTION(void, mju_transpose, (mjtNum*, const mjtNum*, int, int))                        \
  FUNCTION(int, mju_cholFactor, (mjtNum*, int, mjtNum))                                    \
  FUNCTION(void, mju_cholSolve, (mjtNum*, const mjtNum*, const mjtNum*, int))              \
  FUNCTION(int, mju_cholUpdate, (mjtNum*, mjtNum*, int, int))                              \
  FUNCTION(mjtNum, mju_dot3, (const mjtNum*, const mjtNum*))                               \
  FUNCTION(void, mju_cross, (mjtNum*, const mjtNum*, const mjtNum*))                       \
  FUNCTION(mjtNum, mju_normalize3, (mjtNum*))                                              \
  FUNCTION(mjtNum, mju_normalize4, (mjtNum*))                                              \
  FUNCTION(void, mju_rotVecQuat, (mjtNum*, const mjtNum*, const mjtNum*))                  \
  FUNCTION(void, mju_mulMatVec3, (mjtNum*, const mjtNum*, const mjtNum*))                  \
  FUNCTION(void, mju_mulQuat, (mjtNum*, const mjtNum*, const mjtNum*))                     \
  FUNCTION(void, mju_mulQuatAxis, (mjtNum*, const mjtNum*, const mjtNum*))                 \
  FUNCTION(void, mju_axisAngle2Quat, (mjtNum*, const mjtNum*, mjtNum))                     \
  FUNCTION(void, mju_quat2Vel, (mjtNum*, const mjtNum*, mjtNum))                           \
  FUNCTION(void, mju_subQuat, (mjtNum*, const mjtNum*, const mjtNum*))                     \
  FUNCTION(void, mju_quat2Mat, (mjtNum*, const mjtNum*))                                   \
  FUNCTION(void, mju_mat2Quat, (mjtNum*, const mjtNum*))                                   \
  FUNCTION(void, mju_quatIntegrate, (mjtNum*, const mjtNum*, mjtNum))                      \
  FUNCTION(void, mju_quatZ2Vec, (mjtNum*, const mjtNum*))                                  \
  FUNCTION(void, mju_mulPose,                                                              \
           (mjtNum*, mjtNum*, const mjtNum*, const mjtNum*, const mjtNum*, const mjtNum*)) \
  FUNCTION(void, mju_negPose, (mjtNum*, mjtNum*, const mjtNum*, const mjtNum*))            \
  FUNCTION(void, mju_trnVecPose, (mjtNum*, const mjtNum*, const mjtNum*, const mjtNum*))   \
  FUNCTION(void, mju_transformSpatial,                                                     \
           (mjtNum*, const mjtNum*, int, const mjtNum*, const mjtNum*, const mjtNum*))     \
  FUNCTION(int, mju_eig3, (mjtNum*, mjtNum*, mjtNum*, const mjtNum*))                      \
  FUNCTION(                                                                                \
      int, mju_boxQP,                                                                      \
      (mjtNum*, mjtNum*, int*, const mjtNum*, const mjtNum*, int, const mjtNum*, const mjtNum*))

typedef struct {
#define FUNCTION(result, name, arguments) result(*name) arguments;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
} library;

// Load a library; 0 when it cannot be.
static int library_open(library* lib, const char* path) {
  void* handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!handle) return 0;
#define FUNCTION(result, name, arguments) *(void**)&lib->name = dlsym(handle, #name);
  FUNCTIONS(FUNCTION)
#undef FUNCTION
  return 1;
}

enum { MOST = 100 };

// What the functions work on.
static struct {
  mjtNum a[MOST * MOST], b[MOST * MOST], r[MOST * (MOST + 7)], spd[MOST * MOST], chol[MOST * MOST];
  mjtNum x[MOST], y[MOST], d[MOST], low[MOST], high[MOST];
  mjtNum quat[4], quat2[4], pos[3], pos2[3], mat[9], sym[9];
} data;
static volatile mjtNum sink;

static void draw(mjtNum* x, int n) {
  for (int i = 0; i < n; i++) x[i] = 2 * (mjtNum)rand() / RAND_MAX - 1;
}

static void prepare(const library* lib, int n) {
  srand(7);
  draw(data.a, MOST * MOST);
  draw(data.b, MOST * MOST);
  draw(data.x, MOST);
  draw(data.y, MOST);
  draw(data.d, MOST);
  draw(data.pos, 3);
  draw(data.pos2, 3);
  draw(data.quat, 4);
  draw(data.quat2, 4);
  lib->mju_normalize4(data.quat);
  lib->mju_normalize4(data.quat2);
  lib->mju_quat2Mat(data.mat, data.quat);
  memset(data.r, 0, sizeof data.r);
  lib->mju_mulMatMatT(data.spd, data.a, data.a, n, n, n);
  for (int i = 0; i < n; i++) {
    data.spd[i * (n + 1)] += n;
    data.low[i] = -0.01;
    data.high[i] = 0.01;
  }
  memcpy(data.chol, data.spd, sizeof data.chol);
  lib->mju_cholFactor(data.chol, n, 1e-15);
  lib->mju_mulMatMatT(data.sym, data.b, data.b, 3, 3, 3);
}

// The next of many vectors to be changed in place, all written well before: a vector written just
// before the call would measure how stores of one width wait for loads of another.
static mjtNum* fresh(int t, const mjtNum* from, int stride) {
  enum { vectors = 64 };
  if (t % vectors == 0) memcpy(data.r, from, sizeof(mjtNum) * (size_t)(vectors * stride));
  return data.r + t % vectors * stride;
}

// One case a line: CASE(label, needed function, statement); sized ones for every n.
#define SIZED(CASE)                                                                               \
  CASE("dot", mju_dot, sink = lib->mju_dot(data.x, data.y, n))                                    \
  CASE("norm", mju_norm, sink = lib->mju_norm(data.x, n))                                         \
  CASE("axpy", mju_addToScl, lib->mju_addToScl(data.r + 128 * (t & 7), data.x, 1e-9, n))          \
  CASE("scale", mju_scl, lib->mju_scl(data.r, data.x, 1.5, n))                                    \
  CASE("add", mju_add, lib->mju_add(data.r, data.x, data.y, n))                                   \
  CASE("mat vec", mju_mulMatVec, lib->mju_mulMatVec(data.r, data.a, data.x, n, n))                \
  CASE("mat' vec", mju_mulMatTVec, lib->mju_mulMatTVec(data.r, data.a, data.x, n, n))             \
  CASE("mat mat", mju_mulMatMat, lib->mju_mulMatMat(data.r, data.a, data.b, n, n, n))             \
  CASE("mat mat'", mju_mulMatMatT, lib->mju_mulMatMatT(data.r, data.a, data.b, n, n, n))          \
  CASE("mat' mat", mju_mulMatTMat, lib->mju_mulMatTMat(data.r, data.a, data.b, n, n, n))          \
  CASE("mat' d mat", mju_sqrMatTD, lib->mju_sqrMatTD(data.r, data.a, data.d, n, n))               \
  CASE("transpose", mju_transpose, lib->mju_transpose(data.r, data.a, n, n))                      \
  CASE("chol factor", mju_cholFactor, memcpy(data.r, data.spd, sizeof(mjtNum) * (size_t)(n * n)); \
       sink = lib->mju_cholFactor(data.r, n, 1e-15))                                              \
  CASE("chol solve", mju_cholSolve, lib->mju_cholSolve(data.r, data.chol, data.x, n))             \
  CASE("chol update", mju_cholUpdate, memcpy(data.r, data.x, sizeof(mjtNum) * (size_t)n);         \
       sink = lib->mju_cholUpdate(data.chol, data.r, n, t & 1))                                   \
  CASE("boxQP", mju_boxQP, memset(data.b, 0, sizeof(mjtNum) * (size_t)n);                         \
       sink = lib->mju_boxQP(data.b, data.r, NULL, data.spd, data.x, n, data.low, data.high))
#define FIXED(CASE)                                                                               \
  CASE("dot3", mju_dot3, sink = lib->mju_dot3(data.pos, data.pos2))                               \
  CASE("cross", mju_cross, lib->mju_cross(data.r, data.pos, data.pos2))                           \
  CASE("normalize3", mju_normalize3, sink = lib->mju_normalize3(fresh(t, data.a, 3)))             \
  CASE("normalize4", mju_normalize4, sink = lib->mju_normalize4(fresh(t, data.a, 4)))             \
  CASE("rotVecQuat", mju_rotVecQuat, lib->mju_rotVecQuat(data.r, data.pos, data.quat))            \
  CASE("mulQuat", mju_mulQuat, lib->mju_mulQuat(data.r, data.quat, data.quat2))                   \
  CASE("mulQuatAxis", mju_mulQuatAxis, lib->mju_mulQuatAxis(data.r, data.quat, data.pos))         \
  CASE("axisAngle2Quat", mju_axisAngle2Quat, lib->mju_axisAngle2Quat(data.r, data.pos, 0.3))      \
  CASE("quat2Vel", mju_quat2Vel, lib->mju_quat2Vel(data.r, data.quat, 0.1))                       \
  CASE("subQuat", mju_subQuat, lib->mju_subQuat(data.r, data.quat, data.quat2))                   \
  CASE("quat2Mat", mju_quat2Mat, lib->mju_quat2Mat(data.r, data.quat))                            \
  CASE("mat2Quat", mju_mat2Quat, lib->mju_mat2Quat(data.r, data.mat))                             \
  CASE("quatIntegrate", mju_quatIntegrate,                                                        \
       lib->mju_quatIntegrate(fresh(t, data.a, 4), data.pos, 0.1))                                \
  CASE("quatZ2Vec", mju_quatZ2Vec, lib->mju_quatZ2Vec(data.r, data.pos))                          \
  CASE("mulPose", mju_mulPose,                                                                    \
       lib->mju_mulPose(data.r, data.r + 4, data.pos, data.quat, data.pos2, data.quat2))          \
  CASE("negPose", mju_negPose, lib->mju_negPose(data.r, data.r + 4, data.pos, data.quat))         \
  CASE("trnVecPose", mju_trnVecPose, lib->mju_trnVecPose(data.r, data.pos, data.quat, data.pos2)) \
  CASE("transformSpatial", mju_transformSpatial,                                                  \
       lib->mju_transformSpatial(data.r, data.x, 1, data.pos, data.pos2, data.mat))               \
  CASE("eig3", mju_eig3, sink = lib->mju_eig3(data.r, data.r + 3, data.r + 12, data.sym))

typedef struct {
  const char* label;
  void (*run)(const library* lib, int n, int times);
  int (*there)(const library* lib);
} benchmark;

// The functions behind the cases, and the tables of them.
#define RUN(id, function, statement)                           \
  static void run_##id(const library* lib, int n, int times) { \
    for (int t = 0; t < times; t++) { statement; }             \
    (void)n;                                                   \
  }                                                            \
  static int there_##id(const library* lib) { return lib->function != NULL; }
#define DEFINE(label, function, ...) RUN(function, function, __VA_ARGS__)
SIZED(DEFINE)
FIXED(DEFINE)
#define ROW(label, function, ...) {label, run_##function, there_##function},
static const benchmark sized[] = {SIZED(ROW)}, fixed[] = {FIXED(ROW)};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double seconds_of(const benchmark* b, const library* lib, int n, int times) {
  double start = now();
  b->run(lib, n, times);
  return (now() - start) / times;
}

// A call that does nothing, by a pointer the compiler does not see through.
static mjtNum nothing(const mjtNum* a, const mjtNum* b, int n) {
  (void)a;
  (void)b;
  return n;
}

static double empty_call(void) {
  enum { times = 1 << 16, turns = 40 };
  mjtNum (*volatile function)(const mjtNum*, const mjtNum*, int) = nothing;
  double best = 1e30;
  for (int turn = 0; turn < turns; turn++) {
    double start = now();
    for (int t = 0; t < times; t++) sink = function(data.x, data.y, t);
    double s = (now() - start) / times;
    if (s < best) best = s;
  }
  return best;
}

static void measure(const benchmark* b, const library* ours, const library* theirs, int n,
                    double empty) {
  enum { turns = 40 };
  double best = 1e30, other = 1e30;
  int times = 1;
  if (theirs && !b->there(theirs)) theirs = NULL;
  while (times < 1 << 22 && seconds_of(b, ours, n, times) * times < 1e5) times *= 2;
  for (int t = 0; t < turns; t++) {
    double s = seconds_of(b, ours, n, times);
    if (s < best) best = s;
    if (!theirs) continue;
    s = seconds_of(b, theirs, n, times);
    if (s < other) other = s;
  }
  printf("%-18s %4d %12.1f", b->label, n, best);
  double net = best > empty + 0.1 ? best - empty : 0.1;
  if (theirs) printf(" %12.1f %8.2f %8.2f", other, other / best, (other - empty) / net);
  printf("\n");
}

int main(int argc, char** argv) {
  static library ours, theirs;
  const char* path = argc > 1 ? argv[1] : ENGINE_LIBRARY;
  if (!library_open(&ours, path)) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  const library* peer = library_open(&theirs, argc > 2 ? argv[2] : "libmujoco.so") ? &theirs : NULL;
  printf("%-18s %4s %12s", "", "n", "ns");
  if (peer) printf(" %12s %8s %8s", "peer ns", "faster", "net");
  printf("\n");
  double empty = empty_call();
  printf("%-18s %4d %12.1f\n", "empty call", 1, empty);
  const int n[] = {3, 6, 16, 27, 100};
  for (size_t i = 0; i < sizeof sized / sizeof sized[0]; i++) {
    for (size_t k = 0; k < sizeof n / sizeof n[0]; k++) {
      prepare(&ours, n[k]);
      measure(&sized[i], &ours, peer, n[k], empty);
    }
  }
  prepare(&ours, 3);
  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
    measure(&fixed[i], &ours, peer, 1, empty);
  return 0;
}
