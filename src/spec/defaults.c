// What the fields of every mjs struct are before anyone sets them.  NaN means "not given".
#include <math.h>
#include <string.h>

#include <engine/model.h>
#include <engine/spec.h>

#include "base/need.h"

// Standard solver parameters.
static void default_solver(mjtNum solref[2], mjtNum solimp[5]) {
  static const mjtNum standard_ref[2] = {0.02, 1}, standard_imp[5] = {0.9, 0.95, 0.001, 0.5, 2};
  memcpy(solref, standard_ref, sizeof standard_ref);
  memcpy(solimp, standard_imp, sizeof standard_imp);
}

// A middle grey.
static void default_rgba(float rgba[4]) {
  rgba[0] = rgba[1] = rgba[2] = 0.5f;
  rgba[3] = 1;
}

static void default_friction(double friction[3]) {
  friction[0] = 1;
  friction[1] = 0.005;
  friction[2] = 0.0001;
}

void mjs_defaultSpec(mjSpec* spec) {
  NEED(spec);
  memset(spec, 0, offsetof(mjSpec, ext));
  mjsCompiler* c = &spec->compiler;
  c->autolimits = 1;
  c->settotalmass = -1;
  c->degree = 1;
  memcpy(c->eulerseq, "xyz", 3);
  c->usethread = 1;
  c->inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
  c->inertiagrouprange[1] = mjNGROUP - 1;
  mj_defaultLROpt(&c->LRopt);
  mj_defaultOption(&spec->option);
  mj_defaultVisual(&spec->visual);
  spec->stat.meaninertia = spec->stat.meanmass = spec->stat.meansize = NAN;
  spec->stat.extent = spec->stat.center[0] = NAN;
  spec->memory = -1;
  spec->nuser_body = spec->nuser_jnt = spec->nuser_geom = spec->nuser_site = -1;
  spec->nuser_cam = spec->nuser_tendon = spec->nuser_actuator = spec->nuser_sensor = -1;
  spec->njmax = spec->nconmax = -1;
  spec->nstack = -1;
}

void mjs_defaultOrientation(mjsOrientation* orient) {
  NEED(orient);
  memset(orient, 0, sizeof *orient);
}

void mjs_defaultBody(mjsBody* body) {
  NEED(body);
  memset(body, 0, sizeof *body);
  body->quat[0] = body->iquat[0] = 1;
  body->ipos[0] = body->fullinertia[0] = NAN;
}

void mjs_defaultFrame(mjsFrame* frame) {
  NEED(frame);
  memset(frame, 0, sizeof *frame);
  frame->quat[0] = 1;
}

void mjs_defaultJoint(mjsJoint* joint) {
  NEED(joint);
  memset(joint, 0, sizeof *joint);
  joint->type = mjJNT_HINGE;
  joint->axis[2] = 1;
  joint->align = mjALIGNFREE_AUTO;
  joint->limited = joint->actfrclimited = mjLIMITED_AUTO;
  default_solver(joint->solref_limit, joint->solimp_limit);
  default_solver(joint->solref_friction, joint->solimp_friction);
}

void mjs_defaultGeom(mjsGeom* geom) {
  NEED(geom);
  memset(geom, 0, sizeof *geom);
  geom->type = mjGEOM_SPHERE;
  geom->quat[0] = 1;
  geom->fromto[0] = geom->mass = NAN;
  geom->contype = geom->conaffinity = 1;
  geom->condim = 3;
  default_friction(geom->friction);
  geom->solmix = 1;
  default_solver(geom->solref, geom->solimp);
  geom->density = 1000;
  geom->typeinertia = mjINERTIA_VOLUME;
  static const mjtNum fluid[5] = {0.5, 0.25, 1.5, 1, 1};
  memcpy(geom->fluid_coefs, fluid, sizeof fluid);
  default_rgba(geom->rgba);
  geom->fitscale = 1;
}

void mjs_defaultSite(mjsSite* site) {
  NEED(site);
  memset(site, 0, sizeof *site);
  site->type = mjGEOM_SPHERE;
  site->quat[0] = 1;
  site->size[0] = site->size[1] = site->size[2] = 0.005;
  site->fromto[0] = NAN;
  default_rgba(site->rgba);
}

void mjs_defaultCamera(mjsCamera* camera) {
  NEED(camera);
  memset(camera, 0, sizeof *camera);
  camera->mode = mjCAMLIGHT_FIXED;
  camera->quat[0] = 1;
  camera->fovy = 45;
  camera->ipd = 0.068;
  camera->resolution[0] = camera->resolution[1] = 1;
}

void mjs_defaultLight(mjsLight* light) {
  NEED(light);
  memset(light, 0, sizeof *light);
  light->mode = mjCAMLIGHT_FIXED;
  light->type = mjLIGHT_SPOT;
  light->dir[2] = -1;
  light->castshadow = light->active = 1;
  light->bulbradius = 0.02f;
  light->range = 10;
  light->attenuation[0] = 1;
  light->cutoff = 45;
  light->exponent = 10;
  for (int i = 0; i < 3; i++) {
    light->diffuse[i] = 0.7f;
    light->specular[i] = 0.3f;
  }
}

