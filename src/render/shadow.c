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
  p->any = true;
  for (int c = 0; c < 8; c++) {
    double at[3], r[4];
    for (int k = 0; k < 3; k++) {
      const float* row = pose + 4 * k;
      at[k] = row[3];
      for (int j = 0; j < 3; j++) at[k] += row[j] * (c >> j & 1 ? high[j] : low[j]);
    }
    for (int k = 0; k < 4; k++) {
      const double* m = seen + 4 * k;
      r[k] = m[0] * at[0] + m[1] * at[1] + m[2] * at[2] + m[3];
    }
    for (int k = 0; k < 2; k++) {  // everything, where the extent is unknown
      bool known = r[3] > 1e-9;
      double low = known ? r[k] / r[3] : -1, high = known ? low : 1;
      p->low[k] = low < p->low[k] ? low : p->low[k];
      p->high[k] = high > p->high[k] ? high : p->high[k];
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
