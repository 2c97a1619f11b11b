// Loading models of rigid bodies: time against another library of the same API, how time grows with
// the number of bodies, and memory.   bench_load HUMANOID [PEER]
//
// HUMANOID is model/humanoid.xml; PEER by default the library the system has.  The libraries take
// turns; the best turn of each counts.  Memory is the growth of the resident set at its peak, in a
// process of its own, over the size of the finished model.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "load_side.h"

// ------------------------------------------------------------------------------------- the scenes

static FILE* create(const char* name) {
  FILE* f = fopen(name, "w");
  if (!f) {
    perror(name);
    exit(1);
  }
  return f;
}

static char* read_text(const char* name) {
  FILE* f = fopen(name, "r");
  if (!f) {
    perror(name);
    exit(1);
  }
  char* text = calloc(1, 1 << 20);
  if (!fread(text, 1, (1 << 20) - 1, f)) exit(1);
  fclose(f);
  return text;
}

// What stands between the first <tag> and the last </tag>.
static char* inside(const char* text, const char* tag) {
  char open[50], close[50];
  snprintf(open, sizeof open, "<%s>", tag);
  snprintf(close, sizeof close, "</%s>", tag);
  const char *begin = strstr(text, open) + strlen(open), *end = NULL;
  for (const char* c = begin; (c = strstr(c, close)); c++) end = c;
  return strndup(begin, (size_t)(end - begin));
}

// Write a text with "_k" put behind all names and references.
static void write_copy(FILE* f, const char* text, int k) {
  static const char* const refer[] = {"name=\"", "joint=\"", "site=\"",
                                      "body=\"", "body1=\"", "body2=\""};
  for (const char* c = text; *c;) {
    size_t n = 0;
    for (size_t i = 0; i < sizeof refer / sizeof *refer && !n; i++) {
      if (!strncmp(c, refer[i], strlen(refer[i]))) n = strlen(refer[i]) + 1;
    }
    if (!n) {
      fputc(*c++, f);
      continue;
    }
    const char* end = strchr(c + n, '"');
    fprintf(f, "%.*s_%d", (int)(end - c), c, k);
    c = end;
  }
}

// n humanoids, each written out.
static void write_humanoids(const char* name, const char* humanoid, int n) {
  static const char* const sections[] = {"contact", "actuator", "sensor"};
  char *text = read_text(humanoid), *world = inside(text, "worldbody");
  char *defaults = inside(text, "default"), *torso = strstr(world, "<body");
  FILE* f = create(name);
  fprintf(f, "<mujoco><option timestep=\"0.005\"/><default>%s</default><worldbody>", defaults);
  fprintf(f, "%.*s", (int)(torso - world), world);
  for (int k = 0; k < n; k++) write_copy(f, torso, k);
  fprintf(f, "</worldbody>");
  for (int i = 0; i < 3; i++) {
    char* part = inside(text, sections[i]);
    fprintf(f, "<%s>", sections[i]);
    for (int k = 0; k < n; k++) write_copy(f, part, k);
    fprintf(f, "</%s>", sections[i]);
    free(part);
  }
  fprintf(f, "</mujoco>");
  fclose(f);
  free(defaults);
  free(world);
  free(text);
}

static void write_body(FILE* f, int i, int free_joint) {
  fprintf(f, "<body name=\"b%d\" pos=\"%d 0 1\">", i, i % 100);
  if (free_joint) {
    fprintf(f, "<freejoint name=\"j%d\"/>", i);
  } else {
    fprintf(f, "<joint name=\"j%d\" axis=\"0 1 0\" range=\"-50 60\" limited=\"true\"/>", i);
  }
  fprintf(f, "<geom name=\"g%d\" type=\"capsule\" size=\".05 .2\"/>", i);
}

// n bodies side by side, each free.
static void write_wide(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    write_body(f, i, 1);
    fprintf(f, "</body>");
  }
  fprintf(f, "</worldbody></mujoco>");
}

// Chains of 20 hinges, each with a motor and a sensor.
static void write_chains(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    write_body(f, i, 0);
    if (i % 20 == 19 || i == n - 1) {
      for (int k = 0; k <= i % 20; k++) fprintf(f, "</body>");
    }
  }
  fprintf(f, "</worldbody><actuator>");
  for (int i = 0; i < n; i++) fprintf(f, "<motor name=\"m%d\" joint=\"j%d\"/>", i, i);
  fprintf(f, "</actuator><sensor>");
  for (int i = 0; i < n; i++) fprintf(f, "<jointpos name=\"s%d\" joint=\"j%d\"/>", i, i);
  fprintf(f, "</sensor></mujoco>");
}

// n bodies without joints in ten fields, of ten geoms each.
static void write_geoms(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    if (i % (n / 10) == 0) fprintf(f, "<body pos=\"0 0 %d\"><freejoint/>", i);
    fprintf(f, "<body name=\"b%d\" pos=\"%d %d 0\">", i, i % 100, i / 100);
    for (int k = 0; k < 10; k++) {
      fprintf(f, "<geom type=\"box\" size=\".1 .2 .3\" pos=\"%d 0 .5\" euler=\"0 0 %d\"/>", k, k);
    }
    fprintf(f, "</body>");
    if ((i + 1) % (n / 10) == 0) fprintf(f, "</body>");
  }
  fprintf(f, "</worldbody></mujoco>");
}

// Tendons between neighbours, each with an actuator; equalities and exclusions.
static void write_links(FILE* f, int n) {
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) {
    write_body(f, i, 0);
    fprintf(f, "<site name=\"p%d\" pos=\"0 0 .2\"/></body>", i);
  }
  fprintf(f, "</worldbody><tendon>");
  for (int i = 1; i < n; i++) {
    fprintf(f, "<spatial name=\"t%d\"><site site=\"p%d\"/><site site=\"p%d\"/></spatial>", i, i - 1,
            i);
  }
  fprintf(f, "</tendon><actuator>");
  for (int i = 1; i < n; i++) fprintf(f, "<motor name=\"m%d\" tendon=\"t%d\"/>", i, i);
  fprintf(f, "</actuator><equality>");
  for (int i = 1; i < n; i++) {
    fprintf(f, "<connect body1=\"b%d\" body2=\"b%d\" anchor=\"0 0 0\"/>", i, i - 1);
  }
  fprintf(f, "</equality><contact>");
  for (int i = 1; i < n; i++) fprintf(f, "<exclude body1=\"b%d\" body2=\"b%d\"/>", i - 1, i);
  fprintf(f, "</contact></mujoco>");
}

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
  // what the library itself takes, once and for all
  FILE* f = create("empty.xml");
  fprintf(f, "<mujoco/>");
  fclose(f);
  mjModel* m = l.load("empty.xml", NULL, error, sizeof error);
  remove("empty.xml");
  if (!m) return 1;
  l.free(m);
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
