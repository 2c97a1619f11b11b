// Initial values of the fields of every mjs struct.  NaN means "not given".
//
// Attributes have theirs in the element table; here is the rest.
#include <math.h>
#include <string.h>

#include <engine/model.h>

#include "base/need.h"
#include "spec/number_rows.h"
#include "spec/spec_type.h"

#define ONE(attribute, field, initially, model, kind)  .field = initially,
#define MANY(attribute, field, initially, model, kind) .field = {NUMBERS initially},
#define NUMBERS(...)                                   __VA_ARGS__
#define HIDDEN(field, model)

// clang-format off
const spec_body initial_body = {BODY_ROWS INERTIAL_ROWS .pub.quat = {1}, .pub.ipos = {NAN}, .pub.iquat = {1}};
const spec_frame initial_frame = {FRAME_ROWS .pub.quat = {1}};
const spec_joint initial_joint = {JOINT_ROWS .pub.align = mjALIGNFREE_AUTO};
const spec_geom initial_geom = {GEOM_ROWS .pub.quat = {1}};
const spec_site initial_site = {SITE_ROWS .pub.quat = {1}};
const spec_camera initial_camera = {CAMERA_ROWS .pub.quat = {1}};
const spec_light initial_light = {LIGHT_ROWS};
const spec_flex initial_flex = {FLEX_ALL_ROWS};
const spec_mesh initial_mesh = {MESH_ROWS};
const spec_hfield initial_hfield = {HFIELD_ROWS};
const spec_skin initial_skin = {SKIN_ROWS};
const spec_texture initial_texture = {TEXTURE_ROWS .pub.gridlayout = "............"};
const spec_material initial_material = {MATERIAL_ROWS};
const spec_pair initial_pair = {PAIR_ROWS};
const spec_equality initial_equality = {EQUALITY_ROWS
  .pub.type = mjEQ_CONNECT,
  .pub.data = {[1] = 1,   // linear coefficient of the polynomial of a joint or tendon
               [10] = 1}  // torque scale of a weld
};
const spec_tendon initial_tendon = {TENDON_ALL_ROWS};
const spec_actuator initial_actuator = {ACTUATOR_ALL_ROWS .pub.trntype = mjTRN_UNDEFINED};
const spec_sensor initial_sensor = {SENSOR_ALL_ROWS
  .pub.type = mjSENS_TOUCH, .pub.datatype = mjDATATYPE_REAL, .pub.needstage = mjSTAGE_ACC};
// clang-format on

#define DEFAULT(Type, type)                          \
  void mjs_default##Type(mjs##Type* type) {          \
    NEED(type);                                      \
    memcpy(type, &initial_##type.pub, sizeof *type); \
  }
DEFAULT(Body, body)
DEFAULT(Frame, frame)
DEFAULT(Joint, joint)
DEFAULT(Geom, geom)
DEFAULT(Site, site)
DEFAULT(Camera, camera)
DEFAULT(Light, light)
DEFAULT(Flex, flex)
DEFAULT(Mesh, mesh)
DEFAULT(HField, hfield)
DEFAULT(Skin, skin)
DEFAULT(Texture, texture)
DEFAULT(Material, material)
DEFAULT(Pair, pair)
DEFAULT(Equality, equality)
DEFAULT(Tendon, tendon)
DEFAULT(Actuator, actuator)
DEFAULT(Sensor, sensor)

// Types without initial values.
#define BLANK(Type, type)                   \
  void mjs_default##Type(mjs##Type* type) { \
    NEED(type);                             \
    memset(type, 0, sizeof *type);          \
  }
BLANK(Orientation, orient)
BLANK(Numeric, numeric)
BLANK(Text, text)
BLANK(Tuple, tuple)
BLANK(Key, key)
BLANK(Plugin, plugin)

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
