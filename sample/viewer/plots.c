#include "plots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fields.h"

// Points of the figures that follow the steps.
enum { STEPS = 200 };

// --- where time goes ----------------------------------------------------------------------------

// Lines of the timing figure: what of the step they are.
static const struct {
  const char* name;
  int timer;
} stages[] = {
    {"total", mjTIMER_STEP},
    {"collision", mjTIMER_POS_COLLISION},
    {"make", mjTIMER_POS_MAKE},
    {"project", mjTIMER_POS_PROJECT},
    {"constraint", mjTIMER_CONSTRAINT},
    {"kinematics", mjTIMER_POS_KINEMATICS},
    {"inertia", mjTIMER_POS_INERTIA},
    {"velocity", mjTIMER_VELOCITY},
};
enum { STAGES = sizeof stages / sizeof *stages, COUNTS = 5 };

static void title_figure(mjvFigure* f, const char* title, const char* xlabel, const char* yformat) {
  mjv_defaultFigure(f);
  snprintf(f->title, sizeof f->title, "%s", title);
  snprintf(f->xlabel, sizeof f->xlabel, "%s", xlabel);
  snprintf(f->yformat, sizeof f->yformat, "%s", yformat);
  f->figurergba[3] = .5f;
  f->gridsize[0] = f->gridsize[1] = 5;
  f->flg_extend = 1;
}

// A line that runs back from now by one point a step.
static void begin_steps(mjvFigure* f, int line, const char* name) {
  snprintf(f->linename[line], sizeof f->linename[line], "%s", name);
  f->linepnt[line] = STEPS;
  for (int k = 0; k < STEPS; k++) {
    f->linedata[line][2 * k] = (float)-k;
    f->linedata[line][2 * k + 1] = 0;
  }
}

static void push(mjvFigure* f, int line, double value) {
  float* data = f->linedata[line];
  for (int k = STEPS - 1; k > 0; k--) data[2 * k + 1] = data[2 * k - 1];
  data[1] = (float)(isfinite(value) ? value : 0);
}

void plots_make(plots* p) {
  static const char* const counts[COUNTS] = {"contacts", "rows", "islands", "iterations",
                                             "equalities"};
  memset(p, 0, sizeof *p);
  title_figure(&p->timing, "Time of a step (us)", "Frame", "%.0f");
  title_figure(&p->counts, "Counts", "Frame", "%.0f");
  title_figure(&p->convergence, "Convergence (log 10)", "Solver iteration", "%.1f");
  title_figure(&p->sensors, "Sensors", "", "%.1f");
  title_figure(&p->series, "Watched", "Time (s)", "%.3g");
  for (int k = 0; k < STAGES; k++) begin_steps(&p->timing, k, stages[k].name);
  for (int k = 0; k < COUNTS; k++) begin_steps(&p->counts, k, counts[k]);
  for (int axis = 0; axis < 2; axis++) p->timing.range[0][axis] = (float)(axis ? 0 : -STEPS);
  snprintf(p->convergence.linename[0], 100, "improvement");
  snprintf(p->convergence.linename[1], 100, "gradient");
  p->sensors.flg_barplot = 1;
  p->sensors.flg_legend = 0;
  p->sensors.flg_symmetric = 1;
  snprintf(p->series.xformat, sizeof p->series.xformat, "%%.2f");
  p->last = -1;
}

static void update_profile(plots* p, const mjData* d) {
  for (int k = 0; k < STAGES; k++) {
    const mjTimerStat* t = d->timer + stages[k].timer;
    push(&p->timing, k, t->number ? t->duration / t->number : 0);
  }
  const double counts[COUNTS] = {d->ncon, d->nefc, d->nisland, d->solver_niter[0], d->ne};
  for (int k = 0; k < COUNTS; k++) push(&p->counts, k, counts[k]);
  int n = d->solver_niter[0] < mjNSOLVER ? d->solver_niter[0] : mjNSOLVER;
  for (int k = 0; k < n; k++) {
    const double value[2] = {d->solver[k].improvement, d->solver[k].gradient};
    for (int line = 0; line < 2; line++) {
      p->convergence.linedata[line][2 * k] = (float)k;
      p->convergence.linedata[line][2 * k + 1] = (float)log10(fmax(1e-15, value[line]));
    }
  }
  p->convergence.linepnt[0] = p->convergence.linepnt[1] = n;
}

// --- sensors ------------------------------------------------------------------------------------

