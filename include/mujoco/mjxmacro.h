// The fields table under the names existing programs include.  Sizes that count columns are
// variables in scope, which the preambles declare, or what a program makes of MJ_M and MJ_D.
#pragma once

#include <engine/fields.h>

#undef MJ_D
#undef MJDATA_POINTERS_PREAMBLE
#define MJ_D(n)                         n
#define MJDATA_POINTERS_PREAMBLE(model) int nv = (int)(model)->nv;
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
