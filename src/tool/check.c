// engine check: whether a model loads, and what in it will simulate badly.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "tool/check.h"
#include "tool/command.h"
#include "tool/model.h"

static double seconds = 1;
static bool strict;

static const command_option options[] = {
    {"seconds", TAKES_AMOUNT, &seconds, "S", "simulate so long without controls, too (1)"},
    {"strict", TAKES_NOTHING, &strict, NULL, "the exit status is 1 when anything was found"},
};

static int found;

void found_print(const char* format, ...) {
  va_list args;
  va_start(args, format);
  printf("- ");
  vprintf(format, args);
  puts("");
  va_end(args);
  found++;
}

// Run a short simulation and print its warnings, each once.
static void simulate(const mjModel* m, mjData* d) {
  start_at(m, d, NULL);
  int steps = (int)(seconds / m->opt.timestep);
  for (int i = 0; i < steps; i++) mj_step(m, d);
  for (int i = 0; i < mjNWARNING; i++) {
    if (!d->warning[i].number) continue;
    found_print("in %g s without controls, %d times: %s", seconds, d->warning[i].number,
                mju_warningText(i, (size_t)d->warning[i].lastinfo));
  }
}

static int check(const char* const* operand, int n) {
  (void)n;
  mjModel* m = read_model(operand[0]);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (d) {
    start_at(m, d, NULL);
    mj_forward(m, d);
    if (ends_with(operand[0], ".urdf")) check_inertials(operand[0]);
    check_masses(m);
    check_joints(m, d);
    check_actuators(m, d);
    check_softness(m);
    check_contacts(m, d);
    check_meshes(m);
    simulate(m, d);
    if (!found) puts("loads, and nothing was found that simulates badly");
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return !d || (strict && found);
}

const command command_check = {
    .name = "check",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .summary = "Load a model and warn of what simulates badly",
    .text =
        "Looks for: bodies that are far lighter than what they carry; links of URDF without an\n"
        "inertial; motion too fast for the time step; softness shorter than two steps; limits\n"
        "that are never reached or are violated from the start; controls beyond what a joint can\n"
        "do; geoms that overlap at rest; meshes that collide as their hull although they are far\n"
        "from convex; warnings of a short simulation.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .run = check,
};