// A bar for each number, a line of the figure for each type of sensor.
static void update_sensors(plots* p, const mjModel* m, const mjData* d) {
  mjvFigure* f = &p->sensors;
  memset(f->linepnt, 0, sizeof f->linepnt);
  int types = 0, last = -1;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] != last && types < mjMAXLINE) types++;
    last = m->sensor_type[i];
    double cutoff = m->sensor_cutoff[i] > 0 ? m->sensor_cutoff[i] : 1;
    for (int k = 0; k < m->sensor_dim[i]; k++) {
      int at = m->sensor_adr[i] + k, n = f->linepnt[types - 1];
      if (n + 2 > mjMAXLINEPNT) break;
      float* to = f->linedata[types - 1] + 2 * n;
      to[0] = to[2] = (float)at;
      to[1] = 0;
      to[3] = (float)(isfinite(d->sensordata[at]) ? d->sensordata[at] / cutoff : 0);
      f->linepnt[types - 1] = n + 2;
    }
  }
}

// --- watched numbers ----------------------------------------------------------------------------

bool plots_watch(plots* p, const mjModel* m, const mjData* d, const char* field, int index) {
  double value;
  if (p->lines == MAX_WATCHED || !field_value(m, d, field, index, &value)) return false;
  watched* w = p->line + p->lines;
  snprintf(w->field, sizeof w->field, "%s", field);
  w->index = index;
  snprintf(p->series.linename[p->lines], 100, "%.80s[%d]", field, index);
  p->series.linepnt[p->lines++] = 0;
  return true;
}

void plots_clear(plots* p) {
  p->lines = 0;
  memset(p->series.linepnt, 0, sizeof p->series.linepnt);
  memset(p->series.linename, 0, sizeof p->series.linename);
}

static void add_point(plots* p, int line, double x, double y) {
  mjvFigure* f = &p->series;
  float* data = f->linedata[line];
  double(*points)[2] = p->points[line];
  if (f->linepnt[line] == PLOT_POINTS) {
    memmove(data, data + 2, sizeof(float) * 2 * (PLOT_POINTS - 1));
    memmove(points, points + 1, sizeof *points * (PLOT_POINTS - 1));
    f->linepnt[line]--;
  }
  int n = f->linepnt[line]++;
  points[n][0] = x;
  points[n][1] = y;
  data[2 * n] = (float)x;
  data[2 * n + 1] = (float)y;
}

static void update_series(plots* p, const mjModel* m, const mjData* d) {
  if (d->time < p->last) memset(p->series.linepnt, 0, sizeof p->series.linepnt);  // time went back
  for (int k = 0; k < p->lines; k++) {
    double value;
    if (!field_value(m, d, p->line[k].field, p->line[k].index, &value)) value = 0;
    add_point(p, k, d->time, value);
  }
}

void plots_update(plots* p, const mjModel* m, const mjData* d) {
  if (d->time == p->last) return;
  update_profile(p, d);
  update_sensors(p, m, d);
  update_series(p, m, d);
  p->last = d->time;
}

bool plots_csv(const plots* p, const char* file) {
  FILE* f = fopen(file, "w");
  if (!f) return false;
  fprintf(f, "time");
  for (int k = 0; k < p->lines; k++) fprintf(f, ",%s", p->series.linename[k]);
  fprintf(f, "\n");
  // lines begin when they were added: the first has the most points
  int n = p->lines ? p->series.linepnt[0] : 0;
  for (int i = 0; i < n; i++) {
    fprintf(f, "%.9g", p->points[0][i][0]);
    for (int k = 0; k < p->lines; k++) {
      int at = i - (n - p->series.linepnt[k]);
      fprintf(f, ",");
      if (at >= 0) fprintf(f, "%.9g", p->points[k][at][1]);
    }
    fprintf(f, "\n");
  }
  return fclose(f) == 0;
}

void plots_draw(plots* p, mjrRect view, const bool which[5], const mjrContext* con) {
  mjvFigure* const figures[5] = {&p->timing, &p->counts, &p->convergence, &p->sensors, &p->series};
  int count = 0, drawn = 0;
  for (int k = 0; k < 5; k++) count += which[k];
  if (!count) return;
  int height = view.height / (count > 3 ? count : 3), width = view.width / 3;
  for (int k = 0; k < 5; k++) {
    if (!which[k]) continue;
    drawn++;
    mjrRect r = {view.left + view.width - width, view.bottom + view.height - drawn * height, width,
                 height};
    mjr_figure(r, figures[k], con);
  }
}
