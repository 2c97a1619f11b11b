// Wild numbers in state, options and arena sizes; then steps, stages alone, derivatives, rays,
// distances, scenes.  Nothing crashes, hangs or raises an error but that of a full stack, no stack
// stays in use, and after a reset the data step to the same bits as new ones.
//
// By hand, the long form:  attack_state -shared -runs=10000000
#include "attack/use_newer.h"

static void spoil(mjtNum* x, int64_t n) {
  if (n) x[draw_bits() % (uint64_t)n] = attack_wild();
}

static void spoil_state(const mjModel* m, mjData* d) {
  switch (draw_int(0, 13)) {
    case 0:
    case 1: spoil(d->qpos, m->nq); break;
    case 2:
    case 3: spoil(d->qvel, m->nv); break;
    case 4: spoil(d->act, m->na); break;
    case 5: spoil(d->ctrl, m->nu); break;
    case 6: spoil(d->qfrc_applied, m->nv); break;
    case 7: spoil(d->xfrc_applied, 6 * (int64_t)m->nbody); break;
    case 8: spoil(d->qacc_warmstart, m->nv); break;
    case 9: spoil(d->mocap_pos, 3 * (int64_t)m->nmocap); break;
    case 10: spoil(d->mocap_quat, 4 * (int64_t)m->nmocap); break;
    case 11: spoil(d->history, m->nhistory); break;
    case 12: spoil(d->userdata, m->nuserdata); break;
    default: d->time = attack_wild();
  }
}

static void spoil_often(const mjModel* m, mjData* d) {
  int n = draw_int(0, 9) ? draw_int(1, 4) : m->nq;
  for (int i = 0; i < n; i++) spoil_state(m, d);
}

static void draw_options(mjModel* m) {
  mjOption* o = &m->opt;
  o->integrator = draw_int(mjINT_EULER, mjINT_IMPLICITFAST);
  o->solver = draw_int(mjSOL_PGS, mjSOL_NEWTON);
  o->cone = draw_int(mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC);
  o->jacobian = draw_int(mjJAC_DENSE, mjJAC_AUTO);
  for (int i = 0; i < 3; i++) {
    if (draw_int(0, 1)) o->disableflags |= 1 << draw_int(0, mjNDISABLE - 1);
    if (draw_int(0, 1)) o->enableflags |= 1 << draw_int(0, mjNENABLE - 1);
  }
  if (!draw_int(0, 3)) o->enableflags |= mjENBL_SLEEP;
  if (!draw_int(0, 3)) m->ext.sleep_tolerance = fabs(draw());
  if (draw_int(0, 1)) o->disableflags |= mjDSBL_AUTORESET;
  if (draw_int(0, 1)) o->disableflags &= ~(mjDSBL_CONSTRAINT | mjDSBL_CONTACT);
  // which have no discrete inverse
  if (o->integrator == mjINT_RK4) o->enableflags &= ~mjENBL_INVDISCRETE;
  if (!draw_int(0, 3)) o->noslip_iterations = draw_int(0, 5);
  if (!draw_int(0, 3)) o->iterations = draw_int(0, 5);
  if (!draw_int(0, 3)) o->ccd_iterations = draw_int(0, 60);
  if (!draw_int(0, 3)) o->disableactuator = draw_int(0, 15);
  if (draw_int(0, 3)) return;
  mjtNum* number[] = {&o->timestep,      &o->impratio,    &o->tolerance,     &o->ls_tolerance,
                      &o->gravity[2],    &o->wind[0],     &o->magnetic[1],   &o->density,
                      &o->viscosity,     &o->o_margin,    &o->o_solref[0],   &o->o_solimp[1],
                      &o->o_friction[0], &o->o_solimp[4], &o->ccd_tolerance, &o->noslip_tolerance};
  *number[draw_int(0, (int)(sizeof number / sizeof *number) - 1)] = attack_wild();
}

// What new data come to in two steps.
static void check_reset(const mjModel* m, mjData* d) {
  mjData* fresh = mj_makeData(m);
  mj_resetData(m, d);
  for (int i = 0; i < 2; i++) {
    mj_step(m, d);
    mj_step(m, fresh);
  }
  if (memcmp(d->qpos, fresh->qpos, sizeof(mjtNum) * (size_t)m->nq) ||
      memcmp(d->qvel, fresh->qvel, sizeof(mjtNum) * (size_t)m->nv)) {
    attack_found("data that were reset do not step as new ones");
  }
  mj_deleteData(fresh);
}

// Solvers of hard contact say which options and which calls they are not for.
static bool refuses(const mjModel* m, const char* error) {
  return m->opt.solver >= engSOL_PGS_CCP && strstr(error, "solver ");
}

static mjThreadPool* pool;

static void run(long number) {
  attack_seed(number);
  mjModel* m = attack_draw_model();
  mjOption opt = m->opt;
  engOption ext = m->ext;
  mjtSize narena = m->narena;
  bool small = !draw_int(0, 5);
  if (small) m->narena = (mjtSize)((mjtNum)narena * pow(10, -4 * (draw() + 1) / 2));
  mjData* volatile d = NULL;
  if (!attack_raised()) d = mj_makeData(m);  // trees that begin asleep are stepped
  attack_caught();
  if (!d) {
    m->narena = narena;
    return;
  }
  bool threads = !small && !draw_int(0, 7);
  if (threads && !pool) pool = mju_threadPoolCreate(2);
  if (threads) mju_bindThreadPool(d, pool);
  if (!attack_raised()) {
    for (int i = draw_int(0, 5); i > 0; i--) mj_step(m, d);
    draw_options(m);
    if (!draw_int(0, 2)) draw_hard(m);
    mj_forward(m, d);  // the layout of rows depends on the options
    for (int i = draw_int(1, 6); i > 0; i--) {
      spoil_often(m, d);
      for (int k = draw_int(1, 3); k > 0; k--) {
        if (draw_int(0, 2)) {
          act(m, d);
        } else {
          act_newer(m, d);
        }
      }
    }
    if (d->pstack) attack_found("the stack is in use");
  } else if (!(small && strstr(attack_error, "the stack is full")) && !refuses(m, attack_error)) {
    attack_found("mju_error: %s", attack_error);
  }
  attack_caught();
  m->opt = opt;
  m->ext = ext;
  m->narena = narena;
  if (!small && number % 4 == 0) check_reset(m, d);
  use_end();
  mj_deleteData(d);
}

int main(int argc, char** argv) {
  static const attack a = {"attack_state", run, 60, 1000};
  int result = attack_main(&a, argc, argv);
  mju_threadPoolDestroy(pool);
  return result;
}
