#include <engine/base.h>

int mj_version(void) { return mjVERSION_HEADER; }

const char* mj_versionString(void) { return "3.3.7"; }

_Static_assert(mjVERSION_HEADER == 337, "the version string must say the same");
