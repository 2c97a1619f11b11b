// Calls of functions that are newer than 3.3.7, for probe.c.  0 when the function is none of them.

// mj_initCtrlHistory: data, actuator, whether times follow, times, values.
// mj_initSensorHistory: data, sensor, phase, whether times follow, times, values.
static int call_history(const char* f) {
  if (!strcmp(f, "mj_initCtrlHistory")) {
    int n = m->actuator_history[2 * I(1)];
    mj_initCtrlHistory(m, D(0), I(1), in[2] ? in + 3 : NULL, in[2] ? in + 3 + n : in + 3);
  } else if (!strcmp(f, "mj_initSensorHistory")) {
    int n = m->sensor_history[2 * I(1)];
    mj_initSensorHistory(m, D(0), I(1), in[3] ? in + 4 : NULL, in[3] ? in + 4 + n : in + 4, in[2]);
  } else {
    return 0;
  }
  printf("= 0\n");
  return 1;
}

static int call_newer(const char* f) {
  if (call_history(f)) return 1;
  if (!strcmp(f, "mj_actuatorInputName")) {
    const char* name = mj_actuatorInputName(m, I(0), I(1));
    printf("text %s\n", name ? name : "");
  } else if (!strcmp(f, "mj_resetCtrl")) {
    mj_resetCtrl(m, D(0));
    printf("= 0\n");
  } else {
    return 0;
  }
  return 1;
}
