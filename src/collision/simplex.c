#include "collision/simplex.h"

void simplex_nearest_thorough(nearest_point* r, const minkowski_vertex* s, int n) {
  if (nearest_start(r, s, n)) return;
  if (n == 3) {
    nearest_on_triangle(r, s, 0, 1, 2, 1);
  } else if (faces_towards_origin(s) == 0) {
    r->kept = 15;
  } else {
    nearest_on_triangle(r, s, 1, 2, 3, 1);
    nearest_on_triangle(r, s, 0, 2, 3, 1);
    nearest_on_triangle(r, s, 0, 1, 3, 1);
    nearest_on_triangle(r, s, 0, 1, 2, 1);
  }
}

void simplex_weights(mjtNum weight[3], const minkowski_vertex* s, int n) {
  weight[0] = 1;
  if (n == 2) {
    mjtNum along[3];
    vec3_sub(along, s[1].v, s[0].v);
    weight[1] = -vec3_dot(s[0].v, along) / vec3_dot(along, along);
    weight[0] = 1 - weight[1];
  } else if (n == 3) {
    triangle_weights t = weights_of_triangle(s[0].v, s[1].v, s[2].v);
    vec3_scale(weight, t.weight, 1 / (t.weight[0] + t.weight[1] + t.weight[2]));
  }
}
