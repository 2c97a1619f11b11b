#include "model/sensor_type.h"

#include <limits.h>
#include <stddef.h>

static const sensor_type types[] = {
#define ROW(type, element, about, stage, dim, datatype, needs, function) \
  [mjSENS_##type] = {#element, ABOUT_##about,         mjSTAGE_##stage,   \
                     dim,      mjDATATYPE_##datatype, NEEDS_##needs},
    SENSOR_TYPES(ROW)
#undef ROW
};

const sensor_type* sensor_type_of(int type) {
  return type >= 0 && type < (int)(sizeof types / sizeof *types) ? types + type : NULL;
}

int sensor_contact_size(int fields) {
  static const signed char size[mjNCONDATA] = {
      [mjCONDATA_FOUND] = 1, [mjCONDATA_FORCE] = 3,  [mjCONDATA_TORQUE] = 3, [mjCONDATA_DIST] = 1,
      [mjCONDATA_POS] = 3,   [mjCONDATA_NORMAL] = 3, [mjCONDATA_TANGENT] = 3};
  int n = 0;
  for (int i = 0; i < mjNCONDATA; i++) n += fields >> i & 1 ? size[i] : 0;
  return n;
}

int sensor_ray_size(int fields) {
  static const signed char size[engNRAYDATA] = {
      [engRAYDATA_DIST] = 1,  [engRAYDATA_DIR] = 3,    [engRAYDATA_ORIGIN] = 3,
      [engRAYDATA_POINT] = 3, [engRAYDATA_NORMAL] = 3, [engRAYDATA_DEPTH] = 1};
  int n = 0;
  for (int i = 0; i < engNRAYDATA; i++) n += fields >> i & 1 ? size[i] : 0;
  return fields ? n : 1;
}

int sensor_size(int type, const int* intprm) {
  const sensor_type* row = sensor_type_of(type);
  if (!row) return -1;
  if (row->about == ABOUT_RAYS) return sensor_ray_size(intprm[0]);
  if (row->about != ABOUT_CONTACT) return row->dim;
  if (intprm[2] < 0 || intprm[2] > INT_MAX / 32) return -1;
  return intprm[2] * sensor_contact_size(intprm[0]);
}
