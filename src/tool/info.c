// engine info: contents of a model, and where the time of a step is spent.
#include <stdio.h>
#include <string.h>

#include "sample/show.h"
#include "tool/command.h"
#include "tool/model.h"
#include "tool/parts.h"

static bool short_form;
static int steps = 500;

static const command_option options[] = {
    {"short", TAKES_NOTHING, &short_form, NULL, "counts only"},
    {"steps", TAKES_INT, &steps, "N", "steps that are timed (500); 0: none"},
};

static const struct {
  const char* name;
  int type, count_offset;
} kinds[] = {
#define KIND(name, type, size) \
  { name, type, (int)offsetof(mjModel, size) }
    KIND("bodies", mjOBJ_BODY, nbody),
    KIND("joints", mjOBJ_JOINT, njnt),
    KIND("geoms", mjOBJ_GEOM, ngeom),
    KIND("sites", mjOBJ_SITE, nsite),
    KIND("cameras", mjOBJ_CAMERA, ncam),
    KIND("lights", mjOBJ_LIGHT, nlight),
    KIND("flexes", mjOBJ_FLEX, nflex),
    KIND("meshes", mjOBJ_MESH, nmesh),
    KIND("height fields", mjOBJ_HFIELD, nhfield),
    KIND("textures", mjOBJ_TEXTURE, ntex),
    KIND("materials", mjOBJ_MATERIAL, nmat),
    KIND("pairs", mjOBJ_PAIR, npair),
    KIND("excludes", mjOBJ_EXCLUDE, nexclude),
    KIND("equalities", mjOBJ_EQUALITY, neq),
    KIND("tendons", mjOBJ_TENDON, ntendon),
    KIND("actuators", mjOBJ_ACTUATOR, nu),
    KIND("sensors", mjOBJ_SENSOR, nsensor),
    KIND("keyframes", mjOBJ_KEY, nkey),
    KIND("plugins", mjOBJ_PLUGIN, nplugin),
#undef KIND
};

static void print_counts(const mjModel* m) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    int n = *(const int*)(const void*)((const char*)m + kinds[i].count_offset);
    if (n) printf("%-24s%d\n", kinds[i].name, n);
  }
  const struct {
    int n;
    const char *one, *many;
  } part[] = {{(int)m->nq, "position", "positions"},
              {(int)m->nv, "velocity", "velocities"},
              {(int)m->na, "activation", "activations"},
              {(int)m->nu, "control", "controls"}};
  printf("%-24s", "state");
  for (int i = 0; i < 4; i++) {
    if (part[i].n || i < 2) {
      printf("%s%d %s", i ? ", " : "", part[i].n, part[i].n == 1 ? part[i].one : part[i].many);
    }
  }
  puts("");
  printf("%-24s%.6g kg\n", "mass", mj_getTotalmass(m));
  printf("%-24s%.6g s\n", "time step", m->opt.timestep);
}

static int body_depth(const mjModel* m, int b) {
  int depth = 0;
  for (; b > 0; b = m->body_parentid[b]) depth++;
  return depth;
}

static void print_joint(const mjModel* m, int j) {
  static const char* type[] = {"free", "ball", "slide", "hinge"};
  char buffer[32];
  printf("  %s '%s'", type[m->jnt_type[j]], object_name(m, mjOBJ_JOINT, j, buffer));
  if (m->jnt_limited[j]) {
    printf(" %.4g to %.4g %s", m->jnt_range[2 * j], m->jnt_range[2 * j + 1],
           m->jnt_type[j] == mjJNT_SLIDE ? "m" : "rad");
  }
}

// Print the subtree recursively; children are not adjacent to their parents in the model.
static void print_tree(const mjModel* m, int b) {
  char buffer[32];
  printf("%*s%s", 2 * body_depth(m, b), "", object_name(m, mjOBJ_BODY, b, buffer));
  if (b) printf("  %.4g kg", m->body_mass[b]);
  if (m->body_geomnum[b])
    printf("  %d geom%s", m->body_geomnum[b], m->body_geomnum[b] > 1 ? "s" : "");
  for (int k = 0; k < m->body_jntnum[b]; k++) print_joint(m, m->body_jntadr[b] + k);
  puts("");
  for (int c = b + 1; c < m->nbody; c++) {
    if (m->body_parentid[c] == b) print_tree(m, c);
  }
}

static void print_cost(const mjModel* m, mjData* d) {
  mj_step(m, d);  // the first step touches new memory and is not measured
  mjcb_time = microseconds;
  memset(d->timer, 0, sizeof d->timer);
  for (int i = 0; i < steps; i++) {
    drive(m, d, 0.2);
    mj_step(m, d);
  }
  printf("\n%d steps with small controls:\n", steps);
  show_profile(d);
  mj_resetCallbacks();
}

static int info(const char* const* operand, int n) {
  (void)n;
  mjModel* m = read_model(operand[0]);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (!d || !start_at(m, d, NULL)) {
    mj_deleteModel(m);
    return 1;
  }
  printf("%-24s%s\n", "model", m->names);
  print_counts(m);
  printf("%-24s%.3g MB for the model", "memory", 1e-6 * (double)m->nbuffer);
  printf(", %.3g MB for its data, of these %.3g MB for contacts and constraints\n",
         1e-6 * (double)(d->nbuffer + d->narena), 1e-6 * (double)d->narena);
  if (!short_form) {
    puts("");
    print_tree(m, 0);
    print_parts(m);
    if (steps > 0) print_cost(m, d);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}

const command command_info = {
    .name = "info",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .summary = "Show what a model holds: counts, masses, memory, its tree, the time of a step",
    .text = "",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .run = info,
};
