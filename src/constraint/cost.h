// The cost of constraints as a function of jar = J a - aref, its gradient (minus the force), and
// the state each row is in (spec: Computation chapter, Constraint space; Primal problem).
#pragma once

#include <engine/engine.h>

// Rows as the cost sees them: ne equalities, nf friction losses, the rest limits and contacts.
typedef struct {
  int n, ne, nf;
  const int* type;
  const int* id;
  const mjtNum* D;
  const mjtNum* R;
  const mjtNum* frictionloss;
  mjContact* contact;  // by id; for mu, friction, dim; H is written
  int elliptic;        // whether there may be rows of elliptic contacts
} row_set;

// All rows of d.
row_set rows_of(const mjModel* m, const mjData* d);

// Cost at jar; fills force and state.  With cone_hessian, contact.H of contacts in the state CONE
// is filled too.
mjtNum cost_update(const row_set* rows, const mjtNum* jar, mjtNum* force, int* state,
                   int cone_hessian);

// Rows whose state is not SATISFIED.
int cost_active(const int* state, int n);
