// Data and functions shared by derivatives of a step with all integrators.
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
  integrator integrator;   // not for RK4
  mjtNum* next_velocity;   // nv: the velocity that advances positions
  mjtNum* response;        // if sensors are differentiated: see row_slopes
  mjtNum* contact_motion;  // the same
  mjtNum *force, *qfrc;    // efc_force and qfrc_constraint from mj_forward, or NULL: unchanged
  row_states rows;         // values replaced by smoothing
} step_slope;

// The constraint forces of qacc, where mj_forward left others.
void find_row_forces(step_slope* w);

// A change of the inputs of a step; ctrl and force may be NULL for zero; parameter: index of a
// model parameter that grows by 1 (NULL: none).
typedef struct {
  const mjtNum *q, *v, *act, *ctrl, *force;
  const engParameter* parameter;
  mjtNum smoothing;
} step_change;

// A covector of the inputs; `wanted` (or NULL) names the parameters; by_parameter has room for
// them.
typedef struct {
  mjtNum *q, *v, *act, *ctrl, *force;
  const engStepCovector* wanted;
  mjtNum smoothing;
} state_covector;

static inline int dim_state(const mjModel* m) { return 2 * m->nv + m->na; }

static inline int last_activation(const mjModel* m, int actuator) {
  return m->actuator_actadr[actuator] + m->actuator_actnum[actuator] - 1;
}

// Whether derivatives, also by these parameters, are available: returns an engDerivativeStatus,
// after a warning in the name of `function`.
int check_parameters(const mjModel* m, const char* function, int n, const engParameter* list);
int check_slopes(const mjModel* m, mjData* d, const char* function, int columns, int sensors);

// The part of this that is about the model; eng_stepVjp without it, after mj_forward.
int check_model_slopes(const mjModel* m, const char* function);
int step_back(const mjModel* m, mjData* d, int flags, const mjtNum* next,
              const engStepCovector* out);

// M (nv rows) = Q_q (the identity, if has_q) + t Q_v rates, for motion at velocity v over time t;
// rates may directly follow M in memory.
typedef struct {
  const mjtNum* rates;  // nv x width
  size_t width;         // also of M
  int has_q;
} rate_rows;
void integrate_position_rows(const mjModel* m, const mjtNum* v, mjtNum t, rate_rows by, mjtNum* M);

// out->ctrl, out->act += covectors of controls and activations that result from lambda on
// generalised forces, direct (nu, or NULL) on actuator inputs, and act_next (na, or NULL) on
// activations after the step.
void inputs_back(const step_slope* w, const mjtNum* lambda, const mjtNum* direct,
                 const mjtNum* act_next, state_covector* out);

// force = change of generalised forces with controls, activations and applied forces; input (nu, or
// NULL) = change of each actuator's input.
void forces_along(const step_slope* w, const step_change* x, mjtNum* input, mjtNum* force);

// Parameters.  The step must be opened with the list of parameters to be differentiated by.
int damping_is_among(int n, const engParameter* list);

// force (nv) += derivative of generalised forces at the present acceleration by a parameter.
void parameter_forces(const step_slope* w, const engParameter* p, mjtNum* force);

// Derivatives by parameters (matrix P), for integrators with or without a matrix.
void parameter_columns(const step_slope* w, const engStepDerivatives* out);

// x->by_parameter += covectors of the parameters: from lambda on forces, and from the dependence of
// the integrator's matrix on them.
void parameters_back(const step_slope* w, const mjtNum* lambda, const engStepCovector* x);
void parameters_back_matrix(const step_slope* w, const mjtNum* acc, const engStepCovector* x);

// Sensors: their data are allocated before the derivatives of the acceleration are computed; they
// are differentiated while a.R holds these.  d is restored.
size_t sensor_slope_size(const mjModel* m, const mjData* d);
void sensor_slopes_open(step_slope* w);
void sensor_slopes(step_slope* w, mjtNum* C, mjtNum* D);

// Runge-Kutta: the chained derivatives of its four stages.
size_t runge_kutta_size(const mjModel* m);
void runge_kutta_derivatives(const mjModel* m, mjData* d, int flags, const engStepDerivatives* out);
void runge_kutta_back(const mjModel* m, mjData* d, int flags, const mjtNum* next,
                      state_covector* out);
void runge_kutta_along(const mjModel* m, mjData* d, int flags, const step_change* x, mjtNum* next);
