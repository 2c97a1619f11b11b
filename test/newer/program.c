// A program as one would be written for version 3.12, in C and in C++: it uses what is newer by the
// names of that version, and what comes of it is checked.
#include <mujoco/mujoco.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int nfailed;
#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      nfailed++;                                                           \
    }                                                                      \
  } while (0)

static int near_to(double a, double b) { return fabs(a - b) < 1e-6; }

// --- a model by code ----------------------------------------------------------------------------

static mjSpec* make_spec(void) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsGeom* belt = mjs_addGeom(world, NULL);
  belt->type = mjGEOM_PLANE;
  belt->size[0] = belt->size[1] = 5;
  belt->size[2] = 0.1;
  belt->surfacevel[0] = 0.5;
  belt->adhesion = 2;
  mjsBody* box = mjs_addBody(world, NULL);
  mjs_setName(box->element, "box");
  box->pos[2] = 0.1;
  box->sleep = mjSLEEP_NEVER;
  box->simple = 0;
  mjs_addFreeJoint(box);
  mjsGeom* geom = mjs_addGeom(box, NULL);
  geom->type = mjGEOM_BOX;
  geom->size[0] = geom->size[1] = geom->size[2] = 0.1;
  mjsBody* arm = mjs_addBody(world, NULL);
  arm->pos[2] = 2;
  mjsJoint* joint = mjs_addJoint(arm, NULL);
  mjs_setName(joint->element, "j");
  joint->stiffnessconst = 1;
  joint->stiffnesspoly[0] = 3;
  mjsGeom* link = mjs_addGeom(arm, NULL);
  link->size[0] = 0.1;
  link->pos[0] = 0.5;
  mjsSite* site = mjs_addSite(arm, NULL);
  mjs_setName(site->element, "s");
  mjsTendon* tendon = mjs_addTendon(s, NULL);
  mjs_wrapJoint(tendon, "j", 2.5);
  CHECK(mjs_getWrapNum(tendon) == 1);
  CHECK(mjs_getWrapCoef(mjs_getWrap(tendon, 0)) == 2.5);
  CHECK(mjs_getWrapTarget(mjs_getWrap(tendon, 0)) == joint->element);
  CHECK(mjs_getWrapSideSite(mjs_getWrap(tendon, 0)) == NULL);
  CHECK(mjs_getOriginSpec(box->element) == s);
  CHECK(mjs_getCompiler(box->element) == &s->compiler);
  mjsActuator* servo = mjs_addActuator(s, NULL);
  servo->trntype = mjTRN_JOINT;
  mjs_setString(servo->target, "j");
  servo->nsample = 2;
  servo->delay = 0.002;
  double kv = 1;
  const char* fault =
      mjs_setToPID(servo, 10, &kv, NULL, NULL, NULL, NULL, 0, mjINPUT_POS | mjINPUT_FF);
  CHECK(!*fault);
  return s;
}

static void check_model(const mjModel* m) {
  CHECK(m->geom_surfacevel[0] == 0.5 && m->geom_adhesion[0] == 2);
  CHECK(m->tree_sleep_policy[0] == mjSLEEP_NEVER && m->body_simple[1] == 0);
  CHECK(m->nactuator == 1 && m->nu == 2 && m->jnt_stiffnesspoly[2] == 3);
  CHECK(!strcmp(mj_actuatorInputName(m, 0, 1), "ff"));
  CHECK(mj_maxContact(m, 0, 1, -1) >= 4);
  CHECK(mj_version() == mjVERSION_HEADER);
}

// --- simulating ---------------------------------------------------------------------------------

static void check_states(const mjModel* m, mjData* d) {
  mjData* e = mj_makeData(m);
  int sig = mjSTATE_PHYSICS | mjSTATE_HISTORY | mjSTATE_CTRL, n = mj_stateSize(m, sig);
  mjtNum* state = (mjtNum*)malloc((size_t)n * sizeof(mjtNum));
  mj_copyState(m, d, e, sig);
  mj_getState(m, e, state, sig);
  mjtNum qpos[20];
  mj_extractState(m, state, sig, qpos, mjSTATE_QPOS);
  CHECK(!memcmp(qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq));
  CHECK(!memcmp(d->history, e->history, sizeof(mjtNum) * (size_t)m->nhistory));
  free(state);
  mj_deleteData(e);
}

static void check_matrices(const mjModel* m, mjData* d) {
  mjtNum M[49];
  mj_fullM(m, d, M);
  CHECK(m->nv == 7 && near_to(M[0], m->body_mass[1]));
}

