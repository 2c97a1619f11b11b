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

// mj_copyState: two data, bits.  mj_extractState: bits of both, numbers.
static int call_states(const char* f) {
  if (!strcmp(f, "mj_copyState")) {
    mj_copyState(m, D(0), D(1), I(2));
    printf("= 0\n");
  } else if (!strcmp(f, "mj_extractState")) {
    mj_extractState(m, in + 2, I(0), out, I(1));
    put_numbers(out, (size_t)mj_stateSize(m, (unsigned)in[1]), 'd');
  } else if (!strcmp(f, "mj_fullM")) {
    mju_sym2dense(out, D(0)->M, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
    put_numbers(out, (size_t)m->nv * m->nv, 'd');
  } else if (!strcmp(f, "mj_fwdKinematics")) {
    mj_fwdKinematics(m, D(0));
    printf("= 0\n");
  } else if (!strcmp(f, "eng_round")) {
    out[0] = eng_round(in[0]);
    put_numbers(out, 1, 'd');
  } else {
    return 0;
  }
  return 1;
}

// mju_sym2dense: rows, numbers, the numbers, rownnz, rowadr, colind.
static void call_sym2dense(void) {
  int n = I(0), nnz = I(1), *index = malloc(sizeof(int) * (size_t)(2 * n + nnz));
  for (int i = 0; i < 2 * n + nnz; i++) index[i] = I(2 + nnz + i);
  mju_sym2dense(out, in + 2, n, index, index + n, index + 2 * n);
  put_numbers(out, (size_t)n * n, 'd');
  free(index);
}

// mj_ray: data, point, direction, groups, static, body.
// mj_multiRay: data, number, cutoff, body, static, point, groups, directions.
static int call_rays(const char* f) {
  mjtByte group[mjNGROUP];
  if (!strcmp(f, "mj_ray")) {
    int id;
    for (int i = 0; i < mjNGROUP; i++) group[i] = (mjtByte)in[7 + i];
    out[0] = eng_ray(m, D(0), in + 1, in + 4, group, (mjtByte)in[13], I(14), &id, out + 2);
    out[1] = id;
    put_numbers(out, 5, 'd');
  } else if (!strcmp(f, "mj_multiRay")) {
    int n = I(1), id[100];
    for (int i = 0; i < mjNGROUP; i++) group[i] = (mjtByte)in[8 + i];
    eng_multiRay(m, D(0), in + 5, in + 14, group, (mjtByte)in[4], I(3), id, out, out + 2 * n, n,
                 in[2]);
    for (int i = 0; i < n; i++) out[n + i] = id[i];
    put_numbers(out, (size_t)n * 5, 'd');
  } else {
    return 0;
  }
  return 1;
}

static int call_newer(const char* f) {
  if (call_history(f) || call_states(f) || call_rays(f)) return 1;
  if (!strcmp(f, "mj_maxContact")) {
    out[0] = mj_maxContact(m, I(0), I(1), I(2));
    put_numbers(out, 1, 'd');
    return 1;
  }
  if (!strcmp(f, "mj_insideSite")) {
    out[0] = mj_insideSite(m, D(0), I(1), in + 2);
    put_numbers(out, 1, 'd');
    return 1;
  }
  if (!strcmp(f, "mju_sym2dense")) {
    call_sym2dense();
    return 1;
  }
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
