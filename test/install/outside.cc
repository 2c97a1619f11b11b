// A C++ program outside the tree.
#include <engine/engine.h>

#include <cstdio>

int main() {
  mjtNum q[4] = {2, 0, 0, 0};
  mju_normalize4(q);
  std::printf("%s: %g\n", mj_versionString(), q[0]);
  return q[0] == 1 ? 0 : 1;
}
