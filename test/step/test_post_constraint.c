// Forces between bodies: with accelerations, contacts and bonds as they are, every joint transmits
// along its axes just the generalised force that acts there.
#include "step/bundled_model.h"

static const char scene[] =
    "<mujoco><option tolerance='0' iterations='300' timestep='.002'/><worldbody>"
    "<geom type='plane' size='3 3 .1' condim='6' friction='1 .1 .1'/>"
    "<body name='a' pos='0 0 .08'><freejoint/><geom type='box' size='.1 .1 .1' condim='6'/>"
    "<site name='sa' pos='.25 .3 0'/><body pos='.2 0 .1'><joint axis='0 1 0'/>"
    "<joint axis='1 0 0'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .2 0 -.15' condim='4'/></body></body>"
    "<body name='b' pos='.5 .3 .08'><freejoint/><geom size='.1' condim='6'/>"
    "<site name='sb' pos='-.25 0 0'/></body><body name='c' pos='1 1 .5'>"
    "<joint type='ball' damping='.2'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .3 0 0'/></body>"
    "<body name='d' pos='-.5 .3 .4'><freejoint/><geom type='box' size='.1 .15 .05'/></body>"
    "<body name='e' pos='-1 0 .4'><joint type='slide' axis='1 1 0' stiffness='3'/>"
    "<geom type='box' size='.1 .15 .05'/></body></worldbody><equality>"
    "<connect body1='a' body2='b' anchor='.1 .05 0'/>"
    "<weld body1='d' body2='e' torquescale='.3'/><connect site1='sa' site2='sb'/>"
    "<weld body1='c' body2='d' active='false'/><connect body1='c' anchor='.3 0 0'/>"
    "</equality></mujoco>";

// The torque of a weld is taken from its rows as it is, which are those of a quaternion: turning of
// the welded free body is left out.
static void joints_transmit_the_forces_that_act_on_them(void** state) {
  (void)state;
  mjModel* m = model_from(scene);
  int contacts = 0, welded = m->body_dofadr[mj_name2id(m, mjOBJ_BODY, "d")];
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    mjData* d = random_state(m, .02, .5);
    for (int i = 0; i < 10; i++) mj_step(m, d);
    mj_forward(m, d);
    assert_int_equal(d->ne, 3 + 6 + 3 + 3);
    contacts += d->ncon;
    mj_rnePostConstraint(m, d);
    for (int i = 0; i < m->nv; i++) {
      if (i >= welded + 3 && i < welded + 6) continue;
      mjtNum force = mju_dot(d->cdof + 6 * i, d->cfrc_int + 6 * m->dof_bodyid[i], 6);
      assert_near(force, d->qfrc_applied[i] + d->qfrc_passive[i], 1e-6);
    }
    mj_deleteData(d);
  }
  assert_true(contacts > 20);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_transmit_the_forces_that_act_on_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