// How the entries of M change with the angle of the outer link of two.
static void check_inverse(void) {
  char error[500];
  mjSpec* s = mj_parseXMLString(
      "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='1 0 0'/>"
      "<body pos='1 0 0'><joint axis='0 1 0'/><geom size='.1' pos='.5 0 0'/></body></body>"
      "</worldbody></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  d->qpos[1] = 1;
  mj_forward(m, d);
  mjtNum DmDq[6], before[3], after[3], h = 1e-5;
  mjd_inverseFD(m, d, 1e-6, 0, NULL, NULL, NULL, NULL, NULL, NULL, DmDq);
  d->qpos[1] = 1 - h;
  mj_forward(m, d);
  memcpy(before, d->M, sizeof before);
  d->qpos[1] = 1 + h;
  mj_forward(m, d);
  memcpy(after, d->M, sizeof after);
  CHECK(m->nC == 3 && fabs(DmDq[3]) > 1);
  for (int k = 0; k < 3; k++) CHECK(fabs(DmDq[3 + k] - (after[k] - before[k]) / (2 * h)) < 1e-3);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void check_rays(const mjModel* m, mjData* d) {
  const mjtNum from[3] = {2, 0, 1}, down[3] = {0, 0, -1};
  mjtNum normal[3];
  int id;
  CHECK(near_to(mj_ray(m, d, from, down, NULL, 1, -1, &id, normal), 1));
  CHECK(id == 0 && normal[2] == 1);
  CHECK(mju_round(-2.5) == -3);
}

static void check_belt(const mjModel* m, mjData* d) {
  mj_resetCtrl(m, d);
  mju_threadpool(d, 2);
  for (int i = 0; i < 1000; i++) mj_step(m, d);
  mju_threadpool(d, 1);
  CHECK(fabs(d->qvel[0] - 0.5) < 0.02);  // it goes as fast as the belt
  mj_fwdKinematics(m, d);
  CHECK(near_to(mj_readCtrl(m, d, 0, d->time, -1), 0));
}

// --- files, messages, cameras -------------------------------------------------------------------

static void check_files(void) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  char error[200];
  CHECK(mju_writeResource("a/b.txt", "text", 4, &vfs, error, sizeof error) == 4);
  CHECK(mj_containsBufferVFS(&vfs, "a/b.txt") && !mj_containsBufferVFS(&vfs, "b.txt"));
  CHECK(mj_containsFileVFS(&vfs, "a", "b.txt") && !mj_containsFileVFS(&vfs, "c", "b.txt"));
  mjResource* r = mju_openResource("a", "b.txt", &vfs, error, sizeof error);
  const void* content = NULL;
  CHECK(r && mju_readResource(r, &content) == 4 && !memcmp(content, "text", 4));
  const char* dir;
  int ndir;
  if (r) mju_getResourceDir(r, &dir, &ndir);
  CHECK(r && ndir == 2 && !memcmp(dir, "a/", 2) && !mju_isModifiedResource(r, r->timestamp));
  mju_closeResource(r);
  CHECK(!mju_openResource("a", "c.txt", &vfs, error, sizeof error) && *error);
  mj_deleteVFS(&vfs);
}

static mjLogMessage heard;
static void hear(const mjLogMessage* msg) { heard = *msg; }

static void check_log(void) {
  mjLogConfig config = mju_getLogConfig();
  CHECK(config.logto_file && config.logto_console && !strcmp(config.logfile, "MUJOCO_LOG.TXT"));
  CHECK(mju_setLogHandler(hear) == NULL);
  mju_warning("%d of them", 3);
  CHECK(heard.level == mjLOG_WARNING && !strcmp(heard.subject, "3 of them"));
  mju_info(mjTOPIC_SLEEP, "tree %d sleeps", 1);
  CHECK(heard.level == mjLOG_INFO && heard.topic == mjTOPIC_SLEEP);
  CHECK(mju_setLogHandler(NULL) == hear);
  config.logto_file = config.logto_console = 0;
  mju_setLogConfig(config);
  mju_warning("nobody hears this");
  CHECK(!strcmp(heard.subject, "tree 1 sleeps"));
  mju_clearHandlers();
  CHECK(mju_getLogConfig().logto_file);
}

// Numbers of 3.14 for the same camera.
static void check_cameras(void) {
  char error[500];
  mjSpec* s = mj_parseXMLString(
      "<mujoco><visual><map znear='.02' zfar='30'/><global fovy='50'/></visual>"
      "<statistic extent='2'/><worldbody><camera name='k' pos='1 2 3' sensorsize='1 .5' "
      "focal='.3 .4' resolution='200 100' principal='.1 .05'/></worldbody></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjvCamera cam;
  mjv_defaultCamera(&cam);
  cam.azimuth = 30;
  cam.elevation = -20;
  cam.distance = 3;
  mjtNum head[3], right[3];
  float ver[2], hor[2], clip[2];
  mjv_cameraFrame(head, NULL, NULL, right, d, &cam);
  CHECK(near_to(head[0], -2.4413932) && near_to(right[1], -0.8660254));
  mjv_cameraFrustum(ver, hor, clip, m, &cam);
  CHECK(near_to(ver[0], 0.018652305) && hor[0] == 0 && near_to(clip[1], 60));
  mjv_moveCamera(m, mjMOUSE_MOVE_V, .1, .05, &cam);
  CHECK(fabs(cam.lookat[1] - 0.2423011) < 1e-5);
  cam.lookat[0] = cam.lookat[1] = cam.lookat[2] = 0;
  mjv_moveCamera(m, mjMOUSE_TURN_H, .1, .05, &cam);
  CHECK(near_to(cam.azimuth, 12) && fabs(cam.lookat[1] + 0.8234197) < 1e-5);
  cam.type = mjCAMERA_FIXED;
  cam.fixedcamid = 0;
  mjvGLCamera eye = mjv_camera2GLCamera(m, d, &cam);
  CHECK(near_to(eye.frustum_center, 0.013333334) && near_to(eye.frustum_width, 0.066666663));
  CHECK(near_to(eye.frustum_bottom, -0.03) && near_to(eye.frustum_top, 0.02));
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  mjsGeom geom;
  mjs_defaultGeom(&geom);
  CHECK(geom.adhesion == 0 && geom.friction[0] == 1);
  mjSpec* s = make_spec();
  mjModel* m = mj_compile(s, NULL);
  if (!m) {
    printf("%s\n", mjs_getError(s));
    return 1;
  }
  check_model(m);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  check_states(m, d);
  check_matrices(m, d);
  check_inverse();
  check_rays(m, d);
  check_belt(m, d);
  check_files();
  check_log();
  check_cameras();
  CHECK(mjs_numWarnings(s) == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return nfailed;
}
