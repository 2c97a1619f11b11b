#include "model/sensor_size.h"

#include <limits.h>

#include <engine/model_types.h>

static const signed char size_of_type[] = {
    [mjSENS_TOUCH] = 1,          [mjSENS_ACCELEROMETER] = 3,  [mjSENS_VELOCIMETER] = 3,
    [mjSENS_GYRO] = 3,           [mjSENS_FORCE] = 3,          [mjSENS_TORQUE] = 3,
    [mjSENS_MAGNETOMETER] = 3,   [mjSENS_RANGEFINDER] = 1,    [mjSENS_CAMPROJECTION] = 2,
    [mjSENS_JOINTPOS] = 1,       [mjSENS_JOINTVEL] = 1,       [mjSENS_TENDONPOS] = 1,
    [mjSENS_TENDONVEL] = 1,      [mjSENS_ACTUATORPOS] = 1,    [mjSENS_ACTUATORVEL] = 1,
    [mjSENS_ACTUATORFRC] = 1,    [mjSENS_JOINTACTFRC] = 1,    [mjSENS_TENDONACTFRC] = 1,
    [mjSENS_BALLQUAT] = 4,       [mjSENS_BALLANGVEL] = 3,     [mjSENS_JOINTLIMITPOS] = 1,
    [mjSENS_JOINTLIMITVEL] = 1,  [mjSENS_JOINTLIMITFRC] = 1,  [mjSENS_TENDONLIMITPOS] = 1,
    [mjSENS_TENDONLIMITVEL] = 1, [mjSENS_TENDONLIMITFRC] = 1, [mjSENS_FRAMEPOS] = 3,
    [mjSENS_FRAMEQUAT] = 4,      [mjSENS_FRAMEXAXIS] = 3,     [mjSENS_FRAMEYAXIS] = 3,
    [mjSENS_FRAMEZAXIS] = 3,     [mjSENS_FRAMELINVEL] = 3,    [mjSENS_FRAMEANGVEL] = 3,
    [mjSENS_FRAMELINACC] = 3,    [mjSENS_FRAMEANGACC] = 3,    [mjSENS_SUBTREECOM] = 3,
    [mjSENS_SUBTREELINVEL] = 3,  [mjSENS_SUBTREEANGMOM] = 3,  [mjSENS_INSIDESITE] = 1,
    [mjSENS_GEOMDIST] = 1,       [mjSENS_GEOMNORMAL] = 3,     [mjSENS_GEOMFROMTO] = 6,
    [mjSENS_E_POTENTIAL] = 1,    [mjSENS_E_KINETIC] = 1,      [mjSENS_CLOCK] = 1,
    [mjSENS_TACTILE] = 0,        [mjSENS_PLUGIN] = 0,         [mjSENS_USER] = 0,
};

// The contact sensor's fields by the bits of its first parameter, for each of intprm[2] contacts.
static int contact_size(const int* intprm) {
  static const signed char size[mjNCONDATA] = {
      [mjCONDATA_FOUND] = 1, [mjCONDATA_FORCE] = 3,  [mjCONDATA_TORQUE] = 3, [mjCONDATA_DIST] = 1,
      [mjCONDATA_POS] = 3,   [mjCONDATA_NORMAL] = 3, [mjCONDATA_TANGENT] = 3};
  int n = 0;
  for (int i = 0; i < mjNCONDATA; i++) n += intprm[0] >> i & 1 ? size[i] : 0;
  return intprm[2] < 0 || intprm[2] > INT_MAX / 32 ? -1 : intprm[2] * n;
}

int sensor_size(int type, const int* intprm) {
  if (type < 0 || type > mjSENS_USER) return -1;
  return type == mjSENS_CONTACT ? contact_size(intprm) : size_of_type[type];
}