void mjs_defaultFlex(mjsFlex* flex) {
  NEED(flex);
  memset(flex, 0, sizeof *flex);
  flex->contype = flex->conaffinity = 1;
  flex->condim = 3;
  default_friction(flex->friction);
  flex->solmix = 1;
  default_solver(flex->solref, flex->solimp);
  flex->dim = 2;
  flex->radius = 0.005;
  flex->selfcollide = mjFLEXSELF_AUTO;
  flex->activelayers = 1;
  default_rgba(flex->rgba);
  flex->thickness = -1;
}

void mjs_defaultMesh(mjsMesh* mesh) {
  NEED(mesh);
  memset(mesh, 0, sizeof *mesh);
  mesh->refquat[0] = 1;
  mesh->scale[0] = mesh->scale[1] = mesh->scale[2] = 1;
  mesh->inertia = mjMESH_INERTIA_LEGACY;
  mesh->maxhullvert = -1;
}

void mjs_defaultHField(mjsHField* hfield) {
  NEED(hfield);
  memset(hfield, 0, sizeof *hfield);
}

void mjs_defaultSkin(mjsSkin* skin) {
  NEED(skin);
  memset(skin, 0, sizeof *skin);
  default_rgba(skin->rgba);
}

void mjs_defaultTexture(mjsTexture* texture) {
  NEED(texture);
  memset(texture, 0, sizeof *texture);
  texture->type = mjTEXTURE_CUBE;
  texture->colorspace = mjCOLORSPACE_AUTO;
  for (int i = 0; i < 3; i++) {
    texture->rgb1[i] = 0.8;
    texture->rgb2[i] = 0.5;
  }
  texture->random = 0.01;
  texture->gridsize[0] = texture->gridsize[1] = 1;
  memset(texture->gridlayout, '.', 12);
  texture->nchannel = 3;
}

void mjs_defaultMaterial(mjsMaterial* material) {
  NEED(material);
  memset(material, 0, sizeof *material);
  material->texrepeat[0] = material->texrepeat[1] = 1;
  material->specular = material->shininess = 0.5f;
  material->metallic = material->roughness = -1;
  for (int i = 0; i < 4; i++) material->rgba[i] = 1;
}

void mjs_defaultPair(mjsPair* pair) {
  NEED(pair);
  memset(pair, 0, sizeof *pair);
  pair->condim = 3;
  default_solver(pair->solref, pair->solimp);
  static const double friction[5] = {1, 1, 0.005, 0.0001, 0.0001};
  memcpy(pair->friction, friction, sizeof friction);
}

void mjs_defaultEquality(mjsEquality* equality) {
  NEED(equality);
  memset(equality, 0, sizeof *equality);
  equality->type = mjEQ_CONNECT;
  equality->active = 1;
  equality->data[1] = 1;   // linear coefficient of a joint's or tendon's polynomial
  equality->data[10] = 1;  // torque scale of a weld
  default_solver(equality->solref, equality->solimp);
}

void mjs_defaultTendon(mjsTendon* tendon) {
  NEED(tendon);
  memset(tendon, 0, sizeof *tendon);
  tendon->limited = mjLIMITED_AUTO;
  tendon->springlength[0] = tendon->springlength[1] = -1;
  default_solver(tendon->solref_limit, tendon->solimp_limit);
  default_solver(tendon->solref_friction, tendon->solimp_friction);
  tendon->width = 0.003;
  default_rgba(tendon->rgba);
}

void mjs_defaultActuator(mjsActuator* actuator) {
  NEED(actuator);
  memset(actuator, 0, sizeof *actuator);
  actuator->gaintype = mjGAIN_FIXED;
  actuator->gainprm[0] = 1;
  actuator->biastype = mjBIAS_NONE;
  actuator->dyntype = mjDYN_NONE;
  actuator->dynprm[0] = 1;
  actuator->actdim = -1;
  actuator->trntype = mjTRN_UNDEFINED;
  actuator->gear[0] = 1;
  actuator->ctrllimited = actuator->forcelimited = actuator->actlimited = mjLIMITED_AUTO;
}

void mjs_defaultSensor(mjsSensor* sensor) {
  NEED(sensor);
  memset(sensor, 0, sizeof *sensor);
  sensor->type = mjSENS_TOUCH;
  sensor->datatype = mjDATATYPE_REAL;
  sensor->needstage = mjSTAGE_ACC;
}

void mjs_defaultNumeric(mjsNumeric* numeric) {
  NEED(numeric);
  memset(numeric, 0, sizeof *numeric);
}
void mjs_defaultText(mjsText* text) {
  NEED(text);
  memset(text, 0, sizeof *text);
}
void mjs_defaultTuple(mjsTuple* tuple) {
  NEED(tuple);
  memset(tuple, 0, sizeof *tuple);
}
void mjs_defaultKey(mjsKey* key) {
  NEED(key);
  memset(key, 0, sizeof *key);
}
void mjs_defaultPlugin(mjsPlugin* plugin) {
  NEED(plugin);
  memset(plugin, 0, sizeof *plugin);
}
