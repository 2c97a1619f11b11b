// What the attacks share: a loop over numbered cases, models to start from, wild numbers, and what
// is said when a case ends the process or does not end.
//
// Options of every attack:
//   -runs=N      cases at most (default 1000)
//   -seconds=S   stop when so many have passed (default: no limit)
//   -first=K     number of the first case (default 0); a case depends on its number and the models
//   -shared      start also from the models beside the project, where they are
//   MODEL...     start from these only
// A finding names the case: run it alone with -first=K -runs=1 and the same models.
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <engine/engine.h>

#include "math/draw.h"

typedef struct {
  const char* name;
  void (*run)(long number);  // one case: begins with attack_seed(number)
  int seconds;               // a case that takes longer hangs
  long default_runs;
} attack;

// The main function of an attack.
int attack_main(const attack* a, int argc, char** argv);

// Models by file, as many as there are; NULL when it does not load, which is no finding.  They stay
// loaded and belong to the loop; who changes one changes it back.
int attack_nmodel(void);
const char* attack_model_file(int i);
mjModel* attack_model(int i);

// A finding: says it, names the case, and ends the process.
void attack_found(const char* format, ...) mjPRINTFLIKE(1, 2);

// What the case is about, said with a finding; further facts about it.
void attack_note(const char* format, ...) mjPRINTFLIKE(1, 2);
void attack_note_more(const char* text);

// Errors of the library within a case: with  `if (!attack_raised()) { ...calls... }`  the calls may
// raise some; what was said is in attack_error.  An error elsewhere is a finding.
extern jmp_buf attack_escape;
extern char attack_error[1024];
extern volatile bool attack_catches;
#define attack_raised() (attack_catches = true, setjmp(attack_escape))
static inline void attack_caught(void) { attack_catches = false; }

// Counted beside the cases: calls of the library that came back.
extern long attack_calls;

// ---- what is drawn, after attack_seed in the same file

static inline void attack_seed(long number) {
  draw_seed((int)number);
  for (int i = 0; i < 4; i++) draw_bits();  // the first ones of neighbours are alike
}

// A model of those that load.
static inline mjModel* attack_draw_model(void) {
  for (;;) {
    int i = draw_int(0, attack_nmodel() - 1);
    mjModel* m = attack_model(i);
    if (!m) continue;
    attack_note("%s", attack_model_file(i));
    return m;
  }
}

// A number that is none, or huge, or tiny, or any other.
static inline mjtNum attack_wild(void) {
  static const mjtNum odd[] = {NAN,  -NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e200,
                               -9e9, 1e16, 1e-320,   -0.0,      0,     1e10};
  if (draw_int(0, 3)) return odd[draw_int(0, (int)(sizeof odd / sizeof *odd) - 1)];
  return draw() * pow(10, draw_int(-20, 307));
}
