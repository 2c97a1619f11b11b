// Derivatives of a whole step: what the integrators share.
#pragma once

#include <engine/derivative.h>

#include "constraint/slope/smooth_rows.h"
#include "dynamics/slope/transmission_slope.h"
#include "model/joint_type.h"
#include "step/slope/integration.h"

// A step that is being differentiated.
typedef struct {
  const mjModel* m;
  mjData* d;
  int flags;  // engDerivativeFlag
  actuator_inputs* inputs;
  acceleration_slope a;
  integrator integrator;   // not of RK4
  mjtNum* next_velocity;   // nv: what moves positions
  mjtNum* response;        // with sensors: see row_slopes
  mjtNum* contact_motion;  // likewise
  mjtNum *force, *qfrc;    // what mj_forward left in efc_force and qfrc_constraint
  row_states rows;         // what smoothing replaces
} step_slope;

// A change of what a step depends on; ctrl and force may be NULL for none, parameter for that of no
// number of the model (else it grows by 1).
typedef struct {
  const mjtNum *q, *v, *act, *ctrl, *force;
  const engParameter* parameter;
  mjtNum smoothing;
} step_change;

// A covector of that; wanted (or NULL) names the parameters and has room for theirs.
typedef struct {
  mjtNum *q, *v, *act, *ctrl, *force;
  const engStepCovector* wanted;
  mjtNum smoothing;
} state_covector;

static inline int dim_state(const mjModel* m) { return 2 * m->nv + m->na; }

static inline int last_activation(const mjModel* m, int actuator) {
  return m->actuator_actadr[actuator] + m->actuator_actnum[actuator] - 1;
}

// Whether derivatives can be had, and by these parameters: an engDerivativeStatus, after a warning
// in the name of a function.
int check_parameters(const mjModel* m, const char* function, int n, const engParameter* list);
int check_slopes(const mjModel* m, mjData* d, const char* function, int columns, int sensors);

// M (nv rows) = Q_q (ones, if has_q) + t Q_v rates, for motion at velocity v over a time t; rates
// may follow M in memory.
typedef struct {
  const mjtNum* rates;  // nv x width
  size_t width;         // of M too
  int has_q;
} rate_rows;
void integrate_position_rows(const mjModel* m, const mjtNum* v, mjtNum t, rate_rows by, mjtNum* M);

// out->ctrl, out->act += covectors of controls and activations: by forces lambda on dofs, by direct
// (nu, or NULL) of the inputs of actuators, and by the activations a step later (na, or NULL).
void inputs_back(const step_slope* w, const mjtNum* lambda, const mjtNum* direct,
                 const mjtNum* act_next, state_covector* out);

// force = the change of forces on dofs with controls, activations and applied forces; input (nu, or
// NULL) = that of the input of each actuator.
void forces_along(const step_slope* w, const step_change* x, mjtNum* input, mjtNum* force);

// Parameters.  A step is opened with those it is to be differentiated by.
int damping_is_among(int n, const engParameter* list);

// Forces on dofs at the present acceleration, with a parameter; force (nv) is added to.
void parameter_forces(const step_slope* w, const engParameter* p, mjtNum* force);

// P of a step with a matrix for its integrator, or none.
void parameter_columns(const step_slope* w, const engStepDerivatives* out);

// x->by_parameter += the covectors of parameters: by forces lambda on dofs, and by what the matrix
// of the integrator makes of the covector of acc.
void parameters_back(const step_slope* w, const mjtNum* lambda, const engStepCovector* x);
void parameters_back_matrix(const step_slope* w, const mjtNum* acc, const engStepCovector* x);

// Sensors: room for what they need is made before the derivatives of the acceleration are found,
// and they are differentiated while a.R holds these.  d is left as it was.
size_t sensor_slope_size(const mjModel* m, const mjData* d);
void sensor_slopes_open(step_slope* w);
void sensor_slopes(step_slope* w, mjtNum* C, mjtNum* D);

// Runge-Kutta: the derivatives of its four stages, chained.
size_t runge_kutta_size(const mjModel* m);
void runge_kutta_derivatives(const mjModel* m, mjData* d, int flags, const engStepDerivatives* out);
void runge_kutta_back(const mjModel* m, mjData* d, int flags, const mjtNum* next,
                      state_covector* out);
void runge_kutta_along(const mjModel* m, mjData* d, int flags, const step_change* x, mjtNum* next);
