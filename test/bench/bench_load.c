// Loading models of rigid bodies: time against another library of the same API, how time grows with
// the number of bodies, and memory.   bench_load HUMANOID [PEER]
//
// HUMANOID is model/humanoid.xml; PEER by default the library the system has.  The libraries take
// turns; the best turn of each counts.  Memory is the growth of the resident set at its peak, in a
// process of its own, over the size of the finished model.
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "load_scenes.h"
#include "load_side.h"

// -------------------------------------------------------------------------------------- measuring

static double load(const library* l, const char* file) {
  char error[500] = "";
  double start = now();
  mjModel* m = l->load(file, NULL, error, sizeof error);
  double time = now() - start;
  if (!m) {
    fprintf(stderr, "%s: %s\n", file, error);
    return INFINITY;
  }
  l->free(m);
  return time;
}

static double kilobytes(const char* what) {
  char line[200];
  double value = 0;
  FILE* f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f)) {
    if (!strncmp(line, what, strlen(what))) value = strtod(line + strlen(what) + 1, NULL);
  }
  if (f) fclose(f);
  return value;
}

typedef struct {
  double model, peak;  // bytes
} memory;

// Load a file and tell what it took: the whole program, so that nothing is left over from before.
static int print_memory(const char* file) {
  library l;
  char error[500];
  if (!open_library(&l, ENGINE_LIBRARY)) return 1;
  // what the library itself takes, once and for all: its code, too
  mjModel* m = l.load(file, NULL, error, sizeof error);
  if (!m) return 1;
  l.free(m);
  FILE* f = create("empty.xml");
  fprintf(f, "<mujoco/>");
  fclose(f);
  l.free(l.load("empty.xml", NULL, error, sizeof error));  // the library keeps the last
  remove("empty.xml");
  malloc_trim(0);
  f = fopen("/proc/self/clear_refs", "w");
  if (f) {
    fputs("5", f);  // forget the peak so far
    fclose(f);
  }
  double before = kilobytes("VmRSS");
  m = l.load(file, NULL, error, sizeof error);
  if (!m) return 1;
  printf("%.0f %.0f\n", (double)m->nbuffer + sizeof(mjModel), 1024 * (kilobytes("VmHWM") - before));
  return 0;
}

static memory measure_memory(const char* file) {
  memory result = {NAN, NAN};
  char command[300], self[200] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return result;
  snprintf(command, sizeof command, "%s --memory %s", self, file);
  FILE* f = popen(command, "r");
  if (f && fscanf(f, "%lf %lf", &result.model, &result.peak) != 2) result.peak = NAN;
  if (f) pclose(f);
  return result;
}

static void compare(const library* ours, const library* peer, const char* file, int turns) {
  double time = INFINITY, theirs = INFINITY;
  for (int turn = 0; turn < turns; turn++) {
    time = fmin(time, load(ours, file));
    if (peer->load) theirs = fmin(theirs, load(peer, file));
  }
  memory use = measure_memory(file);
  printf("%-16s %9.3f ms  peer %9.3f ms (%5.2f)  model %8.3f MB  peak %8.3f MB (%.2f)\n", file,
         1e3 * time, 1e3 * theirs, theirs / time, 1e-6 * use.model, 1e-6 * use.peak,
         use.peak / use.model);
}

typedef void (*writer)(FILE*, int);

static void measure_growth(const library* ours, const char* name, writer write) {
  static const int sizes[] = {1000, 5000, 10000, 20000};
  printf("%-8s", name);
  for (int i = 0; i < 4; i++) {
    FILE* f = create("scene.xml");
    write(f, sizes[i]);
    fclose(f);
    double time = INFINITY;
    for (int turn = 0; turn < 3; turn++) time = fmin(time, load(ours, "scene.xml"));
    memory use = measure_memory("scene.xml");
    printf("  %6.2f us (%4.2f)", 1e6 * time / sizes[i], use.peak / use.model);
    fflush(stdout);
  }
  remove("scene.xml");
  printf("\n");
}

int main(int argc, char** argv) {
  library ours, peer = {0};
  if (argc == 3 && !strcmp(argv[1], "--memory")) return print_memory(argv[2]);
  if (argc < 2 || !open_library(&ours, ENGINE_LIBRARY)) return 1;
  open_library(&peer, argc > 2 ? argv[2] : "libmujoco.so");
  char folder[] = "/tmp/bench_load_XXXXXX", *humanoid = realpath(argv[1], NULL);
  if (!humanoid || !mkdtemp(folder) || chdir(folder)) {
    perror(argv[1]);
    return 1;
  }
  write_humanoids("humanoid.xml", humanoid, 1);
  write_humanoids("humanoids.xml", humanoid, 100);
  compare(&ours, &peer, "humanoid.xml", 50);
  compare(&ours, &peer, "humanoids.xml", 8);
  remove("humanoid.xml");
  remove("humanoids.xml");
  printf("per body (memory at its peak, in sizes of the model):\n%-8s", "bodies");
  printf("  %16s  %16s  %16s  %16s\n", "1000", "5000", "10000", "20000");
  measure_growth(&ours, "wide", write_wide);
  measure_growth(&ours, "chains", write_chains);
  measure_growth(&ours, "geoms", write_geoms);
  measure_growth(&ours, "links", write_links);
  free(humanoid);
  return chdir("/") || rmdir(folder);
}
