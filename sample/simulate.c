// Simulate a model with small controls and draw energy, contacts and time per step as an SVG plot.
//
//   simulate MODEL.xml [SECONDS = 10] [PLOT.svg]
#include <stdlib.h>

#include "show.h"

enum { POINTS = 300, WIDTH = 760, HEIGHT = 170, LEFT = 70, TOP = 34 };

// A curve: the mean of the samples that fall on each of its points.
typedef struct {
  const char* name;
  const char* colour;
  double sum[POINTS];
  int count[POINTS];
} curve;

static void sample(curve* c, double share, double value) {
  int i = (int)(share * POINTS);
  if (i >= POINTS) i = POINTS - 1;
  c->sum[i] += value;
  c->count[i]++;
}

static int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// A curve of medians of n samples in a row, which it puts in order: what a step takes is now and
// then what the scheduler takes, and a mean would show that.
static void medians(curve* c, double* value, int n) {
  for (int i = 0; i < POINTS; i++) {
    int first = (int)((long long)n * i / POINTS), end = (int)((long long)n * (i + 1) / POINTS);
    if (first == end) continue;
    qsort(value + first, (size_t)(end - first), sizeof *value, ascending);
    c->sum[i] = value[first + (end - first) / 2];
    c->count[i] = 1;
  }
}

// The values of curves lie within low and high.
static void range(const curve* c, int n, double* low, double* high) {
  *low = 0;
  *high = 1e-9;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < POINTS; i++) {
      if (c[k].count[i] == 0) continue;
      double y = c[k].sum[i] / c[k].count[i];
      if (y < *low) *low = y;
      if (y > *high) *high = y;
    }
  }
}

// One panel: frame, scale, legend, curves.
static void draw_panel(FILE* f, int row, const char* title, const curve* c, int n, double seconds) {
  double low, high;
  range(c, n, &low, &high);
  int top = TOP + row * (HEIGHT + 44);
  fprintf(f, "<g transform=\"translate(%d %d)\">\n", LEFT, top);
  fprintf(f, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\" stroke=\"#bbb\"/>\n", WIDTH, HEIGHT);
  fprintf(f, "<text y=\"-8\" font-weight=\"bold\">%s</text>\n", title);
  for (int i = 0; i <= 4; i++) {
    double y = HEIGHT * (1 - i / 4.0), x = WIDTH * i / 4.0;
    fprintf(f, "<text x=\"-8\" y=\"%.0f\" text-anchor=\"end\">%.4g</text>\n", y + 4,
            low + (high - low) * i / 4);
    fprintf(f, "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%.3g s</text>\n", x, HEIGHT + 16,
            seconds * i / 4);
    fprintf(f, "<path d=\"M0 %.0fH%d\" stroke=\"#eee\"/>\n", y, WIDTH);
  }
  for (int k = 0; k < n; k++) {
    fprintf(f, "<text x=\"%d\" y=\"-8\" fill=\"%s\" text-anchor=\"end\">%s</text>\n",
            WIDTH - 90 * (n - 1 - k), c[k].colour, c[k].name);
    fprintf(f, "<polyline fill=\"none\" stroke=\"%s\" points=\"", c[k].colour);
    for (int i = 0; i < POINTS; i++) {
      if (c[k].count[i] == 0) continue;
      double y = c[k].sum[i] / c[k].count[i];
      fprintf(f, "%.0f,%.1f ", WIDTH * (i + 0.5) / POINTS, HEIGHT * (1 - (y - low) / (high - low)));
    }
    fputs("\"/>\n", f);
  }
  fputs("</g>\n", f);
}

static int draw(const char* filename, const curve* c, double seconds) {
  FILE* f = fopen(filename, "w");
  if (!f) {
    perror(filename);
    return 1;
  }
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#fafafa\"/>\n",
          WIDTH + LEFT + 30, TOP + 3 * (HEIGHT + 44));
  draw_panel(f, 0, "energy, J", c, 3, seconds);
  draw_panel(f, 1, "contacts", c + 3, 1, seconds);
  draw_panel(f, 2, "time per step, us", c + 4, 1, seconds);
  fputs("</svg>\n", f);
  return fclose(f) != 0;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s MODEL.xml [SECONDS] [PLOT.svg]\n", argv[0]);
    return 2;
  }
  double seconds = argc > 2 ? atof(argv[2]) : 10;
  mjModel* m = load_model(argv[1]);
  if (!m) return 1;
  m->opt.enableflags |= mjENBL_ENERGY;
  mjData* d = mj_makeData(m);
  printf("libengine, API %s, built for %s; the processor is %s\n", mj_versionString(),
         eng_buildTarget(), eng_cpuTarget());

  static curve curves[] = {{.name = "potential", .colour = "#2a7"},
                           {.name = "kinetic", .colour = "#c52"},
                           {.name = "total", .colour = "#333"},
                           {.name = "", .colour = "#26c"},
                           {.name = "", .colour = "#83a"}};
  mjcb_time = microseconds;
  int steps = mju_max(1, seconds / m->opt.timestep);
  double* spent = malloc(sizeof *spent * (size_t)steps);
  if (!spent) return 1;
  for (int i = 0; i < steps; i++) {
    drive(m, d, 0.2);
    double start = now();
    mj_step(m, d);
    spent[i] = 1e6 * (now() - start);
    double value[] = {d->energy[0], d->energy[1], d->energy[0] + d->energy[1], d->ncon};
    for (int k = 0; k < 4; k++) sample(curves + k, (double)i / steps, value[k]);
    if (i % 50 == 49 || i == steps - 1) show_progress(i + 1, steps);
  }

  medians(curves + 4, spent, steps);
  free(spent);
  printf("%d steps of %g s simulated, %.0f times faster than real time\n\n", steps, m->opt.timestep,
         1e6 * steps * m->opt.timestep / mju_max(1e-9, d->timer[mjTIMER_STEP].duration));
  show_profile(d);
  int failed = argc > 3 && draw(argv[3], curves, steps * m->opt.timestep);
  if (argc > 3 && !failed) printf("\nplot of energy, contacts and time per step: %s\n", argv[3]);
  mj_resetCallbacks();
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}
