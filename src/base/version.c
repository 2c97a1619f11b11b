#include <engine/base.h>
#include <engine/version.h>

int mj_version(void) { return mjVERSION_HEADER; }

const char* mj_versionString(void) { return "3.3.7"; }

#define WORD(x)                      #x
#define VERSION(major, minor, patch) WORD(major) "." WORD(minor) "." WORD(patch)
const char* eng_versionString(void) {
  return VERSION(ENG_VERSION_MAJOR, ENG_VERSION_MINOR, ENG_VERSION_PATCH);
}

_Static_assert(mjVERSION_HEADER == 337, "the version string must say the same");
