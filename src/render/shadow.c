#include "render/shadow.h"

#include <math.h>
#include <string.h>

enum {
  SMALL_MAP = 128,   // minimum size chosen by the image resolution
  LARGE_SIDE = 8192  // maximum size of a map
};
#define MAP_PER_PIXEL .5  // texels per pixel of the image

void shadow_begin(shadow_part* p) {
  p->any = false;
  p->low[0] = p->low[1] = 1;
  p->high[0] = p->high[1] = -1;
}

void shadow_cast(shadow_part* p, const double seen[16], const float pose[12], const float low[3],
                 const float high[3]) {
  static const int row[3] = {0, 1, 3};  // x, y, 1, all multiplied by w
  double first[3], side[3][3];          // a corner of the box, and what leads to its neighbours
  for (int k = 0; k < 3; k++) {
    const double* m = seen + 4 * row[k];
    first[k] = m[0] * pose[3] + m[1] * pose[7] + m[2] * pose[11] + m[3];
    for (int j = 0; j < 3; j++) {
      double along = m[0] * pose[j] + m[1] * pose[4 + j] + m[2] * pose[8 + j];
      first[k] += along * low[j];
      side[j][k] = along * (high[j] - low[j]);
    }
  }
  p->any = true;
  for (int c = 0; c < 8; c++) {
    double r[3];
    for (int k = 0; k < 3; k++) {
      r[k] =
          first[k] + (c & 1 ? side[0][k] : 0) + (c & 2 ? side[1][k] : 0) + (c & 4 ? side[2][k] : 0);
    }
    for (int k = 0; k < 2; k++) {  // everything, where the extent is unknown
      bool known = r[2] > 1e-9;
      double least = known ? r[k] / r[2] : -1, most = known ? least : 1;
      p->low[k] = least < p->low[k] ? least : p->low[k];
      p->high[k] = most > p->high[k] ? most : p->high[k];
    }
  }
}

bool shadow_finish(shadow_part* p, const render_frame* f) {
  double texels = 1, most = MAP_PER_PIXEL * f->viewport.width * f->viewport.height;
  for (int k = 0; k < 2; k++) {
    p->low[k] = fmax(p->low[k], -1);
    p->high[k] = fmin(p->high[k], 1);
    texels *= .5 * (p->high[k] - p->low[k]) * f->shadow_size + 2;
  }
  if (!p->any || !(p->low[0] < p->high[0]) || !(p->low[1] < p->high[1])) return false;
  most = fmax(most, SMALL_MAP * SMALL_MAP);
  double scale = texels > most ? sqrt(most / texels) : 1;
  for (int k = 0; k < 2; k++) {
    p->size[k] = 2 + (int)ceil(.5 * scale * (p->high[k] - p->low[k]) * f->shadow_size);
    if (p->size[k] > LARGE_SIDE) p->size[k] = LARGE_SIDE;
  }
  return true;
}

void shadow_projection(const shadow_part* p, const double seen[16], double out[16]) {
  for (int k = 0; k < 2; k++) {
    double scale = (p->size[k] - 2) / (p->high[k] - p->low[k]), shift = 1 - p->low[k] * scale;
    for (int j = 0; j < 4; j++) out[4 * k + j] = scale * seen[4 * k + j] + shift * seen[12 + j];
  }
  memcpy(out + 8, seen + 8, 8 * sizeof *out);
}
