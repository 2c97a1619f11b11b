// Every call of the API that could allocate, with no memory: each allocation of a row fails in
// turn, alone and with all that follow.  A call then says so, by an error, a warning or its result,
// and blames nothing else; or it gives what it gives with memory.  Nothing hangs, nothing leaks.
//
// test/attack/every_call.py holds the calls of the rows against all that the library exports.
// Where the allocator cannot be replaced (sanitizers, other C libraries) there is nothing to do.
#include "attack/no_memory.h"
#include "base/check.h"

#ifdef FAILING

#include "attack/calls_files.h"
#include "attack/calls_physics.h"
#include "attack/calls_show.h"
#include "attack/calls_spec.h"

typedef enum {
  TAKES,  // memory, and gives it back
  KEEPS,  // what it registers stays
  NONE    // is taken at all
} need;

typedef struct {
  const char* name;
  void (*run)(void);
  need need;
} row;

static const row rows[] = {
    {"virtual files", virtual_files, TAKES},
    {"resources", resources, TAKES},
    {"archives", archives, TAKES},
    {"coders", coders, KEEPS},
    {"mounts", mounts, TAKES},
    {"cache", cache, TAKES},
    {"load", load, TAKES},
    {"parse", parse, TAKES},
    {"files of scenes", scene_files, TAKES},
    {"save", save, TAKES},
    {"save what was last", save_last, TAKES},
    {"schemas", schemas, TAKES},
    {"dependencies", dependencies, TAKES},
    {"collisions of SRDF", srdf, TAKES},
    {"transmissions of URDF", transmissions, TAKES},
    {"folders of packages", package_path, KEEPS},
    {"files of models", binary, TAKES},
    {"libraries", libraries, TAKES},
    {"plugins", plugins, KEEPS},
    {"providers", providers, KEEPS},
    {"memory", blocks, TAKES},

    {"models and data", copies, TAKES},
    {"copies for display", copies_for_display, TAKES},
    {"steps", steps, NONE},
    {"stages", stages_alone, NONE},
    {"states", states, NONE},
    {"results", results, NONE},
    {"rays", rays, TAKES},
    {"constants", constants, NONE},
    {"differences", differences, TAKES},
    {"derivatives", derivatives, TAKES},
    {"inverse kinematics", inverse_kinematics, TAKES},
    {"pool", pool, TAKES},
    {"rollouts", rollouts, TAKES},
    {"workers", workers, TAKES},
    {"transport", transport, TAKES},
    {"signed distances", signed_distances, TAKES},

    {"print", print, TAKES},
    {"scenes", scenes, TAKES},
    {"render", render, TAKES},
    {"render into buffers", render_buffers, TAKES},
    {"panels", panels, TAKES},
    {"pictures", pictures, TAKES},

    {"make a specification", make_spec, TAKES},
    {"elements of the tree", add_to_tree, TAKES},
    {"elements of the model", add_to_model, TAKES},
    {"a flex", make_flex, TAKES},
    {"assets", add_assets, TAKES},
    {"values", set_values, TAKES},
    {"values of users", user_values, TAKES},
    {"containers of programs", own_containers, TAKES},
    {"actuators", set_actuators, NONE},
    {"names", set_names, TAKES},
    {"default classes", default_classes, TAKES},
    {"look around", look_around, NONE},
    {"attach", attach, TAKES},
    {"delete", delete_elements, TAKES},
    {"copy", copy_spec, TAKES},
    {"compile", compile, TAKES},
    {"recompile", recompile, TAKES},
    {"copy back", copy_back, TAKES},
    {"compile while it runs", recompile_running, TAKES},
    {"bodies that come", bodies_come, TAKES},
    {"bodies that go", bodies_go, TAKES},
    {"bodies that change hands", bodies_change_hands, TAKES},
    {"parts of meshes", mesh_parts, TAKES},
    {"folder of parts", kept_parts, KEEPS},
};

enum { NROW = sizeof rows / sizeof *rows };

// Run with allocation number n failing, -1 for none.
static outcome run_row(const row* r, long n, bool all) {
  memset(&result, 0, sizeof result);
  result.hash = 14695981039346656037u;
  warning[0] = 0;
  memory_fails(n, all);
  mju_user_warning = keep_warning;
  if (!attack_raised()) {
    r->run();
  } else {
    watching = false;
    call_failed(attack_error);
  }
  watching = false;
  attack_caught();
  drop_all();
  return result;
}

static void judge(const row* r, const outcome* good, const outcome* o, long leak) {
  if (o->failed && !speaks_of_memory(o->said)) attack_found("it says: '%s'", o->said);
  if (!o->failed && o->hash != good->hash && !speaks_of_memory(warning)) {
    attack_found("the result is another; warned: '%s'", warning);
  }
  if (leak && r->need != KEEPS) attack_found("%ld blocks leak; said: '%s'", leak, o->said);
}

static void attempt(const row* r, const outcome* good, long at, long n, bool all) {
  attack_note("%s, allocation %ld of %ld%s", r->name, at, n, all ? " and all that follow" : "");
  long before = held;
  outcome o = run_row(r, at, all);
  attack_calls++;
  judge(r, good, &o, held - before);
}

// All allocations of a row if there are not too many, else the first ones and some.
static void run(long number) {
  enum { FIRST = 30, SOME = 20 };
  attack_seed(number);
  const row* r = rows + number % NROW;
  attack_note("%s, with memory", r->name);
  run_row(r, -1, false);  // what is made once for all
  long before = held;
  outcome good = run_row(r, -1, false);
  long n = count;
  if (good.failed) attack_found("%s: with memory it says: '%s'", r->name, good.said);
  if (held != before && r->need != KEEPS) attack_found("%ld blocks leak", (long)held - before);
  bool wrong = n && r->need == NONE && !HOSTILE;  // a hostile build moves the arena
  if (wrong) run_row(r, 0, true);
  if (wrong) attack_found("%ld allocations, where there were to be none", n);
  if (r->need != NONE && !n) attack_found("there is no allocation to fail");
  for (long i = 0; i < n && i < FIRST + SOME; i++) {
    long at = i < FIRST ? i : (long)(draw_bits() % (uint64_t)n);
    attempt(r, &good, at, n, false);
    attempt(r, &good, at, n, true);
  }
}

int main(int argc, char** argv) {
  static const attack a = {"attack_calls", run, 120, NROW};
  calls_begin();
  int status = attack_main(&a, argc, argv);
  calls_end();
  return status;
}

#else
int main(void) {
  printf("attack_calls: the allocator cannot be replaced here\n");
  return 0;
}
#endif
