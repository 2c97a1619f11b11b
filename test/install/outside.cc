// A C++ program written for the API under its other name.
#include <mujoco/mujoco.h>

#include <cstdio>

int main() {
  mjtNum q[4] = {2, 0, 0, 0};
  mju_normalize4(q);
  std::printf("%s: %g\n", mj_versionString(), q[0]);
  return q[0] == 1 ? 0 : 1;
}
