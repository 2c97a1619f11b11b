// The fields table for programs written before version 3 of the API: sizes that count columns are
// variables, which the preamble declares.
#pragma once

#include <engine/fields.h>

#undef MJ_M
#undef MJMODEL_POINTERS_PREAMBLE
#define MJ_M(n) n
#define MJMODEL_POINTERS_PREAMBLE(model)             \
  int nuser_body = (int)(model)->nuser_body;         \
  int nuser_jnt = (int)(model)->nuser_jnt;           \
  int nuser_geom = (int)(model)->nuser_geom;         \
  int nuser_site = (int)(model)->nuser_site;         \
  int nuser_cam = (int)(model)->nuser_cam;           \
  int nuser_tendon = (int)(model)->nuser_tendon;     \
  int nuser_actuator = (int)(model)->nuser_actuator; \
  int nuser_sensor = (int)(model)->nuser_sensor;     \
  int nq = (int)(model)->nq;                         \
  int nv = (int)(model)->nv;                         \
  int na = (int)(model)->na;                         \
  int nu = (int)(model)->nu;                         \
  int nmocap = (int)(model)->nmocap;
