#include "collision/ray.h"

void ray_basis_make(ray_basis* b, const mjtNum v[3]) {
  // (1, 1, 1) without its largest component along v
  vec3_set(b->w, 1, 1, 1);
  int most = fabs(v[0]) >= fabs(v[1]) ? 0 : 1;
  if (fabs(v[2]) > fabs(v[most])) most = 2;
  b->w[most] = 0;
  vec3_axpy(b->w, -vec3_dot(b->w, v) / vec3_dot(v, v), v);
  vec3_normalize(b->w);
  vec3_cross(b->u, b->w, v);
  vec3_normalize(b->u);
}

mjtNum ray_triangle(const ray_basis* basis, const mjtNum a[3], const mjtNum b[3], const mjtNum c[3],
                    const mjtNum p[3], const mjtNum v[3]) {
  // corners seen along the ray, which is the origin
  mjtNum ap[3], bp[3], cp[3], s[3], t[3];
  vec3_sub(ap, a, p);
  vec3_sub(bp, b, p);
  vec3_sub(cp, c, p);
  s[0] = vec3_dot(ap, basis->u);
  s[1] = vec3_dot(bp, basis->u);
  s[2] = vec3_dot(cp, basis->u);
  if ((s[0] > 0 && s[1] > 0 && s[2] > 0) || (s[0] < 0 && s[1] < 0 && s[2] < 0)) return -1;
  t[0] = vec3_dot(ap, basis->w);
  t[1] = vec3_dot(bp, basis->w);
  t[2] = vec3_dot(cp, basis->w);
  if ((t[0] > 0 && t[1] > 0 && t[2] > 0) || (t[0] < 0 && t[1] < 0 && t[2] < 0)) return -1;

  // weights of a and b where the ray passes
  mjtNum det = (s[0] - s[2]) * (t[1] - t[2]) - (s[1] - s[2]) * (t[0] - t[2]);
  if (!(fabs(det) >= mjMINVAL)) return -1;
  mjtNum wa = ((s[1] - s[2]) * t[2] - (t[1] - t[2]) * s[2]) / det;
  mjtNum wb = ((t[0] - t[2]) * s[2] - (s[0] - s[2]) * t[2]) / det;
  if (!(wa >= 0 && wb >= 0 && wa + wb <= 1)) return -1;

  mjtNum ac[3], bc[3], n[3];
  vec3_sub(ac, a, c);
  vec3_sub(bc, b, c);
  vec3_cross(n, ac, bc);
  mjtNum along = vec3_dot(v, n);
  return fabs(along) >= mjMINVAL ? vec3_dot(cp, n) / along : -1;
}
