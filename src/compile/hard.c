// Settings of hard contact, from options or from the custom numerics eng_solver and eng_hard, which
// other engines ignore when they load the same file.

#include <math.h>
#include <string.h>

#include <engine/hard.h>

#include "compile/lists.h"
#include "constraint/hard/refuse.h"
#include "model/defaults.h"
#include "model/solver_type.h"

// The numeric with this name; NULL when there is none.
static const spec_numeric* numeric_named(const build* b, const char* name) {
  return (const spec_numeric*)element_find(b->s, mjOBJ_NUMERIC, name);
}

static bool is_solver(double number) {
  return fabs(number) < 1e6 && number == (int)number && solver_exists((int)number);
}

// The numeric applies if option/solver is not given; otherwise both must agree.
static void settle_solver(build* b) {
  const spec_numeric* n = numeric_named(b, "eng_solver");
  if (!n) return;
  int size = n->own.data.size;
  double number = size ? n->own.data.data[0] : 0;
  int given = b->m->opt.solver;
  if (size != 1 || !is_solver(number)) {
    build_error(b, &n->e,
                "eng_solver must be one number of a solver, such as %d for NCP (engine/hard.h)",
                engSOL_NCP);
  } else if (given != mjSOL_NEWTON && given != (int)number) {
    build_error(b, &n->e, "eng_solver is %d, option solver is %d; remove one of them", (int)number,
                given);
  } else {
    b->m->opt.solver = (int)number;
  }
}

// The parameters, in the order of the numeric's data.
enum { NPARAMETER = 16 };

static void parameter_places(engHard* hard, mjtNum* place[NPARAMETER]) {
  mjtNum* const all[NPARAMETER] = {&hard->erpequality,    &hard->erplimit,    &hard->erpcontact,
                                   &hard->penetration,    &hard->maxvelocity, &hard->restitution,
                                   &hard->bouncevelocity, &hard->compliance,  &hard->rmin,
                                   &hard->proximal,       &hard->rho,         NULL,
                                   &hard->relaxation,     &hard->decay,       &hard->minrelaxation,
                                   &hard->kappa};
  memcpy(place, all, sizeof all);
}

// The numeric gives the first parameters; the rest keep their defaults.
static void settle_parameters(build* b) {
  const spec_numeric* n = numeric_named(b, "eng_hard");
  if (!n) return;
  engOption usual;
  default_extension(&usual);
  engHard said = usual.hard;
  mjtNum* place[NPARAMETER];
  parameter_places(&said, place);
  if (n->own.data.size > NPARAMETER) {
    build_error(b, &n->e, "eng_hard has %d numbers; expected at most %d", n->own.data.size,
                NPARAMETER);
    return;
  }
  for (int i = 0; i < n->own.data.size; i++) {
    double value = n->own.data.data[i];
    if (place[i]) {
      *place[i] = value;
    } else if (value == engRHO_FIXED || value == engRHO_LINEAR || value == engRHO_SPECTRAL) {
      said.rhorule = (int)value;
    } else {
      build_error(b, &n->e, "number %d of eng_hard, rhorule, is %g; expected 0, 1 or 2", i, value);
    }
  }
  bool given = memcmp(&b->m->ext.hard, &usual.hard, sizeof usual.hard) != 0;
  if (given && memcmp(&b->m->ext.hard, &said, sizeof said) != 0) {
    build_error(b, &n->e, "eng_hard and option/hard say different things; remove one of them");
  } else {
    b->m->ext.hard = said;
  }
}

// Check the ranges of the parameters.
static void check_parameters(build* b) {
  const engHard* h = &b->m->ext.hard;
  const struct {
    const char* name;
    mjtNum value, low, high;
  } range[] = {{"erpequality", h->erpequality, -HUGE_VAL, 1},
               {"erplimit", h->erplimit, -HUGE_VAL, 1},
               {"erpcontact", h->erpcontact, -HUGE_VAL, 1},
               {"penetration", h->penetration, -mjMAXVAL, mjMAXVAL},
               {"maxvelocity", h->maxvelocity, 0, mjMAXVAL},
               {"restitution", h->restitution, -HUGE_VAL, 1},
               {"bouncevelocity", h->bouncevelocity, -HUGE_VAL, mjMAXVAL},
               {"compliance", h->compliance, 0, mjMAXVAL},
               {"rmin", h->rmin, -HUGE_VAL, mjMAXVAL},
               {"proximal", h->proximal, 0, 1},
               {"rho", h->rho, 1e-4, 1e4},
               {"relaxation", h->relaxation, 1e-3, 1},
               {"decay", h->decay, 0, 1},
               {"minrelaxation", h->minrelaxation, 1e-3, 1},
               {"kappa", h->kappa, 1e-12, 1}};
  for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
    if (range[i].value >= range[i].low && range[i].value <= range[i].high) continue;
    build_error_in(b, PLACE_HARD, "option/hard: %s is %g; expected %g to %g", range[i].name,
                   range[i].value, range[i].low, range[i].high);
  }
}

void hard_settle(build* b) {
  char text[200];
  settle_solver(b);
  settle_parameters(b);
  check_parameters(b);
  if (hard_refuses(b->m, text, sizeof text)) build_error_in(b, PLACE_OPTION, "%s", text);
}
