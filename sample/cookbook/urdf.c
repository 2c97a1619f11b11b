// Load a URDF robot, look at its joints, and save it as MJCF.
#include "recipe.h"

static const char robot[] =
    "<robot name='arm'><link name='base'/><link name='upper'><inertial><origin xyz='0 0 .1'/>"
    "<mass value='2'/><inertia ixx='.02' iyy='.02' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial>"
    "</link><joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/>"
    "<origin xyz='0 0 .3'/><axis xyz='0 1 0'/><limit lower='-1' upper='2' effort='20' "
    "velocity='3'/></joint></robot>";

int main(void) {
  char error[500], out[5000];
  mjSpec* s = mj_parseXMLString(robot, NULL, error, sizeof error);
  must(s != NULL, error);
  mjModel* m = mj_compile(s, NULL);
  must(m != NULL, mjs_getError(s));
  printf("joint '%s' from %g to %g rad\n", mj_id2name(m, mjOBJ_JOINT, 0), m->jnt_range[0],
         m->jnt_range[1]);
  must(m->jnt_range[1] == 2, "limits are radians");
  must(mj_saveXMLString(s, out, sizeof out, error, sizeof error) == 0, error);
  must(strstr(out, "name=\"shoulder\"") != NULL, "MJCF has the joint");
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return 0;
}
