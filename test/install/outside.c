/* A program of somebody else's, built against an installed library. */
#include <engine/engine.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  mjOption option;
  mj_defaultOption(&option);
  printf("version %s, build for %s\n", eng_versionString(), eng_buildTarget());
  return mj_version() == mjVERSION_HEADER && option.timestep > 0 ? 0 : 1;
}
