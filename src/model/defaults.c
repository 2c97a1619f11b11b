#include "base/need.h"
#include "model/defaults.h"

#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

void mj_defaultLROpt(mjLROpt* opt) {
  NEED(opt);
  *opt = (mjLROpt){.mode = mjLRMODE_MUSCLE,
                   .useexisting = 1,
                   .uselimit = 0,
                   .accel = 20,
                   .maxforce = 0,
                   .timeconst = 1,
                   .timestep = 0.01,
                   .inttotal = 10,
                   .interval = 2,
                   .tolrange = 0.05};
}

void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp) {
  static const mjtNum ref[mjNREF] = {0.02, 1};
  static const mjtNum imp[mjNIMP] = {0.9, 0.95, 0.001, 0.5, 2};
  if (solref) memcpy(solref, ref, sizeof ref);
  if (solimp) memcpy(solimp, imp, sizeof imp);
}

void mj_defaultOption(mjOption* opt) {
  NEED(opt);
  // padding is zeroed as well: options are compared and saved as bytes
  memset(opt, 0, sizeof *opt);
  opt->timestep = 0.002;
  opt->impratio = 1;
  opt->tolerance = 1e-8;
  opt->ls_tolerance = 0.01;
  opt->noslip_tolerance = 1e-6;
  opt->ccd_tolerance = 1e-6;
  opt->gravity[2] = -9.81;
  opt->magnetic[1] = -0.5;
  mj_defaultSolRefImp(opt->o_solref, opt->o_solimp);
  static const mjtNum friction[5] = {1, 1, 0.005, 0.0001, 0.0001};
  memcpy(opt->o_friction, friction, sizeof friction);
  opt->integrator = mjINT_EULER;
  opt->cone = mjCONE_PYRAMIDAL;
  opt->jacobian = mjJAC_AUTO;
  opt->solver = mjSOL_NEWTON;
  opt->iterations = 100;
  opt->ls_iterations = 50;
  opt->noslip_iterations = 0;
  opt->ccd_iterations = 35;
  opt->sdf_initpoints = 40;
  opt->sdf_iterations = 10;
}

void mj_defaultVisual(mjVisual* vis) {
  NEED(vis);
  *vis = (mjVisual){
      .global = {.cameraid = -1,
                 .orthographic = 0,
                 .fovy = 45,
                 .ipd = 0.068f,
                 .azimuth = 90,
                 .elevation = -45,
                 .linewidth = 1,
                 .glow = 0.3f,
                 .realtime = 1,
                 .offwidth = 640,
                 .offheight = 480,
                 .ellipsoidinertia = 0,
                 .bvactive = 1},
      .quality =
          {.shadowsize = 4096, .offsamples = 4, .numslices = 28, .numstacks = 16, .numquads = 4},
      .headlight = {.ambient = {0.1f, 0.1f, 0.1f},
                    .diffuse = {0.4f, 0.4f, 0.4f},
                    .specular = {0.5f, 0.5f, 0.5f},
                    .active = 1},
      .map = {.stiffness = 100,
              .stiffnessrot = 500,
              .force = 0.005f,
              .torque = 0.1f,
              .alpha = 0.3f,
              .fogstart = 3,
              .fogend = 10,
              .znear = 0.01f,
              .zfar = 50,
              .haze = 0.3f,
              .shadowclip = 1,
              .shadowscale = 0.6f,
              .actuatortendon = 2},
      .scale = {.forcewidth = 0.1f,
                .contactwidth = 0.3f,
                .contactheight = 0.1f,
                .connect = 0.2f,
                .com = 0.4f,
                .camera = 0.3f,
                .light = 0.3f,
                .selectpoint = 0.2f,
                .jointlength = 1,
                .jointwidth = 0.1f,
                .actuatorlength = 0.7f,
                .actuatorwidth = 0.2f,
                .framelength = 1,
                .framewidth = 0.1f,
                .constraint = 0.1f,
                .slidercrank = 0.2f,
                .frustum = 10},
      .rgba = {.fog = {0, 0, 0, 1},
               .haze = {1, 1, 1, 1},
               .force = {1, 0.5f, 0.5f, 1},
               .inertia = {0.8f, 0.2f, 0.2f, 0.6f},
               .joint = {0.2f, 0.6f, 0.8f, 1},
               .actuator = {0.2f, 0.25f, 0.2f, 1},
               .actuatornegative = {0.2f, 0.6f, 0.9f, 1},
               .actuatorpositive = {0.9f, 0.4f, 0.2f, 1},
               .com = {0.9f, 0.9f, 0.9f, 1},
               .camera = {0.6f, 0.9f, 0.6f, 1},
               .light = {0.6f, 0.6f, 0.9f, 1},
               .selectpoint = {0.9f, 0.9f, 0.1f, 1},
               .connect = {0.2f, 0.2f, 0.8f, 1},
               .contactpoint = {0.9f, 0.6f, 0.2f, 1},
               .contactforce = {0.7f, 0.9f, 0.9f, 1},
               .contactfriction = {0.9f, 0.8f, 0.4f, 1},
               .contacttorque = {0.9f, 0.7f, 0.9f, 1},
               .contactgap = {0.5f, 0.8f, 0.9f, 1},
               .rangefinder = {1, 1, 0.1f, 1},
               .constraint = {0.9f, 0, 0, 1},
               .slidercrank = {0.5f, 0.3f, 0.8f, 1},
               .crankbroken = {0.9f, 0, 0, 1},
               .frustum = {1, 1, 0, 0.2f},
               .bv = {0, 1, 0, 0.5f},
               .bvactive = {1, 0, 0, 0.5f}},
  };
}

void default_statistic(mjStatistic* stat) {
  *stat = (mjStatistic){.meaninertia = 1, .meanmass = 1, .meansize = 0.2, .extent = 2};
}

static void default_hard(engHard* hard) {
  *hard = (engHard){.erpequality = -1,
                    .erplimit = -1,
                    .erpcontact = -1,
                    .maxvelocity = 1e10,
                    .restitution = -1,
                    .bouncevelocity = -1,
                    .rmin = -1,
                    .proximal = 1e-6,
                    .rho = 1,
                    .rhorule = engRHO_LINEAR,
                    .relaxation = 1,
                    .decay = 0.99,
                    .minrelaxation = 0.1,
                    .kappa = 1e-6};
}

void default_extension(engOption* ext) {
  *ext = (engOption){.level = engLEVEL_BASE, .sleep_tolerance = 1e-3};
  default_hard(&ext->hard);
}
