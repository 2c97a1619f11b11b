// engine simulate: runs a simulation and writes its states as a table.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sample/show.h"
#include "tool/command.h"
#include "tool/drive.h"

static const char* states;
static double every;

static const command_option options[] = {
    {"states", TAKES_TEXT, &states, "FILE.csv",
     "write time, positions, velocities, controls and sensors; - is the standard output"},
    {"every", TAKES_POSITIVE, &every, "S", "write a row so often (every step)"},
};

// Print column names of an object: "hip", or "hip[0]", "hip[1]".
static void print_names(FILE* f, const char* of, const char* name, int n) {
  for (int k = 0; k < n; k++) { fprintf(f, n > 1 ? ",%s %s[%d]" : ",%s %s", of, name, k); }
}

// The name of a sensor; without one its number, what it measures, and of what.
static const char* sensor_name(const mjModel* m, int i, char buffer[200]) {
  char of[32], number[32];
  const char* name = object_name(m, mjOBJ_SENSOR, i, number);
  if (name != number) return name;
  const char* element = eng_elementName(mjOBJ_SENSOR, m->sensor_type[i]);
  int id = m->sensor_objid[i];
  snprintf(buffer, 200, "%s %s %s", number, element ? element : "",
           id < 0 ? "" : object_name(m, m->sensor_objtype[i], id, of));
  buffer[strcspn(buffer, ",")] = 0;
  return buffer;
}

static void print_header(FILE* f, const mjModel* m) {
  static const int npos[] = {7, 4, 1, 1}, nvel[] = {6, 3, 1, 1};
  char buffer[200];
  fputs("time", f);
  for (int i = 0; i < m->njnt; i++) {
    print_names(f, "qpos", object_name(m, mjOBJ_JOINT, i, buffer), npos[m->jnt_type[i]]);
  }
  for (int i = 0; i < m->njnt; i++) {
    print_names(f, "qvel", object_name(m, mjOBJ_JOINT, i, buffer), nvel[m->jnt_type[i]]);
  }
  for (int i = 0; i < m->nu; i++) {
    print_names(f, "ctrl", object_name(m, mjOBJ_ACTUATOR, i, buffer), 1);
  }
  for (int i = 0; i < m->nsensor; i++) {
    print_names(f, "sensor", sensor_name(m, i, buffer), m->sensor_dim[i]);
  }
  fputc('\n', f);
}

static void print_numbers(FILE* f, const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) fprintf(f, ",%.17g", x[i]);
}

static void print_state(FILE* f, const mjModel* m, const mjData* d) {
  fprintf(f, "%.10g", d->time);
  print_numbers(f, d->qpos, (int)m->nq);
  print_numbers(f, d->qvel, (int)m->nv);
  print_numbers(f, d->ctrl, (int)m->nu);
}

static void print_warnings(const mjData* d) {
  for (int i = 0; i < mjNWARNING; i++) {
    if (!d->warning[i].number) continue;
    fprintf(stderr, "warning, %d times: %s\n", d->warning[i].number,
            mju_warningText(i, (size_t)d->warning[i].lastinfo));
  }
}

// Simulate to the end, writing rows.  A step computes the sensors of the state that it starts from:
// they complete the row after it.
static void run_to_end(simulation* s, FILE* f) {
  int steps = simulation_steps(s);
  double next = s->d->time;
  if (f) print_header(f, s->m);
  for (int i = 0; i <= steps; i++) {
    simulation_control(s);
    bool write = f && s->d->time >= next - 0.5 * s->m->opt.timestep;
    if (write) {
      print_state(f, s->m, s->d);
      next += every;
    }
    if (i < steps) {
      mj_step(s->m, s->d);
    } else if (write) {
      mj_forward(s->m, s->d);
    }
    if (write) {
      print_numbers(f, s->d->sensordata, (int)s->m->nsensordata);
      fputc('\n', f);
    }
  }
}

static void report(const simulation* s, FILE* f, double spent) {
  double simulated = simulation_steps(s) * s->m->opt.timestep;
  fprintf(f, "%g s simulated in %.2f s, %.0f times real time; energy and contacts at the end:",
          simulated, spent, simulated / spent);
  mj_energyPos(s->m, s->d);
  mj_energyVel(s->m, s->d);
  fprintf(f, " %.4g J + %.4g J, %d\n", s->d->energy[0], s->d->energy[1], s->d->ncon);
}

static int simulate(const char* const* operand, int n) {
  (void)n;
  simulation s;
  FILE* f = NULL;
  bool fine = simulation_begin(&s, operand[0]);
  bool piped = states && !strcmp(states, "-");
  if (fine && states) {
    f = piped ? stdout : fopen(states, "w");
    if (!f) fprintf(stderr, "%s: %s\n", states, strerror(errno));
    fine = f != NULL;
  }
  if (fine) {
    double start = now();
    run_to_end(&s, f);
    report(&s, piped ? stderr : stdout, now() - start);
    print_warnings(s.d);
  }
  if (f && ((piped ? fflush(f) : fclose(f)) != 0)) {
    fprintf(stderr, "%s: %s\n", states, strerror(errno));
    fine = false;
  }
  simulation_end(&s);
  return !fine;
}

const command command_simulate = {
    .name = "simulate",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .summary = "Simulate a model; write its states and sensors as a table",
    .text = "A row of controls holds until the time of the next.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .more = drive_options,
    .nmore = NDRIVE_OPTION,
    .run = simulate,
};
