// Read a sensor by its name.
#include "recipe.h"

static const mjtNum* sensor(const mjModel* m, const mjData* d, const char* name) {
  int id = mj_name2id(m, mjOBJ_SENSOR, name);
  must(id >= 0, name);
  return d->sensordata + m->sensor_adr[id];
}

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.1'/><site name='imu'/></body>"
      "</worldbody><sensor><accelerometer name='felt' site='imu'/><framepos name='where' "
      "objtype='site' objname='imu'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  while (d->time < .2) mj_step(m, d);
  mj_forward(m, d);
  const mjtNum *felt = sensor(m, d, "felt"), *where = sensor(m, d, "where");
  printf("height %.3f m, felt acceleration %.2g m/s^2\n", where[2], mju_norm3(felt));
  must(mju_norm3(felt) < 1e-9, "what falls freely feels nothing");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
